/* Internal to problems/paths/. */
#pragma once

#include "problems/paths/pair_graph.h"

/* accepted[k] = 1 for each pair of a decision process's explored graph in an end component of
 * allowed rows (one byte each; NULL: all) where some scheduler satisfies what is left of the chosen
 * formulas (bit k: formula k; without any, all end components) with probability 1; else 0. The
 * largest probability of the formulas together is that of reaching these pairs. Errors:
 * ERROR_HOST_MEMORY; ERROR_INPUT (the formula is too large). */
enum status find_accepting_ends(const struct pair_graph *graph, const uint8_t *allowed,
                                uint32_t chosen, uint8_t *accepted);
