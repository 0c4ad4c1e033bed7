#include "tests/support/made/random_results.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static double draw_real(void)
{
    static const double special[] = {
        NAN, INFINITY, -INFINITY, 0.0, -0.0, 5e-324, 1.7976931348623157e308};
    if (!draw(6)) return special[draw(7)];
    return ldexp(draw_unit(), (int)draw(60) - 40);
}

static uint64_t draw_count(void)
{
    return draw(5) ? draw(UINT64_C(1) << draw(63)) : MISSING;
}

static char *draw_text(uint64_t longest)
{
    static const char *const pieces[] = {
        "a", "Z", " ", "\n", "\"", "[vote=store]/", "\xc3\xa9", "\xe2\x88\x9e", "\xf0\x9f\x90\x8c"};
    char *text;
    uint64_t count = draw(longest + 1);
    assert_int_equal(allocate(14 * count + 1, 1, "a text", &text), OK);
    text[0] = '\0';
    char *end = text;
    for (uint64_t k = 0; k < count; k++) end = stpcpy(end, pieces[draw(9)]);
    return text;
}

static char *draw_optional(void)
{
    char *text = draw(2) ? draw_text(9) : NULL;
    if (!text || *text) return text;
    free(text);
    return NULL;
}

static void draw_facts(size_t count, struct fact **out)
{
    DRAW_ROWS(out, count);
    for (size_t i = 0; i < count; i++) (*out)[i] = (struct fact){draw_text(8), draw_text(30)};
}

/* Axis 0 and 1 are numbers, 2 is a text; some problems lack some. */
static void draw_axes(struct result_problem *problem)
{
    static const char *const names[] = {"n", "density", "caf\xc3\xa9 kind"};
    DRAW_ROWS(&problem->axes, 3);
    for (size_t k = 0; k < 3; k++) {
        if (!draw(3)) continue;
        struct axis_value *axis = &problem->axes[problem->naxes++];
        assert_int_equal(copy_text(names[k], &axis->name), OK);
        axis->number = k == 2 ? NAN : (double)draw(1000) / 7;
        if (k == 2) assert_int_equal(format_text(&axis->text, "shape %d", (int)draw(100)), OK);
    }
}

static void draw_problems(size_t count, struct result_problem **out)
{
    DRAW_ROWS(out, count);
    for (struct result_problem *p = *out; p < *out + count; p++) {
        *p = (struct result_problem){
            .source = draw_text(20), .label = draw_text(5), .kind = draw_text(2)};
        draw_axes(p);
        p->n = draw_count(), p->states = draw_count(), p->transitions = draw_count(),
        p->classes = draw_count();
        p->nnz = draw_count(), p->row_min = draw_count(), p->row_max = draw_count(),
        p->generate = draw_real();
        p->diagonal_share = draw_real(), p->prove = draw_real();
        p->proof_found = draw(2);
        p->reduce = draw_real(), p->prove_inside = draw_real(), p->proven_inside = draw_count();
        if (draw(2)) assert_int_equal(format_text(&p->needs, "a.inside%d\nb", (int)draw(9)), OK);
        if (draw(2)) assert_int_equal(format_text(&p->inside, "a%d", (int)draw(9)), OK);
    }
}

static void draw_variants(size_t count, struct result_variant **out)
{
    DRAW_ROWS(out, count);
    for (size_t i = 0; i < count; i++)
        (*out)[i] = (struct result_variant){draw_text(10), draw_text(4), draw_text(4), draw_text(2),
                                            draw_text(1),  draw_text(3), false};
}

static struct result_sample draw_sample(void)
{
    struct result_sample sample = {.host = 1 + (double)draw(1000) / 8};
    sample.device = draw_real(), sample.engine = draw_real(), sample.started = draw_real(),
    sample.order = draw_count();
    sample.cpu = draw_real(), sample.voluntary = draw_count(), sample.involuntary = draw_count();
    sample.without_core = draw_real(), sample.cpu_clock = draw_real();
    sample.minor_faults = draw_count(), sample.major_faults = draw_count();
    sample.sm_clock = draw_real(), sample.memory_clock = draw_real(),
    sample.temperature = draw_real();
    sample.power = draw_real(), sample.energy = draw_real(), sample.throttle = draw_count();
    sample.iterations = draw_count(), sample.retried = draw(2);
    return sample;
}

