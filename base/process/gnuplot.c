#include "base/process/gnuplot.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/process/program.h"
#include "base/text.h"

void gnuplot_text(const char *text, FILE *out)
{
    fputc('\'', out);
    while (*text) {
        size_t length = 1;
        const char *shown = *text == '\n' ? text++ : shown_character(&text, &length);
        if (*shown == '\n') fputs("'.\"\\n\".'", out);
        else if (*shown == '\'')
            fputs("'.\"\\047\".'", out); /* several doubled quotes together confuse gnuplot */
        else fwrite(shown, 1, length, out);
    }
    fputc('\'', out);
}

enum status gnuplot_check(void)
{
    const char *folders = getenv("PATH");
    for (size_t length; folders; folders = folders[length] ? folders + length + 1 : NULL) {
        char program[PATH_MAX];
        length = strcspn(folders, ":");
        int written = snprintf(program, sizeof program, "%.*s%sgnuplot", (int)length, folders,
                               length ? "/" : "");
        if (written < (int)sizeof program && access(program, X_OK) == 0) return OK;
    }
    return fail(ERROR_ENVIRONMENT,
                "gnuplot is not installed; install the Debian package gnuplot-nox");
}

enum status gnuplot_run(const char *directory, const char *script)
{
    const char *const words[] = {"gnuplot", "-d", script, NULL}; /* -d: no ~/.gnuplot */
    struct program_end end;
    MUST(program_run(&(struct program){.words = words, .folder = directory, .seconds = INFINITY},
                     &end));
    if (end.code == 0) return OK;
    if (end.code == PROGRAM_NOT_STARTED)
        return fail(
            ERROR_ENVIRONMENT,
            "gnuplot is not installed; install the Debian package gnuplot-nox and plot again");
    if (end.code < 0)
        return fail(ERROR_ENVIRONMENT, "gnuplot was killed by %s on %s", end.brief, script);
    return fail(ERROR_ENVIRONMENT, "gnuplot failed in %s: %s", script,
                *end.said ? end.said : "no reason given");
}
