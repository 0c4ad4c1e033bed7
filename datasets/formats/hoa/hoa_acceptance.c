/* Acceptance conditions of any kind: boolean formulas over Inf(k) and Fin(k). */
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "datasets/formats/hoa/hoa_reader.h"

/* Appends Inf(k), Inf(!k), Fin(k) or Fin(!k) as a guard over AUTOMATON_MOST_SETS propositions for
 * sets, and as many for those outside of them. */
static enum status take_visit(struct hoa_reader *r, bool infinitely, char **out)
{
    uint32_t set;
    if (!hoa_take_character(r, '(')) return hoa_unexpected(r, "'('");
    const bool outside = hoa_take_character(r, '!');
    if (!r->out->nsets) return hoa_wrong(r, "an acceptance set, of which there are none");
    MUST(hoa_take_integer(r, "an acceptance set", r->out->nsets - 1, &set));
    if (!hoa_take_character(r, ')')) return hoa_unexpected(r, "')'");
    return append_text(out, "%s%u", infinitely ? "" : "!",
                       set + (outside ? AUTOMATON_MOST_SETS : 0));
}

static enum status take_symbol(struct hoa_reader *r, char **out)
{
    const char found = hoa_peek(r);
    if (hoa_take_word(r, "Inf")) return take_visit(r, true, out);
    if (hoa_take_word(r, "Fin")) return take_visit(r, false, out);
    if (hoa_take_word(r, "t")) return append_text(out, "t");
    if (hoa_take_word(r, "f")) return append_text(out, "f");
    if (!found || !strchr("()&|", found))
        return hoa_unexpected(r, "Inf(k), Fin(k), t, f, '&', '|' or brackets");
    r->at++;
    return append_text(out, "%c", found);
}

/* The next header, or the body, ends the condition. */
static bool acceptance_ends(struct hoa_reader *r)
{
    bool header = false;
    const char next = hoa_peek(r);
    hoa_identifier(r, &header);
    return !next || header || !strncmp(r->at, "--", 2);
}

enum status hoa_general_acceptance(struct hoa_reader *r)
{
    enum status status = OK;
    char *text = NULL;
    const char *end;
    struct automaton *out = r->out;
    TRY(hoa_take_integer(r, "the number of acceptance sets", AUTOMATON_MOST_SETS, &out->nsets));
    TRY(append_text(&text, " "));
    while (!acceptance_ends(r)) TRY(take_symbol(r, &text));
    end = text;
    status = guard_parse(&out->formulas, &end, 2 * AUTOMATON_MOST_SETS, NULL, &out->acceptance);
    if (status == ERROR_INPUT || (status == OK && *end))
        status =
            hoa_wrong(r, "Acceptance: is no formula of Inf(k) and Fin(k) with &, | and brackets");
    r->acceptance = ANY;
out:
    free(text);
    return status;
}
