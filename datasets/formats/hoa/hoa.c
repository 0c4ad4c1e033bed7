#include "datasets/formats/hoa/hoa.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/packed/unpacked.h"
#include "datasets/formats/hoa/hoa_reader.h"

enum { LARGEST_FILE = 1 << 26 };

static void move_to_text(struct hoa_reader *r, const char *to)
{
    for (; r->at < to; r->at++) r->line += *r->at == '\n';
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
    const char *end = (hoa_peek(r), r->at);
    enum status status = guard_parse(&r->out->formulas, &end, r->out->nnames, &aliases, out);
    move_to_text(r, end);
    return status == ERROR_INPUT ? hoa_wrong(r, "%s", fail_message()) : status;
}

/* `[formula]` */
static enum status take_label(struct hoa_reader *r, struct guard *out)
{
    if (!hoa_take_character(r, '[')) return hoa_unexpected(r, "'['");
    enum status status = take_formula(r, out);
    if (status == OK && !hoa_take_character(r, ']')) return hoa_unexpected(r, "']'");
    return status;
}

/* Headers */

static enum status hoa_read_state_count(struct hoa_reader *r)
{
    uint32_t n = 0;
    if (r->sized) return hoa_wrong(r, "States: is there twice");
    MUST(hoa_take_integer(r, "the number of states", UINT32_MAX - 1, &n));
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
    enum status status = hoa_take_integer(r, "the initial state", UINT32_MAX - 1, &r->out->initial);
    if (status == OK && hoa_peek(r) == '&')
        return hoa_wrong(r, "this is an alternating automaton, not a Büchi automaton");
    return status;
}

static enum status read_propositions(struct hoa_reader *r)
{
    enum status status = OK;
    uint32_t count = 0;
    if (r->named) return hoa_wrong(r, "AP: is there twice");
    r->named = true;
    TRY(hoa_take_integer(r, "the number of propositions", MAX_PROPOSITIONS, &count));
    for (uint32_t k = 0; k < count; k++) {
        const char *name;
        size_t length;
        TRY(hoa_take_string(r, &name, &length));
        if (length == 0 || length > HOA_LONGEST_NAME)
            return hoa_wrong(r, "the name of proposition %" PRIu32 " is empty or too long", k);
        status = automaton_name(r->out, name, length);
        if (status == ERROR_INPUT) return hoa_wrong(r, "%s", fail_message());
        TRY(status);
    }
    if (hoa_peek(r) == '"')
        return hoa_wrong(r, "AP: announces %" PRIu32 " propositions, and there are more", count);
out:
    return status;
}

static enum status read_alias(struct hoa_reader *r)
{
    struct alias *alias = &r->alias[r->naliases];
    if (r->naliases == HOA_MAX_ALIASES)
        return hoa_wrong(r, "more than %d aliases", HOA_MAX_ALIASES);
    if (!hoa_take_character(r, '@')) return hoa_unexpected(r, "an alias, '@' and its name");
    *alias = (struct alias){.name = r->at};
    while (hoa_name_character(alias->name[alias->length])) alias->length++;
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
    if (*r->at == '"') return hoa_take_string(r, &text, &length);
    bool word = hoa_name_character(*r->at);
    do r->at++;
    while (word && hoa_name_character(*r->at));
    return OK;
}

/* Skips the rest of a header, up to the next one; copies it to text if that is not NULL. */
static enum status skip_header(struct hoa_reader *r, char *text, size_t room)
{
    bool header = false;
    size_t used = 0;
    while (hoa_peek(r) && strncmp(r->at, "--", 2) && (hoa_identifier(r, &header), !header)) {
        const char *first = r->at;
        MUST(skip_item(r));
        size_t length = (size_t)(r->at - first);
        if (!text || used + length + 2 > room) continue;
        if (used && hoa_name_character(*first) && hoa_name_character(text[used - 1]))
            text[used++] = ' ';
        memcpy(text + used, first, length);
        used += length;
    }
    if (text) text[used] = '\0';
    return OK;
}

