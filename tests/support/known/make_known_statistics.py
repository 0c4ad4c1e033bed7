#!/usr/bin/env python3
"""Writes known_statistics.h: what SciPy and numpy make of some samples, for test_stats and
test_resample.

Needs SciPy 1.10 or later (Debian: python3-scipy); run from the project's root after a change here,
then clang-format. SciPy has no block bootstrap of two levels, nor 1.10 the Benjamini-Hochberg
procedure: both are written out here from their definitions, apart from the program's.
"""

import numpy
import scipy
from scipy import stats

RANDOM = numpy.random.default_rng(20120330)
RESAMPLES = 100000


def numbers(values):
    return "{" + ", ".join(repr(float(v)) for v in values) + "}"


def counts(values):
    return "{" + ", ".join(str(int(v)) for v in values) + "}"


def rank_tests():
    draws = [
        (RANDOM.normal(0, 1, 5), RANDOM.normal(1, 1, 5)),
        (RANDOM.normal(0, 1, 3), RANDOM.normal(0, 1, 8)),
        (RANDOM.normal(3, 1, 4), RANDOM.normal(0, 1, 4)),
        (RANDOM.normal(0, 1, 20), RANDOM.normal(0.7, 2, 20)),
        (RANDOM.normal(0, 1, 1), RANDOM.normal(0, 1, 1)),
        (RANDOM.normal(0, 1, 30), RANDOM.normal(0.4, 1, 45)),
        (RANDOM.integers(0, 6, 12), RANDOM.integers(1, 8, 9)),
        (RANDOM.integers(0, 3, 40), RANDOM.integers(0, 3, 40)),
        ([1, 1, 1], [1, 1]),
    ]
    for x, y in draws:
        tied = len(set(x) | set(y)) < len(x) + len(y)
        method = "exact" if not tied and len(x) * len(y) <= 400 else "asymptotic"
        tail = {
            side: stats.mannwhitneyu(x, y, alternative=side, method=method)
            for side in ("greater", "less")
        }
        p = [
            1 if numpy.isnan(tail[side].pvalue) else tail[side].pvalue
            for side in ("greater", "less")
        ]
        u = tail["greater"].statistic
        yield f"{{{len(x)}, {len(y)}, {numbers(x)}, {numbers(y)}, {u!r}, {p[0]!r}, {p[1]!r}}}"


def least_rates(p):
    """For each p-value the least rate q at which it is rejected: p(k) <= k q / m for the largest
    such k."""
    m = len(p)
    ascending = sorted(p)
    rates = sorted(ascending[k] * m / (k + 1) for k in range(m))

    def rejected(value, q):
        passing = [k for k in range(m) if ascending[k] <= (k + 1) * q / m * (1 + 1e-15)]
        return bool(passing) and value <= ascending[passing[-1]]

    return [min(1.0, next(q for q in rates if rejected(value, q))) for value in p]


def discoveries():
    for p in (
        [0.01],
        [0.04, 0.01, 0.03, 0.005],
        [0.5, 0.5, 0.9, 1],
        RANDOM.uniform(0, 1, 10) ** 4,
        [0.2, 0.2, 1e-9],
    ):
        yield f"{{{len(p)}, {numbers(p)}, {numbers(least_rates(list(p)))}}}"


def resampled_medians(processes):
    """processes: lists of blocks (arrays). Medians of RESAMPLES draws of processes, and of blocks
    within each."""
    medians = numpy.empty(RESAMPLES)
    for r in range(RESAMPLES):
        values = []
        for p in RANDOM.integers(0, len(processes), len(processes)):
            blocks = processes[p]
            values += [blocks[b] for b in RANDOM.integers(0, len(blocks), len(blocks))]
        medians[r] = numpy.median(numpy.concatenate(values))
    return medians


