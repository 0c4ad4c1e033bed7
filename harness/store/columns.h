/* The columns of a results file: one list for writer, reader and the tests of both. Internal to
 * results_*.c and journal*.c.
 *
 * A group of the file is an array of row structs in memory and one dataset a column on disk. In
 * between stands struct values: one column packed exactly as it is stored (little-endian numbers,
 * enumerators in a byte, texts padded with zero bytes to the longest), so that its CRC-32 can be
 * checked by anyone who reads the dataset. */
#pragma once

#include "base/hdf5.h"
#include "harness/statistics/stats.h"
#include "harness/store/results.h"

enum group {
    GROUP_META,
    GROUP_SETTINGS,
    GROUP_BUILD,
    GROUP_MACHINE,
    GROUP_PROBLEMS,
    GROUP_VARIANTS,
    GROUP_CASES,
    GROUP_RUNS,
    GROUP_SAMPLES,
    GROUP_SUMMARY,
    GROUP_FIGURES,
    GROUP_TABLES,
    GROUP_CROSSOVERS,
    GROUP_BUNDLE,
    GROUP_CLAIMS,
    NGROUPS
};

struct group_shape {
    const char *path;   /* "/meta", ... */
    size_t row_size;    /* of the row struct */
    bool listed;        /* struct results has an array of the rows */
    size_t rows, count; /* where it stands there, and its length; 0 of groups that are not listed */
};

/* The enumerations that columns may have: COLUMN_name, its type, and the names in files. */
#define ENUMERATIONS                                                                   \
    ENUMERATION(BOOL, bool, 2, truth_names)                                            \
    ENUMERATION(CRITERION, enum criterion, 2, criterion_names)                         \
    ENUMERATION(CACHE, enum cache_mode, NCACHE_MODES, cache_mode_names)                \
    ENUMERATION(THROTTLE, enum throttle_rule, NTHROTTLE_RULES, throttle_rule_names)    \
    ENUMERATION(STATUS, enum case_status, NCASE_STATUSES, case_status_names)           \
    ENUMERATION(CYCLE, enum cycle, NCYCLES, cycle_names)                               \
    ENUMERATION(PROOF, enum proof, NPROOFS, proof_names)                               \
    ENUMERATION(CROSSING, enum crossing_state, NCROSSING_STATES, crossing_state_names) \
    ENUMERATION(STOP, enum stop_reason, NSTOP_REASONS, stop_reason_names)

/* OPTIONAL_TEXT is NULL in memory where the file has an empty text; a NULL TEXT is written as an
 * empty one. */
enum column_type {
    COLUMN_TEXT,
    COLUMN_OPTIONAL_TEXT,
    COLUMN_REAL,
    COLUMN_COUNT,
#define ENUMERATION(name, type, count, names) COLUMN_##name,
    ENUMERATIONS
#undef ENUMERATION
};

struct column {
    enum group group;
    size_t offset; /* of the field in the group's row struct */
    const char *name;
    enum column_type type;
    const char *units, *long_name;
    unsigned since[2]; /* the first version of the schema that has it: major, minor */
};

/* The row struct of /cases, /runs and /summary: what the file keeps apart and struct results keeps
 * together. */
struct run_row {
    uint64_t case_index;
    struct result_run run;
    struct settings settings;
    uint64_t counted; /* samples that the summary is of */
    struct summary solve;
};

struct values {
    enum column_type type;
    size_t count, width; /* width: bytes of one value, at least 1 */
    unsigned char *bytes;
};

/* The place of the axes inside the file, the version of the schema, and the oldest that can be
 * read. */
#define AXES_PATH "/problems/axes"
enum { SCHEMA_OLDEST = 1, SCHEMA_MAJOR = 2, SCHEMA_MINOR = 9 };

extern const struct column columns[];
extern const size_t ncolumns;
extern const struct group_shape groups[NGROUPS];

/* The rows of a group in results, and how many: of /meta the results themselves; NULL of groups
 * that are made for the file, from the runs. */
void *group_rows(const struct results *results, enum group group, size_t *count);

/* Puts an array of a listed group into results. */
void group_set(struct results *results, enum group group, void *rows, size_t count);

/* Copies what a file keeps of count rows into zeroed ones; texts are new, and NULL where they were
 * NULL. Errors: ERROR_HOST_MEMORY, when some rows may be complete. */
enum status rows_fill(enum group group, size_t count, const void *from, void *to);

/* The same into a new array at *out, NULL on failure. */
enum status rows_copy(enum group group, size_t count, const void *from, void *out);

/* Frees the texts of count rows, and leaves them dangling. */
void rows_clear(enum group group, void *rows, size_t count);

/* The same, and the rows; accepts NULL. */
void rows_free(enum group group, void *rows, size_t count);

bool column_is_text(enum column_type type);   /* TEXT or OPTIONAL_TEXT */
bool column_is_number(enum column_type type); /* REAL or COUNT, of eight bytes each */

/* The enumerators of a type, in the order of their values from 0, or NULL where it is none. */
const char *const *column_enumerators(enum column_type type, size_t *count);

/* Packs one field of count rows. Errors: ERROR_HOST_MEMORY. */
enum status values_pack(const struct column *column, size_t count, const void *rows,
                        struct values *out);

/* The opposite, into zeroed rows. Enumerators must be in range. Errors: ERROR_HOST_MEMORY. */
enum status values_unpack(const struct column *column, const struct values *values, void *rows);

/* Unpacks one value, a text of at most width bytes, into a zeroed field. Errors:
 * ERROR_HOST_MEMORY. */
enum status value_unpack(enum column_type type, const unsigned char *from, size_t width,
                         void *field);

/* Fills a zeroed field with what it is where it is missing: NaN, MISSING, "", no, the first
 * enumerator. Errors: ERROR_HOST_MEMORY. */
enum status value_missing(enum column_type type, void *field);

/* Returns whether every enumerator is in range. */
bool values_in_range(const struct values *values);

/* CRC-32 (as zlib's) of the packed bytes. */
uint32_t values_checksum(const struct values *values);

/* The HDF5 type of packed values, in the file as in memory; to be closed by the caller. Negative on
 * failure. */
hid_t values_hdf5_type(enum column_type type, size_t width);
