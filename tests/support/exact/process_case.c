#include "tests/support/exact/process_case.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/sparse/reachability.h"
#include "problems/problem.h"
#include "prove/prove.h"
#include "tests/support/cmocka.h"
#include "tests/support/exact/path_oracle.h"
#include "tests/support/scratch.h"
#include "tests/support/seed.h"

struct process draw_process(void)
{
    struct process p;
    p.choice[0] = draw_path_chain(false, STATES);
    p.n = chain_states(&p.choice[0]);
    for (p.choice[1] = draw_path_chain(false, STATES); chain_states(&p.choice[1]) != p.n;) {
        chain_free(&p.choice[1]);
        p.choice[1] = draw_path_chain(false, STATES);
    }
    for (int k = 0; k < PATH_ATOMS; k++) memcpy(p.holds[k], path_holds[k], p.n);
    for (int c = 0; c < CHOICES; c++)
        for (uint32_t i = 0; i < p.n; i++) p.pays[c][i] = draw(3) ? 0 : (double)draw(4);
    return p;
}

void close_last(struct process *p, uint32_t count)
{
    const uint32_t open = p->n > count ? p->n - count : 0;
    for (int c = 0; c < CHOICES; c++) {
        struct csr *a = &p->choice[c].transitions, closed;
        struct triplet triplet[STATES * STATES];
        uint64_t entries = 0;
        for (uint32_t i = 0; i < open; i++) {
            const bool stays = c && draw(2);
            for (uint64_t k = a->row[i]; !stays && k < a->row[i + 1]; k++)
                triplet[entries++] = (struct triplet){i, a->col[k], a->val[k]};
            if (stays) triplet[entries++] = (struct triplet){i, i, 1};
        }
        for (uint32_t i = open; i < p->n; i++) triplet[entries++] = (struct triplet){i, i, 1};
        assert_ok(csr_from_triplets(p->n, entries, triplet, &closed));
        csr_free(a);
        *a = closed;
        for (uint32_t i = open; i < p->n; i++) p->pays[c][i] = 0;
    }
}

void process_free(struct process *p)
{
    for (int c = 0; c < CHOICES; c++) chain_free(&p->choice[c]);
}

void write_process(const struct process *p)
{
    FILE *tra = fopen(scratch_path("m.tra"), "w"), *lab = fopen(scratch_path("m.lab"), "w"),
         *srew = fopen(scratch_path("m.srew"), "w"), *trew = fopen(scratch_path("m.trew"), "w");
    const struct csr *a[CHOICES] = {&p->choice[0].transitions, &p->choice[1].transitions};
    const unsigned long entries = a[0]->nnz + a[1]->nnz;
    assert_true(tra && lab && srew && trew);
    fprintf(tra, "%u %u %lu\n", p->n, CHOICES * p->n, entries);
    fprintf(trew, "%u %u %lu\n", p->n, CHOICES * p->n, entries);
    fprintf(srew, "%u 0\n", p->n);
    for (uint32_t i = 0; i < p->n; i++)
        for (int c = 0; c < CHOICES; c++)
            for (uint64_t k = a[c]->row[i]; k < a[c]->row[i + 1]; k++) {
                fprintf(tra, "%u %d %u %.17g\n", i, c, a[c]->col[k], a[c]->val[k]);
                fprintf(trew, "%u %d %u %.17g\n", i, c, a[c]->col[k], p->pays[c][i]);
            }
    fprintf(lab, "0=\"init\" 1=\"deadlock\" 2=\"a\" 3=\"b\" 4=\"c\"\n0: 0");
    for (uint32_t i = 0; i < p->n; i++) {
        const bool some = p->holds[0][i] || p->holds[1][i] || p->holds[2][i];
        if (i && some) fprintf(lab, "\n%u:", i);
        for (int k = 0; k < PATH_ATOMS; k++)
            if (p->holds[k][i]) fprintf(lab, " %d", k + 2);
    }
    fprintf(lab, "\n");
    fclose(tra);
    fclose(lab);
    fclose(srew);
    fclose(trew);
}

bool ask_process(const char *question, struct problem *out)
{
    char source[2000];
    struct prove_settings settings = DEFAULT_PROVE_SETTINGS;
    settings.seconds = 2;
    snprintf(source, sizeof source, "%s:type=mdp,reward=m.srew,prop=%s", scratch_path("m.tra"),
             question);
    const enum status status = problem_open(source, out);
    if (status == ERROR_INPUT) return false;
    assert_int_equal(status, OK);
    assert_ok(prove_problem(out, &settings));
    return true;
}

bool proven_or_refused(const char *question, struct interval *out)
{
    struct problem problem;
    if (!ask_process(question, &problem)) return false;
    *out = (struct interval){problem.proof.value_low, problem.proof.value_high};
    if (problem.asked.known) *out = (struct interval){problem.asked.low, problem.asked.high};
    problem_free(&problem);
    assert_true(out->low <= out->high);
    return true;
}

