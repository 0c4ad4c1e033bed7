/* The columns of a results file: one list for writer, reader and the tests of both. Internal to
 * results_*.c and journal*.c.
 *
 * A group of the file is an array of row structs in memory, and a dataset for each column on disk.
 * Struct values is in between: one column, packed exactly as it is stored (little-endian numbers,
 * enumerators in a byte, texts padded with zero bytes to the longest). So anyone who reads the
 * dataset can check its CRC-32. */
#pragma once

#include "analysis/statistics/stats.h"
#include "base/arrays/hdf5.h"
#include "store/results.h"

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
    size_t row_size;    /* size of the row struct */
    bool listed;        /* struct results has an array of the rows */
    size_t rows, count; /* place of the rows in struct results, and of their number; 0 for groups
                           that are not listed */
};

/* Enumerations that columns may have: COLUMN_name, its type, and the names in files. */
#define ENUMERATIONS                                                                   \
    ENUMERATION(BOOL, bool, 2, truth_names)                                            \
    ENUMERATION(CRITERION, enum criterion, 2, criterion_names)                         \
    ENUMERATION(CACHE, enum cache_mode, NCACHE_MODES, cache_mode_names)                \
    ENUMERATION(THROTTLE, enum throttle_rule, NTHROTTLE_RULES, throttle_rule_names)    \
    ENUMERATION(STATUS, enum case_status, NCASE_STATUSES, case_status_names)           \
    ENUMERATION(CYCLE, enum cycle, NCYCLES, cycle_names)                               \
    ENUMERATION(PROOF, enum proof, NPROOFS, proof_names)                               \
    ENUMERATION(VERDICT, enum claim_verdict, NVERDICTS, verdict_names)                 \
    ENUMERATION(CROSSING, enum crossing_state, NCROSSING_STATES, crossing_state_names) \
    ENUMERATION(STOP, enum stop_reason, NSTOP_REASONS, stop_reason_names)

/* An OPTIONAL_TEXT is NULL in memory if the file has an empty text; a TEXT that is NULL is written
 * as an empty one. */
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
    size_t offset; /* offset of the field in the group's row struct */
    const char *name;
    enum column_type type;
    const char *units, *long_name;
    unsigned since[2]; /* first version of the schema that has it: major, minor */
};

/* Row struct of /cases, /runs and /summary, which are separate in the file and together in struct
 * results. */
struct run_row {
    uint64_t case_index;
    struct result_run run;
    struct settings settings;
    uint64_t counted; /* number of samples in the summary */
    struct summary solve;
};

struct values {
    enum column_type type;
    size_t count, width; /* width: bytes of one value, at least 1 */
    unsigned char *bytes;
};

/* Place of the axes in the file, version of the schema, and the oldest version that can be read. */
#define AXES_PATH "/problems/axes"
enum { SCHEMA_OLDEST = 1, SCHEMA_MAJOR = 2, SCHEMA_MINOR = 13 };

extern const struct column columns[];
extern const size_t ncolumns;
extern const struct group_shape groups[NGROUPS];

/* Returns the rows of a group in results, and their number. For /meta it is the results themselves;
 * NULL for groups that are made from the runs when the file is written. */
void *group_rows(const struct results *results, enum group group, size_t *count);

/* Puts an array of a listed group into results. */
void group_set(struct results *results, enum group group, void *rows, size_t count);

/* Copies the fields of count rows that a file keeps into zeroed rows; texts are new, and NULL if
 * they were NULL. Errors: ERROR_HOST_MEMORY; then some rows may be complete. */
enum status rows_fill(enum group group, size_t count, const void *from, void *to);

/* Copies the same into a new array at *out, NULL on failure. */
enum status rows_copy(enum group group, size_t count, const void *from, void *out);

/* Frees the texts of count rows, and leaves them dangling. */
void rows_clear(enum group group, void *rows, size_t count);

/* Frees the texts and the rows; accepts NULL. */
void rows_free(enum group group, void *rows, size_t count);

bool column_is_text(enum column_type type);   /* TEXT or OPTIONAL_TEXT */
bool column_is_number(enum column_type type); /* REAL or COUNT, of eight bytes each */

/* Returns the enumerators of a type, in the order of their values from 0, or NULL if it is no
 * enumeration. */
const char *const *column_enumerators(enum column_type type, size_t *count);

/* Packs one field of count rows. Errors: ERROR_HOST_MEMORY. */
enum status values_pack(const struct column *column, size_t count, const void *rows,
                        struct values *out);

/* Unpacks values into zeroed rows. Enumerators must be in range. Errors: ERROR_HOST_MEMORY. */
enum status values_unpack(const struct column *column, const struct values *values, void *rows);

/* Unpacks one value, a text of at most width bytes, into a zeroed field. Errors:
 * ERROR_HOST_MEMORY. */
enum status value_unpack(enum column_type type, const unsigned char *from, size_t width,
                         void *field);

/* Fills a zeroed field with the value that means missing: NaN, MISSING, "", no, the first
 * enumerator. Errors: ERROR_HOST_MEMORY. */
enum status value_missing(enum column_type type, void *field);

/* Returns whether every enumerator is in range. */
bool values_in_range(const struct values *values);

/* CRC-32 (as zlib's) of the packed bytes. */
uint32_t values_checksum(const struct values *values);

/* Returns the HDF5 type of packed values, in the file and in memory; the caller closes it. Negative
 * on failure. */
hid_t values_hdf5_type(enum column_type type, size_t width);
