/* Graphs that are searched while they grow: what an observer receives, and that verdicts are those
 * of the whole graph. */
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "generators/explore_product.h"
#include "harness/case/case.h"
#include "harness/case/verify_cycle.h"
#include "tests/support/cmocka.h"
#include "tests/support/product_sound.h"
#include "tests/support/seed.h"
#include "tests/support/teams.h"

/* Every property of every model, small, as it is, merged, and what the paper stores. */
static void each_source(void (*check)(const char *source))
{
    static const char *const small[][2] = {{"phils", "n=5"},
                                           {"phils", "n=5,left=1"},
                                           {"anderson", "n=2"},
                                           {"bakery", "n=2,max=3"},
                                           {"leader", "n=2"},
                                           {"elevator2", "n=3"},
                                           {"elevator2", "n=3,naive=1"},
                                           {"elevator", "f=3,p=2"},
                                           {"peterson", "n=2"}};
    static const char *const views[] = {"", ",merge=1", ",stored=1", ",merge=1,stored=1"};
    int models = 0, seen = 0;
    for (int g = 0; g < generator_count; g++) {
        const struct generator *generator = generators[g];
        if (!generator->kripke) continue;
        models++;
        bool here = false;
        for (size_t k = 0; k < sizeof small / sizeof *small; k++) {
            if (strcmp(small[k][0], generator->name)) continue;
            here = true;
            for (const struct kripke_property *p = generator->kripke->properties; p->title; p++)
                for (size_t v = 0; v < sizeof views / sizeof *views; v++) {
                    char source[128];
                    snprintf(source, sizeof source, "%s:%s,property=%d%s", small[k][0], small[k][1],
                             p->number, views[v]);
                    check(source);
                }
        }
        seen += here;
    }
    assert_int_equal(models, seen);
}

/* Parts */

static bool has_cycle(const struct product *product)
{
    static const struct method other = {.name = "any but tarjan"};
    const struct search_answer none = {.witness = NO_VERTEX};
    struct cycle_verdict verdict;
    assert_int_equal(verify_cycle(product, &other, &none, &verdict), OK);
    return verdict.fault != NULL;
}

struct watched {
    const struct product *whole;
    uint32_t expanded; /* of the last part */
    int parts, enough_after;
    bool until_cycle;
};

/* A part is the beginning of the whole: rows up to some vertex, and then empty ones. */
static bool begins(const struct product *part, const struct product *whole, uint32_t *expanded)
{
    if (!product_sound(part) || part->n > whole->n || part->m > whole->m ||
        part->initial != whole->initial)
        return false;
    if (memcmp(part->col, whole->col, part->m * sizeof *part->col)) return false;
    for (uint32_t v = 0; v < part->n; v++)
        if (product_accepting(part, v) != product_accepting(whole, v)) return false;
    uint32_t v = 0;
    while (v < part->n && part->row[v + 1] == whole->row[v + 1]) v++;
    *expanded = v;
    for (; v < part->n; v++)
        if (part->row[v + 1] != part->m) return false;
    return true;
}

static enum status watch(const struct product *part, void *context, bool *enough)
{
    struct watched *w = context;
    uint32_t expanded = 0;
    assert_false(*enough);
    if (!begins(part, w->whole, &expanded)) fail_msg("part %d is no part of the whole", w->parts);
    if (expanded < w->expanded) fail_msg("part %d is smaller than the one before", w->parts);
    w->expanded = expanded;
    w->parts++;
    *enough = w->parts == w->enough_after || (w->until_cycle && has_cycle(part));
    return OK;
}

static void parts_of(const char *source)
{
    struct problem whole, last;
    uint32_t expanded;
    struct watched w = {&whole.product, 0, 0, -1, false};
    const struct growth growth = {watch, &w};
    if (problem_open(source, &whole) != OK) return; /* stored=1 may leave nothing */
    assert_int_equal(problem_open_growing(source, &growth, &last), OK);
    if (!same_product(&whole.product, &last.product))
        fail_msg("%s: another graph when watched", source);
    assert_string_equal(last.source, source);
    problem_free(&last);
    for (int parts = w.parts; parts > 0; parts--) {
        w = (struct watched){&whole.product, 0, 0, parts, false};
        assert_int_equal(problem_open_growing(source, &growth, &last), OK);
        assert_int_equal(w.parts, parts);
        assert_true(begins(&last.product, &whole.product, &expanded));
        assert_int_equal(expanded, w.expanded);
        assert_int_equal(last.states, last.product.n);
        problem_free(&last);
    }
    problem_free(&whole);
}

