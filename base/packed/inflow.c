#include "base/packed/inflow.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

#include "base/file.h"
#include "base/memory.h"

enum { GZIP_BUFFER = 1 << 17, GZIP_ONLY = 16 };

/* gzip data consists of one or more members, one behind the other, and nothing else. */
struct gzip {
    z_stream stream;
    bool inside, behind; /* reading a member; behind the end of a member */
    uint64_t read;       /* bytes of the file */
    unsigned char bytes[GZIP_BUFFER];
};

static enum status inflow_read_failed(const struct inflow *in)
{
    return fail(ERROR_IO, "cannot read %s: %s", in->path, strerror(errno));
}

static enum packing packing_of(int file)
{
    static const unsigned char gzip[] = {0x1f, 0x8b}, xz[] = {0xfd, '7', 'z', 'X', 'Z', 0};
    unsigned char start[sizeof xz] = {0};
    ssize_t got = pread(file, start, sizeof start, 0);
    if (got >= (ssize_t)sizeof gzip && !memcmp(start, gzip, sizeof gzip)) return PACKED_GZIP;
    return got == sizeof xz && !memcmp(start, xz, sizeof xz) ? PACKED_XZ : PACKED_NOT;
}

static enum status no_memory(const struct inflow *in)
{
    return fail(ERROR_HOST_MEMORY, "%s: no memory to unpack it", in->path);
}

static enum status open_gzip(struct inflow *in)
{
    MUST(allocate_zeroed(1, sizeof *in->gzip, "unpacking a file", &in->gzip));
    return inflateInit2(&in->gzip->stream, MAX_WBITS + GZIP_ONLY) == Z_OK ? OK : no_memory(in);
}

enum status inflow_open(const char *path, struct inflow *out)
{
    *out = (struct inflow){.path = path};
    enum status status = file_open(path, O_RDONLY, &out->file, &out->size);
    if (status != OK) {
        *out = (struct inflow){0};
        return status;
    }
    out->packing = packing_of(out->file);
    out->most = out->packing ? out->size * UNPACK_MOST + UNPACK_SPARE : out->size;
    if (out->packing == PACKED_GZIP) status = open_gzip(out);
    if (status != OK) inflow_close(out);
    return status;
}

void inflow_close(struct inflow *in)
{
    if (in->gzip) inflateEnd(&in->gzip->stream);
    free(in->gzip);
    if (in->path) close(in->file);
    *in = (struct inflow){0};
}

static enum status inflow_read_file(const struct inflow *in, void *to, size_t size, size_t *got)
{
    ssize_t count;
    do count = read(in->file, to, size);
    while (count < 0 && errno == EINTR);
    if (count < 0) return inflow_read_failed(in);
    *got = (size_t)count;
    return OK;
}

static enum status damaged(const struct inflow *in, const char *why)
{
    const struct gzip *gzip = in->gzip;
    if (gzip->behind && !gzip->stream.total_out) why = "behind its packed bytes are others";
    return fail(ERROR_DAMAGED, "%s: cannot unpack it: %s", in->path, why);
}

/* Unpacks some of the waiting bytes, of which there must be some. At the end of a member zlib
 * compares the checksums. */
static enum status unpack(struct inflow *in)
{
    struct gzip *gzip = in->gzip;
    if (!gzip->inside) inflateReset(&gzip->stream);
    gzip->inside = true;
    const int code = inflate(&gzip->stream, Z_NO_FLUSH);
    if (code == Z_MEM_ERROR) return no_memory(in);
    if (code == Z_STREAM_END) gzip->inside = false, gzip->behind = true;
    else if (code != Z_OK && code != Z_BUF_ERROR)
        return damaged(in, gzip->stream.msg ? gzip->stream.msg : "it is damaged");
    return OK;
}

static enum status read_gzip(struct inflow *in, void *to, size_t size, size_t *got)
{
    z_stream *stream = &in->gzip->stream;
    stream->next_out = to;
    stream->avail_out = (uInt)size;
    while (size && stream->avail_out == size) {
        if (!stream->avail_in) {
            stream->next_in = in->gzip->bytes;
            MUST(inflow_read_file(in, in->gzip->bytes, GZIP_BUFFER, got));
            stream->avail_in = (uInt)*got;
            in->gzip->read += *got;
        }
        if (!stream->avail_in && in->gzip->inside) return damaged(in, "it is cut off");
        if (!stream->avail_in) break;
        MUST(unpack(in));
    }
    *got = size - stream->avail_out;
    return OK;
}

enum status inflow_read(struct inflow *in, void *to, size_t size, size_t *got)
{
    MUST(in->gzip ? read_gzip(in, to, size, got) : inflow_read_file(in, to, size, got));
    in->given += *got;
    return in->gzip ? inflow_check(in, in->given) : OK;
}

enum status inflow_rewind(struct inflow *in)
{
    in->given = 0;
    if (in->gzip) in->gzip->inside = in->gzip->behind = false;
    if (in->gzip) in->gzip->stream.avail_in = 0, in->gzip->read = 0;
    return lseek(in->file, 0, SEEK_SET) == 0 ? OK : inflow_read_failed(in);
}

enum status inflow_seek(struct inflow *in, uint64_t offset)
{
    in->given = offset;
    return lseek(in->file, (off_t)offset, SEEK_SET) < 0 ? inflow_read_failed(in) : OK;
}

uint64_t inflow_taken(const struct inflow *in)
{
    return in->gzip ? in->gzip->read - in->gzip->stream.avail_in : in->given;
}

enum status inflow_check(const struct inflow *in, uint64_t bytes)
{
    if (bytes <= in->most) return OK;
    return fail(ERROR_INPUT,
                "%s: it unpacks to more than %d times its size. If you trust it, unpack it first",
                in->path, UNPACK_MOST);
}
