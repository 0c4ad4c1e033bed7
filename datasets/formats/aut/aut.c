#include "datasets/formats/aut/aut.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/memory.h"
#include "datasets/format.h"
#include "datasets/text/labels.h"
#include "datasets/text/lines.h"
#include "datasets/text/printer.h"

/* This many vertices need no edge. Each edge allows two more, so a short file takes little
 * memory. */
enum { SPARE = 1024 };

struct aut_reader {
    struct lines lines;
    uint32_t n, initial;
    uint64_t count, room;
    uint32_t *from, *to; /* for each transition */
    bool falls_back;     /* the lines are not in the order of their sources */
};

/* Transitions */

static enum status expect(struct lines *lines, char c)
{
    char expected[4] = {'\'', c, '\'', '\0'};
    if (!lines_more(lines) || *lines->cursor != c)
        return lines_unexpected(lines, expected, lines->cursor);
    lines->cursor++;
    return OK;
}

/* `des (first, transitions, states)` */
static enum status aut_read_header(struct aut_reader *r)
{
    struct lines *lines = &r->lines;
    uint64_t first, count, n;
    MUST(lines_require(lines, "its first line, des (first vertex, edges, vertices)"));
    if (strncmp(lines->cursor, "des", 3)) return lines_unexpected(lines, "des (", lines->cursor);
    lines->cursor += 3;
    MUST(expect(lines, '('));
    MUST(lines_integer_before(lines, ',', "the first vertex", 0, UINT32_MAX - 2, &first));
    MUST(lines_integer_before(lines, ',', "the number of edges", 0, UINT64_MAX, &count));
    MUST(lines_integer_before(lines, ')', "the number of vertices", first + 1, UINT32_MAX - 1, &n));
    MUST(lines_finish(lines));
    lines_announce(lines, "edges", count);
    r->n = (uint32_t)n;
    r->initial = (uint32_t)first;
    return OK;
}

/* Any text without double quotes around it, or with; it ends at the last comma. */
static enum status skip_label(struct lines *lines)
{
    char *comma = strrchr(lines->cursor, ','), *last = comma;
    bool some = lines_more(lines);
    if (!some || !comma || comma <= lines->cursor)
        return lines_unexpected(lines, "a label and ','", lines->cursor);
    while (last[-1] == ' ' || last[-1] == '\t') last--;
    if (*lines->cursor == '"' && (last[-1] != '"' || last - lines->cursor < 2))
        return lines_fail(lines, "the label has no second double quote");
    lines->cursor = comma + 1;
    return OK;
}

static enum status aut_add_edge(struct aut_reader *r, uint32_t from, uint32_t to)
{
    if (r->count == r->room) {
        uint64_t room = 2 * r->room + 1024;
        MUST(lines_check_memory(&r->lines, 12.0 * (double)room));
        MUST(reallocate(&r->from, room, sizeof *r->from, "edges"));
        MUST(reallocate(&r->to, room, sizeof *r->to, "edges"));
        r->room = room;
    }
    r->falls_back |= r->count && from < r->from[r->count - 1];
    r->from[r->count] = from;
    r->to[r->count++] = to;
    return OK;
}

/* `(from, label, to)` */
static enum status read_edge(struct aut_reader *r)
{
    struct lines *lines = &r->lines;
    uint64_t from, to;
    MUST(expect(lines, '('));
    MUST(lines_integer_before(lines, ',', "the source vertex", 0, r->n - 1, &from));
    MUST(skip_label(lines));
    MUST(lines_integer_before(lines, ')', "the target vertex", 0, r->n - 1, &to));
    MUST(lines_finish(lines));
    return aut_add_edge(r, (uint32_t)from, (uint32_t)to);
}

static enum status read_edges(struct aut_reader *r)
{
    enum status status;
    while (lines_item(&r->lines, &status)) MUST(read_edge(r));
    return status;
}

/* Moves the targets into the order of their sources. Meanwhile the starts of rows move to the
 * starts of the next rows. */
static void sort_targets(const struct aut_reader *r, uint64_t *row, uint32_t *col)
{
    for (uint64_t e = 0; e < r->count; e++) col[row[r->from[e]]++] = r->to[e];
    memmove(row + 1, row, (size_t)r->n * sizeof *row);
    row[0] = 0;
}

