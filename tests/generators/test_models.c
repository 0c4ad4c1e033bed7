/* Models against PRISM: chains, labels, rewards and answers of its exports (skipped where the
 * oracle is not there), sizes and iteration counts of larger instances; and what must hold of every
 * model in the registry. */
#include <dirent.h>
#include <math.h>
#include <omp.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "datasets/formats/prism/prism.h"
#include "datasets/text/labels.h"
#include "tests/support/chain_sound.h"
#include "tests/support/known/known_models.h"
#include "tests/support/rewards.h"
#include "tests/support/seed.h"

#include "tests/support/made/random_chain.h"
#include "tests/support/teams.h"

/* Exports of PRISM and the same instance here. */
static const struct export
{
    const char *folder, *source;
    bool decides; /* an MDP: here each choice is taken with equal probability */
}
exports[] = {
    {"herman-3", "herman:n=3", false},
    {"herman-7", "herman:n=7", false},
    {"cluster-N2", "cluster:n=2", false},
    {"cluster-N8", "cluster:n=8", false},
    {"tandem-c3", "tandem:c=3", false},
    {"tandem-c31", "tandem:c=31", false},
    {"kanban-t1", "kanban:t=1", false},
    {"fms-n2", "fms:n=2", false},
    {"polling-3", "polling:n=3", false},
    {"polling-7", "polling:n=7", false},
    {"cell-N10", "cell:n=10", false},
    {"knacl-4-6-3", "knacl:n1=4,n2=6,n3=3", false},
    {"dice", "dice", false},
    {"two_dice", "two_dice", true},
    {"firewire_impl-delay3-fast0.5", "firewire:delay=3,fast=0.5", true},
    {"embedded-MAX2", "embedded:max=2", false},
    {"brp-N16-MAX2", "brp:n=16,max=2", false},
    {"brp-N64-MAX4", "brp:n=64,max=4", false},
    {"leader_sync-3_4", "leader_sync:n=3,k=4", false},
    {"leader_sync-4_3", "leader_sync:n=4,k=3", false},
};

static const struct known_size sizes[] = {
    {"herman:n=5", 32, 244, 0},
    {"herman:n=11", 2048, 177148, 0},
    {"herman:n=13", 8192, 1594324, 0},
    {"herman:n=15", 32768, 14348908, 0},
    {"cluster:n=122", 542676, 2643040, 0},
    {"tandem:c=255", 130816, 455939, 0},
    {"tandem:c=511", 523776, 1829379, 0},
    {"kanban:t=3", 58400, 446400, 0},
    {"fms:n=4", 35910, 237120, 0},
    {"polling:n=10", 15360, 89600, 0},
    {"cell:n=1000", 1001, 2000, 0},
    {"knacl:n1=10,n2=10,n3=10", 66, 220, 0},
    {"knacl", 66, 220, 0},
    {"haddad_monmege:n=100", 201, 400, 0},
    {"leader_sync:n=4,k=8", 12400, 16495, 0},
    {"leader_sync:n=5,k=4", 4244, 5267, 0},
    {"leader_sync:n=6,k=2", 335, 398, 0},
};

static const struct known_count counts[] = {
    {"herman:n=11", "jacobi", 138, NAN},  {"tandem:c=3", "jacobi", 219, 3.4890773172939022},
    {"tandem:c=15", "jacobi", 298, NAN},  {"tandem:c=63", "jacobi", 1056, NAN},
    {"fms:n=2", "jacobi", 378, NAN},      {"fms:n=4", "jacobi", 729, NAN},
    {"kanban:t=3", "jor", 300, NAN},      {"polling:n=12", "jacobi", 4054, NAN},
    {"cluster:n=26", "jacobi", 191, NAN}, {"cluster:n=8", "jacobi", 0, NAN},
};

enum { NEXPORTS = sizeof exports / sizeof *exports };

/* PRISM's exports */

