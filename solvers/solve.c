#include "solvers/solve.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/team.h"
#include "solvers/groups.h"
#include "solvers/loop.h"
#include "solvers/parts.h"
#include "solvers/placed.h"
#include "solvers/temporal_block.h"

size_t real_size(enum precision precision)
{
    return precision == F64 ? sizeof(double) : sizeof(float);
}

/* Conversion between f64 on the host and the precision of a solve. With fewer than MANY entries it
 * takes less time than a parallel region, even one of a single thread. */

enum { MANY = 1 << 15 };

static void narrow(enum precision precision, size_t count, const double *from, void *to)
{
    if (precision == F64) {
        copy_large(to, from, count * sizeof *from);
        return;
    }
    float *out = to;
    if (count < MANY) {
        for (size_t i = 0; i < count; i++) out[i] = (float)from[i];
        return;
    }
#pragma omp parallel for
    for (size_t i = 0; i < count; i++) out[i] = (float)from[i];
}

static void widen(enum precision precision, size_t count, const void *from, double *to)
{
    if (precision == F64) {
        copy_large(to, from, count * sizeof *to);
        return;
    }
    const float *in = from;
    if (count < MANY) {
        for (size_t i = 0; i < count; i++) to[i] = in[i];
        return;
    }
#pragma omp parallel for
    for (size_t i = 0; i < count; i++) to[i] = in[i];
}

/* A stored matrix */

enum status stored_array(struct stored *stored, int index, size_t count, size_t size, void *out)
{
    struct array *array = &stored->array[index];
    enum status status =
        allocate_large(count, size, stored->layout->array_names[index], &array->data);
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
    MUST(stored_array(stored, index, count, real_size(stored->precision), &to));
#pragma omp parallel for if (team_once(count))
    for (size_t i = 0; i < count; i++) {
        if (stored->precision == F32) ((float *)to)[i] = (float)(1 / values[i]);
        else ((double *)to)[i] = 1 / values[i];
    }
    return OK;
}

void stored_scratch(struct stored *stored, int index, size_t bytes)
{
    stored->array[index] = (struct array){.bytes = bytes, .scratch = true};
}

enum status stored_allocate(struct stored *stored, int index, size_t bytes)
{
    struct array *array = &stored->array[index];
    enum status status = stored->place->allocate(bytes, &array->data);
    array->bytes = status == OK ? bytes : 0;
    return status;
}

bool best_at_once(const struct mat_ops *mat, const struct stored *a)
{
    if (a->layout->makes_rows) return true;
    return mat->best && 2 * (uint64_t)a->n >= 3 * (uint64_t)stored_unknowns(a);
}

/* Returns whether a row of a decision process keeps a part of its unknown. */
static bool rows_keep(const struct matrix *a)
{
    bool keeps = false;
    for (uint32_t c = 0; a->ngroups && c < a->off.rows && !keeps; c++) keeps = a->diag[c] != 1;
    return keeps;
}

static struct stored stored_describe(const struct place *place, const struct layout *layout,
                                     enum precision precision, const struct solver_options *options,
                                     const struct matrix *a)
{
    return (struct stored){.layout = layout,
                           .precision = precision,
                           .options = options ? *options : default_options(NULL, layout),
                           .for_gpu = !place->on_host,
                           .keeps = rows_keep(a),
                           .n = matrix_rows(a),
                           .ngroups = a->ngroups,
                           .columns = matrix_unknowns(a),
                           .nnz = matrix_entries(a)};
}

/* Checks the rows. Rows that are not stored are for layouts that make them, or are built by other
 * processes. */
