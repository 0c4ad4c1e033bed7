/* A matrix divided among cards, without any card: the stored parts, the entries that they read from
 * each other, and that iterations which exchange only these are those of one card, bit for bit. The
 * cards here are the heap. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/sparse/division.h"
#include "solvers/halo.h"
#include "tests/support/cmocka.h"
#include "tests/support/layout_arrays.h"
#include "tests/support/made/random_matrix.h"
#include "tests/support/seed.h"

static const uint32_t sizes[] = {1, 2, 3, 5, 16, 33, 64, 97};
enum { NSIZES = sizeof sizes / sizeof *sizes, MOST_CARDS = 5, STEPS = 5 };

static int selected;

static enum status choose(int k)
{
    selected = k;
    return OK;
}

static struct place cards_of_heap(int cards)
{
    return (struct place){.name = "heap", .cards = cards, .member = places[0], .select = choose};
}

static struct stored build(const struct place *place, const struct form *form,
                           enum precision precision, const struct matrix *a)
{
    struct stored stored;
    if (stored_build_at(place, find_layout(form->name), precision, NULL, a, &stored) != OK)
        fail_msg("%s", fail_message());
    assert_string_equal(stored.note, "");
    assert_int_equal(stored.nparts, place->cards);
    return stored;
}

/* Every row once, in parts that differ by one row at most. */
static void test_starts(void **state)
{
    for (int round = 0; round < 1000; round++) {
        const uint64_t n = draw(20) + (draw(2) ? 0 : draw(2) ? UINT32_MAX : (uint64_t)1 << 60);
        int parts = 1 + (int)draw(8);
        assert_int_equal(part_start(n, parts, 0), 0);
        assert_int_equal(part_start(n, parts, parts), n);
        for (int k = 0; k < parts; k++) {
            const uint64_t rows = part_start(n, parts, k + 1) - part_start(n, parts, k);
            assert_true(rows == n / (unsigned)parts || rows == n / (unsigned)parts + 1);
        }
    }
}

static bool reads(const struct matrix *a, uint32_t first, uint32_t end, uint32_t j)
{
    for (uint32_t i = first; i < end; i++)
        if (csr_find(&a->off, i, j) != UINT64_MAX) return true;
    return false;
}

static void check_halo(const struct matrix *a, const struct stored *part)
{
    const uint64_t *halo = part->halo.data, end = part->first_row + part->n;
    size_t count = part->halo.bytes / sizeof *halo, found = 0;
    for (uint32_t j = 0; j < a->off.rows; j++) {
        if ((j >= part->first_row && j < end) || !reads(a, part->first_row, end, j)) continue;
        assert_true(found < count);
        assert_int_equal(halo[found++], j);
    }
    assert_int_equal(found, count);
}

/* It begins with row 0 on the first card, and has what a part owns and reads. */
static void check_window(const struct matrix *a, const struct stored *part)
{
    const uint64_t *halo = part->halo.data, end = part->first_row + part->n;
    const size_t count = part->halo.bytes / sizeof *halo;
    assert_int_equal(part->low % WINDOW_ROWS, 0);
    assert_true(part->low <= part->first_row && part->high >= end && part->high <= a->off.rows);
    if (count) assert_true(part->low <= halo[0] && part->high > halo[count - 1]);
    if (part->first_row == 0) assert_int_equal(part->low, 0);
}

/* A row of a part holds the row of the whole, with its columns; what is left over names its own. */
static void check_row(const struct form *form, const struct stored *part, const struct matrix *a,
                      uint32_t i)
{
    uint32_t own = part->first_row + i;
    uint64_t first = a->off.row[own], length = a->off.row[own + 1] - first,
             room = row_room(form, part, i);
    assert_true(room >= length);
    for (uint64_t k = 0; k < room; k++) {
        size_t slot = word_slot(form, part, i, k);
        assert_int_equal(column_at(form, part, slot), k < length ? a->off.col[first + k] : own);
        if (k < length)
            assert_true(value_at(form, part, slot) == rounded(part, a->off.val[first + k]));
    }
    assert_true(inverse_at(form, part, i) == rounded(part, 1 / a->diag[own]));
}

