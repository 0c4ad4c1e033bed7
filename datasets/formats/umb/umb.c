#include "datasets/formats/umb/umb.h"

#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "datasets/format.h"
#include "datasets/formats/umb/umb_rows.h"
#include "datasets/formats/umb/umb_values.h"
#include "datasets/text/rows.h"

/* State of the reader of a file. */
struct umb_reader {
    struct umb_files files;
    struct umb_index index;
    struct chain *chain;
    struct umb_rows rows;
};

/* Labels */

/* Reads one bit for each state, in words of 64. */
static enum status read_bits(const struct umb_reader *reader, const struct umb_file *file,
                             uint8_t *holds)
{
    enum status status = OK;
    uint64_t n = reader->index.states, words = (n + 63) / 64, *word = NULL;
    if (file->size != words * sizeof *word)
        return umb_fail(&reader->files, ERROR_DAMAGED, file->name,
                        "it has %" PRIu64 " bytes, but %" PRIu64 " states need %" PRIu64,
                        file->size, n, words * (uint64_t)sizeof *word);
    TRY(allocate(words, sizeof *word, "a label", &word));
    TRY(umb_take(&reader->files, file, word));
    for (uint64_t i = 0; i < n; i++) holds[i] = word[i / 64] >> i % 64 & 1;
    if (n % 64 && word[n / 64] >> n % 64)
        TRY(umb_fail(&reader->files, ERROR_DAMAGED, file->name,
                     "it has bits beyond the last state"));
out:
    free(word);
    return status;
}

static enum status add_label(const struct umb_reader *reader, const char *name, uint8_t **holds)
{
    MUST(memory_must_fit((double)(reader->chain->nlabels + 1) * (double)reader->index.states,
                         reader->files.path));
    return chain_add_label(reader->chain, name, holds);
}

static enum status read_initial(const struct umb_reader *reader)
{
    static const char name[] = "state-is-initial.bin";
    const struct umb_file *file = umb_find(&reader->files, name);
    uint8_t *holds;
    MUST(add_label(reader, "init", &holds));
    if (file) MUST(read_bits(reader, file, holds));
    if (memchr(holds, 1, reader->index.states)) return OK;
    return umb_fail(&reader->files, ERROR_INPUT, name, "no state is initial");
}

/* Some tools also write the initial states as a label. It must be the same as
 * state-is-initial.bin. */
static enum status check_initial(const struct umb_reader *reader, const struct umb_file *file)
{
    enum status status = OK;
    uint8_t *holds = NULL;
    uint64_t n = reader->index.states;
    TRY(allocate_zeroed(n, 1, "a label", &holds));
    TRY(read_bits(reader, file, holds));
    if (memcmp(holds, chain_label(reader->chain, "init")->holds, n))
        TRY(umb_fail(&reader->files, ERROR_INPUT, "index.json",
                     "label \"init\" is not the same as state-is-initial.bin"));
out:
    free(holds);
    return status;
}

/* Finds the values of an annotation. The format allows leaving out files that have only zeros. We
 * require them, because otherwise an archive that was cut off would be a different model. */
static enum status umb_find_values(const struct umb_reader *reader, const char *group,
                                   const struct umb_annotation *annotation, const char *entity,
                                   const struct umb_file **out)
{
    char *name;
    enum status status = OK;
    MUST(format_text(&name, "annotations/%s/%s/%s/values.bin", group, annotation->id, entity));
    *out = umb_find(&reader->files, name);
    if (!*out) status = umb_fail(&reader->files, ERROR_DAMAGED, name, "it is missing");
    free(name);
    return status;
}

static enum status read_labels(const struct umb_reader *reader)
{
    const struct umb_annotations *labels = &reader->index.labels;
    const struct umb_file *file;
    uint8_t *holds;
    MUST(read_initial(reader));
    for (size_t k = 0; k < labels->count; k++) {
        const char *name = labels->item[k].name;
        MUST(umb_find_values(reader, "aps", &labels->item[k], "states", &file));
        if (!strcmp(name, "init")) {
            MUST(check_initial(reader, file));
            continue;
        }
        MUST(add_label(reader, name, &holds));
        MUST(read_bits(reader, file, holds));
    }
    return chain_label(reader->chain, "deadlock") ? OK : add_label(reader, "deadlock", &holds);
}

/* Rewards */

static enum status read_numbers(const struct umb_reader *reader, const struct umb_file *file,
                                const char *what, uint64_t count, double *out)
{
    MUST(umb_check_size(&reader->files, file, what, count, sizeof *out));
    return umb_take(&reader->files, file, out);
}

/* Factor of a reward of choices or branches: in a CTMC it is earned as often as the state is
 * left. */
static double times(const struct umb_reader *reader, uint64_t i)
{
    return reader->rows.exit ? reader->rows.exit[i] : 1;
}

static void add_product(struct chain *chain, double a, double b, double *sum)
{
    const double product = a * b;
    chain->rounding.lost |= product < DBL_MIN && a > 0 && b > 0;
    *sum += product;
}

static enum status add_choices(const struct umb_reader *reader, const struct umb_file *file,
                               double *rate)
{
    enum status status = OK;
    const uint64_t choices = reader->index.choices;
    struct chain *chain = reader->chain;
    double *value = NULL;
    TRY(allocate(choices, sizeof *value, "rewards", &value));
    TRY(read_numbers(reader, file, "#choices", choices, value));
    for (uint32_t i = 0; i < chain_states(chain); i++)
        for (uint32_t r = chain_row(chain, i); r < chain_row(chain, i + 1); r++) {
            const uint64_t choice = umb_choice(chain, &reader->rows, i, r);
            if (choice != UINT64_MAX) add_product(chain, times(reader, i), value[choice], &rate[r]);
        }
out:
    free(value);
    return status;
}

