#include "base/process/last_line.h"

#include <string.h>

#include "base/text.h"

bool last_line_take(struct last_line *last, char byte)
{
    const bool begins = last->ended || !last->length;
    if (byte == '\n' || byte == '\r') {
        last->ended = last->length > 0;
        if (!begins && strstr(last->line, "rror"))
            memcpy(last->error, last->line, sizeof last->error);
        return !begins;
    }
    if (!byte || (begins && (byte == ' ' || byte == '-'))) return false;
    if (begins) last->length = 0, last->ended = false;
    if (last->length + 1 < sizeof last->line) last->line[last->length++] = byte;
    last->line[last->length] = '\0';
    return false;
}

void last_line_show(const char *line, char *out, size_t size)
{
    size_t used = 0, length;
    for (const char *at = line; *at; used += length) {
        const char *shown = shown_character(&at, &length);
        if (used + length >= size) break;
        memcpy(out + used, shown, length);
    }
    out[used] = '\0';
}
