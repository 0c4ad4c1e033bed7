/* warpmark help: prints help on the program and its commands, and manual pages. */
#include "harness/help.h"

static bool as_man;
static const struct cli_option options[] = {
    {"--man", CLI_FLAG, &as_man, NULL, NULL, NULL, "print a manual page, for man and groff"}, {0}};

static int run_help(int argc, char **argv)
{
    const struct command *command = argc ? command_find(argv[0]) : NULL;
    if (argc && !command) return complain(command_unknown(argv[0]));
    enum status status = help_print(command, as_man ? HELP_MAN : HELP_TEXT);
    return status == OK ? EXIT_FINE : complain(status);
}

const struct command command_help = {
    .name = "help",
    .group = "Machine and help",
    .words = "[COMMAND]",
    .least = 0,
    .most = 1,
    .summary = "explain the program, or a command, its options and their defaults",
    .examples = "help solve\n"
                "help solve --man | man -l -\n",
    .options = options,
    .run = run_help,
};
