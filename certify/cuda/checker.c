/* The check on a GPU, in double-double sums (certify/row_check.h). The matrix is uploaded once, and
 * so are the vectors of the subject, when first needed. All sums are made on the GPU, so the host's
 * rounding mode has no say. */
#include <stdlib.h>

#include "base/cuda/transfer.h"
#include "base/memory.h"
#include "base/team.h"
#include "certify/checker.h"
#include "certify/cuda/choices.h"
#include "certify/cuda/rows.h"

/* So many blocks of threads for each system, if each has rows enough; and entries with which a row
 * has a block of its own. */
enum { CHUNKS = 2048, LEAST_ROWS = 32, LONG_ROW = 1024 };

/* Device memory, but for host_proof. Arrays are NULL until they are needed. */
struct held {
    struct matrix a, transposed;
    struct row_chunks chunks;
    double *x, *b, *by, *slack, *out;     /* one for each row */
    struct row_proof *proof, *host_proof; /* one for each class */
};

/* Copies `from` to device memory *to, which the first call allocates. */
static enum status checker_put(void *to, const void *from, size_t bytes)
{
    void **at = to;
    if (!*at) MUST(check_cuda(cudaMalloc(at, bytes ? bytes : 1), "allocating"));
    return check_cuda(transfer_put(*at, from, bytes, NULL), "copying to the GPU");
}

static enum status put_once(double **to, const double *from, size_t count)
{
    return *to ? OK : checker_put(to, from, count * sizeof *from);
}

static enum status checker_get(void *to, const void *from, size_t bytes)
{
    return check_cuda(transfer_get(to, from, bytes, NULL), "copying from the GPU");
}

static enum status checker_make_room(double **out, size_t count)
{
    return *out ? OK
                : check_cuda(cudaMalloc((void **)out, (count ? count : 1) * sizeof **out),
                             "allocating");
}

/* The order of the rows, and first (classes + 1): where each class begins in it. */
static void sort_rows_by_class(const struct classes *classes, uint32_t n, uint32_t *first,
                               uint32_t *order)
{
    for (uint32_t i = 0; i < n; i++) first[classes->of[i] + 1]++;
    for (uint32_t c = 0; c < classes->count; c++) first[c + 1] += first[c];
    for (uint32_t i = 0; i < n; i++) order[first[classes->of[i]]++] = i;
    for (uint32_t c = classes->count; c > 0; c--) first[c] = first[c - 1];
    first[0] = 0;
}

static uint32_t rows_in_chunk(uint32_t n)
{
    return n / CHUNKS > LEAST_ROWS ? n / CHUNKS : LEAST_ROWS;
}

static bool is_long_row(const struct csr *off, uint32_t i)
{
    return off->row[i + 1] - off->row[i] >= LONG_ROW;
}

static uint32_t count_long_rows(const struct csr *off)
{
    uint32_t count = 0;
#pragma omp parallel for reduction(+ : count) if (team_once(off->rows))
    for (uint32_t i = 0; i < off->rows; i++) count += is_long_row(off, i);
    return count;
}

/* The rows of a matrix, in an order. */
struct rows_in_order {
    const struct csr *off;
    const uint32_t *order; /* NULL: as they are */
    bool some_long;
};

/* Returns the end of the chunk that begins at `at`: `rows` rows further, before the next long row,
 * or after a long row. */
static uint32_t end_of_chunk(const struct rows_in_order *in, uint32_t at, uint32_t rows,
                             uint32_t to)
{
    const uint32_t end = to - at > rows ? at + rows : to;
    for (uint32_t k = at; in->some_long && k < end; k++)
        if (is_long_row(in->off, in->order ? in->order[k] : k)) return k > at ? k : k + 1;
    return end;
}

/* Cuts the rows of each class into chunks. first: on entry, the first row of each class; on return,
 * its first chunk. */
