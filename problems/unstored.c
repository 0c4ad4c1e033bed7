/* Problems whose rows are not stored: rows in closed form (base/closed/closed.h), and rows that are
 * made one range at a time, by a generator (struct row_maker) or from a file. */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/memory.h"
#include "base/random.h"
#include "base/sparse/rows.h"
#include "base/team.h"
#include "problems/property.h"
#include "problems/source.h"

/* Closed forms */

bool source_is_closed(const struct source *source)
{
    return source->generator && source->generator->closed &&
           source->arguments[MATRIX].choice == MATRIX_NONE;
}

/* Sets the values of a long run with one class of all states. There are no self-loops. */
static enum status one_class(struct problem *out)
{
    struct steady_value *value = &out->steady;
    out->kind = KIND_STEADY;
    out->range = RANGE_NOT_NEGATIVE;
    value->nclasses = 1;
    out->classes = 1;
    MUST(allocate(1, sizeof *value->probability, "classes", &value->probability));
    MUST(allocate(1, sizeof *value->probability_low, "classes", &value->probability_low));
    MUST(allocate(1, sizeof *value->probability_high, "classes", &value->probability_high));
    *value->probability = *value->probability_low = *value->probability_high = 1;
    return OK;
}

static enum status fill_long_run(struct problem *out)
{
    const struct closed_rows *closed = &out->system.a.closed;
    out->x0 = 1 / (double)closed->n;
    out->step = 0.99 / closed_largest(closed);
    out->period = 1;
    return one_class(out);
}

/* All states are initial, and none has an infinite reward. */
static enum status fill_reward(const struct property *property, struct problem *out)
{
    const struct closed_rows *closed = &out->system.a.closed;
    const uint64_t n = closed->n;
    double *b;
    out->kind = KIND_FIXPOINT;
    out->range = RANGE_NOT_NEGATIVE;
    out->step = 1;
    out->fixpoint.filter = property->filter;
    MUST(allocate(n, 1, "states", &out->fixpoint.initial));
    memset(out->fixpoint.initial, 1, n);
    MUST(allocate(n, sizeof *b, "b", &b));
    out->system.b = b;
    MUST(allocate(n, sizeof *b, "x0", &out->system.x0));
#pragma omp parallel for if (team_once(n))
    for (uint64_t i = 0; i < n; i++) b[i] = out->system.x0[i] = closed_reward(closed, i);
    return OK;
}

/* All vectors start from 0, and paths end in stated states. Of choices, b is in closed form, too.
 */
static enum status fill_best(struct problem *out)
{
    const struct closed_rows *closed = &out->system.a.closed;
    const struct closed_process *process = &closed->process;
    out->kind = KIND_OPTIMUM;
    out->range = process->pays > 0 ? RANGE_NOT_NEGATIVE : RANGE_PROBABILITY;
    out->step = 1;
    out->optimum.largest = process->largest;
    out->states = process->states;
    out->choices = process->choices;
    out->classes = 0;
    out->start = (uint32_t)process->initial;
    MUST(allocate_zeroed(closed->n, 1, "states", &out->fixpoint.initial));
    out->fixpoint.initial[process->initial] = 1;
    return OK;
}

/* Names a way out: another question or, of a chain that is made of a decision process, the process.
 */
static enum status refuse_open_rows(const struct source *source)
{
    const struct generator *generator = source->generator;
    union argument first[MAX_ARGUMENTS];
    struct closed_rows closed;
    memcpy(first, source->arguments, sizeof first);
    first[PROPERTY].count = 1;
    MUST(generator->closed(first, &closed));
    if (!closed.form)
        return fail(ERROR_INPUT,
                    "%s: matrix=none: the rows of this chain have no closed form. Leave out "
                    "matrix=none, or use choices=mdp",
                    generator->name);
    return fail(ERROR_INPUT,
                "%s: matrix=none: the rows of property=%llu have no closed form. Leave out "
                "matrix=none, or use property=1",
                generator->name, (unsigned long long)source->arguments[PROPERTY].count);
}

enum status open_closed(const struct source *source, const struct property *property,
                        struct problem *out)
{
    const struct generator *generator = source->generator;
    struct closed_rows closed;
    MUST(generator->closed(source->arguments, &closed));
    if (!closed.form) return refuse_open_rows(source);
    if (!out) return OK;
    out->system.a.closed = closed;
    out->states = closed.n;
    out->transitions = closed.transitions;
    out->classes = 1;
    if (closed_has_choices(&closed)) return fill_best(out);
    return property->goal ? fill_reward(property, out) : fill_long_run(out);
}

enum status add_closed(const struct source *source, struct problem *out)
{
    const struct generator *generator = source->generator;
    struct matrix *a = &out->system.a;
    struct closed_rows closed;
    if (!generator || !generator->closed || out->solved) return OK;
    MUST(generator->closed(source->arguments, &closed));
    if (!closed_has_choices(&closed)) a->closed = closed;
    return OK;
}

