#include "harness/forecast/facts.h"

#include "harness/forecast/probe.h"
#include "harness/forecast/structure.h"

enum status facts_find(const struct problem *problem, const struct placed *placed,
                       const struct place *place, enum precision precision, double epsilon,
                       const struct probing *probing, struct facts *out)
{
    *out = (struct facts){.place = place,
                          .precision = precision,
                          .classes = problem->steady.nclasses,
                          .chain = problem->kind != KIND_LINEAR,
                          .long_run = problem->kind == KIND_STEADY,
                          .periodic = problem->period > 1 && problem->jacobi_limit >= epsilon,
                          .epsilon = epsilon};
    structure_find(&problem->system.a, out);
    return placed ? probe_placed(problem, placed, probing, out) : probe_host(problem, probing, out);
}