static uint32_t cut_chunks(const struct rows_in_order *in, uint32_t rows, uint32_t classes,
                           uint32_t *first, struct row_chunk *chunk)
{
    uint32_t count = 0, from = 0;
    for (uint32_t c = 0; c < classes; c++) {
        const uint32_t to = first[c + 1];
        first[c] = count;
        for (uint32_t at = from; at < to; at = chunk[count++].to)
            chunk[count] = (struct row_chunk){at, end_of_chunk(in, at, rows, to)};
        from = to;
    }
    first[classes] = count;
    return count;
}

static enum status put_chunks(const struct check_subject *s, struct held *held)
{
    enum status status = OK;
    const uint32_t n = matrix_unknowns(s->a), classes = s->classes.count > 1 ? s->classes.count : 1,
                   of_long = count_long_rows(&s->a->off);
    struct row_chunks *chunks = &held->chunks;
    struct row_chunk *chunk = NULL;
    uint32_t *first = NULL, *order = NULL;
    TRY(allocate_zeroed((size_t)classes + 1, sizeof *first, "a check", &first));
    const size_t most = (size_t)n / rows_in_chunk(n) + classes + 2 * (size_t)of_long;
    TRY(allocate(most, sizeof *chunk, "a check", &chunk));
    TRY(allocate(classes, sizeof *held->host_proof, "a check", &held->host_proof));
    first[1] = n;
    if (classes > 1) {
        first[1] = 0;
        TRY(allocate(n, sizeof *order, "a check", &order));
        sort_rows_by_class(&s->classes, n, first, order);
        TRY(checker_put(&chunks->order, order, n * sizeof *order));
    }
    chunks->classes = classes;
    const struct rows_in_order in = {&s->a->off, order, of_long > 0};
    chunks->count = cut_chunks(&in, rows_in_chunk(n), classes, first, chunk);
    TRY(checker_put(&chunks->first, first, ((size_t)classes + 1) * sizeof *first));
    TRY(checker_put(&chunks->chunk, chunk, chunks->count * sizeof *chunk));
    TRY(check_cuda(cudaMalloc((void **)&chunks->proof, (chunks->count + 1) * sizeof *chunks->proof),
                   "allocating"));
    TRY(check_cuda(cudaMalloc((void **)&held->proof, classes * sizeof *held->proof), "allocating"));
out:
    free(first);
    free(order);
    free(chunk);
    return status;
}

static enum status put_matrix(const struct matrix *a, struct matrix *to)
{
    const size_t n = a->off.rows, nnz = a->off.nnz;
    to->off.rows = a->off.rows;
    to->off.nnz = a->off.nnz;
    MUST(checker_put(&to->off.row, a->off.row, (n + 1) * sizeof *a->off.row));
    MUST(checker_put(&to->off.col, a->off.col, nnz * sizeof *a->off.col));
    MUST(checker_put(&to->off.val, a->off.val, nnz * sizeof *a->off.val));
    return checker_put(&to->diag, a->diag, n * sizeof *a->diag);
}

/* Solvers on the same GPU need memory, too. Choices in closed form take an answer. */
static enum status find_room(const struct matrix *a)
{
    int count = 0;
    size_t free_bytes, all;
    const bool stored = matrix_is_stored(a);
    const double bytes = stored ? 12.0 * (double)a->off.nnz + 60.0 * a->off.rows
                                : (double)a->closed.n * sizeof(double),
                 share = stored ? 0.5 : 0.9;
    if (cudaGetDeviceCount(&count) != cudaSuccess || count == 0) {
        cudaGetLastError();
        return fail(ERROR_ENVIRONMENT, "no CUDA device");
    }
    MUST(check_cuda(cudaMemGetInfo(&free_bytes, &all), "asking for its free memory"));
    if (bytes <= share * (double)free_bytes) return OK;
    return fail(ERROR_DEVICE_MEMORY,
                "the check takes %.6g MB, more than %g %% of what is free on the GPU", bytes / 1e6,
                100 * share);
}

