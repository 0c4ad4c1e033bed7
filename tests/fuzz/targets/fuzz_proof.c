/* Feeds the reader of proofs. The first byte picks what the rest is: a file as it is; or, since
 * hardly any change of a file gets past its checksums, the texts, numbers and vectors of a proof,
 * which is written first (the writer takes anything). Any input must end in a clean refusal or in
 * what harness/proofs/proof_file.h promises; and whatever the vectors are, the check of a small
 * problem says nothing that is not true of its value. */
#include <math.h>

#include "base/memory.h"
#include "harness/proofs/certificate.h"
#include "harness/proofs/proof_file.h"
#include "tests/fuzz/fuzz.h"

enum { MOST = 8, ROWS = 6 };

static const char path[] = MEMORY_PATH("input.h5");

static void fuzz_begin(void) {}

static double take_value(struct fuzz_choices *in)
{
    static const double values[] = {1,     0.5,    0,        2,         -1,  1e-9,     3,
                                    1e308, 5e-324, INFINITY, -INFINITY, NAN, 0.9999999};
    return values[choose_byte(in) % (sizeof values / sizeof *values)];
}

static double *take_vector(struct fuzz_choices *in, uint32_t n)
{
    double *x = malloc(n * sizeof *x + 1);
    require(x != NULL);
    for (uint32_t i = 0; i < n; i++) x[i] = take_value(in);
    return x;
}

static uint32_t *take_ranks(struct fuzz_choices *in, uint32_t n)
{
    uint32_t *rank = malloc(n * sizeof *rank + 1);
    require(rank != NULL);
    for (uint32_t i = 0; i < n; i++) rank[i] = choose_byte(in) % 4;
    return rank;
}

static char *take_word(struct fuzz_choices *in, const char *usual)
{
    char *word;
    const char strange[2] = {(char)choose_byte(in)};
    require_ok(copy_text((uint8_t)*strange < 128 ? usual : strange, &word));
    return word;
}

static enum status write_proof(struct fuzz_choices *in)
{
    struct proof_file file = {.kind = (enum problem_kind)choose(in, NKINDS),
                              .model = choose(in, 2),
                              .epsilon = take_value(in),
                              .seconds = take_value(in),
                              .n = choose(in, 2) ? ROWS : choose(in, MOST),
                              .source = take_word(in, "tandem:c=1"),
                              .property = take_word(in, "R=?[S]"),
                              .program = take_word(in, "warpmark")};
    file.claim =
        (struct proof_claim){take_value(in), take_value(in), take_value(in), take_value(in)};
    memset(file.system, choose(in, 2) ? 'a' : choose_byte(in), SYSTEM_HASH - 1);
    file.note[0] = (char)choose_byte(in);
    for (int k = 0; k < PROOF_VECTORS; k++)
        if (choose(in, 2)) file.vector[k] = take_vector(in, file.n);
    if (choose(in, 2)) file.rank = take_ranks(in, file.n);
    if (choose(in, 2)) file.level = take_ranks(in, file.n);
    const enum status status = proof_file_write(path, true, &file);
    proof_file_free(&file);
    return status;
}

static void check_vector(uint32_t n, int k, const double *x)
{
    for (uint32_t i = 0; x && i < n; i++) require(k < PROOF_LOW ? isfinite(x[i]) : !isnan(x[i]));
}

static void check_text(const char *text)
{
    for (; *text; text++) require((unsigned char)*text >= ' ' && *text != 127);
}

static void check_file(const struct proof_file *file)
{
    check_text(file->source), check_text(file->property);
    check_text(file->program), check_text(file->note);
    require(strspn(file->system, "0123456789abcdef") == SYSTEM_HASH - 1);
    require(file->kind != KIND_PRODUCT && file->kind < NKINDS && file->epsilon > 0 &&
            file->claim.error >= 0);
    const bool of_states = file->vector[PROOF_LOW] && file->vector[PROOF_LOW + 1] && file->rank;
    require((file->vector[0] || of_states) &&
            (file->claim.low <= file->claim.high ||
             (isnan(file->claim.low) && isnan(file->claim.high))));
    for (int k = 0; k < PROOF_VECTORS; k++) check_vector(file->n, k, file->vector[k]);
}

/* tandem:c=1 has ROWS rows, and the value 1. */
static void check_proof(struct proof_file *file)
{
    struct problem problem;
    struct proof_claim claim;
    require_ok(problem_open("tandem:c=1", &problem));
    if (proof_file_check(file, &problem, file->model) == OK) {
        require_ok(claim_make(&problem, &claim));
        require(isnan(claim.low) || (claim.low <= 1 + 1e-9 && claim.high >= 1 - 1e-9));
    } else require_clean_message();
    problem_free(&problem);
}

static void fuzz_one(const uint8_t *bytes, size_t size)
{
    struct proof_file file;
    enum status status = OK;
    bool is;
    if (!size) return;
    struct fuzz_choices in = {bytes + 1, bytes + size};
    memory_files_clear();
    if (bytes[0] % 2) memory_file_put("input.h5", bytes + 1, size - 1);
    else status = write_proof(&in);
    if (status == OK) status = proof_file_is(path, &is);
    if (status == OK) status = proof_file_read(path, &file);
    if (status == OK) {
        check_file(&file);
        check_proof(&file);
        proof_file_free(&file);
        return;
    }
    require_clean_message();
    require(status == ERROR_DAMAGED || status == ERROR_INPUT);
}
