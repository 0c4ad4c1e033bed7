#include "solvers/registry.h"

#include <stddef.h>

const char *const precision_names[NPRECISIONS] = {[F32] = "f32", [F64] = "f64", [U32] = "u32"};

/* Methods */

#define METHOD(name) extern const struct method method_##name;
#include "solvers/methods.def"
#undef METHOD

const struct method *const methods[] = {
#define METHOD(name) &method_##name,
#include "solvers/methods.def"
#undef METHOD
};
const int method_count = sizeof methods / sizeof *methods;

/* Places: those that were not built in are there all the same, and their probe says so */

#define CARDS_PLACE CUDA_PLACE
#define CPU_PLACE(name) extern const struct place place_##name;
#ifdef HAVE_CUDA
#define CUDA_PLACE(name, what, count) extern const struct place place_##name;
#else
static enum status not_built(void)
{
    return fail(ERROR_UNSUPPORTED, "this program was built without CUDA (make CUDA=1 needs nvcc)");
}
#define CUDA_PLACE(id, what, count)                                                           \
    static const struct place place_##id = {.name = #id,                                      \
                                            .title = what,                                    \
                                            .scheduled = count == 1 ? BY_BLOCK : UNSCHEDULED, \
                                            .cards = count,                                   \
                                            .probe = not_built};
#endif
#include "solvers/places.def"
#undef CPU_PLACE
#undef CUDA_PLACE

#define CPU_PLACE(name) PLACE_##name,
#define CUDA_PLACE(name, what, count) PLACE_##name,
enum place_index {
#include "solvers/places.def"
    NPLACES
};
#undef CPU_PLACE
#undef CUDA_PLACE

const struct place *const places[] = {
#define CPU_PLACE(name) &place_##name,
#define CUDA_PLACE(name, what, count) &place_##name,
#include "solvers/places.def"
#undef CPU_PLACE
#undef CUDA_PLACE
};
const int place_count = NPLACES;

/* Layouts and their row operations */

#define ON_CPU_1(layout)                                                                \
    extern const struct mat_ops mat_ops_##layout##_seq_f32, mat_ops_##layout##_seq_f64; \
    extern const struct mat_ops mat_ops_##layout##_omp_f32, mat_ops_##layout##_omp_f64;
#define ON_CPU_0(layout)
#define ON_CUDA_1(layout) \
    extern const struct mat_ops mat_ops_##layout##_cuda_f32, mat_ops_##layout##_cuda_f64;
#define ON_CUDA_0(layout)
#define LAYOUT(name, cpu, cuda)               \
    extern const struct layout layout_##name; \
    ON_CPU_##cpu(name) ON_CUDA_##cuda(name)
#define CHOICE(name) extern const struct layout layout_##name;
#define GRAPH_LAYOUT(name)                                                          \
    extern const struct layout layout_##name;                                       \
    extern const struct mat_ops mat_ops_##name##_seq_u32, mat_ops_##name##_omp_u32, \
        mat_ops_##name##_cuda_u32;
#include "solvers/layouts.def"
#undef LAYOUT
#undef CHOICE
#undef GRAPH_LAYOUT
#undef ON_CPU_1
#undef ON_CUDA_1

const struct layout *const layouts[] = {
#define LAYOUT(name, cpu, cuda) &layout_##name,
#define CHOICE(name) &layout_##name,
#define GRAPH_LAYOUT(name) &layout_##name,
#include "solvers/layouts.def"
#undef LAYOUT
#undef CHOICE
#undef GRAPH_LAYOUT
};
const int layout_count = sizeof layouts / sizeof *layouts;

#define BOTH(layout, place)                                                                  \
    {                                                                                        \
        [F32] = &mat_ops_##layout##_##place##_f32, [F64] = &mat_ops_##layout##_##place##_f64 \
    }
