#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/memory.h"
#include "solvers/ranks/find.h"

/* Finds the library beside the program, in the folder of a build or of an installation. */
static enum status find_library(char **out)
{
    static const char *const beside[] = {"", "../libexec/warpmark/"};
    char program[PATH_MAX];
    const ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
    program[length > 0 ? length : 0] = '\0';
    char *name = strrchr(program, '/');
    if (name) name[1] = '\0';
    for (size_t k = 0; k < sizeof beside / sizeof *beside; k++) {
        MUST(format_text(out, "%s%sranks_mpi.so", program, beside[k]));
        if (access(*out, R_OK) == 0) return OK;
        free(*out);
    }
    *out = NULL;
    return fail(ERROR_ENVIRONMENT,
                "this program was built without MPI: install the Debian packages libopenmpi-dev "
                "and openmpi-bin, and run make again");
}

static enum status find_program(const char *name, char **out)
{
    const char *folders = strchr(name, '/') ? "" : getenv("PATH");
    for (size_t length; folders; folders = folders[length] ? folders + length + 1 : NULL) {
        length = strcspn(folders, ":");
        MUST(format_text(out, "%.*s%s%s", (int)length, folders, length ? "/" : "", name));
        if (access(*out, X_OK) == 0) return OK;
        free(*out);
    }
    *out = NULL;
    return fail(ERROR_ENVIRONMENT, "%s, which starts ranks, is missing: %s", name,
                strcmp(name, "mpiexec") ? "see WARPMARK_MPIEXEC and SLURM_JOB_ID"
                                        : "install the Debian package openmpi-bin, or set "
                                          "WARPMARK_MPIEXEC");
}

static enum ranks_launcher kind_of_launcher(const char **words)
{
    const char *said = getenv("WARPMARK_MPIEXEC"), *job = getenv("SLURM_JOB_ID");
    *words = said;
    if (said && *said) return LAUNCH_AS_SAID;
    *words = job && *job ? "srun" : "mpiexec";
    return job && *job ? LAUNCH_SRUN : LAUNCH_MPIEXEC;
}

enum status ranks_find(struct ranks_found *out)
{
    enum status status = OK;
    const char *words;
    char *first = NULL;
    *out = (struct ranks_found){.kind = kind_of_launcher(&words)};
    TRY(find_library(&out->library));
    words += strspn(words, " ");
    TRY(format_text(&first, "%.*s", (int)strcspn(words, " "), words));
    TRY(find_program(first, &out->launcher));
    TRY(copy_text(words + strcspn(words, " "), &out->words));
out:
    free(first);
    if (status != OK) ranks_found_free(out);
    return status;
}

void ranks_found_free(struct ranks_found *found)
{
    free(found->library);
    free(found->launcher);
    free(found->words);
    *found = (struct ranks_found){0};
}
