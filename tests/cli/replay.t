The cases of a results file are measured again, from what the file stores. The margin is so wide that no busy machine matters.

  $ export XDG_STATE_HOME="$PWD/state"
  $ cat >r.lua <<end
  > local wm = require "warpmark"
  > io.stderr:write "it runs\n"
  > return wm.experiment {
  >     name = "r",
  >     problems = { { source = "tandem:c=15", label = "made" }, { source = "./m.tra:type=dtmc,goal=done", label = "file" } },
  >     variants = { "jacobi/msr/f64/{seq,cuda16}" },
  >     measure = { throttle_retries = 0, max_time = "1h", processes = 6, max_samples = 20 },
  > }
  > end
  $ chain() { printf "3 4\n0 1 0.$1\n0 2 0.$2\n1 1 1\n2 2 1\n" >m.tra; printf '0="init" 1="done"\n0: 0\n1: 1\n' >m.lab; }
  $ chain 5 5; $WARPMARK run r.lua -o r.h5 2>/dev/null
  $ replay() { $WARPMARK replay r.h5 --margin 100000% "$@" 2>said; code=$?; grep 'it runs' said; return $code; }
  $ rows() { sed -e 's/  */ /g' -e 1,4d; }
  $ replay >made; echo $?; rows <made
  0
  made jacobi/msr/f64/seq * [*] reproduced within * % (glob)
  made jacobi/msr/f64/cuda16 - - - not measured then * (glob)
  file jacobi/msr/f64/seq - - - not run here its source is a file: if you trust the author of the results, add --trust
  file jacobi/msr/f64/cuda16 - - - not measured then * (glob)
  
  4 cases: 1 reproduced, 1 not run here, 2 not measured then
  $ head -n 1 made
  r.h5, by this program on this machine; margin 1e+05 %
  $ replay --trust --json --where place=seq | grep -E '"(verdict|iterations|processes)"|reproduced": '
      "reproduced": 2,
      "not reproduced": 0,
        "verdict": "reproduced",
          "processes": 6,
          "iterations": 298,
          "processes": 6,
          "iterations": 298,
        "verdict": "reproduced",
          "processes": 6,
          "iterations": 2,
          "processes": 6,
          "iterations": 2,

The new results are a file as any other.

  $ replay --where problem=made --processes 2 --time 1s -o again.h5 >/dev/null
  $ $WARPMARK show again.h5 | grep -E '^command|cases of'
  command   warpmark replay r.h5 --margin 100000% --where problem=made --processes 2 --time 1s -o again.h5
  1 cases of 1 problems x 1 variants, 2 processes, 40 samples
  $ replay --where problem=made -o again.h5
  [1]
  $ $WARPMARK compare r.h5 again.h5 --where place=seq | tail -n 1 | grep -o '^2 cases: [^,;]*, 1 missing'
  2 cases: 1 *, 1 missing (glob)

One process says nothing of another.

  $ $WARPMARK run r.lua processes=1 -o one.h5 2>/dev/null
  $ $WARPMARK replay one.h5 --margin 100000% --processes 1 --where problem=made,place=seq 2>/dev/null | rows
  made jacobi/msr/f64/seq * cannot be told *one process says nothing of another: use --processes (glob)
  
  1 case: 1 cannot be told

Other files at the same place: another value, another size, none.

  $ chain 3 7; replay --trust --where problem=file >file; echo $?; rows <file
  3
  file jacobi/msr/f64/seq - - - contradicts proven values * contradict each other: a proof is wrong, or the problem is another one now (glob)
  file jacobi/msr/f64/cuda16 - - - not measured then * (glob)
  
  2 cases: 1 contradicts, 1 not measured then
  $ { echo 20000 29999; seq 0 9999 | sed 's/.*/& & 0.5/' | awk '{ print $1, 19999, 0.5; print $1, $1 + 1, 0.5 }'
  >   seq 10000 19998 | awk '{ print $1, $1 + 1, 1 }'; } >m.tra; sed -i 's/^1: 1/19999: 1/' m.lab
  $ replay --trust --where problem=file | rows | tail -n 1
  2 cases: 1 not reproduced, 1 not measured then
  $ rm m.tra; replay --trust --where problem=file | rows
  file jacobi/msr/f64/seq - - - not run here ./m.tra: No such file or directory
  file jacobi/msr/f64/cuda16 - - - not measured then * (glob)
  
  2 cases: 1 not run here, 1 not measured then
  $ cat said
  replay: no case of the file can run here

A file of another machine: answers are judged, times are not. Variants and problems that this program does not know are named.

  $ make="$(dirname "$WARPMARK")/tests/support/results/make_results"
  $ test -x "$make" || { echo "make check builds $make"; exit 80; }
  $ "$make" far.h5 2026-11-01T03:00:00+0000 c1 'box; 2 cores' gcc tandem:c=15 jacobi/msr/f64/seq 1e-3#298 \
  >   tandem:c=15 jakobi/msr/f64/seq 1e-3 tanden:c=3 jacobi/msr/f64/seq 1e-3
  $ $WARPMARK replay far.h5 2>/dev/null >far; echo $?; rows <far
  0
  tandem:c=15 jacobi/msr/f64/seq * cannot be told *; another machine (glob)
  tandem:c=15 jakobi/msr/f64/seq - - - not run here variant 'jakobi/msr/f64/seq': unknown method 'jakobi', did you mean 'jacobi'?
  tanden:c=3 jacobi/msr/f64/seq - - - not run here its source is a file: if you trust the author of the results, add --trust
  
  3 cases: 1 cannot be told, 2 not run here
  $ head -n 1 far
  far.h5, by this program on this machine; margin 5 %; measured then on box; 2 cores

Mistakes

  $ $WARPMARK replay r.h5 --where problem=none
  warpmark: the file has no case where problem=none
  [1]
  $ $WARPMARK replay r.h5 --processes 0
  warpmark: --processes 0: needs 1 to 1000
  [1]
  $ $WARPMARK replay r.h5 --time soon
  warpmark: --time soon: needs a time such as 5s or 1m
  [1]
  $ $WARPMARK replay r.lua
  warpmark: r.lua * (glob)
  [1]
