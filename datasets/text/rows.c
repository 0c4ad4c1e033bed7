#include "datasets/text/rows.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "base/memory.h"

enum status rows_type(const struct lines *lines, const char *expected, const char *word,
                      enum chain_type *type)
{
    enum chain_type found = CHAIN_UNKNOWN;
    for (int k = CHAIN_DTMC; word && k <= CHAIN_MDP; k++)
        if (!strcasecmp(word, chain_type_word((enum chain_type)k))) found = (enum chain_type)k;
    if (found == CHAIN_UNKNOWN) return lines_unexpected(lines, expected, word);
    if (*type != CHAIN_UNKNOWN && *type != found)
        return lines_fail(lines, "the file says type=%s, not type=%s: drop type= or change it",
                          chain_type_word(found), chain_type_word(*type));
    *type = found;
    return OK;
}

const char *rows_value_name(enum chain_type type)
{
    return type == CHAIN_CTMC      ? "the rate"
           : type != CHAIN_UNKNOWN ? "the probability"
                                   : "the probability or rate";
}

struct sum_text row_sum_text(struct row_sum sum)
{
    struct sum_text out;
    const double off = sum.staying - 1 + sum.leaving;
    if (fabs(off) > 1e-9) snprintf(out.text, sizeof out.text, "%.12g", row_sum_total(sum));
    else snprintf(out.text, sizeof out.text, "1 %c %.3g", off < 0 ? '-' : '+', fabs(off));
    return out;
}

static enum status wrong_sum(const struct lines *lines, enum chain_type type, int64_t state,
                             struct row_sum sum, double tolerance)
{
    char within[96];
    if (sum.leaving > 0)
        snprintf(within, sizeof within, "%.3g (%g of the probability of leaving it, %.3g)",
                 tolerance * sum.leaving, tolerance, sum.leaving);
    else snprintf(within, sizeof within, "%g", tolerance);
    return lines_fail(lines,
                      "the probabilities of %sstate %" PRId64
                      " sum to %s, not to 1 within %s: correct them, or write them with more "
                      "digits",
                      type == CHAIN_MDP ? "a choice of " : "", state, row_sum_text(sum).text,
                      within);
}

enum status rows_check_sum(const struct lines *lines, enum chain_type type, int64_t state,
                           struct row_sum sum, double tolerance)
{
    if (type != CHAIN_CTMC && !chain_row_fits(sum.staying, sum.leaving, tolerance))
        return wrong_sum(lines, type, state, sum, tolerance);
    if (!isfinite(row_sum_total(sum)))
        return lines_fail(lines, "the rates of state %" PRId64 " sum to infinity", state);
    return OK;
}

enum status rows_check(struct lines *lines, enum chain_type type, const struct csr *a,
                       const uint64_t *last)
{
    for (uint32_t i = 0; i < a->rows; i++) {
        struct row_sum sum = {0};
        if (!last[i]) continue;
        for (uint64_t k = a->row[i]; k < a->row[i + 1]; k++)
            row_sum_add(&sum, i, a->col[k], a->val[k]);
        lines->number = last[i];
        MUST(rows_check_sum(lines, type, i, sum, 1e-6));
    }
    return OK;
}

enum status rows_close_deadlocks(struct chain *chain)
{
    struct csr *a = &chain->transitions;
    uint8_t *deadlock = chain_label(chain, "deadlock")->holds;
    uint32_t state = chain_states(chain); /* of the row, from the last down */
    uint64_t missing = 0;
    for (uint32_t i = 0; i < a->rows; i++) missing += a->row[i] == a->row[i + 1];
    if (!missing) return OK;
    MUST(reallocate(&a->col, a->nnz + missing, sizeof *a->col, "column indices"));
    MUST(reallocate(&a->val, a->nnz + missing, sizeof *a->val, "matrix values"));
    if (chain->upper)
        MUST(reallocate(&chain->upper, a->nnz + missing, sizeof *a->val, "upper bounds"));
    uint64_t end = a->nnz,
             to = end + missing; /* end of the entries to move, from the last row down */
    a->row[a->rows] = a->nnz = to;
    for (uint32_t i = a->rows; to > end;) {
        uint64_t begin = a->row[--i], length = end - begin;
        while (chain_row(chain, state) > i) state--;
        if (length) {
            to -= length;
            memmove(a->col + to, a->col + begin, length * sizeof *a->col);
            memmove(a->val + to, a->val + begin, length * sizeof *a->val);
            if (chain->upper)
                memmove(chain->upper + to, chain->upper + begin, length * sizeof *a->val);
        } else {
            a->col[--to] = state;
            a->val[to] = 1;
            if (chain->upper) chain->upper[to] = 1;
            deadlock[state] = 1;
        }
        a->row[i] = to;
        end = begin;
    }
    return OK;
}
