#include "harness/commands/certified.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/output/json.h"
#include "base/output/units.h"
#include "base/process/clock.h"
#include "harness/process/progress.h"
#include "problems/notation.h"
#include "problems/source.h"
#include "prove/prove.h"

static void print_line(const char *name, const char *text)
{
    printf("%-12s %s\n", name, text);
}

/* Prints the meaning of the model's numbers. The note of a proof for the model begins with it. */
static void print_meaning(const struct problem *problem)
{
    const char *note = proof_is_of_model(problem) ? problem->proof.note
                       : problem->system.a.most
                           ? "for all probabilities between the bounds as stored"
                           : "for the numbers as stored";
    printf("%-12s %.*s\n", "meaning", (int)strcspn(note, ";"), note);
}

static void print_curve(const struct best_pairs *curve)
{
    for (uint32_t k = 0; k < curve->count; k++)
        printf("%s(%s, %s)", k ? " " : "", exact_number(curve->at[k][0]).text,
               exact_number(curve->at[k][1]).text);
    printf("\n%-12s no scheduler is beyond the lines between these points by more than %s\n",
           "proven", human_quantity(UNIT_BOUND, curve->off).text);
}

static void print_value(const struct asked_value *asked, const struct proof_claim *claim,
                        const char *property)
{
    const char *truth = asked_truth(asked, claim->low, claim->high);
    if (isnan(claim->value)) return;
    printf("%-12s %s%s", "value", property ? property : "", property ? truth ? ": " : " = " : "");
    if (truth) {
        printf("%s\n", truth);
        return;
    }
    if (asked->curve.count) {
        print_curve(&asked->curve);
        return;
    }
    if (asked->range) {
        printf("%s to %s\n", exact_number(claim->low).text, exact_number(claim->high).text);
        return;
    }
    if (isinf(claim->value)) printf("infinite\n");
    else printf("%s\n", exact_number(claim->value).text);
}

/* Prints the interval and its width. */
static void print_interval(const struct proof_claim *claim)
{
    if (isnan(claim->low) || isnan(claim->value)) return;
    if (claim->low == claim->high) {
        print_line("proven", isinf(claim->low) ? "it is infinite" : "it is exactly that");
        return;
    }
    printf("%-12s from %s to %s", "proven", exact_number(claim->low).text,
           exact_number(claim->high).text);
    const double half = 0.5 * (claim->high - claim->low);
    if (isfinite(half) && claim->value != 0)
        printf(": to within %s of it", human_quantity(UNIT_BOUND, half / fabs(claim->value)).text);
    putchar('\n');
}

void print_error_bound(const struct problem *problem, double error)
{
    if (isinf(error)) print_line("answer", "nothing is proven of its numbers");
    else if (error == 0) print_line("answer", "every number is exact");
    else if (problem->kind == KIND_STEADY)
        printf("%-12s probabilities of states are off by at most %s, all of a closed class "
               "together\n",
               "answer", human_quantity(UNIT_BOUND, error).text);
    else
        printf("%-12s %s numbers are off by at most %s of the largest\n", "answer",
               human_count(problem_unknowns(problem)).text, human_quantity(UNIT_BOUND, error).text);
}

void print_inside(const struct asked_value *asked, const char *more)
{
    if (asked->inner)
        printf("%-12s questions proven first: %s, in %s%s\n", "inside",
               human_count(asked->inner).text, human_seconds(asked->seconds).text, more);
}

static void print_bounds(const struct problem *problem, const struct proof_claim *claim,
                         const char *property)
{
    const bool plain = !problem->asked.truth && !problem->asked.range;
    print_value(&problem->asked, claim, property);
    if (plain) print_interval(claim);
    print_inside(&problem->asked, "");
    if (problem->proof.x && problem_unknowns(problem) && !problem->asked.known)
        print_error_bound(problem, claim->error);
    if (problem->proof.x) print_meaning(problem);
}

static void print_trusted(const struct problem *problem)
{
    if (problem->kind == KIND_OPTIMUM && !problem->asked.searched)
        print_line("trusted", "the check (docs/proofs.md), the reading of the source, and this "
                              "machine's arithmetic; no solver, and no search of its graph");
    else
        print_line("trusted", "the check (docs/proofs.md), the reading of the source, searches of "
                              "its graph, and this machine's arithmetic; no solver");
}

/* Prints the part of the note behind the meaning of the numbers. */
static void print_remark(const struct problem *problem)
{
    const char *remark = strstr(problem->proof.note, "; ");
    if (remark) print_line("note", remark + strlen("; "));
}

static const char *verdict_of(const struct certificate *certificate)
{
    if (certificate->certified) return "certified";
    return claim_is_empty(&certificate->claim) ? "none: " : "not as asked: ";
}

enum status certified_print(const struct certified *said)
{
    const struct certificate *c = &said->certificate;
    char *property = NULL;
    MUST(property_text(said->problem->source, &property));
    printf("%-12s %s%s\n", "proof", verdict_of(c), c->why);
    print_bounds(said->problem, &c->claim, property);
    if (said->problem->proof.x) print_trusted(said->problem);
    if (c->certified) print_remark(said->problem);
    printf("%-12s %s, the proof %s\n", "seconds", human_seconds(said->seconds).text,
           human_seconds(said->problem->proof.seconds).text);
    scheduled_print(&said->scheduled);
    if (said->file)
        printf("%-12s %s: `warpmark verify %s%s` checks it\n", "file", said->file, said->file,
               source_opens_files(said->problem->source) ? " --trust" : "");
    free(property);
    return OK;
}

