#include "base/team.h"
#include "solvers/layouts/compact.h"
#include "solvers/layouts/msr/msr.h"
#include "solvers/solve.h"

static enum status fill_words(const struct matrix *a, const struct compact *compact,
                              struct stored *out)
{
    uint32_t *word;
    MUST(stored_array(out, COMPACT_WORD, a->off.nnz, sizeof *word, &word));
#pragma omp parallel for if (team_once(a->off.nnz))
    for (uint64_t k = 0; k < a->off.nnz; k++)
        word[k] = compact_word(compact, a->off.col[k], a->off.val[k]);
    return OK;
}

static enum status cmsr_build(const struct matrix *a, struct stored *out)
{
    enum status status = OK;
    struct compact compact = {0};
    bool fits;
    TRY(msr_row_starts(&a->off, out));
    TRY(compact_create(a, &layout_msr, out, &compact, &fits));
    TRY(fits ? fill_words(a, &compact, out) : stored_instead(&layout_msr, a, out));
out:
    compact_free(&compact);
    return status;
}

const struct layout layout_cmsr = {
    .name = "cmsr",
    .title = "PRISM's compact rows: column and value index in one word, one thread for each row",
    .array_names = {"row starts", "words", "diagonal indices", "value dictionary",
                    "diagonal dictionary"},
    .sums = 1,
    .divisible = true,
    .by_level = true,
    .build = cmsr_build,
};
