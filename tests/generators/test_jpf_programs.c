/* The two randomised programs of GRAPHITE 2012, table 1: its sizes, and systems that mean what the
 * programs do. quicksort is compared entry by entry with a search over plain lists; biased_die with
 * the intervals, recomputed exactly while 64 bits hold them. */
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "generators/generator.h"
#include "tests/support/cmocka.h"
#include "tests/support/csr_sound.h"

static enum status try_make(const char *name, const char *parameters, struct linear *out)
{
    union argument arguments[MAX_ARGUMENTS];
    const struct generator *generator = find_generator(name);
    *out = (struct linear){0};
    enum status status = generator_arguments(generator, parameters, arguments);
    return status == OK ? generator->make(arguments, out) : status;
}

static struct linear make(const char *name, const char *parameters)
{
    struct linear out;
    if (try_make(name, parameters, &out) != OK)
        fail_msg("%s:%s: %s", name, parameters, fail_message());
    return out;
}

/* A is I - P with P at least 0, rows of P and b sum to at most 1, some row to less, and the answer
 * solves the system.
 */
static void check_sound(const struct linear *s)
{
    const struct csr *off = &s->a.off;
    bool loses = false;
    assert_true(csr_sound(off));
    for (uint32_t i = 0; i < off->rows; i++) {
        double sum = s->b[i], left = s->b[i] - s->answer[i];
        for (uint64_t k = off->row[i]; k < off->row[i + 1]; k++) {
            assert_true(off->val[k] < 0 && off->col[k] != i);
            sum -= off->val[k];
            left -= off->val[k] * s->answer[off->col[k]];
        }
        assert_true(s->a.diag[i] == 1 && s->b[i] >= 0 && s->x0[i] == 0 && sum <= 1 + 1e-14);
        assert_true(fabs(left) <= 1e-15 && s->answer[i] > 0 && s->answer[i] < 1);
        loses |= sum < 1 - 1e-12;
    }
    assert_true(loses);
}

static void sizes_are_the_papers(void **state)
{
    static const struct {
        const char *name;
        uint32_t n, m;
    } rows[] = {
        {"quicksort", 92, 211},      {"quicksort", 118, 263},     {"quicksort", 142, 312},
        {"quicksort", 173, 379},     {"quicksort", 198, 430},     {"quicksort", 228, 491},
        {"quicksort", 250, 536},     {"quicksort", 284, 606},     {"quicksort", 313, 669},
        {"biased_die", 667, 1333},   {"biased_die", 1333, 2665},  {"biased_die", 2000, 3999},
        {"biased_die", 2668, 5335},  {"biased_die", 3647, 7293},  {"biased_die", 4647, 9293},
        {"biased_die", 5647, 11293}, {"biased_die", 6647, 13293}, {"biased_die", 7647, 15293}};
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        char parameters[32];
        snprintf(parameters, sizeof parameters, "n=%u", rows[k].n);
        struct linear s = make(rows[k].name, parameters);
        assert_int_equal(s.a.off.rows, rows[k].n);
        assert_int_equal(s.a.off.nnz + s.a.off.rows, rows[k].m);
        check_sound(&s);
        linear_free(&s);
    }
}

/* Quicksort by brute force: a state is a text, "list pivot half/list pivot half/.../list", letters
 * being elements. */

enum { MOST_STATES = 800, TEXT = 256 };

struct brute {
    int length, depth, states;
    bool compact;
    int count;
    char key[MOST_STATES][TEXT];
    double p[MOST_STATES][MOST_STATES];
    int explored[MOST_STATES]; /* pivots tried */
    int tries[MOST_STATES];    /* pivots there are */
};

static struct brute *brute; /* too large for a stack */

struct call {
    char list[24];
    int pivot;
    bool larger;
};

struct pending {
    int count;
    struct call call[24];
    char list[24]; /* to draw from; "" at the end */
};