static void parts_begin_the_whole(void **state)
{
    each_source(parts_of);
}

static enum status refuse(const struct product *part, void *context, bool *enough)
{
    (void)part;
    (void)enough;
    ++*(int *)context;
    return (fail)(ERROR_DEVICE, "seen enough");
}

static void errors_of_the_observer_end_it(void **state)
{
    struct problem p;
    int calls = 0;
    const struct growth growth = {refuse, &calls};
    assert_int_equal(problem_open_growing("leader:n=3", &growth, &p), ERROR_DEVICE);
    assert_int_equal(calls, 1);
    assert_null(p.product.row);
}

/* Here, a vertex without edges is one that was not expanded. */
static enum status grows_twofold(const struct product *part, void *context, bool *enough)
{
    uint32_t *before = context, expanded = part->n;
    (void)enough;
    while (expanded > 0 && part->row[expanded - 1] == part->m) expanded--;
    if (expanded < 16 || expanded < 2 * *before)
        fail_msg("%u vertices after %u", expanded, *before);
    if (expanded == part->n) fail_msg("the part is the whole");
    *before = expanded;
    return OK;
}

static void parts_double(void **state)
{
    struct problem p;
    uint32_t before = 0;
    const struct growth growth = {grows_twofold, &before};
    assert_int_equal(problem_open_growing("peterson:n=3,property=none", &growth, &p), OK);
    assert_true(before > p.product.n / 4);
    problem_free(&p);
}

/* Random systems */

enum { SYSTEMS = 300, MOST_STATES = 400, MOST_MOVES = 4 };

static struct random_system {
    int n, moves[MOST_STATES], to[MOST_STATES][MOST_MOVES];
    bool holds[MOST_STATES];
} drawn_system;

static void system_space(const union argument *a, struct space *out)
{
    (void)a;
    *out = (struct space){0};
    space_add(out, "s", 0, 0, MOST_STATES - 1, 0);
}

static void system_step(const union argument *a, const int *state, struct moves *out)
{
    (void)a;
    for (int k = 0; k < drawn_system.moves[*state]; k++) move_to(out, &drawn_system.to[*state][k]);
}

static bool system_holds(const union argument *a, const int *state)
{
    (void)a;
    return drawn_system.holds[*state];
}

/* Mostly forwards, so that many a system has few cycles. */
static void draw_system(void)
{
    struct random_system *s = &drawn_system;
    uint64_t backwards = 1 + draw(60), rare = 1 + draw(40);
    s->n = 1 + (int)draw(MOST_STATES);
    for (int v = 0; v < s->n; v++) {
        uint64_t ahead = (uint64_t)(s->n - v);
        s->moves[v] = 1 + (int)draw(MOST_MOVES);
        s->holds[v] = draw(rare) != 0;
        for (int k = 0; k < s->moves[v]; k++)
            s->to[v][k] = draw(backwards) ? v + (int)draw(ahead < 30 ? ahead : 30)
                                          : (int)draw((uint64_t)v + 1);
    }
}

/* F G not p */
static void never_again(struct automaton *out)
{
    static const struct kripke_edge edges[] = {{0, 0, "t"}, {0, 1, "!0"}, {1, 1, "!0"}};
    struct guard formula;
    *out = (struct automaton){0};
    assert_int_equal(automaton_name(out, "p", 1), OK);
    assert_int_equal(automaton_size(out, 2), OK);
    for (int k = 0; k < 3; k++) {
        const char *text = edges[k].formula;
        assert_int_equal(guard_parse(&out->formulas, &text, 1, NULL, &formula), OK);
        assert_int_equal(
            automaton_edge(out, (uint32_t)edges[k].from, (uint32_t)edges[k].to, &formula), OK);
    }
    out->accepting[1] = 1;
    assert_int_equal(automaton_finish(out), OK);
}

