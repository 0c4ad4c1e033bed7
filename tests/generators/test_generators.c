/* Properties of every generator in the registry, and of the identity matrix. */
#include <math.h>
#include <omp.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "generators/generator.h"
#include "problems/problem.h"
#include "problems/row_order.h"
#include "tests/support/chain_sound.h"
#include "tests/support/cmocka.h"
#include "tests/support/csr_sound.h"
#include "tests/support/product_sound.h"
#include "tests/support/teams.h"

/* Small instances of the generators whose parameters say more together than one by one. Any other
 * one takes its defaults, and 3 (or the least value) for what must be given. */
static const char *const small_instances[][2] = {{"biased_die", "n=21,weights=1:2,p=0.5"},
                                                 {"quicksort", "length=5,depth=3"},
                                                 {"markov", "n=21"},
                                                 {"bakery", "n=2,max=3"},
                                                 {"elevator", "f=3,p=2"}};

static bool add(char *text, size_t size, const char *format, const char *name, const char *value)
{
    size_t used = strlen(text);
    snprintf(text + used, size - used, "%s", used ? "," : "");
    used = strlen(text);
    return (size_t)snprintf(text + used, size - used, format, name, value) < size - used;
}

/* The parameters that must be given, but for the one called `except`. */
static const char *required(const struct generator *generator, const char *except)
{
    static char text[256];
    text[0] = '\0';
    for (const struct parameter *p = generator->parameters; p->name; p++) {
        char value[64];
        if (p->fallback || (except && !strcmp(p->name, except))) continue;
        snprintf(value, sizeof value, "%.17g", p->min > 3 ? p->min : 3);
        assert_true(add(text, sizeof text, "%s=%s", p->name, value));
    }
    return text;
}

static const char *small_source(const struct generator *generator)
{
    static char text[512];
    const char *parameters = required(generator, NULL);
    for (size_t k = 0; k < sizeof small_instances / sizeof *small_instances; k++)
        if (!strcmp(small_instances[k][0], generator->name)) parameters = small_instances[k][1];
    snprintf(text, sizeof text, "%s:%s", generator->name, parameters);
    return text;
}

/* generator_arguments for the required parameters and name=value. */
static enum status parse(const struct generator *generator, const char *name, const char *value)
{
    char text[512];
    union argument arguments[MAX_ARGUMENTS];
    snprintf(text, sizeof text, "%s", required(generator, name));
    assert_true(add(text, sizeof text, "%s=%s", name, value));
    return generator_arguments(generator, text, arguments);
}

static void must_take(const struct generator *generator, const char *name, const char *value)
{
    if (parse(generator, name, value) != OK) fail_msg("%s=%s: %s", name, value, fail_message());
}

/* The message names generator, parameter and value, and says why. */
static void must_refuse(const struct generator *generator, const char *name, const char *value,
                        const char *reason)
{
    char start[512];
    snprintf(start, sizeof start, "%s: %s=%s: ", generator->name, name, value);
    if (parse(generator, name, value) != ERROR_INPUT) fail_msg("%s was taken", start);
    if (strncmp(fail_message(), start, strlen(start)) || !strstr(fail_message(), reason))
        fail_msg("wanted '%s...%s...', got '%s'", start, reason, fail_message());
}

static void tables_are_sound(void **state)
{
    for (int k = 0; k < generator_count; k++) {
        const struct generator *g = generators[k];
        int count = 0;
        assert_ptr_equal(find_generator(g->name), g); /* so names are distinct */
        assert_int_equal(strcspn(g->name, "/.:,= "), strlen(g->name));
        assert_true(*g->title && *g->source);
        assert_int_equal((g->make != NULL) + (g->model != NULL) + (g->kripke != NULL), 1);
        for (; g->parameters[count].name; count++) {
            const struct parameter *p = &g->parameters[count];
            assert_int_equal(strcspn(p->name, ":,= "), strlen(p->name));
            assert_true(*p->name && *p->title && p->min <= p->max);
            assert_true((p->type == PARAMETER_CHOICE) == (p->choices != NULL));
            for (int other = 0; other < count; other++)
                assert_string_not_equal(p->name, g->parameters[other].name);
        }
        assert_true(count <= MAX_PARAMETERS);
    }
    assert_null(find_generator("nothing"));
    assert_null(find_generator(""));
}

