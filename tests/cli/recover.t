Results files from journals, and files that are checked.

  $ cat >r.lua <<end
  > local wm = require "warpmark"
  > return wm.experiment {
  >     name = "r",
  >     problems = { "identity:n=3", "random_dd:n=10" },
  >     variants = { "jacobi/msr/f64/seq" },
  >     measure = { throttle_retries = 0, max_samples = 4, min_samples = 4, max_time = "1h" },
  > }
  > end
  $ $WARPMARK run r.lua -o r.h5 --keep-journal 2>/dev/null
  $ $WARPMARK verify r.h5
  r.h5: 2 runs, 0 of them unfinished, 8 samples; as its journal says
  $ $WARPMARK recover r.h5.journal -o again.h5
  again.h5: 2 runs, 0 of them unfinished, 8 samples
  $ cmp r.h5 again.h5; $WARPMARK verify again.h5
  again.h5: 2 runs, 0 of them unfinished, 8 samples; no journal

A journal with a torn end gives what came before it, and leaves the file that it belongs to behind.

  $ size=$(wc -c <r.h5.journal)
  $ head -c $((size - 3)) r.h5.journal >cut.h5.journal
  $ $WARPMARK recover cut.h5
  cut.h5: 2 runs, 0 of them unfinished, 8 samples; the last * of * bytes of the journal are incomplete or damaged and were left out (glob)
  $ $WARPMARK verify cut.h5
  cut.h5: 2 runs, 0 of them unfinished, 8 samples; as its journal says
  $ head -c $((size * 8 / 10)) r.h5.journal >cut.h5.journal
  $ $WARPMARK recover cut.h5.journal
  warpmark: cut.h5 exists: choose another name with -o, or give --force to replace it
  [1]
  $ $WARPMARK recover cut.h5.journal --force >out; $WARPMARK verify cut.h5
  cut.h5: 2 runs, * of them unfinished, * samples; as its journal says (glob)
  $ cp r.h5.journal cut.h5.journal; $WARPMARK verify cut.h5
  cut.h5: 2 runs, * of them unfinished, * samples; its journal agrees and has * more samples: see `warpmark recover` (glob)
  $ $WARPMARK run r.lua -o cut.h5 --resume 2>&1 | head -n 1
  cut.h5: 2 of 2 cases are kept

Nothing measured, no journal, no results

  $ head -c 100 r.h5.journal >empty.h5.journal
  $ $WARPMARK recover empty.h5
  warpmark: empty.h5.journal has no complete plan, so there is nothing to recover: start the run again
  [5]
  $ $WARPMARK recover absent.h5
  warpmark: cannot read absent.h5.journal: No such file or directory
  [1]
  $ cp r.lua script.journal; $WARPMARK recover script.journal
  warpmark: script.journal is not a journal of warpmark
  [5]
  $ $WARPMARK verify r.lua
  warpmark: r.lua is not a results file: * (glob)
  [1]
  $ $WARPMARK verify
  warpmark: verify: FILE.h5 is missing; usage: warpmark verify FILE.h5 [options]; see `warpmark help verify`
  [1]

Damage

  $ cp r.h5 bad.h5; printf '\377\377' | dd of=bad.h5 bs=1 seek=9000 conv=notrunc 2>/dev/null
  $ $WARPMARK verify bad.h5
  warpmark: bad.h5 is a damaged results file: * (glob)
  [5]

A file that is sound and yet not what its journal says

  $ $WARPMARK run r.lua -o other.h5 2>/dev/null; cp r.h5.journal other.h5.journal
  $ $WARPMARK verify other.h5
  warpmark: other.h5 differs from its journal: /runs/*. See `warpmark recover` (glob)
  [5]

A full disk: what was measured is in the journal, and the file can be made once there is room.

  $ (ulimit -f 32; $WARPMARK run r.lua -o full.h5 2>&1) | grep -v '^\['
  warpmark: cannot write full.h5: File too large; what was measured is in full.h5.journal: continue with --resume
  $ ls full.h5*
  full.h5.journal
  $ $WARPMARK run r.lua -o full.h5 --resume 2>&1 | head -n 1; ls full.h5*
  full.h5: 2 of 2 cases are kept
  full.h5
  $ (ulimit -f 8; $WARPMARK run r.lua -o full.h5 --force max_samples=10000 2>&1) | grep -v '^\['
  warpmark: cannot write journal full.h5.journal: File too large; what was measured is in full.h5.journal: continue with --resume
  $ (ulimit -f 1; $WARPMARK run r.lua -o small.h5 2>&1) | cat
  warpmark: cannot write journal small.h5.journal: File too large
  $ ls small.h5*
  ls: cannot access 'small.h5*': No such file or directory
  [2]
