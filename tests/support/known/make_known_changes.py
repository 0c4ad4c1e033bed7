#!/usr/bin/env python3
"""Writes known_changes.h: series with what other programs find in them.
To be run by hand, from the project's root:

    python3 -m venv v
    v/bin/pip install scipy signal-processing-algorithms pymannkendall
    cd tests/support/known && ../../../v/bin/python make_known_changes.py >known_changes.h
    clang-format -i known_changes.h

Energy distances and Theil-Sen lines are SciPy's, Mann and Kendall's test is pymannkendall's, and
change points are compared with signal-processing-algorithms (MongoDB). The exact p-value of a
split counts all permutations.
"""

import itertools
import sys

import numpy as np
import pymannkendall
import scipy
from scipy import stats
from signal_processing_algorithms.energy_statistics.energy_statistics import e_divisive


def clearest(values):
    """E-divisive's split of a segment, by trying all.

    (statistic, first value behind it, end of what is compared)."""
    best = (0.0, 0, 0)
    for t in range(2, len(values) - 1):
        for end in range(t + 2, len(values) + 1):
            m, n = t, end - t
            statistic = m * n / (m + n) * stats.energy_distance(values[:t], values[t:end]) ** 2
            best = max(best, (statistic, t, end))
    return best


def exact_p(values):
    observed = clearest(values)[0]
    clear = [
        clearest(order)[0] >= observed * (1 - 1e-9) for order in itertools.permutations(values)
    ]
    return sum(clear) / len(clear)


def divisive(values, level=0.01, permutations=199):
    """E-divisive, written down as in the paper, with numpy's random numbers."""
    rng, bounds = np.random.default_rng(1), [0, len(values)]

    def best(series):
        splits = [(clearest(series[a:b]), a) for a, b in itertools.pairwise(bounds)]
        (statistic, at, _), start = max(splits)
        return statistic, start + at

    while True:
        statistic, at = best(values)
        clear = 1
        for _ in range(permutations):
            shuffled = np.concatenate(
                [rng.permutation(values[a:b]) for a, b in itertools.pairwise(bounds)]
            )
            clear += best(shuffled)[0] >= statistic * (1 - 1e-9)
        if clear / (permutations + 1) > level:
            return bounds[1:-1]
        bounds = sorted(bounds + [at])


def change_points(name, values):
    """What divisive() finds; the other program, which compares with all values behind a split, must
    agree where no bump hides from it."""
    found = divisive(values)
    np.random.seed(1)
    other = sorted(e_divisive(values, pvalue=0.01, permutations=499))
    print(f"{name}: {found}, signal-processing-algorithms: {other}", file=sys.stderr)
    assert found == other or name in ("a bump", "a slope")
    return found


def series():
    rng = np.random.default_rng(20261121)
    noise = lambda n, sigma: rng.normal(0, sigma, n)
    step = np.concatenate([np.full(20, -7.0), np.full(16, -6.9)]) + noise(36, 0.02)
    steps = np.concatenate([np.full(15, 1.0), np.full(12, 2.0), np.full(18, 0.5)]) + noise(45, 0.2)
    return {
        "eight values": np.round(noise(8, 1), 3),
        "eight values with a step": np.round(np.repeat([0.0, 4.0], 4) + noise(8, 0.3), 3),
        "noise": np.round(noise(40, 0.02), 5),
        "a step": np.round(step, 5),
        "two steps": np.round(steps, 4),
        "a bump": np.round(np.repeat([0.0, 0.5, 0.0], [14, 6, 16]) + noise(36, 0.1), 4),
        "the last four": np.round(
            np.concatenate([np.zeros(30), np.full(4, 0.3)]) + noise(34, 0.03), 4
        ),
        "a slope": np.round(0.004 * np.arange(25) + noise(25, 0.02), 4),
        "ties": np.round(noise(30, 1.2)),
        "all the same but one": np.concatenate([np.zeros(11), [1.0]]),
    }


def row(numbers):
    return "{" + ", ".join(repr(float(x)) for x in numbers) + "}"


print(
    "/* Made by tests/support/known/make_known_changes.py with SciPy",
    scipy.__version__,
    "and numpy",
    np.__version__ + ". */",
)
print("#ifndef WARPMARK_TESTS_KNOWN_CHANGES_H\n#define WARPMARK_TESTS_KNOWN_CHANGES_H\n")
print("#include <math.h>\n#include <stddef.h>\n")
print("""struct known_series {
    const char *name;
    size_t count;
    double value[48];
    double statistic;  /* of the clearest split */
    size_t at, end;    /* of that */
    double exact_p; /* of the clearest split, NAN where not counted */
    size_t nchanges, change[4];
    double slope, intercept, s, trend_p;
};
""")
print("static const struct known_series known_series[] = {")
for name, values in series().items():
    line = stats.theilslopes(values, method="joint")
    kendall = pymannkendall.original_test(values)
    statistic, at, end = clearest(values)
    changes = [] if len(values) == 8 else change_points(name, values)
    p = repr(exact_p(values)) if len(values) == 8 else "NAN"
    print(
        f'{{.name = "{name}", .count = {len(values)}, .value = {row(values)}, '
        f".statistic = {statistic!r}, "
        f".at = {at}, .end = {end}, .exact_p = {p}, .nchanges = {len(changes)}, "
        f".change = {{{', '.join(map(str, changes)) or 0}}}, .slope = {float(line[0])!r}, "
        f".intercept = {float(line[1])!r}, .s = {float(kendall.s)!r}, "
        f".trend_p = {float(kendall.p)!r}}},"
    )
print("};\n\n#endif")
