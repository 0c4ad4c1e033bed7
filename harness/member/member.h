/* A process that is one rank of a solve (harness/ranks/remote.h), started as `warpmark --rank
 * ...`. */
#pragma once

#include <stdbool.h>

/* Returns whether the command line asks for a member, that is, one rank of a solve on several
 * ranks. */
bool member_is_meant(int argc, char **argv);

/* Serves until rank 0 is told to end, or its input ends. Returns the exit code. */
int member_serve(char **argv);
