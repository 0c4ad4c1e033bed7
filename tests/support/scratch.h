/* A fresh folder under $TMPDIR or /tmp for the files of one test program, removed with everything
 * in it at the end. */
#pragma once

#include <stddef.h>

extern char scratch_folder[512];

/* The path of a file in it; valid until three more were asked for. */
const char *scratch_path(const char *name);

void scratch_write_bytes(const char *name, const void *bytes, size_t count);
void scratch_write(const char *name, const char *text);
void scratch_clear(void);

/* Both in the form of cmocka's group set-up and tear-down. */
int scratch_create(void **state);

int scratch_remove(void **state);
