#include "harness/case/fingerprint.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "harness/case/variant.h"
#include "harness/machine/machine.h"

/* Objects that a variant runs, by index. */
struct reach {
    int count;
    const struct code_object *objects;
    bool *in;
};

/* Finds the object that defines a symbol; -1: none does. */
static int find_object(const struct reach *reach, const char *symbol)
{
    for (int k = 0; k < reach->count; k++)
        for (const char *const *defined = reach->objects[k].defines; *defined; defined++)
            if (!strcmp(*defined, symbol)) return k;
    return -1;
}

/* Adds the object and all that it needs. */
static void add_object(struct reach *reach, int k)
{
    if (k < 0 || reach->in[k] || k == find_object(reach, "methods") || /* the registry */
        k == find_object(reach, "option_next"))                        /* the code that reads
                                                                          options */
        return;
    reach->in[k] = true;
    for (const int *need = reach->objects[k].needs; *need >= 0; need++) add_object(reach, *need);
}

__attribute__((format(printf, 2, 3))) static bool add_symbol(struct reach *reach,
                                                             const char *format, ...)
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
    const struct place *place = v->place->member ? v->place->member : v->place;
    return layout->chooses || add_symbol(reach, "mat_ops_%s_%s_%s", layout->name, place->name,
                                         precision_names[v->precision]);
}

/* Adds the objects of the layouts; returns false if one is missing. A layout that needs another's
 * builder may store the matrix in that one instead. A layout that chooses never takes one that the
 * place lacks. */
static bool add_layouts(struct reach *reach, const struct variant *v)
{
    if (!add_symbol(reach, "layout_%s", v->layout->name)) return false;
    for (int k = 0; k < layout_count; k++) {
        char symbol[160];
        snprintf(symbol, sizeof symbol, "layout_%s", layouts[k]->name);
        int object = find_object(reach, symbol);
        if (object < 0 || !reach->in[object] || add_row_operations(reach, layouts[k], v)) continue;
        if (!v->layout->chooses || find_mat_ops(layouts[k], v->place, v->precision)) return false;
    }
    return true;
}

/* Adds the object of a place; returns false if it is missing. Places of several parts are a family,
 * in one table. */
static bool add_place(struct reach *reach, const struct place *place)
{
    const int stem = (int)strcspn(place->name, "0123456789");
    return place->member ? add_symbol(reach, "%.*s_places", stem, place->name)
                         : add_symbol(reach, "place_%s", place->name);
}

static bool add_order(struct reach *reach, enum row_order order)
{
    if (order == ORDER_COMPONENTS) return add_symbol(reach, "component_order");
    return order == ORDER_NATIVE ||
           (add_symbol(reach, "breadth_first_order") && add_symbol(reach, "strong_components"));
}

/* Continues an FNV-1a hash. */
static uint64_t mix(uint64_t hash, const char *text)
{
    for (; *text; text++) hash = (hash ^ (unsigned char)*text) * UINT64_C(0x100000001b3);
    return hash;
}

enum status fingerprint_from(int count, const struct code_object *objects,
                             const struct variant *variant, struct fingerprint *out)
{
    struct reach reach = {.count = count, .objects = objects};
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    *out = (struct fingerprint){""};
    if (variant->layout->in_library || variant->options.on_the_fly || variant->method->chooses ||
        variant->order == ORDER_BISECTION)
        return OK; /* generators, libraries and choices for a problem are not covered */
    MUST(allocate_zeroed((size_t)count, sizeof *reach.in, "a fingerprint", &reach.in));
    if (add_symbol(&reach, "solve_run") && add_symbol(&reach, "method_%s", variant->method->name) &&
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

enum status fingerprint_of_program(struct fingerprint *out)
{
    uint64_t hash = mix(UINT64_C(0xcbf29ce484222325), build_version());
    for (int k = 0; k < code_object_count; k++)
        hash = mix(mix(hash, code_objects[k].name), code_objects[k].hash);
    snprintf(out->text, sizeof out->text, "%016" PRIx64, hash);
    return OK;
}
