#include "harness/bisect/bisect.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/memory.h"
#include "base/process/interrupt.h"
#include "harness/bisect/rounds.h"
#include "harness/live/live_compare.h"
#include "harness/machine/noise.h"

const char *const bisect_verdict_names[] = {"found", "undecided", "unconfirmed",
                                            "not_reproducible"};

/* The search */

static enum status add_step(struct rounds *rounds, const struct bisect_step *step)
{
    struct bisection *out = rounds->out;
    MUST(reserve(&out->steps, &out->room, out->nsteps + 1, sizeof *out->steps, "steps"));
    out->steps[out->nsteps++] = *step;
    return OK;
}

static enum status step_compare(struct rounds *rounds, struct bisect_step *step)
{
    MUST(rounds_compare(rounds, step));
    return add_step(rounds, step);
}

static bool same_code(const struct bisect_commit *a, const struct bisect_commit *b)
{
    return *a->fingerprint && !strcmp(a->fingerprint, b->fingerprint);
}

/* The commit between low and high that is nearest to their middle and can be measured; SIZE_MAX:
 * none. */
static enum status find_middle(struct rounds *rounds, size_t low, size_t high, size_t *out)
{
    const size_t middle = low + (high - low) / 2;
    *out = SIZE_MAX;
    for (size_t away = 0; away < high - low; away++)
        for (int side = 0; side < 2; side++) {
            const size_t k = side ? middle - away : middle + away;
            if (k <= low || k >= high || (side && !away)) continue;
            MUST(rounds_try(rounds, k));
            if (rounds->out->commits[k].state != COMMIT_USABLE) continue;
            *out = k;
            return OK;
        }
    return OK;
}

/* Decides by code alone: the slowdown is in the half whose two ends have different code.
 * DECIDED_NOT if both halves have different code, or neither. */
static enum bisect_decision decide_by_code(const struct bisection *out,
                                           const struct bisect_step *step)
{
    const struct bisect_commit *c = out->commits;
    const bool first = same_code(&c[step->low], &c[step->mid]),
               second = same_code(&c[step->mid], &c[step->high]);
    if (first == second) return DECIDED_NOT;
    return first ? DECIDED_SECOND : DECIDED_FIRST;
}

/* Drops the worktree of a commit that is not needed any more. */
static void drop(struct rounds *rounds, size_t commit, const struct bisection *out)
{
    if (commit != out->low && commit != out->high && commit != SIZE_MAX)
        checkout_drop(&rounds->checkout, out->commits[commit].hash);
}

/* Halves [low, high] until no measurable commit is left in between, or a step decides nothing. */
static enum status narrow(struct rounds *rounds, bool by_code, bool *decided)
{
    struct bisection *out = rounds->out;
    *decided = true;
    for (size_t mid;;) {
        struct bisect_step step = {.stage = STAGE_HALVES, .low = out->low, .high = out->high};
        MUST(find_middle(rounds, out->low, out->high, &mid));
        if (mid == SIZE_MAX) return OK;
        step.mid = mid;
        step.decision = by_code ? decide_by_code(out, &step) : DECIDED_NOT;
        step.by_code = step.decision != DECIDED_NOT;
        if (step.by_code) MUST(add_step(rounds, &step));
        else MUST(step_compare(rounds, &step));
        *decided = step.decision == DECIDED_FIRST || step.decision == DECIDED_SECOND;
        if (!*decided) return OK;
        *(step.decision == DECIDED_FIRST ? &out->high : &out->low) = mid;
        drop(rounds, step.low, out);
        drop(rounds, step.high, out);
    }
}

static enum status pair(struct rounds *rounds, enum bisect_stage stage, bool *slower)
{
    struct bisect_step step = {
        .stage = stage, .low = rounds->out->low, .mid = SIZE_MAX, .high = rounds->out->high};
    MUST(step_compare(rounds, &step));
    *slower = step.decision == DECIDED_FIRST;
    return OK;
}

/* Narrows [low, high], then measures the pair that is left once more. */
static enum status narrow_and_confirm(struct rounds *rounds, bool by_code)
{
    struct bisection *out = rounds->out;
    bool decided, slower;
    out->low = 0;
    out->high = out->ncommits - 1;
    MUST(narrow(rounds, by_code, &decided));
    out->verdict = BISECT_UNDECIDED;
    if (!decided) return OK;
    MUST(pair(rounds, STAGE_CONFIRM, &slower));
    out->verdict = slower ? BISECT_FOUND : BISECT_UNCONFIRMED;
    return OK;
}

