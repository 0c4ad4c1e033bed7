#include "harness/campaign/collect.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "harness/campaign/gather.h"
#include "harness/exit_code.h"
#include "harness/run/run.h"
#include "harness/script/judge.h"
#include "store/facts.h"
#include "store/journal/journal.h"
#include "store/journal/merge.h"
#include "store/results_diff.h"

/* State of collecting one experiment. */
struct collection {
    const struct campaign *campaign;
    const struct collect_request *request;
    size_t experiment;
    struct results plan;
    struct gathered gathered;
    struct choice *choices; /* for each run of the plan */
    size_t *kind;           /* for each file: its kind of machine, from 0 */
    size_t nkinds;
    size_t *cases;  /* for each kind: cases that it has measured */
    char **path;    /* for each kind: its file */
    size_t missing; /* cases */
    int code;
};

/* Kinds of machines */

/* Finds the first file of the same kind before file f; f itself if there is none. */
static enum status first_alike(const struct collection *c, size_t f, size_t *out)
{
    for (*out = 0; *out < f; ++*out) {
        const struct task_file *a = &c->gathered.files[*out], *b = &c->gathered.files[f];
        const char *what;
        bool other_place;
        if (c->kind[*out] == c->gathered.count) continue;
        MUST(experiment_difference(&a->results, &b->results, &what, &other_place));
        if (!what) return OK;
    }
    return OK;
}

/* Numbers the kinds of machines. A kind without any case that counts has no number. */
static enum status find_kinds(struct collection *c)
{
    const size_t count = c->gathered.count;
    size_t *used = NULL;
    enum status status = OK;
    TRY(allocate_zeroed(count, sizeof *used, "files of tasks", &used));
    TRY(allocate_zeroed(count, sizeof *c->kind, "files of tasks", &c->kind));
    TRY(allocate_zeroed(count, sizeof *c->cases, "files of tasks", &c->cases));
    for (size_t k = 0; k < c->plan.nruns; k++)
        if (c->choices[k].file < count) used[c->choices[k].file]++;
    for (size_t f = 0; f < count; f++) {
        size_t first;
        c->kind[f] = count;
        if (!used[f]) continue;
        TRY(first_alike(c, f, &first));
        c->kind[f] = first < f && c->kind[first] < count ? c->kind[first] : c->nkinds++;
        c->cases[c->kind[f]] += used[f];
    }
out:
    free(used);
    return status;
}

static enum status name_files(struct collection *c)
{
    const char *folder = c->request->folder;
    const char *name = c->campaign->experiments[c->experiment].name;
    MUST(allocate_zeroed(c->nkinds, sizeof *c->path, "names", &c->path));
    for (size_t k = 0; k < c->nkinds; k++) {
        if (c->nkinds == 1) MUST(format_text(&c->path[k], "%s/%s.h5", folder, name));
        else MUST(format_text(&c->path[k], "%s/%s-%zu.h5", folder, name, k + 1));
        MUST(results_probe(c->path[k], c->request->force));
    }
    return OK;
}

/* Files */

/* Drops the runs of a file that do not count. Both its runs and the plan's are in order. */
static void keep_chosen(struct collection *c, size_t file)
{
    struct results *r = &c->gathered.files[file].results;
    size_t kept = 0, planned = 0;
    for (size_t k = 0; k < r->nruns; k++) {
        while (planned < c->plan.nruns && case_compare(&c->plan.runs[planned], &r->runs[k]) < 0)
            planned++;
        if (planned < c->plan.nruns && c->choices[planned].file == file &&
            !case_compare(&c->plan.runs[planned], &r->runs[k]))
            r->runs[kept++] = r->runs[k];
        else result_run_clear(&r->runs[k]);
    }
    r->nruns = kept;
    r->interrupted = false;
}

