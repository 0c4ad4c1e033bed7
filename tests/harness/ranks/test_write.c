/* Systems that ranks make and write together, against those of one process: the files have the same
 * bytes, and so have the rows of random models. The ranks are this program again, and compare
 * themselves; this process starts them. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <signal.h>
#include <unistd.h>

#include "base/folder.h"
#include "datasets/format.h"
#include "generators/explore.h"
#include "harness/ranks/launch.h"
#include "harness/ranks/talk.h"
#include "problems/ranks/own_system.h"
#include "problems/ranks/write_system.h"
#include "problems/source.h"
#include "solvers/ranks/meet.h"
#include "solvers/registry.h"
#include "tests/support/cmocka.h"
#include "tests/support/scratch.h"
#include "tests/support/seed.h"

/* In a rank */

/* Ends all ranks where a check fails; who started them hears of it. */
#define check(good, ...)                                                \
    do {                                                                \
        if (!(good)) {                                                  \
            fprintf(stderr, "warpmark: rank %d: ", ranks_self()->rank); \
            fprintf(stderr, __VA_ARGS__);                               \
            fprintf(stderr, "\n");                                      \
            ranks_link_here()->abort(1);                                \
        }                                                               \
    } while (0)

#define check_ok(call, what) check((call) == OK, "%s: %s", what, fail_message())

static bool first_rank(void)
{
    return ranks_self()->rank == 0;
}

/* Files */

static uint64_t files; /* compared */

static size_t read_file(const char *path, char **out)
{
    FILE *file = fopen(path, "rb");
    check(file, "%s is missing", path);
    fseek(file, 0, SEEK_END);
    const size_t size = (size_t)ftell(file);
    rewind(file);
    *out = malloc(size + 1);
    check(*out && fread(*out, 1, size, file) == size, "cannot read %s", path);
    fclose(file);
    return size;
}

static void same_bytes(const char *source, const char *one, const char *other)
{
    char *a, *b;
    const size_t size = read_file(one, &a);
    check(size == read_file(other, &b) && !memcmp(a, b, size), "%s: the files differ", source);
    free(a);
    free(b);
    remove(one);
    remove(other);
}

static void paths(char one[600], char other[600])
{
    const char *folder = getenv("WARPMARK_TEST_FOLDER");
    snprintf(one, 600, "%s/model.h5", folder);
    snprintf(other, 600, "%s/other.h5", folder);
}

static void same_file(const char *source)
{
    struct problem problem;
    struct written_system written;
    char one[600], other[600];
    paths(one, other);
    check_ok(write_system(source, other, &written), source);
    if (!first_rank()) return;
    check_ok(problem_open(source, &problem), source);
    check_ok(problem_weights(&problem, &problem.system.weight), source);
    check_ok(format_named("cache")->write_system(&problem.system, getenv("WARPMARK_TEST_FOLDER")),
             source);
    check(written.rows == problem.system.a.off.rows && written.entries == problem.system.a.off.nnz,
          "%s: %u rows and %llu entries", source, written.rows,
          (unsigned long long)written.entries);
    same_bytes(source, one, other);
    problem_free(&problem);
    files++;
}

/* Parameters without a default at their least value, or one more. */
static void small_source(const struct generator *generator, int property, char source[256])
{
    for (int more = (int)draw(2); more >= 0; more--) {
        int at = snprintf(source, 256, "%s:", generator->name);
        for (const struct parameter *p = generator->parameters; p->name; p++)
            if (!p->fallback)
                at += snprintf(source + at, 256 - (size_t)at, "%s=%g,", p->name, p->min + more);
        snprintf(source + at, 256 - (size_t)at, "property=%d", property);
        if (problem_check(source) == OK) return;
    }
}

static void every_generator(void)
{
    char source[256];
    for (int k = 0; k < generator_count; k++) {
        const struct model *model = generators[k]->model;
        for (int p = 0; model && p < MODEL_ENTRIES && model->properties[p].title; p++) {
            small_source(generators[k], p + 1, source);
            same_file(source);
        }
    }
}

