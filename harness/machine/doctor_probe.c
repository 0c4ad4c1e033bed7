/* Runs the doctor's checks on this machine. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/process/clock.h"
#include "base/process/gnuplot.h"
#include "base/process/process.h"
#include "harness/counters/cpu_counters.h"
#include "harness/counters/gpu_counters.h"
#include "harness/machine/doctor.h"
#include "harness/machine/machine.h"
#include "harness/machine/threads.h"
#include "solvers/registry.h"

const char *const level_names[NLEVELS] = {
    [LEVEL_OK] = "ok", [LEVEL_NOTE] = "note", [LEVEL_WARNING] = "warning"};

enum status find(struct findings *findings, enum level level, const char *about, const char *format,
                 ...)
{
    char text[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    struct finding finding = {.level = level, .about = about};
    enum status status = OK;
    TRY(copy_text(text, &finding.text));
    TRY(reallocate(&findings->finding, findings->count + 1, sizeof finding, "findings"));
    findings->finding[findings->count++] = finding;
    return OK;
out:
    free(finding.text);
    return status;
}

size_t findings_count(const struct findings *findings, enum level level)
{
    size_t count = 0;
    for (size_t k = 0; k < findings->count; k++) count += findings->finding[k].level == level;
    return count;
}

void findings_free(struct findings *findings)
{
    for (size_t k = 0; k < findings->count; k++) free(findings->finding[k].text);
    free(findings->finding);
    *findings = (struct findings){0};
}

/* Reports each layout whose library is missing at the place. */
static enum status check_libraries(const struct place *place, struct findings *out)
{
    enum status status = OK;
    for (int k = 0; k < layout_count && status == OK; k++) {
        const struct mat_ops *mat = find_mat_ops(layouts[k], place, F64);
        if (mat && mat->upkeep.available && mat->upkeep.available() != OK)
            status = find(out, LEVEL_NOTE, "library", "layout %s at place %s cannot be used: %s",
                          layouts[k]->name, place->name, fail_message());
    }
    return status;
}

/* Says which counters can be read here, and why the others cannot. */
static enum status check_counters(bool gpu, struct findings *out)
{
    struct counts counts;
    struct cpu_counters *cpu;
    struct gpu_counters *card = NULL;
    char *note = NULL;
    counts_clear(&counts);
    MUST(cpu_counters_open("", &counts, &cpu));
    cpu_counters_close(cpu);
    if (gpu && gpu_counters_open(NULL, NULL, &card) != OK)
        counts_refuse_all(&counts, COUNTER_gpu_instructions, COUNTER_gpu_l2_hits, fail_message());
    gpu_counters_close(card);
    MUST(counts_note(&counts, &note));
    const enum status status =
        find(out, note ? LEVEL_NOTE : LEVEL_OK, "counters", "%s%s",
             note ? "cannot be read: " : "all can be read", note ? note : "");
    free(note);
    return status;
}

enum status doctor_look_around(const struct gpus *gpus, struct findings *out)
{
    bool gpu = false;
    for (int k = 0; k < place_count; k++) {
        if (places[k]->cards > 1) continue;
        if (places[k]->probe() != OK)
            MUST(find(out, LEVEL_NOTE, "place", "%s cannot be used: %s", places[k]->name,
                      fail_message()));
        else if (*gpus->problem && places[k]->cards)
            MUST(find(out, LEVEL_NOTE, "nvml", "%s: samples have no clocks, temperatures and power",
                      gpus->problem));
        if (places[k]->probe() != OK) continue;
        gpu |= places[k]->cards == 1;
        MUST(check_libraries(places[k], out));
    }
    MUST(check_counters(gpu, out));
    if (gnuplot_check() != OK) MUST(find(out, LEVEL_NOTE, "gnuplot", "%s", fail_message()));
    else MUST(find(out, LEVEL_OK, "gnuplot", "installed"));
    return OK;
}

enum status doctor_diagnose(struct diagnosis *out)
{
    enum status status = OK;
    struct gpus gpus;
    double tick, overhead;
    *out = (struct diagnosis){0};
    clock_quality(&tick, &overhead);
    gpus_read(&gpus);
    TRY(machine_facts_under("", &gpus, &out->machine, &out->nmachine));
    TRY(build_facts(&out->build, &out->nbuild));
    const struct patient patient = {.nmachine = out->nmachine,
                                    .nbuild = out->nbuild,
                                    .machine = out->machine,
                                    .build = out->build,
                                    .commit = build_commit(),
                                    .gpus = &gpus,
                                    .threads = threads_count(),
                                    .tick = tick,
                                    .spins = threads_spin()};
    TRY(doctor_examine(&patient, &out->findings));
    TRY(doctor_look_around(&gpus, &out->findings));
out:
    if (status != OK) diagnosis_free(out);
    return status;
}

void diagnosis_free(struct diagnosis *diagnosis)
{
    facts_free(diagnosis->machine, diagnosis->nmachine);
    facts_free(diagnosis->build, diagnosis->nbuild);
    findings_free(&diagnosis->findings);
    *diagnosis = (struct diagnosis){0};
}

enum { LONGEST_NAMES = 256 };

/* Lists what the warnings are about, each word once. */
static void name_warnings(const struct findings *findings, char names[LONGEST_NAMES])
{
    const char *before = "";
    *names = '\0';
    for (size_t k = 0; k < findings->count; k++) {
        const struct finding *finding = &findings->finding[k];
        const size_t used = strlen(names);
        if (finding->level != LEVEL_WARNING || !strcmp(finding->about, before)) continue;
        before = finding->about;
        snprintf(names + used, LONGEST_NAMES - used, "%s%s", used ? ", " : "", before);
    }
}

static void answer_with_warnings(void *unused, int channel, int fd)
{
    struct diagnosis diagnosis;
    char names[LONGEST_NAMES];
    (void)unused, (void)fd;
    if (doctor_diagnose(&diagnosis) != OK) return;
    name_warnings(&diagnosis.findings, names);
    record_send(channel, 0, sizeof names, names);
}

enum status doctor_warnings(char *names, size_t size)
{
    struct process process;
    struct record told;
    MUST(process_start(answer_with_warnings, NULL, -1, false, &process));
    const bool got = record_receive(process.channel, &told);
    process_end(&process);
    if (!got) return fail(ERROR_ENVIRONMENT, "cannot examine the machine. Run `warpmark doctor`");
    snprintf(names, size, "%s", (const char *)told.bytes);
    return OK;
}
