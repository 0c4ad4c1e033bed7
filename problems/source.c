#include "problems/source.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/memory.h"
#include "base/text.h"
#include "generators/explore.h"

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

static enum status unknown_generator(const char *name)
{
    const char *known[64] = {0};
    char hint[256];
    for (int k = 0; k < generator_count && k < 63; k++) known[k] = generators[k]->name;
    return fail(ERROR_INPUT, "unknown generator '%s'%s (a file needs a '/' or '.' in its name)",
                name, suggest_name(name, known, hint, sizeof hint));
}

static enum status parse_generator(const char *name, const char *parameters, struct source *out)
{
    out->generator = find_generator(name);
    if (!out->generator) return unknown_generator(name);
    return generator_arguments(out->generator, parameters, out->arguments);
}

enum status source_property(const struct source *source, const struct model_property **out)
{
    const struct generator *generator = source->generator;
    uint64_t number = source->arguments[PROPERTY].count, count = 0;
    while (generator->model->properties[count].title) count++;
    if (number > count)
        return fail(ERROR_INPUT, "%s: property=%llu: there are %llu (warpmark list generators)",
                    generator->name, (unsigned long long)number, (unsigned long long)count);
    *out = &generator->model->properties[number - 1];
    return OK;
}

static const struct model_reward *find_reward(const struct model *model, const char *name)
{
    for (const struct model_reward *reward = model->rewards; name && reward->name; reward++)
        if (!strcmp(reward->name, name)) return reward;
    return NULL;
}

static enum status explore_source(const struct source *source, enum source_rewards which,
                                  struct chain *out)
{
    const struct generator *generator = source->generator;
    const struct model_property *property = NULL;
    struct model_reward only[2] = {{0}}; /* the property's, and the end */
    MUST(source_property(source, &property));
    const struct model_reward *reward = find_reward(generator->model, property->reward);
    if (reward) only[0] = *reward;
    return explore(generator->name, generator->model, source->arguments,
                   which == ALL_REWARDS ? generator->model->rewards : only, out);
}

/* Files */

static const char *const key_names[] = {"format", "type",  "goal", "avoid", "steady", "reward",
                                        "filter", "steps", "time", "rhs",   NULL};

static enum status parse_keys(const char *file, char *text, union source_keys *out)
{
    char hint[256], *rest = NULL;
    for (char *item = strtok_r(text, ",", &rest); item; item = strtok_r(NULL, ",", &rest)) {
        char *equals = strchr(item, '=');
        if (!equals || !equals[1])
            return fail(ERROR_INPUT, "%s: '%s' is not of the form key=value", file, item);
        *equals = '\0';
        int k = word_index(item, key_names);
        if (k < 0)
            return fail(ERROR_INPUT, "%s: unknown key '%s'%s", file, item,
                        suggest_name(item, key_names, hint, sizeof hint));
        if (out->all[k]) return fail(ERROR_INPUT, "%s: key '%s' is given twice", file, item);
        out->all[k] = equals + 1;
    }
    return OK;
}

/* Cuts text in two at the ':' behind the longest prefix that is a file; *keys is NULL where nothing
 * follows it. False, and text as it was, where there is none. */
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

static enum status no_file(char *text)
{
    struct stat found;
    text[strcspn(text, ":")] = '\0';
    if (stat(text, &found) == 0) return fail(ERROR_INPUT, "%s: is a folder, not a file", text);
    return fail(ERROR_INPUT, "%s: %s", text, strerror(errno));
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

static enum status parse_file(char *text, char *key_text, struct source *out)
{
    static const char *const types[] = {"dtmc", "ctmc", NULL};
    char nothing[] = "";
    out->file = text;
    MUST(parse_keys(text, key_text ? key_text : nothing, &out->keys));
    MUST(choose_format(out));
    out->contents = out->format->read_chain     ? HOLDS_CHAIN
                    : out->format->read_product ? HOLDS_PRODUCT
                                                : HOLDS_SYSTEM;
    if (out->format->holds) MUST(out->format->holds(out->file, &out->contents));
    if (out->keys.type) {
        int type = source_word(out, "type", out->keys.type, types);
        if (type < 0) return ERROR_INPUT;
        out->type = (enum chain_type)(CHAIN_DTMC + type);
    }
    return OK;
}

static enum status unknown_reward(const struct source *source, const struct chain *chain)
{
    const char **known = NULL;
    char hint[256];
    enum status status = allocate_zeroed(chain->nrewards + 1, sizeof *known, "rewards", &known);
    if (status != OK) return status;
    for (size_t k = 0; k < chain->nrewards; k++) known[k] = chain->rewards[k].name;
    status = fail(ERROR_INPUT, "%s: reward=%s: unknown reward%s%s%s", source->file,
                  source->keys.reward, suggest_name(source->keys.reward, known, hint, sizeof hint),
                  chain->reward_note ? "; " : "", chain->reward_note ? chain->reward_note : "");
    free(known);
    return status;
}

static enum status read_source(const struct source *source, struct chain *out)
{
    const struct format *format = source->format;
    const char *reward = source->keys.reward;
    enum status status = OK;
    TRY(format->read_chain(source->file, source->type, out));
    if (reward && format->read_reward) TRY(format->read_reward(source->file, reward, out));
    else if (reward && !chain_reward(out, reward)) TRY(unknown_reward(source, out));
out:
    if (status != OK) chain_free(out);
    return status;
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
    if (looks_like_file) return no_file(text);
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
    return generator->kripke && strpbrk(arguments[PROPERTY].text, "./"); /* an automaton */
}

enum status source_parse(const char *text, struct source *out)
{
    enum status status = OK;
    *out = (struct source){0};
    TRY(copy_text(text, &out->text));
    TRY(parse_text(out));
out:
    if (status != OK) source_free(out);
    return status;
}

void source_free(struct source *source)
{
    free(source->text);
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

enum status source_chain(const struct source *source, enum source_rewards which, struct chain *out)
{
    return source->generator ? explore_source(source, which, out) : read_source(source, out);
}
