/* NCCL, loaded when ranks on GPUs first ask for it, so that the program runs where it is not
 * installed. For the files of this folder only, where nccl.h is there. */
#pragma once

/* nccl.h declares functions without arguments in the old form, without void. */
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wstrict-prototypes"
#include <nccl.h>
#pragma GCC diagnostic pop

#include "base/status.h"

#define NCCL_FUNCTIONS(FUNCTION) \
    FUNCTION(ncclGetVersion)     \
    FUNCTION(ncclGetErrorString) \
    FUNCTION(ncclGetLastError)   \
    FUNCTION(ncclGetUniqueId)    \
    FUNCTION(ncclCommInitRank)   \
    FUNCTION(ncclCommDestroy)    \
    FUNCTION(ncclGroupStart)     \
    FUNCTION(ncclGroupEnd)       \
    FUNCTION(ncclSend)           \
    FUNCTION(ncclRecv)           \
    FUNCTION(ncclAllGather)

struct nccl_library {
#define FUNCTION(name) __typeof__(&name) name;
    NCCL_FUNCTIONS(FUNCTION)
#undef FUNCTION
    int version; /* as ncclGetVersion returns it */
};

/* Loads NCCL. Errors: ERROR_ENVIRONMENT if the library or one of these functions is missing. */
enum status nccl_load(void);

/* Returns the library that nccl_load has loaded. */
const struct nccl_library *nccl(void);

/* Returns OK for success, else ERROR_DEVICE; the message has NCCL's own words and `what`, the
 * action that failed. */
enum status nccl_status(ncclResult_t code, const char *what);
