Places of ranks: processes under MPI. Whatever becomes of one of them ends its case, and leaves nothing.

  $ test -e "$(dirname "$(readlink -f $WARPMARK)")/ranks_mpi.so" && command -v mpiexec >/dev/null || { echo MPI is missing: libopenmpi-dev and openmpi-bin; exit 80; }
  $ solve() { timeout 120 $WARPMARK solve "$1" --variant "$2" --prove 0 --json | sed -n 's/^ *"\(status\|note\|iterations\)": \(.*\),$/\1 \2/p'; }
  $ solve tandem:c=15 jacobi/msr/f64/ranks2
  status "ok"
  note "2 ranks on 1 host, * each*" (glob)
  iterations * (glob)
  $ solve tandem:c=15 jacobi/msr/f64/ranks16
  status "ok"
  note "16 ranks on 1 host, * each*" (glob)
  iterations * (glob)

  $ $WARPMARK info tandem:c=15 --variant jacobi/msr/f64/ranks2 | grep bytes
  bytes                  *B in layout msr (glob)

An order of rows is part of the variant; parts may have no row.

  $ solve herman:n=3 jacobi/msr+bfs/f64/ranks4
  status "ok"
  note "4 ranks on 1 host, * each*" (glob)
  iterations * (glob)

Parts have about the same bytes, whoever makes the rows: here the first rows have nearly all entries. The note says what a part receives, where that is much.

  $ note() { solve "$1" "jacobi/msr$2" | sed -n 's/.*each; \(.*\)"$/\1/p'; }
  $ awk 'BEGIN { print "%%MatrixMarket matrix coordinate real general"; print 1000, 1000, 10990; for (i = 1; i <= 1000; i++) for (j = 1; j <= 1000; j++) if (i <= 10 || i == j) print i, j, (i == j ? 1000 : 0.5) }' >first.mtx
  $ note first.mtx /f64/ranks2
  a part receives 992 entries in an iteration, 12400 % of its rows: try +bisection or +bfs
  $ $WARPMARK export first.mtx first --system --format cache >/dev/null; note first/model.h5:matrix=none /f64/ranks2
  a part receives 992 entries in an iteration, 12400 % of its rows
  $ note herman:n=9 /f64/ranks3; note herman:n=9,matrix=none /f64/ranks3
  a part receives 382 entries in an iteration, 294 % of its rows: try +bisection or +bfs
  a part receives 382 entries in an iteration, 294 % of its rows
  $ note tandem:c=31 /f64/ranks2; note tandem:c=31 +bfs/f64/ranks2

METIS orders rows so that parts receive less.

  $ note fms:n=2 /f64/ranks4; note fms:n=2 +bisection/f64/ranks4
  a part receives 240 entries in an iteration, 125 % of its rows: try +bisection or +bfs
  a part receives 155 entries in an iteration, 76 % of its rows

With matrix=none each rank makes its own rows, and no process has them all.

  $ solve herman:n=7,matrix=none jacobi/msr/f64/ranks3
  status "ok"
  note "3 ranks on 1 host, * each*" (glob)
  iterations * (glob)
  $ answer() { $WARPMARK solve "$1" --variant jacobi/msr/f64/ranks3 --prove 0 --json | grep -E '"(status|iterations|change|residual|estimated_error)"'; }
  $ answer random_dd:n=300 >stored; answer random_dd:n=300,matrix=none >made; diff stored made && head -n 1 made
    "status": "ok",
  $ cluster() { timeout 60 $WARPMARK solve "cluster:n=5$1" --variant bicgstab/msr/f64/ranks2 --prove 0 --json | grep -E '"(status|iterations|residual|value|estimated_error)"'; }
  $ cluster >stored; cluster ,matrix=none >made; diff stored made && head -n 1 made
    "status": "ok",
  $ $WARPMARK info cluster:n=5,matrix=none,property=6
  warpmark: cluster: matrix=none: property=6 is no long run. Leave out matrix=none, or use property=1 to 5
  [1]
  $ $WARPMARK info random_dd:n=300,matrix=none | sed -n '/^nnz/,$p'
  nnz                    8,970  off-diagonal non-zeros that a sweep reads
  matrix                 none is stored: each rank of a place of ranks makes its rows

