#include "datasets/formats/umb/umb.h"

#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "datasets/format.h"
#include "datasets/formats/umb/umb_rows.h"
#include "datasets/text/rows.h"

/* State of the reader of a file. */
struct umb_reader {
    struct umb_files files;
    struct umb_index index;
    struct chain *chain;
    double *exit; /* one for each state; NULL in a DTMC */
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
    return reader->exit ? reader->exit[i] : 1;
}

static void add_product(struct chain *chain, double a, double b, double *sum)
{
    const double product = a * b;
    chain->rounding.lost |= product < DBL_MIN && a > 0 && b > 0;
    *sum += product;
}

/* Adds the rewards of choices. Either each state has one choice, or a map says which choice a state
 * has. */
static enum status add_choices(const struct umb_reader *reader, const struct umb_file *file,
                               double *rate)
{
    enum status status = OK;
    uint64_t n = reader->index.states, choices = reader->index.choices, *of = NULL;
    double *value = NULL;
    const struct umb_file *map = umb_find(&reader->files, "state-to-choices.bin");
    TRY(allocate(choices, sizeof *value, "rewards", &value));
    TRY(read_numbers(reader, file, "#choices", choices, value));
    if (map) {
        TRY(allocate(n + 1, sizeof *of, "choices", &of));
        TRY(umb_take(&reader->files, map, of));
    }
    for (uint64_t i = 0; i < n; i++)
        if (!of || of[i + 1] > of[i])
            add_product(reader->chain, times(reader, i), value[of ? of[i] : i], &rate[i]);
out:
    free(of);
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
    for (uint32_t i = 0; i < a->rows; i++) {
        double moving = 0;
        for (uint64_t k = a->row[i]; k < a->row[i + 1]; k++)
            add_product(reader->chain, a->val[k], value[k], &moving);
        if (moving != 0) rate[i] += moving / chain_divisor(reader->chain, i);
    }
out:
    free(value);
    return status;
}

static enum status read_reward(const struct umb_reader *reader, const struct umb_annotation *reward)
{
    static const char group[] = "rewards";
    const struct umb_file *states = NULL, *choices = NULL, *branches = NULL;
    uint64_t n = reader->index.states;
    double *rate, *own;
    MUST(memory_must_fit(8.0 * (double)(reader->chain->nrewards + 1) * (double)n,
                         reader->files.path));
    MUST(chain_add_reward(reader->chain, reward->name, &rate));
    if (reward->states) MUST(umb_find_values(reader, group, reward, "states", &states));
    if (reward->choices) MUST(umb_find_values(reader, group, reward, "choices", &choices));
    if (reward->branches) MUST(umb_find_values(reader, group, reward, "branches", &branches));
    memset(rate, 0, n * sizeof *rate);
    if (states) MUST(read_numbers(reader, states, "#states", n, rate));
    struct reward *added = &reader->chain->rewards[reader->chain->nrewards - 1];
    if (choices || branches) MUST(reward_split(added, (uint32_t)n, &own));
    if (choices) MUST(add_choices(reader, choices, rate));
    if (branches) MUST(add_branches(reader, branches, rate));
    if (choices || branches) chain_add_products(reader->chain, 2);
    for (uint64_t i = 0; i < n; i++)
        if (!(rate[i] >= 0 && rate[i] < HUGE_VAL) || (added->state && !(added->state[i] >= 0)))
            return umb_fail(&reader->files, ERROR_INPUT, "annotations/rewards",
                            "\"%s\": the reward of state %" PRIu64
                            " is negative or not finite, which cannot be solved",
                            reward->name, i);
    return OK;
}

/* All */

static enum status umb_check_type(const struct umb_reader *reader, enum chain_type wanted)
{
    static const char *const names[] = {[CHAIN_DTMC] = "dtmc", [CHAIN_CTMC] = "ctmc"};
    enum chain_type type = reader->index.type;
    if (wanted == CHAIN_UNKNOWN || wanted == type) return OK;
    return fail(ERROR_INPUT, "%s: the file says type=%s, not type=%s: drop type= or change it",
                reader->files.path, names[type], names[wanted]);
}

static enum status umb_read_file(struct umb_reader *reader, enum chain_type type)
{
    struct chain *chain = reader->chain;
    MUST(umb_index_read(&reader->files, &reader->index));
    MUST(umb_check_type(reader, type));
    MUST(umb_rows_read(&reader->files, &reader->index, chain, &reader->exit));
    chain->type = reader->index.type;
    MUST(read_labels(reader));
    for (size_t k = 0; k < reader->index.rewards.count; k++)
        MUST(read_reward(reader, &reader->index.rewards.item[k]));
    MUST(umb_rows_finish(&reader->files, chain));
    return rows_close_deadlocks(&chain->transitions, chain_label(chain, "deadlock")->holds);
}

enum status umb_read_chain(const char *path, enum chain_type type, struct chain *out)
{
    struct umb_reader reader = {.chain = out};
    *out = (struct chain){0};
    enum status status = umb_files_open(path, &reader.files);
    if (status == OK) status = umb_read_file(&reader, type);
    umb_files_close(&reader.files);
    umb_index_free(&reader.index);
    free(reader.exit);
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
