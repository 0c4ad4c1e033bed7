#include "harness/engines/engine.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"
#include "datasets/format.h"
#include "harness/engines/engine_solve.h"
#include "harness/engines/message.h"
#include "solvers/registry.h"

/* Returns whether text has only the characters that names in variants may have. */
static bool is_name_word(const char *text)
{
    for (const char *at = text; *at; at++)
        if (!isalnum((unsigned char)*at) && !strchr("_.-", *at)) return false;
    return *text != '\0';
}

static bool is_among(const char *word, const char *const *names)
{
    while (*names && strcmp(*names, word)) names++;
    return *names != NULL;
}

/* Checks a list of words against the known names. Unknown words are ignored, as a later version may
 * define them; but a word close to a known name is an error, and so is a list without any known
 * word. */
static enum status check_words(const char *key, const char *const *words, const char *const *names)
{
    char hint[256];
    const char *unknown = NULL;
    bool any = false;
    for (size_t w = 0; words[w]; w++) {
        if (is_among(words[w], names)) any = true;
        else if (!unknown || meant_name(words[w], names)) unknown = words[w];
    }
    if (!unknown || (any && !meant_name(unknown, names))) return OK;
    return fail(ERROR_INPUT, "\"%s\" has the unknown word '%s'%s", key, unknown,
                suggest_name(unknown, names, hint, sizeof hint));
}

/* Reads a list of words into *bits, with one bit for each word, at its place in `names`. */
static enum status read_bits(const struct message *message, const char *key, int count,
                             const char *const *names, unsigned fallback, unsigned *bits)
{
    const char *word[32] = {0}, *known[32] = {0};
    size_t words;
    for (int k = 0; k < count; k++) known[k] = names[k];
    MUST(message_texts(message, key, 31, word, &words));
    MUST(check_words(key, word, known));
    *bits = words ? 0 : fallback;
    for (int k = 0; k < count; k++)
        if (is_among(known[k], word)) *bits |= 1U << k;
    return OK;
}

/* Makes the option of a choice from its list of words; the first is the default. */
static enum status read_words(const struct message *item, struct option *option,
                              const char ***words)
{
    enum { MOST = 40 };
    size_t count;
    MUST(allocate(MOST + 1, sizeof **words, "options", words));
    MUST(message_texts(item, "values", MOST, *words, &count));
    for (size_t k = 0; k < count; k++)
        if (!is_name_word((*words)[k]))
            return fail(ERROR_INPUT,
                        "its option '%s' has the value '%s': use letters, digits, "
                        "'_', '.' and '-'",
                        option->name, (*words)[k]);
    if (!count) return fail(ERROR_INPUT, "its option '%s' has no values", option->name);
    option->words = *words;
    option->size = sizeof(int);
    return OK;
}

static enum status read_option_number(const struct message *item, struct option *option)
{
    const char *type;
    MUST(message_text(item, "type", "number", &type));
    MUST(message_number(item, "default", 0, &option->fallback));
    MUST(message_number(item, "above", -INFINITY, &option->above));
    MUST(message_number(item, "below", INFINITY, &option->below));
    option->size = strcmp(type, "whole") ? sizeof(double) : sizeof(int);
    if (option->size == sizeof(int)) { /* bounds that fit into an int */
        option->above = fmax(option->above, -2e9);
        option->below = fmin(option->below, 2e9);
    }
    if (option->fallback > option->above && option->fallback < option->below) return OK;
    return fail(ERROR_INPUT, "the default of its option '%s' is not between its bounds",
                option->name);
}

static enum status read_option(const struct message *item, size_t *offset, struct option *option,
                               const char ***words)
{
    MUST(message_text(item, "name", "", &option->name));
    if (!is_name_word(option->name))
        return fail(ERROR_INPUT, "an option has the name '%s': use letters, digits and '_'",
                    option->name);
    if (!strcmp(option->name, "epsilon"))
        return fail(ERROR_INPUT, "it declares the option 'epsilon', which every variant has");
    MUST(message_text(item, "help", "", &option->title));
    MUST(message_has(item, "values") ? read_words(item, option, words)
                                     : read_option_number(item, option));
    *offset = (*offset + option->size - 1) / option->size * option->size;
    option->offset = *offset;
    *offset += option->size;
    if (*offset > OPTION_BYTES)
        return fail(ERROR_INPUT,
                    "it has more options than fit: %d choices or whole numbers, or "
                    "half as many other numbers",
                    (int)(OPTION_BYTES / sizeof(int)));
    return OK;
}

static enum status read_options(const struct message *message, struct engine *out)
{
    const struct message *item;
    size_t offset = 0;
    for (size_t k = 0;; k++) {
        MUST(message_item(message, "options", k, &item));
        if (!item) return OK;
        if (k == ENGINE_OPTIONS) return fail(ERROR_INPUT, "it has too many options");
        MUST(read_option(item, &offset, &out->options[k], &out->words[k]));
    }
}

static bool engine_can_use(const struct mat_ops *mat)
{
    (void)mat;
    return true;
}

static enum status check_protocol(const struct message *message)
{
    uint64_t protocol;
    MUST(message_count(message, "protocol", 0, &protocol));
    if (protocol == ENGINE_PROTOCOL) return OK;
    return fail(ERROR_INPUT, "it speaks protocol %llu, and this warpmark speaks protocol %d",
                (unsigned long long)protocol, ENGINE_PROTOCOL);
}

