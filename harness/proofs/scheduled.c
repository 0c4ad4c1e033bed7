#include "harness/proofs/scheduled.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/output/json.h"
#include "base/output/units.h"
#include "base/text.h"
#include "datasets/schedulers/scheduler.h"
#include "harness/proofs/proof_store.h"
#include "problems/source.h"

enum status scheduled_check(const char *path, bool force)
{
    if (strpbrk(path, ",\n") || !*path)
        return fail(ERROR_INPUT,
                    "--scheduler %s: a source cannot name this file: leave commas out of its name",
                    path);
    return file_probe(path, &kind_scheduler, force);
}

/* *out (new) = the source with the scheduler as its first key. */
static enum status source_of_chain(const struct source *source, const char *text, const char *path,
                                   char **out)
{
    const size_t name = strlen(source->generator ? source->generator->name : source->file);
    return format_text(out, "%.*s:scheduler=%s%s%s", (int)name, text, path, text[name] ? "," : "",
                       text[name] ? text + name + 1 : "");
}

static enum status write_scheduler(const struct problem *problem, const struct source *source,
                                   const char *path, bool force)
{
    enum status status = OK;
    struct chain chain = {0};
    uint32_t *choice = NULL;
    if (problem->asked.inner)
        TRY(fail(ERROR_UNSUPPORTED, "a question inside is about all schedulers, not about one"));
    TRY(optimum_scheduler(problem, &choice));
    TRY(source_chain(source, REWARD_OF_PROPERTY, &chain));
    if (chain_states(&chain) + problem->asked.discounted != proof_length(problem))
        TRY(fail(
            ERROR_UNSUPPORTED,
            "the best choice depends on the path so far, so a scheduler of one choice for each "
            "state has another value"));
    TRY(scheduler_write(&chain, choice, path, force));
out:
    chain_free(&chain);
    free(choice);
    return status;
}

static enum status prove_chain(const char *text, const struct prove_settings *settings,
                               struct scheduled *out)
{
    enum status status = OK;
    struct problem chain = {0};
    struct prove_settings alone = *settings;
    alone.candidate = NULL;
    TRY(problem_open(text, &chain));
    TRY(proof_store_prove(&chain, &alone));
    TRY(certificate_make(&chain, &alone, &out->certificate));
    out->truth = asked_truth(&chain.asked, out->certificate.claim.low, out->certificate.claim.high);
out:
    problem_free(&chain);
    return status;
}

enum status scheduled_make(const struct problem *problem, const struct prove_settings *settings,
                           const char *path, bool force, struct scheduled *out)
{
    enum status status = OK;
    struct source source = {0};
    char *text = NULL;
    *out = (struct scheduled){.path = path};
    TRY(source_parse(problem->source, &source));
    status = write_scheduler(problem, &source, path, force);
    if (status == ERROR_UNSUPPORTED) {
        snprintf(out->why, sizeof out->why, "%s", fail_message());
        status = OK;
        goto out;
    }
    TRY(status);
    TRY(source_of_chain(&source, problem->source, path, &text));
    TRY(prove_chain(text, settings, out));
out:
    source_free(&source);
    free(text);
    return status;
}

void scheduled_print(const struct scheduled *scheduled)
{
    const struct proof_claim *claim = &scheduled->certificate.claim;
    if (!scheduled->path) return;
    printf("%-12s %s: ", "scheduler", *scheduled->why ? "none" : scheduled->path);
    if (*scheduled->why) printf("%s\n", scheduled->why);
    else if (scheduled->truth) printf("with it, this is %s\n", scheduled->truth);
    else if (isnan(claim->low)) printf("nothing is proven of its value\n");
    else if (isinf(claim->low)) printf("its value is infinite\n");
    else
        printf("its value is from %s to %s\n", exact_number(claim->low).text,
               exact_number(claim->high).text);
}

void scheduled_print_json(struct json *json, const struct scheduled *scheduled)
{
    const struct proof_claim *claim = &scheduled->certificate.claim;
    const char *why = *scheduled->why ? scheduled->why : scheduled->certificate.why;
    if (!scheduled->path) return;
    json_open_object(json, "scheduler");
    json_text(json, "file", *scheduled->why ? NULL : scheduled->path);
    json_text(json, "note", *why ? why : NULL);
    json_number(json, "value", *scheduled->why ? NAN : claim->value);
    json_number(json, "value_low", *scheduled->why ? NAN : claim->low);
    json_number(json, "value_high", *scheduled->why ? NAN : claim->high);
    json_close_object(json);
}
