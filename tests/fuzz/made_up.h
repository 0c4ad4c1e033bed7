/* Results of a few cases with texts of a stranger, as they come out of a results file that is in
 * order otherwise. */
#pragma once

#include <math.h>

#include "tests/fuzz/printed.h"
#include "tests/support/made/handmade.h"

/* A text of the input, or usual where the input has none for it. */
static inline void take_over(struct fuzz_choices *in, char **text)
{
    if (choose(in, 3) != 1) return;
    free(*text);
    *text = hostile_text(in);
}

static inline double made_up_number(struct fuzz_choices *in, double usual)
{
    static const double numbers[] = {0,         -1,  1e308, 5e-324, INFINITY,
                                     -INFINITY, NAN, 1e-9,  12345,  -0.0};
    unsigned which = choose(in, 32);
    return which > 0 && which <= 10 ? numbers[which - 1] : usual;
}

static inline void made_up_run(struct fuzz_choices *in, size_t problem, size_t variant,
                               struct results *r)
{
    static const double times[] = {2, 1, 8, 1e-6};
    enum case_status status =
        choose(in, 3) ? CASE_OK : (enum case_status)choose(in, NCASE_STATUSES);
    struct result_run *run =
        handmade_run(r, problem, variant, status, times[choose(in, 4)], choose(in, 16));
    take_over(in, &run->note);
    run->value = made_up_number(in, 0.25);
    run->error = made_up_number(in, 1e-9);
    run->layout = made_up_number(in, 1e-3);
    run->copy_bandwidth = made_up_number(in, 1e9);
    if (choose(in, 4) == 1) run->iterations = choose(in, 2) ? MISSING : choose_byte(in);
    if (choose(in, 8) == 1) run->extrapolated = true, run->iterations_timed = choose_byte(in);
    for (size_t k = 0; k < run->sample_count && choose(in, 4) == 1; k++)
        r->samples[run->sample_offset + k].host = made_up_number(in, 1);
}

static inline void made_up_texts(struct fuzz_choices *in, struct results *r)
{
    take_over(in, &r->name), take_over(in, &r->title), take_over(in, &r->path),
        take_over(in, &r->options);
    take_over(in, &r->command), take_over(in, &r->started), take_over(in, &r->ended),
        take_over(in, &r->git_commit);
    take_over(in, &r->machine[0].name), take_over(in, &r->machine[0].value);
    take_over(in, &r->build[0].name), take_over(in, &r->build[0].value);
    r->paper = text_of("");
    r->script_sha256 = text_of("00");
    take_over(in, &r->paper), take_over(in, &r->script_sha256);
}

static inline void made_up_problem(struct fuzz_choices *in, struct results *r)
{
    size_t k = handmade_problem(r, "small", 1000 + 10 * choose(in, 4), 5000);
    struct result_problem *p = &r->problems[k];
    take_over(in, &p->source), take_over(in, &p->label), take_over(in, &p->kind);
    if (choose(in, 4) == 1) p->nnz = MISSING, p->n = choose(in, 3);
    for (unsigned axes = choose(in, 3); axes; axes--) {
        static const char *const names[] = {"n", "density", "solve", "shape"};
        handmade_axis(r, names[choose(in, 4)], made_up_number(in, 20),
                      choose(in, 2) ? "text" : NULL);
        struct axis_value *axis = &r->problems[k].axes[r->problems[k].naxes - 1];
        take_over(in, &axis->name);
        if (axis->text) take_over(in, &axis->text);
    }
}

static inline void made_up_results(struct fuzz_choices *in, struct results *r)
{
    static const char *const methods[] = {"jacobi", "power", "bicgstab"}, *const places[] = {
                                                                              "seq", "omp", "cuda"};
    handmade_begin(r, "made");
    made_up_texts(in, r);
    for (unsigned k = 0; k < 1 + choose(in, 3); k++) made_up_problem(in, r);
    for (unsigned k = 0; k < 1 + choose(in, 3); k++) {
        size_t added = handmade_variant(r, methods[k % 3], "msr", places[k % 3]);
        struct result_variant *v = &r->variants[added];
        take_over(in, &v->name), take_over(in, &v->method), take_over(in, &v->place);
    }
    for (size_t p = 0; p < r->nproblems; p++)
        for (size_t v = 0; v < r->nvariants; v++)
            if (choose(in, 8) != 1) made_up_run(in, p, v, r);
}

/* A field's name, mostly; never empty: such a table is the script's to make. */
static inline char *made_up_field(struct fuzz_choices *in)
{
    static const char *const names[] = {
        "n",     "solve",  "variant",       "place",   "problem", "iterations",
        "shape", "status", "per_iteration", "density", "note",    "value"};
    char *other = choose(in, 8) == 1 ? hostile_text(in) : text_of("");
    char *field = *other ? other : text_of(names[choose(in, 12)]);
    if (field != other) free(other);
    return field;
}

static inline void made_up_figure(struct fuzz_choices *in, struct results *r)
{
    static const char *const kinds[] = {"lines", "bars"}, *const logs[] = {"", "x", "y", "xy"};
    struct figure *f = APPEND(r->figures, r->nfigures);
    *f = (struct figure){
        .id = hostile_text(in), .title = hostile_text(in), .kind = text_of(kinds[choose(in, 2)])};
    f->x = made_up_field(in), f->y = made_up_field(in), f->by = made_up_field(in);
    f->log = text_of(logs[choose(in, 4)]);
    if (choose(in, 2)) f->facet = made_up_field(in);
    if (choose(in, 4) == 1) f->where = hostile_text(in);
}

static inline void made_up_table(struct fuzz_choices *in, struct results *r)
{
    struct table *t = APPEND(r->tables, r->ntables);
    *t = (struct table){
        .id = hostile_text(in), .title = hostile_text(in), .rows = made_up_field(in)};
    t->columns = made_up_field(in), t->value = made_up_field(in);
    if (choose(in, 4) == 1) t->where = hostile_text(in);
}
