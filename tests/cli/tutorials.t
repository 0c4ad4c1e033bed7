The tutorials and a page for users of other tools, replayed as they stand, by a program that is installed.

  $ command -v gnuplot >/dev/null || { echo gnuplot is missing; exit 80; }
  $ mkdir -p usr/bin usr/share/warpmark && cp "$WARPMARK" usr/bin/warpmark && installed=$PWD/usr/bin/warpmark
  $ ln -s "$ROOT/experiments" "$ROOT/datasets" "$ROOT/results" usr/share/warpmark
  $ cd "$ROOT"

What pages measure, another program may disturb: each has three tries, and this transcript
runs alone: it measures crossovers. What is wrong fails in all of them. In the third one noise may
hide a crossover, where it says so.

  $ log=${installed%/*}/log && three_tries() { "$@" >"$log" || "$@" >"$log" || NOISE_ALLOWED=1 "$@" >"$log" || cat "$log"; }
  $ three_tries tests/cli/run "$installed" docs/tutorial-papers.md
  $ three_tries tests/cli/run "$installed" docs/tutorial-crossover.md
  $ three_tries tests/cli/run "$installed" docs/tutorial-questions.md
  $ three_tries tests/cli/run "$installed" docs/coming-from.md

The first steps of the README, in a folder like a clone; two of its experiments as small as accuracy.t and peers.t have them,
and the paper's table for c=31: tutorial-papers.md makes it as it stands.
Engines that somebody installed are tried by engine_storm.t.

  $ mkdir "${installed%/*}/clone" && cd "${installed%/*}/clone" && mkdir results build && ln -s "$WARPMARK" build/warpmark
  $ ln -s "$ROOT/datasets" "$ROOT/experiments" . && awk '/^## /{on = /First steps/} on && /^    /' "$ROOT/README.md" >steps
  $ small='herman=5 polling=3 brp=4 embedded=1 monmege=4 tandem=3 cluster=2 kanban=1 fms=1 timeout=0.05s'
  $ sed -i "s/run accuracy --quick/& ${small% fms*} random=20 timeout=0.05s/; s/run peers --quick/& $small/" steps
  $ sed -i 's/reproduce spin09-table3 --quick/& c=31/' steps
  $ PATH=/usr/bin:/bin PRISM_HOME=nowhere sh -e steps >log 2>&1 || tail -n 5 log
  $ grep '^iterations' log; ls results/reproduce/report.html results/crossover.html results/*.png; cd "$ROOT"
  iterations   4,212
  iterations   555
  results/crossover-figure1.png
  results/crossover.html
  results/reproduce/report.html
  results/tandem.png

The one about nights changes a solver, in a copy of the sources that `make` without options built.

  $ copy=${installed%/*}/copy && nights() {
  >     rm -rf "$copy" && mkdir "$copy" || return
  >     tar cf - --exclude ./.git --exclude ./results --exclude ./build/tests --exclude ./build/fuzz --exclude ./build/san . |
  >         tar xf - -C "$copy" && tests/cli/run "$installed" docs/tutorial-nightly.md "$copy"
  > }
  $ [ "$WARPMARK" != "$(readlink -f "$ROOT/build/warpmark")" ] || three_tries nights

A page is a test: other words, other whole numbers and missing files are differences; other times and dates are none.

  $ page=${installed%/*}/page.md && cat >"$page" <<'end of page'
  > Text, and a script:
  > 
  > ```lua
  > -- a.lua: it has an end
  > end
  > ```
  > 
  >     $ cat a.lua; echo; echo 555 iterations, 1.84 ms, [3, 4], 2026-11-23; echo left; echo out; echo '9   states'
  >     -- a.lua: it has an end
  >     end
  >     555 ..., 20 s, [1.5, 2], 2025-01-01
  >     ...
  >     9 states
  > end of page
  $ tests/cli/run "$installed" "$page"
  $ sed -i 's/555 [.]/554 ./; s/9 states/8 states/' "$page"; tests/cli/run "$installed" "$page" | grep '^[-+] '
  -  554 ..., 20 s, [1.5, 2], 2025-01-01
  +  555 iterations, 1.84 ms, [3, 4], 2026-11-23
  -  8 states
  +  left
  +  out
  +  9   states
  $ sed -i 's/echo 555/warpmark 555/' "$page"; tests/cli/run "$installed" "$page" | grep '^+.*unknown'
  +  warpmark: unknown command '555'* (glob)

Noise may hide a crossover where that is allowed, and nothing else.

  $ here=${page%/*}/noise; mkdir "$here"; cat >"$page" <<'end of page'
  >     $ cat noise
  >     d.n1: density = 0.1 [0.1, 0.2]: a is ...
  >     d.n1  density  a  b  found  0.1  ...
  > end of page
  $ { echo 'd.n1: no crossover of a and b found along density: noise, fewer than 6'; echo 'd.n1  density  a  b  too noisy  -  -'; } >"$here/hidden"
  $ replay() { sed "$1" "$here/hidden" >"$here/noise"; tests/cli/run "$installed" "$page" "$here" >/dev/null; echo $?; }
  $ replay ''; export NOISE_ALLOWED=1; replay ''; replay '1s/n1/n2/'; replay '2s/n1/n2/'; replay 's/noise,/a,/'; replay 's/too noisy/untimed/'
  1
  0
  1
  1
  1
  1
