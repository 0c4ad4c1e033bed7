#!/usr/bin/env python3
"""Checks a proof that `warpmark certify SOURCE -o x.proof.h5` wrote, without code of Warpmark.

    python3 check_proof.py model.tra:type=dtmc,goal=done x.proof.h5

The chain or MDP is read from the model's file (chain_files.py), and the vectors from the proof. All
computations with these vectors use fractions, so nothing is rounded. docs/proofs.md has the
theorems, docs/formats.md the keys behind the colon; prop=P=?[...] can replace them.

A proof has one of two meanings. `stored`: each number in the file of the model is the double that
is nearest to it, and probabilities are divided by the sum of their state. `model`: it is any number
that rounds to this double, and the probabilities of a state sum to 1. So a number is an interval
here, (low, high); a stored one has equal ends.

Exit code 0: all that the proof claims is proven. 2: it is not. 1: something cannot be read."""
import math
import re
import sys
from fractions import Fraction
import h5py
from chain_files import ONE, ZERO, NotProven, add, found, read_chain, times, total

# The question
LABEL, BOUND, REWARD = r'(!?"?\w+"?)', r"([\d.e+-]+)", r'R(?:\{"([^"]+)"\})?=\?'
FORMS = {  # what PRISM writes, and the keys that its parts are
    rf"P=\?\[\s*F\s*(?:<={BOUND})?\s*{LABEL}\s*\]": ("bound", "goal"),
    rf"P=\?\[\s*{LABEL}\s+U\s*(?:<={BOUND})?\s*{LABEL}\s*\]": ("pass", "bound", "goal"),
    rf"S=\?\[\s*{LABEL}\s*\]": ("steady",),
    rf"{REWARD}\[\s*F\s*{LABEL}\s*\]": ("reward", "goal"),
    rf"{REWARD}\[\s*I={BOUND}\s*\]": ("reward", "bound"),
    rf"{REWARD}\[\s*S\s*\]": ("reward",),
    rf"{REWARD}\[\s*Cdiscount={BOUND}\s*\]": ("reward", "discount"),
}
QUESTIONS = ("goal", "avoid goal", "bound goal", "avoid bound goal", "goal reward", "bound reward",
             "discount reward", "reward", "steady")

def asked(text):
    """Returns the keys of a source, also those that its property in PRISM's notation stands for."""
    text, _, prop = text.partition("prop=")
    parts = [part.split("=", 1) for part in text.split(",") if part]
    best = re.match(r'[PSR](?:\{"[^"]+"\})?(min|max)=', prop.strip())
    if best:
        prop, parts = prop.replace(best[1] + "=", "=", 1), parts + [["best", best[1]]]
    asks_reward = prop.strip().startswith("R")
    if prop and not asks_reward:  # the file of rewards is not used
        parts = [part for part in parts if part[0] != "reward"]
    for form, names in FORMS.items():
        match = re.fullmatch(form, prop.strip())
        if match:
            parts, prop = parts + [part for part in zip(names, match.groups()) if part[1]], ""
    keys = {key: value.replace('"', "") for key, value in parts}
    if "pass" in keys:
        keys["avoid"] = ("!" + keys.pop("pass")).replace("!!", "")
    if asks_reward:
        keys.setdefault("reward", "")  # the first one
    asks = {"bound" if key in ("steps", "time") else key for key in keys}
    asks -= {"type", "filter", "best"}
    if prop or len(keys) < len(parts) or " ".join(sorted(asks)) not in QUESTIONS:
        raise ValueError(f"the question '{text}{prop}' cannot be read")
    return keys

# Graphs

def flood(start, near):
    """Returns all states that can be reached from start by steps from a state to near(state)."""
    seen, todo = set(start), list(start)
    while todo:
        new = [j for j in near(todo.pop()) if j not in seen]
        seen.update(new)
        todo += new
    return seen

def closed_classes(chain):
    left, classes = set(range(chain.n)), []
    while left:
        state = min(left)
        while True:  # move to a state that cannot reach this one, until there is none
            inside = flood([state], lambda i: chain.row[i])
            away = inside - flood([state], lambda j: [i for i in chain.before[j] if i in inside])
            if not away: break
            state = away.pop()
        classes.append(sorted(inside))
        left -= flood(inside, lambda j: chain.before[j])
    return classes

