#include "harness/case/meant_variant.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "problems/row_order.h"
#include "solvers/registry.h"

enum { METHOD, LAYOUT, PRECISION, PLACE, NAXES, LONGEST = 255, MOST_NAMES = 63 };

/* Parts found so far; "" for a part that is not found yet. */
struct meant {
    char part[NAXES][LONGEST + 1];
    char order[LONGEST + 1], options[LONGEST + 1];
};

static void names_of(int axis, const char *names[MOST_NAMES + 1])
{
    const int counts[NAXES] = {method_count, layout_count, NPRECISIONS, place_count};
    int count = counts[axis] < MOST_NAMES ? counts[axis] : MOST_NAMES;
    for (int k = 0; k < count; k++)
        names[k] = axis == METHOD      ? methods[k]->name
                   : axis == LAYOUT    ? layouts[k]->name
                   : axis == PRECISION ? precision_names[k]
                                       : places[k]->name;
    names[count] = NULL;
}

/* Fills the free part that the word names, or nearly names: first a part whose name it is, then the
 * part at its position, then any. Returns whether it found one. */
static bool meant_take_word(const char *word, int position, struct meant *out)
{
    const char *names[MOST_NAMES + 1], *found = NULL;
    int axis = 0;
    for (int k = 0; k < NAXES && !found; k++) {
        names_of(axis = k, names);
        for (int i = 0; names[i] && !found; i++)
            if (!strcmp(names[i], word)) found = names[i];
    }
    for (int k = -1; k < NAXES && !found; k++) {
        axis = k < 0 ? position : k;
        if (axis >= NAXES || *out->part[axis]) continue;
        names_of(axis, names);
        found = meant_name(word, names);
    }
    if (!found || *out->part[axis]) return false;
    snprintf(out->part[axis], sizeof out->part[axis], "%s", found);
    return true;
}

/* Appends options, written `a=1;b:2` or in any other way. */
static void take_options(const char *from, size_t length, struct meant *out)
{
    size_t used = strlen(out->options);
    if (used && used < LONGEST) out->options[used++] = ',';
    for (size_t k = 0; k < length && used < LONGEST; k++)
        if (from[k] != ' ')
            out->options[used++] = (char)(from[k] == ';' ? ',' : from[k] == ':' ? '=' : from[k]);
    out->options[used] = '\0';
}

/* Cuts the text in brackets or parentheses out of text. */
static void cut_options(char *text, struct meant *out)
{
    char *open = strpbrk(text, "[(");
    if (!open) return;
    size_t inside = strcspn(open + 1, "])");
    const bool closed = open[1 + inside] != '\0';
    if (!closed) inside = strcspn(open + 1, "/");
    take_options(open + 1, inside, out);
    char *rest = open + 1 + inside + closed;
    *open = ' ';
    memmove(open + 1, rest, strlen(rest) + 1);
}

/* Cuts the order off `msr+bfs`. Returns false if there is none. */
static bool cut_order(char *word, struct meant *out)
{
    char *plus = strchr(word, '+');
    if (!plus) return true;
    const char *order = meant_name(plus + 1, row_order_names);
    *plus = '\0';
    snprintf(out->order, sizeof out->order, "%s", order ? order : "");
    return order != NULL;
}

static bool take_words(char *text, struct meant *out)
{
    const char *between = strchr(text, '/') ? "/ " : "/ ,.:;-";
    char *rest = NULL;
    int position = 0;
    for (char *word = strtok_r(text, between, &rest); word;
         word = strtok_r(NULL, between, &rest), position++) {
        if (strchr(word, '=')) take_options(word, strlen(word), out);
        else if (!cut_order(word, out) || (*word && !meant_take_word(word, position, out)))
            return false;
    }
    return position > 0;
}

/* Fills the missing parts with usual ones. Searches and other methods have no layout and no
 * precision in common. */
static void meant_complete(struct meant *out)
{
    const struct method *method = find_method(out->part[METHOD]);
    if (!method) method = methods[0];
    const bool search = method->task == TASK_CYCLE;
    const char *const wrong[NAXES] = {
        [LAYOUT] = search ? "" : "csr", [PRECISION] = search ? "" : "u32"};
    const char *const usual[NAXES] = {method->name,
                                      search           ? "csr"
                                      : method->engine ? "sparse"
                                                       : "msr",
                                      search ? "u32" : "f64", "seq"};
    if (method->engine) *out->part[LAYOUT] = '\0';
    if (search) *out->part[LAYOUT] = *out->part[PRECISION] = *out->order = '\0';
    for (int axis = 0; axis < NAXES; axis++)
        if (!*out->part[axis] || (wrong[axis] && !strcmp(out->part[axis], wrong[axis])))
            snprintf(out->part[axis], sizeof out->part[axis], "%s", usual[axis]);
}

bool meant_variant(const char *text, size_t size, char *out)
{
    struct meant meant = {0};
    char copy[LONGEST + 1];
    if (strlen(text) > LONGEST || strpbrk(text, "*?{}")) return false;
    snprintf(copy, sizeof copy, "%s", text);
    cut_options(copy, &meant);
    if (!take_words(copy, &meant)) return false;
    meant_complete(&meant);
    const bool native = !*meant.order || !strcmp(meant.order, row_order_names[ORDER_NATIVE]);
    const char *const open = *meant.options ? "[" : "", *const close = *meant.options ? "]" : "";
    return (size_t)snprintf(out, size, "%s%s%s%s/%s%s%s/%s/%s", meant.part[METHOD], open,
                            meant.options, close, meant.part[LAYOUT], native ? "" : "+",
                            native ? "" : meant.order, meant.part[PRECISION],
                            meant.part[PLACE]) < size;
}

/* Returns whether more than one part of a and b differs. */
static bool differ_much(const char *a, const char *b)
{
    int differ = 0;
    for (;; a++, b++) {
        const size_t in_a = strcspn(a, "/"), in_b = strcspn(b, "/");
        differ += in_a != in_b || strncmp(a, b, in_a);
        a += in_a;
        b += in_b;
        if (*a != *b) return true;
        if (!*a) return differ > 1;
    }
}

enum status suggest_variant(const char *text, bool (*is_right)(const char *text))
{
    char why[1024], meant[4 * LONGEST];
    snprintf(why, sizeof why, "%s", fail_message());
    char *own = strstr(why, ", did you mean");
    if (!meant_variant(text, sizeof meant, meant) || !strcmp(text, meant) ||
        (own && !strpbrk(text, "(=") && !differ_much(text, meant)) || !is_right(meant))
        return fail(ERROR_INPUT, "%s", why);
    if (!own) own = strstr(why, " (known:");
    if (!own) own = strstr(why, ", such as");
    if (own) *own = '\0';
    return fail(ERROR_INPUT, "%s, did you mean '%s'?", why, meant);
}
