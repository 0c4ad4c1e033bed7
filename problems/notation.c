#include "problems/notation.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"
#include "generators/kripke.h"
#include "problems/source.h"

/* Copies title with the bound in place of the word `steps` or `time` behind "<=" or "I=". */
static enum status fill_bound(const char *title, const char *word, const char *bound, char **out)
{
    const char *at = strstr(title, word);
    while (at && at[-1] != '=') at = strstr(at + 1, word);
    if (!at) return copy_text(title, out);
    return format_text(out, "%.*s%s%s", (int)(at - title), title, bound, at + strlen(word));
}

static bool in_steps(const struct source *source)
{
    return source->generator->model->type == CHAIN_DTMC;
}

static enum status model_text(const struct source *source, char **out)
{
    struct model_property asked;
    char bound[32];
    MUST(source_property(source, &asked));
    if (asked.steps) snprintf(bound, sizeof bound, "%llu", (unsigned long long)asked.steps);
    else snprintf(bound, sizeof bound, "%g", asked.time);
    return fill_bound(asked.title, in_steps(source) ? "steps" : "time", bound, out);
}

static enum status kripke_text(const struct source *source, char **out)
{
    const char *asked = source->arguments[PROPERTY].text;
    uint64_t number = 0;
    if (*asked && !parse_count(asked, &number)) return OK;
    for (const struct kripke_property *p = source->generator->kripke->properties; p->title; p++)
        if (!*asked || (uint64_t)p->number == number) return copy_text(p->title, out);
    return OK;
}

/* Appends a label in quotes, with '!' before them if it is negated. */
static enum status append_label(char **out, const char *label)
{
    const bool negated = *label == '!';
    return append_text(out, "%s\"%s\"", negated ? "!" : "", label + negated);
}

/* Appends a path formula such as `F "goal"` or `!"avoid" U "goal"`, with its bound. */
static enum status append_path(char **out, const union source_keys *keys)
{
    const char *bound = keys->steps ? keys->steps : keys->time;
    if (keys->avoid) {
        const bool negated = *keys->avoid == '!';
        MUST(append_text(out, "%s\"%s\" U", negated ? "" : "!", keys->avoid + negated));
    } else {
        MUST(append_text(out, "F"));
    }
    if (bound) MUST(append_text(out, "<=%s", bound));
    MUST(append_text(out, " "));
    return append_label(out, keys->goal);
}

static enum status append_query(char **out, const union source_keys *keys)
{
    const char *bound = keys->steps ? keys->steps : keys->time;
    if (keys->reward && !*keys->reward) MUST(append_text(out, "R=?["));
    else if (keys->reward) MUST(append_text(out, "R{\"%s\"}=?[", keys->reward));
    else MUST(append_text(out, keys->steady ? "S=?[" : "P=?["));
    if (keys->steady) MUST(append_label(out, keys->steady));
    else if (keys->goal) MUST(append_path(out, keys));
    else MUST(append_text(out, bound ? "I=%s" : "S", bound));
    return append_text(out, "]");
}

static enum status file_text(const union source_keys *keys, char **out)
{
    MUST(copy_text("", out));
    if (keys->filter) MUST(append_text(out, "filter(%s, ", keys->filter));
    MUST(append_query(out, keys));
    return keys->filter ? append_text(out, ", \"init\")") : OK;
}

enum status property_text(const char *text, char **out)
{
    struct source source;
    *out = NULL;
    enum status status = source_parse(text, &source);
    if (status != OK) return status;
    if (source.asked) status = copy_text(source.asked, out);
    else if (!source.generator)
        status = source_is_chain(&source) ? file_text(&source.keys, out) : OK;
    else if (source.generator->model) status = model_text(&source, out);
    else if (source.generator->kripke) status = kripke_text(&source, out);
    source_free(&source);
    if (status == OK) return OK;
    free(*out);
    *out = NULL;
    return status;
}

/* Writes the model's property as that of a file with the corresponding keys. */
static enum status model_by_labels(const struct source *source, char **out)
{
    struct model_property asked;
    char bound[32];
    MUST(source_property(source, &asked));
    if (asked.steps) snprintf(bound, sizeof bound, "%llu", (unsigned long long)asked.steps);
    else snprintf(bound, sizeof bound, "%.17g", asked.time);
    const bool bounded = asked.steps || asked.time > 0 || asked.at_once;
    const union source_keys keys = {.goal = (char *)(uintptr_t)asked.goal,
                                    .avoid = (char *)(uintptr_t)asked.avoid,
                                    .steady = (char *)(uintptr_t)asked.steady,
                                    .reward = (char *)(uintptr_t)asked.reward,
                                    .filter = (char *)(uintptr_t)asked.filter,
                                    .steps = bounded && in_steps(source) ? bound : NULL,
                                    .time = bounded && !in_steps(source) ? bound : NULL};
    return file_text(&keys, out);
}

static bool is_plain_word(const char *name)
{
    while (isalnum((unsigned char)*name) || *name == '_') name++;
    return !*name;
}

enum status property_by_labels(const struct source *source, char **out)
{
    char nameless[] = "";
    *out = NULL;
    if (source->question) return formula_text(source->question, out);
    if (source->generator) return model_by_labels(source, out);
    union source_keys keys = source->keys;
    if (keys.reward && !is_plain_word(keys.reward)) keys.reward = nameless;
    return file_text(&keys, out);
}