static void check_number(const struct generator *g, const struct parameter *p)
{
    char text[64];
    const char *kind =
        p->type == PARAMETER_COUNT ? "needs a whole number, not negative" : "needs a number";
    static const char *const nonsense[] = {"",   "x",    "1x",    "nan", "inf",
                                           " 1", "0x10", "1e999", "--1"};
    for (size_t k = 0; k < sizeof nonsense / sizeof *nonsense; k++)
        must_refuse(g, p->name, nonsense[k], kind);
    snprintf(text, sizeof text, "%.17g", p->min);
    if (p->above) must_refuse(g, p->name, text, "must be above ");
    else must_take(g, p->name, text);
    snprintf(text, sizeof text, "%.17g", p->max);
    must_take(g, p->name, text);
    snprintf(text, sizeof text, "%.17g", p->min - 1);
    must_refuse(g, p->name, text,
                p->type == PARAMETER_COUNT && p->min < 1 ? kind
                : p->above                               ? "above"
                                                         : "at least");
    if (p->type == PARAMETER_COUNT) must_refuse(g, p->name, "1.5", kind);
    if (p->type == PARAMETER_COUNT) must_refuse(g, p->name, "18446744073709551615", "at most");
    else must_refuse(g, p->name, "1e308", "at most");
}

static void check_choices(const struct generator *g, const struct parameter *p)
{
    must_refuse(g, p->name, "", "unknown value");
    must_refuse(g, p->name, "something else entirely", "unknown value (known: ");
    for (int k = 0; p->choices[k]; k++) {
        char wrong[64];
        must_take(g, p->name, p->choices[k]);
        snprintf(wrong, sizeof wrong, "%sx", p->choices[k]);
        must_refuse(g, p->name, wrong, ", did you mean '");
    }
}

static void check_once(const struct generator *g, const struct parameter *p)
{
    char text[512], value[64], wanted[128];
    union argument arguments[MAX_ARGUMENTS];
    snprintf(value, sizeof value, "%.17g", p->max);
    const char *given = p->type == PARAMETER_CHOICE ? p->choices[0]
                        : p->type == PARAMETER_TEXT ? "x"
                                                    : value;
    snprintf(text, sizeof text, "%s=%s,%s=%s", p->name, given, p->name, given);
    assert_int_equal(generator_arguments(g, text, arguments), ERROR_INPUT);
    snprintf(wanted, sizeof wanted, "%s: parameter '%s' is given twice", g->name, p->name);
    assert_string_equal(fail_message(), wanted);
    if (p->fallback) return;
    assert_int_equal(generator_arguments(g, required(g, p->name), arguments), ERROR_INPUT);
    snprintf(wanted, sizeof wanted, "%s: parameter '%s' (", g->name, p->name);
    assert_ptr_equal(strstr(fail_message(), wanted), fail_message());
    assert_non_null(strstr(fail_message(), "must be given"));
}

static void check_misspelt(const struct generator *g, const struct parameter *p)
{
    char text[512];
    union argument arguments[MAX_ARGUMENTS];
    snprintf(text, sizeof text, "%sx=1", p->name);
    assert_int_equal(generator_arguments(g, text, arguments), ERROR_INPUT);
    if (!strstr(fail_message(), "unknown parameter '") ||
        !strstr(fail_message(), ", did you mean '"))
        fail_msg("%s: %s", g->name, fail_message());
    snprintf(text, sizeof text, "%s", p->name);
    assert_int_equal(generator_arguments(g, text, arguments), ERROR_INPUT);
    assert_non_null(strstr(fail_message(), "has no value: write"));
}

static void parameters_are_checked(void **state)
{
    for (int k = 0; k < generator_count; k++) {
        for (const struct parameter *p = generators[k]->parameters; p->name; p++) {
            if (p->type == PARAMETER_CHOICE) check_choices(generators[k], p);
            else if (p->type != PARAMETER_TEXT) check_number(generators[k], p);
            check_once(generators[k], p);
            check_misspelt(generators[k], p);
        }
    }
}

static void long_texts_are_refused(void **state)
{
    char longest[MAX_TEXT + 2];
    memset(longest, '1', sizeof longest - 1);
    longest[MAX_TEXT + 1] = '\0';
    for (int k = 0; k < generator_count; k++) {
        for (const struct parameter *p = generators[k]->parameters; p->name; p++) {
            if (p->type != PARAMETER_TEXT) continue;
            must_refuse(generators[k], p->name, longest, "is longer than 255 characters");
            must_take(generators[k], p->name, longest + 1);
        }
    }
}

/* Systems */

static void must_open(const char *source, struct problem *out)
{
    if (problem_open(source, out) != OK) fail_msg("%s: %s", source, fail_message());
}

static void check_graph(const char *source, const struct problem *p)
{
    const struct product *g = &p->product;
    if (!product_sound(g)) fail_msg("%s: the product is not sound", source);
    assert_int_equal(g->initial, 0);
    assert_true(p->states == g->n && p->transitions == g->m && g->n > 1);
    assert_true(p->facts.whole && p->facts.stored_n > 0 && p->facts.stored_n <= g->n);
    assert_true(product_count_accepting(g) <= p->facts.stored_n);
    assert_string_equal(p->source, source);
}

