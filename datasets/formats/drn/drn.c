#include "datasets/formats/drn/drn.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "datasets/format.h"
#include "datasets/formats/drn/drn_header.h"
#include "datasets/formats/drn/drn_rewards.h"
#include "datasets/formats/drn/drn_values.h"
#include "datasets/text/interval.h"
#include "datasets/text/labels.h"

/* The shortest line of a transition is "0 : 1" and its end. */
enum { SHORTEST_LINE = 6 };

/* State of the reader of a file's states, in order. */
struct drn_reader {
    struct lines lines;
    struct drn_header header;
    struct choices choices;
    struct drn_rewards rewards;
    struct drn_values values;
    struct chain *chain;
    uint32_t states;            /* states begun so far; the members below are about the last of
                                   them, and of its rows */
    uint64_t last;              /* the number of its last line */
    uint64_t transitions, most; /* its transition lines; the most of any row so far */
    bool has_row, has_action, has_exit;
    bool numbered; /* each action so far is called like the number of its choice */
    double exit;
};

/* Labels */

/* Adds the labels of the comment, and the two that every chain has. */
static enum status declare_labels(struct drn_reader *reader)
{
    static const char *const required[] = {"init", "deadlock"};
    struct chain *chain = reader->chain;
    uint8_t *holds;
    char *text = reader->header.labels;
    for (const char *name; text && (name = drn_name(&text));)
        if (!chain_label(chain, name)) MUST(labels_add(&reader->lines, name, chain, &holds));
    for (size_t k = 0; k < 2; k++)
        if (!chain_label(chain, required[k]))
            MUST(labels_add(&reader->lines, required[k], chain, &holds));
    return OK;
}

static enum status read_labels(struct drn_reader *reader)
{
    struct lines *lines = &reader->lines;
    while (lines_more(lines)) {
        const char *found = lines->cursor, *name = drn_name(&lines->cursor);
        if (!name)
            return lines_unexpected(lines, "a label, in double quotes where it has blanks", found);
        const struct label *label = chain_label(reader->chain, name);
        uint8_t *holds = label ? label->holds : NULL;
        if (!label) MUST(labels_add(lines, name, reader->chain, &holds));
        holds[reader->states - 1] = 1;
    }
    return OK;
}

/* States */

static enum status check_exit(const struct drn_reader *reader, double sum)
{
    if (!reader->has_exit || fabs(sum - reader->exit) <= ROWS_SIX_DIGITS * fmax(sum, reader->exit))
        return OK;
    return lines_fail(&reader->lines,
                      "the rates of state %" PRIu32 " sum to %.9g, but its exit rate is %.9g",
                      reader->states - 1, sum, reader->exit);
}

/* Ends the current row of the current state; a state that has none gets an empty one. */
static enum status finish_row(struct drn_reader *reader)
{
    struct lines *lines = &reader->lines;
    struct choices *choices = &reader->choices;
    const uint64_t number = lines->number;
    const uint32_t state = reader->states - 1;
    if (!reader->states || (!reader->has_row && choices->states == reader->states)) return OK;
    lines->number = reader->last;
    if (reader->has_row) MUST(choices_check(choices));
    else MUST(choices_skip(choices, reader->states));
    const double sum = reader->has_row ? row_sum_total(choices->sum) : 0;
    MUST(check_exit(reader, sum));
    MUST(drn_rewards_finish(&reader->rewards, lines, state, choices->rows - 1,
                            reader->header.type == CHAIN_CTMC && sum > 0 ? sum : 1));
    reader->has_row = reader->has_action = false;
    reader->transitions = 0;
    lines->number = number;
    return OK;
}

static enum status begin_row(struct drn_reader *reader)
{
    const uint32_t state = reader->states - 1;
    reader->has_row = true;
    return choices_line(&reader->choices, state, choices_next(&reader->choices, state));
}

/* `!rate`, which may be missing. */
static enum status read_exit(struct drn_reader *reader)
{
    struct lines *lines = &reader->lines;
    reader->has_exit = lines_more(lines) && *lines->cursor == '!';
    if (!reader->has_exit) return OK;
    if (reader->header.type != CHAIN_CTMC)
        return lines_fail(lines, "an exit rate in %s %s",
                          reader->header.type == CHAIN_MDP ? "an" : "a",
                          chain_type_title(reader->header.type));
    lines->cursor++;
    return drn_value(lines, "the exit rate", "", &reader->exit);
}

