/* Searches in decision processes against plain definitions, over all memoryless schedulers and all
 * sets of states. */
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/sparse/quotient.h"
#include "base/team.h"
#include "tests/support/cmocka.h"
#include "tests/support/exact/decisions.h"
#include "tests/support/seed.h"

enum { MOST = DECISION_STATES, ROUNDS = 1500 };

struct subject {
    struct decisions d;
    struct csr csr;
    struct choices c;
    uint8_t allowed[DECISION_ROWS], through[MOST], goal[MOST];
    const uint8_t *given; /* through, or NULL */
};

/* A row that has no other entries then stays. */
static void strip_diagonal(struct decisions *d)
{
    uint64_t count = 0, first = 0;
    for (uint32_t i = 0; i < d->n; i++)
        for (uint32_t r = d->group[i]; r < d->group[i + 1]; r++) {
            const uint64_t end = d->row[r + 1];
            for (uint64_t k = first; k < end; k++)
                if (d->col[k] != i) d->col[count] = d->col[k], d->val[count++] = d->val[k];
            d->row[r + 1] = count;
            first = end;
        }
}

/* Half of them with rows that are not allowed, in some only one for each state. */
static void draw_subject(struct subject *s)
{
    const uint64_t goals = draw(4);
    decisions_draw(&s->d, DECISION_CHOICES);
    if (draw(3) == 0) strip_diagonal(&s->d);
    s->csr = decisions_csr(&s->d);
    for (uint32_t r = 0; r < s->d.rows; r++) s->allowed[r] = draw(4) ? 1 + (uint8_t)draw(200) : 0;
    for (uint32_t i = 0; i < s->d.n; i++) {
        s->through[i] = draw(5) != 0;
        s->goal[i] = goals && draw(goals + 1) == 0;
    }
    s->given = draw(2) ? s->through : NULL;
    s->c = (struct choices){&s->csr, s->d.group, s->d.n, draw(2) ? s->allowed : NULL};
    if (s->d.rows == s->d.n && draw(2)) s->c.group = NULL;
}

static bool exists(const struct subject *s, uint32_t row)
{
    return !s->c.allowed || s->c.allowed[row];
}

static bool leads(const struct subject *s, uint32_t row, uint32_t j)
{
    return exists(s, row) && decisions_entry(&s->d, row, j) != 0;
}

/* Which states see a target along the rows of a scheduler, by way of these states. */
static void see(const struct subject *s, const uint32_t *choice, const bool *by, const bool *target,
                bool *sees)
{
    memcpy(sees, target, s->d.n * sizeof *sees);
    for (uint32_t round = 0; round < s->d.n; round++)
        for (uint32_t i = 0; i < s->d.n; i++)
            for (uint32_t j = 0; by[i] && j < s->d.n; j++)
                sees[i] |= sees[j] && leads(s, choice[i], j);
}

/* Returns whether it takes a row that exists wherever there is one; elsewhere the path ends. */
static bool is_scheduler(const struct subject *s, const uint32_t *choice)
{
    for (uint32_t i = 0; i < s->d.n; i++)
        for (uint32_t r = s->d.group[i]; !exists(s, choice[i]) && r < s->d.group[i + 1]; r++)
            if (exists(s, r)) return false;
    return true;
}

/* Over all schedulers: probability 0 or 1 for some, and for all. */
struct certain {
    bool some_zero[MOST], all_zero[MOST], some_one[MOST], all_one[MOST];
};

static void enumerate(const struct subject *s, struct certain *out)
{
    uint32_t choice[MOST];
    scheduler_first(&s->d, choice);
    for (uint32_t i = 0; i < MOST; i++)
        out->some_zero[i] = out->some_one[i] = false, out->all_zero[i] = out->all_one[i] = true;
    do {
        bool by[MOST], goal[MOST], lost[MOST], sees[MOST], may_miss[MOST];
        if (!is_scheduler(s, choice)) continue;
        for (uint32_t i = 0; i < s->d.n; i++) {
            goal[i] = s->goal[i];
            by[i] = !goal[i] && (!s->given || s->given[i]);
        }
        see(s, choice, by, goal, sees);
        for (uint32_t i = 0; i < s->d.n; i++) lost[i] = !sees[i];
        see(s, choice, by, lost, may_miss);
        for (uint32_t i = 0; i < s->d.n; i++) {
            out->some_zero[i] |= lost[i], out->all_zero[i] &= lost[i];
            out->some_one[i] |= !may_miss[i], out->all_one[i] &= !may_miss[i];
        }
    } while (scheduler_next(&s->d, choice));
}

