/* Layout panels: the stored numbers are the matrix, and the visits cover all of it. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "problems/problem.h"
#include "solvers/layouts/panels/panels.h"
#include "solvers/solve.h"
#include "tests/support/cmocka.h"
#include "tests/support/records.h"
#include "tests/support/teams.h"

/* Entry e of a segment: where panels.h says that its column and its value are. */
struct place_of_entry {
    uint64_t column, value;
};

static struct place_of_entry place_of_entry(const struct stored *a, struct panel_segment s,
                                            uint32_t e)
{
    uint32_t all = (s.length + PANEL_RUN - 1) / PANEL_RUN, block = s.lanes * PANEL_RUN,
             first = e / block * s.lanes;
    uint32_t runs = all - first < s.lanes ? all - first : s.lanes, j = e % block / runs,
             l = e % block % runs;
    uint32_t each = (uint32_t)(16 / real_size(a->precision));
    uint64_t run = (uint64_t)s.start + first;
    return (struct place_of_entry){(run + l) * PANEL_RUN + j,
                                   run * PANEL_RUN + (j / each * runs + l) * each + j % each};
}

/* Checks the padding of the last run. */
static void check_padding(const struct stored *a, struct panel_segment s)
{
    const uint16_t *col = a->array[PANELS_COL].data;
    for (uint32_t e = s.length; e % PANEL_RUN; e++) {
        struct place_of_entry place = place_of_entry(a, s, e);
        assert_int_equal(col[place.column], panel_columns(a->precision));
        if (a->array[PANELS_VAL].bytes) assert_true(real_at(a, PANELS_VAL, place.value) == 0);
    }
}

struct entry {
    int64_t col;
    double val;
};

static int by_column(const void *a, const void *b)
{
    int64_t x = ((const struct entry *)a)->col, y = ((const struct entry *)b)->col;
    return (x > y) - (x < y);
}

static void decode(const struct stored *a, uint32_t i, struct row *out)
{
    const uint32_t *row = a->array[PANELS_ROW].data, *list = a->array[PANELS_LIST].data,
                   *of = a->array[PANELS_OF].data;
    const struct panel_segment *segment = a->array[PANELS_SEGMENT].data;
    const uint16_t *col = a->array[PANELS_COL].data;
    bool values = a->array[PANELS_VAL].bytes > 0;
    static struct entry entry[MOST_ENTRIES];
    for (uint32_t k = row[i]; k < row[i + 1]; k++) {
        struct panel_segment s = segment[list[k]];
        assert_true(s.length > 0 && s.length <= PANEL_LONGEST);
        assert_int_equal(s.place, k);
        assert_int_equal(s.lanes, panel_lanes(s.length));
        for (uint32_t e = 0; e < s.length; e++) {
            assert_true(out->count < MOST_ENTRIES);
            struct place_of_entry place = place_of_entry(a, s, e);
            int64_t first = (int64_t)of[list[k]] * panel_columns(a->precision);
            entry[out->count].col = first + panel_place(a->precision, col[place.column]);
            entry[out->count++].val =
                values ? real_at(a, PANELS_VAL, place.value) : real_at(a, PANELS_FACTOR, i);
        }
        check_padding(a, s);
    }
    qsort(entry, out->count, sizeof *entry, by_column);
    for (uint32_t k = 0; k < out->count; k++) {
        out->col[k] = entry[k].col;
        out->val[k] = entry[k].val;
    }
    out->inverse = real_at(a, PANELS_INVERSE, i);
}

/* Every segment is in one visit, of neighbours that share a panel and a number of lanes, at most a
 * warp's in all; costs ascend; within a panel lengths descend. */
