Unclear cases, measured again by the program that made the base and by this one in turns. Two files of one program differ
by noise alone, and a margin of zero leaves them unclear.
runs alone: a verdict in six rounds, or in 27, needs times that vary little

  $ export XDG_STATE_HOME="$PWD/state" OMP_NUM_THREADS=1 TMPDIR="$PWD/tmp"; mkdir tmp
  $ cat >c.lua <<end
  > local wm = require "warpmark"
  > return wm.experiment {
  >     name = "c",
  >     problems = { { source = "identity:n=100000", label = [[a "b" \ c]] }, "tandem:c=5" },
  >     variants = { "null[cost=0.001]/msr/f64/seq", "jacobi/msr/f64/seq" },
  >     expect = { "wrong" },
  >     measure = { max_time = "30ms" },
  > }
  > end
  $ $WARPMARK run c.lua -o base.h5 2>/dev/null
  $ $WARPMARK run c.lua -o new.h5 2>/dev/null
  $ $WARPMARK compare base.h5 new.h5 --margin 0 --live $WARPMARK -o out.txt
  live: round 1 of at most 40, 3 cases
  live: round 2 of at most 40, 3 cases
  live: round 3 of at most 40, 3 cases
  live: round 4 of at most 40, 3 cases
  live: round 5 of at most 40, 3 cases
  live: round 6 of at most 40, 3 cases
  $ grep -c 'code unchanged; live, 6 rounds$' out.txt
  3
  $ tail -n 1 out.txt
  4 cases: *; 3 measured again, live* (glob)
  $ $WARPMARK compare base.h5 new.h5 --margin 0 --live $WARPMARK --rounds 7 --live-keep kept --where 'variant=null*' --format json 2>/dev/null | grep -c '"live_rounds": 7\|"live_first"'
  2
  $ ls kept | wc -l
  14
  $ $WARPMARK compare base.h5 new.h5 --margin 0 --live $WARPMARK --rounds 6 --where 'variant=null*' --format json 2>/dev/null | tr -d '\n ' |
  >   grep -o '"live_first":[[][^]]*' | sed 's/"base","new"\|"new","base"/both/g' | sort -u
  "live_first":[both,both,both
  $ for f in base.h5 kept/7-1-base.h5; do $WARPMARK table $f cases --format json | grep -c '"t_prove_s": null'; done
  0
  1
  $ $WARPMARK show kept/7-1-base.h5 | head -n 1
  live* (glob)
  $ $WARPMARK compare base.h5 new.h5 --margin 0 --live $WARPMARK --where 'variant=null*' --format junit 2>/dev/null | grep -cE 'live, 6 rounds(</system-out>|"/>)'
  1
  $ ls tmp | grep -c warpmark.live
  0
  [1]

Cases that are clear, or whose code did not change, are measured no more. The others go on, here because the old program was
slow in its second round. With --rounds all have as many.

  $ make="$(dirname "$WARPMARK")/tests/support/results/make_results"
  $ test -x "$make" || { echo "make check builds $make"; exit 80; }
  $ export make COUNT="$PWD/count"; cat >slow_once <<'end'
  > #!/bin/sh
  > # run SCRIPT -o FILE prove=0
  > grep -q identity "$2" || exec $WARPMARK "$@"
  > n=$(($(cat "$COUNT" 2>/dev/null || echo 0) + 1)); echo $n >"$COUNT"; s=0.5e-3; [ $n != 2 ] || s=3e-3
  > exec "$make" "$4" 2026-11-01T03:00:00+0000 c box gcc identity 'null[cost=0.001]/msr/f64/seq' "$s@other#0" \
  >   identity jacobi/msr/f64/seq 1@other#1
  > end
  $ chmod +x slow_once
  $ compare() { $WARPMARK compare base.h5 new.h5 --margin 0 --force --live ./slow_once "$@"; }
  $ compare -o out.txt 2>&1 | sed -n '1p;6,7p;$p'
  live: round 1 of at most 40, 3 cases
  live: round 6 of at most 40, 3 cases
  live: round 7 of at most 40, 1 case
  live: round 27 of at most 40, 1 case
  $ sed -n 's/.* \(slower\|faster\|unclear\) .* live, /\1 /p' out.txt
  slower 27 rounds
  faster 6 rounds
  unclear 6 rounds
  $ rm count; compare --rounds 7 2>&1 | grep -c 'of 7, 3 cases\|live, 7 rounds'
  10

Where nothing is unclear, nothing runs; where time is short, nothing is judged

  $ $WARPMARK compare base.h5 new.h5 --where 'problem=tandem*,variant=null*' --live $WARPMARK | tail -n 1
  live: no case is unclear
  1 case: 1 untimed* (glob)
  $ $WARPMARK compare base.h5 new.h5 --margin 0 --live $WARPMARK --live-time 1us | tail -n 1
  live: round 1 of at most 40, 3 cases
  live: 0 rounds ended in time, but a verdict needs 6: nothing was judged. Raise --live-time
  4 cases: * (glob)

What is wrong with the program, or the question

  $ $WARPMARK compare base.h5 new.h5 --margin 0 --live nowhere
  warpmark: --live nowhere: cannot run it: No such file or directory
  [1]
  $ $WARPMARK compare base.h5 new.h5 --margin 0 --live .
  warpmark: --live .: name a program, this is a folder
  [1]
  $ printf '#!/bin/sh\nexit 3\n' >old; chmod +x old
  $ $WARPMARK compare base.h5 new.h5 --margin 0 --live ./old 2>&1 | tail -n 1
  warpmark: --live: ./old: it measured nothing: its process ended with exit code 3
  $ printf '#!/bin/sh\necho this is no results file >"$4"\n' >old
  $ $WARPMARK compare base.h5 new.h5 --margin 0 --live ./old 2>&1 | tail -n 1
  warpmark: --live: ./old: its results cannot be read: *live.h5 is not a results file: it is not HDF5 (glob)
  $ printf '#!/bin/sh\nsed s/cost=0[.]001/cost=0.002/ "$2" >other.lua; exec $WARPMARK run other.lua -o "$4"\n' >old
  $ $WARPMARK compare base.h5 new.h5 --margin 0 --live ./old 2>&1 | tail -n 1
  warpmark: --live: ./old has no case a "b" \ c, null[cost=0.001]/msr/f64/seq
  $ $WARPMARK compare base.h5 new.h5 --margin 0 --live $WARPMARK --live-keep kept 2>&1 | tail -n 1
  warpmark: --live-keep: kept/1-1-*.h5 is there already (glob)
  $ $WARPMARK compare base.h5 new.h5 --rounds 7
  warpmark: --rounds, --live-time and --live-keep need --live OLD_PROGRAM
  [1]
  $ $WARPMARK compare base.h5 new.h5 --live $WARPMARK --rounds 5
  warpmark: --rounds 5: needs 6 to 1000; fewer cannot show a difference
  [1]
  $ $WARPMARK compare base.h5 new.h5 --live $WARPMARK --live-time never
  warpmark: --live-time never: needs a time such as 90s or 10m
  [1]