/* Runs in the order of their samples, some without any. */
static void draw_runs(struct results *r, size_t count, uint64_t most_samples)
{
    r->nruns = count;
    DRAW_ROWS(&r->runs, count);
    for (struct result_run *run = r->runs; run < r->runs + count; run++) {
        *run = (struct result_run){
            .problem = draw(r->nproblems), .variant = draw(r->nvariants), .note = draw_text(12)};
        run->fingerprint = draw_text(3), run->process = draw_count(), run->seed = draw_count();
        run->extrapolated = draw(2), run->iterations_timed = draw_count();
        run->status = (enum case_status)draw(NCASE_STATUSES);
        run->stop_reason = (enum stop_reason)draw(NSTOP_REASONS);
        run->iterations = draw_count(), run->bytes = draw_count(), run->traffic = draw_count(),
        run->copy_bandwidth = draw_real(), run->warmup = draw_count();
        run->change = draw_real(), run->residual = draw_real(), run->zeros = draw_real();
        run->value = draw_real(), run->estimated_error = draw_real();
        run->proof = (enum proof)draw(NPROOFS), run->doubtful = draw(2);
        run->error_bound = draw_real(), run->value_low = draw_real();
        run->value_high = draw_real(), run->proof_note = draw_text(5);
        run->reference = draw_real(), run->error = draw_real(), run->layout = draw_real();
        run->upload = draw_real(), run->download = draw_real(), run->verify = draw_real();
        run->reference_low = draw_real(), run->reference_high = draw_real();
        run->waited = draw_real(), run->width = draw_real();
        run->engine_cpu = draw_real(), run->engine_memory = draw_count();
        run->peak_memory = draw_count(), run->cpu_energy = draw_real();
        run->gpu_energy = draw_real(), run->energy_time = draw_real();
        for (int c = 0; c < NCOUNTERS; c++) run->counter[c] = draw_real();
        run->counted_solves = draw_count(), run->counter_note = draw_optional();
        run->started = draw_real();
        run->verdict = (enum cycle)draw(NCYCLES);
        run->outer = draw_count(), run->sweeps = draw_count();
        run->lasso_prefix = draw_count(), run->lasso_cycle = draw_count();
        run->fly_vertices = draw_count(), run->fly_edges = draw_count(),
        run->fly_rounds = draw_count();
        run->sample_offset = r->nsamples;
        run->sample_count = draw(4) ? draw(most_samples + 1) : 0;
        r->nsamples += run->sample_count;
    }
    DRAW_ROWS(&r->samples, r->nsamples);
    for (size_t k = 0; k < r->nsamples; k++) r->samples[k] = draw_sample();
}

static void draw_figures(size_t count, struct figure **out)
{
    DRAW_ROWS(out, count);
    for (struct figure *f = *out; f < *out + count; f++) {
        *f = (struct figure){
            .id = draw_text(3), .title = draw_text(9), .kind = draw_text(2), .x = draw_text(2)};
        f->y = draw_text(2), f->by = draw_text(2), f->log = draw_text(2);
        f->facet = draw_optional(), f->where = draw_optional();
        f->built = draw_text(200), f->trouble = draw_text(9);
    }
}

static void draw_tables(size_t count, struct table **out)
{
    DRAW_ROWS(out, count);
    for (struct table *t = *out; t < *out + count; t++) {
        *t = (struct table){.id = draw_text(3),
                            .title = draw_text(9),
                            .rows = draw_text(2),
                            .columns = draw_text(2)};
        t->value = draw_text(2), t->where = draw_optional();
        t->built = draw_text(200), t->trouble = draw_text(9);
    }
}

static void draw_crossovers(size_t count, struct result_crossover **out)
{
    DRAW_ROWS(out, count);
    for (struct result_crossover *c = *out; c < *out + count; c++) {
        *c = (struct result_crossover){
            .id = draw_text(3), .axis = draw_text(2), .a = draw_text(4), .b = draw_text(4)};
        c->state = (enum crossing_state)draw(NCROSSING_STATES), c->below = draw_text(4);
        c->at = draw_real(), c->low = draw_real(), c->high = draw_real();
        c->others = draw_count(), c->points = draw_count();
        c->study = draw_text(3), c->over = draw_text(2);
        c->over_value = draw_real(), c->seed = draw_real();
    }
}

static void draw_bundle(size_t count, struct bundled **out)
{
    DRAW_ROWS(out, count);
    for (size_t i = 0; i < count; i++) (*out)[i] = (struct bundled){draw_text(9), draw_text(300)};
}

