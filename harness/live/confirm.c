#include "harness/live/confirm.h"

#include <dirent.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "analysis/history/kept_alarms.h"
#include "base/memory.h"
#include "base/process/clock.h"

enum { COMMIT_DIGITS = 40, FEWEST_DIGITS = 7 };

/* The alarms of one pair of runs. */
struct suspects {
    size_t run[NSIDES];
    size_t count;
    size_t *finding;
    size_t nnotes; /* alarms that are decided */
    struct kept_note *note;
    char **text; /* of the notes */
};

/* The two runs */

/* Returns whether git or a folder of programs can have this commit. Sources with local changes are
 * "4f2a1c+dirty". The text may come from anybody: it becomes part of a path. */
static bool is_commit_name(const char *text)
{
    const size_t length = strspn(text, "0123456789abcdef");
    return !text[length] && length >= FEWEST_DIGITS && length <= COMMIT_DIGITS;
}

/* The run of a value whose commit has a name, from `far` on towards `near`; SIZE_MAX: none. */
static size_t find_named_run(const struct history *history, const struct series *series, size_t far,
                             size_t near)
{
    for (size_t k = far;; k += far < near ? 1 : (size_t)-1) {
        const size_t run = series->points[series->value[k]].run;
        if (is_commit_name(history->runs[run].commit)) return run;
        if (k == near) return SIZE_MAX;
    }
}

/* Finds the runs whose programs are measured: HISTORY_DOUBT values before and after the step,
 * within its stretches, so that the change is between them for certain. Returns "", or why there
 * are none. */
static const char *find_two_runs(const struct history *history, const struct finding *finding,
                                 size_t run[NSIDES])
{
    const struct series *series = &history->series[finding->series];
    const struct stretch *stretch = series->stretches;
    if (finding->kind != FOUND_STEP) return "only steps are measured again";
    while (series->points[series->value[stretch->first]].run != finding->after) stretch++;
    const size_t last = stretch->first - 1, begin = stretch[-1].first,
                 end = stretch->first + HISTORY_DOUBT;
    run[BASE] = find_named_run(history, series,
                               last >= begin + HISTORY_DOUBT ? last - HISTORY_DOUBT : begin, last);
    run[FRESH] = find_named_run(history, series, end < stretch->end ? end : stretch->end - 1,
                                stretch->first);
    if (run[BASE] == SIZE_MAX || run[FRESH] == SIZE_MAX)
        return "the runs around it name no commits";
    return strcmp(history->runs[run[BASE]].commit, history->runs[run[FRESH]].commit)
               ? ""
               : "the runs around it are of one commit";
}

/* The two programs */

/* Finds the full name (new) of a commit whose program is in this folder; NULL: there is none. */
static enum status find_kept_commit(const char *folder, const char *program, const char *commit,
                                    char **out)
{
    enum status status = OK;
    char *trees = NULL, *path = NULL;
    DIR *entries = NULL;
    *out = NULL;
    TRY(format_text(&trees, "%s/trees", folder));
    entries = opendir(trees);
    for (struct dirent *entry; entries && !*out && (entry = readdir(entries));) {
        const char *name = entry->d_name;
        if (strlen(name) != COMMIT_DIGITS || strncmp(name, commit, strlen(commit)) != 0) continue;
        TRY(format_text(&path, "%s/%s.built", trees, name));
        bool built = access(path, F_OK) == 0;
        free(path);
        path = NULL;
        TRY(format_text(&path, "%s/%s/%s", trees, name, program));
        if (built && access(path, X_OK) == 0) TRY(copy_text(name, out));
        free(path);
        path = NULL;
    }
out:
    if (entries) closedir(entries);
    free(path);
    free(trees);
    return status;
}

/* Finds a folder below `programs` that has both commits, and opens it. hash: their full names
 * (new). Errors: ERROR_INPUT if there is none. */
static enum status find_programs(struct confirm_request *request, const char *const commit[NSIDES],
                                 char *hash[NSIDES])
{
    enum status status = OK;
    bool seen[NSIDES] = {false, false};
    char *folder = NULL;
    DIR *entries = opendir(request->programs);
    for (struct dirent *entry; entries && (entry = readdir(entries));) {
        if (*entry->d_name == '.') continue;
        TRY(format_text(&folder, "%s/%s", request->programs, entry->d_name));
        for (int side = 0; side < NSIDES; side++) {
            TRY(find_kept_commit(folder, request->checkout.program, commit[side], &hash[side]));
            seen[side] |= hash[side] != NULL;
        }
        if (hash[BASE] && hash[FRESH]) {
            status = checkout_open(folder, &request->checkout);
            goto out;
        }
        for (int side = 0; side < NSIDES; side++) {
            free(hash[side]);
            hash[side] = NULL;
        }
        free(folder);
        folder = NULL;
    }
    for (int side = 0; side < NSIDES; side++)
        if (!seen[side])
            TRY(fail(ERROR_INPUT, "no program of commit %s is kept in %s", commit[side],
                     request->programs));
    status = fail(ERROR_INPUT, "the programs of %s and %s in %s are not built alike", commit[BASE],
                  commit[FRESH], request->programs);
out:
    if (entries) closedir(entries);
    free(folder);
    return status;
}

