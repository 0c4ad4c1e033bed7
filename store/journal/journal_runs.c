#include "store/journal/journal_pieces.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

static int piece_by_case(const void *a, const void *b)
{
    const struct piece *left = a, *right = b;
    const int order = run_compare(&left->run, &right->run);
    return order ? order : left->position < right->position ? -1 : 1;
}

/* Makes the run of a case whose process never reported its end. */
static enum status unended_run(const struct reading *r, const struct piece *piece,
                               struct result_run *out)
{
    *out = result_run_unknown();
    out->problem = piece->run.problem;
    out->variant = piece->run.variant;
    out->process = piece->run.process;
    out->status = CASE_INTERRUPTED;
    out->stop_reason = STOP_FAILED;
    out->copy_bandwidth = r->copy_bandwidth[piece->run.variant];
    if (piece->count) out->started = r->samples[piece->first].started;
    MUST(copy_text("", &out->proof_note));
    return copy_text("the run ended before this case did", &out->note);
}

/* Appends the run that piece *k begins, with all samples up to its end, and moves *k behind it. If
 * its end was recorded again, the last record counts. */
static enum status append_run_of_pieces(struct reading *r, size_t *k)
{
    struct results *out = r->out;
    struct piece *piece = &r->pieces[*k], *end = r->pieces + r->npieces;
    struct result_run run = {0};
    const uint64_t offset = out->nsamples;
    const struct piece *begin = piece;
    for (; piece < end && !run_compare(&begin->run, &piece->run) && !piece->is_run; piece++) {
        if (piece->count)
            memcpy(out->samples + out->nsamples, r->samples + piece->first,
                   piece->count * sizeof *out->samples);
        out->nsamples += piece->count;
    }
    if (piece < end && !run_compare(&begin->run, &piece->run)) {
        for (; piece < end && piece->is_run && !run_compare(&begin->run, &piece->run); piece++) {
            result_run_clear(&run);
            run = piece->run;
            result_run_disown(&piece->run);
        }
    } else {
        enum status status = unended_run(r, begin, &run);
        if (status != OK) {
            result_run_clear(&run);
            return status;
        }
    }
    run.sample_offset = offset;
    run.sample_count = out->nsamples - offset;
    out->runs[out->nruns++] = run;
    *k = (size_t)(piece - r->pieces);
    return OK;
}

/* Merges planned cases and recorded pieces, both in ascending order. */
enum status make_runs(struct reading *r)
{
    struct results *out = r->out;
    size_t next = 0, k = 0;
    if (r->npieces) qsort(r->pieces, r->npieces, sizeof *r->pieces, piece_by_case);
    MUST(allocate_zeroed(r->ncases + r->npieces, sizeof *out->runs, "the runs", &out->runs));
    MUST(allocate(r->nsamples, sizeof *out->samples, "the samples", &out->samples));
    while (next < r->ncases || k < r->npieces) {
        bool unstarted = k == r->npieces ||
                         (next < r->ncases && case_compare(&r->cases[next], &r->pieces[k].run) < 0);
        if (unstarted) {
            const struct result_run *planned = &r->cases[next++];
            struct result_run *run = &out->runs[out->nruns++];
            MUST(run_not_started(planned->problem, planned->variant, run));
            run->sample_offset = out->nsamples;
            continue;
        }
        const struct result_run here = r->pieces[k].run;
        if (next < r->ncases && case_compare(&here, &r->cases[next]) >= 0) next++;
        while (k < r->npieces && case_compare(&here, &r->pieces[k].run) >= 0)
            MUST(append_run_of_pieces(r, &k));
    }
    return OK;
}
