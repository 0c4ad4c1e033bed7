#define _GNU_SOURCE /* gethostname */
#include "harness/campaign/work.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/memory.h"
#include "base/process/clock.h"
#include "base/process/interrupt.h"
#include "harness/campaign/beat.h"
#include "harness/campaign/claim.h"
#include "harness/campaign/gather.h"
#include "harness/run/run.h"
#include "store/results_diff.h"

struct campaign_task {
    struct campaign campaign;
    char name[TASK_LENGTH], *folder, *command;
    struct beat beat;
    struct watch watch;
    size_t experiment; /* the one that is being measured */
    bool checked;      /* its plan was compared with that of the campaign */
    struct portion_claim claim;
    bool has; /* holds a claim */
    size_t done;
};

/* Status files of the task */

static enum status say(const struct campaign_task *task, const char *name, const char *text)
{
    enum status status = OK;
    char *path = NULL, *line = NULL;
    TRY(format_text(&path, "%s/%s", task->folder, name));
    TRY(format_text(&line, "%s\n", text));
    TRY(file_store(path, &any_file, line, strlen(line)));
out:
    free(path);
    free(line);
    return status;
}

/* Makes the task's name: HOST-PID, or JOB-TASK of an array with Slurm; with a number if a task had
 * that name before. */
static void name_task(char *out, size_t size, const char *host, unsigned again)
{
    const char *job = getenv("SLURM_ARRAY_JOB_ID"), *index = getenv("SLURM_ARRAY_TASK_ID");
    const int length = job && index ? snprintf(out, size, "slurm-%.20s-%.20s", job, index)
                                    : snprintf(out, size, "%.60s-%ld", host, (long)getpid());
    if (again && length > 0) snprintf(out + length, size - (size_t)length, "-%u", again + 1);
}

static enum status make_task_folder(struct campaign_task *task, const char *host)
{
    for (unsigned again = 0;; again++) {
        name_task(task->name, sizeof task->name, host, again);
        MUST(format_text(&task->folder, "%s/tasks/%s", task->campaign.dir, task->name));
        if (mkdir(task->folder, 0777) == 0) return OK;
        if (errno != EEXIST) return fail(ERROR_IO, "%s: %s", task->folder, strerror(errno));
        free(task->folder);
        task->folder = NULL;
    }
}

static enum status task_begin(struct campaign_task *task, const struct work_request *request)
{
    enum status status = OK;
    char host[256] = "", *path = NULL;
    const char *node = getenv("SLURMD_NODENAME");
    gethostname(host, sizeof host - 1);
    if (node) snprintf(host, sizeof host, "%s", node);
    TRY(make_task_folder(task, host));
    TRY(say(task, "host", host));
    TRY(say(task, "end", "running"));
    TRY(format_text(&path, "%s/beat", task->folder));
    TRY(beat_start(path, beat_interval(task->campaign.lease), request->leash, &task->beat));
    fprintf(stderr, "task %s on %s\n", task->name, host);
out:
    free(path);
    return status;
}

static void task_finish(struct campaign_task *task, enum status status)
{
    char why[768];
    if (!task->folder) return;
    if (status == OK) snprintf(why, sizeof why, "ended");
    else if (status == ERROR_INTERRUPTED) snprintf(why, sizeof why, "stopped");
    else snprintf(why, sizeof why, "failed: %.700s", fail_message());
    if (say(task, "end", why) != OK) fprintf(stderr, "%s\n", fail_message());
    beat_stop(&task->beat);
}

/* Claims */

static enum status portion_take(struct campaign_task *task, const struct portion_claim *claim,
                                bool lost, bool *taken)
{
    struct portion_claim mine = *claim;
    mine.state = CLAIM_TAKEN;
    mine.owners += lost;
    mine.lost += lost;
    snprintf(mine.task, sizeof mine.task, "%s", task->name);
    if (mine.lost >= MOST_LOST) {
        mine.state = CLAIM_LOST;
        snprintf(mine.task, sizeof mine.task, "%s", claim->task);
    }
    MUST(claim_move(task->campaign.dir, claim, &mine, taken));
    if (mine.state == CLAIM_LOST && *taken)
        fprintf(stderr, "portion %zu is given up: %u tasks were lost with it\n", mine.portion,
                mine.lost);
    *taken = *taken && mine.state == CLAIM_TAKEN;
    if (!*taken) return OK;
    task->claim = mine;
    task->has = true;
    return OK;
}

