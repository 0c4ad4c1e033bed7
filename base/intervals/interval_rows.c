#include "base/intervals/interval_rows.h"

#include "base/memory.h"

enum status interval_order(const struct matrix *a, uint32_t **order)
{
    const struct csr *off = &a->off;
    MUST(allocate(off->nnz + off->rows, sizeof **order, "the order of a row's entries", order));
    for (uint32_t r = 0; r < off->rows; r++)
        for (uint64_t k = off->row[r]; k <= off->row[r + 1]; k++)
            (*order)[k + r] = (uint32_t)(k - off->row[r]);
    return OK;
}

/* A row and its numbers. Place `count` is that of staying. */
struct seen_row {
    const struct matrix *a;
    const double *x;
    double own;
    uint64_t first;
    uint32_t row, count;
};

static inline double number_of(const struct seen_row *s, uint32_t place)
{
    return place == s->count ? s->own : s->x[s->a->off.col[s->first + place]];
}

static inline double bound_of(const struct seen_row *s, uint32_t place, bool most)
{
    const uint64_t k = s->first + place;
    if (place == s->count) return s->a->stay[2 * (size_t)s->row + most];
    return most ? s->a->most[k] : least_of(s->a, k);
}

/* By insertion: from sweep to sweep the order hardly changes. */
static void sort_places(const struct seen_row *s, bool largest, uint32_t *order)
{
    for (uint32_t k = 1; k <= s->count; k++) {
        const uint32_t place = order[k];
        const double number = number_of(s, place);
        uint32_t at = k;
        for (; at; at--) {
            const double before = number_of(s, order[at - 1]);
            if (largest ? before >= number : before <= number) break;
            order[at] = order[at - 1];
        }
        order[at] = place;
    }
}

struct given interval_give(const struct matrix *a, uint32_t row, double own, const double *x,
                           bool largest, uint32_t *order)
{
    const uint64_t first = a->off.row[row];
    const struct seen_row s = {a, x, own, first, row, (uint32_t)(a->off.row[row + 1] - first)};
    struct given out = {0, 0, a->stay[2 * (size_t)row]};
    struct close_sum rest = {1, 0, 0};
    for (uint32_t k = 0; k <= s.count; k++) close_sum_add(&rest, -bound_of(&s, k, false));
    order += first + row;
    if (rest.head + rest.tail > 0) sort_places(&s, largest, order);
    for (uint32_t k = 0; k <= s.count && rest.head + rest.tail > 0; k++) {
        const double least = bound_of(&s, order[k], false), most = bound_of(&s, order[k], true),
                     left = rest.head + rest.tail, room = most - least,
                     give = room < left ? room : left;
        if (!(give > 0)) continue;
        if (order[k] == s.count) out.stays += give;
        else out.sum += give * number_of(&s, order[k]), out.weight += give;
        close_sum_add(&rest, least);
        close_sum_add(&rest, -most);
    }
    return out;
}
