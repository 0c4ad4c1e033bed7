/* Structure plots: rasters against their definition, the matrix that a source names, and what
 * gnuplot makes of them. */
#include <dirent.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/progress_hook.h"
#include "plots/figures/spy.h"
#include "problems/structure.h"
#include "tests/support/cmocka.h"
#include "tests/support/made/random_matrix.h"
#include "tests/support/scratch.h"
#include "tests/support/seed.h"
#include "tests/support/teams.h"

enum { ROUNDS = 300, MOST_ROWS = 60 };

static bool have_gnuplot;

static int make(void **state)
{
    have_gnuplot = system("gnuplot --version >/dev/null 2>&1") == 0;
    if (scratch_create(state)) return -1;
    return setenv("TMPDIR", scratch_folder, 1);
}

static struct csr draw_matrix(uint32_t n)
{
    struct matrix a = random_matrix(draw(UINT64_MAX), n, (enum shape)draw(NSHAPES));
    free(a.diag);
    return a.off;
}

static void draw_ranks(uint32_t n, uint32_t *rank)
{
    for (uint32_t i = 0; i < n; i++) {
        uint32_t j = (uint32_t)draw(i + 1);
        rank[i] = rank[j];
        rank[j] = i;
    }
}

/* Rasters */

static void check_raster(const struct csr *a, const uint32_t *rank, uint32_t most,
                         const struct raster *raster)
{
    uint64_t wanted[MOST_ROWS * MOST_ROWS] = {0}, within[NDISTANCES] = {0}, sum = 0;
    uint32_t bandwidth = 0, width = raster->width, side = raster->side;
    assert_true(side <= most && side * width >= a->rows && (side - 1) * width < a->rows);
    assert_true(width == 1 ||
                (a->rows + width - 2) / (width - 1) > most); /* no smaller one would do */
    for (uint32_t i = 0; i < a->rows; i++)
        for (uint64_t k = a->row[i]; k < a->row[i + 1]; k++) {
            uint32_t x = rank ? rank[a->col[k]] : a->col[k], y = rank ? rank[i] : i,
                     d = x > y ? x - y : y - x;
            wanted[y / width * side + x / width]++;
            if (d > bandwidth) bandwidth = d;
            for (int m = 0; m < NDISTANCES; m++) within[m] += d <= raster_distances[m];
        }
    assert_memory_equal(raster->count, wanted, (size_t)side * side * sizeof *wanted);
    for (uint32_t k = 0; k < side * side; k++) sum += raster->count[k];
    assert_int_equal(sum, a->nnz);
    assert_int_equal(raster->nnz, a->nnz);
    assert_int_equal(raster->n, a->rows);
    assert_int_equal(raster->bandwidth, bandwidth);
    assert_memory_equal(raster->within, within, sizeof within);
}

static void rasters_follow_their_definition(void **state)
{
    for (int round = 0; round < ROUNDS; round++) {
        struct csr a = draw_matrix(1 + (uint32_t)draw(MOST_ROWS));
        uint32_t rank[MOST_ROWS] = {0}, most = 1 + (uint32_t)draw(MOST_ROWS);
        struct raster raster;
        bool renumbered = draw(2);
        draw_ranks(a.rows, rank);
        assert_int_equal(raster_make(&a, renumbered ? rank : NULL, most, &raster), OK);
        check_raster(&a, renumbered ? rank : NULL, most, &raster);
        raster_free(&raster);
        csr_free(&a);
    }
}

static void dots_at_the_edge_are_smaller(void **state)
{
    struct raster raster;
    struct triplet all[25];
    struct csr a;
    for (uint32_t k = 0; k < 25; k++) all[k] = (struct triplet){k / 5, k % 5, 1};
    assert_int_equal(csr_from_triplets(5, 25, all, &a), OK);
    assert_int_equal(raster_make(&a, NULL, 2, &raster), OK);
    assert_int_equal(raster.width, 3);
    assert_int_equal(raster.side, 2);
    for (uint32_t k = 0; k < 4; k++) assert_true(raster_fill(&raster, k / 2, k % 2) == 1);
    assert_int_equal(raster.count[0], 9);
    assert_int_equal(raster.count[1], 6);
    assert_int_equal(raster.count[3], 4);
    raster_free(&raster);
    csr_free(&a);
}

