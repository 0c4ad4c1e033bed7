/* make bench-cusparse: layout cusparse against cuSPARSE called by hand, on the same matrix in the
 * same run, in microseconds; all are timed in turn, medians of ROUNDS.
 *
 *   apply     y = A x; by hand one cusparseSpMV over A with its diagonal, where the layout keeps
 *             the diagonal apart
 *   sweep     one Jacobi sweep, test included; by hand one cusparseSpMV over the rest of A and a
 *             kernel x' = (b - y) / D with the same relative test, a block's vote stored once. As
 * in a solve no sweep finds the votes of another: each of BATCH has its own word, and these are
 * cleared together captured  the same sweeps from a CUDA graph: without the host's time, which
 * decides where a sweep takes 10 us again     by hand, captured, over another copy of the matrix,
 * of y and of 1 / D, against the first: how far two sweeps that are the same differ by where memory
 * lies
 *
 * The layout is to be no slower than the sweep by hand. */
#include "tests/bench/card/on_card.cuh"

extern "C" {
#include "analysis/statistics/stats.h"
#include "problems/problem.h"
#include "solvers/cuda/device.h"
#include "solvers/layouts/cusparse/cusparse.h"
#include "solvers/solve.h"
}

enum { ROUNDS = 31, BATCH = 20 };

/* A product by hand: everything that one cusparseSpMV call takes. */
struct by_hand {
    cusparseHandle_t handle;
    cusparseSpMatDescr_t matrix;
    cusparseDnVecDescr_t x, y;
    cusparseSpMVAlg_t algorithm;
    void *row, *col, *val, *buffer;
};

static const double one = 1, zero = 0;

/* Rows of a, with or without its diagonal, as the library wants them. */
static void upload_rows(const struct matrix *a, bool diagonal, struct by_hand *out)
{
    uint32_t n = a->off.rows;
    uint64_t count = 0, nnz = a->off.nnz + (diagonal ? n : 0);
    int *row = (int *)on_host((n + 1) * sizeof *row), *col = (int *)on_host(nnz * sizeof *col);
    double *val = (double *)on_host(nnz * sizeof *val);
    for (uint32_t i = 0; i < n; i++) {
        bool placed = !diagonal;
        row[i] = (int)count;
        for (uint64_t k = a->off.row[i]; k <= a->off.row[i + 1]; k++) {
            bool end = k == a->off.row[i + 1];
            if (!placed && (end || a->off.col[k] > i)) {
                col[count] = (int)i;
                val[count++] = a->diag[i];
                placed = true;
            }
            if (end) break;
            col[count] = (int)a->off.col[k];
            val[count++] = a->off.val[k];
        }
    }
    row[n] = (int)count;
    out->row = on_device(row, (n + 1) * sizeof *row);
    out->col = on_device(col, nnz * sizeof *col);
    out->val = on_device(val, nnz * sizeof *val);
    check_cusparse(cusparseCreateCsr(&out->matrix, n, n, (int64_t)nnz, out->row, out->col, out->val,
                                     CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I,
                                     CUSPARSE_INDEX_BASE_ZERO, CUDA_R_64F),
                   "cusparseCreateCsr");
    free(row);
    free(col);
    free(val);
}

static struct by_hand begin_by_hand(const struct matrix *a, bool diagonal, int algorithm, double *x,
                                    double *y)
{
    struct by_hand h = {};
    size_t bytes = 0;
    h.algorithm = algorithm == 2 ? CUSPARSE_SPMV_CSR_ALG2 : CUSPARSE_SPMV_CSR_ALG1;
    check_cusparse(cusparseCreate(&h.handle), "cusparseCreate");
    check_cusparse(cusparseSetStream(h.handle, device_stream()), "cusparseSetStream");
    upload_rows(a, diagonal, &h);
    check_cusparse(cusparseCreateDnVec(&h.x, a->off.rows, x, CUDA_R_64F), "cusparseCreateDnVec");
    check_cusparse(cusparseCreateDnVec(&h.y, a->off.rows, y, CUDA_R_64F), "cusparseCreateDnVec");
    check_cusparse(cusparseSpMV_bufferSize(h.handle, CUSPARSE_OPERATION_NON_TRANSPOSE, &one,
                                           h.matrix, h.x, &zero, h.y, CUDA_R_64F, h.algorithm,
                                           &bytes),
                   "cusparseSpMV_bufferSize");
    h.buffer = on_device(NULL, bytes);
    check_cusparse(cusparseSpMV_preprocess(h.handle, CUSPARSE_OPERATION_NON_TRANSPOSE, &one,
                                           h.matrix, h.x, &zero, h.y, CUDA_R_64F, h.algorithm,
                                           h.buffer),
                   "cusparseSpMV_preprocess");
    return h;
}

static void multiply_by_hand(const struct by_hand *h)
{
    check_cusparse(cusparseSpMV(h->handle, CUSPARSE_OPERATION_NON_TRANSPOSE, &one, h->matrix, h->x,
                                &zero, h->y, CUDA_R_64F, h->algorithm, h->buffer),
                   "cusparseSpMV");
}

