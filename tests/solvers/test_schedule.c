/* Schedules of sweeps in place, against the conditions of a right one. */
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "solvers/schedule.h"
#include "tests/support/cmocka.h"
#include "tests/support/seed.h"

enum { ROUNDS = 200, MOST_ROWS = 6000, MOST_ENTRIES = 12000 };

static struct triplet triplet[MOST_ENTRIES];

static struct csr build(uint32_t n, uint64_t count)
{
    struct csr a;
    assert_int_equal(csr_from_triplets(n, count, triplet, &a), OK);
    return a;
}

/* Entries anywhere; near the diagonal; or from the lower half to the upper one, which makes two
 * wide levels. */
static struct csr draw_matrix(void)
{
    uint32_t n = 2 + (uint32_t)draw(draw(2) ? MOST_ROWS - 2 : 40), kind = (uint32_t)draw(3);
    uint64_t wanted = draw(2 * n), count = 0;
    while (count < wanted) {
        uint32_t i = (uint32_t)draw(n), j = (uint32_t)draw(n);
        if (kind == 1) j = (i + 1 + (uint32_t)draw(4)) % n;
        if (kind == 2) i = i % (n / 2), j = n / 2 + j % (n / 2);
        if (draw(2)) triplet[count] = (struct triplet){i, j, 1};
        else triplet[count] = (struct triplet){j, i, 1};
        if (i != j) count++;
        else wanted--;
    }
    return build(n, count);
}

/* Every row once, ascending in its step. step_of: of each row. */
static void check_rows(const struct schedule *s, uint32_t *step_of)
{
    for (uint32_t i = 0; i < s->n; i++) step_of[i] = UINT32_MAX;
    assert_int_equal(s->start[0], 0);
    assert_int_equal(s->start[s->nsteps], s->n);
    for (uint32_t step = 0; step < s->nsteps; step++) {
        assert_true(s->start[step] < s->start[step + 1]);
        for (uint32_t r = s->start[step]; r < s->start[step + 1]; r++) {
            assert_true(s->row[r] < s->n && step_of[s->row[r]] == UINT32_MAX);
            assert_true(r == s->start[step] || s->row[r - 1] < s->row[r]);
            step_of[s->row[r]] = step;
        }
    }
}

/* Returns whether the rows of a step may be taken side by side. */
static bool is_level(const struct schedule *s, uint32_t step)
{
    return s->run || s->wide[step];
}

/* If two rows share an entry, the lower one comes first; rows of a level share none. */
static void check_entries(const struct csr *a, const struct schedule *s, const uint32_t *step_of)
{
    for (uint32_t i = 0; i < a->rows; i++) {
        for (uint64_t k = a->row[i]; k < a->row[i + 1]; k++) {
            uint32_t j = a->col[k], first = step_of[i < j ? i : j], second = step_of[i < j ? j : i];
            if (first > second || (first == second && is_level(s, first)))
                fail_msg("seed %llu: rows %u and %u of %u in steps %u and %u",
                         (unsigned long long)seed, i, j, a->rows, step_of[i], step_of[j]);
        }
    }
}

static uint32_t rows_of(const struct schedule *s, uint32_t step)
{
    return s->start[step + 1] - s->start[step];
}

/* *wide: how many steps are; the number of steps or runs. */
static uint32_t check_widths(const struct schedule *s, uint32_t *wide)
{
    uint32_t widest = 0;
    for (uint32_t step = 0; step < s->nsteps; step++) {
        if (rows_of(s, step) > widest) widest = rows_of(s, step);
        if (s->run) continue;
        *wide += s->wide[step];
        if (s->wide[step]) assert_true(rows_of(s, step) >= SCHEDULE_WIDE);
        else assert_true(step == 0 || s->wide[step - 1]); /* or they would be one */
    }
    assert_int_equal(s->widest, widest);
    return s->nsteps;
}