static void cuda_close(struct check *check)
{
    struct held *held = check->held;
    if (!held) return;
    check->held = NULL;
    void *arrays[] = {held->a.off.row,
                      held->a.off.col,
                      held->a.off.val,
                      held->a.diag,
                      held->transposed.off.row,
                      held->transposed.off.col,
                      held->transposed.off.val,
                      held->chunks.chunk,
                      held->chunks.first,
                      held->chunks.order,
                      held->chunks.proof,
                      held->chunks.scale,
                      held->x,
                      held->b,
                      held->by,
                      held->slack,
                      held->out,
                      held->proof};
    for (size_t k = 0; k < sizeof arrays / sizeof *arrays; k++) cudaFree(arrays[k]);
    free(held->host_proof);
    free(held);
}

static enum status cuda_open(struct check *check)
{
    enum status status = OK;
    struct held *held;
    if (check->held) return OK;
    MUST(find_room(check->subject.a));
    MUST(allocate_zeroed(1, sizeof *held, "a check", &held));
    check->held = held;
    if (!matrix_is_stored(check->subject.a)) return OK;
    TRY(put_matrix(check->subject.a, &held->a));
    TRY(put_chunks(&check->subject, held));
out:
    if (status != OK) cuda_close(check);
    return status;
}

/* held->host_proof = results of each class. x: on the host, or NULL. */
static enum status prove(struct check *check, struct row_check *c, const double *x)
{
    struct held *held = check->held;
    const size_t n = matrix_unknowns(&held->a);
    if (x) MUST(checker_put(&held->x, x, n * sizeof *x));
    c->x = x ? held->x : NULL;
    c->reading = check->subject.reading;
    MUST(device_rows_prove(c, &held->chunks, held->proof));
    return checker_get(held->host_proof, held->proof, held->chunks.classes * sizeof *held->proof);
}

/* *kept = held->out, whose copy on the host is a vector of the subject. Then it need not travel. */
static void keep_results(struct held *held, double **kept)
{
    cudaFree(*kept);
    *kept = held->out;
    held->out = NULL;
}

static enum status transpose(struct held *held)
{
    if (held->transposed.off.row) return OK;
    held->transposed.diag = held->a.diag;
    return rows_transpose(&held->a.off, &held->transposed.off);
}

static enum status cuda_weights(struct check *check, const double *v, double *drift, bool *proves)
{
    MUST(cuda_open(check));
    struct held *held = check->held;
    MUST(checker_make_room(&held->out, matrix_unknowns(&held->a)));
    struct row_check c = {.rule = CHECK_WEIGHTS, .a = held->a, .out = held->out};
    MUST(prove(check, &c, v));
    *proves = held->host_proof->holds;
    MUST(checker_get(drift, held->out, matrix_unknowns(&held->a) * sizeof *drift));
    if (drift == check->subject.drift) keep_results(held, &held->by);
    return OK;
}

static enum status cuda_answer(struct check *check, const double *answer, struct bound *bound)
{
    MUST(cuda_open(check));
    struct held *held = check->held;
    const struct check_subject *s = &check->subject;
    if (s->b) MUST(put_once(&held->b, s->b, held->a.off.rows));
    MUST(put_once(&held->by, s->drift, matrix_unknowns(&held->a)));
    struct row_check c = {
        .rule = CHECK_ANSWER, .a = held->a, .b = s->b ? held->b : NULL, .by = held->by};
    MUST(prove(check, &c, answer));
    const double *most = held->host_proof->most;
    *bound = (struct bound){.below = most[0], .above = most[1]};
    return OK;
}

static enum status find_slack(struct check *check, struct times *times)
{
    struct held *held = check->held;
    MUST(checker_make_room(&held->out, matrix_unknowns(&held->a)));
    struct row_check c = {.rule = CHECK_SLACK, .a = held->transposed, .out = held->out};
    MUST(prove(check, &c, NULL));
    MUST(checker_get(times->slack, held->out, held->a.off.rows * sizeof *times->slack));
    if (times == check->subject.times) keep_results(held, &held->slack);
    double longest = 0;
    for (uint32_t k = 0; k < held->chunks.classes; k++)
        if (held->host_proof[k].most[0] > longest) longest = held->host_proof[k].most[0];
    times->longest = (uint64_t)longest;
    times->slack_share = share_of_slack(longest);
    return OK;
}

