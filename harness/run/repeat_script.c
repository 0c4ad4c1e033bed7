#include "harness/run/repeat_script.h"

#include <stdlib.h>
#include <string.h>

#include "analysis/crossover/crossover_repeat.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/process/interrupt.h"

/* Makes FILE-K.h5 of FILE.h5; the first run has FILE.h5 itself. *out is new. */
static enum status repeated_name(const char *path, size_t run, char **out)
{
    const char *dot = strrchr(path, '.');
    const int stem = dot && !strchr(dot, '/') ? (int)(dot - path) : (int)strlen(path);
    return run ? format_text(out, "%.*s-%zu%s", stem, path, run + 1, path + stem)
               : copy_text(path, out);
}

/* Makes the names of all files, each new, and checks that they can be written. */
static enum status repeated_names(const struct recording_request *record, size_t times,
                                  char **names)
{
    for (size_t k = 0; k < times; k++) {
        MUST(repeated_name(record->output, k, &names[k]));
        MUST(results_probe(names[k], record->force || record->resume));
    }
    return OK;
}

/* Returns whether a run into this file was begun. */
static enum status was_begun(const char *name, bool *out)
{
    char *journal;
    MUST(journal_path_of(name, &journal));
    *out = path_exists(name) || path_exists(journal);
    free(journal);
    return OK;
}

enum status repeat_script(const struct script_request *from, const struct run_request *request,
                          size_t times, int *code)
{
    enum status status = OK;
    struct results *results = NULL;
    char **names = NULL;
    *code = 0;
    TRY(allocate_zeroed(times, sizeof *results, "results", &results));
    TRY(allocate_zeroed(times, sizeof *names, "names of files", &names));
    TRY(repeated_names(&request->record, times, names));
    for (size_t k = 0; k < times; k++) {
        struct run_request again = *request;
        bool begun;
        int its;
        again.record.output = names[k];
        TRY(was_begun(names[k], &begun));
        again.record.resume = request->record.resume && (k == 0 || begun);
        TRY(run_script(from, &again, &its));
        if (*code == 0 || interrupted()) *code = its;
        if (interrupted()) goto out;
        TRY(results_read(names[k], &results[k]));
    }
    crossovers_agree(times, results, stderr);
out:
    for (size_t k = 0; k < times; k++) {
        if (results) results_free(&results[k]);
        if (names) free(names[k]);
    }
    free(results);
    free(names);
    return status;
}
