Files that have some of the cases each, such as those of a campaign's tasks, together are the whole.

  $ cat >m.lua <<end
  > local wm = require "warpmark"
  > return wm.experiment {
  >     name = "m",
  >     problems = wm.grid { "identity", n = { 2, 3, 4, 5, 6, 7 } },
  >     variants = { "{null,jacobi}/msr/{f32,f64}/seq" },
  >     measure = { throttle_retries = 0, max_samples = 2, min_samples = 2, max_time = "1h" },
  > }
  > end
  $ $WARPMARK submit m.lua --to local:3 -o c --lease 2s 2>/dev/null
  $ k=0; for j in c/tasks/*/*.journal; do $WARPMARK recover $j -o s$((k += 1)).h5; done | grep -v 's[123].h5: 24 runs, [0-9]* of them unfinished'
  [1]
  $ $WARPMARK run m.lua -o whole.h5 2>/dev/null
  $ $WARPMARK merge s1.h5 s*.h5 -o merged.h5
  merged.h5: 24 runs, 0 of them unfinished, 48 samples
  $ $WARPMARK verify merged.h5
  merged.h5: 24 runs, 0 of them unfinished, 48 samples; no journal
  $ for f in merged whole; do $WARPMARK table $f.h5 cases --format csv | cut -d, -f 1-3 >$f.csv; done; cmp merged.csv whole.csv
  $ $WARPMARK show merged.h5 | grep -c 'warpmark work' | grep -v '[234]'
  [1]

Refusals

  $ $WARPMARK merge whole.h5 whole.h5 -o twice.h5
  twice.h5: 24 runs, 0 of them unfinished, 48 samples
  $ $WARPMARK merge merged.h5 whole.h5 -o thrice.h5
  warpmark: merged.h5 and whole.h5 cannot be merged: both have measured * (glob)
  [1]
  $ sed 's/2, 3, 4, //' m.lua >half.lua; $WARPMARK run half.lua -o half.h5 2>/dev/null
  $ $WARPMARK merge s1.h5 half.h5 -o other.h5
  warpmark: s1.h5 and half.h5 cannot be merged: the scripts differ
  [1]
  $ $WARPMARK merge s1.h5 whole.h5
  warpmark: merge: say where to write with -o FILE.h5
  [1]
  $ $WARPMARK merge s1.h5 -o x.h5
  warpmark: merge: B.h5... is missing; usage: warpmark merge A.h5 B.h5... -o OUT.h5 [options]; see `warpmark help merge`
  [1]

Runs of the same script join as repetitions: their processes are processes of one file.

  $ cat >r.lua <<end
  > local wm = require "warpmark"
  > return wm.experiment {
  >     name = "r", problems = { "identity:n=3" }, variants = { "null/msr/f64/{seq,cuda16}" },
  >     measure = { throttle_retries = 0, max_samples = 3, min_samples = 3, processes = 2, max_time = "1h" },
  > }
  > end
  $ for k in 1 2; do $WARPMARK run r.lua -o night$k.h5 2>/dev/null; sleep 1.1; done
  $ $WARPMARK run r.lua processes=1 -o night3.h5 2>/dev/null
  $ $WARPMARK merge --repeat night1.h5 night2.h5 night3.h5 -o nights.h5
  nights.h5: 7 runs, 0 of them unfinished, 15 samples
  $ $WARPMARK verify nights.h5
  nights.h5: 7 runs, 0 of them unfinished, 15 samples; no journal
  $ $WARPMARK show nights.h5 | grep 'cases of'
  2 cases of 1 problems x 2 variants, 7 processes, 15 samples
  $ $WARPMARK merge night1.h5 night2.h5 -o x.h5
  warpmark: night1.h5 and night2.h5 cannot be merged: both have measured identity:n=3  null/msr/f64/seq
  [1]
  $ $WARPMARK merge --repeat nights.h5 night1.h5 -o x.h5
  warpmark: nights.h5 and night1.h5 cannot be repetitions: both are the run of * (glob)
  [1]
  $ $WARPMARK merge --repeat whole.h5 half.h5 -o x.h5
  warpmark: whole.h5 and half.h5 cannot be merged: the scripts differ
  [1]
  $ $WARPMARK run r.lua epsilon=1e-9 -o other.h5 2>/dev/null
  $ $WARPMARK merge --repeat night1.h5 other.h5 -o x.h5
  warpmark: night1.h5 and other.h5 cannot be merged: the settings differ
  [1]
  $ make="$(dirname "$WARPMARK")/tests/support/results/make_results"
  $ test -x "$make" || { echo "make check builds $make"; exit 80; }
  $ for k in box bix; do "$make" $k.h5 2026-11-01T03:00:00+0000 c1 "$k; 2 cores" gcc p jacobi/msr/f64/seq 1e-3; done
  $ $WARPMARK merge --repeat --force box.h5 bix.h5 -o x.h5
  warpmark: box.h5 and bix.h5 cannot be repetitions: one is of 'box; 2 cores', one of 'bix; 2 cores'
  [1]
