#include "base/packed/inflow.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

#include "base/file.h"

enum { GZIP_BUFFER = 1 << 17 };

static enum status unreadable(const struct inflow *in)
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

/* From then on the descriptor is zlib's. */
static enum status open_gzip(struct inflow *in)
{
    in->gzip = gzdopen(in->file, "rb");
    if (in->gzip && gzbuffer(in->gzip, GZIP_BUFFER) == 0) return OK;
    return fail(ERROR_HOST_MEMORY, "%s: no memory to unpack it", in->path);
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
    if (in->gzip) gzclose(in->gzip);
    else if (in->path) close(in->file);
    *in = (struct inflow){0};
}

static enum status read_gzip(struct inflow *in, void *to, size_t size, size_t *got)
{
    int code, count = gzread(in->gzip, to, (unsigned)size);
    const char *why = gzerror(in->gzip, &code);
    *got = count > 0 ? (size_t)count : 0;
    if (*got || code == Z_OK || code == Z_STREAM_END) return OK;
    if (code == Z_ERRNO) return unreadable(in);
    if (code == Z_MEM_ERROR) return fail(ERROR_HOST_MEMORY, "%s: no memory to unpack it", in->path);
    return fail(ERROR_DAMAGED, "%s: cannot unpack it: %s", in->path,
                code == Z_BUF_ERROR ? "it is cut off" : why);
}

enum status inflow_read(struct inflow *in, void *to, size_t size, size_t *got)
{
    if (in->gzip) {
        MUST(read_gzip(in, to, size, got));
    } else {
        ssize_t count;
        do count = read(in->file, to, size);
        while (count < 0 && errno == EINTR);
        if (count < 0) return unreadable(in);
        *got = (size_t)count;
    }
    in->given += *got;
    return in->gzip ? inflow_check(in, in->given) : OK;
}

enum status inflow_rewind(struct inflow *in)
{
    in->given = 0;
    bool done = in->gzip ? gzrewind(in->gzip) == 0 : lseek(in->file, 0, SEEK_SET) == 0;
    return done ? OK : unreadable(in);
}

enum status inflow_seek(struct inflow *in, uint64_t offset)
{
    in->given = offset;
    return lseek(in->file, (off_t)offset, SEEK_SET) < 0 ? unreadable(in) : OK;
}

uint64_t inflow_taken(const struct inflow *in)
{
    if (!in->gzip) return in->given;
    z_off_t taken = gzoffset(in->gzip);
    return taken < 0 ? 0 : (uint64_t)taken;
}

enum status inflow_check(const struct inflow *in, uint64_t bytes)
{
    if (bytes <= in->most) return OK;
    return fail(ERROR_INPUT,
                "%s: it unpacks to more than %d times its size. If you trust it, unpack it first",
                in->path, UNPACK_MOST);
}