struct interval proven(const char *question)
{
    struct interval found;
    if (!proven_or_refused(question, &found)) fail_msg("%s: %s", question, fail_message());
    return found;
}

struct scheduler draw_scheduler(int memories)
{
    struct scheduler s = {0};
    for (int i = 0; i < STATES; i++)
        for (int m = 0; m < MEMORIES; m++) {
            s.choice[i][m] = (int)draw(CHOICES);
            s.next[i][m] = (int)draw((uint64_t)memories);
        }
    return s;
}

struct chain follow(const struct process *p, const struct scheduler *s)
{
    struct chain chain = {.type = CHAIN_DTMC};
    struct triplet triplet[STATES * STATES * MEMORIES];
    uint8_t *init;
    uint64_t count = 0;
    for (uint32_t i = 0; i < p->n; i++)
        for (uint32_t m = 0; m < MEMORIES; m++) {
            const struct csr *a = &p->choice[s->choice[i][m]].transitions;
            for (uint64_t k = a->row[i]; k < a->row[i + 1]; k++)
                triplet[count++] = (struct triplet){
                    MEMORIES * i + m, MEMORIES * a->col[k] + (uint32_t)s->next[i][m], a->val[k]};
        }
    assert_ok(csr_from_triplets(MEMORIES * p->n, count, triplet, &chain.transitions));
    assert_ok(chain_add_label(&chain, "init", &init));
    init[0] = 1;
    return chain;
}

double followed_total(const struct process *p, const struct scheduler *s)
{
    struct chain chain = follow(p, s);
    const uint32_t n = chain_states(&chain);
    mpq_t *q = exact_transitions(&chain), *x = exact_numbers(n);
    uint32_t *class_of, count;
    uint8_t *quiet = calloc(n, 1), paid[STATES * MEMORIES] = {0};
    double pays[STATES * MEMORIES];
    assert_non_null(quiet);
    assert_ok(closed_classes(&chain.transitions, UINT32_MAX, &class_of, &count));
    for (uint32_t i = 0; i < n; i++) {
        pays[i] = p->pays[s->choice[i / MEMORIES][i % MEMORIES]][i / MEMORIES];
        if (class_of[i] != NO_CLASS && pays[i] != 0) paid[class_of[i]] = 1;
    }
    for (uint32_t i = 0; i < n; i++) quiet[i] = class_of[i] != NO_CLASS && !paid[class_of[i]];
    exact_until(n, q, NULL, quiet, x);
    double total = INFINITY;
    if (mpq_cmp_ui(x[0], 1, 1) == 0) {
        for (uint32_t i = 0; i < n; i++) quiet[i] |= class_of[i] != NO_CLASS;
        exact_reward(n, q, quiet, pays, x);
        total = mpq_get_d(x[0]);
    }
    free(class_of);
    free(quiet);
    exact_numbers_free(q, (uint64_t)n * n);
    exact_numbers_free(x, n);
    chain_free(&chain);
    return total;
}

double followed_reach(const struct process *p, const struct scheduler *s, int k)
{
    struct chain chain = follow(p, s);
    const uint32_t n = chain_states(&chain);
    mpq_t *q = exact_transitions(&chain), *x = exact_numbers(n);
    uint8_t goal[STATES * MEMORIES];
    for (uint32_t i = 0; i < n; i++) goal[i] = p->holds[k][i / MEMORIES];
    exact_until(n, q, NULL, goal, x);
    const double value = mpq_get_d(x[0]);
    exact_numbers_free(q, (uint64_t)n * n);
    exact_numbers_free(x, n);
    chain_free(&chain);
    return value;
}

static void name_sets(struct formula *f)
{
    static const char *const names[] = {"a", "b", "c"};
    for (size_t k = 0; k < f->nchildren; k++) name_sets(f->child[k]);
    if (f->kind != FORMULA_ATOM) return;
    f->kind = FORMULA_LABEL;
    f->text = strdup(names[f->atom]);
}

char *path_question(const struct formula *f)
{
    struct formula *named;
    char *text;
    assert_ok(formula_copy(f, &named));
    name_sets(named);
    assert_ok(formula_text(named, &text));
    formula_free(named);
    return text;
}

bool followed_path(const struct process *p, const struct scheduler *s, const struct formula *f,
                   double *value)
{
    uint8_t sets[PATH_ATOMS][STATES * MEMORIES];
    const uint8_t *const atoms[PATH_ATOMS] = {sets[0], sets[1], sets[2]};
    struct chain chain = follow(p, s);
    mpq_t *x = exact_numbers(STATES * MEMORIES);
    for (int k = 0; k < PATH_ATOMS; k++)
        for (uint32_t i = 0; i < MEMORIES * p->n; i++) sets[k][i] = p->holds[k][i / MEMORIES];
    const bool known = exact_path(&chain, f, atoms, x);
    *value = mpq_get_d(x[0]);
    exact_numbers_free(x, STATES * MEMORIES);
    chain_free(&chain);
    return known;
}
