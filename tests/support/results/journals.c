#include "tests/support/results/journals.h"

#include <math.h>
#include <stdlib.h>

#include "tests/support/cmocka.h"

void draw_recorded(uint64_t with_seed, size_t most_runs, uint64_t most_samples, struct results *out)
{
    uint64_t at = 0;
    size_t kept = 0;
    draw_results(with_seed, most_runs, most_samples, out);
    out->wall = INFINITY;
    for (size_t k = 0; k < out->nruns; k++) {
        struct result_run *run = &out->runs[k];
        run->process = k && !draw(3) ? run[-1].process + 1 : 0;
        if (!run->process) at += k ? 1 + draw(2) : 0;
        if (at >= out->nproblems * out->nvariants) break;
        run->problem = at / out->nvariants;
        run->variant = at % out->nvariants;
        kept++;
    }
    for (size_t k = kept; k < out->nruns; k++) result_run_clear(&out->runs[k]);
    out->nruns = kept;
    out->nsamples = kept ? out->runs[kept - 1].sample_offset + out->runs[kept - 1].sample_count : 0;
}

struct results plan_of(const struct results *results)
{
    struct results plan = *results;
    DRAW_ROWS(&plan.runs, results->nruns);
    plan.nruns = plan.nsamples = 0;
    plan.ended = NULL;
    plan.interrupted = false;
    plan.wall = plan.overhead = 0;
    for (size_t k = 0; k < results->nruns; k++)
        if (!results->runs[k].process) plan.runs[plan.nruns++] = results->runs[k];
    return plan;
}

/* Cuts the last `late` problems with their cases off a plan, to be added by journal_added, and
 * makes its crossovers (new, their texts borrowed) unsearched. */
static void shorten_plan(struct results *plan, size_t late)
{
    struct result_crossover *unsearched;
    plan->nproblems -= late;
    while (plan->nruns && plan->runs[plan->nruns - 1].problem >= plan->nproblems) plan->nruns--;
    DRAW_ROWS(&unsearched, plan->ncrossovers);
    for (size_t k = 0; k < plan->ncrossovers; k++)
        unsearched[k] = (struct result_crossover){.id = plan->crossovers[k].id, .points = 7};
    plan->crossovers = unsearched;
}

static void note_record(struct recorded *log, const struct journal *journal, size_t samples,
                        size_t runs)
{
    if (!log) return;
    assert_true(log->count < sizeof log->size / sizeof *log->size);
    log->size[log->count] = journal->size;
    log->samples[log->count] = samples;
    log->problems[log->count] = log->nproblems;
    log->runs[log->count++] = runs;
}

static enum status add_late(struct journal *journal, const struct results *r, size_t late,
                            struct recorded *log)
{
    enum status status = OK;
    size_t *variants;
    if (log) log->nproblems = r->nproblems - late;
    note_record(log, journal, 0, 0);
    DRAW_ROWS(&variants, r->nvariants);
    for (size_t p = r->nproblems - late; p < r->nproblems; p++) {
        size_t count = 0;
        struct result_problem row = r->problems[p];
        row.n = 77;
        for (size_t k = 0; k < r->nruns; k++)
            if (r->runs[k].problem == p && !r->runs[k].process)
                variants[count++] = r->runs[k].variant;
        TRY(journal_added(journal, &row, count, variants));
        if (log) log->nproblems++;
        note_record(log, journal, 0, 0);
    }
    for (size_t k = 0; k < r->ncrossovers; k++) {
        TRY(journal_crossover(journal, k, &r->crossovers[k]));
        note_record(log, journal, 0, 0);
    }
out:
    free(variants);
    return status;
}

enum status record_all(struct journal *journal, const struct results *r, struct recorded *log)
{
    enum status status = OK;
    uint64_t *done;
    size_t left = r->nruns, samples = 0;
    note_record(log, journal, 0, 0);
    DRAW_ROWS(&done, r->nruns);
    for (size_t k = 0; k < r->nproblems; k++) {
        TRY(journal_problem(journal, k, &r->problems[k]));
        note_record(log, journal, 0, 0);
    }
    TRY(journal_copy_bandwidth(journal, 0, 123));
    note_record(log, journal, 0, 0);
    while (left) {
        size_t k = draw(r->nruns);
        const struct result_run *run = &r->runs[k];
        if (done[k] > run->sample_count) continue;
        uint64_t take = draw(run->sample_count - done[k] + 2);
        bool ends = done[k] + take > run->sample_count;
        if (ends) take = run->sample_count - done[k];
        if (take) {
            TRY(journal_samples(journal, run->problem, run->variant, run->process, take,
                                r->samples + run->sample_offset + done[k]));
            samples += take;
            note_record(log, journal, samples, r->nruns - left);
        }
        done[k] += take + ends;
        if (ends) TRY(journal_run(journal, run));
        left -= ends;
        if (ends) note_record(log, journal, samples, r->nruns - left);
        TRY(journal_sync(journal));
    }
    TRY(journal_mark(journal, r, true));
    note_record(log, journal, samples, r->nruns);
out:
    free(done);
    return status;
}

enum status write_journal(const char *path, const struct results *results, struct recorded *log)
{
    struct journal journal;
    struct results plan = plan_of(results);
    const size_t late = results->nproblems / 3;
    shorten_plan(&plan, late);
    enum status status = journal_create(path, &plan, &journal);
    if (status == OK) status = add_late(&journal, results, late, log);
    if (status == OK) status = record_all(&journal, results, log);
    journal_close(&journal);
    free(plan.crossovers);
    free(plan.runs);
    return status;
}
