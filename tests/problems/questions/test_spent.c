/* Paths whose bound is of a reward: random decision processes and chains from files, each operator
 * with each kind of bound, against plain sweeps over pairs of a state and of what was paid. And
 * what is refused. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "problems/problem.h"
#include "prove/prove.h"
#include "tests/support/cmocka.h"
#include "tests/support/exact/small.h"
#include "tests/support/scratch.h"
#include "tests/support/seed.h"

enum { STATES = 5, CHOICES = 3, MOST_PAID = 16 };

/* Rewards and bounds are in halves; probabilities in eighths. */
struct drawn {
    uint32_t n, choices[STATES], in_state[STATES], on_choice[STATES][CHOICES];
    uint32_t eighths[STATES][CHOICES][STATES];
    bool a[STATES], b[STATES];
};

struct asked {
    int operator, lower, upper; /* -1: no bound */
    bool lower_strict, upper_strict, largest;
};

static const char operators[] = "FGUWR";

static struct drawn draw_process(bool decides)
{
    struct drawn d = {.n = 2 + (uint32_t)draw(STATES - 1)};
    for (uint32_t i = 0; i < d.n; i++) {
        d.choices[i] = decides ? 1 + (uint32_t)draw(CHOICES) : 1;
        d.in_state[i] = draw(3) ? 0 : (uint32_t)draw(4);
        d.a[i] = draw(4) != 0;
        d.b[i] = draw(3) == 0;
        for (uint32_t c = 0; c < d.choices[i]; c++) {
            d.on_choice[i][c] = draw(2) ? 0 : (uint32_t)draw(5);
            for (int k = 0; k < 8; k++) d.eighths[i][c][draw(d.n)]++;
        }
    }
    return d;
}

static FILE *open_file(const char *name)
{
    FILE *file = fopen(scratch_path(name), "w");
    assert_non_null(file);
    return file;
}

/* Writes "i [c] ", "i [c] j value" and so on: a chain has no choices. */
static void put_place(FILE *to, bool decides, uint32_t i, uint32_t c)
{
    if (decides) fprintf(to, "%u %u", i, c);
    else fprintf(to, "%u", i);
}

static void write_process(const struct drawn *d, bool decides)
{
    FILE *tra = open_file("m.tra"), *trew = open_file("m.trew"), *srew = open_file("m.srew"),
         *lab = open_file("m.lab");
    uint32_t entries = 0, rows = 0;
    for (uint32_t i = 0; i < d->n; rows += d->choices[i++])
        for (uint32_t c = 0; c < d->choices[i]; c++)
            for (uint32_t j = 0; j < d->n; j++) entries += d->eighths[i][c][j] > 0;
    if (decides) fprintf(tra, "%u %u %u\n", d->n, rows, entries);
    else fprintf(tra, "%u %u\n", d->n, entries);
    if (decides) fprintf(trew, "%u %u %u\n", d->n, rows, entries);
    else fprintf(trew, "%u %u\n", d->n, entries);
    fprintf(srew, "# Reward structure \"cost\"\n# State rewards\n%u %u\n", d->n, d->n);
    fprintf(lab, "0=\"init\" 1=\"deadlock\" 2=\"a\" 3=\"b\"\n");
    for (uint32_t i = 0; i < d->n; i++) {
        fprintf(srew, "%u %.17g\n", i, 0.5 * d->in_state[i]);
        if (i == 0 || d->a[i] || d->b[i])
            fprintf(lab, "%u:%s%s%s\n", i, i ? "" : " 0", d->a[i] ? " 2" : "", d->b[i] ? " 3" : "");
        for (uint32_t c = 0; c < d->choices[i]; c++)
            for (uint32_t j = 0; j < d->n; j++) {
                if (!d->eighths[i][c][j]) continue;
                put_place(tra, decides, i, c);
                put_place(trew, decides, i, c);
                fprintf(tra, " %u %.17g\n", j, d->eighths[i][c][j] / 8.0);
                fprintf(trew, " %u %.17g\n", j, 0.5 * d->on_choice[i][c]);
            }
    }
    fclose(tra);
    fclose(trew);
    fclose(srew);
    fclose(lab);
}

