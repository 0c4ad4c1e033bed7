/* A search on the fly: the graph is generated and searched in turn, until an accepting cycle is
 * found in the part that exists, or the graph is complete (FIMU-RS-2009-05, section 6). Each part
 * is laid out, uploaded and searched from the start. As parts at least double, all searches
 * together sweep over at most about twice the vertices of the last one. */
#pragma once

#include "harness/case/variant.h"
#include "problems/problem.h"
#include "solvers/search/search.h"
#include "solvers/solve.h"

struct on_the_fly {
    struct problem part; /* the last part: the whole graph if there is no cycle */
    struct search_answer answer;
    uint64_t rounds; /* parts that were searched */
    uint64_t outer;  /* rounds of map in all of them */
};

/* Searches. solve: outcome, verdict and options as after a run of the method, with the iterations
 * and rounds of all parts together; nothing in it must be freed. An interrupt gives the outcome
 * STOPPED, also while generating. Errors: those of problem_open_growing, build_layout,
 * stored_upload, and the method. */
enum status search_on_the_fly(const char *source, const struct variant *variant,
                              const struct solve_settings *settings, struct on_the_fly *out,
                              struct solve *solve);
void on_the_fly_free(struct on_the_fly *fly); /* accepts a zeroed one, leaves one */
