/* A scheduler of a decision process takes one choice in each state: choice 0, 1, ... of those that
 * the state has, in the order of the model. In a file it is a line for each state
 * (docs/formats.md#schedulers). */
#pragma once

#include "base/file.h"
#include "base/sparse/chain.h"

extern const struct file_kind kind_scheduler;

/* Writes a scheduler of an MDP to path. Errors: those of file_create. */
enum status scheduler_write(const struct chain *chain, const uint32_t *choice, const char *path,
                            bool replaces);

/* *choice (new) = the scheduler of an MDP in a file. Errors: ERROR_INPUT with the line; those of
 * lines_open; ERROR_HOST_MEMORY. */
enum status scheduler_read(const char *path, const struct chain *chain, uint32_t **choice);

/* Makes an MDP the DTMC that it is under a scheduler, with all of its states. */
void chain_induce(struct chain *chain, const uint32_t *choice);
