/* Process trees: a process, its children, their children and so on. Linux can start and end
 * processes while we read the tree, so a tree can already be out of date when the caller sees
 * it. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

enum { TREE_MOST = 256 };

/* Appends the ids of pid's children to out, which already has `count` ids. Returns the new number
 * of ids, at most `most`. */
size_t process_children(int pid, size_t most, int *out, size_t count);

/* Writes the ids of the tree to out, pid first. Returns their number, at most `most`. */
size_t process_tree(int pid, size_t most, int *out);

/* Resources that the processes of a tree have used: the sum of their CPU times, including ended
 * children that they waited for (s), and the sum of their peak memory sizes (B). Ended processes
 * count as zero. */
struct tree_use {
    double cpu, peak;
};

void process_tree_use(int pid, struct tree_use *out);

/* Private memory of a process, and of all processes of a tree together, in bytes; 0 if it is
 * gone. */
double process_memory(int pid);
double process_tree_memory(int pid);

/* Kills all processes of a tree. The caller must still wait for pid itself. */
void process_tree_kill(int pid);

/* Makes this process the parent of processes that a child leaves behind, such as daemons. The
 * caller starts that child and waits for it between adopt_begin and adopt_end, and starts nothing
 * else. adopt_end kills all children that this process did not have at adopt_begin. */
struct adopted {
    int before[TREE_MOST]; /* children that we had */
    size_t nbefore;
};

void adopt_begin(struct adopted *out);
void adopt_end(const struct adopted *adopted);
