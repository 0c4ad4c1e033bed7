#include "harness/member/session.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/process/clock.h"
#include "datasets/format.h"
#include "harness/case/variant.h"
#include "harness/ranks/halo_note.h"
#include "harness/ranks/system_file.h"
#include "problems/problem.h"
#include "solvers/ranks/rank_ops.h"

/* Opening */

struct order {
    struct variant variant;
    struct solve_settings settings;
    const char *system, *source; /* source: "" unless ranks make the rows */
    uint64_t stamp;              /* of its file */
};

static enum status read_order(struct session *session, const struct message *message,
                              struct order *out)
{
    const char *name, *criterion, *answer;
    uint64_t classes;
    struct solve_settings *settings = &out->settings;
    *out = (struct order){.settings.max_iterations = 1};
    MUST(message_text(message, "variant", "", &name));
    MUST(variant_parse(name, &out->variant));
    MUST(message_text(message, "criterion", "", &criterion));
    MUST(message_number(message, "epsilon", 0, &settings->epsilon));
    MUST(message_number(message, "scale", 0, &settings->scale));
    MUST(message_number(message, "step", 0, &settings->step));
    MUST(message_count(message, "steps", 0, &settings->steps));
    MUST(message_number(message, "jumps", 0, &settings->jumps));
    MUST(message_count(message, "classes", 0, &classes));
    MUST(message_text(message, "system", "", &out->system));
    MUST(message_text(message, "source", "", &out->source));
    MUST(message_count(message, "stamp", 0, &out->stamp));
    MUST(message_text(message, "answer", "", &answer));
    settings->criterion = strcmp(criterion, "relative") ? ABSOLUTE : RELATIVE;
    settings->nclasses = (uint32_t)classes;
    settings->options = out->variant.options;
    settings->stop = &ranks_stop;
    session->method = out->variant.method;
    return copy_text(answer, &session->path);
}

/* Both gather `mine` from all ranks; sum_of_ranks returns the sum, largest_of_ranks the maximum. */
static uint64_t sum_of_ranks(uint64_t mine)
{
    uint64_t all[MOST_PARTS], sum = 0;
    ranks_link_here()->gather(&mine, sizeof mine, all);
    for (int k = 0; k < ranks_self()->size; k++) sum += all[k];
    return sum;
}

static double largest_of_ranks(double mine)
{
    double all[MOST_PARTS], largest = 0;
    ranks_link_here()->gather(&mine, sizeof mine, all);
    for (int k = 0; k < ranks_self()->size; k++) largest = fmax(largest, all[k]);
    return largest;
}

static enum status make_own_rows(struct session *session, const struct order *order)
{
    const struct rank_rows *rows = &session->rows;
    struct linear own = {.a = rows->own.a, .b = rows->own.b, .x0 = rows->own.x0};
    return make_rows(order->source, order->stamp, &own);
}

static enum status deal(struct session *session, const struct order *order)
{
    struct rank_system whole;
    const bool first = ranks_self()->rank == 0;
    MUST(ranks_agree(first ? system_file_map(order->system, &whole) : OK));
    MUST(ranks_deal(first ? &whole : NULL, &session->rows));
    return *order->source ? ranks_agree(make_own_rows(session, order)) : OK;
}

static void note_halo(const struct session *session, enum row_order order, char *out, size_t size)
{
    struct halo_size sizes[MOST_PARTS],
        mine = {.received = session->local.halo_count, .rows = session->local.count};
    ranks_link_here()->gather(&mine, sizeof mine, sizes);
    halo_note(ranks_self()->size, sizes, order, session->rows.stored, out, size);
}

/* Writes the note of a session. The number of hosts is the number of ranks that are the first of
 * their host. The layout's note is taken from the first rank that has one. */
static void session_describe(struct session *session, enum row_order order)
{
    const struct link_self *self = ranks_self();
    const struct rank_ops *device = ranks_device();
    char notes[MOST_PARTS][sizeof session->stored.note], each[64], halo[120];
    const unsigned long long hosts = sum_of_ranks(self->local_rank == 0);
    int k = 0;
    ranks_link_here()->gather(session->stored.part->note, sizeof notes[0], notes);
    note_halo(session, order, halo, sizeof halo);
    while (k < self->size && !*notes[k]) k++;
    if (device) snprintf(each, sizeof each, "a GPU each, by %s", device->title());
    else
        snprintf(each, sizeof each, "%d core%s each", session->threads,
                 session->threads == 1 ? "" : "s");
    snprintf(session->note, sizeof session->note, "%d ranks on %llu host%s, %s%s%s%s%s", self->size,
             hosts, hosts == 1 ? "" : "s", each, k < self->size ? "; " : "",
             k < self->size ? notes[k] : "", *halo ? "; " : "", halo);
}

static void answer_open(const struct session *session, struct json *json)
{
    json_number(json, "layout", session->layout);
    json_number(json, "upload", session->upload);
    json_count(json, "bytes", session->bytes);
    json_text(json, "note", session->note);
}

