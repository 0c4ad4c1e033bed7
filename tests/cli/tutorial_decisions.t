The tutorial about decision processes, replayed as it stands, by a program that is installed. It checks a proof with
python/check_proof.py, which needs h5py (Debian: python3-h5py).

  $ command -v gnuplot >/dev/null || { echo gnuplot is missing; exit 80; }
  $ python=${WARPMARK_PYTHON:-python3}; $python -c 'import h5py' 2>/dev/null || { echo h5py is missing; exit 80; }
  $ mkdir bin && printf '#!/bin/sh\nexec "%s" "$@"\n' "$(command -v "$python")" >bin/python3 && chmod +x bin/python3
  $ export PATH="$PWD/bin:$PATH" PYTHONDONTWRITEBYTECODE=1; cd "$ROOT" && tests/cli/run "$WARPMARK" docs/tutorial-decisions.md
