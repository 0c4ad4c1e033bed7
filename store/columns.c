#include "store/columns.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "base/memory.h"

_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__,
               "packed values are stored as they are in memory");

/* ROW_GROUP(field): the row struct of a group, and the field's place in it. */
#define ROW_META(field) struct results, field
#define ROW_SETTINGS(field) struct settings, field
#define ROW_BUILD(field) struct fact, field
#define ROW_MACHINE(field) struct fact, field
#define ROW_PROBLEMS(field) struct result_problem, field
#define ROW_VARIANTS(field) struct result_variant, field
#define ROW_CASES(field) struct run_row, run.field
#define ROW_RUNS(field) struct run_row, run.field
#define ROW_SAMPLES(field) struct result_sample, field
#define ROW_SUMMARY(field) struct run_row, solve.field
#define ROW_FIGURES(field) struct figure, field
#define ROW_TABLES(field) struct table, field
#define ROW_CROSSOVERS(field) struct result_crossover, field
#define ROW_BUNDLE(field) struct bundled, field
#define ROW_CLAIMS(field) struct claim, field
#define ROW_AS(row, ignored, field) row, field
#define CALL(macro, ...) macro(__VA_ARGS__)
#define SIZE_OF_ROW(row, field) sizeof(row)

#define APART(group, path) [GROUP_##group] = {path, CALL(SIZE_OF_ROW, ROW_##group()), false, 0, 0}
#define LISTED(group, path, rows)                                    \
    [GROUP_##group] = {path, CALL(SIZE_OF_ROW, ROW_##group()), true, \
                       offsetof(struct results, rows), offsetof(struct results, n##rows)}
const struct group_shape groups[NGROUPS] = {
    APART(META, "/meta"),
    APART(SETTINGS, "/meta/settings"),
    LISTED(BUILD, "/meta/build", build),
    LISTED(MACHINE, "/machine", machine),
    LISTED(PROBLEMS, "/problems", problems),
    LISTED(VARIANTS, "/variants", variants),
    APART(CASES, "/cases"),
    APART(RUNS, "/runs"),
    LISTED(SAMPLES, "/samples", samples),
    APART(SUMMARY, "/summary"),
    LISTED(FIGURES, "/figures", figures),
    LISTED(TABLES, "/tables", tables),
    LISTED(CROSSOVERS, "/crossovers", crossovers),
    LISTED(BUNDLE, "/bundle", bundle),
    LISTED(CLAIMS, "/claims", claims),
};

void *group_rows(const struct results *results, enum group group, size_t *count)
{
    const struct group_shape *shape = &groups[group];
    const void *rows = NULL;
    if (group == GROUP_META) rows = results;
    if (group == GROUP_SETTINGS) rows = &results->settings;
    *count = rows != NULL;
    if (shape->listed) {
        memcpy(&rows, (const char *)results + shape->rows, sizeof rows);
        memcpy(count, (const char *)results + shape->count, sizeof *count);
    }
    return (void *)rows;
}

void group_set(struct results *results, enum group group, void *rows, size_t count)
{
    memcpy((char *)results + groups[group].rows, &rows, sizeof rows);
    memcpy((char *)results + groups[group].count, &count, sizeof count);
}

const struct column columns[] = {
#define ENTRY(group, at, name, type, units, long_name, ...) \
    {GROUP_##group, at, name, COLUMN_##type, units, long_name, {__VA_ARGS__}},
#define SINCE(group, name, type, units, long_name, ...) \
    ENTRY(group, CALL(offsetof, ROW_##group(name)), #name, type, units, long_name, __VA_ARGS__)
#define SINCE_AS(group, field, name, type, units, long_name, ...)                                  \
    ENTRY(group, CALL(offsetof, CALL(ROW_AS, ROW_##group(), field)), name, type, units, long_name, \
          __VA_ARGS__)
#define COLUMN_AS(...) SINCE_AS(__VA_ARGS__, 1, 0)
#define COLUMN_AS_2_1(...) SINCE_AS(__VA_ARGS__, 2, 1)
#define COLUMN_AS_2_13(...) SINCE_AS(__VA_ARGS__, 2, 13)
#define COLUMN(...) SINCE(__VA_ARGS__, 1, 0)
#define COLUMN_2(...) SINCE(__VA_ARGS__, 2, 0)
#define COLUMN_2_1(...) SINCE(__VA_ARGS__, 2, 1)
#define COLUMN_2_2(...) SINCE(__VA_ARGS__, 2, 2)
#define COLUMN_2_3(...) SINCE(__VA_ARGS__, 2, 3)
#define COLUMN_2_4(...) SINCE(__VA_ARGS__, 2, 4)
#define COLUMN_2_5(...) SINCE(__VA_ARGS__, 2, 5)
#define COLUMN_2_6(...) SINCE(__VA_ARGS__, 2, 6)
#define COLUMN_2_7(...) SINCE(__VA_ARGS__, 2, 7)
#define COLUMN_2_8(...) SINCE(__VA_ARGS__, 2, 8)
#define COLUMN_2_9(...) SINCE(__VA_ARGS__, 2, 9)
#define COLUMN_2_10(...) SINCE(__VA_ARGS__, 2, 10)
#define COLUMN_2_11(...) SINCE(__VA_ARGS__, 2, 11)
#define COLUMN_2_12(...) SINCE(__VA_ARGS__, 2, 12)
#define COLUMN_2_13(...) SINCE(__VA_ARGS__, 2, 13)
#include "store/columns.def"
#undef COLUMN_2_13
#undef COLUMN_2_12
#undef COLUMN_2_11
#undef COLUMN_2_10
#undef COLUMN_2_9
#undef COLUMN_2_8
#undef COLUMN_2_7
#undef COLUMN_2_6
#undef COLUMN_2_5
#undef COLUMN_2_4
#undef COLUMN_2_3
#undef COLUMN_2_2
#undef COLUMN_2_1
#undef COLUMN_2
#undef COLUMN_AS_2_13
#undef COLUMN_AS_2_1
#undef COLUMN_AS
#undef COLUMN
};

const size_t ncolumns = sizeof columns / sizeof *columns;

/* Checks that the type named in the list is the type of the field. */
typedef char *FIELD_TEXT, *FIELD_OPTIONAL_TEXT;
typedef double FIELD_REAL;
typedef uint64_t FIELD_COUNT;
#define ENUMERATION(name, type, count, names) typedef type FIELD_##name;
ENUMERATIONS
#undef ENUMERATION
#define IS(row, field, type) \
    _Static_assert(_Generic(((row *)0)->field, type : 1, default : 0), #field);
#define COLUMN_AS(group, field, name, type, units, long_name) \
    CALL(IS, CALL(ROW_AS, ROW_##group(), field), FIELD_##type)
#define COLUMN_AS_2_1 COLUMN_AS
#define COLUMN_AS_2_13 COLUMN_AS
#define COLUMN(group, name, type, units, long_name) CALL(IS, ROW_##group(name), FIELD_##type)
#define COLUMN_2 COLUMN
#define COLUMN_2_1 COLUMN
#define COLUMN_2_2 COLUMN
#define COLUMN_2_3 COLUMN
#define COLUMN_2_4 COLUMN
#define COLUMN_2_5 COLUMN
#define COLUMN_2_6 COLUMN
#define COLUMN_2_7 COLUMN
#define COLUMN_2_8 COLUMN
#define COLUMN_2_9 COLUMN
#define COLUMN_2_10 COLUMN
#define COLUMN_2_11 COLUMN
#define COLUMN_2_12 COLUMN
#define COLUMN_2_13 COLUMN
#include "store/columns.def"

bool column_is_text(enum column_type type)
{
    return type == COLUMN_TEXT || type == COLUMN_OPTIONAL_TEXT;
}

bool column_is_number(enum column_type type)
{
    return type == COLUMN_REAL || type == COLUMN_COUNT;
}

static char *text_at(const void *field)
{
    char *text;
    memcpy(&text, field, sizeof text);
    return text;
}

void rows_clear(enum group group, void *rows, size_t count)
{
    for (const struct column *c = columns; c < columns + ncolumns; c++) {
        if (c->group != group || !column_is_text(c->type)) continue;
        for (size_t i = 0; i < count; i++)
            free(text_at((char *)rows + i * groups[group].row_size + c->offset));
    }
}

void rows_free(enum group group, void *rows, size_t count)
{
    if (rows) rows_clear(group, rows, count);
    free(rows);
}

static size_t field_size(enum column_type type)
{
    if (column_is_number(type)) return sizeof(uint64_t);
    return type == COLUMN_BOOL ? sizeof(bool) : sizeof(unsigned);
}

enum status rows_fill(enum group group, size_t count, const void *from, void *to)
{
    for (const struct column *c = columns; c < columns + ncolumns; c++) {
        for (size_t i = 0; c->group == group && i < count; i++) {
            const size_t at = i * groups[group].row_size + c->offset;
            const void *field = (const char *)from + at;
            void *copy = (char *)to + at;
            if (!column_is_text(c->type)) memcpy(copy, field, field_size(c->type));
            else if (text_at(field)) MUST(copy_text(text_at(field), copy));
        }
    }
    return OK;
}

enum status rows_copy(enum group group, size_t count, const void *from, void *out)
{
    void *rows = NULL;
    enum status status = allocate_zeroed(count, groups[group].row_size, "a copy", &rows);
    if (status == OK) status = rows_fill(group, count, from, rows);
    if (status != OK) {
        rows_free(group, rows, count);
        rows = NULL;
    }
    memcpy(out, &rows, sizeof rows);
    return status;
}

const char *const *column_enumerators(enum column_type type, size_t *count)
{
    /* Enumerators by which h5py recognises a bool. */
    static const char *const truth_names[] = {"FALSE", "TRUE"};
    static const char *const criterion_names[] = {[RELATIVE] = "relative", [ABSOLUTE] = "absolute"};
    static const struct {
        const char *const *names;
        size_t count;
    } enumerations[] = {
#define ENUMERATION(name, type, count, names) [COLUMN_##name] = {names, count},
        ENUMERATIONS
#undef ENUMERATION
    };
    *count = enumerations[type].count;
    return enumerations[type].names;
}

static void pack_value(enum column_type type, const void *field, unsigned char *to)
{
    unsigned enumerator;
    if (column_is_text(type)) {
        const char *text = text_at(field);
        if (text) memcpy(to, text, strlen(text));
    } else if (column_is_number(type)) {
        memcpy(to, field, sizeof(uint64_t));
    } else if (type == COLUMN_BOOL) {
        *to = *(const bool *)field;
    } else {
        memcpy(&enumerator, field, sizeof enumerator);
        *to = (unsigned char)enumerator;
    }
}

enum status value_unpack(enum column_type type, const unsigned char *from, size_t width, void *to)
{
    if (column_is_text(type)) {
        char *text;
        size_t length = strnlen((const char *)from, width);
        if (type == COLUMN_OPTIONAL_TEXT && !length) return OK;
        MUST(allocate(length + 1, 1, "a text of the results", &text));
        memcpy(text, from, length);
        text[length] = '\0';
        memcpy(to, &text, sizeof text);
    } else if (column_is_number(type)) {
        memcpy(to, from, sizeof(uint64_t));
    } else if (type == COLUMN_BOOL) {
        *(bool *)to = *from != 0;
    } else {
        memcpy(to, &(unsigned){*from}, sizeof(unsigned));
    }
    return OK;
}

static size_t packed_width(const struct column *column, size_t count, const char *fields,
                           size_t stride)
{
    if (column_is_number(column->type)) return sizeof(uint64_t);
    size_t width = 1;
    for (size_t i = 0; column_is_text(column->type) && i < count; i++) {
        const char *text = text_at(fields + i * stride);
        size_t length = text ? strlen(text) : 0;
        if (length > width) width = length;
    }
    return width;
}

enum status values_pack(const struct column *column, size_t count, const void *rows,
                        struct values *out)
{
    const char *fields = rows ? (const char *)rows + column->offset : NULL; /* NULL: no rows */
    size_t stride = groups[column->group].row_size;
    *out = (struct values){.type = column->type, .count = count};
    out->width = packed_width(column, count, fields, stride);
    enum status status = allocate_zeroed(count, out->width, "a column of the results", &out->bytes);
    for (size_t i = 0; status == OK && i < count; i++)
        pack_value(column->type, fields + i * stride, out->bytes + i * out->width);
    return status;
}

enum status values_unpack(const struct column *column, const struct values *values, void *rows)
{
    enum status status = OK;
    char *fields = (char *)rows + column->offset;
    size_t stride = groups[column->group].row_size;
    for (size_t i = 0; status == OK && i < values->count; i++)
        status = value_unpack(column->type, values->bytes + i * values->width, values->width,
                              fields + i * stride);
    return status;
}

enum status value_missing(enum column_type type, void *field)
{
    unsigned char nothing[sizeof(uint64_t)] = {0};
    if (type == COLUMN_REAL) memcpy(nothing, &(double){NAN}, sizeof nothing);
    if (type == COLUMN_COUNT) memcpy(nothing, &(uint64_t){MISSING}, sizeof nothing);
    return value_unpack(type, nothing, sizeof nothing, field);
}

bool values_in_range(const struct values *values)
{
    size_t enumerators;
    if (!column_enumerators(values->type, &enumerators)) return true;
    for (size_t i = 0; i < values->count; i++)
        if (values->bytes[i] >= enumerators) return false;
    return true;
}

uint32_t values_checksum(const struct values *values)
{
    return (uint32_t)crc32_z(0, values->bytes, values->count * values->width);
}

hid_t values_hdf5_type(enum column_type type, size_t width)
{
    if (column_is_text(type)) return hdf5_text_type(width);
    if (column_is_number(type))
        return H5Tcopy(type == COLUMN_REAL ? H5T_IEEE_F64LE : H5T_STD_U64LE);
    size_t count;
    const char *const *names = column_enumerators(type, &count);
    hid_t made = H5Tenum_create(type == COLUMN_BOOL ? H5T_STD_I8LE : H5T_STD_U8LE);
    for (size_t k = 0; k < count; k++)
        H5Tenum_insert(made, names[k], &(unsigned char){(unsigned char)k});
    return made;
}