static void certainty_follows_its_definition(void **state)
{
    (void)state;
    for (int round = 0; round < ROUNDS; round++) {
        struct subject s;
        struct certain wanted;
        draw_subject(&s);
        enumerate(&s, &wanted);
        for (int largest = 0; largest < 2; largest++) {
            uint8_t *no, *yes;
            assert_ok(certain_choices(&s.c, s.given, s.goal, largest, &no, &yes));
            for (uint32_t i = 0; i < s.d.n; i++) {
                assert_int_equal(no[i], largest ? wanted.all_zero[i] : wanted.some_zero[i]);
                assert_int_equal(yes[i], largest ? wanted.some_one[i] : wanted.all_one[i]);
            }
            free(no);
            free(yes);
        }
    }
}

/* The rounds in which states come in, each from the ranks of the rounds before. */
static bool may_enter(const struct subject *s, enum approach way, const uint32_t *rank,
                      const bool *sure, uint32_t i)
{
    uint32_t rows = 0, down = 0;
    for (uint32_t r = s->d.group[i]; r < s->d.group[i + 1]; r++) {
        bool lower = false, stays_sure = true;
        for (uint32_t j = 0; j < s->d.n; j++) {
            lower |= leads(s, r, j) && rank[j] != NO_RANK;
            stays_sure &= !leads(s, r, j) || sure[j];
        }
        rows += exists(s, r);
        down += lower && (way != BY_SURE_CHOICE || stays_sure);
    }
    return way == BY_EVERY_CHOICE ? rows > 0 && down == rows : down > 0;
}

static void rank_by_rounds(const struct subject *s, enum approach way, const bool *sure,
                           uint32_t *rank)
{
    for (uint32_t i = 0; i < s->d.n; i++) rank[i] = s->goal[i] ? 0 : NO_RANK;
    for (uint32_t round = 1; round <= s->d.n; round++) {
        uint32_t before[MOST];
        memcpy(before, rank, sizeof before);
        for (uint32_t i = 0; i < s->d.n; i++)
            if (before[i] == NO_RANK && (!s->given || s->given[i]) &&
                may_enter(s, way, before, sure, i))
                rank[i] = round;
    }
}

/* The first row that goes down. */
static uint32_t descent(const struct subject *s, enum approach way, const uint32_t *rank,
                        uint32_t i)
{
    if (rank[i] == 0 || rank[i] == NO_RANK) return NO_ROW;
    for (uint32_t r = s->d.group[i]; r < s->d.group[i + 1]; r++) {
        bool lower = false, all = true;
        for (uint32_t j = 0; j < s->d.n; j++) {
            lower |= leads(s, r, j) && rank[j] < rank[i];
            all &= !leads(s, r, j) || rank[j] != NO_RANK;
        }
        if (lower && (all || way != BY_SURE_CHOICE)) return r;
    }
    return NO_ROW;
}

static void ranks_follow_their_definition(void **state)
{
    (void)state;
    for (int round = 0; round < ROUNDS; round++) {
        struct subject s;
        struct certain wanted;
        draw_subject(&s);
        enumerate(&s, &wanted);
        for (enum approach way = BY_SOME_CHOICE; way <= BY_SURE_CHOICE; way++) {
            uint32_t *rank, by_rounds[MOST], choice[MOST];
            assert_ok(choices_rank(&s.c, way, s.given, s.goal, &rank));
            rank_by_rounds(&s, way, wanted.some_one, by_rounds);
            choices_descend(&s.c, way, rank, choice);
            for (uint32_t i = 0; i < s.d.n; i++) {
                assert_int_equal(rank[i], by_rounds[i]);
                assert_int_equal(choice[i], descent(&s, way, rank, i));
                assert_true(choice[i] != NO_ROW || rank[i] == 0 || rank[i] == NO_RANK);
            }
            free(rank);
        }
    }
}

