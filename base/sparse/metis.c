#include "base/sparse/metis.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <math.h>
#include <string.h>
#include <unistd.h>

#include "base/process/isolated.h"
#include "base/progress_hook.h"
#include "base/system.h"

#define LIBRARY "libmetis.so.5"

/* Declarations that match metis.h. METIS can be built with other widths; in Debian idx_t has 32
 * bits. */
typedef int32_t idx_t;
enum { METIS_OK = 1, METIS_ERROR_MEMORY = -3, METIS_NOPTIONS = 40 };

static struct {
    int (*set_default_options)(idx_t *options);
    /* real_t is float or double: both pointers to it are NULL here */
    int (*part_graph_recursive)(idx_t *nvtxs, idx_t *ncon, idx_t *xadj, idx_t *adjncy, idx_t *vwgt,
                                idx_t *vsize, idx_t *adjwgt, idx_t *nparts, void *tpwgts,
                                void *ubvec, idx_t *options, idx_t *edgecut, idx_t *part);
} library;

static enum status find_metis_function(void *from, const char *name, void *out)
{
    *(void **)out = dlsym(from, name);
    if (*(void **)out) return OK;
    return fail(ERROR_ENVIRONMENT,
                "order bisection is METIS's, and %s has no %s: install METIS 5 "
                "(Debian package libmetis5)",
                LIBRARY, name);
}

/* Checks that idx_t has 32 bits: with 64 bits METIS writes twice as many bytes of options. */
static enum status check_width(void)
{
    idx_t options[2 * METIS_NOPTIONS] = {0};
    library.set_default_options(options);
    for (int k = METIS_NOPTIONS; k < 2 * METIS_NOPTIONS; k++)
        if (options[k])
            return fail(ERROR_ENVIRONMENT,
                        "order bisection needs METIS with numbers (idx_t) of 32 "
                        "bits, and those of %s have 64: install the Debian package libmetis5",
                        LIBRARY);
    return OK;
}

enum status metis_load(void)
{
    static bool loaded;
    if (loaded) return OK;
    void *from = dlopen(LIBRARY, RTLD_NOW | RTLD_LOCAL);
    if (!from)
        return fail(
            ERROR_ENVIRONMENT,
            "order bisection is METIS's, which cannot be loaded: %s. "
            "Install METIS 5 (Debian package libmetis5) or set LD_LIBRARY_PATH to its folder",
            dlerror());
    enum status status =
        find_metis_function(from, "METIS_SetDefaultOptions", &library.set_default_options);
    if (status == OK)
        status =
            find_metis_function(from, "METIS_PartGraphRecursive", &library.part_graph_recursive);
    if (status == OK) status = check_width();
    if (status != OK) dlclose(from);
    loaded = status == OK;
    return status;
}

/* The process */

struct job {
    const struct metis_graph *graph;
    idx_t parts, *part;
    int32_t known; /* number of vertices, from 0 on, whose parts have been received */
};

static enum status send_parts(const struct job *job, message_fn *put, void *to)
{
    enum { PIECE = LARGEST_MESSAGE / sizeof *job->part };
    const int32_t n = job->graph->n;
    for (int64_t k = 0; k < n; k += PIECE) {
        const size_t count = (size_t)(n - k < PIECE ? n - k : PIECE);
        MUST(put(to, 0, job->part + k, count * sizeof *job->part));
    }
    return OK;
}

/* Runs METIS in the child. Without options METIS always uses the same seed. The child's output goes
 * to /dev/null, so METIS's own message about memory is not shown. */
static enum status divide_graph(void *argument, int fd, message_fn *put, void *to)
{
    const struct job *job = argument;
    const struct metis_graph *graph = job->graph;
    idx_t n = graph->n, parts = job->parts, constraints = 1, cut;
    (void)fd;
    const int code =
        library.part_graph_recursive(&n, &constraints, graph->start, graph->to, graph->weight, NULL,
                                     NULL, &parts, NULL, NULL, NULL, &cut, job->part);
    if (code == METIS_ERROR_MEMORY)
        return fail(ERROR_HOST_MEMORY,
                    "order bisection: not enough memory for METIS to divide %d "
                    "rows: use +bfs",
                    (int)n);
    if (code != METIS_OK)
        return fail(ERROR_CRASHED, "order bisection: METIS failed with code %d", code);
    return send_parts(job, put, to);
}

/* Our side */

static enum status take_parts(void *taker, uint32_t kind, const void *bytes, size_t size)
{
    struct job *job = taker;
    const size_t count = size / sizeof *job->part;
    if (kind || count > (size_t)(job->graph->n - job->known))
        return fail(ERROR_CRASHED, "order bisection: METIS's process answered nonsense");
    idx_t *part = job->part + job->known;
    memmove(part, bytes, count * sizeof *part);
    for (size_t k = 0; k < count; k++)
        if (part[k] < 0 || part[k] >= job->parts)
            return fail(ERROR_CRASHED, "order bisection: METIS made a part %d of %d", (int)part[k],
                        (int)job->parts);
    job->known += (int32_t)count;
    return OK;
}

static struct isolation limits_here(void)
{
    enum { DAY = 24 * 3600 };
    const double available = 1024 * system_number("", "/proc/meminfo", "MemAvailable:");
    return (struct isolation){isnan(available) ? UINT64_C(1) << 46 : (uint64_t)available, DAY};
}

enum status metis_bisect(const struct metis_graph *graph, int32_t parts, int32_t *part)
{
    struct job job = {.graph = graph, .parts = parts, .part = part};
    const struct isolation limits = limits_here();
    const uint64_t n = (uint64_t)graph->n;
    if (!progress_hook_call("rows in bisection order", 0, n)) return progress_hook_stopped();
    const int null = open("/dev/null", O_RDONLY | O_CLOEXEC);
    const enum status status = isolated(&limits, divide_graph, &job, null, take_parts, &job);
    close(null);
    if (!progress_hook_call("rows in bisection order", n, n)) return progress_hook_stopped();
    if (status == ERROR_CRASHED && !strstr(fail_message(), "METIS"))
        return fail(ERROR_CRASHED, "order bisection: METIS failed: %s", fail_message());
    return status == OK && job.known < graph->n
               ? fail(ERROR_CRASHED, "order bisection: METIS's process answered too little")
               : status;
}
