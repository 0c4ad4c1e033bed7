/* The words of docs/glossary.md on a page: the first use of each is a link to its meaning, and the
 * words that were used are listed at the end of the page. */
#pragma once

#include <stdbool.h>
#include <stdio.h>

#include "base/status.h"

struct glossary_entry {
    char *names, *meaning; /* "class, closed class"; plain texts */
    bool code;             /* a name to type: never linked, because in texts it may mean something
                              else */
    bool used;
};

struct glossary {
    size_t count;
    struct glossary_entry *entry;
};

/* Reads the glossary. Errors: ERROR_HOST_MEMORY. */
enum status glossary_read(struct glossary *out);
void glossary_free(struct glossary *glossary); /* accepts a zeroed one; leaves one */

/* Marks the entry of that name, if there is one, as used. */
void glossary_use(struct glossary *glossary, const char *name);

/* Marks all words in the text as used. */
void glossary_see(struct glossary *glossary, const char *text);

/* An html_writer: context is a glossary, or NULL. Words become links at their first use. */
void glossary_html(const char *text, void *context, FILE *out);
