/* Vectors that somebody has changed: for any vectors, the check claims nothing false about the
 * exact answer, which is known here from a proof that is narrower than all others. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/arrays/hdf5.h"
#include "base/folder.h"
#include "base/memory.h"
#include "harness/cli.h"
#include "harness/proofs/certificate.h"
#include "harness/proofs/proof_store.h"
#include "tests/support/cmocka.h"
#include "tests/support/scratch.h"
#include "tests/support/seed.h"

#define MACHINE "datasets/data/prism/machine/model.tra:type=mdp,reward=model.srew,"
#define COUNT(array) (sizeof(array) / sizeof *(array))

enum { EDITS = 60 };

/* width: so narrow for some that all vectors are made. */
static const struct {
    const char *source;
    double width;
} proofs[] = {
    {"random_dd:n=40,density=0.2", 1e-9},
    {"tandem:c=3", 1e-9},
    {"tandem:c=3,property=2", 1e-9},
    {"tandem:c=3,property=4", 1e-9},
    {"herman:n=5", 1e-9},
    {"cluster:n=2", 1e-9},
    {"cluster:n=2,property=2", 1e-17},
    {"brp:n=4,max=5,property=4", 1e-9},
    {MACHINE "prop=Rmin=?[F \"sold\"]", 1e-9},
    {MACHINE "prop=Rmax=?[F \"sold\"]", 1e-9},
    {MACHINE "prop=Pmin=?[!\"sold\" U \"broken\"]", 1e-9},
    {MACHINE "prop=filter(max, Pmax=?[X \"broken\"])", 1e-9},
    {MACHINE "prop=Rmax=?[S]", 1e-9},
    {MACHINE "prop=Smin=?[!\"sold\"]", 1e-9},
    {"ring.tra:prop=Pmax=?[F \"b\"]", 1e-9},
    {"ring.tra:prop=filter(min, Pmin=?[F \"b\"])", 1e-9},
};

static void ok(enum status status)
{
    if (status != OK) fail_msg("%s", fail_message());
}

/* States 0 and 1 lead to each other; 1 may also leave, and comes to b in half of the cases. */
static void write_ring(void)
{
    scratch_write("ring.tra", "4 5 6\n0 0 1 1\n1 0 0 1\n1 1 2 0.5\n1 1 3 0.5\n2 0 2 1\n3 0 3 1\n");
    scratch_write("ring.lab", "0=\"init\" 1=\"deadlock\" 2=\"b\"\n0: 0\n2: 2\n");
}

static void open_proven(const char *source, double width, struct problem *out)
{
    char made[700];
    snprintf(made, sizeof made, "%s%s%s", scratch_folder, "/", source);
    ok(problem_open(strncmp(source, "ring", 4) ? source : made, out));
    ok(prove_problem(out, &(struct prove_settings){.width = width, .seconds = 20}));
    assert_non_null(out->proof.x);
}

/* A file of the proof, with vectors of its own. */
static struct proof_file file_of(struct problem *problem)
{
    struct certificate certificate;
    struct proof_file file, own;
    ok(certificate_make(problem, &(struct prove_settings)DEFAULT_PROVE_SETTINGS, &certificate));
    ok(certificate_file(problem, &certificate, 1e-9, NULL, &file));
    ok(proof_file_write(scratch_path("proof.h5"), true, &file));
    certificate_file_free(&file);
    ok(proof_file_read(scratch_path("proof.h5"), &own));
    return own;
}

static double strange(double x)
{
    static const double values[] = {0, -1, 1, 1e308, -1e308, 5e-324, 1e-300, 0.5, 1e-9};
    switch (draw(6)) {
    case 0: return values[draw(COUNT(values))];
    case 1: return -x;
    case 2: return x * (1 + draw_normal() * exp(-30 * draw_unit()));
    case 3: return x * exp(20 * draw_normal());
    case 4: return nextafter(x, INFINITY);
    default: return x + draw_normal();
    }
}

/* One number of a vector, a few, or all. */
static void edit(uint32_t n, double *x)
{
    const uint64_t how = draw(3), times = how == 0 ? 1 : how == 1 ? 1 + draw(5) : n;
    for (uint64_t k = 0; x && k < times; k++) {
        double *const number = &x[how == 2 ? k : draw(n)];
        *number = strange(*number);
        if (!isfinite(*number)) *number = 1;
    }
}

