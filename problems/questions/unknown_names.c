/* Errors about names in a question that nothing has, with the names that may be meant. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/memory.h"
#include "base/text.h"
#include "problems/questions/asking.h"

static const char of_words[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789";

/* Names that are known, which end with NULL. */
struct names {
    const char **name;
    size_t count, room;
    char *variables; /* a copy, cut into names */
};

static void names_clear(struct names *names)
{
    free(names->name);
    free(names->variables);
    *names = (struct names){0};
}

static enum status add_known(struct names *names, const char *name)
{
    MUST(reserve(&names->name, &names->room, names->count + 2, sizeof *names->name, "names"));
    names->name[names->count++] = name;
    names->name[names->count] = NULL;
    return OK;
}

static enum status add_labels_of(struct names *names, const struct chain *chain)
{
    for (size_t k = 0; k < chain->nlabels; k++) MUST(add_known(names, chain->labels[k].name));
    return OK;
}

static enum status add_definitions(struct names *names, const struct property_file *file,
                                   enum definition_kind kind)
{
    for (size_t k = 0; k < file->count; k++)
        if (file->definitions[k].kind == kind && file->definitions[k].name)
            MUST(add_known(names, file->definitions[k].name));
    return OK;
}

/* Adds the names in "(a,b)". */
static enum status add_variables(struct names *names, const struct chain *chain)
{
    char *rest = NULL;
    if (!chain->variables || !chain->values) return OK;
    MUST(copy_text(chain->variables, &names->variables));
    for (char *name = strtok_r(names->variables, "(,)", &rest); name;
         name = strtok_r(NULL, "(,)", &rest))
        MUST(add_known(names, name));
    return OK;
}

/* Between two single letters only their case may differ. */
static const char *meant(const char *word, const struct names *names)
{
    const char *near = names->count ? meant_name(word, names->name) : NULL;
    return near && !near[1] && !word[1] && strcasecmp(near, word) ? NULL : near;
}

static bool is_among(const char *word, const struct names *names)
{
    bool found = false;
    for (size_t k = 0; k < names->count && !found; k++) found = !strcmp(word, names->name[k]);
    return found;
}

enum status unknown_constant(const struct asking *asking, const struct formula *formula)
{
    enum status status = OK;
    const char *word = formula->text;
    struct names variables = {0};
    TRY(add_variables(&variables, asking->chain));
    if (is_among(word, &variables))
        status = asked_wrong(asking, formula,
                             "'%s' is a variable, and bounds and limits are numbers and constants",
                             word);
    else if (!strcasecmp(word, "inf") || !strcasecmp(word, "infinity"))
        status = asked_wrong(asking, formula,
                             "'%s' is no number: leave the bound out, or write F>=0", word);
    else
        status = asked_wrong(asking, formula, "the constant '%s' has no value: add const=%s=VALUE",
                             word, word);
out:
    names_clear(&variables);
    return status;
}

/* Says how rewards are asked about if the word of a question about one is no variable but nearly
 * that. */
static const char *meant_reward(const struct asking *asking, const char *word)
{
    static const char *const words[][2] = {{"c", ": a reward of k steps is R=?[C<=k]"},
                                           {"cumul", ": a reward of k steps is R=?[C<=k]"},
                                           {"i", ": a reward at step k is R=?[I=k]"},
                                           {"lra", ": a reward in the long run is R=?[S]"}};
    const bool reward = asking->question && asking->question->kind == FORMULA_REWARD;
    for (size_t k = 0; k < sizeof words / sizeof *words && reward; k++)
        if (!strcasecmp(word, words[k][0])) return words[k][1];
    return NULL;
}

/* The property of a file that a question of one word may mean. */
static enum status unknown_property_name(const struct asking *asking, const struct formula *formula,
                                         const struct names *properties)
{
    char hint[256];
    return asked_wrong(asking, formula, "no property and no variable has this name%s",
                       suggest_name(formula->text, properties->name, hint, sizeof hint));
}

static enum status say_variable(const struct asking *asking, const struct formula *formula,
                                const struct names *variables, const struct names *labels)
{
    const struct chain *chain = asking->chain;
    const char *word = formula->text, *label = chain_label(chain, word) ? word : NULL,
               *variable = meant(word, variables), *reward = meant_reward(asking, word);
    if (!label && !variable) label = meant(word, labels);
    const char *before = reward     ? reward
                         : label    ? ": write a label in double quotes, \""
                         : variable ? ", did you mean '"
                                    : "",
               *name = reward     ? ""
                       : label    ? label
                       : variable ? variable
                                  : "",
               *after = reward     ? ""
                        : label    ? "\""
                        : variable ? "'?"
                                   : "";
    if (!chain->values || !chain->variables)
        return asked_wrong(asking, formula,
                           "'%s' is no label in double quotes, and the values of variables are not "
                           "known here%s%s%s%s",
                           word,
                           asking->source->format && asking->source->format->read_reward
                               ? " (a .sta file beside the .tra file has them)"
                               : "",
                           before, name, after);
    return asked_wrong(asking, formula, "the states have no variable '%s', only %s%s%s%s", word,
                       chain->variables, before, name, after);
}

