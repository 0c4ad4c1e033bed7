#include "analysis/history/which_commit.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/output/shell_word.h"
#include "base/output/units.h"

/* Returns whether git can check out the commit. Sources with local changes are "4f2a1c+dirty",
 * which git does not know. */
static bool is_commit(const char *commit)
{
    return *commit && !strchr(commit, '+') && strcmp(commit, "unknown");
}

static bool has_one(const struct finding *f, const char *before, const char *after)
{
    return f->kind == FOUND_STEP && f->worse && !f->same_code && !f->by_machine &&
           strcmp(before, after) && is_commit(before) && is_commit(after);
}

/* Appends the options of `warpmark bisect` that this case needs because they differ from the
 * defaults. */
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

/* Returns whether an earlier alarm of the same kind has the same commits. */
static bool is_told(const struct history *history, const struct finding *finding)
{
    for (const struct finding *f = history->findings; f < finding; f++)
        if (f->alarm && f->kind == finding->kind && f->before == finding->before &&
            f->after == finding->after)
            return true;
    return false;
}

enum status which_commits(const struct history *history, const char *before, char **out)
{
    enum status status = OK;
    char *command = NULL;
    MUST(copy_text("", out));
    for (size_t k = 0; k < history->nfindings; k++) {
        const struct finding *finding = &history->findings[k];
        if (!finding->alarm || is_told(history, finding)) continue;
        TRY(which_commit(history, finding, &command));
        if (*command) TRY(append_text(out, "%s%s\n", before, command));
        free(command);
        command = NULL;
    }
out:
    free(command);
    return status;
}
