#include "plots/report/glossary.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/output/html.h"
#include "base/text.h"

extern const char text_glossary_md[]; /* docs/glossary.md */

/* Reading: "### word", an empty line, and the meaning up to the next word. */

static const char heading[] = "\n### ";

/* Returns the length of a link to another page in brackets of its own, such as "
 * ([records.md](...))", if one begins at text; else 0. */
static size_t link_length(const char *text, size_t length)
{
    static const char begin[] = "([";
    if (length < 1 + strlen(begin) || strncmp(text + 1, begin, strlen(begin))) return 0;
    if (*text != ' ' && *text != '\n') return 0;
    const char *end = memchr(text, ')', length), *last = end ? end + 1 : NULL;
    return last && last < text + length && *last == ')' ? (size_t)(last + 1 - text) : 0;
}

/* Copies text as one line without marks of Markdown; *out is new. */
static enum status make_plain(const char *text, size_t length, char **out)
{
    MUST(allocate(length + 1, 1, "a glossary", out));
    char *to = *out;
    for (size_t k = 0; k < length;) {
        size_t link = link_length(text + k, length - k);
        if (!link && !strchr("`*", text[k])) *to++ = text[k] == '\n' ? ' ' : text[k];
        k += link ? link : 1;
    }
    *to = 0;
    return OK;
}

/* Reads an entry. The meaning has length bytes. */
static enum status read_entry(const char *word, const char *meaning, size_t length,
                              struct glossary *out)
{
    while (length && *meaning == '\n') meaning++, length--;
    while (length && meaning[length - 1] == '\n') length--;
    MUST(reallocate(&out->entry, out->count + 1, sizeof *out->entry, "a glossary"));
    struct glossary_entry *entry = &out->entry[out->count++];
    *entry = (struct glossary_entry){.code = *word == '`'};
    MUST(make_plain(word, strcspn(word, "\n"), &entry->names));
    return make_plain(meaning, length, &entry->meaning);
}

enum status glossary_read(struct glossary *out)
{
    enum status status = OK;
    const char *next = strstr(text_glossary_md, heading);
    *out = (struct glossary){0};
    while (next && status == OK) {
        const char *word = next + strlen(heading), *meaning = word + strcspn(word, "\n");
        next = strstr(meaning, heading);
        size_t length = next ? (size_t)(next - meaning) : strlen(meaning);
        status = read_entry(word, meaning, length, out);
    }
    if (status != OK) glossary_free(out);
    return status;
}

void glossary_free(struct glossary *glossary)
{
    for (size_t k = 0; k < glossary->count; k++) {
        free(glossary->entry[k].names);
        free(glossary->entry[k].meaning);
    }
    free(glossary->entry);
    *glossary = (struct glossary){0};
}

/* Looking up */

static bool is_term_letter(char c)
{
    return isalnum((unsigned char)c) || c == '_' || (unsigned char)c >= 0x80;
}

/* Returns the number of bytes of the word at text, also in the plural or with a capital, if it is a
 * word of its own: not in a path, a source or an option. Else 0. */
static size_t word_length(const char *text, const char *word, size_t length)
{
    if (tolower((unsigned char)*text) != *word && *text != *word) return 0;
    if (strncmp(text + 1, word + 1, length - 1)) return 0;
    length += text[length] == 's' && !is_term_letter(text[length + 1]);
    const char *next = text + length;
    bool goes_on = is_term_letter(*next) || (*next && strchr("/=[(-", *next)) ||
                   (*next && strchr(".:,", *next) && next[1] && next[1] != ' ');
    return goes_on ? 0 : length;
}

/* Returns the length of the longest of the entry's names with which text begins. */
static size_t match(const struct glossary_entry *entry, const char *text)
{
    size_t longest = 0;
    for (const char *name = entry->names; *name;) {
        size_t length = strcspn(name, ","), found = word_length(text, name, length);
        if (found > longest) longest = found;
        name += length;
        name += strspn(name, ", ");
    }
    return longest;
}

static struct glossary_entry *look_up(const struct glossary *glossary, const char *text,
                                      size_t *length)
{
    struct glossary_entry *best = NULL;
    *length = 0;
    for (size_t k = 0; k < glossary->count; k++) {
        size_t found = glossary->entry[k].code ? 0 : match(&glossary->entry[k], text);
        if (found <= *length) continue;
        best = &glossary->entry[k];
        *length = found;
    }
    return best;
}

void glossary_use(struct glossary *glossary, const char *name)
{
    for (size_t k = 0; k < glossary->count; k++)
        if (match(&glossary->entry[k], name) == strlen(name)) glossary->entry[k].used = true;
}

/* Writing */

static void put_range(const char *text, size_t length, FILE *out)
{
    char piece[128];
    while (length) {
        size_t some = length < sizeof piece ? length : sizeof piece - 1;
        while (some > 1 && some < length && ((unsigned char)text[some] & 0xc0) == 0x80) some--;
        memcpy(piece, text, some);
        piece[some] = 0;
        html_text(piece, out);
        text += some;
        length -= some;
    }
}

static void put_link(const struct glossary *glossary, struct glossary_entry *entry,
                     const char *text, size_t length, FILE *out)
{
    entry->used = true;
    fprintf(out, "<a class=\"term\" href=\"#word-%zu\" title=\"",
            (size_t)(entry - glossary->entry));
    html_text(entry->meaning, out);
    fputs("\">", out);
    put_range(text, length, out);
    fputs("</a>", out);
}

/* Finds the next word from *at on that was not used before, and moves *at there; NULL at the end of
 * the text. */
static struct glossary_entry *next_entry(const struct glossary *glossary, const char *text,
                                         const char **at, size_t *length)
{
    for (; **at; *at += *length ? *length : 1) {
        bool begins = *at == text || !(is_term_letter((*at)[-1]) || strchr("/:=[-,.", (*at)[-1]));
        *length = 0;
        struct glossary_entry *entry = begins ? look_up(glossary, *at, length) : NULL;
        if (entry && !entry->used) return entry;
    }
    return NULL;
}

void glossary_see(struct glossary *glossary, const char *text)
{
    struct glossary_entry *entry;
    const char *at = text;
    for (size_t length; (entry = next_entry(glossary, text, &at, &length)); at += length)
        entry->used = true;
}

void glossary_html(const char *text, void *context, FILE *out)
{
    const struct glossary *glossary = context;
    struct glossary_entry *entry;
    const char *from = text, *at = text;
    for (size_t length; glossary && (entry = next_entry(glossary, text, &at, &length));) {
        put_range(from, (size_t)(at - from), out);
        put_link(glossary, entry, at, length, out);
        from = at += length;
    }
    put_range(from, strlen(from), out);
}
