#if __has_include(<nccl.h>)
#include "solvers/cuda/ranks/library.h"

#include <dlfcn.h>
#include <stdbool.h>
#include <stdlib.h>

/* The library whose binary interface the header describes. */
#define NAME_OF(major) "libnccl.so." #major
#define NAME(major) NAME_OF(major)
#define LIBRARY NAME(NCCL_MAJOR)
#define OTHERWISE "; or set CUDA_VISIBLE_DEVICES= to compute on cores"

static struct nccl_library library;
static bool loaded;

static enum status nccl_find(void *from, const char *name, void **out)
{
    *out = dlsym(from, name);
    if (*out) return OK;
    return fail(ERROR_ENVIRONMENT,
                "ranks on GPUs exchange by NCCL, and %s is too old, as it has no %s: install NCCL "
                "%d.%d" OTHERWISE,
                LIBRARY, name, NCCL_MAJOR, NCCL_MINOR);
}

static enum status nccl_find_functions(void *from)
{
#define FUNCTION(name) MUST(nccl_find(from, #name, (void **)&library.name));
    NCCL_FUNCTIONS(FUNCTION)
#undef FUNCTION
    return OK;
}

/* NCCL writes its messages to standard output by default; there they would mix with the messages of
 * rank 0. Sends them to standard error. */
static void leave_output_alone(void)
{
    setenv("NCCL_DEBUG_FILE", "/dev/stderr", 0);
}

enum status nccl_load(void)
{
    if (loaded) return OK;
    leave_output_alone();
    void *from = dlopen(LIBRARY, RTLD_NOW | RTLD_LOCAL);
    if (!from)
        return fail(ERROR_ENVIRONMENT,
                    "ranks on GPUs exchange by NCCL, which cannot be loaded: %s. Install NCCL %d "
                    "(Debian package libnccl2) or set LD_LIBRARY_PATH to its folder" OTHERWISE,
                    dlerror(), NCCL_MAJOR);
    enum status status = nccl_find_functions(from);
    if (status == OK)
        status = nccl_status(library.ncclGetVersion(&library.version), "asking its version");
    if (status != OK) dlclose(from);
    loaded = status == OK;
    return status;
}

const struct nccl_library *nccl(void)
{
    return &library;
}

/* Prefers the last error of NCCL, which says more but does not always exist. */
enum status nccl_status(ncclResult_t code, const char *what)
{
    if (code == ncclSuccess) return OK;
    const char *more = library.ncclGetLastError(NULL);
    const bool any = more && *more;
    return fail(ERROR_DEVICE, "NCCL: %s: %s%s%s", what, library.ncclGetErrorString(code),
                any ? ": " : "", any ? more : "");
}
#endif
