Figures and numbers in a document of LaTeX.

  $ for need in gnuplot pdflatex pdftotext; do command -v $need >/dev/null || { echo $need is missing; exit 80; }; done
  $ kpsewhich tikz.sty >/dev/null || { echo TikZ is missing; exit 80; }
  $ cat >r.lua <<'end'
  > local wm = require "warpmark"
  > return wm.experiment {
  >     name = "r",
  >     problems = { { source = "random_dd:n=10", label = [[100 % of a_b #1 & {x} ~^ \z it's "≥ 2" µ]], n = 10 },
  >                  { source = "random_dd:n=20", label = "plain", n = 20 } },
  >     variants = { "jacobi[check=2]/msr/f64/seq" },
  >     measure = { max_samples = 8, min_samples = 8, max_time = "1h", throttle_retries = 0 },
  >     figures = { { id = "byn", title = "A title", x = "n", y = "solve" }, { id = "all", kind = "bars", x = "problem", y = "iterations" } },
  >     tables = { { id = "own", build = function() return { columns = { { title = "a" }, { title = "b" } }, rows = { { 1, 2 }, { 3, "50 %" } } } end } },
  > }
  > end
  $ $WARPMARK run r.lua -o r.h5 2>/dev/null >/dev/null
  $ { $WARPMARK plot r.h5 byn -o narrow.pdf --width 84mm --font Times,9 && $WARPMARK plot r.h5 all -o 'x y.tex' --width 3.3in --font ,9; } >/dev/null 2>&1
  $ for o in all 'byn --width 84mm --font ,9'; do $WARPMARK plot r.h5 $o -o t${o%% *}.tikz >/dev/null 2>&1; done
  $ $WARPMARK table r.h5 macros >numbers.tex
  $ cat >paper.tex <<'end'
  > \documentclass{article}\usepackage{graphicx,color}\input{numbers.tex}\begin{document}
  > Figure: \input{x y.tex} \includegraphics{narrow.pdf} \warpmark{plain|jacobi[check=2]/msr/f64/seq|iterations} steps,
  > \warpmarkexact{plain|jacobi[check=2]/msr/f64/seq|solve} s,
  > \warpmark{100 - of a_b -1 - -x- -- -z it's "- 2" -|jacobi[check=2]/msr/f64/seq|n} rows,
  > \warpmark{table|own|2|2}
  > \end{document}
  > end
  $ export HOME=$PWD; latex() { pdflatex -interaction=nonstopmode -halt-on-error "$@" >said 2>&1 || grep -a '^!' said; }; latex paper
  $ pdftotext -layout paper.pdf - | tr -d '\n' | grep -c '50 %'
  1
  $ sed 's/|iterations/|iterazions/' paper.tex >typo.tex; latex typo
  ! Package warpmark Error: no number 'plain|jacobi[check=2]/msr/f64/seq|iterazio
  !  ==> Fatal error occurred, no output PDF file produced!
  $ sed 's/.input{numbers.tex}/&&/' paper.tex >twice.tex; latex twice
  ! Package warpmark Error: two numbers are called '100 - of a_b -1 - -x- -- -z i
  !  ==> Fatal error occurred, no output PDF file produced!
  $ cat >t.tex <<'end'
  > \documentclass{article}\usepackage{gnuplot-lua-tikz}\begin{document}\input{tall.tikz}\par\input{tbyn.tikz}\end{document}
  > end
  $ gnuplot -e 'set terminal tikz createstyle'; latex t; grep -ao 'Output written on t.pdf' said
  Output written on t.pdf
