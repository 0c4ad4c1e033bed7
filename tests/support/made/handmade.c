#include "tests/support/made/handmade.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

char *text_of(const char *text)
{
    char *copy;
    if (copy_text(text, &copy) != OK) abort();
    return copy;
}

void handmade_begin(struct results *r, const char *name)
{
    *r = (struct results){.settings = default_settings, .wall = 12.5, .overhead = 0.25};
    r->name = text_of(name);
    r->title = text_of("A made-up experiment");
    r->path = text_of("made_up.lua");
    r->script = text_of("return {}");
    r->options = text_of("");
    r->command = text_of("warpmark run made_up.lua");
    r->started = text_of("2026-03-04T05:06:07+00:00");
    r->ended = text_of("2026-03-04T05:06:20+00:00");
    r->git_commit = text_of("0123456789abcdef0123456789abcdef01234567");
    struct fact *fact = APPEND(r->machine, r->nmachine);
    *fact = (struct fact){text_of("key"), text_of("Example CPU 9000; 8 cores; 32 GB; no GPU")};
    fact = APPEND(r->build, r->nbuild);
    *fact = (struct fact){text_of("compiler"), text_of("cc 1.0")};
}

size_t handmade_problem(struct results *r, const char *label, uint64_t n, uint64_t nnz)
{
    struct result_problem *p = APPEND(r->problems, r->nproblems);
    *p = (struct result_problem){.n = n,
                                 .states = n,
                                 .transitions = n + nnz,
                                 .classes = 1,
                                 .nnz = nnz,
                                 .row_min = 1,
                                 .diagonal_share = 0.75,
                                 .row_max = 4,
                                 .generate = 0.5,
                                 .prove = NAN,
                                 .reduce = NAN,
                                 .prove_inside = NAN};
    p->source = text_of(label);
    p->label = text_of(label);
    p->kind = text_of("linear");
    return r->nproblems - 1;
}

void handmade_axis(struct results *r, const char *name, double number, const char *text)
{
    struct result_problem *p = &r->problems[r->nproblems - 1];
    struct axis_value *axis = APPEND(p->axes, p->naxes);
    *axis = (struct axis_value){text_of(name), text ? NAN : number, text ? text_of(text) : NULL};
}

size_t handmade_variant(struct results *r, const char *method, const char *layout,
                        const char *place)
{
    struct result_variant *v = APPEND(r->variants, r->nvariants);
    if (format_text(&v->name, "%s/%s/f64/%s", method, layout, place) != OK) abort();
    v->method = text_of(method);
    v->layout = text_of(layout);
    v->order = text_of("native");
    v->precision = text_of("f64");
    v->place = text_of(place);
    return r->nvariants - 1;
}

struct result_run *handmade_run(struct results *r, size_t problem, size_t variant,
                                enum case_status status, double solve, size_t count)
{
    struct result_run *run = APPEND(r->runs, r->nruns);
    *run = (struct result_run){.problem = problem,
                               .variant = variant,
                               .status = status,
                               .iterations = 100,
                               .iterations_timed = MISSING,
                               .bytes = 4096,
                               .traffic = 8192,
                               .copy_bandwidth = 1e9,
                               .change = 1e-7,
                               .residual = 1e-9,
                               .zeros = 0.5,
                               .value = 0.25,
                               .reference = NAN,
                               .error = 1e-8,
                               .proof = status == CASE_OK ? PROOF_CHECKED : PROOF_NONE,
                               .estimated_error = 2e-8,
                               .error_bound = NAN,
                               .width = NAN,
                               .value_low = NAN,
                               .value_high = NAN,
                               .verdict = CYCLE_FOUND,
                               .outer = 4,
                               .sweeps = 90,
                               .lasso_prefix = 2,
                               .lasso_cycle = 3,
                               .fly_vertices = MISSING,
                               .fly_edges = MISSING,
                               .fly_rounds = MISSING,
                               .layout = 0.001,
                               .upload = 0,
                               .download = 0,
                               .sample_offset = r->nsamples,
                               .sample_count = count};
    run->note = text_of(status == CASE_OK ? "" : "for a reason");
    for (size_t i = 0; i < count; i++) {
        struct result_sample *sample = APPEND(r->samples, r->nsamples);
        double middle = ((double)count - 1) / 2,
               place = (double)(i % 2 ? count - 1 - i / 2 : i / 2);
        *sample = result_sample_unknown();
        sample->host = solve * (1 + 0.01 * (place - middle));
        sample->order = i;
    }
    return run;
}

void handmade_figure(struct results *r, const char *id, const char *kind, const char *x,
                     const char *facet, const char *log)
{
    struct figure *f = APPEND(r->figures, r->nfigures);
    f->id = text_of(id);
    f->kind = text_of(kind);
    f->x = text_of(x);
    f->y = text_of("solve");
    f->by = text_of("variant");
    f->facet = facet ? text_of(facet) : NULL;
    f->log = text_of(log);
}

void handmade_table(struct results *r, const char *id, const char *rows, const char *by,
                    const char *value, const char *where)
{
    struct table *t = APPEND(r->tables, r->ntables);
    t->id = text_of(id);
    t->rows = text_of(rows);
    t->columns = by ? text_of(by) : NULL;
    t->value = value ? text_of(value) : NULL;
    t->where = where ? text_of(where) : NULL;
}