static void check_visits(const struct stored *a)
{
    const struct panel_visit *visit = a->array[PANELS_VISIT].data;
    const struct panel_segment *segment = a->array[PANELS_SEGMENT].data;
    const uint32_t *first = a->array[PANELS_FIRST].data, *of = a->array[PANELS_OF].data;
    size_t panels = a->array[PANELS_FIRST].bytes / sizeof *first - 1;
    size_t count = a->array[PANELS_VISIT].bytes / sizeof *visit - 1;
    uint32_t next = 0;
    assert_int_equal(first[0], 0);
    assert_int_equal(first[panels], count);
    for (size_t p = 0; p < panels; p++)
        for (uint32_t v = first[p]; v < first[p + 1]; v++) {
            uint32_t from = visit[v].segment, to = from + visit_segments(visit[v]);
            assert_int_equal(from, next);
            assert_int_equal(visit[v].panel, p);
            assert_true(from < to && (to - from) * visit_lanes(visit[v]) <= PANEL_WARP);
            assert_true(visit[v].before < visit[v + 1].before);
            for (uint32_t s = from; s < to; s++) {
                assert_int_equal(of[s], p);
                assert_int_equal(segment[s].lanes, visit_lanes(visit[v]));
                assert_true(s == visit[first[p]].segment ||
                            segment[s].length <= segment[s - 1].length);
            }
            next = to;
        }
    assert_int_equal(next, a->array[PANELS_SEGMENT].bytes / sizeof *segment);
}

static void check(const struct matrix *a)
{
    for (int precision = F32; precision <= F64; precision++) {
        struct stored stored = build_record(&layout_panels, (enum precision)precision, a);
        check_stored(&stored, a, decode);
        check_visits(&stored);
        stored_free(&stored);
    }
}

/* Every column has a place of its own in its panel, and neighbours are on different banks. */
static void test_places(void **state)
{
    static bool taken[1 << 16];
    for (int p = F32; p <= F64; p++) {
        enum precision precision = (enum precision)p;
        uint32_t banks = panel_banks(precision), on_banks = 0;
        memset(taken, 0, sizeof taken);
        for (uint32_t c = 0; c < panel_columns(precision); c++) {
            uint32_t place = panel_place(precision, c);
            assert_true(place < panel_columns(precision) && !taken[place]);
            assert_int_equal(panel_place(precision, place), c);
            taken[place] = true;
            on_banks |= 1u << place % banks;
            if (c % banks < banks - 1) continue;
            assert_true(on_banks == (banks == 32 ? ~0u : (1u << banks) - 1));
            on_banks = 0;
        }
    }
}

static int ascending(const void *a, const void *b)
{
    return *(const uint16_t *)a - *(const uint16_t *)b;
}

/* Reads of shared memory by lanes: their number, and the wavefronts that they take. A read takes as
 * many wavefronts as it asks for distinct numbers of one bank. One read is that of as many lanes as
 * there are banks. */
struct reads {
    uint64_t reads, wavefronts;
};

static void count_read(uint32_t banks, uint32_t lanes, const uint32_t *address, struct reads *out)
{
    uint32_t on_bank[PANEL_WARP] = {0}, most = 0;
    for (uint32_t l = 0; l < lanes; l++) {
        bool seen = false;
        for (uint32_t m = 0; m < l && !seen; m++) seen = address[m] == address[l];
        uint32_t asked = on_bank[address[l] % banks] += !seen;
        most = asked > most ? asked : most;
    }
    out->reads += lanes > 0;
    out->wavefronts += most;
}

/* Counts the reads of one visit: as stored, and as they would be with ascending columns and x in
 * plain order. */
