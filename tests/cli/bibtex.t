Entries for a bibliography: of the program, and of papers.

  $ $WARPMARK bibtex
  @software{warpmark,
    author  = {{The Warpmark authors}},
    title   = {Warpmark},
    version = {*}, (glob)
    note    = {MIT license*}, (glob)
    year    = {2026}
  }
  $ for key in title license; do sed -n "s/^$key: //p" "$ROOT/CITATION.cff"; done
  Warpmark
  MIT
  $ [ "$($WARPMARK bibtex | sed -n 's/.*version = {\(.*\)},/\1/p')" = "$($WARPMARK version | sed -n 's/^warpmark *//p')" ]
  $ cp "$ROOT/results/baselines/h200/spin09-figure1.h5" spin09-table9.h5
  $ $WARPMARK bibtex spin09-table9.h5 spin09-table9.h5 | grep -E '@|note|^  title'
  @software{warpmark,
    title   = {Warpmark},
    note    = {MIT license; commit 85d337a0154c},
  @inproceedings{spin09,
    title     = {Efficient Probabilistic Model Checking on General Purpose Graphics Processors},

Files of several commits have none.

  $ $WARPMARK bibtex spin09-table9.h5 "$ROOT/results/baselines/h200/records.h5" | grep -E '@|note'
  @software{warpmark,
    note    = {MIT license},
  @inproceedings{spin09,

Every paper that an experiment repeats has an entry, by the name of the paper and of the experiment.

  $ $WARPMARK list experiments --json >experiments
  $ sed -n 's/.*"paper": "\(..*\)".*/\1/p' experiments | while read -r paper; do $WARPMARK bibtex "$paper" | grep -c '^@'; done | sort -u
  2
  $ $WARPMARK bibtex fimu09-table1 meals13 | grep '^@'
  @software{warpmark,
  @misc{meals13,
  @misc{fimu09,

  $ $WARPMARK bibtex sttt12
  warpmark: bibtex: 'sttt12' is no results file and no paper, did you mean 'sttt11'?
  [1]
  $ $WARPMARK bibtex none.h5
  warpmark: cannot read none.h5: No such file or directory* (glob)
  [1]
  $ cat >own.lua <<end
  > local wm = require "warpmark"
  > return wm.experiment { name = "own", paper = "Our own, table 1", problems = { "herman:n=3" }, variants = { "jacobi/msr/f64/seq" }, measure = { max_samples = 1 } }
  > end
  $ $WARPMARK run own.lua -o own.h5 2>/dev/null && $WARPMARK bibtex own.h5 | grep '^@'
  warpmark: own.h5 repeats 'Our own, table 1', which has no entry here
  @software{warpmark,