static enum status take_edges(struct aut_reader *r, struct product *out)
{
    if (r->n > SPARE && (r->n - SPARE) / 2 > r->count)
        return lines_fail(&r->lines, "%" PRIu32 " vertices are too many for %" PRIu64 " edges",
                          r->n, r->count);
    MUST(lines_check_memory(&r->lines, 8.0 * r->n + 12.0 * (double)r->count));
    MUST(allocate_zeroed((size_t)r->n + 1, sizeof *out->row, "row starts", &out->row));
    for (uint64_t e = 0; e < r->count; e++) out->row[r->from[e] + 1]++;
    for (uint32_t v = 0; v < r->n; v++) out->row[v + 1] += out->row[v];
    if (r->falls_back) {
        MUST(allocate(r->count, sizeof *out->col, "edges", &out->col));
        sort_targets(r, out->row, out->col);
    } else {
        MUST(reallocate(&r->to, r->count, sizeof *r->to, "edges"));
        out->col = r->to;
        r->to = NULL;
    }
    out->n = r->n;
    out->m = r->count;
    out->initial = r->initial;
    return OK;
}

/* Accepting vertices */

static enum status read_accepting_lines(struct lines *lines, struct product *out)
{
    enum status status;
    uint64_t v;
    while (lines_next(lines, &status)) {
        MUST(lines_integer(lines, "an accepting vertex", 0, out->n - 1, &v));
        MUST(lines_finish(lines));
        if (product_accepting(out, (uint32_t)v))
            return lines_fail(lines, "vertex %" PRIu64 " is there twice", v);
        out->accepting[v / 64] |= 1ull << v % 64;
    }
    return status;
}

static enum status read_accepting(const char *path, struct product *out)
{
    enum status status = OK;
    struct lines lines = {0};
    char *beside;
    TRY(allocate_zeroed(((size_t)out->n + 63) / 64, sizeof *out->accepting, "accepting vertices",
                        &out->accepting));
    TRY(prism_sibling(path, ".acc", &beside));
    if (access(beside, F_OK))
        status = fail(ERROR_INPUT,
                      "%s: is missing: it lists the accepting vertices of %s, one a line (an empty "
                      "file: none)",
                      beside, path);
    if (status == OK) status = lines_open(beside, '#', &lines);
    if (status == OK) status = read_accepting_lines(&lines, out);
    lines_close(&lines);
    free(beside);
out:
    return status;
}

enum status aut_read_product(const char *path, struct product *out)
{
    enum status status = OK;
    struct aut_reader reader = {0};
    *out = (struct product){0};
    TRY(lines_open(path, '\0', &reader.lines));
    TRY(aut_read_header(&reader));
    TRY(read_edges(&reader));
    TRY(take_edges(&reader, out));
    TRY(read_accepting(path, out));
out:
    lines_close(&reader.lines);
    free(reader.from);
    free(reader.to);
    if (status != OK) product_free(out);
    return status;
}

/* Writing */

static enum status write_edges(const struct product *p, const char *folder)
{
    struct printer to;
    MUST(printer_create(folder, "model.aut", p->m + 1, &to));
    print(&to, "des (%u, %lu, %u)\n", p->initial, p->m, p->n);
    for (uint32_t v = 0; v < p->n && to.status == OK; v++)
        for (uint64_t e = p->row[v]; e < p->row[v + 1]; e++)
            print(&to, "(%u, \"i\", %u)\n", v, p->col[e]);
    return printer_finish(&to);
}

static enum status write_accepting(const struct product *p, const char *folder)
{
    struct printer to;
    MUST(printer_create(folder, "model.acc", product_count_accepting(p), &to));
    for (uint32_t v = 0; v < p->n && to.status == OK; v++)
        if (product_accepting(p, v)) print(&to, "%u\n", v);
    return printer_finish(&to);
}

enum status aut_write_product(const struct product *product, const char *folder)
{
    if (product->initial == NO_VERTEX)
        return fail(ERROR_INPUT,
                    "an Aldebaran file needs an initial vertex, and the stored part has none: "
                    "--format cache can hold it");
    enum status status = write_accepting(product, folder);
    return status == OK ? write_edges(product, folder) : status;
}

const struct format format_aut = {
    .name = "aut",
    .title = "Aldebaran graph, with its accepting vertices in .acc beside it",
    .ending = ".aut",
    .read_product = aut_read_product,
    .write_product = aut_write_product,
};
