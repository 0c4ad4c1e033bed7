#include "harness/case/choose_variant.h"

#include <math.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/output/units.h"
#include "base/process/clock.h"
#include "harness/case/fingerprint.h"
#include "harness/probe/choice_store.h"

/* The cache */

static enum status open_store(const struct problem *problem, const struct variant *asked,
                              double epsilon, struct choice_store *out)
{
    enum status status = OK;
    struct fingerprint program;
    struct variant plain = *asked;
    char *name = NULL, *context = NULL;
    plain.options.epsilon = 0;
    TRY(fingerprint_of_program(&program));
    TRY(variant_name(&plain, &name));
    TRY(format_text(&context, "%s %s %d %.17g", program.text, name, omp_get_max_threads(),
                    epsilon));
    status = choice_store_open(problem, context, out);
out:
    free(name);
    free(context);
    return status;
}

static enum status keep_choice(const struct choice_store *store, const struct way *way)
{
    struct stored_choice choice = {.seconds = way->seconds, .measured = way->state == WAY_MEASURED};
    struct variant plain = way->variant;
    char *name;
    plain.options.epsilon = 0;
    MUST(variant_name(&plain, &name));
    if (strlen(name) < sizeof choice.variant) {
        strcpy(choice.variant, name);
        choice_store_write(store, &choice);
    }
    free(name);
    return OK;
}

/* Returns whether a variant that was read may stand for asked, and can run. */
static bool may_stand_for(const struct variant *variant, const struct variant *asked)
{
    const struct method *method = variant->method;
    return method->task == TASK_SOLVE && !method->engine && !method->chooses && !method->idle &&
           !method->proves && variant->place == asked->place &&
           variant->precision == asked->precision &&
           (variant->layout == asked->layout ||
            (asked->layout->chooses && variant->layout == layouts[0])) &&
           (variant->order == asked->order || asked->order == ORDER_NATIVE) &&
           variant_check(variant) == OK;
}

/* Takes the choice that the cache has. Returns whether it has one. */
static bool choose_stored(const struct choice_store *store, const struct variant *asked,
                          struct choice *out)
{
    struct stored_choice choice;
    struct variant variant;
    if (!choice_store_read(store, &choice) || variant_parse(choice.variant, &variant) != OK ||
        !may_stand_for(&variant, asked))
        return false;
    out->variant = variant;
    out->variant.options.epsilon = asked->options.epsilon;
    snprintf(out->note, sizeof out->note, "auto: %s, as the cache of choices says (%s%s)",
             choice.variant, choice.measured ? "the fastest of a race, in " : "foretold: ",
             human_seconds(choice.seconds).text);
    return true;
}

enum status race_all(const struct problem *problem, const struct variant *asked, double epsilon,
                     struct race *out)
{
    enum status status = OK;
    const double start = clock_now();
    struct racing racing;
    struct choice_store store = {0};
    struct built_layout built = {0};
    TRY(race_begin(&racing, problem, asked, epsilon, &built, out));
    TRY(race_rounds(&racing));
    TRY(open_store(problem, asked, epsilon, &store));
    if (out->way[0].state == WAY_MEASURED) TRY(keep_choice(&store, out->way));
    out->seconds = clock_now() - start;
out:
    choice_store_close(&store);
    built_layout_free(&built);
    return status;
}

/* Method auto */

