/* SHA-256 (FIPS 180-4), as sha256sum prints it: names a text in a results file, not for secrets. */
#ifndef WARPMARK_HARNESS_UTIL_SHA256_H
#define WARPMARK_HARNESS_UTIL_SHA256_H

#include <stddef.h>

enum { SHA256_TEXT = 65 }; /* 64 hexadecimal digits and a zero byte */

void sha256_text(const void *bytes, size_t size, char out[SHA256_TEXT]);

#endif
