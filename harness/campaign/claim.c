#include "harness/campaign/claim.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/folder.h"
#include "base/memory.h"
#include "harness/campaign/campaign.h"

static const char *const folders[NCLAIM_STATES] = {"open", "taken", "done", "lost"};

static enum status path_of(const char *dir, const struct portion_claim *claim, char **out)
{
    const bool owned = claim->state != CLAIM_OPEN;
    return format_text(out, "%s/%s/%06zu.%u.%u%s%s", dir, folders[claim->state], claim->portion,
                       claim->owners, claim->lost, owned ? "." : "", owned ? claim->task : "");
}

/* Returns false for a name that path_of would not write, such as 0.0.0. */
static bool parse(const char *name, enum claim_state state, struct portion_claim *out)
{
    int end = 0;
    char same[64];
    *out = (struct portion_claim){.state = state};
    if (sscanf(name, "%zu.%u.%u%n", &out->portion, &out->owners, &out->lost, &end) != 3)
        return false;
    snprintf(same, sizeof same, "%06zu.%u.%u", out->portion, out->owners, out->lost);
    if (strlen(same) != (size_t)end || strncmp(name, same, (size_t)end)) return false;
    if (state == CLAIM_OPEN) return name[end] == '\0';
    if (name[end] != '.' || !name[end + 1] || strlen(name + end + 1) >= TASK_LENGTH) return false;
    strcpy(out->task, name + end + 1);
    return true;
}

enum status claims_prepare(const char *dir)
{
    for (int k = 0; k < NCLAIM_STATES; k++) {
        char *path = NULL;
        enum status status = format_text(&path, "%s/%s", dir, folders[k]);
        if (status == OK) status = folder_make(path);
        free(path);
        if (status != OK) return status;
    }
    return OK;
}

enum status claim_create(const char *dir, size_t portion)
{
    enum status status = OK;
    const struct portion_claim claim = {.portion = portion};
    char *path = NULL;
    int fd = -1;
    TRY(path_of(dir, &claim, &path));
    fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (fd < 0) TRY(fail(ERROR_IO, "%s: %s", path, strerror(errno)));
    close(fd);
out:
    free(path);
    return status;
}

static int by_portion(const void *a, const void *b)
{
    const struct portion_claim *left = a, *right = b;
    return left->portion < right->portion ? -1 : left->portion > right->portion;
}

enum status claims_list(const char *dir, enum claim_state state, struct portion_claim **out,
                        size_t *count)
{
    enum status status = OK;
    char *path = NULL;
    DIR *folder = NULL;
    size_t room = 0;
    *out = NULL;
    *count = 0;
    TRY(format_text(&path, "%s/%s", dir, folders[state]));
    folder = opendir(path);
    if (!folder) TRY(fail(ERROR_IO, "%s: %s", path, strerror(errno)));
    for (const struct dirent *entry; (entry = readdir(folder));) {
        TRY(reserve(out, &room, *count + 1, sizeof **out, "claims"));
        *count += parse(entry->d_name, state, &(*out)[*count]) &&
                  campaign_entry_is(folder, entry, S_IFREG);
    }
    if (*count) qsort(*out, *count, sizeof **out, by_portion);
out:
    if (folder) closedir(folder);
    free(path);
    return status;
}

/* Reads all claims once. Later states win: a claim that is found twice has moved on meanwhile. */
static enum status read_once(const char *dir, size_t count, struct portion_claim *out,
                             size_t *missing)
{
    for (size_t k = 0; k < count; k++) out[k].portion = count;
    for (int state = 0; state < NCLAIM_STATES; state++) {
        struct portion_claim *listed = NULL;
        size_t nlisted;
        const enum status status = claims_list(dir, state, &listed, &nlisted);
        for (size_t k = 0; status == OK && k < nlisted; k++)
            if (listed[k].portion < count) out[listed[k].portion] = listed[k];
        free(listed);
        if (status != OK) return status;
    }
    *missing = 0;
    while (*missing < count && out[*missing].portion < count) ++*missing;
    return OK;
}

enum status claims_read(const char *dir, size_t count, struct portion_claim **out)
{
    enum { TRIES = 5 };
    enum status status = OK;
    size_t missing = 0;
    TRY(allocate_zeroed(count, sizeof **out, "claims", out));
    for (int k = 0; k < TRIES; k++) {
        TRY(read_once(dir, count, *out, &missing));
        if (missing == count) return OK;
    }
    status = fail(ERROR_DAMAGED,
                  "%s is damaged: portion %zu is in none of its folders. To measure it again, make "
                  "the empty file %s/open/%06zu.0.0",
                  dir, missing, dir, missing);
out:
    free(*out);
    *out = NULL;
    return status;
}

enum status claim_move(const char *dir, const struct portion_claim *claim,
                       const struct portion_claim *to, bool *moved)
{
    enum status status = OK;
    char *from = NULL, *path = NULL;
    *moved = false;
    TRY(path_of(dir, claim, &from));
    TRY(path_of(dir, to, &path));
    *moved = rename(from, path) == 0;
    /* If the answer was lost, NFS reports ENOENT although it has made the move */
    if (!*moved && errno == ENOENT) *moved = access(path, F_OK) == 0;
    else if (!*moved) TRY(fail(ERROR_IO, "%s: %s", path, strerror(errno)));
out:
    free(from);
    free(path);
    return status;
}

enum status claim_reopen(const char *dir, const struct portion_claim *claim, bool retry)
{
    enum status status = OK;
    const struct portion_claim to = {.portion = claim->portion, .owners = claim->owners + 1};
    char *path = NULL;
    bool moved;
    int fd = -1;
    TRY(path_of(dir, claim, &path));
    if (retry) fd = open(path, O_WRONLY | O_CLOEXEC);
    if (retry && (fd < 0 || !write_all(fd, "retry\n", strlen("retry\n"))))
        TRY(fail(ERROR_IO, "%s: %s", path, strerror(errno)));
    TRY(claim_move(dir, claim, &to, &moved));
out:
    if (fd >= 0) close(fd);
    free(path);
    return status;
}

enum status claim_retries(const char *dir, const struct portion_claim *claim, bool *out)
{
    struct stat file;
    char *path = NULL;
    MUST(path_of(dir, claim, &path));
    *out = stat(path, &file) == 0 && file.st_size > 0;
    free(path);
    return OK;
}
