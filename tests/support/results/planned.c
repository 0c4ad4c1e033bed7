#include "tests/support/results/planned.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "harness/script/judge.h"

char *planned_names[MOST_PLANNED + 1];

static int planned_order(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Variants name engines, which are built into `engines` of the folder of the build. */
static void planned_engines(void)
{
    char path[4096];
    const ssize_t length = readlink("/proc/self/exe", path, sizeof path - 1);
    if (length <= 0) abort();
    path[length] = '\0';
    char *here = strstr(path, "/tests/");
    if (!here || here + sizeof "/engines" > path + sizeof path) abort();
    strcpy(here, "/engines");
    setenv("WARPMARK_ENGINES", path, 1);
}

void planned_find(void)
{
    planned_engines();
    DIR *folder = opendir("experiments");
    size_t count = 0;
    if (!folder) abort();
    for (struct dirent *entry; (entry = readdir(folder));) {
        size_t length = strlen(entry->d_name);
        if (length < 5 || strcmp(entry->d_name + length - 4, ".lua")) continue;
        if (count == MOST_PLANNED) abort();
        planned_names[count] = text_of(entry->d_name);
        planned_names[count++][length - 4] = '\0';
    }
    closedir(folder);
    qsort(planned_names, count, sizeof *planned_names, planned_order);
}

static void planned_ok(enum status status)
{
    if (status == OK) return;
    fprintf(stderr, "%s\n", fail_message());
    abort();
}

void planned_load(const char *name, bool quick, struct experiment *out)
{
    char path[256];
    snprintf(path, sizeof path, "experiments/%s.lua", name);
    const struct script_request request = {.path = path, .quick = quick};
    planned_ok(script_load(&request, out));
}

/* The experiment that was planned last, as most are planned several times in a row. */
static struct {
    char *name; /* NULL: none */
    bool quick;
    struct experiment experiment;
} planned_last;

static void planned_drop(void)
{
    if (!planned_last.name) return;
    experiment_free(&planned_last.experiment);
    free(planned_last.name);
    planned_last.name = NULL;
}

void planned_forget(void)
{
    planned_drop();
    for (size_t k = 0; planned_names[k]; k++) free(planned_names[k]);
}

void planned_begin(const char *name, bool quick, struct results *out)
{
    struct variant *variants = NULL;
    const struct run_request request = {.command = "warpmark"};
    *out = (struct results){0};
    if (!planned_last.name || strcmp(planned_last.name, name) || planned_last.quick != quick) {
        planned_drop();
        planned_load(name, quick, &planned_last.experiment);
        planned_last.name = text_of(name);
        planned_last.quick = quick;
    }
    planned_ok(plan_run(&planned_last.experiment, &request, out, &variants));
    out->ended = text_of(out->started);
    free(variants);
}

void planned_judge(struct results *r)
{
    planned_ok(judge_results(&planned_last.experiment, r));
}

void planned_run(struct results *r, struct result_run *run, const struct made_run *made)
{
    const struct settings *s = &r->settings;
    bool whole =
        s->iterations == 0 || r->variants[run->variant].whole || made->iterations <= s->iterations;
    uint64_t timed = whole ? made->iterations : s->iterations;
    run->status = made->status;
    run->iterations = run->iterations_timed = MISSING;
    run->sample_offset = r->nsamples;
    run->sample_count = 0;
    if (made->status != CASE_OK) return;
    if (whole || s->count_iterations) run->iterations = made->iterations;
    run->extrapolated = !whole;
    if (!whole) run->iterations_timed = timed;
    run->upload = run->download = 0;
    for (uint64_t k = 0; k < s->max_samples && k < made->samples; k++) {
        struct result_sample *sample = APPEND(r->samples, r->nsamples);
        double part = 2 * random_unit(random_bits(seed, made->stream, k)) - 1;
        *sample = result_sample_unknown();
        sample->host = made->per_iteration * (double)timed * (1 + made->noise * part);
        sample->order = r->nsamples - 1;
        if (!whole) sample->iterations = timed;
        run->sample_count++;
    }
}