def class_odds(chain, classes, start):
    """Bounds the probability of each class. Eliminates states (Gauss) with the low ends of rates;
    results are quotients of sums of products of as many rates as states (matrix-tree theorem)."""
    home = {i: -1 - c for c, states in enumerate(classes) for i in states}
    reached = flood([start], lambda i: chain.row[i])
    hit, inner = {home[i] for i in reached if i in home}, [i for i in reached if i not in home]
    if len(hit) == 1:
        return [ONE if -1 - c in hit else ZERO for c in range(len(classes))]
    if len(inner) > 300:
        raise ValueError("over 300 states lead to several closed classes: too many to eliminate")
    slack = max(high / low for i in inner for _, (low, high) in chain.leaving(i)) ** len(inner)
    flow = {i: {} for i in inner}
    for i in inner:
        for j, (low, _) in chain.leaving(i):
            flow[i][home.get(j, j)] = flow[i].get(home.get(j, j), 0) + low
    for k in [i for i in inner if i != start] + [start]:
        out = {j: rate for j, rate in flow.pop(k).items() if j != k}
        share = {j: rate / sum(out.values()) for j, rate in out.items()}
        for row in flow.values():
            rate = row.pop(k, 0)
            for j in share if rate else ():
                row[j] = row.get(j, 0) + rate * share[j]
    odds = [share.get(-1 - c, 0) for c in range(len(classes))]
    return [(p / slack, min(p * slack, Fraction(1))) for p in odds]

# Theorems about vectors

def bounds(states, isolated, terms, b, x, v):
    """Theorems 1 to 3: the z with total(terms(i, z)) = b[i] lies in [x - below v, x + above v]."""
    below = above = Fraction(0)
    for i in states:
        drift, (low, high) = total(terms(i, v))[0], total(terms(i, x))
        short, long = max(b[i][1] - low, 0), max(high - b[i][0], 0)
        if v[i] < 0 or (drift <= 0 and not (i in isolated and short == long == 0)):
            return None
        if drift > 0:
            above, below = max(above, short / drift), max(below, long / drift)
    return below, above

def relative(off, least):
    return 0 if off == 0 else off / least if least > 0 else math.inf

def all_earned(chain, keys):
    if "reward" not in keys:
        return None
    states, moves = chain.reward[keys["reward"]]
    return [add(states[i], moves[r]) for r, i in enumerate(chain.owner)]

def filtered(chain, keys, ends):
    low, high = zip(*(ends[i] for i in sorted(chain.label["init"])))
    if len(low) > 1 and "filter" not in keys:
        raise ValueError("several states are initial, and there is no filter=")
    pick = {"max": max, "min": min, "avg": lambda of: sum(of) / len(of)}[keys.get("filter", "max")]
    return pick(low), pick(high)

def goal_and_undecided(chain, keys):
    goal, every = chain.holding(keys["goal"]), set(range(chain.n))
    through = every - chain.holding(keys["avoid"]) if "avoid" in keys else every
    can = flood(goal, lambda j: [i for i in chain.before[j] if i in through])
    may_miss = flood(every - can, lambda j: [i for i in chain.before[j] if i in through - goal])
    return goal, can, may_miss

def eliminated(chain, known, earned):
    """Theorem 17: the ends of each state's number, by elimination of those that are not known."""
    left = {i for i in range(chain.n) if i not in known}
    share, rate, paid, out, order = Fraction(0), {}, {}, {}, []
    for i in left:
        row = [(p, j) for j, p in chain.leaving(i)] + ([(earned[i], i)] if earned else [])
        share = max([share] + [(high - low) / (high + low) for (low, high), _ in row if high])
        middle = [(Fraction(low + high) / 2, j) for (low, high), j in row]
        paid[i], rate[i] = middle.pop()[0] if earned else Fraction(0), {}
        for p, j in middle:
            rate[i][j] = rate[i].get(j, 0) + p
        paid[i] += sum(p * known[j] for j, p in rate[i].items() if j in known)
    before = {k: {i for i in left if k in rate[i]} for k in left}
    while left:
        k = min(left, key=lambda i: len(rate[i]) * len(before[i]))
        left.remove(k)
        order.append(k)
        rate[k].pop(k, None)
        out[k] = sum(rate[k].values())
        if out[k] == 0:
            raise NotProven("a state never ends")
        for i in before[k] & left:
            passed = rate[i].pop(k) / out[k]
            paid[i] += passed * paid[k]
            for j, p in rate[k].items():
                rate[i][j] = rate[i].get(j, 0) + passed * p
                before.get(j, set()).add(i)
    x = dict(known)
    for k in reversed(order):
        later = [j for j in rate[k] if j not in known]
        x[k] = (paid[k] + sum(rate[k][j] * x[j] for j in later)) / out[k]
    factor = ((1 + share) / (1 - share)) ** len(order)
    return [(x[i],) * 2 if i in known else (x[i] / factor, x[i] * factor) for i in range(chain.n)]