/* Explains a choice: by a rule, or what is foretold of it and of the next one. */
static enum status explain_choice(const struct race *race, char *note, size_t size)
{
    const struct way *best = race->way, *next = best + 1;
    char *name, why[220] = ", as the system is small", other[240] = "";
    if (race->guessed && best->seconds > 0 && isfinite(best->seconds))
        snprintf(why, sizeof why, ", by the structure of its matrix");
    else if (isinf(best->seconds)) snprintf(why, sizeof why, ", as nothing is known of any");
    else if (best->seconds > 0)
        snprintf(why, sizeof why, ", as about %llu iterations take %s",
                 (unsigned long long)best->iterations, human_seconds(best->seconds).text);
    if (best->seconds > 0 && !race->guessed && race->count > 1 && next->state == WAY_FORETOLD)
        snprintf(other, sizeof other, ", and %llu of %.32s %s",
                 (unsigned long long)next->iterations, next->entrant->name,
                 human_seconds(next->seconds).text);
    MUST(variant_name(&best->variant, &name));
    snprintf(note, size, "auto: %s%s%s", name, why, other);
    free(name);
    return OK;
}

/* The options that a choice leaves as they are. */
static struct variant with_method(const struct variant *asked, const struct method *method)
{
    struct variant out = *asked;
    out.method = method;
    out.options = default_options(method, asked->layout);
    out.options.epsilon = asked->options.epsilon;
    out.options.denormals = asked->options.denormals;
    out.options.layout = asked->options.layout;
    return out;
}

/* Chooses the method for a property with a bound; there is only one. */
static void choose_by_task(const struct problem *problem, struct variant *out)
{
    const enum task task = problem->steps ? TASK_STEPS : TASK_TIME;
    int k = 0;
    while (methods[k]->task != task) k++;
    *out = with_method(out, methods[k]);
}

/* Decision processes. On a host, policy iteration after sweeps that may be enough, in one solve. On
 * a GPU, sweeps with guesses and few tests: its policies take longer where levels of rows are
 * narrow (docs/notebook/decisions.md). */

static enum status choose_for_choices(const struct problem *problem, const struct variant *asked,
                                      struct choice *out)
{
    const bool on_host = asked->place->on_host;
    struct variant usual, taken;
    char *name;
    MUST(variant_parse(on_host ? "pi[first_sweeps=100]/msr/f64/seq"
                               : "vi[check=24,extrapolate=24]/msr/f64/seq",
                       &usual));
    out->variant = with_method(asked, find_method("vi"));
    if (problem->solved || problem->steps || problem->system.a.most) return OK;
    taken = with_method(asked, usual.method);
    taken.options.method = usual.options.method;
    taken.options.check = usual.options.check;
    if (variant_check(&taken) != OK) return OK;
    out->variant = taken;
    MUST(variant_name(&taken, &name));
    snprintf(out->note, sizeof out->note, "auto: %s, for decision processes", name);
    free(name);
    return OK;
}

static enum status choose_by_sweeps(const struct problem *problem, const struct variant *asked,
                                    double epsilon, const struct choice_store *store,
                                    struct built_layout *built, struct choice *out)
{
    struct race race;
    struct racing racing;
    MUST(race_begin(&racing, problem, asked, epsilon, built, &race));
    MUST(race_hand_over(&racing, &out->uploaded));
    if (out->uploaded) out->upload = racing.upload;
    out->variant = race.way->variant;
    if (race.way->seconds > 0 && !race.guessed) MUST(keep_choice(store, race.way));
    return explain_choice(&race, out->note, sizeof out->note);
}

enum status choose_variant(const struct problem *problem, const struct variant *asked,
                           double epsilon, struct built_layout *built, struct choice *out)
{
    enum status status = OK;
    struct choice_store store = {0};
    *out = (struct choice){.variant = *asked};
    if (!asked->method->chooses || problem->kind == KIND_PRODUCT) return OK;
    if (problem->kind == KIND_OPTIMUM) return choose_for_choices(problem, asked, out);
    if (problem->kind == KIND_BOUNDED) {
        choose_by_task(problem, &out->variant);
        return OK;
    }
    TRY(open_store(problem, asked, epsilon, &store));
    if (!choose_stored(&store, asked, out))
        TRY(choose_by_sweeps(problem, asked, epsilon, &store, built, out));
out:
    choice_store_close(&store);
    if (status != OK) built_layout_free(built);
    return status;
}
