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
