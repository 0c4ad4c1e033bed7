#include "harness/commands/solved.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/output/units.h"
#include "harness/case/prove_case.h"
#include "harness/case/verify.h"
#include "harness/commands/certified.h"

const struct result_sample *solved_sample(const struct solved *s)
{
    const struct case_result *result = &s->result;
    return result->run.sample_count  ? &result->sample[0]
           : isnan(result->cut.host) ? NULL
                                     : &result->cut;
}

static void print_quantity(const char *name, double value)
{
    if (!isnan(value)) printf("%-12s %.15g\n", name, value);
}

/* Prints the verdict. A cycle is a run that breaks the property. */
static void print_verdict(const struct result_run *run, const char *property)
{
    const bool broken = run->verdict == CYCLE_FOUND;
    printf("%-12s %s", "verdict", cycle_names[run->verdict]);
    if (property) printf(": %s %s", property, broken ? "does not hold" : "holds");
    putchar('\n');
}

static void print_lasso(const struct result_run *run, const char *property)
{
    if (run->verdict != CYCLE_UNKNOWN) print_verdict(run, property);
    if (run->outer != MISSING) printf("%-12s %s\n", "outer", human_count(run->outer).text);
    if (run->lasso_cycle != MISSING)
        printf("%-12s %s edges, after %s\n", "cycle", human_count(run->lasso_cycle).text,
               human_count(run->lasso_prefix).text);
    if (run->fly_rounds != MISSING)
        printf("%-12s %s vertices, %s edges, %s searches\n", "on the fly",
               human_count(run->fly_vertices).text, human_count(run->fly_edges).text,
               human_count(run->fly_rounds).text);
}

/* Prints the times of the phases; on the fly all phases are one. */
static void print_phases(const struct solved *s)
{
    const struct result_run *run = &s->result.run;
    const struct result_sample *sample = solved_sample(s);
    if (isnan(s->generate)) {
        if (sample) printf("%-12s %s\n", "seconds", human_seconds(sample->host).text);
        return;
    }
    printf("%-12s generate %s", "seconds", human_seconds(s->generate).text);
    if (!isnan(run->layout)) printf(", layout %s", human_seconds(run->layout).text);
    if (!isnan(run->upload)) printf(", upload %s", human_seconds(run->upload).text);
    if (sample) printf(", solve %s", human_seconds(sample->host).text);
    if (!isnan(run->download)) printf(", download %s", human_seconds(run->download).text);
    if (!isnan(s->prove)) printf(", prove %s", human_seconds(s->prove).text);
    putchar('\n');
}

/* Prints "value: proven to within 3.2e-10 of it; exact: 0.32 ± 1.1e-10". If the exact value may be
 * 0, the error is not given relative to it. */
static void print_value_bound(const struct result_run *run)
{
    const double share = value_bound(run),
                 off = fmax(run->value - run->value_low, run->value_high - run->value);
    if (share == 0) printf("value: proven, it is exactly that\n");
    else
        printf("value: proven to within %s%s; exact: %s\n",
               human_quantity(UNIT_BOUND, isfinite(share) ? share : off).text,
               isfinite(share) ? " of it" : "",
               human_interval(run->value_low, run->value_high).text);
}

/* Prints the proven error of the value, and of the numbers that it was computed from. */
static void print_proven(const struct solved *s)
{
    const struct result_run *run = &s->result.run;
    if (s->problem.asked.truth) {
        printf("value: proven\n");
        return;
    }
    if (isnan(value_bound(run))) {
        printf("proven: off by at most %s of the largest number\n",
               human_quantity(UNIT_BOUND, run->error_bound).text);
        return;
    }
    print_value_bound(run);
    if (!isnan(run->error_bound) && !proven_of_value_alone(run) && !s->problem.asked.known)
        print_error_bound(&s->problem, run->error_bound);
}

/* Prints "checked: one more step changes it by less than 1e-05; off by about 2e-08 (an
 * estimate)". */
