/* Prints texts from untrusted sources into memory, and checks that nothing harmful is printed. */
#pragma once

#include "base/text.h"
#include "tests/fuzz/fuzz.h"

struct printed {
    FILE *out;
    char *text;
    size_t size;
};

static inline void printed_open(struct printed *p)
{
    p->out = open_memstream(&p->text, &p->size);
    require(p->out != NULL);
}

static inline const char *printed_end(struct printed *p)
{
    require(fclose(p->out) == 0 && strlen(p->text) == p->size);
    return p->text;
}

/* Text that a terminal can show: UTF-8, and no control character (C0, delete, C1) but line feeds
 * and those of `also`. */
static inline void require_harmless(const char *text, const char *also)
{
    const unsigned char *s = (const unsigned char *)text;
    for (size_t length; *s; s += length) {
        length = utf8_length(s);
        require(length > 0);
        require((*s >= ' ' && *s != 127) || *s == '\n' || strchr(also, *s));
        require(*s != 0xc2 || s[1] >= 0xa0);
    }
}

/* The same text without what stands in single quotes, '' being one of them; what is left is what
 * gnuplot obeys. */
static inline void drop_quoted(char *text)
{
    char *to = text;
    bool quoted = false;
    for (const char *s = text; *s; s++) {
        if (*s == '\'') quoted = !quoted;
        else if (!quoted) *to++ = *s;
    }
    *to = '\0';
    require(!quoted);
}

/* Texts of a stranger's file: pieces that mean something to what shows them, and bytes of the input
 * as they are. */
static inline char *hostile_text(struct fuzz_choices *in)
{
    static const char *const pieces[] = {"",
                                         "a",
                                         "n",
                                         "%",
                                         "%s",
                                         "\033[31m",
                                         "\xc2\x9b",
                                         "\x9b",
                                         "\n",
                                         "\t",
                                         "'",
                                         "\"",
                                         "<b>",
                                         "&",
                                         "|",
                                         "`",
                                         "[x](y)",
                                         "![",
                                         "\\",
                                         "=1+1",
                                         "@x",
                                         "$(x)",
                                         "{}",
                                         "_^",
                                         "~",
                                         "\xe2\x80\xae",
                                         "\xf0\x9f\x90\x8c",
                                         "\xff",
                                         "http://x/",
                                         "-",
                                         ",",
                                         "<script>",
                                         "\r",
                                         "#",
                                         "*",
                                         "\x7f",
                                         "]]>",
                                         "--",
                                         "n=1",
                                         "solve"};
    char *text = malloc(1), *longer;
    size_t length = 0;
    require(text != NULL);
    for (unsigned count = choose(in, 5); count; count--) {
        char byte[2] = {(char)choose_byte(in), '\0'};
        const char *piece = byte[0] ? pieces[(unsigned char)byte[0] % 40] : byte;
        if ((unsigned char)byte[0] >= 240) byte[0] = (char)choose_byte(in), piece = byte;
        longer = realloc(text, length + strlen(piece) + 1);
        require(longer != NULL);
        text = longer;
        strcpy(text + length, piece);
        length += strlen(piece);
    }
    text[length] = '\0';
    return text;
}