static enum status layout_check_rows(const struct layout *layout, const struct matrix *a)
{
    if (layout->of_engines) return OK;
    if (a->group && layout->makes_rows)
        return fail(ERROR_UNSUPPORTED,
                    "layout %s makes rows of decision processes only where none are stored: add "
                    "matrix=none to the source, if it has such a parameter, or use layout auto",
                    layout->name);
    if (a->group && layout->square)
        return fail(ERROR_UNSUPPORTED,
                    "layout %s stores a row for each unknown, and in a decision process unknowns "
                    "have several: use layout auto, msr or cmsr",
                    layout->name);
    if (layout->makes_rows) return OK;
    return matrix_check_stored(a, "layout ", layout->name,
                               a->closed.form ? "use layout generated" : "leave out matrix=none");
}

enum status stored_build_for(const struct method *method, const struct place *place,
                             const struct layout *layout, enum precision precision,
                             const struct solver_options *options, const struct matrix *a,
                             struct stored *out)
{
    *out = (struct stored){0};
    MUST(layout_check_rows(layout, a));
    *out = stored_describe(place, layout, precision, options, a);
    out->by_row = method && method->sweep != SWEEP_AT_ONCE;
    enum status status = place->cards > 1 ? parts_build(place, a, out) : layout->build(a, out);
    if (status != OK) stored_free(out);
    else if (place->on_host) temporal_block_plan(a, out);
    return status;
}

enum status stored_build_at(const struct place *place, const struct layout *layout,
                            enum precision precision, const struct solver_options *options,
                            const struct matrix *a, struct stored *out)
{
    return stored_build_for(NULL, place, layout, precision, options, a, out);
}

enum status stored_take(const struct place *place, const struct layout *layout,
                        const struct matrix *there, struct stored *out)
{
    *out = stored_describe(place, layout, F64, NULL, there);
    out->place = place;
    enum status status = layout->take(there, out);
    if (status == OK) status = place->synchronise();
    if (status != OK) stored_free(out);
    return status;
}

enum status stored_build(const struct layout *layout, enum precision precision,
                         const struct solver_options *options, const struct matrix *a,
                         struct stored *out)
{
    return stored_build_at(places[0], layout, precision, options, a, out);
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
    free(out->own);
    out->own = NULL;
    if (out->layout->options != layout->options)
        out->options.layout = default_options(NULL, layout).layout;
    out->layout = layout;
    return layout->build(a, out);
}

enum status stored_schedule(const struct method *method, const struct place *place,
                            const struct matrix *a, struct stored *out)
{
    if (method->sweep == SWEEP_AT_ONCE || !place->scheduled) return OK;
    return schedule_build(&a->off, place->scheduled, &out->schedule);
}