/* Several rounds of what is exchanged, several pieces, and long rows. */
static void larger_sources(void)
{
    static const char *const sources[] = {"kanban:t=3", "herman:n=11", "herman:n=9,property=4",
                                          "tandem:c=127,property=2", "tandem:c=99,property=3"};
    for (size_t k = 0; k < sizeof sources / sizeof *sources; k++) same_file(sources[k]);
}

/* Random models */

static uint64_t model_seed;

static uint64_t hash_of(const int *state, uint64_t what)
{
    uint64_t sum = model_seed;
    for (int k = 0; k < 3; k++) sum = random_mix(sum + 31 * (uint64_t)(state[k] + 2));
    return random_bits(sum, 7, what);
}

enum { DEADLOCKS = 1, EVERY_STATE = 2, LEAPS = 4 }; /* bits of the seed */

static void random_space(const union argument *a, struct space *out)
{
    space_add(out, "u", 0, -1, 1 + (int)(model_seed >> 8 & 3), 0);
    space_add(out, "v", 0, 0, (int)(model_seed >> 10 & 3), 0);
    space_add(out, "w", 0, 2, 2 + (int)(model_seed >> 12 & 7), 2);
    out->all_initial = (model_seed & EVERY_STATE) && model_seed >> 16 & 1;
}

/* To anywhere, or one up in a variable. */
static void random_next(const int *state, uint64_t bits, int *next)
{
    struct space space = {0};
    random_space(NULL, &space);
    memcpy(next, state, 3 * sizeof *next);
    for (int k = 0; k < 3; k++) {
        const int size = space.high[k] - space.low[k] + 1;
        if (model_seed & LEAPS) next[k] = space.low[k] + (int)(bits >> 8 * k & 255) % size;
        else if ((int)(bits % 3) == k)
            next[k] = space.low[k] + (state[k] - space.low[k] + 1) % size;
    }
}

static void random_step(const union argument *a, const int *state, struct step *out)
{
    int next[3];
    const uint64_t shape = hash_of(state, 0);
    if ((model_seed & DEADLOCKS) && shape % 5 == 0) return;
    for (uint64_t k = 0; k <= shape % 7; k++) {
        const uint64_t bits = hash_of(state, k + 1) & INT64_MAX;
        step_command(out);
        random_next(state, bits, next);
        step_to(out, next, 1, (int)(k % 2));
    }
    if (shape >> 20 & 1) step_evenly(out);
}

/* Rates in place of probabilities. */
static void random_rates(const union argument *a, const int *state, struct step *out)
{
    int next[3];
    const uint64_t shape = hash_of(state, 0);
    if ((model_seed & DEADLOCKS) && shape % 5 == 0) return;
    for (uint64_t k = 0; k <= shape % 7; k++) {
        const uint64_t bits = hash_of(state, k + 1) & INT64_MAX;
        random_next(state, bits, next);
        step_to(out, next, 0.1 * (double)(1 + bits % 9), (int)(k % 2));
    }
}

static bool holds(const union argument *a, const int *state)
{
    return hash_of(state, 90) % 6 == 0;
}

static bool holds_often(const union argument *a, const int *state)
{
    return hash_of(state, 91) % 3 > 0;
}

static double state_reward(const union argument *a, const int *state)
{
    return 0.1 * (double)(hash_of(state, 92) % 5);
}

static const struct model models[] = {
    {.type = CHAIN_DTMC,
     .space = random_space,
     .step = random_step,
     .labels = {{"goal", holds}, {"most", holds_often}},
     .rewards = {{"reward", .state = state_reward, .action = 1}}},
    {.type = CHAIN_CTMC,
     .space = random_space,
     .step = random_rates,
     .labels = {{"goal", holds}, {"most", holds_often}},
     .rewards = {{"reward", .state = state_reward, .action = 1}}},
};

/* Questions about the models. */
struct asked {
    struct property property;
    const char *reward;
    bool bounded;
};

static const struct asked questions[] = {
    {.property = {.steady = "goal"}},
    {.property = {.goal = "goal"}},
    {.property = {.goal = "goal", .avoid = "most"}},
    {.property = {.goal = "!most", .avoid = "!goal"}},
    {.property = {.goal = "goal"}, .reward = "reward"},
    {.property = {.goal = "goal", .avoid = "most"}, .reward = "reward"},
    {.property = {.goal = "goal", .avoid = "most"}, .bounded = true},
    {.property = {.goal = "most"}, .bounded = true},
    {.bounded = true, .reward = "reward"},
};

