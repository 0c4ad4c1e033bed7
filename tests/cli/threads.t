How many threads place omp has, and how they wait. OpenMP's own words come first, on lines that begin with "libgomp:".

  $ threads() { env "$1" $WARPMARK solve random_dd:n=3,seed=1 --variant jacobi/msr/f64/omp 2>text; code=$?; grep ^warpmark text; return $code; }
  $ threads OMP_NUM_THREADS=100000
  warpmark: OMP_NUM_THREADS=100000: at most 1024 threads can be used; this machine has * cores: OMP_NUM_THREADS=* (glob)
  [1]
  $ threads OMP_NUM_THREADS=0
  warpmark: OMP_NUM_THREADS=0: needs a number of threads from 1 to 1024, such as OMP_NUM_THREADS=* (glob)
  [1]
  $ threads OMP_NUM_THREADS=-1
  warpmark: OMP_NUM_THREADS=-1: needs a number of threads from 1 to 1024, such as OMP_NUM_THREADS=* (glob)
  [1]
  $ threads OMP_NUM_THREADS=all
  warpmark: OMP_NUM_THREADS=all: needs a number of threads from 1 to 1024, such as OMP_NUM_THREADS=* (glob)
  [1]
  $ threads OMP_NUM_THREADS=4, 2>&1
  warpmark: OMP_NUM_THREADS=4,: needs a number of threads from 1 to 1024, such as OMP_NUM_THREADS=* (glob)
  [1]
  $ threads OMP_THREAD_LIMIT=0
  warpmark: OMP_THREAD_LIMIT=0: needs a number of threads from 1 to 2147483647, such as OMP_THREAD_LIMIT=* (glob)
  [1]
  $ threads OMP_STACKSIZE=16
  warpmark: OMP_STACKSIZE=16: the stack of a thread needs 256K to 1G, such as OMP_STACKSIZE=4M; unset it for the usual size
  [1]
  $ threads OMP_STACKSIZE=100G
  warpmark: OMP_STACKSIZE=100G: the stack of a thread needs 256K to 1G, such as OMP_STACKSIZE=4M; unset it for the usual size
  [1]

Lists, of which the first number counts, limits, and more threads than there are cores are fine; answers stay what they are.

  $ solve() { $WARPMARK solve random_dd:n=300,density=0.1,seed=1 --variant $1/msr/f64/omp --json | grep -E '"(status|iterations|change|residual)"'; }
  $ OMP_NUM_THREADS=1 solve jacobi >one
  $ for set in OMP_NUM_THREADS=3,2 OMP_NUM_THREADS=9 'OMP_STACKSIZE=1 M' OMP_STACKSIZE=512; do (export "$set"; solve jacobi | cmp - one); done
  $ (export OMP_NUM_THREADS=9 OMP_THREAD_LIMIT=2; solve jacobi | cmp - one; solve bicgstab | head -n 1)
    "status": "ok",

Threads that wait soon sleep, unless the user said something else about it.

  $ waits() { env -u OMP_WAIT_POLICY -u GOMP_SPINCOUNT -u KMP_BLOCKTIME $1 $WARPMARK solve herman:n=13 --variant jacobi/msr/f64/omp >/dev/null 2>&1 & at=$!
  >   tries=0; until [ "$(readlink /proc/$at/exe)" = "$WARPMARK" ] && tr '\0' '\n' </proc/$at/environ | grep -E '^(GOMP_SPINCOUNT|OMP_WAIT_POLICY)=' || [ $((tries += 1)) = 1200 ]; do sleep 0.05; done; kill $at 2>/dev/null; wait $at 2>/dev/null; true; }
  $ waits
  GOMP_SPINCOUNT=500
  $ waits OMP_WAIT_POLICY=active
  OMP_WAIT_POLICY=active
  $ waits GOMP_SPINCOUNT=7
  GOMP_SPINCOUNT=7