static void print_checked(const struct solved *s)
{
    const struct result_run *run = &s->result.run;
    const double tolerance = verdict_tolerance(s->variant->precision, s->settings->epsilon);
    if (!(run->estimated_error > 0))
        printf("checked: one more step changes it by less than %g", tolerance);
    else if (run->doubtful && run->estimated_error > tolerance)
        printf("doubtful: off by about %.2g (an estimate), more than %g", run->estimated_error,
               tolerance);
    else
        printf("checked: one more step changes it by less than %g; off by about %.2g (an estimate)",
               tolerance, run->estimated_error);
    printf("%s%s\n", *run->proof_note ? ". No proof: " : "", run->proof_note);
}

/* Prints how the answer was checked or proven. */
static void print_proof(const struct solved *s)
{
    const struct result_run *run = &s->result.run;
    const bool proven = !isnan(proven_error(run));
    if (run->proof == PROOF_NONE && !proven) return;
    printf("%-12s ", "how sure");
    if (s->problem.kind == KIND_PRODUCT && run->verdict == CYCLE_FOUND)
        printf("checked: the cycle was walked through, edge by edge\n");
    else if (s->problem.kind == KIND_PRODUCT)
        printf("not checked: that a cycle is absent has no witness\n");
    else if (s->problem.solved && !s->problem.asked.inner)
        printf("certain: no equation is left to iterate\n");
    else if (proven) print_proven(s);
    else if (run->proof == PROOF_UNCHECKED) printf("not checked\n");
    else print_checked(s);
}

/* Prints a line with advice: first, then --variant with another method and place (NULL: the same),
 * unless that is the same variant or cannot run here. Prints nothing if neither part applies. */
static enum status hint_variant(const struct solved *s, const char *first, const char *why,
                                const char *method, const char *place)
{
    char *name = NULL;
    struct variant other = *s->variant;
    if (method) other.method = find_method(method);
    for (int k = 0; place && k < place_count; k++)
        if (!strcmp(places[k]->name, place)) other.place = places[k];
    if (!variant_is_valid(other.method, other.layout, other.precision)) {
        const bool search = other.method->task == TASK_CYCLE;
        struct variant usual;
        MUST(variant_parse(search ? "map/csr/u32/seq" : "jacobi/msr/f64/seq", &usual));
        other.layout = usual.layout;
        other.order = usual.order;
        other.precision = usual.precision;
    }
    other.options = default_options(other.method, other.layout);
    if (!variant_same(&other, s->variant) && variant_check(&other) == OK)
        MUST(variant_name(&other, &name));
    if (name || *first)
        printf("%-12s %s%s%s%s%s\n", "next", first, name && *first ? ", or " : "", name ? why : "",
               name ? ": --variant " : "", name ? name : "");
    free(name);
    return OK;
}

/* Names a variant with breadth-first order of rows. Each row of probabilities and rewards depends
 * on its successors. In breadth-first order these have higher numbers, so an incomplete
 * factorisation includes them. *name = NULL if that is no alternative. */
static enum status breadth_first_way(const struct solved *s, char **name)
{
    struct variant other;
    char text[160];
    *name = NULL;
    if (s->problem.kind != KIND_FIXPOINT || s->variant->order != ORDER_NATIVE ||
        (strcmp(s->variant->method->name, "bicgstab") && strcmp(s->variant->method->name, "gmres")))
        return OK;
    snprintf(text, sizeof text, "%s[precondition=ilu0]/msr+bfs/f64/%s", s->variant->method->name,
             s->variant->place->name);
    MUST(variant_parse(text, &other));
    return variant_check(&other) == OK ? variant_name(&other, name) : OK;
}

/* Of the methods for decision processes, policy iteration converges where value iteration is slow.
 * It needs rows. */
static enum status hint_other_choices(const struct solved *s, const char *first)
{
    const bool stored = matrix_is_stored(&s->problem.system.a),
               policies = !strcmp(s->variant->method->name, "pi");
    return hint_variant(s, first, "try another method",
                        !stored    ? NULL
                        : policies ? "ovi"
                                   : "pi",
                        NULL);
}

