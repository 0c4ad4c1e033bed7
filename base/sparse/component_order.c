/* Unknowns that read none but those before them are taken away, level by level, and then those that
 * none of the rest reads. What is left lies on cycles or between them; Tarjan's algorithm finds its
 * components. */
#include "base/sparse/component_order.h"

#include <stdlib.h>
#include <string.h>

#include "base/level_queue.h"
#include "base/memory.h"
#include "base/progress_hook.h"
#include "base/sparse/reachability.h"
#include "base/sparse/spread.h"
#include "base/sparse/transpose.h"
#include "base/team.h"

/* The unknowns with a level are gone. Levels are numbered from 0 on, first those from below, then
 * those from above, and at last those between them. */
struct peel {
    uint32_t n;
    struct csr ahead, back; /* what each unknown reads, and by what it is read */
    uint32_t *left;         /* for each unknown, the entries that keep it */
    uint32_t *level;
    struct level_queue queue; /* unknowns that are gone */
    uint32_t below, above;    /* numbers of levels */
};

static void peel_free(struct peel *p)
{
    free(p->ahead.row);
    csr_free(&p->back);
    free(p->left);
    free(p->level);
    free(p->queue.of);
}

/* The rows of an unknown lie side by side, so they are one row of `ahead`, which borrows all but
 * row. */
static enum status join_rows(const struct matrix *a, struct csr *ahead)
{
    const uint32_t n = (uint32_t)matrix_unknowns(a);
    *ahead = (struct csr){.rows = n, .nnz = a->off.nnz, .col = a->off.col};
    MUST(allocate_large((size_t)n + 1, sizeof *ahead->row, "components", &ahead->row));
#pragma omp parallel for schedule(static) if (team_once(n))
    for (uint32_t i = 0; i <= n; i++) ahead->row[i] = a->off.row[matrix_first_row(a, i)];
    return OK;
}

static enum status peel_open(const struct matrix *a, struct peel *p)
{
    p->n = (uint32_t)matrix_unknowns(a);
    MUST(join_rows(a, &p->ahead));
    MUST(transpose(&(struct transposition){.rows = p->n}, &p->ahead, false, &p->back));
    MUST(allocate_large(p->n, sizeof *p->left, "components", &p->left));
    MUST(allocate_large(p->n, sizeof *p->level, "components", &p->level));
    return allocate_large(p->n, sizeof *p->queue.of, "components", &p->queue.of);
}

static void take(struct peel *p, struct level_batch *batch, uint32_t i, uint32_t level)
{
    p->level[i] = level;
    level_batch_add(&p->queue, batch, i);
}

/* Begins with those that nothing keeps. */
static void take_free(struct peel *p, uint32_t level)
{
#pragma omp parallel if (team_once(p->n))
    {
        struct level_batch batch = {.count = 0};
#pragma omp for schedule(static) nowait
        for (uint32_t i = 0; i < p->n; i++)
            if (p->level[i] == NO_LEVEL && p->left[i] == 0) take(p, &batch, i, level);
        level_batch_end(&p->queue, &batch);
    }
}

/* Unknowns in the queue no longer keep those to which entries of `to` lead. */
static void let_go(struct peel *p, const struct csr *to, uint32_t first, uint32_t end,
                   uint32_t level)
{
#pragma omp parallel if (team_again(16 * (uint64_t)(end - first)))
    {
        struct level_batch batch = {.count = 0};
#pragma omp for schedule(dynamic, 256) nowait
        for (uint32_t q = first; q < end; q++) {
            const uint32_t j = p->queue.of[q];
            for (uint64_t k = to->row[j]; k < to->row[j + 1]; k++) {
                const uint32_t i = to->col[k];
                uint32_t left;
#pragma omp atomic capture
                left = --p->left[i];
                if (left == 0 && p->level[i] == NO_LEVEL) take(p, &batch, i, level);
            }
        }
        level_batch_end(&p->queue, &batch);
    }
}

static enum status peel_along(struct peel *p, const struct csr *to, uint32_t *level)
{
    uint32_t first = p->queue.last;
    take_free(p, *level);
    while (first < p->queue.last) {
        const uint32_t end = p->queue.last;
        let_go(p, to, first, end, ++*level);
        first = end;
        MUST(progress_hook_check());
    }
    return OK;
}

static enum status peel_below(struct peel *p)
{
#pragma omp parallel for schedule(static) if (team_once(p->n))
    for (uint32_t i = 0; i < p->n; i++) {
        p->level[i] = NO_LEVEL;
        p->left[i] = (uint32_t)(p->ahead.row[i + 1] - p->ahead.row[i]);
    }
    return peel_along(p, &p->back, &p->below);
}

