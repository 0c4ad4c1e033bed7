#include "datasets/schedulers/scheduler.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"
#include "datasets/text/lines.h"

static const char head[] = "# scheduler: state, choice, action\n";

const struct file_kind kind_scheduler = {"a scheduler", "# scheduler: ", ""};

#define NO_CHOICE UINT32_MAX

static uint32_t count_of_choices(const struct chain *chain, uint32_t state)
{
    return chain_row(chain, state + 1) - chain_row(chain, state);
}

/* Writing */

static enum status write_state(const struct chain *chain, uint32_t state, uint32_t choice,
                               struct new_file *file)
{
    const char *action = action_of(chain, chain_row(chain, state) + choice);
    char numbers[32];
    const int length = snprintf(numbers, sizeof numbers, "%u %u", state, choice);
    MUST(file_write(file, numbers, (size_t)length));
    if (action) MUST(file_write(file, " ", 1));
    if (action) MUST(file_write(file, action, strlen(action)));
    return file_write(file, "\n", 1);
}

enum status scheduler_write(const struct chain *chain, const uint32_t *choice, const char *path,
                            bool replaces)
{
    enum status status = OK;
    struct new_file file = {0};
    TRY(file_create(path, replaces ? &kind_scheduler : NULL, &file));
    TRY(file_write(&file, head, strlen(head)));
    for (uint32_t i = 0; i < chain_states(chain); i++) TRY(write_state(chain, i, choice[i], &file));
    TRY(file_commit(&file));
out:
    file_abandon(&file);
    return status;
}

/* Reading */

/* The rest of the line, without blanks around it. */
static char *rest_of_line(struct lines *lines)
{
    if (!lines_more(lines)) return NULL;
    char *end = lines->cursor + strlen(lines->cursor);
    while (end[-1] == ' ' || end[-1] == '\t') *--end = '\0';
    return lines->cursor;
}

/* A name of the action is no more than a check: choices of a state may share it. */
static enum status check_action(struct lines *lines, const struct chain *chain, uint32_t state,
                                uint32_t choice)
{
    char quote[LINES_QUOTE];
    const char *said = rest_of_line(lines),
               *action = action_of(chain, chain_row(chain, state) + choice);
    if (!said || (action && !strcmp(said, action))) return OK;
    return lines_fail(lines, "choice %u of state %u has %s%s, not '%s'", choice, state,
                      action ? "the action " : "no action", action ? action : "",
                      lines_quote(said, quote));
}

/* `0 1 run`, or PRISM's `0=1`. */
static enum status read_state(struct lines *lines, const struct chain *chain, uint32_t *choice)
{
    char what[48];
    uint32_t state;
    uint64_t number;
    const char mark = strchr(lines->cursor, '=') && !strpbrk(lines->cursor, " \t") ? '=' : '\0';
    MUST(lines_state(lines, mark, "the state", 0, chain_states(chain), &state));
    const uint32_t count = count_of_choices(chain, state);
    snprintf(what, sizeof what, "a choice of state %u", state);
    MUST(lines_integer(lines, what, 0, count - 1, &number));
    if (choice[state] != NO_CHOICE) return lines_fail(lines, "state %u has a second line", state);
    choice[state] = (uint32_t)number;
    return check_action(lines, chain, state, choice[state]);
}

/* A state without a line has one choice. */
static enum status take_only_choices(const char *path, const struct chain *chain, uint32_t *choice)
{
    for (uint32_t i = 0; i < chain_states(chain); i++) {
        if (choice[i] != NO_CHOICE) continue;
        if (count_of_choices(chain, i) > 1)
            return fail(ERROR_INPUT, "%s: state %u has %u choices, and no line", path, i,
                        count_of_choices(chain, i));
        choice[i] = 0;
    }
    return OK;
}

enum status scheduler_read(const char *path, const struct chain *chain, uint32_t **choice)
{
    enum status status = OK;
    struct lines lines = {0};
    *choice = NULL;
    TRY(lines_open(path, '#', &lines));
    TRY(allocate(chain_states(chain), sizeof **choice, "a scheduler", choice));
    for (uint32_t i = 0; i < chain_states(chain); i++) (*choice)[i] = NO_CHOICE;
    while (lines_next(&lines, &status)) TRY(read_state(&lines, chain, *choice));
    TRY(status);
    TRY(take_only_choices(path, chain, *choice));
out:
    lines_close(&lines);
    if (status == OK) return OK;
    free(*choice);
    *choice = NULL;
    return status;
}

/* The chain */

/* Keeps the rows that the scheduler takes. They only move to the front. */
static void keep_rows(struct csr *a, const uint32_t *group, uint32_t states, const uint32_t *choice)
{
    uint64_t at = 0;
    for (uint32_t i = 0; i < states; i++) {
        const uint32_t r = group[i] + choice[i];
        const uint64_t first = a->row[r], count = a->row[r + 1] - first;
        memmove(a->col + at, a->col + first, count * sizeof *a->col);
        memmove(a->val + at, a->val + first, count * sizeof *a->val);
        a->row[i] = at;
        at += count;
    }
    a->row[states] = a->nnz = at;
    a->rows = states;
}

void chain_induce(struct chain *chain, const uint32_t *choice)
{
    const uint32_t states = chain_states(chain);
    for (size_t k = 0; k < chain->nrewards; k++)
        for (uint32_t i = 0; i < states; i++)
            chain->rewards[k].rate[i] = chain->rewards[k].rate[chain_row(chain, i) + choice[i]];
    keep_rows(&chain->transitions, chain->group, states, choice);
    free(chain->group);
    actions_free(&chain->actions);
    chain->group = NULL;
    chain->ngroups = 0;
    chain->type = CHAIN_DTMC;
    chain->all_reached = false;
}
