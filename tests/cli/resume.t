A run that was broken off goes on where it ended: what had finished is not measured again. Each sample takes 4 ms.

  $ cat >r.lua <<end
  > local wm = require "warpmark"
  > return wm.experiment {
  >     name = "r",
  >     problems = { "identity:n=3", "identity:n=5", "identity:n=7" },
  >     variants = { "null[cost=0.004]/msr/f64/seq", "null[cost=0.004,slow=50]/msr/f64/seq" },
  >     measure = { throttle_retries = 0, max_samples = 20, min_samples = 20, max_time = "1h", interleave = 1 },
  > }
  > end
  $ wait_for() { # wait_for PATTERN FILE: until FILE has such a line, at most a minute
  >   tries=0; until grep -qsE "$1" $2 || [ $((tries += 1)) = 1200 ]; do sleep 0.05; done
  > }
  $ stop() { # stop SIGNAL FILE: once two cases have ended
  >   rm -f log; $WARPMARK run r.lua -o $2 2>log & pid=$!
  >   wait_for '^\[2/6\]' log; kill -$1 $pid; wait $pid
  > }

Killed: there is a journal, and no results file yet. Nothing overwrites it unasked.

  $ stop KILL k.h5 2>/dev/null
  [137]
  $ ls k.h5*
  k.h5.journal
  $ $WARPMARK run r.lua -o k.h5
  warpmark: k.h5.journal exists: a run was stopped. Continue it with --resume, save it with `warpmark recover`, or remove it
  [1]
  $ $WARPMARK recover k.h5 -o then.h5
  then.h5: 6 runs, * of them unfinished, * samples* (glob)
  $ $WARPMARK run r.lua -o k.h5 --resume 2>log; tail -n 1 log
  k.h5: 6 cases (6 ok), 6 answers: 6 certified (largest proven error *), in * s; planning and checking * %, writing * s (glob)
  $ head -n 1 log
  k.h5: * of 6 cases are kept (glob)
  $ [ $(grep -c '^\[' log) -lt 5 ] && echo fewer than five were measured
  fewer than five were measured
  $ ls k.h5*
  k.h5
  $ $WARPMARK verify k.h5
  k.h5: 6 runs, 0 of them unfinished, 120 samples; no journal
  $ $WARPMARK run r.lua -o k.h5 --resume 2>&1 | head -n 1
  k.h5: 6 of 6 cases are kept

Stopped: the results file is there, too. It does without the journal.

  $ stop TERM t.h5
  [130]
  $ tail -n 1 log
  interrupted; t.h5: 6 cases (* ok, * interrupted), * answer*: * certified (largest proven error *), in * s; planning and checking * %, writing * s; continue with --resume (glob)
  $ $WARPMARK verify t.h5
  t.h5: 6 runs, * of them unfinished, * samples; as its journal says (glob)
  $ rm t.h5.journal
  $ $WARPMARK run r.lua -o t.h5 --resume --keep-journal 2>/dev/null
  $ $WARPMARK verify t.h5
  t.h5: 6 runs, 0 of them unfinished, 120 samples; as its journal says

Only the same run goes on.

  $ $WARPMARK run r.lua -o t.h5 --resume epsilon=1e-3
  warpmark: --resume: the settings differ from those of t.h5.journal. Give the same command, or write to another file
  [1]
  $ $WARPMARK run r.lua -o t.h5 --resume --variants '*slow*'
  warpmark: --resume: the variants differ from those of t.h5.journal. Give the same command, or write to another file
  [1]
  $ $WARPMARK run r.lua -o absent.h5 --resume
  warpmark: --resume: neither absent.h5.journal nor absent.h5 exists. Leave --resume out
  [1]
  $ printf x >foreign.h5.journal; $WARPMARK run r.lua -o foreign.h5 --resume
  warpmark: foreign.h5.journal is not a journal of warpmark
  [5]
  $ $WARPMARK run r.lua -o t.h5 --retry-failed
  warpmark: --retry-failed needs --resume
  [1]
  $ $WARPMARK run r.lua -o t.h5
  warpmark: t.h5 exists: choose another name with -o, or give --force to replace it
  [1]
  $ $WARPMARK run r.lua -o t.h5 --checkpoint often
  warpmark: --checkpoint often: needs a time, such as 5m, or 0 for none before the end
  [1]

What crashed is kept unless it is to be tried again.

  $ sed 's/,slow=50/,fault=abort/; s/"identity:n=5", "identity:n=7"//; s/= 20/= 2/g' r.lua >f.lua
  $ $WARPMARK run f.lua -o f.h5 2>/dev/null
  [2]
  $ $WARPMARK run f.lua -o f.h5 --resume 2>&1 | grep -v '^f.h5: 2 cases'
  f.h5: 2 of 2 cases are kept
  $ $WARPMARK run f.lua -o f.h5 --resume --retry-failed 2>&1 | grep -v '^f.h5: 2 cases'
  f.h5: 1 of 2 cases are kept
  [1/1] identity:n=3  null[fault=abort,cost=0.004]/msr/f64/seq: crashed: * (glob)

A results file is written again and again while the run goes on.

  $ $WARPMARK run r.lua -o c.h5 --checkpoint 20ms 2>log & pid=$!
  $ wait_for '' c.h5; kill -KILL $pid; wait $pid 2>/dev/null
  [137]
  $ $WARPMARK verify c.h5 | sed 's/runs, .*;/runs;/'
  c.h5: 6 runs; * (glob)
  $ $WARPMARK show c.h5 | grep interrupted
            interrupted before the end
  * (glob)
