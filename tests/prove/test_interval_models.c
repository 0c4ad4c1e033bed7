/* Models with intervals of probabilities, from their files to their proofs, against exact values:
 * of each scheduler, the best of all choices of vertices of the intervals' polytopes. Bounds that
 * are accepted are true, also those that are forged. */
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/text.h"
#include "certify/optimum.h"
#include "prove/prove.h"
#include "tests/support/cmocka.h"
#include "tests/support/exact/best_value.h"
#include "tests/support/exact/exact.h"
#include "tests/support/exact/small.h"
#include "tests/support/scratch.h"
#include "tests/support/seed.h"

enum { STATES = 5, ROWS = 2 * STATES, VERTICES = 40, MOST_CHOICES = 600 };

/* A model; numbers are multiples of 2^-20, so that vertices are doubles. up = 0: no transition. */
struct model {
    uint32_t n, rows, group[STATES + 1];
    bool rare; /* some transition is rarer than once in 10,000 */
    double low[ROWS][STATES], up[ROWS][STATES], reward[STATES];
    uint8_t goal[STATES], bad[STATES];
};

/* What is asked; [0] is the smallest, [1] the largest, of schedulers and of nature. */
struct asked {
    bool rewards, largest, nature;
};

struct values {
    mpq_t x[STATES];
    bool infinite[STATES];
};

static struct exact exact;
static struct values values[2][2], some; /* by scheduler and nature */

/* Models */

/* A point of the simplex first, and bounds on both sides of it. */
static void draw_row(struct model *m, uint32_t r)
{
    const double unit = draw(8) ? 0x1p-4 : 0x1p-20;
    double p[STATES] = {0}, left = 1;
    m->rare |= unit < 1e-4;
    uint32_t last = (uint32_t)draw(m->n);
    for (uint64_t more = draw(4); more; more--) {
        const uint32_t j = (uint32_t)draw(m->n);
        const double x = unit * (double)(1 + draw(4));
        if (j != last && p[j] == 0 && left - x > 0.25) p[j] = x, left -= x;
    }
    p[last] = left;
    const bool point = draw(4) == 0;
    for (uint32_t j = 0; j < m->n; j++) {
        m->low[r][j] = m->up[r][j] = p[j];
        if (p[j] == 0 || point) continue;
        m->low[r][j] = fmax(unit, p[j] - unit * (double)draw(6));
        m->up[r][j] = fmin(1, p[j] + unit * (double)draw(6));
    }
}

static void draw_model(struct model *m)
{
    *m = (struct model){.n = 2 + (uint32_t)draw(STATES - 1)};
    for (uint32_t i = 0; i < m->n; i++) {
        m->group[i] = m->rows;
        for (uint64_t more = 1 + draw(2); more; more--) draw_row(m, m->rows++);
        m->goal[i] = i == m->n - 1;
        m->bad[i] = i + 1 < m->n && i && draw(4) == 0;
        m->reward[i] = (double)draw(3);
    }
    m->group[m->n] = m->rows;
}

/* Writes the files of a model. */
static void write_model(const struct model *m)
{
    char *tra, *lab, *srew;
    uint32_t count = 0;
    for (uint32_t r = 0; r < m->rows; r++)
        for (uint32_t j = 0; j < m->n; j++) count += m->up[r][j] > 0;
    assert_ok(format_text(&tra, "%u %u %u\n", m->n, m->rows, count));
    assert_ok(format_text(&lab, "0=\"init\" 1=\"goal\" 2=\"bad\"\n0: 0\n"));
    assert_ok(format_text(&srew, "%u %u\n", m->n, m->n));
    for (uint32_t i = 0; i < m->n; i++) {
        for (uint32_t r = m->group[i]; r < m->group[i + 1]; r++)
            for (uint32_t j = 0; j < m->n; j++)
                if (m->up[r][j] > 0)
                    assert_ok(append_text(&tra, "%u %u %u [%.17g,%.17g]\n", i, r - m->group[i], j,
                                          m->low[r][j], m->up[r][j]));
        if (m->goal[i] || m->bad[i])
            assert_ok(
                append_text(&lab, "%u:%s%s\n", i, m->goal[i] ? " 1" : "", m->bad[i] ? " 2" : ""));
        assert_ok(append_text(&srew, "%u %g\n", i, m->reward[i]));
    }
    scratch_write("m.tra", tra);
    scratch_write("m.lab", lab);
    scratch_write("m.srew", srew);
    free(tra);
    free(lab);
    free(srew);
}

/* Exact values */

/* A process whose rows are vertices. */
struct vertices {
    struct optimum o;
    struct matrix a;
    uint32_t group[STATES + 1], col[STATES * VERTICES * STATES];
    uint64_t row[STATES * VERTICES + 1];
    double val[STATES * VERTICES * STATES], diag[STATES * VERTICES], b[STATES * VERTICES];
    uint8_t stated[STATES];
};

