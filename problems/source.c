#include "problems/source.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/text.h"
#include "datasets/models/model.h"
#include "problems/properties/jani.h"
#include "problems/source_parts.h"

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

/* Properties */

/* Removes `prop=...` from the end of the keys and returns the property, or NULL if there is
 * none. */
static char *cut_property(char *keys)
{
    for (char *at = strstr(keys, "prop="); at; at = strstr(at + 1, "prop="))
        if (at == keys || at[-1] == ',') {
            at[at > keys ? -1 : 0] = '\0';
            return at + strlen("prop=");
        }
    return NULL;
}

/* Gives a message about the property the source's name and the property. */
static enum status about_property(const struct source *source, enum status status)
{
    char why[384];
    if (status != ERROR_INPUT) return status;
    snprintf(why, sizeof why, "%s", fail_message());
    return fail(status, "%s: prop=%s: %s",
                source->generator ? source->generator->name : source->file, source->asked, why);
}

static const struct definition *only_property(const struct property_file *file)
{
    const struct definition *only = next_property(file, NULL);
    return only && next_property(file, only) ? NULL : only;
}

/* Fails because no property or several may be meant. */
static enum status say_which(const struct source *source)
{
    const char *name = NULL, *file = source->keys.props;
    size_t count = 0;
    for (const struct definition *d = NULL; (d = next_property(&source->properties, d)); count++)
        if (!name) name = d->name;
    if (!count)
        return fail(ERROR_INPUT, "%s: %s has no property: say prop=PROPERTY at the end",
                    source->file, file);
    return fail(ERROR_INPUT,
                "%s: %s has %zu properties: say at the end which one, such as prop=%s. "
                "`warpmark list properties %s:props=%s` shows them",
                source->file, file, count, name ? name : "1", source->file, file);
}

/* Reads prop=. If it cannot be read, it may be the name of a file. */
static enum status read_asked(struct source *out)
{
    char *beside = NULL;
    const enum status status = formula_read(out->asked, &out->question);
    if (status != ERROR_INPUT) return status;
    if (out->file) MUST(format_beside(out->file, out->asked, &beside));
    const bool is_file = !access(beside ? beside : out->asked, F_OK);
    free(beside);
    return is_file ? fail(status, "this is a file: write props=%s", out->asked) : status;
}

/* prop=NAME means a property of the file of properties, or of the model itself. */
static enum status find_question(struct source *out)
{
    const struct definition *d = NULL;
    if (!out->asked && !(d = only_property(&out->properties))) return say_which(out);
    if (!d) MUST(pick_property(&out->properties, out->asked, &d));
    if (!d) MUST(pick_property(&out->own, out->asked, &d));
    if (!d) return read_asked(out);
    if (d->problem) return fail(ERROR_INPUT, "%s", d->problem);
    out->asked = d->text;
    return formula_copy(d->formula, &out->question);
}

static bool defines_constant(const struct property_file *file, const char *item)
{
    const size_t length = strcspn(item, "=");
    for (size_t k = 0; k < file->count; k++) {
        const struct definition *d = &file->definitions[k];
        if (d->kind == DEFINES_CONSTANT && strlen(d->name) == length &&
            !strncmp(d->name, item, length))
            return true;
    }
    return false;
}

/* Removes the constants that only the file of properties has, because the model's builder does not
 * know them. */
static enum status keep_builders(struct source *source)
{
    enum status status = OK;
    char *rest = NULL, *kept = NULL, *all = source->constants;
    if (!all) return OK;
    for (char *item = strtok_r(all, ",", &rest); item; item = strtok_r(NULL, ",", &rest))
        if (defines_constant(&source->own, item) || !defines_constant(&source->properties, item))
            TRY(append_text(&kept, "%s%s", kept ? "," : "", item));
out:
    free(all);
    source->constants = kept;
    return status;
}

