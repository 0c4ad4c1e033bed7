#!/usr/bin/env python3
"""tests/interop/random_formulas.py BUILD [--cases N] [--jobs N] [--seed S] [--keep DIR] [--prism]:
random formulas of every operator on random small chains, asked through files (.tra with .lab, .sta,
.srew and .trew; .drn) and `warpmark certify`. Values are calculated in fractions by
tests/support/exact_formulas.py. Prints each interval without the exact value and each wrong truth,
and counts. --prism asks PRISM instead, to test this program.

It needs python3 and BUILD/warpmark. Each job is a process, each chain has 10 formulas.

Exit: 0 all went well; 1 an interval or a truth is wrong; 2 a process failed."""

import argparse
import collections
import functools
import json
import math
import multiprocessing
import os
import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile
from fractions import Fraction

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path[:0] = [str(ROOT / "tests" / "support")]
import exact_chains  # noqa: E402
from exact_chains import random_chain, text_of  # noqa: E402
from exact_formulas import Chain, Evaluator, NotDefined  # noqa: E402
from exact_paths import PATHS  # noqa: E402

FORMULAS = 10   # of a chain
MOST_MOVES = 8  # expected in a bound of time
TWO = {"and": "&", "or": "|", "=>": "=>", "<=>": "<=>"}
ARITHMETIC = ("+", "-", "*", "/", "<", "<=", ">", ">=")
RELATIONS = ("<", "<=", ">", ">=")


# Text of formulas


def text(f, reward):
    """reward: what stands between R and its relation."""
    op, part = f[0], [text(g, reward) for g in f[1:] if isinstance(g, tuple) and is_formula(g)]
    if op in ("true", "false"):
        return op
    if op == "label":
        return f'"{f[1]}"'
    if op == "state":
        return f"x{f[1]}{f[2]}"
    if op == "number":
        return text_of(f[1])
    if op in ("P", "S", "earn"):
        limit = "=?" if f[1] is None else f[1][0] + text_of(f[1][1])
        return f"{'R' + reward if op == 'earn' else op}{limit}[ {part[0]} ]"
    if op == "long run":
        return "S"
    if op in "IC":
        return "C" if f[1] is None else f"{op}{'=' if op == 'I' else '<='}{text_of(f[1])}"
    if op in ("E", "A"):
        return f"{op}[ {part[0]} ]"
    if op == "filter":
        return f"filter({f[1]}, {part[0]}" + (")" if f[3] == ("true",) else f", {part[1]})")
    if op in PATHS:
        op += f[1][2] if f[1] else ""
        return f"({part[0]}) {op} ({part[1]})" if len(part) > 1 else f"{op} ({part[0]})"
    if op == "?":
        return f"({part[0]} ? {part[1]} : {part[2]})"
    if op in ("min", "max"):
        return f"{op}({part[0]}, {part[1]})"
    return f"!({part[0]})" if op == "not" else f"(({part[0]}) {TWO.get(op, op)} ({part[1]}))"


def is_formula(part):
    """Not a limit or a bound."""
    return isinstance(part, tuple) and isinstance(part[0], str) and \
        (len(part) != 2 or part[0] not in RELATIONS)


# Random formulas


