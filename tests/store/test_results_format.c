/* Results files as other programs and their readers see them: h5dump, h5py, docs/results.md. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "store/results.h"
#include "tests/support/cmocka.h"
#include "tests/support/results/results_files.h"

/* The first command of the list that runs, or NULL. */
static const char *probe_command(const char *const *commands)
{
    char line[200];
    for (; *commands; commands++) {
        snprintf(line, sizeof line, "%s >/dev/null 2>&1", *commands);
        if (system(line) == 0) return *commands;
    }
    return NULL;
}

/* Returns the output of a command, which must succeed; the caller frees it. */
static char *output_of(const char *command)
{
    size_t size;
    char line[4000];
    snprintf(line, sizeof line, "%s > '%s' 2>&1", command, scratch_path("output"));
    int code = system(line);
    char *text = slurp(scratch_path("output"), &size);
    if (code) fail_msg("%s: %s", command, text);
    return text;
}

static void test_h5dump(void **state)
{
    if (!probe_command((const char *const[]){"h5dump --version", NULL})) skip();
    char command[1200], line[200];
    snprintf(command, sizeof command, "h5dump -H '%s'", victim(5, 4000));
    char *header = output_of(command);
    snprintf(command, sizeof command, "h5dump -n '%s'", scratch_path("victim.h5"));
    char *contents = output_of(command);
    for (const struct column *c = columns; c < columns + ncolumns; c++) {
        snprintf(line, sizeof line, "DATASET \"%s\" {", c->name);
        if (!strstr(header, line)) fail_msg("h5dump -H does not show %s", line);
        snprintf(line, sizeof line, " dataset    %s\n", column_path(c));
        if (!strstr(contents, line)) fail_msg("h5dump -n does not show %s", line);
    }
    free(header);
    free(contents);
}

static const char *python(void)
{
    return probe_command((const char *const[]){"python3 -c 'import h5py'",
                                               "/usr/bin/python3 -c 'import h5py'", NULL});
}

/* Runs a script on victim.h5 in the scratch folder with the Python that has h5py. */
static char *run_python(const char *script)
{
    char command[3000];
    scratch_write("script.py", script);
    const char *probe = python();
    snprintf(command, sizeof command, "cd '%s' && %.*s script.py victim.h5", scratch_folder,
             (int)strcspn(probe, " "), probe);
    return output_of(command);
}

/* As the documentation, and test_h5py's script, call a column's type. */
static const char *kind_of(enum column_type type)
{
    switch (type) {
    case COLUMN_TEXT:
    case COLUMN_OPTIONAL_TEXT: return "text";
    case COLUMN_REAL: return "float64";
    case COLUMN_COUNT: return "uint64";
    case COLUMN_BOOL: return "bool";
    default: return "enum";
    }
}

/* Another program sees the same columns, types, attributes and checksums. */
static void test_h5py(void **state)
{
    if (!python()) skip();
    victim(9, 3000);
    char *listing = run_python(
        "import h5py, sys, zlib\n"
        "f = h5py.File(sys.argv[1])\n"
        "def show(name, d):\n"
        "    if not isinstance(d, h5py.Dataset): return\n"
        "    assert zlib.crc32(d[()].tobytes()) == d.attrs['crc32'], name\n"
        "    assert d.ndim == 1, name\n"
        "    enum = h5py.check_enum_dtype(d.dtype)\n"
        "    s = h5py.check_string_dtype(d.dtype)\n"
        "    kind = 'text' if s else 'bool' if d.dtype == bool else 'enum' if enum else "
        "str(d.dtype)\n"
        "    assert not s or (s.length and s.encoding == 'utf-8'), name\n"
        "    units = d.attrs['units'].decode() if kind in ('float64', 'uint64') else ''\n"
        "    assert kind != 'uint64' or d.attrs['_FillValue'] == 2**64 - 1, name\n"
        "    assert bool(d.chunks) == bool(d.fletcher32) == (d.nbytes > 4096), name\n"
        "    print(f'/{name} {kind} {units}|{d.attrs[\"long_name\"].decode()}')\n"
        "f.visititems(show)\n");
    char line[400];
    for (const struct column *c = columns; c < columns + ncolumns; c++) {
        snprintf(line, sizeof line, "%s %s %s|%s\n", column_path(c), kind_of(c->type), c->units,
                 c->long_name);
        if (!strstr(listing, line)) fail_msg("h5py does not see '%s' in\n%s", line, listing);
    }
    free(listing);
}

static char *documentation(void)
{
    size_t size;
    if (access("docs/results.md", R_OK))
        fail_msg("docs/results.md is not there: tests run from the root of the sources");
    return slurp("docs/results.md", &size);
}

/* docs/results.md has a section for every group with a line for every column: name, type and units.
 */
static void test_documentation(void **state)
{
    char *text = documentation(), line[200];
    for (const struct column *c = columns; c < columns + ncolumns; c++) {
        snprintf(line, sizeof line, "\n## `%s`\n", groups[c->group].path);
        const char *section = strstr(text, line);
        if (!section) fail_msg("no section %s", groups[c->group].path);
        snprintf(line, sizeof line, "\n| `%s` | %s | %s%s", c->name, kind_of(c->type), c->units,
                 *c->units ? " | " : "| ");
        const char *entry = strstr(section, line), *next = strstr(section + 1, "\n## ");
        if (!entry || (next && entry > next))
            fail_msg("%s lacks '%s'", groups[c->group].path, line + 1);
    }
    size_t count;
    for (int type = COLUMN_CRITERION; type <= COLUMN_STOP; type++) {
        const char *const *names = column_enumerators((enum column_type)type, &count);
        for (size_t k = 0; k < count; k++) {
            snprintf(line, sizeof line, "`%s`", names[k]);
            if (!strstr(text, line)) fail_msg("docs/results.md does not explain %s", line);
        }
    }
    free(text);
}

/* The Python example of the documentation prints the medians. */
static void test_documented_example(void **state)
{
    if (!python()) skip();
    struct axis_value axes[1] = {{(char[]){"n"}, 100, NULL}};
    struct result_problem problem = {.label = (char[]){"tiny"}, .naxes = 1, .axes = axes};
    struct result_variant variants[2] = {{.name = (char[]){"jacobi/msr/f64/seq"}},
                                         {.name = (char[]){"power/msr/f64/seq"}}};
    struct result_sample samples[3] = {{.host = 4}, {.host = 0.5}, {.host = 1}};
    struct result_run runs[2] = {{.variant = 1, .sample_count = 3},
                                 {.status = CASE_TIMEOUT, .sample_offset = 3}};
    struct results results = {.nproblems = 1,
                              .problems = &problem,
                              .nvariants = 2,
                              .variants = variants,
                              .nruns = 2,
                              .runs = runs,
                              .nsamples = 3,
                              .samples = samples};
    write_ok(scratch_path("results.h5"), &results);
    char *text = documentation(), *begin = strstr(text, "```python\nimport h5py"),
         *end = begin ? strstr(begin, "\n```\n") : NULL;
    assert_non_null(end);
    end[1] = '\0';
    char *output = run_python(begin + strlen("```python\n"));
    assert_string_equal(output, "power/msr/f64/seq tiny 1.0 s\n");
    free(output);
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_h5dump),        cmocka_unit_test(test_h5py),
        cmocka_unit_test(test_documentation), cmocka_unit_test(test_documented_example),
        cmocka_unit_test(test_nothing_open),
    };
    return cmocka_run_group_tests_name("results_format", tests, create_with_seed, scratch_remove);
}
