/* The claims of experiments/: each is judged on results that are made up so that it must hold, and
 * on results so that it must not. If the paper has published the numbers behind its claim, these
 * are the results that must make it hold. The results are in tests/support/results/claims.lua; this
 * program adds a little noise to their numbers. */
#include <lauxlib.h>
#include <lualib.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/script/script.h"
#include "tests/support/listed.h"
#include "tests/support/results/planned.h"
#include "tests/support/seed.h"

static const double NOISE = 1e-4; /* share, at most, by which a sample's time is off */

static lua_State *L;

/* The field of the table on top; fallback where it has none. */
static double number_of(const char *field, double fallback)
{
    lua_getfield(L, -1, field);
    double number = lua_isnil(L, -1) ? fallback : luaL_checknumber(L, -1);
    lua_pop(L, 1);
    return number;
}

static uint64_t count_of(const char *field, uint64_t fallback)
{
    double number = number_of(field, NAN);
    return isnan(number) ? fallback : (uint64_t)number;
}

static void set_text(const char *field, const char *text)
{
    lua_pushstring(L, text);
    lua_setfield(L, -2, field);
}

/* { label =, source =, AXIS = } */
static void push_problem(const struct result_problem *problem)
{
    lua_newtable(L);
    set_text("label", problem->label);
    set_text("source", problem->source);
    for (size_t k = 0; k < problem->naxes; k++) {
        const struct axis_value *axis = &problem->axes[k];
        if (axis->text) lua_pushstring(L, axis->text);
        else if (axis->number == floor(axis->number)) lua_pushinteger(L, (lua_Integer)axis->number);
        else lua_pushnumber(L, axis->number);
        lua_setfield(L, -2, axis->name);
    }
}

static void push_variant(const struct result_variant *variant)
{
    lua_newtable(L);
    set_text("name", variant->name);
    set_text("method", variant->method);
    set_text("layout", variant->layout);
    set_text("order", variant->order);
    set_text("precision", variant->precision);
    set_text("place", variant->place);
}

/* Calls the function below the nargs arguments on top; one table comes back. */
static void call(int nargs)
{
    if (lua_pcall(L, nargs, 1, 0) != LUA_OK) fail_msg("%s", lua_tostring(L, -1));
    if (!lua_istable(L, -1)) fail_msg("tests/support/results/claims.lua: a table is expected");
}

/* The facts of a problem: function `problem` of the world, which is on top. */
static void make_problem(struct result_problem *problem)
{
    lua_getfield(L, -1, "problem");
    push_problem(problem);
    call(1);
    problem->n = problem->states = count_of("n", 1000);
    problem->nnz = count_of("nnz", 4 * problem->n);
    problem->transitions = count_of("transitions", problem->nnz + problem->n);
    problem->classes = 1;
    problem->row_min = 1;
    problem->row_max = 8;
    problem->diagonal_share = number_of("diagonal_share", 0.75);
    problem->generate = number_of("generate", 0);
    lua_pop(L, 1);
}

static enum case_status status_of(void)
{
    enum case_status status = CASE_OK;
    lua_getfield(L, -1, "status");
    if (!lua_isnil(L, -1))
        while (status < NCASE_STATUSES && strcmp(case_status_names[status], lua_tostring(L, -1)))
            status++;
    lua_pop(L, 1);
    if (status == NCASE_STATUSES) fail_msg("tests/support/results/claims.lua: no such status");
    return status;
}

/* Makes the result of a case by function `run` of the world, which is on top of the stack. */
static void make_run(struct results *r, struct result_run *run)
{
    struct made_run made = {.noise = NOISE};
    lua_getfield(L, -1, "run");
    push_problem(&r->problems[run->problem]);
    push_variant(&r->variants[run->variant]);
    call(2);
    made.status = status_of();
    made.per_iteration = number_of("per_iteration", 1e-3);
    made.iterations = count_of("iterations", 1000);
    made.samples = count_of("samples", 12);
    made.stream = (uint64_t)(run - r->runs);
    planned_run(r, run, &made);
    if (run->status == CASE_OK) {
        run->bytes = count_of("bytes", 1000000);
        run->layout = number_of("layout", 0);
        run->outer = count_of("outer", MISSING);
        run->sweeps = count_of("sweeps", MISSING);
    }
    if (run->iterations != MISSING) { /* there is an answer */
        run->zeros = number_of("zeros", 0);
        run->residual = number_of("residual", 1e-9);
        run->error_bound = number_of("error_bound", NAN);
    }
    lua_pop(L, 1);
}

/* Expected judgement of a claim: the name of a verdict, the beginning of its magnitude, and a part
 * of its numbers; the last two may be NULL. */
struct expectation {
    const char *verdict, *magnitude, *says;
};

