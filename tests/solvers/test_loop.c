/* The loops of every place: when a solve ends, after how many iterations, and with which iterate,
 * for every interval between tests; against a plain loop over the row operations of place seq. The
 * answer must be its iterate bit for bit. Places that are missing are skipped. */
/* runs alone: a solve has half a second to stop */
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>

#include "base/process/clock.h"
#include "solvers/loop.h"
#include "solvers/methods/jor.h"
#include "solvers/methods/krylov.h"
#include "solvers/solve.h"
#include "tests/support/listed.h"
#include "tests/support/made/random_matrix.h"
#include "tests/support/seed.h"
#include "tests/support/teams.h"

enum { DIVERGENCE_LOOK = 256 };

struct system {
    const char *name;
    struct matrix a;
    double *b; /* NULL: zeros */
    double *x0;
};

/* -x_{i-1} + diagonal x_i - x_{i+1} = b_i: slow to converge for a diagonal near 2, divergent below.
 */
static struct system path(const char *name, uint32_t n, double diagonal)
{
    struct system s = {
        .name = name, .b = random_vector(seed, 2, n), .x0 = random_vector(seed, 3, n)};
    assert_ok(matrix_allocate(n, 2 * (uint64_t)n - 2, &s.a));
    uint64_t k = 0;
    for (uint32_t i = 0; i < n; i++) {
        s.a.diag[i] = diagonal;
        if (i > 0) s.a.off.col[k] = i - 1, s.a.off.val[k++] = -1;
        if (i + 1 < n) s.a.off.col[k] = i + 1, s.a.off.val[k++] = -1;
        s.a.off.row[i + 1] = k;
    }
    return s;
}

/* Every entry changes its sign with every sweep, and ends up between the two infinities. */
static struct system flipping(uint32_t n)
{
    struct system s = path("flipping", n, -1);
    for (uint32_t i = 0; i < n; i++) s.x0[i] = 100;
    return s;
}

/* Rows of 0 to 19 entries anywhere; n >= 40. */
static struct system uneven(uint32_t n)
{
    struct system s = {
        .name = "uneven", .b = random_vector(seed, 7, n), .x0 = random_vector(seed, 8, n)};
    assert_ok(csr_allocate(n, 20 * (uint64_t)n, &s.a.off));
    s.a.diag = random_vector(seed, 9, n);
    uint64_t nnz = 0;
    for (uint32_t i = 0; i < n; i++) {
        uint32_t first = (uint32_t)(random_unit(random_bits(seed, 10, i)) * (n - 38));
        s.a.diag[i] += 22;
        for (uint32_t k = 0; k < i % 20; k++) {
            if (first + 2 * k == i) continue;
            s.a.off.col[nnz] = first + 2 * k;
            s.a.off.val[nnz] = 1 - 2 * random_unit(random_bits(seed, 11, nnz));
            nnz++;
        }
        s.a.off.row[i + 1] = nnz;
    }
    s.a.off.nnz = nnz;
    return s;
}

static struct system random_system(uint32_t n)
{
    return (struct system){.name = "random",
                           .a = random_matrix(seed, n, SHAPE_SPARSE),
                           .b = random_vector(seed, 5, n),
                           .x0 = random_vector(seed, 6, n)};
}

static void free_system(struct system *s)
{
    matrix_free(&s->a);
    free(s->b);
    free(s->x0);
}

/* One way to solve it. */
struct way {
    struct variant variant;
    enum criterion criterion;
    double epsilon;
    uint64_t max;
};

static struct solve_settings settings_of(const struct way *way)
{
    return (struct solve_settings){.criterion = way->criterion,
                                   .epsilon = way->epsilon,
                                   .scale = 1,
                                   .max_iterations = way->max,
                                   .options = way->variant.options};
}

/* The expected end of a solve. */
struct ending {
    enum outcome outcome;
    uint64_t iterations;
    double *x;
    double change;
    char note[sizeof((struct solve *)NULL)->note];
};

static bool test_holds(struct solve *s)
{
    assert_ok(s->place->poll(&s->test));
    return s->test.votes == 0;
}

