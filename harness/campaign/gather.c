#include "harness/campaign/gather.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/memory.h"
#include "harness/run/recording.h"
#include "store/journal/journal.h"
#include "store/results_diff.h"

/* Files */

/* Checks that a file is of this plan. If the script was changed after the submit, the file is
 * marked as broken. */
static enum status check_plan(const struct results *plan, struct task_file *out)
{
    const char *what;
    bool other_place;
    MUST(experiment_difference(plan, &out->results, &what, &other_place));
    if (!what || other_place) return OK;
    results_free(&out->results);
    return format_text(&out->broken, "its file is of another experiment (%s differ)", what);
}

static enum status read_task_file(const char *path, const struct results *plan,
                                  struct task_file *out)
{
    struct journal_found found;
    const enum status status = journal_read(path, &found, &out->results);
    if (status == ERROR_HOST_MEMORY) return status;
    if (status != OK) return copy_text(fail_message(), &out->broken);
    if (!found.planned) return copy_text("its file has no complete plan", &out->broken);
    return check_plan(plan, out);
}

static enum status add_file(const struct campaign *campaign, size_t experiment,
                            const struct results *plan, const char *task, struct gathered *out)
{
    enum status status = OK;
    char *path = NULL;
    TRY(campaign_journal(campaign, experiment, task, &path));
    if (access(path, F_OK)) goto out;
    TRY(reallocate(&out->files, out->count + 1, sizeof *out->files, "files of tasks"));
    struct task_file *file = &out->files[out->count];
    *file = (struct task_file){0};
    TRY(copy_text(task, &file->task));
    out->count++;
    TRY(read_task_file(path, plan, file));
out:
    free(path);
    return status;
}

static int by_task(const void *a, const void *b)
{
    const struct task_file *left = a, *right = b;
    return strcmp(left->task, right->task);
}

enum status gather(const struct campaign *campaign, size_t experiment, const struct results *plan,
                   struct gathered *out)
{
    enum status status = OK;
    char *path = NULL;
    DIR *folder = NULL;
    *out = (struct gathered){0};
    TRY(format_text(&path, "%s/tasks", campaign->dir));
    folder = opendir(path);
    if (!folder) TRY(fail(ERROR_IO, "%s: %s", path, strerror(errno)));
    for (const struct dirent *entry; (entry = readdir(folder));)
        if (entry->d_name[0] != '.' && campaign_entry_is(folder, entry, S_IFDIR))
            TRY(add_file(campaign, experiment, plan, entry->d_name, out));
    if (out->count) qsort(out->files, out->count, sizeof *out->files, by_task);
out:
    if (folder) closedir(folder);
    free(path);
    return status;
}

void gathered_free(struct gathered *gathered)
{
    for (size_t k = 0; k < gathered->count; k++) {
        free(gathered->files[k].task);
        free(gathered->files[k].broken);
        results_free(&gathered->files[k].results);
    }
    free(gathered->files);
    *gathered = (struct gathered){0};
}

bool gathered_has(const struct gathered *gathered, size_t problem, size_t variant, bool retry)
{
    for (size_t f = 0; f < gathered->count; f++) {
        const struct results *r = &gathered->files[f].results;
        for (size_t k = 0; k < r->nruns;) {
            const struct result_run *run = &r->runs[k];
            const bool finished = case_is_finished(r, &k, retry);
            if (finished && run->problem == problem && run->variant == variant) return true;
        }
    }
    return false;
}

/* Choices */

static int run_by_case(const void *a, const void *b)
{
    return case_compare(a, b);
}

static struct choice *choice_find(const struct results *plan, const struct result_run *run,
                                  struct choice *choices)
{
    const struct result_run *found =
        bsearch(run, plan->runs, plan->nruns, sizeof *plan->runs, run_by_case);
    return found ? &choices[found - plan->runs] : NULL;
}

static void mark_claims(const struct campaign *campaign, size_t experiment,
                        const struct results *plan, const struct portion_claim *claims,
                        struct choice *choices)
{
    for (size_t k = 0; k < campaign->nportions; k++) {
        const struct portion *portion = &campaign->portions[k];
        if (portion->experiment != experiment) continue;
        for (size_t i = 0; i < portion->count; i++) {
            const struct result_run run = {.problem = portion->problem,
                                           .variant = portion->variants[i]};
            struct choice *choice = choice_find(plan, &run, choices);
            if (choice) choice->claim = &claims[k];
        }
    }
}