/* Error messages name the line in which the condition begins. */
static enum status read_acceptance(struct hoa_reader *r)
{
    char text[HOA_LONGEST_NAME], *name = r->acceptance_name;
    const uint64_t line = (hoa_peek(r), r->line);
    const char *start = r->at;
    if (r->acceptance != NOT_SAID) return hoa_wrong(r, "Acceptance: is there twice");
    if (r->general) return hoa_general_acceptance(r);
    MUST(skip_header(r, text, sizeof text));
    r->acceptance = !strcmp(text, "1 Inf(0)") ? BUCHI
                    : !strcmp(text, "0 t")    ? ALL
                    : !strcmp(text, "0 f")    ? NO_STATE
                                              : NOT_SAID;
    if (r->acceptance != NOT_SAID) return OK;
    r->line = line;
    r->at = start;
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
    size_t length = hoa_identifier(r, &header);
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

/* `{0}` or `{}`, or nothing. *out = the sets, one bit each. */
static enum status read_marks(struct hoa_reader *r, uint64_t *out)
{
    const uint32_t count = r->general ? r->out->nsets : r->acceptance == BUCHI;
    uint32_t set = 0;
    *out = 0;
    if (!hoa_take_character(r, '{')) return OK;
    while (!hoa_take_character(r, '}')) {
        if (!count) return hoa_wrong(r, "an acceptance set, of which there are none");
        MUST(hoa_take_integer(r, "an acceptance set", count - 1, &set));
        *out |= UINT64_C(1) << set;
    }
    return OK;
}

/* `[label] target`; label: the state's, or NULL. */
static enum status read_edge(struct hoa_reader *r, uint32_t state, const struct guard *label)
{
    struct guard own;
    uint64_t marks = 0;
    uint32_t target = 0;
    if (label && hoa_peek(r) == '[')
        return hoa_wrong(r, "an edge's label, where its state has one");
    if (!label && hoa_peek(r) != '[')
        return hoa_wrong(r, "an edge without a label: implicit labels cannot be read");
    if (!label) MUST(take_label(r, &own));
    MUST(hoa_take_integer(r, "the target state", r->out->n - 1, &target));
    if (hoa_peek(r) == '&')
        return hoa_wrong(r, "this is an alternating automaton, not a Büchi automaton");
    if (hoa_peek(r) == '{' && !r->general)
        return hoa_wrong(r, "acceptance on an edge: only state-based Büchi acceptance can be read "
                            "(ltl2tgba -B -S)");
    MUST(read_marks(r, &marks));
    MUST(automaton_edge(r->out, state, target, label ? label : &own));
    r->out->edge[r->out->nedges - 1].marks = marks | r->marks;
    return OK;
}

/* `State: [label] number "name" {0}` and its edges */
static enum status hoa_read_state(struct hoa_reader *r)
{
    struct guard label;
    uint32_t state = 0;
    const char *name;
    size_t length;
    bool labelled = hoa_peek(r) == '[';
    if (labelled) MUST(take_label(r, &label));
    MUST(hoa_take_integer(r, "a state", r->out->n - 1, &state));
    if (r->seen[state]++) return hoa_wrong(r, "state %" PRIu32 " is there twice", state);
    if (hoa_peek(r) == '"') MUST(hoa_take_string(r, &name, &length));
    MUST(read_marks(r, &r->marks));
    if (r->acceptance == BUCHI) r->out->accepting[state] = r->marks != 0;
    while (hoa_peek(r) == '[' || isdigit((unsigned char)*r->at))
        MUST(read_edge(r, state, labelled ? &label : NULL));
    return OK;
}

static enum status read_body(struct hoa_reader *r)
{
    while (!hoa_take_word(r, "--END--")) {
        if (!hoa_take_word(r, "State:")) return hoa_unexpected(r, "State: or --END--");
        MUST(hoa_read_state(r));
    }
    if (hoa_peek(r)) return hoa_unexpected(r, "the end of the file behind --END--");
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

static enum status read_file(const char *path, bool general, struct automaton *out)
{
    enum status status = OK;
    struct hoa_reader *r = NULL;
    *out = (struct automaton){0};
    TRY(allocate_zeroed(1, sizeof *r, "an automaton", &r));
    r->path = path;
    r->general = general;
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

enum status hoa_read(const char *path, struct automaton *out)
{
    return read_file(path, false, out);
}

enum status hoa_read_general(const char *path, struct automaton *out)
{
    return read_file(path, true, out);
}
