/* A cab, its controller and the requests of n floors: BEEM's elevator2, the elevator of
 * FIMU-RS-2009-05. The clever controller sweeps up and down, the naive one takes any request. */
#include <string.h>

#include "generators/kripke.h"

enum { N, NAIVE, LARGEST = 30 }; /* parameters */
enum { IDLE, MOVES, OPEN };      /* cab */
enum { WAITS, WORKS, DONE };     /* controller */

/* target: the controller's floor, or one beyond the ends, where it turns round; sent: it has told
 * the cab. */
enum { CAB, CONTROLLER, TARGET, FLOOR, SENT, UP, REQUEST, VARIABLES = REQUEST + LARGEST };

static void elevator2_space(const union argument *a, struct space *out)
{
    int n = (int)a[N].count;
    space_add(out, "cab", 0, IDLE, OPEN, IDLE);
    space_add(out, "controller", 0, WAITS, DONE, WAITS);
    space_add(out, "target", 0, -1, n, 0);
    space_add(out, "floor", 0, 0, n - 1, 0);
    space_add(out, "sent", 0, 0, 1, 0);
    space_add(out, "up", 0, 0, 1, 0);
    for (int i = 1; i <= n; i++) space_add(out, "request", i, 0, 1, 0);
}

static void move_cab(int *next, struct moves *out)
{
    switch (next[CAB]) {
    case IDLE:
        if (!next[SENT]) return;
        next[CAB] = MOVES;
        break;
    case MOVES:
        if (next[TARGET] == next[FLOOR]) next[CAB] = OPEN;
        else next[FLOOR] += next[TARGET] > next[FLOOR] ? 1 : -1;
        break;
    default: next[REQUEST + next[FLOOR]] = next[SENT] = 0; next[CAB] = IDLE;
    }
    move_to(out, next);
}

static void request(const union argument *a, const int *s, struct moves *out)
{
    int n = (int)a[N].count, next[VARIABLES];
    memcpy(next, s, (size_t)(REQUEST + n) * sizeof *next);
    for (int *floor = next + REQUEST; floor < next + REQUEST + n; floor++) {
        if (*floor) continue;
        *floor = 1;
        move_to(out, next);
        *floor = 0;
    }
}

static void elevator2_sweep(int n, int *next, struct moves *out)
{
    int *target = &next[TARGET], ahead = next[UP] ? 1 : -1;
    if (next[CONTROLLER] == WAITS) {
        *target += ahead;
        next[CONTROLLER] = WORKS;
    } else if (*target < 0 || *target == n) {
        next[UP] = !next[UP];
        next[CONTROLLER] = WAITS;
    } else if (next[REQUEST + *target]) {
        next[CONTROLLER] = DONE;
    } else {
        *target += ahead;
    }
    move_to(out, next);
}

static void pick_any(int n, int *next, struct moves *out)
{
    bool works = next[CONTROLLER] == WORKS;
    next[CONTROLLER]++;
    if (!works) move_to(out, next);
    for (int floor = 0; floor < n && works; floor++) {
        if (!next[REQUEST + floor]) continue;
        next[TARGET] = floor;
        move_to(out, next);
    }
}

static void move_controller(const union argument *a, int *next, struct moves *out)
{
    if (next[CONTROLLER] == WAITS && next[SENT]) return;
    if (next[CONTROLLER] == DONE) {
        next[SENT] = 1;
        next[CONTROLLER] = WAITS;
        move_to(out, next);
    } else if (a[NAIVE].count) {
        pick_any((int)a[N].count, next, out);
    } else {
        elevator2_sweep((int)a[N].count, next, out);
    }
}

static void elevator2_step(const union argument *a, const int *s, struct moves *out)
{
    int next[VARIABLES];
    size_t bytes = (REQUEST + (size_t)a[N].count) * sizeof *next;
    memcpy(next, s, bytes);
    move_cab(next, out);
    request(a, s, out);
    memcpy(next, s, bytes);
    move_controller(a, next, out);
}

static const struct kripke kripke = {
    .space = elevator2_space,
    .step = elevator2_step,
    .propositions = {{"request0", .variable = REQUEST, .value = 1},
                     {"request1", .variable = REQUEST + 1, .value = 1},
                     {"at1", .variable = FLOOR, .value = 1},
                     {"open", .variable = CAB, .value = OPEN}},
    /* BEEM's file uses floor 0 instead of 1; the paper's counts are those of 1. !(at1 & open) is on
     * two edges, as there, so both are taken if both hold. */
    .properties =
        {{.number = 1,
          .title = "G (request1 -> F (at1 & open))",
          .names = {"request1", "at1", "open"},
          .edges = {{0, 0, "t"}, {0, 1, "0 & !1"}, {0, 1, "0 & !2"}, {1, 1, "!1"}, {1, 1, "!2"}},
          .accepting = 1 << 1},
         {.number = 2,
          .title = "G (request1 -> (!at1 U (at1 U (at1 & open))))",
          .names = {"request1", "at1", "open"},
          .edges = {{0, 0, "t"},
                    {0, 1, "0 & !1"},
                    {0, 1, "0 & !2"},
                    {0, 2, "0 & 1 & !2"},
                    {1, 1, "!1"},
                    {1, 1, "!2"},
                    {1, 2, "!2 & 1"},
                    {2, 2, "!2"},
                    {2, 3, "!1"},
                    {3, 3, "t"}},
          .accepting = 1 << 1 | 1 << 2 | 1 << 3}},
};

const struct generator generator_elevator2 = {
    .name = "elevator2",
    .title = "elevator with a controller, the paper's (graph)",
    .source = "FIMU-RS-2009-05; BEEM",
    .parameters = {[N] = {"n", "floors", PARAMETER_COUNT, .min = 2, .max = LARGEST},
                   [NAIVE] = {"naive", "1: the controller takes the requests in any order",
                              PARAMETER_COUNT, "0", .max = 1}},
    .kripke = &kripke,
};
