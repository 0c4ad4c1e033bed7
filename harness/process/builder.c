#include "harness/process/builder.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/statistics/stats.h"
#include "base/memory.h"
#include "base/process/clock.h"
#include "harness/case/prove_case.h"
#include "harness/machine/machine.h"
#include "harness/process/diagonals.h"
#include "harness/process/progress.h"
#include "harness/process/run_in_child.h"
#include "problems/pack.h"

static void say(struct record *reply, const void *bytes, size_t size)
{
    memcpy(reply->bytes, bytes, size);
    reply->size = (uint32_t)size;
}

/* A problem */

struct built {
    struct result_problem facts; /* its texts and axes are not used */
    enum problem_kind kind;
};

/* Describes a problem without looking at rows, since they are not stored. */
static enum status describe_unstored(const struct problem *problem, double seconds,
                                     struct result_problem *out)
{
    out->n = problem_unknowns(problem);
    out->nnz = matrix_entries(&problem->system.a);
    out->row_min = out->row_max = MISSING;
    out->generate = seconds;
    out->diagonal_share = NAN;
    return OK;
}

static enum status describe_problem(const struct problem *problem, double seconds,
                                    struct result_problem *out)
{
    const struct csr *off = &problem->system.a.off;
    const struct product *product = &problem->product;
    bool graph = problem->kind == KIND_PRODUCT;
    const uint64_t *row = graph ? product->row : off->row;
    out->n = graph ? product->n : off->rows;
    out->states = problem->states;
    out->transitions = problem->transitions;
    out->classes = problem->classes;
    out->reduce = problem->reducing > 0 ? problem->reducing : NAN;
    out->prove_inside = problem->asked.inner ? problem->asked.seconds : NAN;
    out->proven_inside = problem->asked.inner;
    out->nnz = graph ? product->m : off->nnz;
    if (!graph && !matrix_is_stored(&problem->system.a))
        return describe_unstored(problem, seconds, out);
    out->row_min = out->n ? UINT64_MAX - 1 : 0;
    out->row_max = 0;
    for (uint64_t i = 0; i < out->n; i++) {
        uint64_t length = row[i + 1] - row[i];
        if (length < out->row_min) out->row_min = length;
        if (length > out->row_max) out->row_max = length;
    }
    out->generate = seconds;
    out->diagonal_share = NAN;
    return graph ? OK : diagonal_share(off, &out->diagonal_share);
}

struct building {
    const char *source;
    struct prove_settings proof;
    bool no_room; /* memory suffices for the problem but not for the proof */
};

static enum status build_in_child(void *argument, int fd, struct record *reply)
{
    const struct building *building = argument;
    struct prove_settings proof = building->proof;
    enum status status = OK;
    struct problem problem;
    struct built built = {0};
    double start = clock_now();
    MUST(progress_open(building->source, &problem));
    built.kind = problem.kind;
    TRY(describe_problem(&problem, clock_now() - start, &built.facts));
    if (proof.width > 0) proof.place = place_of_proof(&problem, proof.place);
    TRY(progress_prove(&problem, &proof, &built.facts.prove));
    built.facts.proof_found = problem.proof.found;
    if (building->no_room)
        snprintf(problem.proof.note, sizeof problem.proof.note,
                 "the proof takes more memory than there is");
    say(reply, &built, sizeof built);
    return problem_pack(&problem, fd);
out:
    problem_free(&problem);
    return status;
}

enum status build_problem(int fd, double memory, const struct prove_settings *proof,
                          struct result_problem *out)
{
    enum status status = OK;
    struct record reply;
    struct built built;
    struct building building = {.source = out->source, .proof = *proof};
    status = run_in_child(out->source, build_in_child, &building, fd, memory, &reply);
    if (status == ERROR_HOST_MEMORY && proof->width > 0) {
        building.no_room = true;
        building.proof.width = 0;
        status = run_in_child(out->source, build_in_child, &building, fd, memory, &reply);
    }
    if (status != OK) return status;
    memcpy(&built, reply.bytes, sizeof built);
    TRY(copy_text(problem_kind_names[built.kind], &built.facts.kind));
    status = result_problem_learn(out, &built.facts);
    free(built.facts.kind);
out:
    return status;
}

