/* Makes the chain of a source. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"
#include "datasets/models/model.h"
#include "datasets/text/labels.h"
#include "datasets/text/rows.h"
#include "generators/explore.h"
#include "problems/properties/compared_number.h"
#include "problems/properties/jani.h"
#include "problems/source_parts.h"

const struct model_reward *find_reward(const struct model *model, const char *name)
{
    for (const struct model_reward *reward = model->rewards; name && reward->name; reward++)
        if (!strcmp(reward->name, name)) return reward;
    return NULL;
}

/* Returns whether the question asks about values of variables. */
static bool has_variables(const struct formula *question)
{
    bool found = question && question->kind == FORMULA_NAME;
    for (size_t k = 0; question && k < question->nchildren && !found; k++)
        found = has_variables(question->child[k]);
    return found;
}

static enum status explore_source(const struct source *source, enum source_rewards which,
                                  struct chain *out)
{
    const struct generator *generator = source->generator;
    struct model_property property;
    struct model_reward only[2] = {{0}}; /* the property's, and the end */
    if (source->question) which = ALL_REWARDS;
    MUST(source_property(source, &property));
    const struct model_reward *reward = find_reward(generator->model, property.reward);
    if (reward) only[0] = *reward;
    return explore(generator->name, generator->model, source->arguments,
                   which == ALL_REWARDS ? generator->model->rewards : only,
                   has_variables(source->question), out);
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

static bool in_name_word(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

/* Returns the next word from `at` on, outside of double quotes, comments and numbers, or NULL. */
static const char *next_word(const char *at, size_t *length)
{
    for (bool quoted = false; *at; at += *length) {
        for (*length = 0; in_name_word(at[*length]);) ++*length;
        if (*length && !quoted && !isdigit((unsigned char)*at)) return at;
        if (!*length && !quoted && !strncmp(at, "//", 2)) *length = strcspn(at, "\n");
        else if (!*length) quoted ^= *at == '"', *length = 1;
    }
    return NULL;
}

/* The model's text, in which a name of the question is looked for. */
struct names_of {
    const struct source *source;
    const char *text;
};

/* Labels that the model defines, and what the file of properties names, may be meant. */
static enum status no_label(const struct source *source, const struct formula *leaf)
{
    const struct property_file *const files[] = {&source->own, &source->properties};
    const char *known[64] = {0};
    char hint[256];
    size_t count = 0;
    for (int f = 0; f < 2; f++)
        for (size_t k = 0; k < files[f]->count && count < 63; k++) {
            const struct definition *d = &files[f]->definitions[k];
            if (d->name && (d->kind == DEFINES_LABEL || d->kind == DEFINES_PROPERTY))
                known[count++] = d->name;
        }
    return fail(ERROR_INPUT, "%s: prop=%s: column %zu: the model has no label '%s'%s", source->file,
                source->asked, leaf->column, leaf->text,
                suggest_name(leaf->text, known, hint, sizeof hint));
}

static bool is_own_label(const char *name)
{
    return !strcmp(name, "init") || !strcmp(name, "deadlock") || !strncmp(name, "warpmark_", 9);
}

/* Checks that a model in PRISM's language has the label in double quotes somewhere. Names in JANI
 * are different; there the builder checks them. */
static enum status check_label(const struct formula *leaf, void *with)
{
    const struct names_of *names = with;
    char *quoted;
    if (is_own_label(leaf->text)) return OK;
    MUST(format_text(&quoted, "\"%s\"", leaf->text));
    const bool found = strstr(names->text, quoted) != NULL;
    free(quoted);
    return found ? OK : no_label(names->source, leaf);
}

/* The same for labels that keys name. */
static enum status check_quoted(const struct source *source, const char *text, const char *what,
                                const char *expression)
{
    const char *name = expression ? expression + (*expression == '!') : "init";
    char *quoted;
    if (is_own_label(name)) return OK;
    MUST(format_text(&quoted, "\"%s\"", name));
    const bool found = strstr(text, quoted) != NULL;
    free(quoted);
    return found ? OK : fail(ERROR_INPUT, "%s: the model has no %s '%s'", source->file, what, name);
}

static enum status check_all_quoted(const struct source *source, const char *text)
{
    const union source_keys *keys = &source->keys;
    struct names_of names = {source, text};
    if (model_is_jani(source->file)) return OK;
    if (source->question)
        return formula_leaves(source->question, FORMULA_LABEL, check_label, &names);
    MUST(check_quoted(source, text, "label", keys->goal));
    MUST(check_quoted(source, text, "label", keys->avoid));
    MUST(check_quoted(source, text, "label", keys->steady));
    const char *reward = keys->reward; /* one without a name is called 1 or rew0 */
    const bool counted = !reward || isdigit((unsigned char)*reward) || !strncmp(reward, "rew", 3);
    return counted ? OK : check_quoted(source, text, "reward", reward);
}

enum { PRISM_TYPES = 9, TYPES = 18 };

/* Returns the type of a model for a word, one of the first `most` words: "": a chain or MDP; NULL:
 * the word is no type. */
static const char *type_of_word(const char *word, size_t length, int most)
{
    /* PRISM's words come first; they are reserved in PRISM's language. */
    static const char *const types[TYPES][2] = {
        {"dtmc", ""},         {"probabilistic", ""},    {"ctmc", ""},         {"stochastic", ""},
        {"mdp", ""},          {"nondeterministic", ""}, {"pomdp", "a POMDP"}, {"pta", "a PTA"},
        {"popta", "a POPTA"}, {"ctmdp", "a CTMDP"},     {"ma", "an MA"},      {"smg", "a game"},
        {"lts", "an LTS"},    {"ta", "a TA"},           {"sta", "an STA"},    {"ha", "an HA"},
        {"pha", "a PHA"},     {"sha", "an SHA"}};
    for (int k = 0; k < most; k++)
        if (strlen(types[k][0]) == length && !strncmp(types[k][0], word, length))
            return types[k][1];
    return NULL;
}

static const char *skip_space(const char *at)
{
    return at + strspn(at, " \t\r\n");
}

/* Returns the type in a JANI model's "type", if it is neither a chain nor an MDP; otherwise NULL.
 */
static const char *other_jani(const char *text)
{
    static const char key[] = "\"type\"";
    for (const char *at = text; (at = strstr(at, key));) {
        at = skip_space(at + strlen(key));
        if (*at == ':') at = skip_space(at + 1);
        const char *type = *at == '"' ? type_of_word(at + 1, strcspn(at + 1, "\""), TYPES) : NULL;
        if (type && *type) return type;
    }
    return NULL;
}

/* The same for a model in PRISM's language. The first word gives the type, or any later word that
 * is reserved in PRISM. Without such a word it is an MDP. */
static const char *other_prism(const char *text)
{
    const char *other = NULL;
    size_t length;
    for (int most = TYPES; (text = next_word(text, &length)); text += length) {
        const char *type = type_of_word(text, length, most);
        if (type && !*type) return NULL;
        if (!other) other = type;
        most = PRISM_TYPES;
    }
    return other;
}

static bool in_comment(const char *text, const char *at)
{
    while (at > text && at[-1] != '\n')
        if (!strncmp(--at, "//", 2)) return true;
    return false;
}

/* Returns the formula behind `label "name" =` in a model in PRISM's language, or NULL. */
static const char *label_formula(const char *text, const char *quoted, size_t length)
{
    static const char word[] = "label";
    for (const char *at = text; (at = strstr(at, word));) {
        at = skip_space(at + strlen(word));
        const char *equals = strncmp(at, quoted, length) ? "" : skip_space(at + length);
        if (*equals == '=' && !in_comment(text, at)) return skip_space(equals + 1);
    }
    return NULL;
}

/* *out (new) = the model in PRISM's language with definitions of the question's labels. */
static enum status prism_for_builder(const char *text, const struct taken_labels *labels,
                                     char **out)
{
    MUST(format_text(out, "%s\n", text));
    for (size_t k = 0; k < labels->count; k++) {
        const struct taken_label *part = &labels->labels[k];
        MUST(append_text(
            out, part->number ? "rewards \"%s\" true : %s; endrewards\n" : "label \"%s\" = %s;\n",
            part->name, part->text));
    }
    return OK;
}

/* *out (new) = the model for the builder; NULL: the file as it is. */
static enum status model_for_builder(const struct source *source, char **out)
{
    char *text;
    size_t size;
    const bool jani = model_is_jani(source->file);
    *out = NULL;
    if (!jani && !source->labels.count) return OK;
    MUST(model_text(source->file, &text, &size));
    const enum status status = jani ? jani_for_builder(source->file, text, &source->labels, out)
                                    : prism_for_builder(text, &source->labels, out);
    free(text);
    return status;
}

/* Builders round numbers to doubles before they compare them, in the model and in a property. */
static enum status check_numbers(const struct source *source, const char *text)
{
    size_t length, line = 1;
    char in_model[32];
    const char *number = model_is_jani(source->file) ? NULL : compared_number(text, &length);
    for (const char *at = text; number && at < number; at++) line += *at == '\n';
    snprintf(in_model, sizeof in_model, "line %zu", line);
    bool asked = false;
    for (size_t k = 0; !number && k < source->labels.count; k++) {
        number = compared_number(source->labels.labels[k].text, &length);
        asked = number != NULL;
    }
    if (!number) return OK;
    return fail(ERROR_INPUT,
                "%s: %s%s: the number %.*s is compared, and has too many digits for that: what "
                "builds the model rounds it first. Write it as a quotient, or with 15 digits",
                source->file, asked ? "prop=" : "", asked ? source->asked : in_model, (int)length,
                number);
}

const char *other_model(const char *path, const char *text)
{
    return model_is_jani(path) ? other_jani(text) : other_prism(text);
}

enum status source_check_model(const struct source *source)
{
    enum status status = OK;
    char *text;
    size_t size;
    MUST(model_text(source->file, &text, &size));
    const char *other = other_model(source->file, text);
    if (other)
        status = fail(ERROR_INPUT, "%s: this is %s. Only DTMCs, CTMCs and MDPs are read here",
                      source->file, other);
    if (status == OK) status = check_all_quoted(source, text);
    if (status == OK) status = check_numbers(source, text);
    free(text);
    return status;
}

/* Adds a label that the builder has left out because no state has it, if the model or the question
 * defines it. expression: `done` or `!done`. */
static enum status add_empty_label(const struct source *source, const char *expression,
                                   struct chain *chain)
{
    enum status status = OK;
    const char *name = expression ? expression + (*expression == '!') : "init";
    uint8_t *holds;
    char *text = NULL, *quoted = NULL;
    size_t size;
    if (chain_label(chain, name)) return OK;
    TRY(model_text(source->file, &text, &size));
    TRY(format_text(&quoted, "\"%s\"", name));
    if (is_own_label(name) || label_formula(text, quoted, strlen(quoted)))
        TRY(chain_add_label(chain, name, &holds));
out:
    free(text);
    free(quoted);
    return status;
}

/* A source, and its chain. */
struct built {
    const struct source *source;
    struct chain *chain;
};

static enum status add_empty_leaf(const struct formula *leaf, void *with)
{
    struct built *built = with;
    return add_empty_label(built->source, leaf->text, built->chain);
}

/* Finds the line and the column in a builder's message; line 0: none. */
static void place_in(const char *message, unsigned *line, unsigned *column)
{
    const char *at = strstr(message, "line ");
    if (at && sscanf(at, "line %u, column %u", line, column) == 2) return;
    at = strstr(message, "at ");
    if (!at || sscanf(at, "at %u:%u", line, column) != 2) *line = 0;
}

/* If the builder rejects a formula of the question (these are appended to the model), replaces the
 * message by one about the user's text. */
static enum status blame_formula(const struct source *source, enum status built)
{
    enum status status = OK;
    char *why = NULL, *text = NULL;
    size_t size;
    unsigned line, column, first = 2; /* line of the first label */
    if (built != ERROR_INPUT || !source->labels.count || model_is_jani(source->file)) return built;
    TRY(copy_text(fail_message(), &why));
    TRY(model_text(source->file, &text, &size));
    for (size_t k = 0; k < size; k++) first += text[k] == '\n';
    place_in(why, &line, &column);
    if (line < first || line - first >= source->labels.count) TRY(fail(built, "%s", why));
    const struct taken_label *label = &source->labels.labels[line - first];
    status = fail(built,
                  "%s: prop=%s: column %zu: the model's builder does not take the formula '%s': it "
                  "must be %s in each state",
                  source->file, source->asked, label->column, label->text,
                  label->number ? "a number, not negative," : "true or false");
out:
    free(why);
    free(text);
    return status;
}

static enum status build_model(const struct source *source, struct chain *out)
{
    const union source_keys *keys = &source->keys;
    struct built built = {source, out};
    char *text;
    MUST(source_check_model(source));
    enum status status = model_for_builder(source, &text);
    if (status == OK) status = model_chain(source->file, source->constants, text, out);
    free(text);
    MUST(blame_formula(source, status));
    MUST(formula_leaves(source->question, FORMULA_LABEL, add_empty_leaf, &built));
    MUST(add_empty_label(source, keys->goal, out));
    MUST(add_empty_label(source, keys->avoid, out));
    MUST(add_empty_label(source, keys->steady, out));
    if (source->type == CHAIN_UNKNOWN || source->type == out->type) return OK;
    return fail(ERROR_INPUT, "%s: type=%s: the model says %s", source->file, source->keys.type,
                chain_type_word(out->type));
}

/* Reads a matrix that is one of probabilities or rates where the user says so. Labels and states
 * are in the files beside it that PRISM's formats have. */
static enum status read_matrix_chain(const struct source *source, struct chain *out)
{
    struct csr *a = &out->transitions;
    if (source->type == CHAIN_MDP)
        return fail(ERROR_INPUT, "%s: type=mdp: a matrix has no choices: type=dtmc or type=ctmc",
                    source->file);
    MUST(source->format->read_matrix(source->file, a));
    out->type = source->type;
    for (uint32_t i = 0; i < a->rows; i++) {
        double staying = 0, leaving = 0;
        for (uint64_t k = a->row[i]; k < a->row[i + 1]; k++) {
            if (!(a->val[k] >= 0))
                return fail(ERROR_INPUT, "%s: row %u: %g is no %s, which is never negative",
                            source->file, i + 1, a->val[k],
                            out->type == CHAIN_DTMC ? "probability" : "rate");
            *(a->col[k] == i ? &staying : &leaving) += a->val[k];
        }
        const bool fits = out->type == CHAIN_CTMC || staying + leaving == 0 ||
                          chain_row_fits(staying, leaving, 1e-6);
        if (!fits)
            return fail(ERROR_INPUT, "%s: row %u: the probabilities sum to %.17g, not to 1",
                        source->file, i + 1, staying + leaving);
    }
    csr_drop_zeros(a);
    MUST(prism_read_labels(source->file, out));
    MUST(prism_read_states(source->file, out));
    return rows_close_deadlocks(out);
}

/* Returns whether steps of a DTMC or times of a CTMC stand in the question. */
static bool has_bound(const struct formula *question)
{
    bool found = question && (question->bound.lower || question->bound.upper ||
                              question->kind == FORMULA_INSTANT ||
                              (question->kind == FORMULA_CUMULATIVE && question->nchildren));
    for (size_t k = 0; question && k < question->nchildren && !found; k++)
        found = has_bound(question->child[k]);
    return found;
}

/* A bound needs a type that the file or the user says. */
static enum status check_bound(const struct source *source, const struct chain *chain)
{
    const union source_keys *keys = &source->keys;
    if (!chain->found_dtmc || !(has_bound(source->question) || keys->steps || keys->time))
        return OK;
    return fail(
        ERROR_INPUT,
        "%s: the file does not say whether it is a DTMC or a CTMC, and a bound is steps in the "
        "one, time in the other: say type=dtmc or type=ctmc, or write '# Transitions (DTMC)' "
        "into its first line",
        source->file);
}

static enum status read_source(const struct source *source, struct chain *out)
{
    const struct format *format = source->format;
    const char *reward = source->keys.reward;
    enum status status = OK;
    if (source->model) TRY(build_model(source, out));
    else if (!format->read_chain) TRY(read_matrix_chain(source, out));
    else TRY(format->read_chain(source->file, source->type, out));
    TRY(check_bound(source, out));
    if (source->question && format && format->read_rewards)
        TRY(format->read_rewards(source->file, reward, out));
    else if (reward && format && format->read_reward)
        TRY(format->read_reward(source->file, reward, out));
    else if (reward && !chain_reward(out, reward)) TRY(unknown_reward(source, out));
out:
    if (status != OK) chain_free(out);
    return status;
}

static enum status make_chain(const struct source *source, enum source_rewards which,
                              struct chain *out)
{
    if (!source->generator) return read_source(source, out);
    if (source_is_closed(source) || source_is_made(source))
        return fail(ERROR_UNSUPPORTED,
                    "%s: with matrix=none no chain is made: leave out matrix=none",
                    source->generator->name);
    return source->generator->model ? explore_source(source, which, out)
                                    : source->generator->chain(source->arguments, out);
}

/* Callers that take the bounds of intervals for probabilities must not get them. */
static enum status check_intervals(const struct source *source, const struct chain *chain)
{
    if (source->keys.type && source->intervals != (chain->upper != NULL))
        return fail(ERROR_INPUT, "%s: type=%s: the file %s", source->file, source->keys.type,
                    chain->upper ? "has intervals: say type=imdp, or type=idtmc without choices, "
                                   "or leave type= out"
                                 : "has no intervals");
    if (!chain->upper || (source->takes_intervals && !source->scheduler)) return OK;
    return fail(ERROR_UNSUPPORTED,
                "%s: the probabilities are intervals: only `solve`, `certify` and `run` take such "
                "a model, with prop= and without scheduler= (docs/questions.md)",
                source->file);
}

enum status source_chain(const struct source *source, enum source_rewards which, struct chain *out)
{
    MUST(make_chain(source, which, out));
    enum status status = check_intervals(source, out);
    if (status == OK && source->scheduler) status = scheduler_follow(source, out);
    if (status != OK) chain_free(out);
    return status;
}