def reachability(chain, keys, proof, model):
    goal, can, may_miss = goal_and_undecided(chain, keys)
    earned = all_earned(chain, keys)
    if earned:
        known = {i: 0 if i in goal else math.inf for i in goal | may_miss}
    else:
        known = {i: int(i in can) for i in range(chain.n) if i not in can or i not in may_miss}
    def terms(i, x):
        if i in known:
            return [(ONE, x[i])]
        return [(p, x[i] - x[j]) for j, p in chain.leaving(i)]
    b = [(ONE if known[i] == 1 else ZERO) if i in known else earned[i] if earned else ZERO
         for i in range(chain.n)]
    low, high, error = 0, math.inf if earned else 1, None  # whatever the vectors are
    for x, v in (proof["x"], proof["v"]), (proof.get("y"), proof.get("u")):
        below, above = x and v and bounds(range(chain.n), known, terms, b, x, v) or (None, None)
        if below is None: continue
        ends = [(known[i],) * 2 if i in known else (x[i] - below * v[i], x[i] + above * v[i])
                for i in range(chain.n)]
        value, most = filtered(chain, keys, ends), max(below, above)
        low, high = max(low, value[0]), min(high, value[1])
        if error is None:
            error = relative(most * max(v), max(abs(x[i]) - most * v[i] for i in range(chain.n)))
    if proof.get("v") == proof["x"] and any(proof["x"]) and chain.n - len(known) <= 1024:
        ends = eliminated(chain, known, earned)
        value = filtered(chain, keys, ends)
        low, high = max(low, value[0]), min(high, value[1])
        off = max(max(x - a, b - x) for x, (a, b) in zip(proof["x"], ends) if a < math.inf)
        most = relative(off, max(a for a, _ in ends if a < math.inf))
        error = most if error is None else min(error, most)
    if error is None:
        raise NotProven("the weights v prove nothing")
    return low, high, error

def decisions(chain, keys, proof, model):
    """Theorems 10 to 13: rows and ranks prove that low and high are bounds of the values."""
    goal, largest, rewards = chain.holding(keys["goal"]), keys["best"] == "max", "reward" in keys
    stated = goal | (chain.holding(keys["avoid"]) if "avoid" in keys else set())
    earned, inf = all_earned(chain, keys) or [ZERO] * len(chain.row), math.inf
    worth = [int(i in goal and not rewards) for i in range(chain.n)]
    low, high = proof["low"], proof["high"]
    rank = [0 if i in stated else r for i, r in enumerate(proof["rank"])]
    def holds(i, r, x, above):  # x_i against the payment of the row and what it leads to
        if any(x[j] == inf for j in chain.row[r]):
            return not above
        ends = total((p, x[i] - x[j]) for j, p in chain.leaving(r))
        return ends[0] >= earned[r][1] if above else ends[1] <= earned[r][0]
    def descends(i, r):
        return any(rank[j] < rank[i] for j in chain.row[r])
    def never_ends(i, r):
        to = {rank[j] for j in chain.row[r] if low[j] == inf}
        return any(k < rank[i] for k in to) or (
            to == {rank[i]} and all(low[j] == inf for j in chain.row[r]))
    def is_above(i, r):
        return holds(i, r, high, True) and (not rewards or descends(i, r))
    def is_below(i, r):
        if low[i] == inf:
            return rewards and never_ends(i, r)
        return holds(i, r, low, False) and (rewards or descends(i, r))
    def proven(i, x, above, one):
        if i in stated or (x[i] == inf if above else x[i] <= 0):
            return i not in stated or (x[i] >= worth[i] if above else x[i] <= worth[i])
        every = all if above == largest else any
        return x[i] >= 0 and every(one(i, r) for r in chain.rows(i))
    above = all(proven(i, high, True, is_above) for i in range(chain.n))
    below = all(proven(i, low, False, is_below) for i in range(chain.n))
    if not above and not below:
        raise NotProven("low and high prove nothing")
    most = inf if rewards else 1  # whatever the vectors are
    ends = [(max(low[i], 0) if below else 0, min(high[i], most) if above else most)
            for i in range(chain.n)]
    finite = [(a, b) for a, b in ends if a < inf]
    off = max([b - a for a, b in finite] or [0])
    size = max([a for a, _ in finite] or [0])
    return *filtered(chain, keys, ends), inf if off == inf else relative(off / 2, size)

