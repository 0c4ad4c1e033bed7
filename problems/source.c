/* Opens what a source names: `GENERATOR[:parameters]` or `FILE[:property]`. A name without '/' and '.' before the first
 * ':' is a generator; of a file's name, the longest part of the text that exists on disk is taken, so that names may
 * hold ':'. */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/memory.h"
#include "base/text.h"
#include "datasets/format.h"
#include "datasets/matrix_market.h"
#include "datasets/prism.h"
#include "generators/explore.h"
#include "generators/generator.h"
#include "problems/property.h"

static const char *const type_names[] = {"dtmc", "ctmc", NULL}, *const filter_names[] = {"max", "min", "avg", NULL};

/* The index of word among names (which end with NULL), or -1. */
static int word_index(const char *word, const char *const *names)
{
    for (int k = 0; names[k]; k++)
        if (!strcmp(names[k], word)) return k;
    return -1;
}

static enum status reduce_chain(const char *origin, const struct chain *chain, const struct property *property,
                                struct problem *out)
{
    out->states = chain->transitions.n;
    out->transitions = chain->transitions.nnz;
    enum status status = property->goal ? reduce_fixpoint(chain, property, out) : reduce_steady(chain, property, out);
    return status == ERROR_INPUT ? fail(status, "%s: %s", origin, fail_message()) : status;
}

/* Generators */

static enum status unknown_generator(const char *name)
{
    const char *known[64] = {0};
    char hint[256];
    for (int k = 0; k < generator_count && k < 63; k++) known[k] = generators[k]->name;
    return fail(ERROR_INPUT, "unknown generator '%s'%s (a file needs a '/' or '.' in its name)", name,
                suggest_name(name, known, hint, sizeof hint));
}

static const struct model_reward *find_reward(const struct model *model, const char *name)
{
    for (const struct model_reward *reward = model->rewards; name && reward && reward->name; reward++)
        if (!strcmp(reward->name, name)) return reward;
    return NULL;
}

/* The property of that number, from 1. */
static enum status find_property(const struct generator *generator, uint64_t number, const struct model_property **out)
{
    uint64_t count = 0;
    while (generator->model->properties[count].title) count++;
    if (number > count)
        return fail(ERROR_INPUT, "%s: property=%llu: there are %llu (warpmark list generators)", generator->name,
                    (unsigned long long)number, (unsigned long long)count);
    *out = &generator->model->properties[number - 1];
    return OK;
}

static enum status open_model(const struct generator *generator, const union argument *arguments, struct problem *out)
{
    enum status status = OK;
    struct chain chain = {0};
    struct property property = {0};
    const struct model_property *asked = NULL;
    TRY(find_property(generator, arguments[PROPERTY].count, &asked));
    if (generator->model->check) TRY(generator->model->check(arguments));
    if (!out) return OK;
    property = (struct property){.steady = asked->steady, .goal = asked->goal, .avoid = asked->avoid};
    if (asked->filter) property.filter = (enum filter)(FILTER_NONE + 1 + word_index(asked->filter, filter_names));
    TRY(explore(generator->name, generator->model, arguments, find_reward(generator->model, asked->reward), &chain,
                &property.reward));
    TRY(reduce_chain(generator->name, &chain, &property, out));
out:
    chain_free(&chain);
    free(property.reward);
    return status;
}

/* out = NULL: only looks whether it could be opened, here and below. */
static enum status open_generator(const char *name, const char *parameters, struct problem *out)
{
    union argument arguments[MAX_ARGUMENTS];
    const struct generator *generator = find_generator(name);
    if (!generator) return unknown_generator(name);
    enum status status = generator_arguments(generator, parameters, arguments);
    if (status != OK) return status;
    if (generator->model) return open_model(generator, arguments, out);
    if (!out) return OK;
    out->kind = KIND_LINEAR;
    return generator->make(arguments, &out->system);
}

/* Files */

/* What may follow a file's name; every text points into the source. */
struct file_keys {
    char *type, *goal, *avoid, *steady, *reward, *filter, *rhs;
};

static const char *const key_names[] = {"type", "goal", "avoid", "steady", "reward", "filter", "rhs", NULL};

static char **key_slot(struct file_keys *keys, const char *name)
{
    char **slots[] = {&keys->type, &keys->goal, &keys->avoid, &keys->steady, &keys->reward, &keys->filter, &keys->rhs};
    int k = word_index(name, key_names);
    return k < 0 ? NULL : slots[k];
}