static void key_text(const struct pending *p, char *out)
{
    *out = '\0';
    for (int k = 0; k < p->count; k++) {
        const struct call *c = &p->call[k];
        if (!brute->compact) sprintf(out + strlen(out), "%s %d %d/", c->list, c->pivot, c->larger);
        else if (c->larger) strcat(out, "*/");
        else sprintf(out + strlen(out), "%s/", c->list);
    }
    strcat(out, p->list);
}

static int brute_number(const struct pending *p, bool *fresh)
{
    char key[TEXT];
    key_text(p, key);
    for (int k = 0; k < brute->count; k++)
        if (!strcmp(brute->key[k], key)) return *fresh = false, k;
    assert_true(brute->count < MOST_STATES);
    strcpy(brute->key[brute->count], key);
    brute->tries[brute->count] = (int)strlen(p->list);
    return *fresh = true, brute->count++;
}

static void part(const char *list, char pivot, bool larger, char *out)
{
    for (; *list; list++)
        if (larger ? *list > pivot : *list < pivot) *out++ = *list;
    *out = '\0';
}

static struct pending brute_draw(const struct pending *now, int pivot)
{
    struct pending next = *now;
    struct call *top = &next.call[next.count++];
    memset(top, 0, sizeof *top);
    strcpy(top->list, now->list);
    top->pivot = pivot;
    part(top->list, top->list[pivot], false, next.list);
    while (strlen(next.list) < 2 && next.count) {
        top = &next.call[next.count - 1];
        if (top->larger) {
            next.count--;
            continue;
        }
        top->larger = true;
        part(top->list, top->list[top->pivot], true, next.list);
        if (strlen(next.list) < 2) next.count--;
    }
    if (strlen(next.list) < 2) *next.list = '\0';
    return next;
}

static void brute_visit(const struct pending *now, int number, int draws)
{
    if (!*now->list || draws == brute->depth) return;
    int length = (int)strlen(now->list);
    for (int pivot = 0; pivot < length && brute->count < brute->states; pivot++) {
        struct pending next = brute_draw(now, pivot);
        bool fresh;
        int to = brute_number(&next, &fresh);
        brute->p[number][to] += 1.0 / length;
        brute->explored[number]++;
        if (fresh && brute->count < brute->states) brute_visit(&next, to, draws + 1);
    }
}

/* some[i]: reaches a state where some is set already. */
static void spread(bool *some, int except)
{
    for (bool changed = true; changed;) {
        changed = false;
        for (int i = 0; i < brute->count; i++)
            for (int j = 0; j < brute->count && !some[i]; j++)
                if (i != except && some[j] && brute->p[i][j] > 0) some[i] = changed = true;
    }
}

static void compare_quicksort(const char *parameters, int length, int depth, int a, int r,
                              int states, bool compact)
{
    static bool may[MOST_STATES], may_miss[MOST_STATES];
    static int row_of[MOST_STATES];
    struct linear s = make("quicksort", parameters);
    struct pending root = {0};
    bool fresh;
    int end = -1, rows = 0;
    memset(brute, 0, sizeof *brute);
    *brute = (struct brute){.length = length, .depth = depth, .states = states, .compact = compact};
    for (int i = 0; i < length; i++) root.list[i] = (char)('a' + (a * i + r) % length);
    brute_visit(&root, brute_number(&root, &fresh), 0);
    for (int i = 0; i < brute->count; i++)
        if (!*brute->key[i]) end = i;
    assert_true(end >= 0);
    for (int i = 0; i < brute->count; i++) {
        may[i] = i == end;
        may_miss[i] = i != end && brute->explored[i] < brute->tries[i];
    }
    spread(may, end);
    spread(may_miss, end);
    for (int i = 0; i < brute->count; i++) row_of[i] = may[i] && may_miss[i] ? rows++ : -1;
    assert_int_equal(s.a.off.rows, rows);
    for (int i = 0; i < brute->count; i++) {
        if (row_of[i] < 0) continue;
        uint32_t row = (uint32_t)row_of[i];
        uint64_t entries = 0;
        double b = 0, lost = (double)(brute->tries[i] - brute->explored[i]) / brute->tries[i],
               sum = 0;
        for (int j = 0; j < brute->count; j++) {
            if (may[j] && !may_miss[j]) b += brute->p[i][j];
            if (!may[j]) lost += brute->p[i][j];
            if (row_of[j] < 0 || brute->p[i][j] == 0) continue;
            uint64_t at = csr_find(&s.a.off, row, (uint32_t)row_of[j]);
            assert_true(at != UINT64_MAX && fabs(s.a.off.val[at] + brute->p[i][j]) < 1e-15);
            sum -= s.a.off.val[at];
            entries++;
        }
        assert_int_equal(s.a.off.row[row + 1] - s.a.off.row[row], entries);
        assert_true(fabs(s.b[row] - b) < 1e-15);
        assert_true(fabs(sum + s.b[row] + lost - 1) < 1e-14);
    }
    check_sound(&s);
    linear_free(&s);
}