void stored_measure(const struct method *method, const struct matrix *a, struct stored *out)
{
    uint64_t longest = 0;
    double least = INFINITY;
    if (!method->proves) return;
#pragma omp parallel for reduction(max : longest) reduction(min : least) if (team_once(a->off.nnz))
    for (uint32_t i = 0; i < a->off.rows; i++) {
        const uint64_t first = a->off.row[i], end = a->off.row[i + 1];
        if (end - first > longest) longest = end - first;
        for (uint64_t k = first; k < end; k++) {
            const double size = fabs(a->off.val[k]);
            if (size > 0 && size < least) least = size;
        }
    }
    out->longest = (uint32_t)longest;
    out->least = least;
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

static enum status bring_array(struct stored *stored, int index)
{
    struct array *array = &stored->array[index];
    bool on_host = stored->place->on_host;
    if (!array->scratch) return on_host ? OK : upload_array(stored->place, array);
    if (on_host) array->bytes = 0;
    else if (array->bytes != BYTES_UNKNOWN) return stored_allocate(stored, index, array->bytes);
    return OK;
}

/* Releases a schedule at a place that is not the host. */
static void release_schedule(const struct place *place, struct schedule *schedule)
{
    void *owned[] = {schedule->start, schedule->row, schedule->run};
    for (size_t k = 0; k < sizeof owned / sizeof *owned; k++)
        if (owned[k]) place->release(owned[k]);
    free(schedule->part);
    *schedule = (struct schedule){0};
}

/* Replaces the schedule on the host by a copy at the place; the one on the host is freed in any
 * case. */
static enum status upload_schedule(const struct place *place, struct schedule *schedule)
{
    enum status status = OK;
    struct schedule there = {.n = schedule->n,
                             .nsteps = schedule->nsteps,
                             .nruns = schedule->nruns,
                             .widest = schedule->widest,
                             .part = schedule->part,
                             .nparts = schedule->nparts};
    schedule->part = NULL;
    TRY(place_bring(place, schedule->start, (schedule->nsteps + (size_t)1) * sizeof *there.start,
                    &there.start));
    if (schedule->row)
        TRY(place_bring(place, schedule->row, schedule->n * sizeof *there.row, &there.row));
    if (schedule->run)
        TRY(place_bring(place, schedule->run, (schedule->nruns + (size_t)1) * sizeof *there.run,
                        &there.run));
    TRY(place->synchronise());
out:
    schedule_free(schedule);
    if (status != OK) release_schedule(place, &there);
    *schedule = there;
    return status;
}

enum status stored_upload(const struct place *place, struct stored *stored)
{
    enum status status = OK;
    const struct mat_ops *ops = find_mat_ops(stored->layout, place, stored->precision);
    int brought = 0;
    stored->place = place;
    if (stored->schedule.start && !place->on_host) TRY(upload_schedule(place, &stored->schedule));
    if (place->cards > 1) {
        TRY(parts_upload(place, stored));
        goto out;
    }
    for (; brought < MAX_ARRAYS && stored->layout->array_names[brought]; brought++)
        TRY(bring_array(stored, brought));
    if (ops && ops->upkeep.open) TRY(ops->upkeep.open(stored));
    TRY(place->synchronise());
out:
    if (status != OK) {
        if (!place->on_host) free_host_arrays(stored, brought);
        stored_free(stored);
    }
    return status;
}

static void close_state(struct stored *stored)
{
    const struct mat_ops *ops = find_mat_ops(stored->layout, stored->place, stored->precision);
    if (ops && ops->upkeep.close) ops->upkeep.close(stored);
}

void stored_free(struct stored *stored)
{
    parts_free(stored);
    if (stored->state) close_state(stored);
    if (!stored->place || stored->place->on_host) {
        free_host_arrays(stored, 0);
        free(stored->halo.data);
    } else {
        if (stored->halo.data) stored->place->release(stored->halo.data);
        for (int k = 0; k < MAX_ARRAYS; k++)
            if (stored->array[k].data) stored->place->release(stored->array[k].data);
        release_schedule(stored->place, &stored->schedule);
    }
    schedule_free(&stored->schedule);
    free(stored->own);
    *stored = (struct stored){0};
}

size_t stored_array_bytes(const struct stored *stored, int index)
{
    size_t bytes = stored->array[index].bytes;
    for (int k = 0; k < stored->nparts && bytes != BYTES_UNKNOWN; k++) {
        size_t more = stored->part[k].array[index].bytes;
        bytes = more == BYTES_UNKNOWN ? more : bytes + more;
    }
    return bytes;
}

size_t stored_halo_bytes(const struct stored *stored)
{
    size_t bytes = stored->halo.bytes;
    for (int k = 0; k < stored->nparts; k++) bytes += stored->part[k].halo.bytes;
    return bytes;
}

size_t stored_bytes(const struct stored *stored)
{
    size_t bytes = schedule_bytes(&stored->schedule) + stored_halo_bytes(stored);
    for (int k = 0; k < MAX_ARRAYS; k++) {
        size_t more = stored_array_bytes(stored, k);
        if (more != BYTES_UNKNOWN) bytes += more;
    }
    return bytes;
}

bool stored_sized(const struct stored *stored)
{
    for (int k = 0; k < MAX_ARRAYS; k++)
        if (stored_array_bytes(stored, k) == BYTES_UNKNOWN) return false;
    return true;
}

/* A solve */

enum status vector_allocate(const struct stored *a, size_t width, void **out)
{
    return a->place->allocate_vector
               ? a->place->allocate_vector(a, width, out)
               : a->place->allocate(a->n * width * real_size(a->precision), out);
}

/* Brings n doubles to a vector of the solve. */
static enum status put_vector(const struct solve *solve, size_t n, const double *from, void *to)
{
    const size_t bytes = n * real_size(solve->a->precision);
    if (solve->a->precision == F64) return solve->place->put(to, from, bytes);
    enum status status = OK;
    void *narrowed = NULL;
    TRY(allocate(n, sizeof(float), "a vector", &narrowed));
    narrow(solve->a->precision, n, from, narrowed);
    TRY(solve->place->put(to, narrowed, bytes));
    TRY(solve->place->synchronise());
out:
    free(narrowed);
    return status;
}

/* On the host b is read in any case. */
enum status solve_put_b(struct solve *solve, const double *b)
{
    enum status status = OK;
    uint32_t *marks = NULL;
    const size_t rows = solve->a->n, bytes = groups_words(rows) * sizeof *marks;
    TRY(put_vector(solve, rows, b, solve->b.entry));
    if (solve->b.marks) solve->place->release(solve->b.marks);
    solve->b.marks = NULL;
    if (!solve->place->on_host) TRY(groups_mark(b, rows, &marks));
    if (!marks) goto out;
    TRY(solve->place->allocate(bytes, (void **)&solve->b.marks));
    TRY(solve->place->put(solve->b.marks, marks, bytes));
    TRY(solve->place->synchronise());
out:
    free(marks);
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
        .n = stored_unknowns(a),
        .width = (unsigned)method_width(method),
        .test = {.criterion = settings->criterion,
                 .epsilon = settings->epsilon,
                 .scale = settings->scale,
                 .vote = settings->options.vote},
        .tested = true,
        .options = settings->options,
        .method = method,
        .max_iterations = settings->max_iterations,
        .stop = settings->stop,
        .go_on = settings->go_on,
        .with = settings->with,
    };
    out->temporal_block =
        out->mat && out->mat->jacobi_pass && a->temporal_block ? a->temporal_block : 1;
    out->sweeps = out->temporal_block;
    out->options.check = test_interval(&settings->options);
    if (method->sweep != SWEEP_AT_ONCE && place->scheduled && !a->schedule.start)
        TRY(fail(ERROR_UNSUPPORTED, "method %s at place %s: the order of the rows was not prepared",
                 method->name, place->name));
    TRY(vector_allocate(a, out->width, &out->x));
    out->first_x = out->x;
    for (int k = 0; k < method->nwork; k++) TRY(vector_allocate(a, out->width, &out->work[k]));
    TRY(place->allocate(MAX_SCALARS * sizeof *out->scalar, (void **)&out->scalar));
    TRY(place->allocate(sizeof *out->test.flag, (void **)&out->test.flag));
    if (b) TRY(vector_allocate(a, 1, &out->b.entry));
    if (b)
        TRY(settings->placed ? place->copy(out->b.entry, b, a->n * sizeof *b)
                             : solve_put_b(out, b));
    if (method->own_bytes)
        TRY(allocate_zeroed(1, method->own_bytes, "a method's state", &out->own));
    if (method->prepare) TRY(method->prepare(out, settings));
    if (place->prepare) TRY(place->prepare(out));
out:
    if (status != OK) solve_free(out);
    return status;
}

