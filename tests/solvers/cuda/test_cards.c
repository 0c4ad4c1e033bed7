/* Places of several cards against one card: the same iterates, bit for bit, whatever the exchange
 * and the loop; and cards that are missing or full. Those that are not here are skipped. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "solvers/solve.h"
#include "tests/support/listed.h"
#include "tests/support/made/random_matrix.h"
#include "tests/support/seed.h"

enum { STEPS = 7, LARGE = 100003, BAND = 37, MANY_STEPS = 80 };

/* A x = b, with x between two vectors where the method asks for them. */
struct system {
    struct matrix a;
    double *b, *lower, *upper;
};

/* How a solve ended. */
struct ending {
    enum outcome outcome;
    uint64_t iterations;
    double low, high; /* of the value, where the method has an interval */
};

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

/* Entries near the diagonal, so that a part reads few of its neighbours: it has edges. */
static struct matrix banded_matrix(void)
{
    struct matrix a = {.diag = malloc(LARGE * sizeof *a.diag)};
    struct triplet *triplet = malloc(4 * LARGE * sizeof *triplet);
    uint64_t count = 0;
    if (!a.diag || !triplet) abort();
    for (uint32_t i = 0; i < LARGE; i++) {
        const uint32_t near[] = {i - BAND, i - 1, i + 1, i + BAND};
        a.diag[i] = 4 + (double)draw(3);
        for (int k = 0; k < 4; k++)
            if (near[k] < LARGE)
                triplet[count++] = (struct triplet){i, near[k], (double)draw(9) / 8 - 0.5};
    }
    if (csr_from_triplets(LARGE, count, triplet, &a.off) != OK) abort();
    free(triplet);
    return a;
}

/* x := the iterate after STEPS iterations, or the answer where the method ends before. */
static struct ending iterate(const struct variant *v, const struct system *s, double *x)
{
    struct stored stored;
    struct solve solve;
    struct ending end = {0};
    const struct solve_settings settings = {.criterion = ABSOLUTE,
                                            .epsilon = 1e-9,
                                            .scale = 1,
                                            .step = 0.05,
                                            .steps = STEPS,
                                            .max_iterations = v->method->measure == MEASURE_RESIDUAL
                                                                  ? 1000
                                                              : v->method->proves ? MANY_STEPS
                                                                                  : STEPS,
                                            .matrix = &s->a,
                                            .lower = s->lower,
                                            .upper = s->upper,
                                            .options = v->options};
    assert_ok(stored_build_at(v->place, v->layout, v->precision, &v->options, &s->a, &stored));
    stored_measure(v->method, &s->a, &stored);
    assert_ok(stored_upload(v->place, &stored));
    assert_ok(solve_create(&stored, v->method, s->b, &settings, &solve));
    for (int sample = 0; sample < 2; sample++) {
        assert_ok(solve_reset(&solve, s->b));
        assert_ok(v->method->run(&solve));
    }
    assert_ok(solve_download(&solve, x));
    if (v->method->interval) assert_ok(v->method->interval(&solve, &end.low, &end.high));
    end.outcome = solve.outcome;
    end.iterations = solve.iterations;
    solve_free(&solve);
    stored_free(&stored);
    return end;
}

static struct system system_of(struct matrix a)
{
    return (struct system){.a = a, .b = random_vector(seed, 60, a.off.rows)};
}

static void system_free(struct system *s)
{
    matrix_free(&s->a);
    free(s->b);
    free(s->lower);
    free(s->upper);
}

/* Makes it what methods that prove take: rows of probabilities, of which half lead out, or for
 * long runs weights that are not negative. What some rows are worth is known: of the first
 * `known`, whole cards of them perhaps, and of every fifth one. For a long run it is no chain: an
 * interval means nothing then, but must be that of one card. */
static void make_chain(struct system *s, uint32_t known)
{
    struct csr *off = &s->a.off;
    s->lower = calloc(off->rows, sizeof *s->lower);
    s->upper = calloc(off->rows, sizeof *s->upper);
    assert_true(s->lower && s->upper);
    for (uint32_t i = 0; i < off->rows; i++) {
        const bool is_known = i < known || i % 5 == 4;
        double sum = 0;
        for (uint64_t k = off->row[i]; k < off->row[i + 1]; k++) sum += fabs(off->val[k]);
        for (uint64_t k = off->row[i]; k < off->row[i + 1]; k++)
            off->val[k] = is_known || sum == 0 ? 0 : -0.5 * fabs(off->val[k]) / sum;
        s->a.diag[i] = 1;
        s->b[i] = is_known ? fabs(s->b[i]) : 0.5 * fabs(s->b[i]);
        s->lower[i] = is_known ? s->b[i] : 0;
        s->upper[i] = is_known ? s->b[i] : 1;
    }
}

static struct ending check(const struct variant *v, const struct system *s)
{
    uint32_t n = s->a.off.rows;
    struct variant one = *v;
    double *x = calloc(n, sizeof *x), *wanted = calloc(n, sizeof *wanted);
    assert_true(x && wanted);
    if (v->place->member) one.place = v->place->member;
    one.options.exchange = EXCHANGE_PEER;
    one.options.loop = LOOP_HOST;
    assert_ok(one.place->probe());
    const struct ending end = iterate(v, s, x), its = iterate(&one, s, wanted);
    assert_int_equal(end.outcome, its.outcome);
    assert_int_equal(end.iterations, its.iterations);
    assert_memory_equal(&end.low, &its.low, sizeof end.low);
    assert_memory_equal(&end.high, &its.high, sizeof end.high);
    for (uint32_t i = 0; i < n; i++)
        if (memcmp(&x[i], &wanted[i], sizeof *x))
            fail_msg("seed %llu: entry %u of %u is %.17g, not %.17g", (unsigned long long)seed, i,
                     n, x[i], wanted[i]);
    free(x);
    free(wanted);
    return end;
}

