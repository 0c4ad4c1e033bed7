/* Replaces an engine whose library is missing: it only tells the user what to install. */
#include <stddef.h>

#include "engines/engine.h"

const char *engine_version(void)
{
    return NULL;
}

const char *engine_open(const json_t *message, struct system *system)
{
    (void)message, (void)system;
    return "its library is missing";
}

void engine_solve(struct result *out)
{
    (void)out;
}

const double *engine_answer(void)
{
    return NULL;
}

void engine_close(void) {}