static char *export_path(const struct export *export, const char *file)
{
    static char path[4][1024];
    static unsigned turn;
    char *out = path[turn++ % 4];
    snprintf(out, sizeof path[0], "%s/%s/%s", oracle_folder(), export->folder, file);
    return out;
}

/* One `row choice column value` line of an MDP's .tra or .trew file. */
struct branch {
    uint32_t row, choice, col;
    double value;
};

/* Reads such a file whose heading ends with a line of three numbers, the last one being that of the
 * branches. */
static struct branch *read_branches(const char *path, uint32_t *n, size_t *count)
{
    char line[256];
    unsigned long states, branches, choices;
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    do assert_non_null(fgets(line, sizeof line, file));
    while (sscanf(line, "%lu %lu %lu", &states, &choices, &branches) != 3);
    struct branch *out = calloc(branches + 1, sizeof *out);
    assert_non_null(out);
    for (size_t k = 0; k < branches; k++)
        assert_int_equal(
            fscanf(file, "%u %u %u %lf", &out[k].row, &out[k].choice, &out[k].col, &out[k].value),
            4);
    fclose(file);
    *n = (uint32_t)states;
    *count = branches;
    return out;
}

/* Divides the probabilities of every branch by the number of choices of its state. */
static void take_choices_equally(struct branch *branch, size_t count)
{
    for (size_t first = 0, last = 0; first < count; first = last) {
        uint32_t choices = 0;
        for (; last < count && branch[last].row == branch[first].row; last++)
            if (branch[last].choice >= choices) choices = branch[last].choice + 1;
        for (size_t k = first; k < last; k++) branch[k].value /= choices;
    }
}

static struct branch *read_decisions(const struct export *export, uint32_t *n, size_t *count)
{
    struct branch *branch = read_branches(export_path(export, "plain.tra"), n, count);
    take_choices_equally(branch, *count);
    return branch;
}

static enum status read_mdp(const struct export *export, struct chain *out)
{
    size_t count;
    uint32_t n;
    *out = (struct chain){.type = CHAIN_DTMC};
    struct branch *branch = read_decisions(export, &n, &count);
    struct triplet *triplet = calloc(count, sizeof *triplet);
    assert_non_null(triplet);
    for (size_t k = 0; k < count; k++)
        triplet[k] = (struct triplet){branch[k].row, branch[k].col, branch[k].value};
    enum status status = csr_from_triplets(n, count, triplet, &out->transitions);
    if (status == OK) status = prism_read_labels(export_path(export, "plain.tra"), out);
    if (status == OK) status = prism_read_states(export_path(export, "plain.tra"), out);
    free(branch);
    free(triplet);
    return status;
}

/* Transition rewards alone: no MDP here has others. */
static double *read_mdp_reward(const struct export *export, const char *trew)
{
    size_t nbranches, nrewards, at = 0;
    uint32_t n;
    struct branch *branch = read_decisions(export, &n, &nbranches);
    struct branch *reward = read_branches(export_path(export, trew), &n, &nrewards);
    double *out = calloc(n, sizeof *out);
    assert_non_null(out);
    for (size_t k = 0; k < nrewards; k++) {
        while (at < nbranches &&
               (branch[at].row != reward[k].row || branch[at].choice != reward[k].choice ||
                branch[at].col != reward[k].col))
            at++;
        assert_true(at < nbranches);
        out[reward[k].row] += branch[at].value * reward[k].value;
    }
    free(branch);
    free(reward);
    return out;
}

static struct chain read_export(const struct export *export, enum chain_type type)
{
    struct chain chain;
    enum status status = export->decides
                             ? read_mdp(export, &chain)
                             : prism_read_chain(export_path(export, "plain.tra"), type, &chain);
    if (status != OK) fail_msg("%s", fail_message());
    return chain;
}

static void check_near(const char *what, size_t index, double got, double wanted)
{
    if (!(fabs(got - wanted) <= 1e-15 * fabs(wanted)))
        fail_msg("%s %zu: %.17g; PRISM: %.17g", what, index, got, wanted);
}