static const uint32_t sizes[] = {1, 2, 3, 5, 257, 1001};
enum { NSIZES = sizeof sizes / sizeof *sizes, NSYSTEMS = NSIZES * NSHAPES + 2 };

/* One of NSYSTEMS. */
static struct system draw_system(size_t k)
{
    if (k == NSIZES * NSHAPES) return system_of(large_matrix());
    if (k > NSIZES * NSHAPES) return system_of(banded_matrix());
    return system_of(random_matrix(seed + k, sizes[k / NSHAPES], (enum shape)(k % NSHAPES)));
}

static void iterates_are_those_of_one_card(void **state)
{
    const struct variant *v = *state;
    if (variant_check(v) != OK) skip();
    for (size_t k = 0; k < NSYSTEMS; k++) {
        struct system s = draw_system(k);
        check(v, &s);
        system_free(&s);
    }
}

/* As far as epsilon in f64; in f32 as far as rounding lets them. */
static void proofs_are_those_of_one_card(void **state)
{
    const struct variant *v = *state;
    if (variant_check(v) != OK) skip();
    for (size_t k = 0; k < NSYSTEMS; k++) {
        struct system s = draw_system(k);
        make_chain(&s, (uint32_t)draw(3) * s.a.off.rows / 4);
        const struct ending end = check(v, &s);
        if (v->precision == F64 && !v->method->interval) assert_int_equal(end.outcome, CONVERGED);
        system_free(&s);
    }
}

/* Sums are not added in the order of one card; but they are the same from run to run and whatever
 * the exchange. */
static void krylov_repeats_bit_for_bit(void **state)
{
    struct variant v = *(struct variant *)*state;
    if (variant_check(&v) != OK) skip();
    struct system s = system_of(large_matrix());
    double *x = calloc(LARGE, sizeof *x), *again = malloc(LARGE * sizeof *x);
    assert_true(x && again);
    assert_int_equal(iterate(&v, &s, x).outcome, CONVERGED);
    for (int exchange = EXCHANGE_PEER; exchange <= EXCHANGE_STAGED; exchange++) {
        v.options.exchange = (enum exchange)exchange;
        assert_int_equal(iterate(&v, &s, again).outcome, CONVERGED);
        assert_memory_equal(x, again, LARGE * sizeof *x);
    }
    system_free(&s);
    free(x);
    free(again);
}

/* A vector of these rows. */
static void *brought(const struct stored *rows, const double *from)
{
    void *there;
    assert_ok(vector_allocate(rows, 1, &there));
    assert_ok(rows->place->put(there, from, rows->n * sizeof *from));
    return there;
}

/* Rounds of out = A x, where x is overwritten by the other z at once: other cards must still read
 * the old x. y[k] = A z[k] if known; otherwise it is computed. */
static void multiply_and_overwrite(const struct variant *v, const struct matrix *a,
                                   double *const z[2], double *const y[2], bool known)
{
    uint32_t n = a->off.rows;
    struct stored stored;
    const struct place *place = v->place;
    double *out = calloc(n, sizeof *out);
    assert_non_null(out);
    assert_ok(stored_build_at(place, v->layout, F64, &v->options, a, &stored));
    assert_ok(stored_upload(place, &stored));
    void *there[] = {brought(&stored, z[0]), brought(&stored, z[1]), brought(&stored, z[0]),
                     brought(&stored, out)};
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

/* Leaves so little memory on the last card that this card fails; the others free their memory. */
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
        "{bicgstab,bicgstab_merged,gmres}/{msr,chwl}/f64/{cuda2,cuda4}",
        "{bicgstab,gmres}[precondition=jacobi]/{msr,chwl}/f64/{cuda2,cuda3,cuda4}",
        "jacobi[loop=graph]/{msr,pattern}/*/{cuda2,cuda4}",
        "{jacobi,jor,power}/{msr,cmsr,wl,cwl,hwl,chwl}/*/{cuda2,cuda4}",
        "{jacobi,power}[exchange=staged]/{msr,wl}/*/{cuda2,cuda4}",
        "jacobi[exchange={peer,staged},check=3]/msr/f64/{cuda2,cuda4}",
        "jacobi[vote={store,host}]/msr/f64/{cuda2,cuda4}",
        "bounded/msr/*/{cuda2,cuda4}",
        "{ii,ovi,svi,interval_jor}/{msr,cmsr,chwl,pattern,sdia}/*/{cuda2,cuda4}",
        "ii[loop=graph]/{msr,cmsr,chwl,pattern,sdia}/*/{cuda,cuda2,cuda4}",
        "ii[loop=graph,check=3]/msr/*/{cuda,cuda2,cuda3}",
        "{ii,ovi,svi,interval_jor}[exchange={peer,staged},check=3]/msr/*/{cuda2,cuda4}",
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
        const struct method *method = variants[k].method;
        list_test(method->measure == MEASURE_RESIDUAL ? krylov_repeats_bit_for_bit
                  : method->proves                    ? proofs_are_those_of_one_card
                                                      : iterates_are_those_of_one_card,
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
