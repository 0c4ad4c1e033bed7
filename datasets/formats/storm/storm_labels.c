#include "datasets/formats/storm/storm.h"

#include <inttypes.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"
#include "datasets/text/labels.h"

enum { MAX_KNOWN = 64 };

/* The names between #DECLARATION and #END, on any number of lines. */
static enum status read_declarations(struct lines *lines, struct chain *chain)
{
    uint8_t *holds;
    MUST(lines_require(lines, "#DECLARATION"));
    const char *word = lines_word(lines);
    if (strcmp(word, "#DECLARATION")) return lines_unexpected(lines, "#DECLARATION", word);
    for (;;) {
        if (!lines_more(lines)) MUST(lines_require(lines, "#END"));
        word = lines_word(lines);
        if (!strcmp(word, "#END")) break;
        if (chain_label(chain, word)) return lines_unexpected(lines, "a name that is new", word);
        MUST(labels_add(lines, word, chain, &holds));
    }
    return lines_finish(lines);
}

static enum status unknown_label(struct lines *lines, const char *word, const struct chain *chain)
{
    const char *known[MAX_KNOWN + 1] = {0};
    char quote[LINES_QUOTE], meant[LINES_QUOTE];
    for (size_t k = 0; k < chain->nlabels && k < MAX_KNOWN; k++) known[k] = chain->labels[k].name;
    const char *nearest = nearest_name(word, known);
    lines_quote(word, quote);
    if (!nearest) return lines_fail(lines, "label '%s' is not declared", quote);
    return lines_fail(lines, "label '%s' is not declared, did you mean '%s'?", quote,
                      lines_quote(nearest, meant));
}

/* One `state label label ...` */
static enum status read_holders(struct lines *lines, struct chain *chain)
{
    uint64_t state;
    MUST(lines_integer(lines, "the state", 0, chain_states(chain) - 1, &state));
    for (const char *word; (word = lines_word(lines));) {
        const struct label *label = chain_label(chain, word);
        if (!label) return unknown_label(lines, word, chain);
        label->holds[state] = 1;
    }
    return OK;
}

enum status storm_read_labels(const char *path, struct chain *chain)
{
    enum status status = OK;
    struct lines lines = {0};
    TRY(lines_open(path, '\0', &lines));
    TRY(read_declarations(&lines, chain));
    uint64_t declared = lines.number;
    while (lines_next(&lines, &status)) TRY(read_holders(&lines, chain));
    TRY(status);
    TRY(labels_check_init(&lines, declared, chain));
out:
    lines_close(&lines);
    return status;
}