/* Adds a row for a case that machines of this kind have not measured. */
static enum status add_absent(const struct collection *c, size_t k, struct results *out)
{
    const struct choice *choice = &c->choices[k];
    struct result_run *run = &out->runs[out->nruns++];
    char *note = NULL;
    MUST(run_not_started(c->plan.runs[k].problem, c->plan.runs[k].variant, run));
    run->sample_offset = out->nsamples;
    if (choice->file == c->gathered.count) {
        out->interrupted = true;
        MUST(choice_reason(&c->gathered, c->campaign, choice, &note));
    } else {
        run->status = CASE_SKIPPED;
        const char *path = c->path[c->kind[choice->file]], *slash = strrchr(path, '/');
        MUST(format_text(&note, "measured on another kind of machine: %s",
                         slash ? slash + 1 : path));
    }
    free(run->note);
    run->note = note;
    return OK;
}

static int by_plan(const void *a, const void *b)
{
    return run_compare(a, b);
}

static enum status add_absents(const struct collection *c, size_t kind, struct results *out)
{
    MUST(reallocate(&out->runs, out->nruns + c->plan.nruns, sizeof *out->runs, "the runs"));
    for (size_t k = 0; k < c->plan.nruns; k++) {
        const size_t file = c->choices[k].file;
        if (file == c->gathered.count || c->kind[file] != kind) MUST(add_absent(c, k, out));
    }
    if (out->nruns) qsort(out->runs, out->nruns, sizeof *out->runs, by_plan);
    return OK;
}

/* Copies facts about problems, other than times, from machines of other kinds. */
static enum status learn_problems(const struct collection *c, struct results *out)
{
    for (size_t f = 0; f < c->gathered.count; f++) {
        const struct results *r = &c->gathered.files[f].results;
        for (size_t p = 0; p < r->nproblems && p < out->nproblems; p++) {
            struct result_problem *problem = &out->problems[p];
            if (*problem->kind || !*r->problems[p].kind) continue;
            MUST(result_problem_learn(problem, &r->problems[p]));
            problem->generate = problem->reduce = problem->prove_inside = problem->prove = NAN;
        }
    }
    return OK;
}

/* Collects shallow copies of the results of one kind. parts, names: room for all files. */
static size_t parts_of_kind(const struct collection *c, size_t kind, struct results *parts,
                            const char **names)
{
    size_t count = 0;
    for (size_t f = 0; f < c->gathered.count; f++) {
        if (c->kind[f] != kind) continue;
        parts[count] = c->gathered.files[f].results;
        names[count++] = c->gathered.files[f].task;
    }
    return count;
}

/* Judges by the campaign's script, as it is now. */
static enum status judge_kind(const struct collection *c, struct results *merged)
{
    const char *script = c->campaign->experiments[c->experiment].script;
    char *path;
    MUST(format_text(&path, "%s%s%s", *script == '/' ? "" : c->campaign->folder,
                     *script == '/' ? "" : "/", script));
    const enum status status = judge_with(path, merged);
    free(path);
    if (status != OK && status != ERROR_HOST_MEMORY)
        printf("  nothing is judged: %s\n", fail_message());
    return status == ERROR_HOST_MEMORY ? status : OK;
}

static enum status write_kind(const struct collection *c, size_t kind, struct results *merged)
{
    enum status status = OK;
    struct results *parts = NULL;
    const char **names = NULL;
    TRY(allocate(c->gathered.count, sizeof *parts, "the parts", &parts));
    TRY(allocate(c->gathered.count, sizeof *names, "the parts", &names));
    TRY(results_merge(parts_of_kind(c, kind, parts, names), parts, names, false, merged));
    TRY(learn_problems(c, merged));
    TRY(add_absents(c, kind, merged));
    TRY(judge_kind(c, merged));
    TRY((c->request->force ? results_write : results_create)(c->path[kind], merged));
out:
    free(names);
    free(parts);
    return status;
}

/* Messages */

static void say_statuses(const struct results *results)
{
    size_t count[NCASE_STATUSES] = {0};
    const char *before = ": ";
    for (size_t k = 0; k < results->nruns; k++) count[results->runs[k].status]++;
    count[CASE_INTERRUPTED] = 0;
    for (int k = 0; k < NCASE_STATUSES; k++) {
        if (!count[k]) continue;
        printf("%s%zu %s", before, count[k], case_status_names[k]);
        before = ", ";
    }
}

