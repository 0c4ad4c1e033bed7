/* A campaign: experiments whose cases many tasks measure, on one machine or on many that share a
 * folder. docs/campaigns.md describes the content of the folder.
 *
 * Its cases are divided into portions: neighbours of one problem that take turns
 * (settings.interleave), so that cases that are compared run side by side. Portions of an
 * experiment are numbered by predicted cost, the heaviest first; if larger problems may be skipped
 * (skip_dominated), in the order of the run. */
#pragma once

#include <dirent.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "harness/script/script.h"
#include "store/results.h"

struct portion {
    size_t experiment, problem, count;
    size_t *variants; /* count of them, ascending */
};

struct campaign_experiment {
    char *name, *script; /* script: path */
    char *expected;      /* statuses that do not change the exit code, separated by spaces */
    struct script_request request; /* borrows from the campaign */
};

struct campaign {
    char *dir, *folder; /* absolute paths: of the campaign, and of the folder in which its tasks
                           run */
    char *commit;       /* commit of warpmark */
    char *variants;     /* pattern; NULL: all */
    double lease;       /* s without a sign of life after which a task counts as lost */
    bool quick;
    size_t noverrides, nexperiments, nportions;
    char **overrides;
    struct campaign_experiment *experiments;
    struct portion *portions; /* those of one experiment are neighbours */
};

struct campaign_request {
    size_t nscripts, noverrides;
    char **scripts;               /* paths */
    const char *const *overrides; /* key=value */
    const char *variants, *command;
    bool quick;
    double lease;
};

/* Plans all experiments and makes the folder dir, which must not exist. Errors: ERROR_INPUT if dir
 * exists, or if a plan is impossible or cannot be divided into portions; ERROR_IO;
 * ERROR_HOST_MEMORY. */
enum status campaign_create(const char *dir, const struct campaign_request *request);

/* Reads what campaign_create has made; out can be freed in any case. Errors: ERROR_INPUT where dir
 * is no campaign; ERROR_DAMAGED; ERROR_IO; ERROR_HOST_MEMORY. */
enum status campaign_open(const char *dir, struct campaign *out);
void campaign_free(struct campaign *campaign);

/* Errors: ERROR_INPUT where another warpmark made the campaign. */
enum status campaign_check_program(const struct campaign *campaign);

/* The plan of an experiment, as campaign_create made it: every case interrupted, "not started". */
enum status campaign_plan(const struct campaign *campaign, size_t experiment, struct results *out);

/* *out (new): DIR/tasks/TASK/NAME.journal, the file of a task. */
enum status campaign_journal(const struct campaign *campaign, size_t experiment, const char *task,
                             char **out);

/* Returns whether an entry of a folder has this type itself (S_IFREG, S_IFDIR). Others may write to
 * the folder, too: a FIFO, a link or a device is not ours, and is left out. */
bool campaign_entry_is(DIR *folder, const struct dirent *entry, mode_t type);

/* Opens a file for appending, and makes it if it is missing; -1: errno says why. It does not wait
 * for a reader of a FIFO, and follows no link. */
int campaign_append(const char *path);
