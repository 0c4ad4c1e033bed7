/* The words of docs/glossary.md as a page uses them: the first use of each is a link to its
 * meaning, and the words that were used stand at the end of the page. */
#pragma once

#include <stdbool.h>
#include <stdio.h>

#include "base/status.h"

struct glossary_entry {
    char *names, *meaning; /* "class, closed class"; plain texts */
    bool code;             /* a name to type: never linked, for texts may mean another thing */
    bool used;
};

struct glossary {
    size_t count;
    struct glossary_entry *entry;
};

/* Errors: ERROR_HOST_MEMORY. */
enum status glossary_read(struct glossary *out);
void glossary_free(struct glossary *glossary); /* accepts a zeroed one; leaves one */

/* The entry has been used, if there is one of that name. */
void glossary_use(struct glossary *glossary, const char *name);

/* So have all words in the text. */
void glossary_see(struct glossary *glossary, const char *text);

/* An html_writer: context is a glossary, or NULL. Words that are used for the first time are links.
 */
void glossary_html(const char *text, void *context, FILE *out);