/* Suggests another variant when the iteration did not converge. */
static enum status hint_other_method(const struct solved *s, const char *first)
{
    char *way;
    if (s->problem.kind == KIND_OPTIMUM) return hint_other_choices(s, first);
    MUST(breadth_first_way(s, &way));
    if (way) {
        printf("%-12s %s%stry another order of rows: --variant '%s'\n", "next", first,
               *first ? ", or " : "", way);
        free(way);
        return OK;
    }
    const char *name = s->variant->method->name;
    const char *other = !strncmp(name, "bicgstab", strlen("bicgstab")) ? "jacobi"
                        : !strcmp(name, "gauss_seidel")                ? "gauss_seidel_backward"
                                                                       : "bicgstab";
    return hint_variant(s, first, "try another method", other, NULL);
}

/* Suggests a method for this kind of problem that runs here. */
static enum status hint_usable(const struct solved *s)
{
    const bool search = s->variant->method->task == TASK_CYCLE,
               product = s->problem.kind == KIND_PRODUCT, bounded = s->problem.kind == KIND_BOUNDED;
    const char *method = s->problem.kind == KIND_OPTIMUM ? "vi"
                         : bounded ? s->problem.time > 0 ? "uniformisation" : "bounded"
                         : search == product
                             ? s->variant->place->on_host && !product ? "jacobi" : NULL
                         : product ? "map"
                                   : "jacobi";
    return hint_variant(s, "see what works here: `warpmark list variants --usable`", "try", method,
                        "omp");
}

/* Least time in s of a solve that may gain from more cores. */
static const double worth_sharing = 0.01;

/* Suggests what to do after a good answer: all cores, a proof if there is none, the fastest way, or
 * several side by side. */
static enum status hint_ways(const struct solved *s)
{
    const char *name = s->variant->method->name;
    if (s->result.run.verdict == CYCLE_NONE)
        return hint_variant(s, "", "another search should agree",
                            strcmp(name, "map") ? "map" : "owcty", NULL);
    if (!strcmp(s->variant->place->name, "seq") && solved_sample(s)->host > worth_sharing)
        return hint_variant(s, "", "use all cores", NULL, "omp");
    const enum problem_kind kind = s->problem.kind;
    if (kind == KIND_PRODUCT || kind == KIND_BOUNDED || kind == KIND_OPTIMUM)
        printf("%-12s compare ways to solve it: write a script (docs/lua.md), `warpmark run "
               "SCRIPT.lua`\n",
               "next");
    else if (isnan(s->result.run.error_bound))
        printf("%-12s prove the answer: warpmark certify '%s'\n", "next", s->problem.source);
    else
        printf("%-12s find the fastest way here: warpmark advise '%s'; measure many: write a "
               "script (docs/lua.md), `warpmark run SCRIPT.lua`\n",
               "next", s->problem.source);
    return OK;
}

/* Suggests another epsilon; the variant's own one if it has one. Prints nothing if doubles cannot
 * reach it. */
static void hint_epsilon(const struct solved *s, const char *first, double factor, const char *more)
{
    if (!epsilon_is_in_reach(RELATIVE, s->settings->epsilon * factor)) return;
    const char *name = s->variant->options.epsilon > 0 ? "epsilon=" : "--epsilon ";
    printf("%-12s repeat with %s%s%g%s\n", "next", first, name, s->settings->epsilon * factor,
           more);
}

/* Returns whether a method that proves its bounds stopped because rounding kept them apart. */
static bool has_stalled(const struct solved *s)
{
    return s->variant->method->proves && s->result.run.iterations < s->settings->max_iterations;
}

/* Returns whether a wider proof may help. If rows are not stored, the check took all of the time,
 * and a wider proof needs the same check. */
static bool may_be_wider(const struct solved *s)
{
    return s->prove >= proof_wanted(s->settings).seconds && matrix_is_stored(&s->problem.system.a);
}