static bool has_word(const char *text, const char *word)
{
    const size_t length = strlen(word);
    for (const char *at = text; (at = strstr(at, word)); at += length)
        if ((at == text || !strchr(of_words, at[-1])) &&
            (!at[length] || !strchr(of_words, at[length])))
            return true;
    return false;
}

/* Adds to a message about a word that the question itself does not have where it comes from. */
static enum status add_origin(const struct source *source, const char *word, enum status status)
{
    char why[512];
    if (status != ERROR_INPUT || !source->asked || has_word(source->asked, word)) return status;
    for (size_t k = 0; k < source->properties.count; k++) {
        const struct definition *d = &source->properties.definitions[k];
        if (!d->text || !d->name || !has_word(d->text, word)) continue;
        snprintf(why, sizeof why, "%s", fail_message());
        return fail(status, "%s; it stands in the definition of '%s' (%s:%zu)", why, d->name,
                    source->keys.props, d->line);
    }
    return status;
}

enum status unknown_variable(const struct asking *asking, const struct formula *formula)
{
    enum status status = OK;
    struct names properties = {0}, variables = {0}, labels = {0};
    const bool alone = asking->source->question->kind == FORMULA_NAME;
    if (alone) TRY(add_definitions(&properties, &asking->source->properties, DEFINES_PROPERTY));
    TRY(add_variables(&variables, asking->chain));
    if (strlen(formula->text) > 2) {
        TRY(add_known(&variables, "true"));
        TRY(add_known(&variables, "false"));
    }
    TRY(add_labels_of(&labels, asking->chain));
    status = properties.count ? unknown_property_name(asking, formula, &properties)
                              : say_variable(asking, formula, &variables, &labels);
    status = add_origin(asking->source, formula->text, status);
out:
    names_clear(&properties);
    names_clear(&variables);
    names_clear(&labels);
    return status;
}

enum status unknown_asked_label(const struct asking *asking, const struct formula *formula)
{
    enum status status = OK;
    char hint[256];
    struct names known = {0}, variables = {0};
    TRY(add_labels_of(&known, asking->chain));
    TRY(add_definitions(&known, &asking->source->properties, DEFINES_LABEL));
    TRY(add_definitions(&known, &asking->source->properties, DEFINES_PROPERTY));
    TRY(add_variables(&variables, asking->chain));
    if (is_among(formula->text, &variables))
        TRY(asked_wrong(asking, formula,
                        "there is no label '%s': write the variable without quotes",
                        formula->text));
    status = asked_wrong(asking, formula, "unknown label '%s'%s", formula->text,
                         suggest_name(formula->text, known.name, hint, sizeof hint));
out:
    names_clear(&known);
    names_clear(&variables);
    return status;
}

enum status unknown_asked_reward(const struct asking *asking, const struct formula *formula)
{
    const struct chain *chain = asking->chain;
    const struct format *format = asking->source->format;
    enum status status = OK;
    char hint[256];
    struct names known = {0};
    for (size_t k = 0; k < chain->nrewards; k++) {
        const char *name = chain->rewards[k].name;
        if (*name && !name[strspn(name, of_words)]) TRY(add_known(&known, name));
    }
    if (formula->text && chain->nrewards == 1 && !known.count)
        TRY(asked_wrong(asking, formula,
                        "the model has no reward '%s': its reward has no name, write R=?[...]",
                        formula->text));
    status =
        formula->text && known.count
            ? asked_wrong(asking, formula,
                          "the model has no reward '%s'%s; R=?[...] asks about the first one",
                          formula->text, suggest_name(formula->text, known.name, hint, sizeof hint))
            : asked_wrong(asking, formula, "the model has no rewards here%s%s%s",
                          chain->reward_note ? ": " : "",
                          chain->reward_note ? chain->reward_note : "",
                          format && format->read_reward
                              ? ". They are in a .srew file beside the .tra file, or name the "
                                "file: reward=FILE"
                              : "");
out:
    names_clear(&known);
    return status;
}