enum status session_open(struct session *session, const struct message *message)
{
    struct order order;
    MUST(ranks_agree(read_order(session, message, &order)));
    double start = clock_now();
    MUST(deal(session, &order));
    session->upload = largest_of_ranks(clock_now() - start);
    start = clock_now();
    MUST(ranks_number(&session->rows, &session->local));
    if (order.variant.layout->ascending) rank_rows_sort(&session->rows);
    MUST(ranks_store(session->member, order.variant.layout, order.variant.precision,
                     &order.variant.options, &session->rows, &session->local, &session->stored));
    session->layout = largest_of_ranks(clock_now() - start);
    session->bytes = sum_of_ranks(stored_bytes(&session->stored));
    order.settings.matrix = &session->rows.own.a; /* read while the solve is made, and freed then */
    MUST(ranks_agree(solve_create(&session->stored, session->method, session->rows.own.b,
                                  &order.settings, &session->solve)));
    session_describe(session, order.variant.order);
    matrix_free(&session->rows.own.a);
    session->answer = answer_open;
    return OK;
}

/* Solving */

static void answer_solve(const struct session *session, struct json *json)
{
    json_count(json, "outcome", session->solve.outcome);
    json_count(json, "iterations", session->solve.iterations);
    json_count(json, "rounded", session->solve.rounded);
    json_number(json, "seconds", session->seconds);
    json_text(json, "note", session->solve.note);
}

enum status session_solve(struct session *session, const struct message *message)
{
    struct solve *solve = &session->solve;
    MUST(message_count(message, "limit", 1, &solve->max_iterations));
    MUST(solve_reset(solve, session->rows.own.x0));
    ranks_link_here()->barrier();
    const double start = clock_now();
    MUST(ranks_run(solve));
    ranks_link_here()->barrier();
    session->seconds = clock_now() - start;
    session->answer = answer_solve;
    return OK;
}

/* The answer */

static enum status write_answer(const struct session *session, const double *x)
{
    const size_t n = session->rows.unknowns;
    FILE *file = fopen(session->path, "we");
    if (!file) return fail(ERROR_IO, "cannot write %s: %s", session->path, strerror(errno));
    bool good = fwrite(x, sizeof *x, n, file) == n;
    good = fclose(file) == 0 && good;
    return good ? OK : fail(ERROR_IO, "cannot write %s: %s", session->path, strerror(errno));
}

/* Gathers the answer on rank 0. whole: there n numbers, else NULL. */
static void gather_answer(const struct session *session, double *own, double *whole)
{
    const uint32_t *start = session->rows.start;
    struct link_piece received[MOST_PARTS],
        sent = {.rank = 0, .at = own, .bytes = session->local.count * sizeof *own};
    int count = 0;
    for (int k = 0; whole && k < ranks_self()->size; k++)
        received[count++] = (struct link_piece){
            k, whole + start[k], (start[k + 1] - (uint64_t)start[k]) * sizeof *whole};
    ranks_link_here()->exchange(1, &sent, count, received);
}

static void answer_answer(const struct session *session, struct json *json)
{
    json_number(json, "change", session->change);
}

enum status session_answer(struct session *session)
{
    enum status status = OK;
    double *own = NULL, *whole = NULL;
    const bool first = ranks_self()->rank == 0;
    TRY(ranks_agree(allocate(session->local.count, sizeof *own, "an answer", &own)));
    TRY(ranks_agree(first ? allocate(session->rows.unknowns, sizeof *whole, "an answer", &whole)
                          : OK));
    TRY(ranks_agree(solve_download(&session->solve, own)));
    gather_answer(session, own, whole);
    TRY(ranks_agree(first ? write_answer(session, whole) : OK));
    session->change = NAN;
    if (session->method->change)
        TRY(ranks_agree(session->method->change(&session->solve, &session->change)));
    session->answer = answer_answer;
out:
    free(own);
    free(whole);
    return status;
}

/* Writing a system */

static void answer_write(const struct session *session, struct json *json)
{
    json_count(json, "rows", session->written.rows);
    json_count(json, "entries", session->written.entries);
}

enum status session_write(struct session *session, const struct message *message)
{
    const char *source, *path, *program;
    MUST(message_text(message, "source", "", &source));
    MUST(message_text(message, "path", "", &path));
    MUST(message_text(message, "program", "", &program));
    format_origin = (struct origin){.source = source, .program = program, .fresh = true};
    memory_shared((int)sum_of_ranks(ranks_self()->local_rank == 0)); /* hosts */
    MUST(write_system(source, path, &session->written));
    session->answer = answer_write;
    return OK;
}

void session_close(struct session *session)
{
    solve_free(&session->solve);
    ranks_store_free(&session->stored);
    rank_local_free(&session->local);
    rank_rows_free(&session->rows);
    free(session->path);
    *session = (struct session){0};
}
