#include "harness/run/reproduce.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"
#include "harness/run/bundled.h"
#include "harness/run/plan.h"
#include "harness/run/recording.h"
#include "harness/run/run_script.h"
#include "store/results_diff.h"

/* List of experiments */

static void reproduction_clear(struct reproduction *item)
{
    free(item->name);
    free(item->script);
    free(item->output);
}

void reproductions_free(struct reproductions *all)
{
    for (size_t k = 0; k < all->count; k++) reproduction_clear(&all->item[k]);
    free(all->item);
    *all = (struct reproductions){0};
}

static bool repeats_paper(const char *script, bool quick)
{
    struct experiment experiment = {0};
    const struct script_request from = {.path = script, .quick = quick};
    bool repeats = script_load(&from, &experiment) != OK || (experiment.paper && *experiment.paper);
    experiment_free(&experiment);
    return repeats;
}

static enum status describe_reproduction(const struct reproduce_request *request,
                                         const char *folder, const char *name,
                                         struct reproduction *out)
{
    *out = (struct reproduction){0};
    MUST(copy_text(name, &out->name));
    MUST(format_text(&out->script, "%s/%s.lua", folder, name));
    return format_text(&out->output, "%s/%s.h5", request->folder, name);
}

static enum status find_all(const struct reproduce_request *request, struct reproductions *out)
{
    enum status status = OK;
    char *folder = NULL, **names = NULL;
    size_t count = 0;
    TRY(experiments_folder(&folder));
    TRY(experiment_names(folder, &names, &count));
    TRY(allocate(count, sizeof *out->item, "the experiments", &out->item));
    for (size_t k = 0; k < count; k++) {
        struct reproduction *item = &out->item[out->count++];
        TRY(describe_reproduction(request, folder, names[k], item));
        if (repeats_paper(item->script, request->quick)) continue;
        reproduction_clear(item);
        out->count--;
    }
    if (!out->count) status = fail(ERROR_INPUT, "no experiment in %s has a paper", folder);
out:
    for (size_t k = 0; k < count; k++) free(names[k]);
    free(names);
    free(folder);
    return status;
}

/* Selection */

/* Returns whether the word selects the experiment: "spin09-table1" is selected by its name and by
 * "spin09". */
static bool is_meant(const char *word, const char *name)
{
    size_t length = strlen(word);
    return !strncmp(word, name, length) &&
           (name[length] == '\0' || (length && name[length] == '-'));
}

static bool is_reproduction_wanted(const struct reproduce_request *request, const char *name)
{
    for (size_t k = 0; k < request->nwanted; k++)
        if (is_meant(request->wanted[k], name)) return true;
    return request->nwanted == 0;
}

static bool is_known(const struct reproductions *all, const char *word)
{
    for (size_t k = 0; k < all->count; k++)
        if (is_meant(word, all->item[k].name)) return true;
    return false;
}

/* Reports an unknown name with the nearest papers, each once, and then the nearest experiments. */
static enum status unknown(const struct reproductions *all, const char *word)
{
    enum status status = OK;
    char **names = NULL, hint[1024];
    size_t count = 0, papers = 0;
    TRY(allocate_zeroed(2 * all->count + 1, sizeof *names, "names", &names));
    for (size_t k = 0; k < all->count; k++) {
        const char *name = all->item[k].name;
        if (count && is_meant(names[count - 1], name)) continue;
        TRY(format_text(&names[count], "%.*s", (int)strcspn(name, "-"), name));
        count++;
    }
    papers = count;
    for (size_t k = 0; k < all->count; k++) TRY(copy_text(all->item[k].name, &names[count++]));
    suggest_name(word, (const char *const *)names, hint, sizeof hint);
    char *end = names[papers]; /* no name is near: list only the papers */
    names[papers] = NULL;
    if (!strstr(hint, "did you mean"))
        suggest_name(word, (const char *const *)names, hint, sizeof hint);
    names[papers] = end;
    status = fail(ERROR_INPUT, "%s: no paper and no experiment of one%s", word, hint);
out:
    for (size_t k = 0; names && k < count; k++) free(names[k]);
    free(names);
    return status;
}

