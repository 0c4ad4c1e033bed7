/* A folder for files that another program reads or writes while we wait.
 *
 * It is removed with everything in it at the end, also of a program that a signal stops. One that
 * SIGKILL ends leaves it: who has it holds a lock (flock) on it, and whoever makes the next one
 * removes those that nobody holds. */
#pragma once

#include "base/status.h"

struct folder {
    char *path; /* NULL: none */
    int lock;
};

/* Makes the folder path, unless it is there. Errors: ERROR_IO. */
enum status folder_make(const char *path);

/* A fresh folder, ours alone, below $TMPDIR or /tmp; purpose is a part of its name. Errors:
 * ERROR_IO; ERROR_HOST_MEMORY; there is none then. */
enum status folder_create(const char *purpose, struct folder *out);

/* The same below another folder. */
enum status folder_create_in(const char *parent, const char *purpose, struct folder *out);

/* Removes the folder with everything in it; accepts a zeroed one, leaves one. */
void folder_remove(struct folder *folder);
