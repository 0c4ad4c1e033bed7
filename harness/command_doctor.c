/* warpmark doctor: the machine, the build, and what would spoil timings here. Warnings do not change the exit code. */
#include <omp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/cli.h"
#include "harness/machine.h"
#include "solvers/registry.h"

static int warnings;

__attribute__((format(printf, 1, 2))) static void warn(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fputs("warning  ", stdout);
    vprintf(format, arguments);
    putchar('\n');
    va_end(arguments);
    warnings++;
}

static void print_facts(const struct fact *facts, size_t count)
{
    for (size_t k = 0; k < count; k++) printf("%-9s %s\n", facts[k].name, facts[k].value);
}

static void check_machine(const struct fact *facts, size_t count)
{
    double cores = atof(fact_value(facts, count, "cores")), load = atof(fact_value(facts, count, "load"));
    const char *governor = fact_value(facts, count, "governor");
    if (strcmp(governor, "performance") && strcmp(governor, "unknown"))
        warn("the CPU frequency governor is %s: clocks will vary; performance holds them", governor);
    if (load > 0.3 * cores) warn("the load is %.2f on %.0f cores: other programs are running", load, cores);
    if (omp_get_max_threads() != (int)cores)
        warn("place omp will use %d threads on %.0f cores (OMP_NUM_THREADS)", omp_get_max_threads(), cores);
}

static void check_build(const struct fact *facts, size_t count)
{
    const char *flags = fact_value(facts, count, "flags");
    if (!strstr(flags, "-O2") && !strstr(flags, "-O3")) warn("this is not an optimised build: %s", flags);
    if (strstr(flags, "-fsanitize")) warn("this build checks memory (SAN=1): its timings mean nothing");
    if (strstr(build_commit(), "+dirty")) warn("built from a checkout with changes: commit %s", build_commit());
}

static void check_tools(void)
{
    for (int k = 0; k < place_count; k++)
        if (places[k]->cards < 2 && places[k]->probe() != OK)
            warn("place %s cannot be used: %s", places[k]->name, fail_message());
    if (system("command -v gnuplot >/dev/null 2>&1") != 0)
        warn("gnuplot is not installed: no figures (Debian's package is gnuplot-nox)");
}

int command_doctor(int argc, char **argv, const char *usage)
{
    struct cli_words words = {0};
    const struct cli_option options[] = {{0}};
    struct fact *machine = NULL, *build = NULL;
    size_t nmachine = 0, nbuild = 0;
    enum status status = OK;
    TRY(cli_parse(argc, argv, options, 0, 0, usage, &words));
    TRY(machine_facts(&machine, &nmachine));
    TRY(build_facts(&build, &nbuild));
    print_facts(machine, nmachine);
    printf("%-9s %s\n", "commit", build_commit());
    print_facts(build, nbuild);
    check_machine(machine, nmachine);
    check_build(build, nbuild);
    check_tools();
    if (!warnings) puts("fine: nothing here spoils timings");
out:
    facts_free(machine, nmachine);
    facts_free(build, nbuild);
    return status == OK ? EXIT_FINE : complain(status);
}
