/* What Linux says about the machine under /proc and /sys.
 *
 * root stands before every path: "" on a real machine, a folder of their own in tests. What cannot
 * be read is unknown, never an error: containers and virtual machines hide much of it. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The rest of the first line of a file that begins with key (""; the first line), behind blanks,
 * ':', '=' and '"', up to the next '"'. False, and an empty text, where there is none. */
bool system_line(const char *root, const char *path, const char *key, char *out, size_t size);

/* The number with which that rest begins; NaN where there is none. "max" is infinite. */
double system_number(const char *root, const char *path, const char *key);

/* Bytes of memory of a process (0: this one): its address space, what of it is in memory, and what
 * of that others share. False where the process is gone. */
bool system_memory(int pid, double *space, double *resident, double *shared);

/* How many numbers a list such as "0-3,8" holds, and whether k is one of them. */
unsigned system_list_count(const char *list);
bool system_list_has(const char *list, unsigned k);

/* What this process may use of the machine. */
struct system_share {
    char cpus[256]; /* list of the CPUs it may run on (affinity and cpuset) */
    double quota;   /* CPUs' worth of time that its control group grants; infinite: no limit */
    double
        throttled; /* how often that group was stopped for having used up its time; NaN: unknown */
    double memory_limit; /* bytes that its control group may have; infinite: no limit */
};

/* Control groups of version 1 and 2; of nested groups the tightest limit. */
void system_share(const char *root, struct system_share *out);

/* CPUs that it can keep busy: those it may run on, or the quota, rounded up, where that is less; at
 * least 1. */
unsigned system_cores(const struct system_share *share);

/* One level of the caches that the CPUs in a list have. */
struct system_cache {
    unsigned level;
    char type;    /* 'd' data, 'i' instructions, 'u' both */
    double bytes; /* of one of them; the size differs from core to core: of the largest */
    unsigned count;
};

/* By level; returns how many of at most `most` levels were found. */
int system_caches(const char *root, const char *cpus, int most, struct system_cache *out);

/* Bytes of all caches of the last level that the CPUs in the list have; 0 where that is unknown. */
double system_last_level(const char *root, const char *cpus);
