/* Commits of a repository, and worktrees in which they are built. The worktrees are those of a
 * clone in the folder of the search: nothing in the repository itself is written, nor in its
 * checkout. */
#pragma once

#include "harness/bisect/bisect.h"

struct checkout {
    const struct bisect_request *request;
    const char *state;
};

/* The full name of a commit (new). scratch: a file that may be written. Errors: ERROR_INPUT. */
enum status checkout_commit(const struct bisect_request *request, const char *name,
                            const char *scratch, char **out);

/* good, and what follows on the way to bad, merges counting as one. Errors: ERROR_INPUT where bad
 * does not follow good. */
enum status checkout_commits(const struct checkout *checkout, const char *good, const char *bad,
                             struct bisection *out);

/* The program of a commit (new), built unless it was. why: "", or why it cannot be built. Errors:
 * ERROR_IO, ERROR_INTERRUPTED, ERROR_HOST_MEMORY. */
enum status checkout_build(const struct checkout *checkout, const char *hash, char **program,
                           char *why, size_t size);

/* Removes the worktree of a commit; all worktrees and the clone. What cannot be removed stays. */
void checkout_drop(const struct checkout *checkout, const char *hash);
void checkout_clear(const struct checkout *checkout);