#define ON_CPU_1(layout) [PLACE_seq] = BOTH(layout, seq), [PLACE_omp] = BOTH(layout, omp),
#ifdef HAVE_CUDA
#define ON_CUDA_1(layout) [PLACE_cuda] = BOTH(layout, cuda),
#define GRAPH_ON_CUDA(layout) [PLACE_cuda] = {[U32] = &mat_ops_##layout##_cuda_u32},
#else
#define ON_CUDA_1(layout)
#define GRAPH_ON_CUDA(layout)
#endif
static const struct mat_ops *const mat_ops[][NPLACES][NPRECISIONS] = {
#define LAYOUT(name, cpu, cuda) {ON_CPU_##cpu(name) ON_CUDA_##cuda(name)},
#define CHOICE(name) {ON_CPU_1(msr) ON_CUDA_1(msr)},
#define GRAPH_LAYOUT(name)                              \
    {[PLACE_seq] = {[U32] = &mat_ops_##name##_seq_u32}, \
     [PLACE_omp] = {[U32] = &mat_ops_##name##_omp_u32}, \
     GRAPH_ON_CUDA(name)},
#include "solvers/layouts.def"
#undef LAYOUT
#undef CHOICE
#undef GRAPH_LAYOUT
};

bool variant_is_valid(const struct method *method, const struct layout *layout,
                      enum precision precision)
{
    bool graph = method->task == TASK_CYCLE;
    return (layout->store != NULL) == graph && (precision == U32) == graph;
}

const struct mat_ops *find_mat_ops(const struct layout *layout, const struct place *place,
                                   enum precision precision)
{
    if (place && place->cards > 1)
        return layout->divisible && find_mat_ops(layout, place->member, precision) ? place->mat
                                                                                   : NULL;
    for (int l = 0; l < layout_count; l++)
        for (int p = 0; p < place_count; p++)
            if (layouts[l] == layout && places[p] == place) return mat_ops[l][p][precision];
    return NULL;
}

/* Options */

static const char *const vote_values[] = {
    [VOTE_BLOCK] = "block", [VOTE_STORE] = "store", [VOTE_HOST] = "host", NULL};

static bool vote_applies(const struct method *method, const struct layout *layout,
                         const struct place *place)
{
    (void)layout;
    return !place->on_host && method->task == TASK_SOLVE && method->measure == MEASURE_CHANGE;
}

static void vote_set(struct solver_options *options, double value)
{
    options->vote = (enum vote)value;
}

static double vote_get(const struct solver_options *options)
{
    return options->vote;
}

static const char *const loop_values[] = {
    [LOOP_HOST] = "host", [LOOP_GRAPH] = "graph", [LOOP_RESIDENT] = "resident", NULL};

static bool loop_applies(const struct method *method, const struct layout *layout,
                         const struct place *place)
{
    (void)layout;
    return place->cards == 1 && method->step;
}

static void loop_set(struct solver_options *options, double value)
{
    options->loop = (enum loop)value;
}

static double loop_get(const struct solver_options *options)
{
    return options->loop;
}

static const char *const exchange_values[] = {
    [EXCHANGE_PEER] = "peer", [EXCHANGE_STAGED] = "staged", NULL};

static bool exchange_applies(const struct method *method, const struct layout *layout,
                             const struct place *place)
{
    (void)method;
    (void)layout;
    return place->cards > 1;
}

static void exchange_set(struct solver_options *options, double value)
{
    options->exchange = (enum exchange)value;
}

static double exchange_get(const struct solver_options *options)
{
    return options->exchange;
}

/* Not where a test bounds what the next half of the iteration divides by (bicgstab.c). */
static bool check_applies(const struct method *method, const struct layout *layout,
                          const struct place *place)
{
    (void)layout;
    (void)place;
    return method->step && method->task == TASK_SOLVE && method->measure == MEASURE_CHANGE;
}

static void check_set(struct solver_options *options, double value)
{
    options->check = (unsigned)value;
}

static double check_get(const struct solver_options *options)
{
    return options->check;
}

static bool omega_applies(const struct method *method, const struct layout *layout,
                          const struct place *place)
{
    (void)layout;
    (void)place;
    return method->relaxed;
}

static void omega_set(struct solver_options *options, double value)
{
    options->omega = value;
}

static double omega_get(const struct solver_options *options)
{
    return options->omega;
}

static const char *const halves_values[] = {
    [HALVES_SHUFFLE] = "shuffle", [HALVES_SHARED] = "shared", NULL};

static bool halves_applies(const struct method *method, const struct layout *layout,
                           const struct place *place)
{
    (void)method;
    return layout->sums == 2 && !place->on_host;
}

static void halves_set(struct solver_options *options, double value)
{
    options->halves = (enum halves)value;
}

static double halves_get(const struct solver_options *options)
{
    return options->halves;
}

/* Of map */

#define MAP_OPTION(option, type)                                                           \
    static bool option##_applies(const struct method *method, const struct layout *layout, \
                                 const struct place *place)                                \
    {                                                                                      \
        (void)layout;                                                                      \
        (void)place;                                                                       \
        return method == &method_map;                                                      \
    }                                                                                      \
    static void option##_set(struct solver_options *options, double value)                 \
    {                                                                                      \
        options->option = (type)value;                                                     \
    }                                                                                      \
    static double option##_get(const struct solver_options *options)                       \
    {                                                                                      \
        return options->option;                                                            \
    }

static const char *const orientation_words[] = {
    [ORIENTATION_SUCC] = "succ", [ORIENTATION_PRED] = "pred", NULL};
MAP_OPTION(orientation, enum orientation)

static const char *const ordering_words[] = {
    [ORDERING_INVERSE] = "inverse", [ORDERING_FORWARD] = "forward", NULL};
MAP_OPTION(ordering, enum ordering)

static const char *const sweeps_words[] = {
    [SWEEPS_JACOBI] = "jacobi", [SWEEPS_INPLACE] = "inplace", NULL};
MAP_OPTION(sweeps, enum sweeping)

/* Of all searches */

static const char *const on_the_fly_words[] = {"no", "yes", NULL};

static bool on_the_fly_applies(const struct method *method, const struct layout *layout,
                               const struct place *place)
{
    (void)layout;
    (void)place;
    return method->task == TASK_CYCLE;
}

static void on_the_fly_set(struct solver_options *options, double value)
{
    options->on_the_fly = value != 0;
}

static double on_the_fly_get(const struct solver_options *options)
{
    return options->on_the_fly;
}

static const char *const storage_words[] = {[STORAGE_FULL] = "full", [STORAGE_F32] = "f32", NULL};

static bool storage_applies(const struct method *method, const struct layout *layout,
                            const struct place *place)
{
    (void)method;
    (void)place;
    return layout == &layout_delta16;
}

static void storage_set(struct solver_options *options, double value)
{
    options->storage = (enum storage)value;
}

static double storage_get(const struct solver_options *options)
{
    return options->storage;
}

/* Of solves on the CPU */

static const char *const denormals_words[] = {
    [DENORMALS_AUTO] = "auto", [DENORMALS_FLUSH] = "flush", [DENORMALS_KEEP] = "keep", NULL};

static bool denormals_applies(const struct method *method, const struct layout *layout,
                              const struct place *place)
{
    (void)layout;
    return place->on_host && method->task != TASK_CYCLE && method != &method_null;
}

static void denormals_set(struct solver_options *options, double value)
{
    options->denormals = (enum denormals)value;
}

static double denormals_get(const struct solver_options *options)
{
    return options->denormals;
}

/* Options that choose among a few numbers: their words, and the numbers in the same order. */

static int number_index(int number, const int *numbers)
{
    int k = 0;
    while (numbers[k] != number) k++;
    return k;
}

#define NUMBER_OPTION(option, the_layout, ...)                                             \
    static const int option##_numbers[] = {__VA_ARGS__};                                   \
    static bool option##_applies(const struct method *method, const struct layout *layout, \
                                 const struct place *place)                                \
    {                                                                                      \
        (void)method;                                                                      \
        return layout == &layout_##the_layout && !place->on_host;                          \
    }                                                                                      \
    static void option##_set(struct solver_options *options, double value)                 \
    {                                                                                      \
        options->option = option##_numbers[(int)value];                                    \
    }                                                                                      \
    static double option##_get(const struct solver_options *options)                       \
    {                                                                                      \
        return number_index(options->option, option##_numbers);                            \
    }

static const char *const elements_words[] = {"cub", "1", "2", "4", "8", NULL};
NUMBER_OPTION(elements, sscan, 0, 1, 2, 4, 8)

static const char *const algorithm_words[] = {"1", "2", NULL};
NUMBER_OPTION(algorithm, cusparse, 1, 2)

static const char *const slice_words[] = {"32", "8", "16", "64", "128", NULL};
NUMBER_OPTION(slice, cusparse_sell, 32, 8, 16, 64, 128)

static const char *const rows_words[] = {"32", "4", "8", "16", NULL};
NUMBER_OPTION(rows, pattern, 32, 4, 8, 16)

static const char *const walk_words[] = {"row", "slice", NULL};
NUMBER_OPTION(walk, sdia, WALK_ROW, WALK_SLICE)

/* Of passes of several sweeps */

static const char *const at_once_words[] = {"1", "2", "3", "4", NULL};

static bool at_once_applies(const struct method *method, const struct layout *layout,
                            const struct place *place)
{
    return method == &method_jacobi && layout == &layout_pattern && place->cards == 1;
}

static void at_once_set(struct solver_options *options, double value)
{
    options->temporal_block = 1 + (int)value;
}

static double at_once_get(const struct solver_options *options)
{
    return options->temporal_block - 1;
}

/* Of the method that tests the harness */

static const char *const fault_values[] = {"none", "segfault", "abort",  "exit",  "hang", "hog",
                                           "nan",  "wrong",    "stdout", "close", NULL};

static bool null_applies(const struct method *method, const struct layout *layout,
                         const struct place *place)
{
    (void)layout;
    (void)place;
    return method == &method_null;
}

#define NULL_OPTION(option, type)                                          \
    static void option##_set(struct solver_options *options, double value) \
    {                                                                      \
        options->option = (type)value;                                     \
    }                                                                      \
    static double option##_get(const struct solver_options *options)       \
    {                                                                      \
        return options->option;                                            \
    }

NULL_OPTION(fault, enum fault)
NULL_OPTION(after, unsigned)
NULL_OPTION(cost, double)
NULL_OPTION(slow, double)

#define SWEEPS_WHERE "sweeps=1|2|3|4 is for jacobi/pattern/*/cuda, sweeps=jacobi|inplace for map"

const struct variant_option variant_options[] = {
    {"vote",
     "how a CUDA sweep says that it has not converged: one store a block at most, or one a thread "
     "(the papers); or the "
     "host compares each iterate with the one before",
     .words = vote_values, .applies = vote_applies, .set = vote_set, .get = vote_get},
    {"loop",
     "who asks on CUDA whether to go on: the host, after every test (the papers), each sweep of a "
     "CUDA graph, or a "
     "kernel that stays for many sweeps",
     .words = loop_values, .applies = loop_applies, .set = loop_set, .get = loop_get},
    {"exchange",
     "how several GPUs get the entries of x they read: those alone and card to card, or all "
     "through the host (the "
     "papers)",
     .words = exchange_values, .applies = exchange_applies, .set = exchange_set,
     .get = exchange_get},
    {"check", "iterations from test to test", .above = 0, .below = 1001, .whole = true,
     .fallback = 1, .applies = check_applies, .set = check_set, .get = check_get},
    {"omega", "relaxation", .above = 0, .below = 2, .fallback = 0.9, .applies = omega_applies,
     .set = omega_set, .get = omega_get},
    {"halves",
     "how a CUDA warp adds the two halves of a row: between registers, or through shared memory "
     "(the papers)",
     .words = halves_values, .applies = halves_applies, .set = halves_set, .get = halves_get},
    {"elements", "entries a thread of the segmented scan (the papers), or CUB's own scan",
     .words = elements_words, .applies = elements_applies, .set = elements_set,
     .get = elements_get},
    {"algorithm", "cuSPARSE's for CSR; 2 gives the same bits in every run",
     .words = algorithm_words, .applies = algorithm_applies, .set = algorithm_set,
     .get = algorithm_get},
    {"slice", "rows a slice", .words = slice_words, .applies = slice_applies, .set = slice_set,
     .get = slice_get},
    {"rows", "rows a CUDA thread has at most, in turn", .words = rows_words,
     .applies = rows_applies, .set = rows_set, .get = rows_get},
    {"walk",
     "how a CUDA warp goes through a slice: each row its own pairs, or all rows all pairs in step",
     .words = walk_words, .applies = walk_applies, .set = walk_set, .get = walk_get},
    {"orientation",
     "whether a vertex looks for the maximal accepting one among its successors or its "
     "predecessors",
     .words = orientation_words, .applies = orientation_applies, .set = orientation_set,
     .get = orientation_get},
    {"ordering",
     "whether the vertex with the smaller or with the larger number counts as the larger one",
     .words = ordering_words, .applies = ordering_applies, .set = ordering_set,
     .get = ordering_get},
    {"sweeps",
     "whether a sweep reads the values of the sweep before (the paper) or its own as well",
     .words = sweeps_words, .applies = sweeps_applies, .where = SWEEPS_WHERE, .set = sweeps_set,
     .get = sweeps_get},
    {"sweeps", "sweeps in one pass over memory, with the test after the last (temporal blocking)",
     .words = at_once_words, .applies = at_once_applies, .where = SWEEPS_WHERE, .set = at_once_set,
     .get = at_once_get},
    {"on_the_fly", "whether the graph is generated within the solve, and searched while it grows",
     .words = on_the_fly_words, .applies = on_the_fly_applies, .set = on_the_fly_set,
     .get = on_the_fly_get},
    {"storage",
     "what values are stored in: the precision of the solve, or f32, summed in that precision",
     .words = storage_words, .applies = storage_applies, .set = storage_set, .get = storage_get},
    {"denormals",
     "whether numbers too small to be normal are taken for zero while a CPU solves, or kept",
     .words = denormals_words, .applies = denormals_applies, .set = denormals_set,
     .get = denormals_get},
    {"fault", "what null does wrong, to test the harness", .words = fault_values,
     .applies = null_applies, .set = fault_set, .get = fault_get},
    {"after", "solves that null does before it goes wrong", .above = -1, .below = 1e6,
     .whole = true, .applies = null_applies, .set = after_set, .get = after_get},
    {"cost", "seconds that a solve of null takes", .above = 0, .below = 1e6,
     .applies = null_applies, .set = cost_set, .get = cost_get},
    {"slow", "percent by which null takes longer than cost", .above = -100, .below = 1e6,
     .applies = null_applies, .set = slow_set, .get = slow_get},
};
const int variant_option_count = sizeof variant_options / sizeof *variant_options;

struct solver_options default_options(void)
{
    struct solver_options options = {0};
    for (int k = 0; k < variant_option_count; k++)
        variant_options[k].set(&options, variant_options[k].fallback);
    return options;
}
