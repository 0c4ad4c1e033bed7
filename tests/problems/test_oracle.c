/* PRISM's own answers: for every export in $WARPMARK_ORACLE (default ../shared/oracle) and every
 * row of its expected.json for a method that exists here, the same number of iterations and the
 * same value, at every place. In another order of the rows too, where the iterates do not depend on
 * it. One test an export; all are skipped where the folder is not there. */
#include <dirent.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/process/clock.h"
#include "harness/case/case.h"
#include "problems/problem.h"
#include "tests/support/known/expected.h"
#include "tests/support/listed.h"
#include "tests/support/teams.h"

enum { PRISM_LIMIT = 20000 };

static const char *oracle;
static char **exports;
static size_t nexports;

static struct case_result solve(const char *folder, const char *file, const struct expected *row,
                                const char *rest)
{
    char source[1024], name[128];
    struct settings settings = default_settings;
    struct variant variant;
    struct problem problem;
    struct case_result result = {0};
    snprintf(source, sizeof source, "%s/%s/%s:%s", oracle, folder, file, row->source);
    snprintf(name, sizeof name, "%s%s", row->method, rest);
    settings.epsilon = row->epsilon;
    settings.criterion = strcmp(row->criterion, "relative") ? ABSOLUTE : RELATIVE;
    settings.max_iterations = PRISM_LIMIT;
    settings.warmup = 0;
    settings.force = true; /* PRISM iterates to its limit */
    settings.min_samples = settings.max_samples = 1;
    if (variant_parse(name, &variant) != OK || problem_open(source, &problem) != OK ||
        case_measure(&problem, &variant, &settings, clock_now(), &result) != OK)
        fail_msg("%s", fail_message());
    problem_free(&problem);
    return result;
}

static void check_double(const char *folder, const char *file, const struct expected *row,
                         const char *rest)
{
    struct case_result result = solve(folder, file, row, rest);
    const struct result_run *run = &result.run;
    uint64_t iterations = row->iterations == MISSING ? 0 : row->iterations;
    const enum case_status wanted = row->converged ? CASE_OK : CASE_NOT_CONVERGED;
    bool timed = find_method(row->method)->task ==
                 TASK_TIME; /* PRISM truncates elsewhere: another count, and 1e-5 */
    double room = timed ? 1e-5 * fabs(row->value) : 1e-9 * fmax(1, fabs(row->value));
    bool same_value = row->converged ? fabs(run->value - row->value) <= room : isnan(run->value);
    if (timed) iterations = run->iterations;
    if (run->status != wanted || run->iterations != iterations || !same_value)
        fail_msg("%s/%s:%s, %s%s, %s %g: %s, %llu iterations, value %.15g; PRISM: %llu, %.15g",
                 folder, file, row->source, row->method, rest, row->criterion, row->epsilon,
                 case_status_names[run->status], (unsigned long long)run->iterations, run->value,
                 (unsigned long long)iterations, row->value);
    case_result_free(&result);
}

/* If PRISM's f64 answer is within 1e-5 of the value at 1e-13, the f32 answer must be within 1e-4 of
 * it. A sweep in place may end in a cycle of rounding errors above epsilon. */
static void check_single(const char *folder, const char *file, const struct expected *row,
                         double reference, const char *rest)
{
    double size = fmax(1e-300, fabs(reference));
    if (!row->converged || !(fabs(row->value - reference) <= 1e-5 * size)) return;
    struct case_result result = solve(folder, file, row, rest);
    bool stuck =
        result.run.status == CASE_NOT_CONVERGED && find_method(row->method)->sweep != SWEEP_AT_ONCE;
    if (!stuck &&
        (result.run.status != CASE_OK || !(fabs(result.run.value - reference) <= 1e-4 * size)))
        fail_msg("%s/%s:%s, %s%s, %s %g: %s, value %.9g; reference %.9g", folder, file, row->source,
                 row->method, rest, row->criterion, row->epsilon,
                 case_status_names[result.run.status], result.run.value, reference);
    case_result_free(&result);
}

/* The value of this source at 1e-13 by any method; NaN where there is none. */
static double reference_value(const char *folder, const char *source)
{
    FILE *file = expected_open(folder);
    struct expected row;
    double value = NAN;
    while (isnan(value) && expected_next(file, &row))
        if (!strcmp(row.source, source) && row.epsilon < 1e-12 && row.converged) value = row.value;
    fclose(file);
    return value;
}

/* PRISM solves unbounded properties too by uniformisation, and refuses bounded ones where its
 * weights overflow. */
