"""Properties of small Markov chains in fractions: every operator of PRISM's language. Tests compare
proofs with it, so nothing here is shared with python/ or with Warpmark.

A formula is a tuple whose first entry is its operator, such as ("P", None, path), ("and", a, b) or
("earn", ("<", 5), ("C", 3)), which is R<5[C<=3]: R is release.
A value is a pair of fractions (or math.inf) around the number; both are equal but for bounds of
time, where they are within 1e-60. A truth is True, False or None, where such a pair has the
threshold inside."""

import math
import operator
from fractions import Fraction

import exact_values
from exact_paths import LOGIC, PATHS, Refined, co_safe_reward, is_path, unrolled, without_derived
from exact_time import at_time, earned_by

COMPARE = {"<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge,
           "=": operator.eq, "!=": operator.ne}


class NotDefined(Exception):
    """No value: an empty set of states, infinity less infinity, a threshold that is too near."""


class Chain:
    """rows: {state: probability or rate}; alone: rewards of states; both: those of what a state
    earns in a step or in a unit of time, transitions too; labels: name to set of states."""

    def __init__(self, kind, rows, alone, both, labels, initial):
        self.kind, self.rows, self.alone, self.both = kind, rows, alone, both
        self.labels, self.initial, self.n = labels, initial, len(rows)
        self.jumps = [{j: p / sum(row.values()) for j, p in row.items() if p} for row in rows]
        self.states = set(range(self.n))


class Evaluator:
    def __init__(self, chain):
        self.chain = chain

    def holds(self, f):
        """The states where a formula is true."""
        truths = self.evaluate(f)
        if None in truths:
            raise NotDefined(f)
        return {i for i, truth in enumerate(truths) if truth}

    def evaluate(self, f):
        """A truth or a value for each state."""
        chain, op = self.chain, f[0]
        if op in ("true", "false"):
            return [op == "true"] * chain.n
        if op == "label":
            return [i in chain.labels[f[1]] for i in range(chain.n)]
        if op == "state":  # x relation number
            return [COMPARE[f[1]](i, f[2]) for i in range(chain.n)]
        if op == "number":
            return [(f[1], f[1])] * chain.n
        if op in LOGIC:
            return [self.logic(op, parts) for parts in zip(*map(self.evaluate, f[1:]))]
        if op in ("P", "S", "earn"):
            values = {"P": self.probability, "S": self.steady, "earn": self.reward}[op](f[2])
            return [compared(v, f[1]) for v in values] if f[1] else values
        if op in ("E", "A"):
            return self.branching(op, f[1])
        if op == "filter":
            return [self.filtered(*f[1:])] * chain.n
        return [calculated(op, parts) for parts in zip(*map(self.evaluate, f[1:]))]

    @staticmethod
    def logic(op, parts):
        results = {LOGIC[op](*choice) for choice in choices(parts)}
        return results.pop() if len(results) == 1 else None

    def probability(self, path):
        chain = self.chain
        single = path[0] in PATHS and not any(map(is_path, path[2:]))
        if chain.kind == "ctmc" and single and path[1]:
            return self.by_time(path)
        refined = Refined(chain)
        key = self.mark(refined, path)
        return pairs([sum((w for s, w in of.items() if refined.marks[key][s]), Fraction(0))
                      for of in refined.start])

    def mark(self, refined, f):
        if not is_path(f):
            good = self.holds(f)
            return refined.keep(i in good for i in refined.origin)
        f = without_derived(f)
        if f[0] in LOGIC:
            keys = [self.mark(refined, part) for part in f[1:]]
            return refined.combine(LOGIC[f[0]], *keys)
        if f[0] == "X":
            return refined.next(self.mark(refined, f[2]))
        if f[1]:
            return self.mark(refined, unrolled(f[1], f[2], f[3]))
        first = self.mark(refined, f[2])
        return refined.until(first, self.mark(refined, f[3]))

    def by_time(self, path):
        f = without_derived(path)
        if f[0] == "not":
            return [(1 - high, 1 - low) for low, high in self.by_time(f[1])]
        (low, high), left, right = f[1][:2], self.holds(f[2]), self.holds(f[3])
        if high is None:
            x = [(v, v) for v in exact_values.fixpoint(
                self.chain.rows, right, self.chain.states - left - right, None)]
        else:
            first = [Fraction(int(i in right)) for i in range(self.chain.n)]
            still = self.chain.states - left | right
            x = at_time(self.chain, still, first, first, high - low)
        if low == 0:
            return x
        lows, highs = ([v[k] if i in left else Fraction(0) for i, v in enumerate(x)]
                       for k in (0, 1))
        return at_time(self.chain, self.chain.states - left, lows, highs, low)

    def steady(self, f):
        good = self.holds(f)
        inside = [Fraction(int(i in good)) for i in range(self.chain.n)]
        return [(exact_values.long_run(self.chain.rows, i, inside),) * 2
                for i in range(self.chain.n)]

    def reward(self, what):
        chain, op = self.chain, what[0]
        if op == "I":
            if chain.kind == "ctmc":
                return at_time(chain, set(), chain.alone, chain.alone, what[1])
            return pairs(exact_values.after_steps(chain.rows, set(), chain.alone, int(what[1])))
        if op == "C" and what[1] is not None:
            if chain.kind == "ctmc":
                return earned_by(chain, chain.both, what[1])
            x = [Fraction(0)] * chain.n
            for _ in range(int(what[1])):
                x = [chain.both[i] + sum(p * x[j] for j, p in row.items())
                     for i, row in enumerate(chain.rows)]
            return pairs(x)
        if op == "C":
            return self.total()
        if op == "long run":
            return pairs([exact_values.long_run(chain.rows, i, chain.both)
                          for i in range(chain.n)])
        if op == "F" and not is_path(what[2]):
            return pairs(exact_values.fixpoint(chain.rows, self.holds(what[2]), set(), chain.both))
        return pairs(co_safe_reward(chain, what, self.holds))

    def total(self):
        """All that is ever earned: nothing must be in the closed classes that are reached."""
        chain, reached = self.chain, exact_values.reach_of(self.chain.rows)
        closed = {i for i in chain.states if all(reached[j] == reached[i] for j in reached[i])}
        earn = {i for i in closed if chain.both[i] > 0}
        x = exact_values.fixpoint(chain.rows, closed, set(), chain.both)
        return pairs([None if reached[i] & earn else x[i] for i in range(chain.n)])

    def branching(self, op, path):
        if op == "A":
            other = {"F": "G", "G": "F", "X": "X"}
            if path[0] in other:
                inner = (other[path[0]], None, ("not", path[2]))
            else:  # a U b: not (!a R !b); a W b: not of (!b U !a & !b); a R b: not of (!a U !b)
                a, b = ("not", path[2]), ("not", path[3])
                inner = {"U": ("R", None, a, b), "R": ("U", None, a, b),
                         "W": ("U", None, b, ("and", a, b))}[path[0]]
            return [not truth for truth in self.branching("E", inner)]
        chain, next_of = self.chain, [set(row) for row in self.chain.jumps]
        if path[0] == "X":
            good = self.holds(path[2])
            return [bool(next_of[i] & good) for i in range(chain.n)]
        left, right = {"F": (("true",), path[2]), "G": (path[2], ("false",))}.get(
            path[0], path[2:])
        left, right = self.holds(left), self.holds(right)
        if path[0] == "R":
            left, right = right, left & right
        found = set(right)
        forever = set(left) if path[0] in "GWR" else set()
        for _ in range(chain.n):
            found |= {i for i in left if next_of[i] & found}
            forever = {i for i in forever if next_of[i] & forever}
        if path[0] in "WR":  # left until some of forever
            return [truth or i in forever for i, truth in enumerate(
                self.closure(left, found | forever, next_of))]
        return [i in (forever if path[0] == "G" else found) for i in range(chain.n)]

    @staticmethod
    def closure(left, found, next_of):
        for _ in next_of:
            found = found | {i for i in left if next_of[i] & found}
        return [i in found for i in range(len(next_of))]

    def filtered(self, op, what, where):
        states = sorted(self.holds(where))
        if not states or (op == "state" and len(states) > 1):
            raise NotDefined("states of a filter")
        values = self.evaluate(what)
        of = [values[i] for i in states]
        if op in ("first", "state"):
            return of[0]
        if op in ("count", "forall", "exists"):
            if None in of:
                raise NotDefined("near a threshold")
            return {"count": (Fraction(sum(of)),) * 2, "forall": all(of), "exists": any(of)}[op]
        act = {"min": min, "max": max, "sum": sum, "avg": lambda v: sum(v) / len(of)}[op]
        return tuple(act([v[k] for v in of]) for k in (0, 1))


