/* Feeds the end of a worker's channel that we hold. The first byte picks what the rest is: a
 * message as it arrives; or records with a right checksum, each a byte for its kind, two for its
 * size and its content, whose beginning may be a state's. What is taken must be what worker.c
 * promises: enumerators in range, notes that end, samples that are there. */
#include <sys/socket.h>
#include <unistd.h>

#include "harness/process/worker.c"
#include "tests/fuzz/fuzz.h"

static int ends[2];

static void fuzz_begin(void)
{
    require(socketpair(AF_UNIX, SOCK_SEQPACKET, 0, ends) == 0);
}

static void check_message(const uint8_t *bytes, size_t size)
{
    static struct record record;
    require(send(ends[0], bytes, size, 0) == (ssize_t)size);
    if (record_receive(ends[1], &record)) require(record.size <= LARGEST_RECORD);
}

/* A state that a worker could send, with so many samples behind those that are there, before the
 * input changes it. */
static void begin_state(const struct worker *worker, uint64_t more, struct record *record)
{
    struct state state = {.run = result_run_unknown()};
    state.run.sample_count = worker->result->run.sample_count + more;
    memcpy(record->bytes, &state, sizeof state);
}

static void fill(struct fuzz_choices *in, const struct worker *worker, struct record *record)
{
    const size_t state = sizeof(struct state), sample = sizeof(struct result_sample);
    uint64_t samples = choose(in, 4);
    record->kind = choose(in, RECORD_ENDED + 2);
    record->size = (uint32_t)(samples * sample + (record->kind == RECORD_MORE_SAMPLES ? 0 : state));
    memset(record->bytes, 0, record->size);
    if (record->size >= state) begin_state(worker, samples, record);
    for (unsigned edits = choose(in, 8); edits; edits--) {
        size_t at = (size_t)(choose_byte(in) << 8 | choose_byte(in));
        record->bytes[at % (record->size + 1)] = choose_byte(in);
    }
    record->size += choose_byte(in) == 1;
}

static void check_records(struct fuzz_choices *in)
{
    static struct record record;
    struct case_result result = {.run = result_run_unknown()};
    struct worker worker = {.result = &result, .timeout = 1};
    bool done = false;

    result.run.sample_count = 0;
    for (int k = 0; k < 8 && !worker.ended && in->next < in->end; k++) {
        fill(in, &worker, &record);
        require_ok(take_record(&worker, &record, &done));
        require((unsigned)result.run.status < NCASE_STATUSES &&
                (unsigned)result.run.stop_reason < NSTOP_REASONS);
        require(!result.run.note || strlen(result.run.note) <= LONGEST_NOTE);
        require(!result.run.proof_note || strlen(result.run.proof_note) <= LONGEST_PROOF_NOTE);
        for (uint64_t i = 0; i < result.run.sample_count; i++)
            require(result.sample[i].order != UINT64_MAX - 1);
    }
    result_run_clear(&result.run);
    free(result.sample);
}

static void fuzz_one(const uint8_t *bytes, size_t size)
{
    struct fuzz_choices in = {bytes + 1, bytes + size};
    if (size < 2) return;
    if (bytes[0] % 2) check_message(bytes + 1, size - 1);
    else check_records(&in);
}
