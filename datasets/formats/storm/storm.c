#include "datasets/formats/storm/storm.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/memory.h"
#include "datasets/format.h"
#include "datasets/text/entries.h"
#include "datasets/text/labels.h"
#include "datasets/text/rows.h"

/* The shortest line of a transition is "0 0 1" and its end. */
enum { SHORTEST_LINE = 6 };

/* State of the reader of a .tra file. */
struct storm_reader {
    struct lines lines;
    enum chain_type type;
    struct entries entries;
    uint32_t state;     /* the state whose lines are being read */
    uint64_t last;      /* its last line, 0 before the first */
    struct row_sum sum; /* sums of its values so far */
};

static enum status storm_read_type(struct storm_reader *reader)
{
    struct lines *lines = &reader->lines;
    MUST(lines_require(lines, "its first word, dtmc or ctmc"));
    MUST(rows_type(lines, "dtmc or ctmc (no other model can be solved)", lines_word(lines),
                   &reader->type));
    return lines_finish(lines);
}

static enum status finish_row(struct storm_reader *reader)
{
    uint64_t number = reader->lines.number;
    if (!reader->last) return OK;
    reader->lines.number = reader->last;
    enum status status =
        rows_check_sum(&reader->lines, reader->type, reader->state, reader->sum, ROWS_SIX_DIGITS);
    reader->lines.number = number;
    return status;
}

/* Begins a row. Storm accepts rows only in ascending order. */
static enum status begin_row(struct storm_reader *reader, uint32_t state)
{
    if (reader->last && state == reader->state) return OK;
    MUST(finish_row(reader));
    if (state < reader->state)
        return lines_fail(&reader->lines,
                          "state %" PRIu32 " comes after state %" PRIu32 ": states must ascend",
                          state, reader->state);
    reader->state = state;
    reader->sum = (struct row_sum){0};
    return OK;
}

static enum status storm_read_transition(struct storm_reader *reader)
{
    struct lines *lines = &reader->lines;
    uint32_t i, j;
    double x;
    MUST(rows_transition(lines, reader->type, UINT32_MAX, &i, &j, &x));
    MUST(lines_finish(lines));
    MUST(begin_row(reader, i));
    reader->last = lines->number;
    row_sum_add(&reader->sum, i, j, x);
    MUST(entries_widen(&reader->entries, (i > j ? i : j) + 1));
    if (x > 0) MUST(entries_add(&reader->entries, i, j, x));
    return OK;
}

static enum status storm_read_transitions(struct storm_reader *reader, struct csr *out)
{
    enum status status;
    struct lines *lines = &reader->lines;
    MUST(entries_create_open(lines, SHORTEST_LINE, &reader->entries));
    while (lines_next(lines, &status)) MUST(storm_read_transition(reader));
    MUST(status);
    if (!reader->last) return lines_fail(lines, "the file has no transitions");
    MUST(finish_row(reader));
    return entries_finish(&reader->entries, out);
}

enum status storm_read_chain(const char *path, enum chain_type type, struct chain *out)
{
    enum status status = OK;
    struct storm_reader reader = {.type = type};
    char *labels = NULL;
    *out = (struct chain){0};
    TRY(lines_open(path, '\0', &reader.lines));
    TRY(storm_read_type(&reader));
    TRY(storm_read_transitions(&reader, &out->transitions));
    out->type = reader.type;
    out->rounding = (struct chain_rounding){reader.entries.merged, 0, reader.lines.lost};
    TRY(prism_find_beside(path, ".lab", &labels));
    if (labels) TRY(storm_read_labels(labels, out));
    TRY(prism_complete_labels(out));
    TRY(rows_close_deadlocks(&out->transitions, chain_label(out, "deadlock")->holds));
out:
    lines_close(&reader.lines);
    entries_free(&reader.entries);
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
