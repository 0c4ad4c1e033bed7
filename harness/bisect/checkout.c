#include "harness/bisect/checkout.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/memory.h"
#include "base/process/program.h"

enum { MOST_WORDS = 16, BUILD_SECONDS = 3600, GIT_SECONDS = 600, LOG_BYTES = 1 << 16 };

const char bisect_build[] = "[ ! -f \"$CHECKOUT/config.mk\" ] || cp \"$CHECKOUT/config.mk\" . && "
                            "make -j\"$(nproc)\" B=build build/warpmark";

/* Builds in an environment without the variables of git and make that were meant for the process
 * around us. ccache ignores the name of the folder. */
static const char build_script[] =
    "unset MAKEFLAGS MFLAGS MAKELEVEL GIT_DIR GIT_WORK_TREE GIT_INDEX_FILE; "
    "export CCACHE_NOHASHDIR=1 CHECKOUT=\"$1\"; cd \"$2\" && exec sh -c \"$3\" 2>&1";

static enum status checkout_run(const char *const *words, const char *output, double seconds,
                                char *how, size_t size)
{
    const struct program program = {.words = words, .output = output, .seconds = seconds};
    struct program_end end;
    MUST(program_run(&program, &end));
    snprintf(how, size, "%s", end.how);
    return OK;
}

/* Commits */

static enum status git(const char *const *words, const char *output, char *how, size_t size)
{
    unsetenv("GIT_DIR");
    unsetenv("GIT_WORK_TREE");
    unsetenv("GIT_INDEX_FILE");
    return checkout_run(words, output, GIT_SECONDS, how, size);
}

enum status checkout_commit(const struct bisect_request *request, const char *name,
                            const char *scratch, char **out)
{
    enum status status = OK;
    char *commit = NULL, how[400], line[128] = "";
    FILE *in = NULL;
    TRY(format_text(&commit, "%s^{commit}", name));
    const char *const words[] = {"git",       "-C",       request->repository,
                                 "rev-parse", "--verify", "--end-of-options",
                                 commit,      NULL};
    TRY(git(words, scratch, how, sizeof how));
    if (*how) TRY(fail(ERROR_INPUT, "%s: no commit of %s: %s", name, request->repository, how));
    TRY(file_open_stream(scratch, &in));
    if (!fgets(line, sizeof line, in) || strlen(line) < 41)
        TRY(fail(ERROR_INPUT, "%s: git names no commit of %s", name, request->repository));
    line[strcspn(line, "\n")] = '\0';
    status = copy_text(line, out);
out:
    if (in) fclose(in);
    free(commit);
    return status;
}

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

enum status checkout_commits(const struct checkout *checkout, const char *good, const char *bad,
                             struct bisection *out)
{
    enum status status = OK;
    const char *repository = checkout->request->repository;
    char *range = NULL, *list = NULL, how[400];
    const char *const follows[] = {"git",           "-C", repository, "merge-base",
                                   "--is-ancestor", good, bad,        NULL};
    TRY(format_text(&range, "%s..%s", good, bad));
    TRY(format_text(&list, "%s/commits", checkout->state));
    TRY(git(follows, NULL, how, sizeof how));
    if (*how || !strcmp(good, bad))
        TRY(fail(ERROR_INPUT, "--bad %s does not follow --good %s", checkout->request->bad,
                 checkout->request->good));
    const char *const first[] = {
        "git", "-C", repository, "log", "--no-show-signature", "--no-walk", "--format=%H %s",
        good,  NULL};
    TRY(git(first, list, how, sizeof how));
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
    if (!*how) TRY(git(rest, list, how, sizeof how));
    if (*how) TRY(fail(ERROR_INPUT, "the commits of %s: %s", repository, how));
    status = read_commits(list, out);
out:
    if (list) unlink(list);
    free(list);
    free(range);
    return status;
}

/* Worktrees */

static enum status remove_all(const char *path)
{
    char how[400];
    const char *const words[] = {"rm", "-rf", "--", path, NULL};
    return checkout_run(words, NULL, GIT_SECONDS, how, sizeof how);
}

static enum status make_clone(const struct checkout *checkout, const char *clone)
{
    enum status status = OK;
    char *half = NULL, how[400];
    if (access(clone, F_OK) == 0) return OK;
    TRY(format_text(&half, "%s.half", clone));
    TRY(remove_all(half));
    const char *const words[] = {
        "git", "clone", "--quiet", "--bare", "--shared", "--", checkout->request->repository,
        half,  NULL};
    TRY(git(words, NULL, how, sizeof how));
    if (*how) TRY(fail(ERROR_INPUT, "cannot clone %s: %s", checkout->request->repository, how));
    if (rename(half, clone) != 0) TRY(fail(ERROR_IO, "cannot create %s", clone));
out:
    free(half);
    return status;
}