static double largest(uint32_t n, const double *x, const double *y)
{
    double most = 0;
    for (uint32_t i = 0; i < n; i++) most = fmax(most, fabs(x[i] - (y ? y[i] : 0)));
    return most;
}

/* Returns the error of an answer, in the measure of proven errors; the true error is at least this.
 */
static double true_error(const struct problem *exact, const double *x)
{
    const uint32_t n = (uint32_t)problem_unknowns(exact);
    const double *y = exact->proof.x;
    long double mass = 0, all = 0, sum = 0;
    const double off = largest(n, x, y);
    if (exact->kind != KIND_STEADY) return off == 0 ? 0 : off / largest(n, y, NULL);
    for (uint32_t i = 0; i < n; i++) mass += x[i], all += y[i];
    for (uint32_t i = 0; i < n; i++) sum += fabsl(x[i] / mass - y[i] / all);
    return (double)sum;
}

static void require_true(const struct problem *exact, const struct problem *checked)
{
    const struct problem_proof *known = &exact->proof, *proof = &checked->proof;
    struct proof_claim claim;
    ok(claim_make(checked, &claim));
    if (!proof->x) return;
    const double error = true_error(exact, proof->x);
    if (!(claim.error >= 0.999 * error - 1e-11) && !isinf(claim.error))
        fail_msg("%s: error %g, proven %g", exact->source, error, claim.error);
    if (isnan(claim.low)) return;
    if (!(claim.low <= known->value_high && known->value_low <= claim.high))
        fail_msg("%s: value in [%.17g, %.17g], 'proven' [%.17g, %.17g]", exact->source,
                 known->value_low, known->value_high, claim.low, claim.high);
}

static double *copied(uint32_t n, const double *x)
{
    double *copy = NULL;
    if (x) ok(allocate(n, sizeof *copy, "a copy", &copy));
    return x ? memcpy(copy, x, n * sizeof *x) : NULL;
}

static uint32_t *edited_ranks(uint32_t n, const uint32_t *rank)
{
    uint32_t *copy = NULL;
    if (rank) ok(allocate(n, sizeof *copy, "a copy", &copy));
    for (uint32_t i = 0; rank && i < n; i++) copy[i] = draw(4) ? rank[i] : (uint32_t)draw(5);
    return copy;
}

/* Bounds are infinite in some files, and equal numbers say the most of end components. */
static void edit_bounds(uint32_t n, double *x)
{
    const uint64_t how = draw(4);
    for (uint32_t i = 0; x && i < n; i++)
        if (how == 0 ? draw(4) == 0 : how == 1) x[i] = how == 0 ? INFINITY : 1;
}

static size_t used;
static bool there[PROOF_VECTORS];

static void check_edited(const struct problem *exact, const struct proof_file *file)
{
    struct problem problem;
    struct proof_file edited = {.n = file->n};
    for (int k = 0; k < PROOF_VECTORS; k++) {
        edited.vector[k] = copied(file->n, file->vector[k]);
        if (draw(2)) edit(file->n, edited.vector[k]);
        if (k >= PROOF_LOW && draw(2)) edit_bounds(file->n, edited.vector[k]);
    }
    edited.rank = edited_ranks(file->n, file->rank);
    edited.level = edited_ranks(file->n, file->level);
    ok(problem_open(exact->source, &problem));
    ok(proof_file_check(&edited, &problem, false));
    require_true(exact, &problem);
    used += problem.proof.x != NULL;
    problem_free(&problem);
    proof_file_free(&edited);
}

static void test_vectors(void **state)
{
    write_ring();
    for (size_t k = 0; k < COUNT(proofs); k++) {
        struct problem exact, proven;
        open_proven(proofs[k].source, 1e-13, &exact);
        open_proven(proofs[k].source, proofs[k].width, &proven);
        struct proof_file file = file_of(&proven);
        for (int i = 0; i < PROOF_VECTORS; i++) there[i] |= file.vector[i] != NULL;
        for (int e = 0; e < EDITS; e++) check_edited(&exact, &file);
        proof_file_free(&file);
        problem_free(&exact);
        problem_free(&proven);
    }
    assert_true(used > EDITS); /* not all of them were refused whole */
    for (int k = 0; k < PROOF_VECTORS; k++) assert_true(there[k]);
}