static void check_system(const char *source, const struct problem *p)
{
    const struct linear *s = &p->system;
    uint32_t n = s->a.off.rows;
    if (n == 0 ? !p->solved : !csr_sound(&s->a.off)) fail_msg("%s: rows are not in order", source);
    for (uint32_t i = 0; i < matrix_unknowns(&s->a); i++)
        if (!isfinite(s->x0[i])) fail_msg("%s: x0 of %u", source, i);
    for (uint32_t i = 0; i < n; i++) {
        bool sound = s->a.diag[i] != 0 && isfinite(s->a.diag[i]) && (!s->b || isfinite(s->b[i])) &&
                     (!s->answer || isfinite(s->answer[i])) &&
                     csr_find(&s->a.off, i, row_owner(&s->a, i)) == UINT64_MAX;
        if (!sound) fail_msg("%s: row %u", source, i);
    }
    assert_true(p->states > 0 && p->transitions >= p->states);
    assert_string_equal(p->source, source);
}

static void systems_are_sound(void **state)
{
    for (int k = 0; k < generator_count; k++) {
        const char *source = small_source(generators[k]);
        struct problem p;
        assert_int_equal(problem_check(source), OK);
        must_open(source, &p);
        if (generators[k]->kripke) check_graph(source, &p);
        else check_system(source, &p);
        problem_free(&p);
    }
}

/* Each row once, and the same numbers in every run. */
static void check_order(const struct problem *p, enum row_order order)
{
    const uint32_t n = p->system.a.off.rows;
    uint32_t *one, *other;
    uint8_t *seen = calloc(n + 1ull, 1);
    assert_ok(row_order_sequence(p, order, &one));
    assert_ok(row_order_sequence(p, order, &other));
    for (uint32_t k = 0; k < n; k++)
        if (one[k] >= n || one[k] != other[k] || seen[one[k]]++)
            fail_msg("%s, order %s: row %u", p->source, row_order_names[order], k);
    free(one);
    free(other);
    free(seen);
}

static void rows_can_be_numbered(void **state)
{
    for (int order = ORDER_BFS; order < NORDERS; order++) {
        if (row_order_probe((enum row_order)order) != OK) {
            print_message("%s\n", fail_message());
            continue;
        }
        for (int k = 0; k < generator_count; k++) {
            struct problem p;
            if (generators[k]->kripke) continue;
            must_open(small_source(generators[k]), &p);
            if (p.kind != KIND_OPTIMUM)
                check_order(&p, (enum row_order)order); /* choices have none */
            problem_free(&p);
        }
    }
}

static bool same_bits(const double *a, const double *b, uint32_t n)
{
    return !a == !b && (!a || !memcmp(a, b, n * sizeof *a));
}

static bool same(const struct linear *p, const struct linear *q)
{
    if (!p->a.diag && !q->a.diag) return true; /* of graphs */
    const struct csr *a = &p->a.off, *b = &q->a.off;
    uint32_t n = a->rows;
    return b->rows == n && a->nnz == b->nnz &&
           !memcmp(a->row, b->row, (n + 1ull) * sizeof *a->row) &&
           !memcmp(a->col, b->col, a->nnz * sizeof *a->col) &&
           !memcmp(a->val, b->val, a->nnz * sizeof *a->val) && same_bits(p->a.diag, q->a.diag, n) &&
           same_bits(p->b, q->b, n) && same_bits(p->x0, q->x0, matrix_unknowns(&p->a)) &&
           same_bits(p->answer, q->answer, n);
}

static void threads_do_not_matter(void **state)
{
    static const int threads[] = {2, 3, 7};
    int before = omp_get_max_threads();
    for (int k = 0; k < generator_count; k++) {
        const char *source = small_source(generators[k]);
        struct problem one, many;
        omp_set_num_threads(1);
        must_open(source, &one);
        for (int t = 0; t < 3; t++) {
            omp_set_num_threads(threads[t]);
            must_open(source, &many);
            if (!same(&one.system, &many.system) || !same_product(&one.product, &many.product))
                fail_msg("%s differs with %d threads", source, threads[t]);
            problem_free(&many);
        }
        problem_free(&one);
    }
    omp_set_num_threads(before);
}

