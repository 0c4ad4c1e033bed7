/* What scanner, grammar and messages of the language of properties share. */
#pragma once

#include "problems/properties/formula.h"

/* A part of the text: bytes from `begin` to before `end`. */
struct formula_span {
    size_t begin, end;
};

/* A tree and its height, which is limited so that functions can call themselves. */
enum { FORMULA_HIGHEST = 1000 };

struct formula_tree {
    struct formula *tree;
    size_t height;
};

/* What a question is compared with. */
struct formula_asked {
    enum formula_relation relation;
    struct formula_tree limit;
    enum formula_best best, nature;
};

/* The reward of R{...}: its name, or what it is in each state. */
struct formula_rewarded {
    char *name;
    struct formula_tree amount;
};

/* The older notation of a filter, behind a question's content: {states}{min}{max}. */
struct formula_states {
    struct formula_tree tree; /* without a tree there is no filter */
    int extremes;             /* bit 0: min, bit 1: max */
};

struct formula_bounds {
    struct path_bound bound;
    size_t height;
};

enum { FORMULA_MOST_ARGUMENTS = 64 };

struct formula_arguments {
    size_t count, height;
    struct formula *list[FORMULA_MOST_ARGUMENTS];
};

/* Values of the grammar's symbols. Pointers are owned. */
union formula_value {
    struct formula_tree tree;
    struct formula_asked asked;
    enum formula_best best;
    struct formula_states states;
    struct formula_bounds bounds;
    struct formula_arguments *arguments;
    struct formula_rewarded rewarded;
    char *name;
    enum formula_kind kind;
    enum formula_relation relation;
    int extremes;
};

/* Where a text begins. */
struct formula_place {
    const char *path;
    size_t line, column; /* from 1 */
};

struct formula_reader {
    const char *text;
    const struct formula_place *place; /* NULL: the text is no file's */
    const char *wanted;                /* what the whole text should be, for messages */
    size_t at;                         /* the next byte to scan */
    struct formula_span last, old;     /* the last token that was scanned, and the one before it */
    bool automaton;                    /* HOA: was scanned, so files and '<-' are tokens */
    enum status status;                /* not OK: an error with its message */
    struct formula *out;
};

/* The names of functions, ending with NULL, and whether a word is one. */
extern const char *const formula_functions[];
bool formula_is_function(const char *word, size_t length);

/* The min or max with which a text begins. */
enum formula_best best_of_word(const char *at);

/* Returns the next token's number in the grammar; 0 at the end. */
int formula_scan(struct formula_reader *reader, struct formula_span *span);

/* Make nodes for the grammar; arguments are consumed, also after an error. They return whether an
 * error was met: it is in reader->status then. */
bool formula_leaf(struct formula_reader *reader, enum formula_kind kind, struct formula_span span,
                  struct formula_tree *out);
bool formula_node(struct formula_reader *reader, enum formula_kind kind, struct formula_span span,
                  size_t nchildren, const struct formula_tree *children, struct formula_tree *out);
bool formula_path(struct formula_reader *reader, enum formula_kind kind, struct formula_span span,
                  struct formula_bounds bounds, size_t nchildren,
                  const struct formula_tree *children, struct formula_tree *out);
bool formula_question(struct formula_reader *reader, enum formula_kind kind,
                      struct formula_span span, struct formula_rewarded rewarded,
                      struct formula_asked asked, struct formula_tree content,
                      struct formula_states states, struct formula_tree *out);
bool formula_filter(struct formula_reader *reader, struct formula_span operator,
                    struct formula_span span, struct formula_tree what, struct formula_tree states,
                    struct formula_tree *out);
bool formula_power(struct formula_reader *reader, struct formula_span span,
                   struct formula_tree base, struct formula_tree exponent,
                   struct formula_tree *out);
/* The reward 1 of each state, where the question's word is. */
bool formula_time(struct formula_reader *reader, struct formula_span span,
                  struct formula_rewarded *out);
bool formula_call(struct formula_reader *reader, struct formula_span name, struct formula_span span,
                  struct formula_arguments *arguments, struct formula_tree *out);
bool formula_multi(struct formula_reader *reader, struct formula_span span,
                   struct formula_arguments *arguments, struct formula_tree *out);
bool formula_argument(struct formula_reader *reader, struct formula_arguments *list,
                      struct formula_tree argument, struct formula_arguments **out);
/* HOA: {"file", "a" <- formula, ...}: a proposition, behind others, and all of it. */
bool formula_proposition(struct formula_reader *reader, struct formula_arguments *list,
                         struct formula_span name, struct formula_span span,
                         struct formula_tree holds, struct formula_arguments **out);
bool formula_automaton(struct formula_reader *reader, struct formula_span file,
                       struct formula_span span, struct formula_arguments *propositions,
                       struct formula_tree *out);
/* Bounds of the reward with this name. word: the one before its braces in F^{rew{"name"}<=5}; empty
 * in F{"name"}<=5. */
bool formula_reward_bounds(struct formula_reader *reader, struct formula_span word, char *reward,
                           struct formula_bounds bounds, struct formula_bounds *out);
/* Bounds of which one is twice what was written: F=4. */
bool formula_equal_bounds(struct formula_reader *reader, struct formula_tree time,
                          struct formula_bounds *out);
/* *out (new) = the text in a span. */
bool formula_words(struct formula_reader *reader, struct formula_span span, char **out);
void formula_arguments_free(struct formula_arguments *list);

/* Checks what the grammar cannot: paths stand inside questions, and bounds and limits are numbers
 * that ask nothing. Errors: ERROR_INPUT. */
enum status formula_check(const struct formula_reader *reader, const struct formula *formula);

/* formula_read for a text at a place in a file. wanted: what it should be, such as "a value"; NULL:
 * a property. */
enum status formula_read_at(const struct formula_place *place, const char *text, const char *wanted,
                            struct formula **out);

/* Fails with the column where span begins, in a file also with path and line. */
enum status formula_fail(const struct formula_reader *reader, struct formula_span span,
                         const char *format, ...) __attribute__((format(printf, 3, 4)));
/* Writes what is allowed at a place and what stands there; allowed: tokens of the grammar by their
 * names. */
enum status formula_unexpected(const struct formula_reader *reader, struct formula_span span,
                               const char *const *allowed, size_t count);
/* What may stand in a place: names of the grammar's symbols. */
struct formula_allowed {
    const char *const *names;
    size_t count;
};

bool formula_allows(const struct formula_allowed *allowed, const char *name);

/* Returns what to do about a mistake that is often made, NULL if it is none; span: the word that is
 * not allowed. */
const char *formula_hint(const struct formula_reader *reader, struct formula_span span,
                         const struct formula_allowed *allowed);
