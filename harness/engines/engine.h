/* An engine: a solver that is a program of its own (docs/engines.md), as it describes itself, and
 * the method that stands for it in variants. Who solves by it: harness/engines/engine_solve.h. */
#pragma once

#include "harness/util/json.h"
#include "problems/problem.h"
#include "solvers/solver.h"

enum { ENGINE_PROTOCOL = 1, ENGINE_PLACES = 8, ENGINE_FORMS = 8, ENGINE_OPTIONS = 24 };

struct engine {
    char *name, *path;
    /* Borrowed from its message; "" where it says nothing. missing: what it lacks here, so that it
     * cannot solve. */
    const char *title, *version, *source, *missing;
    unsigned kinds;                       /* 1 << enum problem_kind, of those that it solves */
    unsigned precisions;                  /* 1 << enum precision */
    const char *place[ENGINE_PLACES + 1]; /* names of places, and NULL */
    const char *form[ENGINE_FORMS + 1];   /* "system" or formats of chains, the best first */
    struct option options[ENGINE_OPTIONS + 1];
    const char **words[ENGINE_OPTIONS]; /* those of each option; NULL: a number */
    struct method method;               /* its engine is this one */
    void *message;                      /* what it said */
    bool silent; /* it could not start, so nobody knows its options: any are accepted */
};

/* Takes what an engine says in answer to "hello", one line. Errors: ERROR_INPUT with what is wrong;
 * ERROR_HOST_MEMORY. name and path are copied. *out may stand elsewhere only once it is freed. */
enum status engine_describe(const char *name, const char *path, const char *line,
                            struct engine *out);
/* The same of one that cannot start: why is what it lacks. */
enum status engine_describe_silent(const char *name, const char *path, const char *why,
                                   struct engine *out);
void engine_free(struct engine *engine); /* accepts a zeroed one, leaves one */

/* Writes the options of a solve as members of the object at hand. */
void engine_write_options(const struct engine *engine, const struct solver_options *options,
                          struct json *json);

/* OK where the engine can be used so; else ERROR_UNSUPPORTED, with the reason. native: the rows
 * keep their order. */
enum status engine_can_run(const struct engine *engine, const struct place *place,
                           enum precision precision, bool native);
enum status engine_can_solve(const struct engine *engine, enum problem_kind kind);
