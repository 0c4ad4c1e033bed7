/* Every variant of the registry on problems with known answers: one test a variant, which a new
 * variant gets by being listed. Those that cannot run here are skipped. In f64 all places and
 * orders must agree with seq in the native order to 1e-12. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/case/build_layout.h"
#include "solvers/methods/krylov.h"
#include "tests/support/listed.h"
#include "tests/support/made/random_matrix.h"
#include "tests/support/scratch.h"
#include "tests/support/teams.h"

/* A problem, its exact answer up to a factor (steady: a factor a class), and how closely Jacobi at
 * epsilon gets there.
 */
struct known {
    const char *name;
    struct problem problem;
    double *answer;
};

enum { MAX_KNOWN = 16 };

static struct known known[MAX_KNOWN];
static size_t nknown, first_known, end_known = SIZE_MAX;

/* Answers of variants that others are compared with. */
static struct kept {
    struct variant reference;
    const struct known *k;
    double *x;
} * kept;

static size_t nkept;

static struct known *add_known(const char *name, uint32_t n)
{
    struct known *k = &known[nknown++];
    k->name = name;
    k->answer = calloc(n, sizeof *k->answer);
    if (!k->answer) abort();
    return k;
}

/* b = A x for the x that is to come out. */
static void add_linear(const char *name, struct matrix a, double *answer)
{
    struct known *k = add_known(name, a.off.rows);
    struct linear *s = &k->problem.system;
    k->problem.kind = KIND_LINEAR;
    s->a = a;
    s->b = calloc(a.off.rows, sizeof *s->b);
    s->x0 = calloc(a.off.rows, sizeof *s->x0);
    if (!s->b || !s->x0) abort();
    for (uint32_t i = 0; i < a.off.rows; i++) {
        s->b[i] = a.diag[i] * answer[i];
        for (uint64_t e = a.off.row[i]; e < a.off.row[i + 1]; e++)
            s->b[i] += a.off.val[e] * answer[a.off.col[e]];
    }
    memcpy(k->answer, answer, a.off.rows * sizeof *answer);
    free(answer);
}

/* Opens a chain written to the scratch folder; answer is to be filled in. */
static struct known *add_chain(const char *name, const char *file, const char *property,
                               uint32_t rows)
{
    char source[1100];
    struct known *k = add_known(name, rows);
    snprintf(source, sizeof source, "%s:%s", scratch_path(file), property);
    if (problem_open(source, &k->problem) != OK) {
        fprintf(stderr, "%s\n", fail_message());
        abort();
    }
    if (k->problem.system.a.off.rows != rows) abort();
    return k;
}

/* Gambler's ruin: from i < N, up with p and down with q = 1 - p; reaching N before 0 has
 * probability (1 - (q/p)^i) / (1 - (q/p)^N). */
static void add_ruin(void)
{
    enum { N = 40 };
    const double p = 0.3, r = (1 - p) / p;
    FILE *tra = fopen(scratch_path("ruin.tra"), "w");
    if (!tra) abort();
    fprintf(tra, "%d %d\n0 0 1\n", N + 1, 2 * N);
    for (int i = 1; i < N; i++)
        fprintf(tra, "%d %d %.17g\n%d %d %.17g\n", i, i - 1, 1 - p, i, i + 1, p);
    fprintf(tra, "%d %d 1\n", N, N);
    fclose(tra);
    char labels[128];
    snprintf(labels, sizeof labels, "0=\"init\" 1=\"rich\"\n7: 0\n%d: 1\n", N);
    scratch_write("ruin.lab", labels);
    struct known *k = add_chain("gambler's ruin", "ruin.tra", "type=dtmc,goal=rich", N + 1);
    for (int i = 0; i <= N; i++) k->answer[i] = (1 - pow(r, i)) / (1 - pow(r, N));
}

/* Expected time in a chain of N stages, each left at rate (i + 1) after which a reward of 1 a time
 * unit ends. */