/* The plain value: the least solution, from below. Returns the probability of `through U goal`. */
static double plain_until(const struct drawn *d, const struct asked *q, const bool *through,
                          const bool *goal, bool largest)
{
    static double x[STATES][MOST_PAID + 1];
    double change = 1;
    memset(x, 0, sizeof x);
    for (int k = 0; k < 200000 && change > 0; k++) {
        change = 0;
        for (uint32_t i = 0; i < d->n; i++)
            for (int paid = 0; paid <= MOST_PAID; paid++) {
                const bool low = q->lower < 0 || paid >= q->lower + q->lower_strict,
                           high = q->upper < 0 || paid <= q->upper - q->upper_strict;
                double best = largest ? 0 : 1;
                if (goal[i] && low && high) best = 1;
                else if (!through[i] || !high) best = 0;
                else
                    for (uint32_t c = 0; c < d->choices[i]; c++) {
                        const int then = paid + (int)(d->in_state[i] + d->on_choice[i][c]);
                        double sum = 0;
                        for (uint32_t j = 0; j < d->n; j++)
                            sum += d->eighths[i][c][j] / 8.0 *
                                   x[j][then < MOST_PAID ? then : MOST_PAID];
                        best = largest ? fmax(best, sum) : fmin(best, sum);
                    }
                change = fmax(change, best - x[i][paid]);
                x[i][paid] = best;
            }
    }
    return x[0][0];
}

static double plain_value(const struct drawn *d, const struct asked *q)
{
    bool through[STATES], goal[STATES];
    const char op = operators[q->operator];
    const bool complement = op == 'G' || op == 'W' || op == 'R';
    for (uint32_t i = 0; i < d->n; i++) {
        const bool a = d->a[i], b = d->b[i];
        through[i] = op == 'U' ? a : op == 'W' ? a && !b : op == 'R' ? !a : true;
        goal[i] = op == 'G' || op == 'R' ? !b : op == 'W' ? !a && !b : b;
    }
    const double value = plain_until(d, q, through, goal, q->largest != complement);
    return complement ? 1 - value : value;
}

static struct asked draw_question(void)
{
    struct asked q = {.operator=(int) draw(5), .lower = -1, .upper = -1, .largest = draw(2)};
    const int form = (int)draw(3), bound = (int)draw(MOST_PAID / 2);
    if (form != 0 && operators[q.operator] != 'W') q.lower = bound;
    if (form != 1 || q.lower < 0) q.upper = q.lower < 0 ? bound : bound + (int)draw(4);
    if (q.lower < 0) q.upper_strict = q.upper > 0 && draw(2);
    if (q.upper < 0) q.lower_strict = draw(2);
    return q;
}

static void put_question(const struct asked *q, bool decides, char *out, size_t size)
{
    static const char *const names[] = {"{\"cost\"}%s", "{1}%s", "^{rew{\"cost\"}%s}"};
    char bound[80], named[120], operand[80];
    const double lower = 0.5 * q->lower, upper = 0.5 * q->upper;
    const char op = operators[q->operator];
    if (q->lower >= 0 && q->upper >= 0) snprintf(bound, sizeof bound, "[%g,%g]", lower, upper);
    else if (q->lower >= 0)
        snprintf(bound, sizeof bound, "%s%g", q->lower_strict ? ">" : ">=", lower);
    else snprintf(bound, sizeof bound, "%s%g", q->upper_strict ? "<" : "<=", upper);
    snprintf(named, sizeof named, names[draw(3)], bound);
    snprintf(operand, sizeof operand, "%s", op == 'F' || op == 'G' ? "" : "\"a\" ");
    snprintf(out, size, "%s:type=%s,reward=m.srew,prop=P%s=?[%s%c%s \"b\"]", scratch_path("m.tra"),
             decides ? "mdp" : "dtmc", decides ? q->largest ? "max" : "min" : "", operand, op,
             named);
}

