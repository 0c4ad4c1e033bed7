#include "harness/engines/engine_solve.h"

#include <math.h>
#include <omp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>

#include "base/folder.h"
#include "base/memory.h"
#include "base/output/missing.h"
#include "base/process/clock.h"
#include "harness/engines/engine_files.h"
#include "harness/engines/engine_process.h"
#include "harness/engines/engines.h"
#include "harness/engines/message.h"
#include "solvers/registry.h"

static const double answer_seconds = 600, /* longest wait for an answer if there is no stop flag */
    close_seconds = 0.5;                  /* wait for an engine to end, before it is killed */

/* solve->own */
struct session {
    const struct engine *engine;
    struct engine_process process;
    struct folder folder;
    char *answer; /* file of the answer */
    uint64_t sample;
    const struct problem *problem;
    bool of_model;
    int death; /* signal that this process normally gets when its parent dies */
    struct engine_times times;
};

/* Talking */

/* Turns an engine's refusal of a problem into the reason of the case, and an invalid message into a
 * fault of the engine. */
static enum status blame(const struct session *session, enum status status)
{
    const char *name = session->engine->name;
    char text[500];
    if (status != ERROR_INPUT && status != ERROR_UNSUPPORTED) return status;
    snprintf(text, sizeof text, "%s", fail_message());
    return fail(status == ERROR_INPUT ? ERROR_CRASHED : status, "engine %s: %s", name, text);
}

static enum status session_hear(struct session *session, double seconds,
                                const volatile sig_atomic_t *stop, struct message **out)
{
    const char *line;
    *out = NULL;
    enum status status = engine_receive(&session->process, seconds, stop, &line);
    if (status == ERROR_INTERRUPTED) engine_end(&session->process, 0);
    if (status != OK) return status;
    return blame(session, message_read(line, out));
}

/* Turns an error into a fault of the engine. Once a problem is open, refusals are faults, too. */
static enum status fault(enum status status, const char *what)
{
    char text[500];
    if (status != ERROR_UNSUPPORTED) return status;
    snprintf(text, sizeof text, "%s", fail_message());
    return fail(ERROR_CRASHED, "%s (this error was its answer to %s)", text, what);
}

/* Longest wait in s. A caller with a stop flag has a limit of its own. */
static double patience(const volatile sig_atomic_t *stop)
{
    return stop ? INFINITY : answer_seconds;
}

/* Sends a message of one word and receives the answer. */
static enum status session_ask(struct session *session, const char *what,
                               const volatile sig_atomic_t *stop, struct message **out)
{
    char text[64];
    const int size = snprintf(text, sizeof text, "{\"message\": \"%s\"}\n", what);
    *out = NULL;
    MUST(engine_send(&session->process, text, (size_t)size));
    return session_hear(session, patience(stop), stop, out);
}

/* Opening */

static int threads_at(const struct place *place)
{
    return place->on_host && place->scheduled ? omp_get_max_threads() : 1;
}

static enum status write_problem(struct session *session, const struct solve_settings *settings,
                                 struct json *json)
{
    const char *form, *folder = session->folder.path;
    MUST(engine_choose_form(session->engine, settings->problem, &form));
    json_text(json, "form", form);
    session->of_model = strcmp(form, "system") != 0;
    return session->of_model ? engine_write_model(folder, form, settings->problem, json)
                             : engine_write_system(folder, settings, json);
}

static enum status write_open(struct solve *solve, const struct solve_settings *settings,
                              struct json *json)
{
    struct session *session = solve->own;
    json_open_object(json, NULL);
    json_text(json, "message", "open");
    json_text(json, "kind", problem_kind_names[settings->problem->kind]);
    json_text(json, "source", settings->problem->source);
    json_text(json, "criterion", settings->criterion == RELATIVE ? "relative" : "absolute");
    json_number(json, "epsilon", settings->epsilon);
    json_count(json, "max_iterations", settings->max_iterations);
    json_text(json, "place", solve->place->name);
    json_count(json, "threads", (uint64_t)threads_at(solve->place));
    json_text(json, "precision", precision_names[solve->a->precision]);
    json_text(json, "folder", session->folder.path);
    MUST(write_problem(session, settings, json));
    json_text(json, "answer", session->answer);
    json_open_object(json, "options");
    engine_write_options(session->engine, &settings->options, json);
    json_close_object(json);
    json_close_object(json);
    return OK;
}

