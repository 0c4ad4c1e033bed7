`make install` by somebody whose files nobody else may read: what is installed can be read by all.

  $ command -v make >/dev/null || { echo make is missing; exit 80; }
  $ unset MAKEFLAGS MFLAGS MAKELEVEL; umask 077
  $ mkdir -p tree/results/baselines tree/datasets/data tree/docs tree/build/engines tree/harness
  $ mkdir tree/packaging tree/base tree/generators tree/problems tree/certify tree/prove tree/solvers tree/tests
  $ cp "$ROOT"/Makefile "$ROOT"/README.md "$ROOT"/CHANGELOG.md "$ROOT"/LICENSE tree
  $ cp -R "$ROOT"/experiments tree; cp -R "$ROOT"/datasets/data/papers tree/datasets/data
  $ cp "$ROOT"/packaging/commit tree/packaging; cp -R "$ROOT"/harness/completion "$ROOT"/harness/commands.def tree/harness
  $ cp -R "$ROOT"/docs/recipes "$ROOT"/docs/notebook "$ROOT"/docs/*.md "$ROOT"/docs/*.svg tree/docs; echo 1 >tree/results/baselines/1.h5
  $ mkdir tree/python; cp -R "$ROOT"/python/warpmark "$ROOT"/python/*.ipynb "$ROOT"/python/README.md tree/python
  $ cd tree/build; printf '#!/bin/sh\necho page\n' >warpmark; touch engines/a.json ranks_mpi.so
  $ chmod +x warpmark; cp warpmark engines/a; chmod -R go= ..; cd ..
  $ old="-o build/warpmark -o build/engines/a -o build/engines/a.json -o build/ranks_mpi.so"
  $ make -s $old install CUDA=0 ENGINES='build/engines/a build/engines/a.json' RANKS=build/ranks_mpi.so DESTDIR="$PWD/at" PREFIX=/p >said 2>&1 || cat said
  $ find at -mindepth 1 -type f | wc -l | grep -c '..'; find at -mindepth 1 \( ! -perm -444 -o -type d ! -perm -111 -o -perm /022 \)
  1
  $ find at -type f -perm /111 | sort | grep -v recipes
  at/p/bin/warpmark
  at/p/libexec/warpmark/engines/a
  $ stat -c %a at/p/share/man/man1/warpmark.1 at/p/share/warpmark/datasets/data/papers
  644
  755

The module of Python is where PYTHONDIR says, and `uninstall` takes it away.

  $ make -s $old install CUDA=0 ENGINES='build/engines/a build/engines/a.json' RANKS= DESTDIR="$PWD/own" PREFIX=/p PYTHONDIR=/q/lib >said 2>&1 || cat said
  $ (cd own && find . -path '*/warpmark/*.py' | sort); (cd at && find . -name tables.py)
  ./q/lib/warpmark/__init__.py
  ./q/lib/warpmark/results.py
  ./q/lib/warpmark/run.py
  ./q/lib/warpmark/tables.py
  ./p/lib/python3/warpmark/tables.py
  $ make -s uninstall DESTDIR="$PWD/own" PREFIX=/p PYTHONDIR=/q/lib 2>/dev/null; find own -path '*/warpmark/*'