static void add_vertex(uint32_t n, uint32_t i, const double *p, double b, struct vertices *v)
{
    const uint32_t r = v->a.off.rows++;
    assert_true(r < STATES * VERTICES);
    v->row[r + 1] = v->row[r];
    for (uint32_t j = 0; j < n; j++) {
        if (j == i || p[j] == 0) continue;
        v->col[v->row[r + 1]] = j;
        v->val[v->row[r + 1]++] = -p[j];
    }
    v->diag[r] = 1 - p[i];
    v->b[r] = b;
}

/* All but one entry of a vertex are at a bound. */
static void add_vertices(const struct model *m, uint32_t i, uint32_t r, double b,
                         struct vertices *v)
{
    const double *low = m->low[r], *up = m->up[r];
    const uint32_t first = v->a.off.rows;
    for (uint32_t sides = 0; sides < 1u << m->n; sides++)
        for (uint32_t free = 0; free < m->n; free++) {
            double p[STATES], rest = 1;
            bool known = sides >> free & 1 || up[free] == 0;
            for (uint32_t j = 0; j < m->n; j++) {
                p[j] = sides >> j & 1 ? up[j] : low[j];
                known |= (sides >> j & 1) && low[j] == up[j];
                if (j != free) rest -= p[j];
            }
            p[free] = rest;
            if (!known && rest >= low[free] && rest <= up[free] && v->a.off.rows - first < VERTICES)
                add_vertex(m->n, i, p, b, v);
        }
}

/* The vertices of the rows that a scheduler takes. Returns false if nature has too many choices. */
static bool make_vertices(const struct model *m, const uint32_t *choice, struct asked asked,
                          struct vertices *v)
{
    double choices = 1;
    memset(v, 0, sizeof *v);
    for (uint32_t i = 0; i < m->n; i++) {
        v->stated[i] = m->goal[i] || (m->bad[i] && !asked.rewards);
        if (v->stated[i]) {
            const double none[STATES] = {0};
            add_vertex(m->n, i, none, m->goal[i] && !asked.rewards, v);
        } else add_vertices(m, i, choice[i], asked.rewards ? m->reward[i] : 0, v);
        v->group[i + 1] = v->a.off.rows;
        choices *= v->group[i + 1] - v->group[i];
    }
    v->a.off = (struct csr){v->a.off.rows, v->row[v->a.off.rows], v->row, v->col, v->val};
    v->a.diag = v->diag;
    v->a.group = v->group;
    v->a.ngroups = m->n;
    v->o = (struct optimum){.a = &v->a,
                            .reading = {.balanced = true},
                            .b = v->b,
                            .stated = v->stated,
                            .largest = asked.nature,
                            .rewards = asked.rewards};
    return choices <= MOST_CHOICES;
}

static bool next_scheduler(const struct model *m, uint32_t *choice)
{
    for (uint32_t i = 0; i < m->n; i++) {
        if (++choice[i] < m->group[i + 1]) return true;
        choice[i] = m->group[i];
    }
    return false;
}

static void take_better(uint32_t n, bool largest, bool first, struct values *best)
{
    for (uint32_t i = 0; i < n; i++) {
        const bool infinite = some.infinite[i], was = best->infinite[i];
        const int order = infinite || was ? infinite - was : mpq_cmp(some.x[i], best->x[i]);
        if (!first && !(largest ? order > 0 : order < 0)) continue;
        best->infinite[i] = infinite;
        mpq_set(best->x[i], some.x[i]);
    }
}

/* Values of all four kinds. Returns false if there are too many cases. */
static bool find_values(const struct model *m, bool rewards)
{
    static struct vertices v;
    for (int nature = 0; nature < 2; nature++) {
        uint32_t choice[STATES];
        bool first = true;
        memcpy(choice, m->group, m->n * sizeof *choice);
        do {
            if (!make_vertices(m, choice, (struct asked){rewards, false, nature}, &v)) return false;
            best_values(&v.o, &exact, some.x, some.infinite);
            for (int largest = 0; largest < 2; largest++)
                take_better(m->n, largest, first, &values[largest][nature]);
            first = false;
        } while (next_scheduler(m, choice));
    }
    return true;
}

/* Checks */

static bool is_true(const struct values *of, uint32_t n, enum side side, const double *x)
{
    for (uint32_t i = 0; i < n; i++) {
        if (isinf(x[i]) && x[i] > 0 && (side == ABOVE || of->infinite[i])) continue;
        if (isnan(x[i]) || isinf(x[i])) return false;
        if (of->infinite[i] && side == BELOW) continue;
        mpq_set_d(some.x[0], x[i]);
        const int off = mpq_cmp(some.x[0], of->x[i]);
        if (of->infinite[i] || (side == ABOVE ? off < 0 : off > 0)) return false;
    }
    return true;
}

/* Values that are rounded or wrong. */
static void forge(const struct values *of, uint32_t n, double *x)
{
    const double off = ldexp(1, -(int)draw(54));
    for (uint32_t i = 0; i < n; i++) {
        x[i] = of->infinite[i] ? (draw(2) ? INFINITY : 9) : mpq_get_d(of->x[i]);
        if (draw(2)) x[i] *= 1 + off * (draw_unit() - 0.5);
    }
    if (draw(3) == 0) x[draw(n)] = draw_unit() * 2;
    if (draw(6) == 0)
        for (uint32_t i = 0, to = (uint32_t)draw(n); i < n; i++) x[i] = fmax(x[i], x[to]);
}

