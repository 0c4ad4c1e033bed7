#!/usr/bin/env python3
"""tests/interop/qvbs.py BUILD FOLDER [--states N] [--seconds S] [--only TEXT]: DTMCs and CTMCs of
the benchmark set QVBS (FOLDER: github.com/ahartmanns/qcomp), JANI files that Storm builds. Each
interval of `warpmark certify` must have the published value, most of which are exact.

It needs a Python with stormpy, $WARPMARK_PYTHON or python3. Prints a line for each instance:
  holds    the interval has the value, or the published interval, or a part of it
  rounded  Storm's doubles are not the decimals of the file, and the value is off by that: 1e-12
  refused  and why
  WRONG    anything else; then the exit code is 1"""

import argparse
import collections
import json
import os
import pathlib
import subprocess
import sys
import tempfile
from fractions import Fraction

OPERATORS = {"+": "+", "-": "-", "*": "*", "/": "/"}
ROUNDED = Fraction(1, 10**12)


class Refused(Exception):
    pass


class Model:
    """A JANI file, to which variables are added that are labels and rewards of its properties."""

    def __init__(self, path, constants):
        self.json = json.loads(path.read_text(encoding="utf-8-sig"))
        self.constants = {c["name"]: c["value"] for c in self.json["constants"] if "value" in c}
        self.open = {c["name"] for c in self.json["constants"]} - set(self.constants)
        self.constants.update(constants)
        variables = self.json["variables"] + sum(
            (a.get("variables", []) for a in self.json["automata"]), [])
        self.transient = {v["name"]: v["type"] for v in variables if v.get("transient")}
        self.asked = {p["name"]: p["expression"] for p in self.json["properties"]}

    def number(self, of):
        if isinstance(of, dict):
            return eval(f"a {OPERATORS[of['op']]} b",
                        {"a": self.number(of["left"]), "b": self.number(of["right"])})
        return self.number(self.constants[of]) if isinstance(of, str) else of

    def variable(self, expression, kind):
        if isinstance(expression, str) and expression in self.transient:
            return expression
        name = f"asked_{len(self.transient)}"
        first = False if kind == "bool" else 0
        self.transient[name] = kind
        self.json["variables"].append(
            {"name": name, "type": kind, "transient": True, "initial-value": first})
        for location in self.json["automata"][0]["locations"]:
            location.setdefault("transient-values", []).append({"ref": name, "value": expression})
        return name

    def label(self, expression):
        if isinstance(expression, dict) and expression["op"] == "¬":
            return "!" + self.label(expression["exp"])
        if isinstance(expression, dict) and expression["op"] == "deadlock":
            return "deadlock"
        return self.variable(expression, "bool")

    def bound(self, limits):
        if "lower" in limits or limits.get("upper-exclusive"):
            raise Refused("bounds that are not from 0 on, or exclusive")
        return self.number(limits["upper"])

    def question(self, name):
        """The keys of a source."""
        whole = self.asked[name]
        asked = whole["values"]
        pick = f",filter={whole['fun']}" if whole["fun"] in ("max", "min", "avg") else ""
        exp, kind = asked["exp"], asked["op"][0]
        unit = "time" if self.json["type"] == "ctmc" else "steps"
        if kind == "P" and exp["op"] == "F":
            exp = {**exp, "left": True, "right": exp["exp"]}
        if kind == "P" and "reward-bounds" in exp:
            raise Refused("bounds of rewards")
        if kind == "P":
            keys = f"goal={self.label(exp['right'])}"
            if exp["left"] is not True:
                keys += f",avoid=!{self.label(exp['left'])}".replace("!!", "")
            limits = exp.get("time-bounds", exp.get("step-bounds"))
            return keys + (f",{unit}={self.bound(limits)}" if limits else "") + pick
        if kind == "S" and self.transient.get(exp, "bool") == "bool":
            return f"steady={self.label(exp)}"
        reward = f"reward={self.variable(exp, 'real')}"
        if kind == "S":
            return reward
        if "reach" in asked:
            return f"{reward},goal={self.label(asked['reach'])}{pick}"
        if asked.get("accumulate"):
            raise Refused("rewards up to a time")
        return f"{reward},{unit}={self.number(asked['time-instant'])}{pick}"


