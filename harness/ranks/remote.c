#include "harness/ranks/remote.h"

#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>

#include "base/folder.h"
#include "base/memory.h"
#include "harness/engines/engine_files.h"
#include "harness/engines/message.h"
#include "harness/ranks/launch.h"
#include "harness/ranks/lost.h"
#include "harness/ranks/system_file.h"
#include "harness/util/json.h"
#include "solvers/registry.h"

static const double answer_seconds = 600, /* that any answer but that to "solve" may take */
    stop_seconds = 0.4,                   /* until ranks that should stop are ended ... */
    end_seconds = 0.4,                    /* ... and killed */
    close_seconds = 2;

static struct {
    struct method method;
    struct place place;
    const struct place *of; /* the place of ranks */
    char *name;
    char identity[32];
} stand_in;

/* solve->own */
struct remote {
    struct engine_process process;
    struct folder folder, shared;
    char *system, *answer; /* files */
    int death;             /* the signal that this process gets when its parent dies, otherwise */
    double change;         /* of the last answer */
    struct remote_facts facts;
    char note[200];
};

/* Talking */

/* What a rank has to say is the reason. */
static enum status read_failure(struct message *message)
{
    const char *text;
    uint64_t code;
    MUST(message_text(message, "failure", "", &text));
    MUST(message_count(message, "status", ERROR_CRASHED, &code));
    return *text ? fail((enum status)code, "%s: %s", stand_in.of->name, text) : OK;
}

static enum status hear(struct remote *remote, double seconds, const volatile sig_atomic_t *stop,
                        struct message **out)
{
    const char *line;
    *out = NULL;
    enum status status = engine_receive(&remote->process, seconds, stop, &line);
    if (status == ERROR_CRASHED) return ranks_lost(&remote->process, stand_in.of);
    if (status != OK) return status;
    if (message_read(line, out) != OK)
        return fail(ERROR_CRASHED, "%s: rank 0 sent no message: %.100s", stand_in.of->name, line);
    status = read_failure(*out);
    if (status != OK) {
        message_free(*out);
        *out = NULL;
    }
    return status;
}

static enum status say(struct remote *remote, const char *bytes, size_t size)
{
    const enum status status = engine_send(&remote->process, bytes, size);
    return status == ERROR_CRASHED ? ranks_lost(&remote->process, stand_in.of) : status;
}

static enum status say_word(struct remote *remote, const char *word)
{
    char text[64];
    return say(remote, text, (size_t)snprintf(text, sizeof text, "{\"message\": \"%s\"}\n", word));
}

/* Asks the launcher first: it ends ranks on other hosts, and those that are Slurm's. */
static void end_ranks(struct remote *remote)
{
    if (remote->process.pid > 0) kill(remote->process.pid, SIGTERM);
    engine_end(&remote->process, end_seconds);
}

/* Opening */

/* A worker is killed when the run dies. With ranks it is told to stop instead, so that it can end
 * them and what has started them. */
static void outlive_parent(struct remote *remote)
{
    prctl(PR_GET_PDEATHSIG, &remote->death);
    if (remote->death == SIGKILL) prctl(PR_SET_PDEATHSIG, SIGTERM);
}

/* Whether there is a GPU for each rank. */
static bool has_cards(void)
{
    char name[16];
    snprintf(name, sizeof name, "cuda%d", stand_in.of->ranks);
    const struct place *cards = find_place(name);
    return cards && cards->probe() == OK;
}

static enum status write_files(struct remote *remote, const struct solve_settings *settings)
{
    MUST(folder_create("ranks", &remote->folder));
    if (folder_create_in("/dev/shm", "ranks", &remote->shared) == ERROR_HOST_MEMORY)
        return ERROR_HOST_MEMORY;
    MUST(format_text(&remote->system, "%s/system", remote->folder.path));
    MUST(format_text(&remote->answer, "%s/answer.f64", remote->folder.path));
    return system_file_write(remote->system, settings->matrix, settings->b, settings->x0);
}

static void write_open(const struct remote *remote, const struct solve_settings *settings,
                       struct json *json)
{
    json_open_object(json, NULL);
    json_text(json, "message", "open");
    json_text(json, "variant", stand_in.name);
    json_text(json, "criterion", settings->criterion == RELATIVE ? "relative" : "absolute");
    json_number(json, "epsilon", settings->epsilon);
    json_number(json, "scale", settings->scale);
    json_number(json, "step", settings->step);
    json_count(json, "steps", settings->steps);
    json_number(json, "jumps", settings->jumps);
    json_text(json, "system", remote->system);
    json_text(json, "answer", remote->answer);
    json_close_object(json);
}

static enum status send_open(struct remote *remote, const struct solve_settings *settings)
{
    char *text = NULL;
    size_t size = 0;
    struct json json = {.out = open_memstream(&text, &size), .one_line = true};
    if (!json.out) return fail(ERROR_HOST_MEMORY, "no memory for a message");
    write_open(remote, settings, &json);
    fclose(json.out);
    const enum status status = say(remote, text, size);
    free(text);
    return status;
}

static enum status read_facts(struct remote *remote, const struct message *message)
{
    const char *note;
    MUST(message_number(message, "layout", NAN, &remote->facts.layout));
    MUST(message_number(message, "upload", NAN, &remote->facts.upload));
    MUST(message_count(message, "bytes", 0, &remote->facts.bytes));
    MUST(message_text(message, "note", "", &note));
    snprintf(remote->note, sizeof remote->note, "%s", note);
    return OK;
}