static void add_stages(void)
{
    enum { N = 20 };
    FILE *tra = fopen(scratch_path("stages.tra"), "w"),
         *rewards = fopen(scratch_path("stages.srew"), "w");
    if (!tra || !rewards) abort();
    fprintf(tra, "%d %d\n", N + 1, N + 1);
    fprintf(rewards, "%d %d\n", N + 1, N);
    for (int i = 0; i < N; i++) {
        fprintf(tra, "%d %d %d\n", i, i + 1, i + 1);
        fprintf(rewards, "%d 1\n", i);
    }
    fprintf(tra, "%d %d 1\n", N, N);
    fclose(tra);
    fclose(rewards);
    char labels[128];
    snprintf(labels, sizeof labels, "0=\"init\" 1=\"done\"\n0: 0\n%d: 1\n", N);
    scratch_write("stages.lab", labels);
    struct known *k =
        add_chain("stages", "stages.tra", "type=ctmc,reward=stages.srew,goal=done", N + 1);
    for (int i = N - 1; i >= 0; i--) k->answer[i] = k->answer[i + 1] + 1.0 / (i + 1);
}

/* A walk that goes up at rate a and falls to 0 at rate c: pi_i ~ (a / (a + c))^i below the top,
 * where pi = pi_below a / c. Its cycles have lengths 2 and 3, so Jacobi converges. */
static void add_falls(void)
{
    enum { N = 30 };
    const double a = 2, c = 1;
    FILE *tra = fopen(scratch_path("falls.tra"), "w");
    if (!tra) abort();
    fprintf(tra, "%d %d\n0 1 %g\n", N, 2 * N - 2, a);
    for (int i = 1; i < N - 1; i++) fprintf(tra, "%d 0 %g\n%d %d %g\n", i, c, i, i + 1, a);
    fprintf(tra, "%d 0 %g\n", N - 1, c);
    fclose(tra);
    scratch_write("falls.lab", "0=\"init\" 1=\"low\"\n0: 0 1\n");
    struct known *k = add_chain("falls", "falls.tra", "type=ctmc,steady=low", N);
    k->answer[0] = 1;
    k->answer[1] = a / (a + c);
    for (int i = 2; i < N - 1; i++) k->answer[i] = k->answer[i - 1] * a / (a + c);
    k->answer[N - 1] = k->answer[N - 2] * a / c;
}

static int make_problems(void **state)
{
    if (scratch_create(state)) return -1;
    static const uint32_t sizes[] = {500, 33, 1};
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++)
        for (int shape = 0; shape < NSHAPES; shape += 2)
            add_linear("random", random_matrix(k + 1, sizes[k], (enum shape)shape),
                       random_vector(k + 1, 30, sizes[k]));
    add_ruin();
    add_stages();
    add_falls();
    return 0;
}

static int free_problems(void **state)
{
    for (size_t k = 0; k < nknown; k++) {
        problem_free(&known[k].problem);
        free(known[k].answer);
    }
    while (nkept) free(kept[--nkept].x);
    free(kept);
    return scratch_remove(state);
}

/* Answers of steady problems have a free factor. */
static void normalise(const struct problem *problem, double *x)
{
    double sum = 0;
    if (problem->kind != KIND_STEADY) return;
    for (uint32_t i = 0; i < problem->system.a.off.rows; i++) sum += x[i];
    for (uint32_t i = 0; i < problem->system.a.off.rows; i++) x[i] /= sum;
}

static void solve_with(const struct variant *v, const struct problem *problem, double epsilon,
                       double *x)
{
    struct built_layout built;
    struct solve solve;
    assert_ok(build_layout(problem, v, &built));
    const struct solve_settings settings = {.criterion = ABSOLUTE,
                                            .epsilon = epsilon,
                                            .scale = 1,
                                            .step = problem->step,
                                            .max_iterations = 100000,
                                            .matrix = built.matrix,
                                            .options = v->options};
    if (stored_upload(v->place, &built.stored) != OK ||
        solve_create(&built.stored, v->method, built.b, &settings, &solve) != OK ||
        solve_reset(&solve, built.x0) != OK || v->method->run(&solve) != OK ||
        solve_download(&solve, built_layout_target(&built, x)) != OK)
        fail_msg("%s", fail_message());
    assert_int_equal(solve.outcome, CONVERGED);
    built_layout_undo(&built, x);
    solve_free(&solve);
    built_layout_free(&built);
    normalise(problem, x);
}

/* Largest difference, relative to the largest entry. */
static double distance(uint32_t n, const double *x, const double *y)
{
    double apart = 0, size = 0;
    for (uint32_t i = 0; i < n; i++) {
        apart = fmax(apart, fabs(x[i] - y[i]));
        size = fmax(size, fabs(y[i]));
    }
    return size > 0 ? apart / size : apart;
}

