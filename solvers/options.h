/* Options of a variant, written in its method's brackets: jacobi[vote=store]. Every solve has
 * those of struct solver_options. A method or a layout declares its own options in a table
 * (.options), with a struct of its own that lies in the block `method` or `layout`. Listings, help,
 * names and error messages come from the tables. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "base/status.h"

struct method;
struct layout;
struct place;

enum vote { VOTE_BLOCK, VOTE_STORE, VOTE_HOST };
enum loop { LOOP_HOST, LOOP_GRAPH, LOOP_RESIDENT };
enum exchange { EXCHANGE_PEER, EXCHANGE_STAGED };
enum denormals { DENORMALS_AUTO, DENORMALS_FLUSH, DENORMALS_KEEP };

enum { OPTION_BYTES = 64 };

/* A struct that only its owner knows. */
union option_block {
    double align;
    unsigned char bytes[OPTION_BYTES];
};

/* Each is described in solvers/options.c. */
struct solver_options {
    enum vote vote;
    enum loop loop;
    enum exchange exchange;
    unsigned check;
    double epsilon; /* 0: that of the solve settings */
    int temporal_block;
    int on_the_fly;
    enum denormals denormals;
    union option_block method, layout;
};

/* What the members of a variant must be for an option to mean something. */
enum option_need {
    ON_HOST = 1,
    ON_GPU = 2,
    ON_ONE_GPU = 4,
    ON_SEVERAL_GPUS = 8,
    HAS_STEP = 16,    /* the place's loop repeats a step of the method */
    TEST_CHANGE = 32, /* the method is tested by what an iteration changes. Not BiCGStab, where a
                         test bounds what the next half of an iteration divides by */
    CAN_BLOCK = 64,   /* method and layout have several sweeps in one pass */
    SEARCHES = 128,
    SOLVES = 256, /* systems, in earnest */
    RESTARTS = 512,
    IN_PROCESS = 1024, /* it computes in this process, and not in another program */
    ON_RANKS = 2048    /* which may be on GPUs or not */
};

/* A choice of words, or a number. Its value is an int or a double. */
struct option {
    const char *name;     /* that of the field which holds it */
    const char *old_name; /* of one with words: read as well, never written */
    const char *title;
    const char *const *words; /* the first is the default; ends with NULL. NULL: a number */
    bool spelled;        /* the value is the number that a word spells (0: none), not its index */
    double above, below; /* a number lies between these, exclusively */
    double fallback;     /* the default of a number */
    unsigned needs;      /* enum option_need */
    unsigned or_needs;   /* these suffice, too; 0: none */
    size_t offset, size;
};

/* The field of a struct that holds an option. OPTION is for the owner's struct, which must fit into
 * a block. */
#define OPTION_FIELD(type, field) \
    .name = #field, .offset = offsetof(type, field), .size = sizeof(((type *)0)->field)
#define OPTION(type, field) \
    OPTION_FIELD(type, field) + 0 * sizeof(char[sizeof(type) <= OPTION_BYTES ? 1 : -1])

/* The words of a choice; words that spell numbers. */
#define OPTION_WORDS(...)          \
    .words = (const char *const[]) \
    {                              \
        __VA_ARGS__, NULL          \
    }
#define OPTION_NUMBERS(...) OPTION_WORDS(__VA_ARGS__), .spelled = true

/* For owners: their block, to be read as their struct. */
static inline const void *method_options(const struct solver_options *options)
{
    return &options->method;
}

static inline const void *layout_options(const struct solver_options *options)
{
    return &options->layout;
}

/* An option and the owner of its table: a method, a layout, or nobody. Members that share a table
 * share its options; the owner is the first of them. */
struct option_entry {
    const struct option *option;
    const struct method *method;
    const struct layout *layout;
    int table, next;
};

/* Goes through all options, in the order in which names show them; entry is zeroed before the
 * first. False after the last. */
bool option_next(struct option_entry *entry);

bool option_applies(const struct option_entry *entry, const struct method *method,
                    const struct layout *layout, const struct place *place);

/* "block|store|host"; "0.9, above 0, below 2", the default of numbers first. Cut to size. */
void option_values(const struct option *option, char *text, size_t size);

/* The variants to which it applies, as a pattern, cut to size. */
void option_where(const struct option_entry *entry, char *text, size_t size);

/* A number, or the index of a word. */
double option_get(const struct option_entry *entry, const struct solver_options *options);
void option_set(const struct option_entry *entry, double value, struct solver_options *options);

/* Writes the options of a variant's name by their present names. Errors: ERROR_HOST_MEMORY. */
enum status option_rename(char **variant);

/* Every option at its default; those of a member that is NULL are zeroed. */
struct solver_options default_options(const struct method *method, const struct layout *layout);
