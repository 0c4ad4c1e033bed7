#include "analysis/compare/counters_told.h"

#include <math.h>

#include "base/memory.h"

/* What is told, as the sum of counters from first to last, if it changed by the share, and by at
 * least so many in a solve: other programs move faults and switches. */
static const struct quantity {
    const char *what;
    enum counter first, last;
    double least, share;
} on_gpu[] = {{"bytes of GPU memory", COUNTER_gpu_dram_read, COUNTER_gpu_dram_written, 0,
               COUNTER_TOLD},
              {"GPU instructions", COUNTER_gpu_instructions, COUNTER_gpu_instructions, 0,
               COUNTER_TOLD}},
  on_cpu[] = {{"bytes of memory", COUNTER_dram_read, COUNTER_dram_written, 0, COUNTER_TOLD},
              {"cache misses", COUNTER_cache_misses, COUNTER_cache_misses, 0, COUNTER_TOLD},
              {"instructions", COUNTER_instructions, COUNTER_instructions, 0, COUNTER_TOLD},
              {"cycles", COUNTER_cycles, COUNTER_cycles, 0, COUNTER_TOLD},
              {"page faults", COUNTER_page_faults, COUNTER_page_faults, 100, 0.5},
              {"context switches", COUNTER_context_switches, COUNTER_context_switches, 100, 0.5}};

/* Mean of a counter over the processes of one side, for a whole solve; each: for one iteration.
 * NaN: unknown for one of them. */
static double side_counter(const struct case_runs *runs, enum counter which, bool each)
{
    double sum = 0;
    for (size_t k = 0; k < runs->count; k++)
        sum += (each ? run_counter_of_iteration : run_counter)(case_run(runs, k), which);
    return sum / (double)runs->count;
}

static void tell(const struct matched_case *matched, const struct quantity *quantity, bool each,
                 struct human *out)
{
    double value[NSIDES] = {0, 0};
    for (int side = 0; side < NSIDES; side++)
        for (int k = quantity->first; k <= (int)quantity->last; k++)
            value[side] += side_counter(&matched->side[side], (enum counter)k, each);
    const double share = value[FRESH] / value[BASE] - 1;
    if (!(fabs(share) >= quantity->share) || !isfinite(share)) return;
    if (fabs(value[FRESH] - value[BASE]) < quantity->least) return;
    human_append(out, "%s%.0f %% %s %s", *out->text ? ", " : "", 100 * fabs(share),
                 share > 0 ? "more" : "fewer", quantity->what);
}

static void tell_hits(const struct matched_case *matched, struct human *out)
{
    const double before = side_counter(&matched->side[BASE], COUNTER_gpu_l2_hits, false),
                 after = side_counter(&matched->side[FRESH], COUNTER_gpu_l2_hits, false);
    if (!(fabs(after - before) >= COUNTER_TOLD)) return;
    human_append(out, "%sL2 hits %.0f %% -> %.0f %%", *out->text ? ", " : "", 100 * before,
                 100 * after);
}

/* What a GPU does is told by its own counters: those of its host are of waiting. */
struct human counters_told(const struct matched_case *matched)
{
    struct human out = human_text("%s", "");
    const bool each = case_is_uncounted(matched);
    if (!matched->side[BASE].count || !matched->side[FRESH].count) return out;
    for (size_t k = 0; k < sizeof on_gpu / sizeof *on_gpu; k++)
        tell(matched, &on_gpu[k], each, &out);
    tell_hits(matched, &out);
    if (!isnan(case_run(&matched->side[FRESH], 0)->counter[COUNTER_gpu_instructions])) return out;
    for (size_t k = 0; k < sizeof on_cpu / sizeof *on_cpu; k++)
        tell(matched, &on_cpu[k], each, &out);
    return out;
}

enum status counted_told(const struct results *results, char **out)
{
    size_t cases = 0;
    const char *why = "";
    for (size_t k = 0; k < results->nruns; k++) {
        const struct result_run *run = &results->runs[k];
        const bool first = !k || case_compare(run - 1, run);
        cases += first && run->counted_solves != MISSING && run->counted_solves;
        if (!*why && run->counter_note) why = run->counter_note;
    }
    MUST(copy_text("", out));
    if (!results->settings.counters) return OK;
    return append_text(out, "%zu of %zu cases%s%s", cases, results_case_count(results),
                       *why ? "; not counted are " : "", why);
}

void json_counters(struct json *json, const struct matched_case *matched)
{
    const bool each = case_is_uncounted(matched);
    bool any = false;
    for (int k = 0; k < NCOUNTERS; k++) {
        const double before = side_counter(&matched->side[BASE], (enum counter)k, each),
                     after = side_counter(&matched->side[FRESH], (enum counter)k, each);
        if (isnan(before) && isnan(after)) continue;
        if (!any) json_open_object(json, "counters");
        any = true;
        json_open_object(json, counter_names[k]);
        json_number(json, "base", before);
        json_number(json, "new", after);
        json_close_object(json);
    }
    if (any) json_close_object(json);
}