static enum status session_open_problem(struct solve *solve, const struct solve_settings *settings)
{
    enum status status = OK;
    struct session *session = solve->own;
    struct message *message = NULL;
    char *text = NULL;
    size_t size = 0;
    struct json json = {.out = open_memstream(&text, &size), .one_line = true};
    if (!json.out) return fail(ERROR_HOST_MEMORY, "no memory for a message");
    status = write_open(solve, settings, &json);
    fclose(json.out);
    if (status != OK) goto out;
    const double start = clock_now();
    TRY(engine_send(&session->process, text, size));
    TRY(session_hear(session, patience(settings->stop), settings->stop, &message));
    session->times.open = clock_now() - start;
out:
    message_free(message);
    free(text);
    return status;
}

/* Asks the engine to warm up. How it does so is up to the engine; one that cannot is fine. */
static enum status warm_up(struct session *session, const volatile sig_atomic_t *stop)
{
    struct message *message;
    const enum status status = session_ask(session, "warm_up", stop, &message);
    message_free(message);
    return status == ERROR_UNSUPPORTED ? OK : status;
}

/* Lets the worker outlive its parent for a moment. Normally a worker is killed when the run dies.
 * With an engine it is told to stop instead, so that it can end the engine and its children. */
static void outlive_parent(struct session *session)
{
    prctl(PR_GET_PDEATHSIG, &session->death);
    if (session->death == SIGKILL) prctl(PR_SET_PDEATHSIG, SIGTERM);
}

static enum status engine_solve_prepare(struct solve *solve, const struct solve_settings *settings)
{
    struct session *session = solve->own;
    struct message *message;
    session->engine = solve->method->engine;
    session->problem = settings->problem;
    session->times.solve = NAN;
    outlive_parent(session);
    MUST(folder_create("engine", &session->folder));
    MUST(format_text(&session->answer, "%s/answer.f64", session->folder.path));
    MUST(engine_open_process(session->engine, threads_at(solve->place), &session->process));
    MUST(session_ask(session, "hello", settings->stop, &message));
    message_free(message);
    MUST(session_open_problem(solve, settings));
    return warm_up(session, settings->stop);
}

static void engine_solve_dismiss(struct solve *solve)
{
    static const char bye[] = "{\"message\": \"close\"}\n";
    struct session *session = solve->own;
    if (session->process.pid > 0) engine_send(&session->process, bye, strlen(bye));
    engine_end(&session->process, solve->stop && *solve->stop ? 0 : close_seconds);
    folder_remove(&session->folder);
    if (session->death == SIGKILL) prctl(PR_SET_PDEATHSIG, SIGKILL);
    free(session->answer);
}

/* Solving */

static enum status read_outcome(const char *word, enum outcome *out)
{
    static const struct {
        const char *word;
        enum outcome outcome;
    } known[] = {{"converged", CONVERGED},
                 {"limit", MAX_ITERATIONS},
                 {"diverged", DIVERGED},
                 {"failed", BREAKDOWN}};
    if (!*word) return fail(ERROR_INPUT, "its answer to solve has no \"outcome\"");
    for (size_t k = 0; k < sizeof known / sizeof *known; k++)
        if (!strcmp(known[k].word, word)) {
            *out = known[k].outcome;
            return OK;
        }
    return fail(ERROR_INPUT,
                "its outcome '%s' is none of converged, limit, diverged, failed, unsupported",
                word);
}

/* Reads the usage that the engine reports itself, because it alone knows of its child processes
 * that have ended. */
static enum status read_use(const struct message *message, struct engine_process *process)
{
    double cpu, peak;
    MUST(message_number(message, "cpu", 0, &cpu));
    MUST(message_number(message, "memory", 0, &peak));
    process->use.cpu = fmax(process->use.cpu, cpu);
    process->use.peak = fmax(process->use.peak, peak);
    return OK;
}

static enum status read_result(struct session *session, const struct message *message,
                               struct solve *solve)
{
    const char *word, *note;
    uint64_t sample;
    MUST(message_text(message, "outcome", "", &word));
    MUST(message_text(message, "note", "", &note));
    if (!strcmp(word, "unsupported")) return fail(ERROR_UNSUPPORTED, "%s", note);
    MUST(read_outcome(word, &solve->outcome));
    MUST(message_number(message, "seconds", NAN, &session->times.solve));
    MUST(message_count(message, "iterations", MISSING, &solve->iterations));
    MUST(message_count(message, "sample", session->sample, &sample));
    MUST(read_use(message, &session->process));
    if (sample != session->sample) return fail(ERROR_INPUT, "it answered another sample");
    snprintf(solve->note, sizeof solve->note, "%s", note);
    return OK;
}