static void check_transitions(const struct csr *got, const struct csr *wanted)
{
    assert_int_equal(got->rows, wanted->rows);
    assert_int_equal(got->nnz, wanted->nnz);
    assert_memory_equal(got->row, wanted->row, ((size_t)got->rows + 1) * sizeof *got->row);
    assert_memory_equal(got->col, wanted->col, got->nnz * sizeof *got->col);
    for (size_t k = 0; k < got->nnz; k++) check_near("value", k, got->val[k], wanted->val[k]);
}

/* Every label of the export; a model may have more. */
static void check_labels(const struct chain *got, const struct chain *wanted)
{
    for (size_t k = 0; k < wanted->nlabels; k++) {
        const struct label *label = chain_label(got, wanted->labels[k].name);
        if (!label) fail_msg("no label '%s'", wanted->labels[k].name);
        for (uint32_t i = 0; i < chain_states(got); i++)
            if (label->holds[i] != wanted->labels[k].holds[i])
                fail_msg("label '%s', state %u", label->name, i);
    }
}

/* The model's reward whose name stands in the heading of a .srew file; the first one where it has
 * no name. */
static const struct model_reward *named_reward(const struct model *model, const char *path)
{
    char line[256], name[64] = "";
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    assert_non_null(fgets(line, sizeof line, file));
    fclose(file);
    sscanf(line, "# Reward structure \"%63[^\"]", name);
    for (const struct model_reward *reward = model->rewards; reward && reward->name; reward++)
        if (!*name || !strcmp(reward->name, name)) return reward;
    fail_msg("%s: the model has no reward '%s'", path, name);
    return NULL;
}

static void check_reward(const struct export *export, const struct instance *instance,
                         const char *srew)
{
    char trew[64], *path = export_path(export, srew);
    double *wanted;
    const struct model_reward *reward = named_reward(instance->generator->model, path);
    struct chain chain = explore_instance(instance);
    const double *got = chain_reward(&chain, reward->name)->rate;
    snprintf(trew, sizeof trew, "%.*s.trew", (int)strcspn(srew, "."), srew);
    if (export->decides) wanted = read_mdp_reward(export, trew);
    else if (read_reward(path, &chain, &wanted) != OK) fail_msg("%s", fail_message());
    for (uint32_t i = 0; i < chain_states(&chain); i++)
        check_near(reward->name, i, got[i], wanted[i]);
    free(wanted);
    chain_free(&chain);
}

static void check_rewards(const struct export *export, const struct instance *instance)
{
    size_t count = 0;
    DIR *folder = opendir(export_path(export, ""));
    assert_non_null(folder);
    for (const struct dirent *entry; (entry = readdir(folder));)
        if (strstr(entry->d_name, ".srew")) {
            check_reward(export, instance, entry->d_name);
            count++;
        }
    closedir(folder);
    assert_true(count > 0);
}

static bool there(const struct export *export)
{
    FILE *file = fopen(export_path(export, "plain.tra"), "r");
    if (file) fclose(file);
    return file;
}

static void check_values(const struct chain *got, const struct chain *wanted)
{
    size_t variables = 1;
    for (const char *at = got->variables; *at; at++) variables += *at == ',';
    assert_memory_equal(got->values, wanted->values,
                        variables * chain_states(got) * sizeof *got->values);
    assert_memory_equal(got->truths, wanted->truths, variables);
}

static void chains_are_prisms(void **state)
{
    const struct export *export = *state;
    struct instance instance = open_instance(export->source);
    if (!instance.generator || !there(export)) skip();
    struct chain got = explore_instance(&instance);
    struct chain wanted = read_export(export, got.type);
    check_transitions(&got.transitions, &wanted.transitions);
    check_labels(&got, &wanted);
    assert_string_equal(got.variables, wanted.variables);
    if (wanted.values) check_values(&got, &wanted);
    check_rewards(export, &instance);
    chain_free(&got);
    chain_free(&wanted);
}

