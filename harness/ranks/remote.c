#include "harness/ranks/remote.h"

#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>

#include "base/folder.h"
#include "base/memory.h"
#include "base/output/json.h"
#include "harness/engines/engine_files.h"
#include "harness/ranks/launch.h"
#include "harness/ranks/lost.h"
#include "harness/ranks/system_file.h"
#include "harness/ranks/talk.h"
#include "problems/problem.h"
#include "solvers/registry.h"

static const double answer_seconds = 600, /* longest wait for an answer, except to "solve" */
    stop_seconds = 0.4;                   /* wait before ranks that should stop are killed */

static struct {
    struct method method;
    struct place place;
    const struct place *of; /* place of the ranks */
    char *name;
    char identity[32];
    char note[320]; /* why ranks did not start */
} stand_in;

/* solve->own */
struct remote {
    struct talk talk;
    struct folder folder, shared;
    char *system, *answer; /* files */
    int death;             /* signal that this process normally gets when its parent dies */
    double change;         /* of the last answer */
    struct remote_facts facts;
    char note[320];
};

/* Opening */

/* Lets the worker outlive its parent for a moment. Normally a worker is killed when the run dies.
 * With ranks it is told to stop instead, so that it can end them and the launcher. */
static void outlive_parent(struct remote *remote)
{
    prctl(PR_GET_PDEATHSIG, &remote->death);
    if (remote->death == SIGKILL) prctl(PR_SET_PDEATHSIG, SIGTERM);
}

/* Returns whether there is a GPU for each rank. */
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
    return system_file_write(remote->system, settings->matrix, settings->b, settings->x0,
                             settings->problem->x0);
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
    json_count(json, "classes", settings->nclasses);
    json_text(json, "system", remote->system);
    if (matrix_is_made(settings->matrix)) {
        json_text(json, "source", settings->problem->source);
        json_count(json, "stamp", settings->problem->stamp);
    }
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
    const enum status status = talk_say(&remote->talk, text, size);
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

static enum status check_loop(const struct solve *solve, bool on_cards)
{
    if (on_cards || solve->options.loop != LOOP_GRAPH) return OK;
    return fail(ERROR_UNSUPPORTED,
                "%s: loop=graph needs a GPU for each rank, and there are fewer here: leave it out",
                stand_in.of->name);
}

static enum status remote_prepare(struct solve *solve, const struct solve_settings *settings)
{
    struct remote *remote = solve->own;
    struct message *message;
    const bool on_cards = has_cards();
    MUST(check_loop(solve, on_cards));
    outlive_parent(remote);
    remote->talk.place = stand_in.of;
    if (on_cards) solve->options.denormals = DENORMALS_KEEP;
    MUST(write_files(remote, settings));
    const struct launch launch = {.place = stand_in.of,
                                  .on_cards = on_cards,
                                  .identity = stand_in.identity,
                                  .files = remote->folder.path,
                                  .shared = remote->shared.path};
    MUST(ranks_launch(&launch, &remote->talk.process));
    MUST(send_open(remote, settings));
    enum status status = talk_hear(&remote->talk, answer_seconds, settings->stop, &message);
    if (status == ERROR_INTERRUPTED)
        ranks_silent(&remote->talk.process, stand_in.note, sizeof stand_in.note);
    if (status != OK) return status;
    status = read_facts(remote, message);
    message_free(message);
    remove(remote->system);
    return status;
}

static void remote_dismiss(struct solve *solve)
{
    struct remote *remote = solve->own;
    talk_end(&remote->talk, solve->stop && *solve->stop);
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
    uint64_t outcome, rounded;
    MUST(message_count(message, "outcome", STOPPED, &outcome));
    MUST(message_count(message, "rounded", 0, &rounded));
    MUST(message_count(message, "iterations", 0, &solve->iterations));
    MUST(message_number(message, "seconds", NAN, &remote->facts.solve));
    MUST(message_text(message, "note", "", &note));
    solve->outcome = (enum outcome)outcome;
    solve->rounded = rounded != 0;
    if (snprintf(solve->note, sizeof solve->note, "%s%s%s", remote->note, *note ? "; " : "", note) <
        0)
        *solve->note = '\0';
    return OK;
}

/* Asks the ranks to stop, and kills them after a moment. */
static enum status stop_ranks(struct remote *remote, struct solve *solve, struct message **out)
{
    MUST(talk_say_word(&remote->talk, "stop"));
    const enum status status = talk_hear(&remote->talk, stop_seconds, NULL, out);
    if (status != ERROR_INTERRUPTED) return status;
    ranks_silent(&remote->talk.process, solve->note, sizeof solve->note);
    if (!*solve->note)
        snprintf(solve->note, sizeof solve->note, "the ranks did not stop, and were killed");
    talk_end(&remote->talk, true);
    return OK;
}

static enum status remote_run(struct solve *solve)
{
    struct remote *remote = solve->own;
    struct message *message = NULL;
    char text[96];
    const int size = snprintf(text, sizeof text, "{\"message\": \"solve\", \"limit\": %llu}\n",
                              (unsigned long long)solve->max_iterations);
    solve->iterations = 0;
    solve->outcome = STOPPED;
    remote->facts.solve = NAN;
    MUST(talk_say(&remote->talk, text, (size_t)size));
    enum status status = talk_hear(&remote->talk, INFINITY, solve->stop, &message);
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
    TRY(talk_say_word(&remote->talk, "answer"));
    TRY(talk_hear(&remote->talk, answer_seconds, solve->stop, &message));
    TRY(message_number(message, "change", NAN, &remote->change));
    TRY(allocate(solve->n, sizeof *x, "an answer", &x));
    TRY(engine_read_answer(stand_in.of->name, remote->answer, solve->n, x));
    TRY(solve_put(solve, x));
out:
    message_free(message);
    free(x);
    return status;
}

static enum status remote_change(const struct solve *solve, double *out)
{
    *out = ((const struct remote *)solve->own)->change;
    return OK;
}

const char *remote_start_note(void)
{
    return stand_in.note;
}

void remote_facts_of(struct solve *solve, struct remote_facts *out)
{
    struct remote *remote = solve->own;
    if (remote->talk.process.pid > 0) engine_look(&remote->talk.process);
    *out = remote->facts;
    out->cpu = remote->talk.process.use.cpu;
    out->peak = remote->talk.process.use.peak;
}

/* Standing in */

bool is_remote(const struct method *method)
{
    return method == &stand_in.method;
}

/* Sets up the method that stands in. Vectors are on this host, one number for each row; the work
 * space is where the ranks are. */
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
    stand_in.method.prepare = remote_prepare;
    stand_in.method.dismiss = remote_dismiss;
    stand_in.method.run = remote_run;
    if (method->change) stand_in.method.change = remote_change;
}

enum status remote_stand_in(const char *name, const char *identity, const struct method **method,
                            const struct layout **layout, const struct place **place)
{
    free(stand_in.name);
    stand_in.name = NULL;
    *stand_in.note = '\0';
    MUST(copy_text(name, &stand_in.name));
    snprintf(stand_in.identity, sizeof stand_in.identity, "%s", identity);
    stand_in_for(*method, *place);
    *method = &stand_in.method;
    *layout = find_layout("sparse");
    *place = &stand_in.place;
    return OK;
}
