#include "harness/campaign/status.h"

#include <dirent.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/output/json.h"
#include "base/output/units.h"
#include "base/process/clock.h"
#include "harness/campaign/beat.h"
#include "harness/campaign/gather.h"
#include "harness/campaign/slurm.h"
#include "harness/run/pace.h"
#include "harness/run/run.h"

/* Cases of one experiment. */
struct counted {
    size_t cases, done, running, open, lost, missing; /* missing: done, but not in the file */
    size_t status[NCASE_STATUSES];
    double left; /* s that one task would need; NaN: unknown */
};

struct task_seen {
    char *name, *end, *host;
    size_t done, taken; /* portions */
    size_t portion;     /* portion that it has, if taken > 0 */
    bool lives;
};

struct seen {
    const struct campaign *campaign;
    struct portion_claim *claims;
    struct counted *counted;        /* for each experiment */
    char **now;                     /* for each portion that is taken: its problem */
    size_t ntasks, living, waiting; /* waiting: in Slurm's queue */
    struct task_seen *tasks;
};

/* Cases */

/* Time that a case took in s, from its record. */
static double taken_by(const struct results *r, const struct result_run *run)
{
    const struct result_sample *sample = run_samples(r, run);
    double sum = 0;
    const double phases[] = {run->layout, run->upload, run->download, run->verify};
    for (size_t k = 0; k < sizeof phases / sizeof *phases; k++)
        if (phases[k] > 0) sum += phases[k];
    for (uint64_t k = 0; k < run->sample_count; k++) sum += sample[k].host;
    if (run->sample_count) sum += (double)run->warmup * sample->host;
    return sum;
}

static void pace_learn_run(struct pace *pace, const struct results *r, const struct result_run *run)
{
    const double taken = taken_by(r, run);
    const bool timed = run->sample_count && !run->extrapolated;
    if (!run->sample_count) pace_learn_absent(pace, run->variant);
    else
        pace_learn(pace, run->variant, run->problem, taken,
                   timed ? run_samples(r, run)->host : taken);
}

static double time_left(const struct results *plan, const struct gathered *gathered,
                        const struct choice *choices, struct pace *pace)
{
    double left = 0;
    for (size_t k = 0; k < plan->nruns; k++) {
        if (choices[k].file == gathered->count) continue;
        const struct results *r = &gathered->files[choices[k].file].results;
        pace_learn_run(pace, r, &r->runs[choices[k].first]);
    }
    for (size_t k = 0; k < plan->nruns; k++)
        if (choices[k].file == gathered->count)
            left += pace_guess(pace, plan->runs[k].variant, plan->runs[k].problem) *
                    (double)run_first_processes(&plan->settings);
    return left;
}

static void count_cases(const struct results *plan, const struct gathered *gathered,
                        const struct choice *choices, struct counted *out)
{
    for (size_t k = 0; k < plan->nruns; k++) {
        const struct choice *choice = &choices[k];
        const enum claim_state state = choice->claim ? choice->claim->state : CLAIM_OPEN;
        out->cases++;
        if (choice->file < gathered->count) {
            out->done++;
            out->status[gathered->files[choice->file].results.runs[choice->first].status]++;
        } else if (state == CLAIM_TAKEN) out->running++;
        else if (state == CLAIM_OPEN) out->open++;
        else if (state == CLAIM_LOST) out->lost++;
        else out->missing++;
    }
}

static enum status name_taken(struct seen *s, size_t experiment, const struct results *plan)
{
    for (size_t k = 0; k < s->campaign->nportions; k++) {
        const struct portion *portion = &s->campaign->portions[k];
        if (portion->experiment != experiment || s->claims[k].state != CLAIM_TAKEN) continue;
        if (portion->problem >= plan->nproblems) continue;
        MUST(format_text(&s->now[k], "%s, %zu cases", plan->problems[portion->problem].label,
                         portion->count));
    }
    return OK;
}