/* The number, from 1, of the property of that title; 0 where the model does not have it. */
static int property_number(const struct model *model, const char *title)
{
    for (int k = 0; model->properties[k].title; k++)
        if (!strcmp(model->properties[k].title, title)) return k + 1;
    return 0;
}

static void check_answer(const struct export *export, int number, const struct expected *row)
{
    char source[128], variant[64];
    struct settings settings = once();
    snprintf(source, sizeof source, "%s%cproperty=%d", export->source,
             strchr(export->source, ':') ? ',' : ':', number);
    snprintf(variant, sizeof variant, "%s/msr/f64/seq", row->method);
    settings.criterion = strcmp(row->criterion, "relative") ? ABSOLUTE : RELATIVE;
    struct case_result result = solve_source(source, variant, &settings);
    const struct result_run *run = &result.run;
    uint64_t iterations = row->iterations == MISSING ? 0 : row->iterations;
    enum case_status wanted = row->converged ? CASE_OK : CASE_NOT_CONVERGED;
    bool same_count = !row->converged || run->iterations == iterations;
    bool same_value =
        !row->converged || fabs(run->value - row->value) <= 1e-9 * fmax(1, fabs(row->value));
    if (run->status != wanted || !same_count || !same_value)
        fail_msg("%s (%s), %s, %s: %s, %llu iterations, value %.15g; PRISM: %llu, %.15g", source,
                 row->property, variant, row->criterion, case_status_names[run->status],
                 (unsigned long long)run->iterations, run->value, (unsigned long long)iterations,
                 row->value);
    case_result_free(&result);
}

static void answers_are_prisms(void **state)
{
    const struct export *export = *state;
    struct instance instance = open_instance(export->source);
    struct expected row;
    size_t checked = 0;
    if (!instance.generator || !there(export)) skip();
    FILE *file = expected_open(export->folder);
    while (expected_next(file, &row)) {
        int number = property_number(instance.generator->model, row.property);
        const struct method *method = find_method(row.method);
        if (number == 0 || !method || method->task != TASK_SOLVE || row.epsilon < 1e-12) continue;
        check_answer(export, number, &row);
        checked++;
    }
    fclose(file);
    if (export->decides) skip(); /* PRISM's answers are minima and maxima */
    assert_true(checked > 0);
}

/* On one core: a busy machine makes short sweeps on all of them slow. */
static void counts_are_prisms(void **state)
{
    check_count(*state, "seq");
}

/* Every model of the registry */

/* The smallest instance: its first export, else every parameter without a default at its least
 * value. rabin's default has many states. */
static struct instance small_instance(const struct generator *generator)
{
    char source[256];
    size_t length = strlen(generator->name);
    for (size_t k = 0; k < NEXPORTS; k++)
        if (!strncmp(exports[k].source, generator->name, length) &&
            strchr(":", exports[k].source[length]))
            return open_instance(exports[k].source);
    int at = snprintf(source, sizeof source, "%s:%s", generator->name,
                      strcmp(generator->name, "rabin") ? "" : "n=2");
    for (const struct parameter *p = generator->parameters; p->name; p++)
        if (!p->fallback)
            at += snprintf(source + at, sizeof source - (size_t)at, "%s=%g,", p->name, p->min);
    return open_instance(source);
}

static void check_sound(const struct chain *chain)
{
    const struct csr *r = &chain->transitions;
    const uint8_t *deadlock = chain_label(chain, "deadlock")->holds;
    assert_true(chain_sound(chain, 1e-12));
    for (uint32_t i = 0; i < chain_states(chain); i++) {
        const uint32_t row = chain_row(chain, i);
        if (deadlock[i] &&
            (chain_row(chain, i + 1) != row + 1 || r->row[row + 1] != r->row[row] + 1 ||
             r->col[r->row[row]] != i || r->val[r->row[row]] != 1))
            fail_msg("state %u: a deadlock without a self-loop of 1", i);
    }
}

