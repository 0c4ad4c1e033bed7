#include "harness/proofs/proof_store.h"

#include <dirent.h>
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/folder.h"
#include "base/memory.h"
#include "base/output/units.h"
#include "base/process/clock.h"
#include "base/text.h"
#include "harness/proofs/certificate.h"

/* Seconds that a proof must have taken to be kept by default: to keep and to read one takes about
 * as long. */
static const double worth_keeping = 0.1;

/* Bytes that the folder in the user's cache may have. */
static const uint64_t most_bytes = UINT64_C(2) << 30;

struct store {
    char *folder;     /* NULL: none */
    bool by_default;  /* it is that of the user's cache, which we keep small and clean */
    const char *name; /* how notes name it */
    const struct prove_settings *settings;
    char system[SYSTEM_HASH];
    char remark[200]; /* files that could not be read or written */
};

static const char *meaning_of(const struct store *store)
{
    return store->settings->model ? "model" : "stored";
}

static enum status store_open(const struct prove_settings *settings, struct store *out)
{
    const char *named = getenv("WARPMARK_PROOFS");
    *out = (struct store){.by_default = !named,
                          .name = named ? "WARPMARK_PROOFS" : "the cache of proofs",
                          .settings = settings};
    return cache_folder("WARPMARK_PROOFS", "proofs", &out->folder);
}

/* Returns whether a proof of the problem can be kept, and is worth it. The check of a bounded one
 * makes all of its steps again, so it takes as long as the proof. */
static bool is_kept(const struct store *store, const struct problem *problem)
{
    return store->folder && store->settings->width > 0 && problem->kind != KIND_PRODUCT &&
           matrix_is_stored(&problem->system.a) && !problem->system.a.most &&
           !(store->by_default && (problem->kind == KIND_BOUNDED || problem->steps));
}

static void remark(struct store *store, const char *what)
{
    snprintf(store->remark, sizeof store->remark, "; %s: %s: %.100s", store->name, what,
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
    if (!*used) problem_forget_proof(problem);
    proof_file_free(&file);
    return status;
}

/* The time of a file is that of its last use. A file of the cache that is not used is removed, so
 * that a new proof can take its name. */
static enum status try_file(struct store *store, const char *name, struct problem *problem,
                            bool *used)
{
    char *path = NULL;
    MUST(format_text(&path, "%s/%s", store->folder, name));
    const enum status status = use(store, path, problem, used);
    const bool stopped = status == ERROR_HOST_MEMORY || status == ERROR_INTERRUPTED;
    if (*used && store->by_default) utimensat(AT_FDCWD, path, NULL, 0);
    else if (!*used && !stopped && store->by_default) unlink(path);
    free(path);
    if (status == OK || stopped) return status;
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

static uint64_t bytes_of_vectors(const struct proof_file *file)
{
    uint64_t bytes = ((file->rank != NULL) + (file->level != NULL)) * file->n * sizeof *file->rank;
    for (int k = 0; k < PROOF_VECTORS; k++)
        if (file->vector[k]) bytes += file->n * sizeof(double);
    return bytes;
}

static enum status store_make_folder(const struct store *store)
{
    if (store->by_default) MUST(folder_make_above(store->folder));
    return folder_make(store->folder);
}

static enum status store_leave_proof(const struct store *store, struct problem *problem)
{
    enum status status = OK;
    struct proof_file file = {0};
    struct certificate certificate;
    const double width = store->settings->width;
    char *path = NULL;
    if (store->by_default && problem->proof.seconds < worth_keeping) return OK;
    TRY(certificate_make(problem, store->settings, &certificate));
    if (!certificate.certified) return OK;
    TRY(certificate_file(problem, &certificate, width, store->system, &file));
    if (store->by_default && bytes_of_vectors(&file) > most_bytes / 2) goto out;
    TRY(store_make_folder(store));
    TRY(format_text(&path, "%s/%s-%s-%s.h5", store->folder, store->system, meaning_of(store),
                    exact_number(width).text));
    status = access(path, F_OK) ? proof_file_write(path, false, &file) : OK;
    if (status == ERROR_INPUT && access(path, F_OK) == 0) status = OK; /* another run was faster */
    if (store->by_default) folder_trim(store->folder, most_bytes);
out:
    certificate_file_free(&file);
    free(path);
    return status;
}

/* A proof that cannot be kept is no worse: too little memory for that is no error, either. */
static enum status prove_and_leave(struct store *store, struct problem *problem)
{
    MUST(prove_problem(problem, store->settings));
    const enum status status = store_leave_proof(store, problem);
    if (status == ERROR_INTERRUPTED) return status;
    if (status != OK) remark(store, "nothing was stored");
    return OK;
}

static enum status find_or_prove(struct store *store, struct problem *problem)
{
    struct problem_proof *proof = &problem->proof;
    bool found;
    MUST(system_hash(problem, store->system));
    MUST(store_find_proof(store, problem, &found));
    if (!found) MUST(prove_and_leave(store, problem));
    proof->found = found;
    const size_t used = strlen(proof->note);
    snprintf(proof->note + used, sizeof proof->note - used, "%s%s%s",
             found ? "; its vectors come from " : "", found ? store->name : "", store->remark);
    return OK;
}

enum status proof_store_prove(struct problem *problem, const struct prove_settings *settings)
{
    struct store store;
    MUST(store_open(settings, &store));
    const enum status status = is_kept(&store, problem) ? find_or_prove(&store, problem)
                                                        : prove_problem(problem, settings);
    free(store.folder);
    return status;
}