class Maker:
    def __init__(self, draw, chain, variables):
        self.draw, self.chain, self.variables = draw, chain, variables
        speed = max(sum(p for j, p in row.items() if j != i) for i, row in enumerate(chain.rows))
        self.unit = Fraction(1)
        while self.unit * speed > 1:
            self.unit /= 2
        while self.unit * speed * 2 < 1 and speed:
            self.unit *= 2

    def one_in(self, n):
        return self.draw.randrange(n) == 0

    def leaf(self):
        if self.one_in(12):
            return (self.draw.choice(("true", "false")),)
        if self.variables and self.one_in(2):
            return ("state", self.draw.choice(("=", "!=", *RELATIONS)),
                    self.draw.randrange(self.chain.n))
        return ("label", self.draw.choice(sorted(self.chain.labels)))

    def state(self, depth):
        """A formula of states."""
        kind = self.draw.randrange(12) if depth > 0 else 0
        if kind < 5:
            return self.leaf()
        if kind == 5:
            return ("not", self.state(depth - 1))
        if kind < 8:
            return (self.draw.choice(sorted(TWO)), self.state(depth - 1), self.state(depth - 1))
        return self.question(depth - 1, True) if kind < 11 else self.branching(depth - 1)

    def branching(self, depth):
        return (self.draw.choice("EA"), self.single(depth, False))

    def time(self):
        if self.chain.kind == "dtmc":
            return Fraction(self.draw.choice((0, 1, 1, 2, 3, 4, 7)))
        return self.unit * Fraction(self.draw.randint(0, 4 * MOST_MOVES), 8)

    def bound(self):
        """(low, high, text)"""
        whole = self.chain.kind == "dtmc"
        low, high = sorted((self.time(), self.time()))
        a, b = text_of(low), text_of(high)
        kind = self.draw.randrange(6)
        if kind < 2:
            return (0, high, f"<={b}")
        if kind == 2:
            return (0, high, f"<{text_of(high + 1)}" if whole else f"<{b}") if b != "0" or whole \
                else (0, high, f"<={b}")
        if kind == 3:
            return (low, high, f"[{a},{b}]")
        if kind == 4:
            return (low, low, f"={a}")
        if whole and self.one_in(2):
            return (low + 1, None, f">{a}")
        return (low, None, f">={a}")

    def single(self, depth, bounds):
        """One path operator over formulas of states."""
        op = self.draw.choice("XFGUWRFU")
        bound = self.bound() if bounds and op != "X" and self.one_in(2) else None
        if op == "W" and bound and bound[0] > 0:  # PRISM does not say what that means
            bound = None
        return (op, bound, *(self.state(depth) for _ in range(1 if op in "XFG" else 2)))

    def path(self, operators):
        """Up to so many path operators in one formula."""
        if operators <= 0:
            return self.leaf()
        if self.one_in(4):
            return ("not", self.path(operators))
        if self.one_in(3):
            return (self.draw.choice(sorted(TWO)), self.path(operators - 1), self.path(1))
        op = self.draw.choice("XFGUWR")
        bound = None
        if self.chain.kind == "dtmc" and op != "X" and self.one_in(5):
            low = self.draw.randint(0, 2) if op != "W" else 0
            bound = (low, low + 1, f"[{low},{low + 1}]")
        first = self.path(operators - 1)
        return (op, bound, first) if op in "XFG" else (op, bound, first, self.path(operators - 2))

    def co_safe(self, operators):
        if operators <= 0:
            good = ("label", "goal"), ("not", ("label", "bad"))
            return self.draw.choice((*good, ("and", *good), ("or", *good)))
        op = self.draw.choice(("X", "F", "U", "and", "or"))
        first = self.co_safe(operators - 1)
        if op in ("and", "or"):
            return (op, first, self.co_safe(operators - 1))
        return (op, None, first) if op in "XF" else (op, None, first, self.co_safe(operators - 2))

    def rewarded(self, depth):
        kind = self.draw.randrange(8)
        if kind < 2:
            return ("F", None, self.state(depth))
        if kind < 4:
            return (self.draw.choice("IC"), self.time())
        if kind == 4:
            return ("C", None)
        return ("long run",) if kind == 5 else self.co_safe(self.draw.randint(1, 3))

    def question(self, depth, compares):
        op = self.draw.choice(("P", "P", "P", "P", "earn", "earn", "S"))
        limit = None
        if compares:
            most = 16 if op in "PS" else 128
            limit = (self.draw.choice(RELATIONS), Fraction(self.draw.randint(0, most), 16))
        if op == "S":
            return ("S", limit, self.state(depth))
        if op == "earn":
            return ("earn", limit, self.rewarded(depth))
        return ("P", limit, self.path(self.draw.randint(2, 3)) if self.one_in(3) else
                self.single(depth, True))

    def number(self, depth):
        """A property with a number."""
        if self.one_in(3):
            return ("number", Fraction(self.draw.randint(0, 32), 8))
        if depth > 0 and self.one_in(3):
            return self.calculated(depth - 1)
        return self.question(depth, False)

    def calculated(self, depth):
        op = self.draw.choice(("+", "-", "*", "/", "min", "max", "?"))
        if op == "?":
            return (op, self.state(depth + 1), self.number(depth), self.number(depth))
        return (op, self.number(depth), self.number(depth))

    def filtered(self, depth):
        where = self.leaf() if not self.one_in(4) else ("true",)
        where = ("label", "init") if self.one_in(3) else where
        op = self.draw.choice(("min", "max", "avg", "sum", "count", "forall", "exists", "first",
                               "state"))
        truth = op in ("count", "forall", "exists") or (op in ("first", "state") and self.one_in(2))
        return ("filter", op, self.state(depth + 1) if truth else self.number(depth), where)

    def property(self):
        kind = self.draw.randrange(20) if len(self.chain.initial) == 1 else 12
        if kind < 10:
            return self.question(1, False)
        if kind < 12:
            return self.question(1, True)
        if kind < 14:
            return self.filtered(1)
        if kind < 16:
            return self.calculated(1)
        if kind == 16:
            return (self.draw.choice(RELATIONS), self.number(1), self.number(1))
        return self.state(2) if kind < 18 else self.branching(1)


