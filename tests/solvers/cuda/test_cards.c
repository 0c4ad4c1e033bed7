/* Places of several cards against one card: the same iterates, bit for bit, whatever the exchange;
 * and cards that are missing or full. Those that are not here are skipped. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "solvers/solve.h"
#include "tests/support/listed.h"
#include "tests/support/made/random_matrix.h"
#include "tests/support/seed.h"

enum { STEPS = 7, LARGE = 100003 };

/* Few entries a row, near and far, so that every part reads of every other. */
static struct matrix large_matrix(void)
{
    struct matrix a = {.diag = malloc(LARGE * sizeof *a.diag)};
    struct triplet *triplet = malloc(3 * LARGE * sizeof *triplet);
    uint64_t count = 0;
    if (!a.diag || !triplet) abort();
    for (uint32_t i = 0; i < LARGE; i++) {
        a.diag[i] = 4 + (double)draw(3);
        for (int k = 0; k < 3; k++) {
            uint32_t j = k ? (uint32_t)draw(LARGE) : (i + 1) % LARGE;
            if (j != i) triplet[count++] = (struct triplet){i, j, (double)draw(9) / 8 - 0.5};
        }
    }
    if (csr_from_triplets(LARGE, count, triplet, &a.off) != OK) abort();
    free(triplet);
    return a;
}

/* x := the iterate after STEPS iterations, or the answer where the method ends before. */
static enum outcome iterate(const struct variant *v, const struct matrix *a, const double *b,
                            double *x)
{
    struct stored stored;
    struct solve solve;
    const struct solve_settings settings = {
        .criterion = ABSOLUTE,
        .epsilon = 1e-9,
        .scale = 1,
        .step = 0.05,
        .steps = STEPS,
        .max_iterations = v->method->measure == MEASURE_RESIDUAL ? 1000 : STEPS,
        .options = v->options};
    assert_ok(stored_build_at(v->place, v->layout, v->precision, &v->options, a, &stored));
    assert_ok(stored_upload(v->place, &stored));
    assert_ok(solve_create(&stored, v->method, b, &settings, &solve));
    for (int sample = 0; sample < 2; sample++) {
        assert_ok(solve_reset(&solve, b));
        assert_ok(v->method->run(&solve));
    }
    assert_ok(solve_download(&solve, x));
    enum outcome outcome = solve.outcome;
    solve_free(&solve);
    stored_free(&stored);
    return outcome;
}

static void check(const struct variant *v, const struct matrix *a)
{
    uint32_t n = a->off.n;
    struct variant one = *v;
    double *b = random_vector(seed, 60, n), *x = calloc(n, sizeof *x),
           *wanted = calloc(n, sizeof *wanted);
    assert_true(x && wanted);
    one.place = v->place->member;
    one.options.exchange = EXCHANGE_PEER;
    assert_ok(one.place->probe());
    assert_int_equal(iterate(v, a, b, x), iterate(&one, a, b, wanted));
    for (uint32_t i = 0; i < n; i++)
        if (memcmp(&x[i], &wanted[i], sizeof *x))
            fail_msg("seed %llu: entry %u of %u is %.17g, not %.17g", (unsigned long long)seed, i,
                     n, x[i], wanted[i]);
    free(b);
    free(x);
    free(wanted);
}

static void iterates_are_those_of_one_card(void **state)
{
    static const uint32_t sizes[] = {1, 2, 3, 5, 257, 1001};
    const struct variant *v = *state;
    if (variant_check(v) != OK) skip();
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++)
        for (int shape = 0; shape < NSHAPES; shape++) {
            struct matrix a = random_matrix(seed + k, sizes[k], (enum shape)shape);
            check(v, &a);
            matrix_free(&a);
        }
    struct matrix a = large_matrix();
    check(v, &a);
    matrix_free(&a);
}

/* Sums are not added in the order of one card; but they are the same from run to run and whatever
 * the exchange. */
static void krylov_repeats_bit_for_bit(void **state)
{
    struct variant v = *(struct variant *)*state;
    if (variant_check(&v) != OK) skip();
    struct matrix a = large_matrix();
    double *b = random_vector(seed, 60, LARGE), *x = calloc(LARGE, sizeof *x),
           *again = malloc(LARGE * sizeof *x);
    assert_true(x && again);
    assert_int_equal(iterate(&v, &a, b, x), CONVERGED);
    for (int exchange = EXCHANGE_PEER; exchange <= EXCHANGE_STAGED; exchange++) {
        v.options.exchange = (enum exchange)exchange;
        assert_int_equal(iterate(&v, &a, b, again), CONVERGED);
        assert_memory_equal(x, again, LARGE * sizeof *x);
    }
    matrix_free(&a);
    free(b);
    free(x);
    free(again);
}

/* A vector of a place. */
static void *brought(const struct place *place, uint32_t n, const double *from)
{
    void *there;
    assert_ok(place->allocate(n * sizeof *from, &there));
    assert_ok(place->put(there, from, n * sizeof *from));
    return there;
}

/* Rounds of out = A x, and x := the other z at once: what other cards read of x is what it was.
 * y[k] = A z[k] if known, else it is to be. */
