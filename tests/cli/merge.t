Shards: each measures some cases, and together they are the whole.

  $ cat >m.lua <<end
  > local wm = require "warpmark"
  > return wm.experiment {
  >     name = "m",
  >     problems = wm.grid { "identity", n = { 2, 3, 4, 5, 6, 7 } },
  >     variants = { "{null,jacobi}/msr/{f32,f64}/seq" },
  >     measure = { max_samples = 2, min_samples = 2, max_time = "1h" },
  > }
  > end
  $ for k in 1 2 3; do $WARPMARK run m.lua -o s$k.h5 --shard $k/3 2>/dev/null; done
  $ $WARPMARK run m.lua -o whole.h5 2>/dev/null
  $ $WARPMARK merge s3.h5 s1.h5 s2.h5 -o merged.h5
  merged.h5: 24 runs, 0 of them unfinished, 48 samples
  $ $WARPMARK verify merged.h5
  merged.h5: 24 runs, 0 of them unfinished, 48 samples; no journal
  $ for f in merged whole; do $WARPMARK table $f.h5 cases --format csv | cut -d, -f 1-3 >$f.csv; done; cmp merged.csv whole.csv
  $ $WARPMARK show merged.h5 | grep -c 'shard'
  3

A shard of no cases is a results file, too.

  $ $WARPMARK run m.lua -o none.h5 --shard 9999/9999
  none.h5: 0 cases in *s; planning and checking *%, writing *s (glob)

A case belongs to the same shard whatever else is planned.

  $ cases() { $WARPMARK table $1 cases --format csv | cut -d, -f 1-2 | grep "$2" | sort; }
  $ sed 's/2, 3, 4, //' m.lua >half.lua; $WARPMARK run half.lua -o half.h5 --shard 2/3 2>/dev/null
  $ cases s2.h5 'n=[567]' >a; cases half.h5 'n=[567]' >b; cmp a b

Refusals

  $ $WARPMARK merge s1.h5 s1.h5 s2.h5 -o twice.h5
  twice.h5: * runs, 0 of them unfinished, * samples (glob)
  $ $WARPMARK merge s1.h5 whole.h5 -o thrice.h5
  warpmark: s1.h5 and whole.h5 cannot be merged: both have measured * (glob)
  [1]
  $ $WARPMARK merge s1.h5 half.h5 -o other.h5
  warpmark: s1.h5 and half.h5 cannot be merged: the scripts differ
  [1]
  $ $WARPMARK merge s1.h5 s2.h5
  warpmark: merge: say where to write with -o FILE.h5
  [1]
  $ $WARPMARK merge s1.h5 -o x.h5
  warpmark: merge: B.h5... is missing; usage: warpmark merge A.h5 B.h5... -o OUT.h5 [options]; see `warpmark help merge`
  [1]
  $ for shard in 0/3 4/3 1 a/b 1/0; do $WARPMARK run m.lua --shard $shard; done
  warpmark: --shard 0/3: needs I/N with I from 1 to N, such as 1/4
  warpmark: --shard 4/3: needs I/N with I from 1 to N, such as 1/4
  warpmark: --shard 1: needs I/N with I from 1 to N, such as 1/4
  warpmark: --shard a/b: needs I/N with I from 1 to N, such as 1/4
  warpmark: --shard 1/0: needs I/N with I from 1 to N, such as 1/4
  [1]
