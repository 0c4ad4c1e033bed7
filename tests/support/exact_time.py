"""What holds in a small CTMC at a time, and what is earned by then, between two fractions that are
within 1e-60 of each other."""

import math
from fractions import Fraction

SCALE = 2**256


def up(value):
    return Fraction(-(-value.numerator * SCALE // value.denominator), SCALE)


def down(value):
    return Fraction(value.numerator * SCALE // value.denominator, SCALE)


def poisson(mean):
    """Weights mean^k / k! without those that count for nothing, and the sum of all: a pair."""
    weights, weight, k = [], Fraction(1), 0
    while k <= 2 * mean or weight > Fraction(1, 10**70):
        weights.append(weight)
        k += 1
        weight = up(weight * mean / k)
    total = sum(weights)
    # What is rounded up in one weight, by 1/SCALE at most, grows by less than e^mean in the others.
    return weights, down(total - k * Fraction(3)**math.ceil(mean) / SCALE), up(total + 2 * weight)


def stepped(chain, still, speed, x, rounding):
    out = []
    for i, row in enumerate(chain.rows):
        away = [(p / speed, x[j]) for j, p in row.items() if j != i]
        value = (1 - sum(p for p, _ in away)) * x[i] + sum(p * v for p, v in away)
        out.append(x[i] if i in still else rounding(value))
    return out


def speed_of(chain):
    return max(sum(p for j, p in row.items() if j != i)
               for i, row in enumerate(chain.rows)) or Fraction(1)


def at_time(chain, still, lows, highs, time):
    """What x is expected to be at the time; states of `still` are not left. Pairs."""
    speed = speed_of(chain)
    weights, least, most = poisson(speed * time)
    rest, bounds = most - sum(weights), []
    for x, rounding in (list(lows), down), (list(highs), up):
        sums, largest = [Fraction(0)] * chain.n, max(highs)
        for weight in weights:
            sums = [rounding(a + weight * b) for a, b in zip(sums, x)]
            x = stepped(chain, still, speed, x, rounding)
        bounds.append(sums if rounding is down else [s + rest * largest for s in sums])
    slack = most - least  # weights were rounded up
    return [(max(down((low - slack * max(highs)) / most), Fraction(0)), up(high / least))
            for low, high in zip(*bounds)]


def earned_by(chain, earns, time):
    """What is earned until a time, earns a unit of time in each state. Pairs."""
    speed = speed_of(chain)
    weights, least, most = poisson(speed * time)
    slack, largest = most - least, max(earns) or Fraction(1)
    later, tails = Fraction(0), []
    for weight in reversed(weights):  # tails[k]: the weights of more than k jumps
        tails.append(later)
        later += weight
    bounds = []
    for rounding in down, up:
        x, sums = list(earns), [Fraction(0)] * chain.n
        for tail in reversed(tails):
            sums = [rounding(a + tail * b) for a, b in zip(sums, x)]
            x = stepped(chain, set(), speed, x, rounding)
        bounds.append(sums)
    spread = 2 * slack * (len(weights) + 2) * largest
    return [(max((low - spread) / most / speed, Fraction(0)), (high + spread) / least / speed)
            for low, high in zip(*bounds)]
