#define _GNU_SOURCE /* memmem */
#include "plots/figures/picture.h"

#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <zlib.h>

#include "base/memory.h"

/* Text by which we recognise pictures of our own, behind their first bytes: in a chunk of PNG, in a
 * comment of SVG, PDF and LaTeX. */
#define PICTURE_MARK "warpmark-figure"

const struct file_kind kind_pictures[NPICTURES] = {
    [SPY_PNG] = {"a figure of warpmark", "\x89PNG", PICTURE_MARK},
    [SPY_SVG] = {"a figure of warpmark", "<?xml", PICTURE_MARK},
    [SPY_PDF] = {"a figure of warpmark", "%PDF-", PICTURE_MARK},
    [PICTURE_TEX] = {"a figure of warpmark", "% GNUPLOT", PICTURE_MARK},
    [PICTURE_TIKZ] = {"a figure of warpmark", "\\begin{tikzpicture}", PICTURE_MARK},
};

const char *const picture_endings[NPICTURES] = {"png", "svg", "pdf", "tex", "tikz"};

/* An SVG that is shown by itself is inverted if the reader prefers a dark screen: black becomes
 * light, white dark, and blue stays blue. In a page, the page's own style does this. */
#define DARK                                                                     \
    "<?xml-stylesheet type=\"text/css\" href=\"data:text/css,@media screen and " \
    "(prefers-color-scheme:dark){svg:root{filter:invert(.93) hue-rotate(180deg)}}\"?>"

/* Room for a mark behind the bytes of the file. */
enum { ROOM = 320, PNG_HEAD = 33 }; /* PNG_HEAD: the signature and the first chunk */

static bool is_whole(const char *bytes, size_t size, enum spy_format format)
{
    static const char *const ends[] = {"IEND\xae\x42\x60\x82", "</svg>", "%%EOF", "\\endgroup",
                                       "%% gnuplot variables"};
    size_t length = strlen(ends[format]);
    while (size && bytes[size - 1] == '\n') size--;
    return size >= length + PNG_HEAD && memcmp(bytes + size - length, ends[format], length) == 0;
}

/* Makes a text chunk of PNG: its length, type, key, zero, text and CRC. Returns its size. */
static size_t png_mark(char out[ROOM])
{
    static const char text[] = "tEXtSoftware\0" PICTURE_MARK;
    const size_t size = sizeof text - 1;
    uint32_t sum = (uint32_t)crc32(0, (const unsigned char *)text, (uInt)size);
    memset(out, 0, 4);
    out[3] = (char)(size - 4);
    memcpy(out + 4, text, size);
    for (int k = 0; k < 4; k++) out[4 + size + (size_t)k] = (char)(sum >> (24 - 8 * k));
    return size + 8;
}

/* Inserts the mark once, at a place that a reader of the format skips. */
static void add_mark(enum spy_format format, char *bytes, size_t *size)
{
    char mark[ROOM];
    size_t at = *size, length;
    const char *end = strstr(bytes, "?>");
    if (memmem(bytes, *size, PICTURE_MARK, strlen(PICTURE_MARK))) return;
    if (format == SPY_PNG) length = png_mark(mark);
    else
        length =
            (size_t)snprintf(mark, sizeof mark,
                             format == SPY_SVG ? "\n<!-- %s -->\n" DARK : "%% %s\n", PICTURE_MARK);
    if (format == SPY_PNG) at = PNG_HEAD;
    else if (format == SPY_SVG && end) at = (size_t)(end + 2 - bytes);
    memmove(bytes + at + length, bytes + at, *size - at);
    memcpy(bytes + at, mark, length);
    *size += length;
    bytes[*size] = '\0';
}

/* Escapes "&#x" and "]]>", which gnuplot leaves in texts as they are: the first would be another
 * character, the second is no valid XML. *bytes ends with a zero, and has the same room behind it
 * as before. */
static enum status escape_svg(char **bytes, size_t *size)
{
    static const char *const wrong[] = {"&#x", "]]>"}, *const right[] = {"&amp;#x", "]]&gt;"};
    char *out = NULL, *end;
    bool quoted = false; /* within CDATA, which "]]>" ends */
    MUST(allocate(3 * *size + ROOM + 1, 1, "a picture", &out));
    end = out;
    for (const char *at = *bytes; *at;) {
        int k = !strncmp(at, wrong[0], 3) ? 0 : !strncmp(at, wrong[1], 3) ? 1 : -1;
        if (!strncmp(at, "<![CDATA[", 9)) quoted = true;
        if (k < 0 || quoted) *end++ = *at++;
        else end = stpcpy(end, right[k]), at += 3;
        if (k == 1) quoted = false;
    }
    *end = '\0';
    free(*bytes);
    *bytes = out;
    *size = (size_t)(end - out);
    return OK;
}

static enum status read_bytes(const char *path, char **bytes, size_t *size)
{
    enum status status = OK;
    struct stat found = {0};
    FILE *file = fopen(path, "rb");
    if (!file || fstat(fileno(file), &found))
        TRY(fail(ERROR_IO, "cannot read %s: %s", path, strerror(errno)));
    *size = (size_t)found.st_size;
    TRY(allocate(*size + ROOM + 1, 1, "a picture", bytes));
    (*bytes)[*size] = '\0';
    if (fread(*bytes, 1, *size, file) != *size)
        TRY(fail(ERROR_IO, "cannot read %s: %s", path, strerror(errno)));
out:
    if (file) fclose(file);
    return status;
}

enum status picture_read(const char *path, enum spy_format format, char **bytes, size_t *size)
{
    *bytes = NULL;
    enum status status = read_bytes(path, bytes, size);
    if (status == OK && !is_whole(*bytes, *size, format))
        status = fail(ERROR_IO, "%s: gnuplot wrote only a part of it. Is the disk full?", path);
    if (status == OK && format == SPY_SVG) status = escape_svg(bytes, size);
    if (status == OK) add_mark(format, *bytes, size);
    if (status == OK) return OK;
    free(*bytes);
    *bytes = NULL;
    return status;
}

enum status picture_store(const char *from, enum spy_format format, const char *path, bool force)
{
    char *bytes;
    size_t size;
    enum status status = picture_read(from, format, &bytes, &size);
    if (status == OK) status = file_store(path, force ? &kind_pictures[format] : NULL, bytes, size);
    free(bytes);
    return status;
}
