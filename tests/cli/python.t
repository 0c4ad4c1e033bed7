The module of python/ reads what `warpmark table` prints.

  $ python=${WARPMARK_PYTHON:-python3}; $python -c 'import h5py, pandas' 2>/dev/null || { echo h5py and pandas are missing; exit 80; }
  $ cat >p.lua <<end
  > local wm = require "warpmark"
  > return wm.experiment {
  >     name = "p",
  >     problems = { "tandem:c=3", "identity:n=4" },
  >     variants = { "{jacobi,power}/msr/{f32,f64}/seq" },
  >     expect = { "unsupported" }, measure = { max_time = "10s" },
  > }
  > end
  $ $WARPMARK run p.lua -o p.h5 2>/dev/null
  $ for t in cases samples; do $WARPMARK table p.h5 $t --format csv >$t.csv; done
  $ cat >read.py <<end
  > import pandas, warpmark
  > results = warpmark.read("p.h5")
  > for name, pairs in {
  >     "cases": {"problem": "problem", "variant": "variant", "status": "status", "solve_s": "median", "iterations": "iterations",
  >               "value": "value", "layout": "layout", "n": "n", "peak_memory_B": "peak_memory",
  >               "cpu_energy_J": "cpu_energy", "energy_time_s": "energy_time"},
  >     "samples": {"problem": "problem", "variant": "variant", "host_s": "host", "started_s": "started", "layout": "layout",
  >                 "position": "position", "order": "order", "iterations": "iterations"},
  > }.items():
  >     table, csv = getattr(results, name), pandas.read_csv(name + ".csv", engine="python")
  >     for theirs, ours in pairs.items():
  >         if theirs not in csv: print("no column", theirs); continue
  >         text = csv[theirs].dtype.kind not in "fiu"
  >         a, b = (list(map(str, one)) if text else one.astype(float).to_numpy() for one in (csv[theirs], table[ours]))
  >         same = a == b if text else ((a == b) | ((a != a) & (b != b))).all()
  >         if not same or len(csv) != len(table) or not len(csv): print(name, theirs, "differs", a, b)
  > print(results.samples.attrs["units"]["host"], len(results.problems), len(results.variants), sorted(set(results.cases.status)))
  > disturbed = pandas.read_csv("samples.csv").disturbed
  > print(set(disturbed) <= {"yes", "no"}, list(disturbed == "yes") == list(results.samples.disturbed))
  > end
  $ export PYTHONPATH=$ROOT/python; $python read.py
  s 2 4 ['ok', 'unsupported']
  True True

Axes are columns, of problems and of all that belongs to them, as in CSV. A dictionary makes the run.
No column of the file gets lost, and pandas is no must.

  $ cat >axes.py <<end
  > import csv, io, h5py, subprocess, os, warpmark
  > results = warpmark.run({
  >     "problems": [warpmark.grid("random_dd", n=30, density=[0.1, 0.5], seed=[1, 2]), "tandem:c=3",
  >                  {"source": "identity:n=4", "n": 4, "order": 'a "b" \\\\'}],
  >     "variants": ["jacobi/msr+{native,bfs}/f64/seq"], "measure": {"max_time": "10ms", "max_samples": 2},
  >     "claims": [{"id": "a", "text": "true", "test": warpmark.lua("function(r) return true, 'yes' end")}],
  > }, "axes.h5", seed=3)
  > def text(value): return "" if value is None or value != value else f"{value:g}" if isinstance(value, float) else str(value)
  > for name in "density", "seed", "n", "order", "measured_n": print(name, *map(text, results.problems[name]), sep="|")
  > for name in "cases", "samples":
  >     printed = subprocess.check_output([os.environ["WARPMARK"], "table", "axes.h5", name, "--format", "csv"], text=True)
  >     rows, table = list(csv.DictReader(io.StringIO(printed))), getattr(results, name)
  >     for column in "density", "seed", "n", "order", "problem", "measured_n", "measured_order", "method":
  >         if column not in rows[0]: continue
  >         theirs, ours = [row[column] for row in rows], [text(value) for value in table[column]]
  >         if theirs != ours: print(name, column, theirs, ours)
  >     print(name, sum(row.get("disturbed") != "yes" for row in rows), sorted(set(rows[0]) & {"density", "seed", "n", "order"}))
  > seen = set(results.samples)
  > with h5py.File("axes.h5") as file:
  >     for group in "problems", "problems/axes", "variants", "cases", "runs", "summary", "samples":
  >         for name in set(file[group]) - {"axes"}:
  >             names = {"label": "problem"} if group == "problems" else {"name": "variant"} if group == "variants" else {}
  >             names |= {"cases": {"problem": "problem_row", "variant": "variant_row"}, "runs": {"layout": "layout_time", "started": "case_started"},
  >                       "samples": {"order": "position", "iterations": "iterations_in_sample"}}.get(group, {})
  >             name = names.get(name, name)
  >             if group != "problems/axes" and name in file["problems/axes"]: name = "measured_" + name
  >             if name not in seen: print(group, name, "is missing")
  > print(list(results.claims["verdict"]), list(results.meta["name"]), list(results.machine["name"])[0], len(results.crossovers["id"]),
  >       results.exit_code, "epsilon" in results.settings, "compiler" in list(results.build["name"]), results.samples.attrs["units"]["host"])
  > end
  $ $python axes.py >with; cat with; rm axes.h5
  density|0.1|0.1|0.5|0.5||
  seed|1|2|1|2||
  n||||||4
  order||||||a "b" \
  measured_n|30|30|30|30|28|4
  cases 12 ['density', 'n', 'order', 'seed']
  samples 24 ['density', 'n', 'order', 'seed']
  ['holds'] ['experiment'] key 0 0 True True s
  $ sed "1s/.*/import sys; sys.modules['pandas'] = None\\n&/" axes.py >plain.py; $python plain.py | diff - with