def published(value):
    """Its ends."""
    if isinstance(value, dict) and "num" in value:
        value = Fraction(int(value["num"]), int(value["den"]))
    elif isinstance(value, dict):
        return Fraction(value["lower"]), Fraction(value["upper"])
    return Fraction(value), Fraction(value)


def certify(program, source, seconds):
    try:
        done = subprocess.run([program, "certify", source, "--json", "--time", f"{seconds / 2}s"],
                              capture_output=True, text=True, timeout=2 * seconds)
    except subprocess.TimeoutExpired:
        raise Refused(f"it takes over {2 * seconds} s") from None
    if done.returncode not in (0, 2):
        raise Refused(done.stderr.strip().splitlines()[-1].split(": ", 1)[-1][:150])
    said = json.loads(done.stdout)
    if said["value_low"] is None:
        raise Refused("nothing is proven: " + said.get("note", "")[:120])
    return Fraction(said["value_low"]), Fraction(said["value_high"])


def judge(interval, value):
    off = max(interval[0] - value[1], value[0] - interval[1])
    if off <= 0:
        return "holds"
    return "rounded" if off <= ROUNDED * abs(value[0]) else "WRONG"


def instances(folder, states):
    for path in sorted(folder.glob("benchmarks/[cd]tmc/*/index.json")):
        for file in json.loads(path.read_text())["files"]:
            for case in file.get("open-parameter-values", []):
                sizes = [s.get("number") for s in case.get("states", [])]
                if all(isinstance(n, int) and n <= states for n in sizes) and sizes:
                    fixed = file.get("file-parameter-values", []) + case["values"]
                    constants = {v["name"]: v["value"] for v in fixed}
                    yield path.parent / file["file"], constants, case.get("results", [])


def main():
    words = argparse.ArgumentParser()
    words.add_argument("build")
    words.add_argument("folder")
    words.add_argument("--states", type=int, default=100000)
    words.add_argument("--seconds", type=int, default=60)
    words.add_argument("--only", default="")
    asked = words.parse_args()
    sys.set_int_max_str_digits(0)
    os.environ["WARPMARK_MODEL_TIME"] = f"{asked.seconds}s"
    program, counts = str(pathlib.Path(asked.build).resolve() / "warpmark"), collections.Counter()
    for path, constants, results in instances(pathlib.Path(asked.folder), asked.states):
        if asked.only not in str(path):
            continue
        with tempfile.TemporaryDirectory() as folder:
            os.environ["WARPMARK_MODELS"] = folder
            for result in results:
                model, value, interval, why = Model(path, constants), None, None, ""
                try:
                    value = published(result["value"])
                    keys = model.question(result["property"])
                    copy = pathlib.Path(folder) / path.name
                    copy.write_text(json.dumps(model.json))
                    given = ",".join(f"{k}={json.dumps(v)}" for k, v in constants.items()
                                     if k in model.open)
                    source = f"{copy}:{'const=' * bool(given)}{given}{',' * bool(given)}{keys}"
                    interval = certify(program, source, asked.seconds)
                    verdict = judge(interval, value)
                except Refused as reason:
                    verdict, why = "refused", str(reason)
                counts[path.parent.parent.name, verdict] += 1
                about = why or " ".join(f"{float(x)!r}" for x in (*value, *interval))
                print(verdict, path.name, constants, result["property"], about, flush=True)
    for (kind, verdict), count in sorted(counts.items()):
        print(f"{kind} {verdict}: {count}")
    sys.exit(any(verdict == "WRONG" for _, verdict in counts))


if __name__ == "__main__":
    main()
