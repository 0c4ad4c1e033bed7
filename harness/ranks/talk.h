/* Exchanges lines of JSON with the ranks of a solve. */
#pragma once

#include <signal.h>

#include "harness/engines/engine_process.h"
#include "harness/engines/message.h"
#include "solvers/place.h"

struct talk {
    struct engine_process process; /* the launcher */
    const struct place *place;     /* a place of ranks */
};

/* Send a message. Errors of all these functions: ERROR_CRASHED with the rank that is lost and
 * why. */
enum status talk_say(struct talk *talk, const char *bytes, size_t size);
enum status talk_say_word(struct talk *talk, const char *word); /* sends {"message": word} */

/* Receives an answer. *out: free it; NULL on failure. seconds and stop: as in engine_receive.
 * Errors: also those that a rank reports, and ERROR_INTERRUPTED. */
enum status talk_hear(struct talk *talk, double seconds, const volatile sig_atomic_t *stop,
                      struct message **out);

/* Ends all ranks; accepts one that never began. by_force: without asking them to end. */
void talk_end(struct talk *talk, bool by_force);
