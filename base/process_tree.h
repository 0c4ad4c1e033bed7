/* A process and those below it: its children, theirs, and so on. Linux may have started or ended
 * some of them by the time one reads this. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

enum { TREE_MOST = 256 };

/* Adds the ids of a process's children to `count` of them; returns how many of `most` there are. */
size_t process_children(int pid, size_t most, int *out, size_t count);

/* Ids of the process and of those below it, itself first; returns how many of `most`. */
size_t process_tree(int pid, size_t most, int *out);

/* What the processes of a tree have used: CPU time with that of children that have ended (s), and
 * the sum of what each had in memory at its peak (B). Zeros where the process is gone. */
struct tree_use {
    double cpu, peak;
};

void process_tree_use(int pid, struct tree_use *out);

/* Private bytes of memory of all processes of a tree together. */
double process_tree_memory(int pid);

/* Kills the processes of a tree, the first one included; the caller still has to wait for that. */
void process_tree_kill(int pid);

/* What a child leaves when it ends, such as a daemon, becomes ours. Between the two calls, we start
 * that child alone and wait for its end; adopt_end kills what came to us since. */
struct adopted {
    int before[TREE_MOST]; /* children that we had */
    size_t nbefore;
};

void adopt_begin(struct adopted *out);
void adopt_end(const struct adopted *adopted);
