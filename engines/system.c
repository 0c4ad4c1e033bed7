#include "engines/system.h"

#include <fcntl.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { SWEEPS = 20 };

/* Maps a file into memory; NULL: it cannot be read. Changes of the memory do not change the
 * file. */
static void *map(const json_t *message, const char *key, size_t size)
{
    const char *path = json_string_value(json_object_get(message, key));
    const int file = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
    void *at = mmap(NULL, size ? size : 1, PROT_READ | PROT_WRITE, MAP_PRIVATE, file, 0);
    if (file >= 0) close(file);
    return at == MAP_FAILED ? NULL : at;
}

const char *system_read(const json_t *message, struct system *out)
{
    json_t *in = (json_t *)(uintptr_t)message;
    const char *criterion = "relative", *kind = "";
    json_int_t rows = 0, entries = 0, most = 0, classes = 1;
    double epsilon = 0, scale = 1;
    if (json_unpack(in, "{ss sI sI sF s?F ss sI s?I}", "kind", &kind, "rows", &rows, "entries",
                    &entries, "epsilon", &epsilon, "scale", &scale, "criterion", &criterion,
                    "max_iterations", &most, "classes", &classes) ||
        rows < 1)
        return "this engine solves systems only";
    const size_t n = (size_t)rows;
    *out = (struct system){.n = (uint32_t)n,
                           .entries = (uint64_t)entries,
                           .row = map(in, "row_starts", (n + 1) * sizeof *out->row),
                           .col = map(in, "columns", (size_t)entries * sizeof *out->col),
                           .val = map(in, "values", (size_t)entries * sizeof *out->val),
                           .b = map(in, "b", n * sizeof *out->b),
                           .x0 = map(in, "x0", n * sizeof *out->x0),
                           .pinned = map(in, "values", (size_t)entries * sizeof *out->val),
                           .rhs = map(in, "b", n * sizeof *out->b),
                           .start = map(in, "x0", n * sizeof *out->x0),
                           .nclasses = strcmp(kind, "steady") ? 0 : (uint32_t)classes,
                           .class_of =
                               classes > 1 ? map(in, "class_of", n * sizeof *out->class_of) : NULL,
                           .scale = strcmp(criterion, "relative") ? 0 : scale,
                           .aim = strcmp(criterion, "relative") ? epsilon : epsilon * scale,
                           .most = (uint64_t)most};
    const bool all = out->row && out->col && out->val && out->b && out->x0 && out->pinned &&
                     out->rhs && out->start && (classes <= 1 || out->class_of);
    return all ? NULL : "cannot read a file of the system";
}

static uint32_t class_at(const struct system *s, uint32_t i)
{
    return s->class_of ? s->class_of[i] : 0;
}

static double row_residual(const struct system *s, uint32_t i, const double *x, double *diagonal)
{
    double rest = s->b[i];
    for (uint64_t k = s->row[i]; k < s->row[i + 1]; k++) {
        rest -= s->val[k] * x[s->col[k]];
        if (s->col[k] == i) *diagonal = s->val[k];
    }
    return rest;
}

/* Finds the largest row of each class after sweeps of JOR, and its value if the class is scaled to
 * its mass in x0. */
static void find_pins(const struct system *s, double *x, double *next, uint32_t *pin, double *value)
{
    double *mass = calloc(2 * (size_t)s->nclasses, sizeof *mass), *sum = mass + s->nclasses;
    if (!mass) abort();
    for (uint32_t i = 0; i < s->n; i++) mass[class_at(s, i)] += x[i];
    for (int sweep = 0; sweep < SWEEPS; sweep++) {
        for (uint32_t i = 0; i < s->n; i++) {
            double diagonal = 1;
            const double rest = row_residual(s, i, x, &diagonal);
            next[i] = x[i] + 0.9 * rest / diagonal;
        }
        memcpy(x, next, s->n * sizeof *x);
    }
    for (uint32_t c = 0; c < s->nclasses; c++) pin[c] = UINT32_MAX;
    for (uint32_t i = 0; i < s->n; i++) {
        const uint32_t c = class_at(s, i);
        sum[c] += x[i];
        if (pin[c] == UINT32_MAX || x[i] > x[pin[c]]) pin[c] = i;
    }
    for (uint32_t c = 0; c < s->nclasses; c++)
        if (pin[c] != UINT32_MAX) value[c] = x[pin[c]] * mass[c] / sum[c];
    free(mass);
}

/* Returns the divisor of each class's residuals. */
static double *class_sizes(const struct system *s, const double *x)
{
    double *size = calloc(s->nclasses, sizeof *size);
    if (!size) abort();
    for (uint32_t i = 0; i < s->n; i++) {
        double diagonal = 1, *of = &size[class_at(s, i)];
        row_residual(s, i, x, &diagonal);
        *of =
            s->scale > 0 ? fmax(*of, fabs(diagonal * x[i]) / s->scale) : fmin(1, *of + fabs(x[i]));
    }
    return size;
}

/* Scales the rows of all classes to similar sizes, because one residual is tested for all of
 * them. */
static void scale_classes(struct system *s, const double *x)
{
    if (s->nclasses < 2) return;
    double *size = class_sizes(s, x);
    for (uint32_t i = 0; i < s->n; i++) {
        const double of = size[class_at(s, i)];
        for (uint64_t at = s->row[i]; of > 0 && at < s->row[i + 1]; at++) s->pinned[at] /= of;
    }
    free(size);
}

const char *system_pin(struct system *s)
{
    const size_t n = s->n, c = s->nclasses;
    if (!c) return NULL;
    double *x = malloc(n * sizeof *x), *next = malloc(n * sizeof *next),
           *value = calloc(c, sizeof *value);
    uint32_t *pin = calloc(c, sizeof *pin);
    if (!x || !next || !value || !pin) abort();
    memcpy(x, s->x0, n * sizeof *x);
    find_pins(s, x, next, pin, value);
    scale_classes(s, x);
    memset(s->start, 0, n * sizeof *x);
    bool fine = true;
    for (size_t k = 0; k < c; k++) {
        const uint32_t i = pin[k];
        if (i == UINT32_MAX) continue;
        fine &= value[k] > 0;
        for (uint64_t at = s->row[i]; at < s->row[i + 1]; at++)
            if (s->col[at] != i) s->pinned[at] = 0;
            else s->rhs[i] = s->pinned[at] * value[k];
        s->start[i] = value[k];
    }
    free(x);
    free(next);
    free(value);
    free(pin);
    return fine ? NULL : "no state of a class has a positive value after some sweeps";
}

double system_residual(const struct system *s, const double *x)
{
    double *size = s->nclasses ? class_sizes(s, x) : NULL, worst = 0;
    for (uint32_t i = 0; i < s->n; i++) {
        double diagonal;
        const double rest = fabs(row_residual(s, i, x, &diagonal)),
                     share = size ? rest / size[class_at(s, i)] : rest;
        if (!(share <= worst)) worst = isnan(share) ? INFINITY : share;
    }
    free(size);
    return worst;
}
