#include "harness/counters/counting.h"

#include "base/process/clock.h"
#include "harness/counters/cpu_counters.h"
#include "harness/counters/gpu_counters.h"

/* MOST_COUNTED: solves for the CPUs. MOST_PASSES: more than any chip needs for the metrics of
 * gpu_counters.c. */
enum { MOST_COUNTED = 3, MOST_PASSES = 40 };

struct counting {
    struct gpu_counters *gpu; /* NULL: the CPUs' counters are read */
    enum status status;       /* of the last pass */
    bool done;                /* the GPU needs no further pass */
};

void counting_begin(struct counting *counting)
{
    if (!counting) return;
    if (counting->gpu) counting->status = gpu_counters_begin(counting->gpu);
    else cpu_counters_begin();
}

void counting_end(struct counting *counting)
{
    if (!counting) return;
    if (!counting->gpu) cpu_counters_end();
    else if (counting->status == OK)
        counting->status = gpu_counters_end(counting->gpu, &counting->done);
}

/* A case that is measured stays so, whatever goes wrong here: the reason is kept. */
static enum status refuse_failed(struct counts *counts, enum counter first, enum counter last,
                                 enum status status)
{
    if (status == OK || status == ERROR_HOST_MEMORY) return status;
    counts_refuse_all(counts, first, last, fail_message());
    return OK;
}

static enum status solve_counted(counted_solve *solve, void *with, struct counting *counting)
{
    bool same = false;
    MUST(solve(with, counting, &same));
    MUST(counting->status);
    return same ? OK : fail(ERROR_ENVIRONMENT, "a counted solve did not end as the samples did");
}

static enum status count_solves(counted_solve *solve, void *with, double max_time, uint64_t *solves)
{
    struct counting counting = {0};
    const double began = clock_now();
    while (*solves < MOST_COUNTED && (!*solves || clock_now() - began < max_time)) {
        MUST(solve_counted(solve, with, &counting));
        ++*solves;
    }
    return OK;
}

static enum status count_cpu(counted_solve *solve, void *with, double max_time,
                             struct counts *counts, uint64_t *solves)
{
    struct cpu_counters *cpu = NULL;
    enum status status = cpu_counters_open("", counts, &cpu);
    if (status == OK) status = count_solves(solve, with, max_time, solves);
    if (status == OK) cpu_counters_read(cpu, counts);
    cpu_counters_close(cpu);
    for (int k = 0; k <= COUNTER_dram_written; k++) counts->value[k] /= (double)*solves;
    return refuse_failed(counts, COUNTER_task_clock, COUNTER_dram_written, status);
}

/* Solves once for each pass that the card needs. */
static enum status count_passes(counted_solve *solve, void *with, struct counting *counting,
                                struct counts *counts)
{
    for (int pass = 0; !counting->done && pass < MOST_PASSES; pass++)
        MUST(solve_counted(solve, with, counting));
    if (!counting->done) return fail(ERROR_ENVIRONMENT, "CUPTI wants too many passes");
    return gpu_counters_read(counting->gpu, counts);
}

static enum status count_gpu(counted_solve *solve, void *with, int cards, struct counts *counts)
{
    struct counting counting = {0};
    enum status status = cards == 1 ? gpu_counters_open(NULL, NULL, &counting.gpu)
                                    : fail(ERROR_ENVIRONMENT, "only cases on one GPU are counted");
    if (status == OK) status = count_passes(solve, with, &counting, counts);
    gpu_counters_close(counting.gpu);
    return refuse_failed(counts, COUNTER_gpu_instructions, COUNTER_gpu_l2_hits, status);
}

enum status counting_run(counted_solve *solve, void *with, double max_time, int cards,
                         struct counts *out, uint64_t *solves)
{
    *solves = 0;
    counts_clear(out);
    MUST(count_cpu(solve, with, max_time, out, solves));
    return cards ? count_gpu(solve, with, cards, out) : OK;
}
