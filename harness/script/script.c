#include "harness/script/script.h"

#include <lauxlib.h>
#include <lua.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "harness/script/script_settings.h"
#include "harness/script/script_state.h"
#include "harness/script/shape.h"

/* Arguments of run_script. */
struct job {
    struct script_state *state;
    struct experiment *out;
    enum status status; /* status of copying into out */
};

SHAPE(axis, axis_value, PART(TEXT, axis_value, name), PART(OPTIONAL, axis_value, text),
      PART(MAYBE, axis_value, number));

SHAPE(problem, experiment_problem, PART(TEXT, experiment_problem, source),
      PART(TEXT, experiment_problem, label), PART(OPTIONAL, experiment_problem, needs),
      PART(OPTIONAL, experiment_problem, inside), PART_LIST(experiment_problem, axes, naxes, &axis),
      PART_LIST(experiment_problem, variants, nvariants, &shape_text),
      PART_LIST(experiment_problem, counted, ncounted, &shape_text));

SHAPE(figure, figure, PART(TEXT, figure, id), PART(TEXT, figure, title), PART(TEXT, figure, kind),
      PART(TEXT, figure, x), PART(TEXT, figure, y), PART(TEXT, figure, by),
      PART(OPTIONAL, figure, facet), PART(OPTIONAL, figure, where), PART(TEXT, figure, log));

SHAPE(table, table, PART(TEXT, table, id), PART(TEXT, table, title), PART(TEXT, table, rows),
      PART(TEXT, table, columns), PART(TEXT, table, value), PART(OPTIONAL, table, where));

SHAPE(claim, claim, PART(TEXT, claim, id), PART(TEXT, claim, text));

SHAPE(crossover, crossover, PART(TEXT, crossover, id), PART(TEXT, crossover, axis),
      PART(TEXT, crossover, a), PART(TEXT, crossover, b), PART(TEXT, crossover, source),
      PART(REAL, crossover, from), PART(REAL, crossover, to), PART(REAL, crossover, within),
      PART(WHOLE, crossover, points, .least = 2, .most = 1000), PART(TRUTH, crossover, whole),
      PART(TEXT, crossover, study), PART(OPTIONAL, crossover, over),
      PART(MAYBE, crossover, over_value), PART(MAYBE, crossover, seed));

SHAPE(measure, experiment, PART_LIST(experiment, whole, nwhole, &shape_text));

SHAPE(experiment, experiment, PART(TEXT, experiment, name), PART(TEXT, experiment, title),
      PART(TEXT, experiment, paper), PART(TEXT, experiment, options),
      PART_LIST(experiment, problems, nproblems, &problem),
      PART_LIST(experiment, variants, nvariants, &shape_text),
      PART_LIST(experiment, figures, nfigures, &figure),
      PART_LIST(experiment, tables, ntables, &table),
      PART_LIST(experiment, claims, nclaims, &claim),
      PART_LIST(experiment, crossovers, ncrossovers, &crossover),
      PART_AS(ITEMS, "expect", experiment, expected, .shape = &shape_text,
              .count = offsetof(struct experiment, nexpected)),
      {.type = PART_STRUCT, .key = "measure", .shape = &measure});

/* Shape of measure.skip_dominated, unless that is false. */
SHAPE(skip, experiment, PART_AS(TEXT, "axis", experiment, skip_axis),
      PART_AS(REAL, "budget", experiment, skip_budget));

/* Copies the description from the top of Lua's stack, which stays as it was. */
static enum status copy_experiment(lua_State *L, struct experiment *out)
{
    enum status status = shape_take(L, &experiment, out);
    for (size_t k = 0; k < out->nproblems && status == OK; k++)
        for (size_t i = 0; i < out->problems[k].naxes; i++) {
            const struct axis_value *value = &out->problems[k].axes[i];
            if (!value->text && isnan(value->number))
                return fail(ERROR_INPUT, "axis '%s' has no value", value->name);
        }
    if (status != OK) return status;
    lua_getfield(L, -1, "measure");
    if (lua_getfield(L, -1, "skip_dominated") == LUA_TTABLE) status = shape_take(L, &skip, out);
    lua_pop(L, 2);
    return status == OK ? settings_take(L, &out->settings) : status;
}

/* Does everything that a Lua error may interrupt; called with the job as its argument. */
static int run_script(lua_State *L)
{
    struct job *job = lua_touserdata(L, 1);
    script_run(job->state);
    lua_pop(L, 1);
    job->status = copy_experiment(L, job->out);
    if (job->status != ERROR_INPUT) return 0;
    return luaL_error(L, "what the script gave is not what was checked: %s", fail_message());
}

enum status script_load(const struct script_request *request, struct experiment *out)
{
    enum status status = OK;
    struct script_state state = {.request = *request};
    struct job job = {.state = &state, .out = out};
    memset(out, 0, sizeof *out);
    out->quick = request->quick;
    TRY(copy_text(request->path, &out->path));
    TRY(script_read(request->path, "a Lua script", LARGEST_SCRIPT, &out->script));
    state.script = out->script;
    TRY(script_open(&state));
    TRY(script_call(&state, run_script, &job));
    TRY(job.status);
out:
    status = script_close(&state, status);
    out->bundle = state.bundle;
    out->nbundle = state.nbundle;
    if (status != OK) experiment_free(out);
    return status;
}
