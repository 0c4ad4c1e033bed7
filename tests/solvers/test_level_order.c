/* Rows moved into the order of their levels: a permutation that keeps the sum of every row and the
 * result of every sweep in place, bit for bit. No GPU is needed. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "generators/generator.h"
#include "harness/case/build_layout.h"
#include "problems/problem.h"
#include "problems/row_order.h"
#include "tests/support/operations.h"

enum { SWEEPS = 3, MOST_ROWS = 200000 };

/* A system, and the same in the order of its levels. */
struct moved {
    struct linear level;
    struct schedule schedule;
    uint32_t *sequence;
};

static void move(const struct linear *system, struct moved *out)
{
    assert_ok(schedule_build(&system->a.off, BY_BLOCK, &out->schedule));
    assert_ok(schedule_store_rows(&out->schedule, &out->sequence));
    assert_ok(row_order_move(system, out->sequence, &out->level));
    assert_null(out->schedule.row);
    assert_null(out->schedule.run);
}

static void moved_free(struct moved *moved)
{
    linear_free(&moved->level);
    schedule_free(&moved->schedule);
    free(moved->sequence);
}

static void assert_permutation(uint32_t n, const uint32_t *sequence)
{
    uint8_t *there = calloc(n, 1);
    assert_non_null(there);
    for (uint32_t k = 0; k < n; k++) {
        assert_true(sequence[k] < n && !there[sequence[k]]);
        there[sequence[k]] = 1;
    }
    free(there);
}

/* Entries have the order of the given row, and no row shares one with a row of its level. */
static void assert_rows(const struct csr *off, const struct moved *moved)
{
    const struct csr *to = &moved->level.a.off;
    const struct schedule *s = &moved->schedule;
    assert_int_equal(s->start[s->nsteps], off->rows);
    for (uint32_t l = 0; l < s->nsteps; l++)
        for (uint32_t k = s->start[l]; k < s->start[l + 1]; k++) {
            const uint64_t first = off->row[moved->sequence[k]],
                           count = off->row[moved->sequence[k] + 1] - first;
            assert_int_equal(to->row[k + 1] - to->row[k], count);
            for (uint64_t e = 0; e < count; e++) {
                const uint32_t col = to->col[to->row[k] + e], given = moved->sequence[col];
                assert_int_equal(given, off->col[first + e]);
                assert_true(to->val[to->row[k] + e] == off->val[first + e]);
                assert_true(given < moved->sequence[k] ? col < s->start[l]
                                                       : col >= s->start[l + 1]);
            }
        }
}

/* x := a few sweeps of msr on one core. */
static void sweep(const struct linear *system, bool descending, double *x)
{
    const struct layout *msr = layouts[0];
    struct stored stored;
    assert_ok(stored_build(msr, F64, NULL, &system->a, &stored));
    assert_ok(stored_upload(places[0], &stored));
    for (int k = 0; k < SWEEPS; k++)
        assert_ok(find_mat_ops(msr, places[0], F64)
                      ->gauss_seidel(&stored, system->b, x, descending, NULL));
    stored_free(&stored);
}

static void assert_same_sweeps(const struct linear *system, const struct moved *moved)
{
    const uint32_t n = system->a.off.rows;
    for (int descending = 0; descending < 2; descending++) {
        double *x = random_vector(seed, 60, n), *y = malloc(n * sizeof *y),
               *back = malloc(n * sizeof *back);
        assert_true(y && back);
        for (uint32_t k = 0; k < n; k++) y[k] = x[moved->sequence[k]];
        sweep(system, descending, x);
        sweep(&moved->level, descending, y);
        row_order_undo(n, moved->sequence, y, back);
        assert_memory_equal(x, back, n * sizeof *x);
        free(x);
        free(y);
        free(back);
    }
}

static void check_system(const struct linear *system)
{
    struct moved moved;
    move(system, &moved);
    assert_permutation(system->a.off.rows, moved.sequence);
    assert_rows(&system->a.off, &moved);
    assert_same_sweeps(system, &moved);
    moved_free(&moved);
}

/* Returns whether there was a system to check. */
static bool check_source(const char *source)
{
    struct problem problem;
    if (problem_check(source) != OK || problem_open(source, &problem) != OK) return false;
    const struct matrix *a = &problem.system.a;
    const bool checked = problem.kind != KIND_PRODUCT && problem.kind != KIND_OPTIMUM &&
                         a->off.rows > 0 && a->off.rows < MOST_ROWS && a->off.row;
    if (checked) check_system(&problem.system);
    problem_free(&problem);
    return checked;
}

