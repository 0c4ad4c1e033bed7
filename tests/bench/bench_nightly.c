/* bench_nightly PROGRAM [NIGHTS]: ten cases of a nightly run through files and the command line.
 * Each night (of 120) is written as a results file, then PROGRAM runs `history` on the folder. Its
 * exit code must be 3 as long as a case is slower, and else 0; an alarm stays until the case is
 * back, ok again, or acknowledged; and no other case gives one. Then suspicions of programs that
 * are equally fast are judged by rounds in turns, as `history --programs` does. Exit code 1 if
 * anything else is seen. */
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "analysis/compare/compare.h"
#include "tests/support/made/made_results.h"
#include "tests/support/scratch.h"
#include "tests/support/seed.h"

enum { NIGHTS = 120, FIRST_JUDGED = 4, SUSPICIONS = 1000, ROUNDS = 40, NEVER = INT_MAX };

/* Noise: an autoregression (phi 1: a walk), and what does not depend on other nights. From night
 * `from` to before `until` the time is `change` times as long (0: it crashes). delay: most nights
 * until the alarm. */
struct nightly_case {
    const char *name;
    double phi, deviation, white, change;
    int from, until, delay;
    bool acknowledged; /* as soon as it is an alarm */
    double state;
    int alarm, gone; /* first night with the alarm, and the last night with it */
    bool back;       /* "back since" was said */
};

static struct nightly_case cases[] = {
    {"independent_3", 0, 0.03, 0, 1, NEVER, NEVER, 0, false, 0, 0, 0, false},
    {"ar_0.5_1", 0.5, 0.01, 0, 1, NEVER, NEVER, 0, false, 0, 0, 0, false},
    {"ar_0.8_3", 0.8, 0.03, 0, 1, NEVER, NEVER, 0, false, 0, 0, 0, false},
    {"walk_0.5", 1, 0.005, 0, 1, NEVER, NEVER, 0, false, 0, 0, 0, false},
    {"walk_in_1", 1, 0.005, 0.01, 1, NEVER, NEVER, 0, false, 0, 0, 0, false},
    {"faster", 0, 0.01, 0, 0.9, 50, NEVER, 0, false, 0, 0, 0, false},
    {"step_and_back", 0, 0.01, 0, 1.05, 40, 60, 10, false, 0, 0, 0, false},
    {"step_known", 0, 0.01, 0, 1.05, 75, NEVER, 10, true, 0, 0, 0, false},
    {"crash", 0, 0.01, 0, 0, 90, 95, 0, false, 0, 0, 0, false},
    {"step_5_in_3", 0, 0.03, 0, 1.05, 60, NEVER, 60, false, 0, 0, 0, false},
};

enum { NCASES = sizeof cases / sizeof *cases };

static char *program;
static int failures;

static void expect(bool good, int night, const char *name, const char *what)
{
    if (good) return;
    failures++;
    printf("night %d: %s: %s\n", night, name, what);
}

static void write_night(int night)
{
    char started[40], name[20];
    snprintf(started, sizeof started, "%d-%02d-%02dT03:00:00+0000", 2026 + night / 336,
             1 + night % 336 / 28, 1 + night % 28);
    snprintf(name, sizeof name, "%03d.h5", night);
    struct results results = made_results(started, "c", "box", "gcc");
    for (struct nightly_case *c = cases; c < cases + NCASES; c++) {
        const bool changed = night >= c->from && night < c->until, walk = c->phi == 1;
        if (!walk && night == 0) c->state = c->deviation * draw_normal();
        made_case(&results, "p", c->name, changed && c->change == 0 ? CASE_CRASHED : CASE_OK,
                  1e-3 * (changed ? c->change : 1) * exp(c->state + c->white * draw_normal()));
        c->state = c->phi * c->state +
                   c->deviation * draw_normal() * (walk ? 1 : sqrt(1 - c->phi * c->phi));
    }
    made(results_write(scratch_path(name), &results));
    results_free(&results);
}

/* Runs PROGRAM history ..., and returns its exit code. *out: what it prints (new). */
static int run_history(const char *words, char **out)
{
    char *command, line[4096];
    made(format_text(&command, "'%s' history %s '%s' 2>/dev/null", program, words, scratch_folder));
    FILE *pipe = popen(command, "r");
    *out = made_text("");
    while (fgets(line, sizeof line, pipe)) made(append_text(out, "%s", line));
    free(command);
    return WEXITSTATUS(pclose(pipe));
}

/* Returns whether a row of the Markdown table begins with this verdict and names the case. */
static bool has_row(const char *table, const char *verdict, const char *name)
{
    char cell[60];
    snprintf(cell, sizeof cell, "| %s |", name);
    for (const char *row = table; row; row = strchr(row, '\n')) {
        row += strspn(row, "\n| ");
        const char *found = strstr(row, cell);
        if (!strncmp(row, verdict, strlen(verdict)) && found && found < row + strcspn(row, "\n"))
            return true;
        if (!*row) break;
    }
    return false;
}

static void acknowledge_case(int night, struct nightly_case *c)
{
    char *words, *out;
    made(format_text(&words, "ack --note known --case 'p %s'", c->name));
    expect(run_history(words, &out) == 0 && strstr(out, "acknowledged: "), night, c->name,
           "is not acknowledged");
    free(words);
    free(out);
}

