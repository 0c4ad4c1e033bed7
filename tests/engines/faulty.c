/* An engine that fails as it is told, for tests of the code that waits for it. Its answer is b:
 * right for identity matrices. With the name old, dead or lacking, it is wrong from its first
 * message on. */
#include <math.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static const char hello[] =
    "{\"protocol\": %d, \"version\": \"7\", \"title\": \"goes wrong\", \"missing\": \"%s\", "
    "\"solves\": [\"linear\", \"fixpoint\", \"a kind of tomorrow\"], \"precisions\": [\"f32\", "
    "\"f64\"], \"places\": [\"seq\", \"omp\"], \"new\": {\"key\": [1]}, \"options\": [{\"name\": "
    "\"fault\", \"help\": \"what happens\", \"values\": [\"none\", \"exit\", \"abort\", \"hang\", "
    "\"flood\", \"endless\", \"babble\", \"garbage\", \"list\", \"size\", \"no-answer\", \"nan\", "
    "\"lie\", \"limit\", \"failed\", \"diverged\", \"refuse\", \"word\", \"stale\", \"deaf\", "
    "\"child\", \"close\", \"hog\", \"value\", \"wrong-value\", \"nan-value\", "
    "\"infinite-value\", \"error\", \"no-outcome\", \"unable\", \"answer-error\", "
    "\"answer-hang\"]}, "
    "{\"name\": \"after\", \"type\": \"whole\", \"default\": 0, \"above\": -1, \"below\": 100, "
    "\"help\": "
    "\"solves before it\"}, "
    "{\"name\": \"cost\", \"type\": \"number\", \"default\": 0, \"above\": -1, \"below\": 1e6, "
    "\"help\": \"seconds that a solve takes at least\"}, "
    "{\"name\": \"slow\", \"type\": \"number\", \"default\": 0, \"above\": -100, \"below\": "
    "1e6, \"help\": \"percent by which it takes longer than cost\"}]}\n";

static char b_path[4096], answer_path[4096], fault[32];
static int after, solves;
static double cost; /* s */

/* The text of a member, as the harness writes it. */
static void member(const char *line, const char *name, char *out, size_t size)
{
    char key[64];
    snprintf(key, sizeof key, "\"%s\": ", name);
    const char *at = strstr(line, key);
    *out = '\0';
    if (!at) return;
    at += strlen(key);
    at += *at == '"';
    snprintf(out, size, "%.*s", (int)strcspn(at, "\",}"), at);
}

static bool is(const char *name)
{
    return solves > after && !strcmp(fault, name);
}

static void open_problem(const char *line)
{
    char number[32];
    member(line, "b", b_path, sizeof b_path);
    member(line, "answer", answer_path, sizeof answer_path);
    member(line, "fault", fault, sizeof fault);
    member(line, "after", number, sizeof number);
    after = atoi(number);
    member(line, "slow", number, sizeof number);
    cost = 1 + atof(number) / 100;
    member(line, "cost", number, sizeof number);
    cost *= atof(number);
    puts(!strcmp(fault, "refuse") ? "{\"error\": \"I do not like\\nthis matrix\"}" : "{}");
}

static void flood(FILE *to, const char *text)
{
    for (;;) fputs(text, to);
}

static void hog(void)
{
    const size_t mouthful = 1 << 24;
    for (char *bytes; (bytes = malloc(mouthful)); usleep(1000)) memset(bytes, 1, mouthful);
    abort();
}

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void solve(void)
{
    char seconds[] = "\"seconds\": 0.25";
    const double start = now();
    solves++;
    while (cost > 0 && now() - start < cost) continue;
    if (is("exit")) fputs("I am leaving\n", stderr), exit(3);
    if (is("abort")) abort();
    if (is("hang")) pause();
    if (is("flood")) flood(stdout, "{}\n");
    if (is("endless")) flood(stdout, "{");
    if (is("babble")) flood(stderr, "and so on\n");
    if (is("hog")) hog();
    if (is("garbage")) puts("\x01Iteration 1: residual 0.5");
    else if (is("list")) puts("[1, 2]");
    else if (is("limit")) puts("{\"outcome\": \"limit\", \"iterations\": 9}");
    else if (is("diverged")) puts("{\"outcome\": \"diverged\"}");
    else if (is("failed")) puts("{\"outcome\": \"failed\", \"note\": \"a zero pivot\"}");
    else if (is("error")) puts("{\"error\": \"singular\"}");
    else if (is("no-outcome")) puts("{\"seconds\": 1}");
    else if (is("unable")) puts("{\"outcome\": \"unsupported\", \"note\": \"too big\"}");
    else if (is("word")) puts("{\"outcome\": \"fine\"}");
    else if (is("stale")) puts("{\"outcome\": \"converged\", \"sample\": 77}");
    else if (is("close")) close(STDOUT_FILENO), pause();
    else printf("{\"outcome\": \"converged\", \"iterations\": %d, %s}\n", 3, seconds);
    if (is("child") && fork() == 0) sleep(1000);
}

static void answer(void)
{
    double number = 0;
    static const struct {
        const char *fault, *value;
    } values[] = {{"value", "0.16666666666666666"},
                  {"wrong-value", "0.25"},
                  {"nan-value", "\"nan\""},
                  {"infinite-value", "\"-inf\""}};
    for (size_t k = 0; k < sizeof values / sizeof *values; k++)
        if (is(values[k].fault)) {
            printf("{\"answer\": \"value\", \"value\": %s}\n", values[k].value);
            return;
        }
    if (is("answer-hang")) pause();
    if (is("answer-error")) {
        puts("{\"error\": \"no space\"}");
        return;
    }
    FILE *from = fopen(b_path, "rb"), *to = is("no-answer") ? NULL : fopen(answer_path, "wb");
    for (long k = 0; from && to && fread(&number, sizeof number, 1, from) == 1; k++) {
        if (is("nan") && k == 1) number = NAN;
        if (is("lie") && k == 1) number += 1;
        fwrite(&number, sizeof number, 1, to);
    }
    if (is("size") && to) fputc(0, to);
    if (from) fclose(from);
    if (to) fclose(to);
    puts("{}");
}

int main(int argc, char **argv)
{
    static char line[1 << 16];
    char word[32];
    const char *slash = strrchr(argv[0], '/'), *name = slash ? slash + 1 : argv[0];
    (void)argc;
    setvbuf(stdout, NULL, _IOLBF, 0);
    while (fgets(line, sizeof line, stdin)) {
        member(line, "message", word, sizeof word);
        if (!strcmp(name, "dead")) fputs("a library is missing\n", stderr), exit(127);
        if (!strcmp(word, "hello"))
            printf(hello, strcmp(name, "old") ? 1 : 2,
                   strcmp(name, "lacking") ? "" : "libsolve is not installed");
        else if (!strcmp(word, "open")) open_problem(line);
        else if (!strcmp(word, "solve")) solve();
        else if (!strcmp(word, "answer")) answer();
        else if (!strcmp(word, "close") && !is("deaf")) break;
        else puts("{\"error\": \"what?\"}");
    }
    while (is("deaf")) pause();
    return 0;
}
