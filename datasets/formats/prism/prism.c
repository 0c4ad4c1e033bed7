#include "datasets/formats/prism/prism.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "datasets/format.h"
#include "datasets/text/interval.h"
#include "datasets/text/labels.h"

/* The shortest line of a transition is "0 0 1" and its end. */
enum { SHORTEST_LINE = 6 };

/* State of the reader of a .tra file. Rows of a chain may come in any order. */
struct prism_reader {
    struct lines *lines;
    enum chain_type type;
    uint32_t n;
    uint64_t nchoices;      /* MDP: announced */
    struct entries entries; /* DTMC, CTMC */
    uint64_t *last;         /* for each state: its last line, 0 if it has none */
    struct choices choices; /* MDP, and interval models */
    bool by_choices;        /* choices is in use, not entries */
    bool intervals;         /* the file says so */
    bool numbers_choices;   /* the number of the choice stands behind that of the state */
};

/* Reads the type from a comment of the form "# Transitions (CTMC)"; ignores other comments. */
static enum status read_comment(struct prism_reader *reader)
{
    static const char opening[] = "# Transitions (";
    char *word = reader->lines->cursor + strlen(opening), *end;
    if (strncmp(reader->lines->cursor, opening, strlen(opening)) || !(end = strchr(word, ')')))
        return OK;
    *end = '\0';
    const char *type = word;
    reader->intervals = is_interval_type(&type);
    return rows_type(reader->lines, "transitions of a DTMC, CTMC, MDP, IDTMC or IMDP", type,
                     &reader->type);
}

/* Two numbers are a chain, three an MDP. */
static enum status read_counts(struct prism_reader *reader)
{
    struct lines *lines = reader->lines;
    uint64_t n, m, k;
    MUST(lines_integer(lines, "the number of states", 1, UINT32_MAX, &n));
    MUST(lines_integer(lines, "the number of transitions", 0, UINT64_MAX, &m));
    const bool mdp = lines_more(lines), said = reader->type == CHAIN_MDP;
    if (mdp) MUST(lines_integer(lines, "the number of transitions", 0, UINT64_MAX, &k));
    const char *rest = lines_word(lines);
    if (rest && rest[strspn(rest, "0123456789")])
        return lines_unexpected(lines, "the end of the line", rest);
    if (rest) return lines_fail(lines, "a fourth number: this is a POMDP, which cannot be solved");
    if (mdp && !said && reader->type != CHAIN_UNKNOWN)
        return lines_fail(lines,
                          "a third number: this is an MDP (states, choices, transitions), not a "
                          "%s: say type=mdp, or leave type= out",
                          chain_type_title(reader->type));
    if (!mdp && said)
        return lines_fail(lines, "two numbers: this is a DTMC or CTMC (states, transitions), and "
                                 "an MDP has three (states, choices, transitions)");
    reader->type = mdp ? CHAIN_MDP : reader->type;
    reader->numbers_choices = mdp;
    reader->n = (uint32_t)n;
    reader->nchoices = m;
    lines_announce(lines, "transitions", mdp ? k : m);
    return OK;
}

static enum status prism_read_header(struct prism_reader *reader)
{
    struct lines *lines = reader->lines;
    bool found;
    do {
        MUST(lines_read(lines, &found));
        if (found && lines_more(lines) && *lines->cursor == lines->comment) {
            MUST(read_comment(reader));
            *lines->cursor = '\0';
        }
    } while (found && !lines_more(lines));
    if (found) return read_counts(reader);
    lines->number++;
    return lines_fail(lines, "the file ends before the numbers of states and transitions");
}

static enum status add_transition(struct prism_reader *reader, uint32_t i, uint32_t j, double x)
{
    if (reader->by_choices) return choices_add(&reader->choices, j, x);
    return x > 0 ? entries_add(&reader->entries, i, j, x) : OK;
}

/* Reads the pairs that -exportrows writes behind a state, "value:target value:target ...". The line
 * was already counted as one transition. */
static enum status prism_read_row(struct prism_reader *reader, uint32_t i)
{
    struct lines *lines = reader->lines;
    lines->taken--;
    while (reader->by_choices ? lines_at_pair(lines) : lines_more(lines)) {
        uint32_t j;
        double x;
        struct interval_read read;
        MUST(lines_take(lines));
        if (at_interval(lines)) {
            MUST(choices_have_intervals(&reader->choices));
            MUST(read_interval(lines, ':', &read));
            MUST(lines_state(lines, '\0', "the target state", 0, reader->n, &j));
            MUST(choices_add_interval(&reader->choices, j, read.low, read.high));
            continue;
        }
        MUST(lines_pair(lines, reader->n, &x, &j));
        MUST(add_transition(reader, i, j, x));
    }
    return OK;
}

/* The line of a state begins or continues a row; `choice` stands behind the state, except before
 * pairs, each line of which is a choice. */
static enum status find_choice(struct prism_reader *reader, uint32_t i, bool pairs)
{
    uint64_t choice = reader->numbers_choices ? choices_next(&reader->choices, i) : 0;
    if (!pairs && reader->numbers_choices)
        MUST(lines_integer(reader->lines, "the choice", 0, UINT32_MAX, &choice));
    return choices_line(&reader->choices, i, choice);
}

