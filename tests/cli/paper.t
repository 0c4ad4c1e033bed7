Figures and numbers for papers.

  $ command -v gnuplot >/dev/null || { echo gnuplot is missing; exit 80; }
  $ cat >r.lua <<'end'
  > local wm = require "warpmark"
  > return wm.experiment {
  >     name = "r",
  >     problems = { { source = "random_dd:n=10", label = [[100 % of a_b #1 & {x} ~^ \z it's "≥ 2" µ]], n = 10 },
  >                  { source = "random_dd:n=20", label = "plain", n = 20 } },
  >     variants = { "jacobi[check=2]/msr/f64/seq", "null[fault=abort]/msr/f64/seq" },
  >     measure = { max_samples = 8, min_samples = 8, max_time = "1h", throttle_retries = 0 },
  >     figures = { { id = "byn", title = "A title", x = "n", y = "solve" }, { id = "all", kind = "bars", x = "problem", y = "iterations" } },
  >     tables = { { id = "own", build = function() return { columns = { { title = "a" }, { title = "b" } }, rows = { { 1, 2 }, { 3, "50 %" } } } end },
  >                { id = "bad", build = function() error "no" end } },
  >     claims = { { id = "c1", text = "true", test = function() return true, "3 of 4" end } },
  > }
  > end
  $ $WARPMARK run r.lua -o r.h5 2>/dev/null
  [2]

One figure, as PDF of the wanted width, and as LaTeX. What the picture leaves out is for the caption.

  $ $WARPMARK plot r.h5 byn -o wide.pdf 2>caption; sed -n '1,2p' caption
  wide.pdf
  caption:
  A title
  $ $WARPMARK plot r.h5 byn -o narrow.pdf --width 84mm --font Times,9 2>/dev/null && $WARPMARK plot r.h5 all -o 'x y.tex' --width 3.3in --font ,9 2>/dev/null
  narrow.pdf
  x y.tex
  $ ls
  caption
  narrow.pdf
  r.h5
  r.lua
  wide.pdf
  x y.tex
  x_y-inc.pdf
  $ for f in wide.pdf narrow.pdf x_y-inc.pdf; do tr '\0' ' ' <$f | grep -ao 'MediaBox \[ 0 0 [0-9]*' | head -n 1; done
  MediaBox [ 0 0 345
  MediaBox [ 0 0 238
  MediaBox [ 0 0 237
  $ grep -c 'A title' 'x y.tex'; grep -o 'includegraphics.width.*\|fontsize.*' 'x y.tex'
  0
  fontsize{9}{10.8}\selectfont
  includegraphics[width={237.00bp},height={217.00bp}]{x_y-inc}}%

TikZ is one file, without the date.

  $ for o in all 'byn --width 84mm --font ,9'; do $WARPMARK plot r.h5 $o -o t${o%% *}.tikz 2>/dev/null; done
  tall.tikz
  tbyn.tikz
  $ cp tbyn.tikz before; $WARPMARK plot r.h5 byn -o tbyn.tikz --width 84mm --font ,9 --force >/dev/null 2>&1; cmp before tbyn.tikz; rm before
  $ sed -n '1p; s/^.path (0.*rectangle (\(.*\),.*/\1 cm/p; $p' tbyn.tikz; grep -c 'A title' tbyn.tikz; grep -c 'scale=0.82' tbyn.tikz
  \begin{tikzpicture}[gnuplot]
  8.400 cm
  % warpmark-figure
  0
  1

What is there is replaced with --force, if Warpmark drew it.

  $ $WARPMARK plot r.h5 all -o 'x y.tex'; $WARPMARK plot r.h5 all -o 'x y.tex' --force 2>/dev/null; echo mine >mine.tex; $WARPMARK plot r.h5 all -o mine.tex --force
  warpmark: x y.tex exists: choose another name with -o, or give --force to replace it
  x y.tex
  warpmark: cannot write mine.tex: it exists and is not a figure of warpmark. Choose another name
  [1]

Mistakes.

  $ for o in '-o x.pdf' 'none -o x.pdf' 'byn -o x.pdf --width 84' 'byn -o x.pdf --width 2mm' 'byn -o x.pdf --font Times,9em' 'byn -o x.tex --font Times' 'byn -o x.tikz --font Times' 'byn --width 84mm' 'byn -o x.png'; do $WARPMARK plot r.h5 $o; done
  warpmark: one figure goes into -o x.pdf. Name one of: byn, all
  warpmark: no figure 'none' for -o x.pdf. There are: byn, all
  warpmark: --width 84: a number and mm, cm, in or pt are expected, as in 84mm
  warpmark: --width 2mm: a width is from 1 in (25.4 mm) to 100 in
  warpmark: --font Times,9em: the size is a number of points from 4 to 40
  warpmark: --font Times: LaTeX sets the texts of a .tex in the font of the document. Give the size alone: --font ,8
  warpmark: --font Times: LaTeX sets the texts of a .tikz in the font of the document. Give the size alone: --font ,8
  warpmark: --width is of a figure for a paper: add -o FILE.pdf, .tex or .tikz
  warpmark: -o x.png: names the folder that gets the pictures, or a .pdf, .tex or .tikz. Leave out .png
  [1]

  $ echo 'return require "warpmark".experiment { name = "f", problems = { "random_dd:n=10" }, variants = { "jacobi/msr/f64/seq" } }' >f.lua
  $ $WARPMARK run f.lua --quick -o f.h5 2>/dev/null; $WARPMARK plot f.h5 -o x.tikz; $WARPMARK plot f.h5; rm f.lua f.h5
  warpmark: no figure for -o x.tikz: the experiment declares none
  nothing to draw: the experiment declares no figure. The page of `warpmark report` has figures of all cases

Every number is a macro. A name that is not there stops LaTeX, and so do two of one name.

  $ $WARPMARK table r.h5 macros >numbers.tex; $WARPMARK table r.h5 | grep macros; $WARPMARK table r.h5 macros --format csv
  macros       built-in  every number as a macro of LaTeX, for papers
  warpmark: macros has a format of its own, tex: leave --format out, or name `cases`
  [1]
  $ grep 'plain|.*|iterations}\|plain|null.*|solve}\|table|\|bad\|claim|' numbers.tex
  \wm@set{plain|jacobi[check=2]/msr/f64/seq|iterations}{120}{120}
  \wm@set{plain|null[fault=abort]/msr/f64/seq|iterations}{crashed}{crashed}
  \wm@set{plain|null[fault=abort]/msr/f64/seq|solve}{crashed}{crashed}
  \wm@set{table|own|1|1}{1}{1}
  \wm@set{table|own|1|2}{2}{2}
  \wm@set{table|own|2|1}{3}{3}
  \wm@set{table|own|2|2}{50~\%}{50~\%}
  % no numbers of table bad: it was not judged
  \wm@set{claim|c1|verdict}{holds}{holds}
  \wm@set{claim|c1|numbers}{3~of~4}{3~of~4}
  $ grep -c 'plain|jacobi.*|solve|\(low\|high\)}' numbers.tex
  2
