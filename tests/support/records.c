#include "tests/support/records.h"

#include <omp.h>
#include <stdlib.h>
#include <string.h>

uint32_t remainder_index(const struct stored *a, int first_array, uint32_t i)
{
    const struct remainder_mark *mark = a->array[first_array + REMAINDER_MARK].data;
    uint32_t at = mark[i / 32].before;
    assert_true(mark[i / 32].rows >> i % 32 & 1);
    for (uint32_t r = 0; r < i % 32; r++) at += mark[i / 32].rows >> r & 1;
    return at;
}

void decode_remainder(const struct stored *a, int first_array, uint32_t i, struct row *out)
{
    uint32_t at = remainder_index(a, first_array, i);
    const uint32_t *start = a->array[first_array + REMAINDER_ROW].data,
                   *col = a->array[first_array + REMAINDER_COL].data;
    out->in_remainder = true;
    out->count = start[at + 1] - start[at];
    assert_true(out->count <= MOST_ENTRIES);
    for (uint32_t k = 0; k < out->count; k++) {
        out->col[k] = col[start[at] + k];
        out->val[k] = real_at(a, first_array + REMAINDER_VAL, start[at] + k);
    }
}

size_t remainder_rows(const struct stored *a, int first_array)
{
    size_t bytes = a->array[first_array + REMAINDER_ROW].bytes;
    return bytes ? bytes / sizeof(uint32_t) - 1 : 0;
}

size_t check_stored(const struct stored *stored, const struct matrix *a, decode_fn *decode)
{
    static struct row row;
    size_t rest = 0;
    for (uint32_t i = 0; i < a->off.rows; i++) {
        uint64_t first = a->off.row[i];
        row = (struct row){0};
        decode(stored, i, &row);
        rest += row.in_remainder;
        if (row.count != a->off.row[i + 1] - first) fail_msg("row %u has %u entries", i, row.count);
        for (uint32_t k = 0; k < row.count; k++)
            if (row.col[k] != a->off.col[first + k] ||
                row.val[k] != rounded(stored, a->off.val[first + k]))
                fail_msg("seed %llu: entry %u of row %u", (unsigned long long)seed, k, i);
        if (row.inverse != rounded(stored, 1 / a->diag[i])) fail_msg("reciprocal of row %u", i);
    }
    return rest;
}

const struct place gpu_form = {.name = "gpu"};

struct stored build_record_at(const struct place *place, const struct layout *layout,
                              enum precision precision, const struct matrix *a)
{
    struct stored stored;
    if (stored_build_at(place, layout, precision, NULL, a, &stored) != OK)
        fail_msg("%s", fail_message());
    assert_ptr_equal(stored.layout, layout);
    assert_string_equal(stored.note, "");
    return stored;
}

struct stored build_record(const struct layout *layout, enum precision precision,
                           const struct matrix *a)
{
    return build_record_at(places[0], layout, precision, a);
}

struct matrix repeating_matrix(uint64_t key, uint32_t n, uint32_t kinds, uint32_t reach,
                               bool in_turn)
{
    enum { MOST = 5 };
    struct matrix a = {0};
    uint64_t nnz = 0;
    if (matrix_allocate(n, (uint64_t)n * MOST, &a) != OK) abort();
    for (uint32_t i = 0; i < n; i++) {
        uint64_t kind = in_turn ? i % kinds : random_below(random_bits(key, 50, i), kinds);
        uint64_t count = random_below(random_bits(key, 51, kind), MOST + 1);
        int64_t last = -1;
        for (uint64_t k = 0; k < count; k++) {
            uint64_t bits = random_bits(key, 52, kind * MOST + k);
            int64_t part = (int64_t)(2 * reach + 1) / MOST;
            int64_t offset =
                (int64_t)k * part - reach + (int64_t)random_below(bits, (uint64_t)part);
            int64_t col = i + offset;
            if (col <= last || col < 0 || col >= n || col == i) continue;
            last = col;
            a.off.col[nnz] = (uint32_t)col;
            a.off.val[nnz++] =
                1 + (double)random_below(random_bits(key, 53, kind * MOST + k), 1000) / 8192;
        }
        a.off.row[i + 1] = nnz;
        a.diag[i] = 10 + (double)kind;
    }
    a.off.nnz = nnz;
    return a;
}

static void assert_same_arrays(const struct stored *a, const struct stored *b)
{
    for (int k = 0; k < MAX_ARRAYS; k++) {
        assert_int_equal(a->array[k].bytes, b->array[k].bytes);
        if (a->array[k].bytes && !a->array[k].scratch)
            assert_memory_equal(a->array[k].data, b->array[k].data, a->array[k].bytes);
    }
}

static void check_threads_at(const struct place *place, const struct layout *layout,
                             const struct matrix *a)
{
    int before = omp_get_max_threads();
    omp_set_num_threads(1);
    struct stored one = build_record_at(place, layout, F64, a);
    for (int threads = 2; threads <= 7; threads += 5) {
        omp_set_num_threads(threads);
        struct stored many = build_record_at(place, layout, F64, a);
        assert_same_arrays(&one, &many);
        stored_free(&many);
    }
    stored_free(&one);
    omp_set_num_threads(before);
}

void check_threads(const struct layout *layout, const struct matrix *a)
{
    check_threads_at(places[0], layout, a);
    check_threads_at(&gpu_form, layout, a);
}

/* One Jacobi sweep at every place on the host, with every width of vectors that the processor has,
 * bit for bit that of a plain loop in the order of columns. */
