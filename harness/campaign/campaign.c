#include "harness/campaign/campaign.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/memory.h"
#include "base/text.h"
#include "harness/campaign/claim.h"
#include "harness/machine/machine.h"
#include "store/journal/journal.h"

#define HEAD "warpmark campaign 1"

/* A line "KEY VALUE" of the campaign's file */

static enum status add_override(struct campaign *c, const char *value)
{
    MUST(reallocate(&c->overrides, c->noverrides + 1, sizeof *c->overrides, "options"));
    MUST(copy_text(value, &c->overrides[c->noverrides]));
    c->noverrides++;
    return OK;
}

static enum status add_experiment(struct campaign *c, const char *name)
{
    MUST(reallocate(&c->experiments, c->nexperiments + 1, sizeof *c->experiments, "experiments"));
    struct campaign_experiment *e = &c->experiments[c->nexperiments];
    *e = (struct campaign_experiment){0};
    MUST(copy_text(name, &e->name));
    c->nexperiments++;
    return OK;
}

/* Reads "PROBLEM VARIANT VARIANT...", a portion of the last experiment. */
static enum status add_portion(struct campaign *c, const char *value)
{
    MUST(reallocate(&c->portions, c->nportions + 1, sizeof *c->portions, "portions"));
    struct portion *portion = &c->portions[c->nportions];
    *portion = (struct portion){.experiment = c->nexperiments - 1};
    char *at;
    portion->problem = strtoul(value, &at, 10);
    while (*at == ' ') {
        MUST(reallocate(&portion->variants, portion->count + 1, sizeof *portion->variants,
                        "portions"));
        portion->variants[portion->count++] = strtoul(at + 1, &at, 10);
    }
    c->nportions++;
    return OK;
}

static enum status take_line(struct campaign *c, const char *key, const char *value)
{
    struct campaign_experiment *e = c->nexperiments ? &c->experiments[c->nexperiments - 1] : NULL;
    if (!strcmp(key, "folder") && !c->folder) return copy_text(value, &c->folder);
    if (!strcmp(key, "commit") && !c->commit) return copy_text(value, &c->commit);
    if (!strcmp(key, "variants") && !c->variants) return copy_text(value, &c->variants);
    if (!strcmp(key, "quick")) c->quick = true;
    else if (!strcmp(key, "lease") && parse_seconds(value, &c->lease)) return OK;
    else if (!strcmp(key, "option")) return add_override(c, value);
    else if (!strcmp(key, "experiment")) return add_experiment(c, value);
    else if (e && !strcmp(key, "script") && !e->script) return copy_text(value, &e->script);
    else if (e && !strcmp(key, "expect") && !e->expected) return copy_text(value, &e->expected);
    else if (e && !strcmp(key, "portion")) return add_portion(c, value);
    else return fail(ERROR_DAMAGED, "%s/campaign is damaged: line '%s %s'", c->dir, key, value);
    return OK;
}

static enum status campaign_read_lines(struct campaign *c, const char *path)
{
    enum status status = OK;
    FILE *file = NULL;
    char *line = NULL;
    size_t room = 0;
    bool first = true;
    TRY(file_open_stream(path, &file));
    for (ssize_t length; (length = getline(&line, &room, file)) > 0; first = false) {
        if (line[length - 1] == '\n') line[length - 1] = '\0';
        if (first && strcmp(line, HEAD))
            TRY(fail(ERROR_DAMAGED, "%s does not begin with '%s'", path, HEAD));
        char *value = strchr(line, ' ');
        if (!value) TRY(fail(ERROR_DAMAGED, "%s is damaged: line '%s'", path, line));
        *value++ = '\0';
        if (!first) TRY(take_line(c, line, value));
    }
    if (!c->folder || !c->commit || !c->nportions || !(c->lease > 0))
        TRY(fail(ERROR_DAMAGED, "%s is damaged: it has no end", path));
out:
    if (file) fclose(file);
    free(line);
    return status;
}

static void fill_requests(struct campaign *c)
{
    for (size_t k = 0; k < c->nexperiments; k++)
        c->experiments[k].request =
            (struct script_request){.path = c->experiments[k].script,
                                    .quick = c->quick,
                                    .noverrides = c->noverrides,
                                    .overrides = (const char *const *)c->overrides};
}

enum status campaign_open(const char *dir, struct campaign *out)
{
    enum status status = OK;
    char *path = NULL, whole[PATH_MAX];
    *out = (struct campaign){0};
    if (!realpath(dir, whole)) return fail(ERROR_INPUT, "%s: %s", dir, strerror(errno));
    TRY(copy_text(whole, &out->dir));
    TRY(format_text(&path, "%s/campaign", whole));
    if (access(path, F_OK))
        TRY(fail(ERROR_INPUT,
                 "%s is no campaign, or its submit was stopped: it has no file 'campaign'", dir));
    TRY(campaign_read_lines(out, path));
    fill_requests(out);
out:
    free(path);
    return status;
}

void campaign_free(struct campaign *c)
{
    for (size_t k = 0; k < c->noverrides; k++) free(c->overrides[k]);
    for (size_t k = 0; k < c->nportions; k++) free(c->portions[k].variants);
    for (size_t k = 0; k < c->nexperiments; k++) {
        free(c->experiments[k].name);
        free(c->experiments[k].script);
        free(c->experiments[k].expected);
    }
    free(c->overrides);
    free(c->portions);
    free(c->experiments);
    free(c->dir);
    free(c->folder);
    free(c->commit);
    free(c->variants);
    *c = (struct campaign){0};
}

enum status campaign_check_program(const struct campaign *c)
{
    if (!strcmp(c->commit, build_commit())) return OK;
    return fail(ERROR_INPUT,
                "%s is of warpmark %s, this is %s: use the same program for all of a campaign",
                c->dir, c->commit, build_commit());
}

enum status campaign_plan(const struct campaign *c, size_t experiment, struct results *out)
{
    struct journal_found found;
    char *path = NULL;
    MUST(format_text(&path, "%s/plans/%zu.journal", c->dir, experiment + 1));
    enum status status = journal_read(path, &found, out);
    if (status == OK && !found.planned)
        status = fail(ERROR_DAMAGED, "%s is damaged: it has no plan", path);
    free(path);
    return status;
}

enum status campaign_journal(const struct campaign *c, size_t experiment, const char *task,
                             char **out)
{
    return format_text(out, "%s/tasks/%s/%zu-%s.journal", c->dir, task, experiment + 1,
                       c->experiments[experiment].name);
}

bool campaign_entry_is(DIR *folder, const struct dirent *entry, mode_t type)
{
    struct stat file;
    if (entry->d_type != DT_UNKNOWN) return entry->d_type == IFTODT(type);
    return fstatat(dirfd(folder), entry->d_name, &file, AT_SYMLINK_NOFOLLOW) == 0 &&
           (file.st_mode & S_IFMT) == type;
}

int campaign_append(const char *path)
{
    return open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW, 0666);
}
