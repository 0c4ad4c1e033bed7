#include "solvers/solve.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

static size_t real_size(enum precision precision)
{
    return precision == F32 ? sizeof(float) : sizeof(double);
}

/* Between f64 on the host and the precision of a solve. */

static void narrow(enum precision precision, size_t count, const double *from, void *to)
{
    if (precision == F64) {
        memcpy(to, from, count * sizeof *from);
        return;
    }
    float *out = to;
#pragma omp parallel for
    for (size_t i = 0; i < count; i++) out[i] = (float)from[i];
}

static void widen(enum precision precision, size_t count, const void *from, double *to)
{
    if (precision == F64) {
        memcpy(to, from, count * sizeof *to);
        return;
    }
    const float *in = from;
#pragma omp parallel for
    for (size_t i = 0; i < count; i++) to[i] = in[i];
}

/* A stored matrix */

enum status stored_array(struct stored *stored, int index, size_t count, size_t size, void *out)
{
    struct array *array = &stored->array[index];
    enum status status = allocate(count, size, stored->layout->array_names[index], &array->data);
    array->bytes = status == OK ? count * size : 0;
    memcpy(out, &array->data, sizeof array->data);
    return status;
}

enum status stored_reals(struct stored *stored, int index, size_t count, const double *values)
{
    void *to;
    enum status status = stored_array(stored, index, count, real_size(stored->precision), &to);
    if (status == OK) narrow(stored->precision, count, values, to);
    return status;
}

enum status stored_reciprocals(struct stored *stored, int index, size_t count, const double *values)
{
    void *to;
    enum status status = stored_array(stored, index, count, real_size(stored->precision), &to);
    if (status != OK) return status;
#pragma omp parallel for
    for (size_t i = 0; i < count; i++) {
        if (stored->precision == F32) ((float *)to)[i] = (float)(1 / values[i]);
        else ((double *)to)[i] = 1 / values[i];
    }
    return OK;
}

enum status stored_build(const struct layout *layout, enum precision precision, const struct matrix *a,
                         struct stored *out)
{
    *out = (struct stored){.layout = layout, .precision = precision, .n = a->off.n, .nnz = a->off.nnz};
    enum status status = layout->build(a, out);
    if (status != OK) stored_free(out);
    return status;
}

/* Frees arrays first .. MAX_ARRAYS - 1 that are still on the host. */
static void free_host_arrays(struct stored *stored, int first)
{
    for (int k = first; k < MAX_ARRAYS; k++) {
        free(stored->array[k].data);
        stored->array[k] = (struct array){0};
    }
}

enum status stored_instead(const struct layout *layout, const struct matrix *a, struct stored *out)
{
    free_host_arrays(out, 0);
    out->layout = layout;
    return layout->build(a, out);
}

static enum status upload_array(const struct place *place, struct array *array)
{
    void *there = NULL;
    enum status status = place->allocate(array->bytes, &there);
    if (status == OK) status = place->put(there, array->data, array->bytes);
    if (status != OK) {
        if (there) place->release(there);
        return status;
    }
    free(array->data);
    array->data = there;
    return OK;
}

enum status stored_upload(const struct place *place, struct stored *stored)
{
    stored->place = place;
    if (place->on_host) return OK;
    for (int k = 0; k < MAX_ARRAYS && stored->layout->array_names[k]; k++) {
        enum status status = upload_array(place, &stored->array[k]);
        if (status != OK) {
            free_host_arrays(stored, k);
            stored_free(stored);
            return status;
        }
    }
    return place->synchronise();
}

void stored_free(struct stored *stored)
{
    if (!stored->place || stored->place->on_host) {
        free_host_arrays(stored, 0);
    } else {
        for (int k = 0; k < MAX_ARRAYS; k++)
            if (stored->array[k].data) stored->place->release(stored->array[k].data);
    }
    *stored = (struct stored){0};
}

size_t stored_bytes(const struct stored *stored)
{
    size_t bytes = 0;
    for (int k = 0; k < MAX_ARRAYS; k++) bytes += stored->array[k].bytes;
    return bytes;
}

/* A solve */

static size_t vector_bytes(const struct solve *solve)
{
    return solve->n * real_size(solve->a->precision);
}

/* Brings n doubles to a vector of the solve. */
static enum status put_vector(const struct solve *solve, const double *from, void *to)
{
    if (solve->a->precision == F64) return solve->place->put(to, from, vector_bytes(solve));
    enum status status = OK;
    void *narrowed = NULL;
    TRY(allocate(solve->n, sizeof(float), "a vector", &narrowed));
    narrow(solve->a->precision, solve->n, from, narrowed);
    TRY(solve->place->put(to, narrowed, vector_bytes(solve)));
    TRY(solve->place->synchronise());
out:
    free(narrowed);
    return status;
}

enum status solve_create(const struct stored *a, const struct method *method, const double *b,
                         const struct solve_settings *settings, struct solve *out)
{
    enum status status = OK;
    const struct place *place = a->place;
    *out = (struct solve){
        .a = a,
        .place = place,
        .mat = find_mat_ops(a->layout, place, a->precision),
        .vec = place->vec[a->precision],
        .n = a->n,
        .test = {.criterion = settings->criterion,
                 .epsilon = settings->epsilon,
                 .scale = settings->scale,
                 .vote = settings->options.vote},
        .options = settings->options,
        .max_iterations = settings->max_iterations,
        .stop = settings->stop,
    };
    TRY(place->allocate(vector_bytes(out), &out->x));
    for (int k = 0; k < method->nwork; k++) TRY(place->allocate(vector_bytes(out), &out->work[k]));
    TRY(place->allocate(MAX_SCALARS * sizeof *out->scalar, (void **)&out->scalar));
    TRY(place->allocate(sizeof *out->test.flag, (void **)&out->test.flag));
    if (b) {
        TRY(place->allocate(vector_bytes(out), &out->b));
        TRY(put_vector(out, b, out->b));
    }
out:
    if (status != OK) solve_free(out);
    return status;
}

void solve_free(struct solve *solve)
{
    if (!solve->place) return;
    void *owned[] = {solve->b, solve->x, solve->scalar, solve->test.flag};
    for (size_t k = 0; k < sizeof owned / sizeof *owned; k++)
        if (owned[k]) solve->place->release(owned[k]);
    for (int k = 0; k < MAX_WORK; k++)
        if (solve->work[k]) solve->place->release(solve->work[k]);
    *solve = (struct solve){0};
}

enum status solve_reset(struct solve *solve, const double *x0)
{
    static const int no_votes = 0;
    solve->iterations = 0;
    solve->outcome = STOPPED;
    enum status status = solve->place->put(solve->test.flag, &no_votes, sizeof no_votes);
    if (status == OK) status = put_vector(solve, x0, solve->x);
    return status == OK ? solve->place->synchronise() : status;
}

enum status solve_download(const struct solve *solve, double *x)
{
    if (solve->a->precision == F64) return solve->place->get(x, solve->x, vector_bytes(solve));
    enum status status = OK;
    void *narrowed = NULL;
    TRY(allocate(solve->n, sizeof(float), "a vector", &narrowed));
    TRY(solve->place->get(narrowed, solve->x, vector_bytes(solve)));
    widen(solve->a->precision, solve->n, narrowed, x);
out:
    free(narrowed);
    return status;
}
