/* Automata in the Hanoi Omega-Automata format, version 1 (T. Babiak et al., CAV 2015;
 * adl.github.io/hoaf). One automaton is read that has a label on every edge or state. */
#pragma once

#include "base/automata/automaton.h"

/* An automaton with state-based Büchi acceptance. Acceptance `0 t` makes all states accepting, and
 * `0 f` none. Errors: ERROR_IO, ERROR_INPUT (with file, line and column; any other acceptance by
 * its name), ERROR_HOST_MEMORY; *out is zeroed then. */
enum status hoa_read(const char *path, struct automaton *out);

/* The same with any acceptance, on states and edges (out->acceptance; nothing is in
 * out->accepting). */
enum status hoa_read_general(const char *path, struct automaton *out);
