#!/usr/bin/env python3
"""tests/interop/mdp_counts.py BUILD FOLDER [--states N] [--only PATTERN] [--seconds S]: iterations
of value iteration on the decision processes of PRISM's benchmark suite (FOLDER:
github.com/prismmodelchecker/prism-benchmarks) that have N states at most by its tables: those of
method vi against `prism -sparse -valiter`, those of vi_gs against `prism -explicit -gs`, to the
last one. Needs prism in the path.

Prints a line for each question and method: equal, UNEQUAL with both counts, the same value without
any iteration, or left out with the reason, and counts. Exit: 0 none is unequal; 1 some are."""

import argparse
import collections
import csv
import fnmatch
import json
import pathlib
import re
import subprocess
import sys

RUNS = (("vi", ["-sparse", "-valiter"]), ("vi_gs", ["-explicit", "-gs"]))
# Those of searches (Prob0E: 29 iterations) stand before.
COUNT = re.compile(r"(?:Iterative method: |Value iteration \(.*\) took )(\d+) iterations")
QUESTION = re.compile(r'^"(\w+)":\s*((?:P|R\{"\w+"\})(?:min|max)=\?\s*\[.*\])\s*;?\s*$', re.M)


def instances(folder, states):
    """(file, constants, number of states), the smallest first."""
    found = []
    for table in sorted(folder.glob("models/mdps/*/models.csv")):
        for row in csv.DictReader(table.open()):
            if row["states"].isdigit() and int(row["states"]) <= states:
                file = table.parent / row["model_file"]
                found.append((int(row["states"]), file, row["model_consts"]))
    return [(file, constants, n) for n, file, constants in sorted(found)]


def questions(file):
    for path in sorted(file.parent.glob("*.pctl")):
        yield from QUESTION.findall(path.read_text())


def run(command, folder, seconds):
    """Its output, or None if it took too long."""
    try:
        return subprocess.run(command, cwd=folder, timeout=seconds, capture_output=True, text=True)
    except subprocess.TimeoutExpired:
        return None


def by_prism(file, constants, question, options, seconds):
    """The number of iterations (0: none was needed), or a reason."""
    command = ["prism", file.name, "-pf", question, *options, "-maxiters", "1000000"]
    done = run(command + (["-const", constants] if constants else []), file.parent, seconds)
    if done is None:
        return f"PRISM took more than {seconds:g} s"
    if "Result" not in done.stdout:
        errors = [line for line in done.stdout.splitlines() if "Error" in line]
        return "PRISM: " + (errors or [f"exit {done.returncode}"])[0].strip()
    counts = COUNT.findall(done.stdout)
    return int(counts[-1]) if counts else 0


def by_warpmark(program, file, constants, question, method, seconds):
    keys = [f"const={c}" for c in constants.split(",") if c]
    source = f"{file.name}:" + ",".join([*keys, f"prop={question}"])
    command = [program, "solve", source, "--variant", f"{method}/msr/f64/seq", "--json"]
    done = run(command + ["--max-iterations", "1000000", "--prove", "0"], file.parent, seconds)
    if done is None:
        return f"it took more than {seconds:g} s"
    try:
        answer = json.loads(done.stdout)
        return answer["iterations"] if answer["status"] == "ok" else answer["note"]
    except (json.JSONDecodeError, KeyError):
        return done.stderr.strip() or f"exit {done.returncode}"


def verdict(theirs, ours):
    if isinstance(theirs, str) or isinstance(ours, str):
        return "left out", theirs if isinstance(theirs, str) else ours
    if theirs == ours:
        return ("equal", f"{ours} iterations") if ours else ("none", "nothing to iterate")
    return "UNEQUAL", f"{ours}, and PRISM {theirs}"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--states", type=int, default=3000)
    parser.add_argument("--only", default="*")
    parser.add_argument("--seconds", type=float, default=120)
    asked = parser.parse_args()
    counts = collections.Counter()
    program = str((asked.build / "warpmark").resolve())
    for file, constants, states in instances(asked.folder.resolve(), asked.states):
        name = f"{file.name} {constants}".strip()
        if not fnmatch.fnmatch(name, asked.only):
            continue
        for label, question in questions(file):
            for method, options in RUNS:
                theirs = by_prism(file, constants, question, options, asked.seconds)
                ours = by_warpmark(program, file, constants, question, method, asked.seconds)
                what, why = verdict(theirs, ours)
                counts[what] += 1
                print(f"{what:9} {name} ({states} states) {label} {method}: {why}", flush=True)
    print(", ".join(f"{n} {what}" for what, n in sorted(counts.items())))
    return 1 if counts["UNEQUAL"] or not counts["equal"] else 0


if __name__ == "__main__":
    sys.exit(main())
