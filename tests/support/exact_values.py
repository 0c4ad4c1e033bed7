"""Values of small Markov chains in fractions, by Gaussian elimination. Tests compare proofs with
them, so nothing here is shared with python/ or with Warpmark.

A chain is a list of rows {state: Fraction}. In a DTMC a row sums to 1."""

from fractions import Fraction


def solve(matrix, right):
    """x with matrix x = right. The matrix has an inverse."""
    n = len(matrix)
    rows = [list(row) + [b] for row, b in zip(matrix, right)]
    for k in range(n):
        pivot = next(i for i in range(k, n) if rows[i][k] != 0)
        rows[k], rows[pivot] = rows[pivot], rows[k]
        for i in range(n):
            if i != k and rows[i][k] != 0:
                share = rows[i][k] / rows[k][k]
                rows[i] = [a - share * b for a, b in zip(rows[i], rows[k])]
    return [rows[k][n] / rows[k][k] for k in range(n)]


def reach_of(rows):
    """For each state, all that can be reached from it, itself too."""
    reached = [{i} | {j for j, p in row.items() if p > 0} for i, row in enumerate(rows)]
    for _ in rows:
        reached = [set().union(*(reached[j] for j in of)) for of in reached]
    return reached


def fixpoint(rows, goal, avoid, reward):
    """x of every state: probabilities to reach the goal, or rewards until then (None: infinite)."""
    n = len(rows)
    blocked = set() if reward else avoid - goal
    cut = [{} if i in goal | blocked else row for i, row in enumerate(rows)]
    reached = reach_of(cut)
    can = {i for i in range(n) if reached[i] & goal and i not in blocked}
    sure = {i for i in range(n) if reached[i] <= can}
    x = [Fraction(int(i in sure)) if not reward else None for i in range(n)]
    for i in goal if reward else ():
        x[i] = Fraction(0)
    todo = sorted((sure if reward else can - sure) - goal)
    matrix, right = [], []
    for i in todo:
        leave = sum(p for j, p in rows[i].items() if j != i)
        matrix.append([leave if j == i else -rows[i].get(j, 0) for j in todo])
        known = sum(p * x[j] for j, p in rows[i].items() if j not in todo and j != i)
        right.append(known + (reward[i] if reward else 0))
    for i, value in zip(todo, solve(matrix, right)):
        x[i] = value
    return x


def stationary(rows, states):
    matrix = [[rows[j].get(i, Fraction(0)) if j != i else
               -sum(p for k, p in rows[i].items() if k != i) for j in states] for i in states]
    matrix[0] = [Fraction(1)] * len(states)
    return solve(matrix, [Fraction(1)] + [Fraction(0)] * (len(states) - 1))


def long_run(rows, start, reward):
    reached, value = reach_of(rows), Fraction(0)
    classes = {frozenset(of) for i, of in enumerate(reached) if all(reached[j] == of for j in of)}
    for states in map(sorted, classes):
        odds = fixpoint(rows, set(states), set(), None)[start]
        shares = stationary(rows, states) if len(states) > 1 else [Fraction(1)]
        value += odds * sum(p * reward[i] for p, i in zip(shares, states))
    return value


def step(rows, stays, still, x):
    return [x[i] if i in still else stays[i] * x[i] +
            sum(p * x[j] for j, p in row.items() if j != i) for i, row in enumerate(rows)]


def after_steps(rows, still, x, steps):
    stays = [row.get(i, Fraction(0)) for i, row in enumerate(rows)]
    for _ in range(steps):
        x = step(rows, stays, still, x)
    return x


def at_time(rows, still, x, time):
    """Of a CTMC: x at the time, from below and from above, to 1e-40 of the largest."""
    exits = [sum(p for j, p in row.items() if j != i) for i, row in enumerate(rows)]
    speed = max([exits[i] for i in range(len(rows)) if i not in still] or [0]) or Fraction(1)
    jumps = [{j: p / speed for j, p in row.items()} for row in rows]
    stays = [1 - e / speed for e in exits]
    mean, weight, total, k = speed * time, Fraction(1), Fraction(0), 0
    sums = [Fraction(0)] * len(rows)
    while k <= 2 * mean or weight > total / 10**42:
        sums = [a + weight * b for a, b in zip(sums, x)]
        total, k = total + weight, k + 1
        weight = weight * mean / k
        x = step(jumps, stays, still, x)
    rest, most = 2 * weight, max(x)
    return [s / (total + rest) for s in sums], [(s + rest * most) / total for s in sums]