static void draw_claims(size_t count, struct claim **out)
{
    DRAW_ROWS(out, count);
    for (size_t i = 0; i < count; i++)
        (*out)[i] = (struct claim){draw_text(3), draw_text(40), (enum claim_verdict)draw(NVERDICTS),
                                   draw_text(9), draw_text(9)};
}

void draw_results(uint64_t key, size_t nruns, uint64_t most_samples, struct results *out)
{
    draw_from(key);
    *out = (struct results){.name = draw_text(9),
                            .title = draw_text(9),
                            .path = draw_text(9),
                            .script = draw_text(300)};
    out->paper = draw_text(9);
    out->script_sha256 = draw_text(9), out->options = draw_text(9), out->command = draw_text(9),
    out->started = draw_text(9), out->ended = draw_text(9);
    out->git_commit = draw_text(9), out->quick = draw(2), out->interrupted = draw(2);
    out->wall = draw_real(), out->overhead = draw_real();
    out->skip_axis = draw_optional(), out->skip_budget = draw_real();
    out->settings = (struct settings){(enum criterion)draw(2),
                                      draw_real(),
                                      draw_count(),
                                      draw_count(),
                                      draw_count(),
                                      draw_count(),
                                      draw_real(),
                                      draw_real(),
                                      draw_count(),
                                      draw_count(),
                                      draw(2),
                                      draw_real(),
                                      draw_real(),
                                      draw_real(),
                                      draw_real(),
                                      draw_count(),
                                      draw_count(),
                                      draw_count(),
                                      draw_real(),
                                      draw_count(),
                                      (enum cache_mode)draw(NCACHE_MODES),
                                      (enum throttle_rule)draw(NTHROTTLE_RULES),
                                      draw_count(),
                                      draw(2),
                                      false};
    draw_facts(out->nmachine = draw(6), &out->machine);
    draw_facts(out->nbuild = draw(6), &out->build);
    draw_problems(out->nproblems = 1 + draw(9), &out->problems);
    draw_variants(out->nvariants = 1 + draw(9), &out->variants);
    draw_runs(out, nruns, most_samples);
    draw_figures(out->nfigures = draw(4), &out->figures);
    draw_tables(out->ntables = draw(4), &out->tables);
    draw_crossovers(out->ncrossovers = draw(4), &out->crossovers);
    draw_bundle(out->nbundle = draw(4), &out->bundle);
    draw_claims(out->nclaims = draw(4), &out->claims);
}

bool same_text(const char *a, const char *b)
{
    return a && b ? !strcmp(a, b) : a == b;
}

bool same_real(double a, double b)
{
    return !memcmp(&a, &b, sizeof a);
}

static bool same_facts(size_t count, const struct fact *a, const struct fact *b)
{
    for (size_t i = 0; i < count; i++)
        if (!same_text(a[i].name, b[i].name) || !same_text(a[i].value, b[i].value)) return false;
    return true;
}

/* Axes are found by name; their order does not matter. */
static bool has_axis(const struct result_problem *problem, const struct axis_value *axis)
{
    const struct axis_value *found = problem->axes, *end = problem->axes + problem->naxes;
    while (found < end && strcmp(found->name, axis->name)) found++;
    return found < end && same_text(found->text, axis->text) &&
           (same_real(found->number, axis->number) ||
            (isnan(found->number) && isnan(axis->number)));
}

static bool same_problem(const struct result_problem *a, const struct result_problem *b)
{
    if (a->naxes != b->naxes) return false;
    for (size_t k = 0; k < a->naxes; k++)
        if (!has_axis(b, &a->axes[k])) return false;
    return same_text(a->source, b->source) && same_text(a->label, b->label) &&
           same_text(a->kind, b->kind) && a->n == b->n && a->states == b->states &&
           a->transitions == b->transitions && a->classes == b->classes && a->nnz == b->nnz &&
           a->row_min == b->row_min && a->row_max == b->row_max &&
           same_real(a->generate, b->generate) && same_real(a->prove, b->prove) &&
           a->proof_found == b->proof_found && same_real(a->diagonal_share, b->diagonal_share) &&
           same_real(a->reduce, b->reduce) && same_real(a->prove_inside, b->prove_inside) &&
           a->proven_inside == b->proven_inside && same_text(a->needs, b->needs) &&
           same_text(a->inside, b->inside);
}

