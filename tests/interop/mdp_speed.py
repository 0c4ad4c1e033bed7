#!/usr/bin/env python3
"""tests/interop/mdp_speed.py BUILD [--ours VARIANT] [--proven E] [--rounds N] [--seconds S]
[--only PATTERN] [--all]: the time to an answer of a decision process that is proven to E (1e-6), of
one core: of ours, of Storm's sound methods (ii, ovi, svi) and of PRISM's (ii, and gs and vi with
epsilons so small that the proof suffices). Needs stormpy, and prism on the path or in $PRISM_HOME.

Each program has the largest of the epsilons 1e-6, 1e-7, ..., 1e-12 with which the proven error of
its answer is at most E, by our check for all. They take turns, N rounds (3), each time in a new
process, and the median counts. Ours is from the matrix to the answer: what auto tries, the layout
and the solve. Of others it is the solve by their own clock. --all adds the larger models.

Prints a line for each model and program, and for each model our time over that of the fastest other
program; at the end the geometric mean of these ratios. Exit: 0, or 1 if ours proves some model
not at all."""

import argparse
import fnmatch
import json
import math
import os
import pathlib
import statistics
import subprocess
import sys

MODELS = ["consensus:n=2,k=16,property=3", "consensus:n=4,k=4,property=3", "csma:n=2,k=4",
          "wlan:backoff=3", "firewire_abst:delay=36", "firewire:choices=mdp,delay=36",
          "zeroconf:n=1000,k=4", "rabin:n=3", "israeli_jalfon:n=10", "leader_async:n=5"]
LARGER = ["consensus:n=4,k=256,property=3", "csma:n=3,k=4", "grid:n=300"]
OTHERS = ["storm[method=ii]", "storm[method=ovi]", "storm[method=svi]", "prism[method=ii]",
          "prism[method=gs]", "prism[method=vi]"]


def solve(program, source, variant, epsilon, seconds):
    """What `solve` prints as JSON; or the reason, a text."""
    command = [program, "solve", source, "--variant", variant, "--json"]
    command += ["--epsilon", f"{epsilon:g}"]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=seconds,
                              env={**os.environ, "OMP_NUM_THREADS": "1"})
        return json.loads(done.stdout)
    except subprocess.TimeoutExpired:
        return f"more than {seconds:g} s"
    except json.JSONDecodeError:
        return done.stderr.strip() or f"exit {done.returncode}"


def time_of(answer, engine):
    """Seconds from the matrix to the answer."""
    of = answer["seconds"]
    return of["solve_engine"] if engine else of["layout"] + of["solve"]


def suffices(answer, proven):
    bounds = [answer.get("error_bound"), answer.get("value_bound")]
    return all(bound is not None and bound <= proven for bound in bounds)


def first_round(program, source, variant, given):
    """The epsilon that suffices, and the answer; or the reason, a text."""
    reason = ""
    for digits in range(6, 13):
        answer = solve(program, source, variant, 10.0**-digits, given.seconds)
        if isinstance(answer, str):
            return reason or answer, None
        if answer["status"] != "ok":
            return answer["status"] + ": " + answer["note"][:80], None
        if suffices(answer, given.proven):
            return 10.0**-digits, answer
        reason = f"proven to {answer['error_bound']:.2g} with 1e-{digits}"
    return reason, None


def measure(program, source, variants, given):
    """The median time of each variant that suffices."""
    times, epsilons = {}, {}
    for variant in variants:
        epsilon, answer = first_round(program, source, variant, given)
        if answer is None:
            print(f"{source:32} {variant:36} {epsilon}", flush=True)
            continue
        epsilons[variant], times[variant] = epsilon, []
        times[variant].append(time_of(answer, "/sparse/" in variant))
    for _ in range(given.rounds - 1):
        for variant, epsilon in epsilons.items():
            answer = solve(program, source, variant, epsilon, 2 * given.seconds)
            if not isinstance(answer, str):
                times[variant].append(time_of(answer, "/sparse/" in variant))
    for variant, found in times.items():
        print(f"{source:32} {variant:36} {statistics.median(found):.3g} s, {min(found):.3g} to "
              f"{max(found):.3g}, epsilon {epsilons[variant]:g}", flush=True)
    return {variant: statistics.median(found) for variant, found in times.items()}


def main():
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("build", type=pathlib.Path)
    words.add_argument("--ours", default="auto/auto/f64/seq")
    words.add_argument("--proven", type=float, default=1e-6)
    words.add_argument("--rounds", type=int, default=3)
    words.add_argument("--seconds", type=float, default=120)
    words.add_argument("--only", default="*", metavar="PATTERN")
    words.add_argument("--all", action="store_true")
    given = words.parse_args()
    program, ratios, unproven = str(given.build / "warpmark"), {}, []
    variants = [given.ours] + [f"{other}/sparse/f64/seq" for other in OTHERS]
    for source in MODELS + (LARGER if given.all else []):
        if not fnmatch.fnmatch(source, given.only):
            continue
        times = measure(program, source, variants, given)
        ours = times.pop(given.ours, None)
        if ours is None:
            unproven.append(source)
        elif times:
            best = min(times, key=times.get)
            ratios[source] = ours / times[best]
            print(f"{source:32} {ratios[source]:.3g} of the time of {best}", flush=True)
    if ratios:
        mean = math.exp(statistics.fmean(map(math.log, ratios.values())))
        print(f"{len(ratios)} models, geometric mean {mean:.3g} of the time of the fastest other")
    print(f"{len(unproven)} models that ours does not prove", *unproven)
    return 1 if unproven else 0


if __name__ == "__main__":
    sys.exit(main())