static const char *note_without(const char *source, int first, int end)
{
    static char note[160];
    struct problem proven, problem;
    open_proven(source, 1e-9, &proven);
    struct proof_file file = file_of(&proven);
    for (int k = first; k < end; k++) free(file.vector[k]), file.vector[k] = NULL;
    ok(problem_open(proven.source, &problem));
    ok(proof_file_check(&file, &problem, false));
    assert_true(!problem.proof.x && isnan(problem.proof.value_low));
    snprintf(note, sizeof note, "%s", problem.proof.note);
    problem_free(&problem);
    problem_free(&proven);
    proof_file_free(&file);
    return note;
}

/* Vectors of the other kind prove nothing. */
static void test_other_vectors(void **state)
{
    assert_string_equal(note_without("tandem:c=3", 0, PROOF_LOW), "there is no answer");
    assert_string_equal(note_without(MACHINE "prop=Pmax=?[F<=3 \"sold\"]", 0, 1),
                        "there is no answer");
    assert_string_equal(note_without(MACHINE "prop=Rmin=?[F \"sold\"]", PROOF_LOW, PROOF_LOW + 1),
                        "there are no bounds of states");
}

/* The search of the graph knows that the value is infinite, but without a proof nobody is told. */
static void test_infinite(void **state)
{
    struct problem proven, problem;
    open_proven(MACHINE "prop=Rmax=?[F \"sold\"]", 1e-9, &proven);
    for (int k = 0; k < 2; k++) {
        struct proof_file file = file_of(&proven);
        for (uint32_t i = 0; k && i < file.n; i++) file.vector[PROOF_LOW][i] = 0;
        ok(problem_open(proven.source, &problem));
        ok(proof_file_check(&file, &problem, false));
        assert_true(k ? isnan(problem.proof.value_low) : problem.proof.value_low == INFINITY);
        assert_int_equal(problem.proof.x == NULL, k);
        problem_free(&problem);
        proof_file_free(&file);
    }
    problem_free(&proven);
}

/* A claim holds as it was written, and none that is narrower than what the vectors prove. */
static void test_claims(void **state)
{
    write_ring();
    for (size_t k = 0; k < COUNT(proofs); k++) {
        struct problem proven;
        struct proof_claim claim, narrower;
        open_proven(proofs[k].source, proofs[k].width, &proven);
        struct proof_file file = file_of(&proven);
        ok(claim_make(&proven, &claim));
        assert_true(claim_follows(&file.claim, &claim));
        narrower = claim;
        narrower.error = claim.error * 0.999999;
        if (claim.error > 0) assert_false(claim_follows(&narrower, &claim));
        narrower = claim;
        narrower.low = nextafter(claim.low, INFINITY);
        if (claim.low < claim.high) assert_false(claim_follows(&narrower, &claim));
        narrower = claim;
        narrower.high = nextafter(claim.high, -INFINITY);
        if (claim.low < claim.high) assert_false(claim_follows(&narrower, &claim));
        proof_file_free(&file);
        problem_free(&proven);
    }
}

/* A row that says x_i = b_i may have no weight; an answer that denies it proves nothing. */
static void test_no_weight(void **state)
{
    struct problem problem;
    ok(problem_open("herman:n=5", &problem));
    const uint32_t n = problem.system.a.off.rows;
    ok(allocate_zeroed(n, sizeof(double), "x", &problem.proof.x));
    ok(allocate(n, sizeof(double), "v", &problem.proof.v));
    for (uint32_t i = 0; i < n; i++) {
        const bool stated = problem.system.a.off.row[i] == problem.system.a.off.row[i + 1];
        problem.proof.x[i] = stated;
        problem.proof.v[i] = stated ? 0 : 1000;
    }
    ok(prove_check(&problem, false, 0));
    assert_true(!problem.proof.x || isnan(problem.proof.value_low) ||
                (problem.proof.value_low <= 3.2 && problem.proof.value_high >= 3.2));
    problem_free(&problem);
}

