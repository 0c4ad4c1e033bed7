#include "datasets/formats/prism/prism.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "datasets/format.h"
#include "datasets/text/entries.h"
#include "datasets/text/labels.h"
#include "datasets/text/rows.h"

/* The shortest line of a transition is "0 0 1" and its end. */
enum { SHORTEST_LINE = 6 };

/* State of the reader of a .tra file. */
struct prism_reader {
    struct lines *lines;
    enum chain_type type;
    uint32_t n;
    uint64_t *last; /* for each state: its last line, 0 if it has none */
};

/* Reads the type from a comment of the form "# Transitions (CTMC)"; ignores other comments. */
static enum status read_comment(struct prism_reader *reader)
{
    static const char opening[] = "# Transitions (";
    char *word = reader->lines->cursor + strlen(opening), *end;
    if (strncmp(reader->lines->cursor, opening, strlen(opening)) || !(end = strchr(word, ')')))
        return OK;
    *end = '\0';
    return rows_type(reader->lines, "transitions of a DTMC or CTMC", word, &reader->type);
}

static enum status prism_read_header(struct prism_reader *reader)
{
    struct lines *lines = reader->lines;
    bool found;
    uint64_t n, m;
    do {
        MUST(lines_read(lines, &found));
        if (found && lines_more(lines) && *lines->cursor == lines->comment) {
            MUST(read_comment(reader));
            *lines->cursor = '\0';
        }
    } while (found && !lines_more(lines));
    if (!found) {
        lines->number++;
        return lines_fail(lines, "the file ends before the numbers of states and transitions");
    }
    MUST(lines_integer(lines, "the number of states", 1, UINT32_MAX, &n));
    MUST(lines_integer(lines, "the number of transitions", 0, UINT64_MAX, &m));
    lines_announce(lines, "transitions", m);
    if (lines_word(lines))
        return lines_fail(
            lines,
            "a third number: this is an MDP (states, choices, transitions), not a DTMC or CTMC");
    if (reader->type == CHAIN_UNKNOWN)
        return lines_fail(
            lines, "nothing says whether this is a DTMC or a CTMC: give type=dtmc or type=ctmc");
    reader->n = (uint32_t)n;
    return OK;
}

/* Reads the pairs that -exportrows writes behind a state, "value:target value:target ...". The line
 * was already counted as one transition. */
static enum status prism_read_row(struct prism_reader *reader, uint32_t i, struct entries *entries)
{
    struct lines *lines = reader->lines;
    lines->taken--;
    while (lines_more(lines)) {
        uint32_t j;
        double x;
        MUST(lines_take(lines));
        MUST(lines_pair(lines, reader->n, &x, &j));
        if (x > 0) MUST(entries_add(entries, i, j, x));
    }
    return OK;
}

static enum status prism_read_transition(struct prism_reader *reader, struct entries *entries)
{
    struct lines *lines = reader->lines;
    uint32_t i, j;
    double x;
    MUST(lines_state(lines, '\0', "the source state", 0, reader->n, &i));
    reader->last[i] = lines->number;
    if (lines_at_pair(lines)) return prism_read_row(reader, i, entries);
    MUST(lines_state(lines, '\0', "the target state", 0, reader->n, &j));
    MUST(lines_amount(lines, reader->type == CHAIN_DTMC ? "the probability" : "the rate", &x));
    lines_word(lines); /* the action */
    MUST(lines_finish(lines));
    if (x > 0) MUST(entries_add(entries, i, j, x));
    return OK;
}

static enum status prism_fill_transitions(struct prism_reader *reader, struct chain *out)
{
    enum status status = OK;
    struct lines *lines = reader->lines;
    struct entries entries = {0};
    TRY(entries_create(lines, reader->n, SHORTEST_LINE, 1, &entries));
    TRY(allocate_zeroed(reader->n, sizeof *reader->last, "line numbers", &reader->last));
    while (lines_item(lines, &status)) TRY(prism_read_transition(reader, &entries));
    TRY(status);
    TRY(entries_finish(&entries, &out->transitions));
    out->rounding = (struct chain_rounding){entries.merged, 0, lines->lost};
out:
    entries_free(&entries);
    return status;
}

enum status prism_read_transitions(struct lines *lines, enum chain_type type, struct chain *out)
{
    enum status status = OK;
    struct prism_reader reader = {.lines = lines, .type = type};
    TRY(prism_read_header(&reader));
    TRY(prism_fill_transitions(&reader, out));
    const uint64_t end = lines->number;
    TRY(rows_check(lines, reader.type, &out->transitions, reader.last));
    lines->number = end;
    out->type = reader.type;
out:
    free(reader.last);
    return status;
}

enum status prism_read_chain(const char *path, enum chain_type type, struct chain *out)
{
    enum status status = OK;
    struct lines lines = {0};
    *out = (struct chain){0};
    TRY(lines_open(path, '#', &lines));
    TRY(prism_read_transitions(&lines, type, out));
    TRY(prism_read_labels(path, out));
    TRY(prism_read_states(path, out));
    TRY(rows_close_deadlocks(&out->transitions, chain_label(out, "deadlock")->holds));
out:
    lines_close(&lines);
    if (status != OK) chain_free(out);
    return status;
}

const struct format format_prism = {
    .name = "prism",
    .title = "PRISM's explicit files, with .lab, .sta, .srew and .trew beside them",
    .ending = ".tra",
    .read_chain = prism_read_chain,
    .read_reward = prism_read_reward,
    .read_rewards = prism_read_rewards,
    .write_chain = prism_write_chain,
};
