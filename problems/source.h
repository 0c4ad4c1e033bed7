/* What a source names, before anything is built or read: `GENERATOR[:parameters]` or `FILE[:keys]`.
 *
 * A name without '/' and '.' before the first ':' is a generator, unless none is called so and
 * there is a file; of a file's name, the longest part of the text that exists on disk is taken, so
 * that names may hold ':'. Behind a model in a language of PRISM or Storm may stand
 * `const=N=4,K=2`, and, at the end, `prop=` with a property in PRISM's notation. */
#pragma once

#include "base/sparse/chain.h"
#include "datasets/format.h"
#include "generators/model.h"

/* What may follow a file's name, as the user wrote it; NULL where it was not given. */
union source_keys {
    struct {
        char *format, *type, *goal, *avoid, *steady, *reward, *filter, *steps, *time, *rhs, *matrix;
    };
    char *all[11];
};

struct source {
    char *text; /* what the rest points into */
    /* Either a generator with checked arguments ... */
    const struct generator *generator; /* NULL: a file */
    union argument arguments[MAX_ARGUMENTS];
    /* ... or a file that exists, in a format that is known. */
    const char *file;
    const struct format *format;
    enum contents contents; /* of the file */
    enum chain_type type;
    union source_keys keys;
    /* ... or a model of which PRISM or Storm builds the chain (datasets/models/model.h). */
    bool model;        /* format is NULL then */
    char *constants;   /* N=4,p=0.5; NULL: none */
    const char *asked; /* `prop=`, in PRISM's notation; NULL: none */
    char *of_asked;    /* what keys point into then */
    char *labels;      /* that it needs in the model; NULL: none */
    bool nameless;     /* it asks for a reward and does not say which */
    bool unsolved;     /* nobody will ask for the value */
};

/* Errors: ERROR_INPUT with one line that names the parameter, key or file at fault and the nearest
 * name; ERROR_IO; ERROR_HOST_MEMORY. *out is zeroed then. */
enum status source_parse(const char *text, struct source *out);
void source_free(struct source *source); /* accepts a zeroed one, leaves one */

/* Whether opening the source that text names opens a file: unless a generator makes it, from its
 * parameters alone. Looks at the text only. */
bool source_opens_files(const char *text);

/* Whether the source is a chain, or a product; else it is a matrix. */
bool source_is_chain(const struct source *source);
bool source_is_product(const struct source *source);

/* The property of a model that the parameter `property` picks, with the bound that `steps` or
 * `time` give. Errors: ERROR_INPUT where there is none of that number, or it has no such bound. */
enum status source_property(const struct source *source, struct model_property *out);

/* The reward of a model that is called name; NULL: none. */
const struct model_reward *find_reward(const struct model *model, const char *name);

/* Which rewards of a chain are made. */
enum source_rewards { REWARD_OF_PROPERTY, ALL_REWARDS };

/* Builds or reads the chain, also that of a generator of systems that has one. Errors: as for
 * problem_open. */
enum status source_chain(const struct source *source, enum source_rewards which, struct chain *out);

/* What can be said of a model before it is built: whether it is a chain, and knows the names in the
 * formulas of the property. Errors: ERROR_INPUT, and those of reading. */
enum status source_check_model(const struct source *source);

/* Whether the source asks for rows in closed form alone: matrix=none. */
bool source_is_closed(const struct source *source);

struct problem;
struct property;

/* Its problem; out = NULL: only looks whether it can be opened. Errors: ERROR_INPUT where the
 * property has no closed form, ERROR_HOST_MEMORY. */
enum status open_closed(const struct source *source, const struct property *property,
                        struct problem *out);

/* The start and the right-hand side of a matrix from a file, of which there is the diagonal, and
 * either the entries or a source from which they come a range of rows at a time. Errors:
 * ERROR_INPUT with the row at fault, and those of reading. */
enum status complete_matrix(const struct source *source, struct problem *problem);

/* Whether it asks for rows that are made range by range (make_rows): matrix=none. */
bool source_is_made(const struct source *source);

/* Its problem, but for its scale; out = NULL: only looks whether it can be opened. Errors: those of
 * struct row_maker, and of reading a file. */
enum status open_made(const struct source *source, struct problem *out);

/* The scale of such a problem, once it has its source. Errors: those of make_rows. */
enum status measure_made(struct problem *problem);

/* Of a problem with stored rows: their closed form beside them, where the generator knows one. */
enum status add_closed(const struct source *source, struct problem *out);

/* The index of word among names (which end with NULL), or -1 with a message about `key=word`. */
int source_word(const struct source *source, const char *key, const char *word,
                const char *const *names);