static void count_visit(const struct stored *a, struct panel_visit visit, struct reads *stored,
                        struct reads *plain)
{
    static uint16_t sorted[PANEL_WARP][PANEL_LONGEST];
    const struct panel_segment *segment =
        (const struct panel_segment *)a->array[PANELS_SEGMENT].data + visit.segment;
    const uint16_t *col = a->array[PANELS_COL].data;
    uint32_t segments = visit_segments(visit), lanes = visit_lanes(visit),
             banks = panel_banks(a->precision);
    for (uint32_t s = 0; s < segments; s++) {
        for (uint32_t e = 0; e < segment[s].length; e++)
            sorted[s][e] =
                (uint16_t)panel_place(a->precision, col[place_of_entry(a, segment[s], e).column]);
        qsort(sorted[s], segment[s].length, sizeof **sorted, ascending);
    }
    for (uint32_t first = 0; first * PANEL_RUN < segment->length; first += lanes)
        for (uint32_t j = 0; j < PANEL_RUN; j++)
            for (uint32_t from = 0; from < segments * lanes; from += banks) {
                uint32_t place[PANEL_WARP], column[PANEL_WARP], count = 0;
                for (uint32_t lane = from; lane < from + banks && lane < segments * lanes; lane++) {
                    struct panel_segment s = segment[lane / lanes];
                    uint32_t runs = (s.length + PANEL_RUN - 1) / PANEL_RUN - first;
                    runs = first * PANEL_RUN >= s.length ? 0 : runs < lanes ? runs : lanes;
                    uint32_t e = first * PANEL_RUN + j * runs + lane % lanes;
                    if (lane % lanes >= runs || e >= s.length) continue;
                    place[count] = col[place_of_entry(a, s, e).column];
                    column[count++] = sorted[lane / lanes][e];
                }
                count_read(banks, count, place, stored);
                count_read(banks, count, column, plain);
            }
}

/* At most so many wavefronts a read, and far fewer than in the order of columns. */
static void check_reads(const char *source, double most)
{
    struct problem problem;
    if (problem_open(source, &problem) != OK) fail_msg("%s", fail_message());
    for (int precision = F32; precision <= F64; precision++) {
        struct stored a =
            build_record(&layout_panels, (enum precision)precision, &problem.system.a);
        const struct panel_visit *visit = a.array[PANELS_VISIT].data;
        struct reads stored = {0}, plain = {0};
        for (size_t v = 0; v + 1 < a.array[PANELS_VISIT].bytes / sizeof *visit; v++)
            count_visit(&a, visit[v], &stored, &plain);
        double now = (double)stored.wavefronts / (double)stored.reads,
               before = (double)plain.wavefronts / (double)plain.reads;
        print_message("%s, %s: %.3f wavefronts a read, %.3f in the order of columns\n", source,
                      precision == F32 ? "f32" : "f64", now, before);
        assert_true(now <= most && now <= 0.6 * before);
        stored_free(&a);
    }
    problem_free(&problem);
}

static void test_reads(void **state)
{
    check_reads("herman:n=13", 1.5);
    check_reads("random_dd:n=3000,density=0.1", 1.35);
}

static void test_random_matrices(void **state)
{
    static const uint32_t sizes[] = {1, 2, 31, 32, 33, 64, 65, 100, 250, 700};
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++)
        for (int shape = 0; shape < NSHAPES; shape++) {
            struct matrix a = random_matrix(seed, sizes[k], (enum shape)shape);
            check(&a);
            matrix_free(&a);
        }
}

/* Rows of all lengths, from none to thousands, over several panels. even: the entries of a row are
 * equal. */
static struct matrix wide_matrix(uint32_t n, bool even)
{
    struct matrix a = {0};
    uint64_t nnz = 0;
    if (matrix_allocate(n, 40ull * n, &a) != OK) abort();
    for (uint32_t i = 0; i < n; i++) {
        uint64_t length = draw(20) ? draw(20) : draw(MOST_ENTRIES);
        uint64_t step = length ? n / length : 1, value = draw(1000);
        a.off.row[i] = nnz;
        a.diag[i] = 5000 + (double)draw(9);
        for (uint64_t k = 0; k < length && nnz < a.off.nnz; k++) {
            uint32_t col = (uint32_t)(k * step + draw(step));
            if (col == i) continue;
            a.off.col[nnz] = col;
            a.off.val[nnz++] = 0.5 + (double)(even ? value : draw(1000)) / 1024;
        }
    }
    a.off.row[n] = a.off.nnz = nnz;
    return a;
}

static void test_several_panels(void **state)
{
    for (int even = 0; even < 2; even++) {
        struct matrix a = wide_matrix(40000, even);
        struct stored stored = build_record(&layout_panels, F64, &a);
        assert_int_equal(stored.array[PANELS_FIRST].bytes / sizeof(uint32_t) - 1, 3);
        assert_int_equal(stored.array[PANELS_VAL].bytes == 0, even);
        assert_int_equal(stored.array[PANELS_FACTOR].bytes != 0, even);
        stored_free(&stored);
        check(&a);
        matrix_free(&a);
    }
}