static void quicksort_is_the_program(void **state)
{
    brute = calloc(1, sizeof *brute);
    assert_non_null(brute);
    compare_quicksort("length=3,states=3", 3, 99, 1, 0, 3, false);
    compare_quicksort("length=5,states=12", 5, 99, 1, 0, 12, false);
    compare_quicksort("length=6,depth=3", 6, 3, 1, 0, MOST_STATES, false);
    compare_quicksort("length=7,depth=5,a=3,r=2,states=150", 7, 5, 3, 2, 150, false);
    compare_quicksort("length=8,depth=5,states=300,state=compact", 8, 5, 1, 0, 300, true);
    compare_quicksort("n=92", 13, 7, 11, 0, 470, false);
    compare_quicksort("n=118", 8, 5, 1, 0, 440, true);
    compare_quicksort("n=198", 9, 5, 1, 1, 753, false);
    free(brute);
}

/* Without limits there are 3^(length - 2) draws and all are certain to end; one state less leaves
 * the last row open. */
static void a_whole_quicksort_is_certain(void **state)
{
    struct linear s;
    for (int length = 2; length <= 8; length++) {
        char parameters[64];
        snprintf(parameters, sizeof parameters, "length=%d", length);
        assert_int_equal(try_make("quicksort", parameters, &s), ERROR_INPUT);
        assert_non_null(strstr(fail_message(), "nothing is left to solve"));
        snprintf(parameters, sizeof parameters, "length=%d,states=%d", length,
                 (int)pow(3, length - 2) + 1);
        if (length == 2) continue;
        s = make("quicksort",
                 parameters); /* stopped at the last state, whose own draws are not made */
        check_sound(&s);
        linear_free(&s);
    }
}

/* The die. In units of 1 / (sum 4^level) an interval is whole: levels up to 28 fit for sums up
 * to 64. */

struct interval {
    uint64_t low, width;
    int level;
};

struct die {
    const char *parameters;
    int faces, goal;
    uint64_t weight[4], sum;
};

static const struct die dice[] = {{"n=40,weights=1:3:3:3", 4, 1, {1, 3, 3, 3}, 10},
                                  {"n=41,weights=1:3:3:3,goal=3", 4, 2, {1, 3, 3, 3}, 10},
                                  {"n=39,weights=1:2:3:4", 4, 1, {1, 2, 3, 4}, 10},
                                  {"n=20,weights=2:5", 2, 1, {2, 5}, 7},
                                  {"n=20,weights=2:5,goal=1", 2, 0, {2, 5}, 7}};

/* The face around it, or -1. */
static int face_of(const struct die *die, const struct interval *at)
{
    uint64_t low = 0, unit = 1ull << (2 * at->level);
    for (int face = 0; face < die->faces; low += die->weight[face++] * unit)
        if (at->low >= low && at->low + at->width <= low + die->weight[face] * unit) return face;
    return -1;
}

