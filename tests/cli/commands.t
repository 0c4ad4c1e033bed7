A command line that is an engine may go wrong. Then its case ends in the right status.

  $ command -v python3 >/dev/null || { echo 'skipped: python3 is missing'; exit 80; }
  $ mkdir -p mine bin; export WARPMARK_ENGINES=$PWD/mine PATH=$PWD/bin:$PATH TMPDIR=$PWD
  $ cat >bin/solver <<'END'
  > #!/bin/sh
  > right='Result: 0.16666666666666666'
  > stays() { setsid sleep NAP & }
  > case $1 in
  > none) echo "$right";;
  > hang) exec sleep NAP;;
  > flood) exec yes 'Result: 0.5';;
  > long) yes and so on | head -c 50000000; echo "$right";;
  > bytes) printf '\377\0\033[2J\n%s\n' "$right";;
  > nan) echo Result: NaN;;
  > infinite) echo Result: Infinity;;
  > word) echo Result: unknown;;
  > wrong) echo Result: 0.5;;
  > exit) echo leaving; exit 3;;
  > late) echo "$right"; exit 3;;
  > silent) ;;
  > segfault) echo "$right"; kill -SEGV $$;;
  > killed) kill -KILL $$;;
  > child) stays; echo "$right";;
  > orphans) stays; stays; (stays); kill -ABRT $$;;
  > closed) exec >&- 2>&-; exec sleep NAP;;
  > hog) exec python3 -c 'x = bytearray(b"x" * 1000000000); import time; time.sleep(60)';;
  > odd) echo 'Iterations: nan'; echo 'Time: -1 s'; echo "$right";;
  > endless) echo 'Iterations: 1e999'; echo 'Time: 1e999 s'; echo "$right";;
  > limit) echo "no convergence"; echo "$right"; exit 1;;
  > esac
  > END
  $ nap=$((1000000 + $$)); sed -i "s/NAP/$nap/" bin/solver; chmod +x bin/solver; cat >mine/told.json <<'END'
  > {"title": "goes wrong", "takes": ["prism"], "solves": ["fixpoint"], "command": ["solver", "{options}"],
  >  "value": "^Result: (\\S+)", "iterations": "Iterations: (\\S+)", "seconds": "Time: (\\S+)", "limit": "no convergence",
  >  "options": [{"name": "fault", "help": "what happens",
  >   "values": ["none", "hang", "flood", "long", "bytes", "nan", "infinite", "word", "wrong", "exit", "late", "silent", "segfault",
  >              "killed", "child", "orphans", "closed", "hog", "odd", "endless", "limit"], "arguments": {
  > END
  $ for fault in none hang flood long bytes nan infinite word wrong exit late silent segfault killed child orphans closed hog odd endless
  > do echo "\"$fault\": [\"$fault\"],"; done >>mine/told.json; echo '"limit": ["limit"]}}]}' >>mine/told.json
  $ cat >told.lua <<'END'
  > local wm = require "warpmark"
  > return wm.experiment {
  >     name = "told", problems = { "dice" },
  >     variants = { "told[fault={none,hang,flood,long,bytes,nan,infinite,word,wrong,exit,late,silent,segfault,killed,child,orphans,closed,hog,odd,endless,limit}]/sparse/f64/seq" },
  >     measure = { max_samples = 2, min_samples = 2, timeout = "2s", memory = "300MB" },
  > }
  > END
  $ $WARPMARK run told.lua -o told.h5 2>log
  [2]
  $ sed -n 's/^\[.*\(told.*\)\/sparse\/f64\/seq/\1/p' log
  told: *s, 2 samples (glob)
  told[fault=hang]: timeout: stopped after 2 s
  told[fault=flood]: timeout: stopped after 2 s
  told[fault=long]: *s, 2 samples (glob)
  told[fault=bytes]: *s, 2 samples (glob)
  told[fault=nan]: wrong: the value is not a finite number: nan
  told[fault=infinite]: wrong: the value is not a finite number: inf
  told[fault=word]: not_converged: engine told: it failed; "value" matches no number in its output: Result: unknown
  told[fault=wrong]: wrong: the value is 0.5, and the exact one lies within [0.1666*, 0.1666*]: it is off by 2 of it (glob)
  told[fault=exit]: not_converged: engine told: it failed; exit code 3: leaving
  told[fault=late]: not_converged: engine told: it failed; exit code 3: Result: 0.16666666666666666
  told[fault=silent]: not_converged: engine told: it failed; "value" matches no number in its output: no output
  told[fault=segfault]: crashed: engine told: solver was killed by SIGSEGV: Result: 0.16666666666666666 (this error was its answer to solve)
  told[fault=killed]: crashed: engine told: solver was killed by SIGKILL: no output (this error was its answer to solve)
  told[fault=child]: *s, 2 samples (glob)
  told[fault=orphans]: crashed: engine told: solver was killed by SIGABRT: no output (this error was its answer to solve)
  told[fault=closed]: timeout: stopped after 2 s
  told[fault=hog]: oom_host: killed: it took * of memory* (glob)
  told[fault=odd]: *s, 2 samples (glob)
  told[fault=endless]: *s, 2 samples (glob)
  told[fault=limit]: not_converged: engine told: no convergence within its limit; exit code 1: Result: 0.16666666666666666

What a program leaves behind is gone, and no number of its output that is none is stored.

  $ grep -slzxE "($nap)" /proc/[0-9]*/cmdline | wc -l
  0
  $ for fault in odd endless; do $WARPMARK solve dice --variant "told[fault=$fault]/sparse/f64/seq" --json | grep -E '"(iterations|solve_engine)"'; done
    "iterations": null,
      "solve_engine": 0.* (glob)
    "iterations": null,
      "solve_engine": 0.* (glob)

A description with members of a wrong kind is refused.

  $ engine() { echo "$1" >mine/odd.json; $WARPMARK solve dice --variant odd/sparse/f64/seq 2>&1 | grep -E '^(warpmark|status)'; }
  $ engine '["echo"]'
  warpmark: engine odd: a description is an object of JSON: {"command": …}
  $ engine '{"command": ["echo"], "value": "x", "needs": "prism"}'
  warpmark: engine odd: "needs" must be a list
  $ engine '{"command": ["echo"], "value": "x", "options": ["fast"]}'
  warpmark: engine odd: "options" must be objects with a "name", and their "arguments" objects
  $ engine '{"command": ["echo"], "value": "x", "options": [{"name": "a", "arguments": ["-a"]}]}'
  warpmark: engine odd: "options" must be objects with a "name", and their "arguments" objects
  $ engine '{"command": ["no-such-program"], "value": "x"}'
  status       crashed: engine odd: FileNotFoundError: * 'no-such-program' (this error was its answer to solve) (glob)
