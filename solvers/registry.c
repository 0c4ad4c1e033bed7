#include "solvers/registry.h"

#include <stddef.h>

const char *const precision_names[NPRECISIONS] = {[F32] = "f32", [F64] = "f64"};

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

#define CPU_PLACE(name) extern const struct place place_##name;
#ifdef HAVE_CUDA
#define CUDA_PLACE(name) extern const struct place place_##name;
#else
static enum status not_built(void)
{
    return fail(ERROR_UNSUPPORTED, "this program was built without CUDA (make CUDA=1 needs nvcc)");
}
#define CUDA_PLACE(cuda_place) \
    static const struct place place_##cuda_place = {.name = #cuda_place, .title = "one GPU", .probe = not_built};
#endif
#include "solvers/places.def"
#undef CPU_PLACE
#undef CUDA_PLACE

#define CPU_PLACE(name) PLACE_##name,
#define CUDA_PLACE(name) PLACE_##name,
enum place_index {
#include "solvers/places.def"
    NPLACES
};
#undef CPU_PLACE
#undef CUDA_PLACE

const struct place *const places[] = {
#define CPU_PLACE(name) &place_##name,
#define CUDA_PLACE(name) &place_##name,
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
#define ON_CUDA_1(layout) extern const struct mat_ops mat_ops_##layout##_cuda_f32, mat_ops_##layout##_cuda_f64;
#define ON_CUDA_0(layout)
#define LAYOUT(name, cpu, cuda)               \
    extern const struct layout layout_##name; \
    ON_CPU_##cpu(name) ON_CUDA_##cuda(name)
#include "solvers/layouts.def"
#undef LAYOUT
#undef ON_CPU_1
#undef ON_CUDA_1

const struct layout *const layouts[] = {
#define LAYOUT(name, cpu, cuda) &layout_##name,
#include "solvers/layouts.def"
#undef LAYOUT
};
const int layout_count = sizeof layouts / sizeof *layouts;

#define BOTH(layout, place)                                                                  \
    {                                                                                        \
        [F32] = &mat_ops_##layout##_##place##_f32, [F64] = &mat_ops_##layout##_##place##_f64 \
    }
#define ON_CPU_1(layout) [PLACE_seq] = BOTH(layout, seq), [PLACE_omp] = BOTH(layout, omp),
#ifdef HAVE_CUDA
#define ON_CUDA_1(layout) [PLACE_cuda] = BOTH(layout, cuda),
#else
#define ON_CUDA_1(layout)
#endif
static const struct mat_ops *const mat_ops[][NPLACES][NPRECISIONS] = {
#define LAYOUT(name, cpu, cuda) {ON_CPU_##cpu(name) ON_CUDA_##cuda(name)},
#include "solvers/layouts.def"
#undef LAYOUT
};

const struct mat_ops *find_mat_ops(const struct layout *layout, const struct place *place, enum precision precision)
{
    for (int l = 0; l < layout_count; l++)
        for (int p = 0; p < place_count; p++)
            if (layouts[l] == layout && places[p] == place) return mat_ops[l][p][precision];
    return NULL;
}

/* Options */

static const char *const vote_values[] = {[VOTE_BLOCK] = "block", [VOTE_STORE] = "store", NULL};

static bool vote_applies(const struct method *method, const struct layout *layout, const struct place *place)
{
    (void)layout;
    return !place->on_host && method->measure == MEASURE_CHANGE;
}

static void vote_set(struct solver_options *options, double value)
{
    options->vote = (enum vote)value;
}

static double vote_get(const struct solver_options *options)
{
    return options->vote;
}

static const char *const halves_values[] = {[HALVES_SHUFFLE] = "shuffle", [HALVES_SHARED] = "shared", NULL};

static bool halves_applies(const struct method *method, const struct layout *layout, const struct place *place)
{
    (void)method;
    return layout->halves && !place->on_host;
}

static void halves_set(struct solver_options *options, double value)
{
    options->halves = (enum halves)value;
}

static double halves_get(const struct solver_options *options)
{
    return options->halves;
}

static bool omega_applies(const struct method *method, const struct layout *layout, const struct place *place)
{
    (void)layout, (void)place;
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

const struct variant_option variant_options[] = {
    {"vote", "how a CUDA sweep says that it has not converged: one store a block at most, or one a thread (the papers)",
     .words = vote_values, .applies = vote_applies, .set = vote_set, .get = vote_get},
    {"halves", "how a CUDA warp adds the two halves of a row: between registers, or through shared memory (the papers)",
     .words = halves_values, .applies = halves_applies, .set = halves_set, .get = halves_get},
    {"omega", "relaxation", .above = 0, .below = 2, .fallback = 0.9, .applies = omega_applies, .set = omega_set,
     .get = omega_get},
};
const int variant_option_count = sizeof variant_options / sizeof *variant_options;

struct solver_options default_options(void)
{
    struct solver_options options = {0};
    for (int k = 0; k < variant_option_count; k++) variant_options[k].set(&options, variant_options[k].fallback);
    return options;
}
