/* make bench-live: reliability of `compare --live` for real solves. A/A: pairs of the same program,
 * beside a noisy neighbour that streams through memory and sleeps, each for a random time. Slower:
 * pairs whose new program makes about 3 % more iterations, without the neighbour. Each pair is a
 * live comparison by itself, at a margin of 1 %, without regard to fingerprints. Prints how many
 * were called faster or slower, with the exact 95 % interval (Clopper and Pearson 1934). Exit code
 * 1 if these numbers are out of their limits.
 *
 *   bench_live WARPMARK [all|aa|slow] [PAIRS [ROUNDS]]
 *
 * Without ROUNDS a pair has as many rounds as it needs to be clear, as in compare without --rounds.
 *
 * Live comparisons use this program as the new one: when it is told to run, it becomes WARPMARK. */
#include <fcntl.h>
#include <inttypes.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "analysis/compare/live_looks.h"
#include "base/process/clock.h"
#include "base/random.h"
#include "harness/live/live_compare.h"
#include "harness/run/selfcheck.h"

enum { AA_PAIRS = 1000, SLOW_PAIRS = 120, SEED = 20261124, STREAMED = 128 << 20, MOST_WORDS = 16 };

#define EPSILON_WORD "BENCH_LIVE_EPSILON" /* of the environment: what the new program is told */

/* slower: an epsilon that needs 2.9 to 3.3 % more iterations than the default one. */
static const struct live_case {
    const char *source, *variant, *slower;
} cases[] = {
    {"tandem:c=15", "jacobi/msr/f64/seq", "epsilon=5.7e-7"},
    {"tandem:c=15", "jacobi/sscan/f64/seq", "epsilon=5.7e-7"},
    {"tandem:c=8", "power/msr/f64/seq", "epsilon=6.3e-7"},
    {"random_dd:n=500,density=0.02", "jacobi/cmsr/f64/seq", "epsilon=5.4e-7"},
};

enum { NCASES = sizeof cases / sizeof *cases };

struct tally {
    size_t pairs, rounds, judged[NJUDGEMENTS];
};

struct request {
    size_t pairs;
    uint64_t rounds; /* 0: as many as make a pair clear */
};

static void demand(enum status status)
{
    if (status == OK) return;
    fprintf(stderr, "bench-live: %s\n", fail_message());
    exit(2);
}

/* Widens the range by the load of now. */
static void look_at_load(double range[2])
{
    double load;
    if (getloadavg(&load, 1) != 1) return;
    range[0] = fmin(range[0], load);
    range[1] = fmax(range[1], load);
}

/* The new program */

static int become_program(int argc, char **argv)
{
    char *words[MOST_WORDS + 2] = {NULL};
    for (int k = 0; k < argc && k < MOST_WORDS; k++) words[k] = argv[k];
    if (argc <= MOST_WORDS) words[argc] = getenv(EPSILON_WORD);
    execv(getenv("WARPMARK"), words);
    perror("bench-live: WARPMARK");
    return 2;
}

/* The neighbour */

/* From 5 ms to 2 s, each scale as likely as another. */
static double draw_seconds(uint64_t k)
{
    const double unit = (double)(random_bits(SEED, 1, k) >> 11) * 0x1p-53;
    return 0.005 * pow(400, unit);
}

static void disturb(void)
{
    unsigned char *bytes = malloc(STREAMED);
    if (!bytes) _exit(2);
    for (uint64_t k = 0;; k += 2) {
        for (double end = clock_now() + draw_seconds(k); clock_now() < end;)
            for (size_t at = 0; at < STREAMED; at += STREAMED / 64)
                memset(bytes + at, (int)k, STREAMED / 64);
        const double nap = draw_seconds(k + 1), whole = floor(nap);
        nanosleep(&(struct timespec){(time_t)whole, (long)(1e9 * (nap - whole))}, NULL);
    }
}

static pid_t start_neighbour(void)
{
    const pid_t pid = fork();
    if (pid == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        disturb();
    }
    if (pid < 0) perror("bench-live: fork"), exit(2);
    return pid;
}

/* Pairs */

