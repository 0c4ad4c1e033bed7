/* Feeds base/output/glob.h: the first line is a pattern, the second a text. The results of
 * expand_braces have no pair of braces left, and pattern_match agrees with it and with a matcher of
 * another kind. */
#include "base/output/glob.h"

#include "tests/fuzz/fuzz.h"

enum { LONGEST = 200, MOST = 100 };

struct seen {
    const char *text;
    bool matches;
    unsigned count;
};

static void fuzz_begin(void) {}

/* Row by row: can[j] says whether what was read of the pattern matches the first j bytes of the
 * text. */
static bool matches(const char *pattern, const char *text)
{
    bool can[LONGEST + 1] = {true};
    size_t length = strlen(text);
    for (; *pattern; pattern++) {
        bool diagonal = can[0];
        can[0] = can[0] && *pattern == '*';
        for (size_t j = 1; j <= length; j++) {
            bool above = can[j];
            if (*pattern == '*') can[j] = can[j] || can[j - 1];
            else can[j] = diagonal && (*pattern == '?' || *pattern == text[j - 1]);
            diagonal = above;
        }
    }
    return can[length];
}

static enum status look(const char *one, void *context)
{
    struct seen *seen = context;
    require(glob_match(one, seen->text) == matches(one, seen->text));
    seen->matches |= matches(one, seen->text);
    return ++seen->count < MOST ? OK : fail(ERROR_INPUT, "enough");
}

static void fuzz_one(const uint8_t *bytes, size_t size)
{
    char pattern[LONGEST + 1];
    bool found;
    struct seen seen = {.text = cut_line(take_text(bytes, size, pattern, sizeof pattern))};
    require(glob_match(pattern, seen.text) == matches(pattern, seen.text));
    enum status status = expand_braces(pattern, look, &seen);
    if (seen.count == MOST) return;
    if (status != OK) require_clean_message();
    require(pattern_match(pattern, seen.text, &found) == status);
    require(status != OK || found == seen.matches);
}
