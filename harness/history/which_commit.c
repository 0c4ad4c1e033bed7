#include "harness/history/which_commit.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "harness/util/shell_word.h"
#include "harness/util/units.h"

/* Whether git finds the sources by it; one with changes is "4f2a1c+dirty". */
static bool is_commit(const char *commit)
{
    return *commit && !strchr(commit, '+') && strcmp(commit, "unknown");
}

static bool has_one(const struct finding *f, const char *before, const char *after)
{
    return f->kind == FOUND_STEP && f->worse && !f->same_code && strcmp(before, after) &&
           is_commit(before) && is_commit(after);
}

/* What the case has and bisect does not take by itself. */
static enum status append_settings(const struct series *series, char **out)
{
    if (series->epsilon != 1e-6)
        MUST(append_text(out, " --epsilon %s", exact_number(series->epsilon).text));
    return series->criterion == RELATIVE ? OK : append_text(out, " --criterion absolute");
}

enum status which_commit(const struct history *history, const struct finding *finding, char **out)
{
    enum status status = OK;
    const struct series *series = &history->series[finding->series];
    const char *before = history->runs[finding->before].commit,
               *after = history->runs[finding->after].commit;
    char *what = NULL;
    MUST(copy_text("", out));
    if (!has_one(finding, before, after)) return OK;
    TRY(format_text(&what, "%s %s", series->source, series->variant));
    TRY(append_text(out, "warpmark bisect --good"));
    TRY(append_shell_word(out, before));
    TRY(append_text(out, " --bad"));
    TRY(append_shell_word(out, after));
    TRY(append_text(out, " --case"));
    TRY(append_shell_word(out, what));
    TRY(append_settings(series, out));
out:
    free(what);
    return status;
}