static void check_parts(const struct form *form, enum precision precision, int cards,
                        const struct matrix *a)
{
    const struct place place = cards_of_heap(cards);
    struct stored stored = build(&place, form, precision, a);
    uint32_t rows = 0;
    uint64_t nnz = 0;
    for (int k = 0; k < cards; k++) {
        const struct stored *part = &stored.part[k];
        assert_int_equal(part->first_row, rows);
        assert_int_equal(part->columns, a->off.rows);
        check_halo(a, part);
        check_window(a, part);
        for (uint32_t i = 0; i < part->n; i++) check_row(form, part, a, i);
        rows += part->n;
        nnz += part->nnz;
    }
    assert_int_equal(rows, a->off.rows);
    assert_int_equal(nnz, a->off.nnz);
    stored_free(&stored);
}

static void test_parts(void **state)
{
    for (int s = 0; s < NSIZES; s++)
        for (int shape = 0; shape < NSHAPES; shape++) {
            struct matrix a = random_matrix(seed, sizes[s], (enum shape)shape);
            for (int f = 0; f < NFORMS; f++)
                for (int cards = 2; cards <= MOST_CARDS; cards++)
                    check_parts(&forms[f], cards % 2 ? F32 : F64, cards, &a);
            matrix_free(&a);
        }
}

/* Jacobi's next values for the rows of a matrix stored in msr; x: of all columns, next: of all rows
 * of the whole. */
static void sweep(const struct stored *a, const double *b, const double *x, double *next)
{
    const uint32_t *row = a->array[MSR_ROW].data, *col = a->array[MSR_COL].data;
    const double *val = a->array[MSR_VAL].data, *inverse = a->array[MSR_INVERSE].data;
    for (uint32_t i = 0; i < a->n; i++) {
        double sum = 0;
        for (uint32_t k = row[i]; k < row[i + 1]; k++) sum += val[k] * x[col[k]];
        next[a->first_row + i] = (b[a->first_row + i] - sum) * inverse[i];
    }
}

static void swap(double **x, double **y)
{
    double *kept = *x;
    *x = *y;
    *y = kept;
}

/* Each card has vectors of its own. x: theirs one after the other, n each; what nobody gives them
 * is NaN. */
static void pull(const struct stored *stored, double *x)
{
    uint32_t n = stored->n;
    for (int k = 0; k < stored->nparts; k++) {
        const uint64_t *halo = stored->part[k].halo.data;
        for (size_t h = 0; h < stored->part[k].halo.bytes / sizeof *halo; h++) {
            int owner = 0;
            while (halo[h] >= stored->part[owner].first_row + stored->part[owner].n) owner++;
            x[(size_t)k * n + halo[h]] = x[(size_t)owner * n + halo[h]];
        }
    }
}

static void check_iterates(int cards, const struct matrix *a)
{
    uint32_t n = a->off.rows;
    const struct place place = cards_of_heap(cards);
    struct stored parts = build(&place, &forms[0], F64, a),
                  whole = build(places[0], &forms[0], F64, a);
    double *b = random_vector(seed, 50, n), *x = random_vector(seed, 51, n),
           *next = random_vector(seed, 52, n);
    double *far = malloc(cards * n * sizeof *far), *far_next = malloc(cards * n * sizeof *far);
    assert_true(far && far_next);
    assert_int_equal(stored_upload(&place, &parts), OK);
    assert_int_equal(selected, 0);
    for (size_t i = 0; i < (size_t)cards * n; i++) far[i] = far_next[i] = NAN;
    for (int k = 0; k < cards; k++)
        memcpy(far + k * n + parts.part[k].first_row, x + parts.part[k].first_row,
               parts.part[k].n * sizeof *x);
    for (int step = 0; step < STEPS; step++) {
        pull(&parts, far);
        for (int k = 0; k < cards; k++) sweep(&parts.part[k], b, far + k * n, far_next + k * n);
        sweep(&whole, b, x, next);
        swap(&far, &far_next);
        swap(&x, &next);
    }
    for (int k = 0; k < cards; k++)
        assert_memory_equal(far + k * n + parts.part[k].first_row, x + parts.part[k].first_row,
                            parts.part[k].n * sizeof *x);
    stored_free(&parts);
    stored_free(&whole);
    double *held[] = {b, x, next, far, far_next};
    for (size_t k = 0; k < sizeof held / sizeof *held; k++) free(held[k]);
}

