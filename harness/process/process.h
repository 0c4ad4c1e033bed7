/* Child processes: a function in a forked child, which talks to us in records and can be stopped
 * whatever it does.
 *
 * The process that calls this must do nothing that a fork does not survive: no CUDA, no OpenMP
 * region. A child is the leader of a group of its own, reads nothing, holds no file of ours but its
 * channel and the one that it is given, and dies with us. */
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
    pid_t pid;        /* also of its group; 0: none */
    int channel;      /* our end */
    int output;       /* its output, to be read; -1: it goes to our standard error */
    double *deadline; /* shared with it: the clock_now() at which it is killed; INFINITY: never */
    double end_by;    /* the clock_now() at which it is killed, whatever deadline says; 0: never */
    double looked;    /* time of the last look at its memory */
    double stopping;  /* time when it was asked to stop; 0: not yet */
    double kills;     /* number of kills by the kernel for lack of memory, before it was started */
    char line[128];   /* the last line that it printed, or the start of it */
    size_t length;
    bool line_ended;
    int killed_by; /* set by process_end: the signal that ended it without us; 0: none */
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

/* Waits for the next record of a child. memory: bytes that it may have, without those that it
 * shares. *used: its memory at the last look; unchanged if there was no look. */
enum arrival process_wait(struct process *process, double memory, double *used, struct record *out);

/* Kills it at once; process_end must still be called. */
void process_kill(const struct process *process);

/* Kills the rest of the process and its group, unless it ends within a moment by itself. how: what
 * became of it, such as "its process was killed by SIGSEGV (Segmentation fault); the last line it
 * printed: ..." or "its process ended with exit code 3"; empty if it ended as it should, or if we
 * ended it. Accepts one that was never started. *by_kernel, or NULL: whether the kernel killed it
 * because memory ran out. */
void process_end(struct process *process, char *how, size_t size, bool *by_kernel);

/* For both ends of a channel. Sending returns false if there is no receiver. Receiving waits, and
 * returns false at the end or for anything that is no record. */
bool record_send(int channel, uint32_t kind, size_t size, const void *bytes);
bool record_receive(int channel, struct record *out);

/* The same with an open file. The receiver closes *fd; -1 if no file came. */
bool record_send_file(int channel, uint32_t kind, size_t size, const void *bytes, int fd);
bool record_receive_file(int channel, struct record *out, int *fd);

/* Bytes of private memory of a process; 0 if it is gone. */
double process_memory(pid_t pid);

/* Bytes of memory that programs can still get on this machine, or in this container. */
double available_memory(void);
