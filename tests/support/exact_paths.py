"""Path formulas on small Markov chains in fractions, for exact_formulas.py: their probability, and
rewards until they are satisfied.

The probability of a path formula is calculated as Courcoubetis and Yannakakis do: the innermost
operator's probability in each state splits the state in two, where it is true and where it is
not. A path operator is (name, bound, f[, g]), a bound (low, high, ...) or None."""

from fractions import Fraction

import exact_values

PATHS = ("X", "F", "G", "U", "W", "R")


class Refined:
    """A chain whose states were split, and what is true in them."""

    def __init__(self, chain):
        self.rows, self.origin = chain.jumps, list(range(chain.n))
        self.start = [{i: Fraction(1)} for i in range(chain.n)]
        self.marks = []

    def keep(self, truths):
        self.marks.append(list(truths))
        return len(self.marks) - 1

    def split(self, q, share):
        """q: how likely the formula is; share(s, bit, t, c): the part of the move from s to t that
        is left where the formula is `bit` in s and `c` in t."""
        places, states = {}, []
        for s, odds in enumerate(q):
            for bit in (True, False):
                if (odds if bit else 1 - odds) > 0:
                    places[s, bit] = len(states)
                    states.append((s, bit))
        rows = []
        for s, bit in states:
            row = {places[t, c]: p * share(s, bit, t, c) for t, p in self.rows[s].items()
                   for c in (True, False) if (t, c) in places}
            rows.append({t: p for t, p in row.items() if p})
        self.start = [{places[s, bit]: w * (q[s] if bit else 1 - q[s]) for s, w in of.items()
                       for bit in (True, False) if (s, bit) in places} for of in self.start]
        self.rows, self.origin = rows, [self.origin[s] for s, _ in states]
        self.marks = [[mark[s] for s, _ in states] for mark in self.marks]
        return self.keep(bit for _, bit in states)

    def next(self, f):
        holds = self.marks[f]
        q = [sum((p for t, p in row.items() if holds[t]), Fraction(0)) for row in self.rows]

        def share(s, bit, t, c):
            if holds[t] != bit:
                return 0
            return (q[t] if c else 1 - q[t]) / (q[s] if bit else 1 - q[s])

        return self.split(q, share)

    def until(self, f, g):
        left, right = self.marks[f], self.marks[g]
        goal = {s for s, holds in enumerate(right) if holds}
        avoid = {s for s, holds in enumerate(left) if not holds} - goal
        q = exact_values.fixpoint(self.rows, goal, avoid, None)

        def share(s, bit, t, c):
            if s in goal or s in avoid:
                return q[t] if c else 1 - q[t]
            if c != bit:
                return 0
            return q[t] / q[s] if bit else (1 - q[t]) / (1 - q[s])

        return self.split(q, share)

    def combine(self, act, *keys):
        return self.keep(map(act, *(self.marks[k] for k in keys)))


def without_derived(path):
    """G, W, R, F as U."""
    op = path[0]
    if op == "F":
        return ("U", path[1], ("true",), path[2])
    if op == "G":
        return ("not", ("U", path[1], ("true",), ("not", path[2])))
    if op == "R":
        return ("not", ("U", path[1], ("not", path[2]), ("not", path[3])))
    if op == "W":
        return ("not", ("U", path[1], ("and", path[2], ("not", path[3])),
                        ("and", ("not", path[2]), ("not", path[3]))))
    return path


def unrolled(bound, f, g):
    """A bounded until by X."""
    low, high = bound[:2]
    if high is not None and (high < low or high < 0):
        return ("false",)
    if low == 0 and high is None:
        return ("U", None, f, g)
    rest = (max(low - 1, 0), None if high is None else high - 1)
    later = ("and", f, ("X", None, unrolled(rest, f, g))) if high != 0 else ("false",)
    return later if low > 0 else ("or", g, later)


LOGIC = {"not": lambda a: not a, "and": lambda a, b: a and b, "or": lambda a, b: a or b,
         "=>": lambda a, b: not a or b, "<=>": lambda a, b: a == b}

def is_path(f):
    return f[0] in PATHS or (f[0] in LOGIC and any(map(is_path, f[1:])))


# Rewards until a co-safe formula is satisfied


def progress(f, letter):
    """What must be satisfied after this state: alternatives, each a set of formulas that all have
    to be. letter(f): the truth of a state formula."""
    def conjunction(a, b):
        return least({p | q for p in a for q in b})

    if not is_path(f):
        return {frozenset()} if letter(f) else set()
    if f[0] == "and":
        return conjunction(progress(f[1], letter), progress(f[2], letter))
    if f[0] == "or":
        return least(progress(f[1], letter) | progress(f[2], letter))
    if f[0] == "X":
        return {frozenset([f[2]])}
    if f[0] == "F":
        f = ("U", None, ("true",), f[2])
    if f[0] != "U" or f[1]:
        raise ValueError(f[0])
    wait = conjunction(progress(f[2], letter), {frozenset([f])})
    return least(progress(f[3], letter) | wait)


def least(alternatives):
    return {a for a in alternatives if not any(b < a for b in alternatives)}


def co_safe_reward(chain, path, holds):
    """Rewards until the formula is satisfied, from each state."""
    names, rows, reward = {}, [], []

    def place(s, need):
        """The state of the product where s is read next; 0: satisfied."""
        after = set()
        for of in need:
            alternatives = {frozenset()}
            for f in of:
                more = progress(f, lambda g: s in holds(g))
                alternatives = least({p | q for p in alternatives for q in more})
            after |= alternatives
        after = frozenset(least(after))
        key = "done" if frozenset() in after else (s, after)
        if key not in names:
            names[key] = len(names)
            rows.append(None)
            reward.append(Fraction(0) if key == "done" else chain.both[s])
            rows[names[key]] = {names[key]: Fraction(1)}
            if key != "done":
                row = {}
                for t, p in chain.rows[s].items():
                    to = place(t, after)
                    row[to] = row.get(to, 0) + p
                rows[names[key]] = row
        return names[key]

    starts = [place(s, frozenset([frozenset([path])])) for s in range(chain.n)]
    if "done" not in names:
        return [None] * chain.n
    x = exact_values.fixpoint(rows, {names["done"]}, set(), reward)
    return [x[k] for k in starts]