static enum status check_forms(const struct engine *engine)
{
    const char *known[32] = {"system"};
    for (int k = 0, count = 1; k < format_count && count < 31; k++)
        if (formats[k]->write_chain) known[count++] = formats[k]->name;
    return check_words("takes", engine->form, known);
}

static enum status check_places(const struct engine *engine)
{
    const char *known[32] = {0};
    for (int k = 0; k < place_count && k < 31; k++) known[k] = places[k]->name;
    return check_words("places", engine->place, known);
}

static enum status read_texts(const struct message *message, struct engine *out)
{
    size_t count;
    MUST(message_text(message, "title", out->name, &out->title));
    MUST(message_text(message, "version", "", &out->version));
    MUST(message_text(message, "source", "", &out->source));
    MUST(message_text(message, "missing", "", &out->missing));
    MUST(message_texts(message, "places", ENGINE_PLACES, out->place, &count));
    if (!count) out->place[0] = places[0]->name;
    MUST(message_texts(message, "takes", ENGINE_FORMS, out->form, &count));
    if (!count) out->form[0] = "system";
    MUST(check_places(out));
    return check_forms(out);
}

static enum status read_engine_description(const char *line, struct engine *out)
{
    struct message *message;
    MUST(message_read(line, &message));
    out->message = message;
    MUST(check_protocol(message));
    MUST(read_texts(message, out));
    MUST(read_bits(message, "solves", NKINDS, problem_kind_names,
                   1U << KIND_LINEAR | 1U << KIND_FIXPOINT, &out->kinds));
    MUST(read_bits(message, "precisions", NREALS, precision_names, 1U << F64, &out->precisions));
    return read_options(message, out);
}

static enum status blame(enum status status, const char *name)
{
    char text[500];
    snprintf(text, sizeof text, "%s", fail_message());
    return fail(status, "engine %s: %s", name, text);
}

enum status engine_describe(const char *name, const char *path, const char *line,
                            struct engine *out)
{
    enum status status = OK;
    *out = (struct engine){0};
    TRY(copy_text(name, &out->name));
    TRY(copy_text(path, &out->path));
    TRY(read_engine_description(line, out));
    out->method = (struct method){.name = out->name,
                                  .title = out->title,
                                  .source = out->source,
                                  .engine = out,
                                  .only_by_name = true,
                                  .by_entries = true,
                                  .measure = MEASURE_EITHER,
                                  .can_use = engine_can_use,
                                  .options = out->options};
    engine_solve_attach(&out->method);
out:
    if (status == ERROR_INPUT || status == ERROR_UNSUPPORTED) status = blame(ERROR_INPUT, name);
    if (status != OK) engine_free(out);
    return status;
}

enum status engine_describe_silent(const char *name, const char *path, const char *why,
                                   struct engine *out)
{
    char line[600], text[400];
    size_t k = 0;
    for (; why[k] && k < sizeof text - 1; k++)
        text[k] = strchr("\"\\", why[k]) || (unsigned char)why[k] < ' ' ? '\'' : why[k];
    text[k] = '\0';
    snprintf(line, sizeof line, "{\"protocol\": %d, \"missing\": \"%s\"}", ENGINE_PROTOCOL, text);
    MUST(engine_describe(name, path, line, out));
    out->silent = true;
    return OK;
}

void engine_free(struct engine *engine)
{
    for (int k = 0; k < ENGINE_OPTIONS; k++) free(engine->words[k]);
    message_free(engine->message);
    free(engine->name);
    free(engine->path);
    *engine = (struct engine){0};
}

void engine_write_options(const struct engine *engine, const struct solver_options *options,
                          struct json *json)
{
    for (int k = 0; engine->options[k].name; k++) {
        const struct option *option = &engine->options[k];
        const struct option_entry entry = {.option = option, .method = &engine->method};
        const double value = option_get(&entry, options);
        if (option->words) json_text(json, option->name, option->words[(int)value]);
        else json_number(json, option->name, value);
    }
}

enum status engine_can_run(const struct engine *engine, const struct place *place,
                           enum precision precision, bool native)
{
    int k = 0;
    if (*engine->missing)
        return fail(ERROR_UNSUPPORTED, "engine %s: %s", engine->name, engine->missing);
    while (engine->place[k] && strcmp(engine->place[k], place->name)) k++;
    if (!engine->place[k])
        return fail(ERROR_UNSUPPORTED, "engine %s does not run at place %s", engine->name,
                    place->name);
    if (!(engine->precisions >> precision & 1))
        return fail(ERROR_UNSUPPORTED, "engine %s does not compute in %s", engine->name,
                    precision_names[precision]);
    if (!native && strcmp(engine->form[0], "system"))
        return fail(ERROR_UNSUPPORTED, "engine %s takes models, whose states keep their order",
                    engine->name);
    return OK;
}

enum status engine_can_solve(const struct engine *engine, enum problem_kind kind)
{
    if (engine->kinds >> kind & 1) return OK;
    return fail(ERROR_UNSUPPORTED, "engine %s does not solve this kind of problem (%s)",
                engine->name, problem_kind_names[kind]);
}