static bool is_owner(const struct gathered *gathered, const struct choice *choice, size_t file)
{
    return choice->claim && file < gathered->count &&
           !strcmp(choice->claim->task, gathered->files[file].task);
}

static void consider(const struct gathered *gathered, struct choice *choice,
                     const struct choice *other)
{
    const size_t records = choice->records + 1;
    const bool none = choice->file == gathered->count;
    const bool better = other->good != choice->good ? other->good
                                                    : is_owner(gathered, choice, other->file) &&
                                                          !is_owner(gathered, choice, choice->file);
    if (none || better) {
        const struct portion_claim *claim = choice->claim;
        *choice = *other;
        choice->claim = claim;
    }
    choice->records = records;
}

enum status gathered_choose(const struct gathered *gathered, const struct campaign *campaign,
                            size_t experiment, const struct results *plan,
                            const struct portion_claim *claims, struct choice **out)
{
    MUST(allocate_zeroed(plan->nruns, sizeof **out, "the cases", out));
    for (size_t k = 0; k < plan->nruns; k++) (*out)[k].file = gathered->count;
    mark_claims(campaign, experiment, plan, claims, *out);
    for (size_t f = 0; f < gathered->count; f++) {
        const struct results *r = &gathered->files[f].results;
        for (size_t k = 0; k < r->nruns;) {
            struct choice here = {.file = f, .first = k};
            size_t again = k;
            const bool finished = case_is_finished(r, &k, false);
            here.count = k - here.first;
            here.good = case_is_finished(r, &again, true);
            struct choice *choice = choice_find(plan, &r->runs[here.first], *out);
            if (finished && choice) consider(gathered, choice, &here);
        }
    }
    return OK;
}

/* Reasons */

static enum status read_task_text(const struct campaign *campaign, const char *task,
                                  const char *name, char **out)
{
    enum status status = OK;
    char *path = NULL, line[512] = "unknown";
    FILE *file = NULL;
    TRY(format_text(&path, "%s/tasks/%s/%s", campaign->dir, task, name));
    if (file_open_stream(path, &file) == OK && !fgets(line, sizeof line, file))
        strcpy(line, "unknown");
    line[strcspn(line, "\n")] = '\0';
    TRY(copy_text(line, out));
out:
    if (file) fclose(file);
    free(path);
    return status;
}

enum status task_told(const struct campaign *campaign, const char *task, char **end, char **host)
{
    *end = *host = NULL;
    enum status status = read_task_text(campaign, task, "end", end);
    if (status == OK) status = read_task_text(campaign, task, "host", host);
    if (status != OK) free(*end);
    if (status != OK) *end = NULL;
    return status;
}

static const char *why_broken(const struct gathered *gathered, const char *task)
{
    for (size_t k = 0; k < gathered->count; k++)
        if (!strcmp(gathered->files[k].task, task))
            return gathered->files[k].broken ? gathered->files[k].broken : "its file ends before";
    return "its file is not there";
}

enum status choice_reason(const struct gathered *gathered, const struct campaign *campaign,
                          const struct choice *choice, char **out)
{
    enum status status = OK;
    const struct portion_claim *claim = choice->claim;
    char *end = NULL, *host = NULL;
    if (!claim || claim->state == CLAIM_OPEN)
        return claim && claim->owners
                   ? format_text(out,
                                 "%u task%s began it and stopped or died; no other has "
                                 "taken it",
                                 claim->owners, claim->owners == 1 ? "" : "s")
                   : copy_text("no task has taken it yet", out);
    TRY(task_told(campaign, claim->task, &end, &host));
    if (claim->state == CLAIM_TAKEN)
        TRY(format_text(out, "task %s on %s has it (%s)", claim->task, host, end));
    else if (claim->state == CLAIM_LOST)
        TRY(format_text(out, "given up: %u tasks were lost with it, the last on %s", claim->lost,
                        host));
    else
        TRY(format_text(out, "task %s on %s measured it, but %s", claim->task, host,
                        why_broken(gathered, claim->task)));
out:
    free(end);
    free(host);
    return status;
}