/* Runs are all steps in turn: a wide one by itself, others as far as the next wide one. */
static uint32_t check_runs(const struct schedule *s, uint32_t *wide)
{
    bool before = true; /* whether the last run was wide */
    assert_int_equal(s->run[0].step, 0);
    assert_int_equal(s->run[s->nruns].step, s->nsteps);
    for (uint32_t r = 0; r <= s->nruns; r++)
        assert_int_equal(s->run[r].at, s->start[s->run[r].step]);
    for (uint32_t r = 0; r < s->nruns; r++) {
        uint32_t first = s->run[r].step, end = s->run[r + 1].step;
        bool here = rows_of(s, first) >= SCHEDULE_WIDE;
        assert_true(first < end && (here || before) && (!here || end == first + 1));
        for (uint32_t step = first; step < end; step++)
            assert_true(here == (rows_of(s, step) >= SCHEDULE_WIDE));
        *wide += here;
        before = here;
    }
    return s->nruns;
}

static void check_schedule(const struct csr *a, enum schedule_kind kind, uint32_t *wide,
                           uint32_t *mixed)
{
    struct schedule s;
    uint32_t *step_of = calloc(a->rows, sizeof *step_of), here = 0;
    assert_non_null(step_of);
    assert_int_equal(schedule_build(a, kind, &s), OK);
    assert_true((s.wide != NULL) == (kind == BY_THREAD) && (s.run != NULL) == (kind == BY_BLOCK));
    check_rows(&s, step_of);
    check_entries(a, &s, step_of);
    uint32_t count = check_widths(&s, &here);
    if (kind == BY_BLOCK) count = check_runs(&s, &here);
    *wide += here > 0;
    *mixed += here > 0 && here < count;
    free(step_of);
    schedule_free(&s);
}

static void schedules_keep_the_order(void **state)
{
    uint32_t wide = 0, mixed = 0;
    for (int round = 0; round < ROUNDS; round++) {
        struct csr a = draw_matrix();
        check_schedule(&a, BY_THREAD, &wide, &mixed);
        check_schedule(&a, BY_BLOCK, &wide, &mixed);
        csr_free(&a);
    }
    assert_true(wide > 20 && mixed > 20);
}

/* nlevels: of as many rows each as there are levels' shares of n. */
static void assert_steps(uint32_t n, uint64_t count, uint32_t nsteps, bool wide, uint32_t nlevels)
{
    struct csr a = build(n, count);
    struct schedule s;
    assert_int_equal(schedule_build(&a, BY_THREAD, &s), OK);
    assert_int_equal(s.nsteps, nsteps);
    for (uint32_t step = 0; step < nsteps; step++) assert_int_equal(s.wide[step], wide);
    assert_int_equal(schedule_bytes(&s), 4 * n + 5 * nsteps + 4);
    schedule_free(&s);
    assert_int_equal(schedule_bytes(&s), 0);
    assert_int_equal(schedule_build(&a, BY_BLOCK, &s), OK);
    assert_int_equal(s.nsteps, nlevels);
    assert_int_equal(s.nruns, nsteps);
    assert_int_equal(s.widest, n / nlevels);
    assert_int_equal(schedule_bytes(&s), 4 * n + 4 * (nlevels + 1) + 8 * (nsteps + 1));
    schedule_free(&s);
    csr_free(&a);
}

static void known_schedules(void **state)
{
    assert_steps(1, 0, 1, false, 1);
    assert_steps(5, 0, 1, false, 1);
    assert_steps(SCHEDULE_WIDE - 1, 0, 1, false, 1);
    assert_steps(SCHEDULE_WIDE, 0, 1, true, 1);
    for (uint32_t i = 0; i < 5000; i++)
        triplet[i] = (struct triplet){i + 1, i, 1}; /* every row after the one before */
    assert_steps(5001, 5000, 1, false, 5001);
    for (uint32_t i = 0; i < 2000; i++)
        triplet[i] = (struct triplet){i, 2000 + i, 1}; /* reads what was there before */
    assert_steps(4000, 2000, 2, true, 2);
    for (uint32_t i = 0; i < 2000; i++) triplet[i] = (struct triplet){2000 + i, i, 1};
    assert_steps(4000, 2000, 2, true, 2);
}

