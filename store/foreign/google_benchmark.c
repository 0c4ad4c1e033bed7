/* Google Benchmark: each repetition has the mean time of an iteration, and how many it had. */
#include <string.h>

#include "base/output/units.h"
#include "store/foreign/foreign.h"

bool google_benchmark_is(const struct spot *root)
{
    const struct spot context = spot_member(root, "context"),
                      list = spot_member(root, "benchmarks");
    return spot_is(&context, JSON_OBJECT) && spot_is(&list, JSON_ARRAY);
}

static enum status read_unit(const struct spot *entry, double *out)
{
    static const struct {
        const char *name;
        double seconds;
    } units[] = {{"ns", 1e-9}, {"us", 1e-6}, {"ms", 1e-3}, {"s", 1}};
    struct spot unit;
    MUST(spot_need(entry, "time_unit", JSON_STRING, &unit));
    for (size_t k = 0; k < sizeof units / sizeof *units; k++)
        if (!strcmp(json_string_value(unit.json), units[k].name)) {
            *out = units[k].seconds;
            return OK;
        }
    return spot_fail(&unit, "'time_unit' is not ns, us, ms or s");
}

static enum status read_repetition(const struct spot *entry, size_t run, struct gathered *out)
{
    const struct spot iterations = spot_member(entry, "iterations"),
                      failed = spot_member(entry, "error_occurred"),
                      why = spot_member(entry, "error_message");
    double unit = 1, real, cpu;
    uint64_t count;
    if (spot_is(&failed, JSON_TRUE)) {
        const char *message = json_string_value(why.json);
        return gather_failed(out, run, CASE_CRASHED, message ? message : "error_occurred");
    }
    MUST(read_unit(entry, &unit));
    MUST(spot_count(&iterations, &count));
    MUST(spot_member_number(entry, "real_time", &real));
    MUST(spot_member_number(entry, "cpu_time", &cpu));
    struct result_sample *sample = gather_sample(out, run, real * unit * (double)count, count);
    if (!sample) return ERROR_HOST_MEMORY;
    sample->cpu = cpu * unit * (double)count;
    return OK;
}

/* Adds the facts of the machine. */
static enum status read_context(const struct spot *root, struct gathered *out)
{
    const struct spot context = spot_member(root, "context");
    const char *host = json_string_value(json_object_get(context.json, "host_name")),
               *built = json_string_value(json_object_get(context.json, "library_build_type"));
    const double cpus = json_number_value(json_object_get(context.json, "num_cpus")),
                 mhz = json_number_value(json_object_get(context.json, "mhz_per_cpu"));
    const char *date = json_string_value(json_object_get(context.json, "date"));
    MUST(gather_fact(out, FACT_DATE, date ? date : ""));
    if (host)
        MUST(gather_fact(out, "key",
                         human_text("%.80s; %.0f CPUs of %.0f MHz", host, cpus, mhz).text));
    return gather_fact(out, "google_benchmark", built ? built : "");
}

enum status google_benchmark_read(const struct spot *root, struct gathered *out)
{
    struct spot list;
    size_t used = 0;
    MUST(read_context(root, out));
    MUST(spot_need(root, "benchmarks", JSON_ARRAY, &list));
    for (size_t k = 0; k < json_array_size(list.json); k++) {
        const struct spot entry = spot_entry(&list, k), type = spot_member(&entry, "run_type"),
                          named = spot_member(&entry, "run_name");
        const char *name;
        size_t run;
        if (spot_is(&type, JSON_STRING) && strcmp(json_string_value(type.json), "iteration"))
            continue; /* an aggregate of others */
        MUST(spot_text(&entry, named.json ? "run_name" : "name", &name));
        MUST(gather_run(out, name, "google_benchmark", "host", &run));
        MUST(read_repetition(&entry, run, out));
        used++;
    }
    if (used) return OK;
    return spot_fail(&list, "there are no repetitions here, only aggregates or nothing: leave "
                            "--benchmark_report_aggregates_only out");
}