/* Its lines, one a round, are as many as ten thousand. */
static enum status compare_quietly(const struct comparison *unclear,
                                   const struct results *const files[NSIDES],
                                   const struct compare_request *judging,
                                   const struct live_request *request, struct live_comparison *out)
{
    fflush(stderr);
    const int kept = dup(STDERR_FILENO), nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
    dup2(nowhere, STDERR_FILENO);
    const enum status status = live_compare(unclear, files, judging, request, out);
    dup2(kept, STDERR_FILENO);
    close(kept);
    close(nowhere);
    return status;
}

/* The live comparison of the one case of file. iterations: of each side; rounds: of the case. */
static enum judgement judge_pair(const struct results *file, const struct request *pairs,
                                 uint64_t seed, uint64_t iterations[NSIDES], double *ratio,
                                 size_t *rounds)
{
    const struct results *const files[NSIDES] = {file, file};
    const struct live_request request = {
        .program = getenv("WARPMARK"),
        .rounds = pairs->rounds ? pairs->rounds : live_looks[LIVE_LOOKS - 1],
        .seconds = INFINITY,
        .seed = seed};
    struct compare_request judging = {.margin = 0.01, .looks = !pairs->rounds, .blind = true};
    struct live_comparison live;
    struct comparison before, after;
    demand(compare_results(file, file, &judging, &before));
    before.cases[0].judgement = JUDGED_UNCLEAR; /* a file is the same as itself */
    demand(compare_quietly(&before, files, &judging, &request, &live));
    judging.live = live.results;
    demand(compare_results(file, file, &judging, &after));
    const struct compared_case *c = &after.cases[0];
    *rounds = c->live;
    if (c->live < FEWEST_ROUNDS || isnan(c->ratio.ratio))
        demand(fail(ERROR_ENVIRONMENT, "%s was not timed: %s", file->problems[0].source, c->note));
    for (int side = 0; side < NSIDES; side++)
        iterations[side] = live.results[side].runs[0].iterations;
    const enum judgement judgement = c->judgement;
    *ratio = c->ratio.ratio;
    comparison_free(&after);
    comparison_free(&before);
    live_free(&live);
    return judgement;
}

/* The exact interval */

/* How likely k or fewer of n are, where each is with probability p. */
static double binomial_below(size_t n, size_t k, double p)
{
    double sum = 0, of = (double)n;
    for (size_t j = 0; j <= k; j++) {
        const double some = (double)j;
        sum += exp(lgamma(of + 1) - lgamma(some + 1) - lgamma(of - some + 1) + some * log(p) +
                   (of - some) * log1p(-p));
    }
    return sum;
}

/* The p at which k or fewer of n are as likely as that. */
static double solve_binomial(size_t n, size_t k, double likely)
{
    double low = 0, high = 1;
    for (int step = 0; step < 60; step++) {
        const double p = 0.5 * (low + high);
        if (binomial_below(n, k, p) > likely) low = p;
        else high = p;
    }
    return 0.5 * (low + high);
}

static void say_share(const char *what, size_t k, size_t n)
{
    const double low = k ? solve_binomial(n, k - 1, 0.975) : 0,
                 high = k < n ? solve_binomial(n, k, 0.025) : 1;
    printf("%s: %zu of %zu, %.2f %% [%.2f %%, %.2f %%]\n", what, k, n, 100 * (double)k / (double)n,
           100 * low, 100 * high);
}

/* All of it */

static void say_row(const struct live_case *c, const struct tally *t, const uint64_t *iterations,
                    double count, double logs)
{
    printf("%-29s %-21s %5zu %6zu %6zu %5zu %7zu  %6.2f %%  %" PRIu64 " -> %" PRIu64 "\n",
           c->source, c->variant, t->pairs, t->judged[JUDGED_FASTER], t->judged[JUDGED_SLOWER],
           t->judged[JUDGED_SAME], t->judged[JUDGED_UNCLEAR], 100 * expm1(logs / count),
           iterations[BASE], iterations[FRESH]);
}

