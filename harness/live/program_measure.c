#include "harness/live/program_measure.h"

#include <limits.h>
#include <stdio.h>
#include <unistd.h>

#include "base/process/program.h"

enum { MOST_WORDS = 32 };

/* Removes the file of the measurement before, and the journal of one that was killed. */
static void remove_old_files(const char *file)
{
    char journal[PATH_MAX];
    snprintf(journal, sizeof journal, "%s.journal", file);
    unlink(file);
    unlink(journal);
}

enum status program_measure(const struct measurement *m, struct results *out, char *why,
                            size_t size)
{
    const char *words[MOST_WORDS] = {m->program, "run", m->script, "-o", m->file};
    struct program_end end;
    *why = '\0';
    for (size_t k = 5; m->more && k + 1 < MOST_WORDS && m->more[k - 5]; k++)
        words[k] = m->more[k - 5];
    remove_old_files(m->file);
    MUST(program_run(&(struct program){.words = words, .seconds = m->seconds}, &end));
    if (access(m->file, R_OK) != 0)
        snprintf(why, size, "it measured nothing: %s", *end.how ? end.how : "it wrote no file");
    else if (results_read(m->file, out) != OK)
        snprintf(why, size, "its results cannot be read: %s", fail_message());
    return OK;
}
