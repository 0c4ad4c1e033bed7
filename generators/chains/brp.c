/* Bounded retransmission protocol (DTMC): a file of n frames over lossy channels, each frame sent
 * again up to max times. From PRISM's distribution. */
#include <string.h>

#include "generators/model.h"

enum { N, MAX }; /* parameters */

/* Variables: of the sender, of the receiver, whether a file is being sent, and the channels of
 * frames and of acknowledgements. */
enum { S, SREP, NRTR, I, BS, S_AB, FS, LS, R, RREP, FR, LR, BR, R_AB, RECV, T, K, L, VARIABLES };

/* Values of s, srep, r, rrep, and of k and l */
enum { SENDER_IDLE, NEXT_FRAME, WAIT_ACK, RETRANSMIT, SUCCESS, ERROR, WAIT_SYNC };
enum { SREP_NONE, SREP_NOT_OK, SREP_UNKNOWN, SREP_OK };
enum { NEW_FILE, FIRST_FRAME, FRAME_RECEIVED, FRAME_REPORTED, RECEIVER_IDLE, RESYNC };
enum { RREP_NONE, RREP_FIRST, RREP_MORE, RREP_OK, RREP_NOT_OK };
enum { IDLE, SENDING, LOST };

enum { OTHER, FRAME_SENT }; /* actions */

static enum status brp_check(const union argument *a)
{
    double n = (double)a[N].count, max = (double)a[MAX].count;
    return model_must_fit("brp", n * (13 * max + 16) + max + 3, 18 * n * (max + 1) + 3);
}

static void brp_space(const union argument *a, struct space *out)
{
    static const struct {
        const char *name;
        int high;
    } variables[] = {
        [S] = {"s", WAIT_SYNC}, [SREP] = {"srep", SREP_OK},
        [NRTR] = {"nrtr", 0},   [I] = {"i", 0},
        [BS] = {"bs", 1},       [S_AB] = {"s_ab", 1},
        [FS] = {"fs", 1},       [LS] = {"ls", 1},
        [R] = {"r", RESYNC},    [RREP] = {"rrep", RREP_NOT_OK},
        [FR] = {"fr", 1},       [LR] = {"lr", 1},
        [BR] = {"br", 1},       [R_AB] = {"r_ab", 1},
        [RECV] = {"recv", 1},   [T] = {"T", 1},
        [K] = {"k", LOST},      [L] = {"l", LOST},
    };
    for (int k = 0; k < VARIABLES; k++) {
        space_add(out, variables[k].name, 0, 0, variables[k].high, 0);
        out->truth[k] = variables[k].high == 1;
    }
    out->high[NRTR] = (int)a[MAX].count;
    out->high[I] = (int)a[N].count;
}

/* A state to change, and the step that collects its transitions. */
struct move {
    struct step *out;
    int next[VARIABLES];
};

static struct move from(const int *s, struct step *out)
{
    struct move move = {.out = out};
    memcpy(move.next, s, sizeof move.next);
    return move;
}

static void brp_move_to(struct move *move)
{
    step_command(move->out);
    step_to(move->out, move->next, 1, OTHER);
}

/* The same move with a message on a channel, lost with this probability. */
static void go_lossy(struct move *move, int channel, double loss, int action)
{
    step_command(move->out);
    move->next[channel] = SENDING;
    step_to(move->out, move->next, 1 - loss, action);
    move->next[channel] = LOST;
    step_to(move->out, move->next, loss, action);
}

static void new_file(const int *s, struct step *out)
{
    if (s[S] != SENDER_IDLE || s[T]) return;
    struct move move = from(s, out);
    move.next[S] = NEXT_FRAME;
    move.next[I] = 1;
    move.next[SREP] = SREP_NONE;
    move.next[T] = 1;
    brp_move_to(&move);
}

static void send_frame(const union argument *a, const int *s, struct step *out)
{
    bool again = s[S] == RETRANSMIT && s[NRTR] < (int)a[MAX].count;
    if (s[K] != IDLE || (s[S] != NEXT_FRAME && !again)) return;
    struct move move = from(s, out);
    move.next[S] = WAIT_ACK;
    move.next[NRTR] = again ? s[NRTR] + 1 : 0;
    move.next[FS] = s[I] == 1;
    move.next[LS] = s[I] == (int)a[N].count;
    move.next[BS] = s[S_AB];
    go_lossy(&move, K, 0.02, FRAME_SENT);
}

static void wait_for_ack(const int *s, struct step *out)
{
    if (s[S] != WAIT_ACK) return;
    struct move move = from(s, out);
    if (s[L] == SENDING) {
        move.next[S] = SUCCESS;
        move.next[S_AB] = !s[S_AB];
        move.next[L] = IDLE;
        brp_move_to(&move);
    }
    for (int channel = K; channel <= L; channel++) { /* time-out */
        if (s[channel] != LOST) continue;
        move = from(s, out);
        move.next[S] = RETRANSMIT;
        move.next[channel] = IDLE;
        brp_move_to(&move);
    }
}

static void report_to_sender(const union argument *a, const int *s, struct step *out)
{
    bool last = s[I] == (int)a[N].count;
    struct move move = from(s, out);
    if (s[S] == RETRANSMIT && s[NRTR] == (int)a[MAX].count) {
        move.next[S] = ERROR;
        move.next[SREP] = last ? SREP_UNKNOWN : SREP_NOT_OK;
        brp_move_to(&move);
    } else if (s[S] == SUCCESS) {
        move.next[S] = last ? SENDER_IDLE : NEXT_FRAME;
        if (last) move.next[SREP] = SREP_OK;
        else move.next[I]++;
        brp_move_to(&move);
    }
}