static bool same(const void *a, const void *b, size_t count, size_t size)
{
    return !count || !memcmp(a, b, count * size);
}

/* Rows of the whole from row `first` on. */
static void same_rows(const char *what, const struct linear *whole, uint32_t first,
                      const struct linear *rows)
{
    const struct csr *all = &whole->a.off, *off = &rows->a.off;
    const uint64_t at = all->row[first];
    for (uint32_t i = 0; i <= off->rows; i++)
        check(off->row[i] == all->row[first + i] - at, "%s: row %u begins elsewhere", what,
              first + i);
    check(same(off->col, all->col + at, off->nnz, sizeof *off->col), "%s: columns", what);
    check(same(off->val, all->val + at, off->nnz, sizeof *off->val), "%s: values", what);
    check(same(rows->a.diag, whole->a.diag + first, off->rows, sizeof(double)), "%s: diag", what);
    check(same(rows->x0, whole->x0 + first, off->rows, sizeof(double)), "%s: x0", what);
    check(!rows->b == !whole->b, "%s: b", what);
    check(!rows->b || same(rows->b, whole->b + first, off->rows, sizeof(double)), "%s: b", what);
    check(!rows->weight == !whole->weight, "%s: weight", what);
    check(!rows->weight || same(rows->weight, whole->weight + first, off->rows, sizeof(double)),
          "%s: weight", what);
}

/* All that is compared. */
static void same_system(const char *what, struct own_system *own, const struct problem *problem)
{
    struct linear rows;
    uint32_t first = 0;
    uint64_t entries = 0;
    check(own->share->n == problem->system.a.off.rows, "%s: %u rows", what, own->share->n);
    do {
        const uint32_t from = share_first(own->share) + first;
        check_ok(own_system_rows(own, first, &first, &rows), what);
        same_rows(what, &problem->system, from, &rows);
        entries += rows.a.off.nnz;
        linear_free(&rows);
    } while (ranks_link_here()->any(first < own->share->count));
    check(entries == own->entries, "%s: %llu entries", what, (unsigned long long)own->entries);
}

static enum status reduce(struct chain *chain, const struct asked *asked, struct problem *out)
{
    struct property property = asked->property;
    const struct reward *reward = asked->reward ? chain_reward(chain, asked->reward) : NULL;
    if (reward) property.reward = property_reward(reward, &property);
    if (asked->bounded) return reduce_bounded(chain, &property, out);
    return property.goal ? reduce_fixpoint(chain, &property, out)
                         : reduce_steady(chain, &property, out);
}

static uint64_t systems, refused; /* compared */

static void compare_model(const struct model *model, struct asked asked)
{
    struct chain chain;
    struct problem problem = {0};
    struct stepper stepper;
    struct share share;
    struct own_system own;
    char what[96];
    snprintf(what, sizeof what, "seed %llu, question %s %s %d", (unsigned long long)model_seed,
             asked.property.goal ? asked.property.goal : "-", asked.reward ? asked.reward : "-",
             asked.bounded);
    asked.property.filter = draw(2) ? FILTER_MAX : FILTER_AVG;
    if (asked.bounded && model->type == CHAIN_DTMC) asked.property.steps = 5;
    if (asked.bounded && model->type == CHAIN_CTMC) asked.property.time = 5;
    check_ok(explore("random", model, NULL, model->rewards, false, &chain), what);
    const uint32_t n = chain_states(&chain);
    const enum status expected = reduce(&chain, &asked, &problem);
    check_ok(stepper_create("random", model, NULL, model->rewards, &stepper), what);
    check_ok(share_find(&stepper, &share), what);
    check(share.n == n, "%s: %u states, not %u", what, share.n, n);
    const bool whole =
        expected == OK && problem.system.a.off.rows == n &&
        (!asked.property.steady || (problem.steady.nclasses == 1 && !stepper.space.all_initial));
    const enum status status = own_system_make(&share, &asked.property, asked.reward, &own);
    if (whole) check(status == OK, "%s: %s", what, fail_message());
    else check(status == ERROR_UNSUPPORTED && asked.property.steady, "%s: not refused", what);
    if (whole) check_ok(problem_weights(&problem, &problem.system.weight), what);
    if (whole) same_system(what, &own, &problem);
    systems += whole;
    refused += !whole;
    own_system_free(&own);
    share_free(&share);
    problem_free(&problem);
    chain_free(&chain);
}

