/* Reads structs from bytes. */
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "harness/script/shape.h"

void shape_refuse(struct decoder *in, const char *what)
{
    if (in->status == OK) in->status = fail(ERROR_INPUT, "%s", what);
}

/* Reads one line; NULL if there is none. */
static char *shape_read_text(struct decoder *in, bool needed)
{
    char *text = get_text(in);
    for (const char *at = text; at && *at; at++)
        if ((unsigned char)*at < 0x20 || *at == 0x7f)
            shape_refuse(in, "a text has control characters");
    if (!text && needed) shape_refuse(in, "a text is missing");
    return text;
}

static bool read_truth(struct decoder *in)
{
    uint64_t value = get_count(in);
    if (value > 1) shape_refuse(in, "what is true or false is neither");
    return value == 1;
}

static double shape_read_number(struct decoder *in, enum part_type type)
{
    double number = get_real(in);
    if (type != PART_ANY && !isfinite(number) && !(type == PART_MAYBE && isnan(number)))
        shape_refuse(in, "a number is missing, or infinite");
    return number;
}

/* Reads the index of a name. */
static unsigned read_name(struct decoder *in, const char *const *names)
{
    unsigned index = 0;
    char *name = shape_read_text(in, true);
    while (name && names[index] && strcmp(names[index], name)) index++;
    if (name && !names[index]) shape_refuse(in, "a unit, kind or scale is unknown");
    free(name);
    return in->status == OK ? index : 0;
}

static unsigned read_index(struct decoder *in, uint64_t most)
{
    uint64_t index = get_count(in);
    if (index >= most) shape_refuse(in, "a verdict is unknown");
    return in->status == OK ? (unsigned)index : 0;
}

/* Reads a list. Each item takes at least a byte. */
static void read_list(struct decoder *in, const struct part *part, char *out)
{
    char *items = NULL;
    uint64_t count = get_count(in);
    if (count > part->most) shape_refuse(in, "a list is too long");
    else if (in->status == OK && count > (size_t)(in->end - in->at)) in->status = ERROR_DAMAGED;
    if (in->status == OK)
        in->status = allocate_zeroed(count, part->shape->size, "what a script gave", &items);
    if (!items) return;
    memcpy(out + part->at, &items, sizeof items);
    memcpy(out + part->count, &count, sizeof(size_t));
    for (uint64_t k = 0; k < count && in->status == OK; k++)
        shape_read(in, part->shape, items + k * part->shape->size);
}

static void read_part(struct decoder *in, const struct part *part, char *out)
{
    void *to = out + part->at;
    unsigned index = 0;
    switch (part->type) {
    case PART_TEXT:
    case PART_OPTIONAL: *(char **)to = shape_read_text(in, part->type == PART_TEXT); break;
    case PART_ONE_OF:
        index = read_name(in, part->names);
        if (in->status == OK) in->status = copy_text(part->names[index], to);
        break;
    case PART_NAME:
    case PART_INDEX:
        index = part->names ? read_name(in, part->names) : read_index(in, part->most);
        memcpy(to, &index, sizeof index);
        break;
    case PART_TRUTH: *(bool *)to = read_truth(in); break;
    case PART_TRUTHS:
        for (; part->names[index]; index++) ((bool *)to)[index] = read_truth(in);
        break;
    case PART_STRUCT: shape_read(in, part->shape, to); break;
    case PART_ITEMS: read_list(in, part, out); break;
    default: *(double *)to = shape_read_number(in, part->type);
    }
}

void shape_read(struct decoder *in, const struct shape *shape, void *out)
{
    for (const struct part *part = shape->parts; part->type; part++) read_part(in, part, out);
}
