What goes wrong in a solver costs its own case, and what it prints stays away from ours.

  $ cat >faults.lua <<end
  > local wm = require "warpmark"
  > return wm.experiment {
  >     name = "faults", problems = { "identity:n=10" },
  >     variants = { "null[fault={none,segfault,abort,exit,hang,hog,nan,wrong,stdout,close},after=2]/msr/f64/seq" },
  >     measure = { throttle_retries = 0, max_samples = 4, min_samples = 4, max_time = "1h", timeout = "500ms", memory = "100MB" },
  > }
  > end
  $ $WARPMARK run faults.lua -o f.h5 2>log
  [2]
  $ cat log
  [1/10] identity:n=10  null[after=2]/msr/f64/seq: *s*, * sample*, 0 iterations (glob)
  [2/10] identity:n=10  null[fault=segfault,after=2]/msr/f64/seq: crashed: its process was killed by SIGSEGV (Segmentation fault)
  [3/10] identity:n=10  null[fault=abort,after=2]/msr/f64/seq: crashed: its process was killed by SIGABRT (Aborted)
  [4/10] identity:n=10  null[fault=exit,after=2]/msr/f64/seq: crashed: its process ended with exit code 3; the last line it printed: I am leaving
  [5/10] identity:n=10  null[fault=hang,after=2]/msr/f64/seq: timeout: killed: it did not stop at its timeout of 0.5 s
  [6/10] identity:n=10  null[fault=hog,after=2]/msr/f64/seq: oom_host: killed: it took * MB of memory, the others * MB; the limit (memory) is 100 MB (glob)
  [7/10] identity:n=10  null[fault=nan,after=2]/msr/f64/seq: diverged: the answer has entries that are not finite numbers
  [8/10] identity:n=10  null[fault=wrong,after=2]/msr/f64/seq: wrong: one more step in f64 changes the answer by 0.857, more than 10 times epsilon = 1e-06
  [9/10] identity:n=10  null[fault=stdout,after=2]/msr/f64/seq: *s*, * sample*, 0 iterations (glob)
  [10/10] identity:n=10  null[fault=close,after=2]/msr/f64/seq: crashed: its process ended with exit code 1
  f.h5: 10 cases (2 ok, 1 diverged, 1 wrong, 1 timeout, 1 oom_host, 4 crashed), 2 answers: 2 certified (largest proven error *), in * s; planning and checking *%, writing *s (glob)
  $ $WARPMARK table f.h5 statuses --format csv
  status,cases
  ok,2
  diverged,1
  wrong,1
  timeout,1
  oom_host,1
  crashed,4

No process is left behind, not even when the run itself is killed.

  $ $WARPMARK run faults.lua -o k.h5 timeout=1h memory=100GB --variants '*hang*' 2>/dev/null & pid=$!
  $ hangs() { # hangs PID: until a child of PID, kept in $child, has computed for 0.3 s
  >   tries=0; until child=$(cat /proc/$1/task/$1/children 2>/dev/null) && for c in $child; do awk '$14 < 30 { exit 1 }' /proc/$c/stat 2>/dev/null && break; done && test -n "$child" ||
  >   [ $((tries += 1)) = 1200 ]; do sleep 0.05; done
  > }
  $ hangs $pid; test -n "$child" && echo at work
  at work
  $ kill -9 $pid; { wait $pid; } 2>/dev/null
  [137]
  $ left() { for c in $child; do grep -qs 'State:.*[RSD]' /proc/$c/status && echo $c is left; done; }
  $ tries=0; while left >out; test -s out && [ $((tries += 1)) -lt 1200 ]; do sleep 0.05; done; cat out

A solver that does not listen to an interrupt is killed.

  $ $WARPMARK run faults.lua -o i.h5 timeout=1h --variants '*hang*' 2>log & pid=$!
  $ hangs $pid; kill $pid; wait $pid
  [130]
  $ cat log
  [1/1] identity:n=10  null[fault=hang,after=2]/msr/f64/seq: interrupted: interrupted, and killed because it did not stop
  interrupted; i.h5: 1 cases (1 interrupted) in *s; planning and checking *%, writing *s; continue with --resume (glob)

Several processes a case: their samples are one case's.

  $ $WARPMARK run faults.lua -o p.h5 processes=3 --variants 'null[after=2]*'
  [1/3] identity:n=10  null[after=2]/msr/f64/seq (process 1 of 3): *s*, * sample*, 0 iterations (glob)
  [2/3] identity:n=10  null[after=2]/msr/f64/seq (process 2 of 3): *s*, * sample*, 0 iterations (glob)
  [3/3] identity:n=10  null[after=2]/msr/f64/seq (process 3 of 3): *s*, * sample*, 0 iterations (glob)
  p.h5: 1 cases, 3 processes (3 ok), 3 answers: 3 certified (largest proven error *), in * s; planning and checking *%, writing *s (glob)
  $ $WARPMARK show p.h5 | grep 'cases of'
  1 cases of 1 problems x 1 variants, 3 processes, 12 samples