/* Names the method of the proof, a theorem of docs/proofs.md. */
static const char *method_of(const struct problem *problem)
{
    static const char *const names[NKINDS] = {[KIND_LINEAR] = "residual and weights",
                                              [KIND_FIXPOINT] = "residual and weights",
                                              [KIND_STEADY] = "residual and hitting times",
                                              [KIND_BOUNDED] = "steps with bounded rounding",
                                              [KIND_OPTIMUM] = "bounds and ranks of states"};
    if (!problem->proof.x) return NULL;
    if (problem->steps) return names[KIND_BOUNDED];
    if (problem->proof.y) return "residual and weights of each entry";
    return problem->proof.w ? "residual, hitting times and differences" : names[problem->kind];
}

static double finite_or_nan(double x)
{
    return isfinite(x) ? x : NAN;
}

static void json_curve(struct json *json, const struct best_pairs *curve)
{
    json_open_array(json, "curve");
    for (uint32_t k = 0; k < curve->count; k++) {
        json_open_array(json, NULL);
        for (int v = 0; v < 2; v++) json_number(json, NULL, curve->at[k][v]);
        json_close_array(json);
    }
    json_close_array(json);
    json_number(json, "curve_off", curve->off);
}

void json_asked(struct json *json, const struct asked_value *asked, double low, double high)
{
    const char *truth = asked_truth(asked, low, high);
    if (truth && !strcmp(truth, "unclear")) json_text(json, "holds", NULL);
    else if (truth) json_bool(json, "holds", !strcmp(truth, "true"));
    if (asked->range && !asked->curve.count)
        json_number(json, "range_low", low), json_number(json, "range_high", high);
    if (asked->curve.count) json_curve(json, &asked->curve);
    if (asked->inner) json_count(json, "inner_questions", asked->inner);
    if (asked->inner) json_number(json, "inner_seconds", asked->seconds);
}

enum status certified_print_json(const struct certified *said)
{
    const struct certificate *c = &said->certificate;
    const struct problem *problem = said->problem;
    struct json json = {.out = stdout};
    char *property = NULL;
    MUST(property_text(problem->source, &property));
    json_open_object(&json, NULL);
    json_text(&json, "source", problem->source);
    json_text(&json, "property", property);
    json_text(&json, "kind", problem_kind_names[problem->kind]);
    json_count(&json, "n", problem_unknowns(problem));
    json_number(&json, "value", c->claim.value);
    json_number(&json, "value_low", c->claim.low);
    json_number(&json, "value_high", c->claim.high);
    json_asked(&json, &problem->asked, c->claim.low, c->claim.high);
    json_number(&json, "error_bound", finite_or_nan(c->claim.error));
    json_text(&json, "proof", c->certified ? "certified" : "none");
    json_text(&json, "note", c->certified ? problem->proof.note : c->why);
    json_text(&json, "method", method_of(problem));
    json_text(&json, "meaning", proof_is_of_model(problem) ? "model" : "stored");
    json_number(&json, "seconds", said->seconds);
    json_text(&json, "file", said->file);
    scheduled_print_json(&json, &said->scheduled);
    json_close_object(&json);
    free(property);
    return OK;
}

/* verify */

static enum status open_source(const char *path, const char *source, bool trust,
                               struct problem *out)
{
    if (!trust && source_opens_files(source))
        return fail(ERROR_INPUT,
                    "%s: its source %s is a file: if you trust the proof's author, add --trust",
                    path, source);
    MUST(progress_open(source, out));
    return problem_needs_matrix(out, "verify");
}

/* Sets *out to how the opened source differs from the proof's description; NULL if it does not. */
static enum status find_difference(const struct proof_file *file, const struct problem *problem,
                                   const char **out)
{
    enum status status = OK;
    char system[SYSTEM_HASH], *property = NULL;
    *out = NULL;
    if (problem->kind != file->kind || proof_length(problem) != file->n) {
        *out = "its source is another system";
        return OK;
    }
    TRY(property_text(file->source, &property));
    TRY(system_hash(problem, system));
    if (strcmp(file->property, property ? property : "")) *out = "its source has another property";
    else if (strcmp(file->system, system))
        *out = "its source is another system: the SHA-256 differs";
out:
    free(property);
    return status;
}

static enum status check_proof(struct proof_file *file, struct problem *problem, bool *holds)
{
    struct proof_claim proven;
    const double start = clock_now();
    progress_watch(file->source);
    enum status status = proof_file_check(file, problem, file->model);
    progress_unwatch();
    if (status == OK) status = claim_make(problem, &proven);
    if (status != OK) return status;
    *holds = claim_follows(&file->claim, &proven) && !claim_is_empty(&file->claim) &&
             (!file->model || proof_is_of_model(problem));
    print_line("verdict", *holds ? "all that the file claims is proven"
                          : claim_is_empty(&file->claim)
                              ? "the file claims nothing"
                              : "the file claims more than its vectors prove");
    print_bounds(problem, &proven, *file->property ? file->property : NULL);
    if (!problem->proof.x) print_line("note", problem->proof.note);
    print_trusted(problem);
    printf("%-12s the check %s\n", "seconds", human_seconds(clock_now() - start).text);
    return OK;
}

enum status certified_verify(const char *path, bool trust, bool *holds)
{
    enum status status = OK;
    struct proof_file file = {0};
    struct problem problem = {0};
    const char *difference;
    *holds = false;
    TRY(proof_file_read(path, &file));
    TRY(open_source(path, file.source, trust, &problem));
    printf("%-12s %s\n", "source", file.source);
    TRY(find_difference(&file, &problem, &difference));
    if (difference) print_line("verdict", difference);
    else TRY(check_proof(&file, &problem, holds));
out:
    proof_file_free(&file);
    problem_free(&problem);
    return status;
}
