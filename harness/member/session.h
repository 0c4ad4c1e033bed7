/* A problem that is spread over the ranks, and its solves. All ranks call these functions in the
 * same order. */
#pragma once

#include "base/output/json.h"
#include "harness/engines/message.h"
#include "problems/ranks/write_system.h"
#include "solvers/ranks/ranks.h"

struct session {
    const struct place *member;
    int threads;
    struct rank_rows rows;
    struct rank_local local;
    struct stored stored;
    struct solve solve;
    const struct method *method;
    char *path;            /* of the answer's file */
    double layout, upload; /* s, of the slowest rank */
    uint64_t bytes;        /* of all ranks */
    double seconds;        /* of the last solve */
    double change;
    struct written_system written;
    char note[320];
    /* Writes the reply to the last message, on rank 0; NULL: there is none. */
    void (*answer)(const struct session *session, struct json *json);
};

/* Errors, the same on all ranks: those of the message, of variant_parse, ranks_deal, ranks_number,
 * ranks_store and solve_create. */
enum status session_open(struct session *session, const struct message *message);

/* Solves from the start vector. Errors may be of this rank alone. */
enum status session_solve(struct session *session, const struct message *message);

/* Writes the answer to its file. Errors, the same on all ranks: ERROR_HOST_MEMORY, ERROR_IO. */
enum status session_answer(struct session *session);

/* Makes and writes the linear system of a model (problems/ranks/write_system.h). Errors, the same
 * on all ranks: those of the message and of write_system. */
enum status session_write(struct session *session, const struct message *message);

void session_close(struct session *session);
