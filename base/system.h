/* Facts about the machine that Linux shows under /proc and /sys.
 *
 * root is a prefix of every path: "" on a real machine, a folder with test data in tests. A value
 * that cannot be read is unknown and never an error, because containers and virtual machines hide
 * many of them. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Finds the first line of a file that begins with key ("": the first line) and copies its rest,
 * without leading blanks, ':', '=' and '"', up to the next '"'. If there is no such line, returns
 * false and an empty text. */
bool system_line(const char *root, const char *path, const char *key, char *out, size_t size);

/* Number at the start of that rest; NaN if there is none. "max" is infinite. */
double system_number(const char *root, const char *path, const char *key);

/* Memory of a process (0: this one) in bytes: its address space, the part that is resident, and the
 * resident part that is shared with others. Returns false if the process has ended. */
bool system_memory(int pid, double *space, double *resident, double *shared);

/* Bytes of memory that programs can still get on this machine, or in this container. */
double available_memory(void);

/* Number of elements of a list such as "0-3,8", and whether k is one of them. */
unsigned system_list_count(const char *list);
bool system_list_has(const char *list, unsigned k);

/* The part of the machine that this process may use. */
struct system_share {
    char cpus[256]; /* list of the CPUs it may run on (affinity and cpuset) */
    double quota;   /* CPUs' worth of time that its control group grants; infinite: no limit */
    double
        throttled; /* how often that group was stopped for having used up its time; NaN: unknown */
    double memory_limit; /* bytes that its control group may have; infinite: no limit */
};

/* Reads the limits of control groups, version 1 and 2. The tightest limit of nested groups
 * counts. */
void system_share(const char *root, struct system_share *out);

/* Number of CPUs that this process can keep busy: those in `cpus`, or the quota rounded up if that
 * is smaller; at least 1. */
unsigned system_cores(const struct system_share *share);

/* One level of the caches of the CPUs in a list. */
struct system_cache {
    unsigned level;
    char type;    /* 'd' data, 'i' instructions, 'u' both */
    double bytes; /* size of one cache; if the sizes differ between cores, the largest */
    unsigned count;
};

/* Writes one entry for each level and type of cache to out; returns their number, at most
 * `most`. */
int system_caches(const char *root, const char *cpus, int most, struct system_cache *out);

/* Bytes of all caches of the last level that the CPUs in the list have; 0 where that is unknown. */
double system_last_level(const char *root, const char *cpus);
