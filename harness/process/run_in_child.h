/* Runs work once in a child, because it might crash, or would harm a process that forks later. */
#pragma once

#include "base/process/process.h"

/* Fills reply->bytes and reply->size. fd: the one given to run_in_child. */
typedef enum status child_work(void *argument, int fd, struct record *reply);

/* Runs work(argument, ...) in a child and takes over its status, message and reply; its output goes
 * to standard error. what: for messages. memory: bytes that it may have. Errors: those of work;
 * ERROR_HOST_MEMORY if it takes more memory than that; ERROR_CRASHED if it dies;
 * ERROR_INTERRUPTED. */
enum status run_in_child(const char *what, child_work *work, void *argument, int fd, double memory,
                         struct record *reply);