/* Every pixel of dot (row, column) has its fill; NaN says that it is empty. */
static void pixels_repeat_dots(void **state)
{
    struct csr a = draw_matrix(7);
    struct raster raster;
    assert_int_equal(raster_make(&a, NULL, 4, &raster), OK);
    uint32_t pixels = SPY_PIXELS / raster.side, side = pixels * raster.side;
    FILE *file = fopen(scratch_path("data"), "w+b");
    float *data = malloc((size_t)side * side * sizeof *data);
    assert_non_null(data);
    spy_data_write(&raster, file);
    assert_int_equal(ftell(file), (size_t)side * side * sizeof *data);
    rewind(file);
    assert_int_equal(fread(data, sizeof *data, (size_t)side * side, file), (size_t)side * side);
    for (uint32_t y = 0; y < side; y += 37)
        for (uint32_t x = 0; x < side; x++) {
            float fill = (float)raster_fill(&raster, y / pixels, x / pixels),
                  got = data[y * side + x];
            assert_true(fill == 0 ? isnan(got) : got == fill);
        }
    fclose(file);
    free(data);
    scratch_clear();
    raster_free(&raster);
    csr_free(&a);
}

static void counting_can_be_stopped(void **state)
{
    struct csr a = draw_matrix(9);
    struct raster raster;
    volatile sig_atomic_t stop = 1;
    progress_hook_set(NULL, &stop);
    assert_int_equal(raster_make(&a, NULL, 4, &raster), ERROR_INTERRUPTED);
    assert_null(raster.count);
    progress_hook_set(NULL, NULL);
    csr_free(&a);
}

/* Structures */

static void check_structure(const char *source, const char *wanted)
{
    struct structure structure;
    char got[400] = "";
    if (structure_open(source, &structure) != OK) fail_msg("%s: %s", source, fail_message());
    const struct csr *a = &structure.a;
    for (uint32_t i = 0; i < a->rows; i++)
        for (uint64_t k = a->row[i]; k < a->row[i + 1]; k++)
            snprintf(got + strlen(got), sizeof got - strlen(got), "%u%u=%g ", i, a->col[k],
                     a->val[k]);
    for (uint32_t i = 0; structure.start && i < a->rows; i++)
        strcat(got, structure.start[i] ? "1" : "0");
    assert_int_equal(structure.chain, structure.start != NULL);
    assert_string_equal(got, wanted);
    structure_free(&structure);
}

static void structures_are_what_sources_name(void **state)
{
    scratch_write("m.tra", "# Transitions (CTMC)\n3 4\n0 1 2\n1 1 5\n1 0 4\n1 0 1\n");
    scratch_write("m.lab", "0=\"init\" 1=\"deadlock\"\n1: 0\n2: 1\n");
    scratch_write("m.mtx", "%%MatrixMarket matrix coordinate real general\n3 3 6\n"
                           "1 1 2\n3 1 -1\n1 3 0\n2 3 4\n2 2 1\n2 2 -1\n");
    check_structure(scratch_path("m.tra"), "01=2 10=5 11=5 22=1 010");
    check_structure(scratch_path("m.mtx"), "00=2 12=4 20=-1 ");
    check_structure("identity:n=3", "00=1 11=1 22=1 ");
    check_structure(
        "dice",
        "01=0.5 02=0.5 13=0.5 14=0.5 25=0.5 26=0.5 31=0.5 37=0.5 48=0.5 49=0.5 510=0.5 511=0.5 "
        "62=0.5 612=0.5 77=1 88=1 99=1 1010=1 1111=1 1212=1 1000000000000");
    scratch_clear();
}

/* A generated matrix has the entries that its system has, and its diagonal among them. */
static void generated_matrices_keep_their_diagonal(void **state)
{
    struct structure structure;
    struct matrix split;
    assert_int_equal(structure_open("random_dd:n=200,density=0.05,seed=3", &structure), OK);
    assert_null(structure.start);
    assert_int_equal(csr_split(&structure.a, &split), OK);
    assert_int_equal(split.off.nnz + 200, structure.a.nnz);
    for (uint32_t i = 0; i < 200; i++) assert_true(split.diag[i] != 0);
    for (uint32_t i = 0; i < 200; i++)
        for (uint64_t k = structure.a.row[i] + 1; k < structure.a.row[i + 1]; k++)
            assert_true(structure.a.col[k - 1] < structure.a.col[k]);
    matrix_free(&split);
    structure_free(&structure);
}