static void test_iterates(void **state)
{
    for (int s = 0; s < NSIZES; s++)
        for (int shape = 0; shape < NSHAPES; shape++) {
            struct matrix a = random_matrix(seed + 1, sizes[s], (enum shape)shape);
            for (int cards = 2; cards <= MOST_CARDS; cards++) check_iterates(cards, &a);
            matrix_free(&a);
        }
}

/* If the matrix is a band, the window of each part is not much longer than the part, and parts have
 * the same bytes although rows at one end are longer. */
static void test_windows(void **state)
{
    enum { N = 40000, BAND = 100, PARTS = 4, MOST = 3 };
    const struct place place = cards_of_heap(PARTS);
    struct matrix a = {.diag = malloc(N * sizeof *a.diag)};
    struct triplet *triplet = malloc((size_t)MOST * N * sizeof *triplet);
    struct solver_options options = default_options(NULL, find_layout("msr"));
    struct stored stored;
    uint64_t count = 0, bytes[PARTS], all = 0;
    assert_true(a.diag && triplet);
    for (uint32_t i = 0; i < N; i++) {
        a.diag[i] = 2;
        for (uint32_t k = 0; k < (i < N / 4 ? 1 : MOST); k++)
            triplet[count++] = (struct triplet){i, i + BAND - k < N ? i + BAND - k : i - k - 1, -1};
    }
    assert_int_equal(csr_from_triplets(N, count, triplet, &a.off), OK);
    for (int exchange = 0; exchange < 2; exchange++) {
        options.exchange = exchange ? EXCHANGE_STAGED : EXCHANGE_PEER;
        assert_int_equal(stored_build_at(&place, find_layout("msr"), F64, &options, &a, &stored),
                         OK);
        for (int k = 0; k < PARTS; k++) {
            const struct stored *part = &stored.part[k];
            check_window(&a, part);
            if (exchange) assert_true(part->low == 0 && part->high == N);
            else assert_true(part->high - part->low < part->n + BAND + 4 * WINDOW_ROWS);
            bytes[k] = rows_bytes(part->n, part->nnz);
            all += exchange ? 0 : bytes[k];
        }
        for (int k = 0; k < PARTS; k++)
            assert_true(llabs((long long)(PARTS * bytes[k]) - (long long)all) < 1000);
        stored_free(&stored);
    }
    matrix_free(&a);
    free(triplet);
}

/* A part whose values do not fit into words takes the others with it: they are all stored in the
 * layout for that. */
static void test_one_does_not_fit(void **state)
{
    enum { N = 2 * (COMPACT_MOST_DIAGONALS + 10) };
    struct matrix a = {.diag = malloc(N * sizeof *a.diag)};
    const struct place place = cards_of_heap(2);
    struct stored stored;
    assert_non_null(a.diag);
    assert_int_equal(csr_from_triplets(N, 0, NULL, &a.off), OK);
    for (uint32_t i = 0; i < N; i++) a.diag[i] = i < N / 2 ? 2 : i;
    assert_int_equal(stored_build_at(&place, find_layout("cwl"), F64, NULL, &a, &stored), OK);
    assert_non_null(strstr(stored.note, "stored as wl"));
    assert_string_equal(stored.layout->name, "wl");
    for (int k = 0; k < 2; k++) assert_string_equal(stored.part[k].layout->name, "wl");
    assert_int_equal(stored_array_bytes(&stored, SEGMENT_INVERSE), N * sizeof(double));
    stored_free(&stored);
    matrix_free(&a);
}

