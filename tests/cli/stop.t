Runs that are stopped, by the user or by their time limit. The iterates of turns.mtx go round in a circle for ever.

  $ printf '%%%%MatrixMarket matrix coordinate real general\n2 2 4\n1 1 1\n1 2 1\n2 1 -1\n2 2 1\n' >turns.mtx
  $ cat >long.lua <<end
  > local wm = require "warpmark"
  > return wm.experiment {
  >     name = "long",
  >     problems = { "identity:n=3", "turns.mtx", "random_dd:n=10" },
  >     variants = { "{null,jacobi}/msr/f64/seq" },
  >     solve = { max_iterations = 1000000000000000, prove = false },
  >     measure = { throttle_retries = 0, max_samples = 2, min_samples = 2, max_time = "1h" },
  >     expect = { "wrong" },
  > }
  > end

A time limit ends one case.

  $ $WARPMARK run long.lua -o t.h5 timeout=500ms
  [1/6] identity:n=3  null/msr/f64/seq: *s*, * sample*, 0 iterations (glob)
  [2/6] identity:n=3  jacobi/msr/f64/seq: *s*, * sample*, 1 iteration (glob)
  [3/6] turns.mtx  null/msr/f64/seq: wrong: one more step in f64 changes the answer by *, more than 10 times epsilon = 1e-06 (glob)
  [4/6] turns.mtx  jacobi/msr/f64/seq: timeout: stopped after 0.5 s, in iteration * (glob)
  [5/6] random_dd:n=10  null/msr/f64/seq: wrong: one more step in f64 changes the answer by *, more than 10 times epsilon = 1e-06 (glob)
  [6/6] random_dd:n=10  jacobi/msr/f64/seq: *s*, * sample*, * iterations (glob)
  t.h5: 6 cases (3 ok, 2 wrong, 1 timeout), 3 answers checked, in * s; planning and checking * %, writing * s (glob)
  [2]
  $ $WARPMARK table t.h5 statuses --format csv
  status,cases
  ok,3
  wrong,2
  timeout,1

SIGINT and SIGTERM end the run: what was measured is kept, the rest is there as interrupted.

  $ wait_for() { # wait_for PATTERN FILE: until FILE has such a line, at most a minute
  >   tries=0; until grep -qsE "$1" $2 || [ $((tries += 1)) = 1200 ]; do sleep 0.05; done
  > }
  $ stop() { # stop SIGNAL FILE: sends SIGNAL once the run iterates
  >   rm -f log; $WARPMARK run long.lua -o $2 2>log & pid=$!
  >   wait_for '^\[3/6\]' log
  >   kill -$1 $pid; wait $pid
  > }
  $ stop TERM i.h5
  [130]
  $ cat log
  [1/6] identity:n=3  null/msr/f64/seq: *s*, * sample*, 0 iterations (glob)
  [2/6] identity:n=3  jacobi/msr/f64/seq: *s*, * sample*, 1 iteration (glob)
  [3/6] turns.mtx  null/msr/f64/seq: wrong: one more step in f64 changes the answer by *, more than 10 times epsilon = 1e-06 (glob)
  [4/6] turns.mtx  jacobi/msr/f64/seq: interrupted: interrupted in iteration * (glob)
  [5/6] random_dd:n=10  null/msr/f64/seq: interrupted: not started
  2 cases interrupted, the first random_dd:n=10  null/msr/f64/seq: not started
  interrupted; i.h5: 6 cases (2 ok, 1 wrong, 3 interrupted), 2 answers checked, in * s; planning and checking * %, writing * s; continue with --resume (glob)
  $ $WARPMARK table i.h5 statuses --format csv
  status,cases
  ok,2
  wrong,1
  interrupted,3
  $ $WARPMARK show i.h5 | grep -i -E 'interrupted|cases of'
            interrupted before the end
  6 cases of 3 problems x 2 variants, 4 samples
    interrupted         3
  $ rm i.h5.journal i.h5; stop INT i.h5
  [130]
  $ $WARPMARK table i.h5 statuses --format csv
  status,cases
  ok,2
  wrong,1
  interrupted,3

timeout(1) signals the program, and then the group that both are in: one request, which writes its file all the same. SIGALRM tells
it that the time is over.

  $ rm i.h5.journal i.h5 log; timeout -s INT 600 $WARPMARK run long.lua -o i.h5 2>log & pid=$!; wait_for '^\[3/6\]' log; kill -ALRM $pid; wait $pid
  [124]
  $ $WARPMARK table i.h5 statuses --format csv
  status,cases
  ok,2
  wrong,1
  interrupted,3

solve stops as well, once it takes signals: bit 14 of SigCgt is SIGTERM. It iterates when it has computed for 0.1 s.

  $ computes() { tries=0; until awk '$14 < 10 { exit 1 }' /proc/$1/stat || [ $((tries += 1)) = 1200 ]; do sleep 0.05; done; }
  $ for signal in INT TERM; do
  >   $WARPMARK solve turns.mtx --variant jacobi/msr/f64/seq --max-iterations 1000000000000000 --prove 0 >out 2>&1 & pid=$!
  >   wait_for 'SigCgt:.*[4-7c-f][0-9a-f]{3}$' /proc/$pid/status; computes $pid; kill -$signal $pid; wait $pid; echo $?; head -n 1 out
  > done
  130
  status       interrupted: interrupted in iteration * (glob)
  130
  status       interrupted: interrupted in iteration * (glob)

A full disk: the run ends with an error, an older file stays as it was, and no part of a new one is left.

  $ cp i.h5 full.h5
  $ (ulimit -f 32; $WARPMARK run long.lua -o full.h5 --force timeout=1ms 2>&1) | grep -v '^\['
  warpmark: cannot write full.h5: File too large; what was measured is in full.h5.journal: continue with --resume
  $ (ulimit -f 1; $WARPMARK run long.lua -o new.h5 timeout=1ms >log 2>&1)
  [1]
  $ cmp i.h5 full.h5; ls
  full.h5
  full.h5.journal
  i.h5
  i.h5.journal
  log
  long.lua
  out
  t.h5
  turns.mtx