static enum status prism_read_transition(struct prism_reader *reader)
{
    struct lines *lines = reader->lines;
    uint32_t i, j;
    double x;
    MUST(lines_state(lines, '\0', "the source state", 0, reader->n, &i));
    const bool pairs = lines_at_pair(lines), mdp = reader->by_choices;
    if (mdp) MUST(find_choice(reader, i, pairs));
    else reader->last[i] = lines->number;
    if (pairs) {
        MUST(prism_read_row(reader, i));
    } else {
        MUST(lines_state(lines, '\0', "the target state", 0, reader->n, &j));
        if (!mdp) MUST(lines_amount(lines, rows_value_name(reader->type), &x));
        MUST(mdp ? add_interval(&reader->choices, j) : add_transition(reader, i, j, x));
    }
    const char *action = lines_word(lines);
    if (action && *action == '#') return lines_unexpected(lines, "the end of the line", action);
    if (mdp) MUST(choices_name(&reader->choices, action));
    return lines_finish(lines);
}

static enum status begin_choices(struct prism_reader *reader)
{
    reader->by_choices = true;
    MUST(choices_create(reader->lines, reader->type, 1e-6, SHORTEST_LINE, &reader->choices));
    return reader->intervals ? choices_have_intervals(&reader->choices) : OK;
}

static enum status begin_rows(struct prism_reader *reader)
{
    if (reader->type == CHAIN_MDP || reader->intervals) {
        MUST(entries_believe(reader->lines, reader->n, SHORTEST_LINE));
        return begin_choices(reader);
    }
    MUST(entries_create(reader->lines, reader->n, SHORTEST_LINE, 1, &reader->entries));
    return allocate_zeroed(reader->n, sizeof *reader->last, "line numbers", &reader->last);
}

/* The current line is that of the first transition, which tells a DTMC from one with intervals. */
static enum status look_for_intervals(struct prism_reader *reader)
{
    const char *line = reader->lines->cursor, *at = strchr(line, '[');
    if (reader->by_choices || !at || at == line || !strchr(" \t", at[-1])) return OK;
    entries_free(&reader->entries);
    reader->intervals = true;
    return begin_choices(reader);
}

static enum status finish_choices(struct prism_reader *reader, struct chain *out)
{
    struct lines *lines = reader->lines;
    struct choices *choices = &reader->choices;
    MUST(choices_finish(choices, reader->n, out));
    const uint32_t found = choices->rows - choices->skipped;
    if (!reader->numbers_choices || found == reader->nchoices) return OK;
    lines->number = lines->announcer;
    return lines_fail(lines, "%" PRIu64 " choices are announced, but the file has %" PRIu32,
                      reader->nchoices, found);
}

/* Finds the type of a chain that nothing tells: a number above 1 is a rate, and if all rows sum to
 * 1, all questions without a bound have the same answers in a DTMC and a CTMC. */
static enum status find_type(struct prism_reader *reader, struct chain *out)
{
    const struct csr *a = &out->transitions;
    struct lines *lines = reader->lines;
    double largest = 0;
    for (uint64_t k = 0; k < a->nnz; k++)
        if (a->val[k] > largest) largest = a->val[k];
    reader->type = largest > 1.000001 ? CHAIN_CTMC : CHAIN_DTMC;
    if (reader->type == CHAIN_CTMC) return OK;
    out->found_dtmc = true;
    const enum status status = rows_check(lines, CHAIN_DTMC, a, reader->last);
    if (status != ERROR_INPUT) return status;
    return lines_fail(
        lines, "nothing says whether this is a DTMC or a CTMC, and the numbers of a state do "
               "not sum to 1: give type=ctmc if they are rates, type=dtmc if not");
}

static enum status finish_rows(struct prism_reader *reader, struct chain *out)
{
    struct lines *lines = reader->lines;
    if (reader->by_choices) return finish_choices(reader, out);
    MUST(entries_finish(&reader->entries, &out->transitions));
    if (reader->type == CHAIN_UNKNOWN) MUST(find_type(reader, out));
    out->type = reader->type;
    out->rounding = (struct chain_rounding){reader->entries.merged, 0, lines->lost};
    const uint64_t end = lines->number;
    MUST(rows_check(lines, reader->type, &out->transitions, reader->last));
    lines->number = end;
    return OK;
}

enum status prism_read_transitions(struct lines *lines, enum chain_type type, struct chain *out)
{
    enum status status = OK;
    struct prism_reader reader = {.lines = lines, .type = type};
    TRY(prism_read_header(&reader));
    TRY(begin_rows(&reader));
    for (bool first = true; lines_item(lines, &status); first = false) {
        if (first) TRY(look_for_intervals(&reader));
        TRY(prism_read_transition(&reader));
    }
    TRY(status);
    TRY(finish_rows(&reader, out));
out:
    entries_free(&reader.entries);
    choices_free(&reader.choices);
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
    TRY(rows_close_deadlocks(out));
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