static void measure(const struct request *request, bool slower, struct tally *all)
{
    const size_t pairs = request->pairs;
    const double start = clock_now();
    double load[2] = {INFINITY, 0};
    struct results file[NCASES];
    struct tally tally[NCASES] = {{0}};
    uint64_t iterations[NCASES][NSIDES];
    double logs[NCASES] = {0}, ratio;
    size_t rounds;
    for (size_t c = 0; c < NCASES; c++)
        demand(selfcheck_cases(cases[c].source, cases[c].variant, 1, "bench-live", &file[c]));
    for (size_t k = 0; k < pairs; k++) {
        const size_t c = k % NCASES;
        unsetenv(EPSILON_WORD);
        if (slower) setenv(EPSILON_WORD, cases[c].slower, 1);
        const enum judgement judgement =
            judge_pair(&file[c], request, k, iterations[c], &ratio, &rounds);
        tally[c].pairs++;
        all->rounds += rounds;
        tally[c].judged[judgement]++;
        logs[c] += log(ratio);
        look_at_load(load);
        if ((k + 1) % 100 == 0) fprintf(stderr, "bench-live: %zu of %zu pairs\n", k + 1, pairs);
    }
    puts("problem                       variant               pairs faster slower  same unclear  "
         "  mean  iterations");
    for (size_t c = 0; c < NCASES; c++) {
        if (tally[c].pairs)
            say_row(&cases[c], &tally[c], iterations[c], (double)tally[c].pairs, logs[c]);
        all->pairs += tally[c].pairs;
        for (int j = 0; j < NJUDGEMENTS; j++) all->judged[j] += tally[c].judged[j];
        results_free(&file[c]);
    }
    printf("load %.2f to %.2f on %ld cores, %.1f rounds a pair, %.0f s\n", load[0], load[1],
           sysconf(_SC_NPROCESSORS_ONLN), (double)all->rounds / (double)all->pairs,
           clock_now() - start);
}

static bool measure_aa(const struct request *request)
{
    struct tally all = {0};
    puts("A/A beside a noisy neighbour, margin 1 %");
    const pid_t neighbour = start_neighbour();
    measure(request, false, &all);
    kill(neighbour, SIGKILL);
    waitpid(neighbour, NULL, 0);
    const size_t called = all.judged[JUDGED_FASTER] + all.judged[JUDGED_SLOWER];
    say_share("false verdicts", called, all.pairs);
    return 100 * called <= all.pairs;
}

static bool measure_slow(const struct request *request)
{
    struct tally all = {0};
    puts("slower by about 3 %, no neighbour, margin 1 %");
    measure(request, true, &all);
    say_share("found slower", all.judged[JUDGED_SLOWER], all.pairs);
    return 100 * all.judged[JUDGED_SLOWER] >= 95 * all.pairs;
}

/* otherwise: where there is no such word. 0: it is no number. */
static uint64_t number_of(int argc, char **argv, int which, uint64_t otherwise)
{
    return argc > which ? strtoull(argv[which], NULL, 10) : otherwise;
}

int main(int argc, char **argv)
{
    if (argc > 1 && !strcmp(argv[1], "run")) return become_program(argc, argv);
    const char *part = argc > 2 ? argv[2] : "all";
    const bool all = !strcmp(part, "all"), aa = all || !strcmp(part, "aa"),
               slow = all || !strcmp(part, "slow");
    const uint64_t rounds = number_of(argc, argv, 4, 0);
    const struct request equal = {number_of(argc, argv, 3, AA_PAIRS), rounds},
                         slower = {number_of(argc, argv, 3, SLOW_PAIRS), rounds};
    if (argc < 2 || !(aa || slow) || equal.pairs == 0 ||
        (argc > 4 && rounds < FEWEST_ROUNDS)) {
        fprintf(stderr, "bench_live WARPMARK [all|aa|slow] [PAIRS [ROUNDS]]; %d rounds at least\n",
                FEWEST_ROUNDS);
        return 2;
    }
    setenv("WARPMARK", argv[1], 1);
    setenv("XDG_STATE_HOME", "/dev/null", 1); /* no noise floor is known */
    bool good = true;
    if (aa) good = measure_aa(&equal);
    if (slow) good = measure_slow(&slower) && good;
    puts(good ? "as it should be"
              : "NOT as it should be: at most 1 % of A/A called, at least 95 % of the slower ones");
    return good ? 0 : 1;
}