enum status reproductions_find(const struct reproduce_request *request, struct reproductions *out)
{
    size_t kept = 0;
    *out = (struct reproductions){0};
    MUST(find_all(request, out));
    for (size_t k = 0; k < request->nwanted; k++)
        if (!is_known(out, request->wanted[k])) MUST(unknown(out, request->wanted[k]));
    for (size_t k = 0; k < out->count; k++) {
        if (is_reproduction_wanted(request, out->item[k].name)) out->item[kept++] = out->item[k];
        else reproduction_clear(&out->item[k]);
    }
    out->count = kept;
    return OK;
}

/* Running one */

/* Checks that `before` is a run of the same plan, and computes its exit code. */
static enum status check_finished(const char *path, const struct experiment *experiment,
                                  const struct run_request *run, const struct results *before,
                                  int *code)
{
    enum status status = OK;
    struct results plan = {0};
    struct variant *variants = NULL;
    const char *what = NULL;
    bool other_place = false;
    TRY(plan_run(experiment, run, &plan, &variants));
    TRY(experiment_difference(before, &plan, &what, &other_place));
    if (what && !other_place)
        TRY(fail(ERROR_INPUT,
                 "%s: %s differ from those it was measured with. Remove it, or choose another -o",
                 path, what));
    *code = run_exit_code(experiment, before);
out:
    free(variants);
    results_free(&plan);
    return status;
}

/* Finds out what exists of an earlier run: nothing, a part, or all of it (*kept). */
static enum status look_at_output(const struct reproduction *item,
                                  const struct script_request *from, struct run_request *run,
                                  bool *kept, int *code)
{
    enum status status = OK;
    struct results before = {0};
    struct experiment experiment = {0};
    char *journal = NULL;
    TRY(journal_path_of(item->output, &journal));
    run->record.resume = path_exists(journal) || path_exists(item->output);
    if (!run->record.resume || path_exists(journal)) goto out;
    TRY(results_read(item->output, &before));
    if (before.interrupted) goto out;
    TRY(script_load(from, &experiment));
    TRY(check_finished(item->output, &experiment, run, &before, code));
    *kept = true;
out:
    free(journal);
    experiment_free(&experiment);
    results_free(&before);
    return status;
}

/* Makes the command of `run` that does the same; *out is new. */
static enum status command_of(const struct reproduce_request *request,
                              const struct reproduction *item, char **out)
{
    static char quick[] = "--quick", output[] = "-o";
    char **words;
    int count = 0;
    MUST(allocate(request->noverrides + 4, sizeof *words, "a command line", &words));
    words[count++] = item->name;
    if (request->quick) words[count++] = quick;
    words[count++] = output;
    words[count++] = item->output;
    for (size_t k = 0; k < request->noverrides; k++) words[count++] = (char *)request->overrides[k];
    enum status status = command_line("run", count, words, out);
    free(words);
    return status;
}

enum status reproduce(const struct reproduce_request *request, const struct reproduction *item,
                      struct problem_cache *cache, bool *kept, int *code)
{
    enum status status = OK;
    char *command = NULL;
    struct run_request run = {.record = {.output = item->output, .checkpoint = CHECKPOINT_SECONDS},
                              .cache = cache};
    const struct script_request from = {.path = item->script,
                                        .quick = request->quick,
                                        .noverrides = request->noverrides,
                                        .overrides = request->overrides};
    *kept = false;
    TRY(command_of(request, item, &command));
    run.command = command;
    TRY(look_at_output(item, &from, &run, kept, code));
    run.record.force = request->force && run.record.resume;
    if (!*kept) TRY(run_script(&from, &run, code));
out:
    free(command);
    return status;
}
