The experiments that repeat papers, one after the other.

  $ command -v gnuplot >/dev/null || { echo gnuplot is missing; exit 80; }
  $ mkdir experiments
  $ write() { # write NAME PAPER VARIANT
  >   cat >experiments/$1.lua <<end
  > local wm = require "warpmark"
  > return wm.experiment {
  >     name = "$1",
  >     paper = "$2",
  >     problems = wm.quick and { "identity:n=3" } or { "identity:n=3", "identity:n=5", "identity:n=7" },
  >     variants = { "$3/msr/f64/seq" },
  >     measure = { max_samples = 20, min_samples = 20, max_time = "1h", interleave = 1 },
  >     figures = { { id = "byn", x = "n", y = "solve" } },
  > }
  > end
  > }
  $ write ape01-table1 'APE 2001, table 1' jacobi; write ape01-figure2 'APE 2001, figure 2' jacobi
  $ write bee02-table1 'BEE 2002, table 1' 'null[cost=0.004]'
  $ write other nobody jacobi; sed -i /paper/d experiments/other.lua

All of them; what is finished is not measured again, and the report is the same then.

  $ $WARPMARK reproduce --quick -o out/all 2>log
  out/all/report.html
  out/all/report.md
  $ grep -v '^\[1/1\]' log
  [experiment 1/3] ape01-figure2
  out/all/ape01-figure2.h5: 1 cases (1 ok), 1 answer: 1 certified (largest proven error *), in * (glob)
  ape01-figure2: took * (glob)
  [experiment 2/3] ape01-table1
  out/all/ape01-table1.h5: 1 cases (1 ok), 1 answer: 1 certified (largest proven error *), in * (glob)
  ape01-table1: took * (glob)
  [experiment 3/3] bee02-table1
  out/all/bee02-table1.h5: 1 cases (1 ok), 1 answer: 1 certified (largest proven error *), in * (glob)
  bee02-table1: took * (glob)
  $ ls out/all out/all/report
  out/all:
  ape01-figure2.h5
  ape01-table1.h5
  bee02-table1.h5
  report
  report.html
  report.md
  
  out/all/report:
  ape01-figure2-byn.svg
  ape01-table1-byn.svg
  bee02-table1-byn.svg
  $ grep '^    warpmark run' out/all/report.md
      warpmark run ape01-figure2 --quick -o out/all/ape01-figure2.h5
      warpmark run ape01-table1 --quick -o out/all/ape01-table1.h5
      warpmark run bee02-table1 --quick -o out/all/bee02-table1.h5
  $ cp out/all/report.html before.html; $WARPMARK reproduce --quick -o out/all 2>&1 | grep kept
  ape01-figure2: finished before, kept
  ape01-table1: finished before, kept
  bee02-table1: finished before, kept
  $ cmp before.html out/all/report.html

