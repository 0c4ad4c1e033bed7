#include "datasets/formats/jpf/jpf.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/memory.h"
#include "datasets/format.h"
#include "datasets/text/entries.h"
#include "datasets/text/labels.h"
#include "datasets/text/rows.h"

/* The shortest line of a transition is "0 0 1" and its end. */
enum { SHORTEST_LINE = 6, FIRST = -1 };

/* One state less than a chain can have, because the sink is added. */
static const uint32_t most_states = UINT32_MAX - 2;

/* Probabilities may sum to more than 1 by PRISM's tolerance (rows_check_sum). They may sum to less
 * than 1 by as much as JPF's own conversion to PRISM allows within that tolerance. */
static const double surplus = 1e-6, lack = 1e-12;

/* State of the reader for one state. */
struct state {
    struct row_sum sum;
    uint64_t last; /* its last line, 0 where it has none */
};

/* A .tra file as it is being read. */
struct jpf_reader {
    struct lines lines;
    struct entries entries;
    struct state *state;
    uint32_t n, room; /* states that are known so far, and those that fit */
    bool lost;        /* a sink got a probability, which is 1 minus the sum of the others */
};

/* Increases n to at least this. */
static enum status widen(struct jpf_reader *reader, uint32_t n)
{
    if (n <= reader->n) return OK;
    MUST(entries_widen(&reader->entries, n));
    if (n > reader->room) {
        uint32_t room = n < most_states / 2 ? 2 * n : most_states;
        MUST(lines_check_memory(&reader->lines, (double)n * (sizeof *reader->state + 8)));
        MUST(reallocate(&reader->state, room, sizeof *reader->state, "sums of rows"));
        reader->room = room;
    }
    memset(reader->state + reader->n, 0, (n - reader->n) * sizeof *reader->state);
    reader->n = n;
    return OK;
}

static enum status jpf_read_header(struct jpf_reader *reader)
{
    struct lines *lines = &reader->lines;
    uint64_t n, m;
    MUST(lines_require(lines, "the numbers of states and transitions"));
    MUST(lines_integer(lines, "the number of states", 1, most_states, &n));
    MUST(lines_integer(lines, "the number of transitions", 0, UINT64_MAX, &m));
    MUST(lines_finish(lines));
    lines_announce(lines, "transitions", m);
    return widen(reader, (uint32_t)n);
}

static enum status jpf_read_transition(struct jpf_reader *reader)
{
    struct lines *lines = &reader->lines;
    uint32_t i, j;
    double x;
    MUST(lines_state(lines, '\0', "the source state", FIRST, most_states, &i));
    MUST(lines_state(lines, '\0', "the target state", FIRST, most_states, &j));
    MUST(lines_amount(lines, "the probability", &x));
    MUST(lines_finish(lines));
    MUST(widen(reader, (i > j ? i : j) + 1));
    row_sum_add(&reader->state[i].sum, i, j, x);
    reader->state[i].last = lines->number;
    if (x > 0) MUST(entries_add(&reader->entries, i, j, x));
    return OK;
}

/* Adds transitions to the sink, state n, with the missing probability of states that were explored
 * only in part. */
static enum status complete_rows(struct jpf_reader *reader)
{
    bool lacking = false;
    for (uint32_t i = 0; i < reader->n; i++) {
        const struct state *state = &reader->state[i];
        const double missing = 1 - row_sum_total(state->sum);
        if (!state->last) continue;
        if (!(missing > lack)) {
            reader->lines.number = state->last;
            MUST(rows_check_sum(&reader->lines, CHAIN_DTMC, (int64_t)i + FIRST, state->sum,
                                surplus));
            continue;
        }
        MUST(entries_add(&reader->entries, i, reader->n, missing));
        lacking = true;
    }
    if (lacking) MUST(entries_add(&reader->entries, reader->n, reader->n, 1));
    reader->lost = lacking;
    free(reader->state);
    reader->state = NULL;
    return OK;
}

static enum status jpf_read_transitions(struct jpf_reader *reader, struct csr *out)
{
    enum status status = OK;
    TRY(entries_create_open(&reader->lines, SHORTEST_LINE, &reader->entries));
    TRY(jpf_read_header(reader));
    while (lines_item(&reader->lines, &status)) TRY(jpf_read_transition(reader));
    TRY(status);
    TRY(complete_rows(reader));
    TRY(entries_finish(&reader->entries, out));
out:
    entries_free(&reader->entries);
    return status;
}

/* Marks the states that are targets but have no transitions, because the search ended there. */
static void mark_frontier(const struct csr *a, uint8_t *holds)
{
    for (uint64_t k = 0; k < a->nnz; k++) holds[a->col[k]] = 1;
    for (uint32_t i = 0; i < a->rows; i++) holds[i] &= a->row[i] == a->row[i + 1];
}

static enum status add_labels(const char *path, uint32_t states, struct chain *chain)
{
    enum status status = OK;
    const struct csr *a = &chain->transitions;
    char *beside = NULL;
    uint8_t *holds;
    TRY(prism_sibling(path, ".lab", &beside));
    if (access(beside, F_OK) == 0) TRY(prism_read_label_file(beside, FIRST, states, chain));
    TRY(prism_complete_labels(chain));
    if (!chain_label(chain, "sink")) {
        TRY(chain_add_label(chain, "sink", &holds));
        if (a->rows > states) holds[states] = 1;
    }
    if (!chain_label(chain, "frontier")) {
        TRY(chain_add_label(chain, "frontier", &holds));
        mark_frontier(a, holds);
    }
out:
    free(beside);
    return status;
}

enum status jpf_read_chain(const char *path, enum chain_type type, struct chain *out)
{
    enum status status = OK;
    struct jpf_reader reader = {0};
    *out = (struct chain){.type = CHAIN_DTMC};
    TRY(lines_open(path, '#', &reader.lines));
    if (type != CHAIN_UNKNOWN && type != CHAIN_DTMC)
        TRY(fail(ERROR_INPUT, "%s: JPF writes DTMCs: drop type=%s", path, chain_type_word(type)));
    TRY(jpf_read_transitions(&reader, &out->transitions));
    out->rounding =
        (struct chain_rounding){reader.entries.merged, 0, reader.lines.lost || reader.lost};
    TRY(add_labels(path, reader.n, out));
    TRY(rows_close_deadlocks(out));
out:
    lines_close(&reader.lines);
    free(reader.state);
    if (status != OK) chain_free(out);
    return status;
}

/* The first line of text that is neither blank nor a comment. */
static const char *first_line(const char *text)
{
    for (;;) {
        text += strspn(text, " \t\r\n");
        if (*text != '#') return text;
        text += strcspn(text, "\n");
    }
}

/* Only JPF has negative states, and its root comes first. */
static bool recognises(const char *start)
{
    const char *header = first_line(start),
               *transition = first_line(header + strcspn(header, "\n"));
    return !strncmp(transition, "-1 ", 3) || !strncmp(transition, "-1\t", 3);
}

const struct format format_jpf = {
    .name = "jpf",
    .title = "state spaces of JPF's probabilistic extension, with .lab beside them",
    .ending = ".tra",
    .recognises = recognises,
    .read_chain = jpf_read_chain,
};
