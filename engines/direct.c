/* UMFPACK and KLU. Both expect columns; we give them the rows of A, so they factorise its
 * transpose. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <suitesparse/klu.h>
#include <suitesparse/umfpack.h>

#include "engines/engine.h"

static struct system *s;
static SuiteSparse_long *row, *col;
static double *x, *work;
static bool klu;
static int refine;

const char *engine_version(void)
{
    static char text[64];
    snprintf(text, sizeof text, "UMFPACK %d.%d.%d, KLU %d.%d.%d", UMFPACK_MAIN_VERSION,
             UMFPACK_SUB_VERSION, UMFPACK_SUBSUB_VERSION, KLU_MAIN_VERSION, KLU_SUB_VERSION,
             KLU_SUBSUB_VERSION);
    return text;
}

const char *engine_open(const json_t *message, struct system *system)
{
    const char *method = "umfpack";
    s = system;
    json_unpack((json_t *)(uintptr_t)message, "{s{s?s s?i}}", "options", "method", &method,
                "refine", &refine);
    klu = !strcmp(method, "klu");
    row = malloc((s->n + (size_t)1) * sizeof *row);
    col = malloc(s->entries * sizeof *col);
    x = malloc(s->n * sizeof *x);
    work = malloc(s->n * sizeof *work);
    if (!row || !col || !x || !work) abort();
    for (uint32_t i = 0; i <= s->n; i++) row[i] = (SuiteSparse_long)s->row[i];
    for (uint64_t k = 0; k < s->entries; k++) col[k] = s->col[k];
    return system_pin(s);
}

/* Computes the residual of the pinned system. */
static void pinned_residual(double *out)
{
    for (uint32_t i = 0; i < s->n; i++) {
        double rest = s->rhs[i];
        for (uint64_t k = s->row[i]; k < s->row[i + 1]; k++) rest -= s->pinned[k] * x[s->col[k]];
        out[i] = rest;
    }
}

static bool solve_klu(struct result *out)
{
    klu_l_common c;
    const SuiteSparse_long n = s->n;
    klu_l_defaults(&c);
    klu_l_symbolic *symbolic = klu_l_analyze(n, row, col, &c);
    klu_l_numeric *numeric = symbolic ? klu_l_factor(row, col, s->pinned, symbolic, &c) : NULL;
    memcpy(x, s->rhs, s->n * sizeof *x);
    bool solved = numeric && klu_l_tsolve(symbolic, numeric, n, 1, x, &c);
    for (int step = 0; solved && step < refine; step++) {
        pinned_residual(work);
        solved = klu_l_tsolve(symbolic, numeric, n, 1, work, &c);
        for (uint32_t i = 0; i < s->n; i++) x[i] += work[i];
    }
    const char *why = c.status == KLU_SINGULAR        ? "the matrix is singular"
                      : c.status == KLU_OUT_OF_MEMORY ? "out of memory"
                                                      : "the factorisation failed";
    if (solved)
        snprintf(out->note, sizeof out->note, "L and U have %lld entries in %lld blocks",
                 (long long)(numeric->lnz + numeric->unz), (long long)symbolic->nblocks);
    else snprintf(out->note, sizeof out->note, "%s", why);
    klu_l_free_numeric(&numeric, &c);
    klu_l_free_symbolic(&symbolic, &c);
    return solved;
}

static bool solve_umfpack(struct result *out)
{
    double control[UMFPACK_CONTROL], info[UMFPACK_INFO];
    void *symbolic = NULL, *numeric = NULL;
    const SuiteSparse_long n = s->n;
    umfpack_dl_defaults(control);
    control[UMFPACK_IRSTEP] = refine;
    SuiteSparse_long status =
        umfpack_dl_symbolic(n, n, row, col, s->pinned, &symbolic, control, info);
    if (status == UMFPACK_OK)
        status = umfpack_dl_numeric(row, col, s->pinned, symbolic, &numeric, control, info);
    if (status == UMFPACK_OK)
        status =
            umfpack_dl_solve(UMFPACK_Aat, row, col, s->pinned, x, s->rhs, numeric, control, info);
    const char *why = status == UMFPACK_WARNING_singular_matrix ? "the matrix is singular"
                      : status == UMFPACK_ERROR_out_of_memory   ? "out of memory"
                                                                : "the factorisation failed";
    if (status == UMFPACK_OK)
        snprintf(out->note, sizeof out->note, "L and U have %.0f entries",
                 info[UMFPACK_LNZ] + info[UMFPACK_UNZ]);
    else snprintf(out->note, sizeof out->note, "%s", why);
    umfpack_dl_free_numeric(&numeric);
    umfpack_dl_free_symbolic(&symbolic);
    return status == UMFPACK_OK;
}

void engine_solve(struct result *out)
{
    const double begin = engine_clock();
    const bool solved = klu ? solve_klu(out) : solve_umfpack(out);
    out->seconds = engine_clock() - begin;
    out->outcome = solved ? "converged" : "failed";
}

const double *engine_answer(void)
{
    return x;
}

void engine_close(void)
{
    free(row);
    free(col);
    free(x);
    free(work);
}
