/* The last line of what a program printed, for the message about its end. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

enum { LONGEST_LAST_LINE = 300 };

/* Starts zeroed. Blanks and dashes at the start of a line do not count, so that an empty line or a
 * rule leaves the line before it. Lines are cut; they may hold any bytes but zero. */
struct last_line {
    char line[LONGEST_LAST_LINE];
    char error[LONGEST_LAST_LINE]; /* the last whole line that has "error" or "Error" */
    size_t length;
    bool ended; /* line is whole */
};

/* Takes one byte of the output. Returns whether `line` has become whole. */
bool last_line_take(struct last_line *last, char byte);

/* Copies a line in a form that is safe to show (shown_character), cut to size - 1 bytes. */
void last_line_show(const char *line, char *out, size_t size);
