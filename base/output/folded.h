/* Breaks lines of text between words, for terminals. What goes on in a new line stands below the
 * second column of its line, "ok       load is 2 ...", or below its first word. A line is not
 * broken behind the word warpmark until a semicolon, because people copy such commands. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

struct folded {
    int fd;
    size_t width, column, indent; /* characters: of the terminal, printed, before new lines */
    size_t blanks, used, wide;    /* before the word; its bytes and characters */
    bool joined;                  /* the word continues one that was printed */
    bool below;                   /* indent is the second column */
    bool command;
    char word[256];
};

/* Prints bytes of UTF-8 to fd. The end of the bytes may be within a line, or a word. Returns false
 * if it cannot write. */
bool folded_write(struct folded *folded, const char *bytes, size_t size);

/* Prints blanks that wait for a word. */
bool folded_flush(struct folded *folded);
