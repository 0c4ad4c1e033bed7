#include "datasets/formats/cache/cache_check.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arrays/array.h"
#include "base/memory.h"
#include "base/team.h"
#include "datasets/text/rows.h"

/* Number of rows that a thread checks at a time. */
enum { ROWS = 8192 };

static enum status cache_number_wrong(const struct hdf5_file *file, const char *array,
                                      uint64_t index, const char *what)
{
    char text[160];
    snprintf(text, sizeof text, "number %llu: %s", (unsigned long long)index, what);
    return hdf5_damaged(file, array, text);
}

/* Row starts */

static enum status check_starts(const struct hdf5_file *file, const struct csr *a)
{
    uint64_t first = UINT64_MAX;
#pragma omp parallel for reduction(min : first) if (team_once(a->rows))
    for (uint64_t i = 0; i < a->rows; i++)
        if (a->row[i] > a->row[i + 1] && i < first) first = i;
    if (a->row[0]) return cache_number_wrong(file, "row", 0, "it is not 0");
    if (first != UINT64_MAX)
        return cache_number_wrong(file, "row", first + 1, "it is less than the one before");
    if (a->row[a->rows] != a->nnz)
        return cache_number_wrong(file, "row", a->rows, "it is not the number of entries");
    return OK;
}

/* Rows of a CSR with valid row starts. Values are finite, or those of a chain. */

struct rules {
    const struct matrix *part; /* these are its rows */
    enum chain_type chain;     /* a chain's may have a diagonal */
    uint64_t columns;          /* number of columns of the complete matrix */
};

static const char *column_fault(const struct csr *a, uint64_t i, const struct rules *rules)
{
    uint64_t begin = a->row[i], end = a->row[i + 1];
    bool descends = false, diagonal = false;
    for (uint64_t k = begin + 1; k < end; k++) descends |= a->col[k] <= a->col[k - 1];
    for (uint64_t k = begin; k < end && !rules->chain; k++)
        diagonal |= a->col[k] == row_owner(rules->part, i);
    if (descends) return "its columns do not ascend";
    if (begin < end && a->col[end - 1] >= rules->columns) return "a column is out of range";
    return diagonal ? "it has an entry on the diagonal, which has an array of its own" : NULL;
}

static const char *value_fault(const struct csr *a, uint64_t i, const struct rules *rules)
{
    const uint64_t owner = rules->chain ? row_owner(rules->part, i) : 0;
    bool finite = true, positive = true;
    struct row_sum sum = {0};
    for (uint64_t k = a->row[i]; k < a->row[i + 1]; k++) {
        finite &= fabs(a->val[k]) <= HUGE_VAL && fabs(a->val[k]) < HUGE_VAL;
        positive &= a->val[k] > 0;
        row_sum_add(&sum, owner, a->col[k], a->val[k]);
    }
    if (!finite) return "a value is not finite";
    if (rules->chain == CHAIN_UNKNOWN) return NULL;
    if (a->row[i] == a->row[i + 1]) return "a state has no transition";
    if (!positive) return "a value is not positive";
    if (!isfinite(row_sum_total(sum))) return "its rates sum to infinity";
    return rules->chain != CHAIN_CTMC && !chain_row_fits(sum.staying, sum.leaving, 1e-6)
               ? "its probabilities do not sum to 1 within 1e-6 of the probability of leaving the "
                 "state"
               : NULL;
}

static enum status check_entries(const struct hdf5_file *file, const struct csr *a,
                                 struct rules rules)
{
    char text[160];
    uint64_t first = UINT64_MAX;
#pragma omp parallel for schedule(dynamic, ROWS) \
    reduction(min                                \
              : first) if (team_once(a->nnz + a->rows))
    for (uint64_t i = 0; i < a->rows; i++)
        if (i < first && (column_fault(a, i, &rules) || value_fault(a, i, &rules))) first = i;
    if (first == UINT64_MAX) return OK;
    const char *column = column_fault(a, first, &rules);
    const uint64_t row = rules.part->first + first;
    snprintf(text, sizeof text, "row %llu: %s", (unsigned long long)row,
             column ? column : value_fault(a, first, &rules));
    return hdf5_damaged(file, column ? "col" : "val", text);
}

static enum status check_csr(const struct hdf5_file *file, const struct csr *a, struct rules rules)
{
    rules.columns = matrix_unknowns(rules.part);
    MUST(check_starts(file, a));
    return check_entries(file, a, rules);
}

/* Vectors */

static enum status check_vector(const struct hdf5_file *file, const char *array, uint64_t n,
                                const double *x, double least)
{
    uint64_t first = UINT64_MAX;
#pragma omp parallel for reduction(min : first) if (team_once(n))
    for (uint64_t i = 0; i < n; i++)
        if (!(x[i] >= least && fabs(x[i]) < HUGE_VAL) && i < first) first = i;
    if (first == UINT64_MAX) return OK;
    return cache_number_wrong(file, array, first,
                              isfinite(x[first]) ? "it is negative" : "it is not finite");
}

static enum status check_label(const struct hdf5_file *file, const struct label *label, uint64_t n)
{
    uint8_t all = 0;
#pragma omp parallel for reduction(| : all) if (team_once(n))
    for (uint64_t i = 0; i < n; i++) all |= label->holds[i];
    if (all > 1) return hdf5_damaged(file, "labels", "a number is neither 0 nor 1");
    if (!all && !strcmp(label->name, "init"))
        return hdf5_damaged(file, "labels", "no state is initial");
    return OK;
}

/* Names */