/* Checks one case in what `history` printed. */
static void check_case(int night, const char *table, struct nightly_case *c)
{
    const bool alarm = has_row(table, "alarm", c->name), slower = c->change > 1 || c->change == 0;
    expect(!alarm || (slower && night >= c->from), night, c->name, "a false alarm");
    if (alarm && !c->alarm) c->alarm = night;
    if (alarm) c->gone = night;
    c->back |= has_row(table, "back since", c->name);
    if (c->acknowledged && c->alarm && night > c->alarm) {
        expect(!alarm && has_row(table, "acknowledged", c->name), night, c->name,
               "is acknowledged, and still an alarm");
        return;
    }
    const bool began = slower && night >= c->from && night < c->until;
    if (began && night >= c->from + c->delay) expect(alarm, night, c->name, "no alarm");
    if (began && c->alarm) expect(alarm, night, c->name, "the alarm went away");
    if (c->change == 0 && night >= c->until) expect(!alarm, night, c->name, "is ok again");
    if (c->change > 1 && night >= c->until && c->back)
        expect(!alarm, night, c->name, "is back, and still an alarm");
    if (c->change > 1 && c->until < NEVER && night >= c->until + 20)
        expect(has_row(table, "back since", c->name), night, c->name, "no 'back since'");
}

static void judge_night(int night)
{
    char *table;
    const int code = run_history("--format md", &table);
    bool alarms = false;
    for (int k = 0; k < NCASES; k++) {
        check_case(night, table, &cases[k]);
        alarms |= has_row(table, "alarm", cases[k].name);
    }
    expect(code == (alarms ? 3 : 0), night, "exit code", alarms ? "not 3" : "not 0");
    for (int k = 0; k < NCASES; k++)
        if (cases[k].acknowledged && cases[k].alarm == night) acknowledge_case(night, &cases[k]);
    free(table);
}

static void run_nights(int nights)
{
    char *out;
    for (int night = 0; night < nights; night++) {
        write_night(night);
        if (night + 1 >= FIRST_JUDGED) judge_night(night);
    }
    free((run_history("ack --all", &out), out));
    expect(run_history("", &out) == 0, nights, "exit code", "not 0 after `history ack --all`");
    free(out);
    puts("| case | changes in night | alarm from night | to | back since |\n|---|---|---|---|---|");
    for (const struct nightly_case *c = cases; c < cases + NCASES; c++) {
        if (c->from < NEVER) printf("| %s | %d |", c->name, c->from);
        else printf("| %s | never |", c->name);
        if (c->alarm) printf(" %d | %d | %s |\n", c->alarm, c->gone, c->back ? "yes" : "");
        else puts(" none | | |");
    }
}

/* Adds ROUNDS processes with levels of their own (sd 1 %), in rounds with levels of theirs. */
static void make_rounds(double slow, struct results live[NSIDES])
{
    for (int side = 0; side < NSIDES; side++)
        live[side] = made_results("2026-11-20T03:00:00+0000", side ? "b" : "a", "box", "gcc");
    for (uint64_t round = 0; round < ROUNDS; round++) {
        const double level = 1e-3 * (1 + draw_unit());
        for (int side = 0; side < NSIDES; side++)
            made_case(&live[side], "p", "v", CASE_OK,
                      level * exp(0.01 * draw_normal()) * (side == FRESH ? slow : 1))
                ->process = round;
    }
}

/* Judges suspicions in turns, as history --programs does; returns how many are confirmed. */
static int count_confirmed(double slow)
{
    struct results file[NSIDES], live[NSIDES];
    const struct compare_request request = {
        .margin = 0.02, .live = live, .looks = true, .whole_table = true, .blind = true};
    int confirmed = 0;
    for (int k = 0; k < SUSPICIONS; k++) {
        struct comparison comparison;
        make_rounds(slow, live);
        for (int side = 0; side < NSIDES; side++) {
            file[side] = made_results("2026-11-20T03:00:00+0000", side ? "b" : "a", "box", "gcc");
            made_case(&file[side], "p", "v", CASE_OK, side ? 1.05e-3 : 1e-3);
        }
        made(compare_results(&file[BASE], &file[FRESH], &request, &comparison));
        confirmed += comparison.cases[0].judgement == JUDGED_SLOWER;
        comparison_free(&comparison);
        for (int side = 0; side < NSIDES; side++) {
            results_free(&file[side]);
            results_free(&live[side]);
        }
    }
    return confirmed;
}

int main(int argc, char **argv)
{
    if (argc < 2) return 1;
    program = realpath(argv[1], NULL);
    draw_from(1);
    setvbuf(stdout, NULL, _IOLBF, 0);
    scratch_create(NULL);
    run_nights(argc > 2 ? atoi(argv[2]) : NIGHTS);
    scratch_remove(NULL);
    const int equal = count_confirmed(1), slow = count_confirmed(1.05);
    printf("confirmed in turns, of %d suspicions: %d of equal programs, %d of one that is 5 %% "
           "slower\n",
           SUSPICIONS, equal, slow);
    expect(equal <= SUSPICIONS / 100 && slow >= SUSPICIONS * 95 / 100, 0, "turns", "wrong rates");
    puts(failures ? "NOT as it should be" : "as it should be");
    free(program);
    return failures != 0;
}