The same report regenerates from the results files alone, wherever they are, without the scripts as they were.

  $ mkdir moved there; cp out/all/*.h5 moved; cp -R experiments there; sed -i s/jacobi/power/ there/experiments/ape*
  $ (cd there; $WARPMARK reproduce --stored -o ../moved 2>&1)
  ../moved/report.html
  ../moved/report.md
  $ cmp before.html moved/report.html; cmp out/all/report.md moved/report.md; diff -r out/all/report moved/report
  $ (cd there; $WARPMARK reproduce --quick -o ../moved 2>&1 | grep -m 1 warpmark)
  warpmark: ../moved/ape01-figure2.h5: the scripts differ from those it was measured with. Remove it, or choose another -o
  $ $WARPMARK reproduce bee02 --stored -o moved 2>&1; grep -c '^    warpmark run' moved/report.md
  moved/report.html
  moved/report.md
  1
  $ rm moved/bee02*; $WARPMARK reproduce bee02 --stored -o moved
  warpmark: moved: no results file of a paper's experiment of that name is there
  [1]
  $ $WARPMARK reproduce --stored -o nowhere
  warpmark: nowhere: no results file of a paper's experiment is there
  [1]
  $ $WARPMARK reproduce --stored --quick -o moved
  warpmark: --stored only reports on existing files: it takes names and -o
  [1]

And measuring alone makes none, and needs no gnuplot.

  $ mkdir bin; ln -s $(command -v sh) bin; PATH=$PWD/bin $WARPMARK reproduce bee02 --quick --no-report -o plain 2>/dev/null; ls plain
  bee02-table1.h5

Without gnuplot it says so before it measures, and the report has the rest.

  $ PATH=$PWD/bin $WARPMARK reproduce bee02 --quick -o bare 2>&1 | sed -n '1p;/^warpmark/p'; ls bare
  the report will have no figures: gnuplot is not installed; install the Debian package gnuplot-nox
  warpmark: bee02-table1.h5: figure byn: gnuplot is not installed; install the Debian package gnuplot-nox
  bee02-table1.h5
  report.html
  report.md

By paper, and by name. Words with = are for the scripts.

  $ $WARPMARK reproduce ape01 --quick -o ape epsilon=1e-3 2>&1 | grep '^\[exp'
  [experiment 1/2] ape01-figure2
  [experiment 2/2] ape01-table1
  $ grep -c 'change below 0.001' ape/report.md
  2
  $ $WARPMARK reproduce bee02-table1 ape01-table1 --quick -o some 2>&1 | grep '^\[exp'
  [experiment 1/2] ape01-table1
  [experiment 2/2] bee02-table1
  $ $WARPMARK reproduce apes01
  warpmark: apes01: no paper and no experiment of one, did you mean 'ape01'?
  [1]
  $ $WARPMARK reproduce other
  warpmark: other: no paper and no experiment of one (known: ape01, bee02)
  [1]
  $ $WARPMARK reproduce ape01 -o before.html
  warpmark: cannot create the folder before.html: File exists
  [1]

A finished file of something else is not overwritten.

  $ $WARPMARK reproduce ape01-table1 --quick -o ape 2>&1 | grep warpmark
  warpmark: ape/ape01-table1.h5: the settings differ from those it was measured with. Remove it, or choose another -o

One that fails does not stop the others.

  $ echo 'return {' >experiments/ape01-broken.lua
  $ $WARPMARK reproduce ape01 --quick -o ape epsilon=1e-3 2>log
  ape/report.html
  ape/report.md
  [1]
  $ grep -v ^ape01-broken log
  [experiment 1/3] ape01-broken
  warpmark: experiments/ape01-broken.lua:* (glob)
  [experiment 2/3] ape01-figure2
  ape01-figure2: finished before, kept
  [experiment 3/3] ape01-table1
  ape01-table1: finished before, kept
  $ sed 's/jacobi/null[fault=abort]/; s/ape01-table1/cat03/' experiments/ape01-table1.lua >experiments/cat03-table1.lua
  $ $WARPMARK reproduce cat03 bee02 --quick -o cat 2>/dev/null
  cat/report.html
  cat/report.md
  [2]

Stopped, it ends with the file it was at, and goes on there.

  $ wait_for() { # wait_for PATTERN FILE: until FILE has such a line, at most a minute
  >   tries=0; until grep -qsE "$1" $2 || [ $((tries += 1)) = 1200 ]; do sleep 0.05; done
  > }
  $ $WARPMARK reproduce bee02 ape01-table1 -o stopped 2>log & pid=$!
  $ wait_for '^\[1/3\].*null' log; kill -TERM $pid; wait $pid
  [130]
  $ tail -n 1 log; ls stopped
  interrupted: run the same command again to continue
  ape01-table1.h5
  bee02-table1.h5
  bee02-table1.h5.journal
  $ $WARPMARK reproduce bee02 ape01-table1 -o stopped 2>log; grep -v '^\[./.\]' log
  stopped/report.html
  stopped/report.md
  [experiment 1/2] ape01-table1
  ape01-table1: finished before, kept
  [experiment 2/2] bee02-table1
  stopped/bee02-table1.h5: * of 3 cases are kept (glob)
  stopped/bee02-table1.h5: 3 cases (3 ok), 3 answers: 3 certified (largest proven error *), in * (glob)
  bee02-table1: took * (glob)

Beside what was measured without a GPU stand the results that come with the program, said to be stored; in the same way
without the scripts. They are no results of this run.

  $ mkdir -p results/baselines/h200; write dog04-table1 'DOG 2004, table 1' jacobi
  $ sed -i "s|variants.*|variants = { 'jacobi/msr/f64/cuda4' }, tables = { { id = 't', title = 'T', rows = 'n', value = 'iterations' } },\
  >     claims = { { id = 'D1', text = 'woof', test = function(r) return #r.cases { status = 'ok' } > 0 or nil, 'bark' end } },|" \
  >     experiments/dog04-table1.lua
  $ $WARPMARK reproduce dog04 --quick -o none 2>/dev/null; grep -ci stored none/report.html none/report.md
  none/report.html
  none/report.md
  none/report.html:0
  none/report.md:0
  [1]
  $ mkdir elsewhere; cp -R experiments elsewhere; sed -i s/cuda4/seq/ elsewhere/experiments/dog04-table1.lua
  $ (cd elsewhere; $WARPMARK run dog04-table1 --quick -o ../results/baselines/h200/dog04-table1.h5 2>/dev/null)
  $ $WARPMARK reproduce --stored -o none >/dev/null; grep -o '<h3>Stored.*' none/report.html
  <h3>Stored results: *, not measured here</h3> (glob)
  <h3>Stored: claims</h3>
  <h3>Stored: T</h3>
  $ grep -A 6 'Stored\|^. D1 ' none/report.md | grep '^. D1 \|^These results'
  | D1 | woof | not tested here | bark |
  These results come with Warpmark. They were not measured here, but on * (glob)
  | D1 | woof | holds | bark |
  $ $WARPMARK reproduce bee02 dog04 --quick -o beside 2>/dev/null; sed -n '/All claims/,/^stored/p' beside/report.md | grep '^.'
  beside/report.html
  beside/report.md
  **All claims**
  | experiment | id | claim | verdict | numbers | stored |
  | --- | --- | --- | --- | --- | --- |
  | dog04-table1 | D1 | woof | not tested here | bark | holds |
  stored: the verdict on results from a GPU that come with Warpmark. They were not measured here: see "Stored results" of each experiment. * (glob)

One that cannot be read costs nothing else.

  $ echo broken >results/baselines/h200/dog04-table1.h5; $WARPMARK reproduce --stored dog04 -o none 2>log
  none/report.html
  none/report.md
  [1]
  $ sed -n 's/:.*stored/: * stored/p' log; grep -c 'Not shown: stored results' none/report.md
  warpmark: * stored results: * (glob)
  1
