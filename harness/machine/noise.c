#include "harness/machine/noise.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/folder.h"
#include "base/memory.h"
#include "base/text.h"

enum { LONGEST_NAME = 200 };

enum status noise_path(const char *key, char **out)
{
    const char *state = getenv("XDG_STATE_HOME"), *home = getenv("HOME");
    char name[LONGEST_NAME + 1];
    size_t length = 0;
    *out = NULL;
    for (; *key && length < LONGEST_NAME; key++)
        if (isalnum((unsigned char)*key)) name[length++] = *key;
        else if (length && name[length - 1] != '-') name[length++] = '-';
    while (length && name[length - 1] == '-') length--;
    name[length] = '\0';
    if (state && *state == '/') return format_text(out, "%s/warpmark/%s", state, name);
    if (home && *home == '/') return format_text(out, "%s/.local/state/warpmark/%s", home, name);
    return fail(ERROR_ENVIRONMENT, "no place to keep the noise floor: set XDG_STATE_HOME or HOME");
}

/* Reads the rest of the next line of in, which must begin with name and a blank. */
static bool read_field(FILE *in, const char *name, char *value, size_t size)
{
    char line[1200];
    size_t length = strlen(name);
    if (!fgets(line, sizeof line, in) || strncmp(line, name, length) || line[length] != ' ')
        return false;
    line[strcspn(line, "\n")] = '\0';
    return snprintf(value, size, "%s", line + length + 1) < (int)size;
}

static bool read_noise_number(FILE *in, const char *name, double *out)
{
    char value[64];
    return read_field(in, name, value, sizeof value) && parse_double(value, out) && *out >= 0;
}

bool noise_read(const char *key, struct noise *out)
{
    char *path, stored[1100];
    if (noise_path(key, &path) != OK) return false;
    FILE *in = fopen(path, "r");
    free(path);
    if (!in) return false;
    bool good = read_field(in, "key", stored, sizeof stored) && !strcmp(stored, key) &&
                read_noise_number(in, "noise_floor", &out->floor) &&
                read_noise_number(in, "false_positive_rate", &out->false_positives) &&
                read_noise_number(in, "timer_resolution", &out->resolution) &&
                read_noise_number(in, "timer_overhead", &out->overhead) &&
                read_field(in, "measured", out->measured, sizeof out->measured);
    fclose(in);
    return good;
}

enum status noise_write(const char *key, const struct noise *noise)
{
    enum status status = OK;
    char *path = NULL, *text = NULL;
    TRY(noise_path(key, &path));
    TRY(folder_make_above(path));
    TRY(format_text(&text,
                    "key %s\nnoise_floor %.9g\nfalse_positive_rate %.9g\ntimer_resolution "
                    "%.9g\ntimer_overhead %.9g\n"
                    "measured %s\n",
                    key, noise->floor, noise->false_positives, noise->resolution, noise->overhead,
                    noise->measured));
    TRY(file_store(path, &any_file, text, strlen(text)));
out:
    free(path);
    free(text);
    return status;
}
