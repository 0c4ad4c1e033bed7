/* Sources, before anything is built or read: `GENERATOR[:parameters]` or `FILE[:keys]`.
 *
 * If the name before the first ':' has no '/' and no '.', it is a generator, unless there is no
 * such generator but a file. For a file, the longest prefix of the text that exists on disk is its
 * name, so names may contain ':'. A model in a language of PRISM or Storm may be followed by
 * `const=N=4,K=2`. Every chain may have `props=FILE`, a file of properties, and at the end `prop=`
 * with a property in PRISM's notation, or with the name of one in that file. */
#pragma once

#include "base/sparse/chain.h"
#include "datasets/format.h"
#include "generators/model.h"
#include "problems/properties/bind.h"

/* The keys that may follow a file's name, as the user wrote them; NULL if not given. */
union source_keys {
    struct {
        char *format, *type, *goal, *avoid, *steady, *reward, *filter, *steps, *time, *rhs, *matrix,
            *props, *scheduler;
    };
    char *all[13];
};

struct source {
    char *text; /* the text that other members point into */
    /* Either a generator with checked arguments ... */
    const struct generator *generator; /* NULL: a file */
    union argument arguments[MAX_ARGUMENTS];
    /* ... or a file that exists, in a format that is known. */
    const char *file;
    const struct format *format;
    enum contents contents; /* of the file */
    enum chain_type type;
    bool intervals; /* type=imdp or type=idtmc */
    union source_keys keys;
    /* ... or a model of which PRISM or Storm builds the chain (datasets/models/model.h). */
    bool model;               /* true: format is NULL */
    char *constants;          /* N=4,p=0.5; NULL: none */
    const char *asked;        /* the property behind `prop=`, as the user wrote it; NULL: none */
    size_t before_asked;      /* bytes of the source before `prop=`; 0: it has none */
    bool numbered;            /* the question is one of the model's, by its number */
    struct formula *question; /* the same, with its names bound; NULL: none */
    struct property_file properties; /* of the file that `props=` names */
    struct property_file own;        /* constants of a model, and properties in JANI */
    char *first_reward; /* name of the first rewards of a model in PRISM's language, which R=?
                           means; NULL: it has no name, or is not known */
    char *scheduler;    /* path of the scheduler with which an MDP is a chain; NULL: none */
    struct taken_labels labels; /* parts of the question that the model's builder decides */
    bool unsolved;              /* nobody needs the value */
    bool takes_intervals;       /* the caller of source_chain knows interval models */
};

/* Parses text. Errors: ERROR_INPUT with one line that names the wrong parameter, key or file and
 * the nearest name; ERROR_IO; ERROR_HOST_MEMORY. *out is zeroed then. */
enum status source_parse(const char *text, struct source *out);
void source_free(struct source *source); /* accepts a zeroed one, leaves one */

/* *out = the properties that a source names with `props=`, or those of a JANI model or of a file of
 * properties.
 * Errors: ERROR_INPUT if there is none, and those of reading. */
enum status source_properties(const char *text, struct property_file *out);

/* Returns whether opening the source opens a file. It does not if a generator makes the source from
 * its parameters alone. Only examines the text. */
bool source_opens_files(const char *text);

/* Return whether the source is a chain or a product; otherwise it is a matrix. */
bool source_is_chain(const struct source *source);
bool source_is_product(const struct source *source);

/* Finds the model's property with the number that the parameter `property` has, with the bound of
 * `steps` or `time`. Errors: ERROR_INPUT if there is no property with this number, or it has no
 * such bound. */
enum status source_property(const struct source *source, struct model_property *out);

/* Returns the reward of a model with this name; NULL: none. */
const struct model_reward *find_reward(const struct model *model, const char *name);

/* The rewards of a chain to make. */
enum source_rewards { REWARD_OF_PROPERTY, ALL_REWARDS };

/* Builds or reads the chain, also that of a generator of systems that has one. Errors: those of
 * problem_open. */
enum status source_chain(const struct source *source, enum source_rewards which, struct chain *out);

/* The same for a chain about which something is asked. Errors: also ERROR_INPUT for an MDP. */
enum status source_asked_chain(const struct source *source, struct chain *out);

/* Checks a model before it is built: that it is a chain or MDP, and that it knows the names in the
 * formulas of the property. Errors: ERROR_INPUT, and those of reading. */
enum status source_check_model(const struct source *source);

/* Returns what a model is if it is neither a chain nor an MDP, such as "a POMDP"; otherwise NULL.
 * text: of the file. */
const char *other_model(const char *path, const char *text);

/* Returns whether the source has only rows in closed form: matrix=none. */
bool source_is_closed(const struct source *source);

struct problem;
struct property;

/* Opens the problem of such a source; out = NULL: only checks whether that is possible. Errors:
 * ERROR_INPUT if the property has no closed form, ERROR_HOST_MEMORY. */
enum status open_closed(const struct source *source, const struct property *property,
                        struct problem *out);

/* Sets the start vector and the right-hand side of a matrix from a file. problem must have the
 * diagonal, which is freed if rows are made, and either the entries or a source from which they can
 * be read one range of rows at a time. Errors: ERROR_INPUT with the wrong row, and those of
 * reading. */
enum status complete_matrix(const struct source *source, struct problem *problem);

/* Returns whether the source has rows that are made one range at a time (make_rows):
 * matrix=none. */
bool source_is_made(const struct source *source);

/* Opens the problem of such a source; out = NULL: only checks whether that is possible. out->source
 * must be set. Errors: those of struct row_maker, and of make_rows. */
enum status open_made(const struct source *source, struct problem *out);

/* The largest sizes for problem_scale, of the rows with entries and of the others. */
struct largest_sizes {
    double most, fixed;
};

bool any_row_is_fixed(const struct csr *off); /* has no entries */

/* Updates *out with rows of a system, all or a part. diag: of all rows. */
void largest_sizes_add(const struct linear *s, const struct matrix *rows, const double *diag,
                       struct largest_sizes *out);
double largest_sizes_scale(const struct largest_sizes *found);

/* Adds the closed form of the rows to a problem with stored rows, if the generator knows one. */
enum status add_closed(const struct source *source, struct problem *out);

/* Returns the index of word among names (which end with NULL), or -1 with a message about
 * `key=word`. */
int source_word(const struct source *source, const char *key, const char *word,
                const char *const *names);
