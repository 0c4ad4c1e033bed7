/* Finds what disturbs timings on a machine, and says how to mend it. */
#pragma once

#include <stdbool.h>

#include "harness/machine/gpus.h"
#include "harness/store/facts.h"

/* Warnings are for what makes timings wrong or hard to repeat; notes for what one should know. */
enum level { LEVEL_OK, LEVEL_NOTE, LEVEL_WARNING, NLEVELS };
extern const char *const level_names[NLEVELS]; /* "ok", "note", "warning" */

struct finding {
    enum level level;
    const char *about; /* one word: "governor" */
    char *text;        /* what is so, and behind a colon what to do; one line */
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
    int threads; /* that place omp would use */
    double tick; /* s, the least step of the host's clock */
    bool spins;  /* whether threads of place omp that wait were told to keep their cores */
};

/* The checks of host, build and GPUs: pure functions of the patient. Errors: ERROR_HOST_MEMORY. */
enum status doctor_examine(const struct patient *patient, struct findings *out);

/* The checks of what is installed: places, libraries, gnuplot. They open GPUs. */
enum status doctor_look_around(const struct gpus *gpus, struct findings *out);

/* All of it for the machine at hand, with its facts. Errors: ERROR_HOST_MEMORY. */
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
 * in "load, governor"; "" where there is none. Errors: ERROR_ENVIRONMENT where the child fails. */
enum status doctor_warnings(char *names, size_t size);

/* For the checks. Errors: ERROR_HOST_MEMORY. */
enum status find(struct findings *findings, enum level level, const char *about, const char *format,
                 ...) __attribute__((format(printf, 4, 5)));