static enum status parse_keys(const char *file, char *text, struct file_keys *out)
{
    char hint[256], *rest = NULL;
    for (char *item = strtok_r(text, ",", &rest); item; item = strtok_r(NULL, ",", &rest)) {
        char *equals = strchr(item, '=');
        if (!equals || !equals[1]) return fail(ERROR_INPUT, "%s: '%s' is not of the form key=value", file, item);
        *equals = '\0';
        char **slot = key_slot(out, item);
        if (!slot)
            return fail(ERROR_INPUT, "%s: unknown key '%s'%s", file, item,
                        suggest_name(item, key_names, hint, sizeof hint));
        if (*slot) return fail(ERROR_INPUT, "%s: key '%s' is given twice", file, item);
        *slot = equals + 1;
    }
    return OK;
}

/* The index of word among names, or -1 with a message. */
static int parse_word(const char *file, const char *key, const char *word, const char *const *names)
{
    char hint[256];
    int k = word_index(word, names);
    if (k < 0)
        fail(ERROR_INPUT, "%s: %s=%s: unknown value%s", file, key, word, suggest_name(word, names, hint, sizeof hint));
    return k;
}

/* *out (new) = name, relative to the folder of file. */
static enum status beside(const char *file, const char *name, char **out)
{
    const char *slash = strrchr(file, '/');
    if (name[0] == '/' || !slash) return copy_text(name, out);
    return format_text(out, "%.*s/%s", (int)(slash - file), file, name);
}

static enum status check_property(const char *file, const struct file_keys *keys)
{
    if (keys->rhs) return fail(ERROR_INPUT, "%s: rhs= belongs to Matrix Market files", file);
    if (!keys->steady && !keys->goal && !keys->reward)
        return fail(ERROR_INPUT,
                    "%s: no property: say goal=LABEL, steady=LABEL, reward=FILE or reward=FILE,goal=LABEL "
                    "after a ':'",
                    file);
    if (keys->steady && (keys->goal || keys->reward || keys->avoid))
        return fail(ERROR_INPUT, "%s: steady= stands alone, without goal=, avoid= and reward=", file);
    if (keys->avoid && (!keys->goal || keys->reward))
        return fail(ERROR_INPUT, "%s: avoid= goes with goal= alone", file);
    if (keys->filter && !keys->goal) return fail(ERROR_INPUT, "%s: filter= goes with goal=", file);
    return OK;
}

static enum status open_chain(const char *file, const struct file_keys *keys, struct problem *out)
{
    enum status status = OK;
    struct chain chain = {0};
    struct property property = {.steady = keys->steady, .goal = keys->goal, .avoid = keys->avoid};
    char *rewards = NULL;
    int type = -1, filter = -1;
    TRY(check_property(file, keys));
    if (keys->type && (type = parse_word(file, "type", keys->type, type_names)) < 0) return ERROR_INPUT;
    if (keys->filter && (filter = parse_word(file, "filter", keys->filter, filter_names)) < 0) return ERROR_INPUT;
    property.filter = (enum filter)(FILTER_NONE + 1 + filter);
    if (!out) return OK;
    TRY(prism_read_chain(file, (enum chain_type)(CHAIN_UNKNOWN + 1 + type), &chain));
    if (keys->reward) {
        TRY(beside(file, keys->reward, &rewards));
        TRY(prism_read_rewards(rewards, &chain, &property.reward));
    }
    TRY(reduce_chain(file, &chain, &property, out));
out:
    chain_free(&chain);
    free(property.reward);
    free(rewards);
    return status;
}

static enum status check_diagonal(const char *file, const struct matrix *a)
{
    for (uint32_t i = 0; i < a->off.n; i++)
        if (a->diag[i] == 0)
            return fail(ERROR_INPUT, "%s: row %u: the diagonal is zero, so no method here can solve the system", file,
                        i + 1);
    return OK;
}