/* Returns how many forged vectors were accepted, all of which are true. */
static unsigned try_forged(const struct problem *problem, const struct values *of)
{
    const struct linear *all = &problem->optimum.original;
    const uint32_t n = all->a.ngroups;
    const struct optimum o = {.a = &all->a,
                              .reading = problem->reading,
                              .b = all->b,
                              .stated = problem->optimum.stated,
                              .largest = problem->optimum.largest,
                              .nature_largest = problem->optimum.nature_largest,
                              .rewards = problem->range == RANGE_NOT_NEGATIVE};
    unsigned accepted = 0;
    for (int k = 0; k < 20; k++) {
        const enum side side = draw(2) ? ABOVE : BELOW;
        double x[STATES];
        uint32_t rank[STATES];
        forge(of, n, x);
        for (uint32_t i = 0; i < n; i++)
            rank[i] = draw(4) && problem->proof.rank ? problem->proof.rank[i] : (uint32_t)draw(4);
        const bool taken = side == ABOVE ? certify_above(&o, x, rank) : certify_below(&o, x, rank);
        accepted += taken;
        if (taken && !is_true(of, n, side, x)) fail_msg("a false bound was accepted");
    }
    return accepted;
}

static void open_question(struct asked asked, struct problem *problem)
{
    char *source;
    assert_ok(format_text(&source, "%s:type=imdp,prop=%s%s%s=?[%s\"goal\"]", scratch_path("m.tra"),
                          asked.rewards ? "R" : "P", asked.largest ? "max" : "min",
                          asked.nature ? "max" : "min", asked.rewards ? "F " : "!\"bad\" U "));
    assert_ok(problem_open(source, problem));
    free(source);
}

struct counts {
    unsigned tried[2], narrow[2], accepted; /* [1]: of models with rare transitions */
};

static void try_question(const struct model *m, struct asked asked, struct counts *counts)
{
    struct problem problem;
    struct prove_settings settings = DEFAULT_PROVE_SETTINGS;
    const struct values *of = &values[asked.largest][asked.nature];
    settings.seconds = 0.5;
    open_question(asked, &problem);
    assert_ok(prove_problem(&problem, &settings));
    const struct problem_proof *proof = &problem.proof;
    const double low = proof->value_low, high = proof->value_high;
    if (of->infinite[0]) assert_true(!proof->x || low == INFINITY);
    else if (proof->x) {
        double x[STATES] = {low};
        const uint32_t one = 1;
        if (!is_true(of, one, BELOW, x) || (x[0] = high, !is_true(of, one, ABOVE, x)))
            fail_msg("%.17g is not in [%.17g, %.17g]", mpq_get_d(of->x[0]), low, high);
    }
    const bool narrow = proof->x && (low == high || high - low <= 2.1e-9 * high);
    if (!narrow) printf("[%.17g, %.17g], %s\n", low, high, proof->note);
    counts->tried[m->rare]++;
    counts->narrow[m->rare] += narrow;
    counts->accepted += try_forged(&problem, of);
    problem_free(&problem);
}

static void intervals_contain_values(void **state)
{
    struct counts counts = {0};
    (void)state;
    for (int k = 0; k < small_cases(200); k++) {
        struct model m;
        const bool rewards = k % 2;
        do draw_model(&m);
        while (!find_values(&m, rewards));
        write_model(&m);
        for (int q = 0; q < 4; q++)
            try_question(&m, (struct asked){rewards, q / 2, q % 2}, &counts);
    }
    for (int rare = 0; rare < 2; rare++)
        printf("%s: %u tried, %u narrow\n", rare ? "rare" : "usual", counts.tried[rare],
               counts.narrow[rare]);
    printf("%u forged vectors accepted, all true\n", counts.accepted);
    assert_true(counts.tried[0] > 100 && counts.tried[1] > 30);
    assert_int_equal(counts.narrow[0], counts.tried[0]);
    assert_true(10 * counts.narrow[1] > 8 * counts.tried[1]);
    assert_true(counts.accepted > counts.tried[0]);
}

static void for_each_value(void (*make)(mpq_t))
{
    for (int k = 0; k < STATES; k++) {
        make(some.x[k]);
        for (int q = 0; q < 4; q++) make(values[q / 2][q % 2].x[k]);
    }
}

static void begin_value(mpq_t x)
{
    mpq_init(x);
}

static void end_value(mpq_t x)
{
    mpq_clear(x);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(intervals_contain_values)};
    seed_begin();
    exact_init(&exact);
    for_each_value(begin_value);
    const int failed =
        cmocka_run_group_tests_name("interval models", tests, scratch_create, scratch_remove);
    for_each_value(end_value);
    exact_clear(&exact);
    return failed;
}
