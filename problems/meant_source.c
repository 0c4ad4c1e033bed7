#include "problems/source_parts.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

#include "base/memory.h"
#include "generators/generator.h"
#include "problems/properties/formula_read.h"

static bool is_word_letter(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

/* Finds the generator whose name text begins with, in any case; the longest name of several. */
static const struct generator *leading_generator(const char *text, size_t *length)
{
    const struct generator *found = NULL;
    *length = 0;
    for (int k = 0; k < generator_count; k++) {
        size_t here = strlen(generators[k]->name);
        if (here <= *length || strncasecmp(text, generators[k]->name, here) ||
            is_word_letter(text[here]))
            continue;
        found = generators[k];
        *length = here;
    }
    return found;
}

/* Length of the longest prefix of text that is a file and that no letter follows. */
static size_t leading_file(char *text)
{
    struct stat about;
    for (size_t end = strlen(text); end > 0; end--) {
        const char kept = text[end];
        if (is_word_letter(kept) || kept == '.') continue;
        text[end] = '\0';
        const bool is_file = stat(text, &about) == 0 && S_ISREG(about.st_mode);
        text[end] = kept;
        if (is_file) return end;
    }
    return 0;
}

/* Returns the name for a value that has none. */
static const char *name_of_value(const struct generator *generator, const char *const *keys,
                                 const char *value)
{
    if (generator) return generator_parameter(generator, 0) ? generator->parameters[0].name : "";
    for (; *keys; keys++)
        if (!strcasecmp(*keys, value)) return ""; /* a key without its value */
    if (!strcasecmp(value, "none")) return "matrix";
    return !strcasecmp(value, "dtmc") || !strcasecmp(value, "ctmc") ? "type" : "goal";
}

/* Appends one `name=value`, given with or without its name; names, and values of `type`, in lower
 * case. */
static enum status append_item(char **out, const struct generator *generator,
                               const char *const *keys, char *item)
{
    char *value = strchr(item, '=');
    const char *name = item;
    if (value) *value++ = '\0';
    else name = name_of_value(generator, keys, value = item);
    value += strspn(value, "=\"'");
    value[strcspn(value, "\"'")] = '\0';
    const bool small = !generator && !strcasecmp(name, "type");
    MUST(append_text(out, "%c", strchr(*out, ':') ? ',' : ':'));
    for (; *name; name++) MUST(append_text(out, "%c", tolower((unsigned char)*name)));
    MUST(append_text(out, "="));
    for (; *value; value++)
        MUST(append_text(out, "%c", small ? tolower((unsigned char)*value) : *value));
    return OK;
}

/* Removes the blanks beside each '=' from text. */
static void close_equals(char *text)
{
    char *to = text;
    for (char *from = text; *from; from++) {
        if (*from == '=')
            while (to > text && to[-1] == ' ') to--;
        if (*from == ' ' && to > text && to[-1] == '=') continue;
        *to++ = *from;
    }
    *to = '\0';
}

/* Places of a text, in its order. */
struct places {
    size_t count, room, *at;
};

/* Adds both ends of each name that stands for truth by itself: a label without its quotes, perhaps.
 */
static enum status find_names(const struct formula *formula, struct places *out)
{
    const bool of_numbers = (formula->kind >= FORMULA_EQUAL && formula->kind <= FORMULA_CALL) ||
                            formula->kind == FORMULA_INSTANT || formula->kind == FORMULA_CUMULATIVE;
    for (size_t k = 0; k < formula->nchildren; k++) {
        const struct formula *child = formula->child[k];
        if (child->kind != FORMULA_NAME) {
            MUST(find_names(child, out));
        } else if (!of_numbers) {
            MUST(reserve(&out->at, &out->room, out->count + 2, sizeof *out->at, "a property"));
            out->at[out->count++] = child->column - 1;
            out->at[out->count++] = child->column - 1 + child->length;
        }
    }
    return OK;
}

/* *out (new) = the property in PRISM's notation that text is, with quotes around its labels; NULL:
 * it is none. */
static enum status quoted_property(const char *text, char **out)
{
    enum status status = OK;
    struct formula *read;
    struct places names = {0};
    size_t from = 0;
    *out = NULL;
    if (formula_read(text, &read) != OK) return OK;
    if (!formula_asks(read)) goto out;
    TRY(find_names(read, &names));
    for (size_t k = 0; k < names.count; from = names.at[k++])
        TRY(append_text(out, "%.*s\"", (int)(names.at[k] - from), text + from));
    TRY(append_text(out, "%s", text + from));
out:
    free(names.at);
    formula_free(read);
    return status;
}

/* Returns the start of a property in PRISM's notation in text, and the property in *out (new); NULL
 * if there is none. */
static char *find_property(char *text, char **out)
{
    for (char *at = text; *at; at++) {
        if (!strncasecmp(at, "prop=", strlen("prop="))) at += strlen("prop=");
        if ((at == text || !is_word_letter(at[-1])) && strchr("PSRAEf(", *at) &&
            quoted_property(at, out) == OK && *out)
            return at;
        if (!*at) return NULL;
    }
    return NULL;
}

static enum status append_items(char **out, const struct generator *generator,
                                const char *const *keys, char *rest)
{
    enum status status = OK;
    char *asked = NULL, *at = NULL;
    char *property = generator ? NULL : find_property(rest, &asked);
    if (property) *property = '\0';
    close_equals(rest);
    rest += strspn(rest, "-=");
    for (char *item = strtok_r(rest, " ,;:()[]&", &at); item && status == OK;
         item = strtok_r(NULL, " ,;:()[]&", &at))
        if (!property || strcasecmp(item, "prop="))
            status = append_item(out, generator, keys, item);
    if (status == OK && asked)
        status = append_text(out, "%cprop=%s", strchr(*out, ':') ? ',' : ':', asked);
    free(asked);
    return status;
}

bool meant_source(const char *text, const char *const *keys, char **out)
{
    char *copy = NULL;
    size_t length;
    *out = NULL;
    text += strspn(text, " ");
    if (copy_text(text, &copy) != OK) return false;
    const struct generator *generator = leading_generator(copy, &length);
    if (!generator) length = leading_file(copy);
    enum status status = length ? OK : ERROR_INPUT;
    if (generator && status == OK) status = copy_text(generator->name, out);
    else if (status == OK) status = format_text(out, "%.*s", (int)length, copy);
    if (status == OK) status = append_items(out, generator, keys, copy + length);
    free(copy);
    if (status == OK) return true;
    free(*out);
    *out = NULL;
    return false;
}