A script is a path or a text; what fails says what the program says.

  $ cat >runs.py <<end
  > import pathlib, warpmark
  > for script in "p.lua", pathlib.Path("p.lua"), open("p.lua").read():
  >     results = warpmark.run(script, quick=True, max_time="10ms", arguments=["--variants", "jacobi/msr/f64/seq"])
  >     print(list(results.cases.variant), pathlib.Path(results.path).exists())
  >     folder = results.folder.name
  >     del results
  >     print(pathlib.Path(folder).exists())
  > def fails(*arguments, **named):
  >     try: warpmark.run(*arguments, **named)
  >     except Exception as error: print(type(error).__name__, str(error).split("/")[-1])
  > fails({"problems": ["tandem:d=3"], "variants": ["jacobi/msr/f64/seq"]})
  > fails({"problems": [{"source": object()}], "variants": []})
  > fails("p.lua", max_tme="1s")
  > fails("p.lua", program="/none/warpmark")
  > print(warpmark.run({"problems": ["tandem:c=3"], "variants": ["null[fault=abort]/msr/f64/seq"]}).exit_code)
  > end
  $ $python runs.py
  ['jacobi/msr/f64/seq', 'jacobi/msr/f64/seq'] True
  False
  ['jacobi/msr/f64/seq', 'jacobi/msr/f64/seq'] True
  False
  ['jacobi/msr/f64/seq', 'jacobi/msr/f64/seq'] True
  False
  RunError experiment.lua:2: tandem: unknown parameter 'd', did you mean 'c'?
  TypeError object: a script has no such value
  RunError warpmark: p.lua:2: max_tme=1s on the command line: unknown option 'max_tme', did you mean 'max_time'?
  FileNotFoundError warpmark'
  2

It installs with pip, without a network where its build tool is there.

  $ cp -R $ROOT/python source; $python -c 'import pip, setuptools' 2>/dev/null || echo noise: no pip and setuptools
  $ ! $python -c 'import pip, setuptools' 2>/dev/null || {
  >   $python -m pip install -q --no-deps --no-build-isolation --disable-pip-version-check --target installed ./source >pip.log 2>&1 || cat pip.log
  >   PYTHONPATH=installed $python read.py >/dev/null; }

What is no results file is refused.

  $ $python -c 'import warpmark; warpmark.read("p.lua")' 2>&1 | tail -n 1 | cut -c 1-8
  OSError:
  $ cat >link.py <<end
  > import h5py, warpmark
  > with h5py.File("p.h5", "a") as file:
  >     del file["samples"]; file["samples"] = h5py.ExternalLink("other.h5", "/samples")
  > warpmark.read("p.h5").samples
  > end
  $ $python link.py 2>&1 | tail -n 1
  ValueError: p.h5: /samples is missing