/* Each choice of a state with a stage leads to a smaller one, or to the same one only. */
static void stages_follow_their_definition(void **state)
{
    (void)state;
    for (int round = 0; round < ROUNDS; round++) {
        struct subject s;
        struct certain wanted;
        uint32_t *stage;
        draw_subject(&s);
        s.given = NULL;
        enumerate(&s, &wanted);
        assert_ok(choices_stage(&s.c, s.goal, &stage));
        for (uint32_t i = 0; i < s.d.n; i++) {
            assert_true((stage[i] == NO_RANK) == wanted.some_one[i]);
            for (uint32_t r = s.d.group[i]; stage[i] != NO_RANK && r < s.d.group[i + 1]; r++) {
                bool lower = false, same = true;
                for (uint32_t j = 0; j < s.d.n; j++) {
                    lower |= leads(&s, r, j) && stage[j] < stage[i];
                    same &= !leads(&s, r, j) || stage[j] == stage[i];
                }
                assert_true(lower || same);
            }
        }
        free(stage);
    }
}

/* Sets of states have one bit for each. */
static bool stays_in(const struct subject *s, uint32_t set, uint32_t row)
{
    bool stays = exists(s, row);
    for (uint32_t j = 0; j < s->d.n; j++) stays &= !leads(s, row, j) || set >> j & 1;
    return stays;
}

/* An end component: each state has a row that stays, and reaches all others along such rows. */
static bool is_end_component(const struct subject *s, uint32_t set)
{
    uint32_t reached[MOST], rows[MOST] = {0};
    for (uint32_t i = 0; i < s->d.n; i++) reached[i] = UINT32_C(1) << i;
    for (uint32_t round = 0; round < s->d.n; round++)
        for (uint32_t i = 0; i < s->d.n; i++)
            for (uint32_t r = s->d.group[i]; r < s->d.group[i + 1]; r++) {
                if (!(set >> i & 1) || !stays_in(s, set, r)) continue;
                rows[i]++;
                for (uint32_t j = 0; j < s->d.n; j++)
                    if (leads(s, r, j)) reached[i] |= reached[j];
            }
    for (uint32_t i = 0; i < s->d.n; i++)
        if (set >> i & 1 && (!rows[i] || reached[i] != set)) return false;
    return set != 0;
}

/* of: for each state, the largest end component that has it, or 0. */
static void largest_components(const struct subject *s, const uint8_t *inside, uint32_t *of)
{
    uint32_t within = 0;
    for (uint32_t i = 0; i < s->d.n; i++) {
        of[i] = 0;
        within |= (uint32_t)(!inside || inside[i]) << i;
    }
    for (uint32_t set = 1; set < UINT32_C(1) << s->d.n; set++) {
        if ((set & ~within) || !is_end_component(s, set)) continue;
        for (uint32_t i = 0; i < s->d.n; i++)
            if (set >> i & 1 && __builtin_popcount(set) > __builtin_popcount(of[i])) of[i] = set;
    }
}

/* Each row of the quotient is an old row of a state of its component, with columns renamed. */
static void assert_quotient(const struct subject *s, const uint32_t *component,
                            const uint8_t *stays)
{
    struct quotient q;
    struct csr rows;
    uint32_t at = 0, seen = 0;
    assert_ok(quotient_create(&s->c, component, stays, &q));
    assert_ok(quotient_rows(&q, &s->csr, &rows));
    for (uint32_t i = 0; i < s->d.n; i++) {
        assert_true(q.state[i] <= seen);
        seen += q.state[i] == seen;
        for (uint32_t j = 0; j < i; j++)
            assert_int_equal(q.state[i] == q.state[j],
                             component[i] != NO_CLASS && component[i] == component[j]);
    }
    assert_int_equal(seen, q.states);
    for (uint32_t k = 0; k < q.states; k++) {
        assert_int_equal(q.group[k], at);
        for (uint32_t i = 0; i < s->d.n; i++)
            for (uint32_t r = s->d.group[i]; q.state[i] == k && r < s->d.group[i + 1]; r++) {
                double sum[MOST] = {0};
                if (!exists(s, r) || stays[r]) continue;
                assert_int_equal(q.row[at], r);
                for (uint32_t j = 0; j < s->d.n; j++)
                    sum[q.state[j]] += decisions_entry(&s->d, r, j);
                uint64_t e = rows.row[at];
                for (uint32_t j = 0; j < q.states; j++) {
                    if (sum[j] == 0) continue;
                    assert_true(e < rows.row[at + 1] && rows.col[e] == j && rows.val[e] == sum[j]);
                    e++;
                }
                assert_true(e == rows.row[++at]);
            }
    }
    assert_int_equal(at, q.rows);
    assert_true(q.group[q.states] == at && rows.rows == at && rows.nnz == rows.row[at]);
    csr_free(&rows);
    quotient_free(&q);
}

