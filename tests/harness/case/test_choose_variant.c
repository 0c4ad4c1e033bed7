/* Method auto: its choice can run, solves the problem, and is reported. The winner of a race is
 * kept, and taken from then on. */
#include <dirent.h>
#include <math.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/folder.h"
#include "harness/case/case.h"
#include "harness/case/choose_variant.h"
#include "harness/case/prove_case.h"
#include "tests/support/cmocka.h"

static const char *const sources[] = {"tandem:c=15",
                                      "tandem:c=7,property=2",
                                      "tandem:c=7,property=4",
                                      "cluster:n=4",
                                      "kanban:t=1",
                                      "fms:n=2",
                                      "polling:n=6",
                                      "polling:n=6,property=2",
                                      "herman:n=7",
                                      "herman:n=7,property=3",
                                      "brp:n=16,max=2",
                                      "embedded",
                                      "random_dd:n=300,density=0.1",
                                      "random_dd:n=2,density=0.9",
                                      "haddad_monmege:n=12",
                                      "identity:n=5"};

enum { SOURCES = sizeof sources / sizeof *sources };

static void parse(const char *layout, const char *place, struct variant *out)
{
    char name[64];
    snprintf(name, sizeof name, "auto/%s/f64/%s", layout, place);
    assert_ok(variant_parse(name, out));
}

static bool has_gpu(void)
{
    struct variant asked;
    parse("msr", "cuda", &asked);
    return asked.place->probe() == OK;
}

static struct folder choices;

static bool is_allowed(const struct variant *chosen, const struct variant *asked)
{
    return !chosen->method->chooses && variant_check(chosen) == OK &&
           (chosen->layout == asked->layout ||
            (asked->layout->chooses && chosen->layout == layouts[0])) &&
           chosen->place == asked->place &&
           (chosen->order == asked->order || chosen->order == ORDER_COMPONENTS) &&
           chosen->options.epsilon == asked->options.epsilon;
}

static void check_choice(const struct problem *problem, const struct variant *asked)
{
    struct built_layout built = {0};
    struct choice choice;
    char *name;
    assert_ok(choose_variant(problem, asked, 1e-6, &built, &choice));
    assert_true(is_allowed(&choice.variant, asked));
    assert_ok(variant_name(&choice.variant, &name));
    assert_non_null(strstr(choice.note, name));
    free(name);
    assert_int_equal(built.stored.layout != NULL, choice.uploaded);
    built_layout_free(&built);
}

static void check_solve(const struct problem *problem, const struct variant *asked)
{
    struct settings settings = DEFAULT_SETTINGS;
    struct case_result result;
    settings.warmup = 0;
    settings.min_samples = settings.max_samples = 1;
    settings.epsilon = 1e-9;
    assert_ok(case_measure(problem, asked, &settings, 0, &result));
    if (result.run.status != CASE_OK || !(proven_error(&result.run) < 1e-5))
        fail_msg("%s: %s: error %g", problem->source, result.run.note, proven_error(&result.run));
    if (!problem->solved) assert_non_null(strstr(result.run.note, "auto: "));
    case_result_free(&result);
}

static void test_solves(void **state)
{
    static const char *const places_of[] = {"seq", "omp", "cuda"}, *const layouts_of[] = {
                                                                       "auto", "msr", "pattern"};
    (void)state;
    for (size_t k = 0; k < SOURCES; k++) {
        struct problem problem;
        const struct prove_settings proof = {.width = 1e-8, .seconds = 10};
        assert_ok(problem_open(sources[k], &problem));
        assert_ok(prove_problem(&problem, &proof));
        for (int p = 0; p < (has_gpu() ? 3 : 2); p++)
            for (int l = 0; l < 3; l++) {
                struct variant asked;
                parse(layouts_of[l], places_of[p], &asked);
                asked.options.epsilon = l ? 0 : 1e-10;
                if (!problem.solved) check_choice(&problem, &asked);
                check_solve(&problem, &asked);
            }
        problem_free(&problem);
    }
}

