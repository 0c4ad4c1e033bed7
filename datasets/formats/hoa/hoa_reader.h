/* Words of a file in the Hanoi Omega-Automata format. Internal to the reader. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/automata/automaton.h"

enum { HOA_MAX_ALIASES = 256, HOA_LONGEST_NAME = 128 };

/* ANY: the automaton has its formula. */
enum acceptance { NOT_SAID, BUCHI, ALL, NO_STATE, ANY };

struct alias {
    const char *name; /* its name in the text */
    size_t length;
    struct guard formula;
};

struct hoa_reader {
    const char *path;
    char *text; /* the whole file, ending with NUL */
    size_t size;
    const char *at;
    uint64_t line;
    struct automaton *out;
    bool general;   /* any acceptance, on states and edges */
    uint64_t marks; /* sets of the state whose edges are read */
    bool sized, started, named;
    enum acceptance acceptance;
    char acceptance_name[HOA_LONGEST_NAME]; /* what acc-name says */
    struct alias alias[HOA_MAX_ALIASES];
    size_t naliases;
    uint8_t *seen; /* states that the body has, one byte each */
};

/* Fails with "path:line: column N: message". */
enum status hoa_wrong(const struct hoa_reader *r, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Fails with the first characters of the next word. */
enum status hoa_unexpected(const struct hoa_reader *r, const char *expected);

/* Skips blanks and comments, which can be nested. Returns the next character; NUL at the end. */
char hoa_peek(struct hoa_reader *r);

bool hoa_name_character(char c);

/* Length of an identifier at the cursor; 0 if there is none. *header: a ':' follows directly, so it
 * is the name of a header. */
size_t hoa_identifier(struct hoa_reader *r, bool *header);

/* Move behind the word or character if it is the next one, and return whether it was. */
bool hoa_take_word(struct hoa_reader *r, const char *word);
bool hoa_take_character(struct hoa_reader *r, char c);

enum status hoa_take_integer(struct hoa_reader *r, const char *what, uint64_t high, uint32_t *out);

/* Reads `"text"`; *start and *length: the text between the quotes. */
enum status hoa_take_string(struct hoa_reader *r, const char **start, size_t *length);

/* Reads the number of sets and the formula behind Acceptance:. */
enum status hoa_general_acceptance(struct hoa_reader *r);