/* Returns the variant to compare v with: at seq, in the native order. */
static struct variant reference_of(const struct variant *v)
{
    struct variant reference = *v;
    reference.place = places[0];
    reference.order = ORDER_NATIVE;
    reference.options.vote = VOTE_BLOCK;
    reference.options.loop = LOOP_HOST;
    reference.options.temporal_block = 1;
    assert_string_equal(reference.place->name, "seq");
    if (!find_mat_ops(v->layout, reference.place, v->precision)) {
        reference.layout = layouts[0];
        reference.options.layout = default_options(NULL, layouts[0]).layout;
    }
    return reference;
}

/* Its answer, which is kept, as several variants are compared with one. */
static const double *answer_of(const struct variant *reference, const struct known *k)
{
    size_t at = 0;
    while (at < nkept && !(kept[at].k == k && variant_same(&kept[at].reference, reference))) at++;
    if (at < nkept) return kept[at].x;
    double *x = calloc(k->problem.system.a.off.rows, sizeof *x);
    assert_non_null(x);
    solve_with(reference, &k->problem, reference->precision == F32 ? 1e-7 : 1e-15, x);
    kept = realloc(kept, (nkept + 1) * sizeof *kept);
    assert_non_null(kept);
    kept[nkept++] = (struct kept){*reference, k, x};
    return x;
}

static void check_known(const struct variant *v, struct known *k)
{
    const bool single = v->precision == F32;
    uint32_t n = k->problem.system.a.off.rows;
    const struct variant reference = reference_of(v);
    double *x = calloc(n, sizeof *x);
    assert_non_null(x);
    normalise(&k->problem, k->answer);
    const double *seq = answer_of(&reference, k);
    if (variant_same(v, &reference)) memcpy(x, seq, n * sizeof *x);
    else solve_with(v, &k->problem, single ? 1e-7 : 1e-15, x);
    double error = distance(n, x, k->answer);
    if (!(error <= (single ? 1e-4 : 1e-11)))
        fail_msg("%s of %u rows: the error is %g", k->name, n, error);

    error = distance(n, x, seq);
    /* By colour every sum has another order, and what BiCGStab carries along amplifies that. */
    if (!single && !(error <= (v->order == ORDER_COLOUR ? 1e-11 : 1e-12)))
        fail_msg("%s of %u rows: %g away from seq in the native order", k->name, n, error);
    free(x);
}

/* Returns whether it makes the matrix of a long run regular; only preconditioned methods do. */
static bool pins(const struct variant *v)
{
    return v->method->options == krylov_options && !krylov_is_plain(&v->options);
}

/* Returns whether a system is positive on the diagonal, not positive elsewhere, and not negative on
 * the right-hand side. */
static bool is_of_chain(const struct linear *s)
{
    bool chain = true;
    for (uint32_t i = 0; i < s->a.off.rows; i++)
        chain &= s->a.diag[i] > 0 && !(s->b && s->b[i] < 0);
    for (uint64_t k = 0; k < s->a.off.nnz; k++) chain &= s->a.off.val[k] <= 0;
    return chain;
}

static void assert_refuses(const struct variant *v, const struct problem *problem)
{
    struct built_layout built;
    struct solve solve;
    assert_ok(build_layout(problem, v, &built));
    const struct solve_settings settings = {.epsilon = 1e-9,
                                            .scale = 1,
                                            .max_iterations = 1,
                                            .matrix = built.matrix,
                                            .options = v->options};
    assert_ok(stored_upload(v->place, &built.stored));
    assert_int_equal(solve_create(&built.stored, v->method, built.b, &settings, &solve),
                     ERROR_UNSUPPORTED);
    assert_non_null(strstr(fail_message(), v->method->name));
    built_layout_free(&built);
}

static void variant_finds_known_answers(void **state)
{
    const struct variant *v = *state;
    if (variant_check(v) != OK) skip();
    for (size_t k = first_known; k < nknown && k < end_known; k++) {
        if (v->method->measure == MEASURE_RESIDUAL && known[k].problem.kind == KIND_STEADY &&
            !pins(v))
            continue; /* singular */
        if (v->method->stepped && known[k].problem.kind == KIND_LINEAR) {
            struct built_layout built;
            assert_int_equal(build_layout(&known[k].problem, v, &built), ERROR_UNSUPPORTED);
            continue;
        }
        if (v->method->measure == MEASURE_BALANCE && !is_of_chain(&known[k].problem.system)) {
            assert_refuses(v, &known[k].problem);
            continue;
        }
        check_known(v, &known[k]);
    }
}