static enum status prepare(struct solve *solve, const struct solve_settings *settings)
{
    struct remote *remote = solve->own;
    struct message *message;
    const bool on_cards = has_cards();
    outlive_parent(remote);
    if (on_cards) solve->options.denormals = DENORMALS_KEEP;
    MUST(write_files(remote, settings));
    const struct launch launch = {.place = stand_in.of,
                                  .on_cards = on_cards,
                                  .identity = stand_in.identity,
                                  .files = remote->folder.path,
                                  .shared = remote->shared.path};
    MUST(ranks_launch(&launch, &remote->process));
    MUST(send_open(remote, settings));
    MUST(hear(remote, answer_seconds, settings->stop, &message));
    const enum status status = read_facts(remote, message);
    message_free(message);
    remove(remote->system);
    return status;
}

static void dismiss(struct solve *solve)
{
    struct remote *remote = solve->own;
    if (remote->process.pid > 0) say_word(remote, "close");
    if (solve->stop && *solve->stop) end_ranks(remote);
    else engine_end(&remote->process, close_seconds);
    folder_remove(&remote->folder);
    folder_remove(&remote->shared);
    if (remote->death == SIGKILL) prctl(PR_SET_PDEATHSIG, SIGKILL);
    free(remote->system);
    free(remote->answer);
}

/* Solving */

static enum status read_result(struct remote *remote, const struct message *message,
                               struct solve *solve)
{
    const char *note;
    uint64_t outcome;
    MUST(message_count(message, "outcome", STOPPED, &outcome));
    MUST(message_count(message, "iterations", 0, &solve->iterations));
    MUST(message_number(message, "seconds", NAN, &remote->facts.solve));
    MUST(message_text(message, "note", "", &note));
    solve->outcome = (enum outcome)outcome;
    if (snprintf(solve->note, sizeof solve->note, "%s%s%s", remote->note, *note ? "; " : "", note) <
        0)
        *solve->note = '\0';
    return OK;
}

/* They are given a moment to stop; then they are killed. */
static enum status stop_ranks(struct remote *remote, struct solve *solve, struct message **out)
{
    MUST(say_word(remote, "stop"));
    const enum status status = hear(remote, stop_seconds, NULL, out);
    if (status != ERROR_INTERRUPTED) return status;
    ranks_silent(&remote->process, solve->note, sizeof solve->note);
    end_ranks(remote);
    return OK;
}

static enum status run(struct solve *solve)
{
    struct remote *remote = solve->own;
    struct message *message = NULL;
    char text[96];
    const int size = snprintf(text, sizeof text, "{\"message\": \"solve\", \"limit\": %llu}\n",
                              (unsigned long long)solve->max_iterations);
    solve->iterations = 0;
    solve->outcome = STOPPED;
    remote->facts.solve = NAN;
    MUST(say(remote, text, (size_t)size));
    enum status status = hear(remote, INFINITY, solve->stop, &message);
    if (status == ERROR_INTERRUPTED) status = stop_ranks(remote, solve, &message);
    if (status != OK || !message) return status;
    status = read_result(remote, message, solve);
    message_free(message);
    return status;
}

enum status remote_fetch(struct solve *solve)
{
    enum status status = OK;
    struct remote *remote = solve->own;
    struct message *message = NULL;
    double *x = NULL;
    TRY(say_word(remote, "answer"));
    TRY(hear(remote, answer_seconds, solve->stop, &message));
    TRY(message_number(message, "change", NAN, &remote->change));
    TRY(allocate(solve->n, sizeof *x, "an answer", &x));
    TRY(engine_read_answer(stand_in.of->name, remote->answer, solve->n, x));
    TRY(solve_put(solve, x));
out:
    message_free(message);
    free(x);
    return status;
}

static enum status change(const struct solve *solve, double *out)
{
    *out = ((const struct remote *)solve->own)->change;
    return OK;
}

void remote_facts_of(struct solve *solve, struct remote_facts *out)
{
    struct remote *remote = solve->own;
    if (remote->process.pid > 0) engine_look(&remote->process);
    *out = remote->facts;
    out->cpu = remote->process.use.cpu;
    out->peak = remote->process.use.peak;
}

/* Standing in */

bool is_remote(const struct method *method)
{
    return method == &stand_in.method;
}

/* Vectors lie on this host, one number a row; the work space is where the ranks are. */
static void stand_in_for(const struct method *method, const struct place *place)
{
    stand_in.of = place;
    stand_in.place = *places[0];
    stand_in.place.name = place->name;
    stand_in.place.flush = NULL;
    stand_in.method = *method;
    stand_in.method.by_entries = true;
    stand_in.method.nwork = stand_in.method.nscalars = 0;
    stand_in.method.own_bytes = sizeof(struct remote);
    stand_in.method.prepare = prepare;
    stand_in.method.dismiss = dismiss;
    stand_in.method.run = run;
    if (method->change) stand_in.method.change = change;
}

enum status remote_stand_in(const char *name, const char *identity, const struct method **method,
                            const struct layout **layout, const struct place **place)
{
    free(stand_in.name);
    stand_in.name = NULL;
    MUST(copy_text(name, &stand_in.name));
    snprintf(stand_in.identity, sizeof stand_in.identity, "%s", identity);
    stand_in_for(*method, *place);
    *method = &stand_in.method;
    *layout = find_layout("sparse");
    *place = &stand_in.place;
    return OK;
}
