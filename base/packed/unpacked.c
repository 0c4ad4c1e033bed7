#include "base/packed/unpacked.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/memory.h"

static const char *const packings[] = {".gz", ".xz"};

static size_t length_without(const char *name, const char *ending)
{
    size_t length = strlen(name), tail = strlen(ending);
    return length > tail && !strcmp(name + length - tail, ending) ? length - tail : length;
}

size_t packed_stem(const char *name)
{
    size_t length = strlen(name);
    for (size_t k = 0; k < sizeof packings / sizeof *packings; k++) {
        size_t stem = length_without(name, packings[k]);
        if (stem < length) return stem;
    }
    return length;
}

enum status packed_find(const char *path, char **out)
{
    MUST(copy_text(path, out));
    for (size_t k = 0; access(*out, F_OK); k++) {
        free(*out);
        *out = NULL;
        if (k == sizeof packings / sizeof *packings) return OK;
        MUST(format_text(out, "%s%s", path, packings[k]));
    }
    return OK;
}

enum status packed_choose(char **path)
{
    char *there;
    enum status status = packed_find(*path, &there);
    if (status == OK && !there) return OK;
    free(*path);
    *path = there;
    return status;
}

/* The member to read */

/* Returns whether a member has the name of its folder, such as "a/x/x.mtx". */
static bool called_like_folder(const char *name, const char *ending)
{
    const char *slash = strrchr(name, '/');
    if (!slash) return false;
    size_t length = strlen(slash + 1) - strlen(ending);
    const char *folder = slash;
    while (folder > name && folder[-1] != '/') folder--;
    return (size_t)(slash - folder) == length && !strncmp(folder, slash + 1, length);
}

static bool is_wanted_member(const char *name, const char *ending)
{
    const char *slash = strrchr(name, '/'), *base = slash ? slash + 1 : name;
    return *base != '.' && length_without(base, ending) < strlen(base);
}

struct choice {
    uint64_t index;  /* of the member among all */
    uint64_t wanted; /* members with the ending */
    bool like_folder;
};

static enum status look_through(struct members *members, const char *ending, struct choice *out)
{
    enum status status;
    *out = (struct choice){0};
    for (uint64_t k = 0; members_next(members, &status); k++) {
        if (!is_wanted_member(members->name, ending)) continue;
        bool like_folder = called_like_folder(members->name, ending);
        if (!out->wanted++ || (like_folder && !out->like_folder)) out->index = k;
        out->like_folder |= like_folder;
    }
    return status;
}

/* Opens the file anew, at its start. */
static enum status open_members(const char *path, bool tar, struct unpacked *out)
{
    inflow_close(&out->in);
    members_close(&out->members);
    MUST(inflow_open(path, &out->in));
    return members_open(&out->in, tar, &out->members);
}

static enum status open_archive(const char *path, const char *ending, struct unpacked *out)
{
    struct choice choice;
    enum status status = OK;
    if (!ending) return fail(ERROR_INPUT, "%s: this is a tar archive. Unpack it first", path);
    MUST(open_members(path, true, out));
    MUST(look_through(&out->members, ending, &choice));
    if (!choice.wanted)
        return fail(ERROR_INPUT, "%s: this archive holds no file *%s. Unpack it first", path,
                    ending);
    if (choice.wanted > 1 && !choice.like_folder)
        return fail(ERROR_INPUT, "%s: this archive holds %" PRIu64 " files *%s. Unpack it first",
                    path, choice.wanted, ending);
    MUST(open_members(path, true, out));
    for (uint64_t k = 0; k <= choice.index; k++)
        if (!members_next(&out->members, &status))
            return status != OK ? status : fail(ERROR_IO, "%s: it changed meanwhile", path);
    return OK;
}

static enum status open_xz(const char *path, struct unpacked *out)
{
    enum status status;
    MUST(open_members(path, false, out));
    members_next(&out->members, &status); /* none: it is empty */
    return status;
}

/* *archive = whether the file is an archive, packed or not. The caller must then read it again from
 * its start. */
static enum status look_at_start(struct unpacked *in, bool *archive)
{
    char start[MEMBERS_START];
    size_t size = 0, got = 1;
    for (; size < sizeof start && got; size += got)
        MUST(unpacked_read(in, start + size, sizeof start - size, &got));
    *archive = members_begin(start, size);
    in->given = 0;
    return OK;
}

enum status unpacked_open(const char *path, const char *ending, struct unpacked *out)
{
    enum status status = OK;
    bool archive = false;
    *out = (struct unpacked){0};
    TRY(inflow_open(path, &out->in));
    out->size = out->in.size;
    out->most = out->in.most;
    const bool xz = out->in.packing == PACKED_XZ;
    if (xz) TRY(open_xz(path, out));
    TRY(look_at_start(out, &archive));
    if (archive) TRY(open_archive(path, ending, out));
    else TRY(xz ? open_xz(path, out) : inflow_rewind(&out->in));
out:
    if (status != OK) unpacked_close(out);
    return status;
}

void unpacked_close(struct unpacked *in)
{
    inflow_close(&in->in);
    members_close(&in->members);
    *in = (struct unpacked){0};
}

enum status unpacked_read(struct unpacked *in, void *to, size_t size, size_t *got)
{
    MUST(in->in.path ? inflow_read(&in->in, to, size, got)
                     : members_read(&in->members, to, size, got));
    in->given += *got;
    return OK;
}

enum status unpacked_text(const char *path, const char *what, size_t most, char **out, size_t *size)
{
    enum status status = OK;
    struct unpacked in = {0};
    size_t room = 0, got = 1;
    *out = NULL;
    *size = 0;
    TRY(unpacked_open(path, NULL, &in));
    while (got) {
        if (*size >= most)
            TRY(fail(ERROR_INPUT, "%s: %s has at most %zu MB", path, what, most >> 20));
        TRY(reserve(out, &room, *size + 4096, 1, what));
        TRY(unpacked_read(&in, *out + *size, 4096, &got));
        *size += got;
    }
    (*out)[*size] = '\0';
out:
    unpacked_close(&in);
    if (status == OK) return OK;
    free(*out);
    *out = NULL;
    return status;
}

bool unpacked_can_seek(const struct unpacked *in)
{
    return in->in.path && in->in.packing == PACKED_NOT;
}

enum status unpacked_seek(struct unpacked *in, uint64_t offset)
{
    in->given = offset;
    return inflow_seek(&in->in, offset);
}

uint64_t unpacked_taken(const struct unpacked *in)
{
    return inflow_taken(in->in.path ? &in->in : &in->members.in);
}
