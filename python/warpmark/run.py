"""Runs of the program `warpmark` on a script."""
import math
import os
import pathlib
import shutil
import subprocess
import tempfile

from .results import Results

_PARTIAL = (0, 2, 130)  # exit codes that leave a results file: fine, a case failed, interrupted


class RunError(RuntimeError):
    """The program wrote no results; the text is what it said."""


class lua(str):
    """An expression of Lua within a dict, such as warpmark.lua('wm.logspace(1e-3, 1, 5)')."""


def _value(value):
    """A value of Python as Lua writes it."""
    if isinstance(value, lua):
        return str(value)
    if isinstance(value, (str, os.PathLike)):
        text = os.fspath(value)
        return '"' + "".join(c if c.isprintable() and c not in '"\\' else
                             "".join(f"\\{byte:03}" for byte in c.encode()) for c in text) + '"'
    if value is None or isinstance(value, bool):
        return {None: "nil", True: "true", False: "false"}[value]
    if isinstance(value, dict):
        pairs = (f"[{_value(key)}] = {_value(one)}" for key, one in value.items())
        return "{" + ", ".join(pairs) + "}"
    if hasattr(value, "tolist"):  # of numpy and pandas
        return _value(value.tolist())
    if isinstance(value, int):
        return str(value)
    if isinstance(value, float):
        return repr(value) if math.isfinite(value) else f"({(value > 0) - (value < 0)}/0)"
    if hasattr(value, "__iter__"):
        return "{" + ", ".join(map(_value, value)) + "}"
    raise TypeError(f"{type(value).__name__}: a script has no such value")


def grid(generator, **parameters):
    """A problem for each combination of the parameters that are lists (wm.grid)."""
    axes = [name for name, value in parameters.items()
            if name != "order" and not isinstance(value, (str, int, float))]
    return lua("wm.grid" + _value({1: generator, "order": axes, **parameters}))


def _problems(value):
    """Problems of a dict: a grid stands for all of its problems."""
    return [value] if isinstance(value, (str, dict)) else value


def _script(experiment):
    """The text of a script that a dict stands for."""
    if not isinstance(experiment, dict):
        return experiment
    table = {"name": "experiment", **experiment, "problems": _problems(experiment["problems"])}
    return f'local wm = require "warpmark"\nreturn wm.experiment {_value(table)}\n'


def _start(command, show):
    """Starts the program and waits until it ends, also after an interrupt, which it gets, too."""
    with subprocess.Popen(command, stderr=None if show else subprocess.PIPE, text=True,
                          stdout=subprocess.DEVNULL) as process:
        try:
            said = process.communicate()[1]
        except KeyboardInterrupt:
            process.communicate()
            raise
    return process.returncode, said


def run(experiment, output=None, *, quick=False, arguments=(), program=None, progress=False,
        **options):
    """Measures an experiment and returns its results.

    experiment: a path to a script (pathlib.Path, or a text that ends in .lua), the text of a
    script, or a dict with the keys of wm.experiment. output: the results file; None: one that is
    removed with the results. quick: with --quick. arguments: more options of `warpmark run`.
    progress: stderr shows the run. options: options of the script, and settings, as
    max_time="1s".

    program: default is the environment's WARPMARK, else `warpmark` of PATH. results.exit_code is 2
    where a case failed. Errors: RunError with what the program said; FileNotFoundError without
    the program.
    """
    program = program or os.environ.get("WARPMARK") or shutil.which("warpmark")
    if not program:
        raise FileNotFoundError("warpmark is not on PATH: install it, or set WARPMARK")
    folder = tempfile.TemporaryDirectory(prefix="warpmark-")
    script = experiment
    if isinstance(experiment, dict) or not os.fspath(experiment).endswith(".lua"):
        script = pathlib.Path(folder.name, "experiment.lua")
        script.write_text(_script(experiment))
    path = output or os.path.join(folder.name, "results.h5")
    command = [program, "run", script, "-o", path, *["--quick"] * quick, *arguments]
    command += [f"{name}={value}" for name, value in options.items()]
    code, said = _start(list(map(os.fspath, command)), progress)
    if code not in _PARTIAL or not os.path.exists(path):
        raise RunError((said or f"exit {code}").strip())
    results = Results(path)
    results.folder, results.exit_code, results.said = folder, code, said
    return results
