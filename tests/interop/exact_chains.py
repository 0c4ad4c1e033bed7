#!/usr/bin/env python3
"""tests/interop/exact_chains.py BUILD [--cases N] [--jobs N] [--seed S] [--keep DIR]: random small
chains of every kind go through files (.tra, .drn, .umb), `warpmark certify` and
python/check_proof.py. Exact values are calculated in fractions. Prints each interval without the
exact value, each proof that the two readers judge differently, and counts.

Kinds of numbers: dyadic, decimal, far (over 30 orders of magnitude), lines (several for one pair
of states), quotient (DRN) and lossy (a DTMC whose rows lack a little).

It needs python3 and BUILD/warpmark, nothing else. Each job is a process.

Exit: 0 all went well; 1 an interval is wrong, or the checker's is; 2 the readers disagree, or one
of them failed."""

import argparse
import array
import collections
import functools
import io
import json
import math
import multiprocessing
import os
import pathlib
import random
import re
import subprocess
import sys
import tarfile
import tempfile
from decimal import Context, Decimal
from fractions import Fraction

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path[:0] = [str(ROOT / "python"), str(ROOT / "tests" / "support")]
try:
    import h5py  # noqa: F401
except ImportError:
    import small_hdf5
    sys.modules["h5py"] = small_hdf5
import check_proof  # noqa: E402
import exact_values  # noqa: E402

DIGITS = Context(prec=60)


def text_of(fraction):
    """All digits of a fraction whose denominator has no factors but 2 and 5."""
    return str(DIGITS.divide(Decimal(fraction.numerator), Decimal(fraction.denominator)))


# Random chains: [(i, j, text of a number)], several for a pair in some.


def random_weight(style, draw):
    if style == "dyadic":
        return Fraction(draw.randint(1, 16), 16)
    if style == "far":
        return Fraction(f"{draw.randint(1, 99)}e{draw.randint(-16, 15)}")
    return Fraction(draw.randint(1, 999), draw.choice((10, 100, 1000)))


def row_of_probabilities(style, targets, draw):
    """Probabilities that sum to 1 exactly, as decimals."""
    if style == "dyadic":
        whole = Fraction(1, 64)
    else:
        whole = Fraction(1, 10 ** (30 if style == "far" else draw.randint(1, 17)))
    left, row = Fraction(1), []
    for j in targets[:-1]:
        size = Fraction(10) ** -draw.randint(0, 15) if style == "far" else 1
        p = left * size * Fraction(draw.random()) // whole * whole
        row.append((j, max(p, whole) if left > 2 * whole else Fraction(0)))
        left -= row[-1][1]
    if style == "lossy":
        left -= left * Fraction(draw.randint(1, 9), 10**8)
    return row + [(targets[-1], left)]