static bool used_code(const struct bisection *out)
{
    for (size_t k = 0; k < out->nsteps; k++)
        if (out->steps[k].by_code) return true;
    return false;
}

static enum status try_end(struct rounds *rounds, size_t commit, const char *name)
{
    const struct bisect_commit *c = &rounds->out->commits[commit];
    MUST(rounds_try(rounds, commit));
    if (c->state == COMMIT_USABLE) return OK;
    return fail(ERROR_INPUT, "--%s %.12s cannot be measured: %s", name, c->hash, c->why);
}

/* Searches first with equal fingerprints taken as equal speed. They mislead if the slowdown is not
 * in the code that a fingerprint covers; then the search starts again and measures every commit. */
static enum status bisect_search(struct rounds *rounds)
{
    struct bisection *out = rounds->out;
    bool slower;
    out->low = 0;
    out->high = out->ncommits - 1;
    for (size_t left = out->high; left > 1; left = (left + 1) / 2) rounds->steps++;
    rounds->steps += 2;
    MUST(try_end(rounds, 0, "good"));
    MUST(try_end(rounds, out->high, "bad"));
    MUST(pair(rounds, STAGE_ENDS, &slower));
    out->verdict = BISECT_NOT_REPRODUCIBLE;
    if (!slower) return OK;
    MUST(narrow_and_confirm(rounds, !rounds->request->all));
    if (out->verdict == BISECT_FOUND || !used_code(out)) return OK;
    fputs("bisect: unchanged code did not tell: every commit is measured\n", stderr);
    return narrow_and_confirm(rounds, false);
}

/* The folder */

/* Makes the text that identifies a search: everything that must be the same when the search goes
 * on. */
static enum status search_describe(const struct bisect_request *request, const char *good,
                                   const char *bad, char **out)
{
    const struct settings *s = &request->settings;
    return format_text(out,
                       "warpmark bisect\ngood %s\nbad %s\ncase %s %s\nbuild %s\nprogram %s\n"
                       "solve %.17g %d %" PRIu64 "\ntime %.17g\n",
                       good, bad, request->source, request->variant,
                       request->build ? request->build : default_build, request->program,
                       s->epsilon, s->criterion, s->max_iterations, s->max_time);
}

/* Checks that the folder is new or belongs to this search. Errors: ERROR_INPUT if it belongs to
 * another search. */
static enum status check_folder(const char *state, const char *text)
{
    enum status status = OK;
    char *path = NULL, *there = NULL;
    size_t room = 0;
    FILE *in = NULL;
    TRY(format_text(&path, "%s/search", state));
    if (access(path, F_OK) != 0) {
        status = file_store(path, NULL, text, strlen(text));
        goto out;
    }
    TRY(file_open_stream(path, &in));
    if (getdelim(&there, &room, '\0', in) < 0 || strcmp(there, text) != 0)
        TRY(fail(ERROR_INPUT,
                 "--state %s has another search: other commits, case, build or settings. Name "
                 "another folder",
                 state));
out:
    if (in) fclose(in);
    free(there);
    free(path);
    return status;
}

static enum status write_script(const struct bisect_request *request, const char *path)
{
    enum status status = OK;
    char *here = realpath(".", NULL);
    if (!here) return fail(ERROR_IO, "the working directory: %s", strerror(errno));
    const struct result_problem problem = {.source = (char *)(uintptr_t)request->source,
                                           .label = (char *)(uintptr_t)request->source};
    status = live_script(path, here, &request->settings, 1, &problem, 1, &request->variant);
    free(here);
    return status;
}

static enum status open_notebook(struct rounds *rounds, const char *state)
{
    enum status status = OK;
    char *path = NULL;
    TRY(format_text(&path, "%s/notebook", state));
    TRY(format_text(&rounds->script, "%s/case.lua", state));
    TRY(format_text(&rounds->file, "%s/case.h5", state));
    if (rounds->request->fresh) unlink(path);
    TRY(write_script(rounds->request, rounds->script));
    TRY(notebook_open(path, &rounds->notebook));
out:
    free(path);
    return status;
}

static enum status state_folder(const struct bisect_request *request, const char *text, char **out)
{
    char name[40];
    if (request->state) return copy_text(request->state, out);
    snprintf(name, sizeof name, "bisect-%016" PRIx64, checkout_hash(text));
    return noise_path(name, out);
}

/* Commits */

