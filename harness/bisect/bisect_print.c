#include "harness/bisect/bisect_print.h"

#include <math.h>

#include "analysis/statistics/signed_rank.h"
#include "base/output/json.h"
#include "base/output/missing.h"
#include "base/output/units.h"

static const char *const stage_names[] = {"ends", "halves", "confirm"};
static const char *const decision_names[] = {"undecided", "first", "second", "same"};

static const struct bisect_step *last_step(const struct bisection *found)
{
    return &found->steps[found->nsteps - 1];
}

/* "+3.0 % [+2.7 %, +3.3 %]" */
static struct human slowdown_text(const struct centre *slow)
{
    struct human text = human_text("%+.1f %%", 100 * expm1(slow->estimate));
    if (isfinite(slow->low) && isfinite(slow->high))
        human_append(&text, " [%+.1f %%, %+.1f %%]", 100 * expm1(slow->low),
                     100 * expm1(slow->high));
    return text;
}

static void put_commit(const struct bisect_commit *c, FILE *out)
{
    fprintf(out, "%.12s  %s\n", c->hash, human_text("%.140s", c->subject).text);
}

/* Prints how many rounds this noise needs, and the options that help. */
static void put_needed(const struct bisect_step *step, const struct bisect_request *request,
                       FILE *out)
{
    if (step->decision == DECIDED_SAME) return;
    if (step->needed <= (double)step->rounds) {
        fprintf(out,
                "  %zu rounds are enough for this noise: the slowdown is small, or comes in small "
                "steps.\n",
                step->rounds);
        return;
    }
    if (step->slow[0].low > log1p(request->margin))
        fputs("  The interval holds 19 times of 20. A step of the search may be wrong less often, "
              "for all steps together may be wrong once in 20 searches.\n",
              out);
    fprintf(out, "  %zu rounds were measured, and this noise needs about %.0f. ", step->rounds,
            step->needed);
    fprintf(out, "Raise %s, or use a quieter machine.\n",
            step->needed > SIGNED_RANK_MOST ? "--time" : "--rounds or --time");
}

static void put_skipped(const struct bisection *found, FILE *out)
{
    for (size_t k = found->low + 1; k < found->high; k++) {
        const struct bisect_commit *c = &found->commits[k];
        if (c->state != COMMIT_SKIPPED) continue;
        fprintf(out, "  or %.12s  %s\n     which was skipped: %s\n", c->hash,
                human_text("%.120s", c->subject).text, c->why);
    }
}

static void put_iterations(const struct bisection *found, FILE *out)
{
    const uint64_t before = found->commits[found->low].iterations,
                   after = found->commits[found->high].iterations;
    if (before == after || before == MISSING || after == MISSING) return;
    fprintf(out, "  %s -> %s iterations\n", human_count(before).text, human_count(after).text);
}

/* Prints a note if the slowdown by the found commit is smaller or larger than the one from good to
 * bad. */
static void put_excess(const struct bisection *found, FILE *out)
{
    const struct bisect_commit *c = found->commits;
    const int excess = bisection_excess(found);
    if (excess < 0)
        fprintf(out,
                "  This is less than from good to bad: other commits made it slower, too. Search "
                "again with --good %.12s, and with --bad %.12s.\n",
                c[found->high].hash, c[found->low].hash);
    if (excess > 0)
        fprintf(out,
                "  This is more than from good to bad: other commits made it faster, and may hide "
                "more slow ones. Search again with --good at a commit after %.12s, and with --bad "
                "%.12s.\n",
                c[found->high].hash, c[found->low].hash);
}

static void put_found(const struct bisection *found, FILE *out)
{
    fputs("slower since ", out);
    put_commit(&found->commits[found->high], out);
    fprintf(out, "  %s against %.12s, measured once more in %zu rounds\n",
            slowdown_text(&last_step(found)->slow[0]).text, found->commits[found->low].hash,
            last_step(found)->rounds);
    put_iterations(found, out);
    put_excess(found, out);
    put_skipped(found, out);
}

static void put_range(const struct bisection *found, const struct bisect_request *request,
                      FILE *out)
{
    fprintf(out, "slower within %zu commits, behind ", found->high - found->low);
    put_commit(&found->commits[found->low], out);
    fputs("  up to ", out);
    put_commit(&found->commits[found->high], out);
    fprintf(out, "  No part of them is slower by %.3g %% for certain.\n", 100 * request->margin);
    put_needed(last_step(found), request, out);
}

static void put_unconfirmed(const struct bisection *found, const struct bisect_request *request,
                            FILE *out)
{
    fputs("doubtful: ", out);
    put_commit(&found->commits[found->high], out);
    fprintf(out, "  The search led to this commit, but measured once more it was not slower: %s\n",
            slowdown_text(&last_step(found)->slow[0]).text);
    put_needed(last_step(found), request, out);
}