static void multiply_and_overwrite(const struct variant *v, const struct matrix *a,
                                   double *const z[2], double *const y[2], bool known)
{
    uint32_t n = a->off.n;
    struct stored stored;
    const struct place *place = v->place;
    double *out = calloc(n, sizeof *out);
    assert_non_null(out);
    assert_ok(stored_build_at(place, v->layout, F64, &v->options, a, &stored));
    assert_ok(stored_upload(place, &stored));
    void *there[] = {brought(place, n, z[0]), brought(place, n, z[1]), brought(place, n, z[0]),
                     brought(place, n, out)};
    assert_ok(place->synchronise());
    for (int k = 0; k < (known ? 50 : 2); k++) {
        assert_ok(find_mat_ops(v->layout, place, F64)->apply(&stored, there[2], there[3]));
        assert_ok(place->vec[F64]->copy(n, there[(k + 1) % 2], there[2]));
        assert_ok(place->get(known ? out : y[k], there[3], n, sizeof *out));
        if (known) assert_memory_equal(out, y[k % 2], n * sizeof *out);
    }
    for (int k = 0; k < 4; k++) place->release(there[k]);
    stored_free(&stored);
    free(out);
}

static void nothing_is_overwritten_too_early(void **state)
{
    const struct variant *v = *state;
    struct variant one = *v;
    if (variant_check(v) != OK) skip();
    struct matrix a = large_matrix();
    double *const z[] = {random_vector(seed, 63, LARGE), random_vector(seed, 64, LARGE)},
                  *const y[] = {random_vector(seed, 65, LARGE), random_vector(seed, 66, LARGE)};
    one.place = v->place->member;
    assert_ok(one.place->probe());
    multiply_and_overwrite(&one, &a, z, y, false);
    multiply_and_overwrite(v, &a, z, y, true);
    matrix_free(&a);
    for (int k = 0; k < 2; k++) {
        free(z[k]);
        free(y[k]);
    }
}

/* Leaves so little on the last card that it is the one that cannot; the others get back what they
 * gave. */
static void a_full_card_is_named(void **state)
{
    const struct place *place = ((const struct variant *)*state)->place;
    enum { MOST = 4096 };
    static const size_t least = 64 << 20;
    void *held[MOST] = {0}, *all = NULL;
    size_t count = 0;
    char name[32];
    if (place->probe() != OK) skip();
    assert_ok(place->allocate(1, &all));
    place->release(all);
    assert_ok(place->select(place->cards - 1));
    for (size_t bytes = (size_t)1 << 38; bytes >= least && count < MOST;)
        if (place->member->allocate(bytes, &held[count]) == OK) count++;
        else bytes /= 2;
    assert_ok(place->select(0));
    enum status status = place->allocate(2 * least, &all);
    snprintf(name, sizeof name, "GPU %d for", place->cards - 1);
    for (size_t k = 0; k < count; k++) place->member->release(held[k]);
    assert_int_equal(status, ERROR_DEVICE_MEMORY);
    assert_non_null(strstr(fail_message(), name));
    assert_null(all);
    assert_ok(place->allocate(2 * least, &all));
    place->release(all);
}

int main(int argc, char **argv)
{
    static char *const patterns[] = {
        "{bicgstab,bicgstab_merged}/{msr,chwl}/f64/{cuda2,cuda4}",
        "{jacobi,jor,power}/{msr,cmsr,wl,cwl,hwl,chwl}/*/{cuda2,cuda4}",
        "{jacobi,power}[exchange=staged]/{msr,wl}/*/{cuda2,cuda4}",
        "jacobi[exchange={peer,staged},check=3]/msr/f64/{cuda2,cuda4}",
        "jacobi[vote={store,host}]/msr/f64/{cuda2,cuda4}",
        "bounded/msr/*/{cuda2,cuda4}",
        NULL};
    static const struct {
        const char *name, *variant;
        CMUnitTestFunction run;
    } others[] = {
        {"a full card is named: cuda2", "jacobi/msr/f64/cuda2", a_full_card_is_named},
        {"a full card is named: cuda4", "jacobi/msr/f64/cuda4", a_full_card_is_named},
        {"x is overwritten, peer", "jacobi/msr/f64/cuda2", nothing_is_overwritten_too_early},
        {"x is overwritten, staged", "jacobi[exchange=staged]/msr/f64/cuda2",
         nothing_is_overwritten_too_early}};
    enum { NOTHERS = sizeof others / sizeof *others };
    static struct variant other[NOTHERS];
    size_t count;
    struct variant *variants = listed_variants(argc, argv, patterns, &count);
    seed_begin();
    for (size_t k = 0; k < count; k++) {
        char *name = name_of(&variants[k]);
        bool krylov = variants[k].method->measure == MEASURE_RESIDUAL;
        list_test(krylov ? krylov_repeats_bit_for_bit : iterates_are_those_of_one_card,
                  &variants[k], "%s", name);
        free(name);
    }
    for (size_t k = 0; k < NOTHERS; k++) {
        if (variant_parse(others[k].variant, &other[k]) != OK) return 1;
        list_test(others[k].run, &other[k], "%s", others[k].name);
    }
    int failed = run_listed("cards", NULL, NULL);
    free(variants);
    return failed;
}
