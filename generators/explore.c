#include "generators/explore.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/memory.h"
#include "base/progress_hook.h"
#include "generators/codes.h"
#include "generators/step.h"

struct walk {
    struct stepper stepper;
    struct codes codes;
    struct chain *chain;
    atomic_ullong done; /* states found, or rows made, so far */
    atomic_bool failed; /* in one of the threads */
    atomic_bool stopped;
};

/* The walk */

struct frontier {
    uint64_t *code;
    size_t count, room;
};

static bool frontier_push(struct frontier *frontier, uint64_t code)
{
    if (reserve(&frontier->code, &frontier->room, frontier->count + 1, sizeof *frontier->code,
                "states to visit") != OK)
        return false;
    frontier->code[frontier->count++] = code;
    return true;
}

/* Counts one more state; *mine: number of this thread's. Every SOME states it reports the progress,
 * and asks whether to stop. */
static void count_state(struct walk *walk, uint64_t *mine, const char *what, uint64_t total)
{
    enum { SOME = 1024 };
    if (++*mine % SOME) return;
    if (!progress_hook_call(what, atomic_fetch_add(&walk->done, SOME) + SOME, total))
        walk->stopped = walk->failed = true;
}

/* State of one thread during the search. */
struct finder {
    struct step step;
    uint64_t states; /* number of states that it has expanded */
    struct frontier found;
};

/* Claims the successors of a state and collects those that may be new. */
static void explore_state(struct walk *walk, uint64_t code, struct finder *finder)
{
    const struct step *step = &finder->step;
    count_state(walk, &finder->states, "states found", 0);
    step_from(&finder->step, code);
    bool failed = step->failed;
    for (uint32_t e = 0; e < step->count && !failed; e++)
        if (codes_claim(&walk->codes, step->entry[e].code))
            failed = !frontier_push(&finder->found, step->entry[e].code);
    if (failed) walk->failed = true;
}

/* GRAIN: number of states that a thread takes at a time. FAR: number of states that a thread
 * explores alone before all threads meet. Models such as tandem have thousands of small levels, and
 * meeting after each costs more than the work. Only a bitmap allows this, because a code that is
 * claimed there is certainly new. */
enum { GRAIN = 256, FAR = 1 << 16 };

static void expand_level(struct walk *walk, const uint64_t *level, uint64_t count,
                         struct frontier *next)
{
    uint64_t far = walk->codes.bits ? FAR : 0;
#pragma omp parallel if (count > GRAIN)
    {
        struct finder finder = {.step.stepper = &walk->stepper};
        struct frontier *found = &finder.found;
        uint64_t done = 0;
#pragma omp for schedule(dynamic, GRAIN) nowait
        for (uint64_t k = 0; k < count; k++)
            if (!walk->failed) explore_state(walk, level[k], &finder);
        for (; done < far && done < found->count && !walk->failed; done++)
            explore_state(walk, found->code[done], &finder);
#pragma omp critical
        for (; done < found->count && !walk->failed; done++)
            if (!frontier_push(next, found->code[done])) walk->failed = true;
        free(finder.step.entry);
        free(found->code);
    }
}

static enum status failure(const struct walk *walk)
{
    return walk->stopped ? progress_hook_stopped() : step_failure(&walk->stepper);
}

static enum status find_states(struct walk *walk)
{
    enum status status = OK;
    struct frontier now = {0}, next = {0};
    uint64_t start = stepper_start(&walk->stepper);
    codes_claim(&walk->codes, start);
    if (!frontier_push(&now, start)) TRY(failure(walk));
    TRY(codes_admit(&walk->codes, now.code, &now.count));
    while (now.count) {
        next.count = 0;
        expand_level(walk, now.code, now.count, &next);
        if (walk->failed) TRY(failure(walk));
        TRY(codes_admit(&walk->codes, next.code, &next.count));
        struct frontier done = now;
        now = next;
        next = done;
    }
out:
    free(now.code);
    free(next.code);
    return status;
}

/* Takes every combination of values, in chunks, so that a hash table could be used too. */
static enum status take_all(struct walk *walk)
{
    const uint64_t limit = walk->stepper.limit;
    enum { CHUNK = 4096 };
    uint64_t code[CHUNK];
    for (uint64_t first = 0; first < limit; first += CHUNK) {
        uint64_t count = 0;
        for (uint64_t c = first; c < first + CHUNK && c < limit; c++)
            if (codes_claim(&walk->codes, c)) code[count++] = c;
        MUST(codes_admit(&walk->codes, code, &count));
    }
    return OK;
}

