#include "base/process/record.h"

#include <errno.h>
#include <stddef.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/types.h>
#include <zlib.h>

struct record_head {
    uint32_t magic, kind, size, crc;
};

enum { RECORD_MAGIC = 0x574d5231 };

static uint32_t checksum(uint32_t kind, size_t size, const void *bytes)
{
    return size ? (uint32_t)crc32_z(kind, bytes, size) : kind;
}

/* Room for one file descriptor beside a record. */
union file_beside {
    struct cmsghdr head;
    char bytes[CMSG_SPACE(sizeof(int))];
};

/* Sends a record. fd: -1 for none. */
static bool send_with(int channel, uint32_t kind, size_t size, const void *bytes, int fd)
{
    union file_beside beside = {.head = {.cmsg_len = CMSG_LEN(sizeof fd),
                                         .cmsg_level = SOL_SOCKET,
                                         .cmsg_type = SCM_RIGHTS}};
    struct record_head head = {RECORD_MAGIC, kind, (uint32_t)size, checksum(kind, size, bytes)};
    struct iovec parts[] = {{&head, sizeof head}, {(void *)(uintptr_t)bytes, size}};
    struct msghdr message = {.msg_iov = parts, .msg_iovlen = size ? 2 : 1};
    ssize_t sent;
    if (size > LARGEST_RECORD) return false;
    if (fd >= 0) {
        memcpy(CMSG_DATA(&beside.head), &fd, sizeof fd);
        message.msg_control = &beside;
        message.msg_controllen = sizeof beside;
    }
    do sent = sendmsg(channel, &message, MSG_NOSIGNAL);
    while (sent < 0 && errno == EINTR);
    return sent == (ssize_t)(sizeof head + size);
}

bool record_send(int channel, uint32_t kind, size_t size, const void *bytes)
{
    return send_with(channel, kind, size, bytes, -1);
}

bool record_send_file(int channel, uint32_t kind, size_t size, const void *bytes, int fd)
{
    return send_with(channel, kind, size, bytes, fd);
}

static int file_of(struct msghdr *message)
{
    const struct cmsghdr *head = CMSG_FIRSTHDR(message);
    int fd = -1;
    if (head && head->cmsg_level == SOL_SOCKET && head->cmsg_type == SCM_RIGHTS &&
        head->cmsg_len == CMSG_LEN(sizeof fd))
        memcpy(&fd, CMSG_DATA(head), sizeof fd);
    return fd;
}

/* Receives a record. fd: NULL if no file is wanted; the kernel then drops one that comes. */
static bool receive_with(int channel, struct record *out, int *fd)
{
    union file_beside beside;
    struct record_head head;
    struct iovec parts[] = {{&head, sizeof head}, {out->bytes, sizeof out->bytes}};
    struct msghdr message = {.msg_iov = parts, .msg_iovlen = 2};
    ssize_t got;
    if (fd) {
        *fd = -1;
        message.msg_control = &beside;
        message.msg_controllen = sizeof beside;
    }
    do got = recvmsg(channel, &message, 0);
    while (got < 0 && errno == EINTR);
    if (got >= 0 && fd) *fd = file_of(&message);
    if (got < (ssize_t)sizeof head || message.msg_flags & MSG_TRUNC) return false;
    out->kind = head.kind;
    out->size = head.size;
    return head.magic == RECORD_MAGIC && head.size == (size_t)got - sizeof head &&
           head.crc == checksum(head.kind, head.size, out->bytes);
}

bool record_receive(int channel, struct record *out)
{
    return receive_with(channel, out, NULL);
}

bool record_receive_file(int channel, struct record *out, int *fd)
{
    return receive_with(channel, out, fd);
}