static enum status give_back(struct campaign_task *task)
{
    struct portion_claim open = task->claim;
    bool moved;
    if (!task->has) return OK;
    task->has = false;
    open.state = CLAIM_OPEN;
    open.owners++;
    return claim_move(task->campaign.dir, &task->claim, &open, &moved);
}

static enum status portion_complete(struct campaign_task *task)
{
    struct portion_claim done = task->claim;
    bool moved;
    done.state = CLAIM_DONE;
    task->has = false;
    task->done++;
    MUST(claim_move(task->campaign.dir, &task->claim, &done, &moved));
    if (!moved)
        fprintf(stderr,
                "portion %zu was taken over by another task, which took this one for lost\n",
                done.portion);
    return OK;
}

static bool is_of(const struct campaign_task *task, const struct portion_claim *claim)
{
    const struct campaign *c = &task->campaign;
    return claim->portion < c->nportions &&
           c->portions[claim->portion].experiment == task->experiment;
}

static enum status take_open(struct campaign_task *task)
{
    enum status status = OK;
    struct portion_claim *open = NULL;
    size_t count;
    bool taken = false;
    TRY(claims_list(task->campaign.dir, CLAIM_OPEN, &open, &count));
    for (size_t k = 0; k < count && !taken; k++)
        if (is_of(task, &open[k])) TRY(portion_take(task, &open[k], false, &taken));
out:
    free(open);
    return status;
}

/* Takes over a claim of a task that is lost. *waits: some owner has not shown yet that it lives. */
static enum status take_lost(struct campaign_task *task, bool *waits)
{
    enum status status = OK;
    struct portion_claim *owned = NULL;
    size_t count;
    *waits = false;
    TRY(claims_list(task->campaign.dir, CLAIM_TAKEN, &owned, &count));
    for (size_t k = 0; k < count && !task->has; k++) {
        struct watched *owner;
        bool taken;
        if (!is_of(task, &owned[k]) || !strcmp(owned[k].task, task->name)) continue;
        TRY(watch_look(&task->watch, owned[k].task, &owner));
        const bool lost = clock_now() - owner->since >= task->campaign.lease;
        if (lost) TRY(portion_take(task, &owned[k], true, &taken));
        if (lost && taken)
            fprintf(stderr, "task %s is lost: portion %zu is taken over\n", owned[k].task,
                    owned[k].portion);
        *waits |= !lost && !owner->different;
    }
out:
    free(owned);
    return status;
}

static enum status next_claim(struct campaign_task *task)
{
    const double interval = beat_interval(task->campaign.lease);
    for (bool waits = true; waits && !task->has && !interrupted();) {
        MUST(take_open(task));
        if (task->has) break;
        MUST(take_lost(task, &waits));
        if (waits && !task->has) usleep((useconds_t)(1e6 * interval / 2));
    }
    return OK;
}

/* Portions */

/* For a claim that another task held before: keeps only the variants that no task has finished. */
static enum status leave_out_finished(struct campaign_task *task, const struct results *plan,
                                      const struct portion *portion, bool *variants, bool *any)
{
    enum status status = OK;
    struct gathered gathered = {0};
    bool retry;
    TRY(claim_retries(task->campaign.dir, &task->claim, &retry));
    TRY(gather(&task->campaign, task->experiment, plan, &gathered));
    *any = false;
    for (size_t k = 0; k < portion->count; k++) {
        bool *wanted = &variants[portion->variants[k]];
        *wanted = !gathered_has(&gathered, portion->problem, portion->variants[k], retry);
        *any |= *wanted;
    }
out:
    gathered_free(&gathered);
    return status;
}

static enum status check_plan(struct campaign_task *task, const struct results *plan)
{
    enum status status = OK;
    struct results planned = {0};
    const char *what;
    bool other_place;
    if (task->checked) return OK;
    TRY(campaign_plan(&task->campaign, task->experiment, &planned));
    TRY(experiment_difference(&planned, plan, &what, &other_place));
    if (what && !other_place)
        TRY(fail(ERROR_INPUT, "%s has changed since the submit: %s differ. Submit it anew",
                 task->campaign.experiments[task->experiment].script, what));
    task->checked = true;
out:
    results_free(&planned);
    return status;
}

