#include "tests/support/made/made_results.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void made(enum status status)
{
    if (status == OK) return;
    fprintf(stderr, "%s\n", fail_message());
    abort();
}

char *made_text(const char *text)
{
    char *copy;
    made(copy_text(text, &copy));
    return copy;
}

struct results made_results(const char *started, const char *commit, const char *machine,
                            const char *compiler)
{
    struct results r = {.name = made_text("nightly"), .title = made_text("")};
    r.path = made_text("nightly.lua"), r.script = made_text(""), r.options = made_text("");
    r.command = made_text("warpmark run nightly"), r.started = made_text(started),
    r.ended = made_text(started);
    r.git_commit = made_text(commit), r.settings = default_settings;
    made(allocate(2, sizeof *r.machine, "facts", &r.machine));
    r.machine[r.nmachine++] = (struct fact){made_text("key"), made_text(machine)};
    r.machine[r.nmachine++] = (struct fact){made_text("now_load"), made_text(started)};
    made(allocate(1, sizeof *r.build, "facts", &r.build));
    r.build[r.nbuild++] = (struct fact){made_text("compiler"), made_text(compiler)};
    return r;
}

size_t made_problem(struct results *r, const char *label)
{
    for (size_t k = 0; k < r->nproblems; k++)
        if (!strcmp(r->problems[k].label, label)) return k;
    made(reallocate(&r->problems, r->nproblems + 1, sizeof *r->problems, "problems"));
    r->problems[r->nproblems] = (struct result_problem){.source = made_text(label),
                                                        .label = made_text(label),
                                                        .kind = made_text("linear"),
                                                        .prove = NAN};
    return r->nproblems++;
}

static size_t made_variant(struct results *r, const char *name)
{
    for (size_t k = 0; k < r->nvariants; k++)
        if (!strcmp(r->variants[k].name, name)) return k;
    made(reallocate(&r->variants, r->nvariants + 1, sizeof *r->variants, "variants"));
    r->variants[r->nvariants] =
        (struct result_variant){made_text(name), made_text(""), made_text(""), made_text(""),
                                made_text(""),   made_text(""), false};
    return r->nvariants++;
}

struct result_run *made_case(struct results *r, const char *problem, const char *variant,
                             enum case_status status, double seconds)
{
    struct result_run run = result_run_unknown();
    size_t count = status == CASE_OK ? MADE_SAMPLES : 0;
    run.problem = made_problem(r, problem), run.variant = made_variant(r, variant);
    run.status = status, run.note = made_text(""), run.fingerprint = made_text("");
    run.proof_note = made_text("");
    run.sample_offset = r->nsamples, run.sample_count = count;
    made(reallocate(&r->samples, r->nsamples + count, sizeof *r->samples, "samples"));
    for (size_t k = 0; k < count; k++) {
        struct result_sample *sample = &r->samples[r->nsamples++];
        *sample = result_sample_unknown();
        sample->host = seconds * (1 + 0.002 * ((double)k - MADE_SAMPLES / 2));
    }
    made(reallocate(&r->runs, r->nruns + 1, sizeof *r->runs, "runs"));
    r->runs[r->nruns] = run;
    return &r->runs[r->nruns++];
}