static bool label_empty(const struct chain *chain, const char *name)
{
    const struct label *label = chain_label(chain, name);
    if (!label) fail_msg("no label '%s'", name);
    return !memchr(label->holds, 1, chain_states(chain));
}

/* Returns whether a label may hold nowhere: those that brp's properties show to be impossible. */
static bool may_be_empty(const char *label)
{
    return !strcmp(label, "only_received") || !strcmp(label, "only_sent");
}

/* The label that a property asks for is there, and, asked for without '!', holds somewhere. */
static void check_asked(const struct chain *chain, const char *expression)
{
    if (!expression) return;
    bool negated = *expression == '!', empty = label_empty(chain, expression + negated);
    if (empty && !negated && !may_be_empty(expression))
        fail_msg("label '%s' holds nowhere", expression);
}

static void check_properties(const struct chain *chain, const struct model *model)
{
    assert_false(label_empty(chain, "init"));
    assert_true(model->properties[0].title || model->questions[0]);
    assert_true(!model->questions[0] == (model->decides == DECIDES_NOTHING));
    for (const struct model_property *p = model->properties; p->title; p++) {
        check_asked(chain, p->steady);
        check_asked(chain, p->goal);
        check_asked(chain, p->avoid);
        const struct model_reward *reward = model->rewards;
        while (p->reward && reward && reward->name && strcmp(reward->name, p->reward)) reward++;
        if (p->reward && (!reward || !reward->name))
            fail_msg("%s: no reward '%s'", p->title, p->reward);
    }
}

/* Copies the values of a state's variables. */
static void state_values(const struct chain *chain, const struct space *space, uint32_t i, int *out)
{
    for (int k = 0; k < space->count; k++)
        out[k] = chain->values[(size_t)k * chain_states(chain) + i];
}

/* The Boolean variables of PRISM's models, by name; all others are integers. */
static void truths_are_prisms(void **state)
{
    static const struct {
        const char *generator, *truths;
    } rows[] = {
        {"brp", ",bs,s_ab,fs,ls,fr,lr,br,r_ab,recv,T,"},
        {"cluster", ",left,right,r,line,line_n,toleft,toleft_n,toright,toright_n,"},
        {"embedded", ",comp,reqi,reqo,"},
        {"knacl", ",dummy,"},
        {"leader_sync", ",u1,u2,u3,u4,u5,u6,"},
        {"polling", ",,"},
        {"herman", ",,"},
    };
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        struct instance instance = small_instance(find_generator(rows[k].generator));
        struct chain chain = explore_instance(&instance);
        struct space space = {0};
        instance.generator->model->space(instance.arguments, &space);
        for (int v = 0; v < space.count; v++) {
            char name[MAX_VARIABLE_NAME + 3];
            snprintf(name, sizeof name, ",%s,", space.name[v]);
            assert_int_equal(chain.truths[v], strstr(rows[k].truths, name) != NULL);
            assert_int_equal(chain_variable(&chain, name + 1, strlen(name) - 2), v);
        }
        assert_true(chain_variable(&chain, "nothing", 7) == SIZE_MAX);
        chain_free(&chain);
    }
}

/* Values ascend from state to state, within their ranges; labels hold for them as in the model. */
static void check_state_values(const struct instance *instance, const struct chain *chain)
{
    const struct model *model = instance->generator->model;
    int before[MAX_VARIABLES], now[MAX_VARIABLES] = {0};
    struct space space = {0};
    model->space(instance->arguments, &space);
    for (uint32_t i = 0; i < chain_states(chain); i++) {
        memcpy(before, now, sizeof now);
        state_values(chain, &space, i, now);
        int k = 0;
        while (i && k < space.count && now[k] == before[k]) k++;
        if (i && (k == space.count || now[k] < before[k])) fail_msg("state %u: no order", i);
        for (k = 0; k < space.count; k++)
            assert_in_range(now[k] - space.low[k], 0, space.high[k] - space.low[k]);
        for (const struct model_label *label = model->labels; label->name; label++)
            assert_int_equal(label_holds(label, instance->arguments, now),
                             chain_label(chain, label->name)->holds[i]);
    }
}