def one_set(shape, spread, level):
    """shape: for each process the sizes of its blocks. Processes, blocks and samples vary alike."""
    return [
        [
            level * numpy.exp(at + spread * (RANDOM.normal() + RANDOM.normal(0, 1, size)))
            for size in sizes
        ]
        for sizes in shape
        for at in [spread * RANDOM.normal()]
    ]


def describe(processes):
    blocks = [b for p in processes for b in p]
    values = numpy.concatenate(blocks)
    ends = numpy.cumsum([0] + [len(b) for b in blocks])
    firsts = numpy.cumsum([0] + [len(p) for p in processes])
    sizes = f"{len(values)}, {len(blocks)}, {len(processes)}"
    return f"{sizes}, {numbers(values)}, {counts(ends)}, {counts(firsts)}"


def ratios():
    shapes = [
        ([[1] * 15], [[1] * 20]),
        ([[3] * 10], [[2, 5, 3, 1, 4, 3, 3, 2, 2, 6, 1]]),
        ([[2] * 6, [3] * 5, [1] * 7], [[4] * 5, [2] * 8]),
    ]
    for before, after in shapes:
        base, new = one_set(before, 0.02, 1e-3), one_set(after, 0.03, 1.05e-3)
        flat = [numpy.concatenate([b for p in s for b in p]) for s in (base, new)]
        if all(len(s) == 1 and set(s[0]) == {1} for s in (before, after)):
            low, high = stats.bootstrap(
                (flat[1], flat[0]),
                lambda x, y, axis=-1: numpy.median(x, axis=axis) / numpy.median(y, axis=axis),
                n_resamples=RESAMPLES,
                method="percentile",
                paired=False,
                vectorized=True,
                random_state=RANDOM,
            ).confidence_interval
        else:
            low, high = numpy.quantile(
                resampled_medians(new) / resampled_medians(base), [0.025, 0.975]
            )
        ratio = numpy.median(flat[1]) / numpy.median(flat[0])
        interval = f"{float(ratio)!r}, {float(low)!r}, {float(high)!r}"
        yield f"{{{{{describe(base)}}}, {{{describe(new)}}}, {interval}}}"


def intervals():
    for values in (
        RANDOM.normal(10, 1, 24),
        RANDOM.lognormal(0, 1, 51),
        RANDOM.lognormal(0, 0.3, 10),
    ):
        low, high = stats.bootstrap(
            (values,), numpy.median, n_resamples=RESAMPLES, method="percentile", random_state=RANDOM
        ).confidence_interval
        yield f"{{{len(values)}, {numbers(values)}, {float(low)!r}, {float(high)!r}}}"


def table(name, fields, rows):
    body = ",\n    ".join(rows)
    return f"static const struct {{\n    {fields}\n}} {name}[] = {{\n    {body},\n}};\n"


POOL = """struct known_pool {
    size_t count, nblocks, nprocesses;
    double value[64];
    size_t block[64], process[8];
};
"""

with open("tests/support/known/known_statistics.h", "w") as out:
    print(
        "/* Made by tests/support/known/make_known_statistics.py "
        f"with SciPy {scipy.__version__} and numpy {numpy.__version__}. */\n"
        "#ifndef WARPMARK_TESTS_KNOWN_STATISTICS_H\n#define WARPMARK_TESTS_KNOWN_STATISTICS_H\n\n"
        "#include <stddef.h>\n",
        file=out,
    )
    print(
        table(
            "known_rank_tests",
            "size_t nx, ny;\n    double x[64], y[64], u, greater, less;",
            rank_tests(),
        ),
        file=out,
    )
    print(
        table(
            "known_discoveries", "size_t count;\n    double p[16], least_rate[16];", discoveries()
        ),
        file=out,
    )
    print(POOL, file=out)
    print(
        table(
            "known_ratios", "struct known_pool base, fresh;\n    double ratio, low, high;", ratios()
        ),
        file=out,
    )
    print(
        table("known_intervals", "size_t count;\n    double values[64], low, high;", intervals()),
        file=out,
    )
    print("#endif", file=out)
