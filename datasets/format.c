#include "datasets/format.h"

#include <stddef.h>
#include <string.h>

const struct format formats[] = {
    {"prism", ".tra", "PRISM's explicit files, with .lab, .sta, .srew and .trew beside them", FORMAT_CHAIN},
    {"matrix_market", ".mtx", "Matrix Market, real, integer or pattern", FORMAT_MATRIX},
};
const int format_count = sizeof formats / sizeof *formats;

const struct format *find_format(const char *file)
{
    size_t length = strlen(file);
    for (int k = 0; k < format_count; k++) {
        size_t tail = strlen(formats[k].ending);
        if (length > tail && !strcmp(file + length - tail, formats[k].ending)) return &formats[k];
    }
    return NULL;
}