/* The first way of a race is the fastest that was measured, and method auto takes it. */
static void check_race(const char *source, const char *place)
{
    struct problem problem;
    struct variant asked;
    struct race race;
    struct choice choice;
    struct built_layout built = {0};
    assert_ok(problem_open(source, &problem));
    parse("auto", place, &asked);
    assert_ok(race_all(&problem, &asked, 1e-6, &race));
    assert_true(race.count > 3 && race.seconds > 0);
    assert_int_equal(race.way[0].state, WAY_MEASURED);
    for (int k = 0; k < race.count; k++) {
        const struct way *way = &race.way[k];
        assert_true(is_allowed(&way->variant, &asked) || way->state == WAY_IMPOSSIBLE);
        assert_true(way->state != WAY_MEASURED || (way->seconds > 0 && way->iterations > 0));
        assert_int_equal(*way->why_not != '\0', way->state == WAY_IMPOSSIBLE);
        assert_true(k == 0 || way->state > way[-1].state ||
                    (way->state == way[-1].state && way->seconds >= way[-1].seconds));
    }
    assert_ok(choose_variant(&problem, &asked, 1e-6, &built, &choice));
    assert_true(variant_same(&choice.variant, &race.way[0].variant));
    assert_non_null(strstr(choice.note, "the fastest of a race"));
    assert_false(choice.uploaded);
    problem_free(&problem);
}

static void test_races(void **state)
{
    (void)state;
    check_race("tandem:c=15", "seq");
    check_race("polling:n=6", "omp");
    check_race("random_dd:n=300,density=0.1", "seq");
    if (has_gpu()) check_race("cluster:n=4", "cuda");
}

static void take_at(const char *place, const char *source, struct choice *out)
{
    struct problem problem;
    struct variant asked;
    struct built_layout built = {0};
    assert_ok(problem_open(source, &problem));
    parse("auto", place, &asked);
    assert_ok(choose_variant(&problem, &asked, 1e-6, &built, out));
    built_layout_free(&built);
    problem_free(&problem);
}

static void take(const char *source, struct choice *out)
{
    take_at("seq", source, out);
}

/* Rows without cycles, and sweeps that foretell an end, or do not. */
static void test_choices(void **state)
{
    static const struct {
        const char *source, *name;
    } rows[] = {{"brp:n=512,max=5", "auto: gauss_seidel/msr+components/f64/seq"},
                {"kanban:t=3", "auto: gauss_seidel_backward/msr/f64/seq"},
                {"cluster:n=48", "auto: bicgstab[precondition=ilu0]/msr/f64/seq"},
                {"polling:n=11", "auto: bicgstab[precondition=ilu0]/msr/f64/seq"},
                {"polling:n=11,property=2", "auto: gauss_seidel/msr/f64/seq"},
                {"herman:n=11", "auto: bicgstab[precondition=jacobi]/msr/f64/seq"}};
    struct choice choice;
    (void)state;
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        take(rows[k].source, &choice);
        if (strncmp(choice.note, rows[k].name, strlen(rows[k].name)))
            fail_msg("%s: %s", rows[k].source, choice.note);
    }
}

/* A block of ILU(0) for each thread, where few entries lie between two. */
static void test_blocks(void **state)
{
    const int before = omp_get_max_threads();
    struct choice choice;
    (void)state;
    for (int threads = 2; threads <= 5; threads += 3) {
        omp_set_num_threads(threads);
        take_at("omp", "cluster:n=200", &choice);
        if (!strstr(choice.note, threads == 2 ? "blocks=2" : "blocks=4"))
            fail_msg("%s", choice.note);
        take_at("omp", "fms:n=4", &choice);
        if (strstr(choice.note, "blocks=")) fail_msg("%s", choice.note);
    }
    omp_set_num_threads(before);
}