/* Parts that another layout stores have its options, not those of the layout that was asked for. */
static void test_options_of_the_other(void **state)
{
    enum { N = 100 };
    struct matrix a = {.diag = malloc(N * sizeof *a.diag)};
    const struct place place = cards_of_heap(2);
    struct stored stored;
    assert_non_null(a.diag);
    assert_int_equal(csr_from_triplets(N, 0, NULL, &a.off), OK);
    for (uint32_t i = 0; i < N; i++) a.diag[i] = 2;
    assert_int_equal(stored_build_at(&place, find_layout("auto"), F64, NULL, &a, &stored), OK);
    assert_non_null(stored.layout->options);
    const struct solver_options own = default_options(NULL, stored.layout);
    assert_memory_equal(&stored.options.layout, &own.layout, sizeof own.layout);
    for (int k = 0; k < 2; k++)
        assert_memory_equal(&stored.part[k].options.layout, &own.layout, sizeof own.layout);
    stored_free(&stored);
    matrix_free(&a);
}

/* Words have room for the columns of the whole: 20 bits here, which leaves 12 for values. */
static void test_wide_columns(void **state)
{
    enum { N = 1 << 20, VALUES = 5000 };
    struct matrix a = {.diag = malloc(N * sizeof *a.diag)};
    struct triplet triplet[VALUES];
    const struct place place = cards_of_heap(2);
    struct stored stored;
    assert_non_null(a.diag);
    for (uint32_t k = 0; k < VALUES; k++) triplet[k] = (struct triplet){0, N - 1 - k, k + 1};
    assert_int_equal(csr_from_triplets(N, VALUES, triplet, &a.off), OK);
    for (uint32_t i = 0; i < N; i++) a.diag[i] = 1;
    assert_int_equal(stored_build_at(&place, find_layout("cmsr"), F64, NULL, &a, &stored), OK);
    assert_string_equal(stored.layout->name, "msr");
    stored_free(&stored);
    matrix_free(&a);
}

static void test_refusals(void **state)
{
    const struct place two = cards_of_heap(2), three = cards_of_heap(3);
    struct matrix a = random_matrix(seed, 20, SHAPE_SPARSE);
    struct stored stored;
    assert_int_equal(stored_build_at(&two, find_layout("cusparse"), F64, NULL, &a, &stored),
                     ERROR_UNSUPPORTED);
    assert_string_equal(fail_message(),
                        "layout cusparse cannot be divided into parts, as place heap needs it");
    assert_int_equal(stored_bytes(&stored), 0);
    assert_int_equal(stored_build_at(&two, layouts[0], F64, NULL, &a, &stored), OK);
    assert_int_equal(stored_upload(&three, &stored), ERROR_UNSUPPORTED);
    assert_string_equal(fail_message(), "place heap needs a matrix in 3 parts, and this one has 2");
    assert_int_equal(stored_build(layouts[0], F64, NULL, &a, &stored), OK);
    assert_int_equal(stored_upload(&three, &stored), ERROR_UNSUPPORTED);
    matrix_free(&a);
}

static void test_no_memory(void **state)
{
    const struct place place = cards_of_heap(3);
    struct matrix a = random_matrix(seed, 40, SHAPE_SPARSE);
    for (int f = 0; f < NFORMS; f++) {
        enum status status = ERROR_HOST_MEMORY;
        long k;
        for (k = 0; status != OK; k++) {
            struct stored stored;
            status = refused_after(
                k, stored_build_at(&place, find_layout(forms[f].name), F64, NULL, &a, &stored));
            if (status != OK) assert_int_equal(stored_bytes(&stored), 0);
            stored_free(&stored);
        }
        assert_true(k > 3 * 4);
    }
    matrix_free(&a);
}

