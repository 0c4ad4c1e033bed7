/* Büchi automata in the Hanoi Omega-Automata format, version 1 (T. Babiak et al., CAV 2015;
 * adl.github.io/hoaf). Only automata that can be a property here are read: one automaton,
 * state-based Büchi acceptance, a label on every edge or state. */
#pragma once

#include "base/automata/automaton.h"

/* Acceptance `0 t` makes all states accepting, and `0 f` none. Errors: ERROR_IO, ERROR_INPUT (with
 * file and line; any other acceptance by its name), ERROR_HOST_MEMORY; *out is zeroed then. */
enum status hoa_read(const char *path, struct automaton *out);