def averages(chain, keys, proof, model):
    """Theorem 16: bounds on the averages of an MDP in the long run, by biases w and ranks."""
    largest = keys["best"] == "max"
    holds = chain.holding(keys["steady"]) if "steady" in keys else ()
    earned = all_earned(chain, keys) or [ONE if i in holds else ZERO for i in chain.owner]
    if not {"high", "w", "rank", "level"} <= set(proof) or math.inf in proof["w"]:
        raise NotProven("vectors are missing, or not finite")
    def proven(x, rank, above, i, r):
        sign = 1 if above else -1
        if min(sign * end for end in total((p, x[i] - x[j]) for j, p in chain.leaving(r))) < 0:
            return False
        if any(rank[j] < rank[i] for j in chain.row[r]):
            return True
        ends = total((p, proof["w"][i] - proof["w"][j]) for j, p in chain.leaving(r))
        paid = earned[r][above]
        return all(rank[j] == rank[i] for j in chain.row[r]) and (
            sign * (x[i] + ends[not above] - paid) >= 0)
    def side(x, above):
        if math.inf in x or -math.inf in x:
            return False
        every, rank = (all, "level") if above == largest else (any, "rank")
        return all(every(proven(x, proof[rank], above, i, r) for r in chain.rows(i))
                   for i in range(chain.n))
    above, below = side(proof["high"], True), side(proof["low"], False)
    if not above and not below:
        raise NotProven("low, high and w prove nothing")
    least, most = min(e[0] for e in earned), max(e[1] for e in earned)
    if not above or not below:  # what holds of every average
        least, most = 0, 1 if "steady" in keys else math.inf
    ends = [(max(proof["low"][i], least) if below else least,
             min(proof["high"][i], most) if above else most) for i in range(chain.n)]
    off, size = max(b - a for a, b in ends), max(a for a, _ in ends)
    return *filtered(chain, keys, ends), math.inf if off == math.inf else relative(off / 2, size)

def average(chain, states, earned, x, v, w, y, u):
    """Theorems 4 to 6: bounds on the average reward of a closed class, and on the error of x."""
    def flow(i, x):  # E_i x_i - sum_j R(j,i) x_j
        return [(r, x[i]) for _, r in chain.leaving(i)] + [
            (chain.row[j][i], -x[j]) for j in chain.before[i] if j != i and j in x]
    pinned, mass = min(states, key=v.get), sum(x.values())
    drift = min(total((r, v[i] - v[j]) for j, r in chain.leaving(i))[0]
                for i in states if i != pinned)
    if drift <= 0 or v[pinned] < 0 or mass <= 0:
        raise NotProven("v is no time to a state")
    distance = 2 * sum(max(map(abs, total(flow(i, x)))) * v[i] for i in states) / drift / mass
    least, most = min(earned[i][0] for i in states), max(earned[i][1] for i in states)
    mean, off = total((earned[i], x[i] / mass) for i in states), distance * (most - least) / 2
    low, high = max(least, mean[0] - off), min(most, mean[1] + off)
    if w:
        each = [add(earned[i], total((r, w[j] - w[i]) for j, r in chain.leaving(i)))
                for i in states]
        low, high = max(low, min(e[0] for e in each)), min(high, max(e[1] for e in each))
    b = {i: ONE if i == pinned else ZERO for i in states}
    found = y and u and bounds(
        states, [pinned], lambda i, x: [(ONE, x[i])] if i == pinned else flow(i, x), b, y, u)
    if found:
        ends = {i: (max(y[i] - found[0] * u[i], 0), y[i] + found[1] * u[i]) for i in states}
        mass = total((ends[i], 1) for i in states)
        part = total((times(ends[i], earned[i]), 1) for i in states)
        if mass[0] > 0:
            low, high = max(low, part[0] / mass[1]), min(high, part[1] / mass[0])
    return (low, high), distance

