#include "tests/support/exact/best_value.h"

#include <math.h>
#include <string.h>

#include "tests/support/seed.h"

enum { MOST = DECISION_STATES };

/* Row r of state i, multiplied by `scale`. */
static void set_row(struct decision_case *c, uint32_t i, uint32_t r, double leak, double scale)
{
    uint64_t count = c->row[r];
    for (uint32_t j = 0; j < c->d.n && !c->stated[i]; j++) {
        const double p = decisions_entry(&c->d, r, j) * leak;
        if (p != 0 && j != i) c->col[count] = j, c->val[count++] = -p * scale;
    }
    c->row[r + 1] = count;
    c->diag[r] = c->stated[i] ? 1 : (1 - decisions_entry(&c->d, r, i) * leak) * scale;
    if (count > c->row[r] && leak == 1 && draw(4) == 0) c->diag[r] = draw(2) ? NAN : draw_unit();
}

static void set_stated(struct decision_case *c)
{
    const uint64_t rare = 1 + draw(4);
    uint32_t rows = 0;
    for (uint32_t i = 0; i < c->d.n; i++) {
        const uint32_t first = c->d.group[i], end = c->d.group[i + 1];
        c->stated[i] = draw(rare + 1) == 0;
        c->d.group[i] = rows;
        for (uint32_t r = first; r < (c->stated[i] ? first + 1 : end); r++) {
            const uint64_t from = c->d.row[r], count = c->d.row[r + 1] - from;
            memmove(c->d.col + c->d.row[rows], c->d.col + from, count * sizeof *c->d.col);
            memmove(c->d.val + c->d.row[rows], c->d.val + from, count * sizeof *c->d.val);
            c->d.row[rows + 1] = c->d.row[rows] + count;
            rows++;
        }
    }
    c->d.group[c->d.n] = c->d.rows = rows;
}

void decision_case_draw(struct decision_case *c, bool largest, bool rewards, double leak)
{
    decisions_draw(&c->d, 2);
    set_stated(c);
    const bool paid = rewards || draw(6) == 0;
    c->row[0] = 0;
    for (uint32_t i = 0; i < c->d.n; i++)
        for (uint32_t r = c->d.group[i]; r < c->d.group[i + 1]; r++) {
            const double scale = leak == 1 ? ldexp(1, (int)draw(5) - 2) : 1;
            set_row(c, i, r, leak, scale);
            c->b[r] = c->stated[i] ? (double)(!rewards && draw(3))
                      : paid       ? scale * (double)draw(3)
                                   : 0;
        }
    c->a = (struct matrix){.off = {c->d.rows, c->row[c->d.rows], c->row, c->col, c->val},
                           .diag = c->diag,
                           .group = c->d.group,
                           .ngroups = c->d.n};
    c->o = (struct optimum){.a = &c->a,
                            .reading = {.balanced = leak == 1},
                            .b = c->b,
                            .stated = c->stated,
                            .largest = largest,
                            .rewards = rewards};
}

void decision_case_follow(const struct decision_case *c, const uint32_t *row,
                          struct decision_case *out)
{
    uint64_t count = 0;
    *out = *c;
    for (uint32_t i = 0; i < c->d.n; i++) {
        for (uint64_t k = c->row[row[i]]; k < c->row[row[i] + 1]; k++, count++)
            out->col[count] = c->col[k], out->val[count] = c->val[k];
        out->row[i + 1] = count, out->d.group[i + 1] = i + 1;
        out->diag[i] = c->diag[row[i]], out->b[i] = c->b[row[i]];
    }
    out->a.off = (struct csr){c->d.n, count, out->row, out->col, out->val};
    out->a.diag = out->diag, out->a.group = out->d.group;
    out->o.a = &out->a, out->o.b = out->b, out->o.stated = out->stated;
}

/* sum = the sizes of the entries of a row; diagonal = that of the reading. */
static void weigh(const struct optimum *o, uint32_t row, mpq_t sum, mpq_t diagonal)
{
    const struct csr *off = &o->a->off;
    mpq_t size;
    mpq_init(size);
    mpq_set_ui(sum, 0, 1);
    for (uint64_t k = off->row[row]; k < off->row[row + 1]; k++) {
        mpq_set_d(size, -off->val[k]);
        mpq_add(sum, sum, size);
    }
    if (o->reading.balanced && off->row[row] < off->row[row + 1]) mpq_set(diagonal, sum);
    else mpq_set_d(diagonal, o->a->diag[row]);
    mpq_clear(size);
}

