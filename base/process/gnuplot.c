#include "base/process/gnuplot.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/process/interrupt.h"
#include "base/text.h"

void gnuplot_text(const char *text, FILE *out)
{
    fputc('\'', out);
    while (*text) {
        size_t length = 1;
        const char *shown = *text == '\n' ? text++ : shown_character(&text, &length);
        if (*shown == '\n') fputs("'.\"\\n\".'", out);
        else if (*shown == '\'')
            fputs("'.\"\\047\".'", out); /* several doubled quotes together confuse gnuplot */
        else fwrite(shown, 1, length, out);
    }
    fputc('\'', out);
}

enum { EXIT_NOT_FOUND = 127 }; /* exit code of a shell; gnuplot itself never returns it */

/* Starts gnuplot in the child; never returns. Both outputs of gnuplot go into the pipe. */
static void become_gnuplot(const char *directory, const char *script, int pipe_end)
{
    char *const argv[] = {"gnuplot", "-d", (char *)script, NULL}; /* -d: no ~/.gnuplot */
    int nothing = open("/dev/null", O_RDONLY);
    prctl(PR_SET_PDEATHSIG, SIGKILL); /* else it could write into a folder that is gone */
    if (nothing >= 0) dup2(nothing, STDIN_FILENO);
    dup2(pipe_end, STDOUT_FILENO);
    dup2(pipe_end, STDERR_FILENO);
    if (chdir(directory) == 0) execvp(argv[0], argv);
    _exit(errno == ENOENT ? EXIT_NOT_FOUND : EXIT_NOT_FOUND - 1);
}

/* Keeps the first size - 1 bytes and discards the rest. */
static void read_gnuplot_output(int fd, char *text, size_t size)
{
    size_t length = 0;
    char sink[512];
    for (;;) {
        size_t room = size - 1 - length;
        ssize_t got = read(fd, room ? text + length : sink, room ? room : sizeof sink);
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) break;
        if (room) length += (size_t)got;
    }
    text[length] = 0;
}

/* Returns the last line, which has the reason: gnuplot first echoes the line and a caret. */
static const char *last_line(char *text)
{
    size_t length = strlen(text);
    while (length > 0 && strchr(" \n", text[length - 1])) text[--length] = 0;
    char *newline = strrchr(text, '\n');
    return newline ? newline + 1 : text;
}

static enum status judge_gnuplot_exit(int code, const char *script, char *output)
{
    if (WIFEXITED(code) && WEXITSTATUS(code) == 0) return OK;
    if (WIFEXITED(code) && WEXITSTATUS(code) == EXIT_NOT_FOUND)
        return fail(
            ERROR_ENVIRONMENT,
            "gnuplot is not installed; install the Debian package gnuplot-nox and plot again");
    if (WIFSIGNALED(code))
        return fail(ERROR_ENVIRONMENT, "gnuplot was killed by signal %d on %s", WTERMSIG(code),
                    script);
    const char *reason = last_line(output);
    return fail(ERROR_ENVIRONMENT, "gnuplot failed in %s: %s", script,
                *reason ? reason : "no reason given");
}

enum status gnuplot_check(void)
{
    const char *folders = getenv("PATH");
    for (size_t length; folders; folders = folders[length] ? folders + length + 1 : NULL) {
        char program[PATH_MAX];
        length = strcspn(folders, ":");
        int written = snprintf(program, sizeof program, "%.*s%sgnuplot", (int)length, folders,
                               length ? "/" : "");
        if (written < (int)sizeof program && access(program, X_OK) == 0) return OK;
    }
    return fail(ERROR_ENVIRONMENT,
                "gnuplot is not installed; install the Debian package gnuplot-nox");
}

enum status gnuplot_run(const char *directory, const char *script)
{
    int ends[2], code = 0;
    char output[4096];
    if (pipe(ends) != 0) return fail(ERROR_IO, "cannot start gnuplot: %s", strerror(errno));
    pid_t child = fork();
    if (child == 0) {
        close(ends[0]);
        become_gnuplot(directory, script, ends[1]);
    }
    int error = errno;
    close(ends[1]);
    if (child < 0) {
        close(ends[0]);
        return fail(ERROR_IO, "cannot start gnuplot: %s", strerror(error));
    }
    read_gnuplot_output(ends[0], output, sizeof output);
    close(ends[0]);
    while (waitpid(child, &code, 0) < 0)
        if (errno != EINTR) return fail(ERROR_IO, "cannot wait for gnuplot: %s", strerror(errno));
    if (interrupted()) return fail(ERROR_INTERRUPTED, "interrupted");
    return judge_gnuplot_exit(code, script, output);
}
