#include "solvers/groups.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

#include "base/memory.h"
#include "base/team.h"

static bool group_is_zero(const double *vector, size_t first, size_t end)
{
    bool zero = true;
    for (size_t i = first; i < end; i++) zero &= vector[i] == 0 && !signbit(vector[i]);
    return zero;
}

enum status groups_mark(const double *vector, size_t n, uint32_t **out)
{
    const size_t groups = (n + GROUP_ENTRIES - 1) / GROUP_ENTRIES;
    size_t marked = 0;
    MUST(allocate_zeroed(groups_words(n), sizeof **out, "the zeros of a vector", out));
#pragma omp parallel for reduction(+ : marked) if (team_once(n))
    for (size_t w = 0; w < groups_words(n); w++)
        for (size_t k = w * GROUPS_A_WORD; k < (w + 1) * GROUPS_A_WORD && k < groups; k++) {
            size_t first = k * GROUP_ENTRIES,
                   end = first + GROUP_ENTRIES < n ? first + GROUP_ENTRIES : n;
            if (group_is_zero(vector, first, end)) continue;
            (*out)[w] |= 1u << k % GROUPS_A_WORD;
            marked++;
        }
    if (2 * marked > groups) {
        free(*out);
        *out = NULL;
    }
    return OK;
}
