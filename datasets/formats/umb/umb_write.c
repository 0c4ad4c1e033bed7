/* Writes a chain as a UMB file. It is not packed, so it can be read at the speed of the disk. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/packed/tar_write.h"
#include "base/team.h"
#include "datasets/format.h"
#include "datasets/formats/umb/umb.h"
#include "datasets/formats/umb/umb_index.h"

enum { BLOCK = 1 << 13 }; /* numbers that are made at a time */

struct writer {
    const struct chain *chain;
    struct tar tar;
    double *exit; /* one for each state; NULL in a DTMC */
    bool rates;   /* write the rates, too */
    uint64_t block[BLOCK];
};

/* Exit rates */

/* Returns whether readers that multiply probability and exit rate get exactly the rates of state
 * i. */
static bool rates_come_back(const struct csr *a, uint64_t i, double exit)
{
    bool same = true;
    for (uint64_t k = a->row[i]; k < a->row[i + 1]; k++)
        same &= a->val[k] / exit * exit == a->val[k];
    return same;
}

static enum status find_exits(struct writer *w)
{
    const struct csr *a = &w->chain->transitions;
    uint64_t odd = 0;
    if (w->chain->type != CHAIN_CTMC) return OK;
    MUST(allocate(a->rows, sizeof *w->exit, "exit rates", &w->exit));
#pragma omp parallel for reduction(+ : odd) if (team_once(a->nnz + a->rows))
    for (uint64_t i = 0; i < a->rows; i++) {
        w->exit[i] = chain_exit(w->chain, (uint32_t)i);
        odd += !rates_come_back(a, i, w->exit[i]);
    }
    w->rates = odd > 0;
    return OK;
}

/* Members */

/* Writes numbers with 64 bits each. */
static enum status write_wide(struct writer *w, const char *name, uint64_t count,
                              const uint32_t *from)
{
    MUST(tar_member(&w->tar, name, count * sizeof *w->block));
    for (uint64_t k = 0; k < count; k += BLOCK) {
        size_t some = count - k < BLOCK ? count - k : BLOCK;
        for (size_t j = 0; j < some; j++) w->block[j] = from[k + j];
        MUST(tar_bytes(&w->tar, w->block, some * sizeof *w->block));
    }
    return OK;
}

/* In a CTMC, writes each rate divided by the exit rate of its state. */
static enum status write_probabilities(struct writer *w)
{
    static const char name[] = "branch-to-probability.bin";
    const struct csr *a = &w->chain->transitions;
    uint64_t i = 0;
    double block[BLOCK];
    if (!w->exit) return tar_store(&w->tar, name, a->val, a->nnz * sizeof *a->val);
    MUST(tar_member(&w->tar, name, a->nnz * sizeof *block));
    for (uint64_t k = 0; k < a->nnz; k += BLOCK) {
        size_t count = a->nnz - k < BLOCK ? a->nnz - k : BLOCK;
        for (size_t j = 0; j < count; j++) {
            while (a->row[i + 1] <= k + j) i++;
            block[j] = a->val[k + j] / w->exit[i];
        }
        MUST(tar_bytes(&w->tar, block, count * sizeof *block));
    }
    return OK;
}

/* Writes one bit for each state, in words of 64. */
static enum status write_bits(struct writer *w, const char *name, const uint8_t *holds)
{
    uint64_t n = chain_states(w->chain), words = (n + 63) / 64;
    MUST(tar_member(&w->tar, name, words * sizeof *w->block));
    for (uint64_t k = 0; k < words; k += BLOCK) {
        size_t count = words - k < BLOCK ? words - k : BLOCK;
        memset(w->block, 0, count * sizeof *w->block);
        for (uint64_t i = 64 * k; i < n && i < 64 * (k + count); i++)
            w->block[i / 64 - k] |= (uint64_t)holds[i] << i % 64;
        MUST(tar_bytes(&w->tar, w->block, count * sizeof *w->block));
    }
    return OK;
}

static enum status umb_write_labels(struct writer *w)
{
    char name[160], id[UMB_ID];
    const struct chain *chain = w->chain;
    MUST(write_bits(w, "state-is-initial.bin", chain_label(chain, "init")->holds));
    for (size_t k = 0; k < chain->nlabels; k++) {
        const struct label *label = &chain->labels[k];
        if (!strcmp(label->name, "init")) continue;
        snprintf(name, sizeof name, "annotations/aps/%s/states/values.bin",
                 umb_id(label->name, k, id));
        MUST(write_bits(w, name, label->holds));
    }
    return OK;
}

/* Writes the reward of each choice. A choice of a CTMC is taken as often as its state is left. */
static enum status write_choice_rewards(struct writer *w, const struct reward *reward)
{
    enum status status = OK;
    const struct chain *chain = w->chain;
    const uint32_t rows = chain->transitions.rows;
    double *each = NULL;
    TRY(allocate(rows, sizeof *each, "rewards", &each));
    for (uint32_t i = 0; i < chain_states(chain); i++)
        for (uint32_t r = chain_row(chain, i); r < chain_row(chain, i + 1); r++)
            each[r] = reward_of_transitions(reward, i, r, w->exit ? w->exit[i] : 1);
    TRY(tar_bytes(&w->tar, each, rows * sizeof *each));
out:
    free(each);
    return status;
}

