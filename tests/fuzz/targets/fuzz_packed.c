/* Feeds bytes to the code that unpacks files. The first byte gives their kind: a file as it is; the
 * content of gzip, xz or a tar archive with one member; or such a file with some changed bytes. The
 * result is a refusal, or the same bytes in one piece and in many, and not more than allowed. */
#include "base/packed/unpacked.h"
#include "tests/fuzz/fuzz.h"
#include "tests/support/made/packing.h"

enum { MOST = 1 << 22 };

static unsigned char whole[MOST], parts[MOST];

static void fuzz_begin(void) {}

static enum status unpack(size_t piece, unsigned char *to, size_t *size)
{
    struct unpacked in;
    size_t got = 1;
    enum status status = unpacked_open(MEMORY_PATH("in"), ".mtx", &in);
    *size = 0;
    while (status == OK && got && *size + piece <= MOST) {
        status = unpacked_read(&in, to + *size, piece, &got);
        if (status == OK) *size += got;
    }
    if (status == OK) require(in.given == *size && (in.given <= in.most));
    unpacked_close(&in);
    return status;
}

static struct packed pack(struct fuzz_choices *in, unsigned kind)
{
    struct packed tar = {0}, out = {0};
    size_t size = (size_t)(in->end - in->next);
    unsigned changes = choose(in, 4);
    uint8_t at[8] = {0};
    for (unsigned k = 0; k < 2 * changes; k++) at[k] = choose_byte(in);
    size = (size_t)(in->end - in->next);
    if (kind & 4) {
        pack_tar(&tar, "a/a.mtx", in->next, size);
        pack_tar_end(&tar);
    } else {
        pack_append(&tar, in->next, size);
    }
    if (kind % 4 == 1) out = pack_gzip(tar.bytes, tar.size);
    else if (kind % 4 == 2) out = pack_xz(tar.bytes, tar.size);
    else pack_append(&out, tar.bytes, tar.size);
    for (unsigned k = 0; k < changes && out.size; k++)
        out.bytes[at[2 * k] % out.size] ^= at[2 * k + 1];
    free(tar.bytes);
    return out;
}

static void fuzz_one(const uint8_t *bytes, size_t size)
{
    struct fuzz_choices in = {bytes, bytes + size};
    size_t sizes[2];
    unsigned kind = choose(&in, 8);
    struct packed file = pack(&in, kind);
    memory_files_clear();
    memory_file_put("in", file.bytes, file.size);
    free(file.bytes);
    enum status status = unpack(1 << 16, whole, &sizes[0]);
    if (status != OK) require_clean_message();
    require((unpack(7, parts, &sizes[1]) == OK) == (status == OK));
    if (status == OK) require(sizes[0] == sizes[1] && !memcmp(whole, parts, sizes[0]));
}
