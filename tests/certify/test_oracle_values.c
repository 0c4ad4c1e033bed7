/* PRISM's values at 1e-13 lie in the proven intervals of every export in $WARPMARK_ORACLE. One test
 * an export; all are skipped where the folder is not there. Room: what PRISM's own rule leaves. */
#include <dirent.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "prove/prove.h"
#include "tests/support/known/expected.h"
#include "tests/support/listed.h"

static unsigned long values, outside, unproven;

static void check_value(const char *folder, const struct expected *row)
{
    char source[1024];
    struct problem problem;
    const struct prove_settings settings = DEFAULT_PROVE_SETTINGS;
    snprintf(source, sizeof source, "%s/%s/plain.tra:%s", oracle_folder(), folder, row->source);
    assert_ok(problem_open(source, &problem));
    assert_ok(prove_problem(&problem, &settings));
    const double low = problem.proof.value_low, high = problem.proof.value_high;
    const double rest = 1e-9 * fabs(row->value);
    values++;
    unproven += isnan(low) || isnan(high);
    if (row->value < low || row->value > high) {
        printf("%s:%s: PRISM's value %.17g is %.2g of itself outside\n", folder, row->source,
               row->value, fmax(low - row->value, row->value - high) / row->value);
        outside++;
    }
    if (isnan(low) || !(high - low <= 3 * rest) || row->value < low - rest ||
        row->value > high + rest)
        fail_msg("%s:%s: %.17g and [%.17g, %.17g] (%s)", folder, row->source, row->value, low, high,
                 problem.proof.note);
    problem_free(&problem);
}

/* Each source once. */
static void values_are_proven(void **state)
{
    const char *folder = *state;
    FILE *file = expected_open(folder);
    struct expected row;
    char before[1024] = "";
    unsigned long checked = 0;
    while (expected_next(file, &row)) {
        if (!*row.source || !row.converged || !(row.epsilon < 1e-12) || isnan(row.value) ||
            strstr(before, row.source))
            continue;
        strncat(before, row.source, sizeof before - strlen(before) - 1);
        check_value(folder, &row);
        checked++;
    }
    fclose(file);
    if (checked == 0) skip();
}

static void oracle_is_there(void **state)
{
    if (access(oracle_folder(), R_OK)) skip();
}

int main(void)
{
    char *names[64];
    size_t count = 0;
    DIR *folder = opendir(oracle_folder());
    list_test(oracle_is_there, NULL, "the oracle is there");
    for (struct dirent *entry; folder && count < 64 && (entry = readdir(folder));) {
        char path[1024];
        snprintf(path, sizeof path, "%s/%s/expected.json", oracle_folder(), entry->d_name);
        if (access(path, R_OK)) continue;
        names[count] = strdup(entry->d_name);
        list_test(values_are_proven, names[count], "%s", names[count]);
        count++;
    }
    if (folder) closedir(folder);
    int failed = run_listed("oracle", NULL, NULL);
    printf("%lu values of PRISM at 1e-13, %lu without a proof, %lu outside\n", values, unproven,
           outside);
    while (count) free(names[--count]);
    return failed;
}
