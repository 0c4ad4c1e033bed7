#include "problems/source.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/memory.h"
#include "base/text.h"
#include "datasets/models/model.h"
#include "problems/meant_source.h"
#include "problems/properties/property_read.h"
#include "problems/source_error.h"

/* The index of word among names (which end with NULL), or -1. */
static int word_index(const char *word, const char *const *names)
{
    for (int k = 0; names[k]; k++)
        if (!strcmp(names[k], word)) return k;
    return -1;
}

int source_word(const struct source *source, const char *key, const char *word,
                const char *const *names)
{
    char hint[256];
    int k = word_index(word, names);
    if (k < 0)
        fail(ERROR_INPUT, "%s: %s=%s: unknown value%s", source->file, key, word,
             suggest_name(word, names, hint, sizeof hint));
    return k;
}

/* Generators */

static enum status parse_generator(const char *name, const char *parameters, struct source *out)
{
    out->generator = find_generator(name);
    if (!out->generator) return source_no_generator(name);
    if (strchr(parameters, '{'))
        return fail(ERROR_INPUT,
                    "%s: %s: a source has one value for each parameter. For several, write a "
                    "script with wm.grid (docs/lua.md)",
                    name, parameters);
    return generator_arguments(out->generator, parameters, out->arguments);
}

static enum status set_bound(const struct source *source, struct model_property *out)
{
    const union argument *a = source->arguments;
    const bool steps = a[STEPS].count != COUNT_LEFT_OUT, time = !isnan(a[TIME].real);
    if ((steps && !out->steps) || (time && !(out->time > 0)))
        return fail(ERROR_INPUT, "%s: property=%llu has no bound in %s", source->generator->name,
                    (unsigned long long)a[PROPERTY].count, steps ? "steps" : "time");
    if (steps) out->steps = a[STEPS].count;
    if (time) out->time = a[TIME].real;
    out->at_once = (steps && out->steps == 0) || (time && out->time == 0);
    return OK;
}

enum status source_property(const struct source *source, struct model_property *out)
{
    const struct generator *generator = source->generator;
    uint64_t number = source->arguments[PROPERTY].count, count = 0;
    while (generator->model->properties[count].title) count++;
    if (number > count)
        return fail(
            ERROR_INPUT,
            "%s: property=%llu: it has properties 1 to %llu (see `warpmark list generators`)",
            generator->name, (unsigned long long)number, (unsigned long long)count);
    *out = generator->model->properties[number - 1];
    return set_bound(source, out);
}

/* Files */

static const char *const key_names[] = {"format", "type",  "goal", "avoid", "steady", "reward",
                                        "filter", "steps", "time", "rhs",   "matrix", NULL};

/* Returns whether item is `const=N=4`, or `K=2` behind such an item. */
static bool is_constant(const struct source *source, const char *item)
{
    char name[32];
    if (!source->model || !strncmp(item, "const=", strlen("const="))) return source->model;
    snprintf(name, sizeof name, "%.*s", (int)strcspn(item, "="), item);
    return source->constants && word_index(name, key_names) < 0;
}

static enum status parse_keys(char *text, struct source *source)
{
    union source_keys *out = &source->keys;
    const char *file = source->file;
    char hint[256], *rest = NULL;
    for (char *item = strtok_r(text, ",", &rest); item; item = strtok_r(NULL, ",", &rest)) {
        if (is_constant(source, item)) {
            item += strncmp(item, "const=", strlen("const=")) ? 0 : strlen("const=");
            MUST(model_add_constant(file, item, &source->constants));
            continue;
        }
        char *equals = strchr(item, '=');
        if (!equals || !equals[1])
            return fail(ERROR_INPUT, "%s: '%s' is not of the form key=value%s", file, item,
                        source_key_note(item));
        *equals = '\0';
        int k = word_index(item, key_names);
        if (k < 0 && *source_key_note(item))
            return fail(ERROR_INPUT, "%s: unknown key '%s'%s", file, item, source_key_note(item));
        if (k < 0)
            return fail(ERROR_INPUT, "%s: unknown key '%s'%s", file, item,
                        suggest_name(item, key_names, hint, sizeof hint));
        if (out->all[k]) return fail(ERROR_INPUT, "%s: key '%s' is given twice", file, item);
        out->all[k] = equals + 1;
    }
    return OK;
}

