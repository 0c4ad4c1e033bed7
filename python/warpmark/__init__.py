"""Results files of Warpmark as tables of pandas (docs/results.md).

    import warpmark
    results = warpmark.read("results.h5")
    results.samples.groupby(["problem", "variant"]).host.median()

Columns have the names, units and order of the file; units are in table.attrs["units"]. What is
missing is NA or NaN. Nothing is written, no code of the file is run, and no link to another file is
followed.
"""
from functools import cached_property

import h5py
import numpy
import pandas

__all__ = ["read", "Results"]


def _column(data):
    """Returns a dataset as a column: words for enumerations, NA for the fill value of integers."""
    values = data[()]
    words = h5py.check_enum_dtype(data.dtype)
    if words is not None:
        names = {number: name for name, number in words.items()}
        values = [names.get(number, str(number)) for number in values.tolist()]
        truth = {*names.values()} == {"FALSE", "TRUE"}
        return [value == "TRUE" for value in values] if truth else values
    if h5py.check_string_dtype(data.dtype) is not None:
        return [text.decode("utf-8", "replace") for text in values.tolist()]
    if "_FillValue" in data.attrs and values.dtype.kind in "iu":
        return pandas.arrays.IntegerArray(values, values == data.attrs["_FillValue"])
    return values


def _own(group, name):
    """Returns the group's object of this name; None: there is none, or its data are elsewhere."""
    if not isinstance(group.get(name, getlink=True), h5py.HardLink):
        return None
    found = group[name]
    elsewhere = isinstance(found, h5py.Dataset) and (found.external or found.is_virtual)
    return None if elsewhere else found


def _mark_disturbed(samples):
    """Adds the column `disturbed`, by the rule in docs/measuring.md."""
    unknown = pandas.Series(pandas.NA, index=samples.index, dtype="Int64")
    reasons = samples.get("throttle", unknown)
    slowed = reasons.fillna(0).astype("int64") & (8 | 32 | 64 | 128) != 0
    lost = samples.get("without_core", unknown.astype("Float64"))
    taken = (lost > 0) & (lost >= 0.1 * samples.host)
    disturbed = (slowed | taken).astype("boolean").mask(lost.isna() & ~slowed)
    return samples.assign(disturbed=disturbed.array)


class Results:
    """One results file. The tables are read when they are first asked for."""

    def __init__(self, path):
        self.path = path
        with h5py.File(path, "r") as file:
            meta = _own(file, "meta")
            schema = meta.attrs.get("schema", b"") if meta is not None else b""
        if schema not in (b"warpmark-results", "warpmark-results"):
            raise ValueError(f"{path}: this is no results file of Warpmark")

    def _table(self, group, names=None):
        """The datasets of a group that have one entry a row. names: what to call a column."""
        columns, units = {}, {}
        with h5py.File(self.path, "r") as file:
            datasets = _own(file, group)
            if not isinstance(datasets, h5py.Group):
                raise ValueError(f"{self.path}: /{group} is missing")
            data = {name: _own(datasets, name) for name in datasets}
            data = {name: one for name, one in data.items() if isinstance(one, h5py.Dataset)}
            rows = max((one.shape[0] for one in data.values() if one.ndim == 1), default=0)
            for name, one in data.items():
                if one.shape != (rows,):
                    continue
                name = (names or {}).get(name, name)
                columns[name] = _column(one)
                if "units" in one.attrs:
                    units[name] = numpy.bytes_(one.attrs["units"]).decode()
        table = pandas.DataFrame(columns)
        table.attrs["units"] = units
        return table

    def _join(self, left, by, right):
        """Each row of left with the row of right whose number is in its column `by`."""
        units = {**right.attrs["units"], **left.attrs["units"]}
        right = right[[name for name in right.columns if name not in left.columns]]
        joined = left.join(right, on=by)
        joined.attrs["units"] = units
        return joined

    @cached_property
    def problems(self):
        """A row a problem; `problem` is its label."""
        return self._table("problems", {"label": "problem"})

    @cached_property
    def variants(self):
        """A row a variant; `variant` is its name."""
        return self._table("variants", {"name": "variant"})

    @cached_property
    def cases(self):
        """A row for each case and process: how it ended, its answer and summary, with the problem
        and the variant."""
        runs, summary = self._table("runs", {"layout": "layout_time"}), self._table("summary")
        units = {**summary.attrs["units"], **runs.attrs["units"]}
        runs = runs.join(summary)
        runs.attrs["units"] = units
        rows = self._join(runs, "case", self._table("cases", {"problem": "problem_row",
                                                              "variant": "variant_row"}))
        rows = self._join(rows, "problem_row", self.problems)
        return self._join(rows, "variant_row", self.variants)

    @cached_property
    def samples(self):
        """A row for each timed solve, with the columns of its case. `disturbed`: whether other
        programs took its cores, or its GPU was slowed down; NA where unknown."""
        samples, cases = self._table("samples"), self.cases
        run = numpy.zeros(len(samples), dtype=int)
        for row, (first, count) in enumerate(zip(cases.sample_offset, cases.sample_count)):
            run[int(first):int(first) + int(count)] = row
        return self._join(_mark_disturbed(samples).assign(run=run), "run", cases)


def read(path):
    """The results file at path. Errors: OSError where it cannot be read; ValueError where it is
    another file."""
    return Results(path)
