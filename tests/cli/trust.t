The script in a results file never runs, and a structure figure, whose problems are made again, is drawn only for a
script that the user names.

  $ printf '%%%%MatrixMarket matrix coordinate real general\n2 2 3\n1 1 2\n2 2 2\n1 2 1\n' >m.mtx
  $ cat >s.lua <<end
  > local wm = require "warpmark"
  > io.stderr:write "it runs\n"
  > return wm.experiment {
  >     name = "s", variants = { "jacobi/msr/f64/seq" }, measure = { max_samples = 1 },
  >     problems = { { source = "./m.mtx", label = "file" }, "random_dd:n=10" },
  >     figures = { { id = "file", kind = "structure", problems = { "file" } },
  >                 { id = "lines", x = "n", y = "solve" } },
  >     tables = { { id = "t", build = function() return { columns = { { title = "a" } }, rows = { { 1 } } } end } },
  > }
  > end
  $ $WARPMARK run s.lua -o s.h5 2>/dev/null
  $ for command in show 'table t' 'plot lines' report verify; do set -- $command
  >     $WARPMARK $1 s.h5 $2 2>&1 | grep 'it runs'; done
  [1]
  $ $WARPMARK table s.h5 t --format csv
  a
  1
  $ $WARPMARK plot s.h5 file -o p
  warpmark: figure 'file': its problems are made again for it, which only a script that you name may ask for, such as --script s.lua
  [1]
  $ $WARPMARK plot s.h5 file -o p --script s.lua 2>/dev/null
  p/s-file-file.png
  p/s-file-file.svg

A report says so in its place, and has the rest.

  $ $WARPMARK report s.h5 -o s.md 2>&1 >/dev/null
  warpmark: s.h5: figure file: figure 'file': its problems are made again for it, which only a script that you name may ask for, such as --script s.lua
  [1]
  $ grep -o 'Not shown: figure file: .*again' s.md; ls s
  Not shown: figure file: figure 'file': its problems are made again
  s-lines.svg
  $ $WARPMARK report s.h5 -o s.md --script s.lua --force 2>/dev/null; ls s
  s.md
  s-file-file.svg
  s-lines.svg
