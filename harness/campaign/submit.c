#include "harness/campaign/submit.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/folder.h"
#include "base/memory.h"
#include "base/text.h"
#include "harness/campaign/claim.h"
#include "harness/campaign/gather.h"
#include "harness/campaign/launch.h"
#include "harness/campaign/slurm.h"

/* Targets */

/* Way to start tasks, with the values behind the colon of --to. */
struct target {
    enum { TO_SLURM, TO_SSH, TO_LOCAL } way;
    uint64_t tasks;
    char *hosts_text, **hosts;
    size_t nhosts;
};

static enum status parse_hosts(const char *text, struct target *out)
{
    MUST(copy_text(text, &out->hosts_text));
    for (char *at = out->hosts_text, *host; (host = strsep(&at, ","));) {
        if (!*host || *host == '-' || strpbrk(host, "/ \t\n"))
            return fail(ERROR_INPUT, "--to ssh:%s: '%s' is no host", text, host);
        MUST(reallocate(&out->hosts, out->nhosts + 1, sizeof *out->hosts, "hosts"));
        out->hosts[out->nhosts++] = host;
    }
    return OK;
}

static enum status parse_target(const char *text, struct target *out)
{
    enum { MOST_TASKS = 1024 };
    if (!strcmp(text, "slurm")) {
        out->way = TO_SLURM;
        return OK;
    }
    if (!strncmp(text, "ssh:", 4)) {
        out->way = TO_SSH;
        return parse_hosts(text + 4, out);
    }
    out->way = TO_LOCAL;
    if (!strncmp(text, "local:", 6) && parse_count(text + 6, &out->tasks) && out->tasks >= 1 &&
        out->tasks <= MOST_TASKS)
        return OK;
    return fail(ERROR_INPUT, "--to %s: needs slurm, ssh:HOST,HOST or local:K with K from 1 to %d",
                text, MOST_TASKS);
}

/* Resuming */

/* Checks that the request has the same experiments, as far as the folder can tell before they
 * run. */
static enum status check_same(const struct campaign *c, const struct campaign_request *request)
{
    bool same = c->nexperiments == request->nscripts && c->quick == request->quick &&
                c->noverrides == request->noverrides &&
                !strcmp(c->variants ? c->variants : "", request->variants ? request->variants : "");
    for (size_t k = 0; same && k < c->nexperiments; k++)
        same = !strcmp(c->experiments[k].script, request->scripts[k]);
    for (size_t k = 0; same && k < c->noverrides; k++)
        same = !strcmp(c->overrides[k], request->overrides[k]);
    if (same) return OK;
    return fail(ERROR_INPUT,
                "--resume: %s is of other experiments or options. Give the same command, or name "
                "another folder with -o",
                c->dir);
}

/* Marks the portions with cases that no task's file has; with retry, also those with failed
 * cases. */
static enum status mark_lacking(const struct campaign *c, size_t experiment, bool retry,
                                const struct portion_claim *claims, bool *lacking)
{
    enum status status = OK;
    struct results plan = {0};
    struct gathered gathered = {0};
    struct choice *choices = NULL;
    TRY(campaign_plan(c, experiment, &plan));
    TRY(gather(c, experiment, &plan, &gathered));
    TRY(gathered_choose(&gathered, c, experiment, &plan, claims, &choices));
    for (size_t k = 0; k < plan.nruns; k++) {
        const struct choice *choice = &choices[k];
        if (choice->claim && (choice->file == gathered.count || (retry && !choice->good)))
            lacking[choice->claim - claims] = true;
    }
out:
    free(choices);
    gathered_free(&gathered);
    results_free(&plan);
    return status;
}

/* Reopens portions that lack cases: those that are done but whose records are missing, those that
 * were given up, and with retry those with failed cases. Claims that a task holds stay as they are:
 * if that task is lost, the lease shows it. */
