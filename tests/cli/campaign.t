Campaigns: many tasks take portions of the cases from one folder.

  $ cat >m.lua <<end
  > local wm = require "warpmark"
  > return wm.experiment {
  >     name = "m",
  >     problems = wm.grid { "identity", n = { 2, 3, 4, 5, 6, 7 } },
  >     variants = { "{null,jacobi}/msr/{f32,f64}/seq" },
  >     measure = { throttle_retries = 0, max_samples = 2, min_samples = 2, max_time = "1h", interleave = 3 },
  > }
  > end
  $ $WARPMARK submit m.lua --to local:2 -o c --lease 2s
  c: 12 portions
  2 tasks share this machine, its caches and its memory: times may be longer than alone
  */c: all 12 portions are done (glob)
  $ $WARPMARK status c | head -n 1
  m: 24 of 24 cases done (24 ok), 0 running, 0 open
  $ $WARPMARK collect c | sed 's/by [12] tasks*/by tasks/'
  m: 24 of 24 cases
    c/m.h5: 24 cases by tasks: 24 ok
      * (glob)
  $ $WARPMARK verify c/m.h5
  c/m.h5: 24 runs, 0 of them unfinished, 48 samples; no journal
  $ $WARPMARK run m.lua -o whole.h5 2>/dev/null
  $ for f in c/m whole; do $WARPMARK table $f.h5 cases --format csv | cut -d, -f 1-3 >$(basename $f).csv; done; cmp m.csv whole.csv

The heaviest cases come first; a portion is what takes turns.

  $ grep portion c/campaign | head -n 3
  portion 5 0 1 2
  portion 4 0 1 2
  portion 3 0 1 2

A task that is killed loses nothing: another takes its portion, and what it had finished counts.

  $ cat >s.lua <<end
  > local wm = require "warpmark"
  > return wm.experiment {
  >     name = "s",
  >     problems = wm.grid { "tandem", c = { 31, 32, 33, 34 } },
  >     variants = { "jacobi/msr/{f32,f64}/seq" },
  >     measure = { throttle_retries = 0, max_samples = 1e9, min_samples = 2, max_time = "0.3s", max_ci = 1e-12,
  >                 interleave = 2 }, solve = { prove = 0 },
  > }
  > end
  $ until_taken() { for i in $(seq 400); do ls $1/taken 2>/dev/null | grep -q . && break; sleep 0.05; done; }
  $ task() { ls $1/taken | head -n 1 | sed 's/[0-9.]*[.]//'; }
  $ $WARPMARK submit s.lua --to local:1 -o k --lease 1s 2>/dev/null & until_taken k; kill -KILL $(task k | sed 's/.*-//'); wait
  $ ls k/done | sed 's/[.][^.0-9].*//'
  000000.1.1
  000001.0.0
  000002.0.0
  000003.0.0
  $ $WARPMARK collect k
  s: 8 of 8 cases
    k/s.h5: 8 cases by * task*: 8 ok (glob)
      * (glob)