def long_run(chain, keys, proof, model):
    holds = chain.holding(keys["steady"]) if "steady" in keys else ()
    earned = all_earned(chain, keys) or [ONE if i in holds else ZERO for i in range(chain.n)]
    classes, init = closed_classes(chain), sorted(chain.label["init"])
    if len(classes) > 1 < len(init):
        raise ValueError("several initial states, several classes")
    value, error = ZERO, 0
    kept = [(p, of) for p, of in zip(class_odds(chain, classes, init[0]), classes) if p[1] > 0]
    at = {i: k for k, i in enumerate(sorted(i for _, of in kept if len(of) > 1 for i in of))}
    if len(at) != len(proof["x"]):
        raise NotProven(f"the proof is not about {len(at)} states")
    for p, states in kept:
        part = [{i: proof[k][at[i]] for i in states} if len(states) > 1 and k in proof else None
                for k in "xvwyu"]
        mean, off = average(chain, states, earned, *part) if part[0] else (earned[states[0]], 0)
        value, error = add(value, times(p, mean)), max(error, off)
    least, most = zip(*(earned[i] for _, of in kept for i in of))  # the value is a mean of these
    return max(value[0], min(least)), min(value[1], max(most)), error

def mean_of(x, rows, side):  # relative to the least, so that a mean of equal numbers is exact
    least = [min(x[j] for j, _ in row) for row in rows]
    return [a + side * (side * sum(p * (x[j] - a) for j, p in row) >> 256)
            for a, row in zip(least, rows)]

def bounded(chain, keys, proof, model):
    """Theorem 7, in multiples of `unit`, rounded down and up. A CTMC has jumps at rate `speed`; in
    an MDP the best choice of each state counts."""
    if model:
        raise NotProven("bounded properties are proven for stored numbers only")
    every, ctmc, one = range(chain.n), chain.kind == "ctmc", 1 << 256
    goal, can, _ = goal_and_undecided(chain, keys) if "goal" in keys else (set(), set(every), 0)
    still = goal | set(every) - can
    start = [int(i in goal) for i in every] if goal else [0] * chain.n
    if "reward" in keys:
        start = [a[0] for a in chain.reward[keys["reward"]][0]]
    exits = [sum(r[0] for _, r in chain.leaving(i)) for i in range(len(chain.row))]
    speed = max([exits[i] for i in every if i not in still] + [0]) or 1 if ctmc else 1
    stays = [1 - exits[k] / speed if ctmc else chain.row[k].get(i, ZERO)[0]
             for k, i in enumerate(chain.owner)]
    rows = [[(i, 1)] if i in still else [(i, stays[k])] * (stays[k] > 0) +
            [(j, r[0] / speed) for j, r in chain.leaving(k)] for k, i in enumerate(chain.owner)]
    def best(x):  # of the rows of each state
        pick = min if keys.get("best") == "min" else max
        return [pick(x[k] for k in chain.rows(i)) for i in every]
    down = [[(j, math.floor(p * one)) for j, p in row] for row in rows]
    up = [[(j, math.ceil(p * one)) for j, p in row] for row in rows]
    unit = Fraction(2) ** (math.frexp(max(start) or 1)[1] - 256)
    low, high = [math.floor(x / unit) for x in start], [math.ceil(x / unit) for x in start]
    mean = speed * Fraction(float(keys["time"])) if ctmc else 0
    steps = None if ctmc else int(keys["steps"])
    if not 0 <= (steps or 2 * mean) * sum(map(len, rows)) <= 3e7:
        raise ValueError("too many steps to check")
    weight, sums, part, k = (one, one), (0, 0), ([0] * chain.n, [0] * chain.n), 0
    while k != steps and not (ctmc and k > 2 * mean and weight[1] << 200 < sums[0]):
        part = ([a + weight[0] * x for a, x in zip(part[0], low)],
                [a + weight[1] * x for a, x in zip(part[1], high)])
        sums, k = add(sums, weight), k + 1
        weight = math.floor(weight[0] * mean / k), math.ceil(weight[1] * mean / k)
        low, high = best(mean_of(low, down, 1)), best(mean_of(high, up, -1))
    if ctmc:  # each weight that is left out is less than half of the previous one
        low = [Fraction(x, sums[1] + 2 * weight[1]) for x in part[0]]
        high = [Fraction(x + 2 * weight[1] * one, sums[0]) for x in part[1]]
    ends = [(start[i],) * 2 if i in still or not (steps or mean) else
            (low[i] * unit, min(high[i] * unit, max(start))) for i in every]
    off = max(max(x - a, b - x) for x, (a, b) in zip(proof["x"], ends))
    return *filtered(chain, keys, ends), relative(off, max(a for a, _ in ends))

