/* Commits of a repository, and worktrees in which they are built. The worktrees belong to a clone
 * in a folder of their own: nothing is written in the repository itself, nor in its checkout. */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "base/status.h"

struct checkout {
    const char *repository;
    const char *build;   /* for sh, in the worktree; NULL: default_build */
    const char *program; /* program that it makes, relative to the worktree */
    const char *told;    /* first word of the line on stderr for each build; NULL: no line */
    char *folder;        /* absolute; clone, worktrees below trees/, logs of builds that failed */
    int lock;            /* on the folder */
};

/* make on all cores, with the config.mk of the repository. */
extern const char default_build[];

/* Makes the folder where it is missing, and locks it; *checkout has its first four members.
 * Errors: ERROR_INPUT if another process uses the folder, ERROR_IO, ERROR_HOST_MEMORY. */
enum status checkout_open(const char *folder, struct checkout *checkout);

/* Opens the folder of the programs of this repository that are built in this way, below `programs`
 * (NULL: the user's cache). KEPT_PROGRAMS: for checkout_prune. Errors: the same. */
enum { KEPT_PROGRAMS = 8 };
enum status checkout_open_kept(const char *programs, struct checkout *checkout);

void checkout_close(struct checkout *checkout); /* accepts one that is not open */

/* Runs git in the environment of no other repository. how: "", or why it failed. Errors: those of
 * program_run. */
enum status checkout_git(const char *const *words, const char *output, char *how, size_t size);

/* The full name of a commit (new). Errors: ERROR_INPUT. */
enum status checkout_commit(const char *repository, const char *name, char **out);

/* Returns the program of a commit (new), and builds it unless that was done before. why: "", or why
 * it cannot be built. Errors: ERROR_IO, ERROR_INTERRUPTED, ERROR_HOST_MEMORY. */
enum status checkout_build(const struct checkout *checkout, const char *hash, char **program,
                           char *why, size_t size);

/* Removes the worktrees of all commits but the `most` whose programs were asked for last. */
enum status checkout_prune(const struct checkout *checkout, int most);

/* Hash of a text, for names of folders. */
uint64_t checkout_hash(const char *text);

/* Remove the worktree of a commit; all worktrees and the clone. Files that cannot be removed
 * stay. */
void checkout_drop(const struct checkout *checkout, const char *hash);
void checkout_clear(const struct checkout *checkout);
