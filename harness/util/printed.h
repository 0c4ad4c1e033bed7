/* What the program prints. Names and texts in it may be anybody's, and a terminal obeys codes that
 * stand in them. So all that goes to standard output and standard error by <stdio.h> is shown,
 * character by character (base/text.h), and line feeds are the only control characters. */
#pragma once

#include <stdbool.h>

/* From now on. To be called once, before anything is printed. False where there is no memory. */
bool printed_guard(void);

/* Goes back to the begin of the line on the terminal at standard error, and erases it. */
void printed_erase_line(void);
