/* Finds the line of a script that an error is about, after the script has run: the line of the text
 * in quotes, else of the call of wm.experiment. */
#pragma once

#include "store/experiment.h"

/* Puts "FILE:LINE: " in front of the message of the last fail(), which is about a source, a name
 * pattern or another text of the script. key: its place in the description, such as "variants[2]",
 * or NULL. Returns ERROR_INPUT. */
enum status script_blame(const struct experiment *experiment, const char *key, const char *text);