/* The machine: names and values, each with its zero byte */

static enum status find_facts(void *unused, int fd, struct record *reply)
{
    (void)unused, (void)fd;
    struct fact *facts;
    size_t count, used = 0;
    enum status status = machine_facts(&facts, &count);
    if (status != OK) return status;
    for (size_t k = 0; k < 2 * count && status == OK; k++) {
        const char *text = k % 2 ? facts[k / 2].value : facts[k / 2].name;
        size_t size = strlen(text) + 1;
        if (size > sizeof reply->bytes - used)
            status = fail(ERROR_HOST_MEMORY, "too many facts about the machine");
        else memcpy(reply->bytes + used, text, size), used += size;
    }
    reply->size = (uint32_t)used;
    facts_free(facts, count);
    return status;
}

static enum status read_facts(const struct record *reply, struct fact **out, size_t *count)
{
    struct facts facts = {0};
    enum status status = OK;
    const char *name = (const char *)reply->bytes, *end = name + reply->size;
    while (name < end && status == OK) {
        const char *value = name + strlen(name) + 1;
        status = facts_add(&facts, name, "%s", value);
        name = value + strlen(value) + 1;
    }
    return facts_finish(status, &facts, out, count);
}

enum status ask_machine(struct fact **out, size_t *count)
{
    struct record reply;
    enum status status = run_in_child("asking the devices", find_facts, NULL, -1, INFINITY, &reply);
    return status == OK ? read_facts(&reply, out, count) : status;
}

/* A copy */

enum { DEVICE_ENTRIES = 1 << 25, HOST_ENTRIES = 1 << 23 };

static enum status timed_copy(const struct place *place, size_t n, const void *x, void *y,
                              double *seconds)
{
    double start = clock_now();
    if (place->span_begin) MUST(place->span_begin());
    MUST(place->copy(y, x, n * sizeof(double)));
    if (place->span_end) MUST(place->span_end(seconds));
    MUST(place->synchronise());
    if (!place->span_end) *seconds = clock_now() - start;
    return OK;
}

/* Bytes read and written in a second: the median of copies of a vector of 256 MiB (host places: 64
 * MiB), after an untimed one, by the place's own clock if it has one. */
static enum status copy_bandwidth(const struct place *place, uint64_t samples, double *out)
{
    enum status status = OK;
    size_t n = place->on_host ? HOST_ENTRIES : DEVICE_ENTRIES;
    void *x = NULL, *y = NULL;
    double *seconds = NULL, untimed;
    TRY(allocate(samples, sizeof *seconds, "samples", &seconds));
    TRY(place->allocate(n * sizeof(double), &x));
    TRY(place->allocate(n * sizeof(double), &y));
    TRY(place->vec[F64]->zero(n, x));
    TRY(timed_copy(place, n, x, y, &untimed));
    for (uint64_t k = 0; k < samples; k++) TRY(timed_copy(place, n, x, y, &seconds[k]));
    *out = 2 * (double)n * sizeof(double) / sort_to_median(samples, seconds);
out:
    if (x) place->release(x);
    if (y) place->release(y);
    free(seconds);
    return status;
}

struct copying {
    const struct place *place;
    uint64_t samples;
};

static enum status copy_in_child(void *argument, int fd, struct record *reply)
{
    (void)fd;
    const struct copying *copying = argument;
    double bandwidth = NAN;
    if (copying->place->probe() != OK || !copying->place->copy ||
        copy_bandwidth(copying->place, copying->samples, &bandwidth) != OK)
        bandwidth = NAN;
    say(reply, &bandwidth, sizeof bandwidth);
    return OK;
}

enum status ask_bandwidth(const struct place *place, uint64_t samples, double *out)
{
    struct record reply;
    struct copying copying = {place, samples};
    enum status status =
        run_in_child("timing a copy", copy_in_child, &copying, -1, INFINITY, &reply);
    if (status == OK) memcpy(out, reply.bytes, sizeof *out);
    return status;
}