A task that lives keeps its portion, which takes longer than the lease, also where another saw it long ago.

  $ sed 's/name = "s"/name = "v"/; s/{ 31.*34 }/{ 31 }/; s/0[.]3s/1.3s/' s.lua >v.lua; sed 's/"v"/"w"/; s/{ 31 }/{ 31, 32 }/' v.lua >w.lua
  $ $WARPMARK submit v.lua w.lua --to local:2 -o v --lease 1s 2>/dev/null; ls v/done | sed 's/[.][^.0-9].*//'; cat v/logs/* | grep 'is lost'
  000000.0.0
  000001.0.0
  000002.0.0
  [1]

One that is told to stop gives back what it has; --resume goes on.

  $ $WARPMARK submit s.lua --to local:1 -o t --lease 2s 2>said & until_taken t; kill -TERM $!; wait $!; echo $?; tail -n 1 said
  130
  warpmark: stopped with 4 of 4 portions left: go on with --resume
  $ ls t/open
  000000.1.0
  000001.0.0
  000002.0.0
  000003.0.0
  $ $WARPMARK collect t | sed -n '2p;8,$p'
    missing: tandem:c=31  jacobi/msr/f32/seq: no task has taken it yet
    missing: tandem:c=34  jacobi/msr/f32/seq: 1 task began it and stopped or died; no other has taken it
    missing: tandem:c=34  jacobi/msr/f64/seq: 1 task began it and stopped or died; no other has taken it
  $ $WARPMARK submit s.lua --to local:2 -o t --resume 2>/dev/null; $WARPMARK status t | head -n 1
  s: 8 of 8 cases done (8 ok), 0 running, 0 open
  $ $WARPMARK collect t >/dev/null; $WARPMARK verify t/s.h5
  t/s.h5: 8 runs, 0 of them unfinished, * samples; no journal (glob)

A case in two files counts once, that of the task that has the portion; one in none is measured
again.

  $ cp -r m.lua x.lua; $WARPMARK submit x.lua --to local:1 -o d --lease 2s 2>/dev/null; cp -r d/tasks/$(ls d/tasks) d/tasks/zombie
  $ $WARPMARK collect d
  m: 24 of 24 cases
    d/m.h5: 24 cases by 1 task: 24 ok
      * (glob)
    measured more than once, because a task was taken for lost or cases were to be measured again, so that one record of each counts: 24 cases
  $ rm -r d/tasks/zombie d/m.h5; mv d/tasks/* gone; $WARPMARK collect d | sed -n '1,2p'
  m: 0 of 24 cases
    missing: identity:n=2  null/msr/f32/seq: task * on unknown measured it, but its file is not there (glob)
  $ $WARPMARK submit x.lua --to local:1 -o d --resume 2>said; head -n 1 said; $WARPMARK collect d | head -n 1
  open again: 12 of 12 portions
  m: 24 of 24 cases

A portion that ends three tasks is given up, until it is asked for again.

  $ rm t/s.h5; mv t/done/000002* t/taken/000002.2.2.gone; rm -r t/tasks/*; rm t/done/*; for k in 0 1 3; do >t/open/00000$k.0.0; done
  $ sed -i 's/^lease.*/lease 1/' t/campaign; $WARPMARK submit s.lua --to local:1 -o t --resume
  t: 4 portions
  warpmark: 0 of 4 portions are left and 1 were given up. See `warpmark status`, and go on with --resume
  [1]
  $ $WARPMARK collect t | sed -n '1p;4,$p'
  s: 6 of 8 cases
    missing: tandem:c=32  jacobi/msr/f32/seq: given up: 3 tasks were lost with it, the last on unknown
    missing: tandem:c=32  jacobi/msr/f64/seq: given up: 3 tasks were lost with it, the last on unknown
  $ $WARPMARK submit s.lua --to local:1 -o t --resume 2>/dev/null; ls t/done
  000000* (glob)
  000001* (glob)
  000002.4.0.* (glob)
  000003* (glob)

Cases that went wrong are measured again where that is asked for.

  $ sed 's/name = "s"/name = "f"/; s/measure = {/measure = { timeout = "1us",/; s/{ 31.*34 }/{ 31 }/' s.lua >f.lua
  $ $WARPMARK submit f.lua --to local:1 -o f --lease 2s 2>/dev/null; $WARPMARK status f | head -n 1
  f: 2 of 2 cases done (2 timeout), 0 running, 0 open
  $ $WARPMARK submit f.lua --to local:1 -o f --resume --retry-failed 2>said; head -n 1 said; $WARPMARK collect f
  open again: 1 of 1 portions
  f: 2 of 2 cases
    f/f.h5: 2 cases by 1 task: 2 timeout
      * (glob)
    measured more than once, because a task was taken for lost or cases were to be measured again, so that one record of each counts: 2 cases
  [2]