A process may have 200 MB of memory here, and entries take 243 MB.

  $ limited() { if $WARPMARK --version | grep -q fsanitize; then echo "$2"; else (ulimit -d 200000; export OMP_NUM_THREADS=2; timeout 120 $WARPMARK solve "random_dd:n=4500,density=1,dominance=2$1" --variant jacobi/msr/f64/ranks4 --prove 0 2>&1 | sed -n 1p); fi; }
  $ limited ,matrix=none 'status       ok'
  status       ok* (glob)
  $ limited "" 'warpmark: not enough memory for it to be tried'
  warpmark: not enough memory for * (glob)

So it is with a linear system in a cache: each rank reads its own rows from the file.

  $ $WARPMARK export random_dd:n=300 . --system --format cache >/dev/null
  $ answer model.h5 >stored; answer model.h5:matrix=none >made; diff stored made && head -n 1 made
    "status": "ok",
  $ run="exec mpiexec $([ $(id -u) = 0 ] && echo --allow-run-as-root) --oversubscribe"
  $ launched() { printf '%s\n' '#!/bin/sh' "$1" >launcher; chmod +x launcher; WARPMARK_MPIEXEC=./launcher solve ${2:-model.h5}:matrix=none jacobi/msr/f64/ranks2; }
  $ launched "shift 2; $run -n 1 \"\$@\" : -n 1 -wdir / \"\$@\""
  status "skipped"
  note "ranks2: rank 1: model.h5: No such file or directory"
  iterations null
  $ launched "touch model.h5; $run \"\$@\""
  status "skipped"
  note "ranks2: model.h5 is another file than the one that was opened: leave it as it is until the solve has ended"
  iterations null

And with a matrix in Matrix Market, whatever the order of its entries; packed, too.

  $ $WARPMARK export random_dd:n=300 . --system --format matrix_market >/dev/null
  $ answer model.mtx >stored; answer model.mtx:matrix=none >made; diff stored made && head -n 1 made
    "status": "ok",
  $ answer model.mtx:rhs=rhs.mtx >stored; answer model.mtx:rhs=rhs.mtx,matrix=none >made; diff stored made && head -n 1 made
    "status": "ok",
  $ { head -n 2 model.mtx; tail -n +3 model.mtx | sort -n -k2,2 -k1,1r; } >columns.mtx
  $ answer columns.mtx:matrix=none,rhs=rhs.mtx | diff stored -; gzip -k columns.mtx; answer columns.mtx.gz:rhs=rhs.mtx,matrix=none | diff stored -
  $ { head -n 1 columns.mtx; grep -v '^%' columns.mtx | head -n 1; grep -v '^%' columns.mtx | tail -n +2 | sort -s -n -k1,1; } >sorted.mtx
  $ answer sorted.mtx:matrix=none,rhs=rhs.mtx | diff stored -
  $ launched "echo 1 1 1 >>model.mtx; $run \"\$@\"" model.mtx
  status "skipped"
  note "ranks2: model.mtx is another file than the one that was opened: leave it as it is until the solve has ended"
  iterations null
  $ $WARPMARK info model.mtx:matrix=none
  warpmark: model.mtx:9273: more entries than the 9270 that line 2 announces
  [1]
  $ $WARPMARK spy columns.mtx:matrix=none -o spy.svg
  warpmark: columns.mtx: with matrix=none no matrix is made: leave out matrix=none
  [1]

  $ solve model.h5:matrix=none jacobi/msr/f64/seq
  status "unsupported"
  note "with matrix=none only ranks make these rows: use a place of ranks (ranks2 to ranks16), or leave out matrix=none"
  iterations null
  $ $WARPMARK info model.h5:matrix=some
  warpmark: model.h5: matrix=some: unknown value, did you mean 'none'?
  [1]
  $ $WARPMARK info model.h5:none
  warpmark: model.h5: 'none' is not of the form key=value, did you mean 'model.h5:matrix=none'?
  [1]
  $ $WARPMARK info model.h5:matrix=none,type=dtmc
  warpmark: model.h5: a linear system takes no keys but matrix=none
  [1]
  $ cp "$ROOT"/datasets/data/prism/tandem-c31/model.tra . && $WARPMARK info model.tra:type=ctmc,steady=init,matrix=none
  warpmark: model.tra: matrix=none: only a matrix (.mtx) and a linear system in a cache (.h5) can be read a range of rows at a time: leave it out, or write one with `warpmark export --system --format cache`
  [1]

