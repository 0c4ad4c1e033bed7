/* campaign_create: plans the cases of a campaign, and divides them into portions. */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/folder.h"
#include "base/memory.h"
#include "harness/campaign/campaign.h"
#include "harness/campaign/claim.h"
#include "harness/machine/machine.h"
#include "harness/run/plan.h"
#include "harness/run/skip_rule.h"
#include "store/journal/journal.h"

/* A portion that is being made: neighbouring runs of the plan. */
struct dealt {
    const struct result_run *first;
    size_t count, place; /* place: in the order of the run */
    double cost;
};

/* Returns the rough relative cost of a solve: the product of the positive numeric axes except
 * `seed`. */
static double problem_cost(const struct result_problem *problem)
{
    double cost = 1;
    for (size_t k = 0; k < problem->naxes; k++) {
        const struct axis_value *axis = &problem->axes[k];
        if (!axis->text && axis->number > 0 && strcmp(axis->name, "seed")) cost *= axis->number;
    }
    return cost;
}

static int heaviest_first(const void *a, const void *b)
{
    const struct dealt *left = a, *right = b;
    if (left->cost != right->cost) return left->cost > right->cost ? -1 : 1;
    return left->place < right->place ? -1 : left->place > right->place;
}

/* Divides the runs of a plan into portions. out: room for plan->nruns. */
static enum status divide_plan(const struct results *plan, struct dealt *out, size_t *count)
{
    size_t *order = NULL, *place = NULL, most = plan->settings.interleave;
    enum status status = OK;
    TRY(allocate(plan->nproblems, sizeof *order, "the plan", &order));
    TRY(allocate(plan->nproblems, sizeof *place, "the plan", &place));
    skip_rule_order(plan, order);
    for (size_t k = 0; k < plan->nproblems; k++) place[order[k]] = k;
    *count = 0;
    for (const struct result_run *run = plan->runs; run < plan->runs + plan->nruns; run++) {
        struct dealt *last = *count ? &out[*count - 1] : NULL;
        if (!last || last->first->problem != run->problem || last->count >= most) {
            last = &out[(*count)++];
            *last = (struct dealt){.first = run, .place = place[run->problem]};
        }
        last->count++;
        if (!plan->skip_axis) last->cost += problem_cost(&plan->problems[run->problem]);
    }
    if (*count) qsort(out, *count, sizeof *out, heaviest_first);
out:
    free(order);
    free(place);
    return status;
}

static enum status append_portions(const struct results *plan, char **text, size_t *total)
{
    enum status status = OK;
    struct dealt *dealt = NULL;
    size_t count;
    TRY(allocate(plan->nruns, sizeof *dealt, "portions", &dealt));
    TRY(divide_plan(plan, dealt, &count));
    for (size_t k = 0; k < count; k++) {
        TRY(append_text(text, "portion %zu", (size_t)dealt[k].first->problem));
        for (size_t i = 0; i < dealt[k].count; i++)
            TRY(append_text(text, " %zu", (size_t)dealt[k].first[i].variant));
        TRY(append_text(text, "\n"));
    }
    *total += count;
out:
    free(dealt);
    return status;
}

static enum status append_experiment(const struct experiment *e, const char *path, char **text)
{
    MUST(append_text(text, "experiment %s\nscript %s\nexpect", e->name, path));
    for (size_t k = 0; k < e->nexpected; k++) MUST(append_text(text, " %s", e->expected[k]));
    return append_text(text, "%s\n", e->nexpected ? "" : " ");
}

static enum status plan_experiment(const struct campaign_request *request, size_t k,
                                   struct results *plan, char **text, size_t *portions)
{
    enum status status = OK;
    struct experiment e = {0};
    struct variant *variants = NULL;
    const struct script_request from = {.path = request->scripts[k],
                                        .quick = request->quick,
                                        .noverrides = request->noverrides,
                                        .overrides = request->overrides};
    const struct run_request run = {.command = request->command, .variants = request->variants};
    const size_t before = *portions;
    TRY(script_load(&from, &e));
    if (e.ncrossovers)
        TRY(fail(ERROR_INPUT,
                 "%s: a search for a crossover (%s) needs all its cases in one run: warpmark run",
                 request->scripts[k], e.crossovers[0].id));
    TRY(plan_run(&e, &run, plan, &variants));
    TRY(append_experiment(&e, request->scripts[k], text));
    TRY(append_portions(plan, text, portions));
    if (*portions == before) TRY(fail(ERROR_INPUT, "%s has no cases", request->scripts[k]));
out:
    free(variants);
    experiment_free(&e);
    return status;
}