static bool same_variant(const struct result_variant *a, const struct result_variant *b)
{
    return same_text(a->name, b->name) && same_text(a->method, b->method) &&
           same_text(a->layout, b->layout) && same_text(a->order, b->order) &&
           same_text(a->precision, b->precision) && same_text(a->place, b->place);
}

static bool same_counters(const struct result_run *a, const struct result_run *b)
{
    for (int c = 0; c < NCOUNTERS; c++)
        if (!same_real(a->counter[c], b->counter[c])) return false;
    return a->counted_solves == b->counted_solves && same_text(a->counter_note, b->counter_note);
}

static bool same_run(const struct result_run *a, const struct result_run *b)
{
    return a->problem == b->problem && a->variant == b->variant && a->status == b->status &&
           same_text(a->note, b->note) && same_text(a->fingerprint, b->fingerprint) &&
           a->process == b->process && a->seed == b->seed && a->extrapolated == b->extrapolated &&
           a->iterations_timed == b->iterations_timed && a->stop_reason == b->stop_reason &&
           a->iterations == b->iterations && a->bytes == b->bytes && a->traffic == b->traffic &&
           same_real(a->copy_bandwidth, b->copy_bandwidth) && a->warmup == b->warmup &&
           same_real(a->change, b->change) && same_real(a->residual, b->residual) &&
           same_real(a->zeros, b->zeros) && same_real(a->value, b->value) && a->proof == b->proof &&
           a->doubtful == b->doubtful && same_real(a->estimated_error, b->estimated_error) &&
           same_real(a->error_bound, b->error_bound) && same_real(a->value_low, b->value_low) &&
           same_real(a->value_high, b->value_high) && same_text(a->proof_note, b->proof_note) &&
           same_real(a->reference, b->reference) && same_real(a->error, b->error) &&
           same_real(a->layout, b->layout) && same_real(a->upload, b->upload) &&
           same_real(a->download, b->download) && same_real(a->verify, b->verify) &&
           a->verdict == b->verdict && a->outer == b->outer && a->sweeps == b->sweeps &&
           a->lasso_prefix == b->lasso_prefix && a->lasso_cycle == b->lasso_cycle &&
           a->fly_vertices == b->fly_vertices && a->fly_edges == b->fly_edges &&
           a->fly_rounds == b->fly_rounds && same_real(a->reference_low, b->reference_low) &&
           same_real(a->reference_high, b->reference_high) && same_real(a->waited, b->waited) &&
           same_real(a->width, b->width) &&
           same_real(a->engine_cpu, b->engine_cpu) && a->engine_memory == b->engine_memory &&
           a->peak_memory == b->peak_memory && same_real(a->cpu_energy, b->cpu_energy) &&
           same_real(a->gpu_energy, b->gpu_energy) && same_real(a->energy_time, b->energy_time) &&
           same_counters(a, b) && same_real(a->started, b->started) &&
           a->sample_offset == b->sample_offset &&
           a->sample_count == b->sample_count;
}

static bool same_sample(const struct result_sample *a, const struct result_sample *b)
{
    return same_real(a->host, b->host) && same_real(a->device, b->device) &&
           same_real(a->engine, b->engine) && same_real(a->started, b->started) &&
           a->order == b->order && same_real(a->sm_clock, b->sm_clock) &&
           same_real(a->cpu, b->cpu) && a->voluntary == b->voluntary &&
           same_real(a->without_core, b->without_core) && same_real(a->cpu_clock, b->cpu_clock) &&
           a->involuntary == b->involuntary && a->minor_faults == b->minor_faults &&
           a->major_faults == b->major_faults && same_real(a->memory_clock, b->memory_clock) &&
           same_real(a->temperature, b->temperature) && same_real(a->power, b->power) &&
           same_real(a->energy, b->energy) && a->throttle == b->throttle &&
           a->iterations == b->iterations && a->retried == b->retried;
}

static bool same_figure(const struct figure *a, const struct figure *b)
{
    return same_text(a->id, b->id) && same_text(a->title, b->title) &&
           same_text(a->kind, b->kind) && same_text(a->x, b->x) && same_text(a->y, b->y) &&
           same_text(a->by, b->by) && same_text(a->facet, b->facet) &&
           same_text(a->where, b->where) && same_text(a->log, b->log) &&
           same_text(a->built, b->built) && same_text(a->trouble, b->trouble);
}