Other machines, by a stand-in for ssh; words of any shape arrive as they are.

  $ mkdir fake "it's \$HOME"; cat >fake/ssh <<'end'
  > #!/bin/sh
  > [ "$1 $2 $3" = "-o BatchMode=yes --" ] || exit 255
  > echo "$4" >>"$HOSTS"; exec sh -c "$5"
  > end
  $ chmod +x fake/ssh; export HOSTS=$PWD/hosts; cp m.lua s.lua it*
  $ (cd it*; PATH=$OLDPWD/fake:$PATH $WARPMARK submit m.lua --to ssh:node1,node2 -o 'a b' --lease 2s; $WARPMARK status 'a b' | head -n 1); sort hosts
  a b: 12 portions
  */a b: all 12 portions are done (glob)
  m: 24 of 24 cases done (24 ok), 0 running, 0 open
  node1
  node2

Tasks there give back what they have when the submit ends, whatever ends it.

  $ PATH=$PWD/fake:$PATH $WARPMARK submit s.lua --to ssh:node1 -o h --lease 2s 2>/dev/null & until_taken h; kill -KILL $!; wait; for i in $(seq 400); do grep -q stopped h/tasks/*/end && break; sleep 0.05; done; ls h/open; cat h/tasks/*/end
  000000.1.0
  000001.0.0
  000002.0.0
  000003.0.0
  stopped

Machines are kept apart.

  $ $WARPMARK submit m.lua --to local:1 -o a --lease 2s 2>/dev/null
  $ for k in 0 1 2; do mv a/done/00000$k.0.0.* a/open/00000$k.0.0; done
  $ taskset -c $(taskset -cp $$ | sed 's/.*: *\([0-9]*\).*/\1/') $WARPMARK work a 2>/dev/null; $WARPMARK collect a
  m: 24 of 24 cases
    a/m-1.h5: 15 cases by 1 task: 15 ok, 9 skipped
      * (glob)
    a/m-2.h5: 9 cases by 1 task: 9 ok, 15 skipped
      * (glob)
    measured more than once, because a task was taken for lost or cases were to be measured again, so that one record of each counts: 9 cases
  $ $WARPMARK table a/m-2.h5 cases --format csv | grep -c 'measured on another kind of machine: m-1.h5'
  15

What is none of a campaign's own is left out: a claim with another name, FIFOs, links, folders without end.

  $ sed 's/n = { 20/n = { 2/; s/name = "m"/name = "o"/' m.lua >o.lua; $WARPMARK submit o.lua --to local:1 -o o --lease 1s 2>/dev/null
  $ cd o; mv done/000003.0.0.* moved; echo text >text; mkfifo open/000001.0.0 tasks/fifo done/000005.9.0.x; ln -s ../text open/000002.0.0
  $ ln -s "$PWD/$(ls -d tasks/*-*)" tasks/link; mkdir tasks/x tasks/y; mkfifo tasks/x/beat tasks/y/end; echo running >tasks/x/end; touch open/0.0.0; cd ..
  $ timeout -k 1 30 $WARPMARK status o; $WARPMARK submit o.lua --to local:1 -o o --resume
  warpmark: */o is damaged: portion 3 is in none of its folders. To measure it again, make the empty file */o/open/000003.0.0 (glob)
  warpmark: */o is damaged: portion 3 is in none of its folders. To measure it again, make the empty file */o/open/000003.0.0 (glob)
  [5]
  $ touch o/open/000003.0.0; rm o/moved; timeout -k 1 30 $WARPMARK status o | sed 's/ [^ ]*-[^ ]*/ NAME/'
  o: 24 of 24 cases done (24 ok), 0 running, 0 open
    task NAME on *: 11 portions done, ended (glob)
    task x on unknown: 0 portions done, lost
    task y on unknown: 0 portions done, unknown
  $ timeout -k 1 30 $WARPMARK submit o.lua --to local:1 -o o --resume --retry-failed 2>&1 | tail -n 1; ls o/open; cat o/text
  */o: all 12 portions are done (glob)
  0.0.0
  000001.0.0
  000002.0.0
  text
  $ $WARPMARK collect o | head -n 2
  o: 24 of 24 cases
    o/o.h5: 24 cases by 2 tasks: 24 ok
  $ rm o/logs/*; mkfifo o/logs/local-1.log; timeout -k 1 30 $WARPMARK submit o.lua --to local:1 -o o --resume
  o: 12 portions
  warpmark: */o/logs/local-1.log: No such device or address (glob)
  [1]