/* Rows that are made */

bool source_is_made(const struct source *source)
{
    if (!source->generator) return source->keys.matrix && !strcmp(source->keys.matrix, "none");
    return source->generator->maker && source->arguments[MATRIX].choice == MATRIX_NONE;
}

/* Bit 0 of a problem's stamp: the entries of the file come row after row. The other bits are a hash
 * of the file's size and the time of its last change, which shows whether it is still the same.
 * Stamps fit into JSON numbers. */
enum { IN_ORDER = 1 };

static enum status stamp_of(const char *path, uint64_t *out)
{
    struct stat info;
    if (stat(path, &info) != 0) return fail(ERROR_IO, "cannot read %s: %s", path, strerror(errno));
    const uint64_t time =
        (uint64_t)info.st_mtim.tv_sec * 1000000000 + (uint64_t)info.st_mtim.tv_nsec;
    *out = random_bits((uint64_t)info.st_size, 0, time) >> 11 & ~(uint64_t)IN_ORDER;
    return OK;
}

static enum status check_stamp(const char *path, uint64_t wanted)
{
    uint64_t stamp;
    MUST(stamp_of(path, &stamp));
    if (stamp == (wanted & ~(uint64_t)IN_ORDER)) return OK;
    return fail(ERROR_IO,
                "%s is another file than the one that was opened: leave it as it is until the "
                "solve has ended",
                path);
}

/* Reads rows of a file. After an error, checks first whether the file has changed. */
static enum status read_rows(const struct source *source, uint64_t stamp, struct linear *rows)
{
    const enum status status = source->format->read_rows(source->file, stamp & IN_ORDER, rows);
    if (status == OK || status == ERROR_DAMAGED || status == ERROR_INPUT)
        MUST(check_stamp(source->file, stamp));
    return status;
}

enum status make_rows(const char *text, uint64_t stamp, struct linear *rows)
{
    enum status status = OK;
    struct source source;
    MUST(source_parse(text, &source));
    if (!source_is_made(&source))
        TRY(fail(ERROR_UNSUPPORTED, "%s: its rows cannot be made a range at a time", text));
    if (source.generator) TRY(source.generator->maker->fill(source.arguments, rows));
    else TRY(read_rows(&source, stamp, rows));
out:
    source_free(&source);
    return status;
}

/* Pieces */

enum { PIECE = 1 << 21 }; /* entries */

/* Returns the end of a piece that begins at row `first`. */
static uint32_t unstored_piece_end(const struct csr *off, uint32_t first)
{
    uint32_t end = first + 1;
    while (end < off->rows && end - first < PIECE && off->row[end + 1] - off->row[first] <= PIECE)
        end++;
    return end;
}

enum status row_pieces_open(const struct problem *problem, struct row_pieces *out)
{
    enum status status = OK;
    const struct csr *off = &problem->system.a.off;
    uint64_t entries = 0;
    uint32_t most = 0;
    *out = (struct row_pieces){.problem = problem, .rows = problem->system.a};
    if (!matrix_is_made(&out->rows)) return OK;
    for (uint32_t first = 0, end; first < off->rows; first = end) {
        end = unstored_piece_end(off, first);
        if (end - first > most) most = end - first;
        if (off->row[end] - off->row[first] > entries) entries = off->row[end] - off->row[first];
    }
    TRY(matrix_allocate(most, entries, &out->made));
    out->rows = out->made;
out:
    if (status != OK) row_pieces_close(out);
    return status;
}

enum status row_pieces_next(struct row_pieces *pieces)
{
    const struct csr *off = &pieces->problem->system.a.off;
    struct csr *own = &pieces->rows.off;
    const uint32_t first = (uint32_t)pieces->end;
    pieces->end =
        pieces->made.diag ? unstored_piece_end(off, first) : problem_unknowns(pieces->problem);
    if (!pieces->made.diag) return OK;
    pieces->rows.first = first;
    own->rows = (uint32_t)pieces->end - first;
    for (uint32_t i = 0; i <= own->rows; i++) own->row[i] = off->row[first + i] - off->row[first];
    own->nnz = own->row[own->rows];
    struct linear rows = {.a = pieces->rows};
    return make_rows(pieces->problem->source, pieces->problem->stamp, &rows);
}

void row_pieces_close(struct row_pieces *pieces)
{
    matrix_free(&pieces->made);
    *pieces = (struct row_pieces){0};
}

/* Opening */

/* Finds the limit of Jacobi's relative change if the chain is periodic: the masses of its cyclic
 * classes rotate for ever (problems/steady.c). Rows lead backward, and classes are numbered from
 * that of row 0. */
