The notebook of the module for Python runs.

  $ python=${WARPMARK_PYTHON:-python3}
  $ $python -c 'import h5py, pandas, nbconvert, ipykernel, matplotlib' 2>/dev/null || { echo no nbconvert, ipykernel and matplotlib; exit 80; }
  $ export HOME=$PWD PYTHONPATH=$ROOT/python; cp $ROOT/python/example.ipynb .
  $ $python -m nbconvert --to markdown --execute --output ran example.ipynb >nb.log 2>&1 || tail -n 20 nb.log
  $ grep -c 'holds' ran.md; grep -c 'png' ran.md; ls ran_files | wc -l
  1
  1
  1
