/* Child processes: a function in a forked child, which talks to us in records
 * (base/process/record.h) and can be stopped whatever it does. base/process/isolated.h is for work
 * on untrusted bytes, base/process/program.h for other programs.
 *
 * The process that calls this must do nothing that a fork does not survive: no CUDA, no OpenMP
 * region. A child is the leader of a group of its own, reads nothing, holds no file of ours but its
 * channel and the one that it is given, and dies with us. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "base/process/last_line.h"
#include "base/process/record.h"
#include "base/status.h"

struct process {
    pid_t pid;        /* also of its group; 0: none */
    int channel;      /* our end */
    int output;       /* its output, to be read; -1: it goes to our standard error */
    double *deadline; /* shared with it: the clock_now() at which it is killed; INFINITY: never */
    double end_by;    /* the clock_now() at which it is killed, whatever deadline says; 0: never */
    double looked;    /* time of the last look at its memory */
    double stopping;  /* time when it was asked to stop; 0: not yet */
    double kills;     /* number of kills by the kernel for lack of memory, before it was started */
    const char *what; /* for base/progress_hook.h, while we wait; NULL: nothing to tell */
    struct last_line last; /* of its output, if that is captured */
    /* What became of it, set by process_end: */
    int killed_by;  /* the signal that ended it without us; 0: none */
    int code;       /* its exit code; -1: a signal, or we, ended it */
    bool by_kernel; /* the kernel killed it because memory ran out */
    char how[300];  /* "its process was killed by SIGSEGV (Segmentation fault); the last line it
                       printed: ...", "its process ended with exit code 3"; "" if it ended as it
                       should, or if we ended it */
};

/* fd: the one given to process_start, or -1. */
typedef void process_body(void *argument, int channel, int fd);

/* Runs body(argument, ...) in a child, which ends when body returns. captured: its output is
 * hidden, except for the last line, which process_end reports. Errors: those of no_process. */
enum status process_start(process_body *body, void *argument, int fd, bool captured,
                          struct process *out);

/* Ways in which waiting for a record ends. */
enum arrival {
    ARRIVED,
    CLOSED,      /* the channel was closed, by the child's death or otherwise, or something arrived
                    that is no record */
    OVER_TIME,   /* the deadline has passed, and the process was killed */
    OVER_MEMORY, /* it took more memory than allowed, and was killed */
    STOPPED_HARD /* the user interrupted; it was told to stop, did not, and was killed */
};

/* Waits for the next record of a child; calls progress_hook_call, and tells the child to stop
 * (SIGTERM) when that or the user says so. memory: bytes that it may have, without those that it
 * shares. *used: its memory at the last look; unchanged if there was no look. */
enum arrival process_wait(struct process *process, double memory, double *used, struct record *out);

/* Kills it at once; process_end must still be called. */
void process_kill(const struct process *process);

/* Kills the rest of the process and its group, unless it ends within a moment by itself, and says
 * what became of it. Accepts one that was never started, or has ended. */
void process_end(struct process *process);
