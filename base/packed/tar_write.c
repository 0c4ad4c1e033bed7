#include "base/packed/tar_write.h"

#include <stdio.h>
#include <string.h>

#include "base/progress_hook.h"

enum { BLOCK = 512, PIECE = 1 << 20 };

/* A header of POSIX ustar: numbers are octal digits in text. */
struct header {
    char name[100], mode[8], uid[8], gid[8], size[12], mtime[12], checksum[8], type, link[100];
    char magic[6], version[2], user[32], group[32], major[8], minor[8], prefix[155], rest[12];
};
_Static_assert(sizeof(struct header) == BLOCK, "a header is one block");

enum status tar_create(const char *path, const struct file_kind *replaced, struct tar *out)
{
    *out = (struct tar){0};
    return file_create(path, replaced, &out->file);
}

/* Sizes of 8 GiB and more are 0x80 followed by a binary number, as GNU tar writes them; all
 * programs can read this. */
static void set_size(struct header *header, uint64_t size)
{
    if (size < UINT64_C(1) << 33) {
        snprintf(header->size, sizeof header->size, "%011lo", (unsigned long)size);
        return;
    }
    header->size[0] = (char)0x80;
    for (size_t k = sizeof header->size; --k > 0; size >>= 8) header->size[k] = (char)(size & 0xff);
}

/* The checksum is the sum of all bytes, with blanks in place of the checksum. */
static void set_checksum(struct header *header)
{
    unsigned sum = 0;
    memset(header->checksum, ' ', sizeof header->checksum);
    for (size_t k = 0; k < sizeof *header; k++) sum += ((const unsigned char *)header)[k];
    snprintf(header->checksum, sizeof header->checksum - 1, "%06o", sum);
}

enum status tar_member(struct tar *tar, const char *name, uint64_t size)
{
    struct header header = {.mode = "0000644",
                            .uid = "0000000",
                            .gid = "0000000",
                            .mtime = "00000000000",
                            .type = '0',
                            .magic = "ustar",
                            .version = {'0', '0'}};
    if (strlen(name) >= sizeof header.name)
        return fail(ERROR_INPUT, "%s: the name is too long for a tar archive", name);
    memcpy(header.name, name, strlen(name));
    set_size(&header, size);
    set_checksum(&header);
    tar->left = size;
    tar->padding = (BLOCK - size % BLOCK) % BLOCK;
    return file_write(&tar->file, &header, sizeof header);
}

enum status tar_bytes(struct tar *tar, const void *bytes, size_t size)
{
    static const char zeros[BLOCK];
    for (size_t at = 0; at < size; at += PIECE) {
        size_t piece = size - at < PIECE ? size - at : PIECE;
        MUST(file_write(&tar->file, (const char *)bytes + at, piece));
        tar->written += piece;
        if (!progress_hook_call("bytes written", tar->written, tar->total))
            return progress_hook_stopped();
    }
    tar->left -= size;
    return tar->left ? OK : file_write(&tar->file, zeros, tar->padding);
}

enum status tar_store(struct tar *tar, const char *name, const void *bytes, uint64_t size)
{
    MUST(tar_member(tar, name, size));
    return tar_bytes(tar, bytes, size);
}

/* Two blocks of zeros end an archive. */
enum status tar_commit(struct tar *tar)
{
    static const char zeros[2 * BLOCK];
    MUST(file_write(&tar->file, zeros, sizeof zeros));
    return file_commit(&tar->file);
}

void tar_abandon(struct tar *tar)
{
    file_abandon(&tar->file);
}
