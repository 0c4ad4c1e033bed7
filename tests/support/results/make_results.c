/* make_results FILE.h5 STARTED COMMIT MACHINE COMPILER (PROBLEM VARIANT
 * SECONDS[~SPREAD]|STATUS[@CODE][#ITERATIONS][^REFERENCE][=LOW:HIGH:ERROR|=WHY]
 * [%COUNTER:VALUE,...[,NOTE]])...: a results file for transcripts.
 * SPREAD: how much longer the longest samples take, as a share. CODE is the fingerprint of the code
 * that ran. REFERENCE: s, the reference solve beside it. LOW, HIGH: the value is proven to lie
 * between them, and the error to be at most ERROR. WHY: there is no proof. COUNTER: as counted in
 * three solves; NOTE: why others were not. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/made/made_results.h"

#include "base/text.h"

static enum case_status status_named(const char *name)
{
    for (int k = 0; k < NCASE_STATUSES; k++)
        if (!strcmp(case_status_names[k], name)) return (enum case_status)k;
    fprintf(stderr, "no time and no status: %s\n", name);
    exit(1);
}

/* The samples above the middle take longer, evenly, the last one by this share. */
static void spread_samples(struct results *r, const struct result_run *run, double share)
{
    uint64_t middle = run->sample_count / 2;
    for (uint64_t k = middle + 1; k < run->sample_count; k++)
        r->samples[run->sample_offset + k].host *=
            1 + share * (double)(k - middle) / (double)(run->sample_count - 1 - middle);
}

/* Ends word at mark: what follows it, or NULL. */
static char *cut(char *word, char mark)
{
    char *rest = strchr(word, mark);
    if (rest) *rest++ = '\0';
    return rest;
}

static void prove(struct result_run *run, char *text)
{
    char *high = cut(text, ':'), *error = high ? cut(high, ':') : NULL;
    run->proof = high ? PROOF_CERTIFIED : PROOF_CHECKED;
    free(run->proof_note);
    run->proof_note = made_text(high ? "" : text);
    if (high && !(error && parse_double(text, &run->value_low) &&
                  parse_double(high, &run->value_high) && parse_double(error, &run->error_bound)))
        exit(1);
}

static void count(struct results *r, struct result_run *run, char *text)
{
    r->settings.counters = true;
    run->counted_solves = 3;
    for (char *rest; text; text = rest) {
        int which = 0;
        rest = cut(text, ',');
        char *value = cut(text, ':');
        while (which < NCOUNTERS && strcmp(counter_names[which], text)) which++;
        if (!value) run->counter_note = made_text(text);
        else if (which == NCOUNTERS || !parse_double(value, &run->counter[which])) exit(1);
    }
}

int main(int argc, char **argv)
{
    if (argc < 9 || argc % 3 != 0) return 1;
    struct results results = made_results(argv[2], argv[3], argv[4], argv[5]);
    for (char **word = argv + 6; *word; word += 3) {
        double seconds = 0, spread = 0;
        char *counters = cut(word[2], '%'), *proof = cut(word[2], '='),
             *reference = cut(word[2], '^'), *iterations = cut(word[2], '#'),
             *code = cut(word[2], '@'), *tilde = cut(word[2], '~');
        if (tilde && !parse_double(tilde, &spread)) return 1;
        bool ok = parse_double(word[2], &seconds);
        struct result_run *run =
            made_case(&results, word[0], word[1], ok ? CASE_OK : status_named(word[2]), seconds);
        if (spread > 0) spread_samples(&results, run, spread);
        if (iterations) run->iterations = strtoull(iterations, NULL, 10);
        if (reference && !parse_double(reference, &run->reference_low)) return 1;
        if (reference) run->reference_high = run->reference_low;
        if (proof) prove(run, proof);
        if (counters) count(&results, run, counters);
        free(run->fingerprint);
        run->fingerprint = made_text(code ? code : "");
    }
    made(results_write(argv[1], &results));
    results_free(&results);
    return 0;
}