static void put_same(const struct bisection *found, const struct bisect_request *request, FILE *out)
{
    const struct bisect_step *ends = &found->steps[0];
    fprintf(out, "not reproducible: %zu rounds do not show that bad is slower than good by %.3g %%",
            ends->rounds, 100 * request->margin);
    fprintf(out, "\n  %s\n", slowdown_text(&ends->slow[0]).text);
    put_needed(ends, request, out);
}

void bisect_print(const struct bisection *found, const struct bisect_request *request, FILE *out)
{
    fprintf(out, "%s %s: %zu commit%s\n", request->source, request->variant, found->ncommits - 1,
            found->ncommits == 2 ? "" : "s");
    if (found->verdict != BISECT_NOT_REPRODUCIBLE)
        fprintf(out, "%.12s to %.12s: %s, %zu rounds\n", found->commits[0].hash,
                found->commits[found->ncommits - 1].hash,
                slowdown_text(&found->steps[0].slow[0]).text, found->steps[0].rounds);
    switch (found->verdict) {
    case BISECT_FOUND: put_found(found, out); break;
    case BISECT_UNDECIDED: put_range(found, request, out); break;
    case BISECT_UNCONFIRMED: put_unconfirmed(found, request, out); break;
    case BISECT_NOT_REPRODUCIBLE: put_same(found, request, out); break;
    }
}

/* JSON */

static void json_change(struct json *json, const char *key, const struct centre *slow)
{
    json_open_object(json, key);
    json_number(json, "ratio", exp(slow->estimate));
    json_number(json, "low", exp(slow->low));
    json_number(json, "high", exp(slow->high));
    json_close_object(json);
}

static void json_commit(struct json *json, const char *key, const struct bisect_commit *c)
{
    json_open_object(json, key);
    json_text(json, "commit", c->hash);
    json_text(json, "subject", c->subject);
    if (c->state == COMMIT_USABLE) json_count(json, "iterations", c->iterations);
    if (c->state == COMMIT_USABLE) json_text(json, "fingerprint", c->fingerprint);
    if (c->state == COMMIT_SKIPPED) json_text(json, "skipped", c->why);
    json_close_object(json);
}

static void json_step(struct json *json, const struct bisection *found,
                      const struct bisect_step *step)
{
    const bool halves = step->mid != SIZE_MAX;
    json_open_object(json, NULL);
    json_text(json, "stage", stage_names[step->stage]);
    json_text(json, "low", found->commits[step->low].hash);
    json_text(json, "mid", halves ? found->commits[step->mid].hash : NULL);
    json_text(json, "high", found->commits[step->high].hash);
    json_text(json, "decision", decision_names[step->decision]);
    json_bool(json, "by_code", step->by_code);
    json_count(json, "rounds", step->rounds);
    if (step->rounds) json_change(json, "first", &step->slow[0]);
    if (step->rounds && halves) json_change(json, "second", &step->slow[1]);
    json_close_object(json);
}

void bisect_print_json(const struct bisection *found, const struct bisect_request *request,
                       FILE *out)
{
    struct json json = {.out = out};
    json_open_object(&json, NULL);
    json_text(&json, "source", request->source);
    json_text(&json, "variant", request->variant);
    json_text(&json, "verdict", bisect_verdict_names[found->verdict]);
    json_commit(&json, "good", &found->commits[0]);
    json_commit(&json, "bad", &found->commits[found->ncommits - 1]);
    json_count(&json, "commits", found->ncommits - 1);
    json_number(&json, "margin", request->margin);
    json_number(&json, "error_rate", BISECT_ERROR);
    json_change(&json, "ends", &found->steps[0].slow[0]);
    const bool slower = found->verdict != BISECT_NOT_REPRODUCIBLE;
    if (slower) json_commit(&json, "last_fast", &found->commits[found->low]);
    if (slower) json_commit(&json, "first_slow", &found->commits[found->high]);
    if (found->verdict == BISECT_FOUND) {
        json_change(&json, "slower", &last_step(found)->slow[0]);
        json_bool(&json, "explains_ends", bisection_excess(found) == 0);
    }
    json_open_array(&json, "between");
    for (size_t k = found->low + 1; slower && k < found->high; k++)
        json_commit(&json, NULL, &found->commits[k]);
    json_close_array(&json);
    json_open_array(&json, "steps");
    for (size_t k = 0; k < found->nsteps; k++) json_step(&json, found, &found->steps[k]);
    json_close_array(&json);
    json_text(&json, "state", found->state);
    json_close_object(&json);
}