static void check_die_row(const struct die *die, const struct linear *s, uint32_t row,
                          const struct interval *at)
{
    const struct csr *off = &s->a.off;
    struct interval half[] = {{4 * at->low, at->width, at->level + 1},
                              {4 * at->low + at->width, 3 * at->width, at->level + 1}};
    const double p[] = {0.25, 0.75};
    double b = 0, lost = 0, sum = 0;
    uint64_t k = off->row[row], next[2] = {UINT64_MAX, UINT64_MAX};
    assert_true(at->level < 28);
    assert_int_equal(face_of(die, at), -1);
    for (; k < off->row[row + 1]; k++) next[off->val[k] == -0.75] = k;
    for (int side = 0; side < 2; side++) {
        int face = face_of(die, &half[side]);
        bool is_row = next[side] != UINT64_MAX;
        if (is_row) {
            assert_true(off->val[next[side]] == -p[side]);
            sum += p[side];
            check_die_row(die, s, off->col[next[side]], &half[side]);
        } else if (face == die->goal) b += p[side];
        else lost += p[side]; /* another face, or never known to reach the goal */
    }
    assert_true(s->b[row] == b && sum + b + lost == 1);
}

static void die_is_the_program(void **state)
{
    for (size_t k = 0; k < sizeof dice / sizeof *dice; k++) {
        struct linear s;
        /* the first size from n on that the search stops at */
        unsigned n;
        char parameters[64];
        const char *rest = strchr(dice[k].parameters, ',');
        sscanf(dice[k].parameters, "n=%u", &n);
        do snprintf(parameters, sizeof parameters, "n=%u%s", n++, rest);
        while (try_make("biased_die", parameters, &s) != OK);
        assert_int_equal(s.a.off.rows, n - 1);
        assert_int_equal(s.a.off.nnz, n - 2);
        check_sound(&s);
        check_die_row(&dice[k], &s, 0, &(struct interval){0, dice[k].sum, 0});
        linear_free(&s);
    }
}

/* The border 1/3 of a fair coin: left and right by turns, and each left leaves a right half in the
 * goal. */
static void a_third_by_a_fair_coin(void **state)
{
    struct linear s = make("biased_die", "n=2001,weights=1:2,p=0.5");
    for (uint32_t i = 0; i < 2001; i++) {
        assert_int_equal(s.a.off.row[i + 1] - s.a.off.row[i], i < 2000);
        if (i < 2000) assert_true(s.a.off.col[i] == i + 1 && s.a.off.val[i] == -0.5);
        assert_true(s.b[i] == (i % 2 ? 0 : 0.5));
        assert_true(fabs(s.answer[i] - (i % 2 ? 1.0 / 3 : 2.0 / 3)) < 1e-6 || i > 1950);
    }
    linear_free(&s);
    assert_int_equal(try_make("biased_die", "n=2002,weights=1:2,p=0.5", &s), ERROR_INPUT);
    assert_non_null(strstr(fail_message(), "goes from 2001 to 2003 states at once"));
}

/* The more is searched, the nearer the goal's probability comes to its weight. */
static void long_dice_reach_their_weights(void **state)
{
    static const struct {
        const char *parameters;
        double weight;
    } cases[] = {{"n=667", 0.3},
                 {"n=6647", 0.3},
                 {"n=7647", 0.2},
                 {"n=500,weights=7:13,p=0.3,goal=1", 0.35}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        struct linear s = make("biased_die", cases[k].parameters);
        check_sound(&s);
        if (fabs(s.answer[0] - cases[k].weight) > 1e-13)
            fail_msg("%s: %.17g", cases[k].parameters, s.answer[0]);
        linear_free(&s);
    }
}

#define ONES "1:1:1:1:1:1:1:1:1:1:1:1:1:1:1:1:"

