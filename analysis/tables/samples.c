#include <math.h>

#include "analysis/tables/listing.h"
#include "analysis/tables/tidy.h"
#include "store/throttle_reasons.h"

/* A sample, its run, and how many samples of the run come before it. */
struct taken {
    const struct result_run *run;
    const struct result_sample *sample;
    size_t number;
};

/* Why a sample does not count: "lost its core", "throttled: hardware slowdown"; "" if it counts. */
static struct human why_discarded(const struct result_sample *sample)
{
    char reasons[140];
    const bool lost = sample_lost_core(sample) > 0;
    if (!sample->retried) return human_text("%s", "");
    if (lost && (sample->throttle == MISSING || !(sample->throttle & SLOWED_REASONS)))
        return human_text("lost its core");
    return human_text("%sthrottled: %s", lost ? "lost its core, " : "",
                      throttle_reason_names(sample->throttle, reasons, sizeof reasons));
}

static struct human slowdowns(const struct result_sample *sample)
{
    struct human reasons = {""};
    if (sample->throttle != MISSING)
        throttle_reason_names(sample->throttle, reasons.text, sizeof reasons.text);
    return reasons;
}

/* Says whether the sample was disturbed; "" if that is unknown. */
static const char *disturbed_word(const struct result_sample *sample)
{
    const double disturbed = sample_disturbed(sample);
    return isnan(disturbed) ? "" : disturbed > 0 ? "yes" : "no";
}

static void add_exact_heads(const struct tidy *tidy, struct grid *grid)
{
    tidy_heads(tidy, grid);
    grid_columns(
        grid,
        ">verify_s|>warmup_solves|>process|>sample|>position|>started_s|>host_s|>"
        "device_s|>engine_s|>cpu_s|>voluntary_switches|>involuntary_switches|>without_core_s|"
        ">minor_faults|>major_faults|>whole_solve_s|>iterations_in_sample|disturbed|discarded|"
        "why_discarded|slowdowns|"
        ">cpu_clock_Hz|>sm_clock_Hz|>memory_clock_Hz|>temperature_degC|>power_W|>energy_J");
    tidy_origin_heads(grid);
}

static void add_exact_cells(const struct taken *t, struct grid *grid)
{
    const struct result_sample *s = t->sample;
    grid_number(grid, true, UNIT_SECONDS, t->run->verify);
    grid_count(grid, true, t->run->warmup);
    grid_count(grid, true, t->run->process);
    grid_count(grid, true, t->number);
    grid_count(grid, true, s->order);
    const double seconds[] = {s->started, s->host, s->device, s->engine, s->cpu};
    const uint64_t counts[] = {s->voluntary, s->involuntary, s->minor_faults, s->major_faults};
    for (int k = 0; k < 5; k++) grid_number(grid, true, UNIT_SECONDS, seconds[k]);
    for (int k = 0; k < 2; k++) grid_count(grid, true, counts[k]);
    grid_number(grid, true, UNIT_SECONDS, s->without_core);
    for (int k = 2; k < 4; k++) grid_count(grid, true, counts[k]);
    grid_number(grid, true, UNIT_SECONDS, whole_solve(t->run, s, s->host));
    grid_count(grid, true, s->iterations);
    GRID_CELLS(grid, disturbed_word(s), s->retried ? "yes" : "no", why_discarded(s).text,
               slowdowns(s).text);
    const double sensors[] = {s->cpu_clock,   s->sm_clock, s->memory_clock,
                              s->temperature, s->power,    s->energy};
    for (int k = 0; k < 6; k++) grid_number(grid, true, UNIT_NUMBER, sensors[k]);
}

static void add_shown_cells(const struct results *results, const struct taken *t, struct grid *grid)
{
    const struct result_sample *s = t->sample;
    GRID_CELLS(grid, results->problems[t->run->problem].label,
               results->variants[t->run->variant].name);
    grid_count(grid, false, t->run->process);
    grid_count(grid, false, t->number);
    const double seconds[] = {s->started, s->host, s->device};
    for (int k = 0; k < 3; k++) grid_number(grid, false, UNIT_SECONDS, seconds[k]);
    grid_count(grid, false, s->iterations);
    for (int k = 0; k < 2; k++) {
        const double clock = k ? s->sm_clock : s->cpu_clock;
        if (isnan(clock)) grid_cell(grid, "-");
        else grid_format(grid, "%.0f MHz", clock / 1e6);
    }
    if (isnan(s->temperature)) grid_cell(grid, "-");
    else grid_format(grid, "%.0f °C", s->temperature);
    GRID_CELLS(grid, *disturbed_word(s) ? disturbed_word(s) : "unknown", why_discarded(s).text);
}

enum status fill_samples(const struct results *results, bool exact, struct grid *grid)
{
    static const char *const fields[] = {
        "problem",     "source",   "kind",     "n",          "states",       "nnz",
        "variant",     "method",   "layout",   "order",      "precision",    "place",
        "cache",       "status",   "proof",    "iterations", "extrapolated", "t_generate",
        "t_prove",     "t_layout", "t_upload", "t_download", "waited",       "bytes",
        "error_bound", NULL};
    enum status status = OK;
    struct tidy tidy = {0};
    grid_title(
        grid, "samples",
        "host: time by the clock of the host, device: by the GPU's; iterations: of a sample "
        "that times a block of them; disturbed: it lost its cores to other programs, or its GPU "
        "was slowed down; untimed solves for warming up are no samples");
    TRY(tidy_make(results, fields, &tidy));
    if (exact) add_exact_heads(&tidy, grid);
    else
        grid_columns(grid, "problem|variant|>process|>sample|>started|>host|>device|>iterations|"
                           ">CPU clock|>GPU clock|>GPU heat|disturbed|discarded");
    for (size_t i = 0; i < results->nruns; i++) {
        struct taken t = {&results->runs[i], run_samples(results, &results->runs[i]), 0};
        for (; t.number < t.run->sample_count; t.number++, t.sample++) {
            if (exact) TRY(tidy_cells(&tidy, results, t.run, grid));
            if (exact) add_exact_cells(&t, grid);
            if (exact) tidy_origin_cells(results, grid);
            else add_shown_cells(results, &t, grid);
        }
    }
out:
    tidy_free(&tidy);
    return status;
}
