#include "base/output/shell_word.h"

#include <string.h>

#include "base/memory.h"

enum status append_shell_word(char **line, const char *word)
{
    static const char plain[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_@%+=:,./-";
    if (*word && word[strspn(word, plain)] == '\0') return append_text(line, " %s", word);
    MUST(append_text(line, " '"));
    for (; *word; word++)
        MUST(*word == '\'' ? append_text(line, "'\\''") : append_text(line, "%c", *word));
    return append_text(line, "'");
}
