/* Quotes words of command lines, for scripts and for people who copy them. */
#pragma once

#include "base/status.h"

/* Appends a space and the word, quoted for a shell; *line as for append_text. Errors:
 * ERROR_HOST_MEMORY. */
enum status append_shell_word(char **line, const char *word);
