/* What the program prints. Names and texts in it may be anybody's, and a terminal obeys codes that
 * stand in them. So all that goes to standard output and standard error by <stdio.h> is shown,
 * character by character (base/text.h), and line feeds are the only control characters. */
#pragma once

#include <stdbool.h>

/* From now on. To be called once, before anything is printed. False where there is no memory. */
bool printed_guard(void);

/* A line on the terminal at standard error that stands below all else and changes: whatever is
 * printed next by <stdio.h> takes its place. "": none. Longer lines than the terminal is wide are
 * the caller's fault. Nothing where there is no such terminal. */
void printed_status(const char *line);

/* Whether standard error is a terminal on which a line can be rewritten, how many columns it has,
 * and whether it may have colours: not where NO_COLOR is set to anything (no-color.org). */
bool printed_terminal(void);
int printed_columns(void);
bool printed_colours(void);

/* Prints text in red to standard error, where there may be colours, or plainly. */
void printed_in_red(const char *text);