static double number_at(const void *data, enum precision precision, uint32_t at)
{
    return precision == F32 ? (double)((const float *)data)[at] : ((const double *)data)[at];
}

/* A x at the place, beside that of a plain loop: rows may differ by roundings of their sum. *first,
 * if there, is what another place made, and is to be the same; it becomes this one's. */
static void check_product(const struct place *place, const struct matrix *a,
                          enum precision precision, void **first)
{
    uint32_t n = a->off.rows;
    size_t bytes = n * real_size(precision);
    double *x = random_vector(seed, 61, n), epsilon = precision == F32 ? 1e-4 : 1e-13;
    char *vector = malloc(bytes);
    void *there_x, *there_y;
    struct stored stored = build_record(&layout_panels, precision, a);
    if (!vector) abort();
    for (uint32_t i = 0; i < n; i++)
        if (precision == F32) x[i] = ((float *)(void *)vector)[i] = (float)x[i];
    if (precision == F64) memcpy(vector, x, bytes);
    if (stored_upload(place, &stored) != OK) fail_msg("%s: %s", place->name, fail_message());
    assert_int_equal(place->allocate(bytes, &there_x), OK);
    assert_int_equal(place->allocate(bytes, &there_y), OK);
    assert_int_equal(place->put(there_x, vector, bytes), OK);
    assert_int_equal(
        find_mat_ops(&layout_panels, place, precision)->apply(&stored, there_x, there_y), OK);
    assert_int_equal(place->get(vector, there_y, n, real_size(precision)), OK);
    for (uint32_t i = 0; i < n; i++) {
        double sum = a->diag[i] * x[i], size = fabs(sum), is = number_at(vector, precision, i);
        for (uint64_t k = a->off.row[i]; k < a->off.row[i + 1]; k++) {
            sum += a->off.val[k] * x[a->off.col[k]];
            size += fabs(a->off.val[k] * x[a->off.col[k]]);
        }
        if (!(fabs(is - sum) <= epsilon * size))
            fail_msg("seed %llu, %s: row %u is %.17g, not %.17g", (unsigned long long)seed,
                     place->name, i, is, sum);
    }
    place->release(there_x);
    place->release(there_y);
    stored_free(&stored);
    if (*first) assert_memory_equal(vector, *first, bytes);
    free(*first);
    *first = vector;
    free(x);
}

/* Segments of all lengths, in several panels. Several cards take parts: test_variants has those. */
static void test_products(void **state)
{
    for (int even = 0; even < 2; even++) {
        struct matrix a = wide_matrix(40000, even);
        for (int precision = F32; precision <= F64; precision++) {
            void *product = NULL;
            for (int p = 0; p < place_count; p++)
                if (places[p]->cards <= 1 && places[p]->probe() == OK)
                    check_product(places[p], &a, (enum precision)precision, &product);
            free(product);
        }
        matrix_free(&a);
    }
}

static void test_no_entries(void **state)
{
    struct matrix a = wide_matrix(100, true);
    for (uint32_t i = 0; i <= 100; i++) a.off.row[i] = 0;
    a.off.nnz = 0;
    check(&a);
    matrix_free(&a);
}

static void test_threads(void **state)
{
    struct matrix a = wide_matrix(20000, true);
    check_threads(&layout_panels, &a);
    matrix_free(&a);
}

static void test_no_memory(void **state)
{
    struct matrix a = wide_matrix(2000, true);
    assert_true(check_no_memory(&layout_panels, &a) > 10);
    matrix_free(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_places),          cmocka_unit_test(test_reads),
        cmocka_unit_test(test_random_matrices), cmocka_unit_test(test_several_panels),
        cmocka_unit_test(test_products),        cmocka_unit_test(test_no_entries),
        cmocka_unit_test(test_threads),         cmocka_unit_test(test_no_memory),
    };
    seed_begin();
    return cmocka_run_group_tests_name("panels", tests, NULL, NULL);
}
