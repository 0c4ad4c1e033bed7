/* Whether what a JANI property adds up is a reward as the language of properties has it. */
#include <string.h>

#include "problems/properties/jani_model.h"

static bool accumulates(const json_t *question, const char *what)
{
    size_t k;
    json_t *one;
    json_array_foreach(json_object_get(question, "accumulate"), k,
                       one) if (json_is_string(one) &&
                                !strcmp(json_string_value(one), what)) return true;
    return false;
}

/* Returns whether a variable has a value in places (in an array `list` of each element). */
static bool is_assigned(const json_t *list, const char *member, const char *name)
{
    size_t k, m;
    json_t *place, *one;
    json_array_foreach(list, k, place)
        json_array_foreach(json_object_get(place, member), m,
                           one) if (!strcmp(jani_word(one, "ref"), name)) return true;
    return false;
}

/* Whether a reward has values in locations, and on edges. */
static void find_assigned(const json_t *model, const char *name, bool *in_states, bool *on_edges)
{
    size_t k, m;
    json_t *automaton, *edge;
    *in_states = *on_edges = false;
    json_array_foreach(json_object_get(model, "automata"), k, automaton)
    {
        const json_t *edges = json_object_get(automaton, "edges");
        *in_states |=
            is_assigned(json_object_get(automaton, "locations"), "transient-values", name);
        *on_edges |= is_assigned(edges, "assignments", name);
        json_array_foreach(edges, m, edge) *on_edges |=
            is_assigned(json_object_get(edge, "destinations"), "assignments", name);
    }
}

/* Questions add up a reward's values in states and on transitions; a property that adds up one part
 * alone cannot be said, if there are both. */
static enum status check_variable(const json_t *model, const json_t *question, const char *name)
{
    const bool timed = jani_is_timed(model);
    bool in_states, on_edges;
    find_assigned(model, name, &in_states, &on_edges);
    if (on_edges && !accumulates(question, "steps"))
        return fail(ERROR_INPUT, "the reward %s has values on edges, which it leaves out", name);
    if (in_states && !accumulates(question, timed ? "time" : "exit"))
        return fail(ERROR_INPUT, "the reward %s has values in locations, which it leaves out",
                    name);
    if (in_states && timed && accumulates(question, "exit"))
        return fail(ERROR_INPUT, "rewards at the exit of a CTMC's state cannot be said");
    return OK;
}

/* What a destination assigns to a variable, or NULL. */
static const json_t *assigned_value(const json_t *destination, const char *name)
{
    size_t k;
    json_t *one;
    json_array_foreach(
        json_object_get(destination, "assignments"), k,
        one) if (!strcmp(jani_word(one, "ref"), name)) return json_object_get(one, "value");
    return NULL;
}

enum status jani_check_alike(const json_t *model, const char *name)
{
    size_t k, m, d;
    json_t *automaton, *edge, *one;
    json_array_foreach(json_object_get(model, "automata"), k, automaton)
        json_array_foreach(json_object_get(automaton, "edges"), m, edge)
    {
        const json_t *all = json_object_get(edge, "destinations"),
                     *first = assigned_value(json_array_get(all, 0), name);
        json_array_foreach(all, d, one)
        {
            const json_t *value = assigned_value(one, name);
            if (first ? value && json_equal(first, value) : !value) continue;
            return fail(ERROR_INPUT,
                        "the reward %s differs between destinations of an edge, and a bound counts "
                        "what all of them pay",
                        name);
        }
    }
    return OK;
}

static bool has_variable(const json_t *model, const json_t *value)
{
    const char *key;
    json_t *part;
    if (json_is_string(value)) return jani_variable(model, json_string_value(value)) != JANI_NONE;
    json_object_foreach((json_t *)value, key,
                        part) if (strcmp(key, "op") && has_variable(model, part)) return true;
    return false;
}

/* A number that is no variable is a reward of states: for a step in a DTMC, else for the time. */
static enum status check_amount(const json_t *model, const json_t *question, const json_t *exp)
{
    const bool steps = accumulates(question, "steps"), exit = accumulates(question, "exit");
    if (jani_is_timed(model))
        return steps || exit ? fail(ERROR_INPUT, "rewards of a CTMC's steps need a variable") : OK;
    if (steps == exit)
        return fail(ERROR_INPUT, "its reward must count steps or exits of states, not %s",
                    steps ? "both" : "time");
    if (steps && has_variable(model, exp))
        return fail(ERROR_INPUT, "rewards of steps that depend on the state need a variable");
    return OK;
}

enum status jani_check_reward(const json_t *model, const json_t *question)
{
    const json_t *exp = json_object_get(question, "exp");
    const char *name = json_is_string(exp) ? json_string_value(exp) : "";
    if (!json_object_get(question, "accumulate")) return OK;
    return jani_variable(model, name) == JANI_REWARD ? check_variable(model, question, name)
                                                     : check_amount(model, question, exp);
}
