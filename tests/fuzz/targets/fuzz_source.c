/* Feeds text to problem_check and, where the problem is small, to problem_open. "@/" at the start
 * stands for a folder with one file of each kind; no other files are opened. Models in a language
 * are read up to the program that would build them, which is not there. Any text must end in one
 * clean line or in a sound system. */
#include <math.h>
#include <stdlib.h>

#include "problems/problem.h"
#include "tests/fuzz/fuzz.h"
#include "tests/support/csr_sound.h"

enum { LONGEST = 300, LARGEST = 300 };

static void put_text(const char *name, const char *text)
{
    memory_file_put(name, text, strlen(text));
}

/* Programs are asked once a process whether they are there. */
static void ask_programs(void)
{
    setenv("PATH", MEMORY_FOLDER, 1);
    setenv("PRISM_HOME", MEMORY_FOLDER, 1);
    setenv("WARPMARK_PYTHON", MEMORY_FOLDER "/python3", 1);
    put_text("a.sm", "ctmc label \"a\" = true;\n");
    put_text("a.jani", "{}");
    require(problem_check(MEMORY_PATH("a.sm") ":goal=a") == ERROR_ENVIRONMENT);
    require(problem_check(MEMORY_PATH("a.jani") ":goal=a") == ERROR_ENVIRONMENT);
}

static void fuzz_begin(void)
{
    ask_programs();
    put_text("a.tra", "4 6\n0 1 0.5\n0 2 0.5\n1 3 1\n2 2 0.5\n2 0 0.5\n3 3 1\n");
    put_text("a.lab", "0=\"init\" 1=\"a\" 2=\"b\"\n0: 0\n3: 1\n1: 2\n");
    put_text("j.tra", "4 5\n-1 0 1.0\n0 1 0.5\n1 1 1.0\n0 0 0.25\n0 2 0.125\n");
    put_text("a.srew", "4 2\n0 1\n2 3\n");
    put_text("a:b.tra", "2 2\n0 1 1\n1 0 3\n");
    put_text("a.mtx",
             "%%MatrixMarket matrix coordinate real general\n2 2 3\n1 1 4\n1 2 -1\n2 2 2.5\n");
    put_text("b.mtx", "%%MatrixMarket matrix array real general\n2 1\n3\n2.5\n");
}

/* Returns whether text names a generator whose problem is small if its numbers are small, and all
 * its numbers are small. */
static int is_small(const char *text)
{
    static const char *const names[] = {"random_dd", "identity", "markov"};
    int known = 0;
    for (int k = 0; k < 3; k++)
        known |=
            strcspn(text, ":") == strlen(names[k]) && !strncmp(text, names[k], strlen(names[k]));
    for (; *text; text++) known &= fabs(strtod(text, NULL)) <= LARGEST;
    return known;
}

static void check_open(const char *source)
{
    struct problem p;
    if (problem_open(source, &p) != OK) {
        require_clean_message();
        require(!p.source && !p.system.a.diag);
        return;
    }
    const struct linear *s = &p.system;
    require(!strcmp(p.source, source) && (s->a.off.rows ? csr_sound(&s->a.off) : p.solved));
    for (uint32_t i = 0; i < s->a.off.rows; i++)
        require(s->a.diag[i] != 0 && isfinite(s->a.diag[i]) && isfinite(s->x0[i]) &&
                (!s->b || isfinite(s->b[i])));
    if (p.solved) require(!isnan(problem_value(&p, s->x0)));
    problem_free(&p);
}

static void fuzz_one(const uint8_t *bytes, size_t size)
{
    char text[LONGEST + 1], source[2 * LONGEST];
    if (size > LONGEST) return;
    memcpy(text, bytes, size);
    text[size] = '\0';
    int here = !strncmp(text, "@/", 2);
    size_t name = strcspn(text, ":");
    if (here && (strstr(text, "..") || strchr(text + 2, '/'))) return;
    if (!here && (memchr(text, '/', name) || memchr(text, '.', name))) return;
    if (!here && strstr(text, "property=") && strpbrk(text, "./")) return; /* a file */
    snprintf(source, sizeof source, "%s%s", here ? MEMORY_FOLDER : "", text + here);
    if (problem_check(source) != OK) {
        require_clean_message();
        return;
    }
    if (here || is_small(text)) check_open(source);
}
