#include "base/folder.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/memory.h"

/* Older versions, which had no locks, used another prefix, so their folders are not removed. */
static const char prefix[] = "warpmark.";

enum { YOUNG = 60 }; /* s: a younger folder may not be locked yet, so it is not removed */

static const char *parent_folder(void)
{
    const char *parent = getenv("TMPDIR");
    return parent && *parent ? parent : "/tmp";
}

static void remove_files(int fd);

/* Removes a folder and its contents; name must not be "." or "..". */
static void remove_folder(int fd, const char *name)
{
    const int inner = openat(fd, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (inner < 0) return;
    remove_files(inner);
    close(inner);
    unlinkat(fd, name, AT_REMOVEDIR);
}

static void remove_files(int fd)
{
    DIR *entries = fdopendir(dup(fd));
    for (const struct dirent *entry; entries && (entry = readdir(entries));)
        if (unlinkat(fd, entry->d_name, 0) != 0 && strcmp(entry->d_name, ".") &&
            strcmp(entry->d_name, ".."))
            remove_folder(fd, entry->d_name);
    if (entries) closedir(entries);
}

/* Returns whether the open folder belongs to this user and its program has ended; then locks it. */
static bool is_left(int fd)
{
    struct stat found;
    return fstat(fd, &found) == 0 && found.st_uid == geteuid() &&
           found.st_mtime < time(NULL) - YOUNG && flock(fd, LOCK_EX | LOCK_NB) == 0;
}

/* Removes the folders that killed programs left behind. */
static void remove_left_folders(const char *parent)
{
    DIR *entries = opendir(parent);
    for (const struct dirent *entry; entries && (entry = readdir(entries));) {
        if (strncmp(entry->d_name, prefix, strlen(prefix))) continue;
        int fd =
            openat(dirfd(entries), entry->d_name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
        if (fd < 0) continue;
        if (is_left(fd)) remove_folder(dirfd(entries), entry->d_name);
        close(fd);
    }
    if (entries) closedir(entries);
}

enum status folder_make(const char *path)
{
    struct stat found;
    if (mkdir(path, 0777) == 0) return OK;
    int why = errno;
    if (stat(path, &found) == 0 && S_ISDIR(found.st_mode)) return OK;
    return fail(ERROR_IO, "cannot create the folder %s: %s", path, strerror(why));
}

enum status folder_make_above(const char *path)
{
    enum status status = OK;
    char *part;
    MUST(copy_text(path, &part));
    for (char *at = *part ? part + 1 : part; status == OK && (at = strchr(at, '/')); *at++ = '/') {
        *at = '\0';
        status = folder_make(part);
    }
    free(part);
    return status;
}

enum status cache_path(const char *name, char **out)
{
    const char *cache = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
    *out = NULL;
    if (cache && *cache == '/') return format_text(out, "%s/warpmark/%s", cache, name);
    if (home && *home == '/') return format_text(out, "%s/.cache/warpmark/%s", home, name);
    return OK;
}

enum status cache_folder(const char *variable, const char *name, char **out)
{
    const char *named = getenv(variable);
    *out = NULL;
    if (!named) return cache_path(name, out);
    return *named ? copy_text(named, out) : OK;
}

static bool is_older(const struct stat *a, const struct stat *b)
{
    const struct timespec left = a->st_mtim, right = b->st_mtim;
    return left.tv_sec != right.tv_sec ? left.tv_sec < right.tv_sec : left.tv_nsec < right.tv_nsec;
}

/* Removes the file that was not used for longest, if all have more bytes than allowed. Returns
 * whether it did. */
static bool remove_oldest(const char *path, uint64_t most_bytes)
{
    struct stat file, oldest = {0};
    char name[NAME_MAX + 1] = "";
    uint64_t bytes = 0;
    DIR *folder = opendir(path);
    for (const struct dirent *entry; folder && (entry = readdir(folder));) {
        if (fstatat(dirfd(folder), entry->d_name, &file, AT_SYMLINK_NOFOLLOW) ||
            !S_ISREG(file.st_mode))
            continue;
        bytes += (uint64_t)file.st_size;
        if (*name && !is_older(&file, &oldest)) continue;
        oldest = file;
        snprintf(name, sizeof name, "%s", entry->d_name);
    }
    const bool removed = bytes > most_bytes && unlinkat(dirfd(folder), name, 0) == 0;
    if (folder) closedir(folder);
    return removed;
}

void folder_trim(const char *path, uint64_t most_bytes)
{
    while (remove_oldest(path, most_bytes)) continue;
}

enum status folder_create(const char *purpose, struct folder *out)
{
    return folder_create_in(parent_folder(), purpose, out);
}

enum status folder_create_in(const char *parent, const char *purpose, struct folder *out)
{
    *out = (struct folder){.lock = -1};
    remove_left_folders(parent);
    enum status status = format_text(&out->path, "%s/%s%s.XXXXXX", parent, prefix, purpose);
    if (status != OK) return status;
    bool made = mkdtemp(out->path) != NULL;
    if (made) out->lock = open(out->path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (out->lock >= 0 && flock(out->lock, LOCK_EX | LOCK_NB) == 0) return OK;
    status = fail(ERROR_IO, "cannot create the folder %s: %s", out->path, strerror(errno));
    if (made) rmdir(out->path);
    if (out->lock >= 0) close(out->lock);
    free(out->path);
    *out = (struct folder){0};
    return status;
}

void folder_remove(struct folder *folder)
{
    if (!folder->path) return;
    remove_files(folder->lock);
    rmdir(folder->path);
    close(folder->lock);
    free(folder->path);
    *folder = (struct folder){0};
}