static int verified(const char *path, const struct proof_file *file)
{
    char *words[] = {(char *)path, NULL};
    ok(proof_file_write(path, true, file));
    return command_find("verify")->run(1, words);
}

/* Exit codes of `warpmark verify`. */
static void test_verify(void **state)
{
    struct problem problem;
    char path[1200];
    open_proven("tandem:c=3", 1e-9, &problem);
    struct proof_file file = file_of(&problem);
    snprintf(path, sizeof path, "%s", scratch_path("proof.h5"));
    const struct proof_claim claim = file.claim;
    assert_int_equal(verified(path, &file), EXIT_FINE);
    file.claim.low = claim.value;
    assert_int_equal(verified(path, &file), EXIT_CASE);
    file.claim = claim;
    file.claim.error /= 2;
    assert_int_equal(verified(path, &file), EXIT_CASE);
    file.claim = (struct proof_claim){NAN, NAN, NAN, INFINITY};
    assert_int_equal(verified(path, &file), EXIT_CASE);
    file.claim = claim;
    file.model = true;
    assert_int_equal(verified(path, &file), EXIT_CASE);
    file.model = false;
    file.vector[0][1] *= 1.001;
    assert_int_equal(verified(path, &file), EXIT_CASE);
    file.vector[0][1] /= 1.001;
    file.system[7] ^= 1;
    assert_int_equal(verified(path, &file), EXIT_CASE);
    file.system[7] ^= 1;
    file.property[0] = 'P';
    assert_int_equal(verified(path, &file), EXIT_CASE);
    file.property[0] = 'R';
    file.source[9] = '4';
    assert_int_equal(verified(path, &file), EXIT_CASE);
    file.source[9] = '3';
    assert_int_equal(verified(path, &file), EXIT_FINE);
    proof_file_free(&file);
    problem_free(&problem);
}

/* A stored proof that is used gives the result of the check; one that claims more is not used. */
static void test_store(void **state)
{
    struct problem problem;
    char text[SYSTEM_HASH], path[1200], name[128];
    open_proven("tandem:c=3", 1e-9, &problem);
    struct proof_file file = file_of(&problem);
    ok(system_hash(&problem, text));
    snprintf(name, sizeof name, "%s-stored-1e-09.h5", text);
    snprintf(path, sizeof path, "%s", scratch_path(name));
    setenv("WARPMARK_PROOFS", scratch_folder, 1);
    for (int k = 0; k < 2; k++) {
        const double low = problem.proof.value_low, high = problem.proof.value_high;
        ok(proof_file_write(path, true, &file));
        problem_free(&problem);
        ok(problem_open("tandem:c=3", &problem));
        ok(proof_store_prove(&problem, &(struct prove_settings)DEFAULT_PROVE_SETTINGS));
        assert_true(problem.proof.value_low == low && problem.proof.value_high == high);
        assert_non_null(strstr(problem.proof.note, k ? "was not used: it claims more"
                                                     : "its vectors come from WARPMARK_PROOFS"));
        file.claim.low = file.claim.value;
    }
    unsetenv("WARPMARK_PROOFS");
    proof_file_free(&file);
    problem_free(&problem);
}

/* Another system's proof under a wrong name, and vectors of other lengths. */
static void test_wrong_system(void **state)
{
    struct problem one, other;
    char text[SYSTEM_HASH], path[1200], name[128];
    open_proven("tandem:c=3", 1e-9, &one);
    ok(problem_open("tandem:c=4", &other));
    struct proof_file file = file_of(&one);
    ok(system_hash(&other, text));
    snprintf(name, sizeof name, "%s-stored-1e-09.h5", text);
    snprintf(path, sizeof path, "%s", scratch_path(name));
    for (int k = 0; k < 2; k++) {
        ok(proof_file_write(path, true, &file));
        setenv("WARPMARK_PROOFS", scratch_folder, 1);
        ok(proof_store_prove(&other, &(struct prove_settings)DEFAULT_PROVE_SETTINGS));
        unsetenv("WARPMARK_PROOFS");
        assert_non_null(strstr(other.proof.note, "was not used"));
        assert_true(other.proof.value_low > 4.6 && other.proof.value_high < 4.8);
        problem_free(&other);
        ok(problem_open("tandem:c=4", &other));
        strcpy(file.system, text); /* and in the file as well */
    }
    proof_file_free(&file);
    problem_free(&one);
    problem_free(&other);
}