static void values_are_those_of_plain_sweeps(void **state)
{
    const unsigned long cases = small_cases(150);
    unsigned long between = 0;
    (void)state;
    for (unsigned long k = 0; k < cases; k++) {
        const bool decides = draw(3) > 0;
        const struct drawn d = draw_process(decides);
        const struct asked q = draw_question();
        const double wanted = plain_value(&d, &q);
        struct problem problem;
        struct prove_settings settings = DEFAULT_PROVE_SETTINGS;
        char source[400];
        write_process(&d, decides);
        put_question(&q, decides, source, sizeof source);
        assert_ok(problem_open(source, &problem));
        assert_ok(prove_problem(&problem, &settings));
        const double low = problem.proof.value_low, high = problem.proof.value_high;
        if (!(low - 1e-9 <= wanted && wanted <= high + 1e-9 && high - low < 1e-6))
            fail_msg("%s: [%.17g, %.17g], not %.17g", source, low, high, wanted);
        between += wanted > 0 && wanted < 1;
        problem_free(&problem);
    }
    assert_true(between > cases / 20);
}

static void refuses(const char *source, const char *message)
{
    struct problem problem;
    assert_int_equal(problem_open(source, &problem), ERROR_INPUT);
    if (!strstr(fail_message(), message))
        fail_msg("%s: '%s' does not say '%s'", source, fail_message(), message);
}

static void ask(const char *question, const char *message)
{
    char source[400];
    snprintf(source, sizeof source, "%s:type=dtmc,reward=m.srew,prop=%s", scratch_path("m.tra"),
             question);
    refuses(source, message);
}

static void write_file(const char *name, const char *text)
{
    FILE *file = open_file(name);
    fputs(text, file);
    fclose(file);
}

static void what_cannot_be_counted_is_refused(void **state)
{
    (void)state;
    write_file("m.tra", "2 3\n0 0 0.5\n0 1 0.5\n1 1 1\n");
    write_file("m.lab", "0=\"init\" 1=\"deadlock\" 2=\"b\"\n0: 0\n1: 2\n");
    write_file("m.srew", "# Reward structure \"cost\"\n2 1\n0 1\n");
    write_file("m.trew", "# Reward structure \"cost\"\n2 1\n0 1 3\n");
    ask("P=?[F{\"cost\"}<=5 \"b\"]", "reward 'cost' may differ between transitions of one choice");
    write_file("m.trew", "# Reward structure \"cost\"\n2 2\n0 0 3\n0 1 3\n");
    ask("P=?[F{\"cots\"}<=5 \"b\"]", "the model has no reward 'cots', did you mean 'cost'?");
    ask("P=?[F{\"cost\"}<=0-1 \"b\"]", "no path pays -1 or less");
    ask("P=?[F{\"cost\"}<0 \"b\"]", "no path pays less than 0");
    ask("P=?[F{\"cost\"}<=1e10 \"b\"]", "1e+10 is too large a bound");
    ask("P=?[F{\"cost\"}[4,2] \"b\"]", "the upper bound 2 is below the lower bound 4");
    ask("P=?[(F{\"cost\"}<=4 \"b\") & (F \"b\")]", "in a P=?[...] of one operator of paths only");
    ask("R=?[F{\"cost\"}<=4 \"b\"]", "");
    ask("E[F{\"cost\"}<=4 \"b\"]", "in a P=?[...] of one operator of paths only");
    ask("P=?[X{\"cost\"}<=4 \"b\"]", "X is one step, and takes no bound");
    ask("P=?[F^{cost{\"cost\"}<=4} \"b\"]", "a bound of a reward is F^{rew{\"name\"}<=5}");
    write_file("m.srew", "# Reward structure \"cost\"\n2 1\n0 0.1\n");
    ask("P=?[F{\"cost\"}<=5 \"b\"]",
        "reward 'cost' has the value 3.1000000000000001: only whole numbers and multiples of "
        "1/1024 are counted");
    refuses("kanban:t=1,prop=P=?[F{\"throughput\"}<=5 true]",
            "rewards of a CTMC grow with time, so none can be counted as a bound");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_are_those_of_plain_sweeps),
        cmocka_unit_test(what_cannot_be_counted_is_refused),
    };
    seed_begin();
    return cmocka_run_group_tests_name("spent", tests, scratch_create, scratch_remove);
}
