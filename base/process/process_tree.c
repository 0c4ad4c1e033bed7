#include "base/process/process_tree.h"

#include <dirent.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/system.h"

/* Adds the children of one thread. */
static size_t add_children(int pid, const char *thread, size_t most, int *out, size_t count)
{
    char path[80];
    snprintf(path, sizeof path, "/proc/%d/task/%.16s/children", pid, thread);
    FILE *file = fopen(path, "re");
    for (int child; file && count < most && fscanf(file, "%d", &child) == 1;) out[count++] = child;
    if (file) fclose(file);
    return count;
}

size_t process_children(int pid, size_t most, int *out, size_t count)
{
    char path[40];
    snprintf(path, sizeof path, "/proc/%d/task", pid);
    DIR *threads = opendir(path);
    for (const struct dirent *entry; threads && (entry = readdir(threads));)
        if (entry->d_name[0] != '.') count = add_children(pid, entry->d_name, most, out, count);
    if (threads) closedir(threads);
    return count;
}

size_t process_tree(int pid, size_t most, int *out)
{
    size_t count = 0;
    if (pid > 0 && most) out[count++] = pid;
    for (size_t k = 0; k < count; k++) count = process_children(out[k], most, out, count);
    return count;
}

/* CPU time of a process and of the ended children that it waited for, in seconds. */
static double cpu_of(int pid)
{
    char path[40], text[1024];
    unsigned long ticks[4] = {0};
    snprintf(path, sizeof path, "/proc/%d/stat", pid);
    FILE *file = fopen(path, "re");
    if (!file) return 0;
    const size_t length = fread(text, 1, sizeof text - 1, file);
    fclose(file);
    text[length] = '\0';
    const char *behind = strrchr(text, ')'); /* the name may hold anything */
    if (!behind ||
        sscanf(behind + 1, " %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu %lu %lu",
               &ticks[0], &ticks[1], &ticks[2], &ticks[3]) != 4)
        return 0;
    return (double)(ticks[0] + ticks[1] + ticks[2] + ticks[3]) / (double)sysconf(_SC_CLK_TCK);
}

void process_tree_use(int pid, struct tree_use *out)
{
    int tree[TREE_MOST];
    const size_t count = process_tree(pid, TREE_MOST, tree);
    *out = (struct tree_use){0};
    for (size_t k = 0; k < count; k++) {
        char path[40];
        snprintf(path, sizeof path, "/proc/%d/status", tree[k]);
        const double peak = 1024 * system_number("", path, "VmHWM:");
        out->cpu += cpu_of(tree[k]);
        out->peak += isnan(peak) ? 0 : peak;
    }
}

double process_memory(int pid)
{
    double space, resident, shared;
    system_memory(pid, &space, &resident, &shared);
    return resident - shared;
}

double process_tree_memory(int pid)
{
    int tree[TREE_MOST];
    const size_t count = process_tree(pid, TREE_MOST, tree);
    double sum = 0;
    for (size_t k = 0; k < count; k++) sum += process_memory(tree[k]);
    return sum;
}

void process_tree_kill(int pid)
{
    int tree[TREE_MOST] = {pid};
    size_t count = 1, before;
    if (pid <= 0) return;
    do { /* until all are stopped, so that they cannot start more */
        for (size_t k = 0; k < count; k++) kill(tree[k], SIGSTOP);
        before = count;
        count = process_tree(pid, TREE_MOST, tree);
    } while (count > before);
    while (count-- > 0) kill(tree[count], SIGKILL);
}

void adopt_begin(struct adopted *out)
{
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    out->nbefore = process_children(getpid(), TREE_MOST, out->before, 0);
}

static bool was_before(const struct adopted *adopted, int pid)
{
    for (size_t k = 0; k < adopted->nbefore; k++)
        if (adopted->before[k] == pid) return true;
    return false;
}

void adopt_end(const struct adopted *adopted)
{
    int child[TREE_MOST];
    for (bool any = true; any;) {
        any = false;
        const size_t count = process_children(getpid(), TREE_MOST, child, 0);
        for (size_t k = 0; k < count; k++) {
            if (was_before(adopted, child[k])) continue;
            process_tree_kill(child[k]);
            any |= waitpid(child[k], NULL, 0) == child[k];
        }
    }
}