static void sweep(struct solve *s, enum sweep kind)
{
    if (kind != SWEEP_AT_ONCE) {
        assert_ok(s->mat->gauss_seidel(s->a, s->b.entry, s->x, kind == SWEEP_DESCENDING, &s->test));
        return;
    }
    assert_ok(s->mat->jacobi(s->a, &s->b, s->x, s->work[0],
                             method_relaxation(s->method, &s->options), &s->test));
    void *x = s->x;
    s->x = s->work[0];
    s->work[0] = x;
}

/* The plain loop, one operation after the other, every iterate tested. */
static void iterate(struct solve *s, enum sweep kind, unsigned check, struct ending *out)
{
    for (out->outcome = STOPPED; out->outcome == STOPPED;) {
        bool finite = true, holds;
        sweep(s, kind);
        holds = test_holds(s);
        out->iterations++;
        bool last = out->iterations == s->max_iterations;
        if (out->iterations % DIVERGENCE_LOOK == 0 || last)
            assert_ok(s->vec->finite(s->n, 1, s->x, &finite));
        if (holds && (out->iterations % check == 0 || last)) out->outcome = CONVERGED;
        else if (!finite) out->outcome = DIVERGED;
        else if (last) out->outcome = MAX_ITERATIONS;
    }
}

/* A system where it is solved, and at place seq. Ways that differ in the test alone share it. */
struct stored_twice {
    struct stored here, plain;
};

static struct stored_twice store(const struct variant *variant, const struct system *system)
{
    struct stored_twice out;
    assert_ok(stored_build(variant->layout, variant->precision, &variant->options, &system->a,
                           &out.plain));
    assert_ok(stored_upload(places[0], &out.plain));
    assert_ok(stored_build_at(variant->place, variant->layout, variant->precision,
                              &variant->options, &system->a, &out.here));
    assert_ok(stored_schedule(variant->method, variant->place, &system->a, &out.here));
    assert_ok(stored_upload(variant->place, &out.here));
    return out;
}

static void free_stored(struct stored_twice *stored)
{
    stored_free(&stored->here);
    stored_free(&stored->plain);
}

static struct ending expected(const struct way *way, const struct system *system,
                              struct stored *stored)
{
    struct ending out = {.x = calloc(system->a.off.rows, sizeof *out.x)};
    struct solve solve;
    struct solve_settings settings = settings_of(way);
    settings.options.loop = LOOP_HOST;
    assert_non_null(out.x);
    assert_ok(solve_create(stored, way->variant.method, system->b, &settings, &solve));
    assert_ok(solve_reset(&solve, system->x0));
    iterate(&solve, way->variant.method->sweep, test_interval(&way->variant.options), &out);
    assert_ok(way->variant.method->change(&solve, &out.change));
    assert_ok(solve_download(&solve, out.x));
    solve_free(&solve);
    return out;
}

/* Allowed differences in the count of iterations. The launch of a graph is checked as a whole, at
 * its end: a divergence may be found up to a launch later, or by a check that comes shortly after
 * one that just missed it. The same holds for resident sweeps, and for passes of several sweeps.
 * Launches on several cards have steps in threes. */
static bool same_count(const struct way *way, const struct solve *solve,
                       const struct ending *wanted)
{
    if (solve->iterations == wanted->iterations) return true;
    if (wanted->outcome == DIVERGED &&
        (way->variant.options.loop == LOOP_RESIDENT || way->variant.options.temporal_block > 1))
        return solve->iterations + DIVERGENCE_LOOK > wanted->iterations;
    return wanted->outcome == DIVERGED && way->variant.options.loop == LOOP_GRAPH &&
           (way->variant.options.check > 1 || way->variant.place->cards > 1) &&
           solve->iterations + DIVERGENCE_LOOK > wanted->iterations;
}

static void check_ending(const struct way *way, const struct system *system,
                         const struct solve *solve, const struct ending *wanted)
{
    uint32_t n = system->a.off.rows;
    double *x = calloc(n, sizeof *x), change;
    assert_non_null(x);
    if (solve->outcome != wanted->outcome || !same_count(way, solve, wanted))
        fail_msg("seed %llu, %s, check %u, at most %llu: outcome %d after %llu iterations, not %d "
                 "after %llu",
                 (unsigned long long)seed, system->name, way->variant.options.check,
                 (unsigned long long)way->max, solve->outcome,
                 (unsigned long long)solve->iterations, wanted->outcome,
                 (unsigned long long)wanted->iterations);
    assert_ok(solve_download(solve, x));
    assert_ok(way->variant.method->change(solve, &change));
    if (wanted->outcome != DIVERGED) {
        assert_memory_equal(x, wanted->x, n * sizeof *x);
        assert_memory_equal(&change, &wanted->change, sizeof change);
    }
    free(x);
}