static enum status engine_solve_run(struct solve *solve)
{
    struct session *session = solve->own;
    struct message *message;
    char text[64];
    const int size = snprintf(text, sizeof text, "{\"message\": \"solve\", \"sample\": %llu}\n",
                              (unsigned long long)++session->sample);
    solve->iterations = MISSING;
    solve->outcome = STOPPED;
    enum status status = engine_send(&session->process, text, (size_t)size);
    if (status == OK) status = session_hear(session, INFINITY, solve->stop, &message);
    if (solve->stop && *solve->stop) return OK;
    if (status != OK) return fault(status, "solve");
    status = blame(session, read_result(session, message, solve));
    message_free(message);
    return status;
}

/* Answers */

/* Replaces infinite entries by those of the start vector, in rows whose value is infinite. An
 * engine of models reports these values; in the system such rows mean nothing. */
static void forget_infinite(const struct problem *problem, uint32_t n, double *x)
{
    const uint8_t *infinite = problem->fixpoint.infinite;
    for (uint32_t i = 0; infinite && i < n; i++)
        if (infinite[i] && isinf(x[i])) x[i] = problem->system.x0[i];
}

/* Makes numbers of states those of unknowns: 1 - x where the property is answered by what it is
 * not. */
static void take_unknowns(const struct problem *problem, uint32_t n, double *x)
{
    for (uint32_t i = 0; problem->asked.complement && i < n; i++) x[i] = 1 - x[i];
    forget_infinite(problem, n, x);
}

/* An unknown of an MDP is one of its states, or several that have one value. Of these the first
 * counts. */
static void take_first_states(const struct problem *problem, const double *of_states, double *x)
{
    const uint32_t *unknown_of = problem->optimum.unknown_of;
    for (uint64_t i = problem->states; i-- > 0;) x[unknown_of[i]] = of_states[i];
}

/* Answers about models have a number for each state. */
static enum status read_vector(const struct session *session, uint32_t n, double *x)
{
    const struct problem *problem = session->problem;
    const char *engine = session->engine->name;
    double *of_states;
    if (problem->kind != KIND_OPTIMUM) return engine_read_answer(engine, session->answer, n, x);
    MUST(allocate(problem->states, sizeof *of_states, "an answer", &of_states));
    const enum status status =
        engine_read_answer(engine, session->answer, (uint32_t)problem->states, of_states);
    if (status == OK) take_first_states(problem, of_states, x);
    free(of_states);
    return status;
}

static enum status fetch_vector(struct session *session, struct solve *solve)
{
    enum status status = OK;
    double *x = NULL;
    TRY(allocate(solve->n, sizeof *x, "an answer", &x));
    TRY(read_vector(session, solve->n, x));
    if (session->of_model) take_unknowns(session->problem, solve->n, x);
    TRY(solve_put(solve, x));
    TRY(solve->place->synchronise());
out:
    free(x);
    return status;
}

enum status engine_fetch(struct solve *solve, bool *alone, double *value)
{
    enum status status = OK;
    struct session *session = solve->own;
    struct message *message;
    const char *what = "vector";
    *value = NAN;
    remove(session->answer); /* file of the sample before */
    TRY(fault(session_ask(session, "answer", solve->stop, &message), "answer"));
    TRY(blame(session, message_text(message, "answer", what, &what)));
    TRY(blame(session, message_number(message, "value", NAN, value)));
    *alone = !strcmp(what, "value");
    TRY(blame(session, read_use(message, &session->process)));
    engine_look(&session->process);
    if (!*alone) TRY(fetch_vector(session, solve));
out:
    message_free(message);
    return status;
}

void engine_times_of(const struct solve *solve, struct engine_times *out)
{
    const struct session *session = solve->own;
    *out = session->times;
    out->cpu = session->process.use.cpu;
    out->peak = session->process.use.peak;
}

static bool engine_solve_repeats(const struct solve *solve)
{
    (void)solve;
    return false; /* its own threads may count differently */
}

void engine_solve_attach(struct method *method)
{
    method->own_bytes = sizeof(struct session);
    method->prepare = engine_solve_prepare;
    method->dismiss = engine_solve_dismiss;
    method->run = engine_solve_run;
    method->repeats = engine_solve_repeats;
}