/* Adds the rewards of branches. val has their probabilities or rates in the order of the file. */
static enum status add_branches(const struct umb_reader *reader, const struct umb_file *file,
                                double *rate)
{
    enum status status = OK;
    const struct csr *a = &reader->chain->transitions;
    double *value = NULL;
    TRY(allocate(a->nnz, sizeof *value, "rewards", &value));
    TRY(read_numbers(reader, file, "#branches", a->nnz, value));
    for (uint32_t r = 0; r < a->rows; r++) {
        double moving = 0;
        for (uint64_t k = a->row[r]; k < a->row[r + 1]; k++)
            add_product(reader->chain, a->val[k], value[k], &moving);
        if (moving != 0) rate[r] += moving / chain_divisor(reader->chain, r);
    }
out:
    free(value);
    return status;
}

/* Reads the rewards of states, from a file or zeros, into the rates of all their rows. */
static enum status read_state_rewards(const struct umb_reader *reader, const struct umb_file *file,
                                      bool alone, struct reward *reward)
{
    const struct chain *chain = reader->chain;
    const uint32_t n = chain_states(chain);
    MUST(allocate_zeroed(n, sizeof *reward->state, "rewards", &reward->state));
    if (file) MUST(read_numbers(reader, file, "#states", n, reward->state));
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t r = chain_row(chain, i); r < chain_row(chain, i + 1); r++)
            reward->rate[r] = reward->state[i];
    if (!alone) return OK;
    free(reward->state);
    reward->state = NULL;
    return OK;
}

static enum status check_reward(const struct umb_reader *reader, const struct reward *reward)
{
    const struct chain *chain = reader->chain;
    for (uint32_t i = 0; i < chain_states(chain); i++) {
        bool fits = !reward->state || reward->state[i] >= 0;
        for (uint32_t r = chain_row(chain, i); r < chain_row(chain, i + 1); r++)
            fits &= reward->rate[r] >= 0 && reward->rate[r] < HUGE_VAL;
        if (!fits)
            return umb_fail(&reader->files, ERROR_INPUT, "annotations/rewards",
                            "\"%s\": the reward of state %" PRIu32
                            " is negative or not finite, which cannot be solved",
                            reward->name, i);
    }
    return OK;
}

static enum status read_reward(const struct umb_reader *reader, const struct umb_annotation *reward)
{
    static const char group[] = "rewards";
    const struct umb_file *states = NULL, *choices = NULL, *branches = NULL;
    struct chain *chain = reader->chain;
    double *rate;
    MUST(memory_must_fit(8.0 * (double)(chain->nrewards + 1) * chain->transitions.rows,
                         reader->files.path));
    MUST(chain_add_reward(chain, reward->name, &rate));
    if (reward->states) MUST(umb_find_values(reader, group, reward, "states", &states));
    if (reward->choices) MUST(umb_find_values(reader, group, reward, "choices", &choices));
    if (reward->branches) MUST(umb_find_values(reader, group, reward, "branches", &branches));
    struct reward *added = &chain->rewards[chain->nrewards - 1];
    MUST(read_state_rewards(reader, states, !choices && !branches, added));
    if (choices) MUST(add_choices(reader, choices, rate));
    if (branches) MUST(add_branches(reader, branches, rate));
    added->mixed = branches != NULL;
    if (choices || branches) chain_add_products(chain, 2);
    return check_reward(reader, added);
}

/* All */

static enum status umb_check_type(const struct umb_reader *reader, enum chain_type wanted)
{
    enum chain_type type = reader->index.type;
    if (wanted == CHAIN_UNKNOWN || wanted == type) return OK;
    return fail(ERROR_INPUT, "%s: the file says type=%s, not type=%s: drop type= or change it",
                reader->files.path, chain_type_word(type), chain_type_word(wanted));
}

static enum status umb_read_file(struct umb_reader *reader, enum chain_type type)
{
    struct chain *chain = reader->chain;
    MUST(umb_index_read(&reader->files, &reader->index));
    MUST(umb_check_type(reader, type));
    MUST(umb_rows_read(&reader->files, &reader->index, chain, &reader->rows));
    chain->type = reader->index.type;
    MUST(umb_actions_read(&reader->files, &reader->index, &reader->rows, chain));
    MUST(read_labels(reader));
    for (size_t k = 0; k < reader->index.rewards.count; k++)
        MUST(read_reward(reader, &reader->index.rewards.item[k]));
    MUST(umb_rows_finish(&reader->files, chain));
    MUST(umb_values_read(&reader->files, &reader->index, chain));
    return rows_close_deadlocks(chain);
}

enum status umb_read_chain(const char *path, enum chain_type type, struct chain *out)
{
    struct umb_reader reader = {.chain = out};
    *out = (struct chain){0};
    enum status status = umb_files_open(path, &reader.files);
    if (status == OK) status = umb_read_file(&reader, type);
    umb_files_close(&reader.files);
    umb_index_free(&reader.index);
    umb_rows_free(&reader.rows);
    if (status != OK) chain_free(out);
    return status;
}

const struct format format_umb = {
    .name = "umb",
    .title = "UMB, the binary format of PRISM and Storm: a chain with its labels and rewards",
    .ending = ".umb",
    .read_chain = umb_read_chain,
    .write_chain = umb_write_chain,
};
