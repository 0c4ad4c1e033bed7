#include "solvers/cuda/cusparse/library.h"

#include <dlfcn.h>
#include <stdbool.h>
#include <stddef.h>

#include "solvers/cuda/device.h"

/* The library whose binary interface the header describes. */
#define NAME_OF(major) "libcusparse.so." #major
#define NAME(major) NAME_OF(major)
#define LIBRARY NAME(CUSPARSE_VER_MAJOR)

static struct cusparse_library library;
static bool loaded;

static enum status cusparse_find(void *from, const char *name, void **out)
{
    *out = dlsym(from, name);
    if (*out) return OK;
    return fail(ERROR_UNSUPPORTED,
                "%s is older than this program's headers, cuSPARSE %d.%d: it has no %s", LIBRARY,
                CUSPARSE_VER_MAJOR, CUSPARSE_VER_MINOR, name);
}

static enum status cusparse_find_functions(void *from)
{
#define FUNCTION(name) MUST(cusparse_find(from, #name, (void **)&library.name));
    CUSPARSE_FUNCTIONS(FUNCTION)
#undef FUNCTION
    return OK;
}

enum status cusparse_status(cusparseStatus_t code, const char *what)
{
    switch (code) {
    case CUSPARSE_STATUS_SUCCESS: return OK;
    case CUSPARSE_STATUS_ALLOC_FAILED:
    case CUSPARSE_STATUS_INSUFFICIENT_RESOURCES:
        return fail(ERROR_DEVICE_MEMORY, "cuSPARSE: %s: %s", what,
                    library.cusparseGetErrorString(code));
    case CUSPARSE_STATUS_NOT_SUPPORTED:
        return fail(ERROR_UNSUPPORTED, "cuSPARSE: %s: %s", what,
                    library.cusparseGetErrorString(code));
    default:
        return fail(ERROR_DEVICE, "cuSPARSE: %s: %s", what, library.cusparseGetErrorString(code));
    }
}

enum status cusparse_load(void)
{
    enum status status = OK;
    if (loaded) return OK;
    void *from = dlopen(LIBRARY, RTLD_NOW | RTLD_LOCAL);
    if (!from)
        return fail(
            ERROR_UNSUPPORTED,
            "cannot load cuSPARSE of the CUDA toolkit: %s. Set LD_LIBRARY_PATH to its folder",
            dlerror());
    TRY(cusparse_find_functions(from));
    TRY(cusparse_status(library.cusparseCreate(&library.handle), "beginning"));
    TRY(cusparse_status(library.cusparseSetStream(library.handle, device_stream()),
                        "choosing the stream"));
    loaded = true;
out:
    if (status != OK) dlclose(from);
    return status;
}

const struct cusparse_library *cusparse(void)
{
    return &library;
}
