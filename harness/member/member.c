#include "harness/member/member.h"

#include <omp.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/output/json.h"
#include "base/process/clock.h"
#include "harness/case/fingerprint.h"
#include "harness/engines/message.h"
#include "harness/machine/threads.h"
#include "harness/member/session.h"
#include "harness/ranks/launch.h"

enum { LONGEST = 1 << 16 };

bool member_is_meant(int argc, char **argv)
{
    return argc == 1 + NMEMBER_WORDS && !strcmp(argv[1], MEMBER_MARK_WORD);
}

/* Prints the error message of this rank; the process that started the ranks looks for this line. */
static int member_give_up(int rank)
{
    fprintf(stderr, "warpmark: rank %d: %s\n", rank, fail_message());
    return 1;
}

/* Ends all ranks after an error, when the others already wait for this one and cannot be told of
 * it. */
static void check_alone(enum status status)
{
    if (status == OK) return;
    member_give_up(ranks_self()->rank);
    ranks_link_here()->abort(1);
}

/* Meeting */

static enum status check_identity(const char *wanted)
{
    struct fingerprint mine;
    char host[64] = "?";
    MUST(fingerprint_of_program(&mine));
    gethostname(host, sizeof host - 1);
    if (!strcmp(mine.text, wanted)) return OK;
    return fail(ERROR_ENVIRONMENT,
                "the program on %s is another build than the one that started it: install the same "
                "on all hosts",
                host);
}

static enum status check_count(const struct link_self *self, int wanted)
{
    if (self->size == wanted) return OK;
    return fail(ERROR_ENVIRONMENT,
                "%d ranks were started, and the launcher made %d: it must belong to the MPI that "
                "ranks_mpi.so was built with (WARPMARK_MPIEXEC)",
                wanted, self->size);
}

/* Chooses the card of a rank, before CUDA starts. If the user or Slurm gave a list, it has the
 * cards of all ranks of this host, or only one. */
static void choose_card(int k)
{
    const char *list = getenv("CUDA_VISIBLE_DEVICES");
    char text[80];
    snprintf(text, sizeof text, "%d", k);
    if (list && !strchr(list, ',')) return;
    for (; list && k > 0; k--)
        list = list[strcspn(list, ",")] ? list + strcspn(list, ",") + 1 : list;
    if (list) snprintf(text, sizeof text, "%.*s", (int)strcspn(list, ","), list);
    setenv("CUDA_VISIBLE_DEVICES", text, 1);
}

/* Opens the place of this rank. The ranks of a host share its threads. */
static const struct place *open_member(const char *kind, const struct link_self *self,
                                       struct session *session)
{
    session->threads = threads_count() / self->local_size;
    if (session->threads < 1) session->threads = 1;
    omp_set_num_threads(session->threads);
    if (strcmp(kind, "cards")) return find_place(session->threads > 1 ? "omp" : "seq");
    choose_card(self->local_rank);
    return find_place("cuda");
}

static enum status member_meet(char **word, struct session *session)
{
    enum status status = check_identity(word[MEMBER_IDENTITY]);
    struct link_self self = {.rank = 0};
    MUST(ranks_meet(word[MEMBER_LIBRARY], &self));
    if (status == OK) status = check_count(&self, atoi(word[MEMBER_COUNT]));
    session->member = open_member(word[MEMBER_KIND], &self, session);
    if (status == OK) status = session->member->probe();
    if (status == OK) status = ranks_find_device(session->member);
    MUST(ranks_agree(status));
    check_alone(ranks_meet_device());
    return OK;
}

/* Lines */

static char line[LONGEST];

/* Reads the next line to rank 0; "" at the end of input. */
static void read_line(void)
{
    size_t used = 0;
    char byte;
    while (used + 1 < sizeof line && read(STDIN_FILENO, &byte, 1) == 1 && byte != '\n')
        line[used++] = byte;
    line[used] = '\0';
}

/* Sends the next line from rank 0 to all ranks. */
static void share_line(void)
{
    uint32_t size;
    if (ranks_self()->rank == 0) read_line();
    size = (uint32_t)strlen(line) + 1;
    ranks_link_here()->await(&size, sizeof size);
    ranks_link_here()->broadcast(line, size, 0);
}

/* Called by rank 0 while it solves. Returns whether a line has arrived; the only possible one is a
 * request to stop. */
static bool is_told_to_stop(void)
{
    static const double look_every = 0.01;
    static double looked;
    struct pollfd input = {STDIN_FILENO, POLLIN, 0};
    const double now = clock_now();
    if (now < looked + look_every) return false;
    looked = now;
    if (poll(&input, 1, 0) <= 0) return false;
    read_line();
    return true;
}

static void member_answer(struct session *session, enum status status)
{
    if (ranks_self()->rank != 0) return;
    struct json json = {.out = stdout, .one_line = true};
    json_open_object(&json, NULL);
    if (status == OK) {
        session->answer(session, &json);
    } else {
        json_text(&json, "failure", fail_message());
        json_count(&json, "status", status);
    }
    json_close_object(&json);
    fflush(stdout);
}

static enum status open_session(struct session *session, const struct message *message)
{
    MUST(session_open(session, message));
    check_alone(ranks_warm_up(&session->solve));
    return OK;
}

/* Serves one line. Returns false if it was the last. */
static bool serve_line(struct session *session)
{
    struct message *message = NULL;
    const char *word = "";
    enum status status = *line ? message_read(line, &message) : OK;
    if (status == OK && message) status = message_text(message, "message", "", &word);
    const bool ends = !*line || !strcmp(word, "close");
    if (status == OK && !strcmp(word, "open")) status = open_session(session, message);
    else if (status == OK && !strcmp(word, "solve")) check_alone(session_solve(session, message));
    else if (status == OK && !strcmp(word, "answer")) status = session_answer(session);
    else if (status == OK && !strcmp(word, "write")) status = session_write(session, message);
    else if (!strcmp(word, "stop")) session->answer = NULL; /* the solve had ended before */
    if (!ends && (session->answer || status != OK)) member_answer(session, status);
    message_free(message);
    return !ends;
}

int member_serve(char **argv)
{
    static struct session session;
    char **word = argv + 1;
    prctl(PR_SET_PDEATHSIG, SIGKILL); /* dies with the process that started it */
    ranks_wants_stop = is_told_to_stop;
    enum status status = member_meet(word, &session);
    if (!ranks_link_here()) return member_give_up(0);
    if (status != OK) {
        share_line();
        member_answer(&session, status);
    } else {
        do share_line();
        while (serve_line(&session));
    }
    session_close(&session);
    ranks_leave_device();
    ranks_link_here()->end();
    return 0;
}