/* held->by = the times in held->x. */
static enum status keep_times(struct held *held)
{
    const size_t n = matrix_unknowns(&held->a);
    MUST(checker_make_room(&held->by, n));
    return check_cuda(
        cudaMemcpyAsync(held->by, held->x, n * sizeof *held->by, cudaMemcpyDeviceToDevice, NULL),
        "keeping the times");
}

static enum status cuda_times(struct check *check, const double *v, struct times *times)
{
    MUST(cuda_open(check));
    struct held *held = check->held;
    MUST(transpose(held));
    MUST(find_slack(check, times));
    struct row_check c = {.rule = CHECK_TIMES, .a = held->transposed};
    MUST(prove(check, &c, v));
    for (uint32_t k = 0; k < check->subject.classes.count; k++)
        times->scale[k] = held->host_proof[k].most[0];
    return v == check->subject.v ? keep_times(held) : OK;
}

static enum status cuda_long_run(struct check *check, const double *answer, double *distance)
{
    MUST(cuda_open(check));
    struct held *held = check->held;
    const struct check_subject *s = &check->subject;
    MUST(put_once(&held->by, s->v, matrix_unknowns(&held->a)));
    MUST(put_once(&held->slack, s->times->slack, held->a.off.rows));
    MUST(put_once(&held->chunks.scale, s->times->scale, s->classes.count));
    struct row_check c = {.rule = CHECK_LONG_RUN,
                          .a = held->a,
                          .by = held->by,
                          .slack = held->slack,
                          .longest = (double)s->times->longest,
                          .slack_share = s->times->slack_share};
    MUST(prove(check, &c, answer));
    for (uint32_t k = 0; k < s->classes.count; k++) distance[k] = held->host_proof[k].most[0];
    return OK;
}

static enum status cuda_average(struct check *check, const double *reward, const double *w,
                                double *low, double *high)
{
    MUST(cuda_open(check));
    struct held *held = check->held;
    MUST(transpose(held));
    MUST(checker_put(&held->b, reward, held->a.off.rows * sizeof *reward));
    struct row_check c = {.rule = CHECK_AVERAGE, .a = held->transposed, .b = held->b};
    MUST(prove(check, &c, w));
    for (uint32_t k = 0; k < check->subject.classes.count; k++) {
        low[k] = -held->host_proof[k].most[0];
        high[k] = held->host_proof[k].most[1];
    }
    return OK;
}

static enum status cuda_rows(struct check *check, bool transposed, struct matrix *out)
{
    MUST(cuda_open(check));
    struct held *held = check->held;
    if (transposed) MUST(transpose(held));
    *out = transposed ? held->transposed : held->a;
    return check_cuda(cudaDeviceSynchronize(), "bringing the rows");
}

static enum status cuda_closed_choices(struct check *check, double *drift, bool *proves)
{
    const struct closed_rows *closed = &check->subject.a->closed;
    MUST(cuda_open(check));
    MUST(device_choices_weigh(closed, drift, proves));
    *proves &= closed_starts_well(closed);
    return OK;
}

static enum status cuda_closed_distance(struct check *check, double drift, const double *answer,
                                        struct bound *bound)
{
    const struct closed_rows *closed = &check->subject.a->closed;
    MUST(cuda_open(check));
    struct held *held = check->held;
    MUST(checker_put(&held->x, answer, closed->n * sizeof *answer));
    return device_choices_distance(closed, drift, held->x, bound);
}

extern const struct checker checker_cuda;
const struct checker checker_cuda = {
    .name = "cuda",
    .open = cuda_open,
    .close = cuda_close,
    .weights = cuda_weights,
    .answer = cuda_answer,
    .times = cuda_times,
    .long_run = cuda_long_run,
    .average = cuda_average,
    .closed_choices = cuda_closed_choices,
    .closed_distance = cuda_closed_distance,
    .rows = cuda_rows,
};
