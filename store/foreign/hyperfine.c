/* hyperfine --export-json: each command has the times of its runs, in seconds. */
#include "store/foreign/foreign.h"

bool hyperfine_is(const struct spot *root)
{
    const struct spot results = spot_member(root, "results");
    return spot_is(&results, JSON_ARRAY);
}

static enum status read_times(const struct spot *result, size_t run, struct gathered *out)
{
    struct spot times;
    MUST(spot_need(result, "times", JSON_ARRAY, &times));
    for (size_t k = 0; k < json_array_size(times.json); k++) {
        const struct spot entry = spot_entry(&times, k);
        double seconds;
        MUST(spot_number(&entry, &seconds));
        if (!gather_sample(out, run, seconds, MISSING)) return ERROR_HOST_MEMORY;
    }
    if (json_array_size(times.json)) return OK;
    return spot_fail(&times, "'times' is empty");
}

/* Parameters are texts; the exit codes of failed commands are kept by -i alone. */
static enum status read_rest(const struct spot *result, size_t run, struct gathered *out)
{
    const struct spot parameters = spot_member(result, "parameters"),
                      codes = spot_member(result, "exit_codes");
    const char *name;
    json_t *value;
    json_object_foreach(parameters.json, name, value)
    {
        const char *text;
        MUST(spot_text(&parameters, name, &text));
        MUST(gather_axis(out, run, name, text));
    }
    for (size_t k = 0; k < json_array_size(codes.json); k++) {
        const json_t *code = json_array_get(codes.json, k);
        if (!json_is_integer(code) || json_integer_value(code))
            return gather_failed(out, run, CASE_CRASHED, "the command failed, with -i");
    }
    return OK;
}

enum status hyperfine_read(const struct spot *root, struct gathered *out)
{
    struct spot results;
    MUST(spot_need(root, "results", JSON_ARRAY, &results));
    for (size_t k = 0; k < json_array_size(results.json); k++) {
        const struct spot result = spot_entry(&results, k);
        const char *command;
        size_t run;
        MUST(spot_text(&result, "command", &command));
        MUST(gather_run(out, command, "hyperfine", "host", &run));
        MUST(read_times(&result, run, out));
        MUST(read_rest(&result, run, out));
    }
    return OK;
}
