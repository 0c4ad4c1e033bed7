/* The program: finds the command and returns its exit code. */
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/output/printed.h"
#include "harness/cli.h"
#include "harness/help.h"
#include "harness/machine/threads.h"
#include "harness/member/member.h"

static bool asks_for_help(const char *word)
{
    return !strcmp(word, "--help") || !strcmp(word, "-h");
}

/* Only words before "--" can ask for help. */
static bool any_asks_for_help(int argc, char **argv)
{
    for (int k = 0; k < argc && strcmp(argv[k], "--"); k++)
        if (asks_for_help(argv[k])) return true;
    return false;
}

static int find_and_run(int argc, char **argv)
{
    if (argc < 2) return complain(fail(ERROR_INPUT, "no command given. Run `warpmark help`"));
    const char *name = asks_for_help(argv[1])          ? "help"
                       : !strcmp(argv[1], "--version") ? "version"
                                                       : argv[1];
    const struct command *command = command_find(name);
    if (!command) return complain(command_unknown(name));
    if (!any_asks_for_help(argc - 2, argv + 2)) return cli_run(command, argc - 2, argv + 2);
    enum status status = help_print(command, HELP_TEXT);
    return status == OK ? EXIT_FINE : complain(status);
}

/* If a standard file is closed, the next open() would get its number, and output for the terminal
 * would end up in that file. So this function opens /dev/null there. Standard input is opened for
 * writing and the others for reading, so that their use still fails. */
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
    if (member_is_meant(argc, argv)) return member_serve(argv);
    if (!printed_guard()) return complain(fail(ERROR_HOST_MEMORY, "not enough memory to print"));
    int code = find_and_run(argc, argv);
    if (fflush(stdout) == 0 && !ferror(stdout)) return code;
    return complain(fail(ERROR_IO, "cannot write to standard output"));
}
