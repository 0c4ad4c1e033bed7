#include "harness/live/checkout.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/folder.h"
#include "base/memory.h"
#include "base/process/program.h"

enum { BUILD_SECONDS = 3600, GIT_SECONDS = 600, LOG_BYTES = 1 << 16 };

const char default_build[] = "[ ! -f \"$CHECKOUT/config.mk\" ] || cp \"$CHECKOUT/config.mk\" . && "
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

enum status checkout_git(const char *const *words, const char *output, char *how, size_t size)
{
    unsetenv("GIT_DIR");
    unsetenv("GIT_WORK_TREE");
    unsetenv("GIT_INDEX_FILE");
    return checkout_run(words, output, GIT_SECONDS, how, size);
}

enum status checkout_commit(const char *repository, const char *name, char **out)
{
    enum status status = OK;
    struct folder folder = {0};
    char *commit = NULL, *scratch = NULL, how[400], line[128] = "";
    FILE *in = NULL;
    TRY(folder_create("checkout", &folder));
    TRY(format_text(&scratch, "%s/commit", folder.path));
    TRY(format_text(&commit, "%s^{commit}", name));
    const char *const words[] = {
        "git", "-C", repository, "rev-parse", "--verify", "--end-of-options", commit, NULL};
    TRY(checkout_git(words, scratch, how, sizeof how));
    if (*how) TRY(fail(ERROR_INPUT, "%s: no commit of %s: %s", name, repository, how));
    TRY(file_open_stream(scratch, &in));
    if (!fgets(line, sizeof line, in) || strlen(line) < 41)
        TRY(fail(ERROR_INPUT, "%s: git names no commit of %s", name, repository));
    line[strcspn(line, "\n")] = '\0';
    status = copy_text(line, out);
out:
    if (in) fclose(in);
    free(scratch);
    free(commit);
    folder_remove(&folder);
    return status;
}

/* The folder */

static enum status lock_folder(struct checkout *checkout)
{
    enum status status = OK;
    char *path = NULL;
    TRY(format_text(&path, "%s/lock", checkout->folder));
    checkout->lock = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (checkout->lock < 0) TRY(fail(ERROR_IO, "%s: %s", path, strerror(errno)));
    if (flock(checkout->lock, LOCK_EX | LOCK_NB) != 0)
        TRY(fail(ERROR_INPUT, "%s: another process uses this folder now", checkout->folder));
out:
    free(path);
    return status;
}

enum status checkout_open(const char *folder, struct checkout *checkout)
{
    enum status status = OK;
    char *trees = NULL;
    checkout->lock = -1;
    TRY(folder_make_above(folder));
    TRY(folder_make(folder));
    checkout->folder = realpath(folder, NULL);
    if (!checkout->folder) TRY(fail(ERROR_IO, "%s: %s", folder, strerror(errno)));
    TRY(lock_folder(checkout));
    TRY(format_text(&trees, "%s/trees", checkout->folder));
    status = folder_make(trees);
out:
    free(trees);
    if (status != OK) checkout_close(checkout);
    return status;
}

enum status checkout_open_kept(const char *programs, struct checkout *checkout)
{
    enum status status = OK;
    char *text = NULL, *all = NULL, *folder = NULL,
         *repository = realpath(checkout->repository, NULL);
    TRY(format_text(&text, "%s\n%s\n%s", repository ? repository : checkout->repository,
                    checkout->build ? checkout->build : default_build, checkout->program));
    if (programs) TRY(copy_text(programs, &all));
    else TRY(cache_path("programs", &all));
    if (!all) TRY(fail(ERROR_INPUT, "no place to keep programs: give --programs DIR"));
    TRY(format_text(&folder, "%s/%016" PRIx64, all, checkout_hash(text)));
    status = checkout_open(folder, checkout);
out:
    free(text);
    free(all);
    free(folder);
    free(repository);
    return status;
}

void checkout_close(struct checkout *checkout)
{
    if (checkout->folder && checkout->lock >= 0) close(checkout->lock);
    free(checkout->folder);
    checkout->folder = NULL;
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
        "git", "clone", "--quiet", "--bare", "--shared", "--", checkout->repository, half, NULL};
    TRY(checkout_git(words, NULL, how, sizeof how));
    if (*how) TRY(fail(ERROR_INPUT, "cannot clone %s: %s", checkout->repository, how));
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
    TRY(format_text(&clone, "%s/clone", checkout->folder));
    TRY(format_text(&directory, "--git-dir=%s", clone));
    TRY(make_clone(checkout, clone));
    TRY(remove_all(tree));
    const char *const words[] = {"git",     "-c",       "core.hooksPath=/dev/null",
                                 directory, "worktree", "add",
                                 "--quiet", "--force",  "--detach",
                                 tree,      hash,       NULL};
    TRY(checkout_git(words, NULL, how, size));
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
    char *log = NULL, *repository = realpath(checkout->repository, NULL);
    TRY(format_text(&log, "%s/build-%.12s.log", checkout->folder, hash));
    const char *const words[] = {"sh",
                                 "-c",
                                 build_script,
                                 "build",
                                 repository ? repository : "",
                                 tree,
                                 checkout->build ? checkout->build : default_build,
                                 NULL};
    TRY(checkout_run(words, log, BUILD_SECONDS, how, size));
    if (!*how) unlink(log);
    else TRY(keep_end(log));
    if (*how) TRY(remove_old_logs(checkout->folder));
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
    TRY(format_text(&tree, "%s/trees/%s", checkout->folder, hash));
    TRY(format_text(&built, "%s.built", tree));
    TRY(format_text(program, "%s/%s", tree, checkout->program));
    if (access(*program, X_OK) == 0 && utimensat(AT_FDCWD, built, NULL, 0) == 0) goto out;
    unlink(built);
    if (checkout->told) fprintf(stderr, "%s: build %.12s\n", checkout->told, hash);
    TRY(make_tree(checkout, hash, tree, why, size));
    if (*why) TRY(fail(ERROR_IO, "no worktree of %.12s: %s", hash, why));
    TRY(build_commit_tree(checkout, hash, tree, why, size));
    if (!*why && access(*program, X_OK) != 0)
        snprintf(why, size, "its build made no %s", checkout->program);
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

enum status checkout_prune(const struct checkout *checkout, int most)
{
    char how[400], first[16];
    snprintf(first, sizeof first, "+%d", most + 1);
    const char *const words[] = {"sh",
                                 "-c",
                                 "cd \"$0/trees\" && ls -t | sed -n 's/[.]built$//p' | "
                                 "tail -n \"$1\" | while read -r tree; do "
                                 "rm -rf \"$tree.built\" \"$tree\"; done",
                                 checkout->folder,
                                 first,
                                 NULL};
    return checkout_run(words, NULL, GIT_SECONDS, how, sizeof how);
}

uint64_t checkout_hash(const char *text)
{
    uint64_t hash = 0xcbf29ce484222325u;
    for (; *text; text++) hash = (hash ^ (unsigned char)*text) * 0x100000001b3u;
    return hash;
}

/* Removes a part of the folder. */
static void drop(const struct checkout *checkout, const char *part, const char *hash,
                 const char *ending)
{
    char *path = NULL;
    if (format_text(&path, "%s/%s%s%s", checkout->folder, part, hash, ending) == OK)
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
