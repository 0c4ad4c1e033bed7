/* The program: finds the command and returns its exit code. */
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/text.h"
#include "harness/cli.h"
#include "harness/machine/threads.h"
#include "harness/util/printed.h"

static const struct command {
    const char *name, *usage, *summary;
    int (*run)(int argc, char **argv, const char *usage);
} commands[] = {
#define COMMAND(name, usage, summary) {#name, usage, summary, command_##name},
#include "harness/commands.def"
#undef COMMAND
};

enum { NCOMMANDS = sizeof commands / sizeof *commands };

static int help(void)
{
    puts("Warpmark measures solvers of probabilistic and LTL model checking.\n");
    for (int k = 0; k < NCOMMANDS; k++)
        printf("  warpmark %s\n      %s\n", commands[k].usage, commands[k].summary);
    puts(
        "\nSOURCE names a problem: a generator with parameters "
        "(random_dd:n=2000,density=0.01,seed=7), or a file\n"
        "with a property (model.tra:type=ctmc,reward=model.srew; m.mtx).\n"
        "V, a variant, names a way to solve it: method[options]/layout/precision/place "
        "(jacobi/msr/f64/seq).\n"
        "Add +bfs to the layout to number the rows breadth-first.\n"
        "A file that exists is replaced only with --force, and only if Warpmark wrote it and it is "
        "of the same kind.\n"
        "Exit: 0 fine, 1 input error, 2 a case went wrong, 3 a regression, 4 the environment, "
        "5 a damaged .h5 file, 130 interrupted.");
    return EXIT_FINE;
}

static int unknown_command(const char *name)
{
    const char *known[NCOMMANDS + 2] = {0};
    char hint[256];
    for (int k = 0; k < NCOMMANDS; k++) known[k] = commands[k].name;
    known[NCOMMANDS] = "help";
    return complain(fail(ERROR_INPUT, "unknown command '%s'%s", name,
                         suggest_name(name, known, hint, sizeof hint)));
}

static bool asks_for_help(const char *word)
{
    return !strcmp(word, "--help") || !strcmp(word, "-h");
}

static int run(const struct command *command, int argc, char **argv)
{
    for (int k = 0; k < argc && strcmp(argv[k], "--"); k++) {
        if (!asks_for_help(argv[k])) continue;
        printf("usage: warpmark %s\n%s\n", command->usage, command->summary);
        return EXIT_FINE;
    }
    return command->run(argc, argv, command->usage);
}

static int find_and_run(int argc, char **argv)
{
    if (argc < 2) return complain(fail(ERROR_INPUT, "no command given. Run `warpmark help`"));
    if (!strcmp(argv[1], "help") || asks_for_help(argv[1])) return help();
    const char *name = strcmp(argv[1], "--version") ? argv[1] : "version";
    for (int k = 0; k < NCOMMANDS; k++)
        if (!strcmp(name, commands[k].name)) return run(&commands[k], argc - 2, argv + 2);
    return unknown_command(name);
}

/* Where a standard file is closed, the next file that is opened would take its number, and what is
 * meant for a terminal. The wrong way round, so that what is printed there still fails. */
static bool open_standard_files(void)
{
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
        if (fcntl(fd, F_GETFD) < 0 &&
            open("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY) != fd)
            return false;
    return true;
}

int main(int argc, char **argv)
{
    if (!open_standard_files()) return EXIT_ENVIRONMENT;
    signal(SIGXFSZ, SIG_IGN); /* a file that outgrows its limit becomes an error of the write */
    if (threads_check() != OK) return complain(ERROR_INPUT);
    threads_wait_briefly(argv);
    threads_fit();
    if (!printed_guard()) return complain(fail(ERROR_HOST_MEMORY, "not enough memory to print"));
    int code = find_and_run(argc, argv);
    if (fflush(stdout) == 0 && !ferror(stdout)) return code;
    return complain(fail(ERROR_IO, "cannot write to standard output"));
}
