#include "solvers/row_classes.h"

#include <stdlib.h>

#include "base/memory.h"
#include "solvers/place.h"

/* Sorts rows by class (counting sort): first has count + 1 entries, order n. */
static void classes_sort_rows(uint32_t n, uint32_t count, const uint32_t *of_row, uint32_t *first,
                              uint32_t *order)
{
    for (uint32_t i = 0; i < n; i++) first[of_row[i] + 1]++;
    for (uint32_t c = 0; c < count; c++) first[c + 1] += first[c];
    for (uint32_t i = 0; i < n; i++) order[first[of_row[i]]++] = i;
    for (uint32_t c = count; c > 0; c--) first[c] = first[c - 1];
    first[0] = 0;
}

static enum status put_new(const struct place *place, const uint32_t *from, size_t count,
                           const uint32_t **out)
{
    void *there;
    MUST(place->allocate(count * sizeof *from, &there));
    *out = there;
    return place->put(there, from, count * sizeof *from);
}

enum status row_classes_create(const struct place *place, uint32_t n, uint32_t count,
                               const uint32_t *of_row, struct row_classes *out)
{
    enum status status = OK;
    uint32_t *first = NULL, *order = NULL;
    *out = (struct row_classes){.count = count};
    if (count == 1) return OK;
    TRY(allocate_zeroed((size_t)count + 1, sizeof *first, "classes", &first));
    TRY(allocate(n, sizeof *order, "classes", &order));
    classes_sort_rows(n, count, of_row, first, order);
    TRY(put_new(place, of_row, n, &out->of_row));
    TRY(put_new(place, order, n, &out->order));
    TRY(put_new(place, first, (size_t)count + 1, &out->first));
    TRY(place->allocate((size_t)count * class_parts(count) * sizeof(struct weight), &out->room));
    TRY(place->synchronise());
out:
    free(first);
    free(order);
    return status;
}

void row_classes_free(const struct place *place, struct row_classes *classes)
{
    void *const memory[] = {(void *)classes->of_row, (void *)classes->order,
                            (void *)classes->first, classes->room};
    for (size_t k = 0; k < sizeof memory / sizeof *memory; k++)
        if (memory[k]) place->release(memory[k]);
    *classes = (struct row_classes){0};
}
