#include "harness/script/script.h"

#include <lauxlib.h>
#include <lua.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "harness/script/from_lua.h"
#include "harness/script/script_settings.h"
#include "harness/script/script_state.h"

/* What run_script needs. */
struct job {
    struct script_state *state;
    struct experiment *out;
    enum status status; /* of the copy into out */
};

/* Below, every copy_x takes the table or text on top of Lua's stack and leaves the stack as it was.
 * Errors: those of from_lua.h. */

static enum status copy_axis(lua_State *L, void *out)
{
    struct axis_value *axis = out;
    enum status status = OK;
    axis->number = NAN;
    TRY(from_lua_name(L, "name", &axis->name));
    TRY(from_lua_text(L, "text", &axis->text));
    if (!axis->text) TRY(from_lua_number(L, "number", &axis->number));
out:
    return status;
}

static enum status copy_problem(lua_State *L, void *out)
{
    struct experiment_problem *problem = out;
    enum status status = OK;
    TRY(from_lua_name(L, "source", &problem->source));
    TRY(from_lua_name(L, "label", &problem->label));
    TRY(from_lua_list(L, "axes", sizeof *problem->axes, copy_axis, &problem->axes,
                      &problem->naxes));
    TRY(from_lua_list(L, "variants", sizeof *problem->variants, from_lua_item, &problem->variants,
                      &problem->nvariants));
    TRY(from_lua_list(L, "counted", sizeof *problem->counted, from_lua_item, &problem->counted,
                      &problem->ncounted));
out:
    return status;
}

static enum status copy_figure(lua_State *L, void *out)
{
    struct figure *figure = out;
    enum status status = OK;
    TRY(from_lua_name(L, "id", &figure->id));
    TRY(from_lua_name(L, "title", &figure->title));
    TRY(from_lua_name(L, "kind", &figure->kind));
    TRY(from_lua_name(L, "x", &figure->x));
    TRY(from_lua_name(L, "y", &figure->y));
    TRY(from_lua_name(L, "by", &figure->by));
    TRY(from_lua_text(L, "facet", &figure->facet));
    TRY(from_lua_text(L, "where", &figure->where));
    TRY(from_lua_name(L, "log", &figure->log));
out:
    return status;
}

static enum status copy_table(lua_State *L, void *out)
{
    struct table *table = out;
    enum status status = OK;
    TRY(from_lua_name(L, "id", &table->id));
    TRY(from_lua_name(L, "title", &table->title));
    TRY(from_lua_name(L, "rows", &table->rows));
    TRY(from_lua_name(L, "columns", &table->columns));
    TRY(from_lua_name(L, "value", &table->value));
    TRY(from_lua_text(L, "where", &table->where));
out:
    return status;
}

static enum status copy_claim(lua_State *L, void *out)
{
    struct claim *claim = out;
    enum status status = OK;
    TRY(from_lua_name(L, "id", &claim->id));
    TRY(from_lua_name(L, "text", &claim->text));
out:
    return status;
}

static enum status copy_crossover(lua_State *L, void *out)
{
    struct crossover *crossover = out;
    enum status status = OK;
    TRY(from_lua_name(L, "id", &crossover->id));
    TRY(from_lua_name(L, "axis", &crossover->axis));
    TRY(from_lua_name(L, "a", &crossover->a));
    TRY(from_lua_name(L, "b", &crossover->b));
    TRY(from_lua_name(L, "source", &crossover->source));
    TRY(from_lua_number(L, "from", &crossover->from));
    TRY(from_lua_number(L, "to", &crossover->to));
    TRY(from_lua_number(L, "within", &crossover->within));
    TRY(from_lua_whole(L, "points", 2, 1000, &crossover->points));
    from_lua_push(L, "whole");
    crossover->whole = lua_toboolean(L, -1);
    lua_pop(L, 1);
out:
    return status;
}

