#define _GNU_SOURCE /* sigabbrev_np */
#include "harness/ranks/lost.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *const ranks_heeded[] = {" rank ", ": task ",          "--allow-run-as-root",
                                    "ssh: ",  "not enough slots", NULL};

/* Reads mpiexec's "... process rank 1 with PID 77 on node here exited on signal 9 (Killed)." */
static bool read_mpiexec(const char *line, int *rank, char node[64], int *signal)
{
    const char *at = strstr(line, "process rank ");
    return at && sscanf(at, "process rank %d with PID %*d on node %63s exited on signal %d", rank,
                        node, signal) == 3;
}

/* Reads Slurm's "srun: error: here: task 1: Killed". */
static bool read_srun(const char *line, int *rank, char node[64], char how[64])
{
    return sscanf(line, "srun: error: %63[^:]: task %d: %63[^\n]", node, rank, how) == 3;
}

/* Reads our own "warpmark: rank 1: reason". */
static const char *own_words(const char *line)
{
    static const char mark[] = "warpmark: rank ";
    const char *at = strstr(line, mark);
    return at ? at + strlen("warpmark: ") : NULL;
}

enum status ranks_lost(const struct engine_process *process, const struct place *place)
{
    char node[64], how[64], said[400];
    int rank, number;
    const char *own = own_words(process->heeded);
    if (own) return fail(ERROR_CRASHED, "%s: %s", place->name, own);
    if (read_mpiexec(process->heeded, &rank, node, &number)) {
        const char *name = sigabbrev_np(number);
        return fail(ERROR_CRASHED, "%s: rank %d on %s was killed by SIG%s (%s)", place->name, rank,
                    node, name ? name : "?", strsignal(number));
    }
    if (read_srun(process->heeded, &rank, node, how))
        return fail(ERROR_CRASHED, "%s: rank %d on %s ended: %s", place->name, rank, node, how);
    if (strstr(process->heeded, "--allow-run-as-root"))
        return fail(ERROR_CRASHED,
                    "%s: mpiexec refuses to start ranks for root: add --allow-run-as-root to "
                    "WARPMARK_MPIEXEC",
                    place->name);
    snprintf(said, sizeof said, "%s", fail_message());
    const char *what = strstr(said, ": ");
    return fail(ERROR_CRASHED, "%s: the launcher failed: %s%s%s", place->name,
                what ? what + 2 : said, *process->heeded ? "; " : "", process->heeded);
}

/* Returns the rank that MPI or Slurm gave to a process; -1: none. */
static int process_rank(int pid)
{
    static const char *const names[] = {
        "OMPI_COMM_WORLD_RANK=", "PMIX_RANK=", "PMI_RANK=", "SLURM_PROCID="};
    char path[64], *word = NULL;
    size_t room = 0;
    int rank = -1;
    snprintf(path, sizeof path, "/proc/%d/environ", pid);
    FILE *file = fopen(path, "re");
    while (file && rank < 0 && getdelim(&word, &room, '\0', file) > 0)
        for (size_t k = 0; k < sizeof names / sizeof *names; k++)
            if (!strncmp(word, names[k], strlen(names[k]))) rank = atoi(word + strlen(names[k]));
    if (file) fclose(file);
    free(word);
    return rank;
}

/* Returns the state in /proc: 'T' for a process that a signal stopped. */
static char process_state(int pid)
{
    char path[64], state = '?';
    snprintf(path, sizeof path, "/proc/%d/stat", pid);
    FILE *file = fopen(path, "re");
    if (file && fscanf(file, "%*d (%*[^)]) %c", &state) != 1) state = '?';
    if (file) fclose(file);
    return state;
}

void ranks_silent(const struct engine_process *process, char *out, size_t size)
{
    int pid[TREE_MOST];
    const size_t count = process_tree(process->pid, TREE_MOST, pid);
    *out = '\0';
    for (size_t k = 0; k < count; k++) {
        const int rank = process_rank(pid[k]);
        if (rank < 0 || process_state(pid[k]) != 'T') continue;
        snprintf(out, size,
                 "all ranks were killed, as rank %d (process %d) was stopped by a signal", rank,
                 pid[k]);
        return;
    }
}