static bool same_table(const struct table *a, const struct table *b)
{
    return same_text(a->id, b->id) && same_text(a->title, b->title) &&
           same_text(a->rows, b->rows) && same_text(a->columns, b->columns) &&
           same_text(a->value, b->value) && same_text(a->where, b->where) &&
           same_text(a->built, b->built) && same_text(a->trouble, b->trouble);
}

static bool same_crossover(const struct result_crossover *a, const struct result_crossover *b)
{
    return same_text(a->id, b->id) && same_text(a->axis, b->axis) && same_text(a->a, b->a) &&
           same_text(a->b, b->b) && same_text(a->below, b->below) && a->state == b->state &&
           same_real(a->at, b->at) && same_real(a->low, b->low) && same_real(a->high, b->high) &&
           a->others == b->others && a->points == b->points && same_text(a->study, b->study) &&
           same_text(a->over, b->over) && same_real(a->over_value, b->over_value) &&
           same_real(a->seed, b->seed);
}

static bool same_bundled(const struct bundled *a, const struct bundled *b)
{
    return same_text(a->name, b->name) && same_text(a->text, b->text);
}

static bool same_claim(const struct claim *a, const struct claim *b)
{
    return same_text(a->id, b->id) && same_text(a->text, b->text) && a->verdict == b->verdict &&
           same_text(a->magnitude, b->magnitude) && same_text(a->numbers, b->numbers);
}

static bool same_settings(const struct settings *a, const struct settings *b)
{
    return a->criterion == b->criterion && same_real(a->epsilon, b->epsilon) &&
           a->max_iterations == b->max_iterations && a->warmup == b->warmup &&
           a->min_samples == b->min_samples && a->max_samples == b->max_samples &&
           same_real(a->max_ci, b->max_ci) && same_real(a->max_time, b->max_time) &&
           same_real(a->timeout, b->timeout) && a->copy_samples == b->copy_samples &&
           a->seed == b->seed && a->interleave == b->interleave && a->processes == b->processes &&
           same_real(a->width, b->width) &&
           a->memory == b->memory && a->cache == b->cache && a->throttle == b->throttle &&
           a->throttle_retries == b->throttle_retries && a->iterations == b->iterations &&
           a->count_iterations == b->count_iterations && a->counters == b->counters &&
           same_real(a->require, b->require) && same_real(a->prove, b->prove) &&
           same_real(a->prove_time, b->prove_time);
}

static bool same_meta(const struct results *a, const struct results *b)
{
    return same_text(a->name, b->name) && same_text(a->title, b->title) &&
           same_text(a->path, b->path) && same_text(a->paper, b->paper) &&
           same_text(a->script, b->script) && same_text(a->script_sha256, b->script_sha256) &&
           same_text(a->options, b->options) && same_text(a->command, b->command) &&
           same_text(a->started, b->started) && same_text(a->ended, b->ended) &&
           same_text(a->git_commit, b->git_commit) && same_text(a->skip_axis, b->skip_axis) &&
           same_real(a->skip_budget, b->skip_budget) && a->quick == b->quick &&
           a->interrupted == b->interrupted && same_real(a->wall, b->wall) &&
           same_real(a->overhead, b->overhead) && same_settings(&a->settings, &b->settings);
}

#define SAME_ROWS(field, count, same)       \
    if (a->count != b->count) return false; \
    for (size_t i = 0; i < a->count; i++)   \
        if (!same(&a->field[i], &b->field[i])) return false;

bool same_results(const struct results *a, const struct results *b)
{
    if (!same_meta(a, b) || a->nmachine != b->nmachine || a->nbuild != b->nbuild) return false;
    if (!same_facts(a->nmachine, a->machine, b->machine) ||
        !same_facts(a->nbuild, a->build, b->build))
        return false;
    SAME_ROWS(problems, nproblems, same_problem)
    SAME_ROWS(variants, nvariants, same_variant)
    SAME_ROWS(runs, nruns, same_run)
    SAME_ROWS(samples, nsamples, same_sample)
    SAME_ROWS(figures, nfigures, same_figure)
    SAME_ROWS(tables, ntables, same_table)
    SAME_ROWS(crossovers, ncrossovers, same_crossover)
    SAME_ROWS(bundle, nbundle, same_bundled)
    SAME_ROWS(claims, nclaims, same_claim)
    return true;
}