static void check_jacobi_at(const struct layout *layout, const struct matrix *a, enum simd simd)
{
    uint32_t n = a->off.rows;
    double *b = random_vector(seed, 60, n), *x = random_vector(seed, 61, n),
           *next = calloc(n, sizeof *next);
    assert_non_null(next);
    for (int p = 0; p < place_count; p++) {
        if (!places[p]->on_host) continue;
        struct stored stored = build_record(layout, F64, a);
        const struct rhs there_b = {.entry = b};
        assert_int_equal(stored_upload(places[p], &stored), OK);
        assert_int_equal(
            find_mat_ops(layout, places[p], F64)->jacobi(&stored, &there_b, x, next, 1, NULL), OK);
        for (uint32_t i = 0; i < n; i++) {
            double sum = 0;
            for (uint64_t k = a->off.row[i]; k < a->off.row[i + 1]; k++)
                sum += a->off.val[k] * x[a->off.col[k]];
            double wanted = (b[i] - sum) * (1 / a->diag[i]);
            if (memcmp(&wanted, &next[i], sizeof wanted))
                fail_msg("seed %llu, %s, vectors %d: row %u is %.17g, not %.17g",
                         (unsigned long long)seed, places[p]->name, (int)simd, i, next[i], wanted);
        }
        stored_free(&stored);
    }
    free(b);
    free(x);
    free(next);
}

void check_jacobi(const struct layout *layout, const struct matrix *a)
{
    for (int simd = 0; simd < NSIMDS; simd++) {
        simd_limit((enum simd)simd);
        check_jacobi_at(layout, a, (enum simd)simd);
    }
    simd_limit(SIMD_AVX512);
}

/* x := a sweep in place of it. */
static void sweep_plainly_in_place(const struct matrix *a, const double *b, bool descending,
                                   double *x)
{
    for (uint32_t k = 0; k < a->off.rows; k++) {
        uint32_t i = descending ? a->off.rows - 1 - k : k;
        double sum = 0;
        for (uint64_t e = a->off.row[i]; e < a->off.row[i + 1]; e++)
            sum += a->off.val[e] * x[a->off.col[e]];
        x[i] = (b[i] - sum) * (1 / a->diag[i]);
    }
}

static void check_in_place_at(const struct place *place, const struct layout *layout,
                              const struct matrix *a, bool descending)
{
    uint32_t n = a->off.rows;
    size_t bytes = n * sizeof(double);
    double *b = random_vector(seed, 62, n), *x = random_vector(seed, 63, n),
           *wanted = random_vector(seed, 63, n);
    void *there_b, *there_x;
    struct stored stored = build_record_at(place, layout, F64, a);
    if (place->scheduled)
        assert_int_equal(schedule_build(&a->off, place->scheduled, &stored.schedule), OK);
    assert_int_equal(stored_upload(place, &stored), OK);
    assert_int_equal(place->allocate(bytes, &there_b), OK);
    assert_int_equal(place->allocate(bytes, &there_x), OK);
    assert_int_equal(place->put(there_b, b, bytes), OK);
    assert_int_equal(place->put(there_x, x, bytes), OK);
    assert_int_equal(
        find_mat_ops(layout, place, F64)->gauss_seidel(&stored, there_b, there_x, descending, NULL),
        OK);
    assert_int_equal(place->get(x, there_x, n, sizeof *x), OK);
    sweep_plainly_in_place(a, b, descending, wanted);
    for (uint32_t i = 0; i < n; i++)
        if (memcmp(&wanted[i], &x[i], sizeof *x))
            fail_msg("seed %llu, %s, %s: row %u is %.17g, not %.17g", (unsigned long long)seed,
                     place->name, descending ? "descending" : "ascending", i, x[i], wanted[i]);
    place->release(there_b);
    place->release(there_x);
    stored_free(&stored);
    free(b);
    free(x);
    free(wanted);
}

void check_in_place(const struct layout *layout, const struct matrix *a)
{
    for (int p = 0; p < place_count; p++) {
        const struct mat_ops *ops = find_mat_ops(layout, places[p], F64);
        if (!ops || !ops->gauss_seidel || places[p]->probe() != OK) continue;
        check_in_place_at(places[p], layout, a, false);
        check_in_place_at(places[p], layout, a, true);
    }
}

long check_no_memory(const struct layout *layout, const struct matrix *a)
{
    enum status status = ERROR_HOST_MEMORY;
    long k;
    for (k = 0; status != OK; k++) {
        struct stored stored;
        status = refused_after(k, stored_build(layout, F64, NULL, a, &stored));
        assert_int_equal(stored_bytes(&stored) > 0, status == OK);
        assert_int_equal(stored.layout != NULL, status == OK);
        stored_free(&stored);
    }
    return k;
}

struct matrix far_part(uint32_t first_row)
{
    struct matrix a = {.first = first_row};
    if (matrix_allocate(3, 3, &a) != OK) abort();
    const uint32_t col[] = {0, first_row, UINT32_MAX - 2};
    for (uint32_t i = 0; i < 3; i++) {
        a.off.row[i + 1] = i + 1;
        a.off.col[i] = col[i];
        a.off.val[i] = 1.5;
        a.diag[i] = 2;
    }
    return a;
}

struct stored build_part(const struct layout *layout, const struct matrix *a)
{
    struct stored part = {.layout = layout,
                          .precision = F64,
                          .options = default_options(NULL, layout),
                          .n = a->off.rows,
                          .columns = UINT32_MAX,
                          .nnz = a->off.nnz,
                          .first_row = a->first};
    assert_int_equal(layout->build(a, &part), OK);
    return part;
}
