#include "problems/notation.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"
#include "generators/kripke.h"
#include "problems/source.h"

/* From a source */

/* title with the bound in place of the word `steps` or `time` behind "<=" or "I=". */
static enum status fill_bound(const char *title, const char *word, const char *bound, char **out)
{
    const char *at = strstr(title, word);
    while (at && at[-1] != '=') at = strstr(at + 1, word);
    if (!at) return copy_text(title, out);
    return format_text(out, "%.*s%s%s", (int)(at - title), title, bound, at + strlen(word));
}

static enum status model_text(const struct source *source, char **out)
{
    struct model_property asked;
    char bound[32];
    MUST(source_property(source, &asked));
    if (asked.steps) snprintf(bound, sizeof bound, "%llu", (unsigned long long)asked.steps);
    else snprintf(bound, sizeof bound, "%g", asked.time);
    return fill_bound(asked.title, asked.steps ? "steps" : "time", bound, out);
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

/* A label with its quotes, behind its '!'. */
static enum status append_label(char **out, const char *label)
{
    const bool negated = *label == '!';
    return append_text(out, "%s\"%s\"", negated ? "!" : "", label + negated);
}

/* `F "goal"`, `!"avoid" U "goal"`, with a bound. */
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

/* The keys that ask the same of the model's file. */
static enum status model_by_labels(const struct source *source, char **out)
{
    struct model_property asked;
    char bound[32];
    MUST(source_property(source, &asked));
    if (asked.steps) snprintf(bound, sizeof bound, "%llu", (unsigned long long)asked.steps);
    else snprintf(bound, sizeof bound, "%.17g", asked.time);
    const union source_keys keys = {.goal = (char *)(uintptr_t)asked.goal,
                                    .avoid = (char *)(uintptr_t)asked.avoid,
                                    .steady = (char *)(uintptr_t)asked.steady,
                                    .reward = (char *)(uintptr_t)asked.reward,
                                    .filter = (char *)(uintptr_t)asked.filter,
                                    .steps = asked.steps ? bound : NULL,
                                    .time = !asked.steps && asked.time > 0 ? bound : NULL};
    return file_text(&keys, out);
}

static bool is_word(const char *name)
{
    while (isalnum((unsigned char)*name) || *name == '_') name++;
    return !*name;
}

enum status property_by_labels(const struct source *source, char **out)
{
    char nameless[] = "";
    *out = NULL;
    if (source->generator) return model_by_labels(source, out);
    union source_keys keys = source->keys;
    if (keys.reward && !is_word(keys.reward)) keys.reward = nameless;
    return file_text(&keys, out);
}

/* From a user */

/* Moves *at behind word and blanks, where it stands there. */
static bool skip(const char **at, const char *word)
{
    while (isspace((unsigned char)**at)) (*at)++;
    if (strncmp(*at, word, strlen(word))) return false;
    *at += strlen(word);
    while (isspace((unsigned char)**at)) (*at)++;
    return true;
}

enum { LONGEST_NAME = 63 };

/* `"label"`, `!"label"`, also without quotes. */
static bool take_label(const char **at, char out[LONGEST_NAME + 2])
{
    size_t length = 0;
    if (skip(at, "!")) out[length++] = '!';
    const bool quoted = skip(at, "\"");
    while (isalnum((unsigned char)**at) || **at == '_') {
        if (length > LONGEST_NAME) return false;
        out[length++] = *(*at)++;
    }
    out[length] = '\0';
    if (quoted && !skip(at, "\"")) return false;
    skip(at, "");
    return length > 0 && isalnum((unsigned char)out[length - 1]);
}

static bool take_number(const char **at, char out[LONGEST_NAME + 2])
{
    size_t length = strspn(*at, "0123456789.eE");
    if (!length || length > LONGEST_NAME) return false;
    snprintf(out, LONGEST_NAME + 2, "%.*s", (int)length, *at);
    *at += length;
    skip(at, "");
    return true;
}

/* A whole number may be one of steps. */
static const char *bound_key(const char *bound)
{
    return strchr(bound, '.') ? "time" : "steps";
}

/* `<=5` */
static bool take_bound(const char **at, char out[LONGEST_NAME + 2])
{
    *out = '\0';
    return !skip(at, "<=") || take_number(at, out);
}

/* What stands between the brackets of P, or of R with a goal. */
static bool path_keys(const char *at, char *out, size_t size)
{
    char goal[LONGEST_NAME + 2], pass[LONGEST_NAME + 2] = "", bound[LONGEST_NAME + 2];
    if (!skip(&at, "F") && !(take_label(&at, pass) && skip(&at, "U"))) return false;
    if (!take_bound(&at, bound) || !take_label(&at, goal) || *at != ']') return false;
    const char *avoid = !*pass ? "" : *pass == '!' ? pass + 1 : pass;
    snprintf(out, size, "goal=%s%s%s%s%s%s%s%s", goal, *pass ? ",avoid=" : "",
             *pass && *pass != '!' ? "!" : "", avoid, *bound ? "," : "",
             *bound ? bound_key(bound) : "", *bound ? "=" : "", bound);
    return true;
}

static bool keys_of(char kind, const char *name, const char *at, char *out, size_t size)
{
    char label[LONGEST_NAME + 2], path[4 * LONGEST_NAME], bound[LONGEST_NAME + 2];
    const char *instant = at;
    if (kind == 'P') return path_keys(at, out, size);
    if (kind == 'S' && take_label(&at, label) && *at == ']') {
        snprintf(out, size, "steady=%s", label);
        return true;
    }
    const char *reward = *name ? name : "FILE";
    if (kind != 'R') return false;
    if (skip(&instant, "I=") && take_number(&instant, bound) && *instant == ']')
        snprintf(out, size, "reward=%s,%s=%s", reward, bound_key(bound), bound);
    else if (skip(&instant, "S") && *instant == ']') snprintf(out, size, "reward=%s", reward);
    else if (path_keys(at, path, sizeof path)) snprintf(out, size, "reward=%s,%s", reward, path);
    else return false;
    return true;
}

bool property_keys(const char *text, char **keys)
{
    char name[LONGEST_NAME + 2] = "", found[8 * LONGEST_NAME];
    *keys = NULL;
    const char kind = *text++;
    if (!kind || !strchr("PSR", kind)) return false;
    if (kind == 'R' && skip(&text, "{") && !(take_label(&text, name) && skip(&text, "}")))
        return false;
    const size_t relation = strcspn(text, "=<>");
    if (relation > 3 || !text[relation]) return false; /* Pmax=? */
    const char *bracket = strchr(text, '[');
    if (!bracket) return false;
    bracket++;
    if (relation == 0 && keys_of(kind, name, bracket, found, sizeof found))
        (void)copy_text(found, keys);
    return true;
}
