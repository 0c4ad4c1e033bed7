/* SHA-256 (FIPS 180-4), by nettle, which uses what the processor has for it. */
#pragma once

#include <nettle/sha2.h>
#include <stddef.h>
#include <stdint.h>

enum { SHA256_TEXT = 65 }; /* 64 hexadecimal digits and a zero byte */

/* The hash of size bytes. */
void sha256_bytes(const void *data, size_t size, uint8_t out[SHA256_DIGEST_SIZE]);
void sha256_text(const void *data, size_t size, char out[SHA256_TEXT]);

/* A hash of data that come in parts, after sha256_init. */
void sha256_add(struct sha256_ctx *hash, const void *data, size_t size);
void sha256_end(struct sha256_ctx *hash, char out[SHA256_TEXT]);
