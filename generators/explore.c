#include "generators/explore.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/progress_hook.h"
#include "generators/codes.h"

/* Codes: the variables as digits, the first one the most significant. */
struct coder {
    const struct space *space;
    uint64_t weight[MAX_VARIABLES];
};

struct entry {
    uint64_t code;
    double value;
    int action, command;
    uint32_t order; /* of arrival: duplicates are added up in it */
};

struct step {
    const struct coder *coder;
    struct entry *entry;
    uint32_t count;
    size_t room;
    int commands;
    bool even;
    bool failed;     /* out of memory, or a value outside its range */
    uint64_t states; /* that this thread has been to */
};

struct walk {
    const char *name;
    const struct model *model;
    const union argument *arguments;
    const struct model_reward *rewards; /* those wanted */
    struct space space;
    struct coder coder;
    struct codes codes;
    struct chain *chain;
    atomic_ullong done; /* states found, or rows made, so far */
    atomic_bool failed; /* in one of the threads */
    atomic_bool stopped;
};

void space_add(struct space *space, const char *name, int number, int low, int high, int initial)
{
    int k = space->count++;
    if (number) snprintf(space->name[k], sizeof space->name[k], "%s%d", name, number);
    else snprintf(space->name[k], sizeof space->name[k], "%s", name);
    space->low[k] = low;
    space->high[k] = high;
    space->initial[k] = initial;
}

bool label_holds(const struct model_label *label, const union argument *a, const int *state)
{
    return label->holds ? label->holds(a, state) : state[label->variable] == label->value;
}

static enum status make_coder(const char *name, const struct space *space, struct coder *out,
                              uint64_t *limit)
{
    double product = 1;
    *out = (struct coder){.space = space};
    for (int k = 0; k < space->count; k++) product *= 1.0 + space->high[k] - space->low[k];
    if (product > 0x1p62)
        return fail(ERROR_INPUT, "%s: %.3g combinations of values are too many to number", name,
                    product);
    *limit = 1;
    for (int k = space->count; k-- > 0;) {
        out->weight[k] = *limit;
        *limit *= (uint64_t)(space->high[k] - space->low[k] + 1);
    }
    return OK;
}

static void decode(const struct coder *coder, uint64_t code, int *state)
{
    const struct space *space = coder->space;
    for (int k = 0; k < space->count; k++) {
        uint64_t digit = code / coder->weight[k];
        code -= digit * coder->weight[k];
        state[k] = space->low[k] + (int)digit;
    }
}

/* UINT64_MAX where a value is out of its range. */
static uint64_t encode(const struct coder *coder, const int *state)
{
    const struct space *space = coder->space;
    uint64_t code = 0;
    for (int k = 0; k < space->count; k++) {
        if (state[k] < space->low[k] || state[k] > space->high[k]) return UINT64_MAX;
        code += (uint64_t)(state[k] - space->low[k]) * coder->weight[k];
    }
    return code;
}

/* Steps */

void step_command(struct step *step)
{
    step->commands++;
}

void step_to(struct step *step, const int *next, double value, int action)
{
    uint64_t code = encode(step->coder, next);
    bool room = reserve(&step->entry, &step->room, step->count + UINT64_C(1), sizeof *step->entry,
                        "transitions") == OK;
    step->failed |= !room || code == UINT64_MAX;
    if (!room) return;
    step->entry[step->count] = (struct entry){.code = code,
                                              .value = value,
                                              .action = action,
                                              .command = step->commands,
                                              .order = step->count};
    step->count++;
}

void step_evenly(struct step *step)
{
    step->even = true;
}

const char *const mdp_choices[] = {"uniform", "union", NULL};

static void take_step(const struct walk *walk, const int *state, struct step *step)
{
    step->count = 0;
    step->commands = 0;
    step->even = false;
    walk->model->step(walk->arguments, state, step);
    for (uint32_t k = 0; k < step->count && step->commands > 1; k++)
        step->entry[k].value /= step->commands;
}

/* The walk */

struct frontier {
    uint64_t *code;
    size_t count, room;
};

static bool push(struct frontier *frontier, uint64_t code)
{
    if (reserve(&frontier->code, &frontier->room, frontier->count + 1, sizeof *frontier->code,
                "states to visit") != OK)
        return false;
    frontier->code[frontier->count++] = code;
    return true;
}

/* Counts one state more, *mine being this thread's; every so often tells, and asks whether to go
 * on. */
static void count_state(struct walk *walk, uint64_t *mine, const char *what, uint64_t total)
{
    enum { SOME = 1024 };
    if (++*mine % SOME) return;
    if (!progress_hook_call(what, atomic_fetch_add(&walk->done, SOME) + SOME, total))
        walk->stopped = walk->failed = true;
}