void solve_free(struct solve *solve)
{
    if (!solve->place) return;
    if (solve->place->dismiss) solve->place->dismiss(solve);
    if (solve->own && solve->method->dismiss) solve->method->dismiss(solve);
    free(solve->own);
    void *owned[] = {solve->b.entry, solve->b.marks, solve->x, solve->scalar, solve->test.flag};
    for (size_t k = 0; k < sizeof owned / sizeof *owned; k++)
        if (owned[k]) solve->place->release(owned[k]);
    for (int k = 0; k < MAX_WORK; k++)
        if (solve->work[k]) solve->place->release(solve->work[k]);
    *solve = (struct solve){0};
}

enum status solve_put(struct solve *solve, const double *x)
{
    return put_vector(solve, solve->n, x, solve->x);
}

/* Swaps x with the work vector that is first_x now; the last one is the spare vector of a loop with
 * three. */
static void restore_iterates(struct solve *solve)
{
    if (solve->x == solve->first_x) return;
    for (int k = 0; k <= solve->method->nwork; k++) {
        if (solve->work[k] != solve->first_x) continue;
        solve->work[k] = solve->x;
        solve->x = solve->first_x;
        return;
    }
}

enum status solve_reset(struct solve *solve, const double *x0)
{
    static const int no_votes = 0;
    solve->iterations = 0;
    solve->outcome = STOPPED;
    *solve->note = '\0';
    solve->tested = true;
    solve->sweeps = solve->temporal_block;
    restore_iterates(solve);
    enum status status = solve->place->put(solve->test.flag, &no_votes, sizeof no_votes);
    if (status == OK && x0) status = solve_put(solve, x0);
    return status == OK ? solve->place->synchronise() : status;
}