/* along[i][j]: j follows i in some number of steps, or in none. rests[i]: paths from i come back to
 * i for ever. */
struct follows {
    bool along[MOST][MOST], rests[MOST];
};

static void follow(const struct optimum *o, const uint32_t *choice, const bool *ends,
                   struct follows *f)
{
    const uint32_t n = o->a->ngroups;
    memset(f, 0, sizeof *f);
    for (uint32_t i = 0; i < n; i++) {
        f->along[i][i] = f->rests[i] = true;
        for (uint64_t k = o->a->off.row[choice[i]]; k < o->a->off.row[choice[i] + 1]; k++)
            f->along[i][o->a->off.col[k]] = true;
    }
    for (uint32_t k = 0; k < n; k++)
        for (uint32_t i = 0; i < n; i++)
            for (uint32_t j = 0; j < n; j++) f->along[i][j] |= f->along[i][k] && f->along[k][j];
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t j = 0; j < n; j++)
            f->rests[i] &= !f->along[i][j] || (f->along[j][i] && !ends[j]);
}

/* The row of a state that is left and not infinite; others have x_i = b_i, or 0. */
static void set_equation(const struct optimum *o, uint32_t i, uint32_t row, const mpq_t diagonal,
                         struct exact *e)
{
    mpq_set_d(e->b[i], o->b[row]);
    if (o->stated[i]) return;
    mpq_set(e->a[i][i], diagonal);
    for (uint64_t k = o->a->off.row[row]; k < o->a->off.row[row + 1]; k++)
        mpq_set_d(e->a[i][o->a->off.col[k]], o->a->off.val[k]);
}

/* exact = the system of a chain. Where paths never end they are worth 0, or they are paid for ever:
 * then so is what leads to them. */
static void set_chain(const struct optimum *o, const uint32_t *choice, struct exact *e,
                      bool *infinite)
{
    const uint32_t n = o->a->ngroups;
    struct follows f;
    bool ends[MOST];
    mpq_t sum, diagonal[MOST];
    mpq_init(sum);
    for (uint32_t i = 0; i < n; i++) {
        mpq_init(diagonal[i]);
        weigh(o, choice[i], sum, diagonal[i]);
        ends[i] = o->stated[i] || mpq_cmp(diagonal[i], sum) > 0;
    }
    follow(o, choice, ends, &f);
    e->n = n;
    for (uint32_t i = 0; i < n; i++) {
        infinite[i] = false;
        mpq_set_ui(e->b[i], 0, 1);
        for (uint32_t j = 0; j < n; j++) {
            mpq_set_ui(e->a[i][j], i == j, 1);
            infinite[i] |= f.along[i][j] && f.rests[j] && (o->rewards || o->b[choice[j]] > 0);
        }
        if (!f.rests[i] && !infinite[i]) set_equation(o, i, choice[i], diagonal[i], e);
    }
    for (uint32_t i = 0; i < n; i++) mpq_clear(diagonal[i]);
    mpq_clear(sum);
}

static bool next_choice(const struct matrix *a, uint32_t *choice)
{
    for (uint32_t i = 0; i < a->ngroups; i++) {
        if (++choice[i] < a->group[i + 1]) return true;
        choice[i] = a->group[i];
    }
    return false;
}

void best_values(const struct optimum *o, struct exact *exact, mpq_t *x, bool *infinite)
{
    const uint32_t n = o->a->ngroups;
    uint32_t choice[MOST];
    bool first = true, here[MOST];
    memcpy(choice, o->a->group, n * sizeof *choice);
    do {
        set_chain(o, choice, exact, here);
        exact_solve(exact);
        for (uint32_t i = 0; i < n; i++) {
            const bool more = here[i] || (!infinite[i] && mpq_cmp(exact->x[i], x[i]) > 0),
                       less = infinite[i] ? !here[i] : !here[i] && mpq_cmp(exact->x[i], x[i]) < 0;
            if (!first && !(o->largest ? more : less)) continue;
            infinite[i] = here[i];
            mpq_set(x[i], exact->x[i]);
        }
        first = false;
    } while (next_choice(o->a, choice));
}