/* b = A 1, so that the answer is 1 everywhere. */
static enum status rhs_of_ones(const char *file, struct linear *out)
{
    const struct csr *off = &out->a.off;
    enum status status = OK;
    TRY(allocate(off->n, sizeof *out->b, "b", &out->b));
    TRY(allocate(off->n, sizeof *out->answer, "the answer", &out->answer));
    for (uint32_t i = 0; i < off->n; i++) {
        out->answer[i] = 1;
        out->b[i] = out->a.diag[i];
        for (uint64_t k = off->row[i]; k < off->row[i + 1]; k++) out->b[i] += off->val[k];
        if (!isfinite(out->b[i]))
            TRY(fail(ERROR_INPUT, "%s: row %u: its entries add up to infinity: give a right-hand side with rhs=FILE",
                     file, i + 1));
    }
out:
    return status;
}

static enum status open_matrix(const char *file, const struct file_keys *keys, struct problem *out)
{
    enum status status = OK;
    struct csr a = {0};
    char *rhs = NULL;
    if (keys->type || keys->goal || keys->avoid || keys->steady || keys->reward || keys->filter)
        return fail(ERROR_INPUT, "%s: a Matrix Market file takes rhs=FILE only", file);
    if (!out) return OK;
    out->kind = KIND_LINEAR;
    TRY(matrix_market_read(file, &a));
    out->states = a.n;
    out->transitions = a.nnz;
    TRY(csr_split(&a, &out->system.a));
    TRY(check_diagonal(file, &out->system.a));
    TRY(allocate_zeroed(a.n, sizeof *out->system.x0, "x0", &out->system.x0));
    if (keys->rhs) {
        TRY(beside(file, keys->rhs, &rhs));
        TRY(matrix_market_read_vector(rhs, a.n, &out->system.b));
    } else {
        TRY(rhs_of_ones(file, &out->system));
    }
out:
    csr_free(&a);
    free(rhs);
    return status;
}

/* Cuts text in two at the ':' behind the longest prefix that is a file; *keys is NULL where nothing follows it. */
static enum status split_file(char *text, char **keys)
{
    struct stat found;
    *keys = NULL;
    for (char *colon = text + strlen(text);; colon--) {
        if (*colon != ':' && *colon != '\0') {
            if (colon == text) break;
            continue;
        }
        char kept = *colon;
        *colon = '\0';
        if (stat(text, &found) == 0 && !S_ISDIR(found.st_mode)) {
            *keys = kept ? colon + 1 : NULL;
            return OK;
        }
        *colon = kept;
        if (colon == text) break;
    }
    text[strcspn(text, ":")] = '\0';
    if (stat(text, &found) == 0) return fail(ERROR_INPUT, "%s: is a folder, not a file", text);
    return fail(ERROR_INPUT, "%s: %s", text, strerror(errno));
}

static enum status unknown_format(const char *file)
{
    char endings[256] = "";
    for (int k = 0; k < format_count; k++)
        snprintf(endings + strlen(endings), sizeof endings - strlen(endings), " %s", formats[k].ending);
    return fail(ERROR_INPUT, "%s: unknown kind of file (known endings:%s)", file, endings);
}

static enum status open_file(char *text, struct problem *out)
{
    struct file_keys keys = {0};
    char *key_text, nothing[] = "";
    enum status status = OK;
    TRY(split_file(text, &key_text));
    TRY(parse_keys(text, key_text ? key_text : nothing, &keys));
    const struct format *format = find_format(text);
    if (!format) return unknown_format(text);
    return format->holds == FORMAT_CHAIN ? open_chain(text, &keys, out) : open_matrix(text, &keys, out);
out:
    return status;
}

static enum status open_source(const char *source, struct problem *out)
{
    enum status status = OK;
    char *text = NULL;
    TRY(copy_text(source, &text));
    size_t name = strcspn(text, ":");
    if (!*text) {
        status = fail(ERROR_INPUT, "the source is empty");
    } else if (memchr(text, '/', name) || memchr(text, '.', name)) {
        status = open_file(text, out);
    } else {
        bool more = text[name] == ':';
        text[name] = '\0';
        status = open_generator(text, text + name + more, out);
    }
out:
    free(text);
    return status;
}

enum status problem_check(const char *source)
{
    return open_source(source, NULL);
}

enum status problem_open(const char *source, struct problem *out)
{
    *out = (struct problem){0};
    enum status status = open_source(source, out);
    if (status == OK) status = copy_text(source, &out->source);
    if (status != OK) {
        problem_free(out);
        return status;
    }
    if (out->states) return OK;
    out->states = out->system.a.off.n; /* a generator's system is what it is: nothing was reduced */
    out->transitions = out->system.a.off.nnz + out->states;
    return OK;
}
