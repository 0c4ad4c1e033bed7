"""Systems A x = b of form `system` (docs/engines.md), in numpy."""
import numpy

SWEEPS, ROUNDS = 20, 5


class System:
    """A system A x = b: `original` (starts, columns, values). For long runs, the same with a pinned
    row in each class: `pinned`, `rhs`, `start`. `aim`: the largest allowed |b - A x|."""

    def __init__(self, m):
        read = lambda key, kind: numpy.fromfile(m[key], kind)
        self.n, self.m = m["rows"], m
        # Use 32 bits if they are enough, because some libraries accept nothing else.
        self.starts = read("row_starts", "u8").astype("i4" if m["entries"] < 2 ** 31 else "i8")
        self.columns, self.values = read("columns", "i4"), read("values", "f8")
        self.b, self.x0 = read("b", "f8"), read("x0", "f8")
        self.row = numpy.repeat(numpy.arange(self.n), numpy.diff(self.starts))
        self.diagonal = self.values[self.row == self.columns]
        self.steady = m["kind"] == "steady"
        self.of = read("class_of", "u4") if "class_of" in m else numpy.zeros(self.n, "i4")
        self.scale = m["scale"] if m["criterion"] == "relative" else None
        self.aim = m["epsilon"] * (self.scale or 1)
        self.pinned = self.original = self.starts, self.columns, self.values
        self.rhs, self.start = self.b, self.x0
        if self.steady:
            self.pin()

    def times(self, x):
        """Returns A x; no row may be empty."""
        return numpy.add.reduceat(self.values * x[self.columns], self.starts[:-1])

    def sizes(self, x):
        """Returns the divisor of each row's residual, which is a size of its class, as in the check
        of answers: the largest A_ii x_i over `scale`; absolute: the sum, at most 1."""
        sizes = numpy.zeros(self.of.max() + 1)
        if self.scale:
            numpy.maximum.at(sizes, self.of, abs(self.diagonal * x) / self.scale)
        else:
            sizes = numpy.minimum(1, numpy.bincount(self.of, weights=abs(x)))
        return sizes[self.of]

    def with_masses(self, x):
        """Returns x, scaled so that each class has the same mass as in x0."""
        masses = [numpy.bincount(self.of, weights=v) for v in (self.x0, x)]
        return x * (masses[0] / masses[1])[self.of]

    def pin(self):
        """Pins the largest row of each class after some sweeps of JOR, at about its value."""
        x = self.x0
        for _ in range(SWEEPS):
            x = x - 0.9 * self.times(x) / self.diagonal
        x = self.with_masses(x)
        order = numpy.lexsort((x, self.of))
        pins = order[numpy.append(numpy.diff(self.of[order]) != 0, True)]
        if not (x[pins] > 0).all():
            raise ValueError("no state of a class has a positive value after some sweeps")
        # Scale several classes to similar sizes, because one residual is tested for all of them.
        share = 1 / self.sizes(x) if self.of.any() else numpy.ones_like(x)
        self.start = numpy.zeros_like(x)
        self.start[pins] = x[pins]
        self.rhs = self.start * self.diagonal * share
        keep = ~numpy.isin(self.row, pins) | (self.row == self.columns)
        counts = numpy.bincount(self.row[keep], minlength=self.n)
        starts = numpy.append(0, numpy.cumsum(counts)).astype(self.starts.dtype)
        self.pinned = starts, self.columns[keep], (self.values * share[self.row])[keep]

    def residual(self, x):
        """Returns the largest |b - A x|; for a long run, divided by the size of the row's class."""
        left = abs(self.b - self.times(x))
        return (left / self.sizes(x) if self.steady else left).max()

    def solve(self, iterate):
        """Solves the pinned system with iterate(aim, most, x), which returns x and a reply with the
        number of its iterations. Repeats this with a smaller aim while the residual of the
        original system is too large."""
        aim, x, done = self.aim, self.start, 0
        for _ in range(ROUNDS):
            x, reply = iterate(aim, self.m["max_iterations"] - done, x)
            done += reply["iterations"]
            left = self.residual(x)
            if reply["outcome"] != "converged" or not self.steady or left <= self.aim:
                break
            aim *= 0.5 * self.aim / left
        return x, {**reply, "iterations": done}
