Ranks explore a model together and write its linear system: the file of one process, of which no process has all.

  $ test -e "$(dirname "$(readlink -f $WARPMARK)")/ranks_mpi.so" && command -v mpiexec >/dev/null || { echo MPI is missing: libopenmpi-dev and openmpi-bin; exit 80; }
  $ write() { source=$1 folder=$2; shift 2; timeout 300 $WARPMARK export "$source" "$folder" --system --format cache "$@"; }
  $ same() { for n in ${2:-1 2 3}; do write "$1" "by$n" --ranks $n; done; for n in ${2:-2 3}; do cmp by1/model.h5 by$n/model.h5; done; rm -r by*; }
  $ same kanban:t=1
  by1: 160 rows, 616 off-diagonal non-zeros
  by2: 160 rows, 616 off-diagonal non-zeros
  by3: 160 rows, 616 off-diagonal non-zeros
  $ same herman:n=5,property=4
  by1: 32 rows, 222 off-diagonal non-zeros
  by2: 32 rows, 222 off-diagonal non-zeros
  by3: 32 rows, 222 off-diagonal non-zeros

There may be fewer states than ranks.

  $ same cell:n=1 '1 16'
  by1: 2 rows, 2 off-diagonal non-zeros
  by16: 2 rows, 2 off-diagonal non-zeros

What was written is solved at a place of ranks, a long run and another property, as the model itself is.

  $ way='bicgstab[precondition=jacobi]/msr/f64/ranks2'
  $ solve() { timeout 120 $WARPMARK solve "$1" --variant "$way" --prove 0 --json | grep -E '"(status|iterations|value|change|residual)"'; }
  $ for source in kanban:t=2 brp:n=4,property=5; do write $source there --ranks 2; solve $source >model; solve there/model.h5:matrix=none >file; diff model file && head -n 1 file; rm -r there; done
  there: 4600 rows, 28120 off-diagonal non-zeros
    "status": "ok",
  there: 173 rows, 208 off-diagonal non-zeros
    "status": "ok",

A file that exists stays; a folder that was there before stays, too.

  $ mkdir there && write cell:n=1 there --ranks 2 && write cell:n=1 there --ranks 2
  there: 2 rows, 2 off-diagonal non-zeros
  warpmark: there/model.h5 exists: export into another folder, or remove it
  [1]
  $ rm there/model.h5; write cell:n=1 there --ranks 2 && echo fine
  there: 2 rows, 2 off-diagonal non-zeros
  fine
  $ rm -r there

What cannot be says so, and leaves nothing.

  $ write kanban:t=2 there --ranks 17
  warpmark: --ranks 17: needs a number from 1 to 16
  [1]
  $ write kanban:t=2 there --ranks 0
  warpmark: --ranks 0: needs a number from 1 to 16
  [1]
  $ $WARPMARK export kanban:t=2 there --system --format mtx --ranks 2
  warpmark: --ranks: only a linear system in a cache is written by ranks: add --system --format cache, or leave out --ranks
  [1]
  $ $WARPMARK export kanban:t=2 there --format cache --ranks 2
  warpmark: --ranks: only a linear system in a cache is written by ranks: add --system --format cache, or leave out --ranks
  [1]
  $ write random_dd:n=300 there --ranks 2
  warpmark: random_dd: ranks share only the work of a model that a generator of chains explores, such as kanban: leave out --ranks
  [1]
  $ cp "$ROOT"/datasets/data/prism/tandem-c31/model.tra . && write model.tra:type=ctmc,steady=init there --ranks 2
  warpmark: model.tra: ranks share only the work of a model that a generator of chains explores, such as kanban: leave out --ranks
  [1]
  $ write tandem:c=31,matrix=none there --ranks 2
  warpmark: tandem: with matrix=none no matrix is made: leave out matrix=none, or --ranks
  [1]
  $ write kanban:t=2,property=9 there --ranks 2
  warpmark: kanban: property=9: it has properties 1 to 5 (see `warpmark list generators`)
  [1]
  $ write polling:n=1 there --ranks 2
  warpmark: polling: n=1: must be at least 2 and at most * (glob)
  [1]
  $ write kanban:t=2 /proc --ranks 2
  warpmark: cannot write /proc/model.h5: * (glob)
  [1]
  $ write kanban:t=2 model.tra --ranks 2
  warpmark: model.tra: is not a folder
  [1]
  $ write kanban:t=2 "$(printf 'no\ttab')" --ranks 2; ls -d no*
  warpmark: */no?tab: ranks take names of folders in UTF-8, without control characters: name another folder (glob)
  ls: cannot access 'no*': No such file or directory
  [2]
  $ WARPMARK_MPIEXEC=nosuch write kanban:t=2 there --ranks 2
  warpmark: nosuch, which starts ranks, is missing: see WARPMARK_MPIEXEC and SLURM_JOB_ID
  [4]

