Figures, where gnuplot is there to draw them.

  $ command -v gnuplot >/dev/null || { echo gnuplot is missing; exit 80; }
  $ cat >r.lua <<end
  > local wm = require "warpmark"
  > return wm.experiment {
  >     name = "r",
  >     problems = wm.grid { "random_dd", n = { 10, 20 } },
  >     variants = { "jacobi/msr/f64/{seq,omp}" },
  >     measure = { max_samples = 3, min_samples = 3, max_time = "1h" },
  >     figures = { { id = "byn", x = "n", y = "solve" }, { id = "all", kind = "bars", x = "problem", y = "iterations" } },
  >     tables = { { id = "iterations", rows = "n", value = "iterations" } },
  > }
  > end
  $ $WARPMARK run r.lua -o r.h5 2>/dev/null
  $ $WARPMARK plot r.h5 -o figures && ls figures
  figures/r-byn.png
  figures/r-byn.svg
  figures/r-all.png
  figures/r-all.svg
  r-all.dat
  r-all.gp
  r-all.png
  r-all.svg
  r-byn.dat
  r-byn.gp
  r-byn.png
  r-byn.svg
  $ $WARPMARK plot r.h5 byn -o one && ls one
  one/r-byn.png
  one/r-byn.svg
  r-byn.dat
  r-byn.gp
  r-byn.png
  r-byn.svg
  $ $WARPMARK plot r.h5 all && ls *.png
  ./r-all.png
  ./r-all.svg
  r-all.png
