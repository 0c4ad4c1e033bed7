/* The file formats: the endings of their names, and functions to read and write them.
 * docs/formats.md describes their contents. */
#pragma once

#include <stdbool.h>

#include "base/automata/product.h"
#include "base/sparse/chain.h"
#include "base/sparse/linear.h"

enum contents { HOLDS_SYSTEM, HOLDS_CHAIN, HOLDS_PRODUCT };

/* A function that is NULL: the format does not support it. All readers can fail with ERROR_IO,
 * ERROR_INPUT (naming file and line), ERROR_DAMAGED, ERROR_HOST_MEMORY or ERROR_INTERRUPTED; then
 * they leave *out zeroed. */
struct format {
    const char *name, *title;
    const char *ending; /* ending of file names, with its dot; a packed file also has .gz or .xz */
    bool in_archives;   /* a tar archive with one such file can be read, too */
    bool as_it_lies;    /* bytes are read directly from their place on disk, so a file cannot be
                           packed */
    /* Returns whether a file with this ending has this format. start: its first FORMAT_START bytes
     * or all of it, ending with NUL. NULL: every file with this ending has. */
    bool (*recognises)(const char *start);
    /* Finds which contents the file has, if the format has several. NULL: the reader that exists
     * decides. */
    enum status (*holds)(const char *path, enum contents *out);
    /* type: the type that the user gave, or CHAIN_UNKNOWN. A file of another type is refused, and
     * so is a file that leaves the type open if the user does, too. */
    enum status (*read_chain)(const char *path, enum chain_type type, struct chain *out);
    /* Adds a reward from a file whose name is relative to the chain's folder. NULL: read_chain
     * reads all rewards with their names. */
    enum status (*read_reward)(const char *path, const char *name, struct chain *chain);
    /* Adds the rewards from all files beside the chain's, with the names in their heads; name: only
     * from this one. NULL if read_reward is. */
    enum status (*read_rewards)(const char *path, const char *name, struct chain *chain);
    enum status (*read_matrix)(const char *path, struct csr *out);
    /* Reads a right-hand side of n numbers for such a matrix (*out is new). */
    enum status (*read_vector)(const char *path, uint32_t n, double **out);
    /* Reads a matrix with its right-hand side and other vectors; used instead of read_matrix. No
     * diagonal entry is zero. */
    enum status (*read_system)(const char *path, struct linear *out);
    /* Read a system one range of rows at a time; a format has both functions or none. The outline
     * has everything except entries and diagonal (col, val and diag are NULL); in a format with
     * read_matrix it has the diagonal and the starts of the rows. Then read_rows reads the rows of
     * a part (rows->a.first) into arrays that the caller has allocated; off.row has their starts,
     * the first at 0. in_order: the outline found that the entries come row after row. */
    enum status (*read_outline)(const char *path, struct linear *out, bool *in_order);
    enum status (*read_rows)(const char *path, bool in_order, struct linear *rows);
    enum status (*read_product)(const char *path, struct product *out);
    /* Write to a folder that exists, under the format's usual names. Each file is written
     * completely or not at all. */
    enum status (*write_chain)(const struct chain *chain, const char *folder);
    enum status (*write_system)(const struct linear *system, const char *folder);
    enum status (*write_product)(const struct product *product, const char *folder);
};

/* Origin of the written files, for formats that can store it. Set this before writing. */
struct origin {
    const char *source, *program; /* never NULL */
    bool fresh;                   /* do not replace existing files */
};

extern struct origin format_origin;

enum { FORMAT_START = 4096 };

extern const struct format *const formats[];
extern const int format_count;

/* The format called name, or NULL. */
const struct format *format_named(const char *name);

/* Finds the format of the file at path: by its ending, and if several formats share that, by its
 * first bytes. Errors: ERROR_INPUT (no format has this ending), ERROR_IO. */
enum status format_of_file(const char *path, const struct format **out);

/* Fails if the file's ending shows that it must be converted first; the message has the command. */
enum status format_known(const char *path);

/* *out (new) = name, relative to the folder of path, with .gz or .xz if only that file exists. */
enum status format_beside(const char *path, const char *name, char **out);
