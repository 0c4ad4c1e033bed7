#include "harness/ranks/launch.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "harness/ranks/lost.h"
#include "solvers/ranks/find.h"

enum { MOST_WORDS = 64 };

struct words {
    const char *word[MOST_WORDS + 1];
    int count;
};

static void words_add(struct words *to, const char *word)
{
    if (to->count < MOST_WORDS) to->word[to->count++] = word;
}

/* Adds the words of text, which is cut in place. */
static void add_each(struct words *to, char *text)
{
    char *rest = NULL;
    for (char *word = strtok_r(text, " ", &rest); word; word = strtok_r(NULL, " ", &rest))
        words_add(to, word);
}

static void add_setting(struct words *to, const char *name, const char *value)
{
    words_add(to, "--mca");
    words_add(to, name);
    words_add(to, value);
}

/* Threads may use all cores of a host. Ranks that wait leave their cores to others, as threads do
 * (harness/machine/threads.h). Open MPI lets root run only if that is confirmed. */
static void add_mpiexec(struct words *to, const struct launch *launch)
{
    if (geteuid() == 0) words_add(to, "--allow-run-as-root");
    words_add(to, "--oversubscribe");
    words_add(to, "--bind-to");
    words_add(to, "none");
    add_setting(to, "mpi_yield_when_idle", "1");
    add_setting(to, "orte_tmpdir_base", launch->files);
    if (launch->shared) add_setting(to, "btl_vader_backing_directory", launch->shared);
}

/* Open MPI and Slurm find each other by PMIx. */
static void add_srun(struct words *to)
{
    const char *type = getenv("SLURM_MPI_TYPE");
    if (!type || !*type) words_add(to, "--mpi=pmix");
    words_add(to, "--overlap");
    words_add(to, "--overcommit");
    words_add(to, "--input=0");
    words_add(to, "--cpu-bind=none");
    words_add(to, "--kill-on-bad-exit=1");
}

static enum status find_program(char out[PATH_MAX])
{
    const ssize_t length = readlink("/proc/self/exe", out, PATH_MAX - 1);
    if (length <= 0) return fail(ERROR_IO, "cannot read /proc/self/exe");
    out[length] = '\0';
    return OK;
}

enum status ranks_launch(const struct launch *launch, struct engine_process *out)
{
    enum status status = OK;
    struct ranks_found found;
    struct words words = {.count = 0};
    char program[PATH_MAX], count[16];
    TRY(ranks_find(&found));
    TRY(find_program(program));
    snprintf(count, sizeof count, "%d", launch->place->ranks);
    add_each(&words, found.words);
    if (found.kind == LAUNCH_MPIEXEC) add_mpiexec(&words, launch);
    if (found.kind == LAUNCH_SRUN) add_srun(&words);
    words_add(&words, "-n");
    words_add(&words, count);
    words_add(&words, program);
    const char *const told[NMEMBER_WORDS] = {[MEMBER_MARK] = MEMBER_MARK_WORD,
                                             [MEMBER_KIND] = launch->on_cards ? "cards" : "cores",
                                             [MEMBER_COUNT] = count,
                                             [MEMBER_LIBRARY] = found.library,
                                             [MEMBER_IDENTITY] = launch->identity};
    for (int k = 0; k < NMEMBER_WORDS; k++) words_add(&words, told[k]);
    TRY(engine_start(launch->place->name, found.launcher, words.word, 0, out));
    out->heed = ranks_heeded;
out:
    ranks_found_free(&found);
    return status;
}
