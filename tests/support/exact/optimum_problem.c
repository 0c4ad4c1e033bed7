#include "tests/support/exact/optimum_problem.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/sparse/quotient.h"
#include "tests/support/cmocka.h"

enum { STATES = DECISION_STATES, ROWS = DECISION_ROWS };

/* What the graph says of each state and row. */
struct known {
    uint8_t is[STATES], infinite[STATES], allowed[ROWS], inside[STATES];
    double value[STATES];
};

static void find_probabilities(const struct decision_case *c, const struct choices *choices,
                               struct known *known)
{
    uint8_t goal[STATES], through[STATES], *no, *yes;
    for (uint32_t i = 0; i < c->d.n; i++) {
        goal[i] = c->stated[i] && c->b[c->d.group[i]] == 1;
        through[i] = !c->stated[i];
    }
    assert_ok(certain_choices(choices, through, goal, c->o.largest, &no, &yes));
    for (uint32_t i = 0; i < c->d.n; i++) {
        known->is[i] = no[i] || yes[i];
        known->value[i] = yes[i];
    }
    free(no);
    free(yes);
}

static bool leads_to(const struct decision_case *c, uint32_t row, const uint8_t *set)
{
    bool leads = false;
    for (uint64_t k = c->row[row]; k < c->row[row + 1]; k++) leads |= set[c->col[k]];
    return leads;
}

static void find_rewards(const struct decision_case *c, const struct choices *choices,
                         struct known *known)
{
    uint8_t *no, *yes;
    assert_ok(certain_choices(choices, NULL, c->stated, !c->o.largest, &no, &yes));
    for (uint32_t i = 0; i < c->d.n && i < STATES; i++) {
        known->infinite[i] = !yes[i];
        known->is[i] = c->stated[i] || !yes[i];
    }
    for (uint32_t i = 0; i < c->d.n; i++)
        for (uint32_t r = c->d.group[i]; !known->is[i] && r < c->d.group[i + 1]; r++)
            known->allowed[r] = !leads_to(c, r, known->infinite);
    free(no);
    free(yes);
}

/* End components in which nothing is paid; of the smallest probability there is none. */
static void make_quotient(const struct decision_case *c, const struct known *known,
                          struct quotient *out)
{
    uint8_t unpaid[ROWS], inside[STATES], *stays;
    uint32_t *component, count;
    for (uint32_t i = 0; i < c->d.n; i++) inside[i] = !known->is[i];
    for (uint32_t r = 0; r < c->d.rows; r++) unpaid[r] = known->allowed[r] && c->b[r] == 0;
    const struct choices free_ones = {&c->a.off, c->d.group, c->d.n, unpaid},
                         all = {&c->a.off, c->d.group, c->d.n, known->allowed};
    assert_ok(end_components(&free_ones, inside, &component, &count, &stays));
    assert_ok(quotient_create(&all, component, stays, out));
    free(component);
    free(stays);
}

/* Row r of the quotient for unknown i, or the one of a stated unknown. */
static void add_row(const struct csr *from, uint32_t r, uint32_t i, struct linear *to)
{
    struct csr *off = &to->a.off;
    double sum = 0;
    for (uint64_t k = from->row[r]; k < from->row[r + 1]; k++) {
        if (from->col[k] == i) continue;
        sum -= from->val[k];
        off->col[off->nnz] = from->col[k];
        off->val[off->nnz++] = from->val[k];
    }
    to->a.diag[off->rows++] = sum;
    off->row[off->rows] = off->nnz;
}

static void add_stated(double value, struct linear *to)
{
    struct csr *off = &to->a.off;
    to->a.diag[off->rows] = 1;
    to->b[off->rows++] = value;
    off->row[off->rows] = off->nnz;
}

static void copy_array(const void *from, size_t count, size_t size, void *out)
{
    void *copy;
    assert_ok(allocate(count + 1, size, "a test", &copy));
    if (from) memcpy(copy, from, count * size);
    memcpy(out, &copy, sizeof copy);
}

