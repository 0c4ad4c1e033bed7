/* Commits of a repository, and worktrees in which they are built. The worktrees belong to a clone
 * in the folder of the search: nothing is written in the repository itself, nor in its checkout. */
#pragma once

#include "harness/bisect/bisect.h"

struct checkout {
    const struct bisect_request *request;
    const char *state;
};

/* The full name of a commit (new). scratch: a file that may be written. Errors: ERROR_INPUT. */
enum status checkout_commit(const struct bisect_request *request, const char *name,
                            const char *scratch, char **out);

/* Lists good and the commits from there to bad; a merge counts as one. Errors: ERROR_INPUT if bad
 * does not follow good. */
enum status checkout_commits(const struct checkout *checkout, const char *good, const char *bad,
                             struct bisection *out);

/* Returns the program of a commit (new), and builds it unless that was done before. why: "", or why
 * it cannot be built. Errors: ERROR_IO, ERROR_INTERRUPTED, ERROR_HOST_MEMORY. */
enum status checkout_build(const struct checkout *checkout, const char *hash, char **program,
                           char *why, size_t size);

/* Remove the worktree of a commit; all worktrees and the clone. Files that cannot be removed
 * stay. */
void checkout_drop(const struct checkout *checkout, const char *hash);
void checkout_clear(const struct checkout *checkout);