/* Claims the successors of a state; those that may be new go to found. */
static void expand(struct walk *walk, uint64_t code, struct step *step, struct frontier *found)
{
    int state[MAX_VARIABLES];
    count_state(walk, &step->states, "states found", 0);
    decode(&walk->coder, code, state);
    take_step(walk, state, step);
    bool failed = step->failed;
    for (uint32_t e = 0; e < step->count && !failed; e++)
        if (codes_claim(&walk->codes, step->entry[e].code))
            failed = !push(found, step->entry[e].code);
    if (failed) walk->failed = true;
}

/* GRAIN: states that a thread takes at a time. FAR: states that it goes on with by itself before
 * all threads meet; models such as tandem have thousands of thin levels, and waiting at each costs
 * more than the work. Only a bitmap allows it: there a claimed state is new for sure. */
enum { GRAIN = 256, FAR = 1 << 16 };

static void expand_level(struct walk *walk, const uint64_t *level, uint64_t count,
                         struct frontier *next)
{
    uint64_t far = walk->codes.bits ? FAR : 0;
#pragma omp parallel if (count > GRAIN)
    {
        struct step step = {.coder = &walk->coder};
        struct frontier found = {0};
        uint64_t done = 0;
#pragma omp for schedule(dynamic, GRAIN) nowait
        for (uint64_t k = 0; k < count; k++)
            if (!walk->failed) expand(walk, level[k], &step, &found);
        for (; done < far && done < found.count && !walk->failed; done++)
            expand(walk, found.code[done], &step, &found);
#pragma omp critical
        for (; done < found.count && !walk->failed; done++)
            if (!push(next, found.code[done])) walk->failed = true;
        free(step.entry);
        free(found.code);
    }
}

static enum status failure(const struct walk *walk)
{
    if (walk->stopped) return progress_hook_stopped();
    return fail(ERROR_HOST_MEMORY, "%s: not enough memory to enumerate its states", walk->name);
}