static void allocate_system(uint32_t n, struct linear *s)
{
    copy_array(NULL, ROWS + 1, sizeof *s->a.off.row, &s->a.off.row);
    copy_array(NULL, ROWS * STATES, sizeof *s->a.off.col, &s->a.off.col);
    copy_array(NULL, ROWS * STATES, sizeof *s->a.off.val, &s->a.off.val);
    copy_array(NULL, ROWS, sizeof *s->a.diag, &s->a.diag);
    copy_array(NULL, ROWS, sizeof *s->b, &s->b);
    copy_array(NULL, n + 1, sizeof *s->a.group, &s->a.group);
    s->a.off.row[0] = s->a.group[0] = 0;
    s->a.ngroups = n;
}

static uint32_t first_of(const struct quotient *q, uint32_t unknown)
{
    uint32_t i = 0;
    while (q->state[i] != unknown) i++;
    return i;
}

static void fill_system(const struct decision_case *c, const struct known *known,
                        const struct quotient *q, struct problem *out)
{
    struct linear *s = &out->system;
    struct csr rows;
    assert_ok(quotient_rows(q, &c->a.off, &rows));
    for (uint32_t i = 0; i < q->states; i++) {
        const uint32_t state = first_of(q, i);
        out->fixpoint.infinite[i] = known->infinite[state];
        if (known->is[state]) add_stated(known->value[state], s);
        else
            for (uint32_t r = q->group[i]; r < q->group[i + 1]; r++) {
                s->b[s->a.off.rows] = c->b[q->row[r]];
                add_row(&rows, r, i, s);
            }
        s->a.group[i + 1] = s->a.off.rows;
    }
    csr_free(&rows);
}

static void copy_original(const struct decision_case *c, struct linear *out)
{
    copy_array(c->row, c->d.rows + 1, sizeof *c->row, &out->a.off.row);
    copy_array(c->col, c->row[c->d.rows], sizeof *c->col, &out->a.off.col);
    copy_array(c->val, c->row[c->d.rows], sizeof *c->val, &out->a.off.val);
    copy_array(c->diag, c->d.rows, sizeof *c->diag, &out->a.diag);
    copy_array(c->b, c->d.rows, sizeof *c->b, &out->b);
    copy_array(c->d.group, c->d.n + 1, sizeof *c->d.group, &out->a.group);
    out->a.off.rows = c->d.rows;
    out->a.off.nnz = c->row[c->d.rows];
    out->a.ngroups = c->d.n;
}

void optimum_problem_make(const struct decision_case *c, uint32_t initial, struct problem *out)
{
    const struct choices choices = {&c->a.off, c->d.group, c->d.n, NULL};
    struct known known = {0};
    struct quotient q;
    memset(known.allowed, 1, sizeof known.allowed);
    (c->o.rewards ? find_rewards : find_probabilities)(c, &choices, &known);
    make_quotient(c, &known, &q);
    *out = (struct problem){.kind = KIND_OPTIMUM,
                            .range = c->o.rewards ? RANGE_NOT_NEGATIVE : RANGE_PROBABILITY,
                            .reading = c->o.reading,
                            .optimum.largest = c->o.largest};
    assert_ok(copy_text("a decision process", &out->source));
    copy_original(c, &out->optimum.original);
    copy_array(c->stated, c->d.n, 1, &out->optimum.stated);
    copy_array(q.state, c->d.n, sizeof *q.state, &out->optimum.unknown_of);
    allocate_system(q.states, &out->system);
    assert_ok(allocate_zeroed(q.states, 1, "a test", &out->fixpoint.infinite));
    assert_ok(allocate_zeroed(q.states, 1, "a test", &out->fixpoint.initial));
    out->fixpoint.initial[q.state[initial]] = 1;
    out->start = q.state[initial];
    fill_system(c, &known, &q, out);
    quotient_free(&q);
}
