#include "base/packed/members.h"

#include <archive.h>
#include <archive_entry.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/progress_hook.h"

enum { BLOCK = 1 << 16, MAGIC_AT = 257 };

bool members_begin(const char *start, size_t size)
{
    static const char magic[] = "ustar";
    return size == MEMBERS_START && !memcmp(start + MAGIC_AT, magic, sizeof magic - 1);
}

/* Callback with which the library reads. Stops if the file has unpacked to too many bytes. */
static la_ssize_t read_block(struct archive *archive, void *context, const void **out)
{
    struct members *members = context;
    struct inflow *in = &members->in;
    size_t got = 0;
    *out = members->block;
    members->failed = inflow_check(in, (uint64_t)archive_filter_bytes(archive, 0));
    if (members->failed == OK && !progress_hook_call("bytes read", inflow_taken(in), in->size))
        members->failed = progress_hook_stopped();
    if (members->failed == OK) members->failed = inflow_read(in, members->block, BLOCK, &got);
    if (members->failed == OK) return (la_ssize_t)got;
    archive_set_error(archive, ECANCELED, "stopped");
    return -1;
}

/* Callback: skips bytes by seeking, if the file is not packed. */
static la_int64_t skip_bytes(struct archive *archive, void *context, la_int64_t count)
{
    struct inflow *in = &((struct members *)context)->in;
    (void)archive;
    if (in->gzip || count < BLOCK || in->given > in->size ||
        (uint64_t)count > in->size - in->given || lseek(in->file, count, SEEK_CUR) < 0)
        return 0;
    in->given += (uint64_t)count;
    return count;
}

/* Fails with the error of a callback, or else with the library's message. */
static enum status members_failed(struct members *members)
{
    const char *why = archive_error_string(members->archive);
    if (members->failed != OK) return members->failed;
    if (archive_errno(members->archive) == ENOMEM)
        return fail(ERROR_HOST_MEMORY, "%s: no memory to unpack it", members->in.path);
    if (why && strstr(why, "No progress is possible")) why = "it is cut off"; /* of liblzma */
    return fail(ERROR_DAMAGED, "%s: cannot unpack it: %s", members->in.path,
                why ? why : "it is damaged");
}

static bool choose_kinds(struct archive *archive, bool tar)
{
    if (archive_read_support_filter_xz(archive)) return false;
    if (tar) return !archive_read_support_format_tar(archive);
    return !archive_read_support_format_raw(archive) && !archive_read_support_format_empty(archive);
}

enum status members_open(struct inflow *in, bool tar, struct members *out)
{
    enum status status = OK;
    *out = (struct members){.in = *in, .tar = tar};
    *in = (struct inflow){0};
    TRY(allocate(BLOCK, 1, "unpacking a file", &out->block));
    out->archive = archive_read_new();
    if (!out->archive || !choose_kinds(out->archive, tar) ||
        (tar && archive_read_set_option(out->archive, "tar", "read_concatenated_archives", "1")))
        TRY(fail(ERROR_HOST_MEMORY, "%s: no memory to unpack it", out->in.path));
    archive_read_set_read_callback(out->archive, read_block);
    archive_read_set_skip_callback(out->archive, skip_bytes);
    archive_read_set_callback_data(out->archive, out);
    if (archive_read_open1(out->archive)) TRY(members_failed(out));
out:
    if (status != OK) members_close(out);
    return status;
}

void members_close(struct members *members)
{
    if (members->archive) archive_read_free(members->archive);
    free(members->block);
    inflow_close(&members->in);
    *members = (struct members){0};
}

static void take_entry(struct members *members, struct archive_entry *entry)
{
    bool plain = !members->in.packing && !archive_entry_sparse_count(entry);
    members->name = members->tar ? archive_entry_pathname(entry) : "";
    if (!members->name) members->name = "";
    if (!strncmp(members->name, "./", 2)) members->name += 2;
    while (*members->name == '/') members->name++;
    members->size = members->tar ? (uint64_t)archive_entry_size(entry) : UINT64_MAX;
    members->offset = plain ? (uint64_t)archive_filter_bytes(members->archive, 0) : UINT64_MAX;
}

static bool is_regular(struct members *members, struct archive_entry *entry)
{
    return !members->tar ||
           (archive_entry_filetype(entry) == AE_IFREG && !archive_entry_hardlink(entry) &&
            archive_entry_size_is_set(entry) && archive_entry_size(entry) >= 0);
}

bool members_next(struct members *members, enum status *status)
{
    struct archive_entry *entry;
    int code;
    *status = OK;
    do code = archive_read_next_header(members->archive, &entry);
    while ((code == ARCHIVE_OK || code == ARCHIVE_WARN) && !is_regular(members, entry));
    members->ended = code == ARCHIVE_EOF;
    if (members->ended) return false;
    if (code != ARCHIVE_OK && code != ARCHIVE_WARN) *status = members_failed(members);
    else *status = inflow_check(&members->in, (uint64_t)archive_filter_bytes(members->archive, 0));
    if (*status == OK) take_entry(members, entry);
    return *status == OK;
}

enum status members_read(struct members *members, void *to, size_t size, size_t *got)
{
    la_ssize_t count = members->ended ? 0 : archive_read_data(members->archive, to, size);
    *got = count > 0 ? (size_t)count : 0;
    if (count < 0) return members_failed(members);
    if (!members->in.packing) return OK;
    return inflow_check(&members->in, (uint64_t)archive_filter_bytes(members->archive, 0));
}