static void end_by_hand(struct by_hand *h)
{
    void *owned[] = {h->row, h->col, h->val, h->buffer};
    cusparseDestroySpMat(h->matrix);
    cusparseDestroyDnVec(h->x);
    cusparseDestroyDnVec(h->y);
    cusparseDestroy(h->handle);
    for (void *p : owned) cudaFree(p);
}

__global__ static void test_by_hand(uint32_t n, const double *b, const double *y,
                                    const double *inverse, const double *x, double *next,
                                    double epsilon, int *flag)
{
    uint64_t i = (uint64_t)blockIdx.x * 256 + threadIdx.x;
    bool far = false;
    if (i < n) {
        double to = (b[i] - y[i]) * inverse[i];
        next[i] = to;
        far = !(fabs(to - x[i]) < epsilon * fabs(x[i]));
    }
    if (__syncthreads_or(far) && threadIdx.x == 0) *flag = 1;
}

/* Everything that is timed. */
enum timed {
    APPLY_BY_HAND,
    APPLY,
    SWEEP_BY_HAND,
    SWEEP,
    CAPTURED_BY_HAND,
    CAPTURED,
    CAPTURED_AGAIN,
    NTIMED
};

/* Further data of a sweep by hand, the same as the layout has. */
struct sweep_by_hand {
    struct by_hand rest;
    double *y, *inverse;
};

struct contest {
    const struct matrix *a;
    struct stored stored;
    const struct mat_ops *ops;
    struct by_hand whole;
    struct sweep_by_hand by_hand[2];
    double *b, *x, *next;
    int *votes; /* BATCH */
    struct test test;
    cudaGraphExec_t batch[NTIMED]; /* of those that are captured */
};

static void run_by_hand(const struct contest *c, const struct sweep_by_hand *h)
{
    uint32_t n = c->a->off.rows;
    multiply_by_hand(&h->rest);
    test_by_hand<<<(n + 255) / 256, 256, 0, device_stream()>>>(
        n, c->b, h->y, h->inverse, c->x, c->next, c->test.epsilon, c->test.flag);
    check_cuda(cudaGetLastError(), "the update");
}

static void run_one(struct contest *c, int what)
{
    const struct rhs b = {c->b, NULL};
    switch (what) {
    case APPLY_BY_HAND: multiply_by_hand(&c->whole); return;
    case APPLY: check(c->ops->apply(&c->stored, c->x, c->next)); return;
    case SWEEP_BY_HAND: run_by_hand(c, &c->by_hand[0]); return;
    case CAPTURED_AGAIN: run_by_hand(c, &c->by_hand[1]); return;
    default: check(c->ops->jacobi(&c->stored, &b, c->x, c->next, 1, &c->test));
    }
}

static void run_batch(struct contest *c, int what)
{
    if (c->batch[what]) {
        check_cuda(cudaGraphLaunch(c->batch[what], device_stream()), "cudaGraphLaunch");
        return;
    }
    check_cuda(cudaMemsetAsync(c->votes, 0, BATCH * sizeof *c->votes, device_stream()),
               "cudaMemsetAsync");
    for (int k = 0; k < BATCH; k++) {
        c->test.flag = c->votes + k;
        run_one(c, what);
    }
}

static cudaGraphExec_t capture_batch(struct contest *c, int what)
{
    cudaGraph_t graph;
    cudaGraphExec_t batch;
    check_cuda(cudaStreamBeginCapture(device_stream(), cudaStreamCaptureModeThreadLocal),
               "cudaStreamBeginCapture");
    run_batch(c, what);
    check_cuda(cudaStreamEndCapture(device_stream(), &graph), "cudaStreamEndCapture");
    check_cuda(cudaGraphInstantiate(&batch, graph, 0), "cudaGraphInstantiate");
    cudaGraphDestroy(graph);
    return batch;
}

/* Microseconds of one, over so many batches. */
static double time_one(struct contest *c, int what, int batches)
{
    double seconds;
    check(c->stored.place->span_begin());
    for (int k = 0; k < batches; k++) run_batch(c, what);
    check(c->stored.place->span_end(&seconds));
    return seconds * 1e6 / (batches * BATCH);
}

static void time_all(struct contest *c, struct summary *out)
{
    static double times[NTIMED][ROUNDS];
    int batches =
        (int)(2e8 / BATCH / (double)(c->a->off.nnz + 5 * (uint64_t)c->a->off.rows + 100000)) + 1;
    for (int round = -1; round < ROUNDS; round++)
        for (int what = 0; what < NTIMED; what++)
            times[what][round < 0 ? 0 : round] = time_one(c, what, batches);
    for (int what = 0; what < NTIMED; what++) check(summarise(ROUNDS, times[what], &out[what]));
}