def operators_of(f, found=None):
    """Which operators are in a formula, to count."""
    found = collections.Counter() if found is None else found
    bound = f[0] in PATHS and f[1]
    name = f[0] + (re.sub(r"[\d.]+", "t", f[1][2]) if bound else "")
    found[name if f[0] != "filter" else f"filter {f[1]}"] += 1
    for part in filter(is_formula, f[1:]):
        operators_of(part, found)
    return found


# One chain


def random_case(draw, plain):
    """plain: with one line for a pair of states, and no rewards of transitions, in .tra."""
    kind, form = draw.choice(("dtmc", "ctmc")), draw.choice(("tra", "tra", "drn"))
    form = "tra" if plain else form
    style = draw.choice(["dyadic", "decimal"] + ["lines"] * (not plain) +
                        ["quotient"] * (form == "drn"))
    n, lines = random_chain(kind, style, draw)
    reward = {i: text_of(exact_chains.random_weight("decimal", draw)) for i in range(n)
              if draw.random() < 0.6}
    earns = not plain and draw.random() < 0.5
    moves = exact_chains.random_moves(form, n, lines, draw) if earns else {}
    labels = {"goal": sorted(draw.sample(range(1, n), draw.randint(1, 2))), "bad": [n - 1]}
    return {"kind": kind, "form": form, "style": style, "n": n, "lines": lines, "reward": reward,
            "labels": labels, "moves": moves, "initial": [0, 1] if draw.random() < 0.15 else [0]}


def chain_of(case, numbers, exits):
    rows = exact_chains.exact_rows(case, numbers, False)
    alone, both = exact_chains.exact_rewards(case, numbers, exits, rows, False)
    labels = {name: set(states) for name, states in case["labels"].items()}
    labels["init"] = set(case["initial"])
    return Chain(case["kind"], rows, alone, both, labels, case["initial"])


def ask(program, case, folder, asked):
    """What the program says of a formula: an object, or a message."""
    keys = f"type={case['kind']},reward=m.srew," if case["form"] == "tra" else ""
    words = ["timeout", "60", program, "certify", f"m.{case['form']}:{keys}prop={asked}", "--json"]
    done = subprocess.run(words, cwd=folder, capture_output=True, text=True)
    if done.returncode in (0, 2) and done.stdout.startswith("{"):
        return json.loads(done.stdout)
    return f"exit {done.returncode}: {done.stderr.strip()}"


def ask_prism(case, folder, all_asked):
    """What PRISM says of each formula, in the same form."""
    (folder / "m.props").write_text(";\n".join(all_asked) + ";\n")
    parts = "tra,lab,sta,srew" + ",trew" * bool(case["moves"])
    done = subprocess.run([shutil.which("prism"), f"-{case['kind']}", "-importmodel", f"m.{parts}",
                           "m.props", "-explicit", "-gaussseidel", "-epsilon", "1e-9", "-maxiters",
                           "100000"], cwd=folder, capture_output=True, text=True).stdout
    said = []
    for part in done.split("Model checking: ")[1:]:
        found = re.search(r"^Result: (\S+)", part, re.M)
        if not found:
            said.append((re.findall(r"Error: .*", part) or ["no result"])[0])
            continue
        value = found[1].rstrip(",")
        if value in ("true", "false"):
            said.append({"holds": value == "true"})
            continue
        value = float(value.replace("Infinity", "inf"))
        room = 4e-7 * max(1, abs(value)) if math.isfinite(value) else 0
        said.append({"value_low": value - room, "value_high": value + room})
    return said if len(said) == len(all_asked) else ["PRISM did not end"] * len(all_asked)


