#include "tests/support/results/results_files.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tests/support/cmocka.h"

int create_with_seed(void **state)
{
    seed_begin();
    return scratch_create(state);
}

void write_ok(const char *path, const struct results *results)
{
    if (results_write(path, results) != OK) fail_msg("%s", fail_message());
}

void read_ok(const char *path, struct results *out)
{
    if (results_read(path, out) != OK) fail_msg("%s", fail_message());
}

void refused(const char *path, enum status code, const char *part, const char *other)
{
    struct results out;
    memset(&out, 0xa5, sizeof out);
    assert_int_equal(results_read(path, &out), code);
    if (!strstr(fail_message(), part) || !strstr(fail_message(), other) ||
        strchr(fail_message(), '\n'))
        fail_msg("'%s' names not '%s' and '%s'", fail_message(), part, other);
    assert_null(out.runs);
    results_free(&out);
}

char *slurp(const char *path, size_t *size)
{
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    assert_int_equal(fseek(file, 0, SEEK_END), 0);
    *size = (size_t)ftell(file);
    rewind(file);
    char *bytes = calloc(*size + 1, 1);
    assert_non_null(bytes);
    assert_int_equal(fread(bytes, 1, *size, file), *size);
    fclose(file);
    return bytes;
}

const char *victim(uint64_t nruns, uint64_t most_samples)
{
    static char path[600];
    struct results results;
    snprintf(path, sizeof path, "%s", scratch_path("victim.h5"));
    draw_results(seed, nruns, most_samples, &results);
    unlink(
        path); /* what stood there may be no results file any more, and then it is not replaced */
    write_ok(path, &results);
    results_free(&results);
    return path;
}

const char *column_path(const struct column *column)
{
    static char path[100];
    snprintf(path, sizeof path, "%s/%s", groups[column->group].path, column->name);
    return path;
}

void test_nothing_open(void **state)
{
    (void)state;
    assert_int_equal(H5Fget_obj_count(H5F_OBJ_ALL, H5F_OBJ_ALL), 0);
}
