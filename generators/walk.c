#include "generators/walk.h"

#include <omp.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/progress_hook.h"

void walk_count(struct walk *walk, uint64_t *mine, const char *what, uint64_t total)
{
    enum { SOME = 1024 };
    if (++*mine % SOME) return;
    if (!progress_hook_call(what, atomic_fetch_add(&walk->done, SOME) + SOME, total))
        walk->stopped = walk->failed = true;
}

enum status walk_failure(const struct walk *walk)
{
    return walk->stopped ? progress_hook_stopped() : step_failure(&walk->stepper);
}

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

/* State of one thread during the search. */
struct finder {
    struct step step;
    uint64_t states;      /* number of states that it has expanded */
    uint64_t transitions; /* number of their transitions, with a self-loop for each deadlock */
    uint64_t rows;        /* and of their rows */
    uint64_t reserved;    /* number of new codes for which it has room */
    bool full;            /* the set has no room for more */
    struct frontier found;
};

static bool finder_reserve(struct walk *walk, struct finder *finder, uint64_t count)
{
    enum { SOME = 1024 };
    if (finder->reserved >= count) return true;
    if (!codes_reserve(&walk->codes, count + SOME)) return false;
    finder->reserved += count + SOME;
    return true;
}

/* Claims the successors of a state and collects those that are new. If there is no room for them,
 * it collects the state itself, to be expanded once more. */
static void explore_state(struct walk *walk, uint64_t code, struct finder *finder)
{
    const struct step *step = &finder->step;
    walk_count(walk, &finder->states, "states found", 0);
    step_from(&finder->step, code);
    bool failed = step->failed;
    if (!failed && !finder_reserve(walk, finder, step->count)) {
        finder->full = true;
        if (!frontier_push(&finder->found, code)) walk->failed = true;
        return;
    }
    finder->transitions += step->count ? step->count : 1;
    finder->rows += step_rows(step);
    for (uint32_t e = 0; e < step->count && !failed && !walk->codes.bits; e++)
        codes_prefetch(&walk->codes, step->entry[e].code);
    for (uint32_t e = 0; e < step->count && !failed; e++) {
        if (!codes_claim(&walk->codes, step->entry[e].code)) continue;
        finder->reserved--;
        failed = !frontier_push(&finder->found, step->entry[e].code);
    }
    if (failed) walk->failed = true;
}

/* GRAIN: number of states that a thread takes at a time, at most. FAR: number of states that a
 * thread explores alone before all threads meet. Models such as tandem have thousands of small
 * levels, and meeting after each costs more than the work. */
enum { GRAIN = 256, FAR = 1 << 14, FEW = 16 };

/* Several for each thread, so that all have work. */
static uint64_t grain_of(uint64_t count)
{
    const uint64_t share = count / (4 * (uint64_t)omp_get_max_threads()) + 1;
    return share < GRAIN ? share : GRAIN;
}

/* Adds the states from the first-th on to the others. */
static bool frontier_append(struct frontier *to, const struct frontier *from, size_t first)
{
    const size_t more = from->count - first;
    if (reserve(&to->code, &to->room, to->count + more, sizeof *to->code, "states to visit") != OK)
        return false;
    if (more) memcpy(to->code + to->count, from->code + first, more * sizeof *to->code);
    to->count += more;
    return true;
}

/* *full: the set must grow. */
static void expand_level(struct walk *walk, const uint64_t *level, uint64_t count,
                         struct frontier *next, bool *full)
{
    const uint64_t grain = grain_of(count);
#pragma omp parallel if (count > FEW)
    {
        struct finder finder = {.step.stepper = &walk->stepper};
        struct frontier *found = &finder.found;
        uint64_t done = 0;
#pragma omp for schedule(dynamic, grain) nowait
        for (uint64_t k = 0; k < count; k++)
            if (!walk->failed) explore_state(walk, level[k], &finder);
        for (; done < FAR && done < found->count && !walk->failed && !finder.full; done++)
            explore_state(walk, found->code[done], &finder);
        codes_give_back(&walk->codes, finder.reserved);
#pragma omp critical
        {
            if (!frontier_append(next, found, done)) walk->failed = true;
            walk->most += finder.transitions;
            walk->rows += finder.rows;
            *full |= finder.full;
        }
        step_free(&finder.step);
        free(found->code);
    }
}

static enum status claim_start(struct walk *walk, uint64_t code, struct frontier *out)
{
    while (!codes_reserve(&walk->codes, 1)) MUST(codes_grow(&walk->codes));
    codes_claim(&walk->codes, code);
    return frontier_push(out, code) ? OK : walk_failure(walk);
}

static enum status find_starts(struct walk *walk, struct frontier *out)
{
    struct step step = {.stepper = &walk->stepper};
    if (!walk->stepper.space.is_initial) return claim_start(walk, walk->stepper.start, out);
    for (uint64_t code = 0; code < walk->stepper.limit; code++)
        if (step_starts_at(&step, code)) MUST(claim_start(walk, code, out));
    return OK;
}

static enum status find_states(struct walk *walk)
{
    enum status status = OK;
    struct frontier now = {0}, next = {0};
    TRY(find_starts(walk, &now));
    while (now.count) {
        bool full = false;
        next.count = 0;
        expand_level(walk, now.code, now.count, &next, &full);
        if (walk->failed) TRY(walk_failure(walk));
        if (full) TRY(codes_grow(&walk->codes));
        struct frontier done = now;
        now = next;
        next = done;
    }
out:
    free(now.code);
    free(next.code);
    return status;
}

enum status walk_find(struct walk *walk)
{
    const uint64_t limit = walk->stepper.limit;
    if (walk->stepper.space.all_initial) {
        codes_create_all(limit, &walk->codes);
    } else {
        MUST(codes_create(limit, &walk->codes));
        MUST(find_states(walk));
    }
    return codes_number(&walk->codes);
}
