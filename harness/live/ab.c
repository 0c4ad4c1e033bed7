#include "harness/live/ab.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/folder.h"
#include "base/memory.h"
#include "harness/live/program_measure.h"

enum { MOST_WORDS = 30 };

/* Path of the script: a file, or an experiment in the tree of the new commit. */
static enum status find_script(const struct ab_request *request, const char *hash, char **out)
{
    const char *name = request->script ? request->script : "nightly", *dot = strrchr(name, '.');
    if (strchr(name, '/') || (dot && !strcmp(dot, ".lua"))) return copy_text(name, out);
    MUST(format_text(out, "%s/trees/%s/experiments/%s.lua", request->checkout.folder, hash, name));
    if (access(*out, R_OK) == 0) return OK;
    return fail(ERROR_INPUT, "%s has no experiments/%s.lua", request->commit[FRESH], name);
}

static enum status measure_once(const struct ab_request *request, const char *program,
                                const char *script, const char *file, const char *name,
                                struct results *out)
{
    char why[600];
    const char *more[MOST_WORDS] = {NULL};
    size_t count = 0;
    if (request->quick || !request->script) more[count++] = "--quick";
    for (size_t k = 0; request->words[k] && count + 1 < MOST_WORDS; k++)
        more[count++] = request->words[k];
    fprintf(stderr, "ab: run %s by %s\n", script, name);
    MUST(program_measure(
        &(struct measurement){
            .program = program, .script = script, .file = file, .more = more, .seconds = INFINITY},
        out, why, sizeof why));
    return *why ? fail(ERROR_INPUT, "%s: %s", name, why) : OK;
}

/* Builds both programs. hash, program: new. */
static enum status build_both(struct ab_request *request, struct ab *out, char *hash[NSIDES],
                              char *program[NSIDES])
{
    char why[700];
    for (int side = 0; side < NSIDES; side++) {
        const char *commit = request->commit[side];
        MUST(checkout_commit(request->checkout.repository, commit, &hash[side]));
        MUST(format_text(&out->name[side], "%s (%.12s)", commit, hash[side]));
    }
    MUST(checkout_open_kept(request->programs, &request->checkout));
    for (int side = 0; side < NSIDES; side++) {
        MUST(checkout_build(&request->checkout, hash[side], &program[side], why, sizeof why));
        if (*why) return fail(ERROR_INPUT, "%s does not build: %s", out->name[side], why);
        request->live.program[side] = program[side];
    }
    return checkout_prune(&request->checkout, KEPT_PROGRAMS);
}

enum status ab(struct ab_request *request, struct ab *out)
{
    enum status status = OK;
    struct folder folder = {0};
    char *hash[NSIDES] = {NULL, NULL}, *program[NSIDES] = {NULL, NULL}, *script = NULL,
         *file = NULL;
    *out = (struct ab){0};
    TRY(build_both(request, out, hash, program));
    TRY(find_script(request, hash[FRESH], &script));
    TRY(folder_create("ab", &folder));
    TRY(format_text(&file, "%s/once.h5", folder.path));
    for (int side = 0; side < NSIDES; side++)
        TRY(measure_once(request, program[side], script, file, out->name[side], &out->files[side]));
    TRY(compare_results(&out->files[BASE], &out->files[FRESH], &request->judging,
                        &out->comparison));
    status =
        compare_live(out->files, &request->judging, &request->live, &out->live, &out->comparison);
out:
    for (int side = 0; side < NSIDES; side++) {
        free(hash[side]);
        free(program[side]);
    }
    free(script);
    free(file);
    folder_remove(&folder);
    checkout_close(&request->checkout);
    if (status != OK) ab_free(out);
    return status;
}

void ab_free(struct ab *ab)
{
    comparison_free(&ab->comparison);
    live_free(&ab->live);
    for (int side = 0; side < NSIDES; side++) {
        results_free(&ab->files[side]);
        free(ab->name[side]);
    }
    *ab = (struct ab){0};
}