/* Twice, because a solve is used again for the next sample. */
static void check_way(const struct way *way, const struct system *system,
                      struct stored_twice *stored)
{
    struct ending wanted = expected(way, system, &stored->plain);
    struct solve solve;
    const struct solve_settings settings = settings_of(way);
    assert_ok(solve_create(&stored->here, way->variant.method, system->b, &settings, &solve));
    for (int sample = 0; sample < 2; sample++) {
        assert_ok(solve_reset(&solve, system->x0));
        assert_ok(way->variant.method->run(&solve));
        check_ending(way, system, &solve, &wanted);
    }
    solve_free(&solve);
    free(wanted.x);
}

static void check_system(const struct variant *variant, const struct system *system)
{
    static const unsigned checks[] = {1, 2, 3, 7, 64, 129, 1000};
    static const uint64_t limits[] = {1, 2, 63, 64, 65, 128, 200, 3001};
    struct way way = {.variant = *variant};
    struct stored_twice stored = store(variant, system);
    for (size_t c = 0; c < sizeof checks / sizeof *checks; c++)
        for (size_t m = 0; m < sizeof limits / sizeof *limits; m++)
            for (int k = 0; k < 2; k++) {
                way.variant.options.check = checks[c];
                if (test_interval(&way.variant.options) %
                    (unsigned)way.variant.options.temporal_block)
                    continue;
                way.max = limits[m];
                way.criterion = k ? RELATIVE : ABSOLUTE;
                way.epsilon = 1e-5;
                check_way(&way, system, &stored);
            }
    free_stored(&stored);
}

static void ends_where_it_should(void **state)
{
    const struct variant *variant = *state;
    if (variant_check(variant) != OK) skip();
    uint32_t n = variant->method->sweep == SWEEP_AT_ONCE
                     ? 60
                     : 12; /* where each row has a level of its own */
    struct system systems[] = {random_system(n), random_system(1), path("slow", n, 2.01),
                               path("divergent", n, 1), flipping(n)};
    for (size_t k = 0; k < sizeof systems / sizeof *systems; k++) {
        check_system(variant, &systems[k]);
        free_system(&systems[k]);
    }
}

/* Sizes at which loop=resident changes from one kernel to another, and sizes on both sides; rows
 * with more entries than a thread keeps, and more rows than a card has threads. */
static void stays_at_every_size(void **state)
{
    static const uint32_t sizes[] = {1023, 1024, 1025, 2047, 2048,  2049,
                                     5000, 8191, 8192, 8193, 40000, 400000};
    const struct variant *variant = *state;
    struct way way = {.variant = *variant, .criterion = RELATIVE, .epsilon = 1e-5, .max = 41};
    if (variant_check(variant) != OK) skip();
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
        struct system systems[] = {uneven(sizes[k]), path("path", sizes[k], 2.3)};
        for (size_t s = 0; s < sizeof systems / sizeof *systems; s++) {
            struct stored_twice stored = store(variant, &systems[s]);
            for (way.variant.options.check = 1; way.variant.options.check <= 3;
                 way.variant.options.check += 2)
                check_way(&way, &systems[s], &stored);
            free_stored(&stored);
            free_system(&systems[s]);
        }
    }
}

/* Krylov methods: sums differ between places, so that other loops are compared with loop=host at
 * their own place. */

static const double krylov_epsilon = 1e-9;

static struct solve_settings krylov_settings(const struct variant *variant,
                                             const struct system *system, uint64_t max)
{
    const struct way way = {
        .variant = *variant, .criterion = ABSOLUTE, .epsilon = krylov_epsilon, .max = max};
    struct solve_settings settings = settings_of(&way);
    settings.matrix = &system->a;
    return settings;
}

