#include "datasets/formats/hoa/hoa.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/packed/unpacked.h"

enum { LARGEST_FILE = 1 << 26, MAX_ALIASES = 256, LONGEST_NAME = 128 };

enum acceptance { NOT_SAID, BUCHI, ALL, NO_STATE };

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
    bool sized, started, named;
    enum acceptance acceptance;
    char acceptance_name[LONGEST_NAME]; /* what acc-name says */
    struct alias alias[MAX_ALIASES];
    size_t naliases;
    uint8_t *seen; /* states that the body has, one byte each */
};

/* Words */

static enum status hoa_wrong(const struct hoa_reader *r, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static enum status hoa_wrong(const struct hoa_reader *r, const char *format, ...)
{
    char text[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    return fail(ERROR_INPUT, "%s:%" PRIu64 ": %s", r->path, r->line, text);
}

/* Fails with the first characters of the next word. */
static enum status hoa_unexpected(const struct hoa_reader *r, const char *expected)
{
    char found[32];
    size_t length = 0;
    if (!*r->at) return hoa_wrong(r, "expected %s, found the end of the file", expected);
    for (; length < sizeof found - 1 && r->at[length] &&
           (!length || !isspace((unsigned char)r->at[length]));
         length++)
        found[length] = isprint((unsigned char)r->at[length]) ? r->at[length] : '?';
    found[length] = '\0';
    return hoa_wrong(r, "expected %s, found '%s'", expected, found);
}

static void move_to_text(struct hoa_reader *r, const char *to)
{
    for (; r->at < to; r->at++) r->line += *r->at == '\n';
}

/* Skips blanks and comments, which can be nested. Returns the next character; NUL at the end. */
static char peek(struct hoa_reader *r)
{
    for (int depth = 0;; r->at++) {
        if (r->at[0] == '/' && r->at[1] == '*') {
            depth++;
            r->at++;
        } else if (depth && r->at[0] == '*' && r->at[1] == '/') {
            depth--;
            r->at++;
        } else if (!*r->at || (!depth && !isspace((unsigned char)*r->at))) {
            return *r->at;
        } else {
            r->line += *r->at == '\n';
        }
    }
}

static bool name_character(char c)
{
    return isalnum((unsigned char)c) || c == '_' || c == '-';
}

/* Length of an identifier at the cursor; 0 if there is none. *header: a ':' follows directly, so it
 * is the name of a header. */
static size_t identifier(struct hoa_reader *r, bool *header)
{
    size_t length = 0;
    char first = peek(r);
    if (isalpha((unsigned char)first) || first == '_')
        while (name_character(r->at[length])) length++;
    *header = length && r->at[length] == ':';
    return length;
}

static bool hoa_take_word(struct hoa_reader *r, const char *word)
{
    size_t length = strlen(word);
    peek(r);
    if (strncmp(r->at, word, length) || name_character(r->at[length])) return false;
    r->at += length;
    return true;
}

static bool take_character(struct hoa_reader *r, char c)
{
    if (peek(r) != c) return false;
    r->at++;
    return true;
}

static enum status take_integer(struct hoa_reader *r, const char *what, uint64_t high,
                                uint32_t *out)
{
    char expected[128];
    uint64_t value = 0;
    const char *digit = (peek(r), r->at);
    for (; isdigit((unsigned char)*digit) && value <= high; digit++)
        value = 10 * value + (uint64_t)(*digit - '0');
    snprintf(expected, sizeof expected, "%s (0 to %" PRIu64 ")", what, high);
    if (digit == r->at || value > high) return hoa_unexpected(r, expected);
    r->at = digit;
    *out = (uint32_t)value;
    return OK;
}

/* Reads `"text"`; *start and *length: the text between the quotes. */
static enum status take_string(struct hoa_reader *r, const char **start, size_t *length)
{
    if (peek(r) != '"') return hoa_unexpected(r, "a text in double quotes");
    const char *end = ++r->at;
    while (*end && *end != '"' && *end != '\n') end += *end == '\\' && end[1] ? 2 : 1;
    if (*end != '"') return hoa_wrong(r, "the text has no second double quote");
    *start = r->at;
    *length = (size_t)(end - r->at);
    r->at = end + 1;
    return OK;
}

static const struct guard *find_alias(const void *context, const char *name, size_t length)
{
    const struct hoa_reader *r = context;
    for (size_t k = 0; k < r->naliases; k++)
        if (r->alias[k].length == length && !memcmp(r->alias[k].name, name, length))
            return &r->alias[k].formula;
    return NULL;
}

static enum status take_formula(struct hoa_reader *r, struct guard *out)
{
    const struct guard_aliases aliases = {find_alias, r};
    const char *end = (peek(r), r->at);
    enum status status = guard_parse(&r->out->formulas, &end, r->out->nnames, &aliases, out);
    move_to_text(r, end);
    return status == ERROR_INPUT ? hoa_wrong(r, "%s", fail_message()) : status;
}

/* `[formula]` */
static enum status take_label(struct hoa_reader *r, struct guard *out)
{
    if (!take_character(r, '[')) return hoa_unexpected(r, "'['");
    enum status status = take_formula(r, out);
    if (status == OK && !take_character(r, ']')) return hoa_unexpected(r, "']'");
    return status;
}

/* Headers */

static enum status hoa_read_state_count(struct hoa_reader *r)
{
    uint32_t n = 0;
    if (r->sized) return hoa_wrong(r, "States: is there twice");
    MUST(take_integer(r, "the number of states", UINT32_MAX - 1, &n));
    if (n == 0) return hoa_wrong(r, "the automaton has no states");
    if (n > r->size)
        return hoa_wrong(r, "%" PRIu32 " states are too many for a file of this size", n);
    MUST(automaton_size(r->out, n));
    MUST(allocate_zeroed(n, 1, "the automaton", &r->seen));
    r->sized = true;
    return OK;
}

static enum status read_start(struct hoa_reader *r)
{
    if (r->started) return hoa_wrong(r, "a second initial state: only one can be read");
    r->started = true;
    enum status status = take_integer(r, "the initial state", UINT32_MAX - 1, &r->out->initial);
    if (status == OK && peek(r) == '&')
        return hoa_wrong(r, "this is an alternating automaton, not a Büchi automaton");
    return status;
}

static enum status read_propositions(struct hoa_reader *r)
{
    enum status status = OK;
    uint32_t count = 0;
    if (r->named) return hoa_wrong(r, "AP: is there twice");
    r->named = true;
    TRY(take_integer(r, "the number of propositions", MAX_PROPOSITIONS, &count));
    for (uint32_t k = 0; k < count; k++) {
        const char *name;
        size_t length;
        TRY(take_string(r, &name, &length));
        if (length == 0 || length > LONGEST_NAME)
            return hoa_wrong(r, "the name of proposition %" PRIu32 " is empty or too long", k);
        status = automaton_name(r->out, name, length);
        if (status == ERROR_INPUT) return hoa_wrong(r, "%s", fail_message());
        TRY(status);
    }
    if (peek(r) == '"')
        return hoa_wrong(r, "AP: announces %" PRIu32 " propositions, and there are more", count);
out:
    return status;
}

static enum status read_alias(struct hoa_reader *r)
{
    struct alias *alias = &r->alias[r->naliases];
    if (r->naliases == MAX_ALIASES) return hoa_wrong(r, "more than %d aliases", MAX_ALIASES);
    if (!take_character(r, '@')) return hoa_unexpected(r, "an alias, '@' and its name");
    *alias = (struct alias){.name = r->at};
    while (name_character(alias->name[alias->length])) alias->length++;
    if (find_alias(r, alias->name, alias->length)) return hoa_wrong(r, "the alias is there twice");
    r->at += alias->length;
    enum status status = take_formula(r, &alias->formula);
    r->naliases += status == OK;
    return status;
}

/* Skips one word, text or symbol. */
static enum status skip_item(struct hoa_reader *r)
{
    const char *text;
    size_t length;
    if (*r->at == '"') return take_string(r, &text, &length);
    bool word = name_character(*r->at);
    do r->at++;
    while (word && name_character(*r->at));
    return OK;
}

/* Skips the rest of a header, up to the next one; copies it to text if that is not NULL. */
static enum status skip_header(struct hoa_reader *r, char *text, size_t room)
{
    bool header = false;
    size_t used = 0;
    while (peek(r) && strncmp(r->at, "--", 2) && (identifier(r, &header), !header)) {
        const char *first = r->at;
        MUST(skip_item(r));
        size_t length = (size_t)(r->at - first);
        if (!text || used + length + 2 > room) continue;
        if (used && name_character(*first) && name_character(text[used - 1])) text[used++] = ' ';
        memcpy(text + used, first, length);
        used += length;
    }
    if (text) text[used] = '\0';
    return OK;
}

/* Error messages name the line in which the condition begins. */
static enum status read_acceptance(struct hoa_reader *r)
{
    char text[LONGEST_NAME], *name = r->acceptance_name;
    uint64_t line = (peek(r), r->line);
    if (r->acceptance != NOT_SAID) return hoa_wrong(r, "Acceptance: is there twice");
    MUST(skip_header(r, text, sizeof text));
    r->acceptance = !strcmp(text, "1 Inf(0)") ? BUCHI
                    : !strcmp(text, "0 t")    ? ALL
                    : !strcmp(text, "0 f")    ? NO_STATE
                                              : NOT_SAID;
    if (r->acceptance != NOT_SAID) return OK;
    r->line = line;
    return hoa_wrong(r, "%s%s%s%s is not Büchi acceptance, 1 Inf(0)", name,
                     *name ? " (" : "acceptance ", text, *name ? ")" : "");
}

static enum status hoa_read_header(struct hoa_reader *r)
{
    static const struct {
        const char *name;
        enum status (*read)(struct hoa_reader *);
    } known[] = {{"States", hoa_read_state_count},
                 {"Start", read_start},
                 {"AP", read_propositions},
                 {"Alias", read_alias},
                 {"Acceptance", read_acceptance}};
    bool header;
    size_t length = identifier(r, &header);
    const char *name = r->at;
    if (!header) return hoa_unexpected(r, "a header such as States:, or --BODY--");
    r->at += length + 1;
    for (size_t k = 0; k < sizeof known / sizeof *known; k++)
        if (strlen(known[k].name) == length && !memcmp(known[k].name, name, length))
            return known[k].read(r);
    if (isupper((unsigned char)*name))
        return hoa_wrong(r, "unknown header '%.*s:'", (int)(length < 40 ? length : 40), name);
    bool named = length == 8 && !memcmp(name, "acc-name", 8);
    return skip_header(r, named ? r->acceptance_name : NULL, sizeof r->acceptance_name);
}

static enum status read_headers(struct hoa_reader *r)
{
    if (!hoa_take_word(r, "HOA:")) return hoa_unexpected(r, "HOA: v1");
    if (!hoa_take_word(r, "v1")) return hoa_unexpected(r, "version v1");
    while (!hoa_take_word(r, "--BODY--")) MUST(hoa_read_header(r));
    if (!r->sized) return hoa_wrong(r, "there is no States: before the body");
    if (!r->started) return hoa_wrong(r, "there is no Start: before the body");
    if (r->acceptance == NOT_SAID) return hoa_wrong(r, "there is no Acceptance: before the body");
    if (r->out->initial >= r->out->n)
        return hoa_wrong(r, "Start: %" PRIu32 " is none of the %" PRIu32 " states", r->out->initial,
                         r->out->n);
    if (r->acceptance == ALL) memset(r->out->accepting, 1, r->out->n);
    return OK;
}

/* The body */

/* `{0}` or `{}`, or nothing. */
static enum status read_marks(struct hoa_reader *r, uint32_t state)
{
    uint32_t set = 0;
    if (!take_character(r, '{')) return OK;
    while (!take_character(r, '}')) {
        if (r->acceptance != BUCHI)
            return hoa_wrong(r, "an acceptance set, of which there are none");
        MUST(take_integer(r, "an acceptance set", 0, &set));
        r->out->accepting[state] = 1;
    }
    return OK;
}

/* `[label] target`; label: the state's, or NULL. */
static enum status read_edge(struct hoa_reader *r, uint32_t state, const struct guard *label)
{
    struct guard own;
    uint32_t target = 0;
    if (label && peek(r) == '[') return hoa_wrong(r, "an edge's label, where its state has one");
    if (!label && peek(r) != '[')
        return hoa_wrong(r, "an edge without a label: implicit labels cannot be read");
    if (!label) MUST(take_label(r, &own));
    MUST(take_integer(r, "the target state", r->out->n - 1, &target));
    if (peek(r) == '&')
        return hoa_wrong(r, "this is an alternating automaton, not a Büchi automaton");
    if (peek(r) == '{')
        return hoa_wrong(r, "acceptance on an edge: only state-based Büchi acceptance can be read "
                            "(ltl2tgba -B -S)");
    return automaton_edge(r->out, state, target, label ? label : &own);
}

/* `State: [label] number "name" {0}` and its edges */
static enum status hoa_read_state(struct hoa_reader *r)
{
    struct guard label;
    uint32_t state = 0;
    const char *name;
    size_t length;
    bool labelled = peek(r) == '[';
    if (labelled) MUST(take_label(r, &label));
    MUST(take_integer(r, "a state", r->out->n - 1, &state));
    if (r->seen[state]++) return hoa_wrong(r, "state %" PRIu32 " is there twice", state);
    if (peek(r) == '"') MUST(take_string(r, &name, &length));
    MUST(read_marks(r, state));
    while (peek(r) == '[' || isdigit((unsigned char)*r->at))
        MUST(read_edge(r, state, labelled ? &label : NULL));
    return OK;
}

static enum status read_body(struct hoa_reader *r)
{
    while (!hoa_take_word(r, "--END--")) {
        if (!hoa_take_word(r, "State:")) return hoa_unexpected(r, "State: or --END--");
        MUST(hoa_read_state(r));
    }
    if (peek(r)) return hoa_unexpected(r, "the end of the file behind --END--");
    return OK;
}

/* The file */

static enum status hoa_read_text(struct hoa_reader *r)
{
    enum status status = OK;
    struct unpacked file;
    MUST(unpacked_open(r->path, NULL, &file));
    for (size_t room = 0, got = 1; got; r->size += got) {
        if (r->size + 1 >= room) {
            room = 2 * room + 4096;
            TRY(reallocate(&r->text, room, 1, "an automaton"));
        }
        TRY(unpacked_read(&file, r->text + r->size, room - 1 - r->size, &got));
        if (r->size > LARGEST_FILE)
            TRY(fail(ERROR_INPUT, "%s: more than %d bytes: is this an automaton?", r->path,
                     LARGEST_FILE));
    }
    r->text[r->size] = '\0';
    if (strlen(r->text) != r->size)
        TRY(fail(ERROR_INPUT, "%s: a NUL byte: this is not a text file", r->path));
out:
    unpacked_close(&file);
    return status;
}

enum status hoa_read(const char *path, struct automaton *out)
{
    enum status status = OK;
    struct hoa_reader *r = NULL;
    *out = (struct automaton){0};
    TRY(allocate_zeroed(1, sizeof *r, "an automaton", &r));
    r->path = path;
    r->out = out;
    r->line = 1;
    TRY(hoa_read_text(r));
    r->at = r->text;
    TRY(read_headers(r));
    TRY(read_body(r));
    TRY(automaton_finish(out));
out:
    if (r) {
        free(r->text);
        free(r->seen);
        free(r);
    }
    if (status != OK) automaton_free(out);
    return status;
}