static enum status look_at_experiment(struct seen *s, size_t k)
{
    enum status status = OK;
    struct results plan = {0};
    struct gathered gathered = {0};
    struct choice *choices = NULL;
    struct pace pace = {0};
    TRY(campaign_plan(s->campaign, k, &plan));
    TRY(gather(s->campaign, k, &plan, &gathered));
    TRY(gathered_choose(&gathered, s->campaign, k, &plan, s->claims, &choices));
    count_cases(&plan, &gathered, choices, &s->counted[k]);
    TRY(pace_begin(&plan, &pace));
    s->counted[k].left = time_left(&plan, &gathered, choices, &pace);
    TRY(name_taken(s, k, &plan));
out:
    pace_free(&pace);
    free(choices);
    gathered_free(&gathered);
    results_free(&plan);
    return status;
}

/* Tasks */

static int task_by_name(const void *a, const void *b)
{
    return strcmp(((const struct task_seen *)a)->name, ((const struct task_seen *)b)->name);
}

static enum status add_task(struct seen *s, const char *name)
{
    MUST(reallocate(&s->tasks, s->ntasks + 1, sizeof *s->tasks, "tasks"));
    struct task_seen *task = &s->tasks[s->ntasks++];
    *task = (struct task_seen){0};
    MUST(copy_text(name, &task->name));
    MUST(task_told(s->campaign, name, &task->end, &task->host));
    for (size_t k = 0; k < s->campaign->nportions; k++) {
        const struct portion_claim *claim = &s->claims[k];
        if (strcmp(claim->task, name)) continue;
        task->done += claim->state == CLAIM_DONE;
        task->taken += claim->state == CLAIM_TAKEN;
        if (claim->state == CLAIM_TAKEN) task->portion = k;
    }
    return OK;
}

static enum status find_tasks(struct seen *s)
{
    enum status status = OK;
    char *path = NULL;
    DIR *folder = NULL;
    TRY(format_text(&path, "%s/tasks", s->campaign->dir));
    folder = opendir(path);
    if (!folder) TRY(fail(ERROR_IO, "%s: %s", path, strerror(errno)));
    for (const struct dirent *entry; (entry = readdir(folder));)
        if (entry->d_name[0] != '.' && campaign_entry_is(folder, entry, S_IFDIR))
            TRY(add_task(s, entry->d_name));
    if (s->ntasks) qsort(s->tasks, s->ntasks, sizeof *s->tasks, task_by_name);
out:
    if (folder) closedir(folder);
    free(path);
    return status;
}

/* Finds the tasks that live. Those that report that they run must show it within some beats. */
static enum status find_living(struct seen *s)
{
    enum status status = OK;
    struct watch watch = {.dir = s->campaign->dir};
    const double interval = beat_interval(s->campaign->lease), end = clock_now() + 3 * interval;
    for (bool waits = true; waits;) {
        waits = false;
        for (size_t k = 0; k < s->ntasks; k++) {
            struct watched *task;
            if (strcmp(s->tasks[k].end, "running")) continue;
            TRY(watch_look(&watch, s->tasks[k].name, &task));
            s->tasks[k].lives = task->different > 0;
            waits |= !task->different;
        }
        waits = waits && clock_now() < end;
        if (waits) usleep((useconds_t)(1e6 * interval / 4));
    }
    for (size_t k = 0; k < s->ntasks; k++) s->living += s->tasks[k].lives;
out:
    watch_free(&watch);
    return status;
}

static const char *doing(const struct task_seen *task)
{
    return strcmp(task->end, "running") ? task->end : task->lives ? "running" : "lost";
}

/* Messages */

static double left_of(const struct seen *s)
{
    double left = 0;
    for (size_t k = 0; k < s->campaign->nexperiments; k++)
        if (s->counted[k].done < s->counted[k].cases) left += s->counted[k].left;
    return s->living ? left / (double)s->living : NAN;
}