/* `state i !exit [rewards] label ...`, where the word state is passed already. */
static enum status drn_read_state(struct drn_reader *reader)
{
    struct lines *lines = &reader->lines;
    uint64_t state;
    MUST(finish_row(reader));
    if (reader->states == reader->header.n)
        return lines_fail(lines, "a state more than the %" PRIu32 " of @nr_states",
                          reader->header.n);
    MUST(lines_integer(lines, "the next state", reader->states, reader->states, &state));
    reader->states++;
    MUST(read_exit(reader));
    if (lines_more(lines) && *lines->cursor == '{')
        return lines_fail(lines, "an observation: this is a POMDP");
    MUST(drn_rewards_of_state(&reader->rewards, lines));
    return read_labels(reader);
}

/* Storm calls actions without a name by the number of their choice, PRISM __NOLABEL__. */
static enum status name_choice(struct drn_reader *reader, const char *name)
{
    char number[16];
    struct choices *choices = &reader->choices;
    snprintf(number, sizeof number, "%" PRIu32, choices_next(choices, reader->states - 1) - 1);
    reader->numbered = reader->numbered && !strcmp(name, number);
    return choices_name(choices, strcmp(name, DRN_NO_LABEL) ? name : NULL);
}

/* `action name [rewards]` */
static enum status read_action(struct drn_reader *reader)
{
    struct lines *lines = &reader->lines;
    const bool mdp = reader->header.type == CHAIN_MDP;
    if (!reader->states) return lines_unexpected(lines, "the first state", "action");
    if (!mdp && (reader->has_action || reader->has_row))
        return lines_fail(
            lines, "a second action in state %" PRIu32 ": this is an MDP, not a DTMC or CTMC",
            reader->states - 1);
    if (mdp && reader->has_row) MUST(finish_row(reader));
    const char *name = lines_word(lines);
    if (!name) return lines_unexpected(lines, "the name of the action", NULL);
    reader->has_action = true;
    if (mdp) MUST(begin_row(reader));
    if (mdp) MUST(name_choice(reader, name));
    MUST(drn_rewards_of_action(&reader->rewards, lines));
    return lines_finish(lines);
}

/* `target : value` */
static enum status drn_read_transition(struct drn_reader *reader)
{
    struct lines *lines = &reader->lines;
    uint64_t target;
    double x;
    if (!reader->states) return lines_unexpected(lines, "the first state", lines->cursor);
    if (!reader->has_row && reader->header.type == CHAIN_MDP)
        return lines_unexpected(lines, "an action", lines->cursor);
    MUST(lines_integer(lines, "the target state", 0, reader->header.n - 1, &target));
    const char *colon = lines_word(lines);
    if (!colon || strcmp(colon, ":")) return lines_unexpected(lines, "':' between blanks", colon);
    if (!reader->has_row) MUST(begin_row(reader));
    if (++reader->transitions > reader->most) reader->most = reader->transitions;
    reader->choices.last = lines->number;
    if (at_interval(lines)) {
        MUST(add_interval(&reader->choices, (uint32_t)target));
        return lines_finish(lines);
    }
    MUST(drn_value(lines, rows_value_name(reader->header.type), "", &x));
    MUST(lines_finish(lines));
    return choices_add(&reader->choices, (uint32_t)target, x);
}

static enum status read_body_line(struct drn_reader *reader)
{
    static const char expected[] = "state, action or a transition";
    struct lines *lines = &reader->lines;
    if (*lines->cursor >= '0' && *lines->cursor <= '9') return drn_read_transition(reader);
    const char *word = lines_word(lines);
    if (!strcmp(word, "state")) return drn_read_state(reader);
    if (!strcmp(word, "action")) return read_action(reader);
    return lines_unexpected(lines, expected, word);
}

