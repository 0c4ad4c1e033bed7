#!/usr/bin/env python3
"""tests/interop/exact_chains.py BUILD [--cases N] [--seed S] [--keep DIR]: random small chains of
every kind go through files (.tra, .drn, .umb), `warpmark certify` and python/check_proof.py. Exact
values are calculated in fractions. Prints each interval without the exact value, each proof that
the two readers judge differently, and counts.

Kinds of numbers: dyadic, decimal, far (over 30 orders of magnitude), lines (several for one pair
of states), quotient (DRN) and lossy (a DTMC whose rows lack a little).

Exit: 0 all went well; 1 an interval is wrong, or the checker's is; 2 the readers disagree."""

import argparse
import array
import collections
import io
import json
import pathlib
import random
import subprocess
import sys
import tarfile
import tempfile
from decimal import Context, Decimal
from fractions import Fraction

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path[:0] = [str(ROOT / "python"), str(ROOT / "tests" / "support")]
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
        if kind == "dtmc":
            row = row_of_probabilities(style, near, draw)
        else:
            row = [(j, random_weight(style, draw)) for j in near]
        for j, p in row:
            if style == "quotient" and kind == "ctmc":
                lines.append((i, j, f"{p.numerator}/{draw.choice((3, 7, 9, 11)) * p.denominator}"))
            elif style == "lines" and p > 0:
                first = Fraction(p.numerator * draw.randint(1, 9) // 10, p.denominator)
                lines += [(i, j, text_of(q)) for q in (first, p - first) if q > 0]
            elif p > 0:
                lines.append((i, j, text_of(p)))
    return n, lines


def random_question(kind, draw):
    question = draw.choice(("goal", "goal", "avoid", "reward", "steady", "mean", "bound", "at"))
    reward = [(i, text_of(random_weight("decimal", draw))) for i in range(3)]
    return question, reward


# Files


def tar_file(path, members):
    with tarfile.open(path, "w") as tar:
        for name, data in members.items():
            about = tarfile.TarInfo(name)
            about.size = len(data)
            tar.addfile(about, io.BytesIO(data))


def write_umb(folder, kind, n, lines, labels, reward):
    """Doubles: in a CTMC a probability is the quotient of a rate and the exit rate. Returns the
    numbers that the file has, as fractions."""
    real = {"type": "double", "size": 64}
    rows = [[(j, float(Fraction(value))) for k, j, value in lines if k == i] for i in range(n)]
    exits = [sum(p for _, p in row) or 1.0 for row in rows]
    part = [[p / exits[i] if kind == "ctmc" else p for _, p in row] for i, row in enumerate(rows)]
    starts = [0]
    for row in rows:
        starts.append(starts[-1] + len(row))
    index = {"format-version": 1, "format-revision": 0, "transition-system": {
        "time": "stochastic" if kind == "ctmc" else "discrete", "#players": 0, "#states": n,
        "#initial-states": 1, "#choices": n, "#choice-actions": 0, "#branches": starts[-1],
        "#branch-actions": 0, "#observations": 0, "branch-probability-type": real,
        "exit-rate-type": real}, "annotations": {
            "aps": {name: {"alias": name, "applies-to": ["states"], "type": {
                "type": "bool", "size": 1}} for name in labels},
            "rewards": {"r": {"alias": "r", "applies-to": ["states"], "type": real}}}}
    def bits(states):
        return sum(1 << i for i in states).to_bytes(8, "little")
    earned = [float(dict(reward).get(i, 0)) for i in range(n)]
    members = {
        "index.json": json.dumps(index).encode(),
        "choice-to-branches.bin": array.array("Q", starts).tobytes(),
        "branch-to-target.bin": array.array("Q", [j for row in rows for j, _ in row]).tobytes(),
        "branch-to-probability.bin": array.array("d", sum(part, [])).tobytes(),
        "state-is-initial.bin": bits([0]),
        "annotations/rewards/r/states/values.bin": array.array("d", earned).tobytes()}
    if kind == "ctmc":
        members["state-to-exit-rate.bin"] = array.array("d", exits).tobytes()
    for name, states in labels.items():
        members[f"annotations/aps/{name}/states/values.bin"] = bits(states)
    tar_file(folder / "m.umb", members)
    exact = [[Fraction(p) * (Fraction(exits[i]) if kind == "ctmc" else 1) for p in row]
             for i, row in enumerate(part)]
    return [(i, j, p) for i, row in enumerate(rows) for (j, _), p in zip(row, exact[i])]


def write_files(folder, form, kind, n, lines, labels, reward):
    if form == "umb":
        return write_umb(folder, kind, n, lines, labels, reward)
    if form == "drn":
        text = f"@type: {kind.upper()}\n@parameters\n\n@reward_models\nr\n@nr_states\n{n}\n"
        text += f"@nr_choices\n{n}\n@model\n"
        for i in range(n):
            names = [name for name in labels if i in labels[name]] + ["init"] * (i == 0)
            text += f"state {i} [{dict(reward).get(i, 0)}] {' '.join(names)}\n\taction 0 [0]\n"
            text += "".join(f"\t\t{j} : {value}\n" for k, j, value in lines if k == i)
        (folder / "m.drn").write_text(text)
        return None
    (folder / "m.tra").write_text(f"{n} {len(lines)}\n" + "".join(
        f"{i} {j} {value}\n" for i, j, value in lines))
    text = '0="init" 1="deadlock" 2="goal" 3="bad"\n0: 0\n'
    text += "".join(f"{i}: {k}\n" for k, name in ((2, "goal"), (3, "bad")) for i in labels[name])
    (folder / "m.lab").write_text(text)
    kept = [(i, value) for i, value in reward if i < n]
    (folder / "m.srew").write_text(f"{n} {len(kept)}\n" + "".join(
        f"{i} {value}\n" for i, value in kept))
    return None


# One case


def exact_of(number, model):
    if model:
        return Fraction(number)
    over, _, under = str(number).partition("/")
    if isinstance(number, Fraction) or not under:
        return Fraction(float(Fraction(number)))
    return Fraction(float(over) / float(under))


def exact_value(case, numbers, model):
    """stored: a sum of several lines is rounded, too, and rows of a DTMC are divided by theirs."""
    kind, n, question, labels = case["kind"], case["n"], case["question"], case["labels"]
    rows = [{} for _ in range(n)]
    for i, j, number in numbers:
        both = rows[i].get(j, Fraction(0)) + exact_of(number, model)
        rows[i][j] = both if model else Fraction(float(both))
    rows = [{j: p for j, p in row.items() if p} or {i: Fraction(1)} for i, row in enumerate(rows)]
    if kind == "dtmc":
        rows = [{j: p / sum(row.values()) for j, p in row.items()} for row in rows]
    earned = [exact_of(dict(case["reward"]).get(i, "0"), model) for i in range(n)]
    goal, bad = set(labels["goal"]), set(labels["bad"])
    if question in ("goal", "avoid", "reward"):
        x = exact_values.fixpoint(rows, goal, bad if question == "avoid" else set(),
                                  earned if question == "reward" else None)
        return (x[0], x[0])
    if question in ("steady", "mean"):
        holds = [Fraction(int(i in goal)) for i in range(n)]
        value = exact_values.long_run(rows, 0, earned if question == "mean" else holds)
        return (value, value)
    still = goal if question == "bound" else set()
    start = [Fraction(int(i in goal)) for i in range(n)] if question == "bound" else earned
    if kind == "dtmc":
        return (exact_values.after_steps(rows, still, start, case["steps"])[0],) * 2
    low, high = exact_values.at_time(rows, still, start, Fraction(float(case["time"])))
    return low[0], high[0]


def random_case(draw):
    kind = draw.choice(("dtmc", "ctmc"))
    form = draw.choice(("tra", "drn", "umb"))
    styles = ["dyadic", "decimal", "far", "lines"]
    styles += ["lossy"] if kind == "dtmc" else ["quotient"] if form == "drn" else []
    style = draw.choice(styles)
    n, lines = random_chain(kind, style, draw)
    question, reward = random_question(kind, draw)
    labels = {"goal": sorted(draw.sample(range(1, n), draw.randint(1, 2))), "bad": [n - 1]}
    fastest = max(sum(Fraction(v) for i, j, v in lines if i == k and j != k) for k in range(n))
    time = draw.randint(1, 5) / float(fastest) if fastest else 1.0
    return {"kind": kind, "form": form, "style": style, "n": n, "lines": lines,
            "question": question, "reward": reward, "labels": labels,
            "steps": draw.randint(1, 12), "time": repr(time)}


def source_of(case):
    reward = "r" if case["form"] != "tra" else "m.srew"
    bound = f"steps={case['steps']}" if case["kind"] == "dtmc" else f"time={case['time']}"
    keys = {"goal": "goal=goal", "avoid": "goal=goal,avoid=bad", "steady": "steady=goal",
            "reward": f"reward={reward},goal=goal", "mean": f"reward={reward}",
            "bound": f"goal=goal,{bound}", "at": f"reward={reward},{bound}"}[case["question"]]
    kind = "" if case["form"] != "tra" else f"type={case['kind']},"
    return f"m.{case['form']}:{kind}{keys}"


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


def look(program, case, folder, model, report):
    numbers = write_files(folder, case["form"], case["kind"], case["n"], case["lines"],
                          case["labels"], case["reward"]) or case["lines"]
    source, proof = source_of(case), folder / "x.proof.h5"
    proof.unlink(missing_ok=True)
    done = run(program, folder, "certify", source, "--json", "-o", proof.name,
               *(["--model"] if model else []))
    if not proof.exists():
        return report("no proof", done.stderr.strip() or json.loads(done.stdout).get("note", ""))
    said = json.loads(done.stdout)
    model = said["meaning"] == "model"
    exact = exact_value(case, numbers, model)
    low, high = said["value_low"], said["value_high"]
    infinite = exact[0] is None
    if low is not None and not infinite and not (low <= exact[1] and exact[0] <= high):
        middle = exact[0]
        off = float(max(low - middle, middle - high) / middle) if middle else -1
        where = f"exact {float(middle)!r}, from {low!r} to {high!r}"
        report("WRONG INTERVAL", f"{where}: off {off:.1e}")
    first = run(program, folder, "verify", proof.name, "--trust").returncode == 0
    second, interval, why = second_reader(str(folder / source), proof)
    if interval and not infinite and not (interval[0] <= exact[1] and exact[0] <= interval[1]):
        report("WRONG CHECKER", f"exact {float(exact[0])!r}, {[float(x) for x in interval]}")
    if first != second:
        report("disagree", f"verify {first}, check_proof {second} ({why})")
    return report("agree" if first == second else None, "")


def main():
    words = argparse.ArgumentParser()
    words.add_argument("build")
    words.add_argument("--cases", type=int, default=300)
    words.add_argument("--seed", type=int, default=random.SystemRandom().randrange(10**6))
    words.add_argument("--keep", help="a folder for the files of cases that are reported")
    asked = words.parse_args()
    program = str(pathlib.Path(asked.build).resolve() / "warpmark")
    print(f"seed {asked.seed}", flush=True)
    counts, kinds = collections.Counter(), collections.Counter()
    for k in range(asked.cases):
        case = random_case(random.Random(f"{asked.seed} {k}"))
        for model in (False, True):
            name = " ".join((case["kind"], case["form"], case["style"], case["question"],
                             "model" if model else "stored"))

            def report(what, why):
                if not what:
                    return
                counts[what] += 1
                if what not in ("agree", "no proof"):
                    kinds[what, name] += 1
                    print(f"case {k}: {what}: {name}: {why}", flush=True)

            if asked.keep:
                folder = pathlib.Path(asked.keep) / f"{asked.seed}-{k}"
                folder.mkdir(parents=True, exist_ok=True)
                look(program, case, folder, model, report)
            else:
                with tempfile.TemporaryDirectory() as folder:
                    look(program, case, pathlib.Path(folder), model, report)
    print(f"{asked.cases} chains, {2 * asked.cases} proofs:",
          ", ".join(f"{count} {what}" for what, count in sorted(counts.items())))
    sys.exit(1 if counts["WRONG INTERVAL"] or counts["WRONG CHECKER"] else
             2 if counts["disagree"] else 0)


if __name__ == "__main__":
    main()
