/* Work that is done in a child, once, because it would harm the process that forks later, or might
 * crash. */
#pragma once

#include "harness/process/process.h"

/* Fills reply->bytes and reply->size. fd: what run_in_child was given. */
typedef enum status child_work(void *argument, int fd, struct record *reply);

/* Runs work(argument, ...) in a child and takes over its status, message and reply; what it prints
 * goes to standard error. what: for messages. memory: bytes that it may have. Errors: those of
 * work; ERROR_HOST_MEMORY where it takes more memory than that; ERROR_CRASHED where it dies;
 * ERROR_INTERRUPTED. */
enum status run_in_child(const char *what, child_work *work, void *argument, int fd, double memory,
                         struct record *reply);
