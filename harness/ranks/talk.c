#include "harness/ranks/talk.h"

#include <stdio.h>

#include "harness/ranks/lost.h"

static const double end_seconds = 0.4, /* wait before a process that was told to end is killed */
    close_seconds = 2;                 /* the same for ranks that were asked to close */

enum status talk_say(struct talk *talk, const char *bytes, size_t size)
{
    const enum status status = engine_send(&talk->process, bytes, size);
    return status == ERROR_CRASHED ? ranks_lost(&talk->process, talk->place) : status;
}

enum status talk_say_word(struct talk *talk, const char *word)
{
    char text[64];
    return talk_say(talk, text,
                    (size_t)snprintf(text, sizeof text, "{\"message\": \"%s\"}\n", word));
}

/* Turns a failure that a rank reports into our error, with the rank's reason. */
static enum status read_failure(const struct talk *talk, const struct message *message)
{
    const char *text;
    uint64_t code;
    MUST(message_text(message, "failure", "", &text));
    MUST(message_count(message, "status", ERROR_CRASHED, &code));
    return *text ? fail((enum status)code, "%s: %s", talk->place->name, text) : OK;
}

enum status talk_hear(struct talk *talk, double seconds, const volatile sig_atomic_t *stop,
                      struct message **out)
{
    const char *line;
    *out = NULL;
    enum status status = engine_receive(&talk->process, seconds, stop, &line);
    if (status == ERROR_CRASHED) return ranks_lost(&talk->process, talk->place);
    if (status != OK) return status;
    if (message_read(line, out) != OK)
        return fail(ERROR_CRASHED, "%s: rank 0 sent no message: %.100s", talk->place->name, line);
    status = read_failure(talk, *out);
    if (status != OK) {
        message_free(*out);
        *out = NULL;
    }
    return status;
}

/* Tells the launcher to end: it ends ranks on other hosts, and those that Slurm started. */
void talk_end(struct talk *talk, bool by_force)
{
    if (talk->process.pid > 0 && by_force) kill(talk->process.pid, SIGTERM);
    else if (talk->process.pid > 0) talk_say_word(talk, "close");
    engine_end(&talk->process, by_force ? end_seconds : close_seconds);
}
