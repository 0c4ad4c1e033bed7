#include "base/closed/choices.h"

#include <math.h>

#include "base/closed/consensus.h"

#define CHOICES(name)                                                            \
    static unsigned name##_choices(const struct closed_rows *closed, uint64_t i, \
                                   struct closed_choice out[CLOSED_CHOICES])     \
    {                                                                            \
        struct name##_at at = name##_at(closed, i);                              \
        unsigned count = 0;                                                      \
        while (count < CLOSED_CHOICES && name##_next(&at, &out[count])) count++; \
        return count;                                                            \
    }                                                                            \
    static bool name##_reaches(const struct closed_rows *closed, uint64_t i)     \
    {                                                                            \
        const struct name##_at at = name##_at(closed, i);                        \
        return name##_is_reached(&at);                                           \
    }                                                                            \
    static double name##_states(const struct closed_rows *closed, uint64_t i)    \
    {                                                                            \
        const struct name##_at at = name##_at(closed, i);                        \
        return name##_stated(closed, &at);                                       \
    }                                                                            \
    static double name##_weighs(const struct closed_rows *closed, uint64_t i)    \
    {                                                                            \
        const struct name##_at at = name##_at(closed, i);                        \
        return name##_weight(closed, &at);                                       \
    }
#include "base/closed/choices.def"
#undef CHOICES

static const struct choice_member {
    unsigned (*choices)(const struct closed_rows *closed, uint64_t i, struct closed_choice *out);
    bool (*reaches)(const struct closed_rows *closed, uint64_t i);
    double (*states)(const struct closed_rows *closed, uint64_t i);
    double (*weighs)(const struct closed_rows *closed, uint64_t i);
} members[NCLOSED] = {
#define CHOICES(name) \
    [CLOSED_##name] = {name##_choices, name##_reaches, name##_states, name##_weighs},
#include "base/closed/choices.def"
#undef CHOICES
};

unsigned closed_choices(const struct closed_rows *closed, uint64_t i,
                        struct closed_choice out[CLOSED_CHOICES])
{
    return members[closed->form].choices(closed, i, out);
}

double closed_stated(const struct closed_rows *closed, uint64_t i)
{
    return members[closed->form].states(closed, i);
}

bool closed_is_reached(const struct closed_rows *closed, uint64_t i)
{
    return members[closed->form].reaches(closed, i);
}

double closed_choices_weight(const struct closed_rows *closed, uint64_t i)
{
    return members[closed->form].weighs(closed, i);
}

double closed_best(const struct closed_rows *closed, uint64_t i, const double *x)
{
    struct closed_choice choice[CLOSED_CHOICES];
    const unsigned count = closed_choices(closed, i, choice);
    const bool largest = closed->process.largest;
    double best = largest ? -INFINITY : INFINITY;
    if (count == 0) return closed_stated(closed, i);
    for (unsigned c = 0; c < count && !isnan(best); c++) {
        double value = closed->process.pays;
        for (uint32_t k = 0; k < choice[c].count; k++)
            value += choice[c].val[k] * x[choice[c].col[k]];
        if (isnan(value) || (largest ? value > best : value < best)) best = value;
    }
    return best;
}
