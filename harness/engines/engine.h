/* An engine is a solver that is a program of its own (docs/engines.md). This is its description of
 * itself, and the method that stands for it in variants. harness/engines/engine_solve.h solves with
 * it. */
#pragma once

#include "base/output/json.h"
#include "problems/problem.h"
#include "solvers/solver.h"

enum { ENGINE_PROTOCOL = 1, ENGINE_PLACES = 8, ENGINE_FORMS = 8, ENGINE_OPTIONS = 24 };

struct engine {
    char *name, *path;
    /* Borrowed from its message; "" if the message lacks it. missing: what the engine lacks here,
     * so that it cannot solve. */
    const char *title, *version, *source, *missing;
    unsigned kinds;                       /* 1 << enum problem_kind, of those that it solves */
    unsigned precisions;                  /* 1 << enum precision */
    const char *place[ENGINE_PLACES + 1]; /* names of places, and NULL */
    const char *form[ENGINE_FORMS + 1];   /* "system" or formats of chains, best first */
    struct option options[ENGINE_OPTIONS + 1];
    const char **words[ENGINE_OPTIONS]; /* words of each option; NULL: a number */
    struct method method;               /* method that solves with this engine */
    void *message;                      /* message that describes it */
    bool silent; /* it could not start, so its options are unknown: any are accepted */
};

/* Reads an engine's answer to "hello", one line. Errors: ERROR_INPUT with what is wrong;
 * ERROR_HOST_MEMORY. name and path are copied. *out must not move until it is freed. */
enum status engine_describe(const char *name, const char *path, const char *line,
                            struct engine *out);
/* Describes an engine that cannot start. why: what it lacks. */
enum status engine_describe_silent(const char *name, const char *path, const char *why,
                                   struct engine *out);
void engine_free(struct engine *engine); /* accepts a zeroed one, leaves one */

/* Writes the options of a solve as members of the current JSON object. */
void engine_write_options(const struct engine *engine, const struct solver_options *options,
                          struct json *json);

/* Returns OK if the engine can be used like this; else ERROR_UNSUPPORTED, with the reason. native:
 * the rows keep their order. */
enum status engine_can_run(const struct engine *engine, const struct place *place,
                           enum precision precision, bool native);
enum status engine_can_solve(const struct engine *engine, enum problem_kind kind);
