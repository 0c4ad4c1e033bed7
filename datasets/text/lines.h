/* Reads a text file line by line, with strict parsing of the words on a line. The readers of
 * text formats in datasets/ use it.
 *
 * Lines end with LF or CRLF; the last one may lack its end. Words are separated by blanks and tabs.
 * The file may be packed with gzip or xz (base/packed/unpacked.h).
 *
 * A NUL byte or a line of more than LINES_LONGEST bytes, its end included, is an error. Messages
 * start with "file:line: " and quote the unexpected text. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/packed/unpacked.h"

enum { LINES_LONGEST = 1 << 20 };

struct lines {
    const char *path; /* borrowed; for messages */
    char comment;     /* the first character of lines that lines_next skips */
    uint64_t size;    /* bytes in the file, or bytes to which it may unpack */
    uint64_t number;  /* of the current line; the first is 1 */
    char *cursor; /* rest of the current line, ending with NUL; valid until the next line is read */
    const char *items;               /* name of the items that lines_item counts, such as
                                        "transitions" */
    uint64_t announced, announcer;   /* announced number of items, and the line that announced it */
    uint64_t taken;                  /* number of items so far */
    bool (*heads)(const char *line); /* returns whether a line begins another section of the file;
                                        NULL: none does */
    bool headed;                     /* the current line begins a section, so the previous one has
                                        ended */
    bool lost;     /* some number was too small for a normal double, so its relative error is
                      large */
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

/* Makes the next line current. *found is false at the end of the file; then `number` is still that
 * of the last line. Errors: as above. */
enum status lines_read(struct lines *lines, bool *found);

/* lines_place: position at which the next line begins, in bytes. lines_seek continues at the first
 * line that begins there or later; its number is not known, so `number` is 0. Errors: as above. */
bool lines_can_seek(const struct lines *lines);
uint64_t lines_place(const struct lines *lines);
enum status lines_seek(struct lines *lines, uint64_t place);

/* For files with several sections: a line for which `heads` is true ends the section before it as
 * if the file ended there. lines_go_on continues with the next section; until then that line stays
 * current. */
void lines_go_on(struct lines *lines);

/* Makes the next line that is neither blank nor a comment current. Returns false at the end of the
 * file and on failure; *status tells them apart. */
bool lines_next(struct lines *lines, enum status *status);

/* The same for a line that must exist: fails with "the file ends before `what`". */
enum status lines_require(struct lines *lines, const char *what);

/* For files that announce their number of lines: the current line announces `count` items, one on
 * each line. */
void lines_announce(struct lines *lines, const char *items, uint64_t count);

/* The same as lines_next for the next item. Also fails if there are fewer or more items than
 * announced. */
bool lines_item(struct lines *lines, enum status *status);

/* For lines with several items or none. lines_take: there is one more item. lines_took_all: checks
 * their number at the end of the file. */
enum status lines_take(struct lines *lines);
enum status lines_took_all(struct lines *lines);

/* Skips blanks; returns whether the current line has another word, which is then at the cursor. */
bool lines_more(struct lines *lines);

/* Cuts the next word off the current line, or returns NULL at its end. */
char *lines_word(struct lines *lines);

/* Reads the next word as a decimal integer from low to high. Errors of this and the following
 * functions: ERROR_INPUT, with `what` in the message ("expected the target state (0 to 9), found
 * '-1'"). */
enum status lines_integer(struct lines *lines, const char *what, uint64_t low, uint64_t high,
                          uint64_t *out);

/* The same for an integer that the character `after` follows directly and which is skipped: the
 * "12:" of "12: 0 3". */
enum status lines_integer_before(struct lines *lines, char after, const char *what, uint64_t low,
                                 uint64_t high, uint64_t *out);

/* Reads the next word as the number of one of `count` states (at least 1); the first one has the
 * number `first`. If `after` is not NUL, it must follow directly. *out counts from 0. */
enum status lines_state(struct lines *lines, char after, const char *what, int first,
                        uint32_t count, uint32_t *out);

/* Calls strtod and sets `lost` if the number is too small. */
double lines_decimal(struct lines *lines, const char *text, char **end);

/* Reads the next word as a finite decimal number; numbers too small for a double become 0. */
enum status lines_number(struct lines *lines, const char *what, double *out);

/* The same, not negative. */
enum status lines_amount(struct lines *lines, const char *what, double *out);

/* lines_pair reads a word of PRISM's -exportrows, "value:target" with one of `count` states.
 * lines_at_pair returns whether the next word has a colon. */
enum status lines_pair(struct lines *lines, uint32_t count, double *value, uint32_t *target);
bool lines_at_pair(struct lines *lines);

/* Fails unless the current line has no more words. */
enum status lines_finish(struct lines *lines);

/* Fails with ERROR_INPUT and "file:line: message". */
enum status lines_fail(const struct lines *lines, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Returns a word, up to a blank, the end of the line or NUL, as a message may show it: shortened,
 * control characters replaced. */
enum { LINES_QUOTE = 44 };
const char *lines_quote(const char *word, char buffer[LINES_QUOTE]);

/* Fails with "expected ..., found 'word'"; NULL stands for the end of the line. */
enum status lines_unexpected(const struct lines *lines, const char *expected, const char *word);

/* Fails if this machine has less memory than `bytes`. Called before the allocation, because the
 * kernel would grant the memory and kill the process later. */
enum status lines_check_memory(const struct lines *lines, double bytes);
