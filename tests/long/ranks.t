Ranks under Slurm's srun, on one node: `tests/long/slurm` starts it; and on two hosts over TCP: `tests/long/hosts`.

  $ test -e "$(dirname "$(readlink -f $WARPMARK)")/ranks_mpi.so" || { echo MPI is missing: libopenmpi-dev and openmpi-bin; exit 80; }
  $ solve() { timeout 300 $WARPMARK solve "$1" --variant "$2" --prove 0 --json $3 | sed -n 's/^ *"\(status\|note\|value\|change\|residual\)": \(.*\),$/\1 \2/p'; }
  $ solve tandem:c=31 jacobi/msr/f64/seq | grep -v note >exact
  $ bits() { solve tandem:c=31 jacobi/msr/f64/$1 >answer; grep note answer; grep -v note answer | cmp - exact && echo the bits of seq; }
  $ rank() { for p in $(pgrep -f -- '--rank c'); do tr '\0' '\n' <"/proc/$p/environ" | grep -cx -e "HERE=$PWD" -e "$1" | grep -qx 2 && [ "$(tr '\0' '\n' <"/proc/$p/cmdline" | sed -n 2p)" = --rank ] && echo "$p"; done 2>/dev/null | head -n 1; }
  $ export HERE="$PWD"; mkdir tmp; export TMPDIR="$PWD/tmp"
  $ cat >long.lua <<"end"
  > local wm = require "warpmark"
  > return wm.experiment { name = "long", problems = { "tandem:c=255" },
  >     variants = { "jacobi/msr/f64/ranks2", "jacobi/msr/f64/seq" },
  >     solve = { epsilon = 1e-300, criterion = "absolute", max_iterations = 1000000000 },
  >     measure = { timeout = "4s" } }
  > end
  $ during() { mark=$1; shift; timeout 300 $WARPMARK run long.lua -o long.h5 --force >log 2>&1 & run=$!; k=0; until v=$(rank $mark) && [ "$v" ] || [ $((k += 1)) = 600 ]; do sleep 0.1; done; sleep 1; "$@" $v; wait $run; grep '^\[1' log; k=0; while [ "$(left)" ] && [ $((k += 1)) -lt 100 ]; do sleep 0.1; done; left; ls tmp | grep -v ompi; true; }
  $ left() { for p in $(pgrep -f -- '--rank c|orted'); do tr '\0' '\n' <"/proc/$p/environ" | grep -qx "HERE=$PWD" && echo "$p"; done 2>/dev/null; }

Two hosts.

  $ $ROOT/tests/long/hosts start "$PWD/hosts" || exit 80; trap '$ROOT/tests/long/hosts stop "$HERE/hosts"' EXIT
  $ export WARPMARK_MPIEXEC="$PWD/hosts/mpiexec"
  $ bits ranks2
  note "2 ranks on 2 hosts, * each*" (glob)
  the bits of seq
  $ bits ranks5
  note "5 ranks on 2 hosts, * each*" (glob)
  the bits of seq
  $ during OMPI_COMM_WORLD_RANK=1 kill -KILL
  [1/2] tandem:c=255  jacobi/msr/f64/ranks2: crashed: ranks2: rank 1 on wm-b was killed by SIGKILL (Killed)
  $ during OMPI_COMM_WORLD_RANK=0 kill -SEGV
  [1/2] tandem:c=255  jacobi/msr/f64/ranks2: crashed: ranks2: rank 0 on wm-a was killed by SIGSEGV (Segmentation fault)
  $ during OMPI_COMM_WORLD_RANK=1 $ROOT/tests/long/hosts cut
  [1/2] tandem:c=255  jacobi/msr/f64/ranks2: timeout: stopped after 4 s, in iteration 0; the ranks did not stop, and were killed
  $ $ROOT/tests/long/hosts stop "$HERE/hosts"; unset WARPMARK_MPIEXEC

Slurm.

  $ export SLURM_CONF=$PWD/slurm/slurm.conf; $ROOT/tests/long/slurm start "$HERE/slurm" 1 || exit 80; trap '$ROOT/tests/long/slurm stop "$HERE/slurm"' EXIT
  $ sed -n 's/^  \$ \(\(solve\|bits\|rank\|during\|left\)() {.*\)/\1/p' "$ROOT/tests/long/ranks.t" >functions
  $ job() { printf '%s\n' '. ./functions' "$*" >job; salloc -Q -N1 -n1 sh job; while [ "$(squeue -h | wc -l)" != 0 ]; do sleep 0.5; done; sleep 3; }
  $ job bits ranks2
  note "2 ranks on 1 host, * each*" (glob)
  the bits of seq
  $ job during SLURM_PROCID=1 kill -KILL
  [1/2] tandem:c=255  jacobi/msr/f64/ranks2: crashed: ranks2: rank 1 on n1 ended: Killed
  $ job during SLURM_PROCID=1 kill -STOP
  [1/2] tandem:c=255  jacobi/msr/f64/ranks2: timeout: stopped after 4 s, in iteration 0; * (glob)
  $ $ROOT/tests/long/slurm stop "$HERE/slurm"