static void solve_system(const struct variant *variant, const struct system *system, uint64_t max,
                         struct ending *out)
{
    struct stored stored;
    struct solve solve;
    const struct solve_settings settings = krylov_settings(variant, system, max);
    *out = (struct ending){.x = calloc(system->a.off.rows, sizeof *out->x)};
    assert_non_null(out->x);
    assert_ok(stored_build_at(variant->place, variant->layout, variant->precision,
                              &variant->options, &system->a, &stored));
    assert_ok(stored_upload(variant->place, &stored));
    assert_ok(solve_create(&stored, variant->method, system->b, &settings, &solve));
    for (int sample = 0; sample < 2; sample++) {
        assert_ok(solve_reset(&solve, system->x0));
        assert_ok(variant->method->run(&solve));
    }
    out->outcome = solve.outcome;
    out->iterations = solve.iterations;
    snprintf(out->note, sizeof out->note, "%s", solve.note);
    assert_ok(variant->method->change(&solve, &out->change));
    assert_ok(solve_download(&solve, out->x));
    solve_free(&solve);
    stored_free(&stored);
}

static enum outcome check_krylov(const struct variant *variant, const struct system *system,
                                 uint64_t max)
{
    struct variant host = *variant;
    struct ending wanted, got;
    host.options.loop = LOOP_HOST;
    solve_system(&host, system, max, &wanted);
    solve_system(variant, system, max, &got);
    if (got.outcome != wanted.outcome || got.iterations != wanted.iterations)
        fail_msg("seed %llu, %s, at most %llu: outcome %d after %llu iterations, not %d after %llu",
                 (unsigned long long)seed, system->name, (unsigned long long)max, got.outcome,
                 (unsigned long long)got.iterations, wanted.outcome,
                 (unsigned long long)wanted.iterations);
    assert_memory_equal(got.x, wanted.x, system->a.off.rows * sizeof *got.x);
    assert_memory_equal(&got.change, &wanted.change, sizeof got.change);
    assert_string_equal(got.note, wanted.note);
    free(wanted.x);
    free(got.x);
    return got.outcome;
}

/* diag(1, -1), from x0 = 0 to b = (1, 1): q.A p is zero at once. */
static struct system broken(void)
{
    struct system s = {.name = "broken", .a = random_matrix(seed, 2, SHAPE_DIAGONAL)};
    s.b = calloc(2, sizeof *s.b);
    s.x0 = calloc(2, sizeof *s.x0);
    assert_non_null(s.b);
    assert_non_null(s.x0);
    s.b[0] = s.b[1] = s.a.diag[0] = 1;
    s.a.diag[1] = -1;
    return s;
}

/* The first iterates are those of one core, but for rounding, of a system that is symmetric and
 * positive definite: BiCGStab may blow rounding up on others. */
static void check_first_iterates(const struct variant *variant, const struct system *system)
{
    struct variant seq = *variant;
    struct ending wanted, got;
    seq.place = places[0];
    seq.options.loop = LOOP_HOST;
    for (uint64_t k = 1; k <= 4; k++) {
        solve_system(&seq, system, k, &wanted);
        solve_system(variant, system, k, &got);
        assert_int_equal(got.iterations, wanted.iterations);
        for (uint32_t i = 0; i < system->a.off.rows; i++)
            if (!(fabs(got.x[i] - wanted.x[i]) <= 1e-9 * (1 + fabs(wanted.x[i]))))
                fail_msg("seed %llu, %s, iteration %llu: x[%u] is %.17g, not %.17g",
                         (unsigned long long)seed, system->name, (unsigned long long)k, i, got.x[i],
                         wanted.x[i]);
        free(wanted.x);
        free(got.x);
    }
}

static void krylov_ends_where_it_should(void **state)
{
    static const uint64_t limits[] = {1, 2, 3, 64, 65, 66, 1000};
    const struct variant *variant = *state;
    if (variant_check(variant) != OK) skip();
    struct system systems[] = {random_system(60), random_system(1), path("slow", 300, 2.0001)},
                  zero = broken();
    struct system definite[] = {path("slow", 300, 2.0001), path("quick", 777, 3)};
    for (size_t k = 0; k < sizeof definite / sizeof *definite; k++) {
        check_first_iterates(variant, &definite[k]);
        free_system(&definite[k]);
    }
    for (size_t k = 0; k < sizeof systems / sizeof *systems; k++) {
        for (size_t m = 0; m < sizeof limits / sizeof *limits; m++)
            check_krylov(variant, &systems[k], limits[m]);
        assert_int_equal(check_krylov(variant, &systems[k], 2000), CONVERGED);
        free_system(&systems[k]);
    }
    /* M, the diagonal, is the matrix itself. */
    assert_int_equal(check_krylov(variant, &zero, 100),
                     krylov_is_plain(&variant->options) ? BREAKDOWN : CONVERGED);
    free_system(&zero);
}

