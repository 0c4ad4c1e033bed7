/* The program: finds the command and returns its exit code. */
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "harness/cli.h"

static const struct command {
    const char *name, *usage, *summary, *synopsis;
    int (*run)(int argc, char **argv, const char *synopsis);
} commands[] = {
#define COMMAND(name, usage, summary) {#name, usage, summary, #name " " usage, command_##name},
#include "harness/commands.def"
#undef COMMAND
};

enum { NCOMMANDS = sizeof commands / sizeof *commands };

static int help(void)
{
    puts("Warpmark measures the solvers behind probabilistic model checking.\n");
    for (int k = 0; k < NCOMMANDS; k++)
        printf("  warpmark %-8s%s\n                    %s\n", commands[k].name, commands[k].usage, commands[k].summary);
    puts("\nA SOURCE is a generator with parameters (random_dd:n=2000,density=0.01,seed=7) or a file with a property\n"
         "(model.tra:type=ctmc,reward=model.srew; m.mtx). A variant is method[options]/layout/precision/place\n"
         "(jacobi/msr/f64/seq). Exit: 0 fine, 1 input error, 2 a case went wrong, 4 the environment, 5 a damaged "
         "results\n"
         "file, 130 interrupted.");
    return EXIT_FINE;
}

static int unknown_command(const char *name)
{
    const char *known[NCOMMANDS + 2] = {0};
    char hint[256];
    for (int k = 0; k < NCOMMANDS; k++) known[k] = commands[k].name;
    known[NCOMMANDS] = "help";
    return complain(fail(ERROR_INPUT, "unknown command '%s'%s", name, suggest_name(name, known, hint, sizeof hint)));
}

int main(int argc, char **argv)
{
    if (argc < 2) return complain(fail(ERROR_INPUT, "no command given; see: warpmark help"));
    if (!strcmp(argv[1], "help") || !strcmp(argv[1], "--help") || !strcmp(argv[1], "-h")) return help();
    for (int k = 0; k < NCOMMANDS; k++) {
        if (strcmp(argv[1], commands[k].name)) continue;
        int code = commands[k].run(argc - 2, argv + 2, commands[k].synopsis);
        if (fflush(stdout) != 0 || ferror(stdout)) return complain(fail(ERROR_IO, "cannot write to standard output"));
        return code;
    }
    return unknown_command(argv[1]);
}