static enum status find_states(struct walk *walk)
{
    enum status status = OK;
    struct frontier now = {0}, next = {0};
    uint64_t start = encode(&walk->coder, walk->space.initial);
    codes_claim(&walk->codes, start);
    if (!push(&now, start)) TRY(failure(walk));
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

/* Every combination of values, in chunks so that a hash table could take them too. */
static enum status take_all(struct walk *walk, uint64_t limit)
{
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

static int by_code(const void *a, const void *b)
{
    const struct entry *x = a, *y = b;
    if (x->code != y->code) return x->code < y->code ? -1 : 1;
    return x->order < y->order ? -1 : 1;
}

static bool ascending(const struct step *step)
{
    for (uint32_t k = 1; k < step->count; k++)
        if (step->entry[k].code < step->entry[k - 1].code) return false;
    return true;
}

/* Most states have a few transitions, for which qsort is slow. */
static void sort_entries(struct step *step)
{
    enum { FEW = 32 };
    struct entry *entry = step->entry;
    if (ascending(step)) return;
    if (step->count > FEW) {
        qsort(entry, step->count, sizeof *entry, by_code);
        return;
    }
    for (uint32_t k = 1; k < step->count; k++) {
        struct entry moved = entry[k];
        uint32_t at = k;
        for (; at > 0 && entry[at - 1].code > moved.code; at--) entry[at] = entry[at - 1];
        entry[at] = moved;
    }
}

/* Adds up duplicates of the sorted entries. */
static void merge_entries(struct step *step)
{
    uint32_t kept = 0;
    for (uint32_t k = 0; k < step->count; k++) {
        if (kept && step->entry[kept - 1].code == step->entry[k].code)
            step->entry[kept - 1].value += step->entry[k].value;
        else step->entry[kept++] = step->entry[k];
    }
    step->count = kept;
}

static void even_out(struct step *step)
{
    sort_entries(step);
    merge_entries(step);
    for (uint32_t k = 0; k < step->count; k++) step->entry[k].value = 1.0 / step->count;
}

/* One thread's view while rows are counted or filled. */
struct filler {
    struct walk *walk;
    struct step step;
    bool fill;
};

static double reward_rate(const struct walk *walk, const struct model_reward *reward,
                          const int *state, const struct step *step)
{
    double sum = 0;
    for (uint32_t k = 0; (reward->transition || reward->action) && k < step->count; k++) {
        int action = step->entry[k].action;
        sum += step->entry[k].value * (reward->transition
                                           ? reward->transition(walk->arguments, state, action)
                                           : action == reward->action);
    }
    return reward->state ? sum + reward->state(walk->arguments, state) : sum;
}

static void fill_facts(struct filler *f, uint32_t rank, const int *state, bool deadlock)
{
    const struct walk *walk = f->walk;
    struct chain *chain = walk->chain;
    chain->labels[0].holds[rank] =
        walk->space.all_initial ||
        !memcmp(state, walk->space.initial, (size_t)walk->space.count * sizeof *state);
    chain->labels[1].holds[rank] = deadlock;
    for (size_t k = 2; k < chain->nlabels; k++)
        chain->labels[k].holds[rank] =
            label_holds(&walk->model->labels[k - 2], walk->arguments, state);
    for (size_t k = 0; k < chain->nrewards; k++)
        chain->rewards[k].rate[rank] = reward_rate(walk, &walk->rewards[k], state, &f->step);
}

static void fill_row(struct filler *f, uint32_t rank, bool deadlock)
{
    struct csr *r = &f->walk->chain->transitions;
    uint64_t at = r->row[rank];
    if (deadlock) {
        r->col[at] = rank;
        r->val[at] = 1;
        return;
    }
    for (uint32_t k = 0; k < f->step.count; k++) {
        r->col[at + k] = codes_rank(&f->walk->codes, f->step.entry[k].code);
        r->val[at + k] = f->step.entry[k].value;
    }
}

static void visit_row(void *context, uint32_t rank, uint64_t code)
{
    struct filler *f = context;
    int state[MAX_VARIABLES];
    count_state(f->walk, &f->step.states, f->fill ? "rows filled" : "rows counted",
                f->walk->codes.count);
    decode(&f->walk->coder, code, state);
    take_step(f->walk, state, &f->step);
    bool deadlock = f->step.count == 0;
    if (f->step.even) even_out(&f->step);
    if (f->fill) fill_facts(f, rank, state, deadlock);
    sort_entries(&f->step);
    merge_entries(&f->step);
    if (f->fill) fill_row(f, rank, deadlock);
    else f->walk->chain->transitions.row[rank + 1] = deadlock ? 1 : f->step.count;
    if (f->step.failed) f->walk->failed = true;
}

static enum status each_row(struct walk *walk, bool fill)
{
    uint32_t n = (uint32_t)walk->codes.count;
    walk->done = 0;
#pragma omp parallel if (n > GRAIN)
    {
        struct filler filler = {.walk = walk, .step = {.coder = &walk->coder}, .fill = fill};
#pragma omp for schedule(dynamic)
        for (uint64_t first = 0; first < n; first += GRAIN)
            if (!walk->stopped)
                codes_each(&walk->codes, (uint32_t)first,
                           (uint32_t)(first + GRAIN < n ? first + GRAIN : n), visit_row, &filler);
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

/* "(a,b,c)" */
static enum status name_variables(struct walk *walk)
{
    char text[MAX_VARIABLES * (MAX_VARIABLE_NAME + 1) + 3] = "(";
    for (int k = 0; k < walk->space.count; k++) {
        strcat(text, walk->space.name[k]);
        strcat(text, k + 1 < walk->space.count ? "," : ")");
    }
    return copy_text(text, &walk->chain->variables);
}

static enum status build_chain(struct walk *walk)
{
    struct csr *r = &walk->chain->transitions;
    uint32_t n = (uint32_t)walk->codes.count;
    uint8_t *unused;
    double *rate;
    r->n = n;
    MUST(name_variables(walk));
    MUST(allocate_zeroed((size_t)n + 1, sizeof *r->row, "row starts", &r->row));
    MUST(chain_add_label(walk->chain, "init", &unused));
    MUST(chain_add_label(walk->chain, "deadlock", &unused));
    for (const struct model_label *l = walk->model->labels; l->name; l++)
        MUST(chain_add_label(walk->chain, l->name, &unused));
    for (const struct model_reward *w = walk->rewards; w && w->name; w++)
        MUST(chain_add_reward(walk->chain, w->name, &rate));
    MUST(each_row(walk, false));
    for (uint32_t i = 0; i < n; i++) r->row[i + 1] += r->row[i];
    r->nnz = r->row[n];
    MUST(model_must_fit(walk->name, n, (double)r->nnz));
    MUST(allocate(r->nnz, sizeof *r->col, "column indices", &r->col));
    MUST(allocate(r->nnz, sizeof *r->val, "matrix values", &r->val));
    return each_row(walk, true);
}

enum status explore(const char *name, const struct model *model, const union argument *arguments,
                    const struct model_reward *rewards, struct chain *out)
{
    enum status status = OK;
    uint64_t limit = 0;
    struct walk walk = {
        .name = name, .model = model, .arguments = arguments, .rewards = rewards, .chain = out};
    *out = (struct chain){.type = model->type};
    if (model->check) TRY(model->check(arguments));
    model->space(arguments, &walk.space);
    TRY(make_coder(name, &walk.space, &walk.coder, &limit));
    TRY(codes_create(limit, &walk.codes));
    if (walk.space.all_initial) TRY(take_all(&walk, limit));
    else TRY(find_states(&walk));
    TRY(codes_number(&walk.codes));
    TRY(build_chain(&walk));
out:
    codes_free(&walk.codes);
    if (status != OK) chain_free(out);
    return status;
}