static enum status copy_dominance(lua_State *L, struct experiment *out)
{
    enum status status = OK;
    from_lua_push(L, "measure");
    if (from_lua_push(L, "skip_dominated") == LUA_TTABLE) {
        status = from_lua_name(L, "axis", &out->skip_axis);
        if (status == OK) status = from_lua_number(L, "budget", &out->skip_budget);
    }
    lua_pop(L, 2);
    return status;
}

static enum status copy_whole(lua_State *L, struct experiment *out)
{
    from_lua_push(L, "measure");
    enum status status =
        from_lua_list(L, "whole", sizeof *out->whole, from_lua_item, &out->whole, &out->nwhole);
    lua_pop(L, 1);
    return status;
}

static enum status copy_experiment(lua_State *L, struct experiment *out)
{
    enum status status = OK;
    TRY(from_lua_name(L, "name", &out->name));
    TRY(from_lua_name(L, "title", &out->title));
    TRY(from_lua_name(L, "paper", &out->paper));
    TRY(from_lua_name(L, "options", &out->options));
    TRY(from_lua_list(L, "problems", sizeof *out->problems, copy_problem, &out->problems,
                      &out->nproblems));
    TRY(from_lua_list(L, "variants", sizeof *out->variants, from_lua_item, &out->variants,
                      &out->nvariants));
    TRY(from_lua_list(L, "figures", sizeof *out->figures, copy_figure, &out->figures,
                      &out->nfigures));
    TRY(from_lua_list(L, "tables", sizeof *out->tables, copy_table, &out->tables, &out->ntables));
    TRY(from_lua_list(L, "claims", sizeof *out->claims, copy_claim, &out->claims, &out->nclaims));
    TRY(from_lua_list(L, "crossovers", sizeof *out->crossovers, copy_crossover, &out->crossovers,
                      &out->ncrossovers));
    TRY(from_lua_list(L, "expect", sizeof *out->expected, from_lua_item, &out->expected,
                      &out->nexpected));
    TRY(copy_whole(L, out));
    TRY(copy_dominance(L, out));
    TRY(settings_take(L, &out->settings));
out:
    return status;
}

/* Everything that Lua may interrupt by an error; called with the job as its argument. */
static int run_script(lua_State *L)
{
    struct job *job = lua_touserdata(L, 1);
    script_run(job->state);
    lua_pop(L, 1);
    job->status = copy_experiment(L, job->out);
    if (job->status != ERROR_INPUT) return 0;
    return luaL_error(L, "what the script gave is not what was checked: %s", fail_message());
}

static bool is_judged(const struct experiment *e)
{
    bool built = e->nclaims > 0;
    for (size_t i = 0; i < e->ntables; i++) built = built || !*e->tables[i].rows;
    for (size_t i = 0; i < e->nfigures; i++) built = built || !*e->figures[i].x;
    return built;
}

/* Runs the script of *e a second time as it will run to judge its results, lest that fails after
 * hours of measuring. */
static enum status rehearse(const struct experiment *e)
{
    enum status status = OK;
    struct experiment again = {0};
    struct script_state state = {.request = {.path = e->path, .quick = e->quick},
                                 .script = e->script,
                                 .judging = true,
                                 .options = e->options,
                                 .nbundle = e->nbundle,
                                 .bundle = e->bundle};
    struct job job = {.state = &state, .out = &again};
    TRY(script_open(&state));
    TRY(script_call(&state, run_script, &job));
    TRY(job.status);
    if (strcmp(again.options, e->options) || again.nproblems != e->nproblems ||
        again.nclaims != e->nclaims)
        status = fail(
            ERROR_INPUT,
            "%s: run a second time, to judge its results, the script describes another experiment",
            e->path);
out:
    status = script_close(&state, status);
    experiment_free(&again);
    return status;
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
    if (status == OK && is_judged(out)) status = rehearse(out);
    if (status != OK) experiment_free(out);
    return status;
}
