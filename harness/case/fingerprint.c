#include "harness/case/fingerprint.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "harness/case/variant.h"

/* Which objects a variant runs, by index. */
struct reach {
    int count;
    const struct code_object *objects;
    bool *in;
};

static int find_object(const struct reach *reach, const char *name)
{
    for (int k = 0; k < reach->count; k++)
        if (!strcmp(reach->objects[k].name, name)) return k;
    return -1;
}

/* The object and all that it needs. */
static void add_object(struct reach *reach, int k)
{
    if (k < 0 || reach->in[k] || !strcmp(reach->objects[k].name, "solvers/registry")) return;
    reach->in[k] = true;
    for (const int *need = reach->objects[k].needs; *need >= 0; need++) add_object(reach, *need);
}

__attribute__((format(printf, 2, 3))) static bool add_named(struct reach *reach, const char *format,
                                                            ...)
{
    char name[160];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(name, sizeof name, format, arguments);
    va_end(arguments);
    int k = find_object(reach, name);
    add_object(reach, k);
    return k >= 0;
}

static bool add_row_operations(struct reach *reach, const struct layout *layout,
                               const struct variant *v)
{
    if (!find_mat_ops(layout, v->place, v->precision)) return false;
    if (layout->chooses) return true;
    if (!v->place->on_host) return add_named(reach, "solvers/cuda/%s.cu", layout->name);
    return add_named(reach, "solvers/cpu/%s%s.%s.%s", layout->store ? "graph/" : "", layout->name,
                     v->place->name, precision_names[v->precision]);
}

/* A layout that needs another's builder may store the matrix in that one instead. One that chooses
 * never takes what the place lacks. */
static bool add_layouts(struct reach *reach, const struct variant *v)
{
    if (!add_named(reach, "solvers/%s", v->layout->name)) return false;
    for (int k = 0; k < layout_count; k++) {
        char name[160];
        snprintf(name, sizeof name, "solvers/%s", layouts[k]->name);
        int object = find_object(reach, name);
        if (object < 0 || !reach->in[object] || add_row_operations(reach, layouts[k], v)) continue;
        if (!v->layout->chooses || find_mat_ops(layouts[k], v->place, v->precision)) return false;
    }
    return true;
}

static bool add_order(struct reach *reach, enum order order)
{
    return order == ORDER_NATIVE ||
           (add_named(reach, "base/order") && add_named(reach, "base/graph"));
}

static bool add_place(struct reach *reach, const struct place *place)
{
    if (place->on_host) return add_named(reach, "solvers/place_cpu");
    return add_named(reach, place->cards > 1 ? "solvers/cuda/cards_place" : "solvers/cuda/place");
}

/* FNV-1a. */
static uint64_t mix(uint64_t hash, const char *text)
{
    for (; *text; text++) hash = (hash ^ (unsigned char)*text) * UINT64_C(0x100000001b3);
    return hash;
}

static bool in_library(const struct variant *variant)
{
    return !strncmp(variant->layout->name, "cusparse", 8);
}

enum status fingerprint_from(int count, const struct code_object *objects,
                             const struct variant *variant, struct fingerprint *out)
{
    struct reach reach = {.count = count, .objects = objects};
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    *out = (struct fingerprint){""};
    if (in_library(variant) || variant->options.on_the_fly)
        return OK; /* generators are not covered */
    enum status status =
        allocate_zeroed((size_t)count, sizeof *reach.in, "a fingerprint", &reach.in);
    if (status != OK) return status;
    if (add_named(&reach, "solvers/solve") &&
        add_named(&reach, "solvers/%s", variant->method->name) &&
        add_place(&reach, variant->place) && add_order(&reach, variant->order) &&
        add_layouts(&reach, variant)) {
        for (int k = 0; k < count; k++)
            if (reach.in[k]) hash = mix(mix(hash, objects[k].name), objects[k].hash);
        snprintf(out->text, sizeof out->text, "%016" PRIx64, hash);
    }
    free(reach.in);
    return OK;
}

enum status fingerprint_of(const struct variant *variant, struct fingerprint *out)
{
    return fingerprint_from(code_object_count, code_objects, variant, out);
}