static void random_models(void)
{
    enum { MODELS = 30 };
    for (int k = 0; k < MODELS; k++) {
        model_seed = draw(UINT64_MAX);
        for (size_t q = 0; q < sizeof questions / sizeof *questions; q++)
            compare_model(&models[k % 2], questions[q]);
    }
}

/* Memory: whichever allocation fails in a rank, all say so, and none waits for another. */
static void little_memory_at(int rank, const char *source)
{
    char one[600], other[600];
    struct written_system written;
    enum status status = ERROR_HOST_MEMORY, all[MOST_PARTS];
    paths(one, other);
    for (long count = 0; status != OK; count++) {
        const bool mine = ranks_self()->rank == rank;
        memory_fail_after(mine ? count : -1);
        status = write_system(source, other, &written);
        memory_fail_after(-1);
        ranks_link_here()->gather(&status, sizeof status, all);
        for (int k = 0; k < ranks_self()->size; k++)
            check(all[k] == status && (status == OK || status == ERROR_HOST_MEMORY),
                  "%s: rank %d says %d", source, k, (int)all[k]);
        check(count > 10 || status != OK, "%s: %ld allocations", source, count);
        if (first_rank()) check(!access(other, F_OK) == (status == OK), "%s: a file", source);
    }
    if (first_rank()) remove(other);
}

static void little_memory(void)
{
    const int last = ranks_self()->size - 1;
    for (int rank = 0; rank <= last; rank += last) {
        little_memory_at(rank, "tandem:c=1");
        little_memory_at(rank, "tandem:c=1,property=2");
        little_memory_at(rank, "herman:n=3,property=4");
    }
}

static int serve(char **word)
{
    struct link_self self;
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (ranks_meet(word[MEMBER_LIBRARY], &self) != OK) return 1;
    draw_from(strtoull(word[MEMBER_IDENTITY], NULL, 10));
    format_origin = (struct origin){.source = "a source", .program = "a test", .fresh = true};
    every_generator();
    larger_sources();
    random_models();
    little_memory();
    if (first_rank())
        printf("{\"files\": %llu, \"systems\": %llu, \"refused\": %llu}\n",
               (unsigned long long)files, (unsigned long long)systems, (unsigned long long)refused);
    fflush(stdout);
    ranks_link_here()->end();
    return 0;
}

/* In the process that starts them */

static void at_ranks(void **state)
{
    const struct place *place = find_place(*state);
    struct message *message;
    struct talk talk = {.place = place};
    struct folder folder;
    uint64_t count;
    char text[24];
    if (place->probe() != OK) skip();
    snprintf(text, sizeof text, "%llu", (unsigned long long)draw(UINT64_MAX));
    assert_ok(folder_create("ranks", &folder));
    const struct launch launch = {.place = place, .identity = text, .files = folder.path};
    scratch_clear();
    setenv("WARPMARK_TEST_FOLDER", scratch_folder, 1);
    assert_ok(ranks_launch(&launch, &talk.process));
    assert_ok(talk_hear(&talk, 600, NULL, &message));
    assert_ok(message_count(message, "files", 0, &count));
    assert_true(count > 40);
    assert_ok(message_count(message, "systems", 0, &count));
    assert_true(count > 150);
    assert_ok(message_count(message, "refused", 0, &count));
    assert_true(count > 5);
    message_free(message);
    talk_end(&talk, false);
    folder_remove(&folder);
}

int main(int argc, char **argv)
{
    if (argc == 1 + NMEMBER_WORDS && !strcmp(argv[1], MEMBER_MARK_WORD)) return serve(argv + 1);
    seed_begin();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_prestate(at_ranks, (void *)"ranks2"),
        cmocka_unit_test_prestate(at_ranks, (void *)"ranks3"),
        cmocka_unit_test_prestate(at_ranks, (void *)"ranks4"),
    };
    return cmocka_run_group_tests(tests, scratch_create, scratch_remove);
}
