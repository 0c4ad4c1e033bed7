/* A text file read line by line, with strict parsing of the words on a line: the ground of every
 * reader in datasets/.
 *
 * Lines end with LF or CRLF; the last one may lack its end. Words are separated by blanks and tabs.
 * The file may be packed with gzip or xz (base/packed/unpacked.h).
 * A NUL byte or a line of more than LINES_LONGEST bytes, its end included, is an error. Messages
 * start with "file:line: " and quote what was found. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/packed/unpacked.h"

enum { LINES_LONGEST = 1 << 20 };

struct lines {
    const char *path; /* borrowed; for messages */
    char comment;     /* the first character of lines that lines_next skips */
    uint64_t size;    /* bytes in the file, or that it may unpack to */
    uint64_t number;  /* of the current line; the first is 1 */
    char *cursor; /* what is left of the current line, ending with NUL; valid until the next line is
                     read */
    const char *items;               /* what lines_item counts, "transitions" */
    uint64_t announced, announcer;   /* how many there must be, and the line that said so */
    uint64_t taken;                  /* how many there were so far */
    bool (*heads)(const char *line); /* NULL, or which lines begin another section of the file */
    bool headed;                     /* the current line does: the section before it has ended */
    bool lost;     /* some number was too small for a normal double, and is off by much of itself */
    bool quotient; /* some number was a quotient of two */
    struct unpacked file;
    char *buffer; /* bytes begin .. end - 1 are read but not handed out yet */
    size_t begin, end;
    bool at_end;
};

/* Errors: see unpacked_open. path must outlive out, which must stay where it is. */
enum status lines_open(const char *path, char comment, struct lines *out);

/* The same, also of the one file with this ending in a tar archive. */
enum status lines_open_member(const char *path, const char *ending, char comment,
                              struct lines *out);
void lines_close(struct lines *lines); /* accepts a zeroed struct; leaves one */

/* Makes the next line current; *found is false at the end of the file, which keeps the number of
 * the last line. Errors: as above. */
enum status lines_read(struct lines *lines, bool *found);

/* Where the next line begins, in bytes; and goes on at the first line that begins there or later,
 * the number of which is not known: 0 is taken. Errors: as above. */
bool lines_can_seek(const struct lines *lines);
uint64_t lines_place(const struct lines *lines);
enum status lines_seek(struct lines *lines, uint64_t place);

/* For files of several sections: a line that `heads` one is no part of the section before it, which
 * ends like a file. Goes on behind that line, which is the current one until then. */
void lines_go_on(struct lines *lines);

/* Makes the next line current that is neither blank nor a comment. False at the end of the file,
 * and on failure: *status says which. */
bool lines_next(struct lines *lines, enum status *status);

/* The same, where there must be one: fails with "the file ends before `what`". */
enum status lines_require(struct lines *lines, const char *what);

/* For files that say how many lines they have: the current line announces `count` of them, each an
 * item. */
void lines_announce(struct lines *lines, const char *items, uint64_t count);

/* The same for the next item. Also fails where there are fewer or more than announced. */
bool lines_item(struct lines *lines, enum status *status);

/* Where a line may hold several items, or none: one item more, and the end of the file. */
enum status lines_take(struct lines *lines);
enum status lines_took_all(struct lines *lines);

/* Whether the current line has a word left; afterwards the cursor is at it. */
bool lines_more(struct lines *lines);

/* Cuts the next word off the current line, or returns NULL at its end. */
char *lines_word(struct lines *lines);

/* The next word as a decimal integer from low to high. Errors of this and of what follows:
 * ERROR_INPUT, with `what` in the message ("expected the target state (0 to 9), found '-1'"). */
enum status lines_integer(struct lines *lines, const char *what, uint64_t low, uint64_t high,
                          uint64_t *out);

/* The same, followed at once by the character `after`, which is passed over: the "12:" of "12: 0
 * 3". */
enum status lines_integer_before(struct lines *lines, char after, const char *what, uint64_t low,
                                 uint64_t high, uint64_t *out);

/* The next word as the number of one of `count` states (at least 1), the first of which is called
 * `first`, followed at once by `after` where that is not NUL; *out counts from 0. */
enum status lines_state(struct lines *lines, char after, const char *what, int first,
                        uint32_t count, uint32_t *out);

/* strtod; notes what is lost. */
double lines_decimal(struct lines *lines, const char *text, char **end);

/* The next word as a finite decimal number; numbers too small for a double become 0. */
enum status lines_number(struct lines *lines, const char *what, double *out);

/* The same, not negative. */
enum status lines_amount(struct lines *lines, const char *what, double *out);

/* A word of PRISM's -exportrows, "value:target" with one of `count` states; whether the next word
 * has a colon. */
enum status lines_pair(struct lines *lines, uint32_t count, double *value, uint32_t *target);
bool lines_at_pair(struct lines *lines);

/* Fails unless the current line is used up. */
enum status lines_finish(struct lines *lines);

/* Fails with ERROR_INPUT and "file:line: message". */
enum status lines_fail(const struct lines *lines, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* A word, up to its end at a blank or NUL, as a message may show it: cut short, control characters
 * replaced. */
enum { LINES_QUOTE = 44 };
const char *lines_quote(const char *word, char buffer[LINES_QUOTE]);

/* Fails with "expected ..., found 'word'"; NULL stands for the end of the line. */
enum status lines_unexpected(const struct lines *lines, const char *expected, const char *word);

/* Fails where this machine has less memory than `bytes`, before anybody asks for it: the kernel
 * would grant it and kill the process later. */
enum status lines_check_memory(const struct lines *lines, double bytes);
