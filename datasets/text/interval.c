#include "datasets/text/interval.h"

#include <math.h>
#include <string.h>
#include <strings.h>

bool at_interval(struct lines *lines)
{
    return lines_more(lines) && *lines->cursor == '[';
}

/* Reads a number up to a character behind it, which is skipped. */
static bool read_bound(struct lines *lines, char after, double *out)
{
    char *end;
    lines_more(lines);
    if (!strspn(lines->cursor, "0123456789.+-")) return false;
    *out = lines_decimal(lines, lines->cursor, &end);
    if (end == lines->cursor || memchr(lines->cursor, 'x', (size_t)(end - lines->cursor)))
        return false;
    lines->cursor = end;
    if (!lines_more(lines) || *lines->cursor != after) return false;
    lines->cursor++;
    return true;
}

static enum status check_interval(const struct lines *lines, const char *text,
                                  struct interval_read found)
{
    char quote[LINES_QUOTE];
    const char *what = NULL;
    if (!(found.low >= 0)) what = "its lower bound is below 0";
    else if (!(found.high <= 1)) what = "its upper bound is above 1";
    else if (found.low > found.high) what = "its lower bound is above its upper bound";
    else if (found.low == 0 && found.high > 0)
        what = "a lower bound of 0 is not supported: the transition might be missing. Give it a "
               "lower bound above 0";
    if (!what) return OK;
    return lines_fail(lines, "the interval %s of a probability: %s", lines_quote(text, quote),
                      what);
}

enum status read_interval(struct lines *lines, char after, struct interval_read *out)
{
    static const char expected[] = "an interval of a probability, [low,high]";
    char text[LINES_QUOTE];
    lines_quote(lines->cursor++, text);
    if (!read_bound(lines, ',', &out->low) || !read_bound(lines, ']', &out->high))
        return lines_unexpected(lines, expected, text);
    const char next = *lines->cursor;
    if (after ? next != after : next && next != ' ' && next != '\t')
        return lines_unexpected(lines, expected, text);
    lines->cursor += after != '\0';
    return check_interval(lines, text, *out);
}

enum status add_interval(struct choices *choices, uint32_t target)
{
    struct interval_read read;
    if (at_interval(choices->lines)) {
        MUST(choices_have_intervals(choices));
        MUST(read_interval(choices->lines, '\0', &read));
        return choices_add_interval(choices, target, read.low, read.high);
    }
    MUST(lines_amount(choices->lines, rows_value_name(choices->type), &read.low));
    return choices_add(choices, target, read.low);
}

bool is_interval_type(const char **word)
{
    static const char *const types[] = {"idtmc", "imdp"};
    for (int k = 0; *word && k < 2; k++) {
        if (strcasecmp(*word, types[k])) continue;
        ++*word;
        return true;
    }
    return false;
}