static void receive_frame(const int *s, struct step *out)
{
    if (s[K] != SENDING || (s[R] != NEW_FILE && s[R] != RECEIVER_IDLE)) return;
    struct move move = from(s, out);
    move.next[R] = s[R] == NEW_FILE ? FIRST_FRAME : FRAME_RECEIVED;
    move.next[FR] = s[FS];
    move.next[LR] = s[LS];
    move.next[BR] = s[BS];
    move.next[RECV] = s[T];
    move.next[K] = IDLE;
    brp_move_to(&move);
}

/* No command reports a frame that is both first and last. */
static void handle_frame(const int *s, struct step *out)
{
    struct move move = from(s, out);
    if (s[R] == FIRST_FRAME) {
        move.next[R] = FRAME_RECEIVED;
        move.next[R_AB] = s[BR];
        brp_move_to(&move);
    } else if (s[R] == FRAME_RECEIVED && s[R_AB] == s[BR] && !(s[FR] && s[LR])) {
        move.next[R] = FRAME_REPORTED;
        move.next[RREP] = s[FR] ? RREP_FIRST : s[LR] ? RREP_OK : RREP_MORE;
        brp_move_to(&move);
    }
}

static void send_ack(const int *s, struct step *out)
{
    bool repeated = s[R] == FRAME_RECEIVED && s[R_AB] != s[BR];
    if (s[L] != IDLE || (s[R] != FRAME_REPORTED && !repeated)) return;
    struct move move = from(s, out);
    move.next[R] = RECEIVER_IDLE;
    if (!repeated) move.next[R_AB] = !s[R_AB];
    go_lossy(&move, L, 0.01, OTHER);
}

static void resynchronise(const int *s, struct step *out)
{
    bool sender = s[S] == ERROR || s[S] == WAIT_SYNC;
    if (!sender || (s[R] != NEW_FILE && s[R] != RECEIVER_IDLE && s[R] != RESYNC)) return;
    struct move move = from(s, out);
    move.next[S] = s[S] == ERROR ? WAIT_SYNC : SENDER_IDLE;
    if (s[S] == WAIT_SYNC) move.next[S_AB] = 0;
    move.next[R] = s[R] == RECEIVER_IDLE ? RESYNC : NEW_FILE;
    if (s[R] == RECEIVER_IDLE && !s[LS]) move.next[RREP] = RREP_NOT_OK;
    if (s[R] == RESYNC) move.next[RREP] = RREP_NONE;
    brp_move_to(&move);
}

static void brp_step(const union argument *a, const int *s, struct step *out)
{
    new_file(s, out);
    send_frame(a, s, out);
    wait_for_ack(s, out);
    report_to_sender(a, s, out);
    receive_frame(s, out);
    handle_frame(s, out);
    send_ack(s, out);
    resynchronise(s, out);
}

static bool is_unknown(const union argument *a, const int *s)
{
    return s[S] == ERROR && s[SREP] == SREP_UNKNOWN;
}

static bool is_late(const union argument *a, const int *s)
{
    return s[S] == ERROR && s[SREP] == SREP_NOT_OK && s[I] > 8;
}

static bool is_unreceived(const union argument *a, const int *s)
{
    return s[SREP] != SREP_NONE && !s[RECV];
}

static bool is_only_received(const union argument *a, const int *s)
{
    return s[SREP] == SREP_NOT_OK && s[RREP] == RREP_OK && s[RECV];
}

static bool is_only_sent(const union argument *a, const int *s)
{
    return s[SREP] == SREP_OK && s[RREP] != RREP_OK && s[RECV];
}

static double first_sent(const union argument *a, const int *s, int action)
{
    return action == FRAME_SENT && s[I] == 1;
}

static const struct model model = {
    .type = CHAIN_DTMC,
    .check = brp_check,
    .space = brp_space,
    .step = brp_step,
    .labels = {{"error", .variable = S, .value = ERROR},
               {"unknown", is_unknown},
               {"late_error", is_late},
               {"unreceived", is_unreceived},
               {"only_received", is_only_received},
               {"only_sent", is_only_sent}},
    .rewards = {{"first_sent", NULL, first_sent}},
    /* The first two of PRISM's properties are certainly 0, so they come last. */
    .properties = {{"P=?[F s=5]", .goal = "error"},
                   {"P=?[F s=5&srep=2]", .goal = "unknown"},
                   {"P=?[F s=5&srep=1&i>8]", .goal = "late_error"},
                   {"P=?[F !(srep=0)&!recv]", .goal = "unreceived"},
                   {"R=?[F \"deadlock\"]", .reward = "first_sent", .goal = "deadlock"},
                   {"P=?[F srep=1&rrep=3&recv]", .goal = "only_received"},
                   {"P=?[F srep=3&!(rrep=3)&recv]", .goal = "only_sent"}},
    .counts = "n(13max+16)+max+3 states, 18n(max+1)+3 transitions",
};

const struct generator generator_brp = {
    .name = "brp",
    .title = "bounded retransmission protocol",
    .source = "D'Argenio, Jeannet, Jensen, Larsen 2001; PRISM's distribution",
    .parameters = {[N] = {"n", "frames of a file", PARAMETER_COUNT, "16", .min = 1, .max = 1e6},
                   [MAX] = {"max", "retransmissions of a frame", PARAMETER_COUNT, "2", .min = 1,
                            .max = 1000}},
    .model = &model,
};
