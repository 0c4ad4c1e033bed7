#include "harness/machine/gpus.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "solvers/registry.h"

void gpus_read(struct gpus *out)
{
    enum status status = OK;
    unsigned count = 0;
    *out = (struct gpus){0};
    TRY(nvml_open(NULL));
    TRY(nvml_count(&count));
    snprintf(out->driver, sizeof out->driver, "%s", nvml_driver());
    for (unsigned k = 0; k < count && k < MAX_GPUS; k++) {
        struct nvml_card card;
        TRY(nvml_card_at(k, &card));
        nvml_describe(card, &out->gpu[k].facts);
        nvml_read(card, &out->gpu[k].reading);
        out->count++;
    }
out:
    if (status != OK) snprintf(out->problem, sizeof out->problem, "%s", fail_message());
}

/* Gets the name of the k-th card. Returns false behind the last. */
static bool gpus_card_name(const struct gpus *gpus, int k, char *name, size_t size)
{
    struct card_identity card;
    if (!*gpus->problem) {
        if (k < gpus->count) snprintf(name, size, "%s", gpus->gpu[k].facts.name);
        return k < gpus->count;
    }
    for (int p = 0; p < place_count; p++) {
        if (!places[p]->identify || places[p]->probe() != OK) continue;
        if (places[p]->identify(k, &card) != OK) return false;
        snprintf(name, size, "%s", card.name);
        return true;
    }
    return false;
}

void gpus_names(const struct gpus *gpus, char *buffer, size_t size)
{
    char name[256], next[256] = "";
    size_t used = 0;
    bool more = gpus_card_name(gpus, 0, name, sizeof name);
    snprintf(buffer, size, NO_GPU);
    for (int k = 0; more && used < size;) {
        int first = k++;
        while ((more = gpus_card_name(gpus, k, next, sizeof next)) && !strcmp(next, name)) k++;
        if (used) used += (size_t)snprintf(buffer + used, size - used, " + ");
        if (used >= size) return;
        if (k - first > 1)
            used += (size_t)snprintf(buffer + used, size - used, "%d x %s", k - first, name);
        else used += (size_t)snprintf(buffer + used, size - used, "%s", name);
        memcpy(name, next, sizeof name);
    }
}

static const char *on_off(double mode)
{
    return isnan(mode) ? "unknown" : mode > 0 ? "on" : "off";
}

enum status gpus_facts(const struct gpus *gpus, struct facts *out)
{
    char name[16];
    if (*gpus->driver) MUST(facts_add(out, "driver", "%s", gpus->driver));
    for (int k = 0; k < gpus->count; k++) {
        const struct nvml_facts *gpu = &gpus->gpu[k].facts;
        snprintf(name, sizeof name, "gpu%d", k);
        MUST(facts_add(
            out, name,
            "%s, clocks up to %s, power limit %s (default %s), persistence %s, ECC %s, MIG %s",
            gpu->name, quantity(gpu->most_sm_clock / 1e6, "MHz").text,
            quantity(gpu->power_limit, "W").text, quantity(gpu->default_power_limit, "W").text,
            on_off(gpu->persistence), on_off(gpu->ecc), on_off(gpu->mig)));
    }
    return OK;
}

enum status gpus_facts_now(const struct gpus *gpus, struct facts *out)
{
    char name[24], reasons[256];
    for (int k = 0; k < gpus->count; k++) {
        const struct nvml_reading *now = &gpus->gpu[k].reading;
        const struct nvml_facts *gpu = &gpus->gpu[k].facts;
        snprintf(name, sizeof name, "now_gpu%d", k);
        MUST(facts_add(
            out, name, "SM %s, memory %s, %s, %s, clocks held down by: %s, processes: %s, busy: %s",
            quantity(now->sm_clock / 1e6, "MHz").text,
            quantity(now->memory_clock / 1e6, "MHz").text, quantity(now->temperature, "degC").text,
            quantity(now->power, "W").text,
            now->reasons == MISSING ? "unknown"
                                    : throttle_reason_names(now->reasons, reasons, sizeof reasons),
            quantity(gpu->processes, "").text, quantity(100 * gpu->busy, "%").text));
    }
    return OK;
}
