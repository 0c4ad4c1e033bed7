/* Lines of JSON to and from the ranks of a solve. */
#pragma once

#include <signal.h>

#include "harness/engines/engine_process.h"
#include "harness/engines/message.h"
#include "solvers/place.h"

struct talk {
    struct engine_process process; /* the launcher */
    const struct place *place;     /* of ranks */
};

/* Errors of all of these: ERROR_CRASHED with the rank that is lost and why. */
enum status talk_say(struct talk *talk, const char *bytes, size_t size);
enum status talk_say_word(struct talk *talk, const char *word); /* {"message": word} */

/* *out: to be freed, NULL on failure. seconds and stop: as of engine_receive. Errors: also what a
 * rank has to say, and ERROR_INTERRUPTED. */
enum status talk_hear(struct talk *talk, double seconds, const volatile sig_atomic_t *stop,
                      struct message **out);

/* Ends all ranks; accepts one that never began. by_force: they are not asked to end. */
void talk_end(struct talk *talk, bool by_force);