static int cache_by_name(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

enum status check_names(const struct hdf5_file *file, const char *array, size_t count,
                        const char *names, size_t stride)
{
    enum status status = OK;
    const char **name = NULL;
    TRY(allocate(count, sizeof *name, "names", &name));
    for (size_t k = 0; k < count; k++) {
        name[k] = names + k * stride;
        if (!name_printable(name[k]))
            TRY(cache_number_wrong(file, array, k, "it has control characters"));
    }
    qsort(name, count, sizeof *name, cache_by_name);
    for (size_t k = 1; k < count; k++)
        if (!strcmp(name[k - 1], name[k])) TRY(hdf5_damaged(file, array, "a name is there twice"));
out:
    free(name);
    return status;
}

static enum status check_reward(const struct hdf5_file *file, const struct chain *chain,
                                const struct reward *reward)
{
    const uint32_t n = chain_states(chain);
    uint32_t first = UINT32_MAX;
    MUST(check_vector(file, "rewards", chain->transitions.rows, reward->rate, 0));
    if (!reward->state) return OK;
    MUST(check_vector(file, "rewards", n, reward->state, 0));
#pragma omp parallel for reduction(min : first) if (team_once(n))
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t r = chain_row(chain, i); r < chain_row(chain, i + 1); r++)
            if (reward->state[i] > reward->rate[r] && i < first) first = i;
    if (first == UINT32_MAX) return OK;
    return cache_number_wrong(file, "rewards", first, "what a state has of it is more than it");
}

/* All */

static enum status check_groups(const struct hdf5_file *file, const struct chain *chain)
{
    const uint32_t rows = chain->transitions.rows, *group = chain->group;
    const struct actions *actions = &chain->actions;
    if (!group) return OK;
    if (group[0]) return cache_number_wrong(file, "group", 0, "it is not 0");
    for (uint32_t i = 0; i < chain->ngroups; i++)
        if (group[i] >= group[i + 1])
            return cache_number_wrong(file, "group", i + 1, "it is not more than the one before");
    if (group[chain->ngroups] != rows)
        return cache_number_wrong(file, "group", chain->ngroups, "it is not the number of choices");
    for (uint32_t r = 0; actions->of && r < rows; r++)
        if (actions->of[r] >= actions->count && actions->of[r] != NO_ACTION)
            return cache_number_wrong(file, "action", r, "it is not the number of an action");
    return OK;
}

enum status check_chain(const struct hdf5_file *file, const struct chain *chain)
{
    const struct matrix rows = {
        .off = chain->transitions, .group = chain->group, .ngroups = chain->ngroups};
    MUST(check_groups(file, chain));
    MUST(check_csr(file, &rows.off, (struct rules){.part = &rows, .chain = chain->type}));
    if (!chain_label(chain, "init") || !chain_label(chain, "deadlock"))
        return hdf5_damaged(file, "label_names", "init or deadlock is missing");
    for (size_t k = 0; k < chain->nlabels; k++)
        MUST(check_label(file, &chain->labels[k], chain_states(chain)));
    for (size_t k = 0; k < chain->nrewards; k++)
        MUST(check_reward(file, chain, &chain->rewards[k]));
    return OK;
}

static enum status check_diagonal(const struct hdf5_file *file, const struct matrix *a)
{
    for (uint64_t i = 0; i < a->off.rows; i++)
        if (a->diag[i] == 0 || !isfinite(a->diag[i]))
            return cache_number_wrong(file, "diag", row_owner(a, i),
                                      a->diag[i] == 0 ? "it is 0" : "it is not finite");
    return OK;
}

enum status check_rows(const struct hdf5_file *file, const struct matrix *a, uint64_t columns)
{
    MUST(check_entries(file, &a->off, (struct rules){.part = a, .columns = columns}));
    return check_diagonal(file, a);
}

enum status check_vectors(const struct hdf5_file *file, const struct linear *system)
{
    const uint64_t n = matrix_unknowns(&system->a);
    MUST(check_starts(file, &system->a.off));
    MUST(check_vector(file, "x0", n, system->x0, -HUGE_VAL));
    if (system->b) MUST(check_vector(file, "b", system->a.off.rows, system->b, -HUGE_VAL));
    if (system->answer) MUST(check_vector(file, "answer", n, system->answer, -HUGE_VAL));
    if (system->weight) MUST(check_vector(file, "weight", n, system->weight, -HUGE_VAL));
    return OK;
}

enum status check_system(const struct hdf5_file *file, const struct linear *system)
{
    MUST(check_csr(file, &system->a.off, (struct rules){.part = &system->a}));
    MUST(check_diagonal(file, &system->a));
    return check_vectors(file, system);
}

enum status check_product(const struct hdf5_file *file, const struct product *p)
{
    const struct csr rows = {.rows = p->n, .nnz = p->m, .row = p->row};
    uint64_t first = UINT64_MAX;
    MUST(check_starts(file, &rows));
#pragma omp parallel for reduction(min : first) if (team_once(p->m))
    for (uint64_t e = 0; e < p->m; e++)
        if (p->col[e] >= p->n && e < first) first = e;
    if (first != UINT64_MAX)
        return cache_number_wrong(file, "col", first, "it is not the number of a vertex");
    if (p->initial != NO_VERTEX && p->initial >= p->n)
        return cache_number_wrong(file, "initial", 0, "it is not the number of a vertex");
    if (p->n % 64 && p->accepting[p->n / 64] >> p->n % 64)
        return cache_number_wrong(file, "accepting", p->n / 64,
                                  "it has bits beyond the last vertex");
    return OK;
}