/* Sizes at which the recurrence changes from one kernel to another, on cards with clusters of 8 and
 * of 16 blocks and 132 multiprocessors, and sizes on both sides. */
static void krylov_stays_at_every_size(void **state)
{
    static const uint32_t sizes[] = {1279,  1280,  1281,  1500,  5000,  10240,  10241, 16384,
                                     20480, 20481, 40000, 67584, 67585, 150000, 202752};
    const struct variant *variant = *state;
    if (variant_check(variant) != OK) skip();
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
        struct system systems[] = {uneven(sizes[k]), path("path", sizes[k], 2.001)};
        for (size_t s = 0; s < sizeof systems / sizeof *systems; s++) {
            check_krylov(variant, &systems[s], 100);
            free_system(&systems[s]);
        }
    }
}

/* No card of today holds so many. */
static void refuses_too_many_rows(void **state)
{
    const struct variant *variant = *state;
    if (variant_check(variant) != OK) skip();
    struct system system = path("large", 400000, 3);
    struct stored stored;
    struct solve solve;
    const struct solve_settings settings = krylov_settings(variant, &system, 10);
    assert_ok(stored_build_at(variant->place, variant->layout, variant->precision,
                              &variant->options, &system.a, &stored));
    assert_ok(stored_upload(variant->place, &stored));
    assert_int_equal(solve_create(&stored, variant->method, system.b, &settings, &solve),
                     ERROR_UNSUPPORTED);
    assert_non_null(strstr(fail_message(), "400000"));
    stored_free(&stored);
    free_system(&system);
}

/* Stops */

static volatile sig_atomic_t stop;

static void on_alarm(int number)
{
    (void)number;
    stop = 1;
}

/* b = 0 and a start of 1, -1, 1, ...: the sign of every entry changes for ever. */
static struct system rotating(uint32_t n)
{
    struct system s = path("rotating", n, 2);
    for (uint32_t i = 0; i < n; i++) {
        s.x0[i] = i % 2 ? -1 : 1;
        if (i == 0 || i + 1 == n) s.a.diag[i] = 1;
    }
    free(s.b);
    s.b = NULL;
    return s;
}

static void check_stop(const struct variant *variant, unsigned check, long microseconds)
{
    struct system system = rotating(1000);
    struct stored stored;
    struct solve solve;
    struct way way = {.variant = *variant, .epsilon = 1e-5, .max = UINT64_MAX};
    const struct itimerval timer = {{0, 0}, {0, microseconds}};
    way.variant.options.check = check;
    struct solve_settings settings = settings_of(&way);
    settings.stop = &stop;
    stop = microseconds == 0;
    assert_ok(stored_build_at(variant->place, variant->layout, variant->precision,
                              &variant->options, &system.a, &stored));
    assert_ok(stored_upload(variant->place, &stored));
    assert_ok(solve_create(&stored, variant->method, system.b, &settings, &solve));
    assert_ok(solve_reset(&solve, system.x0));
    signal(SIGALRM, on_alarm);
    setitimer(ITIMER_REAL, &timer, NULL);
    double start = clock_now();
    assert_ok(variant->method->run(&solve));
    assert_ok(variant->place->synchronise());
    assert_true(clock_now() - start < (double)microseconds * 1e-6 + 0.5);
    assert_int_equal(solve.outcome, STOPPED);
    assert_true(solve.iterations > 0 || microseconds == 0);
    solve_free(&solve);
    stored_free(&stored);
    free_system(&system);
}

