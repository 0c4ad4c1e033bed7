/* The file formats that can be read, by the endings of file names. */
#ifndef WARPMARK_DATASETS_FORMAT_H
#define WARPMARK_DATASETS_FORMAT_H

enum format_content { FORMAT_CHAIN, FORMAT_MATRIX };

struct format {
    const char *name, *ending, *title;
    enum format_content holds;
};

extern const struct format formats[];
extern const int format_count;

/* The format of a file with this name, or NULL. */
const struct format *find_format(const char *file);

#endif