static void print_counts(const char *name, const struct counted *c)
{
    const char *before = " (";
    printf("%s: %zu of %zu cases done", name, c->done, c->cases);
    for (int k = 0; k < NCASE_STATUSES; k++) {
        if (!c->status[k]) continue;
        printf("%s%zu %s", before, c->status[k], case_status_names[k]);
        before = ", ";
    }
    printf("%s, %zu running, %zu open", c->done ? ")" : "", c->running, c->open);
    if (c->lost) printf(", %zu given up", c->lost);
    if (c->missing) printf(", %zu not in the file of their task", c->missing);
    putchar('\n');
}

static void status_print_text(const struct seen *s)
{
    const double left = left_of(s);
    for (size_t k = 0; k < s->campaign->nexperiments; k++)
        print_counts(s->campaign->experiments[k].name, &s->counted[k]);
    for (size_t k = 0; k < s->ntasks; k++) {
        const struct task_seen *task = &s->tasks[k];
        printf("  task %s on %s: %zu portions done, %s", task->name, task->host, task->done,
               doing(task));
        if (task->taken && s->now[task->portion]) printf(": %s", s->now[task->portion]);
        putchar('\n');
    }
    if (s->waiting) printf("  %zu tasks wait in Slurm's queue\n", s->waiting);
    if (left > 0) printf("about %s left with %zu tasks\n", human_seconds(left).text, s->living);
}

static void status_print_json(const struct seen *s)
{
    struct json json = {.out = stdout};
    json_open_object(&json, NULL);
    json_text(&json, "campaign", s->campaign->dir);
    json_number(&json, "left", left_of(s));
    json_count(&json, "waiting", s->waiting);
    json_open_array(&json, "experiments");
    for (size_t k = 0; k < s->campaign->nexperiments; k++) {
        const struct counted *c = &s->counted[k];
        json_open_object(&json, NULL);
        json_text(&json, "name", s->campaign->experiments[k].name);
        json_count(&json, "cases", c->cases);
        json_count(&json, "done", c->done);
        json_count(&json, "running", c->running);
        json_count(&json, "open", c->open);
        json_count(&json, "given_up", c->lost);
        json_count(&json, "missing", c->missing);
        for (int i = 0; i < NCASE_STATUSES; i++)
            if (c->status[i]) json_count(&json, case_status_names[i], c->status[i]);
        json_close_object(&json);
    }
    json_close_array(&json);
    json_open_array(&json, "tasks");
    for (size_t k = 0; k < s->ntasks; k++) {
        const struct task_seen *task = &s->tasks[k];
        json_open_object(&json, NULL);
        json_text(&json, "name", task->name);
        json_text(&json, "host", task->host);
        json_text(&json, "state", doing(task));
        json_count(&json, "portions", task->done);
        json_text(&json, "now", task->taken ? s->now[task->portion] : NULL);
        json_close_object(&json);
    }
    json_close_array(&json);
    json_close_object(&json);
}

static void seen_free(struct seen *s)
{
    for (size_t k = 0; k < s->ntasks; k++) {
        free(s->tasks[k].name);
        free(s->tasks[k].end);
        free(s->tasks[k].host);
    }
    for (size_t k = 0; s->now && k < s->campaign->nportions; k++) free(s->now[k]);
    free(s->tasks);
    free(s->now);
    free(s->counted);
    free(s->claims);
}

enum status campaign_status(const struct campaign *campaign, bool json)
{
    enum status status = OK;
    struct seen s = {.campaign = campaign};
    TRY(claims_read(campaign->dir, campaign->nportions, &s.claims));
    TRY(allocate_zeroed(campaign->nexperiments, sizeof *s.counted, "cases", &s.counted));
    TRY(allocate_zeroed(campaign->nportions, sizeof *s.now, "portions", &s.now));
    for (size_t k = 0; k < campaign->nexperiments; k++) TRY(look_at_experiment(&s, k));
    TRY(find_tasks(&s));
    TRY(find_living(&s));
    TRY(slurm_waiting(campaign, &s.waiting));
    (json ? status_print_json : status_print_text)(&s);
out:
    seen_free(&s);
    return status;
}
