A variant may have its own epsilon: cases of one problem that differ in nothing else.

  $ cat >own.lua <<end
  > local wm = require "warpmark"
  > return wm.experiment {
  >     name = "own",
  >     problems = { "tandem:c=7" },
  >     variants = { "jacobi[epsilon=1e-2]/msr/f64/seq", "jacobi/msr/f64/seq", "null/msr/f64/seq" },
  >     solve = { epsilon = 1e-4 },
  >     measure = { max_samples = 1 },
  >     tables = { { id = "own", rows = "epsilon", columns = "method", value = "iterations" } },
  >     expect = { "wrong" },
  > }
  > end
  $ $WARPMARK run own.lua -o own.h5 2>/dev/null
  $ $WARPMARK table own.h5 own --format csv | cut -d , -f 1-3
  epsilon,method,iterations
  0.0001,jacobi,117
  0.0001,null,
  0.01,jacobi,53
  $ $WARPMARK solve tandem:c=7 --variant 'jacobi[epsilon=1e-2]/msr/f64/seq' | grep iterations
  iterations   53
  $ $WARPMARK solve tandem:c=7 --variant 'null[epsilon=1e-2]/msr/f64/seq' 2>&1 | cut -c 1-83
  warpmark: variant 'null[epsilon=1e-2]/msr/f64/seq': option 'epsilon' does not apply

Experiment accuracy: how long until an answer is proven to be right to 3, 6 or 9 digits. PRISM's rule
does not say how far an answer is from the truth.

  $ $WARPMARK run accuracy --quick herman=5 polling=3 brp=4 embedded=1 monmege=5 tandem=3 cluster=2 kanban=1 random=20 epsilon=1e-3,1e-6,1e-9 -o a.h5 2>/dev/null
  $ $WARPMARK table a.h5 times | grep -E '^(problem|herman|polling 3, until .*jacobi|kanban .*jacobi)'
  problem              method  * least proven error  why no more* (glob)
  herman 5, reward     jacobi  * 1.6e-09  its rule delivers only 1.6e-09 at epsilon 1e-09 (glob)
  herman 5, reward     jor     * its rule delivers only * at epsilon 1e-09 (glob)
  herman 5, reward     gauss_seidel  * (glob)
  herman 5, reward     bicgstab  * - (glob)
  herman 5, reward     power   * its rule delivers only * at epsilon 1e-09 (glob)
  herman 5, reward     ii  * - (glob)
  herman 5, reward     ovi  * - (glob)
  herman 5, reward     svi  * - (glob)
  polling 3, until     jacobi  * its rule delivers only * at epsilon 1e-09 (glob)
  kanban 1, long run   jacobi  *epsilon 0.001: not_converged (glob)
  $ $WARPMARK table a.h5 delivered --format csv | grep -E '^"?(problem|polling|kanban|random)' | cut -d , -f 1-4
  problem,* (glob)
  "polling 3, until",0.00024* (glob)
  "kanban 1, long run",,* (glob)
  random 20,*e-09,,* (glob)
  $ $WARPMARK table a.h5 claims --format csv | cut -d , -f 1,3
  id,verdict
  change,does not hold
  bounds,holds
  $ $WARPMARK report a.h5 -o a.md >/dev/null 2>&1; grep -o 'Doubtful answers: .*' a.md
  Doubtful answers: *, such as jacobi* on * (proven error *). Do not rely on their times. (glob)

No average is above the largest weight, whatever a method's vector proves.

  $ $WARPMARK solve cluster:n=4 --variant interval_jor/msr/f64/seq --epsilon 0.1 | grep -E '^(status|how sure)' | sed 's,; exact.*,,'
  status       ok
  how sure     value: proven to within 0.031 of it
