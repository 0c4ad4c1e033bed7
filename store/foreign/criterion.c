/* Criterion: each sample is the time of some iterations together, in ns. Its file sample.json has
 * the numbers, benchmark.json beside it the name; cargo-criterion prints a line for each benchmark
 * with both. */
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "store/foreign/files.h"
#include "store/foreign/foreign.h"

static bool is_message(const struct spot *spot)
{
    const struct spot reason = spot_member(spot, "reason");
    return spot_is(&reason, JSON_STRING);
}

bool criterion_is(const struct spot *root)
{
    const struct spot iters = spot_member(root, "iters"), first = spot_entry(root, 0);
    return spot_is(&iters, JSON_ARRAY) || is_message(root) || is_message(&first);
}

/* Adds the samples of two lists of one length. */
static enum status read_lists(const struct spot *of, const char *counts, const char *times,
                              const char *name, struct gathered *out)
{
    struct spot count, time;
    size_t run;
    MUST(spot_need(of, counts, JSON_ARRAY, &count));
    MUST(spot_need(of, times, JSON_ARRAY, &time));
    if (!json_array_size(time.json) || json_array_size(count.json) != json_array_size(time.json))
        return spot_fail(&time, "'%s' and '%s' are not two lists of one length", counts, times);
    MUST(gather_run(out, name, "criterion", "host", &run));
    for (size_t k = 0; k < json_array_size(time.json); k++) {
        const struct spot iterations = spot_entry(&count, k), taken = spot_entry(&time, k);
        uint64_t number;
        double ns;
        MUST(spot_count(&iterations, &number));
        MUST(spot_number(&taken, &ns));
        if (!gather_sample(out, run, ns * 1e-9, number)) return ERROR_HOST_MEMORY;
    }
    return OK;
}

static enum status read_message(const struct spot *message, struct gathered *out)
{
    const char *reason, *name, *unit;
    MUST(spot_text(message, "reason", &reason));
    if (strcmp(reason, "benchmark-complete")) return OK;
    MUST(spot_text(message, "id", &name));
    MUST(spot_text(message, "unit", &unit));
    if (strcmp(unit, "ns"))
        return spot_fail(message, "its unit is '%s', not ns: only times can be read", unit);
    return read_lists(message, "iteration_count", "measured_values", name, out);
}

/* Reads the name beside sample.json. */
static enum status read_sample(const struct spot *root, struct gathered *out)
{
    enum status status = OK;
    struct document beside = {0};
    char *path = NULL, *text = NULL;
    size_t size;
    const char *name;
    TRY(file_beside(root->in->path, "benchmark.json", &path));
    status = file_text(path, &text, &size);
    if (status == ERROR_IO)
        TRY(fail(ERROR_INPUT, "%s: benchmark.json must lie beside it: it has the name",
                 root->in->path));
    TRY(status);
    TRY(document_read(path, text, size, &beside));
    const struct spot named = spot_root(&beside);
    TRY(spot_text(&named, "full_id", &name));
    TRY(read_lists(root, "iters", "times", name, out));
out:
    document_free(&beside);
    free(path);
    free(text);
    return status;
}

enum status criterion_read(const struct spot *root, struct gathered *out)
{
    if (!root->in->lines) return (is_message(root) ? read_message : read_sample)(root, out);
    for (size_t k = 0; k < json_array_size(root->json); k++) {
        const struct spot message = spot_entry(root, k);
        MUST(read_message(&message, out));
    }
    return OK;
}