static void check_refused(const char *keys, const char *text)
{
    struct structure structure;
    char source[1200];
    snprintf(source, sizeof source, "%s%s", scratch_path("m.mtx"), keys);
    if (structure_open(source, &structure) != ERROR_INPUT) fail_msg("%s was not refused", source);
    assert_null(structure.a.row);
    if (!strstr(fail_message(), text)) fail_msg("'%s' is not in '%s'", text, fail_message());
}

static void bad_sources_are_refused(void **state)
{
    scratch_write("m.mtx", "%%MatrixMarket matrix coordinate real general\n1 1 1\n1 1 2\n");
    check_refused(":goal=x", "a matrix takes no keys but rhs=FILE and matrix=none");
    check_refused(":gaol=x", "did you mean 'goal'?");
    scratch_write("m.mtx", "%%MatrixMarket matrix coordinate real general\n1 1 1\n1 1 x\n");
    check_refused("", ":3: ");
    scratch_clear();
}

/* Pictures */

static struct spy draw_spy(uint32_t n, size_t npanels)
{
    struct spy spy = {
        .source = "it's <a> {b \\ `c` \"d\" $e # x_y", .npanels = npanels, .chain = draw(2)};
    struct csr a = draw_matrix(n);
    for (size_t p = 0; p < npanels; p++) {
        spy.panel[p].order = p ? "breadth-first order" : "native order";
        assert_int_equal(raster_make(&a, NULL, SPY_DOTS, &spy.panel[p].raster), OK);
    }
    csr_free(&a);
    return spy;
}

static void free_spy(struct spy *spy)
{
    for (size_t p = 0; p < spy->npanels; p++) raster_free(&spy->panel[p].raster);
}

/* The file in the scratch folder, which must hold no other. To be freed. */
static char *only_file(const char *name, size_t *size)
{
    DIR *folder = opendir(scratch_folder);
    assert_non_null(folder);
    for (const struct dirent *entry; (entry = readdir(folder));)
        if (*entry->d_name != '.' && strcmp(entry->d_name, name))
            fail_msg("%s was left behind", entry->d_name);
    closedir(folder);
    FILE *in = fopen(scratch_path(name), "rb");
    if (!in) fail_msg("there is no %s", name);
    char *text = malloc(1 << 20);
    assert_non_null(text);
    *size = fread(text, 1, (1 << 20) - 1, in);
    text[*size] = 0;
    fclose(in);
    return text;
}

static void check_picture(const struct spy *spy, const char *name, const char *start)
{
    enum spy_format format;
    size_t size;
    assert_int_equal(spy_check(scratch_path(name), true, &format), OK);
    if (spy_draw(spy, scratch_path(name), format, true) != OK)
        fail_msg("%s: %s", name, fail_message());
    char *picture = only_file(name, &size);
    assert_true(size > 4000 && size < 500000);
    assert_memory_equal(picture, start, strlen(start));
    if (format == SPY_SVG) {
        assert_non_null(strstr(picture, ">it's &lt;a> {b \\ `c` \"d\" $e # x_y<"));
        assert_non_null(strstr(picture, "non-zeros"));
    }
    free(picture);
    scratch_clear();
}

static void draws_every_format(void **state)
{
    const uint32_t sizes[] = {1, 13, SPY_DOTS, SPY_DOTS + 1};
    if (!have_gnuplot) skip();
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
        struct spy spy = draw_spy(sizes[k], 1 + k % 2);
        check_picture(&spy, "x.png", "\x89PNG\r\n\x1a\n");
        check_picture(&spy, "x.y.SVG", "<?xml");
        check_picture(&spy, "x.pdf", "%PDF-");
        free_spy(&spy);
    }
}