/* Models have theirs in test_models.c. */
static void allocations_may_fail(void **state)
{
    for (int k = 0; k < generator_count; k++) {
        if (generators[k]->model) continue;
        const char *source = small_source(generators[k]);
        long granted = 0;
        for (bool done = false; !done; granted++) {
            struct problem p;
            enum status status = refused_after(granted, problem_open(source, &p));
            done = status == OK;
            if (status != OK && status != ERROR_HOST_MEMORY)
                fail_msg("%s: %s", source, fail_message());
            assert_int_equal(p.source != NULL, done);
            assert_int_equal(p.system.a.diag || p.product.row, done);
            problem_free(&p);
        }
        assert_true(granted > 5);
    }
}

static void identity(void **state)
{
    struct problem p;
    for (uint32_t n = 1; n <= 5; n += 4) {
        char source[32];
        snprintf(source, sizeof source, "identity:n=%u", n);
        must_open(source, &p);
        check_system(source, &p);
        assert_true(p.kind == KIND_LINEAR && p.states == n && p.transitions == n && p.classes == 0);
        assert_true(p.system.a.off.rows == n && p.system.a.off.nnz == 0);
        for (uint32_t i = 0; i < n; i++)
            assert_true(p.system.a.diag[i] == 1 && p.system.b[i] == 1 && p.system.x0[i] == 1 &&
                        p.system.answer[i] == 1);
        problem_free(&p);
    }
    must_open("identity", &p);
    assert_int_equal(p.states, 1);
    problem_free(&p);
}

/* The probabilities of reaching the goal, by repeated sums into the zeroed p. States for which it
 * is neither certain nor impossible are rows of the system. */
static void reach_goal(const struct chain *chain, double *p)
{
    const struct csr *a = &chain->transitions;
    const uint8_t *goal = chain_label(chain, "goal")->holds;
    for (int round = 0; round < 5000; round++)
        for (uint32_t i = a->rows; i-- > 0;) {
            double sum = 0;
            for (uint64_t k = a->row[i]; k < a->row[i + 1]; k++) sum += a->val[k] * p[a->col[k]];
            p[i] = goal[i] ? 1 : sum;
        }
}

static void check_rows(const struct linear *system, const double *x)
{
    const struct csr *off = &system->a.off;
    for (uint32_t i = 0; i < off->rows; i++) {
        double rest = system->b[i] - system->a.diag[i] * x[i];
        for (uint64_t k = off->row[i]; k < off->row[i + 1]; k++)
            rest -= off->val[k] * x[off->col[k]];
        assert_true(fabs(rest) < 1e-12);
    }
}

/* If a generator has the chain of its system, the chain's answer solves the system. */
static void chains_are_the_systems(void **state)
{
    int chains = 0;
    for (int g = 0; g < generator_count; g++) {
        const struct generator *generator = generators[g];
        union argument arguments[MAX_ARGUMENTS];
        struct linear system;
        struct chain chain;
        uint32_t rows = 0;
        if (!generator->chain) continue;
        assert_ok(
            generator_arguments(generator, strchr(small_source(generator), ':') + 1, arguments));
        assert_ok(generator->make(arguments, &system));
        assert_ok(generator->chain(arguments, &chain));
        assert_true(chain_sound(&chain, 1e-9));
        double *p = calloc(chain_states(&chain), sizeof *p);
        reach_goal(&chain, p);
        for (uint32_t i = 0; i < chain_states(&chain); i++)
            if (p[i] > 1e-9 && p[i] < 1 - 1e-9) p[rows++] = p[i];
        assert_int_equal(rows, system.a.off.rows);
        check_rows(&system, p);
        free(p);
        linear_free(&system);
        chain_free(&chain);
        chains++;
    }
    assert_true(chains >= 3);
}

/* A program that always ends leaves nothing to solve, but is a chain. */
static void a_certain_program(void **state)
{
    const struct generator *quicksort = find_generator("quicksort");
    union argument arguments[MAX_ARGUMENTS];
    struct linear system;
    struct chain chain;
    assert_ok(generator_arguments(quicksort, "length=5", arguments));
    assert_int_equal(quicksort->make(arguments, &system), ERROR_INPUT);
    assert_ok(quicksort->chain(arguments, &chain));
    assert_true(chain_sound(&chain, 1e-9) && chain_states(&chain) == 29);
    chain_free(&chain);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tables_are_sound),       cmocka_unit_test(parameters_are_checked),
        cmocka_unit_test(long_texts_are_refused), cmocka_unit_test(systems_are_sound),
        cmocka_unit_test(rows_can_be_numbered),   cmocka_unit_test(threads_do_not_matter),
        cmocka_unit_test(allocations_may_fail),   cmocka_unit_test(identity),
        cmocka_unit_test(chains_are_the_systems), cmocka_unit_test(a_certain_program),
    };
    return cmocka_run_group_tests_name("generators", tests, NULL, NULL);
}
