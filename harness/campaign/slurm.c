#include "harness/campaign/slurm.h"

#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/file.h"
#include "base/folder.h"
#include "base/memory.h"
#include "base/output/shell_word.h"

/* Runs a shell command; out: the first line of its output. */
static enum status shell_ask(const char *line, char *out, size_t size, int *code)
{
    FILE *pipe = popen(line, "r");
    *code = -1;
    if (!pipe) return fail(ERROR_HOST_MEMORY, "no process can be started: %s", strerror(errno));
    if (!fgets(out, (int)size, pipe)) *out = '\0';
    out[strcspn(out, "\n")] = '\0';
    while (fgetc(pipe) != EOF) continue;
    *code = pclose(pipe);
    return OK;
}

enum status slurm_check(void)
{
    char ignored[256];
    int code;
    MUST(shell_ask("command -v sbatch", ignored, sizeof ignored, &code));
    if (!code) return OK;
    return fail(ERROR_ENVIRONMENT,
                "--to slurm: no sbatch here: run submit on a machine with Slurm, "
                "or use --to ssh:HOST,HOST or local:K");
}

/* Writes the job script. The step gets all CPUs of the job, and the signals that Slurm sends to
 * tasks. It overlaps with other steps: otherwise a step that a solver starts, as mpiexec does,
 * would wait forever for its end. */
static enum status write_job(const struct campaign *campaign, const char *path)
{
    enum status status = OK;
    char program[PATH_MAX], *text = NULL;
    const ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
    if (length < 0) return fail(ERROR_IO, "/proc/self/exe: %s", strerror(errno));
    program[length] = '\0';
    TRY(copy_text("#!/bin/sh\nexport SLURM_OVERLAP=1\n"
                  "exec srun --ntasks=1 --cpus-per-task=\"$SLURM_CPUS_ON_NODE\" --cpu-bind=none",
                  &text));
    TRY(append_shell_word(&text, program));
    TRY(append_text(&text, " work"));
    TRY(append_shell_word(&text, campaign->dir));
    TRY(append_text(&text, "\n"));
    TRY(file_store(path, &any_file, text, strlen(text)));
out:
    free(text);
    return status;
}

/* Appends "key=value key=value" as options. */
static enum status append_options(const char *options, char **line)
{
    enum status status = OK;
    char *copy = NULL;
    TRY(copy_text(options, &copy));
    for (char *at = copy, *word; (word = strsep(&at, " "));) {
        if (!*word) continue;
        if (*word == '-' || *word == '=' || !strchr(word, '='))
            TRY(fail(ERROR_INPUT, "--sbatch %s: needs key=value, such as partition=long", word));
        char *option = NULL;
        TRY(format_text(&option, "--%s", word));
        status = append_shell_word(line, option);
        free(option);
        TRY(status);
    }
out:
    free(copy);
    return status;
}

/* Makes the command line. A node measures one case at a time, so we ask for a whole node, unless
 * its GPUs are shared out. */
static enum status command_of(const struct campaign *c, const struct slurm_request *request,
                              const char *job, char **line)
{
    enum status status = OK;
    char *log = NULL;
    TRY(format_text(&log, "--output=%s/logs/slurm-%%A_%%a.log", c->dir));
    TRY(format_text(line,
                    "sbatch --parsable --job-name=warpmark --array=1-%llu --nodes=1 --ntasks=1 "
                    "--requeue --open-mode=append",
                    (unsigned long long)request->tasks));
    if (request->gpus)
        TRY(append_text(line, " --gpus-per-task=%llu", (unsigned long long)request->gpus));
    else TRY(append_text(line, " --exclusive"));
    TRY(append_shell_word(line, log));
    if (request->options) TRY(append_options(request->options, line));
    TRY(append_shell_word(line, job));
    TRY(append_text(line, " 2>&1"));
out:
    free(log);
    return status;
}

/* Reads sbatch's first line, "JOB" or "JOB;CLUSTER", or its error, and notes the job. */
static enum status note_job(const struct campaign *c, const char *said, int code)
{
    char *path = NULL;
    if (code || !isdigit((unsigned char)*said))
        return fail(ERROR_ENVIRONMENT, "sbatch refused: %s", *said ? said : "it said nothing");
    MUST(format_text(&path, "%s/jobs", c->dir));
    const int fd = campaign_append(path);
    FILE *jobs = fd < 0 ? NULL : fdopen(fd, "a");
    free(path);
    if (!jobs) return fail(ERROR_IO, "%s/jobs: %s", c->dir, strerror(errno));
    fprintf(jobs, "%.*s\n", (int)strspn(said, "0123456789"), said);
    if (fclose(jobs)) return fail(ERROR_IO, "%s/jobs: %s", c->dir, strerror(errno));
    return OK;
}

enum status launch_slurm(const struct campaign *campaign, const struct slurm_request *request)
{
    enum status status = OK;
    char *job = NULL, *line = NULL, *logs = NULL, said[512];
    int code;
    TRY(format_text(&job, "%s/job.sh", campaign->dir));
    TRY(format_text(&logs, "%s/logs", campaign->dir));
    TRY(folder_make(logs));
    TRY(write_job(campaign, job));
    TRY(command_of(campaign, request, job, &line));
    TRY(shell_ask(line, said, sizeof said, &code));
    TRY(note_job(campaign, said, code));
    fprintf(stderr, "job %s: %llu tasks. Look at it with: warpmark status %s\n", said,
            (unsigned long long)request->tasks, campaign->dir);
out:
    free(job);
    free(line);
    free(logs);
    return status;
}

/* Counts waiting tasks. squeue shows several waiting tasks of an array as one, unless -r asks for
 * each. */
static enum status count_waiting(const char *job, size_t *waiting)
{
    char *line = NULL, said[64] = "";
    int code;
    MUST(format_text(&line, "squeue -h -r -j %s -t PENDING -o %%i 2>/dev/null | wc -l", job));
    enum status status = shell_ask(line, said, sizeof said, &code);
    if (status == OK && !code) *waiting += strtoul(said, NULL, 10);
    free(line);
    return status;
}

enum status slurm_waiting(const struct campaign *campaign, size_t *waiting)
{
    enum status status = OK;
    char *path = NULL, job[64];
    FILE *jobs = NULL;
    *waiting = 0;
    TRY(format_text(&path, "%s/jobs", campaign->dir));
    if (access(path, R_OK)) goto out;
    TRY(file_open_stream(path, &jobs));
    while (status == OK && fgets(job, sizeof job, jobs)) {
        job[strspn(job, "0123456789")] = '\0';
        if (*job) TRY(count_waiting(job, waiting));
    }
out:
    if (jobs) fclose(jobs);
    free(path);
    return status;
}