/* Methods that stop by proof: the exact answer lies within epsilon of theirs. */

static enum status solve_by_proof(const struct variant *v, const struct problem *problem,
                                  double epsilon, double *x, double *value)
{
    struct built_layout built;
    struct solve solve = {0};
    double low = NAN, high = NAN;
    enum status status = build_layout(problem, v, &built);
    if (status != OK) return status;
    const struct solve_settings settings = {.epsilon = epsilon,
                                            .max_iterations = 100000,
                                            .matrix = built.matrix,
                                            .lower = built.bounds.lower,
                                            .upper = built.bounds.upper,
                                            .options = v->options};
    assert_ok(stored_upload(v->place, &built.stored));
    assert_ok(solve_create(&built.stored, v->method, built.b, &settings, &solve));
    for (int sample = 0; sample < 2; sample++) {
        assert_ok(solve_reset(&solve, built.x0));
        assert_ok(solve_run(&solve, v->method));
        assert_int_equal(solve.outcome, CONVERGED);
    }
    assert_ok(solve_download(&solve, built_layout_target(&built, x)));
    built_layout_undo(&built, x);
    if (v->method->interval) assert_ok(v->method->interval(&solve, &low, &high));
    *value = low + (high - low) / 2;
    solve_free(&solve);
    built_layout_free(&built);
    return OK;
}

static void check_proof(const struct variant *v, const struct known *k, double epsilon)
{
    const uint32_t n = k->problem.system.a.off.rows;
    double x[64], value = NAN;
    assert_true(n <= 64);
    assert_ok(solve_by_proof(v, &k->problem, epsilon, x, &value));
    const double exact = problem_value(&k->problem, k->answer);
    if (v->method->interval && !(fabs(value - exact) <= epsilon * exact))
        fail_msg("%s: %.17g is not within %g of %.17g", k->name, value, epsilon, exact);
    for (uint32_t i = 0; i < n && !v->method->interval; i++)
        if (!(fabs(x[i] - k->answer[i]) <= epsilon * k->answer[i] * (1 + 1e-9)))
            fail_msg("%s: entry %u is %.17g, not within %g of %.17g", k->name, i, x[i], epsilon,
                     k->answer[i]);
}

static void variant_proves_known_answers(void **state)
{
    const struct variant *v = *state;
    if (variant_check(v) != OK) skip();
    for (size_t k = first_known; k < nknown && k < end_known; k++) {
        struct built_layout built;
        const enum problem_kind fits = v->method->outgoing ? KIND_STEADY : KIND_FIXPOINT;
        if (known[k].problem.kind != fits) {
            assert_int_equal(build_layout(&known[k].problem, v, &built), ERROR_UNSUPPORTED);
            continue;
        }
        check_proof(v, &known[k], 1e-2);
        if (v->precision == F64) check_proof(v, &known[k], 1e-9);
    }
}

/* The start of identity: is its answer; nothing else may come out of null. */
static void null_leaves_the_start(void **state)
{
    const struct variant *v = *state;
    struct problem problem;
    double x[3];
    if (variant_check(v) != OK) skip();
    assert_int_equal(problem_open("identity:n=3", &problem), OK);
    problem.system.x0[1] = 0.5;
    solve_with(v, &problem, 1e-6, x);
    assert_true(x[0] == 1 && x[1] == 0.5 && x[2] == 1);
    problem_free(&problem);
}

/* METIS takes longer than a test, and what an order does to other layouts, bfs and colour show. */
static bool takes_too_long(const struct variant *v)
{
    return v->order == ORDER_BISECTION && v->layout != layouts[0];
}

/* Tests the variants that its arguments name; without any, all. WARPMARK_PROBLEMS=J-K: on the
 * problems from the J-th to the K-th only, counted from 1, for tools that make everything slow. */
