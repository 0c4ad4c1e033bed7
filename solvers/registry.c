#include "solvers/registry.h"

#include <stddef.h>
#include <string.h>

#include "solvers/part_counts.h"

const char *const precision_names[NPRECISIONS] = {[F32] = "f32", [F64] = "f64", [U32] = "u32"};

/* Methods */

#define METHOD(name) extern const struct method method_##name;
#include "solvers/methods.def"
#undef METHOD

const struct method *methods[MOST_METHODS] = {
#define METHOD(name) &method_##name,
#include "solvers/methods.def"
#undef METHOD
};
int method_count = 0
#define METHOD(name) +1
#include "solvers/methods.def"
#undef METHOD
    ;

/* Places: those that are not built in exist, too, and their probe reports this */

#define CPU_PLACE(name) extern const struct place place_##name;
#define RANK_FAMILY(name) extern const struct place name##_places[MOST_PARTS + 1];
#define LISTED(name, parts)
#ifdef HAVE_CUDA
#define CUDA_PLACE(name, what) extern const struct place place_##name;
#define PLACE_FAMILY(name, what) extern const struct place name##_places[MOST_PARTS + 1];
extern const struct rank_ops rank_ops_cuda;
#else
static enum status not_built(void)
{
    return fail(ERROR_UNSUPPORTED, "this program was built without CUDA (make CUDA=1 needs nvcc)");
}
#define CUDA_PLACE(id, what)                 \
    static const struct place place_##id = { \
        .name = #id, .title = what, .scheduled = BY_BLOCK, .cards = 1, .probe = not_built};
