/* Messages between processes, over a socket that keeps them apart (SOCK_SEQPACKET). Both ends check
 * that a record arrives as it was sent. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { LARGEST_RECORD = 1 << 16 };

struct record {
    uint32_t kind, size;
    _Alignas(16) unsigned char bytes[LARGEST_RECORD];
};

/* For both ends of a channel. Sending returns false if there is no receiver. Receiving waits, and
 * returns false at the end or for anything that is no record. */
bool record_send(int channel, uint32_t kind, size_t size, const void *bytes);
bool record_receive(int channel, struct record *out);

/* The same with an open file. The receiver closes *fd; -1 if no file came. */
bool record_send_file(int channel, uint32_t kind, size_t size, const void *bytes, int fd);
bool record_receive_file(int channel, struct record *out, int *fd);