int main(int argc, char **argv)
{
    static char *const patterns[] = {
        "*/*+*/f*/*",
        "null/*+*/*/*",
        "multilevel/{msr,cmsr,pattern}/f64/*",
        "{ii,ovi,svi,interval_jor}/*+*/f*/*",
        "{ii,ovi,svi,interval_jor}[check=7]/*/*/*",
        "{ii,ovi,svi,interval_jor}[exchange=staged]/{msr,chwl,sdia}/*/{cuda2,cuda4}",
        "{jacobi,jor,power}[vote={store,host}]/*/*/cuda",
        "{jacobi,gauss_seidel,power}[check=10]/*/*/*",
        "{jacobi,jor,power,bicgstab,bicgstab_merged}[loop=graph]/*/*/cuda",
        "{bicgstab,gmres}[precondition=ilu0]/{msr,pattern}/f*/{seq,omp,cuda}",
        "{bicgstab,gmres}[precondition=ilu0,triangles=levels]/msr/f*/cuda",
        "{bicgstab,gmres}[precondition=jacobi]/{msr,pattern}/f*/{seq,omp,cuda,cuda2,cuda4}",
        "gmres[precondition=ilu0,restart=3]/msr/f64/{seq,omp,cuda}",
        "bicgstab[precondition=ilu0,pin=yes,factors=f64]/msr/f*/{seq,omp,cuda}",
        "bicgstab[pin=yes]/msr/f*/{seq,omp,cuda,cuda2}",
        "gmres[exchange=staged,precondition=jacobi]/{msr,chwl}/f64/{cuda2,cuda4}",
        "ii[loop=graph,check={1,7}]/{msr,cmsr,chwl,pattern,sdia}/f*/{cuda,cuda2,cuda4}",
        "jacobi[vote=store,loop=graph,check=3]/*/*/cuda",
        "{jacobi,power}[vote=host,check=3]/msr/*/{cuda,cuda2}",
        "{jacobi,power,bicgstab}[halves=shared]/{hwl,chwl}/*/cuda",
        "{jacobi,jor,power}[loop=resident,check={1,3}]/{msr,cmsr}/*/cuda",
        "bicgstab[loop=resident,precondition={none,jacobi}]/{msr,cmsr}/*/cuda",
        "bicgstab[loop=resident,pin=yes]/{msr,cmsr}/*/cuda",
        "{gauss_seidel,gauss_seidel_backward}[loop=graph,check={1,3}]/*/*/cuda",
        "{gauss_seidel,gauss_seidel_backward}[level_order=yes]/{msr,cmsr}/f*/cuda",
        "gauss_seidel[level_order=yes]/{msr+bfs,cmsr+colour}/f*/cuda",
        "gauss_seidel[vote=store,level_order=yes]/msr/f*/cuda",
        "gauss_seidel_backward[loop=graph,check=3,level_order=yes]/{msr,cmsr}/f*/cuda",
        "gauss_seidel[vote=store]/*/*/cuda",
        "{jacobi,bicgstab}[loop={host,graph},elements={1,2,4,8}]/sscan/*/cuda",
        "{jacobi,bicgstab}[loop={host,graph},rows={4,8,16}]/pattern/*/cuda",
        "{jacobi,bicgstab}[loop={host,graph},algorithm=2]/cusparse/*/cuda",
        "{jacobi,bicgstab}[loop={host,graph},slice={8,16,64,128}]/cusparse_sell/*/cuda",
        "jacobi[loop={host,graph},temporal_block={2,3,4}]/pattern/*/cuda",
        "jacobi[temporal_block={2,16}]/{msr,pattern,sdia,auto}/*/seq",
        "jor[temporal_block=4]/{msr,pattern}/*/omp",
        "{jacobi,bicgstab}[loop={host,graph},walk=slice]/sdia/*/cuda",
        "{jacobi,jor,power,bicgstab,bicgstab_merged,bicgstab_paper}[exchange=staged]/"
        "{msr,chwl,sscan}/*/{cuda2,cuda4}",
        NULL};
    const char *few = getenv("WARPMARK_PROBLEMS");
    if (few && (sscanf(few, "%zu-%zu", &first_known, &end_known) != 2 || first_known-- == 0)) {
        fprintf(stderr, "WARPMARK_PROBLEMS=%s is not two numbers from 1 with a - between them\n",
                few);
        return 1;
    }
    size_t count;
    struct variant *variants = listed_variants(argc, argv, patterns, &count);
    for (size_t k = 0; k < count; k++) {
        if (argc == 1 && takes_too_long(&variants[k])) continue;
        char *name = name_of(&variants[k]);
        const struct method *method = variants[k].method;
        list_test(method->proves ? variant_proves_known_answers
                  : method->idle ? null_leaves_the_start
                                 : variant_finds_known_answers,
                  &variants[k], "%s", name);
        free(name);
    }
    int failed = run_listed("variants", make_problems, free_problems);
    free(variants);
    return failed;
}