def end_by_discount(chain, keys, model):
    """Each step ends with the probability 1 - discount: sums until then are discounted sums."""
    by, end = Fraction(float(keys["discount"])), chain.n
    if model or not 0 <= by < 1:
        raise NotProven("a discount is a double below 1, and no number of a model")
    chain.row = [{j: (p[0] * by, p[1] * by) for j, p in row.items() if by} | {end: (1 - by,) * 2}
                 for row in chain.row] + [{end: ONE}]
    states, moves = chain.reward[keys["reward"]]
    chain.reward[keys["reward"]] = states + [ZERO], moves + [ZERO]
    chain.n, keys["goal"] = end + 1, "end"
    chain.first, chain.owner = chain.first + [len(chain.row)], chain.owner + [end]
    chain.label["end"], chain.before = {end}, [[] for _ in range(chain.n)]
    for r, i in enumerate(chain.owner):
        for j in chain.row[r]:
            chain.before[j].append(i)

def outward(x, side):
    double = float(x)
    return math.nextafter(double, side * math.inf) if side * double < side * x else double

def open_source(source, model):
    """Returns the chain or MDP of a source, and the keys that say what is asked."""
    name = source
    while not found(name) and ":" in name:
        name = name.rpartition(":")[0]
    keys = asked(source[len(name) + 1:])
    chain = read_chain(name, keys, model)
    if keys.get("reward") == "":
        keys["reward"] = next(iter(chain.reward))
    if "bound" in keys:
        keys["time" if chain.kind == "ctmc" else "steps"] = keys["bound"]
    if "discount" in keys:
        end_by_discount(chain, keys, model)
    return chain, keys

def check(source, path):
    """Returns what is proven (the ends of the value, the error of x) and the proof's attributes."""
    with h5py.File(path) as file:
        said = {key: a.tolist() for key, a in file.attrs.items()}
        proof = {key: [x if x == math.inf else Fraction(x) for x in file[key][:].tolist()]
                 for key in file}
    said = {key: a.decode() if isinstance(a, bytes) else a for key, a in said.items()}
    if said.get("schema") != "warpmark-proof":
        raise ValueError(f"{path} is not a proof")
    chain, keys = open_source(source, said["meaning"] == "model")
    mdp = chain.kind == "mdp"
    if mdp and "best" not in keys:
        raise ValueError("of an MDP, the question has to say min or max")
    by = (averages if mdp else long_run) if "goal" not in keys else (
        decisions if mdp else reachability)
    by = bounded if {"steps", "time"} & set(keys) else by
    kind = {bounded: "bounded", reachability: "fixpoint", long_run: "steady"}.get(by)
    kind, vector = "optimum" if mdp else kind, "low" if by in (decisions, averages) else "x"
    if said["kind"] != kind or vector not in proof or (
            kind != "steady" and len(proof[vector]) != chain.n):
        raise NotProven("the proof is about something else")
    return by(chain, keys, proof, said["meaning"] == "model"), said

def main(source, path):
    (low, high, error), said = check(source, path)
    print("proven   the value is from", outward(low, -1), "to", outward(high, 1))
    print("claimed  from", said["value_low"], "to", said["value_high"])
    print("answer   off by at most", outward(error, 1), "- claimed", said["error_bound"])
    if low < said["value_low"] or said["value_high"] < high or not error <= said["error_bound"]:
        raise NotProven("the claim is narrower than what follows from its vectors")
    print("verdict  all that the proof claims is proven; meaning:", said["meaning"])

if __name__ == "__main__":
    try:
        if len(sys.argv) != 3:
            raise ValueError("say: check_proof.py MODEL:KEYS PROOF")
        main(*sys.argv[1:])
    except NotProven as why:
        print("verdict  not proven:", why)
        sys.exit(2)
    except (ValueError, LookupError, OSError, TypeError, ArithmeticError) as why:
        print(f"check_proof: {type(why).__name__}: {why}", file=sys.stderr)
        sys.exit(1)
