"""Columns by name, with their units: what tables are until somebody asks for one."""
import numpy

try:
    import pandas
except ImportError:
    pandas = None


class Columns(dict):
    """A table without pandas: lists or arrays by name, all of one length."""

    def __init__(self, columns=(), units=(), rows=0):
        super().__init__(columns)
        self.attrs, self.rows = {"units": dict(units)}, rows

    def __getattr__(self, name):
        try:
            return self[name]
        except KeyError:
            raise AttributeError(name) from None


def masked(values, missing):
    """Whole numbers or truths of which some are missing."""
    if pandas:
        kind = pandas.arrays.BooleanArray if values.dtype == bool else pandas.arrays.IntegerArray
        return kind(values, missing)
    return [None if gone else value for value, gone in zip(values.tolist(), missing.tolist())]


def pick(column, rows):
    """The entries of these rows, in this order."""
    rows = numpy.asarray(rows, dtype=int)
    return [column[row] for row in rows] if isinstance(column, list) else column[rows]


def join(left, by, right, before=""):
    """Each row of left with the row of right whose number is in left's column `by`. Of two columns
    of one name left's counts; right's stands behind it as `before` + name, or is left out."""
    joined = Columns(left, left.attrs["units"], left.rows)
    for name, column in right.items():
        ours = before + name if name in joined else name
        if ours in joined:
            continue
        joined[ours] = pick(column, left[by])
        if name in right.attrs["units"]:
            joined.attrs["units"][ours] = right.attrs["units"][name]
    return joined


def rename(table, names):
    """The same columns, some by other names."""
    units = {names.get(name, name): unit for name, unit in table.attrs["units"].items()}
    return Columns({names.get(name, name): column for name, column in table.items()}, units,
                   table.rows)


def shown(table):
    """A table for the user."""
    if not pandas:
        return table
    frame = pandas.DataFrame(dict(table), index=range(table.rows))
    frame.attrs["units"] = table.attrs["units"]
    return frame