/* Entries from unknowns that are gone keep nothing. */
static enum status peel_above(struct peel *p)
{
    uint32_t level = p->below;
    if (p->queue.last == p->n) return OK;
#pragma omp parallel for schedule(static) if (team_once(p->back.nnz))
    for (uint32_t j = 0; j < p->n; j++) {
        p->left[j] = 0;
        for (uint64_t k = p->back.row[j]; k < p->back.row[j + 1]; k++)
            p->left[j] += p->level[p->back.col[k]] == NO_LEVEL;
    }
    MUST(peel_along(p, &p->ahead, &level));
    p->above = level - p->below;
    return OK;
}

/* The unknowns that are left, as a graph of their own. */
struct rest {
    uint32_t n;
    uint32_t *number, *unknown; /* of an unknown; with a number */
    struct csr ahead;
    uint32_t *component, count, *height; /* component of a number, level of a component */
    uint64_t *first;                     /* of a component, among its members */
    uint32_t *member, levels;
};

static void rest_free(struct rest *r)
{
    free(r->number);
    free(r->unknown);
    csr_free(&r->ahead);
    free(r->component);
    free(r->height);
    free(r->first);
    free(r->member);
}

static enum status rest_open(const struct peel *p, struct rest *r)
{
    uint64_t entries = 0;
    MUST(allocate_large(p->n, sizeof *r->number, "components", &r->number));
    MUST(allocate(p->n - p->queue.last, sizeof *r->unknown, "components", &r->unknown));
    for (uint32_t i = 0; i < p->n; i++) {
        if (p->level[i] != NO_LEVEL) continue;
        entries += p->ahead.row[i + 1] - p->ahead.row[i];
        r->number[i] = r->n;
        r->unknown[r->n++] = i;
    }
    r->ahead = (struct csr){.rows = r->n};
    MUST(allocate((size_t)r->n + 1, sizeof *r->ahead.row, "components", &r->ahead.row));
    MUST(allocate_large(entries, sizeof *r->ahead.col, "components", &r->ahead.col));
    for (uint32_t k = 0; k < r->n; k++) {
        r->ahead.row[k] = r->ahead.nnz;
        for (uint64_t e = p->ahead.row[r->unknown[k]]; e < p->ahead.row[r->unknown[k] + 1]; e++)
            if (p->level[p->ahead.col[e]] == NO_LEVEL)
                r->ahead.col[r->ahead.nnz++] = r->number[p->ahead.col[e]];
    }
    r->ahead.row[r->n] = r->ahead.nnz;
    return OK;
}

static void find_heights(struct rest *r)
{
    for (uint32_t c = 0; c < r->count; c++) {
        for (uint64_t m = r->first[c]; m < r->first[c + 1]; m++)
            for (uint64_t e = r->ahead.row[r->member[m]]; e < r->ahead.row[r->member[m] + 1]; e++) {
                const uint32_t other = r->component[r->ahead.col[e]];
                if (other != c && r->height[other] >= r->height[c])
                    r->height[c] = r->height[other] + 1;
            }
        if (r->height[c] >= r->levels) r->levels = r->height[c] + 1;
    }
}

static enum status rest_find(const struct peel *p, struct rest *r)
{
    MUST(rest_open(p, r));
    MUST(strong_components(&r->ahead, &r->component, &r->count));
    MUST(class_members(r->component, r->n, r->count, &r->first, &r->member));
    MUST(allocate_zeroed(r->count, sizeof *r->height, "components", &r->height));
    find_heights(r);
    return OK;
}

/* The final level of an unknown that is gone: those from above come last, the first of them at the
 * end. */
static uint32_t final_level(const struct peel *p, const struct rest *r, uint32_t level)
{
    if (level < p->below) return level;
    return p->below + r->levels + p->above - 1 - (level - p->below);
}

/* Appends the components of the rest, level by level; `at` members come before them. */
static enum status list_rest(const struct peel *p, const struct rest *r, uint32_t at,
                             struct components *out)
{
    enum status status = OK;
    uint64_t *first = NULL;
    uint32_t *sorted = NULL, c = at;
    TRY(class_members(r->height, r->count, r->levels, &first, &sorted));
    for (uint32_t l = 0; l < r->levels; l++) {
        out->level[p->below + l] = c;
        for (uint64_t k = first[l]; k < first[l + 1]; k++, c++) {
            out->first[c] = at;
            for (uint64_t m = r->first[sorted[k]]; m < r->first[sorted[k] + 1]; m++, at++) {
                out->member[at] = r->unknown[r->member[m]];
                out->of[out->member[at]] = c;
            }
        }
    }
out:
    free(first);
    free(sorted);
    return status;
}

