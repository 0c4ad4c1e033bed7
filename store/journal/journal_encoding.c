#include "store/journal/journal_encoding.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

void put_bytes(struct encoder *out, const void *bytes, size_t size)
{
    if (out->status != OK) return;
    if (size > out->room - out->used) {
        size_t room = 2 * out->room + size;
        out->status = reallocate(&out->byte, room, 1, "a record of the journal");
        if (out->status != OK) return;
        out->room = room;
    }
    if (size) memcpy(out->byte + out->used, bytes, size);
    out->used += size;
}

void put_count(struct encoder *out, uint64_t value)
{
    put_bytes(out, &value, sizeof value);
}

void put_real(struct encoder *out, double value)
{
    put_bytes(out, &value, sizeof value);
}

/* Writes the length (all ones for NULL) and the bytes. */
void put_text(struct encoder *out, const char *text)
{
    put_count(out, text ? strlen(text) : MISSING);
    if (text) put_bytes(out, text, strlen(text));
}

void put_rows(struct encoder *out, enum group group, size_t count, const void *rows)
{
    put_count(out, count);
    for (const struct column *c = columns; c < columns + ncolumns && out->status == OK; c++) {
        struct values values;
        if (c->group != group) continue;
        out->status = values_pack(c, count, rows, &values);
        if (out->status != OK) return;
        if (column_is_text(c->type)) put_count(out, values.width);
        put_bytes(out, values.bytes, values.count * values.width);
        free(values.bytes);
    }
}

const unsigned char *get_bytes(struct decoder *in, size_t size)
{
    if (in->status != OK) return NULL;
    if (size > (size_t)(in->end - in->at)) {
        in->status = ERROR_DAMAGED;
        return NULL;
    }
    in->at += size;
    return in->at - size;
}

uint64_t get_count(struct decoder *in)
{
    uint64_t value = 0;
    const unsigned char *bytes = get_bytes(in, sizeof value);
    if (bytes) memcpy(&value, bytes, sizeof value);
    return value;
}

double get_real(struct decoder *in)
{
    double value = 0;
    const unsigned char *bytes = get_bytes(in, sizeof value);
    if (bytes) memcpy(&value, bytes, sizeof value);
    return value;
}

char *get_text(struct decoder *in)
{
    uint64_t length = get_count(in);
    if (in->status != OK || length == MISSING) return NULL;
    const unsigned char *bytes = get_bytes(in, length);
    if (bytes && memchr(bytes, 0, length)) in->status = ERROR_DAMAGED;
    if (in->status != OK) return NULL;
    char *text;
    in->status = allocate(length + 1, 1, "a text of the journal", &text);
    if (in->status != OK) return NULL;
    memcpy(text, bytes, length);
    text[length] = '\0';
    return text;
}

/* Reads one column of count rows. */
static void get_column(struct decoder *in, const struct column *column, size_t count, void *rows)
{
    struct values values = {.type = column->type, .count = count, .width = 1};
    if (column_is_text(column->type)) values.width = get_count(in);
    else if (column_is_number(column->type)) values.width = sizeof(uint64_t);
    if (in->status != OK) return;
    if (!values.width || count > (size_t)(in->end - in->at) / values.width) {
        in->status = ERROR_DAMAGED;
        return;
    }
    values.bytes = (unsigned char *)get_bytes(in, count * values.width);
    in->status = values_in_range(&values) ? values_unpack(column, &values, rows) : ERROR_DAMAGED;
}

static void get_columns(struct decoder *in, enum group group, size_t count, void *rows)
{
    for (const struct column *c = columns; c < columns + ncolumns && in->status == OK; c++)
        if (c->group == group) get_column(in, c, count, rows);
}

void get_fixed_rows(struct decoder *in, enum group group, size_t count, void *rows)
{
    if (get_count(in) != count && in->status == OK) in->status = ERROR_DAMAGED;
    get_columns(in, group, count, rows);
}

void get_rows(struct decoder *in, enum group group, size_t *count, void *rows)
{
    void *fresh = NULL;
    uint64_t stored = get_count(in);
    if (in->status == OK && stored > (size_t)(in->end - in->at))
        in->status = ERROR_DAMAGED; /* a row has at least a byte */
    if (in->status == OK)
        in->status = allocate_zeroed(stored, groups[group].row_size, "the journal", &fresh);
    *count = fresh ? stored : 0;
    memcpy(rows, &fresh, sizeof fresh);
    if (fresh) get_columns(in, group, *count, fresh);
}