/* Writes a text into all files of the folder; returns their number. */
static int overwrite(const char *text)
{
    int count = 0;
    DIR *folder = opendir(choices.path);
    for (const struct dirent *entry; (entry = readdir(folder));) {
        char path[512];
        snprintf(path, sizeof path, "%s/%s", choices.path, entry->d_name);
        if (*entry->d_name == '.') continue;
        FILE *file = fopen(path, "w");
        assert_non_null(file);
        assert_int_equal(fputs(text, file) >= 0 && fclose(file) == 0, true);
        count++;
    }
    closedir(folder);
    return count;
}

/* The second choice comes from the cache. Files that are damaged, or that name what cannot stand
 * for method auto here, are passed over, and written anew. */
static void test_cache(void **state)
{
    static const char *const texts[] = {
        "",
        "warpmark choice 1\n",
        "warpmark choice 1\njacobi/msr/f64/seq\n1e-3\nguessed\n",
        "warpmark choice 2\njacobi/msr/f64/seq\n1e-3\nmeasured\n",
        "warpmark choice 1\njacobi/msr/f64/seq\n-1\nmeasured\n",
        "warpmark choice 1\njacobi/msr/f64/seq\n1e-3\nmeasured\nmore\n",
        "warpmark choice 1\njacobi/msr/f64/omp\n1e-3\nmeasured\n",
        "warpmark choice 1\njacobi/sdia/f64/seq\n1e-3\nmeasured\n",
        "warpmark choice 1\nauto/auto/f64/seq\n1e-3\nmeasured\n",
        "warpmark choice 1\nmap/csr/u32/seq\n1e-3\nmeasured\n",
        "warpmark choice 1\nnothing/msr/f64/seq\n1e-3\nmeasured\n"};
    static const char source[] = "kanban:t=3", from_cache[] = "as the cache of choices says";
    struct choice first, again;
    (void)state;
    take(source, &first);
    for (size_t k = 0; k < sizeof texts / sizeof *texts; k++) {
        assert_true(overwrite(texts[k]) > 0);
        take(source, &again);
        assert_null(strstr(again.note, from_cache));
        assert_true(variant_same(&again.variant, &first.variant));
        take(source, &again);
        assert_non_null(strstr(again.note, from_cache));
        assert_true(variant_same(&again.variant, &first.variant));
    }
    overwrite("warpmark choice 1\njacobi/msr/f64/seq\n1e-3\nmeasured\n");
    take(source, &again);
    assert_string_equal(again.variant.method->name, "jacobi");
    setenv("WARPMARK_CHOICES", "", 1);
    take(source, &again);
    assert_null(strstr(again.note, from_cache));
    setenv("WARPMARK_CHOICES", choices.path, 1);
}

/* For bounded properties there is one method; graphs are refused. */
static void test_other_kinds(void **state)
{
    struct problem problem;
    struct variant asked;
    struct built_layout built = {0};
    struct choice choice;
    (void)state;
    parse("auto", "seq", &asked);
    assert_ok(problem_open("herman:n=5,property=4,steps=10", &problem));
    assert_ok(choose_variant(&problem, &asked, 1e-6, &built, &choice));
    assert_int_equal(choice.variant.method->task, TASK_STEPS);
    problem_free(&problem);
    assert_ok(problem_open("tandem:c=3,property=3,time=1", &problem));
    assert_ok(choose_variant(&problem, &asked, 1e-6, &built, &choice));
    assert_int_equal(choice.variant.method->task, TASK_TIME);
    problem_free(&problem);
    assert_ok(problem_open("leader:n=2", &problem));
    struct settings settings = DEFAULT_SETTINGS;
    struct case_result result;
    assert_ok(case_measure(&problem, &asked, &settings, 0, &result));
    assert_int_equal(result.run.status, CASE_UNSUPPORTED);
    case_result_free(&result);
    problem_free(&problem);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_solves),      cmocka_unit_test(test_races),
        cmocka_unit_test(test_choices),     cmocka_unit_test(test_blocks),
        cmocka_unit_test(test_cache),       cmocka_unit_test(test_other_kinds),
    };
    if (folder_create("choices", &choices) != OK) return 1;
    setenv("WARPMARK_CHOICES", choices.path, 1);
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    folder_remove(&choices);
    return failed;
}
