/* make bench-choices: sweeps over decision processes, on the GPU if there is one, else on all
 * cores, against a copy of two vectors on the same device in the same run. "best" sums up the rows
 * and takes the best in one pass where the layout can; "two" makes the values of rows first;
 * "pairs" is the sweep of ii; "steps" that of svi. Times are medians of ROUNDS. Bytes are those
 * that a sweep reads or writes at least: the matrix without a diagonal of ones, groups, b where it
 * is not zero, and each number of a vector once. Then the speed by these bytes as a share of the
 * copy's: of a long copy, and of one of as many bytes, which may stay in the cache and is short,
 * too. SOURCES as arguments: these alone. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/statistics/stats.h"
#include "base/memory.h"
#include "base/process/clock.h"
#include "problems/problem.h"
#include "solvers/groups.h"
#include "solvers/placed.h"
#include "solvers/solve.h"

enum { ROUNDS = 15, MOST_SWEEPS = 1000 };
enum kind { BEST, TWO, PAIRS, STEPS, NSWEEPS };

static const char *const kind_names[] = {"best", "two", "pairs", "steps"};
static const char *const compared[] = {"msr", "cmsr", "panels", "cusparse"};
enum { NCOMPARED = sizeof compared / sizeof *compared };

struct copying {
    void *from, *to;
    size_t n;
    double speed; /* bytes a second of a copy of n doubles */
};

struct bench {
    const struct place *place;
    const struct copying *copying;
    const struct problem *problem;
    struct stored stored;
    const struct mat_ops *mat;
    struct choice_rows choices;
    struct rhs b;
    uint64_t b_bytes;
    void *x, *next, *values; /* pairs; values: of each row */
    double *bounds;
    int *flags;  /* MOST_SWEEPS of them: no sweep knows the votes of another */
    double copy; /* bytes a second */
};

static enum status sweep(const struct bench *b, enum kind kind, int k)
{
    struct test test = {.criterion = RELATIVE, .epsilon = 1e-6, .flag = b->flags + k};
    const struct stored *s = &b->stored;
    const struct bracket how = {.rule = kind == PAIRS ? BRACKET_INTERVAL : BRACKET_STEPS,
                                .x = b->x,
                                .next = b->next,
                                .margin = 1e-14,
                                .floor = 1e-300,
                                .grown = 1e-12,
                                .bounds = b->bounds,
                                .choices = &b->choices,
                                .values = b->values,
                                .test = &test};
    if (kind >= PAIRS) return b->mat->bracket(s, &b->b, &how);
    if (kind == BEST) return b->mat->best(s, &b->b, &b->choices, b->x, b->next, NULL, &test);
    MUST(b->mat->jacobi(s, &b->b, b->x, b->values, 1, NULL));
    return b->place->vec[F64]->best(stored_unknowns(s), &b->choices, b->values, b->x, b->next, NULL,
                                    &test);
}

static bool can(const struct bench *b, enum kind kind)
{
    if (kind == BEST) return b->mat->best != NULL;
    return kind == TWO || b->mat->bracket;
}

/* Bytes of an array that a sweep reads: no diagonal of ones. */
static uint64_t matrix_bytes(const struct bench *b, enum kind kind)
{
    const struct stored *s = &b->stored;
    uint64_t bytes = stored_bytes(s);
    for (int k = 0; k < MAX_ARRAYS && s->layout->array_names[k]; k++)
        if (kind != TWO && !s->keeps && b->mat->best &&
            strstr(s->layout->array_names[k], "diagonal"))
            bytes -= stored_array_bytes(s, k);
    return bytes;
}

static uint64_t bytes_of(const struct bench *b, enum kind kind)
{
    const struct stored *s = &b->stored;
    const uint64_t unknowns = stored_unknowns(s), width = kind >= PAIRS ? 2 : 1;
    uint64_t numbers = 2 * width * unknowns;
    if (kind == TWO) numbers += 2 * s->n;
    if (kind == STEPS) numbers += 4 * s->n; /* pairs of each row, written and read */
    if (kind < PAIRS && s->keeps) numbers += s->n;
    return matrix_bytes(b, kind) + b->b_bytes + 4 * (unknowns + 1) + 8 * numbers;
}

