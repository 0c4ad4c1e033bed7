#include "base/arrays/array.h"

#include <stdlib.h>
#include <zlib.h>

#include "base/memory.h"

_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__,
               "arrays are stored as they are in memory");

enum { BLOCK_BYTES = 1 << 22 };

uint64_t array_bytes(const struct array *array)
{
    return array->dim[0] * array->dim[1] * array->width;
}

hid_t array_type(const struct array *array)
{
    switch (array->element) {
    case ELEMENT_U8: return H5Tcopy(H5T_STD_U8LE);
    case ELEMENT_U32: return H5Tcopy(H5T_STD_U32LE);
    case ELEMENT_U64: return H5Tcopy(H5T_STD_U64LE);
    case ELEMENT_F64: return H5Tcopy(H5T_IEEE_F64LE);
    default: return hdf5_text_type(array->width);
    }
}

bool name_printable(const char *name)
{
    for (; *name; name++)
        if ((unsigned char)*name < ' ' || *name == 0x7f) return false;
    return true;
}

static size_t piece_count(const struct array *array)
{
    return array->rank == 1 ? 1 : array->dim[0];
}

static uint64_t piece_bytes(const struct array *array)
{
    return array->rank == 1 ? array_bytes(array) : array->dim[1] * array->width;
}

static void cut_piece(struct blocks *blocks, unsigned char *bytes, uint64_t size, uint64_t offset)
{
    for (uint64_t at = 0; at < size; at += BLOCK_BYTES) {
        uint64_t length = size - at < BLOCK_BYTES ? size - at : BLOCK_BYTES;
        blocks->block[blocks->count++] = (struct block){bytes + at, length, offset + at, 0};
        blocks->bytes += length;
    }
}

enum status blocks_create(size_t count, const struct array *arrays, struct blocks *out)
{
    size_t most = 0;
    *out = (struct blocks){0};
    for (size_t k = 0; k < count; k++)
        most +=
            piece_count(&arrays[k]) * ((piece_bytes(&arrays[k]) + BLOCK_BYTES - 1) / BLOCK_BYTES);
    MUST(allocate(most, sizeof *out->block, "the parts of a file", &out->block));
    for (size_t k = 0; k < count; k++) {
        const struct array *array = &arrays[k];
        uint64_t size = piece_bytes(array);
        for (size_t i = 0; i < piece_count(array); i++)
            cut_piece(out, array->rank == 1 ? array->piece : array->pieces[i], size,
                      array->offset + i * size);
        out->first[k + 1] = out->count;
    }
    return OK;
}

void blocks_free(struct blocks *blocks)
{
    free(blocks->block);
    *blocks = (struct blocks){0};
}

uint32_t blocks_crc32(const struct blocks *blocks, size_t array)
{
    uLong crc = crc32_z(0, NULL, 0);
    for (size_t k = blocks->first[array]; k < blocks->first[array + 1]; k++)
        crc = crc32_combine(crc, blocks->block[k].crc32, (z_off_t)blocks->block[k].size);
    return (uint32_t)crc;
}
