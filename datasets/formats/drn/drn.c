#include "datasets/formats/drn/drn.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "datasets/format.h"
#include "datasets/formats/drn/drn_header.h"
#include "datasets/formats/drn/drn_rewards.h"
#include "datasets/text/entries.h"
#include "datasets/text/labels.h"
#include "datasets/text/rows.h"

/* The shortest line of a transition is "0 : 1" and its end. */
enum { SHORTEST_LINE = 6 };

/* State of the reader of a file's states, in order. */
struct drn_reader {
    struct lines lines;
    struct drn_header header;
    struct entries entries;
    struct drn_rewards rewards;
    struct chain *chain;
    uint32_t states;            /* states begun so far; the members below are about the last of
                                   them */
    uint64_t last;              /* the number of its last line */
    uint64_t transitions, most; /* its transition lines; the most of any state so far */
    bool has_action, has_exit;
    struct row_sum sum;
    double exit;
};

static const char *value_name(const struct drn_reader *reader)
{
    return reader->header.type == CHAIN_DTMC ? "the probability" : "the rate";
}

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

/* Gives a state without transitions its self-loop. */
static enum status close_deadlock(struct drn_reader *reader)
{
    uint32_t state = reader->states - 1;
    chain_label(reader->chain, "deadlock")->holds[state] = 1;
    return entries_add(&reader->entries, state, state, 1);
}

static enum status check_sums(const struct drn_reader *reader)
{
    const struct lines *lines = &reader->lines;
    uint32_t state = reader->states - 1;
    double sum = row_sum_total(reader->sum), exit = reader->exit;
    if (reader->transitions)
        MUST(rows_check_sum(lines, reader->header.type, state, reader->sum, ROWS_SIX_DIGITS));
    if (reader->has_exit && !(fabs(sum - exit) <= ROWS_SIX_DIGITS * fmax(sum, exit)))
        return lines_fail(lines,
                          "the rates of state %" PRIu32 " sum to %.9g, but its exit rate is %.9g",
                          state, sum, exit);
    return OK;
}

static enum status finish_state(struct drn_reader *reader)
{
    uint64_t number = reader->lines.number;
    bool rates = reader->header.type == CHAIN_CTMC, deadlock = !(row_sum_total(reader->sum) > 0);
    if (!reader->states) return OK;
    reader->lines.number = reader->last;
    MUST(check_sums(reader));
    MUST(drn_rewards_finish(&reader->rewards, &reader->lines, reader->states - 1,
                            rates && !deadlock ? row_sum_total(reader->sum) : 1));
    if (deadlock) MUST(close_deadlock(reader));
    reader->lines.number = number;
    return OK;
}

/* `!rate`, which may be missing. */
static enum status read_exit(struct drn_reader *reader)
{
    struct lines *lines = &reader->lines;
    reader->has_exit = lines_more(lines) && *lines->cursor == '!';
    if (!reader->has_exit) return OK;
    if (reader->header.type == CHAIN_DTMC) return lines_fail(lines, "an exit rate in a DTMC");
    lines->cursor++;
    return drn_value(lines, "the exit rate", "", &reader->exit);
}

/* `state i !exit [rewards] label ...`, where the word state is passed already. */
static enum status drn_read_state(struct drn_reader *reader)
{
    struct lines *lines = &reader->lines;
    uint64_t state;
    MUST(finish_state(reader));
    if (reader->states == reader->header.n)
        return lines_fail(lines, "a state more than the %" PRIu32 " of @nr_states",
                          reader->header.n);
    MUST(lines_integer(lines, "the next state", reader->states, reader->states, &state));
    reader->states++;
    reader->transitions = 0;
    reader->sum = (struct row_sum){0};
    reader->has_action = false;
    MUST(read_exit(reader));
    if (lines_more(lines) && *lines->cursor == '{')
        return lines_fail(lines, "an observation: this is a POMDP");
    MUST(drn_rewards_of_state(&reader->rewards, lines, (uint32_t)state));
    return read_labels(reader);
}

/* `action name [rewards]` */
static enum status read_action(struct drn_reader *reader)
{
    struct lines *lines = &reader->lines;
    if (!reader->states) return lines_unexpected(lines, "the first state", "action");
    if (reader->has_action || reader->transitions)
        return lines_fail(
            lines, "a second action in state %" PRIu32 ": this is an MDP, not a DTMC or CTMC",
            reader->states - 1);
    if (!lines_word(lines)) return lines_unexpected(lines, "the name of the action", NULL);
    reader->has_action = true;
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
    MUST(lines_integer(lines, "the target state", 0, reader->header.n - 1, &target));
    const char *colon = lines_word(lines);
    if (!colon || strcmp(colon, ":")) return lines_unexpected(lines, "':' between blanks", colon);
    MUST(drn_value(lines, value_name(reader), "", &x));
    MUST(lines_finish(lines));
    if (++reader->transitions > reader->most) reader->most = reader->transitions;
    row_sum_add(&reader->sum, reader->states - 1, target, x);
    if (x > 0) MUST(entries_add(&reader->entries, reader->states - 1, (uint32_t)target, x));
    return OK;
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
    while (drn_next(lines, &status)) {
        MUST(read_body_line(reader));
        reader->last = lines->number;
    }
    MUST(status);
    MUST(finish_state(reader));
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
    uint32_t last = a->rows - 1;
    uint64_t own = a->row[last], uses = 0;
    for (uint64_t k = 0; k < own; k++) uses += a->col[k] == last;
    if (!last || uses || a->nnz != own + 1 || a->col[own] != last ||
        chain_label(chain, "init")->holds[last])
        return lines_fail(
            &reader->lines,
            "the last state has labels of no state, so it must not be initial, and no "
            "transition may lead there or leave it");
    a->rows = last;
    a->nnz = own;
    return OK;
}

/* A quotient is rounded three times. Rewards of actions are multiplied by the sum of a row. */
static struct chain_rounding find_rounding(const struct drn_reader *reader)
{
    const uint64_t more = reader->lines.quotient ? 2 : 0;
    return (struct chain_rounding){
        .transitions = more + reader->entries.merged,
        .rewards = more + (reader->rewards.any_acts ? more + reader->most + 3 : 0),
        .lost = reader->lines.lost || reader->rewards.lost};
}

static enum status drn_read_file(struct drn_reader *reader)
{
    struct lines *lines = &reader->lines;
    struct chain *chain = reader->chain;
    MUST(drn_read_header(lines, &reader->header));
    chain->type = reader->header.type;
    chain->transitions.rows = reader->header.n; /* labels and rewards take their length from it */
    MUST(declare_labels(reader));
    MUST(entries_create_open(lines, SHORTEST_LINE, &reader->entries));
    reader->rewards = (struct drn_rewards){.names = reader->header.rewards, .chain = chain};
    MUST(drn_read_states(reader));
    MUST(entries_finish(&reader->entries, &chain->transitions));
    chain->rounding = find_rounding(reader);
    if (reader->header.label_state) MUST(drop_label_state(reader));
    if (reader->header.by_prism && chain->type == CHAIN_CTMC)
        MUST(drn_rewards_distrust(&reader->rewards));
    return OK;
}

enum status drn_read_chain(const char *path, enum chain_type type, struct chain *out)
{
    struct drn_reader reader = {.header.type = type, .chain = out};
    *out = (struct chain){0};
    enum status status = lines_open(path, '\0', &reader.lines);
    if (status == OK) status = drn_read_file(&reader);
    lines_close(&reader.lines);
    drn_header_free(&reader.header);
    entries_free(&reader.entries);
    drn_rewards_free(&reader.rewards);
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