static bool in_model_word(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

/* Finds the first `rewards "name"` that no comment hides. */
static enum status find_first_reward(const char *text, char **out)
{
    static const char word[] = "rewards";
    for (const char *at = text; *at; at++) {
        if (!strncmp(at, "//", 2)) at += strcspn(at, "\n");
        if (!*at) break;
        const bool inside = at > text && in_model_word(at[-1]);
        if (inside || strncmp(at, word, strlen(word)) || in_model_word(at[strlen(word)])) continue;
        at += strlen(word);
        at += strspn(at, " \t\r\n");
        return *at == '"' ? format_text(out, "%.*s", (int)strcspn(at + 1, "\""), at + 1) : OK;
    }
    return OK;
}

static bool has_word(const char *text, const char *word, size_t length)
{
    while (*text) {
        const char *begin = text;
        while (in_model_word(*text)) text++;
        if ((size_t)(text - begin) == length && !strncmp(begin, word, length)) return true;
        text += text == begin;
    }
    return false;
}

/* Fails if the model's text does not have the name anywhere. */
static enum status check_name(const struct formula *leaf, void *with)
{
    if (has_word(with, leaf->text, strlen(leaf->text))) return OK;
    return fail(ERROR_INPUT, "column %zu: the model has no '%s'", leaf->column, leaf->text);
}

static bool is_used(const struct source *source, const char *word, size_t length)
{
    const struct property_file *file = &source->properties;
    bool used = source->asked && has_word(source->asked, word, length);
    for (size_t k = 0; k < file->count && !used; k++) {
        const struct definition *d = &file->definitions[k];
        used = (d->kind == DEFINES_CONSTANT && has_word(d->name, word, length)) ||
               (d->text && has_word(d->text, word, length));
    }
    return used;
}

/* Fails if a constant has a value and stands nowhere. A model's builder checks those of a model. */
static enum status check_constants(const struct source *source)
{
    const char *at = source->constants;
    for (; at && *at; at += strcspn(at, ","), at += *at == ',') {
        const int length = (int)strcspn(at, "=");
        if (!is_used(source, at, (size_t)length))
            return fail(ERROR_INPUT,
                        "const=%.*s: neither the question nor a file of properties has the "
                        "constant '%.*s'",
                        (int)strcspn(at, ","), at, length, at);
    }
    return OK;
}

/* Reads a model's text (new) and its definitions; of a file that is no model, nothing. */
static enum status read_model(struct source *out, char **text)
{
    size_t size;
    *text = NULL;
    if (!out->model) return OK;
    MUST(model_text(out->file, text, &size));
    return model_is_jani(out->file) ? jani_definitions(out->file, *text, &out->own)
                                    : property_text_read(out->file, *text, true, &out->own);
}

/* Binds the names in the question; for a model, those of its constants, and labels for what only
 * its builder can decide. text: of a model, or NULL. */
static enum status bind_question(struct source *out, char *text)
{
    const bool jani = text && model_is_jani(out->file),
               chain = text && !other_model(out->file, text);
    const struct bindings bindings = {
        .constants = out->constants, .properties = &out->properties, .model = &out->own};
    if (!text) MUST(check_constants(out));
    if (text && !jani) MUST(find_first_reward(text, &out->first_reward));
    MUST(formula_bind(&bindings, &out->question));
    MUST(keep_builders(out));
    if (chain && jani) MUST(jani_bind(text, &out->question));
    if (chain && !jani) MUST(formula_leaves(out->question, FORMULA_NAME, check_name, text));
    return text ? formula_take_labels(&out->question, jani ? NULL : text, &out->labels) : OK;
}

static enum status read_properties(struct source *out)
{
    char *beside = NULL;
    if (!out->keys.props) return OK;
    const char *file = out->keys.props;
    enum status status = format_beside(out->file, file, &beside);
    if (status == OK && access(beside, F_OK) && access(file, F_OK))
        status = fail(
            ERROR_INPUT, "%s: props=%s: there is no such file, neither beside the model nor here%s",
            out->file, file, strpbrk(file, "[?\"") ? "; a property stands behind prop=" : "");
    if (status == OK)
        status = property_file_read(access(beside, F_OK) ? file : beside, &out->properties);
    free(beside);
    return status;
}

/* If the question is a single word that means nothing, says which names of properties there are. */
static enum status unknown_property(const struct source *source, enum status status)
{
    const struct property_file *const files[] = {&source->properties, &source->own};
    const char *known[64] = {0};
    char hint[256];
    size_t count = 0;
    if (status != ERROR_INPUT || !source->question || source->question->kind != FORMULA_NAME)
        return status;
    for (int k = 0; k < 2; k++)
        for (const struct definition *d = NULL; (d = next_property(files[k], d)) && count < 63;)
            if (d->name) known[count++] = d->name;
    return count ? fail(status, "no property has this name%s",
                        suggest_name(source->asked, known, hint, sizeof hint))
                 : status;
}

/* Reads the question, if there is one. */
static enum status read_question(struct source *out)
{
    char *text;
    MUST(read_properties(out));
    if (!out->asked && !out->keys.props) return OK;
    if (out->asked && !out->numbered)
        out->before_asked = (size_t)(out->asked - out->text) - strlen("prop=");
    enum status status = read_model(out, &text);
    if (status == OK) status = find_question(out);
    if (status == OK) status = unknown_property(out, bind_question(out, text));
    if (out->asked) status = about_property(out, status);
    free(text);
    return status;
}

/* Generators */

static enum status no_such_property(const struct generator *generator, uint64_t number,
                                    uint64_t count)
{
    return fail(ERROR_INPUT,
                "%s: property=%llu: it has properties 1 to %llu (see `warpmark list generators`)",
                generator->name, (unsigned long long)number, (unsigned long long)count);
}

/* A property of a decision process is asked as if it stood behind `prop=`. */
static enum status find_model_question(struct source *out)
{
    const char *const *questions = out->generator->model->questions;
    const uint64_t number = out->arguments[PROPERTY].count;
    uint64_t count = 0;
    if (!model_has_questions(out->generator->model, out->arguments)) return OK;
    while (questions[count]) count++;
    if (number > count) return no_such_property(out->generator, number, count);
    out->numbered = !out->asked;
    if (out->numbered) out->asked = questions[number - 1];
    return OK;
}

static enum status parse_generator(const char *name, char *parameters, struct source *out)
{
    out->generator = find_generator(name);
    if (!out->generator) return source_no_generator(name);
    out->asked = cut_property(parameters);
    if (strchr(parameters, '{'))
        return fail(ERROR_INPUT,
                    "%s: %s: a source has one value for each parameter. For several, write a "
                    "script with wm.grid (docs/lua.md)",
                    name, parameters);
    if (out->asked && !out->generator->model)
        return fail(ERROR_INPUT, "%s: prop= is for chains, and this is none", name);
    const char *number = strstr(parameters, "property=");
    if (number && strchr(number, '['))
        return fail(ERROR_INPUT,
                    "%s: property= takes a number of `warpmark list generators`; a property in "
                    "PRISM's language stands behind prop=",
                    name);
    MUST(scheduler_cut(name, parameters, out));
    MUST(generator_arguments(out->generator, parameters, out->arguments));
    if (out->generator->model) MUST(find_model_question(out));
    return read_question(out);
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
    *out = (struct model_property){.title = source->asked};
    if (model_has_questions(generator->model, source->arguments)) return set_bound(source, out);
    while (generator->model->properties[count].title) count++;
    if (number > count) return no_such_property(generator, number, count);
    *out = generator->model->properties[number - 1];
    return set_bound(source, out);
}

/* Files */

/* The names of source_keys, and two that are taken out apart from them. */
static const char *const key_names[] = {"format",    "type",  "goal", "avoid", "steady", "reward",
                                        "filter",    "steps", "time", "rhs",   "matrix", "props",
                                        "scheduler", "const", "prop", NULL};

/* Returns whether item is `const=N=4`, or `K=2` behind such an item. */
static bool is_constant(const struct source *source, const char *item)
{
    char name[32];
    const bool has_any = source->model || source->asked || source->keys.props;
    if (!has_any || !strncmp(item, "const=", strlen("const="))) return has_any;
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
        if (*source_key_note(item))
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

static enum status parse_model(char *keys, struct source *out)
{
    out->asked = cut_property(keys);
    MUST(parse_keys(keys, out));
    return read_question(out);
}

static enum status parse_explicit(char *keys, struct source *out)
{
    out->asked = cut_property(keys);
    if (!strstr(keys, "format=")) MUST(format_known(out->file));
    MUST(parse_keys(keys, out));
    MUST(choose_format(out));
    MUST(read_question(out));
    const bool said = out->format->read_matrix && out->keys.type; /* a matrix of a chain */
    out->contents = out->format->read_chain || said ? HOLDS_CHAIN
                    : out->format->read_product     ? HOLDS_PRODUCT
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

/* The question says all, except for the reward of a .tra file. */
static enum status check_question(const struct source *source)
{
    const union source_keys *k = &source->keys;
    if (!source->question) return OK;
    if (k->goal || k->avoid || k->steady || k->filter || k->steps || k->time || k->rhs)
        return fail(ERROR_INPUT,
                    "%s: prop= says what is asked: leave out goal=, avoid=, steady=, filter=, "
                    "steps=, time= and rhs=",
                    source->file);
    if (source->contents == HOLDS_CHAIN) return OK;
    return fail(ERROR_INPUT, "%s: prop= is for chains, and this is none", source->file);
}

static enum status parse_file(char *text, char *key_text, struct source *out)
{
    char nothing[] = "";
    out->file = text;
    if (!key_text) key_text = nothing;
    out->model = !strstr(key_text, "format=") && model_is(text);
    out->contents = HOLDS_CHAIN;
    MUST(out->model ? parse_model(key_text, out) : parse_explicit(key_text, out));
    MUST(check_matrix(out));
    MUST(check_question(out));
    if (out->keys.scheduler) MUST(scheduler_take(text, out->keys.scheduler, out));
    if (out->keys.type) {
        static const char *const words[] = {"dtmc", "ctmc", "mdp", "idtmc", "imdp", NULL};
        static const enum chain_type types[] = {CHAIN_DTMC, CHAIN_CTMC, CHAIN_MDP, CHAIN_DTMC,
                                                CHAIN_MDP};
        const int type = source_word(out, "type", out->keys.type, words);
        if (type < 0) return ERROR_INPUT;
        out->type = types[type];
        out->intervals = *words[type] == 'i';
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
    if (strstr(text, "scheduler=")) return true;
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
    if (out->scheduler && !source_is_chain(out))
        TRY(fail(ERROR_INPUT, "%s: only an MDP has choices: leave out scheduler=", text));
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

/* *out = the properties in a JANI model. */
static enum status own_properties(const struct source *source, struct property_file *out)
{
    char *text;
    size_t size;
    MUST(model_text(source->file, &text, &size));
    const char *other = other_model(source->file, text);
    const enum status status =
        other ? fail(ERROR_INPUT, "%s: this is %s. Only DTMCs and CTMCs are solved here",
                     source->file, other)
              : jani_definitions(source->file, text, out);
    free(text);
    return status;
}

enum status source_properties(const char *text, struct property_file *out)
{
    struct source source = {0};
    enum status status = OK;
    char *keys, *at;
    TRY(copy_text(text, &source.text));
    *out = (struct property_file){0};
    if (!split_file(source.text, &keys)) TRY(source_no_file(source.text));
    source.file = source.text;
    at = keys ? strstr(keys, "props=") : NULL;
    if (!at && model_is_jani(source.file)) {
        status = own_properties(&source, out);
        goto out;
    }
    if (!keys && (model_is(source.text) || format_of_file(source.text, &source.format) == OK))
        TRY(fail(ERROR_INPUT,
                 "%s: this is a model: name its file of properties, or write %s:props=FILE",
                 source.text, source.text));
    if (!at) {
        status = property_file_read(source.text, out);
        goto out;
    }
    source.keys.props = at + strlen("props=");
    source.keys.props[strcspn(source.keys.props, ",")] = '\0';
    TRY(read_properties(&source));
    *out = source.properties;
    source.properties = (struct property_file){0};
out:
    source_free(&source);
    return status;
}

void source_free(struct source *source)
{
    free(source->text);
    free(source->constants);
    free(source->scheduler);
    formula_free(source->question);
    free(source->first_reward);
    property_file_free(&source->properties);
    property_file_free(&source->own);
    taken_labels_free(&source->labels);
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