def random_chain(kind, style, draw):
    n, lines = draw.randint(3, 7), []
    for i in range(n):
        if i > 1 and draw.random() < 0.15:
            continue  # a deadlock
        near = [j for j in range(n) if draw.random() < 0.4] or [(i + 1) % n]
        if all(j == i for j in near) or draw.random() < 0.5:
            near = list(dict.fromkeys(near + [(i + 1) % n]))
        draw.shuffle(near)
        if kind == "dtmc" and style != "quotient":
            row = row_of_probabilities(style, near, draw)
        else:
            row = [(j, random_weight(style, draw)) for j in near]
        whole = draw.choice((3, 7, 9, 11)) if kind == "ctmc" else sum(p for _, p in row)
        for j, p in row:
            if style == "quotient":
                lines.append((i, j, f"{(p / whole).numerator}/{(p / whole).denominator}"))
            elif style == "lines" and p > 0:
                first = Fraction(p.numerator * draw.randint(1, 9) // 10, p.denominator)
                lines += [(i, j, text_of(q)) for q in (first, p - first) if q > 0]
            elif p > 0:
                lines.append((i, j, text_of(p)))
    return n, lines


QUESTIONS = ("goal", "avoid", "reward", "steady", "mean", "bound", "until", "at")


# Files


def tar_file(path, members):
    with tarfile.open(path, "w") as tar:
        for name, data in members.items():
            about = tarfile.TarInfo(name)
            about.size = len(data)
            tar.addfile(about, io.BytesIO(data))


def write_umb(folder, kind, n, lines, labels, initial, reward, moves):
    """Doubles: in a CTMC a probability is the quotient of a rate and the exit rate. Returns the
    transitions that the file has, as fractions, and the exit rates."""
    real = {"type": "double", "size": 64}
    place = "choices" if all(i == j for i, j in moves) else "branches"
    rows = [[(j, float(Fraction(value))) for k, j, value in lines if k == i] for i in range(n)]
    exits = [sum(p for _, p in row) or 1.0 for row in rows]
    part = [[p / exits[i] if kind == "ctmc" else p for _, p in row] for i, row in enumerate(rows)]
    starts = [0]
    for row in rows:
        starts.append(starts[-1] + len(row))
    index = {"format-version": 1, "format-revision": 0, "transition-system": {
        "time": "stochastic" if kind == "ctmc" else "discrete", "#players": 0, "#states": n,
        "#initial-states": len(initial), "#choices": n, "#choice-actions": 0,
        "#branches": starts[-1], "#branch-actions": 0, "#observations": 0,
        "branch-probability-type": real, "exit-rate-type": real}, "annotations": {
            "aps": {name: {"alias": name, "applies-to": ["states"], "type": {
                "type": "bool", "size": 1}} for name in labels},
            "rewards": {"r": {"alias": "r", "applies-to": ["states"] + [place] * bool(moves),
                              "type": real}}}}

    def bits(states):
        return sum(1 << i for i in states).to_bytes(8, "little")
    earned = [float(reward.get(i, 0)) for i in range(n)]
    moving = [float(moves.get((i, i), 0)) for i in range(n)] if place == "choices" else [
        float(moves.get((i, j), 0)) for i, row in enumerate(rows) for j, _ in row]
    members = {
        "index.json": json.dumps(index).encode(),
        "choice-to-branches.bin": array.array("Q", starts).tobytes(),
        "branch-to-target.bin": array.array("Q", [j for row in rows for j, _ in row]).tobytes(),
        "branch-to-probability.bin": array.array("d", sum(part, [])).tobytes(),
        "state-is-initial.bin": bits(initial),
        "annotations/rewards/r/states/values.bin": array.array("d", earned).tobytes()}
    if moves:
        members[f"annotations/rewards/r/{place}/values.bin"] = array.array("d", moving).tobytes()
    if kind == "ctmc":
        members["state-to-exit-rate.bin"] = array.array("d", exits).tobytes()
    for name, states in labels.items():
        members[f"annotations/aps/{name}/states/values.bin"] = bits(states)
    tar_file(folder / "m.umb", members)
    exact = [[Fraction(p) * (Fraction(exits[i]) if kind == "ctmc" else 1) for p in row]
             for i, row in enumerate(part)]
    numbers = [(i, j, p) for i, row in enumerate(rows) for (j, _), p in zip(row, exact[i])]
    return numbers, exits


def write_drn(folder, kind, n, lines, labels, initial, reward, moves):
    text = f"@type: {kind.upper()}\n@parameters\n\n@reward_models\nr\n@nr_states\n{n}\n"
    text += f"@nr_choices\n{n}\n@model\n"
    for i in range(n):
        names = [name for name in labels if i in labels[name]] + ["init"] * (i in initial)
        text += f"state {i} [{reward.get(i, 0)}] {' '.join(names)}\n"
        text += f"\taction 0 [{moves.get((i, i), 0)}]\n"
        text += "".join(f"\t\t{j} : {value}\n" for k, j, value in lines if k == i)
    (folder / "m.drn").write_text(text)


def write_tra(folder, kind, n, lines, labels, initial, reward, moves):
    def write(name, keyed):
        text = "".join(" ".join(map(str, words)) + "\n" for words in keyed)
        (folder / name).write_text(f"{n} {len(keyed)}\n{text}")

    write("m.tra", lines)
    write("m.srew", [(i, value) for i, value in reward.items() if i < n])
    if moves:
        write("m.trew", [(*pair, value) for pair, value in moves.items()])
    text = '0="init" 1="deadlock" 2="goal" 3="bad"\n'
    for k, states in (0, initial), (2, labels["goal"]), (3, labels["bad"]):
        text += "".join(f"{i}: {k}\n" for i in states)
    (folder / "m.lab").write_text(text)


WRITERS = {"tra": write_tra, "drn": write_drn, "umb": write_umb}

# One case


def exact_of(number, model):
    if model:
        return Fraction(number)
    over, _, under = str(number).partition("/")
    if isinstance(number, Fraction) or not under:
        return Fraction(float(Fraction(number)))
    return Fraction(float(over) / float(under))


def exact_rows(case, numbers, model):
    """stored: a sum of several lines is rounded, too, and rows of a DTMC are divided by theirs."""
    rows = [{} for _ in range(case["n"])]
    for i, j, number in numbers:
        both = rows[i].get(j, Fraction(0)) + exact_of(number, model)
        rows[i][j] = both if model else Fraction(float(both))
    rows = [{j: p for j, p in row.items() if p} or {i: Fraction(1)} for i, row in enumerate(rows)]
    if case["kind"] == "dtmc":
        rows = [{j: p / sum(row.values()) for j, p in row.items()} for row in rows]
    return rows


def exact_rewards(case, numbers, exits, rows, model):
    """Of states, and with those of transitions. A pair (i, i) of a DRN file, or of a UMB file's
    choices, is the reward of all transitions of i. A UMB file has one reward a branch."""
    alone = [exact_of(case["reward"].get(i, "0"), model) for i in range(case["n"])]
    every, both = all(i == j for i, j in case["moves"]) and case["form"] != "tra", list(alone)
    for (i, j), value in case["moves"].items():
        often = sum(rows[i].values()) if every else rows[i][j]
        if exits and case["kind"] == "ctmc":
            often = Fraction(exits[i]) if every else sum(
                exact_of(p, model) for a, b, p in numbers if (a, b) == (i, j))
        both[i] += often * exact_of(value, model)
    return alone, both


def exact_value(case, numbers, exits, model):
    """The least and the largest that the value can be: they differ for bounds of time only."""
    kind, n, question, labels = case["kind"], case["n"], case["question"], case["labels"]
    rows = exact_rows(case, numbers, model)
    alone, earned = exact_rewards(case, numbers, exits, rows, model)
    goal, bad = set(labels["goal"]), set(labels["bad"])
    if question in ("steady", "mean"):
        holds = [Fraction(int(i in goal)) for i in range(n)]
        value = exact_values.long_run(rows, 0, earned if question == "mean" else holds)
        return value, value
    if question in ("goal", "avoid", "reward"):
        low = high = exact_values.fixpoint(rows, goal, bad if question == "avoid" else set(),
                                           earned if question == "reward" else None)
    else:
        still = {"bound": goal, "until": goal | bad, "at": set()}[question]
        start = alone if question == "at" else [Fraction(int(i in goal)) for i in range(n)]
        if kind == "dtmc":
            low = high = exact_values.after_steps(rows, still, start, case["steps"])
        else:
            time = Fraction(float(case["time"]))
            low, high = exact_values.at_time(rows, still, start, time)
    return tuple(FILTERS[case["filter"]]([math.inf if x[i] is None else x[i]
                                          for i in case["initial"]]) for x in (low, high))


FILTERS = {"max": max, "min": min, "avg": lambda of: sum(of) / len(of)}
QUESTIONS = ("goal", "avoid", "reward", "steady", "mean", "bound", "until", "at")


def random_moves(form, n, lines, draw):
    pairs = sorted({(i, j) for i, j, value in lines if float(Fraction(value)) > 0})
    if form == "drn" or (form == "umb" and draw.random() < 0.5):
        pairs = [(i, i) for i in sorted({i for i, _ in pairs})]
    kept = draw.sample(pairs, min(len(pairs), 3))
    return {pair: text_of(random_weight("decimal", draw)) for pair in kept}


def random_case(draw):
    kind = draw.choice(("dtmc", "ctmc"))
    form = draw.choice(("tra", "drn", "umb"))
    styles = ["dyadic", "decimal", "far", "lines"]
    styles += ["lossy"] * (kind == "dtmc") + ["quotient"] * (form == "drn")
    style, question = draw.choice(styles), draw.choice(QUESTIONS)
    n, lines = random_chain(kind, style, draw)
    reward = {i: text_of(random_weight("decimal", draw)) for i in range(3)}
    earns = question in ("reward", "mean", "at") and draw.random() < 0.5
    labels = {"goal": sorted(draw.sample(range(1, n), draw.randint(1, 2))), "bad": [n - 1]}
    several = question not in ("steady", "mean") and draw.random() < 0.2
    fastest = max(sum(Fraction(v) for i, j, v in lines if i == k and j != k) for k in range(n))
    mean = draw.choice((0, 1, 2, 3, 4, 5, 20))
    return {"kind": kind, "form": form, "style": style, "n": n, "lines": lines,
            "question": question, "reward": reward, "labels": labels,
            "moves": random_moves(form, n, lines, draw) if earns else {},
            "initial": [0, 1] if several else [0], "filter": draw.choice(sorted(FILTERS)),
            "steps": draw.choice((0, *range(1, 13), 60)),
            "time": repr(mean / float(fastest) if fastest else 1.0)}


def source_of(case):
    reward = "r" if case["form"] != "tra" else "m.srew"
    bound = f"steps={case['steps']}" if case["kind"] == "dtmc" else f"time={case['time']}"
    keys = {"goal": "goal=goal", "avoid": "goal=goal,avoid=bad", "steady": "steady=goal",
            "reward": f"reward={reward},goal=goal", "mean": f"reward={reward}",
            "bound": f"goal=goal,{bound}", "until": f"goal=goal,avoid=bad,{bound}",
            "at": f"reward={reward},{bound}"}[case["question"]]
    kind = "" if case["form"] != "tra" else f"type={case['kind']},"
    pick = f",filter={case['filter']}" if len(case["initial"]) > 1 else ""
    return f"m.{case['form']}:{kind}{keys}{pick}"


def features(case):
    bound = {"dtmc": "steps", "ctmc": "time"}[case["kind"]]
    timed = case["question"] in ("bound", "until", "at")
    return ([case["kind"], "." + case["form"], case["style"], case["question"]] +
            ["transition rewards"] * bool(case["moves"]) + ["several initial states"] *
            (len(case["initial"]) > 1) + [bound] * timed +
            [f"{bound}=0"] * (timed and float(case[bound]) == 0))


def run(program, folder, *words):
    return subprocess.run([program, *words], cwd=folder, capture_output=True, text=True)


def second_reader(source, proof):
    """Whether the checker says that all is proven; its interval; why not."""
    try:
        (low, high, error), said = check_proof.check(source, proof)
    except check_proof.NotProven as why:
        return False, None, str(why)
    wide = low < said["value_low"] or said["value_high"] < high
    return not wide and error <= said["error_bound"], (low, high), \
        "value" if wide else "error of the answer"


def misses(interval, exact):
    """What is wrong with an interval, in words, or None."""
    low, high = map(float, interval)
    if interval[0] <= exact[1] and exact[0] <= interval[1]:
        return None
    off = float(max(interval[0] - exact[0], exact[0] - interval[1]) / (exact[0] or 1))
    return f"exact {float(exact[0])!r}, from {low!r} to {high!r}: off {off:.1e}"


def look(program, case, folder, asks_model):
    """What happened, as (event, why), and the width of the interval: of a reward as a share."""
    parts = [case[key] for key in ("kind", "n", "lines", "labels", "initial", "reward", "moves")]
    numbers, exits = WRITERS[case["form"]](folder, *parts) or (case["lines"], None)
    source, proof = source_of(case), folder / "x.proof.h5"
    proof.unlink(missing_ok=True)
    done = run(program, folder, "certify", source, "--json", "-o", proof.name,
               *(["--model"] if asks_model else []))
    if done.returncode not in (0, 2):
        return [("refused", done.stderr.strip() or f"exit {done.returncode}")], None
    said = json.loads(done.stdout)
    exact = exact_value(case, numbers, exits, said["meaning"] == "model")
    claimed = [float(said[key]) for key in ("value_low", "value_high") if said[key] is not None]
    happened = [("WRONG INTERVAL", misses(claimed, exact))] if claimed else []
    if not proof.exists():
        return happened + [("no proof", said.get("note", "") or "no reason")], None
    first = run(program, folder, "verify", proof.name, "--trust").returncode == 0
    second, interval, why = second_reader(str(folder / source), proof)
    happened += [("WRONG CHECKER", misses(interval, exact))] if interval else []
    agree = first == second
    happened.append(("agree" if agree else "disagree",
                     f"verify {first}, check_proof {second} ({why})"))
    size = max(claimed, default=0) if case["question"] in ("reward", "mean", "at") else 1
    return happened, (claimed[1] - claimed[0]) / size if claimed and size else 0


def one_chain(program, seed, keep, k):
    """Both runs of chain k: [(name, happened, width)]. What fails is an event, too."""
    case, runs = random_case(random.Random(f"{seed} {k}")), []
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(keep or scratch) / f"{seed}-{k}"
        folder.mkdir(parents=True, exist_ok=True)
        for model in (False, True):
            try:
                happened, width = look(program, case, folder, model)
            except Exception as failure:  # of a reader, on a file that it should have read
                happened, width = [("FAILED", f"{type(failure).__name__}: {failure}")], None
            runs.append(("--model" if model else "stored", happened, width))
    return k, case, runs


EVENTS = ("agree", "refused", "no proof", "WRONG INTERVAL", "WRONG CHECKER", "disagree", "FAILED")


class Summary:
    def __init__(self):
        self.events, self.reasons, self.features, self.widest = (collections.Counter(),
            collections.Counter(), collections.Counter(), {})

    def add(self, k, case, runs):
        self.features.update(features(case))
        for meaning, happened, width in runs:
            kind = f"{case['kind']} {case['question']} {meaning}"
            if width is not None:
                self.widest[kind] = max(self.widest.get(kind, 0), width)
            for event, why in happened:
                if why is None:  # an interval that has its value
                    continue
                self.events[event] += 1
                if event in ("refused", "no proof"):
                    self.reasons[event + ": " + re.sub(r"\d[\d.e+-]*", "N", why)] += 1
                elif event != "agree":
                    about = f"{case['form']} {case['style']} {kind}"
                    print(f"chain {k}: {event}: {about}: {why}", flush=True)

    def show(self, chains):
        for count, what in sorted(((n, what) for what, n in self.reasons.items()), reverse=True):
            print(f"  {count:6} {what}")
        print("chains of each kind:", ", ".join(
            f"{n} {what}" for what, n in sorted(self.features.items())))
        for kind, width in sorted(self.widest.items()):
            print(f"  widest {width:.1e}  {kind}")
        print(f"{chains} chains, {2 * chains} runs:",
              ", ".join(f"{self.events[what]} {what}" for what in EVENTS))


def main():
    words = argparse.ArgumentParser()
    words.add_argument("build")
    words.add_argument("--cases", type=int, default=300)
    words.add_argument("--jobs", type=int, default=1)
    words.add_argument("--seed", type=int, default=random.SystemRandom().randrange(10**6))
    words.add_argument("--keep", help="a folder for the files of all chains")
    asked = words.parse_args()
    program = str(pathlib.Path(asked.build).resolve() / "warpmark")
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    print(f"seed {asked.seed}", flush=True)
    summary = Summary()
    each = functools.partial(one_chain, program, asked.seed, asked.keep)
    with multiprocessing.Pool(asked.jobs) as pool:
        for result in pool.imap_unordered(each, range(asked.cases)):
            summary.add(*result)
    summary.show(asked.cases)
    events = summary.events
    sys.exit(1 if events["WRONG INTERVAL"] or events["WRONG CHECKER"] else
             2 if events["disagree"] or events["FAILED"] else 0)


if __name__ == "__main__":
    main()
