/* Reads PRISM's combined files. Their sections are like PRISM's other explicit files, each under
 * its own heading; the transitions come first. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "datasets/format.h"
#include "datasets/formats/prism/prism.h"
#include "datasets/text/labels.h"
#include "datasets/text/rewards.h"
#include "datasets/text/rows.h"

/* The sections behind the transitions. "# Reward structure" has no lines: it names the reward of
 * the next two sections. */
enum section { STATES, LABELS, REWARD, STATE_REWARDS, TRANSITION_REWARDS, NSECTIONS };

static const char *const headings[NSECTIONS] = {"# States", "# Labels", "# Reward structure",
                                                "# State rewards", "# Transition rewards"};

/* State of the reader of a file. */
struct pexp_reader {
    struct lines lines;
    struct chain *chain;
    bool seen[NSECTIONS];
    char *name;         /* name of the current reward; NULL: none */
    bool numbered;      /* the name is a number, because the file has no name */
    bool again;         /* the heading before this section named the same reward */
    struct reward read; /* rates and state rewards of the current reward */
    size_t rewards;
};

static enum section section_of(const char *line)
{
    enum section k = STATES;
    while (k < NSECTIONS && strncmp(line, headings[k], strlen(headings[k]))) k++;
    return k;
}

static bool heads_section(const char *line)
{
    return section_of(line) < NSECTIONS;
}

/* Adds the current reward, which is complete, to the chain. */
static enum status finish_reward(struct pexp_reader *reader)
{
    double *rate;
    if (!reader->name) return OK;
    MUST(chain_add_reward(reader->chain, reader->name, &rate));
    memcpy(rate, reader->read.rate, reader->chain->transitions.rows * sizeof *rate);
    reader->chain->rewards[reader->chain->nrewards - 1].state = reader->read.state;
    reader->chain->rewards[reader->chain->nrewards - 1].mixed = reader->read.mixed;
    reader->read.state = NULL;
    free(reader->name);
    reader->name = NULL;
    reader->seen[STATE_REWARDS] = reader->seen[TRANSITION_REWARDS] = false;
    return OK;
}

/* name: NULL or empty if there is none. */
static enum status new_reward(struct pexp_reader *reader, const char *name)
{
    char number[24];
    MUST(finish_reward(reader));
    snprintf(number, sizeof number, "%zu", ++reader->rewards);
    reader->numbered = !name || !*name;
    if (reader->numbered) name = number;
    if (chain_reward(reader->chain, name))
        return lines_unexpected(&reader->lines, "a name that is new", name);
    memset(reader->read.rate, 0, reader->chain->transitions.rows * sizeof *reader->read.rate);
    reader->read.mixed = false;
    return copy_text(name, &reader->name);
}

/* The name is in double quotes; a reward without a name gets its number. PRISM repeats the heading
 * between state rewards and transition rewards. */
static enum status begin_reward(struct pexp_reader *reader)
{
    struct lines *lines = &reader->lines;
    char *open = strchr(lines->cursor, '"'), *close = open ? strrchr(open, '"') : NULL;
    if (open && close == open) return lines_unexpected(lines, "a name in double quotes", open);
    if (open) *close = '\0';
    const bool named = open && open[1];
    reader->again = reader->name && reader->seen[STATE_REWARDS] &&
                    !reader->seen[TRANSITION_REWARDS] && reader->numbered != named &&
                    (!named || !strcmp(open + 1, reader->name));
    return reader->again ? OK : new_reward(reader, named ? open + 1 : NULL);
}

static enum status read_rewards(struct pexp_reader *reader, enum reward_of of)
{
    if (!reader->name)
        return lines_fail(&reader->lines, "rewards stand behind '%s'", headings[REWARD]);
    if (of == REWARD_OF_STATES && reader->read.state)
        return lines_fail(&reader->lines, "'%s' stands before '%s'", headings[STATE_REWARDS],
                          headings[TRANSITION_REWARDS]);
    return rewards_read_lines(&reader->lines, of, true, reader->chain, &reader->read);
}

static enum status pexp_read_lines(struct pexp_reader *reader, enum section section)
{
    struct chain *chain = reader->chain;
    switch (section) {
    case STATES: return prism_read_state_lines(&reader->lines, chain);
    case LABELS: return prism_read_label_lines(&reader->lines, 0, chain_states(chain), chain);
    case STATE_REWARDS: return read_rewards(reader, REWARD_OF_STATES);
    case TRANSITION_REWARDS: return read_rewards(reader, REWARD_OF_TRANSITIONS);
    default: break;
    }
    enum status status;
    if (!lines_next(&reader->lines, &status)) return status;
    return lines_unexpected(&reader->lines, headings[STATE_REWARDS], reader->lines.cursor);
}

static enum status read_section(struct pexp_reader *reader)
{
    struct lines *lines = &reader->lines;
    enum section section = section_of(lines->cursor);
    if (section == REWARD) MUST(begin_reward(reader));
    else if (reader->seen[section] && reader->again && reader->numbered && section == STATE_REWARDS)
        MUST(new_reward(reader, NULL)); /* two rewards without a name follow each other */
    else if (reader->seen[section])
        return lines_fail(lines, "'%s' comes a second time", headings[section]);
    reader->again = section == REWARD && reader->again;
    reader->seen[section] = true;
    lines_go_on(lines);
    return pexp_read_lines(reader, section);
}

static enum status pexp_read_file(struct pexp_reader *reader, enum chain_type type)
{
    struct chain *chain = reader->chain;
    MUST(prism_read_transitions(&reader->lines, type, chain));
    MUST(allocate(chain->transitions.rows, sizeof *reader->read.rate, "rewards",
                  &reader->read.rate));
    while (reader->lines.headed) MUST(read_section(reader));
    MUST(finish_reward(reader));
    MUST(prism_complete_labels(chain));
    return rows_close_deadlocks(chain);
}

enum status pexp_read_chain(const char *path, enum chain_type type, struct chain *out)
{
    struct pexp_reader reader = {.chain = out};
    *out = (struct chain){0};
    enum status status = lines_open(path, '#', &reader.lines);
    reader.lines.heads = heads_section;
    if (status == OK) status = pexp_read_file(&reader, type);
    lines_close(&reader.lines);
    free(reader.name);
    free(reader.read.rate);
    free(reader.read.state);
    if (status != OK) chain_free(out);
    return status;
}

const struct format format_pexp = {
    .name = "pexp",
    .title = "PRISM's combined explicit files, which have labels, states and rewards in them",
    .ending = ".pexp",
    .read_chain = pexp_read_chain,
};