static void say_kind(const struct collection *c, size_t kind, const struct results *merged)
{
    size_t tasks = 0;
    for (size_t f = 0; f < c->gathered.count; f++) tasks += c->kind[f] == kind;
    printf("  %s: %zu cases by %zu task%s", c->path[kind], c->cases[kind], tasks,
           tasks == 1 ? "" : "s");
    say_statuses(merged);
    printf("\n    %s\n", fact_value(merged->machine, merged->nmachine, "key"));
}

static void say_twice(const struct collection *c)
{
    size_t twice = 0;
    for (size_t k = 0; k < c->plan.nruns; k++) twice += c->choices[k].records > 1;
    if (twice)
        printf("  measured more than once, because a task was taken for lost or cases were to be "
               "measured again, so that one record of each counts: %zu cases\n",
               twice);
}

static enum status say_missing(const struct collection *c)
{
    for (size_t k = 0; k < c->plan.nruns; k++) {
        const struct result_run *run = &c->plan.runs[k];
        char *reason;
        if (c->choices[k].file < c->gathered.count) continue;
        MUST(choice_reason(&c->gathered, c->campaign, &c->choices[k], &reason));
        printf("  missing: %s  %s: %s\n", c->plan.problems[run->problem].label,
               c->plan.variants[run->variant].name, reason);
        free(reason);
    }
    return OK;
}

/* Experiments */

static void learn_code(struct collection *c, const struct results *merged)
{
    char words[512], *expected[NCASE_STATUSES], *at = words;
    struct experiment e = {.expected = expected};
    snprintf(words, sizeof words, "%s", c->campaign->experiments[c->experiment].expected);
    for (char *word; (word = strsep(&at, " ")) && e.nexpected < NCASE_STATUSES;)
        if (*word) expected[e.nexpected++] = word;
    const int code = run_exit_code(&e, merged);
    if (code > c->code) c->code = code;
}

static enum status collect_kinds(struct collection *c)
{
    enum status status = OK;
    struct results merged = {0};
    for (size_t f = 0; f < c->gathered.count; f++)
        if (c->kind[f] < c->nkinds) keep_chosen(c, f);
    for (size_t kind = 0; kind < c->nkinds; kind++) {
        TRY(write_kind(c, kind, &merged));
        say_kind(c, kind, &merged);
        learn_code(c, &merged);
        results_free(&merged);
    }
out:
    results_free(&merged);
    return status;
}

static void collection_free(struct collection *c)
{
    for (size_t k = 0; c->path && k < c->nkinds; k++) free(c->path[k]);
    free(c->path);
    free(c->cases);
    free(c->kind);
    free(c->choices);
    gathered_free(&c->gathered);
    results_free(&c->plan);
}

static enum status collect_experiment(struct collection *c, const struct portion_claim *claims)
{
    MUST(campaign_plan(c->campaign, c->experiment, &c->plan));
    MUST(gather(c->campaign, c->experiment, &c->plan, &c->gathered));
    MUST(gathered_choose(&c->gathered, c->campaign, c->experiment, &c->plan, claims, &c->choices));
    MUST(find_kinds(c));
    MUST(name_files(c));
    for (size_t k = 0; k < c->plan.nruns; k++)
        c->missing += c->choices[k].file == c->gathered.count;
    printf("%s: %zu of %zu cases\n", c->campaign->experiments[c->experiment].name,
           c->plan.nruns - c->missing, c->plan.nruns);
    MUST(collect_kinds(c));
    say_twice(c);
    MUST(say_missing(c));
    if (c->missing) c->code = EXIT_INTERRUPTED;
    return OK;
}

enum status campaign_collect(const struct campaign *campaign, const struct collect_request *request,
                             int *code)
{
    enum status status = OK;
    struct portion_claim *claims = NULL;
    *code = EXIT_FINE;
    TRY(claims_read(campaign->dir, campaign->nportions, &claims));
    for (size_t k = 0; k < campaign->nexperiments; k++) {
        struct collection c = {.campaign = campaign, .request = request, .experiment = k};
        status = collect_experiment(&c, claims);
        if (c.code > *code) *code = c.code;
        collection_free(&c);
        TRY(status);
    }
out:
    free(claims);
    return status;
}