static void models_are_sound(void **state)
{
    const struct generator *generator = *state;
    struct instance instance = small_instance(generator);
    struct chain chain = explore_instance(&instance);
    assert_int_equal(chain.type, model_type(generator->model, instance.arguments));
    check_sound(&chain);
    check_properties(&chain, generator->model);
    check_state_values(&instance, &chain);
    chain_free(&chain);
}

/* The same to the last bit for 1, 2 and 5 threads. */
static void check_threads(const struct instance *instance)
{
    static const int threads[] = {2, 5};
    int before = omp_get_max_threads();
    omp_set_num_threads(1);
    struct chain a = explore_instance(instance);
    for (size_t k = 0; k < 2; k++) {
        omp_set_num_threads(threads[k]);
        struct chain b = explore_instance(instance);
        assert_same_chain(&a, &b);
        chain_free(&b);
    }
    omp_set_num_threads(before);
    chain_free(&a);
}

static void threads_do_not_matter(void **state)
{
    struct instance instance = small_instance(*state);
    check_threads(&instance);
}

/* Large enough for the walk itself to run on several threads: one that fits a bitmap and is deep,
 * one wide, and one whose codes need a hash table; decision processes. */
static void threads_do_not_matter_to_large_models(void **state)
{
    static const char *const sources[] = {"tandem:c=255", "cluster:n=60", "kanban:t=3",
                                          "consensus:n=4,k=4", "israeli_jalfon:n=12"};
    for (size_t k = 0; k < sizeof sources / sizeof *sources; k++) {
        struct instance instance = open_instance(sources[k]);
        check_threads(&instance);
    }
}

/* Returns the share of zeros among the states that a property of tandem iterates, after this number
 * of Jacobi sweeps. */
static double zeros_after(const struct linear *s, int sweeps)
{
    const struct csr *off = &s->a.off;
    double *x = calloc(off->rows, sizeof *x), *next = calloc(off->rows, sizeof *next);
    uint32_t zeros = 0, rows = 0;
    assert_true(x && next);
    memcpy(x, s->x0, off->rows * sizeof *x);
    for (int k = 0; k < sweeps; k++) {
        for (uint32_t i = 0; i < off->rows; i++) {
            double sum = s->b[i];
            for (uint64_t e = off->row[i]; e < off->row[i + 1]; e++)
                sum -= off->val[e] * x[off->col[e]];
            next[i] = sum / s->a.diag[i];
        }
        memcpy(x, next, off->rows * sizeof *x);
    }
    for (uint32_t i = 0; i < off->rows; i++) {
        bool iterated = off->row[i] < off->row[i + 1];
        rows += iterated, zeros += iterated && x[i] == 0;
    }
    free(x), free(next);
    return (double)zeros / rows;
}

/* Two properties of tandem have one matrix, and iterates with and without zeros
 * (experiments/sttt11-table5.lua). */
static void tandem_has_zeros_or_not(void **state)
{
    struct problem with, without;
    assert_int_equal(problem_open("tandem:c=63,property=2", &with), OK);
    assert_int_equal(problem_open("tandem:c=63,property=4", &without), OK);
    const struct matrix *a = &with.system.a, *b = &without.system.a;
    assert_int_equal(a->off.rows, b->off.rows);
    assert_int_equal(a->off.nnz, b->off.nnz);
    assert_memory_equal(a->off.row, b->off.row, ((size_t)a->off.rows + 1) * sizeof *a->off.row);
    assert_memory_equal(a->off.col, b->off.col, a->off.nnz * sizeof *a->off.col);
    assert_memory_equal(a->off.val, b->off.val, a->off.nnz * sizeof *a->off.val);
    assert_memory_equal(a->diag, b->diag, a->off.rows * sizeof *a->diag);
    assert_true(zeros_after(&with.system, 1) > 0.9 && zeros_after(&with.system, 25) > 0.5);
    assert_true(zeros_after(&without.system, 1) == 0 && zeros_after(&without.system, 25) == 0);
    problem_free(&with);
    problem_free(&without);
}