/* The same numbers from both, as far as rounding goes. */
static void compare_sweeps(struct contest *c)
{
    size_t n = c->a->off.rows, bytes = n * sizeof(double);
    double *next[2] = {(double *)on_host(bytes), (double *)on_host(bytes)}, apart = 0, size = 0;
    for (int k = 0; k < 2; k++) {
        run_batch(c, k ? SWEEP : SWEEP_BY_HAND);
        check(c->stored.place->get(next[k], c->next, n, sizeof(double)));
    }
    for (size_t i = 0; i < n; i++) {
        apart = fmax(apart, fabs(next[0][i] - next[1][i]));
        size = fmax(size, fabs(next[0][i]));
    }
    if (!(apart <= 1e-12 * size)) {
        fprintf(stderr, "the sweeps differ by %g\n", apart);
        exit(1);
    }
    free(next[0]);
    free(next[1]);
}

static const struct layout *find_cusparse(void)
{
    for (int l = 0; l < layout_count; l++)
        if (!strcmp(layouts[l]->name, "cusparse")) return layouts[l];
    return NULL;
}

static void begin_contest(const struct matrix *a, int algorithm, struct contest *c)
{
    uint32_t n = a->off.rows;
    struct solver_options options = default_options(NULL, find_cusparse());
    double *numbers = (double *)on_host(n * sizeof *numbers);
    ((cusparse_options *)&options.layout)->algorithm = algorithm;
    *c = {};
    c->a = a;
    for (uint32_t i = 0; i < n; i++) numbers[i] = 1 + i % 7;
    c->x = (double *)on_device(numbers, n * sizeof *numbers);
    c->b = (double *)on_device(numbers, n * sizeof *numbers);
    c->next = (double *)on_device(NULL, n * sizeof *numbers);
    c->test.epsilon = 1e-6;
    c->votes = (int *)on_device(NULL, BATCH * sizeof *c->votes);
    check(stored_build(find_cusparse(), F64, &options, a, &c->stored));
    check(stored_upload(find_cuda(), &c->stored));
    c->ops = find_mat_ops(find_cusparse(), find_cuda(), F64);
    for (uint32_t i = 0; i < n; i++) numbers[i] = 1 / a->diag[i];
    for (struct sweep_by_hand &h : c->by_hand) {
        h.inverse = (double *)on_device(numbers, n * sizeof *numbers);
        h.y = (double *)on_device(NULL, n * sizeof *numbers);
        h.rest = begin_by_hand(a, false, algorithm, c->x, h.y);
    }
    c->whole = begin_by_hand(a, true, algorithm, c->x, c->next);
    c->batch[CAPTURED_BY_HAND] = capture_batch(c, SWEEP_BY_HAND);
    c->batch[CAPTURED] = capture_batch(c, SWEEP);
    c->batch[CAPTURED_AGAIN] = capture_batch(c, CAPTURED_AGAIN);
    free(numbers);
}

static void end_contest(struct contest *c)
{
    void *owned[] = {c->b, c->x, c->next, c->votes};
    for (cudaGraphExec_t batch : c->batch)
        if (batch) cudaGraphExecDestroy(batch);
    end_by_hand(&c->whole);
    for (struct sweep_by_hand &h : c->by_hand) {
        end_by_hand(&h.rest);
        cudaFree(h.y);
        cudaFree(h.inverse);
    }
    stored_free(&c->stored);
    for (void *p : owned) cudaFree(p);
}

static void bench(const char *source, int algorithm)
{
    struct problem problem;
    struct contest contest;
    struct summary t[NTIMED];
    check(problem_open(source, &problem));
    const struct matrix *a = &problem.system.a;
    begin_contest(a, algorithm, &contest);
    compare_sweeps(&contest);
    time_all(&contest, t);
    printf("%-30s %8u %9llu %3d", source, a->off.rows, (unsigned long long)a->off.nnz, algorithm);
    for (int what = 0; what < CAPTURED_AGAIN; what += 2) {
        const struct summary *hand = &t[what], *ours = &t[what + 1];
        printf(" %9.2f %9.2f %6.3f [%.3f, %.3f]", hand->median, ours->median,
               ours->median / hand->median, ours->ci_low / hand->median,
               ours->ci_high / hand->median);
    }
    printf(" %6.3f\n", t[CAPTURED_AGAIN].median / t[CAPTURED_BY_HAND].median);
    fflush(stdout);
    end_contest(&contest);
    problem_free(&problem);
}

int main(void)
{
    static const char *const sources[] = {"random_dd:n=8000,density=0.001",
                                          "random_dd:n=8000,density=0.1", "tandem:c=255",
                                          "tandem:c=1023", "herman:n=13"};
    const struct place *cuda = find_cuda();
    check(cuda->probe());
    check(find_mat_ops(find_cusparse(), cuda, F64)->upkeep.available());
    printf("%-30s %8s %9s %3s", "us", "rows", "non-zeros", "alg");
    for (const char *timed : {"apply", "sweep", "captured"})
        printf(" %9s %9s %6s %-14s", "by hand", timed, "ratio", "[95 %]");
    printf(" %6s\n", "again");
    for (const char *source : sources)
        for (int algorithm = 1; algorithm <= 2; algorithm++) bench(source, algorithm);
    return 0;
}
