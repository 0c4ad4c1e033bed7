#include "generators/generator.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"
#include "generators/model.h"

#define GENERATOR(name) extern const struct generator generator_##name;
#include "generators/generators.def"
#undef GENERATOR

const struct generator *const generators[] = {
#define GENERATOR(name) &generator_##name,
#include "generators/generators.def"
#undef GENERATOR
};
const int generator_count = sizeof generators / sizeof *generators;

const struct generator *find_generator(const char *name)
{
    for (int k = 0; k < generator_count; k++)
        if (!strcmp(generators[k]->name, name)) return generators[k];
    return NULL;
}

static const char *const matrix_choices[] = {
    [MATRIX_STORED] = "stored", [MATRIX_NONE] = "none", NULL};

/* Of a model of a decision process; the default is that of the model. */
#define CHOICES_PARAMETER(default_value)                                                        \
    {                                                                                           \
        "choices",                                                                              \
            "mdp: a scheduler chooses; uniform: each enabled choice is equally likely; union: " \
            "each "                                                                             \
            "distinct successor under any choice is",                                           \
            PARAMETER_CHOICE, default_value, .choices = choices_choices                         \
    }
static const char *const choices_choices[] = {
    [CHOICES_UNIFORM] = "uniform", [CHOICES_UNION] = "union", [CHOICES_MDP] = "mdp", NULL};
static const struct parameter choices_parameters[] = {
    [DECIDES_BY_CHANCE] = CHOICES_PARAMETER("uniform"), [DECIDES] = CHOICES_PARAMETER("mdp")};

/* Parameters from PROPERTY on. */
static const struct parameter model_parameters[] = {
    {"property", "which of its properties, the paper's being the first", PARAMETER_COUNT, "1",
     .min = 1, .max = 64},
    {"steps", "bound of a property in steps", PARAMETER_COUNT, "", .min = 0, .max = 1e15},
    {"time", "bound of a property in time", PARAMETER_REAL, "", .min = 0, .max = 1e15},
    {"matrix", "none: no row is stored, and layout generated makes them", PARAMETER_CHOICE,
     "stored", .choices = matrix_choices},
};

static const struct parameter made_matrix = {
    "matrix", "none: no process has all rows, and each rank of places ranks2, ... makes its own",
    PARAMETER_CHOICE, "stored", .choices = matrix_choices};

static const struct parameter kripke_parameters[] = {
    {"property",
     "its number, none (the model alone), or an automaton that accepts what breaks it, FILE.hoa",
     PARAMETER_TEXT, "", .choices = NULL},
    {"merge", "1: parallel edges are one", PARAMETER_COUNT, "0", .max = 1},
    {"stored",
     "1: only the vertices that the paper stores, in components of the property with accepting "
     "states",
     PARAMETER_COUNT, "0", .max = 1},
};

const struct parameter *generator_parameter(const struct generator *generator, int k)
{
    if (k == MATRIX && !generator->closed) return generator->maker ? &made_matrix : NULL;
    if (k == CHOICES)
        return generator->model && generator->model->decides
                   ? &choices_parameters[generator->model->decides]
                   : NULL;
    if (k >= PROPERTY && generator->kripke) return &kripke_parameters[k - PROPERTY];
    if (k >= PROPERTY) return generator->model ? &model_parameters[k - PROPERTY] : NULL;
    for (int before = 0; before <= k; before++)
        if (!generator->parameters[before].name) return NULL;
    return &generator->parameters[k];
}

static int find_parameter(const struct generator *generator, const char *name)
{
    for (int k = 0; k < MAX_ARGUMENTS; k++) {
        const struct parameter *parameter = generator_parameter(generator, k);
        if (parameter && !strcmp(parameter->name, name)) return k;
    }
    return -1;
}

static enum status unknown_parameter(const struct generator *generator, const char *name)
{
    const char *known[MAX_ARGUMENTS + 1] = {0};
    static const char *const of_files[] = {"type", "const", "goal", "avoid", "steady", "reward"};
    char hint[256];
    for (size_t k = 0; k < sizeof of_files / sizeof *of_files; k++)
        if (!strcmp(name, of_files[k]))
            return fail(ERROR_INPUT,
                        "%s: unknown parameter '%s': only models in files take it: leave it out",
                        generator->name, name);
    for (int k = 0, count = 0; k < MAX_ARGUMENTS; k++)
        if (generator_parameter(generator, k))
            known[count++] = generator_parameter(generator, k)->name;
    return fail(ERROR_INPUT, "%s: unknown parameter '%s'%s", generator->name, name,
                suggest_name(name, known, hint, sizeof hint));
}

