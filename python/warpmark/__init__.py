"""Results files of Warpmark as tables, and runs that make them (docs/results.md#python).

    import warpmark
    results = warpmark.run({"name": "density", "variants": ["{jacobi,bicgstab}/msr/f64/seq"],
        "problems": warpmark.grid("random_dd", n=2000, density=[0.001, 0.01, 0.1], seed=[1, 2, 3])})
    results = warpmark.read("results.h5")
    results.cases.groupby(["density", "method"])["median"].median()

Tables are pandas' where it is installed, else dictionaries of columns. Units are in
table.attrs["units"]. What is missing is NA or NaN, without pandas None or NaN.
"""
from .results import Results, read
from .run import RunError, grid, lua, run

__all__ = ["read", "run", "grid", "lua", "Results", "RunError"]