/* Fills a piece at a time, because all of them may be as large as the host's memory. */
enum status solve_fill(struct solve *solve, double value)
{
    enum { PIECE = 1 << 22 };
    const struct place *place = solve->place;
    const size_t size = real_size(solve->a->precision), most = solve->n < PIECE ? solve->n : PIECE;
    enum status status = OK;
    void *piece = NULL;
    TRY(allocate(most, size, "a vector", &piece));
    for (size_t i = 0; i < most; i++) put_real(solve->a->precision, piece, i, value);
    for (size_t first = 0, count; first < solve->n; first += count) {
        count = solve->n - first < most ? solve->n - first : most;
        TRY(place->put_at ? place->put_at(solve->x, first * size, piece, count * size)
                          : place->put((char *)solve->x + first * size, piece, count * size));
    }
    TRY(place->synchronise());
out:
    free(piece);
    return status;
}

/* Returns whether denormal numbers are flushed. denormals=auto flushes them unless that could
 * change PRISM's iteration count: a relative test also reads entries as small as these. PRISM has
 * no f32. */
bool solve_flushes(const struct solve *solve)
{
    if (!solve->place->flush_denormals || solve->method->engine) return false;
    if (solve->options.denormals != DENORMALS_AUTO)
        return solve->options.denormals == DENORMALS_FLUSH;
    return solve->a->precision == F32 || solve->test.criterion == ABSOLUTE;
}

enum status solve_run(struct solve *solve, const struct method *method)
{
    const struct place *place = solve->place;
    const uint64_t entries = stored_entries(solve->a);
    bool before;
    if (!place->flush_denormals || method->task == TASK_CYCLE || method->engine)
        return method->run(solve);
    enum status status = place->flush_denormals(solve_flushes(solve), entries, &before);
    if (status != OK) return status;
    status = method->run(solve);
    enum status restored = place->flush_denormals(before, entries, &before);
    return status == OK ? restored : status;
}

bool solve_repeats(const struct solve *solve)
{
    return !solve->method->repeats || solve->method->repeats(solve);
}

enum status solve_download(const struct solve *solve, double *x)
{
    if (solve->a->precision == F64) return solve->place->get(x, solve->x, solve->n, sizeof *x);
    enum status status = OK;
    void *narrowed = NULL;
    TRY(allocate(solve->n, sizeof(float), "a vector", &narrowed));
    TRY(solve->place->get(narrowed, solve->x, solve->n, sizeof(float)));
    widen(solve->a->precision, solve->n, narrowed, x);
out:
    free(narrowed);
    return status;
}
