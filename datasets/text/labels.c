#define _GNU_SOURCE /* memrchr */
#include "datasets/text/labels.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/packed/unpacked.h"
#include "datasets/text/lines.h"

enum status prism_sibling(const char *path, const char *extension, char **out)
{
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path,
               *dot = memrchr(name, '.', packed_stem(name));
    size_t stem = dot ? (size_t)(dot - path) : strlen(path);
    MUST(format_text(out, "%.*s%s", (int)stem, path, extension));
    return packed_choose(out);
}

enum status prism_find_beside(const char *path, const char *extension, char **out)
{
    const char *slash = strrchr(path, '/');
    char *usual;
    MUST(prism_sibling(path, extension, out));
    if (access(*out, F_OK) == 0) return OK;
    free(*out);
    *out = NULL;
    MUST(format_text(&usual, "%.*smodel%s", slash ? (int)(slash + 1 - path) : 0, path, extension));
    enum status status = packed_find(usual, out);
    free(usual);
    return status;
}

enum status labels_add(const struct lines *lines, const char *name, struct chain *chain,
                       uint8_t **holds)
{
    MUST(lines_check_memory(lines, (double)(chain->nlabels + 1) * chain_states(chain)));
    return chain_add_label(chain, name, holds);
}

enum status labels_check_init(struct lines *lines, uint64_t declared, const struct chain *chain)
{
    const struct label *init = chain_label(chain, "init");
    if (!init || memchr(init->holds, 1, chain_states(chain))) return OK;
    lines->number = declared;
    return lines_fail(lines, "label \"init\" is declared, but no state has it");
}

/* Reads one `index="name"` and removes it from the current line. */
static enum status read_declaration(struct lines *lines, struct chain *chain)
{
    uint64_t index, wanted = chain->nlabels;
    uint8_t *holds;
    MUST(lines_integer_before(lines, '=', "the index of the next label", wanted, wanted, &index));
    char *name = lines->cursor + 1, *end = *lines->cursor == '"' ? strchr(name, '"') : NULL;
    if (!end || end == name || (end[1] && end[1] != ' ' && end[1] != '\t'))
        return lines_unexpected(lines, "a name in double quotes", lines->cursor);
    *end = '\0';
    lines->cursor = end + 1;
    if (chain_label(chain, name)) return lines_unexpected(lines, "a name that is new", name);
    return labels_add(lines, name, chain, &holds);
}

/* Reads one `state: index index ...`. */
static enum status read_holders(struct lines *lines, int first, uint32_t count, struct chain *chain)
{
    uint32_t state;
    uint64_t index;
    MUST(lines_state(lines, ':', "the state", first, count, &state));
    do {
        MUST(lines_integer(lines, "the index of a label", 0, chain->nlabels - 1, &index));
        chain->labels[index].holds[state] = 1;
    } while (lines_more(lines));
    return OK;
}

enum status prism_read_label_lines(struct lines *lines, int first, uint32_t count,
                                   struct chain *chain)
{
    enum status status = OK;
    if (first == 0)
        MUST(lines_require(lines, "the names of the labels (0=\"init\" 1=\"deadlock\" ...)"));
    else if (!lines_next(lines, &status)) MUST(status);
    while (lines_more(lines)) MUST(read_declaration(lines, chain));
    uint64_t declared = lines->number;
    while (lines_next(lines, &status)) MUST(read_holders(lines, first, count, chain));
    MUST(status);
    return labels_check_init(lines, declared, chain);
}

enum status prism_read_label_file(const char *path, int first, uint32_t count, struct chain *chain)
{
    struct lines lines = {0};
    enum status status = lines_open(path, '#', &lines);
    if (status == OK) status = prism_read_label_lines(&lines, first, count, chain);
    lines_close(&lines);
    return status;
}

enum status prism_complete_labels(struct chain *chain)
{
    uint8_t *holds;
    if (!chain_label(chain, "init")) {
        MUST(chain_add_label(chain, "init", &holds));
        holds[0] = 1;
    }
    if (!chain_label(chain, "deadlock")) MUST(chain_add_label(chain, "deadlock", &holds));
    return OK;
}