A method that lets the host decide within an iteration stops when it is told to: the ranks need not be killed.

  $ cat >stop.lua <<'end'
  > local wm = require "warpmark"
  > return wm.experiment { name = "stop", problems = { { source = "tandem:c=383" } },
  >     variants = { "bicgstab[precondition=jacobi]/msr/f64/ranks2" },
  >     solve = { epsilon = 1e-18 }, measure = { timeout = "100ms" } }
  > end
  $ timeout 120 $WARPMARK run stop.lua -o stop.h5 prove=0 2>/dev/null; $WARPMARK table stop.h5 cases --format csv | grep -o 'stopped after 0.1 s, in iteration [0-9]*; 2 ranks on 1 host, [0-9]* cores* each'
  stopped after 0.1 s, in iteration * (glob)

What cannot run says so.

  $ solve tandem:c=15 gauss_seidel/msr/f64/ranks2
  status "unsupported"
  note "method gauss_seidel cannot run at place ranks2: the rows of one rank would wait for those of another"
  iterations null
  $ solve tandem:c=15 'bicgstab[precondition=ilu0]/msr/f64/ranks2'
  status "unsupported"
  note "ranks2: precondition=ilu0 does not exist at place ranks2"
  iterations null
  $ printf '5 6\n0 1 1\n0 3 2\n1 2 1\n2 1 3\n3 4 1\n4 3 2\n' >two.tra; solve two.tra:type=ctmc,steady=init 'bicgstab[precondition=jacobi]/msr/f64/ranks2'
  status "unsupported"
  note "ranks2: method bicgstab at place ranks2 takes long runs of one closed class, and this one has 2: use one process"
  iterations null
  $ solve tandem:c=15 jacobi/generated/f64/ranks2
  status "unsupported"
  note "layout generated does not exist at place ranks2"
  iterations null
  $ solve tandem:c=15 'jacobi[loop=resident]/msr/f64/ranks2'
  status "unsupported"
  note "loop=resident takes one GPU by itself: use place cuda, or loop=graph"
  iterations null
  $ CUDA_VISIBLE_DEVICES= solve tandem:c=15 'jacobi[loop=graph]/msr/f64/ranks2'
  status "unsupported"
  note "ranks2: loop=graph needs a GPU for each rank, and there are fewer here: leave it out"
  iterations null
  $ solve tandem:c=15,matrix=none jacobi/msr+bfs/f64/ranks2
  status "unsupported"
  note "another row order needs the rows of the matrix, and with matrix=none none are stored: leave out matrix=none"
  iterations null
  $ solve random_dd:n=300,matrix=none jacobi/msr/f64/omp
  status "unsupported"
  note "with matrix=none only ranks make these rows: use a place of ranks (ranks2 to ranks16), or leave out matrix=none"
  iterations null
  $ solve random_dd:n=300,matrix=none jacobi/msr+bfs/f64/ranks2
  status "unsupported"
  note "another row order needs the rows of the matrix, and with matrix=none none are stored: leave out matrix=none"
  iterations null
  $ $WARPMARK info random_dd:n=300,matrix=none --variant jacobi/msr/f64/ranks2
  warpmark: layout msr needs the rows of the matrix, and with matrix=none none are stored: leave out matrix=none
  [1]
  $ $WARPMARK solve tandem:c=15 --variant jacobi/msr/f64/ranks17
  warpmark: variant 'jacobi/msr/f64/ranks17': unknown place 'ranks17' (known: `warpmark list places`, and cuda2 to cuda16, ranks2 to ranks16)
  [1]