static enum status check_portion(const struct campaign_task *task, const struct portion *portion,
                                 const struct results *plan)
{
    bool fits = portion->problem < plan->nproblems;
    for (size_t k = 0; k < portion->count; k++) fits &= portion->variants[k] < plan->nvariants;
    if (fits) return OK;
    return fail(ERROR_DAMAGED, "%s/campaign is damaged: portion %zu", task->campaign.dir,
                task->claim.portion);
}

static enum status deal_next(void *context, const struct results *plan, size_t *problem,
                             bool *variants, bool *any)
{
    struct campaign_task *task = context;
    MUST(check_plan(task, plan));
    for (*any = false; !*any;) {
        MUST(next_claim(task));
        if (!task->has) return OK;
        const struct portion *portion = &task->campaign.portions[task->claim.portion];
        MUST(check_portion(task, portion, plan));
        memset(variants, 0, plan->nvariants * sizeof *variants);
        for (size_t k = 0; k < portion->count; k++) variants[portion->variants[k]] = true;
        *problem = portion->problem;
        *any = portion->count > 0;
        if (task->claim.owners) MUST(leave_out_finished(task, plan, portion, variants, any));
        if (!*any) MUST(portion_complete(task));
    }
    return OK;
}

static enum status deal_ended(void *context)
{
    struct campaign_task *task = context;
    return interrupted() ? give_back(task) : portion_complete(task);
}

/* Experiments */

static enum status any_left(const struct campaign_task *task, bool *out)
{
    *out = false;
    for (enum claim_state state = CLAIM_OPEN; state <= CLAIM_TAKEN; state++) {
        struct portion_claim *claims = NULL;
        size_t count;
        MUST(claims_list(task->campaign.dir, state, &claims, &count));
        for (size_t k = 0; k < count; k++) *out |= is_of(task, &claims[k]);
        free(claims);
    }
    return OK;
}

/* Path of the task's output without its ending, which run_experiment adds. */
static enum status output_of(const struct campaign_task *task, char **out)
{
    MUST(campaign_journal(&task->campaign, task->experiment, task->name, out));
    (*out)[strlen(*out) - strlen(".journal")] = '\0';
    return OK;
}

static enum status task_measure(struct campaign_task *task)
{
    enum status status = OK;
    struct experiment experiment = {0};
    struct results results = {0};
    struct recording recording = {0};
    char *output = NULL;
    bool any;
    const struct dealer dealer = {.context = task, .next = deal_next, .ended = deal_ended};
    TRY(any_left(task, &any));
    if (!any) goto out;
    TRY(script_load(&task->campaign.experiments[task->experiment].request, &experiment));
    TRY(output_of(task, &output));
    const struct run_request request = {.command = task->command,
                                        .variants = task->campaign.variants,
                                        .dealer = &dealer,
                                        .record = {.output = output},
                                        .recording = &recording};
    task->checked = false;
    TRY(run_experiment(&experiment, &request, &results));
out:
    recording_free(&recording);
    results_free(&results);
    experiment_free(&experiment);
    free(output);
    return status;
}

static enum status work(struct campaign_task *task)
{
    for (task->experiment = 0; task->experiment < task->campaign.nexperiments; task->experiment++) {
        if (interrupted()) break;
        MUST(task_measure(task));
    }
    if (interrupted())
        return fail(ERROR_INTERRUPTED, "stopped: what was not finished is given back");
    return OK;
}

/* Gives the claim back after another error. The message of that error is kept. */
static void give_back_quietly(struct campaign_task *task)
{
    char why[1024];
    snprintf(why, sizeof why, "%s", fail_message());
    if (give_back(task) != OK) fprintf(stderr, "%s\n", fail_message());
    fail(ERROR_IO, "%s", why);
}

enum status campaign_work(const char *dir, const struct work_request *request)
{
    enum status status = OK;
    struct campaign_task task = {0};
    TRY(campaign_open(dir, &task.campaign));
    task.watch.dir = task.campaign.dir;
    TRY(campaign_check_program(&task.campaign));
    if (chdir(task.campaign.folder))
        TRY(fail(ERROR_IO, "%s: %s", task.campaign.folder, strerror(errno)));
    TRY(copy_text(request->command, &task.command));
    interrupt_install();
    TRY(task_begin(&task, request));
    TRY(work(&task));
    fprintf(stderr, "task %s: %zu portions\n", task.name, task.done);
out:
    if (task.has) give_back_quietly(&task);
    task_finish(&task, status);
    watch_free(&task.watch);
    campaign_free(&task.campaign);
    free(task.folder);
    free(task.command);
    return status;
}