static enum status time_sweeps(const struct bench *b, enum kind kind, int count, double *out)
{
    static const int none[MOST_SWEEPS];
    static const double bounds[BRACKET_BOUNDS] = {0, 1, -INFINITY};
    MUST(b->place->put(b->flags, none, sizeof none));
    MUST(b->place->put(b->bounds, bounds, sizeof bounds));
    MUST(b->place->synchronise());
    const double start = clock_now();
    for (int k = 0; k < count; k++) MUST(sweep(b, kind, k));
    MUST(b->place->synchronise());
    *out = (clock_now() - start) / count;
    return OK;
}

/* Median seconds of a copy that reads and writes `bytes`. */
static enum status time_copy(const struct place *place, const struct copying *c, double bytes,
                             double *out)
{
    const size_t wanted = (size_t)(bytes / 16), n = wanted < c->n ? wanted : c->n;
    double times[ROUNDS];
    struct summary found;
    for (int k = -1; k < ROUNDS; k++) {
        MUST(place->synchronise());
        const double start = clock_now();
        for (int j = 0; j < 20; j++) MUST(place->vec[F64]->copy(n, c->from, c->to));
        MUST(place->synchronise());
        times[k < 0 ? 0 : k] = (clock_now() - start) / 20;
    }
    MUST(summarise(ROUNDS, times, &found));
    *out = found.median;
    return OK;
}

static enum status measure(const struct bench *b, enum kind kind)
{
    double times[ROUNDS], once, copy;
    struct summary found;
    MUST(time_sweeps(b, kind, 1, &once));
    MUST(time_sweeps(b, kind, 2, &once));
    const int count = once < 0.02 / MOST_SWEEPS ? MOST_SWEEPS : 1 + (int)(0.02 / once);
    for (int k = 0; k < ROUNDS; k++) MUST(time_sweeps(b, kind, count, &times[k]));
    MUST(summarise(ROUNDS, times, &found));
    const double bytes = (double)bytes_of(b, kind), speed = bytes / found.median;
    MUST(time_copy(b->place, b->copying, bytes, &copy));
    printf("  %-8s %-5s %8.1f [%.1f, %.1f] us %8.1f MB %7.0f GB/s   %.2f   %.2f\n",
           b->stored.layout->name, kind_names[kind], found.median * 1e6, found.ci_low * 1e6,
           found.ci_high * 1e6, bytes * 1e-6, speed * 1e-9, speed / b->copying->speed,
           copy / found.median);
    fflush(stdout);
    return OK;
}

static enum status bring_b(struct bench *b)
{
    const double *from = b->problem->system.b;
    uint32_t *marks = NULL;
    const size_t rows = b->stored.n, words = groups_words(rows);
    if (!from) return OK;
    MUST(place_bring(b->place, from, rows * sizeof *from, &b->b.entry));
    if (b->place->on_host) b->b_bytes = rows * sizeof *from;
    else MUST(groups_mark(from, rows, &marks));
    if (b->place->on_host) return OK;
    b->b_bytes = marks ? words * sizeof *marks : rows * sizeof *from;
    for (size_t w = 0; marks && w < words; w++)
        b->b_bytes += (uint64_t)__builtin_popcount(marks[w]) * GROUP_ENTRIES * sizeof *from;
    enum status status =
        marks ? place_bring(b->place, marks, words * sizeof *marks, &b->b.marks) : OK;
    if (status == OK) status = b->place->synchronise();
    free(marks);
    return status;
}

static enum status bring_stay(struct bench *b, void **out)
{
    const struct matrix *a = &b->problem->system.a;
    double *stay = NULL;
    if (!b->stored.keeps) return OK;
    MUST(allocate(a->off.rows, sizeof *stay, "a vector", &stay));
    for (uint32_t c = 0; c < a->off.rows; c++) stay[c] = 1 - a->diag[c];
    enum status status = place_bring(b->place, stay, a->off.rows * sizeof *stay, out);
    if (status == OK) status = b->place->synchronise();
    free(stay);
    return status;
}

