/* make bench-petsc: bicgstab[precondition=ilu0] on one core beside PETSc's BiCGStab with ILU(0), in
 * one run. Needs PETSc (Debian: libpetsc-real-dev).
 *
 * Both solve A x = b with their factorisation timed, the matrix being there. Of a long run both pin
 * the same row. Ours finds it within its time; PETSc is told, which is to its advantage. PETSc
 * stops where the 2-norm of its residual is that of our answer's. Least of ROUNDS times, which take
 * turns. SOURCES as arguments: these in place of the quick ones. */
#include <float.h>
#include <math.h>
#include <petscksp.h>
#include <stdio.h>
#include <stdlib.h>

#include "harness/case/build_layout.h"
#include "harness/util/clock.h"
#include "solvers/methods/krylov.h"

enum { ROUNDS = 3 };

static const char *const quick[] = {"tandem:c=255", "cluster:n=64", "kanban:t=4",
                                    "fms:n=5",      "polling:n=13", "polling:n=13,property=2"};
static const char ours[] = "bicgstab[precondition=ilu0]/auto/f64/seq";

#define CHECK(call)                                                          \
    do {                                                                     \
        if (call) {                                                          \
            fprintf(stderr, "bench_petsc: %s: %s\n", #call, fail_message()); \
            exit(1);                                                         \
        }                                                                    \
    } while (0)

struct own_side {
    struct built_layout built;
    struct solve solve;
    double *x, seconds;
};

struct petsc_side {
    PetscInt *row, *col;
    PetscScalar *val, *b;
    Mat a;
    Vec x, rhs;
    double seconds;
    PetscInt iterations;
    KSPConvergedReason reason;
};

static void open_ours(const struct problem *problem, const struct variant *v, struct own_side *out)
{
    CHECK(build_layout(problem, v, &out->built));
    const struct solve_settings settings = {.criterion = RELATIVE,
                                            .epsilon = 1e-6,
                                            .scale = problem_scale(problem),
                                            .max_iterations = 10000,
                                            .matrix = out->built.matrix,
                                            .class_of = out->built.class_of,
                                            .nclasses = problem->steady.nclasses,
                                            .options = v->options};
    CHECK(stored_upload(v->place, &out->built.stored));
    CHECK(solve_create(&out->built.stored, v->method, out->built.b, &settings, &out->solve));
    out->x = malloc(problem->system.a.off.n * sizeof *out->x);
    out->seconds = INFINITY;
    if (!out->x) abort();
}

static void run_ours(struct own_side *own)
{
    CHECK(solve_reset(&own->solve, own->built.x0));
    const double start = clock_now();
    CHECK(solve_run(&own->solve, own->solve.method));
    own->seconds = fmin(own->seconds, clock_now() - start);
    CHECK(solve_download(&own->solve, own->x));
}

/* The row that keeps its value; UINT32_MAX: none. */
static uint32_t pin_of(const struct own_side *own)
{
    const struct krylov *krylov = own->solve.own;
    return krylov->m.npins ? krylov->pin_here[0] : UINT32_MAX;
}

/* The 2-norm of our answer's residual, in the scale that PETSc solves in. */
static double residual_of(const struct linear *s, const struct own_side *own)
{
    const uint32_t pin = pin_of(own);
    const double scale = pin == UINT32_MAX ? 1 : 1 / own->x[pin];
    double sum = 0;
    for (uint32_t i = 0; i < s->a.off.n; i++) {
        double rest = (s->b ? s->b[i] : 0) - s->a.diag[i] * own->x[i];
        for (uint64_t k = s->a.off.row[i]; k < s->a.off.row[i + 1]; k++)
            rest -= s->a.off.val[k] * own->x[s->a.off.col[k]];
        if (i != pin) sum += rest * rest;
    }
    return sqrt(sum) * scale;
}

/* The whole matrix with its diagonal in place, columns ascending; the pinned row is x = 1. */
static void open_petsc(const struct linear *s, uint32_t pin, struct petsc_side *out)
{
    const uint32_t n = s->a.off.n;
    const size_t most = s->a.off.nnz + n;
    PetscInt k = 0;
    out->row = malloc((n + (size_t)1) * sizeof *out->row);
    out->col = malloc(most * sizeof *out->col);
    out->val = malloc(most * sizeof *out->val);
    out->b = malloc(n * sizeof *out->b);
    if (!out->row || !out->col || !out->val || !out->b) abort();
    for (uint32_t i = 0; i < n; i++) {
        uint64_t e = s->a.off.row[i], end = i == pin ? e : s->a.off.row[i + 1];
        bool placed = false;
        out->row[i] = k;
        for (; e < end || !placed; k++) {
            const bool diagonal = !placed && (e == end || s->a.off.col[e] > i);
            out->col[k] = (PetscInt)(diagonal ? i : s->a.off.col[e]);
            out->val[k] = diagonal ? i == pin ? 1 : s->a.diag[i] : s->a.off.val[e];
            if (diagonal) placed = true;
            else e++;
        }
        out->b[i] = i == pin ? 1 : s->b ? s->b[i] : 0;
    }
    out->row[n] = k;
    out->seconds = INFINITY;
    CHECK(MatCreateSeqAIJWithArrays(PETSC_COMM_SELF, (PetscInt)n, (PetscInt)n, out->row, out->col,
                                    out->val, &out->a));
    CHECK(VecCreateSeqWithArray(PETSC_COMM_SELF, 1, (PetscInt)n, out->b, &out->rhs));
    CHECK(VecDuplicate(out->rhs, &out->x));
}

/* From x = 1 in the pinned row and 0 elsewhere, or from the problem's start, as ours does. */
static void begin_petsc(struct petsc_side *p, const double *x0, uint32_t pin)
{
    PetscScalar *x;
    PetscInt n;
    CHECK(VecGetSize(p->x, &n));
    CHECK(VecGetArray(p->x, &x));
    for (PetscInt i = 0; i < n; i++) x[i] = pin == UINT32_MAX ? x0[i] : (uint32_t)i == pin;
    CHECK(VecRestoreArray(p->x, &x));
}

/* From x as it is. */
static void run_petsc(struct petsc_side *p, double residual)
{
    KSP ksp;
    PC pc;
    CHECK(KSPCreate(PETSC_COMM_SELF, &ksp));
    CHECK(KSPSetType(ksp, KSPBCGS));
    CHECK(KSPSetOperators(ksp, p->a, p->a));
    CHECK(KSPGetPC(ksp, &pc));
    CHECK(PCSetType(pc, PCILU));
    CHECK(KSPSetPCSide(ksp, PC_RIGHT));
    CHECK(KSPSetTolerances(ksp, 1e-300, residual, 1e300, 10000));
    CHECK(KSPSetInitialGuessNonzero(ksp, PETSC_TRUE));
    const double start = clock_now();
    CHECK(KSPSetUp(ksp));
    CHECK(KSPSolve(ksp, p->rhs, p->x));
    p->seconds = fmin(p->seconds, clock_now() - start);
    CHECK(KSPGetIterationNumber(ksp, &p->iterations));
    CHECK(KSPGetConvergedReason(ksp, &p->reason));
    CHECK(KSPDestroy(&ksp));
}

static void close_both(struct own_side *own, struct petsc_side *p)
{
    CHECK(MatDestroy(&p->a));
    CHECK(VecDestroy(&p->x));
    CHECK(VecDestroy(&p->rhs));
    free(p->row);
    free(p->col);
    free(p->val);
    free(p->b);
    free(own->x);
    solve_free(&own->solve);
    built_layout_free(&own->built);
}

/* PETSc's time over ours; 0: one of them did not converge. */
static double compare(const char *source, const struct variant *v)
{
    struct problem problem;
    struct own_side own = {0};
    struct petsc_side p = {0};
    CHECK(problem_open(source, &problem));
    open_ours(&problem, v, &own);
    run_ours(&own);
    const double residual = residual_of(&problem.system, &own);
    open_petsc(&problem.system, pin_of(&own), &p);
    for (int round = 0; round < ROUNDS; round++) {
        begin_petsc(&p, own.built.x0, pin_of(&own));
        run_petsc(&p, residual);
        run_ours(&own);
    }
    const double ratio = p.seconds / own.seconds;
    printf("%-24s %9.3g s %4llu%s %9.3g s %4d%s %6.2f\n", source, own.seconds,
           (unsigned long long)own.solve.iterations, own.solve.outcome == CONVERGED ? " " : "!",
           p.seconds, (int)p.iterations, p.reason > 0 ? " " : "!", ratio);
    fflush(stdout);
    const bool both = p.reason > 0 && own.solve.outcome == CONVERGED;
    close_both(&own, &p);
    problem_free(&problem);
    return both ? ratio : 0;
}

int main(int argc, char **argv)
{
    struct variant v;
    double product = 1;
    int compared = 0;
    const char *const *sources = argc > 1 ? (const char *const *)argv + 1 : quick;
    const int count = argc > 1 ? argc - 1 : (int)(sizeof quick / sizeof *quick);
    CHECK(variant_parse(ours, &v));
    CHECK(PetscInitializeNoArguments());
    printf("%-24s %17s %17s %7s\n", "", "this program", "PETSc", "ratio");
    for (int k = 0; k < count; k++) {
        const double ratio = compare(sources[k], &v);
        if (!(ratio > 0)) continue;
        product *= ratio;
        compared++;
    }
    printf("geometric mean of %d that both solve: PETSc takes %.2f times as long (!: did not "
           "converge)\n",
           compared, pow(product, 1.0 / compared));
    return 0;
}
