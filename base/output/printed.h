/* Makes all output of the program safe for terminals. Names and texts may come from anybody, and
 * terminals obey control codes. So everything that <stdio.h> writes to standard output and standard
 * error is made printable, character by character (base/text.h); line feeds are the only control
 * characters. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* Starts this filter. Call it once, before anything is printed. Returns false if there is no
 * memory. */
bool printed_guard(void);

/* Shows a status line at the bottom of the terminal on standard error; the next output of <stdio.h>
 * replaces it. "": no line. The caller keeps the line shorter than the terminal is wide. Does
 * nothing if standard error is no such terminal. */
void printed_status(const char *line);

/* printed_terminal: whether standard error is a terminal on which a line can be rewritten.
 * printed_columns: its width. printed_colours: whether it may use colours; not if NO_COLOR is set
 * (no-color.org). */
bool printed_terminal(void);
int printed_columns(void);
bool printed_colours(void);

/* Prints text to standard error, in red if it may use colours. */
void printed_in_red(const char *text);

/* printed_output_width: width of the terminal on standard output; 0: it is none, or
 * printed_stay_wide was called. */
size_t printed_output_width(void);
void printed_stay_wide(void);

/* Breaks lines of the standard output that follows where they are wider than its terminal. For text
 * that people read, not for data. */
void printed_fold(void);

/* Colours of the output that follows, until PAINT_NONE. */
enum paint { PAINT_NONE, PAINT_BAD, PAINT_GOOD, PAINT_UNSURE };

/* Does nothing unless out is standard output, which is a terminal, and NO_COLOR is not set. */
void printed_paint(enum paint paint, FILE *out);
