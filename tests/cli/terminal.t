Tables on a terminal: they fit, and verdicts have colours. A file or a pipe gets the whole table, without any.

  $ command -v script >/dev/null || { echo script is missing; exit 80; }
  $ make="$(dirname "$WARPMARK")/tests/support/results/make_results"
  $ test -x "$make" || { echo "make check builds $make"; exit 80; }
  $ "$make" a.h5 2026-11-01T03:00:00+0000 c1 'box; 2 cores' gcc \
  >   'tandem 255, long run' 'jacobi[check=10,vote=store]/msr/f64/seq' 1e-3#12@a=1:2:2.31e-9 herman jacobi/msr/f64/omp timeout
  $ "$make" b.h5 2026-11-02T03:00:00+0000 c2 'box; 2 cores' gcc \
  >   'tandem 255, long run' 'jacobi[check=10,vote=store]/msr/f64/seq' 2e-3#12@a=1:2:2.31e-9 herman jacobi/msr/f64/omp crashed
  $ on() { # on COLUMNS COMMAND: what it prints on a terminal of so many columns; codes of colours are shown as <31>
  >   TERM=xterm script -qec "stty cols $1; $2" /dev/null </dev/null | tr -d '\r' | sed 's/\x1b\[\([0-9]*\)m/<\1>/g'
  > }
  $ on 80 "$WARPMARK table a.h5 cases"
  cases
  
  problem           variant               status                          solve
  ----------------  --------------------  -------  ----------------------------
  tandem 255, long  jacobi[check=10,      ok       1.00 ms [1.00, 1.00] (range)
  run               vote=store]/msr/f64/
                    seq
  herman            jacobi/msr/f64/omp    <31>timeout<>                             -
  
  solve: median of the samples [its 95 % interval]; (range): of fewer than six
  samples; off by: ≤ proven, ≈ estimated
  not shown, as the terminal is narrow: iterations, proof, off by (--wide)
  $ on 60 "$WARPMARK table a.h5 cases" | sed -n '3,$p'
  problem   variant     status                          solve
  --------  ----------  -------  ----------------------------
  tandem    jacobi[che  ok       1.00 ms [1.00, 1.00] (range)
  255,      ck=10,
  long run  vote=store
            ]/msr/f64/
            seq
  herman    jacobi/     <31>timeout<>                             -
            msr/f64/
            omp
  
  solve: median of the samples [its 95 % interval]; (range):
  of fewer than six samples; off by: ≤ proven, ≈ estimated
  not shown, as the terminal is narrow: iterations, proof, off
  by (--wide)
  $ on 200 "$WARPMARK table a.h5 cases" | grep -c 'not shown'
  0
  [1]
  $ $WARPMARK table a.h5 cases >piped; grep -c 'not shown' piped; on 60 "$WARPMARK table a.h5 cases --wide" | sed 's/<[0-9]*>//g' | cmp - piped
  0
  $ on 60 "NO_COLOR=1 $WARPMARK table a.h5 cases" | grep -c '<'; on 60 "TERM=dumb $WARPMARK table a.h5 cases" | grep -c '<'
  0
  0
  [1]
  $ on 90 "$WARPMARK compare a.h5 b.h5" | sed -n '4,7p;$p'
  problem               variant                           change [95 %]  verdict
  --------------------  --------------------------------  -------------  ------------------
  tandem 255, long run  jacobi[check=10,vote=store]/msr/      +100.00 %  <33>unclear<>
                        f64/seq
  not shown, as the terminal is narrow: note, base, new (--wide)
  $ on 300 "$WARPMARK compare a.h5 b.h5" | grep -c 'not shown'
  0
  [1]

Other text is broken between words, and goes on below its second column. A command is not broken, so that it can be copied.

  $ on 60 "$WARPMARK list methods ovi"
  ovi                  optimistic value iteration: from below,
                       then a guess that is proven
  $ on 80 "$WARPMARK solve random_dd:n=9 --variant jacobi/msr/f64/seq" | grep -A 1 '^next'
  next         find the fastest way here: warpmark advise 'random_dd:n=9'; measure
               many: write a script (docs/lua.md), `warpmark run SCRIPT.lua`
  $ for width in 60 80 120; do for command in 'list options' 'list generators' 'show a.h5' 'table a.h5 problems' 'compare a.h5 b.h5' version doctor; do
  >   on $width "$WARPMARK $command" | sed 's/<[0-9]*>//g' | awk -v w=$width 'length > w' | grep -v warpmark
  > done; done
  [1]
  $ on 60 "$WARPMARK table a.h5 cases --format csv" | awk 'length > 100' | wc -l
  3

Columns, order and filter, in every format.

  $ $WARPMARK table a.h5 cases --columns status,problem --sort -problem | sed -n '3,6p'
  status   problem
  -------  --------------------
  ok       tandem 255, long run
  timeout  herman
  $ $WARPMARK table a.h5 cases --columns solve_s,problem --sort solve_s --format csv
  solve_s,problem
  0.001,"tandem 255, long run"
  ,herman
  $ $WARPMARK table a.h5 cases --where 'status=timeout' --columns problem --format csv
  problem
  herman
  $ $WARPMARK table a.h5 statuses --where 'problem=tandem*' --format csv
  status,cases
  ok,1
  $ $WARPMARK table a.h5 problems --where 'status=ok'
  warpmark: --where: table problems is not made from cases when it is printed. Use it with cases, or with a table or figure that names rows and columns
  [1]
  $ $WARPMARK table a.h5 --where 'status=ok'
  warpmark: --where: the list of tables is not made from cases when it is printed. Use it with cases, or with a table or figure that names rows and columns
  [1]
  $ $WARPMARK table a.h5 cases --where 'statsu=ok'
  warpmark: unknown field 'statsu', did you mean 'states'?
  [1]
  $ $WARPMARK table a.h5 cases --columns problem,solv
  warpmark: the table has no column 'solv', did you mean 'solve'?
  [1]
  $ $WARPMARK table a.h5 cases --sort -solv
  warpmark: the table has no column 'solv', did you mean 'solve'?
  [1]

A text from a file gives no colour and no code of a terminal.

  $ "$make" evil.h5 2026-11-01T03:00:00+0000 c1 'box; 2 cores' gcc "$(printf '\033[31mred')" a/msr/f64/seq 1e-3 p b/msr/f64/seq 1e-3
  $ on 80 "$WARPMARK table evil.h5 cases" | grep -c '<31>'
  0
  [1]