static enum status write_state_rewards(struct writer *w, const struct reward *reward)
{
    enum status status = OK;
    const uint32_t n = chain_states(w->chain);
    double *own = NULL;
    TRY(allocate(n, sizeof *own, "rewards", &own));
    for (uint32_t i = 0; i < n; i++) own[i] = reward_of_state(w->chain, reward, i);
    TRY(tar_bytes(&w->tar, own, n * sizeof *own));
out:
    free(own);
    return status;
}

static enum status write_rewards(struct writer *w)
{
    char name[160], id[UMB_ID];
    const struct chain *chain = w->chain;
    const uint64_t bytes = chain_states(chain) * sizeof(double),
                   of_choices = chain->transitions.rows * sizeof(double);
    for (size_t k = 0; k < chain->nrewards; k++) {
        const struct reward *reward = &chain->rewards[k];
        const char *place = umb_id(reward->name, k, id);
        snprintf(name, sizeof name, "annotations/rewards/%s/states/values.bin", place);
        MUST(tar_member(&w->tar, name, bytes));
        MUST(write_state_rewards(w, reward));
        if (!reward->state) continue;
        snprintf(name, sizeof name, "annotations/rewards/%s/choices/values.bin", place);
        MUST(tar_member(&w->tar, name, of_choices));
        MUST(write_choice_rewards(w, reward));
    }
    return OK;
}

static enum status write_index(struct writer *w)
{
    char *text;
    MUST(umb_index_make(w->chain, &text));
    enum status status = tar_store(&w->tar, "index.json", text, strlen(text));
    free(text);
    return status;
}

/* The name of action 0 is empty: choices without one have it. */
static enum status write_actions(struct writer *w)
{
    enum status status = OK;
    const struct actions *actions = &w->chain->actions;
    const uint32_t rows = w->chain->transitions.rows;
    uint64_t *end = NULL;
    uint32_t *of = NULL;
    TRY(allocate(rows, sizeof *of, "actions", &of));
    for (uint32_t r = 0; r < rows; r++) of[r] = actions->of[r] + 1; /* NO_ACTION: 0 */
    TRY(tar_store(&w->tar, "actions/choices/values.bin", of, (uint64_t)rows * sizeof *of));
    TRY(allocate_zeroed(actions->count + 2, sizeof *end, "actions", &end));
    for (size_t k = 0; k < actions->count; k++) end[k + 2] = end[k + 1] + strlen(actions->name[k]);
    TRY(tar_store(&w->tar, "actions/choices/string-mapping.bin", end,
                  (actions->count + 2) * sizeof *end));
    TRY(tar_member(&w->tar, "actions/choices/strings.bin", end[actions->count + 1]));
    for (size_t k = 0; k < actions->count; k++)
        TRY(tar_bytes(&w->tar, actions->name[k], strlen(actions->name[k])));
out:
    free(end);
    free(of);
    return status;
}

static enum status write_members(struct writer *w)
{
    const struct csr *a = &w->chain->transitions;
    MUST(write_index(w));
    MUST(tar_store(&w->tar, "choice-to-branches.bin", a->row,
                   ((uint64_t)a->rows + 1) * sizeof *a->row));
    if (w->chain->group)
        MUST(write_wide(w, "state-to-choices.bin", w->chain->ngroups + UINT64_C(1),
                        w->chain->group));
    if (w->chain->actions.of) MUST(write_actions(w));
    MUST(write_wide(w, "branch-to-target.bin", a->nnz, a->col));
    MUST(write_probabilities(w));
    if (w->exit)
        MUST(tar_store(&w->tar, "state-to-exit-rate.bin", w->exit, a->rows * sizeof *w->exit));
    MUST(umb_write_labels(w));
    MUST(write_rewards(w));
    if (!w->rates) return OK;
    return tar_store(&w->tar, UMB_RATES, a->val, a->nnz * sizeof *a->val);
}

enum status umb_write_chain(const struct chain *chain, const char *folder)
{
    enum status status = OK;
    char *path = NULL;
    struct writer *w = NULL;
    TRY(chain_check_written(chain));
    TRY(format_text(&path, "%s/model.umb", folder));
    TRY(allocate_zeroed(1, sizeof *w, "writing a file", &w));
    w->chain = chain;
    TRY(find_exits(w));
    TRY(tar_create(path, format_origin.fresh ? NULL : &any_file, &w->tar));
    w->tar.total = 16 * chain->transitions.nnz;
    TRY(write_members(w));
    TRY(tar_commit(&w->tar));
out:
    if (w) {
        tar_abandon(&w->tar);
        free(w->exit);
    }
    free(w);
    free(path);
    return status;
}
