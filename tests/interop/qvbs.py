#!/usr/bin/env python3
"""tests/interop/qvbs.py BUILD FOLDER [--states N] [--only PATTERN] [--by jani,prism]
[--types dtmc,ctmc,mdp] [--jobs N] [--seconds S]: models of the benchmark set QVBS (FOLDER:
github.com/ahartmanns/qcomp), of N states at most, with their properties by name: JANI files, which
Storm builds, and the PRISM files that they were made from, which PRISM builds, or Storm if PRISM is
missing (docs/formats.md).

Each interval of `warpmark certify` must hold the published value, or a part of the published
interval. A value that is published as a rounded number may be off by 1e-6 of itself: near. Prints a
line for each value: holds, near, WRONG, or refused with the reason, and counts. Exit: 0 none is
wrong; 1 some are."""

import argparse
import collections
import json
import math
import multiprocessing.pool
import os
import pathlib
import re
import subprocess
import sys
import tempfile
from fractions import Fraction

ROUNDED = Fraction(1, 10**6)
PRISM_MODEL, PRISM_PROPERTIES = (".prism", ".pm", ".sm"), (".props", ".prctl", ".csl")
OPEN_CONSTANT = r"\bconst\s+(?:(?:int|double|bool|rate|prob)\s+)?(\w+)\s*;"


def number(of):
    """A number of a JSON file."""
    if isinstance(of, dict):
        return Fraction(int(of["num"]), int(of["den"]))
    if of in ("∞", "inf"):
        return math.inf
    return Fraction(int(of) if isinstance(of, bool) else str(of))


def published(value):
    """The least and the largest that it can be, and whether it is rounded."""
    if isinstance(value, dict) and "lower" in value:
        return number(value["lower"]), number(value["upper"]), False
    rounded = isinstance(value, float) or (isinstance(value, dict) and "num" not in value)
    found = number(value["approx"] if isinstance(value, dict) and rounded else value)
    return found, found, rounded


def instances(folder, states, types):
    """(folder, an entry for a file, constants, a result) of those that are small enough."""
    paths = [path for kind in types for path in folder.glob(f"benchmarks/{kind}/*/index.json")]
    for path in sorted(paths):
        for file in json.loads(path.read_text(encoding="utf-8-sig"))["files"]:
            for case in file.get("open-parameter-values", []):
                sizes = [s.get("number") for s in case.get("states", [])]
                fixed = file.get("file-parameter-values", []) + case.get("values", [])
                constants = {v["name"]: v["value"] for v in fixed}
                for result in case.get("results", []):
                    if sizes and all(isinstance(n, int) and n <= states for n in sizes):
                        yield path.parent, file, constants, result


def jani_source(folder, file, constants, name):
    model = json.loads((folder / file["file"]).read_text(encoding="utf-8-sig"))
    free = {c["name"] for c in model.get("constants", []) if "value" not in c}
    keys = [f"const={k}={json.dumps(v)}" for k, v in constants.items() if k in free]
    return f"{file['file']}:" + ",".join([*keys, f"prop={name}"])


def prism_source(folder, file, constants, name):
    """None: the JANI file was not made from files of PRISM."""
    original = file.get("original-file", [])
    original = [original] if isinstance(original, str) else original
    model = next((f for f in original if f.endswith(PRISM_MODEL)), None)
    properties = next((f for f in original if f.endswith(PRISM_PROPERTIES)), None)
    if not model or not properties:
        return None
    text = "\n".join((folder / f).read_text(errors="replace") for f in (model, properties))
    free = re.findall(OPEN_CONSTANT, re.sub(r"//.*", "", text))
    keys = [f"const={k}={json.dumps(v)}" for k, v in constants.items() if k in free]
    return f"{model}:" + ",".join([*keys, f"props={properties}", f"prop={name}"])


SOURCES = {"jani": jani_source, "prism": prism_source}


def certify(program, source, seconds, folder):
    words = ["timeout", str(seconds), program, "certify", source, "--json", "--time",
             f"{seconds // 2}s"]
    done = subprocess.run(words, capture_output=True, text=True, cwd=folder)
    if done.returncode == 124:
        raise ValueError(f"it takes over {seconds} s")
    if done.returncode not in (0, 2):
        raise ValueError((done.stderr.strip().splitlines() or [f"exit {done.returncode}"])[-1])
    said = json.loads(done.stdout)
    if said["value_low"] is None or said.get("holds", True) is None:
        raise ValueError("nothing is proven: " + (said.get("note") or ""))
    return number(said["value_low"]), number(said["value_high"])


def ask(program, seconds, way, folder, file, constants, result):
    """A verdict and why, or None."""
    source = f"{file['file']}: {result['property']}"
    try:
        source = SOURCES[way](folder, file, constants, result["property"])
        if not source:
            return None
        least, most, rounded = published(result["value"])
        low, high = certify(program, source, seconds, folder)
    except (ValueError, OSError) as reason:  # some files are not in every copy
        return "refused", way, f"{folder.name}/{source}", str(reason)
    verdict = "holds" if low <= most and least <= high else "WRONG"
    if verdict == "WRONG" and rounded and math.isfinite(least) and math.isfinite(high):
        room = ROUNDED * abs(least)
        verdict = "near" if low <= most + room and least - room <= high else "WRONG"
    why = " ".join(repr(float(x)) for x in (least, most, low, high))
    return verdict, way, f"{folder.name}/{source}", why


def main():
    words = argparse.ArgumentParser(description=__doc__,
                                    formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("build")
    words.add_argument("folder", type=pathlib.Path)
    words.add_argument("--states", type=int, default=10**6)
    words.add_argument("--only", default="", metavar="PATTERN", help="sources that hold it")
    words.add_argument("--types", default="dtmc,ctmc")
    words.add_argument("--by", default=",".join(SOURCES))
    words.add_argument("--jobs", type=int, default=os.cpu_count())
    words.add_argument("--seconds", type=int, default=600, help="for each value")
    asked = words.parse_args()
    program, counts = str(pathlib.Path(asked.build).resolve() / "warpmark"), collections.Counter()
    sys.set_int_max_str_digits(0)
    os.environ["WARPMARK_MODEL_TIME"] = f"{asked.seconds}s"
    cases = instances(asked.folder.resolve(), asked.states, asked.types.split(","))
    todo = [(way, folder, *case) for folder, *case in cases
            for way in asked.by.split(",") if asked.only in f"{folder.name}/{case[0]['file']}"]
    with tempfile.TemporaryDirectory() as scratch, \
            multiprocessing.pool.ThreadPool(asked.jobs) as pool:
        os.environ["WARPMARK_MODELS"] = f"{scratch}/models"
        os.environ["WARPMARK_PROOFS"] = f"{scratch}/proofs"
        for found in pool.imap(lambda of: ask(program, asked.seconds, *of), todo):
            if found:
                counts[found[1], found[0]] += 1
                print(*found, flush=True)
    for (way, verdict), count in sorted(counts.items()):
        print(f"{way} {verdict}: {count}")
    sys.exit(any(verdict == "WRONG" for _, verdict in counts))


if __name__ == "__main__":
    main()
