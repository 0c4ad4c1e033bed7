"""One results file as tables. Nothing is written, no code of the file is run, and no link to
another file is followed."""
from functools import cached_property

try:
    import h5py
    import numpy
except ImportError as missing:
    raise ImportError(f"the module warpmark needs {missing.name}: apt-get install python3-h5py, "
                      "or pip install h5py") from missing

from .tables import Columns, join, masked, pick, rename, shown


def _column(data):
    """Returns a dataset as a column: words for enumerations, NA for the fill value of integers."""
    values = data[()]
    words = h5py.check_enum_dtype(data.dtype)
    if words is not None:
        names = {number: name for name, number in words.items()}
        values = [names.get(number, str(number)) for number in values.tolist()]
        truth = {*names.values()} == {"FALSE", "TRUE"}
        return numpy.array([value == "TRUE" for value in values], bool) if truth else values
    if h5py.check_string_dtype(data.dtype) is not None:
        return [text.decode("utf-8", "replace") for text in values.tolist()]
    if "_FillValue" in data.attrs and values.dtype.kind in "iu":
        return masked(values, values == data.attrs["_FillValue"])
    return values


def _own(group, name):
    """Returns the group's object of this name; None: there is none, or its data are elsewhere."""
    if not isinstance(group.get(name, getlink=True), h5py.HardLink):
        return None
    found = group[name]
    elsewhere = isinstance(found, h5py.Dataset) and (found.external or found.is_virtual)
    return None if elsewhere else found


def _known(samples, name):
    """A column of samples as floats, NaN where it is missing or the file has none."""
    if name not in samples:
        return numpy.full(samples.rows, numpy.nan)
    missing = numpy.nan
    column = samples[name]
    if hasattr(column, "to_numpy"):
        return column.to_numpy(dtype=float, na_value=missing)
    return numpy.array([missing if value is None else value for value in column], dtype=float)


def _disturbed(samples):
    """The column `disturbed`, by the rule in docs/measuring.md."""
    reasons = numpy.nan_to_num(_known(samples, "throttle")).astype(int)
    slowed = reasons & (8 | 32 | 64 | 128) != 0
    lost = _known(samples, "without_core")
    taken = (lost > 0) & (lost >= 0.1 * samples["host"])
    return masked(slowed | taken, numpy.isnan(lost) & ~slowed)


class Results:
    """One results file. The tables are read when they are first asked for."""

    def __init__(self, path):
        self.path = path
        with h5py.File(path, "r") as file:
            meta = _own(file, "meta")
            schema = meta.attrs.get("schema", b"") if meta is not None else b""
        if schema not in (b"warpmark-results", "warpmark-results"):
            raise ValueError(f"{path}: this is no results file of Warpmark")

    def _table(self, group, **names):
        """The datasets of a group that have one entry a row. names: what to call a column."""
        with h5py.File(self.path, "r") as file:
            datasets = _own(file, group)
            if not isinstance(datasets, h5py.Group):
                raise ValueError(f"{self.path}: /{group} is missing")
            data = {name: _own(datasets, name) for name in datasets}
            data = {name: one for name, one in data.items() if isinstance(one, h5py.Dataset)}
            rows = max((one.shape[0] for one in data.values() if one.ndim == 1), default=0)
            data = {name: one for name, one in data.items() if one.shape == (rows,)}
            units = {name: numpy.bytes_(one.attrs["units"]).decode()
                     for name, one in data.items() if "units" in one.attrs}
            table = Columns({name: _column(one) for name, one in data.items()}, units, rows)
        return rename(table, names)

    def _with_axes(self, table, rows):
        """The axes of each row's problem stand first; a column of an axis's name is `measured_`."""
        with h5py.File(self.path, "r") as file:
            has_axes = isinstance(_own(_own(file, "problems"), "axes"), h5py.Group)
        axes = self._table("problems/axes") if has_axes else Columns()
        table = rename(table, {name: "measured_" + name for name in axes})
        columns = {name: pick(column, rows) for name, column in axes.items()}
        return Columns({**columns, **table}, {**table.attrs["units"], **axes.attrs["units"]},
                       table.rows)

    def _variants(self):
        return self._table("variants", name="variant")

    def _problems(self):
        return self._table("problems", label="problem")

    @cached_property
    def _cases(self):
        runs, summary = self._table("runs", layout="layout_time"), self._table("summary")
        rows = Columns({**runs, **summary}, {**runs.attrs["units"], **summary.attrs["units"]},
                       runs.rows)
        rows = join(rows, "case", self._table("cases", problem="problem_row",
                                              variant="variant_row"))
        return join(join(rows, "problem_row", self._problems()), "variant_row", self._variants())

    @cached_property
    def problems(self):
        """A row a problem; `problem` is its label, and each axis is a column."""
        problems = self._problems()
        return shown(self._with_axes(problems, numpy.arange(problems.rows)))

    @cached_property
    def variants(self):
        """A row a variant; `variant` is its name, `order` how its rows are numbered."""
        return shown(self._variants())

    @cached_property
    def cases(self):
        """A row for each case and process: how it ended, its answer and summary, with the problem,
        its axes and the variant."""
        cases = self._cases
        return shown(self._with_axes(cases, cases["problem_row"]))

    @cached_property
    def samples(self):
        """A row for each timed solve, with the columns of its case. `position`: number among all
        samples of the file. `disturbed`: whether other programs took its cores, or its GPU was
        slowed down; missing where unknown."""
        cases = self._cases
        samples = self._table("samples", order="position", iterations="iterations_in_sample")
        samples["run"] = numpy.zeros(samples.rows, dtype=int)
        for row, (first, count) in enumerate(zip(cases["sample_offset"], cases["sample_count"])):
            samples["run"][int(first):int(first) + int(count)] = row
        samples["disturbed"] = _disturbed(samples)
        samples = join(samples, "run", cases, "case_")
        return shown(self._with_axes(samples, samples["problem_row"]))

    def _plain(group):
        return cached_property(lambda self: shown(self._table(group)))

    crossovers = _plain("crossovers")  # a row for each search: where two variants change places
    claims = _plain("claims")          # a row for each claim, with its verdict
    machine = _plain("machine")        # name and value of each fact about the machine
    build = _plain("meta/build")       # the same about the program
    settings = _plain("meta/settings") # when to stop iterating, and how to measure: one row
    meta = _plain("meta")              # name, script, command, commit: one row


def read(path):
    """The results file at path. Errors: OSError where it cannot be read; ValueError where it is
    another file."""
    return Results(path)