/* Suggests a wider proof, because this one used up its time. */
static enum status hint_wider(const struct solved *s)
{
    printf("%-12s repeat with a wider proof, which is quicker: --prove %g\n", "next",
           s->settings->prove * 1000);
    return OK;
}

/* Suggests to look at the engine's options. A smaller epsilon would not help, because the answer is
 * checked against the same epsilon that the engine got. */
static enum status hint_engine(const struct solved *s)
{
    printf("%-12s the engine stops too early, or errs; what it can do else: warpmark list engines "
           "%s\n",
           "next", s->variant->method->name);
    return OK;
}

static enum status print_next(const struct solved *s)
{
    const struct result_run *run = &s->result.run;
    const bool single = s->variant->precision == F32;
    const char *const with_f64 = single ? " and precision f64" : "";
    char more[96] = "";
    switch (run->status) {
    case CASE_OK:
        if (isnan(run->error_bound) && may_be_wider(s)) return hint_wider(s);
        if (!run->doubtful) return s->problem.solved ? OK : hint_ways(s);
        hint_epsilon(s, "", 0.01, "");
        return OK;
    case CASE_NOT_CONVERGED:
        if (has_stalled(s)) {
            hint_epsilon(s, single ? "precision f64, or a larger epsilon, such as " : "", 100, "");
            return OK;
        }
        if (run->iterations == s->settings->max_iterations)
            snprintf(more, sizeof more,
                     "allow more, if it comes closer slowly: --max-iterations %llu",
                     (unsigned long long)s->settings->max_iterations * 10);
        return hint_other_method(s, more);
    case CASE_DIVERGED: return hint_other_method(s, "");
    case CASE_WRONG:
        if (s->variant->method->engine) return hint_engine(s);
        hint_epsilon(s, "", 0.01, with_f64);
        return OK;
    case CASE_NO_DEVICE:
    case CASE_UNSUPPORTED: return hint_usable(s);
    case CASE_OOM_HOST:
    case CASE_OOM_DEVICE:
        printf("%-12s see what it takes: warpmark info '%s' --variant '%s'\n", "next",
               s->problem.source, s->name);
        return OK;
    case CASE_INACCURATE:
        if (may_be_wider(s)) return hint_wider(s);
        if (!isnan(run->error_bound)) hint_epsilon(s, "", 0.01, with_f64);
        return OK;
    default: return OK;
    }
}

static void print_solved_value(const struct solved *s)
{
    const struct result_run *run = &s->result.run;
    const struct asked_value *asked = &s->problem.asked;
    if (isnan(run->value)) return;
    printf("%-12s %s%s", "value", s->property ? s->property : "", s->property ? " = " : "");
    if (asked->truth && !isnan(run->value_low))
        printf("%s\n", asked_truth(asked, run->value_low, run->value_high));
    else if (asked->truth && s->problem.proof.x) printf("unclear\n");
    else if (asked->truth) printf("%s, which is not proven\n", run->value == 1 ? "true" : "false");
    else if (asked->range) printf("%.15g to %.15g\n", asked->low, asked->high);
    else printf("%.15g\n", run->value);
}

enum status solved_print(const struct solved *s)
{
    const struct result_run *run = &s->result.run;
    char load[160];
    printf("%-12s %s%s%s\n", "status", case_status_names[run->status], *run->note ? ": " : "",
           run->note);
    print_lasso(run, s->property);
    if (run->iterations != MISSING)
        printf("%-12s %s\n", "iterations", human_count(run->iterations).text);
    print_solved_value(s);
    print_proof(s);
    scheduled_print(&s->scheduled);
    print_quantity("change", run->change);
    print_quantity("residual", run->residual);
    print_quantity("error", run->error);
    print_phases(s);
    print_inside(&s->problem.asked,
                 " of generate; this variant did not solve them, `warpmark run` does");
    if (solved_sample(s))
        printf("%-12s %s\n", "load", busy_text(&s->before, &s->after, load, sizeof load));
    return print_next(s);
}
