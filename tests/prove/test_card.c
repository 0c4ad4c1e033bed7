/* Proofs that a GPU makes: for every generator at two sizes they are as good as the host's, with
 * the answer of a solve as a candidate and without one; the host's check takes their vectors; and
 * where the GPU cannot make a proof, the host does and the note says so. Without a GPU the last
 * alone is tested. Arguments are sources to take instead, such as for compute-sanitizer. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "problems/problem.h"
#include "prove/prove.h"
#include "solvers/registry.h"
#include "tests/support/cmocka.h"


static const double width = 1e-9;

static const char *const sources[] = {"tandem:c=31",
                                      "tandem:c=255",
                                      "tandem:c=31,property=2",
                                      "tandem:c=31,property=4",
                                      "cluster:n=8",
                                      "cluster:n=64",
                                      "cluster:n=16,property=3",
                                      "kanban:t=2",
                                      "kanban:t=3",
                                      "fms:n=2",
                                      "fms:n=4",
                                      "polling:n=7",
                                      "polling:n=11",
                                      "polling:n=7,property=2",
                                      "polling:n=11,property=2",
                                      "herman:n=9",
                                      "herman:n=11",
                                      "brp:n=16,max=2",
                                      "brp:n=64,max=4",
                                      "leader_sync:n=3,k=3",
                                      "leader_sync:n=4,k=4",
                                      "embedded:max=2",
                                      "embedded:max=8",
                                      "cell:n=20",
                                      "cell:n=100",
                                      "dice",
                                      "two_dice",
                                      "biased_die:n=667",
                                      "biased_die:n=2000",
                                      "markov:n=100",
                                      "firewire",
                                      "haddad_monmege:n=6",
                                      "haddad_monmege:n=12",
                                      "knacl:n1=5,n2=5,n3=5",
                                      "knacl",
                                      "quicksort:n=92",
                                      "quicksort:n=173",
                                      "random_dd:n=200,density=0.1",
                                      "random_dd:n=2000,density=0.05"};

static char **given; /* sources of the command line; ends with NULL */

static const struct place *gpu(void)
{
    const struct place *place = find_place("cuda");
    return place && place->probe() == OK ? place : NULL;
}

static double relative_width(const struct problem *problem)
{
    const double low = problem->proof.value_low, high = problem->proof.value_high;
    return low == high ? 0 : (high - low) / 2 / fmax(fabs(low), fabs(high));
}

/* Proves a problem at a place. Returns false if there is no such source here. */
static bool prove_at(const char *source, const struct place *place, const double *candidate,
                     struct problem *out)
{
    const struct prove_settings settings = {
        .width = width, .seconds = 60, .place = place, .candidate = candidate};
    if (problem_open(source, out) != OK) {
        printf("%s: %s\n", source, fail_message());
        return false;
    }
    assert_ok(prove_problem(out, &settings));
    return true;
}

/* The bound of a proof is the host's, or narrower, or as narrow as was wanted. */
static void assert_as_good(const char *what, const struct problem *card, const struct problem *host)
{
    assert_int_equal(card->proof.x != NULL, host->proof.x != NULL);
    if (!host->proof.x) return;
    const double its = relative_width(host), own = relative_width(card);
    if (!isnan(its) && !(own <= fmax(1.01 * its, width)))
        fail_msg("%s %s: %g, and the host %g", card->source, what, own, its);
    for (uint32_t c = 0; card->kind == KIND_STEADY && c < card->steady.nclasses; c++)
        if (card->steady.probability[c] > 0 &&
            !(card->proof.distance[c] <= fmax(1.01 * host->proof.distance[c], width)))
            fail_msg("%s %s: distance %g, and the host %g", card->source, what,
                     card->proof.distance[c], host->proof.distance[c]);
}

/* The host's check finds what the GPU's has found. */
static void assert_checked(struct problem *card)
{
    struct problem_proof *proof = &card->proof;
    const double low = proof->value_low, high = proof->value_high;
    if (!proof->x) return;
    double **again[] = {&proof->drift, &proof->distance, &proof->times.scale, &proof->times.slack};
    for (size_t k = 0; k < sizeof again / sizeof *again; k++) {
        free(*again[k]);
        *again[k] = NULL;
    }
    assert_ok(prove_check(card, false, 0));
    assert_non_null(proof->x);
    const double off = 1e-12 * fmax(fabs(low), fabs(high));
    if (!isnan(low) && isfinite(high))
        assert_true(fabs(proof->value_low - low) <= off && fabs(proof->value_high - high) <= off);
}

static void compare(const char *source, const struct place *card)
{
    struct problem host, there, again;
    if (!prove_at(source, NULL, NULL, &host)) return;
    assert_true(prove_at(source, card, NULL, &there));
    assert_as_good("alone", &there, &host);
    if (host.proof.x) {
        assert_true(prove_at(source, card, host.proof.x, &again));
        assert_as_good("with a candidate", &again, &host);
        assert_checked(&again);
        problem_free(&again);
    }
    assert_checked(&there);
    problem_free(&there);
    problem_free(&host);
}

static void test_as_good_as_the_host(void **state)
{
    const struct place *card = gpu();
    for (char **source = given; card && *source; source++) compare(*source, card);
    for (size_t k = 0; card && !*given && k < sizeof sources / sizeof *sources; k++)
        compare(sources[k], card);
    if (!card) skip();
}

/* A place whose card cannot be opened. */
static enum status no_card(void)
{
    return (fail)(ERROR_ENVIRONMENT, "the card is gone");
}

static void test_no_card(void **state)
{
    const struct place *cuda = find_place("cuda");
    struct problem problem;
    if (!cuda || !cuda->placed) skip();
    struct place gone = *cuda;
    gone.probe = no_card;
    assert_true(prove_at("tandem:c=7", &gone, NULL, &problem));
    assert_non_null(problem.proof.x);
    assert_non_null(strstr(problem.proof.note, "made on the host: the card is gone"));
    problem_free(&problem);
}

int main(int argc, char **argv)
{
    given = argv + 1;
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_as_good_as_the_host),
                                       cmocka_unit_test(test_no_card)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