/* Cuts text in two at the ':' behind the longest prefix that is an existing file; *keys is NULL if
 * nothing follows it. Returns false, with text unchanged, if there is no such prefix. */
static bool split_file(char *text, char **keys)
{
    struct stat found;
    *keys = NULL;
    for (size_t end = strlen(text) + 1; end-- > 0;) {
        char kept = text[end];
        if (kept != ':' && kept != '\0') continue;
        text[end] = '\0';
        if (stat(text, &found) == 0 && !S_ISDIR(found.st_mode)) {
            if (kept) *keys = text + end + 1;
            return true;
        }
        text[end] = kept;
    }
    return false;
}

static enum status choose_format(struct source *out)
{
    const char *known[64] = {0};
    char hint[256];
    if (!out->keys.format) return format_of_file(out->file, &out->format);
    for (int k = 0; k < format_count && k < 63; k++) known[k] = formats[k]->name;
    out->format = format_named(out->keys.format);
    if (out->format) return OK;
    return fail(ERROR_INPUT, "%s: format=%s: unknown format%s", out->file, out->keys.format,
                suggest_name(out->keys.format, known, hint, sizeof hint));
}

/* Removes `prop=...` from the end of the keys and returns the property, or NULL if there is
 * none. */
static char *cut_property(char *keys)
{
    for (char *at = strstr(keys, "prop="); at; at = strstr(at + 1, "prop="))
        if (at == keys || at[-1] == ',') {
            *at = '\0';
            return at + strlen("prop=");
        }
    return NULL;
}

static enum status read_property(struct source *out)
{
    char why[256];
    struct read_property read;
    const enum status status = property_read(out->asked, &read);
    if (status == ERROR_INPUT) {
        snprintf(why, sizeof why, "%s", fail_message());
        return fail(status,
                    "%s: prop=%s: %s. Only P=?, S=? and R{\"NAME\"}=? of F, U, S and I= are "
                    "computed here, such as P=?[F \"done\"]",
                    out->file, out->asked, why);
    }
    out->of_asked = read.keys;
    out->labels = read.labels;
    out->nameless = read.nameless;
    return status;
}

static enum status parse_model(char *keys, struct source *out)
{
    out->asked = cut_property(keys);
    MUST(parse_keys(keys, out));
    if (!out->asked) return OK;
    MUST(read_property(out));
    return parse_keys(out->of_asked, out);
}

static enum status parse_explicit(char *keys, struct source *out)
{
    if (!strstr(keys, "format=")) MUST(format_known(out->file));
    MUST(parse_keys(keys, out));
    MUST(choose_format(out));
    out->contents = out->format->read_chain     ? HOLDS_CHAIN
                    : out->format->read_product ? HOLDS_PRODUCT
                                                : HOLDS_SYSTEM;
    return out->format->holds ? out->format->holds(out->file, &out->contents) : OK;
}

static enum status check_matrix(const struct source *source)
{
    static const char *const words[] = {"stored", "none", NULL};
    const char *word = source->keys.matrix;
    if (!word) return OK;
    if (source_word(source, "matrix", word, words) < 0) return ERROR_INPUT;
    if (source->format && source->format->read_rows && source->contents == HOLDS_SYSTEM) return OK;
    return fail(
        ERROR_INPUT,
        "%s: matrix=%s: only a matrix (.mtx) and a linear system in a cache (.h5) can be read a "
        "range of rows at a time: leave it out, or write one with `warpmark export --system "
        "--format cache`",
        source->file, word);
}