/* Levels of these widths; ends with 0. */
static struct schedule_part *cut(const uint32_t *width, unsigned teams, uint32_t *nparts)
{
    enum { MOST = 300 };
    uint32_t start[MOST + 1] = {0}, n = 0;
    struct schedule_part *part;
    for (; width[n]; n++) start[n + 1] = start[n] + width[n];
    assert_int_equal(schedule_parts(n, start, teams, &part, nparts), OK);
    assert_int_equal(part[0].first, 0);
    assert_int_equal(part[*nparts - 1].end, n);
    for (uint32_t p = 0; p < *nparts; p++) {
        uint32_t widest = 0;
        assert_true(part[p].first < part[p].end && (teams >> part[p].team & 1));
        assert_true(p == 0 ||
                    (part[p].first == part[p - 1].end && part[p].team != part[p - 1].team));
        for (uint32_t l = part[p].first; l < part[p].end; l++)
            if (width[l] > widest) widest = width[l];
        assert_int_equal(part[p].widest, widest);
    }
    return part;
}

static void assert_team(const uint32_t *width, unsigned teams, uint32_t parts, enum level_team team)
{
    uint32_t nparts;
    struct schedule_part *part = cut(width, teams, &nparts);
    assert_int_equal(nparts, parts);
    assert_int_equal(part[0].team, team);
    free(part);
}

/* One block takes narrow levels, a cluster those between, the grid wide ones; and a team goes on
 * where another one would not save a launch. */
static void parts_are_those_of_the_fastest_walk(void **state)
{
    enum { LONG = 200 };
    static uint32_t narrow[LONG + 1], middle[LONG + 1], wide[LONG + 1], mixed[LONG + 1];
    uint32_t nparts;
    for (uint32_t l = 0; l < LONG; l++) {
        narrow[l] = 1 + (uint32_t)draw(256);
        middle[l] = 700 + (uint32_t)draw(1800);
        wide[l] = 40000 + (uint32_t)draw(100000);
        mixed[l] = l < LONG / 4 ? narrow[l] : l < LONG / 2 ? middle[l] : wide[l];
    }
    assert_team(narrow, ALL_TEAMS, 1, TEAM_BLOCK);
    assert_team(middle, ALL_TEAMS, 1, TEAM_CLUSTER);
    assert_team(wide, ALL_TEAMS, 1, TEAM_GRID);
    assert_team(mixed, ALL_TEAMS, 3, TEAM_BLOCK);
    for (enum level_team team = 0; team < NLEVEL_TEAMS; team++)
        assert_team(mixed, 1u << team, 1, team);
    assert_team(mixed, 1 << TEAM_BLOCK | 1 << TEAM_GRID, 2, TEAM_BLOCK);
    wide[LONG / 2] = 1;
    assert_team(wide, ALL_TEAMS, 1, TEAM_GRID);
    wide[0] = 1;
    assert_team(wide, ALL_TEAMS, 1, TEAM_GRID);
    narrow[LONG / 2] = 1500;
    assert_team(narrow, ALL_TEAMS, 1, TEAM_BLOCK);
    for (int round = 0; round < ROUNDS; round++) {
        for (uint32_t l = 0; l < LONG; l++) mixed[l] = 1 + (uint32_t)draw(1u << draw(18));
        mixed[1 + draw(LONG)] = 0;
        free(cut(mixed, ALL_TEAMS, &nparts));
    }
    struct schedule_part *none;
    assert_int_equal(schedule_parts(0, (uint32_t[]){0}, ALL_TEAMS, &none, &nparts), OK);
    assert_null(none);
}

static void failing_allocations_leave_nothing(void **state)
{
    struct csr a = build(50, 0);
    for (enum schedule_kind kind = BY_THREAD; kind <= BY_BLOCK; kind++) {
        enum status status = ERROR_HOST_MEMORY;
        long k;
        for (k = 0; status != OK; k++) {
            struct schedule s;
            status = refused_after(k, schedule_build(&a, kind, &s));
            if (status != OK) {
                assert_int_equal(status, ERROR_HOST_MEMORY);
                assert_null(s.start);
            }
            schedule_free(&s);
        }
        assert_true(k > 4);
    }
    csr_free(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(schedules_keep_the_order),
        cmocka_unit_test(known_schedules),
        cmocka_unit_test(parts_are_those_of_the_fastest_walk),
        cmocka_unit_test(failing_allocations_leave_nothing),
    };
    seed_begin();
    return cmocka_run_group_tests_name("schedule", tests, NULL, NULL);
}