/* Rows */

/* State of one thread while rows are counted or filled. */
struct filler {
    struct walk *walk;
    struct step step;
    uint64_t states; /* number of states that it has visited */
    bool fill;
};

static void explore_fill_row(struct filler *f, uint32_t rank)
{
    struct csr *r = &f->walk->chain->transitions;
    const uint64_t at = r->row[rank];
    for (uint32_t k = 0; k < f->step.count; k++) {
        r->col[at + k] = codes_rank(&f->walk->codes, f->step.entry[k].code);
        r->val[at + k] = f->step.entry[k].value;
    }
}

static void visit_row(void *context, uint32_t rank, uint64_t code)
{
    struct filler *f = context;
    struct chain *chain = f->walk->chain;
    count_state(f->walk, &f->states, f->fill ? "rows filled" : "rows counted",
                f->walk->codes.count);
    step_row(&f->step, code, f->fill ? chain : NULL, rank);
    if (f->fill) explore_fill_row(f, rank);
    else chain->transitions.row[rank + 1] = f->step.count;
    if (f->step.failed) f->walk->failed = true;
}

/* Updates the bounds on roundings. If several commands of a state are enabled, each probability is
 * divided by their number. Rewards are sums over the transitions of a state. */
static void note_rounding(const struct step *step, struct chain *chain)
{
    struct chain_rounding *rounding = &chain->rounding;
    if (step->merged + 1 > rounding->transitions) rounding->transitions = step->merged + 1;
    if (step->most + 5 > rounding->rewards) rounding->rewards = step->most + 5;
}

static enum status each_row(struct walk *walk, bool fill)
{
    uint32_t n = (uint32_t)walk->codes.count;
    walk->done = 0;
#pragma omp parallel if (n > GRAIN)
    {
        struct filler filler = {.walk = walk, .step.stepper = &walk->stepper, .fill = fill};
#pragma omp for schedule(dynamic)
        for (uint64_t first = 0; first < n; first += GRAIN)
            if (!walk->stopped)
                codes_each(&walk->codes, (uint32_t)first,
                           (uint32_t)(first + GRAIN < n ? first + GRAIN : n), visit_row, &filler);
#pragma omp critical
        note_rounding(&filler.step, walk->chain);
        free(filler.step.entry);
    }
    return walk->failed ? failure(walk) : OK;
}

enum status model_must_fit(const char *name, double states, double transitions)
{
    char what[128];
    snprintf(what, sizeof what, "%s: a chain of %.3g states and %.3g transitions", name, states,
             transitions);
    return memory_must_fit(24 * states + 12 * transitions, what); /* labels and a reward included */
}

static enum status build_chain(struct walk *walk)
{
    struct csr *r = &walk->chain->transitions;
    const uint32_t n = (uint32_t)walk->codes.count;
    MUST(stepper_chain(&walk->stepper, n, walk->chain));
    MUST(each_row(walk, false));
    for (uint32_t i = 0; i < n; i++) r->row[i + 1] += r->row[i];
    r->nnz = r->row[n];
    MUST(model_must_fit(walk->stepper.name, n, (double)r->nnz));
    MUST(allocate(r->nnz, sizeof *r->col, "column indices", &r->col));
    MUST(allocate(r->nnz, sizeof *r->val, "matrix values", &r->val));
    return each_row(walk, true);
}

enum status explore(const char *name, const struct model *model, const union argument *arguments,
                    const struct model_reward *rewards, struct chain *out)
{
    enum status status = OK;
    struct walk walk = {.chain = out};
    *out = (struct chain){.type = model->type};
    TRY(stepper_create(name, model, arguments, rewards, &walk.stepper));
    TRY(codes_create(walk.stepper.limit, &walk.codes));
    if (walk.stepper.space.all_initial) TRY(take_all(&walk));
    else TRY(find_states(&walk));
    TRY(codes_number(&walk.codes));
    TRY(build_chain(&walk));
out:
    codes_free(&walk.codes);
    if (status != OK) chain_free(out);
    return status;
}
