/* Finds the programs that ranks need on this machine: MPI, and a program that starts processes. */
#pragma once

#include "base/status.h"

enum ranks_launcher {
    LAUNCH_MPIEXEC, /* mpiexec of Open MPI */
    LAUNCH_SRUN,    /* srun, within a Slurm allocation */
    LAUNCH_AS_SAID  /* $WARPMARK_MPIEXEC, a command line; "-n N PROGRAM ..." follows its words */
};

struct ranks_found {
    enum ranks_launcher kind;
    char *library;  /* path of the library of solvers/ranks/link_mpi.c */
    char *launcher; /* path of the launcher */
    char *words;    /* its first words, separated by blanks */
};

/* Finds library and launcher. Errors: ERROR_ENVIRONMENT, with the missing part and the package that
 * has it. */
enum status ranks_find(struct ranks_found *out);
void ranks_found_free(struct ranks_found *found); /* accepts a zeroed one, leaves one */