A run times ranks beside others.

  $ cat >run.lua <<"end"
  > local wm = require "warpmark"
  > return wm.experiment { name = "ranks", problems = { "random_dd:n=300,density=0.1", "random_dd:n=300,matrix=none" },
  >     variants = { "jacobi/msr/f64/{seq,ranks2}", "bicgstab/msr/f64/ranks3" },
  >     measure = { max_time = "20ms", max_samples = 3 } }
  > end
  $ timeout 300 $WARPMARK run run.lua -o run.h5 2>&1 | grep '^\['
  [1/6] random_dd:n=300,density=0.1  jacobi/msr/f64/seq: *, * sample*, * iterations (glob)
  [2/6] random_dd:n=300,density=0.1  jacobi/msr/f64/ranks2: *, * sample*, * iterations: 2 ranks on 1 host, * each* (glob)
  [3/6] random_dd:n=300,density=0.1  bicgstab/msr/f64/ranks3: *, * sample*, * iterations: 3 ranks on 1 host, * each* (glob)
  [4/6] random_dd:n=300,matrix=none  jacobi/msr/f64/seq: unsupported: with matrix=none only ranks make these rows* (glob)
  [5/6] random_dd:n=300,matrix=none  jacobi/msr/f64/ranks2: *, * sample*, * iterations: 2 ranks on 1 host, * each* (glob)
  [6/6] random_dd:n=300,matrix=none  bicgstab/msr/f64/ranks3: *, * sample*, * iterations: 3 ranks on 1 host, * each* (glob)

The launcher and the library must be there, and belong to each other.

  $ (PATH=$(dirname "$(command -v warpmark)"); warpmark solve tandem:c=15 --variant jacobi/msr/f64/ranks2 --json) | grep '"note"'
    "note": "mpiexec, which starts ranks, is missing: install the Debian package openmpi-bin, or set WARPMARK_MPIEXEC",
  $ WARPMARK_MPIEXEC=nosuch solve tandem:c=15 jacobi/msr/f64/ranks2
  status "no_device"
  note "nosuch, which starts ranks, is missing: see WARPMARK_MPIEXEC and SLURM_JOB_ID"
  iterations null
  $ cp "$(readlink -f $WARPMARK)" alone && timeout 60 ./alone solve tandem:c=15 --variant jacobi/msr/f64/ranks2 --json | grep '"note"'
    "note": "this program was built without MPI: install the Debian packages libopenmpi-dev and openmpi-bin, and run make again",
  $ echo >ranks_mpi.so; timeout 60 ./alone solve tandem:c=15 --variant jacobi/msr/f64/ranks2 --json | grep '"note"'; rm ranks_mpi.so
    "note": "ranks2: rank 0: cannot load MPI: */ranks_mpi.so: file too short", (glob)
  $ launcher() { printf '%s\n' '#!/bin/sh' "$1" >launcher; chmod +x launcher; WARPMARK_MPIEXEC=./launcher solve ${2:-tandem:c=15} jacobi/msr/f64/ranks2; }
  $ run="exec mpiexec $([ $(id -u) = 0 ] && echo --allow-run-as-root) --oversubscribe"
  $ launcher 'shift 2; "$@" & "$@" </dev/null & wait'
  status "no_device"
  note "ranks2: 2 ranks were started, and the launcher made 1: it must belong to the MPI that ranks_mpi.so was built with (WARPMARK_MPIEXEC)"
  iterations null
  $ launcher "shift 2; $run -n 3 \"\$@\""
  status "no_device"
  note "ranks2: 2 ranks were started, and the launcher made 3: it must belong to the MPI that ranks_mpi.so was built with (WARPMARK_MPIEXEC)"
  iterations null
  $ launcher 'echo no hosts today >&2; exit 3'
  status "crashed"
  note "ranks2: the launcher failed: it ended too early, with exit code 3; its last line of errors: no hosts today"
  iterations null
  $ launcher 'echo override this by adding the --allow-run-as-root option >&2; exit 1'
  status "crashed"
  note "ranks2: mpiexec refuses to start ranks for root: add --allow-run-as-root to WARPMARK_MPIEXEC"
  iterations null
  $ launcher "echo welcome; shift 2; $run -n 2 \"\$@\""
  status "crashed"
  note "ranks2: rank 0 sent no message: welcome"
  iterations null

