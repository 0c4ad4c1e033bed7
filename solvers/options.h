/* Options of a variant are written in brackets after its method: jacobi[vote=store]. Every solve
 * has the options of struct solver_options. A method or a layout declares its own options in a
 * table (.options); their values are in a struct of its own, which is stored in the block `method`
 * or `layout`. Listings, help, names and error messages come from the tables. */
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

/* Memory for a struct that only its owner knows. */
union option_block {
    double align;
    unsigned char bytes[OPTION_BYTES];
};

/* The options of every solve; solvers/options.c describes each of them. */
struct solver_options {
    enum vote vote;
    enum loop loop;
    enum exchange exchange;
    unsigned check;
    double epsilon; /* 0: the epsilon of the solve settings */
    int temporal_block;
    int on_the_fly;
    enum denormals denormals;
    union option_block method, layout;
};

/* Conditions on the method, layout and place of a variant under which an option has a meaning. */
enum option_need {
    ON_HOST = 1,
    ON_GPU = 2,
    ON_ONE_GPU = 4,
    ON_SEVERAL_GPUS = 8,
    HAS_STEP = 16,    /* the place's loop repeats a step of the method */
    TEST_CHANGE = 32, /* the method's test measures the change of an iteration. Not true for
                         BiCGStab, whose test bounds the divisor of the next half of an iteration */
    CAN_BLOCK = 64,   /* method and layout can make several sweeps in one pass */
    SEARCHES = 128,
    SOLVES = 256,     /* it solves systems and is not method.idle */
    IN_PROCESS = 512, /* it computes in this process, and not in another program */
    ON_RANKS = 1024,  /* the place is ranks, on GPUs or not */
    BY_LEVEL = 2048   /* the layout is layout.by_level */
};

/* An option: a choice of words, or a number. Its value is an int or a double. */
struct option {
    const char *name;     /* its name, also that of the field that holds its value */
    const char *old_name; /* former name of an option with words: read, never written */
    const char *title;
    const char *const *words; /* the first is the default; ends with NULL. NULL: a number */
    bool spelled;        /* the value is the number that a word spells (0: none), not its index */
    double above, below; /* a number lies between these, exclusively */
    double fallback;     /* the default of a number */
    unsigned needs;      /* enum option_need */
    unsigned or_needs;   /* alternative to needs: these conditions are enough, too; 0: none */
    const char *only;    /* the one of the methods with this table that has it; NULL: all have it */
    size_t offset, size;
};

/* The field of a struct that holds the value of an option. OPTION is for the owner's struct, which
 * must fit into an option_block. */
#define OPTION_FIELD(type, field) \
    .name = #field, .offset = offsetof(type, field), .size = sizeof(((type *)0)->field)
#define OPTION(type, field) \
    OPTION_FIELD(type, field) + 0 * sizeof(char[sizeof(type) <= OPTION_BYTES ? 1 : -1])

/* The words of a choice; OPTION_NUMBERS: words that spell numbers. */
#define OPTION_WORDS(...)          \
    .words = (const char *const[]) \
    {                              \
        __VA_ARGS__, NULL          \
    }
#define OPTION_NUMBERS(...) OPTION_WORDS(__VA_ARGS__), .spelled = true

/* For owners: their block, to be read as their own struct. */
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

/* Iterates over all options, in the order in which names show them; zero entry before the first
 * call. Returns false after the last option. */
bool option_next(struct option_entry *entry);

bool option_applies(const struct option_entry *entry, const struct method *method,
                    const struct layout *layout, const struct place *place);

/* Writes the values of an option: "block|store|host", or "0.9, above 0, below 2" for numbers, with
 * the default first. Cut to size. */
void option_values(const struct option *option, char *text, size_t size);

/* Writes the variants to which the option applies, as a pattern, cut to size. */
void option_where(const struct option_entry *entry, char *text, size_t size);

/* Get and set the value of an option: a number, or the index of a word. */
double option_get(const struct option_entry *entry, const struct solver_options *options);
void option_set(const struct option_entry *entry, double value, struct solver_options *options);

/* Replaces old option names in a variant's name by the present ones. Errors: ERROR_HOST_MEMORY. */
enum status option_rename(char **variant);

/* Returns the defaults of all options; those of a member that is NULL are zeroed. */
struct solver_options default_options(const struct method *method, const struct layout *layout);