Refusals

  $ $WARPMARK submit m.lua --to local:1 -o c
  warpmark: c exists: another submit made it. Go on with --resume, or name another folder with -o
  [1]
  $ $WARPMARK submit s.lua --to local:1 -o c --resume
  warpmark: --resume: */c is of other experiments or options. Give the same command, or name another folder with -o (glob)
  [1]
  $ $WARPMARK submit m.lua --to local:1 -o p --lease 2s 2>one & $WARPMARK submit m.lua --to local:1 -o p --lease 2s 2>two & wait; sort one two
  */p: all 12 portions are done (glob)
  p: 12 portions
  warpmark: p exists: another submit made it. Go on with --resume, or name another folder with -o
  $ sed 's/^commit.*/commit abc/' c/campaign >c/other; mkdir e; cp -r c/* e; mv e/other e/campaign; $WARPMARK work e
  warpmark: */e is of warpmark abc, this is *: use the same program for all of a campaign (glob)
  [1]
  $ $WARPMARK submit m.lua --to local:1 -o e --resume
  warpmark: */e is of warpmark abc, this is *: use the same program for all of a campaign (glob)
  [1]
  $ sed -i 's/n = { 2/n = { 20/' m.lua; mv c/done/000003.0.0.* c/open/000003.0.0; $WARPMARK work c 2>&1 | tail -n 1
  warpmark: m.lua has changed since the submit: the scripts differ. Submit it anew
  $ ls c/open
  000003.0.0
  $ $WARPMARK collect c
  warpmark: c/m.h5 exists: choose another name with -o, or give --force to replace it
  [1]
  $ $WARPMARK status m.lua; $WARPMARK status nowhere; mkdir empty; $WARPMARK collect empty
  warpmark: m.lua is no campaign, or its submit was stopped: it has no file 'campaign'
  warpmark: nowhere: No such file or directory
  warpmark: empty is no campaign, or its submit was stopped: it has no file 'campaign'
  [1]
  $ >file; $WARPMARK submit s.lua --to local:1 -o file/c
  warpmark: file/c: Not a directory
  [1]
  $ for to in local:0 ssh: ssh:a,,b ssh:-oProxyCommand=x pbs; do $WARPMARK submit s.lua --to "$to" -o n; done
  warpmark: --to local:0: needs slurm, ssh:HOST,HOST or local:K with K from 1 to 1024
  warpmark: --to ssh:: '' is no host
  warpmark: --to ssh:a,,b: '' is no host
  warpmark: --to ssh:-oProxyCommand=x: '-oProxyCommand=x' is no host
  warpmark: --to pbs: needs slurm, ssh:HOST,HOST or local:K with K from 1 to 1024
  [1]
  $ PATH=/nowhere $WARPMARK submit s.lua --to slurm -o n; ls n
  warpmark: --to slurm: no sbatch here: run submit on a machine with Slurm, or use --to ssh:HOST,HOST or local:K
  ls: cannot access 'n': No such file or directory
  [2]
  $ $WARPMARK submit s.lua --to local:1 --tasks 3
  warpmark: --tasks, --gpus-per-task and --sbatch are for --to slurm
  [1]
  $ $WARPMARK submit s.lua -o n; $WARPMARK submit a=b --to local:1; $WARPMARK submit s.lua --to local:1 --lease 0; $WARPMARK submit s.lua --to local:1 --resume; $WARPMARK submit s.lua s.lua --to local:1 -o n
  warpmark: submit: say where with --to slurm, ssh:HOST,HOST or local:K
  warpmark: submit: name an experiment
  warpmark: --lease 0: needs a time of at least 1s, such as 60s
  warpmark: --resume: name the folder with -o DIR
  warpmark: two experiments of a campaign are called s
  [1]
