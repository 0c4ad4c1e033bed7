/* warpmark doctor: prints the machine, the build, and what disturbs timings here. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/output/json.h"
#include "base/output/printed.h"
#include "harness/cli.h"
#include "harness/engines/engines.h"
#include "harness/machine/doctor.h"
#include "harness/machine/doctor_fix.h"
#include "harness/machine/machine.h"

static void print_facts(const struct fact *facts, size_t count)
{
    for (size_t k = 0; k < count; k++) printf("%-13s %s\n", facts[k].name, facts[k].value);
}

/* Prints a line for each engine: its version, or why it cannot be used. */
static void print_engines(size_t count, const struct engine_entry *entries)
{
    for (size_t k = 0; k < count; k++) {
        const struct engine *engine = entries[k].engine;
        const bool usable = engine && !*engine->missing;
        printf("%-8s engine       %s%s%s\n", level_names[usable ? LEVEL_OK : LEVEL_NOTE],
               entries[k].name, usable ? " " : ": ",
               usable   ? engine->version
               : engine ? engine->missing
                        : entries[k].failure);
    }
}

static void diagnosis_print_text(const struct diagnosis *diagnosis, size_t count,
                                 const struct engine_entry *entries)
{
    const struct findings *findings = &diagnosis->findings;
    print_facts(diagnosis->machine, diagnosis->nmachine);
    printf("%-13s %s\n", "commit", build_commit());
    print_facts(diagnosis->build, diagnosis->nbuild);
    putchar('\n');
    for (size_t k = 0; k < findings->count; k++)
        printf("%-8s %-12s %s\n", level_names[findings->finding[k].level],
               findings->finding[k].about, findings->finding[k].text);
    print_engines(count, entries);
    if (!findings_count(findings, LEVEL_WARNING)) puts("fine: nothing here disturbs timings");
}

static void print_facts_json(struct json *json, const char *key, const struct fact *facts,
                             size_t count)
{
    json_open_object(json, key);
    for (size_t k = 0; k < count; k++) json_text(json, facts[k].name, facts[k].value);
    json_close_object(json);
}

static void write_engines(struct json *json, size_t count, const struct engine_entry *entries)
{
    json_open_array(json, "engines");
    for (size_t k = 0; k < count; k++) {
        const struct engine *engine = entries[k].engine;
        json_open_object(json, NULL);
        json_text(json, "name", entries[k].name);
        json_text(json, "version", engine ? engine->version : NULL);
        json_text(json, "missing", engine ? engine->missing : entries[k].failure);
        json_close_object(json);
    }
    json_close_array(json);
}

static void diagnosis_print_json(const struct diagnosis *diagnosis, size_t count,
                                 const struct engine_entry *entries)
{
    struct json json = {.out = stdout};
    json_open_object(&json, NULL);
    print_facts_json(&json, "machine", diagnosis->machine, diagnosis->nmachine);
    print_facts_json(&json, "build", diagnosis->build, diagnosis->nbuild);
    json_text(&json, "commit", build_commit());
    json_open_array(&json, "findings");
    for (size_t k = 0; k < diagnosis->findings.count; k++) {
        const struct finding *finding = &diagnosis->findings.finding[k];
        json_open_object(&json, NULL);
        json_text(&json, "level", level_names[finding->level]);
        json_text(&json, "about", finding->about);
        json_text(&json, "text", finding->text);
        json_close_object(&json);
    }
    json_close_array(&json);
    write_engines(&json, count, entries);
    json_count(&json, "warnings", findings_count(&diagnosis->findings, LEVEL_WARNING));
    json_close_object(&json);
}

/* Prints what would mend the machine, as commands for a shell; now: and does it. */
static enum status fix_machine(bool now)
{
    struct doctor_fix *fixes;
    size_t count;
    enum status status = doctor_fixes("", &fixes, &count);
    for (size_t k = 0; k < count && status == OK; k++) {
        printf("echo %s >%s # was %s\n", fixes[k].value, fixes[k].path, fixes[k].before);
        fflush(stdout);
        if (now) status = doctor_fix_do("", &fixes[k]);
    }
    free(fixes);
    if (status != OK) return status;
    if (!count) puts("# governor and turbo: nothing to mend here");
    else if (!now) puts("# nothing was changed. Run: sudo warpmark doctor --fix=now");
    puts("# pinning is an option of each run: warpmark run --pin");
    return OK;
}

static bool as_json, strict;
static const char *fix;
static const struct cli_option options[] = {
    {"--json", CLI_FLAG, &as_json, NULL, NULL, NULL, "print JSON"},
    {"--strict", CLI_FLAG, &strict, NULL, NULL, NULL, "exit 4 where something disturbs timings"},
    {"--fix", CLI_OPTIONAL, &fix, NULL, "[=now]", "now",
     "print the commands that mend governor and turbo; with now, also do what they say"},
    {0}};

static int run_doctor(int argc, char **argv)
{
    struct diagnosis diagnosis = {0};
    enum status status = OK;
    size_t warnings = 0, count;
    const struct engine_entry *entries;
    if (fix) {
        if (*fix && strcmp(fix, "now"))
            TRY(fail(ERROR_INPUT, "--fix=%s: needs no value, or `now`", fix));
        if (as_json || strict)
            TRY(fail(ERROR_INPUT, "--fix stands alone, without --json and --strict"));
        TRY(fix_machine(*fix));
        goto out;
    }
    TRY(doctor_diagnose(&diagnosis));
    TRY(engines_load(&entries, &count));
    if (!as_json) printed_fold();
    if (as_json) diagnosis_print_json(&diagnosis, count, entries);
    else diagnosis_print_text(&diagnosis, count, entries);
    warnings = findings_count(&diagnosis.findings, LEVEL_WARNING);
out:
    diagnosis_free(&diagnosis);
    if (status != OK) return complain(status);
    return strict && warnings ? EXIT_ENVIRONMENT : EXIT_FINE;
}

const struct command command_doctor = {
    .name = "doctor",
    .group = "Machine and help",
    .words = "",
    .least = 0,
    .most = 0,
    .summary = "show this machine, and what disturbs timings on it",
    .about = "Run it before you measure. Each warning says what to do.",
    .examples = "doctor\n"
                "doctor --strict && warpmark run nightly\n"
                "doctor --fix # prints commands, changes nothing\n",
    .options = options,
    .run = run_doctor,
};
