/* Processes of ours: a function in a forked child, which talks with us in records and can be
 * stopped whatever it does.
 *
 * Nothing that a fork does not survive may happen in the process that calls this: no CUDA, no
 * OpenMP region. A child is the leader of a group of its own, reads nothing, holds no file of ours
 * but its channel and the one it is given, and dies with us. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/status.h"

enum { LARGEST_RECORD = 1 << 16 };

/* Message on a channel. Both ends check that it arrives as it was sent. */
struct record {
    uint32_t kind, size;
    _Alignas(16) unsigned char bytes[LARGEST_RECORD];
};

struct process {
    pid_t pid;        /* and group; 0: none */
    int channel;      /* our end */
    int output;       /* what it prints, to be read; -1: that goes to our standard error */
    double *deadline; /* shared with it, by clock_now(): when it is to be stopped by force;
                         INFINITY: never */
    double end_by;    /* by clock_now(): when it is stopped by force, whatever it says; 0: never */
    double looked;    /* when its memory was last looked at */
    double stopping;  /* when it was asked to stop; 0: not yet */
    double kills;     /* of the kernel because memory ran out, before it was started */
    char line[128];   /* the last one that it printed, or the start of it */
    size_t length;
    bool line_ended;
    int killed_by; /* by process_end: the signal that ended it by itself; 0: none */
};

/* fd: the one given to process_start, or -1. */
typedef void process_body(void *argument, int channel, int fd);

/* Runs body(argument, ...) in a child, which ends when body returns. captured: nothing that it
 * prints is seen, but for the last line, by process_end. Errors: those of no_process. */
enum status process_start(process_body *body, void *argument, int fd, bool captured,
                          struct process *out);

/* How waiting for a record ended. */
enum arrival {
    ARRIVED,
    CLOSED,    /* the channel was closed, by its death or otherwise, or something arrived that is no
                  record */
    OVER_TIME, /* the deadline has passed, and the process was killed */
    OVER_MEMORY, /* it took more memory than allowed, and was killed */
    STOPPED_HARD /* the user interrupted, it was told to stop, did not, and was killed */
};

/* Waits for the next record of a child. memory: bytes it may have, those that it shares not
 * counted. *used: the bytes it had when they were last looked at, if they were. */
enum arrival process_wait(struct process *process, double memory, double *used, struct record *out);

/* Kills it at once; process_end is still to come. */
void process_kill(const struct process *process);

/* Kills whatever is left of the process and its group, unless it ends within a moment by itself.
 * how: what became of it, such as "its process was killed by SIGSEGV (Segmentation fault); the last
 * line it printed: ..." or "its process ended with exit code 3"; empty when it ended as it should,
 * or not by itself. Accepts one that was never started. *by_kernel, or NULL: whether the kernel
 * killed it because memory ran out. */
void process_end(struct process *process, char *how, size_t size, bool *by_kernel);

/* Both ends. Sending is false where nobody is there to receive; receiving waits, and is false at
 * the end or for anything that is no record. */
bool record_send(int channel, uint32_t kind, size_t size, const void *bytes);
bool record_receive(int channel, struct record *out);

/* The same with an open file. *fd: the receiver's to close; -1 where none came. */
bool record_send_file(int channel, uint32_t kind, size_t size, const void *bytes, int fd);
bool record_receive_file(int channel, struct record *out, int *fd);

/* Bytes of private memory of the process; 0 if it is gone. */
double process_memory(pid_t pid);

/* Bytes of memory that programs can still have on this machine, or in this container. */
double available_memory(void);