static enum status watch_stored(const struct product *part, const uint64_t *stored, void *context,
                                bool *enough)
{
    for (uint32_t v = 0; v < part->n; v++)
        assert_int_equal(bitmap_has(stored, v), product_accepting(part, v));
    return watch(part, context, enough);
}

static void random_systems_have_the_verdict_of_the_whole(void **state)
{
    const struct kripke model = {
        .space = system_space, .step = system_step, .propositions = {{"p", system_holds}}};
    struct automaton automaton;
    int early = 0, none = 0;
    seed_begin();
    never_again(&automaton);
    for (int k = 0; k < SYSTEMS; k++) {
        struct product whole, part;
        uint64_t *stored;
        uint32_t expanded;
        draw_system();
        assert_int_equal(explore_product("random", &model, NULL, &automaton, NULL, &whole, &stored),
                         OK);
        free(stored);
        struct watched w = {&whole, 0, 0, -1, true};
        const struct observer observer = {watch_stored, &w};
        assert_int_equal(
            explore_product("random", &model, NULL, &automaton, &observer, &part, &stored), OK);
        assert_true(begins(&part, &whole, &expanded));
        bool cycle = has_cycle(&whole);
        if (has_cycle(&part) != cycle || (!cycle && part.m != whole.m))
            fail_msg("system %d: another verdict", k);
        early += part.m < whole.m;
        none += !cycle;
        free(stored);
        product_free(&whole);
        product_free(&part);
    }
    if (early < 10 || none < 10)
        fail_msg("%d searches ended early, %d without a cycle: too few", early, none);
    automaton_free(&automaton);
}

/* Searches */

static struct settings once(void)
{
    struct settings settings = default_settings;
    settings.warmup = 0;
    settings.min_samples = settings.max_samples = 1;
    return settings;
}

static void measure(const struct problem *problem, const struct variant *variant,
                    struct result_run *out)
{
    const struct settings settings = once();
    struct case_result result;
    assert_int_equal(case_measure(problem, variant, &settings, 0, &result), OK);
    if (result.run.status != CASE_OK)
        fail_msg("%s, %s: %s", problem->source, variant->method->name, result.run.note);
    *out = result.run;
    result_run_disown(out);
    case_result_free(&result);
}

static int cycles_before_the_end;

/* By every method here, checked on the whole graph, and on the part alone. */
static void search_source(const char *source)
{
    static char any[] = "*/csr/u32/*",
                pred[] = "map[orientation=pred]/csr/u32/*", *const patterns[] = {any, pred};
    struct problem whole, name = {.kind = KIND_PRODUCT};
    struct variant *variants;
    size_t count, tried = 0;
    char text[128];
    if (problem_open(source, &whole) != OK) return;
    snprintf(text, sizeof text, "%s", source);
    name.source = text;
    assert_int_equal(variants_expand(2, patterns, &variants, &count), OK);
    for (size_t v = 0; v < count; v++) {
        struct result_run before, on_whole, on_part;
        if (variant_check(&variants[v]) != OK) continue;
        tried++;
        measure(&whole, &variants[v], &before);
        variants[v].options.on_the_fly = true;
        measure(&whole, &variants[v], &on_whole);
        measure(&name, &variants[v], &on_part);
        assert_int_equal(before.fly_rounds, MISSING);
        assert_int_equal(on_whole.verdict, before.verdict);
        assert_int_equal(on_part.verdict, before.verdict);
        assert_int_equal(on_whole.fly_edges, on_part.fly_edges);
        assert_true(on_whole.fly_rounds >= 1);
        if (before.verdict == CYCLE_NONE) {
            assert_int_equal(on_part.fly_vertices, whole.product.n);
            assert_int_equal(on_part.fly_edges, whole.product.m);
        }
        assert_true(on_part.fly_vertices <= whole.product.n);
        cycles_before_the_end += on_part.fly_edges < whole.product.m;
    }
    assert_true(tried >= 5);
    free(variants);
    problem_free(&whole);
}