Hosts with different programs; a rank with little memory.

  $ version=$($WARPMARK --version | sed -n 's/^warpmark *//p')
  $ sed "s/$version/$(echo "$version" | tr 0-9 9)/g" "$(readlink -f $WARPMARK)" >other && chmod +x other
  $ launcher "shift 2; first=\$1; shift; $run -n 1 \$first \"\$@\" : -n 1 $PWD/other \"\$@\""
  status "no_device"
  note "ranks2: rank 1: the program on * is another build than the one that started it: install the same on all hosts" (glob)
  iterations null
  $ little() { launcher "shift 2; $run -n 1 \"\$@\" : -n 1 sh -c 'ulimit -v $1; exec \"\$0\" \"\$@\"' \"\$@\"" tandem:c=1023 >said; grep -q oom_host said; }
  $ if $WARPMARK --version | grep -q fsanitize; then printf '%s\n' 'status "oom_host"' 'note "ranks2: rank 1: not enough memory for it to be tried"' 'iterations null' >said; else for k in 240000 320000 400000 480000 560000 640000; do little $k && break; done; fi; cat said
  status "oom_host"
  note "ranks2: rank 1: not enough memory for *" (glob)
  iterations null

One is killed; one hangs until the timeout. The others end with it, and the run goes on.

  $ rank() { for p in $(pgrep -f -- '--rank c'); do tr '\0' '\n' <"/proc/$p/environ" | grep -cx -e "HERE=$PWD" -e "OMPI_COMM_WORLD_RANK=$1" | grep -qx 2 && [ "$(tr '\0' '\n' <"/proc/$p/cmdline" | sed -n 2p)" = --rank ] && echo "$p"; done 2>/dev/null | head -n 1; }
  $ export HERE="$PWD" TMPDIR="$PWD/tmp"; mkdir tmp
  $ cat >long.lua <<"end"
  > local wm = require "warpmark"
  > return wm.experiment { name = "long", problems = { "tandem:c=255" },
  >     variants = { "jacobi/msr/f64/{ranks3,ranks2}" },
  >     solve = { epsilon = 1e-300, criterion = "absolute", max_iterations = 1000000000 },
  >     measure = { timeout = "3s" } }
  > end
  $ signal() { timeout 300 $WARPMARK run long.lua -o long.h5 --force --variants "*$3" >log 2>&1 & run=$!; k=0; until v=$(rank 2) && [ "$v" ] || [ $((k += 1)) = 600 ]; do sleep 0.1; done; sleep $2; kill -$1 $v; wait $run; grep '^\[' log; }
  $ signal KILL 1
  [1/2] tandem:c=255  jacobi/msr/f64/ranks3: crashed: ranks3: rank 2 on * was killed by SIGKILL (Killed) (glob)
  [2/2] tandem:c=255  jacobi/msr/f64/ranks2: *2 ranks on 1 host, * each* (glob)
  $ signal STOP 1
  [1/2] tandem:c=255  jacobi/msr/f64/ranks3: timeout: stopped after * s, *; all ranks were killed, as rank 2 (process *) was stopped by a signal (glob)
  [2/2] tandem:c=255  jacobi/msr/f64/ranks2: *2 ranks on 1 host, * each* (glob)
  $ signal STOP 0 ranks3
  [1/1] tandem:c=255  jacobi/msr/f64/ranks3: timeout: stopped after * s, *; all ranks were killed, as rank 2 (process *) was stopped by a signal (glob)

A run that is killed leaves no rank and no file behind for long.

  $ $WARPMARK run long.lua -o killed.h5 >log 2>&1 & run=$!; k=0; until [ "$(rank 0)" ] || [ $((k += 1)) = 600 ]; do sleep 0.1; done; kill -9 $run; k=0; while [ "$(rank 0)$(rank 1)$(rank 2)" ] && [ $((k += 1)) -lt 100 ]; do sleep 0.1; done; rank 0; rank 1; rank 2; k=0; until rmdir tmp 2>/dev/null || [ $((k += 1)) = 50 ]; do sleep 0.1; done; ls tmp 2>/dev/null || echo gone
  gone