/* A stop that is there from the start ends a solve that would take some hundred iterations. */
static void krylov_stops(void **state)
{
    const struct variant *variant = *state;
    if (variant_check(variant) != OK) skip();
    struct system system = path("slow", 1000, 2.00001);
    struct stored stored;
    struct solve solve;
    struct solve_settings settings = krylov_settings(variant, &system, UINT64_MAX);
    settings.stop = &stop;
    stop = 1;
    assert_ok(stored_build_at(variant->place, variant->layout, variant->precision,
                              &variant->options, &system.a, &stored));
    assert_ok(stored_upload(variant->place, &stored));
    assert_ok(solve_create(&stored, variant->method, system.b, &settings, &solve));
    assert_ok(solve_reset(&solve, system.x0));
    assert_ok(variant->method->run(&solve));
    assert_int_equal(solve.outcome, STOPPED);
    assert_true(solve.iterations > 0 && solve.iterations < 200);
    stop = 0;
    solve_free(&solve);
    stored_free(&stored);
    free_system(&system);
}

static void stops(void **state)
{
    struct variant variant = *(struct variant *)*state;
    if (variant_check(&variant) != OK) skip();
    /* More steps than a graph has between two gates. */
    unsigned at_once = (unsigned)variant.options.temporal_block,
             seldom = at_once > 1 ? 80 * at_once : 1000;
    ((struct jor_options *)&variant.options.method)->omega = 1 - 0x1p-30; /* jor would converge */
    check_stop(&variant, 1, 0);
    check_stop(&variant, seldom, 0);
    check_stop(&variant, 1, 50000);
    check_stop(&variant, seldom, 50000);
}

static void add(const char *what, CMUnitTestFunction run, struct variant *variant)
{
    char *name = name_of(variant);
    list_test(run, variant, "%s: %s", name, what);
    free(name);
}

/* Arguments, if any, are patterns of the variants to test. */
int main(int argc, char **argv)
{
    static char *const patterns[] = {
        "{jacobi,jor}/msr/*/*",
        "{jacobi,jor}[loop=graph]/msr/*/cuda",
        "jacobi[loop=graph,vote=store]/msr/f64/cuda",
        "{jacobi,jor}[loop=resident]/{msr,cmsr}/*/cuda",
        "{jacobi,jor}[vote=host]/msr/*/{cuda,cuda2}",
        "gauss_seidel/msr/f64/*",
        "gauss_seidel[loop=graph]/msr/f64/cuda",
        "jacobi[loop={host,graph},temporal_block=4]/pattern/f64/cuda",
        "jacobi[temporal_block=3]/pattern/f32/cuda",
        "jacobi[temporal_block=3]/pattern/f64/omp",
        "jor[temporal_block=8]/msr/f64/seq",
        "{bicgstab,bicgstab_merged}/msr/f64/*",
        "{bicgstab,bicgstab_merged}[loop=graph]/{msr,pattern,panels}/f64/cuda",
        "bicgstab[loop=resident,precondition={none,jacobi}]/{msr,cmsr}/f64/cuda",
        "bicgstab[loop=resident,pin=yes]/msr/f64/cuda",
        "bicgstab[precondition=jacobi]/msr/f64/{seq,cuda}",
        "jacobi[loop=graph]/{msr,pattern}/f64/cuda2",
        "jor[loop=graph]/msr/f32/cuda2",
        "jacobi[loop=graph]/{msr,panels}/f64/cuda3",
        "jacobi[loop=graph,vote=store]/msr/f64/cuda2",
        "{bicgstab,bicgstab_merged}[loop=graph]/msr/f64/{cuda2,cuda3}",
        NULL};
    size_t count;
    struct variant *variants = listed_variants(argc, argv, patterns, &count);
    seed_begin();
    for (size_t k = 0; k < count; k++) {
        if (variants[k].method->measure == MEASURE_RESIDUAL) {
            add("ends where it should", krylov_ends_where_it_should, &variants[k]);
            if (variants[k].options.loop != LOOP_GRAPH) add("stops", krylov_stops, &variants[k]);
            if (variants[k].options.loop != LOOP_RESIDENT) continue;
            add("stays at every size", krylov_stays_at_every_size, &variants[k]);
            add("refuses too many rows", refuses_too_many_rows, &variants[k]);
            continue;
        }
        add("ends where it should", ends_where_it_should, &variants[k]);
        if (variants[k].method->sweep == SWEEP_AT_ONCE)
            add("stops", stops, &variants[k]); /* others converge there */
        if (variants[k].options.loop == LOOP_RESIDENT)
            add("stays at every size", stays_at_every_size, &variants[k]);
    }
    int failed = run_listed("loop", NULL, NULL);
    free(variants);
    return failed;
}