static enum status reopen(const struct campaign *c, bool retry)
{
    enum status status = OK;
    struct portion_claim *claims = NULL;
    bool *lacking = NULL;
    size_t reopened = 0;
    TRY(claims_read(c->dir, c->nportions, &claims));
    TRY(allocate_zeroed(c->nportions, sizeof *lacking, "portions", &lacking));
    for (size_t k = 0; k < c->nexperiments; k++) TRY(mark_lacking(c, k, retry, claims, lacking));
    for (size_t k = 0; k < c->nportions; k++) {
        const bool ended = claims[k].state == CLAIM_DONE || claims[k].state == CLAIM_LOST;
        if (!lacking[k] || !ended) continue;
        TRY(claim_reopen(c->dir, &claims[k], retry));
        reopened++;
    }
    if (reopened) fprintf(stderr, "open again: %zu of %zu portions\n", reopened, c->nportions);
out:
    free(lacking);
    free(claims);
    return status;
}

/* Locks the campaign, since only one submit at a time may change it; the lock ends with fd. */
static enum status lock_campaign(const char *dir, int *fd)
{
    char *path = NULL;
    struct flock all = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    enum status status = OK;
    TRY(format_text(&path, "%s/campaign", dir));
    *fd = open(path, O_RDWR | O_CLOEXEC);
    if (*fd < 0) TRY(fail(ERROR_IO, "%s: %s", path, strerror(errno)));
    if (fcntl(*fd, F_SETLK, &all))
        TRY(fail(ERROR_INPUT, "%s: another submit is going on in this folder", dir));
out:
    free(path);
    return status;
}

/* Folders */

static enum status default_dir(const struct submit_request *request, char **out)
{
    char moment[32];
    const time_t now = time(NULL);
    struct tm utc;
    const char *script = request->campaign.scripts[0], *slash = strrchr(script, '/');
    const char *name = slash ? slash + 1 : script, *dot = strrchr(name, '.');
    MUST(folder_make("results"));
    strftime(moment, sizeof moment, "%Y%m%dT%H%M%SZ", gmtime_r(&now, &utc));
    return format_text(out, "results/%.*s-%s.campaign", dot ? (int)(dot - name) : (int)strlen(name),
                       name, moment);
}

static enum status submit_prepare(const struct submit_request *request, const char *dir,
                                  struct campaign *out)
{
    if (!request->resume) MUST(campaign_create(dir, &request->campaign));
    MUST(campaign_open(dir, out));
    if (!request->resume) return OK;
    MUST(campaign_check_program(out));
    return check_same(out, &request->campaign);
}

static enum status submit_launch(const struct submit_request *request,
                                 const struct campaign *campaign, const struct target *target)
{
    const struct slurm_request slurm = {.tasks = request->tasks ? request->tasks : 1,
                                        .gpus = request->gpus,
                                        .options = request->sbatch};
    switch (target->way) {
    case TO_LOCAL: return launch_local(campaign, target->tasks);
    case TO_SSH: return launch_ssh(campaign, target->nhosts, target->hosts);
    default: return launch_slurm(campaign, &slurm);
    }
}

enum status campaign_submit(const struct submit_request *request)
{
    enum status status = OK;
    struct campaign campaign = {0};
    struct target target = {0};
    char *by_default = NULL;
    const char *dir = request->dir;
    int fd = -1;
    TRY(parse_target(request->to, &target));
    if (target.way == TO_SLURM) TRY(slurm_check());
    else if (request->tasks || request->gpus || request->sbatch)
        TRY(fail(ERROR_INPUT, "--tasks, --gpus-per-task and --sbatch are for --to slurm"));
    if (request->resume && !dir) TRY(fail(ERROR_INPUT, "--resume: name the folder with -o DIR"));
    if (!dir) TRY(default_dir(request, &by_default));
    if (!dir) dir = by_default;
    TRY(submit_prepare(request, dir, &campaign));
    TRY(lock_campaign(campaign.dir, &fd));
    if (request->resume) TRY(reopen(&campaign, request->retry_failed));
    fprintf(stderr, "%s: %zu portions\n", dir, campaign.nportions);
    TRY(submit_launch(request, &campaign, &target));
out:
    if (fd >= 0) close(fd);
    campaign_free(&campaign);
    free(target.hosts);
    free(target.hosts_text);
    free(by_default);
    return status;
}