def pairs(values):
    return [(math.inf,) * 2 if v is None else (v, v) for v in values]


def choices(parts):
    """All truths that parts may have."""
    if not parts:
        return [()]
    return [(first, *rest) for first in ([True, False] if parts[0] is None else [parts[0]])
            for rest in choices(parts[1:])]


def compared(value, limit):
    relation, number = limit
    both = {COMPARE[relation](end, number) for end in value}
    return both.pop() if len(both) == 1 else None


def calculated(op, parts):
    """Of arithmetic and comparisons."""
    if op in ("<", "<=", ">", ">="):
        (low, high), (least, most) = parts
        if op[0] == "<":
            truths = {COMPARE[op](low, most), COMPARE[op](high, least)}
        else:
            truths = {COMPARE[op](high, least), COMPARE[op](low, most)}
        return truths.pop() if len(truths) == 1 else None
    if op == "?":
        if parts[0] is None:
            raise NotDefined("near a threshold")
        return parts[1] if parts[0] else parts[2]
    if any(math.isinf(end) for part in parts for end in part):
        raise NotDefined("infinity")
    (a, b), (c, d) = parts
    if op == "+":
        return a + c, b + d
    if op == "-":
        return a - d, b - c
    if op == "/" and c <= 0 <= d:
        raise NotDefined("division by zero")
    act = {"*": operator.mul, "/": operator.truediv, "min": min, "max": max}[op]
    ends = [act(p, q) for p in (a, b) for q in (c, d)]
    if op in ("min", "max"):
        return act(a, c), act(b, d)
    return min(ends), max(ends)
