#include "problems/objectives/simplex.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

enum status program_new(size_t rows, size_t columns, struct program *out)
{
    *out = (struct program){rows, columns, NULL, NULL, NULL};
    MUST(allocate_zeroed(rows * columns, sizeof *out->a, "a linear program", &out->a));
    MUST(allocate_zeroed(rows, sizeof *out->b, "a linear program", &out->b));
    return allocate_zeroed(columns, sizeof *out->c, "a linear program", &out->c);
}

void program_free(struct program *program)
{
    free(program->a);
    free(program->b);
    free(program->c);
    *program = (struct program){0};
}

/* The variables are columns, and a slack for each row. One that is not in the basis is where a
 * column of `a` says, and one of the basis where a row does. c: what a variable is still worth. */
struct tableau {
    struct program *p;
    size_t *column_of, *row_of; /* names: x is 0 .. columns - 1, then slacks */
};

static const double small = 1e-13;

/* The first by name that is worth something (Bland's rule ends). */
static size_t entering(const struct tableau *t)
{
    size_t best = SIZE_MAX;
    for (size_t j = 0; j < t->p->columns; j++)
        if (t->p->c[j] > small && (best == SIZE_MAX || t->column_of[j] < t->column_of[best]))
            best = j;
    return best;
}

static size_t leaving(const struct tableau *t, size_t j)
{
    const struct program *p = t->p;
    size_t best = SIZE_MAX;
    double least = 0;
    for (size_t i = 0; i < p->rows; i++) {
        const double a = p->a[i * p->columns + j];
        if (a <= small) continue;
        const double ratio = p->b[i] / a;
        const bool same = best != SIZE_MAX && ratio <= least + 1e-15;
        if (best == SIZE_MAX || ratio < least - 1e-15 || (same && t->row_of[i] < t->row_of[best])) {
            best = i;
            least = ratio;
        }
    }
    return best;
}

/* The variable of column j and that of row i change places. */
static void pivot(struct tableau *t, size_t i, size_t j)
{
    struct program *p = t->p;
    const size_t n = p->columns, name = t->column_of[j];
    double *row = p->a + i * n;
    const double by = row[j];
    for (size_t k = 0; k < n; k++) row[k] = k == j ? 1 / by : row[k] / by;
    p->b[i] /= by;
    for (size_t r = 0; r <= p->rows; r++) {
        double *other = r == p->rows ? p->c : p->a + r * n;
        const double times = other[j];
        if (r == i || times == 0) continue;
        for (size_t k = 0; k < n; k++) other[k] = (k == j ? 0 : other[k]) - times * row[k];
        if (r < p->rows) p->b[r] -= times * p->b[i];
    }
    t->column_of[j] = t->row_of[i];
    t->row_of[i] = name;
}

static bool improve(struct tableau *t)
{
    enum { MOST_PIVOTS = 20000 };
    for (int k = 0; k < MOST_PIVOTS; k++) {
        const size_t j = entering(t), i = j == SIZE_MAX ? SIZE_MAX : leaving(t, j);
        if (j == SIZE_MAX) return true;
        if (i == SIZE_MAX) return false;
        pivot(t, i, j);
    }
    return false;
}

enum status program_solve(struct program *program, double *x, double *price)
{
    enum status status = OK;
    const size_t rows = program->rows, columns = program->columns;
    struct tableau t = {.p = program};
    memset(x, 0, columns * sizeof *x);
    memset(price, 0, rows * sizeof *price);
    TRY(allocate(columns, sizeof *t.column_of, "a linear program", &t.column_of));
    TRY(allocate(rows, sizeof *t.row_of, "a linear program", &t.row_of));
    for (size_t j = 0; j < columns; j++) t.column_of[j] = j;
    for (size_t i = 0; i < rows; i++) t.row_of[i] = columns + i;
    if (!improve(&t)) goto out;
    for (size_t i = 0; i < rows; i++)
        if (t.row_of[i] < columns) x[t.row_of[i]] = program->b[i];
    for (size_t j = 0; j < columns; j++)
        if (t.column_of[j] >= columns) price[t.column_of[j] - columns] = -program->c[j];
out:
    free(t.column_of);
    free(t.row_of);
    return status;
}
