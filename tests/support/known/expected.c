#include "tests/support/known/expected.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *oracle_folder(void)
{
    const char *folder = getenv("WARPMARK_ORACLE");
    return folder ? folder : "../shared/oracle";
}

/* The text behind `"key": ` in line, without quotes, backslashes and comma; NULL where line has
 * another key. */
static char *expected_member(char *line, const char *key)
{
    char wanted[64];
    snprintf(wanted, sizeof wanted, "\"%s\": ", key);
    char *found = strstr(line, wanted);
    if (!found) return NULL;
    found += strlen(wanted);
    found[strcspn(found, "\n")] = '\0';
    size_t length = strlen(found), kept = 0;
    if (length && found[length - 1] == ',') found[--length] = '\0';
    if (*found != '"') return found;
    found[length - 1] = '\0';
    found++;
    for (const char *from = found; *from; from++)
        if (*from != '\\') found[kept++] = *from;
    found[kept] = '\0';
    return found;
}

bool expected_next(FILE *file, struct expected *row)
{
    char line[1024], *text;
    *row = (struct expected){.value = NAN, .iterations = MISSING};
    while (fgets(line, sizeof line, file)) {
        if ((text = expected_member(line, "property")))
            snprintf(row->property, sizeof row->property, "%s", text);
        if ((text = expected_member(line, "source")) && strcmp(text, "null"))
            snprintf(row->source, sizeof row->source, "%s", text);
        if ((text = expected_member(line, "method")))
            snprintf(row->method, sizeof row->method, "%s", text);
        if ((text = expected_member(line, "criterion")))
            snprintf(row->criterion, sizeof row->criterion, "%s", text);
        if ((text = expected_member(line, "epsilon"))) row->epsilon = strtod(text, NULL);
        if ((text = expected_member(line, "iterations")) && strcmp(text, "null"))
            row->iterations = strtoull(text, NULL, 10);
        if ((text = expected_member(line, "value")) && strcmp(text, "null"))
            row->value = strtod(text, NULL);
        if ((text = expected_member(line, "converged"))) row->converged = !strcmp(text, "true");
        if (strchr(line, '}') && *row->method) return true;
    }
    return false;
}

FILE *expected_open(const char *folder)
{
    char path[1024];
    snprintf(path, sizeof path, "%s/%s/expected.json", oracle_folder(), folder);
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    return file;
}