/* Opens a folder with both programs, after building what is missing. program: new. */
static enum status open_both(struct confirm_request *request, const char *const commit[NSIDES],
                             char *program[NSIDES])
{
    enum status status = OK;
    struct checkout *checkout = &request->checkout;
    char *hash[NSIDES] = {NULL, NULL}, why[700];
    for (int side = 0; checkout->repository && side < NSIDES; side++)
        TRY(checkout_commit(checkout->repository, commit[side], &hash[side]));
    TRY(checkout->repository ? checkout_open_kept(request->programs, checkout)
                             : find_programs(request, commit, hash));
    for (int side = 0; side < NSIDES; side++) {
        TRY(checkout_build(checkout, hash[side], &program[side], why, sizeof why));
        if (*why) TRY(fail(ERROR_INPUT, "commit %s does not build: %s", commit[side], why));
    }
    status = checkout_prune(checkout, KEPT_PROGRAMS);
out:
    free(hash[BASE]);
    free(hash[FRESH]);
    return status;
}

/* Verdicts */

static struct compared_case *find_compared(const struct comparison *comparison,
                                           const struct series *series)
{
    for (size_t k = 0; k < comparison->count; k++) {
        struct compared_case *c = &comparison->cases[k];
        if (!strcmp(c->matched.problem->source, series->source) &&
            !strcmp(c->matched.variant->name, series->variant))
            return c;
    }
    return NULL;
}

/* Leaves only the suspects to be measured. */
static enum status choose_suspects(const struct history *history, const struct suspects *suspects,
                                   struct comparison *comparison)
{
    bool *chosen;
    MUST(allocate_zeroed(comparison->count, sizeof *chosen, "cases", &chosen));
    for (size_t k = 0; k < suspects->count; k++) {
        const struct finding *finding = &history->findings[suspects->finding[k]];
        const struct compared_case *c =
            find_compared(comparison, &history->series[finding->series]);
        if (c) chosen[c - comparison->cases] = true;
    }
    for (size_t k = 0; k < comparison->count; k++)
        if (!chosen[k]) comparison->cases[k].judgement = JUDGED_SAME;
    free(chosen);
    return OK;
}

/* Decides on a finding. A case that is unclear is not confirmed either if it is slower by less than
 * the nights say for certain. */
static enum status decide(const struct comparison *comparison, uint64_t rounds, size_t row,
                          struct history *history, struct suspects *suspects)
{
    struct finding *finding = &history->findings[row];
    const struct compared_case *c = find_compared(comparison, &history->series[finding->series]);
    enum kept_verdict verdict = KEPT_NOT_CONFIRMED;
    char *note;
    if (c && c->judgement == JUDGED_UNCLEAR && rounds < FEWEST_ROUNDS)
        return format_text(&finding->unconfirmed,
                           "%llu rounds ended in time, but a verdict needs %d. Raise --time",
                           (unsigned long long)rounds, FEWEST_ROUNDS);
    if (!c || !c->live)
        return format_text(&finding->unconfirmed, "it was not measured in turns: %s",
                           !c ? "one of the runs lacks the case" : judgement_names[c->judgement]);
    MUST(format_text(&note, "%+.1f %% [%+.1f %%, %+.1f %%] in %zu rounds",
                     100 * (c->ratio.ratio - 1), 100 * (c->ratio.low - 1),
                     100 * (c->ratio.high - 1), c->live));
    if (c->judgement == JUDGED_SLOWER) verdict = KEPT_CONFIRMED;
    else if (c->judgement != JUDGED_SAME && c->judgement != JUDGED_FASTER &&
             !(c->ratio.high < finding->change)) {
        finding->unconfirmed = note;
        return OK;
    }
    suspects->text[suspects->nnotes] = note;
    suspects->note[suspects->nnotes++] = (struct kept_note){row, verdict, note};
    return OK;
}

