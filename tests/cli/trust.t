A structure figure opens what its source names. A results file may be a stranger's, so that files are opened with
--trust only.

  $ printf '%%%%MatrixMarket matrix coordinate real general\n2 2 3\n1 1 2\n2 2 2\n1 2 1\n' >m.mtx
  $ cat >s.lua <<end
  > local wm = require "warpmark"
  > return wm.experiment {
  >     name = "s", variants = { "jacobi/msr/f64/seq" }, measure = { max_samples = 1 },
  >     problems = { { source = "./m.mtx", label = "file" }, "random_dd:n=10" },
  >     figures = { { id = "file", kind = "structure", problems = { "file" } },
  >                 { id = "made", kind = "structure", problems = { "random_dd:n=10" } } },
  > }
  > end
  $ $WARPMARK run s.lua -o s.h5 2>/dev/null
  $ $WARPMARK plot s.h5 made -o p
  p/s-made-random_dd_n_10.png
  p/s-made-random_dd_n_10.svg
  $ $WARPMARK plot s.h5 file -o p
  warpmark: figure 'file': its source ./m.mtx is a file: if you trust the results file, add --trust
  [1]
  $ $WARPMARK plot s.h5 file -o p --trust
  p/s-file-file.png
  p/s-file-file.svg

A report says so in its place, and has the rest.

  $ $WARPMARK report s.h5 -o s.md 2>&1 >/dev/null
  warpmark: s.h5: figure file: figure 'file': its source ./m.mtx is a file: if you trust the results file, add --trust
  [1]
  $ grep -o 'Not shown: figure file: .*source' s.md; ls s
  Not shown: figure file: figure 'file': its source
  s-made-random_dd_n_10.svg
  $ $WARPMARK report s.h5 -o s.md --trust --force; ls s
  s.md
  s-file-file.svg
  s-made-random_dd_n_10.svg
