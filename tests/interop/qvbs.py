#!/usr/bin/env python3
"""tests/interop/qvbs.py BUILD FOLDER [STATES [NAME]]: DTMCs and CTMCs of the benchmark set QVBS
(FOLDER: github.com/ahartmanns/qcomp), JANI files that Storm builds, of so many states at most. Each
interval of `warpmark certify` must hold the published value, or a part of the published interval.

It needs stormpy in $WARPMARK_PYTHON or python3. Prints a line for each value: holds, refused with
the reason, or WRONG, and counts. Exit: 0 none is wrong; 1 some are."""

import collections
import json
import math
import os
import pathlib
import subprocess
import sys
import tempfile
from fractions import Fraction


SECONDS = 60  # to build a model


class Model:
    """A JANI file. What its properties need as labels and rewards is added as variables."""

    def __init__(self, path, constants):
        self.json = json.loads(path.read_text(encoding="utf-8-sig"))
        self.constants = {c["name"]: c["value"] for c in self.json["constants"] if "value" in c}
        self.open = {c["name"] for c in self.json["constants"]} - set(self.constants)
        self.constants.update(constants)
        self.kind = {v["name"]: v["type"] for v in self.json["variables"] if v.get("transient")}
        places = [a["locations"][0] for a in self.json["automata"] if len(a["locations"]) == 1]
        self.defined = {t["ref"]: t["value"] for place in places
                        for t in place.get("transient-values", [])}
        self.asked = {p["name"]: p["expression"] for p in self.json["properties"]}

    def number(self, of):
        if isinstance(of, dict) and of["op"] == "*":
            return self.number(of["left"]) * self.number(of["right"])
        return self.number(self.constants[of]) if isinstance(of, str) else of

    def without_labels(self, of):
        """Variables that are added must not be defined by others that are like them."""
        if isinstance(of, dict):
            return {key: self.without_labels(part) for key, part in of.items()}
        if isinstance(of, str) and of in self.kind and of not in self.defined:
            raise ValueError(f"what {of} is depends on the place")
        return self.defined.get(of, of) if isinstance(of, str) else of

    def variable(self, of, kind):
        if isinstance(of, str) and of in self.kind:
            return of
        name, first = f"asked_{len(self.kind)}", False if kind == "bool" else 0
        value, self.kind[name] = self.without_labels(of), kind
        self.json["variables"].append(
            {"name": name, "type": kind, "transient": True, "initial-value": first})
        for location in self.json["automata"][0]["locations"]:
            location.setdefault("transient-values", []).append({"ref": name, "value": value})
        return name

    def label(self, of):
        if isinstance(of, dict) and of["op"] == "¬":
            return ("!" + self.label(of["exp"])).replace("!!", "")
        return "deadlock" if of == {"op": "deadlock"} else self.variable(of, "bool")

    def path(self, exp, unit):
        limits = exp.get("time-bounds", exp.get("step-bounds"))
        if "reward-bounds" in exp or limits and set(limits) - {"upper", "upper-exclusive"}:
            raise ValueError("bounds of rewards, or not from 0 on")
        left, right = (exp["left"], exp["right"]) if exp["op"] == "U" else (True, exp["exp"])
        keys = f"goal={self.label(right)}"
        if left is not True:
            keys += f",avoid=!{self.label(left)}".replace("!!", "")
        return keys + (f",{unit}={self.number(limits['upper'])}" if limits else "")

    def question(self, name):
        """The keys of a source."""
        asked, how = self.asked[name]["values"], self.asked[name]["fun"]
        if asked["op"] == "≥" and asked["right"] == 1:  # true: the probability is 1
            asked = asked["left"]
        exp, kind = asked["exp"], asked["op"][0]
        unit = "time" if self.json["type"] == "ctmc" else "steps"
        pick = f",filter={how}" if how in ("max", "min", "avg") else ""
        if kind == "P":
            return self.path(exp, unit) + pick
        if kind == "S" and (isinstance(exp, dict) or self.kind.get(exp) == "bool"):
            return f"steady={self.label(exp)}"
        reward = f"reward={self.variable(exp, 'real')}"
        if kind == "S":
            return reward
        if "reach" in asked:
            return f"{reward},goal={self.label(asked['reach'])}{pick}"
        if asked.get("accumulate"):
            raise ValueError("rewards up to a time")
        return f"{reward},{unit}={self.number(asked['time-instant'])}{pick}"


def number(of):
    """A number of a JSON file."""
    if isinstance(of, dict):
        return Fraction(int(of["num"]), int(of["den"]))
    return math.inf if of in ("∞", "inf") else Fraction(1 if of is True else str(of))


def certify(program, source):
    try:
        done = subprocess.run([program, "certify", source, "--json", "--time", f"{SECONDS / 2}s"],
                              capture_output=True, text=True, timeout=2 * SECONDS)
    except subprocess.TimeoutExpired:
        raise ValueError(f"it takes over {2 * SECONDS} s") from None
    if done.returncode not in (0, 2):
        raise ValueError(done.stderr.strip().splitlines()[-1].split(": ", 1)[-1][:150])
    said = json.loads(done.stdout)
    if said["value_low"] is None:
        raise ValueError("nothing is proven: " + said.get("note", "")[:120])
    return number(said["value_low"]), number(said["value_high"])


def instances(folder, states):
    for path in sorted(folder.glob("benchmarks/[cd]tmc/*/index.json")):
        for file in json.loads(path.read_text())["files"]:
            for case in file.get("open-parameter-values", []):
                sizes = [s.get("number") for s in case.get("states", [])]
                fixed = file.get("file-parameter-values", []) + case["values"]
                constants = {v["name"]: v["value"] for v in fixed}
                for result in case.get("results", []):
                    if sizes and all(isinstance(n, int) and n <= states for n in sizes):
                        yield path.parent / file["file"], constants, result


def ask(program, path, constants, result, folder):
    model, copy = Model(path, constants), pathlib.Path(folder) / path.name
    keys, value = model.question(result["property"]), result["value"]
    ends = [value[end] for end in ("lower", "upper")] if "lower" in str(value) else [value] * 2
    copy.write_text(json.dumps(model.json))
    given = [f"{k}={json.dumps(v)}" for k, v in constants.items() if k in model.open]
    source = f"{copy}:" + ",".join(["const=" + given[0], *given[1:], keys] if given else [keys])
    low, high = certify(program, source)
    least, most = map(number, ends)
    verdict = "holds" if low <= most and least <= high else "WRONG"
    return verdict, " ".join(repr(float(x)) for x in (least, most, low, high))


def main():
    build, benchmarks, states, only, *_ = *sys.argv[1:], *("100000", "")[len(sys.argv) - 3:]
    program, counts = str(pathlib.Path(build).resolve() / "warpmark"), collections.Counter()
    sys.set_int_max_str_digits(0)
    os.environ["WARPMARK_MODEL_TIME"] = f"{SECONDS}s"
    with tempfile.TemporaryDirectory() as folder:
        os.environ["WARPMARK_MODELS"] = folder
        for path, constants, result in instances(pathlib.Path(benchmarks), int(states)):
            if only not in str(path):
                continue
            try:
                verdict, why = ask(program, path, constants, result, folder)
            except (ValueError, OSError) as reason:
                verdict, why = "refused", str(reason)
            counts[path.parent.parent.name, verdict] += 1
            print(verdict, path.name, constants, result["property"], why, flush=True)
    for (kind, verdict), count in sorted(counts.items()):
        print(f"{kind} {verdict}: {count}")
    sys.exit(any(verdict == "WRONG" for _, verdict in counts))


if __name__ == "__main__":
    main()