static enum status read_both(const struct history *history, const struct suspects *suspects,
                             struct results files[NSIDES])
{
    enum status status = OK;
    char *path = NULL;
    for (int side = 0; side < NSIDES; side++) {
        TRY(format_text(&path, "%s/%s", history->folder,
                        history->runs[suspects->run[side]].file));
        TRY(results_read(path, &files[side]));
        free(path);
        path = NULL;
    }
out:
    free(path);
    return status;
}

static enum status measure_suspects(struct confirm_request *request, struct history *history,
                                    struct suspects *suspects)
{
    enum status status = OK;
    struct results files[NSIDES] = {{0}, {0}};
    struct comparison comparison = {0};
    struct live_comparison live = {0};
    char *program[NSIDES] = {NULL, NULL};
    const char *const commit[NSIDES] = {history->runs[suspects->run[BASE]].commit,
                                        history->runs[suspects->run[FRESH]].commit};
    fprintf(stderr, "history: %zu alarm%s between %s and %s\n", suspects->count,
            suspects->count == 1 ? "" : "s", commit[BASE], commit[FRESH]);
    TRY(open_both(request, commit, program));
    for (int side = 0; side < NSIDES; side++) request->live.program[side] = program[side];
    TRY(read_both(history, suspects, files));
    TRY(compare_results(&files[BASE], &files[FRESH], &request->judging, &comparison));
    TRY(choose_suspects(history, suspects, &comparison));
    TRY(compare_live(files, &request->judging, &request->live, &live, &comparison));
    for (size_t k = 0; k < suspects->count; k++)
        TRY(decide(&comparison, live.rounds, suspects->finding[k], history, suspects));
out:
    comparison_free(&comparison);
    live_free(&live);
    for (int side = 0; side < NSIDES; side++) {
        results_free(&files[side]);
        free(program[side]);
    }
    checkout_close(&request->checkout);
    return status;
}

/* Measures the suspects. Why this is impossible is said of each, unless it ends all. */
static enum status confirm_suspects(struct confirm_request *request, struct history *history,
                                    struct suspects *suspects)
{
    enum status status = measure_suspects(request, history, suspects);
    if (status == OK) {
        if (suspects->nnotes)
            status = kept_alarms_add(history, suspects->nnotes, suspects->note);
    } else if (status != ERROR_INTERRUPTED && status != ERROR_HOST_MEMORY) {
        status = OK;
        for (size_t k = 0; k < suspects->count && status == OK; k++) {
            char **why = &history->findings[suspects->finding[k]].unconfirmed;
            free(*why);
            status = copy_text(fail_message(), why);
        }
    }
    for (size_t k = 0; k < suspects->nnotes; k++) free(suspects->text[k]);
    return status;
}

/* Collects the alarms from row `first` on whose runs are the same. taken: rows that are done. */
static enum status collect_suspects(struct history *history, size_t first, bool *taken,
                                    struct suspects *out)
{
    out->count = out->nnotes = 0;
    for (size_t k = first; k < history->nfindings; k++) {
        struct finding *finding = &history->findings[k];
        size_t run[NSIDES];
        if (taken[k] || !finding->alarm || finding->kept) continue;
        const char *why = find_two_runs(history, finding, run);
        taken[k] = *why != '\0';
        if (*why) {
            MUST(copy_text(why, &finding->unconfirmed));
            continue;
        }
        if (out->count && (run[BASE] != out->run[BASE] || run[FRESH] != out->run[FRESH])) continue;
        for (int side = 0; side < NSIDES; side++) out->run[side] = run[side];
        out->finding[out->count++] = k;
        taken[k] = true;
    }
    return OK;
}

enum status history_confirm(struct confirm_request *request, struct history *history)
{
    enum status status = OK;
    struct suspects suspects = {0};
    bool *taken = NULL;
    const double end = clock_now() + request->live.seconds;
    TRY(allocate_zeroed(history->nfindings, sizeof *taken, "findings", &taken));
    TRY(allocate(history->nfindings, sizeof *suspects.finding, "findings", &suspects.finding));
    TRY(allocate_zeroed(history->nfindings, sizeof *suspects.note, "findings", &suspects.note));
    TRY(allocate_zeroed(history->nfindings, sizeof *suspects.text, "findings", &suspects.text));
    for (size_t k = 0; k < history->nfindings; k++) {
        TRY(collect_suspects(history, k, taken, &suspects));
        if (!suspects.count) break;
        request->live.seconds = fmax(end - clock_now(), 0);
        TRY(confirm_suspects(request, history, &suspects));
    }
    status = kept_alarms_apply(history);
out:
    free(suspects.finding);
    free(suspects.note);
    free(suspects.text);
    free(taken);
    return status;
}
