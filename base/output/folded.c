#include "base/output/folded.h"

#include <string.h>

#include "base/file.h"

enum { MOST_INDENT = 32 };

static bool put(struct folded *f, const char *text, size_t size)
{
    return write_all(f->fd, text, size);
}

static bool put_blanks(struct folded *f, size_t count)
{
    static const char blanks[] = "                                ";
    for (size_t part; count; count -= part) {
        part = count < sizeof blanks - 1 ? count : sizeof blanks - 1;
        if (!put(f, blanks, part)) return false;
    }
    return true;
}

/* Learns from a word that begins at the column where lines go on. */
static void take_indent(struct folded *f, bool first)
{
    if (first) f->indent = f->column;
    else if (!f->below && f->blanks > 1) f->indent = f->column, f->below = true;
    if (f->indent > MOST_INDENT || 2 * f->indent > f->width) f->indent = 0;
}

static bool end_word(struct folded *f)
{
    if (!f->used) return true;
    const bool first = f->column == 0, wide = f->column + f->blanks + f->wide > f->width;
    if (wide && f->column > f->indent && !f->joined && !f->command) {
        if (!put(f, "\n", 1) || !put_blanks(f, f->indent)) return false;
        f->column = f->indent;
    } else {
        if (!put_blanks(f, f->blanks)) return false;
        f->column += f->blanks;
        if (!f->joined) take_indent(f, first);
    }
    if (f->used == 8 && !memcmp(f->word, "warpmark", 8)) f->command = true;
    if (f->word[f->used - 1] == ';') f->command = false;
    const bool good = put(f, f->word, f->used);
    f->column += f->wide;
    f->blanks = f->used = f->wide = 0;
    f->joined = true;
    return good;
}

static bool end_line(struct folded *f)
{
    const bool good = end_word(f) && put(f, "\n", 1);
    f->column = f->indent = f->blanks = 0;
    f->joined = f->below = f->command = false;
    return good;
}

static bool take(struct folded *f, char byte)
{
    if (byte == '\n') return end_line(f);
    if (byte == ' ') {
        const bool good = end_word(f);
        f->joined = false;
        f->blanks++;
        return good;
    }
    f->word[f->used++] = byte;
    f->wide += ((unsigned char)byte & 0xc0) != 0x80;
    if (byte == ',' && 5 * f->wide > f->width) { /* a line of a long list of names may end here */
        const bool good = end_word(f);
        f->joined = false;
        return good;
    }
    return f->used < sizeof f->word || end_word(f);
}

bool folded_write(struct folded *folded, const char *bytes, size_t size)
{
    for (size_t k = 0; k < size; k++)
        if (!take(folded, bytes[k])) return false;
    return end_word(folded);
}

bool folded_flush(struct folded *folded)
{
    const bool good = put_blanks(folded, folded->blanks);
    folded->column += folded->blanks;
    folded->blanks = 0;
    return good;
}