enum status prism_read_labels(const char *path, struct chain *chain)
{
    enum status status = OK;
    char *beside = NULL;
    TRY(prism_find_beside(path, ".lab", &beside));
    if (beside) TRY(prism_read_label_file(beside, 0, chain_states(chain), chain));
    TRY(prism_complete_labels(chain));
out:
    free(beside);
    return status;
}

static size_t count_commas(const char *text)
{
    size_t count = 0;
    for (; *text; text++) count += *text == ',';
    return count;
}

/* Reads "(...)" at the end of the current line. */
static enum status read_tuple(struct lines *lines, char **out)
{
    lines_more(lines);
    *out = lines->cursor;
    char *close = strchr(*out, ')');
    if (**out != '(' || !close) return lines_unexpected(lines, "values in parentheses", *out);
    lines->cursor = close + 1;
    return lines_finish(lines);
}

/* Reads the values of one state, `(1,true,-3)`; returns false if one is no number that fits. A
 * variable is a truth if the first state says so by its word; *mixed: another state does not. */
static bool read_values(const char *tuple, size_t variables, bool first, uint64_t state,
                        struct chain *chain, bool *mixed)
{
    const size_t n = chain_states(chain);
    for (size_t k = 0; k < variables; k++) {
        char *end;
        tuple++; /* '(' or ',' */
        const bool is_true = !strncmp(tuple, "true", 4), is_false = !strncmp(tuple, "false", 5);
        const long value = is_true ? 1 : is_false ? 0 : strtol(tuple, &end, 10);
        if (is_true || is_false) end = (char *)(uintptr_t)tuple + (is_true ? 4 : 5);
        if (end == tuple || (*end != ',' && *end != ')') || value > INT32_MAX || value < INT32_MIN)
            return false;
        if (first) chain->truths[k] = is_true || is_false;
        *mixed |= chain->truths[k] != (is_true || is_false);
        chain->values[k * n + state] = (int32_t)value;
        tuple = end;
    }
    return true;
}

enum status prism_read_state_lines(struct lines *lines, struct chain *chain)
{
    enum status status = OK;
    uint8_t *seen = NULL;
    char *tuple;
    bool mixed = false;
    uint64_t state;
    uint32_t count = 0, n = chain_states(chain);
    TRY(allocate_zeroed(n, 1, "reading states", &seen));
    TRY(lines_require(lines, "the names of the variables"));
    TRY(read_tuple(lines, &tuple));
    TRY(copy_text(tuple, &chain->variables));
    size_t commas = count_commas(chain->variables);
    bool known = commas > 0 || strlen(chain->variables) > strlen("()");
    if (known) {
        TRY(allocate_zeroed(commas + 1, 1, "types of variables", &chain->truths));
        TRY(allocate((commas + 1) * (size_t)n, sizeof *chain->values, "values", &chain->values));
    }
    for (; lines_next(lines, &status); count++) {
        TRY(lines_integer_before(lines, ':', "the state", 0, n - 1, &state));
        TRY(read_tuple(lines, &tuple));
        if (count_commas(tuple) != commas)
            TRY(lines_fail(lines, "a number of values that differs from the number of variables"));
        if (seen[state]++) TRY(lines_fail(lines, "state %" PRIu64 " is given twice", state));
        known = known && read_values(tuple, commas + 1, !count, state, chain, &mixed);
        if (mixed) TRY(lines_fail(lines, "a variable that is true or false in one state only"));
    }
    TRY(status);
    if (count < n)
        TRY(lines_fail(lines, "the file ends after %" PRIu32 " of %" PRIu32 " states", count, n));
out:
    if (status != OK || !known) {
        free(chain->values);
        free(chain->truths);
        chain->values = NULL;
        chain->truths = NULL;
    }
    free(seen);
    return status;
}

static enum status read_states_file(const char *path, struct chain *chain)
{
    struct lines lines = {0};
    enum status status = lines_open(path, '#', &lines);
    if (status == OK) status = prism_read_state_lines(&lines, chain);
    lines_close(&lines);
    return status;
}

enum status prism_read_states(const char *path, struct chain *chain)
{
    enum status status = OK;
    char *beside = NULL;
    TRY(prism_find_beside(path, ".sta", &beside));
    if (beside) TRY(read_states_file(beside, chain));
out:
    free(beside);
    return status;
}
