Standard files that are closed, full, or that nobody reads: nothing is lost, and the exit code says what failed.

  $ cat >d.lua <<end
  > local wm = require "warpmark"
  > return wm.experiment { name = "d", problems = { "identity:n=3", "identity:n=5" },
  >     variants = { "null/msr/f64/seq" }, measure = { throttle_retries = 0, min_samples = 5, max_samples = 5 } }
  > end
  $ without() { # without "0 2" COMMAND...: with these descriptors closed
  >   closed=$1; shift
  >   case $closed in *0*) exec 0<&-; esac
  >   case $closed in *1*) exec 1>&-; esac
  >   case $closed in *2*) exec 2>&-; esac
  >   exec "$@"
  > }
  $ all='- 0 1 2 01 02 12 012'

A run: the journal holds records alone, and the file is whole. (A report prints its name: where it cannot, that is an error.)

  $ for c in $all; do
  >   (without $c $WARPMARK run d.lua -o $c.h5 --keep-journal) >/dev/null 2>&1 && $WARPMARK verify ./$c.h5
  > done
  ./-.h5: 2 runs, 0 of them unfinished, 10 samples; as its journal says
  ./0.h5: 2 runs, 0 of them unfinished, 10 samples; as its journal says
  ./1.h5: 2 runs, 0 of them unfinished, 10 samples; as its journal says
  ./2.h5: 2 runs, 0 of them unfinished, 10 samples; as its journal says
  ./01.h5: 2 runs, 0 of them unfinished, 10 samples; as its journal says
  ./02.h5: 2 runs, 0 of them unfinished, 10 samples; as its journal says
  ./12.h5: 2 runs, 0 of them unfinished, 10 samples; as its journal says
  ./012.h5: 2 runs, 0 of them unfinished, 10 samples; as its journal says
  $ mkdir d; for c in $all; do
  >   (without $c $WARPMARK report 012.h5 -o d/$c.html) >/dev/null 2>&1; printf '%s ' $?; grep -c '</html>' d/$c.html
  > done
  0 1
  0 1
  1 1
  0 1
  1 1
  0 1
  1 1
  1 1

Every command that prints: what cannot be printed is an error.

  $ commands="list methods,doctor,version,info identity:n=3,show 0.h5,table 0.h5 cases,verify 0.h5,compare 0.h5 1.h5,help"
  $ each() { (IFS=,; for command in $commands; do IFS=' '; printf '%s: ' "${command%% *}"; "$@" $command 2>log; echo $?; grep -v 'cannot write to standard output' log; done; true); }
  $ to_closed() { (without 1 $WARPMARK "$@"); }; each to_closed
  list: 1
  doctor: 1
  version: 1
  info: 1
  show: 1
  table: 1
  verify: 1
  compare: 1
  help: 1
  $ to_full() { $WARPMARK "$@" >/dev/full; }; test ! -c /dev/full || each to_full
  list: 1
  doctor: 1
  version: 1
  info: 1
  show: 1
  table: 1
  verify: 1
  compare: 1
  help: 1

Progress lines that nobody reads any more do not end a run.

  $ { $WARPMARK run d.lua -o pipe.h5 2>&1; echo $? >code; } | :
  $ cat code; $WARPMARK verify pipe.h5
  0
  pipe.h5: 2 runs, 0 of them unfinished, 10 samples; no journal

Behind -- come words alone.

  $ cp 0.h5 ./-x.h5; $WARPMARK verify -x.h5
  warpmark: unknown option '-x.h5' (known: --trust)
  [1]
  $ $WARPMARK verify -- -x.h5
  -x.h5: 2 runs, 0 of them unfinished, 10 samples; no journal
  $ $WARPMARK table --format csv -- -x.h5 cases | head -n 1 | cut -d, -f1
  problem
  $ $WARPMARK verify -- --help
  warpmark: *--help* (glob)
  [1]

No option takes an empty value, and none is begun with.

  $ $WARPMARK run d.lua -o ''
  warpmark: -o '': needs a value that is not empty, such as results/mine.h5
  [1]
  $ $WARPMARK run d.lua --variants=
  warpmark: --variants '': needs a value that is not empty, such as 'jacobi/*/f64/seq'
  [1]

Too few of them: that is said, and no file is called damaged. Eight will do to read.

  $ few() { (n=$1; shift; exec 3<&- 4<&- 5<&- 6<&- 7<&- 8<&- 9<&-; ulimit -n $n; exec $WARPMARK "$@"); }
  $ $WARPMARK export herman:n=5 c --format cache >/dev/null; $WARPMARK certify herman:n=5 -o p.proof >/dev/null
  $ reads="info c/model.h5:goal=stable,show 0.h5,verify 0.h5,verify p.proof,compare 0.h5 1.h5"
  $ all() { (IFS=,; for command in $reads; do IFS=' '; few $1 $command >out 2>log || { cat out log; }; done; true); }
  $ all 8; for n in 5 6 7 9 10 11 12; do all $n; done | grep -v 'Too many open files'
  [1]
  $ for n in 5 6 7 8 9 10 11 12; do few $n run d.lua -o few$n.h5 2>&1; done | grep -E 'damaged|cannot|crashed:|oom_host:' | grep -v 'Too many open files'
  [1]

A signal that says that the terminal is gone ends a run as any other does. Bit 0 of SigCgt is SIGHUP.

  $ (sed 's/= 5/= 1000/g; s/"null/"null[cost=0.01]/' d.lua >long.lua; env --default-signal=HUP $WARPMARK run long.lua -o hup.h5 2>log & pid=$!
  > tries=0; until grep -qs . hup.h5.journal && grep -qs 'SigCgt:.*[13579bdf]$' /proc/$pid/status || [ $((tries += 1)) = 1200 ]; do sleep 0.05; done
  > kill -HUP $pid; wait $pid); echo $?; tail -n 1 log | cut -c 1-20
  130
  interrupted; hup.h5:
