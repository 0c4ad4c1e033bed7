Machines whose clocks are a day, and more than a year, apart: a stand-in for ssh gives each host a
clock of its own, and times of files are those of one server. Nothing here where faketime is not installed (Debian: apt-get install faketime).

  $ command -v faketime >/dev/null || { echo faketime is missing; exit 80; }
  $ mkdir fake; cat >fake/ssh <<'end'
  > #!/bin/sh
  > case $4 in
  > behind) exec faketime -f -1d sh -c "$5" ;;
  > ahead) exec faketime -f +400d sh -c "$5" ;;
  > right) exec sh -c "$5" ;;
  > esac
  > end
  $ chmod +x fake/ssh; export PATH=$PWD/fake:$PATH NO_FAKE_STAT=1
  $ for host in behind right ahead; do ssh -o BatchMode=yes -- $host 'date +%s'; done | sort -n | awk 'NR > 1 { print int(($1 - last) / 86400 + 0.5) } { last = $1 }'
  1
  400
  $ cat >c.lua <<end
  > local wm = require "warpmark"
  > return wm.experiment {
  >     name = "c",
  >     problems = wm.grid { "random_dd", n = 60, density = 0.1, seed = wm.seeds(20) },
  >     variants = { "jacobi/msr/{f32,f64}/seq" },
  >     measure = { max_samples = 1e9, min_samples = 2, max_time = "0.3s", max_ci = 1e-12, interleave = 1 },
  >     solve = { prove = 0 },
  > }
  > end
  $ counts() { ls $1/done | awk -F. '{ lost += $3 } END { print NR " portions, " lost + 0 " lost" }'; }

No live task is taken for lost, whatever its clock says.

  $ $WARPMARK submit c.lua --to ssh:behind,right,ahead -o live --lease 1s 2>/dev/null; counts live
  40 portions, 0 lost
  $ $WARPMARK collect live | head -n 1; ls live/tasks | wc -l
  c: 40 of 40 cases
  3
  $ $WARPMARK collect live 2>/dev/null | grep -c 'more than once'
  0
  [1]

One that is dead is, by a reader with any clock: its portion is measured again.

  $ for dies in behind ahead; do
  >   $WARPMARK submit c.lua --to ssh:behind,right,ahead -o $dies --lease 1s 2>/dev/null &
  >   for try in $(seq 200); do [ $(ls $dies/done 2>/dev/null | wc -l) -ge 6 ] && break; sleep 0.05; done
  >   kill -KILL $(sed -n 's/^task .*-\([0-9]*\) on .*/\1/p' $dies/logs/$dies.log); wait; counts $dies
  >   $WARPMARK collect $dies | head -n 1
  > done
  40 portions, 1 lost
  c: 40 of 40 cases
  40 portions, 1 lost
  c: 40 of 40 cases
