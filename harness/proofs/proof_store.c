#include "harness/proofs/proof_store.h"

#include <dirent.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/folder.h"
#include "base/memory.h"
#include "base/process/clock.h"
#include "base/text.h"
#include "harness/proofs/certificate.h"

struct store {
    const char *folder;
    const struct prove_settings *settings;
    char system[SYSTEM_HASH];
    char remark[200]; /* files that could not be read or written */
};

static const char *meaning_of(const struct store *store)
{
    return store->settings->model ? "model" : "stored";
}

static void remark(struct store *store, const char *what)
{
    snprintf(store->remark, sizeof store->remark, "; WARPMARK_PROOFS: %s: %.100s", what,
             fail_message());
}

/* Returns whether name, SYSTEM-MEANING-WIDTH.h5, is that of a proof for this system and meaning
 * whose width is at most the requested one. */
static bool is_candidate(const struct store *store, const char *name)
{
    char start[SYSTEM_HASH + 16], width[32];
    const int length = snprintf(start, sizeof start, "%s-%s-", store->system, meaning_of(store));
    if (strncmp(name, start, (size_t)length) || strlen(name + length) >= sizeof width) return false;
    strcpy(width, name + length);
    char *end = strstr(width, ".h5");
    double known;
    if (!end || end[3]) return false;
    *end = '\0';
    return parse_double(width, &known) && known > 0 && known <= store->settings->width;
}

static void forget(struct problem *problem)
{
    struct problem_proof *proof = &problem->proof;
    double *const arrays[] = {proof->x,           proof->v,           proof->drift,
                              proof->times.scale, proof->times.slack, proof->distance,
                              proof->w,           proof->y,           proof->u};
    for (size_t k = 0; k < sizeof arrays / sizeof *arrays; k++) free(arrays[k]);
    *proof = (struct problem_proof){.value_low = NAN, .value_high = NAN};
}

/* Uses the proof in a file. *used = whether the check, with the file's vectors, proves what is
 * wanted and all that the file claims. If not, the vectors are dropped. */
static enum status use(const struct store *store, const char *path, struct problem *problem,
                       bool *used)
{
    enum status status = OK;
    struct proof_file file = {0};
    struct certificate certificate;
    struct proof_claim proven;
    *used = false;
    TRY(proof_file_read(path, &file));
    if (strcmp(file.system, store->system)) TRY(fail(ERROR_DAMAGED, "it is about another system"));
    TRY(proof_file_check(&file, problem, store->settings->model));
    TRY(certificate_make(problem, store->settings, &certificate));
    TRY(claim_make(problem, &proven));
    if (!claim_follows(&file.claim, &proven))
        TRY(fail(ERROR_DAMAGED, "it claims more than its vectors prove"));
    *used = certificate.certified;
out:
    if (!*used) forget(problem);
    proof_file_free(&file);
    return status;
}

static enum status try_file(struct store *store, const char *name, struct problem *problem,
                            bool *used)
{
    char *path = NULL;
    MUST(format_text(&path, "%s/%s", store->folder, name));
    const enum status status = use(store, path, problem, used);
    free(path);
    if (status == OK || status == ERROR_HOST_MEMORY || status == ERROR_INTERRUPTED) return status;
    remark(store, "a proof was not used");
    return OK;
}

static enum status store_find_proof(struct store *store, struct problem *problem, bool *found)
{
    enum status status = OK;
    const double start = clock_now();
    DIR *folder = opendir(store->folder);
    *found = false;
    for (struct dirent *entry; folder && !*found && status == OK && (entry = readdir(folder));)
        if (is_candidate(store, entry->d_name))
            status = try_file(store, entry->d_name, problem, found);
    if (folder) closedir(folder);
    if (!*found) return status;
    problem->proof.seconds = clock_now() - start;
    return status;
}

static enum status store_leave_proof(const struct store *store, struct problem *problem)
{
    enum status status = OK;
    struct proof_file file = {0};
    struct certificate certificate;
    const double width = store->settings->width;
    char *path = NULL;
    TRY(certificate_make(problem, store->settings, &certificate));
    if (!certificate.certified) return OK;
    TRY(folder_make(store->folder));
    TRY(certificate_file(problem, &certificate, width, &file));
    TRY(format_text(&path, "%s/%s-%s-%.3g.h5", store->folder, store->system, meaning_of(store),
                    width));
    status = access(path, F_OK) ? proof_file_write(path, false, &file) : OK;
    if (status == ERROR_INPUT && access(path, F_OK) == 0) status = OK; /* another run was faster */
out:
    certificate_file_free(&file);
    free(path);
    return status;
}

static enum status prove_and_leave(struct store *store, struct problem *problem)
{
    MUST(prove_problem(problem, store->settings));
    const enum status status = store_leave_proof(store, problem);
    if (status == ERROR_INTERRUPTED || status == ERROR_HOST_MEMORY) return status;
    if (status != OK) remark(store, "nothing was stored");
    return OK;
}

enum status proof_store_prove(struct problem *problem, const struct prove_settings *settings)
{
    struct store store = {.folder = getenv("WARPMARK_PROOFS"), .settings = settings};
    struct problem_proof *proof = &problem->proof;
    bool found;
    if (!store.folder || !*store.folder || !(settings->width > 0) ||
        problem->kind == KIND_PRODUCT || !matrix_is_stored(&problem->system.a))
        return prove_problem(problem, settings);
    MUST(system_hash(problem, store.system));
    MUST(store_find_proof(&store, problem, &found));
    if (!found) MUST(prove_and_leave(&store, problem));
    const size_t used = strlen(proof->note);
    snprintf(proof->note + used, sizeof proof->note - used, "%s%s",
             found ? "; its vectors come from WARPMARK_PROOFS" : "", store.remark);
    return OK;
}