/* A card that fails: whatever it has is released. */

static int live, allowed;

static enum status work(void)
{
    return allowed-- > 0 ? OK : (fail)(ERROR_DEVICE_MEMORY, "card %d fails", selected);
}

static enum status allocate_some(size_t bytes, void **out)
{
    *out = NULL;
    if (work() != OK) return ERROR_DEVICE_MEMORY;
    enum status status = allocate(bytes, 1, "a card", out);
    live += status == OK;
    return status;
}

static void release_one(void *p)
{
    live--;
    free(p);
}

static enum status copy(void *to, const void *from, size_t bytes)
{
    memcpy(to, from, bytes);
    return work();
}

static enum status nothing(void)
{
    return OK;
}

static void test_failing_card(void **state)
{
    const struct place card = {.name = "card",
                               .allocate = allocate_some,
                               .release = release_one,
                               .put = copy,
                               .synchronise = nothing};
    struct place place = cards_of_heap(3);
    struct matrix a = random_matrix(seed, 40, SHAPE_SPARSE);
    enum status status = ERROR_DEVICE_MEMORY;
    int k;
    place.member = &card;
    for (k = 0; status != OK; k++) {
        struct stored stored;
        assert_int_equal(stored_build_at(&place, layouts[0], F64, NULL, &a, &stored), OK);
        allowed = k;
        status = stored_upload(&place, &stored);
        assert_int_equal(selected, 0);
        if (status != OK) {
            char message[64];
            snprintf(message, sizeof message, "card %d fails", k / 10);
            assert_int_equal(status, ERROR_DEVICE_MEMORY);
            assert_string_equal(fail_message(), message);
            assert_int_equal(live, 0);
        } else {
            assert_int_equal(live, 15);
        }
        stored_free(&stored);
        assert_int_equal(live, 0);
    }
    assert_int_equal(k, 31);
    matrix_free(&a);
}

/* So it is with a schedule that is brought along. */
static void test_failing_schedule(void **state)
{
    enum { ARRAYS = 4, SCHEDULES = 3, WORK = 2 * ARRAYS + 2 * SCHEDULES };
    const struct place card = {.name = "card",
                               .scheduled = BY_BLOCK,
                               .allocate = allocate_some,
                               .release = release_one,
                               .put = copy,
                               .synchronise = nothing};
    struct matrix a = random_matrix(seed, 40, SHAPE_SPARSE);
    const struct method *method = find_method("gauss_seidel");
    assert_non_null(method);
    for (int k = 0; k <= WORK; k++) {
        struct stored stored;
        assert_int_equal(stored_build(layouts[0], F64, NULL, &a, &stored), OK);
        assert_int_equal(stored_schedule(method, &card, &a, &stored), OK);
        size_t bytes = stored_bytes(&stored);
        allowed = k;
        assert_int_equal(stored_upload(&card, &stored), k < WORK ? ERROR_DEVICE_MEMORY : OK);
        assert_int_equal(live, k < WORK ? 0 : ARRAYS + SCHEDULES);
        assert_int_equal(stored_bytes(&stored), k < WORK ? 0 : bytes);
        stored_free(&stored);
        assert_int_equal(live, 0);
    }
    matrix_free(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_starts),
        cmocka_unit_test(test_parts),
        cmocka_unit_test(test_iterates),
        cmocka_unit_test(test_windows),
        cmocka_unit_test(test_one_does_not_fit),
        cmocka_unit_test(test_options_of_the_other),
        cmocka_unit_test(test_wide_columns),
        cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_no_memory),
        cmocka_unit_test(test_failing_card),
        cmocka_unit_test(test_failing_schedule),
    };
    seed_begin();
    return cmocka_run_group_tests_name("parts", tests, NULL, NULL);
}
