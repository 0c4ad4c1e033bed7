#include "generators/step.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/team.h"
#include "generators/command_names.h"

void space_add(struct space *space, const char *name, int number, int low, int high, int initial)
{
    int k = space->count++;
    if (number) snprintf(space->name[k], sizeof space->name[k], "%s%d", name, number);
    else snprintf(space->name[k], sizeof space->name[k], "%s", name);
    space->low[k] = low;
    space->high[k] = high;
    space->initial[k] = initial;
}

void space_add_truth(struct space *space, const char *name, int number, bool initial)
{
    space_add(space, name, number, 0, 1, initial);
    space->truth[space->count - 1] = true;
}

bool label_holds(const struct model_label *label, const union argument *a, const int *state)
{
    return label->holds ? label->holds(a, state) : state[label->variable] == label->value;
}

/* Codes */

static enum status weigh_digits(struct stepper *stepper)
{
    const struct space *space = &stepper->space;
    double product = 1;
    for (int k = 0; k < space->count; k++) product *= 1.0 + space->high[k] - space->low[k];
    if (product > 0x1p62)
        return fail(ERROR_INPUT, "%s: %.3g combinations of values are too many to number",
                    stepper->name, product);
    stepper->limit = 1;
    for (int k = space->count; k-- > 0;) {
        stepper->weight[k] = stepper->limit;
        stepper->limit *= (uint64_t)(space->high[k] - space->low[k] + 1);
    }
    return OK;
}

static void decode(const struct stepper *stepper, uint64_t code, int *state)
{
    const struct space *space = &stepper->space;
    for (int k = 0; k < space->count; k++) {
        uint64_t digit = code / stepper->weight[k];
        code -= digit * stepper->weight[k];
        state[k] = space->low[k] + (int)digit;
    }
}

/* Returns UINT64_MAX if a value is out of its range. */
static uint64_t encode(const struct stepper *stepper, const int *state)
{
    const struct space *space = &stepper->space;
    uint64_t code = 0;
    for (int k = 0; k < space->count; k++) {
        if (state[k] < space->low[k] || state[k] > space->high[k]) return UINT64_MAX;
        code += (uint64_t)(state[k] - space->low[k]) * stepper->weight[k];
    }
    return code;
}

/* Returns the code of a successor of the current state; few variables change. */
static uint64_t encode_next(const struct step *step, const int *next)
{
    const struct space *space = &step->stepper->space;
    uint64_t code = step->code;
    for (int k = 0; k < space->count; k++) {
        if (next[k] == step->state[k]) continue;
        if (next[k] < space->low[k] || next[k] > space->high[k]) return UINT64_MAX;
        code += (uint64_t)((int64_t)next[k] - step->state[k]) * step->stepper->weight[k];
    }
    return code;
}

/* Goes on to the state of a code. The next code differs in few digits. */
static void move_to(struct step *step, uint64_t code)
{
    const struct space *space = &step->stepper->space;
    int k = space->count - 1;
    if (code != step->code + 1 || !step->started) {
        decode(step->stepper, code, step->state);
    } else {
        for (; step->state[k] == space->high[k]; k--) step->state[k] = space->low[k];
        step->state[k]++;
    }
    step->code = code;
    step->started = true;
}

enum status stepper_create(const char *name, const struct model *model,
                           const union argument *arguments, const struct model_reward *rewards,
                           struct stepper *out)
{
    *out =
        (struct stepper){.name = name, .model = model, .arguments = arguments, .rewards = rewards};
    if (model->check) MUST(model->check(arguments));
    model->space(arguments, &out->space);
    MUST(weigh_digits(out));
    out->start = encode(out, out->space.initial);
    return OK;
}

static bool stepper_starts_at(const struct stepper *stepper, uint64_t code, const int *state)
{
    const struct space *space = &stepper->space;
    if (space->is_initial) return space->is_initial(stepper->arguments, state);
    return space->all_initial || code == stepper->start;
}

bool step_starts_at(struct step *step, uint64_t code)
{
    move_to(step, code);
    return stepper_starts_at(step->stepper, code, step->state);
}

static bool stepper_has(const struct stepper *stepper, int choices)
{
    return stepper->model->decides && stepper->arguments[CHOICES].choice == choices;
}

bool stepper_names(const struct stepper *stepper)
{
    return stepper->model->commands[1] && stepper_has(stepper, CHOICES_MDP);
}

/* Functions that a model calls */

void step_named(struct step *step, int name, int number)
{
    const uint64_t count = (uint64_t)step->commands + 1;
    if (stepper_names(step->stepper)) {
        if (reserve(&step->called, &step->called_room, count, sizeof *step->called, "choices") ==
            OK)
            step->called[step->commands] = command_name(name, number);
        else step->failed = true;
    }
    step->commands++;
}

void step_command(struct step *step)
{
    step_named(step, 0, NO_NUMBER);
}