static enum status bring_vectors(struct bench *b, double **pairs)
{
    const struct matrix *a = &b->problem->system.a;
    const size_t n = a->ngroups, bytes = 2 * (size_t)b->stored.n * sizeof(double);
    void *group, *stay = NULL;
    MUST(allocate(2 * n, sizeof **pairs, "a vector", pairs));
    for (size_t i = 0; i < 2 * n; i++) (*pairs)[i] = (double)(1 + i % 7) / 16;
    MUST(b->place->allocate(bytes, &b->x));
    MUST(b->place->allocate(bytes, &b->next));
    MUST(b->place->allocate(bytes, &b->values));
    MUST(b->place->allocate(BRACKET_BOUNDS * sizeof *b->bounds, (void **)&b->bounds));
    MUST(b->place->allocate(MOST_SWEEPS * sizeof *b->flags, (void **)&b->flags));
    MUST(b->place->put(b->x, *pairs, 2 * n * sizeof **pairs));
    MUST(place_bring(b->place, a->group, (n + 1) * sizeof *a->group, &group));
    b->choices.group = group;
    MUST(bring_stay(b, &stay));
    b->choices.stay = stay;
    MUST(bring_b(b));
    return b->place->synchronise();
}

static void release(struct bench *b)
{
    void *owned[] = {b->x,
                     b->next,
                     b->values,
                     b->bounds,
                     b->flags,
                     b->b.entry,
                     b->b.marks,
                     (void *)b->choices.group,
                     (void *)b->choices.stay};
    for (size_t k = 0; k < sizeof owned / sizeof *owned; k++)
        if (owned[k]) b->place->release(owned[k]);
    stored_free(&b->stored);
}

static enum status bench(const struct problem *problem, const struct place *place,
                         const char *layout, const struct copying *copying)
{
    enum status status = OK;
    double *pairs = NULL;
    struct bench b = {.place = place, .problem = problem, .copying = copying};
    b.choices.largest = problem->optimum.largest;
    if (!find_mat_ops(find_layout(layout), place, F64)) return OK;
    TRY(stored_build_at(place, find_layout(layout), F64, NULL, &problem->system.a, &b.stored));
    TRY(stored_upload(place, &b.stored));
    b.mat = find_mat_ops(b.stored.layout, place, F64);
    TRY(bring_vectors(&b, &pairs));
    for (int kind = 0; kind < NSWEEPS; kind++)
        if (can(&b, (enum kind)kind)) TRY(measure(&b, (enum kind)kind));
out:
    free(pairs);
    release(&b);
    return status;
}

static enum status open_copying(const struct place *place, struct copying *out)
{
    double seconds;
    const size_t n = out->n = place->on_host ? 1 << 24 : 1 << 27, bytes = n * sizeof(double);
    MUST(place->allocate(bytes, &out->from));
    MUST(place->allocate(bytes, &out->to));
    MUST(place->vec[F64]->zero(n, out->from));
    MUST(time_copy(place, out, 2 * (double)bytes, &seconds));
    out->speed = 2 * (double)bytes / seconds;
    printf("place %s: a copy moves %.0f GB/s\n", place->name, out->speed * 1e-9);
    return OK;
}

static enum status compare(const char *source, const struct place *place,
                           const struct copying *copying)
{
    enum status status = OK;
    struct problem problem = {0};
    TRY(problem_open(source, &problem));
    const struct matrix *a = &problem.system.a;
    if (!a->ngroups) TRY(fail(ERROR_INPUT, "%s is no decision process", source));
    printf("%s: %u unknowns, %u rows, %llu entries\n", source, a->ngroups, a->off.rows,
           (unsigned long long)a->off.nnz);
    for (int l = 0; l < NCOMPARED; l++) TRY(bench(&problem, place, compared[l], copying));
out:
    problem_free(&problem);
    return status;
}

int main(int argc, char **argv)
{
    static char *const sources[] = {"consensus:n=6,k=2,property=1", "csma:n=3,k=4,property=4",
                                    "wlan:backoff=6,property=2"};
    char *const *list = argc > 1 ? argv + 1 : sources;
    const int count = argc > 1 ? argc - 1 : (int)(sizeof sources / sizeof *sources);
    const struct place *place = find_place("cuda");
    struct copying copying = {0};
    if (place->probe() != OK) place = find_place("omp");
    enum status status = open_copying(place, &copying);
    for (int k = 0; k < count && status == OK; k++) status = compare(list[k], place, &copying);
    if (copying.from) place->release(copying.from);
    if (copying.to) place->release(copying.to);
    if (status != OK) fprintf(stderr, "%s\n", fail_message());
    return status != OK;
}