static enum status add_commit(char *line, struct bisection *out)
{
    char *subject = strchr(line, ' ');
    line[strcspn(line, "\n")] = '\0';
    if (subject) *subject++ = '\0';
    MUST(reallocate(&out->commits, out->ncommits + 1, sizeof *out->commits, "commits"));
    struct bisect_commit *c = &out->commits[out->ncommits++];
    *c = (struct bisect_commit){0};
    MUST(copy_text(line, &c->hash));
    MUST(copy_text(subject ? subject : "", &c->subject));
    return copy_text("", &c->why);
}

static enum status read_commits(const char *path, struct bisection *out)
{
    enum status status = OK;
    FILE *in = NULL;
    char *line = NULL;
    size_t room = 0;
    TRY(file_open_stream(path, &in));
    while (status == OK && getline(&line, &room, in) > 0) status = add_commit(line, out);
out:
    if (in) fclose(in);
    free(line);
    return status;
}

/* Lists good and the commits from there to bad in rounds->out; a merge counts as one. Errors:
 * ERROR_INPUT if bad does not follow good. */
static enum status list_commits(const struct rounds *rounds, const char *good, const char *bad)
{
    enum status status = OK;
    struct bisection *out = rounds->out;
    const char *repository = rounds->checkout.repository;
    char *range = NULL, *list = NULL, how[400];
    const char *const follows[] = {"git",           "-C", repository, "merge-base",
                                   "--is-ancestor", good, bad,        NULL};
    TRY(format_text(&range, "%s..%s", good, bad));
    TRY(format_text(&list, "%s/commits", out->state));
    TRY(checkout_git(follows, NULL, how, sizeof how));
    if (*how || !strcmp(good, bad))
        TRY(fail(ERROR_INPUT, "--bad %s does not follow --good %s", rounds->request->bad,
                 rounds->request->good));
    const char *const first[] = {
        "git", "-C", repository, "log", "--no-show-signature", "--no-walk", "--format=%H %s",
        good,  NULL};
    TRY(checkout_git(first, list, how, sizeof how));
    if (!*how) TRY(read_commits(list, out));
    const char *const rest[] = {"git",
                                "-C",
                                repository,
                                "log",
                                "--no-show-signature",
                                "--reverse",
                                "--first-parent",
                                "--format=%H %s",
                                range,
                                NULL};
    if (!*how) TRY(checkout_git(rest, list, how, sizeof how));
    if (*how) TRY(fail(ERROR_INPUT, "the commits of %s: %s", repository, how));
    status = read_commits(list, out);
out:
    if (list) unlink(list);
    free(list);
    free(range);
    return status;
}

enum status bisect(const struct bisect_request *request, struct bisection *out)
{
    enum status status = OK;
    struct rounds rounds = {.request = request,
                            .checkout = {.repository = request->repository,
                                         .build = request->build,
                                         .program = request->program},
                            .out = out};
    char *good = NULL, *bad = NULL, *text = NULL, *folder = NULL;
    *out = (struct bisection){0};
    TRY(checkout_commit(request->repository, request->good, &good));
    TRY(checkout_commit(request->repository, request->bad, &bad));
    TRY(search_describe(request, good, bad, &text));
    TRY(state_folder(request, text, &folder));
    TRY(checkout_open(folder, &rounds.checkout));
    TRY(copy_text(rounds.checkout.folder, &out->state));
    TRY(check_folder(out->state, text));
    TRY(list_commits(&rounds, good, bad));
    TRY(open_notebook(&rounds, out->state));
    status = bisect_search(&rounds);
    unlink(rounds.file);
    if (!interrupted()) checkout_clear(&rounds.checkout);
    if (status == ERROR_INTERRUPTED)
        status =
            fail(ERROR_INTERRUPTED, "interrupted; the same command goes on from %s", out->state);
out:
    notebook_close(&rounds.notebook);
    free(rounds.script);
    free(rounds.file);
    free(good);
    free(bad);
    free(text);
    free(folder);
    checkout_close(&rounds.checkout);
    if (status != OK) bisection_free(out);
    return status;
}

int bisection_excess(const struct bisection *bisection)
{
    const struct centre *ends = &bisection->steps[0].slow[0],
                        *found = &bisection->steps[bisection->nsteps - 1].slow[0];
    return (found->low > ends->high) - (found->high < ends->low);
}

void bisection_free(struct bisection *bisection)
{
    for (size_t k = 0; k < bisection->ncommits; k++) {
        free(bisection->commits[k].hash);
        free(bisection->commits[k].subject);
        free(bisection->commits[k].why);
    }
    free(bisection->commits);
    free(bisection->steps);
    free(bisection->state);
    *bisection = (struct bisection){0};
}
