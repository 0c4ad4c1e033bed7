A run that is told how narrow its intervals should be plans processes and samples by itself.

  $ cat >w.lua <<end
  > local wm = require "warpmark"
  > return wm.experiment {
  >     name = "w",
  >     problems = { "identity:n=3", "identity:n=5", "identity:n=7" },
  >     variants = { "null[cost=0.004]/msr/f64/seq", "null[cost=0.002]/msr/f64/seq" },
  >     measure = { width = "50%", min_samples = 6, interleave = 1 },
  > }
  > end
  $ export XDG_STATE_HOME="$PWD/state"
  $ $WARPMARK run w.lua -o w.h5 2>log
  $ sed -n '3,5p' log
  [3/12] identity:n=3  null[cost=0.004]/msr/f64/seq (process 2 of 2): *s*, 6 samples* (glob)
  [4/12] identity:n=3  null[cost=0.002]/msr/f64/seq (process 2 of 2): *s*, 6 samples* (glob)
  identity:n=3: width 50 % needs * processes of * samples, * more (glob)
  $ grep '^width' log
  width: wanted 50 %, reached in 6 of 6 cases
  $ $WARPMARK show w.h5 | grep '^width'
  width     wanted 50 %, reached in 6 of 6 cases
  $ $WARPMARK table w.h5 cases --format csv | awk -F, '
  >     NR == 1 {for (k = 1; k <= NF; k++) at[$k] = k}
  >     NR > 1 {if ($at["width"] > 0 && $at["width"] <= 0.5) runs++}
  >     END {print (runs >= 12 && runs == NR - 1) ? "all have it" : "some do not"}'
  all have it

Out of reach: all processes are used, and that is said.

  $ $WARPMARK run w.lua -o far.h5 width=1e-9 processes=4 2>&1 | grep width
  identity:n=3: width 1e-07 % is out of reach in 2 of 2 cases (processes = 4*): 4 processes of * samples, * more (glob)
  identity:n=5: width 1e-07 % is out of reach in 2 of 2 cases (processes = 4, * % expected): 4 processes of * samples, * more (glob)
  identity:n=7: width 1e-07 % is out of reach in 2 of 2 cases (processes = 4, * % expected): 4 processes of * samples, * more (glob)
  width: wanted 1e-07 %, reached in 0 of 6 cases; the widest has * % (glob)

Killed and resumed: complete cases are kept, and only those.

  $ $WARPMARK run w.lua -o k.h5 width=1e-9 processes=4 2>log & pid=$!
  $ tries=0; until grep -q '^\[12/16\]' log || [ $((tries += 1)) = 1200 ]; do sleep 0.05; done
  $ kill -KILL $pid; wait $pid 2>/dev/null
  [137]
  $ $WARPMARK run w.lua -o k.h5 width=1e-9 processes=4 --resume 2>&1 | sed -n '1p;$p'
  k.h5: 2 of 6 cases are kept
  k.h5: 6 cases, 24 processes (24 ok), 24 answers: 24 certified (largest proven error *), in * s; planning and checking * %, writing * s (glob)
  $ $WARPMARK run w.lua -o k.h5 width=1e-9 processes=4 --resume 2>&1 | head -n 1
  k.h5: 6 of 6 cases are kept

Foretold: the size of a run, and what the noise floor that selfcheck kept says of a width.

  $ $WARPMARK run w.lua --dry-run width=none
  6 cases of 3 problems x 2 variants, 1 process each
  $ $WARPMARK run w.lua --dry-run
  6 cases of 3 problems x 2 variants, at most 30 processes each
  width 50 %: cannot be foretold without the machine's noise floor (`warpmark selfcheck`); the plan follows after 2 processes of each case
  $ key=$($WARPMARK show w.h5 | sed -n 's/^machine  *//p')
  $ mkdir -p state/warpmark; cat >state/warpmark/$(printf %s "$key" | tr -cs A-Za-z0-9 - | sed 's,-$,,') <<end
  > key $key
  > noise_floor 0.1
  > false_positive_rate 0
  > timer_resolution 1e-9
  > timer_overhead 1e-8
  > measured 2026-11-28T00:00:00+0000
  > end
  $ $WARPMARK run w.lua --dry-run width=2%
  6 cases of 3 problems x 2 variants, at most 30 processes each
  width 2 %: about * processes a case, by the noise floor of 10 %; samples and time are known after 2 processes of each case (glob)
  $ $WARPMARK run w.lua --dry-run width=0.1% | tail -n 1
  width 0.1 %: about 30 processes a case, by the noise floor of 10 %, and out of reach with them; samples and time are known after 2 processes of each case
  $ ls *.h5
  far.h5
  k.h5
  w.h5

Mistakes

  $ $WARPMARK run w.lua --dry-run width=0
  warpmark: w.lua:2: width=0 on the command line: a share such as "2%" or 0.02 is expected, not 0
  [1]
  $ $WARPMARK run w.lua --dry-run processes=1
  warpmark: w.lua:2: measure: width needs several processes, and processes = 1 allows a case only one
  [1]
