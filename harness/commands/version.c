/* warpmark version: what this program was built from. */
#include <stdio.h>

#include "harness/cli.h"
#include "harness/machine/machine.h"

int command_version(int argc, char **argv, const char *usage)
{
    const struct cli_option options[] = {{0}};
    struct fact *build = NULL;
    size_t count = 0;
    enum status status = OK;
    TRY(cli_parse(&argc, argv, options, 0, 0, usage));
    TRY(build_facts(&build, &count));
    printf("warpmark  %s\n", build_commit());
    for (size_t k = 0; k < count; k++) printf("%-8s  %s\n", build[k].name, build[k].value);
out:
    facts_free(build, count);
    return status == OK ? EXIT_FINE : complain(status);
}
