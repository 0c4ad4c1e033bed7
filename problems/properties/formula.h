/* A property as a tree: PRISM's language of properties for chains, and what may stand inside it.
 * formula_read (problems/properties/formula_read.h) makes a tree from text. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/status.h"

enum formula_kind {
    /* leaves */
    FORMULA_NUMBER, /* text: as written */
    FORMULA_TRUE,
    FORMULA_FALSE,
    FORMULA_NAME,  /* text: a variable, a constant or a formula of the model */
    FORMULA_LABEL, /* text: the name in double quotes, without them: a label or a property */
    FORMULA_ATOM,  /* atom: the index of a set of states; the parser makes none */
    /* expressions; children in their order */
    FORMULA_NOT,
    FORMULA_AND,
    FORMULA_OR,
    FORMULA_IMPLIES,
    FORMULA_IFF,
    FORMULA_CHOICE, /* a ? b : c */
    FORMULA_EQUAL,
    FORMULA_UNEQUAL,
    FORMULA_LESS,
    FORMULA_AT_MOST,
    FORMULA_GREATER,
    FORMULA_AT_LEAST,
    FORMULA_PLUS,
    FORMULA_MINUS, /* one child: negation */
    FORMULA_TIMES,
    FORMULA_DIVIDE,
    FORMULA_CALL, /* text: min, max, floor, ceil, round, pow, mod, log */
    /* paths: of one child, or of two */
    FORMULA_NEXT,
    FORMULA_FINALLY,
    FORMULA_GLOBALLY,
    FORMULA_UNTIL,
    FORMULA_WEAK_UNTIL,
    FORMULA_RELEASE,
    FORMULA_AUTOMATON,   /* HOA: text: the file; children: propositions. Alone in P */
    FORMULA_PROPOSITION, /* text: its name in the automaton; child 0: where it holds */
    /* inside R=?[...]: child 0, if there is one, is the time */
    FORMULA_INSTANT,    /* I=t */
    FORMULA_CUMULATIVE, /* C<=t, Cdiscount=d, or C without a child */
    FORMULA_LONG_RUN,   /* S */
    /* questions; child 0: what stands in the brackets */
    FORMULA_PROBABILITY, /* P */
    FORMULA_STEADY,      /* S */
    FORMULA_REWARD,      /* R; text: the reward's name, or its number from 1; NULL: none is given.
                            child 1, if there: the reward of each state instead of a name */
    FORMULA_EXISTS,      /* E[path] */
    FORMULA_FORALL,      /* A[path] */
    FORMULA_FILTER,      /* child 0: what; child 1, if there: for which states; text: min, max, sum,
                            avg, count, range, forall, exists, first, state, print, printall, argmin
                            or argmax (+, & and | are read as sum, forall and exists) */
    FORMULA_MULTI,       /* multi(...): P and R of one scheduler, at least one */
};

/* What an open question is compared with: P=?[...] asks, P>=0.5[...] compares. */
enum formula_relation { ASKED, BELOW_LIMIT, AT_MOST_LIMIT, ABOVE_LIMIT, AT_LEAST_LIMIT };

/* Over which schedulers of a decision process: Pmin=?, Pmax=?, and P=? or a comparison. */
enum formula_best { BEST_UNSAID, BEST_SMALLEST, BEST_LARGEST };

/* Bounds of a path: F<=5, U[2,5], G>3, F=4 (both ends 4). NULL: there is none. F{"r"}<=5 bounds
 * what the path has paid of a reward before the states where F looks. */
struct path_bound {
    char *reward; /* owned; its name, or its number from 1; NULL: steps or time are bounded */
    struct formula *lower, *upper;
    bool lower_strict, upper_strict;
};

struct formula {
    enum formula_kind kind;
    char *text;    /* owned; NULL: none */
    uint32_t atom; /* FORMULA_ATOM */
    bool discounted; /* FORMULA_CUMULATIVE: child 0 is a discount, not a time */
    size_t nchildren;
    struct formula **child; /* owned */
    struct path_bound bound;
    enum formula_relation relation;
    enum formula_best best; /* of P, S and R that are ASKED */
    enum formula_best nature; /* the second word of Pmaxmin=? and the like: over which probabilities
                                 in the intervals */
    struct formula *limit;  /* of a comparison; NULL: ASKED */
    size_t column, length;  /* where it stands in the text that was read; column from 1 */
};

/* *out (new) = a node with copies of nothing: it owns text and children from now on, also after an
 * error. Errors: ERROR_HOST_MEMORY. */
enum status formula_new(enum formula_kind kind, size_t nchildren, struct formula *const *children,
                        struct formula **out);
void formula_free(struct formula *formula); /* accepts NULL */
/* Frees what a bound owns and zeroes it. */
void path_bound_free(struct path_bound *bound);

/* *out (new) = a copy of the whole tree. Errors: ERROR_HOST_MEMORY. */
enum status formula_copy(const struct formula *formula, struct formula **out);

/* *out (new) = its text in PRISM's notation, with brackets where they are needed or help. Reading
 * it gives the same tree. Errors: ERROR_HOST_MEMORY. */
enum status formula_text(const struct formula *formula, char **out);

/* Return whether it is a path operator (X, F, G, U, W, R, HOA), and whether it is a question or a
 * filter. */
bool formula_is_path(const struct formula *formula);
bool formula_is_question(const struct formula *formula);
/* Returns whether a question or a filter stands in it, itself included. */
bool formula_asks(const struct formula *formula);