def verdict(said, exact):
    """(event, why) of a formula."""
    if isinstance(said, str):
        return ("refused" if said.startswith(("exit 1:", "Error")) else "FAILED"), said
    if isinstance(exact, (bool, type(None))):
        if exact is None:
            return "too near", ""
        if said.get("holds", "") is None:
            return "unclear", ""
        return ("right", "") if said.get("holds") is exact else \
            ("WRONG", f"{said.get('holds', 'no truth')}, exact {exact}")
    if said.get("value_low") is None or said.get("value_high") is None:
        return "unclear", ""
    low, high = float(said["value_low"]), float(said["value_high"])
    why = f"from {low!r} to {high!r}, exact {float(exact[0])!r}"
    if "holds" in said or not (low <= exact[1] and exact[0] <= high):
        return "WRONG", why
    wide = math.isfinite(low) and high - low > 1e-6 * max(1, abs(high))
    return ("wide", why) if wide else ("right", "")


def one_chain(program, seed, keep, prism, k):
    """[(formula, text, (event, why))] of chain k."""
    draw = random.Random(f"{seed} {k}")
    case = random_case(draw, prism)
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(keep or scratch) / f"{seed}-{k}"
        folder.mkdir(parents=True, exist_ok=True)
        parts = [case[key] for key in ("kind", "n", "lines", "labels", "initial", "reward",
                                       "moves")]
        numbers, exits = exact_chains.WRITERS[case["form"]](folder, *parts) or (case["lines"], None)
        (folder / "m.sta").write_text("(x)\n" + "".join(f"{i}:({i})\n" for i in range(case["n"])))
        chain = chain_of(case, numbers, exits)
        maker, evaluator = Maker(draw, chain, case["form"] == "tra"), Evaluator(chain)
        todo = []
        while len(todo) < FORMULAS:
            f = maker.property()
            try:
                todo.append((f, evaluator.evaluate(f)[0]))
            except NotDefined:
                pass
        texts = [text(f, "" if case["form"] == "tra" else '{"r"}') for f, _ in todo]
        said = ask_prism(case, folder, texts) if prism else [
            ask(program, case, folder, asked) for asked in texts]
        return k, case, [(f, asked, verdict(s, exact))
                         for (f, exact), asked, s in zip(todo, texts, said)]


EVENTS = ("right", "WRONG", "unclear", "wide", "too near", "refused", "FAILED")


def main():
    words = argparse.ArgumentParser()
    words.add_argument("build")
    words.add_argument("--cases", type=int, default=1000)
    words.add_argument("--jobs", type=int, default=1)
    words.add_argument("--seed", type=int, default=random.SystemRandom().randrange(10**6))
    words.add_argument("--keep", help="a folder for the files of all chains")
    words.add_argument("--prism", action="store_true", help="ask PRISM instead")
    asked = words.parse_args()
    program = str(pathlib.Path(asked.build).resolve() / "warpmark")
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    print(f"seed {asked.seed}", flush=True)
    each = functools.partial(one_chain, program, asked.seed, asked.keep, asked.prism)
    events, reasons, operators = (collections.Counter() for _ in range(3))
    with multiprocessing.Pool(asked.jobs) as pool:
        for k, case, found in pool.imap_unordered(each, range(-(-asked.cases // FORMULAS))):
            for f, formula, (event, why) in found:
                events[event] += 1
                if event in ("right", "unclear", "wide"):
                    operators.update(operators_of(f))
                if event == "refused":
                    reasons[re.sub(r"\d[\d.e+-]*", "N", why.replace(formula, "..."))] += 1
                elif event in ("WRONG", "FAILED", "wide"):
                    print(f"chain {k}: {event}: {case['kind']} .{case['form']} {case['style']}: "
                          f"{formula}: {why}", flush=True)
    for reason, count in reasons.most_common(40):
        print(f"  {count:6} {reason}")
    print("operators:", ", ".join(f"{n} {what}" for what, n in sorted(operators.items())))
    print(f"{sum(events.values())} formulas:",
          ", ".join(f"{events[what]} {what}" for what in EVENTS))
    sys.exit(1 if events["WRONG"] else 2 if events["FAILED"] else 0)


if __name__ == "__main__":
    main()