Rank 0 may write no more than 10 MB, and the file takes 60 MB; a rank has little memory. What a process takes before it explores differs by machine: the model needs three times as much as any of the limits.

  $ run="exec mpiexec $([ $(id -u) = 0 ] && echo --allow-run-as-root) --oversubscribe"
  $ launched() { printf '%s\n' '#!/bin/sh' "$1" >launcher; chmod +x launcher; WARPMARK_MPIEXEC=./launcher write $2 there --ranks 2; }
  $ launched "shift 2; $run -n 2 sh -c 'ulimit -f 20000; exec \"\$0\" \"\$@\"' \"\$@\"" kanban:t=4
  warpmark: ranks2: rank 0: cannot write */there/model.h5: File too large (glob)
  [1]
  $ little() { launched "shift 2; $run -n 1 \"\$@\" : -n 1 sh -c 'ulimit -v $1; exec \"\$0\" \"\$@\"' \"\$@\"" kanban:t=6 >said 2>&1; grep -q 'not enough memory' said; }
  $ if $WARPMARK --version | grep -q fsanitize; then echo 'warpmark: ranks2: rank 1: not enough memory for it' >said; else for k in 80000 120000 160000 200000 240000 280000; do little $k && break; done; fi; cat said
  warpmark: ranks2: rank 1: not enough memory for * (glob)
  $ ls there
  ls: cannot access 'there': No such file or directory
  [2]

One is killed; the command is interrupted, and killed.

  $ rank() { for p in $(pgrep -f -- '--rank c'); do tr '\0' '\n' <"/proc/$p/environ" | grep -cx -e "HERE=$PWD" -e "OMPI_COMM_WORLD_RANK=$1" | grep -qx 2 && [ "$(tr '\0' '\n' <"/proc/$p/cmdline" | sed -n 2p)" = --rank ] && echo "$p"; done 2>/dev/null | head -n 1; }
  $ export HERE="$PWD" TMPDIR="$PWD/tmp"; mkdir tmp
  $ begin() { timeout 300 $WARPMARK export kanban:t=6 there --system --format cache --ranks 2 >log 2>&1 & job=$!; k=0; until v=$(rank 1) && [ "$v" ] || [ $((k += 1)) = 600 ]; do sleep 0.1; done; sleep 1; }
  $ begin; kill -9 $v; wait $job; cat log; ls there 2>/dev/null
  warpmark: ranks2: rank 1 on * was killed by SIGKILL (Killed) (glob)
  [2]
  $ begin; kill -INT $(pgrep -P $job); wait $job; cat log; ls there 2>/dev/null
  warpmark: interrupted
  [2]
  $ begin; kill -9 $(pgrep -P $job); { wait $job; } 2>/dev/null; k=0; while [ "$(rank 0)$(rank 1)" ] && [ $((k += 1)) -lt 100 ]; do sleep 0.1; done; rank 0; rank 1; ls there
