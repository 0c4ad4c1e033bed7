/* nvbench: each state of a benchmark has summaries by tag. --jsonbin adds a file with the times of
 * all samples (float32, s); --json alone has their mean and number. Numbers are texts there. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/output/units.h"
#include "store/foreign/files.h"
#include "store/foreign/foreign.h"

bool nvbench_is(const struct spot *root)
{
    const struct spot devices = spot_member(root, "devices"),
                      list = spot_member(root, "benchmarks");
    return spot_is(&list, JSON_ARRAY) && devices.json;
}

/* Returns the text of the value called name in a list of {name, type, value}; NULL: none. */
static const char *value_of(const json_t *list, const char *name)
{
    for (size_t k = 0; k < json_array_size(list); k++) {
        const json_t *entry = json_array_get(list, k);
        const char *its = json_string_value(json_object_get(entry, "name"));
        if (its && !strcmp(its, name)) return json_string_value(json_object_get(entry, "value"));
    }
    return NULL;
}

/* Returns value `name` of the summary with this tag; NULL: none. */
static const char *summary(const struct spot *state, const char *tag, const char *name)
{
    const json_t *list = json_object_get(state->json, "summaries");
    for (size_t k = 0; k < json_array_size(list); k++) {
        const json_t *entry = json_array_get(list, k);
        const char *its = json_string_value(json_object_get(entry, "tag"));
        if (its && !strcmp(its, tag)) return value_of(json_object_get(entry, "data"), name);
    }
    return NULL;
}

static enum status read_number(const struct spot *state, const char *tag, double *out)
{
    const char *text = summary(state, tag, "value");
    char *end;
    if (!text) return spot_fail(state, "the summary '%s' is missing here", tag);
    *out = strtod(text, &end);
    if (end != text && !*end && isfinite(*out) && *out >= 0) return OK;
    return spot_fail(state, "the summary '%s' is no number of at least 0", tag);
}

static enum status add(struct gathered *out, size_t run, bool device, double seconds,
                       uint64_t iterations)
{
    struct result_sample *sample = gather_sample(out, run, seconds, iterations);
    if (!sample) return ERROR_HOST_MEMORY;
    if (device) sample->device = seconds;
    return OK;
}

/* Reads the times of all samples. nvbench names the file from where it ran; it lies in the folder
 * FILE-bin beside the JSON. */
static enum status read_samples(const struct spot *state, const char *named, size_t run,
                                bool device, struct gathered *out)
{
    enum status status = OK;
    char *path = NULL, *bytes = NULL;
    size_t size;
    const char *last = strrchr(named, '/');
    TRY(format_text(&path, "%s-bin/%s", state->in->path, last ? last + 1 : named));
    TRY(file_text(path, &bytes, &size));
    if (!size || size % sizeof(float)) TRY(fail(ERROR_INPUT, "%s: no list of float32", path));
    for (size_t k = 0; k < size; k += sizeof(float)) {
        float seconds;
        memcpy(&seconds, bytes + k, sizeof seconds);
        if (!(isfinite(seconds) && seconds >= 0))
            TRY(fail(ERROR_INPUT, "%s: sample %zu is no time", path, k / sizeof(float)));
        TRY(add(out, run, device, seconds, MISSING));
    }
out:
    free(path);
    free(bytes);
    return status;
}

/* Without a file of samples, mean times number is the time of one block. */
static enum status read_state_times(const struct spot *state, size_t run, struct gathered *out)
{
    const bool host = summary(state, "nv/cpu_only/sample_size", "value") != NULL;
    const char *file = summary(
        state, host ? "nv/json/bin:nv/cpu_only/sample_times" : "nv/json/bin:nv/cold/sample_times",
        "filename");
    double mean = 0, count = 0;
    if (file) return read_samples(state, file, run, !host, out);
    MUST(read_number(state, host ? "nv/cpu_only/time/cpu/mean" : "nv/cold/time/gpu/mean", &mean));
    MUST(read_number(state, host ? "nv/cpu_only/sample_size" : "nv/cold/sample_size", &count));
    if (!(count >= 1 && count <= 0x1p53 && count == floor(count)))
        return spot_fail(state, "its number of samples is no whole number from 1");
    return add(out, run, !host, mean * count, (uint64_t)count);
}

/* Names a state: "copy [T=I32 n=1024]"; its device is the place. */
static enum status name_state(const struct spot *bench, const struct spot *state, char **out)
{
    const json_t *axes = json_object_get(state->json, "axis_values");
    const char *name;
    MUST(spot_text(bench, "name", &name));
    MUST(copy_text(name, out));
    for (size_t k = 0; k < json_array_size(axes); k++) {
        const json_t *axis = json_array_get(axes, k);
        const char *its = json_string_value(json_object_get(axis, "name")),
                   *value = json_string_value(json_object_get(axis, "value"));
        if (!its || !value)
            return spot_fail(state,
                             "entry %zu of 'axis_values' has no texts "
                             "'name' and 'value'",
                             k);
        MUST(append_text(out, "%s%s=%s", k ? " " : " [", its, value));
    }
    return json_array_size(axes) ? append_text(out, "]") : OK;
}

static enum status read_axes(const struct spot *state, size_t run, struct gathered *out)
{
    const json_t *axes = json_object_get(state->json, "axis_values");
    for (size_t k = 0; k < json_array_size(axes); k++) {
        const json_t *axis = json_array_get(axes, k);
        MUST(gather_axis(out, run, json_string_value(json_object_get(axis, "name")),
                         json_string_value(json_object_get(axis, "value"))));
    }
    return OK;
}

static enum status read_state(const struct spot *bench, const struct spot *state,
                              struct gathered *out)
{
    enum status status = OK;
    const struct spot skipped = spot_member(state, "is_skipped"),
                      why = spot_member(state, "skip_reason"),
                      device = spot_member(state, "device");
    char *name = NULL;
    size_t run;
    TRY(name_state(bench, state, &name));
    TRY(gather_run(out, name, "nvbench",
                   json_is_integer(device.json)
                       ? human_text("gpu%lld", (long long)json_integer_value(device.json)).text
                       : "host",
                   &run));
    TRY(read_axes(state, run, out));
    if (!spot_is(&skipped, JSON_TRUE)) TRY(read_state_times(state, run, out));
    else
        TRY(gather_failed(out, run, CASE_SKIPPED,
                          spot_is(&why, JSON_STRING) ? json_string_value(why.json) : "skipped"));
out:
    free(name);
    return status;
}

static enum status read_devices(const struct spot *root, struct gathered *out)
{
    const json_t *list = json_object_get(root->json, "devices");
    const char *name = json_string_value(json_object_get(json_array_get(list, 0), "name"));
    return gather_fact(out, "key", name ? name : "");
}

enum status nvbench_read(const struct spot *root, struct gathered *out)
{
    struct spot list, states;
    MUST(read_devices(root, out));
    MUST(spot_need(root, "benchmarks", JSON_ARRAY, &list));
    for (size_t k = 0; k < json_array_size(list.json); k++) {
        const struct spot bench = spot_entry(&list, k);
        MUST(spot_need(&bench, "states", JSON_ARRAY, &states));
        for (size_t i = 0; i < json_array_size(states.json); i++) {
            const struct spot state = spot_entry(&states, i);
            MUST(read_state(&bench, &state, out));
        }
    }
    return OK;
}
