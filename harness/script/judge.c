#include "harness/script/judge.h"

#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/process/clock.h"
#include "base/process/interrupt.h"
#include "base/process/process.h"
#include "harness/process/sandbox.h"
#include "harness/script/judge_read.h"
#include "harness/script/judge_script.h"

/* Lua needs a minute or two for so many. A script that looks at every case of a large file for each
 * of fifty claims takes a hundredth of it. */
#define ENOUGH_INSTRUCTIONS UINT64_C(1000000000)
#define ENOUGH_MEMORY \
    ((size_t)1 << 30) /* B for Lua; the rest of the process may have a quarter of it */

enum {
    ENOUGH_SECONDS = 60,     /* s of CPU time for all questions to a process */
    BUSY_MACHINE = 5,        /* a question may take this many times as long by the clock, ... */
    PATIENCE = 60,           /* ... and this many s more */
    LARGEST_ANSWER = 1 << 26 /* B */
};

static uint64_t most_instructions = ENOUGH_INSTRUCTIONS;
static unsigned most_seconds = ENOUGH_SECONDS;

void judge_limit(uint64_t instructions, unsigned seconds)
{
    most_instructions = instructions ? instructions : ENOUGH_INSTRUCTIONS;
    most_seconds = seconds ? seconds : ENOUGH_SECONDS;
}

/* Longest time in s that a question may take by the clock. */
static unsigned most_by_clock(void)
{
    return PATIENCE + BUSY_MACHINE * most_seconds;
}

/* A process that judges one file. */
struct judge_process {
    struct process process; /* pid 0: not started yet */
    enum status ended;      /* not OK: it answers no more, for the reason in why */
    char why[1024];
};

/* The process. It gets questions in records, a judge_question and an id, and answers in these
 * records. */
enum { ANSWER_PIECE, ANSWER_END }; /* ANSWER_END: an enum status and its message */

static void send_answer(int channel, const struct encoder *answer, enum status status)
{
    struct record end = {.size = (uint32_t)sizeof status};
    memcpy(end.bytes, &status, sizeof status);
    for (size_t at = 0; status == OK && at < answer->used; at += LARGEST_RECORD) {
        size_t left = answer->used - at;
        if (!record_send(channel, ANSWER_PIECE, left < LARGEST_RECORD ? left : LARGEST_RECORD,
                         answer->byte + at))
            return;
    }
    if (status != OK)
        end.size += (uint32_t)snprintf((char *)end.bytes + end.size, 1024, "%s", fail_message());
    record_send(channel, ANSWER_END, end.size, end.bytes);
}

/* Gives up the rights that the process does not need. A trusted file is judged even if the system
 * has no filter. */
static enum status enter_sandbox(const struct results *results, int channel)
{
    signal(SIGINT, SIG_DFL);
    signal(SIGTERM, SIG_DFL);
    enum status status = sandbox_limit(most_seconds, ENOUGH_MEMORY + ENOUGH_MEMORY / 4);
    if (status == OK) status = sandbox_close(channel);
    if (status != ERROR_ENVIRONMENT) return status;
    if (results->trusted) return OK;
    return fail(ERROR_ENVIRONMENT,
                "the script %s is not run: %s; if you trust the results file, add --trust",
                results->path, fail_message());
}

static void answer_questions(void *argument, int channel, int fd)
{
    (void)fd;
    const struct results *results = argument;
    struct judging *judging = NULL;
    struct record question;
    enum status refused = enter_sandbox(results, channel);
    while (record_receive(channel, &question)) {
        struct encoder answer = {0};
        enum status status = refused;
        question.bytes[sizeof question.bytes - 1] = '\0';
        if (status == OK && !judging)
            status = judging_open(results, most_instructions, ENOUGH_MEMORY, &judging);
        if (status == OK)
            status = judging_ask(judging, (enum judge_question)question.kind,
                                 (char *)question.bytes, &answer);
        send_answer(channel, &answer, status);
        free(answer.byte);
    }
}

/* Our side */

/* Ends the process, which answers no more; the message of fail() is the reason. */
static enum status judge_give_up(struct judge_process *p, enum status status)
{
    process_kill(&p->process);
    process_end(&p->process);
    snprintf(p->why, sizeof p->why, "%s", fail_message());
    return p->ended = status;
}

static enum status out_of_memory(const struct results *results)
{
    return fail(
        ERROR_INPUT,
        "the script %s takes more memory than it may have (%s) or than there is: judging stopped",
        results->path, human_quantity(UNIT_BYTES, ENOUGH_MEMORY).text);
}