/* Damages the file of a proof in a way that its reader or the check must see, or not at all. */
static void damage(const char *path, struct proof_file *file, int k)
{
    double *const x = file->vector[0];
    const double was = x[1];
    if (k == 1) x[1] *= 1.001;
    ok(proof_file_write(path, true, file));
    x[1] = was;
    if (k == 2) assert_int_equal(truncate(path, 3000), 0);
    if (k == 3) assert_int_equal(truncate(path, 0), 0);
    if (k == 4) assert_int_equal(unlink(path) || symlink("/dev/zero", path), 0);
    if (k == 5) assert_int_equal(unlink(path) || mkfifo(path, 0600), 0);
}

/* Without WARPMARK_PROOFS the folder is that of the user's cache, and what is refused there is
 * removed. The result is that of the check, with vectors from anywhere. */
static void test_cache(void **state)
{
    struct problem problem;
    char text[SYSTEM_HASH], path[1200], name[160];
    struct stat found;
    open_proven("tandem:c=3", 1e-9, &problem);
    struct proof_file file = file_of(&problem);
    const double low = problem.proof.value_low, high = problem.proof.value_high;
    ok(system_hash(&problem, text));
    snprintf(name, sizeof name, "warpmark/proofs/%s-stored-1e-09.h5", text);
    snprintf(path, sizeof path, "%s", scratch_path(name));
    ok(folder_make_above(path));
    setenv("XDG_CACHE_HOME", scratch_folder, 1);
    unsetenv("WARPMARK_PROOFS");
    for (int k = 0; k < 6; k++) {
        damage(path, &file, k);
        problem_free(&problem);
        ok(problem_open("tandem:c=3", &problem));
        ok(proof_store_prove(&problem, &(struct prove_settings)DEFAULT_PROVE_SETTINGS));
        assert_true(problem.proof.value_low == low && problem.proof.value_high == high);
        assert_int_equal(problem.proof.found, k == 0);
        assert_int_equal(lstat(path, &found) == 0, k == 0);
        assert_true(k == 0 || strstr(problem.proof.note, "the cache of proofs: a proof was not"));
    }
    proof_file_free(&file);
    problem_free(&problem);
}

/* The requested width decides: a wider proof is no hit, whatever its name says. */
static void test_too_wide(void **state)
{
    struct problem problem;
    char text[SYSTEM_HASH], path[1200], name[160];
    open_proven("herman:n=5", 1e-3, &problem);
    struct proof_file file = file_of(&problem);
    ok(system_hash(&problem, text));
    for (int k = 0; k < 2; k++) {
        snprintf(name, sizeof name, "warpmark/proofs/%s-stored-%s.h5", text, k ? "1e-15" : "1e-03");
        snprintf(path, sizeof path, "%s", scratch_path(name));
        ok(folder_make_above(path));
        ok(proof_file_write(path, true, &file));
        problem_free(&problem);
        ok(problem_open("herman:n=5", &problem));
        ok(proof_store_prove(&problem, &(struct prove_settings){.width = 1e-13, .seconds = 20}));
        assert_false(problem.proof.found);
        assert_int_equal(access(path, F_OK), k ? -1 : 0);
        unlink(path);
    }
    proof_file_free(&file);
    problem_free(&problem);
    assert_int_equal(rmdir(scratch_path("warpmark/proofs")) || rmdir(scratch_path("warpmark")), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_vectors),       cmocka_unit_test(test_claims),
        cmocka_unit_test(test_no_weight),     cmocka_unit_test(test_verify),
        cmocka_unit_test(test_store),         cmocka_unit_test(test_wrong_system),
        cmocka_unit_test(test_cache),         cmocka_unit_test(test_too_wide),
        cmocka_unit_test(test_other_vectors), cmocka_unit_test(test_infinite)};
    seed_begin();
    return cmocka_run_group_tests_name("proof_edits", tests, scratch_create, scratch_remove);
}