/* Sorts the unknowns that are gone by levels: parts of them are counted, then placed. */
struct sorting {
    uint32_t parts;
    uint32_t *at; /* for each part and final level: number of unknowns, then where the next goes */
};

static uint32_t first_of_part(const struct peel *p, const struct sorting *s, uint32_t part)
{
    return (uint32_t)((uint64_t)p->n * part / s->parts);
}

static void visit_part(const struct peel *p, const struct rest *r, const struct sorting *s,
                       uint32_t part, struct components *out, bool moves)
{
    uint32_t *at = s->at + (size_t)part * out->levels;
    for (uint32_t i = first_of_part(p, s, part); i < first_of_part(p, s, part + 1); i++) {
        if (p->level[i] == NO_LEVEL) continue;
        const uint32_t level = final_level(p, r, p->level[i]), k = at[level]++,
                       c = level < p->below ? k : k - r->n + r->count;
        if (!moves) continue;
        out->member[k] = i;
        out->of[i] = c;
        out->first[c] = k;
    }
}

/* Returns how many unknowns come before the rest. */
static uint32_t place_levels(const struct peel *p, const struct rest *r, const struct sorting *s,
                             struct components *out)
{
    uint32_t sum = 0, before = 0;
    for (uint32_t l = 0; l < out->levels; l++) {
        if (l == p->below) before = sum, sum += r->n, l += r->levels;
        if (l == out->levels) break;
        out->level[l] = l < p->below ? sum : sum - r->n + r->count;
        for (uint32_t part = 0; part < s->parts; part++) {
            uint32_t *at = &s->at[(size_t)part * out->levels + l];
            const uint32_t count = *at;
            *at = sum;
            sum += count;
        }
    }
    return before;
}

static enum status sort_levels(const struct peel *p, const struct rest *r, struct components *out)
{
    enum { PARTS = 64 };
    struct sorting s = {.parts = (uint64_t)out->levels * PARTS < p->n ? PARTS : 1};
    MUST(allocate_zeroed((size_t)s.parts * out->levels, sizeof *s.at, "components", &s.at));
#pragma omp parallel for if (team_once(p->n))
    for (uint32_t part = 0; part < s.parts; part++) visit_part(p, r, &s, part, out, false);
    const uint32_t before = place_levels(p, r, &s, out);
#pragma omp parallel for if (team_once(p->n))
    for (uint32_t part = 0; part < s.parts; part++) visit_part(p, r, &s, part, out, true);
    free(s.at);
    return list_rest(p, r, before, out);
}

static enum status list_components(const struct peel *p, const struct rest *r,
                                   struct components *out)
{
    out->count = p->queue.last + r->count;
    out->levels = p->below + r->levels + p->above;
    MUST(allocate_large(p->n, sizeof *out->of, "components", &out->of));
    MUST(allocate_large(p->n, sizeof *out->member, "components", &out->member));
    MUST(allocate_large((size_t)out->count + 1, sizeof *out->first, "components", &out->first));
    MUST(allocate((size_t)out->levels + 1, sizeof *out->level, "components", &out->level));
    MUST(sort_levels(p, r, out));
    out->first[out->count] = p->n;
    out->level[out->levels] = out->count;
    return OK;
}

enum status components_find(const struct matrix *a, struct components *out)
{
    enum status status = OK;
    struct peel p = {0};
    struct rest r = {0};
    *out = (struct components){0};
    TRY(peel_open(a, &p));
    TRY(peel_below(&p));
    TRY(peel_above(&p));
    if (p.queue.last < p.n) TRY(rest_find(&p, &r));
    csr_free(&p.back);
    TRY(list_components(&p, &r, out));
out:
    peel_free(&p);
    rest_free(&r);
    if (status != OK) components_free(out);
    return status;
}

void components_free(struct components *components)
{
    free(components->of);
    free(components->member);
    free(components->first);
    free(components->level);
    *components = (struct components){0};
}

enum status component_order(const struct csr *a, uint32_t *rank, uint32_t *count)
{
    enum status status = OK;
    uint32_t *of = NULL, *member = NULL;
    uint64_t *first = NULL;
    TRY(strong_components(a, &of, count));
    TRY(class_members(of, a->rows, *count, &first, &member));
    for (uint32_t k = 0; k < a->rows; k++) rank[member[k]] = k;
out:
    free(of);
    free(first);
    free(member);
    return status;
}
