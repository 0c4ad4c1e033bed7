#include "harness/store/spec_copy.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

/* A struct by its size and where its texts (char *) stand, so that all three are copied and freed
 * by one loop. */
struct record {
    size_t size, ntexts;
    size_t text[9];
};

static const struct record axis_record = {
    sizeof(struct axis_value),
    2,
    {offsetof(struct axis_value, name), offsetof(struct axis_value, text)}};

static const struct record figure_record = {
    sizeof(struct figure),
    9,
    {offsetof(struct figure, id), offsetof(struct figure, title), offsetof(struct figure, kind),
     offsetof(struct figure, x), offsetof(struct figure, y), offsetof(struct figure, by),
     offsetof(struct figure, facet), offsetof(struct figure, where), offsetof(struct figure, log)}};

static const struct record table_record = {
    sizeof(struct table),
    6,
    {offsetof(struct table, id), offsetof(struct table, title), offsetof(struct table, rows),
     offsetof(struct table, columns), offsetof(struct table, value),
     offsetof(struct table, where)}};

static const struct record crossover_record = {
    sizeof(struct crossover),
    5,
    {offsetof(struct crossover, id), offsetof(struct crossover, axis),
     offsetof(struct crossover, a), offsetof(struct crossover, b),
     offsetof(struct crossover, source)}};

static const struct record claim_record = {
    sizeof(struct claim), 2, {offsetof(struct claim, id), offsetof(struct claim, text)}};

static const struct record bundled_record = {
    sizeof(struct bundled), 2, {offsetof(struct bundled, name), offsetof(struct bundled, text)}};

static char **text_at(void *array, size_t index, const struct record *record, size_t text)
{
    return (char **)((char *)array + index * record->size + record->text[text]);
}

static void records_free(void *array, size_t count, const struct record *record)
{
    if (!array) return;
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < record->ntexts; k++) free(*text_at(array, i, record, k));
    free(array);
}

/* out is the address of a pointer to the record's struct. */
static enum status records_copy(size_t count, const void *from, const struct record *record,
                                void *out)
{
    enum status status = OK;
    char *copy = NULL;
    memset(out, 0, sizeof(void *));
    TRY(allocate(count, record->size, "a copy of the experiment", &copy));
    if (count) memcpy(copy, from, count * record->size);
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < record->ntexts; k++) *text_at(copy, i, record, k) = NULL;
    for (size_t i = 0; i < count; i++) {
        for (size_t k = 0; k < record->ntexts; k++) {
            const char *text = *text_at((void *)from, i, record, k);
            if (text) TRY(copy_text(text, text_at(copy, i, record, k)));
        }
    }
    memcpy(out, &copy, sizeof copy);
    return OK;
out:
    records_free(copy, count, record);
    return status;
}

void axes_free(struct axis_value *axes, size_t count)
{
    records_free(axes, count, &axis_record);
}

void figures_free(struct figure *figures, size_t count)
{
    records_free(figures, count, &figure_record);
}

void tables_free(struct table *tables, size_t count)
{
    records_free(tables, count, &table_record);
}

void claims_free(struct claim *claims, size_t count)
{
    records_free(claims, count, &claim_record);
}

void bundle_free(struct bundled *bundle, size_t count)
{
    records_free(bundle, count, &bundled_record);
}

void crossovers_free(struct crossover *crossovers, size_t count)
{
    records_free(crossovers, count, &crossover_record);
}

enum status axes_copy(size_t count, const struct axis_value *from, struct axis_value **out)
{
    return records_copy(count, from, &axis_record, out);
}

enum status figures_copy(size_t count, const struct figure *from, struct figure **out)
{
    return records_copy(count, from, &figure_record, out);
}

enum status tables_copy(size_t count, const struct table *from, struct table **out)
{
    return records_copy(count, from, &table_record, out);
}

enum status claims_copy(size_t count, const struct claim *from, struct claim **out)
{
    return records_copy(count, from, &claim_record, out);
}

enum status bundle_copy(size_t count, const struct bundled *from, struct bundled **out)
{
    return records_copy(count, from, &bundled_record, out);
}