static bool is_for(const struct method *method, const struct expected *row)
{
    bool bounded = strstr(row->source, "steps=") || strstr(row->source, "time=");
    return bounded == (method->task != TASK_SOLVE) && (row->converged || !bounded);
}

static bool possible(const struct method *method, const struct place *place)
{
    const struct mat_ops *ops = find_mat_ops(layouts[0], place, F64);
    return place->probe() == OK && ops && method->can_use(ops);
}

/* METIS takes longer than a solve: one layout has its order. */
static bool is_tried(const struct layout *layout, enum row_order order)
{
    return row_order_probe(order) == OK && (order != ORDER_BISECTION || layout == layouts[1]);
}

/* Jacobi's count does not depend on the layout, whatever the order of a sum within a row. On the
 * CPU on one core only.
 */
static void check_layouts(const char *folder, const struct expected *row)
{
    for (int l = 1; l < layout_count; l++)
        for (int p = 0; p < place_count; p++)
            for (int order = ORDER_NATIVE; order < NORDERS; order++) {
                char rest[64];
                const struct mat_ops *ops = find_mat_ops(layouts[l], places[p], F64);
                if (layouts[l]->makes_rows || !ops || !ops->jacobi || places[p]->probe() != OK ||
                    (places[p]->on_host && p > 0) || !is_tried(layouts[l], (enum row_order)order))
                    continue;
                snprintf(rest, sizeof rest, "/%s+%s/f64/%s", layouts[l]->name,
                         row_order_names[order], places[p]->name);
                check_double(folder, "plain.tra", row, rest);
            }
}

/* At every place that is here; from the file with duplicates once. PRISM's limit is reached once,
 * for it takes long. */
static void check_row(const char *folder, const struct expected *row)
{
    double reference = reference_value(folder, row->source);
    for (int p = 0; p < place_count && row->converged; p++) {
        char rest[48];
        if (!possible(find_method(row->method), places[p])) continue;
        snprintf(rest, sizeof rest, "/msr/f64/%s", places[p]->name);
        check_double(folder, "plain.tra", row, rest);
        snprintf(rest, sizeof rest, "/msr+bfs/f64/%s", places[p]->name);
        if (find_method(row->method)->sweep == SWEEP_AT_ONCE)
            check_double(folder, "plain.tra", row, rest);
        snprintf(rest, sizeof rest, "/msr/f32/%s", places[p]->name);
        check_single(folder, "plain.tra", row, reference, rest);
        snprintf(rest, sizeof rest, "[loop=graph]/msr/f64/%s", places[p]->name);
        if (places[p]->cards == 1 && find_method(row->method)->step)
            check_double(folder, "plain.tra", row, rest);
        snprintf(rest, sizeof rest, "[exchange=staged]/msr/f64/%s", places[p]->name);
        if (places[p]->cards > 1) check_double(folder, "plain.tra", row, rest);
    }
    check_double(folder, "model.tra", row, "/msr/f64/seq");
    check_double(folder, "plain.tra", row,
                 "[denormals=flush]/msr/f64/seq"); /* the other checks keep them */
    if (row->converged && !strcmp(row->method, "jacobi")) check_layouts(folder, row);
}

static void answers_are_prisms(void **state)
{
    const char *folder = *state;
    FILE *file = expected_open(folder);
    struct expected row;
    size_t checked = 0;
    while (expected_next(file, &row)) {
        if (!*row.source || !find_method(row.method) || row.epsilon < 1e-12 ||
            !is_for(find_method(row.method), &row))
            continue;
        check_row(folder, &row);
        checked++;
    }
    fclose(file);
    if (checked == 0) skip(); /* an MDP, or only properties that the export has no label for */
}

static void oracle_is_there(void **state)
{
    if (nexports == 0) skip();
}

static void list_exports(void)
{
    DIR *folder = opendir(oracle);
    for (struct dirent *entry; folder && (entry = readdir(folder));) {
        char path[1024];
        snprintf(path, sizeof path, "%s/%s/expected.json", oracle, entry->d_name);
        if (access(path, R_OK)) continue;
        exports = realloc(exports, (nexports + 1) * sizeof *exports);
        if (!exports) abort();
        exports[nexports] = strdup(entry->d_name);
        list_test(answers_are_prisms, exports[nexports], "%s", entry->d_name);
        nexports++;
    }
    if (folder) closedir(folder);
}

int main(void)
{
    oracle = oracle_folder();
    list_test(oracle_is_there, NULL, "the oracle is there");
    list_exports();
    int failed = run_listed("oracle", NULL, NULL);
    while (nexports) free(exports[--nexports]);
    free(exports);
    return failed;
}
