/* Feeds the reduction of a chain and a property to a linear system: the input is a small chain and
 * a property. Any input must end in a clean refusal or in a system that keeps the promises of
 * base/sparse/linear.h, with a value that is a number if nothing is left to iterate. */
#include <math.h>

#include "problems/property.h"
#include "tests/fuzz/fuzz.h"
#include "tests/support/csr_sound.h"

enum { MOST_STATES = 8 };

static void fuzz_begin(void) {}

/* Row by row: how many entries, at least one, and their columns and weights. */
static void take_rows(struct fuzz_choices *in, enum chain_type type, uint32_t n, struct csr *out)
{
    static const double rates[] = {1, 0.5, 2, 1e-9, 1e9, 1e-300, 1e300, 3};
    require_ok(csr_allocate(n, (uint64_t)n * n, out));
    out->nnz = 0;
    for (uint32_t i = 0; i < n; i++) {
        unsigned wanted = choose_byte(in);
        double sum = 0;
        uint64_t first = out->nnz;
        out->row[i] = first;
        for (uint32_t j = 0; j < n; j++) {
            if (!(wanted >> j & 1) && !(wanted == 0 && j == i)) continue;
            double weight = rates[choose(in, 8)];
            out->col[out->nnz] = j, out->val[out->nnz++] = weight;
            sum += weight;
        }
        for (uint64_t k = first; type == CHAIN_DTMC && k < out->nnz; k++) out->val[k] /= sum;
    }
    out->row[n] = out->nnz;
}

/* A probability may have underflowed to 0, which no chain holds. */
static bool is_chain(const struct csr *a)
{
    for (uint64_t k = 0; k < a->nnz; k++)
        if (!(a->val[k] > 0)) return false;
    return true;
}

static void take_labels(struct fuzz_choices *in, struct chain *chain)
{
    static const char *const names[] = {"init", "deadlock", "a", "b"};
    uint8_t *holds;
    for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
        unsigned set = choose_byte(in);
        require_ok(chain_add_label(chain, names[k], &holds));
        for (uint32_t i = 0; i < chain_states(chain); i++) holds[i] = set >> i & 1;
        if (k == 0) holds[set % chain_states(chain)] = 1;
    }
}

static const char *take_label(struct fuzz_choices *in)
{
    static const char *const names[] = {"a", "b", "!a", "!b", "init", "deadlock", "!", "c"};
    return names[choose(in, 8)];
}

static void take_property(struct fuzz_choices *in, const double *reward, struct property *out)
{
    static const double times[] = {1, 0.5, 1e-9, 30, 0};
    unsigned what = choose(in, 8);
    *out = (struct property){.filter = (enum filter)choose(in, FILTER_AVG + 1)};
    if (what == 0) out->steady = take_label(in);
    if (what > 1) out->goal = take_label(in);
    if (what > 5) out->avoid = take_label(in);
    if (what == 1 || what == 2) out->reward = reward;
    if (choose(in, 4) == 0) out->steps = choose(in, 40), out->time = times[choose(in, 5)];
}

static void check(const struct problem *p)
{
    const struct linear *s = &p->system;
    require(s->a.off.rows ? csr_sound(&s->a.off) : p->solved);
    for (uint32_t i = 0; i < s->a.off.rows; i++)
        require(s->a.diag[i] != 0 && isfinite(s->a.diag[i]) && isfinite(s->x0[i]) &&
                (!s->b || isfinite(s->b[i])));
    if (p->solved) require(!isnan(problem_value(p, s->x0)));
}

static void fuzz_one(const uint8_t *bytes, size_t size)
{
    static const double rewards[MOST_STATES] = {1, 0, 2.5, 0, 1e9, 1e-9, 3, 1};
    struct fuzz_choices in = {bytes, bytes + size};
    struct chain chain = {.type = choose(&in, 2) ? CHAIN_DTMC : CHAIN_CTMC};
    struct property property;
    struct problem p = {0};
    take_rows(&in, chain.type, 1 + choose(&in, MOST_STATES), &chain.transitions);
    take_labels(&in, &chain);
    take_property(&in, rewards, &property);
    if (chain.type == CHAIN_DTMC) property.time = 0;
    else property.steps = 0;
    bool bounded = !property.steady && (property.steps || property.time > 0);
    bool steady = property.steady || (property.reward && !property.goal);
    if (is_chain(&chain.transitions) && (steady || property.goal || bounded)) {
        enum status status = bounded  ? reduce_bounded(&chain, &property, &p)
                             : steady ? reduce_steady(&chain, &property, &p)
                                      : reduce_fixpoint(&chain, &property, &p);
        if (status == OK) check(&p);
        else require_clean_message();
        problem_free(&p);
    }
    chain_free(&chain);
}