/* The claim is judged on the world on top of the stack. */
static void check_world(const char *experiment, const char *id, const char *world,
                        struct expectation expected)
{
    struct results r;
    const struct claim *claim = NULL;
    planned_begin(experiment, false, &r);
    for (size_t k = 0; k < r.nproblems; k++) make_problem(&r.problems[k]);
    for (size_t k = 0; k < r.nruns; k++) make_run(&r, &r.runs[k]);
    planned_judge(&r);
    for (size_t k = 0; k < r.nclaims; k++)
        if (!strcmp(r.claims[k].id, id)) claim = &r.claims[k];
    if (!claim) fail_msg("%s has no claim %s", experiment, id);
    if (strcmp(verdict_names[claim->verdict], expected.verdict))
        fail_msg("seed %llu, %s, %s, %s: %s, not %s: %s", (unsigned long long)seed, experiment, id,
                 world, verdict_names[claim->verdict], expected.verdict, claim->numbers);
    if (expected.magnitude &&
        strncmp(claim->magnitude, expected.magnitude, strlen(expected.magnitude)))
        fail_msg("seed %llu, %s, %s, %s: %s, not %s", (unsigned long long)seed, experiment, id,
                 world, claim->magnitude, expected.magnitude);
    if (!strncmp(world, "published", 9) && !strncmp(claim->magnitude, "outside", 7))
        fail_msg("seed %llu, %s, %s, %s: %s", (unsigned long long)seed, experiment, id, world,
                 claim->magnitude);
    if (expected.says && !strstr(claim->numbers, expected.says))
        fail_msg("seed %llu, %s, %s, %s: \"%s\" does not say %s", (unsigned long long)seed,
                 experiment, id, world, claim->numbers, expected.says);
    results_free(&r);
}

/* One test a claim of tests/support/results/claims.lua: state is its index there. */
static void claim_is_judged_rightly(void **state)
{
    lua_settop(L, 1);
    lua_geti(L, 1, *(lua_Integer *)*state);
    lua_getfield(L, 2, "experiment"), lua_getfield(L, 2, "id"), lua_getfield(L, 2, "worlds");
    const char *experiment = lua_tostring(L, 3), *id = lua_tostring(L, 4);
    lua_Integer count = luaL_len(L, 5);
    for (lua_Integer k = 1; k <= count; k++) {
        lua_geti(L, 5, k);
        lua_getfield(L, 6, "name"), lua_getfield(L, 6, "verdict");
        lua_getfield(L, 6, "magnitude"), lua_getfield(L, 6, "says");
        const struct expectation expected = {lua_tostring(L, 8), lua_tostring(L, 9),
                                             lua_tostring(L, 10)};
        lua_pushvalue(L, 6);
        check_world(experiment, id, lua_tostring(L, 7), expected);
        lua_settop(L, 5);
    }
}

/* Returns whether tests/support/results/claims.lua has a world with that verdict on the claim. */
static bool has_world(const char *id, const char *verdict)
{
    bool found = false;
    lua_settop(L, 1);
    for (lua_Integer k = 1; k <= luaL_len(L, 1); k++) {
        lua_geti(L, 1, k);
        lua_getfield(L, 2, "id"), lua_getfield(L, 2, "worlds");
        bool same = !strcmp(lua_tostring(L, 3), id);
        for (lua_Integer w = 1; same && w <= luaL_len(L, 4); w++) {
            lua_geti(L, 4, w);
            lua_getfield(L, 5, "verdict");
            found |= !strcmp(lua_tostring(L, 6), verdict);
            lua_settop(L, 4);
        }
        lua_settop(L, 1);
    }
    return found;
}

/* Every claim of every experiment has results of both kinds, except the one that cannot be tested
 * here; and no claim of the papers is missing. */
static void no_claim_is_left_out(void **state)
{
    size_t npublished = 0;
    for (size_t k = 0; planned_names[k]; k++) {
        struct experiment experiment;
        planned_load(planned_names[k], false, &experiment);
        for (size_t c = 0; c < experiment.nclaims; c++) {
            const char *id = experiment.claims[c].id;
            npublished += experiment.paper && *experiment.paper;
            if (!strcmp(id, "S10")) continue;
            for (int v = VERDICT_HOLDS; v <= VERDICT_DOES_NOT_HOLD; v++)
                if (!has_world(id, verdict_names[v]))
                    fail_msg("%s, %s: tests/support/results/claims.lua has no world where it %s",
                             planned_names[k], id, verdict_names[v]);
        }
        experiment_free(&experiment);
    }
    assert_int_equal(npublished, 47);
}

int main(void)
{
    seed_begin();
    L = luaL_newstate();
    if (!L) return 1;
    luaL_openlibs(L);
    if (luaL_dofile(L, "tests/support/results/claims.lua") != LUA_OK) {
        fprintf(stderr, "%s\n", lua_tostring(L, -1));
        return 1;
    }
    size_t count = (size_t)luaL_len(L, 1);
    lua_Integer *index = calloc(count, sizeof *index);
    if (!index) return 1;
    planned_find();
    for (size_t k = 0; k < count; k++) {
        index[k] = (lua_Integer)k + 1;
        lua_geti(L, 1, index[k]);
        lua_getfield(L, 2, "id"), lua_getfield(L, 2, "experiment");
        list_test(claim_is_judged_rightly, &index[k], "%s, %s", lua_tostring(L, 3),
                  lua_tostring(L, 4));
        lua_settop(L, 1);
    }
    list_test(no_claim_is_left_out, NULL, "no claim is left out");
    int failed = run_listed("claims", NULL, NULL);
    free(index);
    planned_forget();
    lua_close(L);
    return failed;
}