/* If any allocation fails, there is one message, and nothing is leaked (a leak checker looks). */
static void allocations_may_fail(void **state)
{
    const struct generator *generator = *state;
    struct instance instance = small_instance(generator);
    enum status status = ERROR_HOST_MEMORY;
    for (long k = 0; status != OK; k++) {
        struct chain chain;
        status = refused_after(k, explore(generator->name, generator->model, instance.arguments,
                                          generator->model->rewards, true, &chain));
        if (status == OK) {
            assert_true(k > 5);
            check_sound(&chain);
            chain_free(&chain);
        } else {
            assert_int_equal(status, ERROR_HOST_MEMORY);
            assert_true(*fail_message());
            assert_null(chain.transitions.row);
            assert_null(chain.labels);
        }
    }
}

/* Sources that are refused */

static void check_refused(const char *source, const char *text)
{
    struct problem problem;
    if (problem_check(source) != ERROR_INPUT) fail_msg("%s: was not refused", source);
    assert_int_equal(problem_open(source, &problem), ERROR_INPUT);
    if (!strstr(fail_message(), text) || strchr(fail_message(), '\n'))
        fail_msg("%s: wanted '%s', got '%s'", source, text, fail_message());
}

static void wrong_parameters_are_refused(void **state)
{
    check_refused("herman:n=4", "herman: n=4: must be odd, such as 3 or 5");
    check_refused("herman:n=33", "at most 31");
    check_refused("herman:n=31", "GB of memory");
    check_refused("herman", "parameter 'n'");
    check_refused("herman:n=5,property=9", "property=9: it has properties 1 to 4");
    check_refused("cluster:n=10000", "GB of memory");
    check_refused("kanban:t=14", "at most 13");
    check_refused("kanban:t=13", "GB of memory");
    check_refused("knacl:n1=65000,n2=65000,n3=65000", "GB of memory");
    check_refused("polling:n=26", "GB of memory");
    check_refused("cell:n=0", "at least 1");
    check_refused("dice:n=3", "unknown parameter 'n'");
    check_refused("consensus:n=10", "consensus: about 2.77e+09 states, ");
    check_refused("consensus:property=9,prop=Pmax=?[F \"agree\"]", "it has properties 1 to 5");
    check_refused("csma:n=4,k=6", "GB of memory");
    check_refused("leader_async:n=7", "at most 6");
    check_refused("rabin:n=8", "GB of memory");
    check_refused("inventory:capacity=50000", "GB of memory");
}

int main(void)
{
    static struct generator models[64];
    size_t count = 0;
    for (int k = 0; k < generator_count && count < 64; k++)
        if (generators[k]->model) models[count++] = *generators[k];
    const struct CMUnitTest others[] = {
        cmocka_unit_test(threads_do_not_matter_to_large_models),
        cmocka_unit_test(tandem_has_zeros_or_not),
        cmocka_unit_test(truths_are_prisms),
        cmocka_unit_test(wrong_parameters_are_refused),
    };
    return RUN_ROWS("chains, labels and rewards are PRISM's", chains_are_prisms, exports) +
           RUN_ROWS("answers are PRISM's", answers_are_prisms, exports) +
           RUN_ROWS("sizes are PRISM's", sizes_are_prisms, sizes) +
           RUN_ROWS("iteration counts are PRISM's", counts_are_prisms, counts) +
           run_rows("models are sound", models_are_sound, models, sizeof *models, count) +
           run_rows("threads do not matter", threads_do_not_matter, models, sizeof *models, count) +
           run_rows("allocations may fail", allocations_may_fail, models, sizeof *models, count) +
           cmocka_run_group_tests_name("others", others, NULL, NULL);
}
