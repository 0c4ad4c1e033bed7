/* A word of a property that is not allowed where it stands, and what hints ask about it. Internal
 * to the files of hints. */
#pragma once

#include <ctype.h>
#include <string.h>

#include "problems/properties/formula_reader.h"

struct place {
    const struct formula_reader *reader;
    struct formula_span found, before; /* the word that is not allowed, and the one before it */
    const struct formula_allowed *allowed;
};

/* What is missing at a place, or too much, and how automata and filters are written; NULL: no
 * hint. */
const char *hint_of_automaton(const struct place *at);
const char *hint_of_pair(const struct place *at);
const char *hint_of_gap(const struct place *at);
const char *hint_of_filter(const struct place *at);

/* Returns whether a '[' is open before a byte of the text. */
bool inside_square(const struct place *at, size_t byte);

static inline bool is(const struct formula_reader *reader, struct formula_span span,
                      const char *text)
{
    return span.end - span.begin == strlen(text) &&
           !strncmp(reader->text + span.begin, text, strlen(text));
}

static inline bool found_is(const struct place *at, const char *text)
{
    return is(at->reader, at->found, text);
}

static inline bool before_is(const struct place *at, const char *text)
{
    return is(at->reader, at->before, text);
}

static inline bool allows(const struct place *at, const char *name)
{
    return formula_allows(at->allowed, name);
}

/* Returns whether the word is one of the names, which end with NULL. */
static inline bool is_one_of(const struct place *at, struct formula_span span,
                             const char *const *names)
{
    bool found = false;
    for (; *names && !found; names++) found = is(at->reader, span, *names);
    return found;
}

/* Operators of paths between two formulas. */
static const char *const binary_paths[] = {"U", "W", "R", NULL};

/* Return whether the word is an operator of paths, or of a question: P, S or R. */
static inline bool is_path_letter(const struct place *at, struct formula_span span)
{
    static const char *const letters[] = {"X", "F", "G", NULL};
    return is_one_of(at, span, letters) || is_one_of(at, span, binary_paths);
}

static inline bool is_question_letter(const struct place *at, struct formula_span span)
{
    static const char *const letters[] = {"P", "Pmin", "Pmax", "S", "R", "Rmin", "Rmax", NULL};
    return is_one_of(at, span, letters);
}

/* Returns the last character before a byte of the text that is no blank; 0: there is none. */
static inline char last_before(const struct place *at, size_t byte)
{
    while (byte && isspace((unsigned char)at->reader->text[byte - 1])) byte--;
    return byte ? at->reader->text[byte - 1] : '\0';
}

/* Returns the word that ends before a byte of the text, apart from blanks; empty: there is none. */
static inline struct formula_span word_before(const char *text, size_t end)
{
    while (end && isspace((unsigned char)text[end - 1])) end--;
    size_t begin = end;
    while (begin && (isalnum((unsigned char)text[begin - 1]) || text[begin - 1] == '_')) begin--;
    return (struct formula_span){begin, end};
}