static void step_append(struct step *step, struct entry entry)
{
    bool room = reserve(&step->entry, &step->room, step->count + UINT64_C(1), sizeof *step->entry,
                        "transitions") == OK;
    step->failed |= !room || entry.code == UINT64_MAX;
    if (room) step->entry[step->count++] = entry;
}

void step_to(struct step *step, const int *next, double value, int action)
{
    step_append(step, (struct entry){.code = encode_next(step, next),
                                     .value = value,
                                     .action = action,
                                     .command = step->commands,
                                     .order = step->count});
}

void step_evenly(struct step *step)
{
    step->even = true;
}

enum chain_type model_type(const struct model *model, const union argument *arguments)
{
    return model->decides && arguments[CHOICES].choice == CHOICES_MDP ? CHAIN_MDP : model->type;
}

bool model_has_questions(const struct model *model, const union argument *arguments)
{
    return model_type(model, arguments) == CHAIN_MDP || !model->properties[0].title;
}

static void take_step(struct step *step, uint64_t code)
{
    move_to(step, code);
    step->count = 0;
    step->commands = 0;
    step->even = stepper_has(step->stepper, CHOICES_UNION);
    step->stepper->model->step(step->stepper->arguments, step->state, step);
    if (stepper_has(step->stepper, CHOICES_MDP)) return;
    for (uint32_t k = 0; k < step->count && step->commands > 1; k++)
        step->entry[k].value /= step->commands;
}

void step_from(struct step *step, uint64_t code)
{
    take_step(step, code);
}

/* Rows */

static int by_code(const void *a, const void *b)
{
    const struct entry *x = a, *y = b;
    if (x->code != y->code) return x->code < y->code ? -1 : 1;
    return x->order < y->order ? -1 : 1;
}

/* Returns whether the codes ascend, without duplicates. */
static bool codes_ascend(const struct entry *entry, uint32_t count)
{
    for (uint32_t k = 1; k < count; k++)
        if (entry[k].code <= entry[k - 1].code) return false;
    return true;
}

/* Sorts by insertion if there are few transitions, as in most states, because qsort is slow for
 * these. */
static void sort_entries(struct entry *entry, uint32_t count)
{
    enum { FEW = 32 };
    if (count > FEW) {
        qsort(entry, count, sizeof *entry, by_code);
        return;
    }
    for (uint32_t k = 1; k < count; k++) {
        struct entry moved = entry[k];
        uint32_t at = k;
        for (; at > 0 && entry[at - 1].code > moved.code; at--) entry[at] = entry[at - 1];
        entry[at] = moved;
    }
}

/* Sorts entries of a row, and adds up duplicates. Returns how many are left. */
static uint32_t merge_row(struct step *step, struct entry *entry, uint32_t count)
{
    uint32_t kept = 0;
    if (count > step->most) step->most = count;
    if (codes_ascend(entry, count)) return count;
    sort_entries(entry, count);
    if (codes_ascend(entry, count)) return count;
    for (uint32_t k = 0, merged = 0; k < count; k++) {
        if (kept && entry[kept - 1].code == entry[k].code) {
            entry[kept - 1].value += entry[k].value;
            if (++merged > step->merged) step->merged = merged;
        } else {
            merged = 0;
            entry[kept++] = entry[k];
        }
    }
    return kept;
}

uint32_t step_row_end(const struct step *step, uint32_t first)
{
    if (!stepper_has(step->stepper, CHOICES_MDP)) return step->count;
    uint32_t end = first;
    while (end < step->count && step->entry[end].command == step->entry[first].command) end++;
    return end;
}

static void merge_entries(struct step *step)
{
    uint32_t kept = 0;
    for (uint32_t first = 0, end; first < step->count; first = end) {
        end = step_row_end(step, first);
        const uint32_t count = merge_row(step, step->entry + first, end - first);
        if (kept < first)
            memmove(step->entry + kept, step->entry + first, count * sizeof *step->entry);
        kept += count;
    }
    step->count = kept;
}

static void even_out(struct step *step)
{
    merge_entries(step);
    for (uint32_t k = 0; k < step->count; k++) step->entry[k].value = 1.0 / step->count;
}

static bool has_transitions(const struct model_reward *reward)
{
    return reward->transition || reward->action;
}

/* Returns the reward of the transitions from `first` on, before `end`. They are a row: the sum of
 * its probabilities is 1, also where its roundings are not. */
static double add_rewards(const struct model_reward *reward, const struct step *step,
                          uint32_t first, uint32_t end, struct reward *out)
{
    double sum = 0, least = INFINITY, most = 0;
    for (uint32_t k = first; has_transitions(reward) && k < end; k++) {
        const int action = step->entry[k].action;
        const double one = reward->transition
                               ? reward->transition(step->stepper->arguments, step->state, action)
                               : action == reward->action;
        sum += step->entry[k].value * one;
        least = fmin(least, one);
        most = fmax(most, one);
    }
    if (least >= most && step->stepper->model->type != CHAIN_CTMC) return most;
    if (stepper_has(step->stepper, CHOICES_MDP)) {
#pragma omp atomic write
        out->mixed = true;
    }
    return sum;
}

