/* warpmark certify: proves an interval of a property's value. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/output/printed.h"
#include "base/process/clock.h"
#include "base/process/interrupt.h"
#include "base/text.h"
#include "harness/case/variant.h"
#include "harness/cli.h"
#include "harness/commands/certified.h"
#include "harness/process/progress.h"
#include "prove/prove.h"

static const char *time_text = "60s", *place_text, *path, *scheduler;
static bool as_json, model, force;
static double epsilon = 1e-9;
static const struct cli_option options[] = {
    {"--epsilon", CLI_REAL, &epsilon, NULL, "E", "1e-6",
     "prove the value to within E of itself, to each side (linear systems: each number of the "
     "answer, to within E of the largest)"},
    {"--model", CLI_FLAG, &model, NULL, NULL, NULL,
     "prove it for every model whose numbers become the stored ones by rounding, not for those "
     "alone"},
    {"--time", CLI_TEXT, &time_text, NULL, "TIME", "10m",
     "how long making the proof may take, about; what is proven by then is printed"},
    {"--place", CLI_TEXT, &place_text, NULL, "PLACE", "cuda",
     "make the proof there: seq, omp or cuda. Default: one core or all, by what is faster"},
    {"-o", CLI_TEXT, &path, NULL, "PROOF.h5", "tandem.proof.h5",
     "write the proof into this file, which `warpmark verify` checks"},
    {"--scheduler", CLI_TEXT, &scheduler, NULL, "FILE", "best.txt",
     "of an MDP: write a scheduler that keeps the proven bound into this file, and prove its own "
     "value"},
    {"--force", CLI_FLAG, &force, NULL, NULL, NULL,
     "replace a file of the same kind that Warpmark wrote"},
    {"--json", CLI_FLAG, &as_json, NULL, NULL, NULL, "print JSON"},
    {0}};

/* A place that fails later is no error: the host makes the proof, and the note says so. */
static enum status choose_place(const struct place **out)
{
    if (!place_text) return OK;
    *out = find_place(place_text);
    if (*out && (*out)->cards <= 1 && !(*out)->ranks) return OK;
    return fail(ERROR_INPUT, "--place %s: a proof is made at one of seq, omp and cuda", place_text);
}

static enum status check_options(struct prove_settings *out)
{
    *out = (struct prove_settings){.width = epsilon, .model = model};
    if (!(epsilon > 0)) return fail(ERROR_INPUT, "--epsilon %g: must be above 0", epsilon);
    if (!(epsilon < 1))
        return fail(ERROR_INPUT, "--epsilon %g: must be below 1, for that is the whole value",
                    epsilon);
    if (!parse_seconds(time_text, &out->seconds) || !(out->seconds > 0))
        return fail(ERROR_INPUT, "--time %s: needs a time above 0, such as 60s or 5m", time_text);
    MUST(choose_place(&out->place));
    if (scheduler) MUST(scheduled_check(scheduler, force));
    return path ? file_probe(path, &kind_proof, force) : OK;
}

static enum status prove(const char *source, const struct prove_settings *settings,
                         struct problem *problem, struct certificate *out)
{
    double seconds;
    MUST(progress_open(source, problem));
    if (problem->kind == KIND_PRODUCT)
        return fail(ERROR_INPUT,
                    "%s is a graph, which has no value to prove. `warpmark solve SOURCE --variant "
                    "map/csr/u32/omp` searches it and checks the cycle that it finds",
                    source);
    MUST(problem_needs_matrix(problem, "certify"));
    if (path && problem->system.a.most)
        return fail(ERROR_UNSUPPORTED,
                    "%s: the probabilities are intervals, and files of proofs have none: leave out "
                    "-o",
                    source);
    MUST(progress_prove(problem, settings, &seconds));
    return certificate_make(problem, settings, out);
}

/* Writes the proof, unless nothing is proven. *written = the file's path, or NULL. */
static enum status write_proof(struct problem *problem, const struct certificate *certificate,
                               const char **written)
{
    struct proof_file file;
    *written = NULL;
    if (!path || claim_is_empty(&certificate->claim)) return OK;
    MUST(certificate_file(problem, certificate, epsilon, NULL, &file));
    const enum status status = proof_file_write(path, force, &file);
    certificate_file_free(&file);
    if (status == OK) *written = path;
    return status;
}

/* Prints why the result is less than requested. */
static void print_lack(const struct certified *said, const struct prove_settings *settings)
{
    if (path && !said->file) printf("%-12s none is written: nothing is proven\n", "file");
    if (!said->certificate.certified && said->problem->proof.seconds >= settings->seconds)
        printf("%-12s give the proof more time: --time %gs\n", "next", settings->seconds * 10);
}

static int run_certify(int argc, char **argv)
{
    enum status status = OK;
    struct prove_settings settings;
    struct problem problem = {0};
    struct certified said = {0};
    TRY(check_options(&settings));
    interrupt_install();
    const double start = clock_now();
    TRY(prove(argv[0], &settings, &problem, &said.certificate));
    said.seconds = clock_now() - start;
    said.problem = &problem;
    TRY(write_proof(&problem, &said.certificate, &said.file));
    if (scheduler) TRY(scheduled_make(&problem, &settings, scheduler, force, &said.scheduled));
    if (!as_json) printed_fold();
    TRY((as_json ? certified_print_json : certified_print)(&said));
    if (!as_json) print_lack(&said, &settings);
out:
    problem_free(&problem);
    if (status != OK) return complain(status);
    if (interrupted()) return EXIT_INTERRUPTED;
    return said.certificate.certified && !*said.scheduled.why ? EXIT_FINE : EXIT_CASE;
}

const struct command command_certify = {
    .name = "certify",
    .group = "Problems and solves",
    .words = "SOURCE",
    .least = 1,
    .most = 1,
    .summary = "prove the value of a problem: an interval that has it",
    .about =
        "Exit 0 where the value is proven as narrowly as was asked, 2 where it is not.\n"
        "Proofs are kept in the user's cache, or in the folder that WARPMARK_PROOFS names. Later "
        "commands check them and use them again. docs/proofs.md says what a proof is worth.",
    .examples = "certify tandem:c=31\n"
                "certify model.tra:type=dtmc,goal=done --epsilon 1e-12 -o done.h5\n"
                "certify herman:n=9 --model --json\n"
                "certify 'machine.tra:prop=Pmax=?[F \"sold\"]' --scheduler best.txt\n",
    .options = options,
    .run = run_certify,
};
