/* Feeds the reader of journals. The first byte picks what the rest is: a file as it is; or edits of
 * a small journal that the writer made (three bytes each: where, two of them, and what to put
 * there), after which lengths and checksums are made right again, as no change gets past them. Any
 * input must end in a refusal or in results whose indices hold.
 */

#include "store/journal/journal.h"
#include "tests/fuzz/fuzz.h"

/* The header becomes ours; each record that is there gets the checksum of its bytes, and is cut
 * where the input ends.
 */
static void mend(unsigned char *bytes, size_t size)
{
    const struct journal_header ours = journal_header();
    size_t at = sizeof ours;
    memcpy(bytes, &ours, size < sizeof ours ? size : sizeof ours);
    while (at < size && size - at >= sizeof(struct record_header)) {
        struct record_header header;
        memcpy(&header, bytes + at, sizeof header);
        size_t left = size - at - sizeof header;
        if (header.size > left) header.size = (uint32_t)left;
        header.checksum = record_checksum(&header, bytes + at + sizeof header);
        memcpy(bytes + at, &header, sizeof header);
        at += sizeof header + header.size;
    }
}

static void check(const struct results *r)
{
    uint64_t samples = 0;
    for (size_t k = 0; k < r->nruns; k++) {
        const struct result_run *run = &r->runs[k], *before = run - 1;
        require(run->problem < r->nproblems && run->variant < r->nvariants);
        require(run->sample_offset == samples && run->note && run->status < NCASE_STATUSES);
        require(!k || before->problem < run->problem ||
                (before->problem == run->problem && before->variant <= run->variant));
        samples += run->sample_count;
    }
    require(samples == r->nsamples);
}

/* A journal of two problems with two variants, one case of which is not planned, and of a third
 * problem that is added with one case; and its size. */
static unsigned char *made;
static size_t made_size;

static void record(struct journal *journal, const struct results *plan)
{
    struct result_sample samples[2] = {result_sample_unknown(), result_sample_unknown()};
    struct result_run run = result_run_unknown();
    run.process = 0;
    run.note = (char[]){"a note"};
    samples[0].order = 0, samples[1].order = 1;
    require(journal_problem(journal, 1, &plan->problems[1]) == OK);
    require(journal_added(journal, &plan->problems[0], 1, &(size_t){1}) == OK);
    require(journal_crossover(journal, 0, plan->crossovers) == OK);
    require(journal_copy_bandwidth(journal, 1, 1e9) == OK);
    require(journal_samples(journal, 0, 0, 0, 2, samples) == OK &&
            journal_samples(journal, 0, 1, 0, 1, samples) == OK);
    require(journal_run(journal, &run) == OK && journal_mark(journal, plan, false) == OK);
    require(journal_samples(journal, 0, 1, 1, 1, samples) == OK &&
            journal_mark(journal, plan, true) == OK);
}

static void fuzz_begin(void)
{
    struct axis_value axes[2] = {{(char[]){"n"}, 2, NULL},
                                 {(char[]){"shape"}, 0, (char[]){"round"}}};
    struct result_problem problems[2] = {{.source = (char[]){"a"}, .naxes = 2, .axes = axes},
                                         {.kind = (char[]){"linear"}}};
    struct result_variant variants[2] = {{.name = (char[]){"x"}},
                                         {.name = (char[]){"y"}, .place = (char[]){"seq"}}};
    struct result_run runs[3] = {
        {.problem = 0, .variant = 0}, {.problem = 0, .variant = 1}, {.problem = 1, .variant = 1}};
    struct fact fact = {(char[]){"key"}, (char[]){"value"}};
    struct figure figure = {.id = (char[]){"f"}, .where = (char[]){"n=2"}};
    struct result_crossover crossover = {.id = (char[]){"c"}, .axis = (char[]){"n"}};
    struct table table = {.id = (char[]){"t"}};
    struct results plan = {.name = (char[]){"made up"},
                           .script = (char[]){"return {}"},
                           .nmachine = 1,
                           .machine = &fact};
    struct journal journal;
    plan.nproblems = plan.nvariants = 2, plan.problems = problems, plan.variants = variants;
    plan.nruns = 3, plan.runs = runs;
    plan.ncrossovers = 1, plan.crossovers = &crossover;
    plan.nfigures = plan.ntables = 1, plan.figures = &figure, plan.tables = &table;
    require(journal_create(NULL, &plan, &journal) == OK);
    record(&journal, &plan);
    require(journal_load("made up", journal.fd, journal.size, &made) == OK);
    made_size = journal.size;
    journal_close(&journal);
}

static void edit(const uint8_t *edits, size_t size, unsigned char *copy)
{
    for (; size >= 3; edits += 3, size -= 3)
        copy[((size_t)edits[0] << 8 | edits[1]) % made_size] = edits[2];
    mend(copy, made_size);
}

static void fuzz_one(const uint8_t *bytes, size_t size)
{
    struct journal_found found;
    struct results results;
    if (size < 1) return;
    const bool raw = bytes[0] % 2;
    const size_t length = raw ? size - 1 : made_size;
    unsigned char *copy = malloc(length + 1);
    require(copy != NULL);
    memcpy(copy, raw ? bytes + 1 : made, length);
    if (!raw) edit(bytes + 1, size - 1, copy);
    if (journal_decode("input", copy, length, &found, &results) == OK) {
        require(found.bytes == length && found.ignored <= length);
        require(raw || size >= 4 || (found.ended && found.ignored == 0 && results.nruns == 5));
        check(&results);
    }
    results_free(&results);
    free(copy);
}