static void verdicts_are_those_of_the_whole(void **state)
{
    each_source(search_source);
    assert_true(cycles_before_the_end > 20);
}

static void search_by(const char *source, const volatile sig_atomic_t *stop, struct on_the_fly *out,
                      struct solve *solve, enum status *status)
{
    struct variant variant;
    assert_int_equal(variant_parse("map[on_the_fly=yes]/csr/u32/omp", &variant), OK);
    const struct solve_settings settings = {.scale = 1,
                                            .epsilon = 1,
                                            .max_iterations = 1000000,
                                            .options = variant.options,
                                            .stop = stop};
    *status = search_on_the_fly(source, &variant, &settings, out, solve);
}

static void threads_do_not_matter(void **state)
{
    static const int threads[] = {1, 2, 5};
    struct on_the_fly fly[3];
    struct solve solve[3];
    enum status status;
    int before = omp_get_max_threads();
    for (int t = 0; t < 3; t++) {
        omp_set_num_threads(threads[t]);
        search_by("anderson:n=4,property=3", NULL, &fly[t], &solve[t], &status);
        assert_int_equal(status, OK);
        assert_true(fly[t].answer.cycle);
        assert_int_equal(fly[t].rounds, fly[0].rounds);
        assert_int_equal(solve[t].iterations, solve[0].iterations);
        assert_true(same_product(&fly[t].part.product, &fly[0].part.product));
    }
    for (int t = 0; t < 3; t++) on_the_fly_free(&fly[t]);
    omp_set_num_threads(before);
}

static void a_stop_is_an_outcome(void **state)
{
    static const volatile sig_atomic_t stop = 1;
    struct on_the_fly fly;
    struct solve solve;
    enum status status;
    search_by("leader:n=3", &stop, &fly, &solve, &status);
    assert_int_equal(status, OK);
    assert_int_equal(solve.outcome, STOPPED);
    on_the_fly_free(&fly);
}

static void allocations_may_fail(void **state)
{
    static const char *const sources[] = {"phils:n=3", "phils:n=3,merge=1,stored=1", "leader:n=2"};
    for (size_t k = 0; k < sizeof sources / sizeof *sources; k++) {
        long granted = 0;
        for (bool done = false; !done; granted++) {
            struct on_the_fly fly;
            struct solve solve;
            enum status status;
            struct variant variant;
            assert_int_equal(variant_parse("map[on_the_fly=yes]/csr/u32/seq", &variant), OK);
            const struct solve_settings settings = {
                .scale = 1, .epsilon = 1, .max_iterations = 1000000, .options = variant.options};
            status = refused_after(
                granted, search_on_the_fly(sources[k], &variant, &settings, &fly, &solve));
            done = status == OK;
            if (!done) assert_int_equal(status, ERROR_HOST_MEMORY);
            on_the_fly_free(&fly);
        }
        assert_true(granted > 20);
    }
}

static void other_sources_are_refused(void **state)
{
    static const char *const sources[] = {"herman:n=3", "identity:n=3",
                                          "datasets/data/prism/tandem-c31/model.tra:type=ctmc"};
    for (int k = 0; k < 3; k++) {
        assert_int_equal(problem_check_growing(sources[k]), ERROR_UNSUPPORTED);
        if (!strstr(fail_message(), "a search on the fly needs")) fail_msg("%s", fail_message());
    }
    assert_int_equal(problem_check_growing("phils:n=3,property=9"), ERROR_INPUT);
    assert_int_equal(problem_check_growing("phils:n=3"), OK);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(parts_begin_the_whole),
        cmocka_unit_test(errors_of_the_observer_end_it),
        cmocka_unit_test(parts_double),
        cmocka_unit_test(random_systems_have_the_verdict_of_the_whole),
        cmocka_unit_test(verdicts_are_those_of_the_whole),
        cmocka_unit_test(threads_do_not_matter),
        cmocka_unit_test(a_stop_is_an_outcome),
        cmocka_unit_test(allocations_may_fail),
        cmocka_unit_test(other_sources_are_refused),
    };
    return cmocka_run_group_tests_name("on the fly", tests, NULL, NULL);
}
