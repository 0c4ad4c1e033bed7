#include "datasets/formats/drn/drn_header.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"
#include "datasets/text/interval.h"

/* The shortest line of a state is "state 0" and its end. */
enum { SHORTEST_STATE = 8 };

static const char blanks[] = " \t";

static bool is_comment(const struct lines *lines)
{
    return lines->cursor[0] == '/' && lines->cursor[1] == '/';
}

char *drn_name(char **text)
{
    char *name = *text + strspn(*text, blanks), *end = name + strcspn(name, " \t\"");
    bool quoted = *name == '"';
    if (quoted) {
        end = strchr(++name, '"');
        if (!end || end == name || !strchr(blanks, end[1])) return NULL;
    } else if (end == name || *end == '"') {
        return NULL;
    }
    *text = end + (*end != '\0');
    *end = '\0';
    return name;
}

/* The line after a section's name, which may be empty. */
static enum status read_line(struct lines *lines, const char *what)
{
    bool found;
    MUST(lines_finish(lines));
    MUST(lines_read(lines, &found));
    lines->number += !found;
    if (!found) return lines_fail(lines, "the file ends before %s", what);
    const char *word = lines->cursor + strspn(lines->cursor, blanks);
    if (*word == '@') return lines_unexpected(lines, what, word);
    return OK;
}

static enum status drn_read_type(struct lines *lines, struct drn_header *header)
{
    const char *word = lines_word(lines);
    header->intervals |= is_interval_type(&word);
    return rows_type(lines, "DTMC, CTMC, MDP, IDTMC or IMDP (no other model can be solved)", word,
                     &header->type);
}

static enum status read_value_type(struct lines *lines, struct drn_header *header)
{
    const char *word = lines_word(lines);
    const bool intervals = word && !strcmp(word, "double-interval");
    header->intervals |= intervals;
    if (word && (intervals || !strcmp(word, "double") || !strcmp(word, "rational"))) return OK;
    return lines_unexpected(
        lines, "double, rational or double-interval (parameters cannot be solved)", word);
}

static enum status read_parameters(struct lines *lines, struct drn_header *header)
{
    (void)header;
    char quote[LINES_QUOTE];
    enum status status = read_line(lines, "the line of parameters");
    if (status != OK || !lines_more(lines)) return status;
    return lines_fail(
        lines, "the model has parameters ('%s'): it can be solved only with numbers in their place",
        lines_quote(lines->cursor, quote));
}

static enum status read_placeholders(struct lines *lines, struct drn_header *header)
{
    (void)header;
    return lines_fail(
        lines, "placeholders stand for expressions of a parametric model, which cannot be solved");
}

static enum status read_reward_names(struct lines *lines, struct drn_header *header)
{
    enum status status = read_line(lines, "the line of the rewards' names");
    return status == OK ? copy_text(lines->cursor, &header->rewards) : status;
}

static enum status drn_read_count(struct lines *lines, const char *what, uint64_t *out)
{
    MUST(read_line(lines, what));
    MUST(lines_integer(lines, what, 1, UINT32_MAX, out));
    return lines_finish(lines);
}

static enum status drn_read_state_count(struct lines *lines, struct drn_header *header)
{
    uint64_t n;
    MUST(drn_read_count(lines, "the number of states", &n));
    if (n > lines->size / SHORTEST_STATE + 1)
        return lines_fail(
            lines, "%" PRIu64 " states are announced, too many for a file of %" PRIu64 " bytes", n,
            lines->size);
    header->n = (uint32_t)n;
    return OK;
}

static enum status read_choices(struct lines *lines, struct drn_header *header)
{
    return drn_read_count(lines, "the number of choices", &header->choices);
}

enum {
    TYPE,
    VALUE_TYPE,
    PARAMETERS,
    PLACEHOLDERS,
    REWARD_MODELS,
    STATES,
    CHOICES,
    MODEL,
    NSECTIONS
};

static const char *const names[NSECTIONS + 1] = {"@type:",        "@value_type:",   "@parameters",
                                                 "@placeholders", "@reward_models", "@nr_states",
                                                 "@nr_choices",   "@model"};

static enum status (*const read_section[MODEL])(struct lines *lines, struct drn_header *header) = {
    drn_read_type,     read_value_type,      read_parameters, read_placeholders,
    read_reward_names, drn_read_state_count, read_choices};

static enum status find_section(const struct lines *lines, const char *word, int *out)
{
    char quote[LINES_QUOTE], hint[160];
    for (int k = 0; k < NSECTIONS; k++) {
        if (strcmp(word, names[k])) continue;
        *out = k;
        return OK;
    }
    lines_quote(word, quote);
    return lines_fail(lines, "unknown section '%s'%s", quote,
                      suggest_name(quote, names, hint, sizeof hint));
}

/* Reads the comments that we know; ignores others, and repetitions of those. */
static enum status read_comment(struct lines *lines, struct drn_header *header)
{
    static const char by_prism[] = "// Exported by prism", labels[] = "// Labels:";
    if (!strcmp(lines->cursor, by_prism)) header->by_prism = true;
    if (!strcmp(lines->cursor, DRN_LABEL_STATE)) header->label_state = true;
    if (header->labels || strncmp(lines->cursor, labels, strlen(labels))) return OK;
    return copy_text(lines->cursor + strlen(labels), &header->labels);
}

static enum status check_complete(const struct lines *lines, const bool *seen,
                                  const struct drn_header *header)
{
    if (!seen[TYPE] || !seen[STATES])
        return lines_fail(lines, "%s must come before @model", names[seen[TYPE] ? STATES : TYPE]);
    if (seen[CHOICES] && header->choices < header->n)
        return lines_fail(lines,
                          "@nr_choices is %" PRIu64 ", but %" PRIu32
                          " states have one choice each at least",
                          header->choices, header->n);
    if (seen[CHOICES] && header->type != CHAIN_MDP && header->choices != header->n)
        return lines_fail(
            lines, "%" PRIu64 " choices in %" PRIu32 " states: this is an MDP, not a DTMC or CTMC",
            header->choices, header->n);
    return OK;
}

enum status drn_read_header(struct lines *lines, struct drn_header *header)
{
    bool seen[NSECTIONS] = {false};
    for (int section = TYPE; section != MODEL;) {
        MUST(lines_require(lines, "@model"));
        if (is_comment(lines)) {
            MUST(read_comment(lines, header));
            continue;
        }
        MUST(find_section(lines, lines_word(lines), &section));
        if (seen[section]) return lines_fail(lines, "a second section %s", names[section]);
        seen[section] = true;
        if (section != MODEL) MUST(read_section[section](lines, header));
        if (section != REWARD_MODELS) MUST(lines_finish(lines));
    }
    return check_complete(lines, seen, header);
}

void drn_header_free(struct drn_header *header)
{
    free(header->rewards);
    free(header->labels);
    *header = (struct drn_header){0};
}
