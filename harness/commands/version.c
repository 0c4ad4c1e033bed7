/* warpmark version: prints what this program was built from. */
#include <stdio.h>

#include "base/output/printed.h"
#include "harness/cli.h"
#include "harness/machine/machine.h"

static int run_version(int argc, char **argv)
{
    struct fact *build = NULL;
    size_t count = 0;
    enum status status = OK;
    TRY(build_facts(&build, &count));
    printed_fold();
    printf("warpmark  %s\ncommit    %s\n", build_version(), build_commit());
    for (size_t k = 0; k < count; k++) printf("%-8s  %s\n", build[k].name, build[k].value);
out:
    facts_free(build, count);
    return status == OK ? EXIT_FINE : complain(status);
}

const struct command command_version = {
    .name = "version",
    .group = "Machine and help",
    .words = "",
    .least = 0,
    .most = 0,
    .summary = "show the commit, compiler, flags and CUDA version of this program",
    .examples = "version\n",
    .options = NULL,
    .run = run_version,
};
