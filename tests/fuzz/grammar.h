/* Texts of a grammar, chosen by the input: mutations of the input then change the meaning of a text
 * and not its spelling.
 *
 * A rule has a capital letter, and alternatives in which $X stands for rule X, and $@ for unchanged
 * bytes of the input. The first alternative ends a text soon: it is used at the end of the input,
 * and when the text is deep or long. */
#pragma once

#include "tests/fuzz/fuzz.h"

enum { GRAMMAR_LONGEST = 1 << 14, GRAMMAR_DEEPEST = 12, GRAMMAR_MOST_BYTES = 12 };

struct grammar {
    const char *const *rule[26]; /* alternatives, ending with NULL */
};

struct said {
    size_t used;
    char text[GRAMMAR_LONGEST + 1];
};

static inline void say_byte(struct said *out, char c)
{
    if (out->used < GRAMMAR_LONGEST) out->text[out->used++] = c;
}

static inline void say(const struct grammar *grammar, char name, int depth, struct fuzz_choices *in,
                       struct said *out)
{
    const char *const *rule = grammar->rule[name - 'A'];
    unsigned count = 0;
    while (rule[count]) count++;
    unsigned which =
        depth > GRAMMAR_DEEPEST || out->used == GRAMMAR_LONGEST ? 0 : choose(in, count);
    for (const char *s = rule[which]; *s; s++) {
        if (*s != '$') {
            say_byte(out, *s);
        } else if (*++s == '@') {
            for (unsigned n = choose(in, GRAMMAR_MOST_BYTES); n; n--)
                say_byte(out, (char)choose_byte(in));
        } else {
            say(grammar, *s, depth + 1, in, out);
        }
    }
}

/* The text of a rule; valid until the next call. Zero bytes of the input are spaces in it. */
static inline char *grammar_text(const struct grammar *grammar, char name, struct fuzz_choices *in)
{
    static struct said said;
    said.used = 0;
    say(grammar, name, 0, in, &said);
    for (size_t i = 0; i < said.used; i++)
        if (!said.text[i]) said.text[i] = ' ';
    said.text[said.used] = '\0';
    return said.text;
}