static enum status parse_file(char *text, char *key_text, struct source *out)
{
    static const char *const types[] = {"dtmc", "ctmc", NULL};
    char nothing[] = "";
    out->file = text;
    if (!key_text) key_text = nothing;
    out->model = !strstr(key_text, "format=") && model_is(text);
    out->contents = HOLDS_CHAIN;
    MUST(out->model ? parse_model(key_text, out) : parse_explicit(key_text, out));
    MUST(check_matrix(out));
    if (out->keys.type && (!strcmp(out->keys.type, "mdp") || !strcmp(out->keys.type, "MDP")))
        return fail(ERROR_INPUT,
                    "%s: type=%s: only Markov chains can be solved: type=dtmc or "
                    "type=ctmc",
                    text, out->keys.type);
    if (out->keys.type) {
        int type = source_word(out, "type", out->keys.type, types);
        if (type < 0) return ERROR_INPUT;
        out->type = (enum chain_type)(CHAIN_DTMC + type);
    }
    return OK;
}

/* Both */

static enum status parse_text(struct source *out)
{
    char *text = out->text, *keys;
    size_t name = strcspn(text, ":");
    bool more = text[name] == ':',
         looks_like_file = memchr(text, '/', name) || memchr(text, '.', name);
    if (!*text) return fail(ERROR_INPUT, "the source is empty");
    text[name] = '\0';
    bool is_generator = !looks_like_file && find_generator(text);
    if (more) text[name] = ':';
    if (!is_generator && split_file(text, &keys)) return parse_file(text, keys, out);
    if (more && !strncmp(text + name, "://", 3))
        return fail(ERROR_INPUT, "%s: is a URL. Download the file, and name it here", text);
    if (looks_like_file) return source_no_file(text);
    text[name] = '\0';
    return parse_generator(text, text + name + more, out);
}

bool source_opens_files(const char *text)
{
    char name[64];
    union argument arguments[MAX_ARGUMENTS];
    size_t length = strcspn(text, ":");
    if (length >= sizeof name || strcspn(text, "/.") < length) return true;
    memcpy(name, text, length);
    name[length] = '\0';
    const struct generator *generator = find_generator(name);
    if (!generator) return true;
    if (generator_arguments(generator, text + length + (text[length] == ':'), arguments) != OK)
        return false;
    return generator->kripke && strpbrk(arguments[PROPERTY].text, "./"); /* the file of an
                                                                            automaton */
}

static enum status parse_exactly(const char *text, struct source *out)
{
    enum status status = OK;
    *out = (struct source){0};
    TRY(copy_text(text, &out->text));
    TRY(parse_text(out));
out:
    if (status != OK) source_free(out);
    return status;
}

/* Appends a suggestion to the message about text, if its meaning can be guessed. */
static enum status suggest_source(const char *text)
{
    char why[512], *meant = NULL;
    struct source source;
    snprintf(why, sizeof why, "%s", fail_message());
    if (meant_source(text, key_names, &meant) && strcmp(text, meant) &&
        parse_exactly(meant, &source) == OK) {
        source_free(&source);
        char *own = strstr(why, ", did you mean");
        if (!own) own = strstr(why, " (known:");
        if (own) *own = '\0';
        fail(ERROR_INPUT, "%s, did you mean '%s'?", why, meant);
    } else {
        fail(ERROR_INPUT, "%s", why);
    }
    free(meant);
    return ERROR_INPUT;
}

enum status source_parse(const char *text, struct source *out)
{
    enum status status = parse_exactly(text, out);
    return status == ERROR_INPUT ? suggest_source(text) : status;
}

void source_free(struct source *source)
{
    free(source->text);
    free(source->constants);
    free(source->of_asked);
    free(source->labels);
    *source = (struct source){0};
}

bool source_is_chain(const struct source *source)
{
    return source->generator ? source->generator->model != NULL : source->contents == HOLDS_CHAIN;
}

bool source_is_product(const struct source *source)
{
    return source->generator ? source->generator->kripke != NULL
                             : source->contents == HOLDS_PRODUCT;
}