static void components_follow_their_definition(void **state)
{
    (void)state;
    for (int round = 0; round < ROUNDS; round++) {
        struct subject s;
        uint32_t *component, count, of[MOST], seen = 0;
        uint8_t *stays;
        draw_subject(&s);
        largest_components(&s, s.given, of);
        assert_ok(end_components(&s.c, s.given, &component, &count, &stays));
        for (uint32_t i = 0; i < s.d.n; i++) {
            assert_int_equal(component[i] != NO_CLASS, of[i] != 0);
            if (of[i]) assert_true(component[i] <= seen);
            if (of[i]) seen += component[i] == seen;
            for (uint32_t j = 0; of[i] && j < s.d.n; j++)
                assert_int_equal(component[i] == component[j], of[i] == of[j]);
            for (uint32_t r = s.d.group[i]; r < s.d.group[i + 1]; r++)
                assert_int_equal(stays[r], of[i] != 0 && stays_in(&s, of[i], r));
        }
        assert_int_equal(count, seen);
        assert_quotient(&s, component, stays);
        if (draw(2)) s.c.allowed = NULL;
        assert_quotient(&s, component, stays);
        free(component);
        free(stays);
    }
}

/* A choice with a thousand successors counts once, and a long path needs no stack. */
static void long_rows_and_paths(void **state)
{
    enum { N = 1000 };
    static uint32_t col[3 * N];
    static uint64_t row[2 * N + 1];
    static uint32_t group[N + 1];
    static uint8_t goal[N];
    uint64_t nnz = 0;
    uint32_t rows = 0, *rank;
    (void)state;
    for (uint32_t i = 0; i < N; i++) {
        group[i] = rows;
        goal[i] = i > 0 && i < 601;
        for (uint32_t j = 0; i == 0 && j < N; j++) col[nnz++] = j;
        if (i == 0) row[++rows] = nnz;
        col[nnz++] = i + 1 < N ? i + 1 : 0;
        row[++rows] = nnz;
    }
    group[N] = rows;
    const struct csr csr = {rows, nnz, row, col, NULL};
    const struct choices c = {&csr, group, N, NULL};
    assert_ok(choices_rank(&c, BY_EVERY_CHOICE, NULL, goal, &rank));
    assert_int_equal(rank[0], 1);
    assert_int_equal(rank[N - 1], 2);
    assert_int_equal(rank[601], N - 601 + 1);
    free(rank);
}

static void failed_allocations(void **state)
{
    (void)state;
    for (int round = 0; round < 5; round++) {
        struct subject s;
        enum status status = ERROR_HOST_MEMORY;
        draw_subject(&s);
        for (long k = 0; status != OK; k++) {
            uint8_t *no, *yes, *stays;
            uint32_t *component, *rank, count;
            struct quotient q;
            struct csr rows;
            memory_fail_after(k);
            status = certain_choices(&s.c, s.given, s.goal, k % 2, &no, &yes);
            free(no), free(yes);
            if (status == OK) status = choices_rank(&s.c, BY_EVERY_CHOICE, NULL, s.goal, &rank);
            if (status == OK) free(rank);
            if (status == OK) status = choices_stage(&s.c, s.goal, &rank);
            if (status == OK) free(rank);
            if (status == OK) status = end_components(&s.c, NULL, &component, &count, &stays);
            if (status != OK) continue;
            status = quotient_create(&s.c, component, stays, &q);
            if (status == OK) status = quotient_rows(&q, &s.csr, &rows);
            if (status == OK) csr_free(&rows);
            quotient_free(&q);
            free(component), free(stays);
        }
        memory_fail_after(-1);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(certainty_follows_its_definition),
                                       cmocka_unit_test(ranks_follow_their_definition),
                                       cmocka_unit_test(stages_follow_their_definition),
                                       cmocka_unit_test(components_follow_their_definition),
                                       cmocka_unit_test(long_rows_and_paths),
                                       cmocka_unit_test(failed_allocations)};
    seed_begin();
    int failed = cmocka_run_group_tests_name("choices", tests, NULL, NULL);
    team_always = true;
    failed += cmocka_run_group_tests_name("choices, in teams", tests, NULL, NULL);
    return failed;
}
