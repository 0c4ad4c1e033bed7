/* Feeds harness/case/variant.h: the input is a name, and a pattern. A name that is taken gives a
 * name that stands for the same variant; a pattern that is taken gives variants whose names stand
 * for them. */
#include "harness/case/variant.h"

#include "tests/fuzz/fuzz.h"

enum { LONGEST = 200 };

static void fuzz_begin(void) {}

static void check(const struct variant *variant)
{
    struct variant again;
    char *name;
    require_ok(variant_name(variant, &name));
    require_ok(variant_parse(name, &again));
    require(variant_same(variant, &again));
    free(name);
}

static void fuzz_one(const uint8_t *bytes, size_t size)
{
    char text[LONGEST + 1], *pattern = take_text(bytes, size, text, sizeof text);
    struct variant one, *all = NULL;
    size_t count = 0;
    if (variant_parse(text, &one) == OK) check(&one);
    else require_clean_message();
    if (variants_expand(1, &pattern, &all, &count) == OK) {
        require(count > 0);
        check(&all[0]), check(&all[count - 1]);
    } else {
        require_clean_message();
    }
    free(all);
}