/* Explains the end of a process that died, or was killed because of arrival. */
static enum status explain_end(struct judge_process *p, const struct results *results,
                               enum arrival arrival)
{
    process_end(&p->process);
    int killer = p->process.killed_by;
    const char *script = results->path;
    if (arrival == STOPPED_HARD || interrupted())
        return judge_give_up(p, fail(ERROR_INTERRUPTED, "interrupted"));
    if (p->process.by_kernel) return judge_give_up(p, out_of_memory(results));
    if (arrival == OVER_TIME)
        fail(ERROR_INPUT, "the script %s took more than %u s: judging stopped", script,
             most_by_clock());
    else if (killer == SIGXCPU || killer == SIGKILL)
        fail(ERROR_INPUT, "the script %s took more than %u s of CPU time: judging stopped", script,
             most_seconds);
    else
        fail(ERROR_INPUT, "the script %s could not be judged: %s", script,
             *p->process.how ? p->process.how : "its process ended without an answer");
    return judge_give_up(p, ERROR_INPUT);
}

/* Takes the status and message at the end of an answer. */
static enum status take_end(struct judge_process *p, const struct results *results,
                            const struct record *record)
{
    enum status status;
    if (record->size < sizeof status) return explain_end(p, results, CLOSED);
    memcpy(&status, record->bytes, sizeof status);
    if (status == OK) return OK;
    if (status == ERROR_HOST_MEMORY) return out_of_memory(results);
    return fail(status == ERROR_ENVIRONMENT ? status : ERROR_INPUT, "%.*s",
                (int)(record->size - sizeof status), (const char *)record->bytes + sizeof status);
}

static enum status await_answer(struct judge_process *p, const struct results *results,
                                struct encoder *answer)
{
    struct record record;
    double used;
    p->process.end_by = clock_now() + most_by_clock();
    for (;;) {
        enum arrival arrival = process_wait(&p->process, INFINITY, &used, &record);
        if (arrival != ARRIVED) return explain_end(p, results, arrival);
        if (record.kind != ANSWER_PIECE) return take_end(p, results, &record);
        if (answer->used + record.size > LARGEST_ANSWER)
            return judge_give_up(p, fail(ERROR_INPUT,
                                         "the script %s gives more than %d MB: judging stopped",
                                         results->path, LARGEST_ANSWER >> 20));
        put_bytes(answer, record.bytes, record.size);
        if (answer->status != OK) return judge_give_up(p, answer->status);
    }
}

/* Asks the process of the results, or starts one for this question. The caller frees
 * answer->byte. */
static enum status judge_ask(const struct results *results, enum judge_question what,
                             const char *id, struct encoder *answer)
{
    struct judge_process once = {0}, *p = results->judge ? results->judge : &once;
    enum status status = p->ended;
    if (status != OK) return fail(status, "%s", p->why);
    if (p->process.pid == 0)
        status =
            process_start(answer_questions, (void *)(uintptr_t)results, -1, false, &p->process);
    if (status != OK) return status;
    if (!record_send(p->process.channel, what, strlen(id) + 1, id))
        status = explain_end(p, results, CLOSED);
    else status = await_answer(p, results, answer);
    if (p == &once) process_end(&p->process);
    return status;
}

/* Asks, and reads the answer into out. */
static enum status judge_ask_and_read(const struct results *results, enum judge_question what,
                                      const char *id, void *out)
{
    static judge_read_fn *const read[NJUDGE_QUESTIONS] = {[ASK_CLAIMS] = judge_read_claims,
                                                          [ASK_TABLE] = judge_read_table,
                                                          [ASK_FIGURE] = judge_read_figure,
                                                          [ASK_STRUCTURE] = judge_read_structure};
    struct encoder answer = {0};
    memset(out, 0, judge_shapes[what]->size);
    enum status status = judge_ask(results, what, id, &answer);
    if (status == OK) {
        struct decoder in = {.at = answer.byte, .end = answer.byte + answer.used};
        status = read[what](&in, out);
        if (status == ERROR_INPUT)
            fail(ERROR_INPUT, "what the script %s gives cannot be shown: %s", results->path,
                 fail_message());
    }
    if (status != OK) shape_free(judge_shapes[what], out);
    free(answer.byte);
    return status;
}

enum status judge_claims(const struct results *results, struct judged_claims *out)
{
    return judge_ask_and_read(results, ASK_CLAIMS, "", out);
}

enum status judge_table(const struct results *results, const char *id, struct judged_table *out)
{
    return judge_ask_and_read(results, ASK_TABLE, id, out);
}

enum status judge_figure(const struct results *results, const char *id, struct judged_figure *out)
{
    return judge_ask_and_read(results, ASK_FIGURE, id, out);
}

enum status judge_structure(const struct results *results, const char *id,
                            struct judged_structure *out)
{
    return judge_ask_and_read(results, ASK_STRUCTURE, id, out);
}

enum status judge_open(struct results *results)
{
    return allocate_zeroed(1, sizeof *results->judge, "a process that judges", &results->judge);
}

void judge_close(struct results *results)
{
    if (!results->judge) return;
    process_end(&results->judge->process);
    free(results->judge);
    results->judge = NULL;
}