/* Makes an empty worktree of the commit, and removes what was there before. */
static enum status make_tree(const struct checkout *checkout, const char *hash, const char *tree,
                             char *how, size_t size)
{
    enum status status = OK;
    char *clone = NULL, *directory = NULL;
    TRY(format_text(&clone, "%s/clone", checkout->state));
    TRY(format_text(&directory, "--git-dir=%s", clone));
    TRY(make_clone(checkout, clone));
    TRY(remove_all(tree));
    const char *const words[] = {"git",     "-c",       "core.hooksPath=/dev/null",
                                 directory, "worktree", "add",
                                 "--quiet", "--force",  "--detach",
                                 tree,      hash,       NULL};
    TRY(git(words, NULL, how, size));
out:
    free(clone);
    free(directory);
    return status;
}

/* Keeps only the end of a build's output. */
static enum status keep_end(const char *log)
{
    enum status status = OK;
    char bytes[LOG_BYTES];
    uint64_t size;
    int fd;
    MUST(file_open(log, O_RDWR, &fd, &size));
    const bool kept =
        size <= LOG_BYTES || (pread(fd, bytes, LOG_BYTES, (off_t)size - LOG_BYTES) == LOG_BYTES &&
                              ftruncate(fd, 0) == 0 && write_all(fd, bytes, LOG_BYTES));
    if (!kept) status = fail(ERROR_IO, "%s: %s", log, strerror(errno));
    close(fd);
    return status;
}

/* Removes all logs but the newest 16. */
static enum status remove_old_logs(const char *state)
{
    char how[400];
    const char *const words[] = {
        "sh", "-c", "cd \"$0\" && ls -t build-*.log | tail -n +17 | xargs -r rm -f", state, NULL};
    return checkout_run(words, NULL, GIT_SECONDS, how, sizeof how);
}

static enum status build_commit_tree(const struct checkout *checkout, const char *hash,
                                     const char *tree, char *how, size_t size)
{
    enum status status = OK;
    const struct bisect_request *request = checkout->request;
    char *log = NULL, *repository = realpath(request->repository, NULL);
    TRY(format_text(&log, "%s/build-%.12s.log", checkout->state, hash));
    const char *const words[] = {"sh",
                                 "-c",
                                 build_script,
                                 "build",
                                 repository ? repository : "",
                                 tree,
                                 request->build ? request->build : bisect_build,
                                 NULL};
    TRY(checkout_run(words, log, BUILD_SECONDS, how, size));
    if (!*how) unlink(log);
    else TRY(keep_end(log));
    if (*how) TRY(remove_old_logs(checkout->state));
    if (*how) snprintf(how + strlen(how), size - strlen(how), "; see %s", log);
out:
    free(repository);
    free(log);
    return status;
}

/* A file beside the worktree marks it as built. */
enum status checkout_build(const struct checkout *checkout, const char *hash, char **program,
                           char *why, size_t size)
{
    enum status status = OK;
    char *tree = NULL, *built = NULL;
    *program = NULL;
    *why = '\0';
    TRY(format_text(&tree, "%s/trees/%s", checkout->state, hash));
    TRY(format_text(&built, "%s.built", tree));
    TRY(format_text(program, "%s/%s", tree, checkout->request->program));
    if (access(built, F_OK) == 0 && access(*program, X_OK) == 0) goto out;
    unlink(built);
    TRY(make_tree(checkout, hash, tree, why, size));
    if (*why) TRY(fail(ERROR_IO, "no worktree of %.12s: %s", hash, why));
    TRY(build_commit_tree(checkout, hash, tree, why, size));
    if (!*why && access(*program, X_OK) != 0)
        snprintf(why, size, "its build made no %s", checkout->request->program);
    if (!*why) TRY(file_store(built, &any_file, "built\n", 6));
out:
    free(tree);
    free(built);
    if (status != OK || *why) {
        free(*program);
        *program = NULL;
    }
    return status;
}

/* Removes a part of the search's folder. */
static void drop(const struct checkout *checkout, const char *part, const char *hash,
                 const char *ending)
{
    char *path = NULL;
    if (format_text(&path, "%s/%s%s%s", checkout->state, part, hash, ending) == OK)
        remove_all(path);
    free(path);
}

void checkout_drop(const struct checkout *checkout, const char *hash)
{
    drop(checkout, "trees/", hash, ".built");
    drop(checkout, "trees/", hash, "");
}

void checkout_clear(const struct checkout *checkout)
{
    drop(checkout, "trees", "", "");
    drop(checkout, "clone", "", "");
    drop(checkout, "clone", "", ".half");
}
