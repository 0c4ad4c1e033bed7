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
  >     "samples": {"problem": "problem", "variant": "variant", "host_s": "host", "started_s": "started", "layout": "layout"},
  > }.items():
  >     table, csv = getattr(results, name), pandas.read_csv(name + ".csv")
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
  $ PYTHONPATH=$ROOT/python $python read.py
  s 2 4 ['ok', 'unsupported']
  True True

It installs with pip, without a network where its build tool is there.

  $ cp -R $ROOT/python source; $python -c 'import pip, setuptools' 2>/dev/null || echo noise: no pip and setuptools
  $ ! $python -c 'import pip, setuptools' 2>/dev/null || {
  >   $python -m pip install -q --no-deps --no-build-isolation --disable-pip-version-check --target installed ./source >pip.log 2>&1 || cat pip.log
  >   PYTHONPATH=installed $python read.py >/dev/null; }

What is no results file is refused.

  $ PYTHONPATH=$ROOT/python $python -c 'import warpmark; warpmark.read("p.lua")' 2>&1 | tail -n 1 | cut -c 1-8
  OSError:
  $ cat >link.py <<end
  > import h5py, warpmark
  > with h5py.File("p.h5", "a") as file:
  >     del file["samples"]; file["samples"] = h5py.ExternalLink("other.h5", "/samples")
  > warpmark.read("p.h5").samples
  > end
  $ PYTHONPATH=$ROOT/python $python link.py 2>&1 | tail -n 1
  ValueError: p.h5: /samples is missing
