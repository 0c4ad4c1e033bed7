#include "datasets/formats/storm/storm.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/memory.h"
#include "datasets/format.h"
#include "datasets/text/choices.h"
#include "datasets/text/labels.h"

/* The shortest line of a transition is "0 0 1" and its end. */
enum { SHORTEST_LINE = 6 };

/* Reads `source [choice] target value`. */
static enum status storm_read_transition(struct choices *choices)
{
    struct lines *lines = choices->lines;
    uint32_t i, j;
    uint64_t choice = 0;
    double x;
    MUST(lines_state(lines, '\0', "the source state", 0, UINT32_MAX, &i));
    if (choices->type == CHAIN_MDP)
        MUST(lines_integer(lines, "the choice", 0, UINT32_MAX, &choice));
    MUST(lines_state(lines, '\0', "the target state", 0, UINT32_MAX, &j));
    MUST(lines_amount(lines, rows_value_name(choices->type), &x));
    MUST(lines_finish(lines));
    MUST(choices_line(choices, i, choice));
    return choices_add(choices, j, x);
}

static enum status storm_read_transitions(struct lines *lines, enum chain_type type,
                                          struct chain *out)
{
    enum status status = OK;
    struct choices choices = {0};
    MUST(lines_require(lines, "its first word, dtmc, ctmc or mdp"));
    MUST(rows_type(lines, "dtmc, ctmc or mdp (no other model can be solved)", lines_word(lines),
                   &type));
    MUST(lines_finish(lines));
    TRY(choices_create(lines, type, ROWS_SIX_DIGITS, SHORTEST_LINE, &choices));
    while (lines_next(lines, &status)) TRY(storm_read_transition(&choices));
    TRY(status);
    if (!choices.last) TRY(lines_fail(lines, "the file has no transitions"));
    TRY(choices_finish(&choices, 0, out));
out:
    choices_free(&choices);
    return status;
}

enum status storm_read_chain(const char *path, enum chain_type type, struct chain *out)
{
    enum status status = OK;
    struct lines lines = {0};
    char *labels = NULL;
    *out = (struct chain){0};
    TRY(lines_open(path, '\0', &lines));
    TRY(storm_read_transitions(&lines, type, out));
    TRY(prism_find_beside(path, ".lab", &labels));
    if (labels) TRY(storm_read_labels(labels, out));
    TRY(prism_complete_labels(out));
    TRY(rows_close_deadlocks(out));
out:
    lines_close(&lines);
    free(labels);
    if (status != OK) chain_free(out);
    return status;
}

/* Recognizes the words of Storm's file types. Types that we cannot read are refused later with
 * their name. */
static bool storm_recognises(const char *start)
{
    static const char *const types[] = {"dtmc", "ctmc", "mdp", "ma"};
    const char *word = start + strspn(start, " \t\r\n");
    size_t length = strcspn(word, " \t\r\n");
    for (size_t k = 0; k < sizeof types / sizeof *types; k++)
        if (length == strlen(types[k]) && !strncasecmp(word, types[k], length)) return true;
    return false;
}

const struct format format_storm = {
    .name = "storm",
    .title = "Storm's explicit files, with .lab, .state.rew and .trans.rew beside them",
    .ending = ".tra",
    .recognises = storm_recognises,
    .read_chain = storm_read_chain,
    .read_reward = storm_read_reward,
    .write_chain = storm_write_chain,
};
