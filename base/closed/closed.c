#include "base/closed/closed.h"

#include <math.h>

#include "base/closed/herman.h"
#include "base/closed/tandem.h"

const char *const closed_names[NCLOSED] = {
    "",
#define CLOSED(name) #name,
#include "base/closed/closed.def"
#undef CLOSED
    "",
#define CHOICES(name) #name,
#include "base/closed/choices.def"
#undef CHOICES
};

/* All entries at once. */
static void tandem_entries(const struct closed_rows *closed, uint64_t i, struct closed_entries *out)
{
    struct tandem_row row;
    const uint64_t reach = tandem_reach(closed);
    tandem_row_at(closed->size, i, &row);
    out->base = i > reach ? i - reach : 0;
    out->kind = row.kind;
    out->count = row.count;
    for (uint32_t k = 0; k < row.count; k++) {
        out->col[k] = (uint32_t)(i + (uint64_t)row.offset[k] - out->base);
        out->val[k] = row.value[k];
    }
}

/* next: the subset of the drawn bits to go on with. */
static void herman_entries(const struct closed_rows *closed, uint64_t i, struct closed_entries *out)
{
    const struct herman_row row = herman_row_at(closed->size, i);
    const double value = -herman_power(row.tokens);
    out->kind = herman_kind_of(closed->size, &row);
    out->base = out->count = 0;
    if (row.tokens == 1) return;
    do {
        const uint64_t column = row.copied | out->next;
        out->next = herman_next(&row, out->next);
        if (column == i) continue;
        out->col[out->count] = (uint32_t)column;
        out->val[out->count++] = value;
    } while (out->next && out->count < CLOSED_ENTRIES);
}

static const struct member {
    double (*diagonal)(const struct closed_rows *closed, unsigned kind);
    double (*largest)(const struct closed_rows *closed);
    uint64_t (*reach)(const struct closed_rows *closed);
    unsigned (*kind)(const struct closed_rows *closed, uint64_t i);
    double (*reward)(const struct closed_rows *closed, uint64_t i);
    double (*weight)(const struct closed_rows *closed, uint64_t i);
    void (*entries)(const struct closed_rows *closed, uint64_t i, struct closed_entries *out);
} members[CLOSED_END_OF_ROWS] = {
#define CLOSED(name)                                                                \
    [CLOSED_##name] = {name##_diagonal, name##_largest, name##_reach,  name##_kind, \
                       name##_reward,   name##_weight,  name##_entries},
#include "base/closed/closed.def"
#undef CLOSED
};

/* Matrices without such a form have no kinds, no entries and a diagonal of zeros. */

static bool has_rows(const struct closed_rows *closed)
{
    return closed->form && closed->form < CLOSED_END_OF_ROWS;
}

unsigned closed_kinds(const struct closed_rows *closed)
{
    static const unsigned kinds[NCLOSED] = {
        [CLOSED_tandem] = TANDEM_KINDS, [CLOSED_herman] = HERMAN_KINDS};
    return kinds[closed->form];
}

double closed_diagonal(const struct closed_rows *closed, unsigned kind)
{
    return has_rows(closed) ? members[closed->form].diagonal(closed, kind) : 0;
}

double closed_largest(const struct closed_rows *closed)
{
    return has_rows(closed) ? members[closed->form].largest(closed) : 0;
}

uint64_t closed_reach(const struct closed_rows *closed)
{
    return has_rows(closed) ? members[closed->form].reach(closed) : 0;
}

unsigned closed_row_kind(const struct closed_rows *closed, uint64_t i)
{
    return has_rows(closed) ? members[closed->form].kind(closed, i) : 0;
}

double closed_row_diagonal(const struct closed_rows *closed, uint64_t i)
{
    return closed_diagonal(closed, closed_row_kind(closed, i));
}

double closed_reward(const struct closed_rows *closed, uint64_t i)
{
    return has_rows(closed) ? members[closed->form].reward(closed, i) : 0;
}

double closed_weight(const struct closed_rows *closed, uint64_t i)
{
    return has_rows(closed) ? members[closed->form].weight(closed, i) : NAN;
}

void closed_row(const struct closed_rows *closed, uint64_t i, struct closed_entries *out)
{
    if (has_rows(closed)) members[closed->form].entries(closed, i, out);
    else out->kind = out->count = 0;
}