static void rows_of_every_generator_keep_their_sweeps(void **state)
{
    char source[256];
    int checked = 0;
    for (int k = 0; k < generator_count; k++) {
        const struct generator *generator = generators[k];
        int at = snprintf(source, sizeof source, "%s:", generator->name);
        for (const struct parameter *p = generator->parameters; p->name; p++)
            if (!p->fallback)
                at += snprintf(source + at, sizeof source - (size_t)at, "%s=%g,", p->name,
                               p->min + 1);
        source[at - 1] = '\0'; /* the comma, or the colon */
        checked += check_source(source);
    }
    assert_true(checked > generator_count / 3);
}

/* Chains whose levels are one row, few, and many rows wide. */
static void rows_of_larger_chains_keep_their_sweeps(void **state)
{
    static const char *const sources[] = {"tandem:c=31", "kanban:t=2",  "fms:n=3",
                                          "polling:n=8", "cluster:n=8", "herman:n=9"};
    for (size_t k = 0; k < sizeof sources / sizeof *sources; k++)
        assert_true(check_source(sources[k]));
}

/* x = a few sweeps from x0 through a system that is built for this variant, in the order of the
 * problem. On the host, as if it were the variant's place. */
static void sweep_built(const struct problem *problem, const struct variant *variant, bool by_level,
                        double *x)
{
    const uint32_t n = problem->system.a.off.rows;
    const bool descending = variant->method->sweep == SWEEP_DESCENDING;
    struct built_layout built;
    assert_ok(build_layout(problem, variant, &built));
    assert_int_equal(built.stored.schedule.part != NULL, by_level);
    assert_int_equal(built.sequence != NULL, by_level || variant->order != ORDER_NATIVE);
    const struct mat_ops *ops = find_mat_ops(built.stored.layout, places[0], F64);
    double *to = built_layout_target(&built, x);
    memcpy(to, built.x0, n * sizeof *to);
    for (int k = 0; k < SWEEPS; k++)
        assert_ok(ops->gauss_seidel(&built.stored, built.b, to, descending, NULL));
    built_layout_undo(&built, x);
    built_layout_free(&built);
}

/* With the place of a GPU, whose matrix stays on the host. */
static void variants_store_rows_level_by_level(void **state)
{
    static const char *const names[] = {
        "gauss_seidel[level_order=yes]/msr/f64/cuda",
        "gauss_seidel_backward[level_order=yes]/msr/f64/cuda",
        "gauss_seidel[level_order=yes]/cmsr/f64/cuda",
        "gauss_seidel[level_order=yes]/msr+bfs/f64/cuda",
        "gauss_seidel_backward[level_order=yes]/cmsr+colour/f64/cuda"};
    static const char *const sources[] = {"kanban:t=2", "polling:n=6"};
    struct place card = *places[0];
    card.cards = 1;
    card.scheduled = BY_BLOCK;
    for (size_t k = 0; k < 2 * sizeof names / sizeof *names; k++) {
        struct problem problem;
        struct variant by_level, given;
        assert_ok(problem_open(sources[k % 2], &problem));
        assert_ok(variant_parse(names[k / 2], &by_level));
        const uint32_t n = problem.system.a.off.rows;
        double *x = malloc(n * sizeof *x), *y = malloc(n * sizeof *y);
        assert_true(x && y);
        char as_given[128], *yes;
        snprintf(as_given, sizeof as_given, "%s", names[k / 2]);
        yes = strstr(as_given, "yes");
        memcpy(yes, "no]", 3);
        memmove(yes + 3, yes + 4, strlen(yes + 3));
        assert_ok(variant_parse(as_given, &given));
        by_level.place = given.place = &card;
        sweep_built(&problem, &by_level, true, x);
        sweep_built(&problem, &given, false, y);
        assert_memory_equal(x, y, n * sizeof *x);
        by_level.place = places[0]; /* the option has no meaning there */
        sweep_built(&problem, &by_level, false, x);
        assert_memory_equal(x, y, n * sizeof *x);
        free(x);
        free(y);
        problem_free(&problem);
    }
}

static void moving_survives_failing_allocations(void **state)
{
    struct problem problem;
    enum status status = ERROR_HOST_MEMORY;
    assert_ok(problem_open("tandem:c=3", &problem));
    for (long k = 0; status != OK; k++) {
        struct schedule schedule;
        uint32_t *sequence = NULL;
        assert_ok(schedule_build(&problem.system.a.off, BY_BLOCK, &schedule));
        status = refused_after(k, schedule_store_rows(&schedule, &sequence));
        assert_true((status == OK) == (schedule.row == NULL) && (status == OK) == !!sequence);
        free(sequence);
        schedule_free(&schedule);
    }
    problem_free(&problem);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_of_every_generator_keep_their_sweeps),
        cmocka_unit_test(rows_of_larger_chains_keep_their_sweeps),
        cmocka_unit_test(variants_store_rows_level_by_level),
        cmocka_unit_test(moving_survives_failing_allocations),
    };
    seed_begin();
    return cmocka_run_group_tests_name("level order", tests, NULL, NULL);
}
