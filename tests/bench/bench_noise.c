/* Reliability of verdicts under several kinds of simulated noise: the table of
 * docs/notebook/measuring.md. It counts how many of 1,000 pairs of equal files are called
 * different, and how many of 1,000 files that are 3 % slower are found; for the number of samples
 * that `run` takes by default, and for fixed numbers. If the samples of one file cannot show the
 * noise, it is also judged with the noise floor, as selfcheck would find it. Exit code 1 if more
 * than 1 % are called different, or if less than 95 % are found in white noise. */
#include <stdio.h>
#include <stdlib.h>

#include "tests/support/made/noise_models.h"

enum { SIZES = 4 };

static const size_t sizes[SIZES] = {0, 30, 100, 300};
static size_t pairs = 1000;

/* In percent: equal files called different, and those that are slower by 3 % found; the samples of
 * a file. */
struct shares {
    double called, found, taken;
};

static struct shares shares_of(struct noise_pair *pair, const struct noise_model *m, size_t count,
                               double floor)
{
    struct shares out = {0};
    for (size_t k = 0; k < pairs; k++) {
        struct compared_case equal = noise_compare(pair, m, count, 1, floor);
        struct compared_case slower = noise_compare(pair, m, count, 1.03, floor);
        out.called += noise_called(&equal);
        out.found += slower.judgement == JUDGED_SLOWER;
        out.taken += (double)equal.samples[BASE];
    }
    const double percent = 100 / (double)pairs;
    return (struct shares){out.called * percent, out.found * percent, out.taken / (double)pairs};
}

/* Prints a row of the table. Returns whether all its numbers are within their limits. */
static bool print_row(struct noise_pair *pair, const struct noise_model *m, double floor,
                      bool demanded)
{
    bool good = true;
    printf("| %s%s |", m->name, floor > 0 ? ", floor known" : "");
    for (int k = 0; k < SIZES; k++) {
        struct shares s = shares_of(pair, m, sizes[k], floor);
        if (!sizes[k]) printf(" %.0f |", s.taken);
        printf(" %.1f %%, %.0f %% |", s.called, s.found);
        fflush(stdout);
        good = good && (!demanded || (s.called <= 1 && (m->kind != WHITE || s.found >= 95)));
    }
    puts("");
    return good;
}

int main(int argc, char **argv)
{
    struct noise_pair pair;
    bool good = true;
    draw_from(1);
    if (argc > 1) pairs = strtoull(argv[1], NULL, 10);
    noise_begin(&pair);
    puts("| noise | default samples | called, found | 30 | 100 | 300 |\n|---|---|---|---|---|---|");
    for (int k = 0; k < NNOISE_MODELS; k++) {
        const struct noise_model *m = &noise_models[k];
        good = print_row(&pair, m, 0, noise_shows(m)) && good;
        if (!noise_shows(m)) good = print_row(&pair, m, noise_floor_of(&pair, m), true) && good;
    }
    noise_end(&pair);
    puts(good ? "as it should be" : "NOT as it should be");
    return good ? 0 : 1;
}