static enum status find_period(const struct source *source, const double *diag,
                               struct problem *problem)
{
    const struct made_long_run *run = source->generator->maker->long_run;
    const uint32_t n = problem_unknowns(problem), period = run->period;
    const uint32_t from = run->phase(source->arguments, 0);
    double *mass = NULL;
    MUST(allocate_zeroed(period, sizeof *mass, "cyclic classes", &mass));
    for (uint32_t i = 0; i < n; i++)
        mass[(from + period - run->phase(source->arguments, i)) % period] += diag[i];
    for (uint32_t k = 0; k < period; k++)
        problem->jacobi_limit =
            fmax(problem->jacobi_limit, fabs(mass[(k + 1) % period] / mass[k] - 1));
    problem->period = period;
    free(mass);
    return OK;
}

static enum status measure_long_run(const double *diag, struct problem *problem)
{
    struct source source;
    double fastest = 0;
    for (uint32_t i = 0; i < problem_unknowns(problem); i++) fastest = fmax(fastest, diag[i]);
    problem->step = 0.99 / fastest;
    MUST(source_parse(problem->source, &source));
    const enum status status = find_period(&source, diag, problem);
    source_free(&source);
    return status;
}

/* Reads all rows twice, because a row may need the diagonal of a later one. If b alone gives the
 * scale, reads none. */
static enum status measure_made(struct problem *problem)
{
    enum status status = OK;
    struct row_pieces pieces = {0};
    const uint32_t n = problem_unknowns(problem);
    const struct linear *s = &problem->system;
    struct largest_sizes found = {0};
    double *diag = NULL;
    if (s->b && !any_row_is_fixed(&s->a.off)) {
        problem->scale = problem_scale(problem);
        return OK;
    }
    TRY(allocate(n, sizeof *diag, "the diagonal", &diag));
    TRY(row_pieces_open(problem, &pieces));
    while (pieces.end < n) {
        TRY(row_pieces_next(&pieces));
        memcpy(diag + pieces.rows.first, pieces.rows.diag, pieces.rows.off.rows * sizeof *diag);
    }
    for (pieces.end = 0; pieces.end < n;) {
        TRY(row_pieces_next(&pieces));
        largest_sizes_add(s, &pieces.rows, diag, &found);
    }
    problem->scale = largest_sizes_scale(&found);
    if (problem->kind == KIND_STEADY) TRY(measure_long_run(diag, problem));
out:
    row_pieces_close(&pieces);
    free(diag);
    return status;
}

static enum status make_long_run(const struct source *source, uint32_t n, struct problem *out)
{
    const struct made_long_run *run = source->generator->maker->long_run;
    struct steady_value *value = &out->steady;
    MUST(one_class(out));
    MUST(allocate_zeroed(n, sizeof *value->class_of, "classes", &value->class_of));
    MUST(allocate(n, sizeof *value->weight, "weights", &value->weight));
#pragma omp parallel for if (team_once(n))
    for (uint32_t i = 0; i < n; i++) {
        value->weight[i] = run->weight(source->arguments, i);
        out->system.x0[i] = 1.0 / n;
    }
    out->start = (uint32_t)run->initial(source->arguments);
    out->states = n;
    out->transitions = out->system.a.off.nnz;
    return OK;
}

static enum status open_outline(const struct source *source, struct problem *out)
{
    bool in_order = false;
    out->kind = KIND_LINEAR;
    MUST(stamp_of(source->file, &out->stamp));
    MUST(source->format->read_outline(source->file, &out->system, &in_order));
    MUST(check_stamp(source->file, out->stamp));
    if (in_order) out->stamp |= IN_ORDER;
    return source->format->read_matrix ? complete_matrix(source, out) : OK;
}

static enum status outline_made(const struct source *source, struct problem *out)
{
    if (!source->generator) return open_outline(source, out);
    const struct row_maker *maker = source->generator->maker;
    struct csr size;
    MUST(maker->size(source->arguments, &size));
    if (!out) return OK;
    struct csr *off = &out->system.a.off;
    const uint32_t n = size.rows;
    out->kind = KIND_LINEAR;
    MUST(allocate((size_t)n + 1, sizeof *off->row, "row starts", &off->row));
    off->rows = n;
    off->nnz = size.nnz;
    off->row[0] = 0;
    MUST(maker->count(source->arguments, off));
    MUST(allocate(n, sizeof *out->system.x0, "x0", &out->system.x0));
    if (maker->long_run) return make_long_run(source, n, out);
    MUST(allocate(n, sizeof *out->system.b, "b", &out->system.b));
    maker->vectors(source->arguments, n, &out->system);
    return OK;
}

enum status open_made(const struct source *source, struct problem *out)
{
    MUST(outline_made(source, out));
    return out ? measure_made(out) : OK;
}
