#include "base/sha256.h"

#include <stdio.h>

void sha256_add(struct sha256_ctx *hash, const void *data, size_t size)
{
    sha256_update(hash, size, data);
}

void sha256_end(struct sha256_ctx *hash, char out[SHA256_TEXT])
{
    uint8_t bytes[SHA256_DIGEST_SIZE];
    sha256_digest(hash, sizeof bytes, bytes);
    for (size_t k = 0; k < sizeof bytes; k++) snprintf(out + 2 * k, 3, "%02x", bytes[k]);
}

void sha256_bytes(const void *data, size_t size, uint8_t out[SHA256_DIGEST_SIZE])
{
    struct sha256_ctx hash;
    sha256_init(&hash);
    sha256_add(&hash, data, size);
    sha256_digest(&hash, SHA256_DIGEST_SIZE, out);
}

void sha256_text(const void *data, size_t size, char out[SHA256_TEXT])
{
    struct sha256_ctx hash;
    sha256_init(&hash);
    sha256_add(&hash, data, size);
    sha256_end(&hash, out);
}