#define NOT_BUILT(count, id, what) \
    [count] = {.name = id #count, .title = #count " " what, .cards = count, .probe = not_built},
#define PLACE_FAMILY(id, what) \
    static const struct place id##_places[MOST_PARTS + 1] = {EACH_PART_COUNT(NOT_BUILT, #id, what)};
#endif
#include "solvers/places.def"
#undef CPU_PLACE
#undef CUDA_PLACE
#undef PLACE_FAMILY
#undef RANK_FAMILY

#define PLACE_FAMILY(name, what)
#define RANK_FAMILY(name)
#define CPU_PLACE(name) PLACE_##name,
#define CUDA_PLACE(name, what) PLACE_##name,
enum place_index {
#include "solvers/places.def"
    NPLACES
};
#undef CPU_PLACE
#undef CUDA_PLACE
#undef LISTED

#define CPU_PLACE(name) &place_##name,
#define CUDA_PLACE(name, what) &place_##name,
#define LISTED(name, parts) &name##_places[parts],
const struct place *places[MOST_PLACES] = {
#include "solvers/places.def"
};
#undef CPU_PLACE
#undef CUDA_PLACE
#undef LISTED

#define CPU_PLACE(name) +1
#define CUDA_PLACE(name, what) +1
#define LISTED(name, parts) +1
enum {
    LISTED_PLACES = 0
#include "solvers/places.def"
};
const int place_count = LISTED_PLACES;
int places_known = LISTED_PLACES;
#undef CPU_PLACE
#undef CUDA_PLACE
#undef LISTED
#undef PLACE_FAMILY
#undef RANK_FAMILY

#define CPU_PLACE(name)
#define CUDA_PLACE(name, what)
#define LISTED(name, parts)
#define PLACE_FAMILY(name, what) name##_places,
#define RANK_FAMILY(name) name##_places,
static const struct place *const families[] = {
#include "solvers/places.def"
};

/* Layouts and their row operations. EXPORT_SWEEPS in cpu.c or cuda.cu of layout msr defines
 * mat_ops_msr_omp_f64 and so on. */

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
#define CHOICE(name, whose) extern const struct layout layout_##name;
#define ENGINE_LAYOUT(name) extern const struct layout layout_##name;
#define GRAPH_LAYOUT(name)                                                          \
    extern const struct layout layout_##name;                                       \
    extern const struct mat_ops mat_ops_##name##_seq_u32, mat_ops_##name##_omp_u32, \
        mat_ops_##name##_cuda_u32;
#include "solvers/layouts.def"
#undef LAYOUT
#undef CHOICE
#undef GRAPH_LAYOUT
#undef ENGINE_LAYOUT
#undef ON_CPU_1
#undef ON_CUDA_1

const struct layout *const layouts[] = {
#define LAYOUT(name, cpu, cuda) &layout_##name,
#define CHOICE(name, whose) &layout_##name,
#define GRAPH_LAYOUT(name) &layout_##name,
#define ENGINE_LAYOUT(name) &layout_##name,
#include "solvers/layouts.def"
#undef LAYOUT
#undef CHOICE
#undef GRAPH_LAYOUT
#undef ENGINE_LAYOUT
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
#define CHOICE(name, whose) {ON_CPU_1(whose) ON_CUDA_1(whose)},
#define ENGINE_LAYOUT(name) {{NULL}},
#define GRAPH_LAYOUT(name)                              \
    {[PLACE_seq] = {[U32] = &mat_ops_##name##_seq_u32}, \
     [PLACE_omp] = {[U32] = &mat_ops_##name##_omp_u32}, \
     GRAPH_ON_CUDA(name)},
#include "solvers/layouts.def"
#undef LAYOUT
#undef CHOICE
#undef GRAPH_LAYOUT
#undef ENGINE_LAYOUT
};

const struct method *find_method(const char *name)
{
    for (int k = 0; k < method_count; k++)
        if (!strcmp(methods[k]->name, name)) return methods[k];
    return NULL;
}

const struct layout *find_layout(const char *name)
{
    for (int k = 0; k < layout_count; k++)
        if (!strcmp(layouts[k]->name, name)) return layouts[k];
    return NULL;
}

const struct place *find_place(const char *name)
{
    for (int k = 0; k < places_known; k++)
        if (!strcmp(places[k]->name, name)) return places[k];
    for (size_t f = 0; f < sizeof families / sizeof *families; f++)
        for (int parts = 2; parts <= MOST_PARTS; parts++) {
            const struct place *place = &families[f][parts];
            if (strcmp(place->name, name) || places_known == MOST_PLACES) continue;
            places[places_known++] = place;
            return place;
        }
    return NULL;
}

enum status registry_add_method(const struct method *method)
{
    if (find_method(method->name))
        return fail(ERROR_INPUT, "there is a method '%s' already", method->name);
    if (method_count == MOST_METHODS)
        return fail(ERROR_UNSUPPORTED, "there are %d methods, and no room for another",
                    method_count);
    methods[method_count++] = method;
    return OK;
}

enum member_kind kind_of_method(const struct method *method)
{
    return method->engine ? OF_ENGINES : method->task == TASK_CYCLE ? OF_GRAPHS : OF_SYSTEMS;
}

enum member_kind kind_of_layout(const struct layout *layout)
{
    return layout->of_engines ? OF_ENGINES : layout->store ? OF_GRAPHS : OF_SYSTEMS;
}

bool variant_is_valid(const struct method *method, const struct layout *layout,
                      enum precision precision)
{
    const enum member_kind kind = kind_of_method(method);
    return kind_of_layout(layout) == kind && (precision == U32) == (kind == OF_GRAPHS);
}

const struct mat_ops *find_mat_ops(const struct layout *layout, const struct place *place,
                                   enum precision precision)
{
    if (place && place->member) {
        const struct mat_ops *one = find_mat_ops(layout, place->member, precision);
        const bool can = layout->divisible && !(place->ranks && layout->makes_rows);
        return can && one ? place->mat[one->bracket != NULL] : NULL;
    }
    for (int l = 0; l < layout_count; l++)
        for (int p = 0; p < NPLACES; p++)
            if (layouts[l] == layout && places[p] == place) return mat_ops[l][p][precision];
    return NULL;
}

const struct rank_ops *find_rank_ops(const struct place *member)
{
#ifdef HAVE_CUDA
    if (member == &place_cuda) return &rank_ops_cuda;
#endif
    return NULL;
}