/* Checks that a text is one line, because each text is a line of the campaign's file. */
static enum status check_line(const char *text)
{
    if (!strchr(text, '\n')) return OK;
    return fail(ERROR_INPUT, "'%s' has two lines, which a campaign cannot keep", text);
}

static enum status append_head(const struct campaign_request *request, char **text)
{
    char folder[4096];
    if (!getcwd(folder, sizeof folder)) return fail(ERROR_IO, "getcwd: %s", strerror(errno));
    MUST(append_text(text, "warpmark campaign 1\nfolder %s\ncommit %s\nlease %.17g\n", folder,
                     build_commit(), request->lease));
    MUST(check_line(folder));
    for (size_t k = 0; k < request->noverrides; k++) MUST(check_line(request->overrides[k]));
    for (size_t k = 0; k < request->nscripts; k++) MUST(check_line(request->scripts[k]));
    if (request->variants) MUST(check_line(request->variants));
    if (request->variants) MUST(append_text(text, "variants %s\n", request->variants));
    if (request->quick) MUST(append_text(text, "quick yes\n"));
    for (size_t k = 0; k < request->noverrides; k++)
        MUST(append_text(text, "option %s\n", request->overrides[k]));
    return OK;
}

static enum status make_campaign_folder(const char *dir)
{
    if (mkdir(dir, 0777) == 0) return OK;
    if (errno == EEXIST)
        return fail(ERROR_INPUT,
                    "%s exists: another submit made it. Go on with --resume, or name another "
                    "folder with -o",
                    dir);
    return fail(ERROR_IO, "%s: %s", dir, strerror(errno));
}

static enum status store_plan(const char *dir, size_t k, const struct results *plan)
{
    enum status status = OK;
    struct journal journal = {.fd = -1};
    char *path = NULL;
    TRY(format_text(&path, "%s/plans/%zu.journal", dir, k + 1));
    TRY(journal_create(path, plan, &journal));
    TRY(journal_settle(&journal));
out:
    journal_close(&journal);
    free(path);
    return status;
}

static enum status make_below(const char *dir, const char *name)
{
    char *path = NULL;
    MUST(format_text(&path, "%s/%s", dir, name));
    enum status status = folder_make(path);
    free(path);
    return status;
}

/* Writes the files of a campaign. 'campaign' comes last: without it the folder is no campaign. */
static enum status store_campaign(const char *dir, size_t nplans, const struct results *plans,
                                  size_t nportions, const char *text)
{
    enum status status = OK;
    char *path = NULL;
    TRY(make_campaign_folder(dir));
    TRY(make_below(dir, "plans"));
    TRY(make_below(dir, "tasks"));
    TRY(claims_prepare(dir));
    for (size_t k = 0; k < nplans; k++) TRY(store_plan(dir, k, &plans[k]));
    for (size_t k = 0; k < nportions; k++) TRY(claim_create(dir, k));
    TRY(format_text(&path, "%s/campaign", dir));
    TRY(file_store(path, NULL, text, strlen(text)));
out:
    free(path);
    return status;
}

/* Checks the names of experiments, because they become names of files. */
static enum status check_experiment_names(size_t count, const struct results *plans)
{
    for (size_t k = 0; k < count; k++)
        for (size_t i = 0; i < k; i++)
            if (!strcmp(plans[i].name, plans[k].name))
                return fail(ERROR_INPUT, "two experiments of a campaign are called %s",
                            plans[k].name);
    return OK;
}

enum status campaign_create(const char *dir, const struct campaign_request *request)
{
    enum status status = OK;
    struct results *plans = NULL;
    char *text = NULL;
    size_t portions = 0;
    TRY(allocate_zeroed(request->nscripts, sizeof *plans, "the plans", &plans));
    TRY(append_head(request, &text));
    for (size_t k = 0; k < request->nscripts; k++)
        TRY(plan_experiment(request, k, &plans[k], &text, &portions));
    TRY(check_experiment_names(request->nscripts, plans));
    TRY(store_campaign(dir, request->nscripts, plans, portions, text));
out:
    for (size_t k = 0; plans && k < request->nscripts; k++) results_free(&plans[k]);
    free(plans);
    free(text);
    return status;
}