/* rates: one for each row of the state. */
static void put_reward(const struct model_reward *reward, const struct step *step, uint32_t i,
                       double *rates, struct reward *out)
{
    const double own = reward->state ? reward->state(step->stepper->arguments, step->state) : 0;
    uint32_t first = 0, end;
    do {
        end = step_row_end(step, first);
        *rates++ = add_rewards(reward, step, first, end, out) + own;
        first = end;
    } while (first < step->count);
    if (out->state) out->state[i] = own;
}

uint32_t step_rows(const struct step *step)
{
    return step->commands && stepper_has(step->stepper, CHOICES_MDP) ? (uint32_t)step->commands : 1;
}

uint32_t step_row_name(const struct step *step, uint32_t row)
{
    return (uint32_t)step->commands > row && step->called ? step->called[row] : 0;
}

static void put_facts(struct step *step, struct chain *chain, uint32_t i)
{
    const struct stepper *stepper = step->stepper;
    const int *state = step->state;
    chain->labels[0].holds[i] = stepper_starts_at(stepper, step->code, state);
    chain->labels[1].holds[i] = step->count == 0;
    for (size_t k = 2; k < chain->nlabels; k++)
        chain->labels[k].holds[i] =
            label_holds(&stepper->model->labels[k - 2], stepper->arguments, state);
    const uint32_t rows = step_rows(step);
    const bool decides = chain->type == CHAIN_MDP;
    if (decides && chain->nrewards &&
        reserve(&step->rate, &step->rates, rows * chain->nrewards, sizeof *step->rate, "rewards") !=
            OK) {
        step->failed = true;
        return;
    }
    for (size_t k = 0; k < chain->nrewards; k++)
        put_reward(&stepper->rewards[k], step, i,
                   decides ? step->rate + k * rows : &chain->rewards[k].rate[i],
                   &chain->rewards[k]);
    for (size_t k = 0; chain->values && k < (size_t)stepper->space.count; k++)
        chain->values[k * chain_states(chain) + i] = state[k];
}

void step_row(struct step *step, uint64_t code, struct chain *chain, uint32_t i)
{
    take_step(step, code);
    if (step->even) even_out(step);
    if (chain) put_facts(step, chain, i);
    merge_entries(step);
    if (!step->count) step_append(step, (struct entry){.code = code, .value = 1});
}

void step_free(struct step *step)
{
    free(step->entry);
    free(step->rate);
    free(step->called);
    step->entry = NULL;
    step->rate = NULL;
    step->called = NULL;
}

enum status step_failure(const struct stepper *stepper)
{
    return fail(ERROR_HOST_MEMORY, "%s: not enough memory to enumerate its states", stepper->name);
}

/* Chains */

/* "(a,b,c)" */
static enum status name_variables(const struct space *space, char **out)
{
    char text[MAX_VARIABLES * (MAX_VARIABLE_NAME + 1) + 3] = "(";
    for (int k = 0; k < space->count; k++) {
        strcat(text, space->name[k]);
        strcat(text, k + 1 < space->count ? "," : ")");
    }
    return copy_text(text, out);
}

enum status stepper_values(const struct stepper *stepper, uint32_t n, struct chain *out)
{
    const struct space *space = &stepper->space;
    const size_t count = (size_t)space->count;
    MUST(allocate(count, sizeof *out->truths, "types of variables", &out->truths));
    for (size_t k = 0; k < count; k++) out->truths[k] = space->truth[k];
    return allocate_large(n * count, sizeof *out->values, "values of variables", &out->values);
}

enum status stepper_chain(const struct stepper *stepper, uint32_t n, uint32_t rows,
                          struct chain *out)
{
    uint8_t *unused;
    double *rate;
    *out = (struct chain){.type = model_type(stepper->model, stepper->arguments)};
    out->transitions.rows = rows;
    if (out->type == CHAIN_MDP) {
        MUST(allocate_zeroed((size_t)n + 1, sizeof *out->group, "states", &out->group));
        out->ngroups = n;
    }
    MUST(name_variables(&stepper->space, &out->variables));
    MUST(allocate_large((size_t)rows + 1, sizeof *out->transitions.row, "row starts",
                        &out->transitions.row));
    out->transitions.row[0] = 0;
    MUST(chain_add_label(out, "init", &unused));
    MUST(chain_add_label(out, "deadlock", &unused));
    for (const struct model_label *l = stepper->model->labels; l->name; l++)
        MUST(chain_add_label(out, l->name, &unused));
    for (const struct model_reward *w = stepper->rewards; w && w->name; w++) {
        MUST(chain_add_reward(out, w->name, &rate));
        if (!has_transitions(w)) continue;
#pragma omp parallel for schedule(static) if (team_once(rows))
        for (uint32_t r = 0; r < rows; r++) rate[r] = 0;
        MUST(reward_split(out, &out->rewards[out->nrewards - 1], &rate));
        out->rewards[out->nrewards - 1].mixed = out->type != CHAIN_MDP;
    }
    return OK;
}