static void wrong_names_are_refused(void **state)
{
    enum spy_format format;
    assert_int_equal(spy_check("a.b/c", true, &format), ERROR_INPUT);
    assert_non_null(strstr(fail_message(), "must end with .png, .svg or .pdf"));
    assert_int_equal(spy_check("c.pgn", true, &format), ERROR_INPUT);
    assert_non_null(strstr(fail_message(), "did you mean '.png'?"));
    assert_int_equal(spy_check(scratch_path("no/x.png"), true, &format), ERROR_IO);
    char *path = strdup(getenv("PATH"));
    setenv("PATH", scratch_folder, 1);
    assert_int_equal(spy_check(scratch_path("x.png"), true, &format), ERROR_ENVIRONMENT);
    assert_non_null(strstr(fail_message(), "gnuplot-nox"));
    setenv("PATH", path, 1);
    free(path);
}

/* gnuplot is this shell script for one picture; the old one must stay. */
static void check_failure(const char *script, enum status wanted, const char *text)
{
    struct spy spy = draw_spy(3, 1);
    char *path = strdup(getenv("PATH"));
    char both[2000];
    scratch_write("gnuplot", script);
    scratch_write("x.png", "old");
    chmod(scratch_path("gnuplot"), 0700);
    snprintf(both, sizeof both, "%s:%s", scratch_folder, path);
    setenv("PATH", both, 1);
    assert_int_equal(spy_draw(&spy, scratch_path("x.png"), SPY_PNG, true), wanted);
    if (!strstr(fail_message(), text)) fail_msg("'%s' is not in '%s'", text, fail_message());
    setenv("PATH", path, 1);
    unlink(scratch_path("gnuplot"));
    size_t size;
    char *old = only_file("x.png", &size);
    assert_string_equal(old, "old");
    free(old);
    free(path);
    scratch_clear();
    free_spy(&spy);
}

static void no_part_of_a_picture_appears(void **state)
{
    check_failure("#!/bin/sh\nprintf '\\211PNG\\r\\n' >picture\n", ERROR_IO, "only a part of it");
    check_failure("#!/bin/sh\n: >picture\n", ERROR_IO, "only a part of it");
    check_failure("#!/bin/sh\nexit 0\n", ERROR_IO, "picture");
    check_failure("#!/bin/sh\necho no such terminal; exit 1\n", ERROR_ENVIRONMENT,
                  "no such terminal");
}

/* Lack of memory */

static enum status do_it_all(void)
{
    enum status status = OK;
    struct structure structure = {0};
    struct spy spy = {.source = "dice", .npanels = 1, .panel = {{.order = "native order"}}};
    const uint32_t rank[] = {12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0};
    TRY(structure_open("identity:n=3", &structure));
    structure_free(&structure);
    TRY(structure_open("dice", &structure));
    TRY(raster_make(&structure.a, rank, 4, &spy.panel[0].raster));
    TRY(spy_draw(&spy, scratch_path("x.png"), SPY_PNG, true));
out:
    structure_free(&structure);
    free_spy(&spy);
    return status;
}

static void survives_lack_of_memory(void **state)
{
    if (!have_gnuplot) skip();
    enum status status = ERROR_HOST_MEMORY;
    long k = 0;
    for (; status == ERROR_HOST_MEMORY && k < 1000; k++) {
        status = refused_after(k, do_it_all());
        if (status == ERROR_HOST_MEMORY && access(scratch_path("x.png"), F_OK) == 0)
            fail_msg("there is a picture");
    }
    assert_int_equal(status, OK);
    assert_true(k > 20);
    scratch_clear();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rasters_follow_their_definition),
        cmocka_unit_test(dots_at_the_edge_are_smaller),
        cmocka_unit_test(pixels_repeat_dots),
        cmocka_unit_test(counting_can_be_stopped),
        cmocka_unit_test(structures_are_what_sources_name),
        cmocka_unit_test(generated_matrices_keep_their_diagonal),
        cmocka_unit_test(bad_sources_are_refused),
        cmocka_unit_test(draws_every_format),
        cmocka_unit_test(wrong_names_are_refused),
        cmocka_unit_test(no_part_of_a_picture_appears),
        cmocka_unit_test(survives_lack_of_memory),
    };
    seed_begin();
    return cmocka_run_group_tests_name("spy", tests, make, scratch_remove);
}
