/* make_results FILE.h5 STARTED COMMIT MACHINE COMPILER (PROBLEM VARIANT SECONDS|STATUS)...: a results file for
 * transcripts. */
#include "tests/made_results.h"

#include "base/text.h"

static enum case_status status_named(const char *name)
{
    for (int k = 0; k < NCASE_STATUSES; k++)
        if (!strcmp(case_status_names[k], name)) return (enum case_status)k;
    fprintf(stderr, "no time and no status: %s\n", name);
    exit(1);
}

int main(int argc, char **argv)
{
    if (argc < 9 || argc % 3 != 0) return 1;
    struct results results = made_results(argv[2], argv[3], argv[4], argv[5]);
    for (char **word = argv + 6; *word; word += 3) {
        double seconds = 0;
        bool ok = parse_double(word[2], &seconds);
        made_case(&results, word[0], word[1], ok ? CASE_OK : status_named(word[2]), seconds);
    }
    made(results_write(argv[1], &results));
    results_free(&results);
    return 0;
}