static enum status parse_choice(const struct generator *generator,
                                const struct parameter *parameter, const char *value,
                                union argument *out)
{
    char hint[256];
    for (out->choice = 0; parameter->choices[out->choice]; out->choice++)
        if (!strcmp(parameter->choices[out->choice], value)) return OK;
    return fail(ERROR_INPUT, "%s: %s=%s: unknown value%s", generator->name, parameter->name, value,
                suggest_name(value, parameter->choices, hint, sizeof hint));
}

static enum status parse_text(const struct generator *generator, const struct parameter *parameter,
                              const char *value, union argument *out)
{
    if (strlen(value) > MAX_TEXT)
        return fail(ERROR_INPUT, "%s: %s=%s: is longer than %d characters", generator->name,
                    parameter->name, value, MAX_TEXT);
    snprintf(out->text, sizeof out->text, "%s", value);
    return OK;
}

static union argument left_out(enum parameter_type type)
{
    switch (type) {
    case PARAMETER_COUNT: return (union argument){.count = COUNT_LEFT_OUT};
    case PARAMETER_REAL: return (union argument){.real = NAN};
    case PARAMETER_CHOICE: return (union argument){.choice = -1};
    default: return (union argument){.text = ""};
    }
}

static enum status parse_value(const struct generator *generator, const struct parameter *parameter,
                               const char *value, union argument *out)
{
    if (parameter->type == PARAMETER_CHOICE) return parse_choice(generator, parameter, value, out);
    if (parameter->type == PARAMETER_TEXT) return parse_text(generator, parameter, value, out);
    bool whole = parameter->type == PARAMETER_COUNT;
    double number = 0;
    if (whole ? !parse_count(value, &out->count) : !parse_double(value, &out->real))
        return fail(ERROR_INPUT, "%s: %s=%s: needs a %s", generator->name, parameter->name, value,
                    whole ? "whole number, not negative" : "number");
    number = whole ? (double)out->count : out->real;
    if (number < parameter->min || number > parameter->max ||
        (parameter->above && number == parameter->min))
        return fail(ERROR_INPUT, "%s: %s=%s: must be %s %.10g and at most %.10g", generator->name,
                    parameter->name, value, parameter->above ? "above" : "at least", parameter->min,
                    parameter->max);
    return OK;
}

/* Parses one "name=value"; cuts item in two. */
static enum status parse_item(const struct generator *generator, char *item, union argument *out,
                              bool *given)
{
    char *equals = strchr(item, '=');
    if (!equals && find_parameter(generator, item) >= 0)
        return fail(ERROR_INPUT, "%s: parameter '%s' has no value: write %s=VALUE", generator->name,
                    item, item);
    if (!equals)
        return fail(ERROR_INPUT, "%s: '%s' is not of the form parameter=value", generator->name,
                    item);
    *equals = '\0';
    int k = find_parameter(generator, item);
    if (k < 0) return unknown_parameter(generator, item);
    if (given[k])
        return fail(ERROR_INPUT, "%s: parameter '%s' is given twice", generator->name, item);
    given[k] = true;
    return parse_value(generator, generator_parameter(generator, k), equals + 1, &out[k]);
}

static enum status fill_defaults(const struct generator *generator, union argument *out,
                                 const bool *given)
{
    for (int k = 0; k < MAX_ARGUMENTS; k++) {
        const struct parameter *parameter = generator_parameter(generator, k);
        if (!parameter || given[k]) continue;
        if (!parameter->fallback)
            return fail(ERROR_INPUT, "%s: parameter '%s' (%s) must be given: %s:%s=...",
                        generator->name, parameter->name, parameter->title, generator->name,
                        parameter->name);
        if (!*parameter->fallback) {
            out[k] = left_out(parameter->type);
            continue;
        }
        MUST(parse_value(generator, parameter, parameter->fallback, &out[k]));
    }
    return OK;
}

enum status generator_arguments(const struct generator *generator, const char *text,
                                union argument out[MAX_ARGUMENTS])
{
    enum status status = OK;
    bool given[MAX_ARGUMENTS] = {false};
    char *copy = NULL, *rest = NULL;
    TRY(copy_text(text, &copy));
    for (char *item = strtok_r(copy, ",", &rest); item; item = strtok_r(NULL, ",", &rest))
        TRY(parse_item(generator, item, out, given));
    TRY(fill_defaults(generator, out, given));
out:
    free(copy);
    return status;
}