static enum status drn_read_states(struct drn_reader *reader)
{
    enum status status;
    struct lines *lines = &reader->lines;
    while (lines_next(lines, &status)) {
        if (strncmp(lines->cursor, "//", 2)) {
            MUST(read_body_line(reader));
            reader->last = lines->number;
        } else if (reader->states) {
            MUST(drn_values_comment(&reader->values, lines, reader->states - 1, reader->header.n));
        }
    }
    MUST(status);
    MUST(finish_row(reader));
    if (reader->states < reader->header.n)
        return lines_fail(lines, "the file ends after %" PRIu32 " of %" PRIu32 " states",
                          reader->states, reader->header.n);
    if (!memchr(chain_label(reader->chain, "init")->holds, 1, reader->header.n))
        return lines_fail(lines, "no state has the label init");
    return OK;
}

/* Removes the last state, which may only have a self-loop and must not be a target of others. */
static enum status drop_label_state(struct drn_reader *reader)
{
    struct chain *chain = reader->chain;
    struct csr *a = &chain->transitions;
    const uint32_t last = chain_states(chain) - 1, row = chain_row(chain, last);
    uint64_t own = a->row[row], uses = 0;
    for (uint64_t k = 0; k < own; k++) uses += a->col[k] == last;
    if (!last || uses || a->nnz != own + 1 || a->col[own] != last ||
        chain_label(chain, "init")->holds[last])
        return lines_fail(
            &reader->lines,
            "the last state has labels of no state, so it must not be initial, and no "
            "transition may lead there or leave it");
    a->rows = row;
    a->nnz = own;
    if (chain->group) chain->ngroups = last;
    return OK;
}

/* A quotient is rounded three times. Rewards of actions are multiplied by the sum of a row. */
static struct chain_rounding find_rounding(const struct drn_reader *reader)
{
    const uint64_t more = reader->lines.quotient ? 2 : 0;
    return (struct chain_rounding){
        .transitions = more + reader->choices.entries.merged,
        .rewards = more + (reader->rewards.any_acts ? more + reader->most + 3 : 0),
        .lost = reader->lines.lost || reader->rewards.lost};
}

/* Moves what was read to the chain. */
static enum status finish_rows(struct drn_reader *reader)
{
    struct chain *chain = reader->chain;
    struct choices *choices = &reader->choices;
    MUST(choices_finish(choices, reader->header.n, chain));
    const uint32_t found = choices->rows - choices->skipped;
    if (chain->group && reader->header.choices && reader->header.choices != found)
        return lines_fail(&reader->lines,
                          "@nr_choices says %" PRIu64 ", but the file has %" PRIu32 " choices",
                          reader->header.choices, found);
    chain->rounding = find_rounding(reader);
    drn_rewards_end(&reader->rewards);
    return rows_close_deadlocks(chain);
}

static enum status drn_read_file(struct drn_reader *reader)
{
    struct lines *lines = &reader->lines;
    struct chain *chain = reader->chain;
    MUST(drn_read_header(lines, &reader->header));
    chain->transitions.rows = reader->header.n; /* labels and rewards take their length from it */
    MUST(declare_labels(reader));
    MUST(choices_create(lines, reader->header.type, ROWS_SIX_DIGITS, SHORTEST_LINE,
                        &reader->choices));
    if (reader->header.intervals) MUST(choices_have_intervals(&reader->choices));
    reader->rewards = (struct drn_rewards){.names = reader->header.rewards, .chain = chain};
    MUST(drn_read_states(reader));
    if (reader->numbered) action_names_free(&reader->choices.actions);
    MUST(finish_rows(reader));
    MUST(drn_values_finish(&reader->values, reader->header.n, chain));
    if (reader->header.label_state) MUST(drop_label_state(reader));
    if (reader->header.by_prism && chain->type == CHAIN_CTMC)
        MUST(drn_rewards_distrust(&reader->rewards));
    return OK;
}

enum status drn_read_chain(const char *path, enum chain_type type, struct chain *out)
{
    struct drn_reader reader = {.header.type = type, .chain = out, .numbered = true};
    *out = (struct chain){0};
    enum status status = lines_open(path, '\0', &reader.lines);
    if (status == OK) status = drn_read_file(&reader);
    lines_close(&reader.lines);
    drn_header_free(&reader.header);
    choices_free(&reader.choices);
    drn_rewards_free(&reader.rewards);
    drn_values_free(&reader.values);
    if (status != OK) chain_free(out);
    return status;
}

const struct format format_drn = {
    .name = "drn",
    .title = "Storm's DRN, a chain with its labels and rewards",
    .ending = ".drn",
    .read_chain = drn_read_chain,
    .write_chain = drn_write_chain,
};