static void refusals_name_the_parameter(void **state)
{
    static const struct {
        const char *name, *parameters, *message;
    } cases[] = {
        {"biased_die", "", "parameter 'n'"},
        {"biased_die", "n=668",
         "n=668 is not a size of GRAPHITE's table 1 (667, 1333, 2000, 2668, 3647, 4647, 5647, "
         "6647, 7647); any other takes weights="},
        {"biased_die", "n=0,weights=1:2", "n=0: must be at least 1"},
        {"biased_die", "n=30000,weights=1:2", "at most 20000"},
        {"biased_die", "n=5,weights=3", "at least two faces"},
        {"biased_die", "n=5,weights=:", "'' is not a whole number"},
        {"biased_die", "n=5,weights=1::2", "'' is not a whole number"},
        {"biased_die", "n=5,weights=1:0:2", "'0' is not a whole number from 1 to 1000000"},
        {"biased_die", "n=5,weights=1:x", "'x' is not a whole number"},
        {"biased_die", "n=5,weights=1:1.5", "'1.5' is not a whole number"},
        {"biased_die", "n=5,weights=1:3,goal=3", "goal=3: weights=1:3 has 2 faces"},
        {"biased_die", "n=5,weights=1:3,p=0", "p=0: must be at least 0.001"},
        {"biased_die", "n=5,weights=" ONES ONES ONES ONES ONES ONES ONES ONES "1",
         "longer than 255"},
        {"biased_die", "n=2,weights=1:3", "found 3 states, and only 1 of them may reach the goal"},
        {"biased_die", "n=2,weights=1:1:2,goal=1", "and only 1 of them may reach the goal"},
        {"quicksort", "", "n= or length= must be given"},
        {"quicksort", "n=93",
         "n=93 is not a size of GRAPHITE's table 1 (92, 118, 142, 173, 198, 228, 250, 284, 313); "
         "any other list takes length="},
        {"quicksort", "n=92,a=3", "n=92 sets a"},
        {"quicksort", "n=92,r=0", "n=92 sets r"},
        {"quicksort", "n=92,state=full", "n=92 sets state"},
        {"quicksort", "length=1", "length=1: must be at least 2"},
        {"quicksort", "length=10,a=4,depth=3", "a=4 and length=10 have a common divisor"},
        {"quicksort", "length=8,depth=2", "ends before any list is sorted"},
        {"quicksort", "length=8,states=2", "ends before any list is sorted"},
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        struct linear s;
        assert_int_equal(try_make(cases[k].name, cases[k].parameters, &s), ERROR_INPUT);
        if (!strstr(fail_message(), cases[k].message))
            fail_msg("%s: %s", cases[k].parameters, fail_message());
        assert_null(s.b);
    }
}

static void failing_allocations_leave_nothing(void **state)
{
    static const char *const cases[][2] = {{"quicksort", "n=284"}, {"biased_die", "n=1333"}};
    for (size_t c = 0; c < 2; c++) {
        union argument arguments[MAX_ARGUMENTS];
        const struct generator *generator = find_generator(cases[c][0]);
        long k = 0;
        assert_int_equal(generator_arguments(generator, cases[c][1], arguments), OK);
        for (;; k++) {
            struct linear out;
            enum status status = refused_after(k, generator->make(arguments, &out));
            linear_free(&out);
            if (status == OK) break;
            assert_int_equal(status, ERROR_HOST_MEMORY);
            assert_true(k < 500);
        }
        assert_true(k > 10);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sizes_are_the_papers),
        cmocka_unit_test(quicksort_is_the_program),
        cmocka_unit_test(a_whole_quicksort_is_certain),
        cmocka_unit_test(die_is_the_program),
        cmocka_unit_test(a_third_by_a_fair_coin),
        cmocka_unit_test(long_dice_reach_their_weights),
        cmocka_unit_test(refusals_name_the_parameter),
        cmocka_unit_test(failing_allocations_leave_nothing),
    };
    return cmocka_run_group_tests_name("jpf_programs", tests, NULL, NULL);
}
