/* Finds what disturbs timings on a machine, and says how to mend it. */
#pragma once

#include <stdbool.h>

#include "harness/machine/gpus.h"
#include "store/facts.h"

/* Warnings are about things that make timings wrong or hard to repeat; notes are good to know. */
enum level { LEVEL_OK, LEVEL_NOTE, LEVEL_WARNING, NLEVELS };
extern const char *const level_names[NLEVELS]; /* "ok", "note", "warning" */

struct finding {
    enum level level;
    const char *about; /* one word: "governor" */
    char *text;        /* the fact, and behind a colon what to do; one line */
};

struct findings {
    struct finding *finding;
    size_t count;
};

/* Facts to examine. All pointers are borrowed. */
struct patient {
    size_t nmachine, nbuild;
    const struct fact *machine, *build; /* of machine_facts and build_facts */
    const char *commit;
    const struct gpus *gpus;
    int threads; /* number that place omp would use */
    double tick; /* s, the smallest step of the host's clock */
    bool spins;  /* threads of place omp that wait were told to keep their cores */
};

/* Checks the host, the build and the GPUs, from the patient alone. Errors: ERROR_HOST_MEMORY. */
enum status doctor_examine(const struct patient *patient, struct findings *out);

/* Checks what is installed: places, libraries, gnuplot. It opens GPUs. */
enum status doctor_look_around(const struct gpus *gpus, struct findings *out);

/* Result of all checks on this machine, with its facts. */
struct diagnosis {
    size_t nmachine, nbuild;
    struct fact *machine, *build;
    struct findings findings;
};
enum status doctor_diagnose(struct diagnosis *out);
void diagnosis_free(struct diagnosis *diagnosis); /* accepts a zeroed one */

size_t findings_count(const struct findings *findings, enum level level);
void findings_free(struct findings *findings); /* accepts a zeroed one; leaves one */

/* Examines the machine in a child, because that opens GPUs. names: what the warnings are about, as
 * in "load, governor"; "" if there are none. Errors: ERROR_ENVIRONMENT if the child fails; those of
 * no_process. */
enum status doctor_warnings(char *names, size_t size);

/* Adds a finding. Errors: ERROR_HOST_MEMORY. */
enum status find(struct findings *findings, enum level level, const char *about, const char *format,
                 ...) __attribute__((format(printf, 4, 5)));
