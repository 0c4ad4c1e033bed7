Reports: results files as one page.

  $ command -v gnuplot >/dev/null || { echo gnuplot is missing; exit 80; }
  $ mkdir temporary; export TMPDIR=$PWD/temporary
  $ cat >r.lua <<end
  > local wm = require "warpmark"
  > return wm.experiment {
  >     name = "r",
  >     title = "Rows & <columns>",
  >     paper = "Somebody 2012, table 1",
  >     problems = { "identity:n=3", "random_dd:n=5" },
  >     variants = { "{null,jacobi}/msr/f64/seq" },
  >     measure = { throttle_retries = 0, max_samples = 2, min_samples = 2, max_time = "1h" },
  >     expect = { "wrong" },
  >     figures = { { id = "byn", title = "By size", x = "n", y = "solve" },
  >                 { id = "all", kind = "bars", x = "problem", y = "iterations" } },
  >     tables = { { id = "iterations", title = "Iterations", rows = "n", value = "iterations" } },
  >     claims = {
  >         { id = "A", text = "1 < 2", magnitude = { low = 3 }, test = function() return true, "1 against 2", 2.9 end },
  >         { id = "B", text = "2 < 1", test = function() return false, "2 against 1" end },
  >         { id = "C", text = "both", test = function() return nil, "nobody asked" end },
  >         { id = "D", text = "neither", test = function() return nil, "nobody asked" end },
  >     },
  > }
  > end
  $ $WARPMARK run r.lua -o r.h5 2>/dev/null
  $ $WARPMARK report r.h5
  r.html
  $ sed -n '1,5p' r.html
  <!doctype html>
  <html lang="en">
  <head>
  <meta charset="utf-8">
  <meta name="generator" content="warpmark report">
  $ tail -n 2 r.html
  </body>
  </html>
  $ grep -o '<h1>.*' r.html
  <h1>Rows &amp; &lt;columns&gt;</h1>
  $ grep -c '<svg role' r.html
  2
  $ grep -oE '<(script|link|img)[^>]*>|src=|https?:' r.html
  <script type="application/json" id="cases:numbers">
  <script>
  <script>
  $ grep -o 'Repeats .*' r.html
  Repeats Somebody 2012, table 1.</p>
  $ grep -o '<tr><th scope="row"[^>]*>[A-D]<.*' r.html
  <tr><th scope="row">A</th><td>1 &lt; 2</td><td>holds</td><td>outside: 2.9 against 3 or more</td><td>1 against 2</td></tr>
  <tr><th scope="row">B</th><td>2 &lt; 1</td><td>does not hold</td><td></td><td>2 against 1</td></tr>
  <tr><th scope="row">C</th><td>both</td><td>not tested here</td><td></td><td>nobody asked</td></tr>
  <tr><th scope="row">D</th><td>neither</td><td>not tested here</td><td></td><td>nobody asked</td></tr>
  $ grep -qF "$(sha256sum <r.h5 | cut -d ' ' -f 1)" r.html
  $ grep -o 'warpmark run .*' r.html
  warpmark run r.lua -o r.h5</code></pre>
  $ grep -o 'warpmark replay .*' r.html
  warpmark replay r.h5</code></pre>
  $ grep -qF "<th scope=\"row\">measured</th><td class=\"long\">$($WARPMARK show r.h5 | awk '$1 == "started" { print $2 }')" r.html

What it shows stands above all else, and each word of the glossary is explained where it is used first.

  $ sed -n '/<h2 id="learned"/,/<h2 id="contents"/p' r.html | sed 's/<[^>]*>//g' | grep -v '^Load was\|^The speed\|^In [0-9]\|^Largest gap\|^~ '
  What it shows
  
  Claims: 1 holds, 1 does not hold, 2 not tested here; numbers: 0 as published, 1 outside.
  Does not hold: 2 &lt; 1 (B): 2 against 1.
  1 × wrong answer: one more step in f64 changes the answer by *, such as null/msr/f64/seq on random_dd:n=5. (glob)
  
  Fastest variant of each problem
  
  
  
  problemfastestits timeproven errornexttimes as long
  
  
  identity:n=3*/msr/f64/seq*/msr/f64/seq* (glob)
  
  
  
  median time of a solve; times as long: with its 95 % interval, which contains 1 where neither is surely faster
  Contents
  $ grep -o '<a class="term" href="[^"]*" title="A statement[^>]*>[^<]*' r.html | sed 's/word-[0-9]*/word-N/'
  <a class="term" href="#word-N" title="A statement that an experiment&#39;s script makes about its results, with a test that decides it.">Claims
  $ sed -n '/<h2 id="contents"/,/<\/nav>/p' r.html | grep -o 'href="[^"]*"' | sort | uniq -d
  $ for id in $(sed -n '/<h2 id="contents"/,/<\/nav>/p' r.html | sed -n 's/.*href="#\([^"]*\)".*/\1/p'); do grep -c " id=\"$id\"" r.html; done | uniq
  1

The same file gives the same bytes, whenever and wherever.

  $ mkdir elsewhere && cp r.h5 elsewhere && $WARPMARK report elsewhere/r.h5 -o again.html && cmp r.html again.html
  again.html

Markdown has its figures beside it. Several files have contents and a summary, and names of their own.

  $ cp r.h5 s.h5; $WARPMARK report r.h5 s.h5 -o two.md && ls two
  two.md
  r-2-all.svg
  r-2-byn.svg
  r-all.svg
  r-byn.svg
  $ sed -n '1,/^$/p;/^- \[/p;/^| r\|^| all/p;/^!/p;/^#/p' two.md | uniq
  # 2 experiments
  
  ## What it shows
  ## Contents
  - [r](#r): Rows &amp; &lt;columns>
  - [r-2](#r-2): Rows &amp; &lt;columns>
  - [Machines and programs](#machines)
  - [Words on this page](#words)
  | r | 4 | 3 | 1 | 1 | 1 | 2 | 0 | 1 | * | (glob)
  | r-2 | 4 | 3 | 1 | 1 | 1 | 2 | 0 | 1 | * | (glob)
  | all | 8 | 6 | 2 | 2 | 2 | 4 | 0 | 2 | * | (glob)
  | r | A | 1 &lt; 2 | holds | outside: 2.9 against 3 or more | 1 against 2 |
  | r | B | 2 &lt; 1 | does not hold |  | 2 against 1 |
  | r | C | both | not tested here |  | nobody asked |
  | r | D | neither | not tested here |  | nobody asked |
  | r-2 | A | 1 &lt; 2 | holds | outside: 2.9 against 3 or more | 1 against 2 |
  | r-2 | B | 2 &lt; 1 | does not hold |  | 2 against 1 |
  | r-2 | C | both | not tested here |  | nobody asked |
  | r-2 | D | neither | not tested here |  | nobody asked |
  ## r: Rows &amp; &lt;columns>
  ![By size](two/r-byn.svg)
  ![all](two/r-all.svg)
  ### How it was measured
  ## r-2: Rows &amp; &lt;columns>
  ![By size](two/r-2-byn.svg)
  ![all](two/r-2-all.svg)
  ### How it was measured
  ## Machines and programs
  ## Words on this page
  $ sed -n '/## What it/,/## Cont/p' two.md | grep '^- ' | grep -v Noise
  - Claims: 2 hold, 2 do not, 4 are not tested here.
  - Does not hold: 2 &lt; 1 (B of r).
  - Does not hold: 2 &lt; 1 (B of r-2).
  - 2 of 8 cases are not ok.
  - 6 answers: 6 certified (largest proven error *). (glob)
  $ grep '^- \*\*claim\|^- \*\*msr' two.md
  - **claim**: A statement that an experiment's script makes about its results, with a test that decides it.
  - **msr**: Modified sparse rows: * (glob)
  $ grep -c '^| wrong answer | 1 | random_dd:n=5, null/msr/f64/seq | ' two.md
  2
  $ $WARPMARK report r.h5 s.h5 -o two.html && grep -o '<h2 id="[^"]*"' two.html
  two.html
  <h2 id="learned"
  <h2 id="contents"
  <h2 id="cases"
  <h2 id="r"
  <h2 id="r-2"
  <h2 id="machines"
  <h2 id="words"
  $ grep -o ' id=["'"'"'][^"'"'"']*' two.html | sort | uniq -d

What is proven stands beside the times; where nothing is, the reason, once.

  $ make="$(dirname "$WARPMARK")/tests/support/results/make_results"
  $ test -x "$make" || { echo "make check builds $make"; exit 80; }
  $ "$make" p.h5 2026-11-01T03:00:00+0000 c1 'box; 2 cores' gcc p a/msr/f64/seq 1e-3@a=1:2:2.31e-9 p b/msr/f64/seq 2e-3@b=1:2:2e-4 \
  >     q a/msr/f64/seq '1e-3@a=no weights were found' q b/msr/f64/seq '3e-3@b=no weights were found' r a/msr/f64/seq inaccurate=3:4:0.3
  $ $WARPMARK report p.h5 -o p.md && sed -n '3p; /^- No proof\|^- 1 × inaccurate/p; /proven error |/,/^$/p; /^| required/p; /^| proofs/p' p.md
  p.md
  5 cases of 3 problems and 2 variants: 4 ok, 1 inaccurate; 4 answers: 2 certified (largest proven error 0.0002), 2 checked; 20 samples.
  - 1 × inaccurate, such as a/msr/f64/seq on r.
  - No proof of 2 answers, such as a/msr/f64/seq on q: no weights were found.
  | problem | fastest | its time | proven error | next | times as long |
  | --- | --- | ---: | ---: | --- | ---: |
  | p | a/msr/f64/seq | 1.00 ms | 2.4e-09 | b/msr/f64/seq | 2 |
  | q | a/msr/f64/seq | 1.00 ms | - | b/msr/f64/seq | 3 |
  
  | proofs | to a width of 1e-09, for about as long as its cases take, at most 60 s a problem |
  $ $WARPMARK report p.h5 r.h5 -o pr.md && grep '^- .*certified (' pr.md
  pr.md
  - 7 answers: 5 certified (largest proven error 0.0002), 2 checked.
  $ $WARPMARK show p.h5 | grep certified; $WARPMARK show p.h5 --json | grep '"\(certified\|checked\|inaccurate\|largest_error_bound\)"'
  4 answers: 2 certified (largest proven error 0.0002), 2 checked
      "checked": 2,
      "certified": 2,
    "largest_error_bound": 0.0002,
      "inaccurate": 1
  $ $WARPMARK table p.h5 cases | sed -n 's/  */ /g; 5,9p'
  p a/msr/f64/seq ok certified - 1.00 ms [1.00, 1.00] (range) ≤ 2.4e-09
  p b/msr/f64/seq ok certified - 2.00 ms [1.99, 2.01] (range) ≤ 0.0002
  q a/msr/f64/seq ok checked - 1.00 ms [1.00, 1.00] (range) - no proof: no weights were found
  q b/msr/f64/seq ok checked - 3.00 ms [2.99, 3.01] (range) - no proof: no weights were found
  r a/msr/f64/seq inaccurate certified - - ≤ 0.3

Commands in sentences are code, and name the file. On paper each part of a wide table of claims names them. The parts of a
page of several can be folded.

  $ "$make" busy.h5 2026-11-01T03:00:00+0000 c1 'box; 2 cores' gcc $(for k in $(seq 1 21); do echo "p$k a/msr/f64/seq 1e-3~0.1 p$k b/msr/f64/seq 2e-3"; done)
  $ $WARPMARK report busy.h5 -o busy.html && grep -o '1 further problem.*' busy.html
  busy.html
  1 further problem: warpmark table busy.h5 cases</p>
  $ grep -c '<details class="fold" open>' r.html two.html
  r.html:0
  two.html:2
  $ grep -A1 'aria-label="All claims"' two.html
  <div class="wide" tabindex="0" role="group" aria-label="All claims">
  <table data-keys="2">

An experiment may have the name of a place in the page.

  $ sed 's/name = "r"/name = "machines"/' r.lua >m.lua; $WARPMARK run m.lua -o m.h5 2>/dev/null
  $ $WARPMARK report m.h5 r.h5 -o m.html && grep -o ' id=["'"'"'][^"'"'"']*' m.html | sort | uniq -d; grep -o '<h2 id="machines[^<]*' m.html
  m.html
  <h2 id="machines-2">machines-2: Rows &amp; &lt;columns&gt;
  <h2 id="machines">Machines and programs

A claim that cannot be tested, and a table that cannot be made, are told, in the page as well.

  $ sed 's/name = "r"/name = "t"/; s/return true,.*/error("oh") end },/; s/rows = .* }/build = function() error("ah") end } }/' r.lua >t.lua
  $ $WARPMARK run t.lua -o t.h5 2>&1 | grep '^claim\|^table'
  claim A: t.lua:14: oh
  table iterations: t.lua:12: ah
  claims: 0 hold, 1 does not hold, 2 not tested here, 1 not judged because of an error
  $ $WARPMARK report t.h5 2>log
  t.html
  [1]
  $ cat log
  warpmark: t.h5: claim A: t.lua:14: oh
  warpmark: t.h5: table iterations: t.lua:12: ah
  $ grep -c '<p>Not shown: ' t.html
  2

What cannot be reported. Nothing stays behind.

  $ $WARPMARK report r.h5 s.h5
  warpmark: 2 results files: say where their report goes, such as -o report.html
  [1]
  $ old=$ROOT/results/baselines/h200/records-solve.h5; $WARPMARK report $old -o old.md --script $ROOT/experiments/records-solve.lua >/dev/null && grep -c 'Whether samples were disturbed is unknown' old.md
  1
  $ $WARPMARK report r.h5 -o new.md >/dev/null && grep -c 'Whether samples were disturbed is unknown' new.md
  0
  [1]
  $ $WARPMARK table $old samples --format json | grep -c '"disturbed": null' >count; $WARPMARK table $old samples --format csv | tail -n +2 | wc -l | cmp - count
  $ $WARPMARK report
  warpmark: report: FILE.h5... is missing; usage: warpmark report FILE.h5... [options]; see `warpmark help report`
  [1]
  $ $WARPMARK report absent.h5
  warpmark: *absent.h5* (glob)
  [1]
  $ $WARPMARK report r.lua -o x.html
  warpmark: r.lua * (glob)
  [1]
  $ $WARPMARK report r.h5 -o x.htm
  warpmark: x.htm: unknown kind of report '.htm', did you mean '.html'?
  [1]
  $ $WARPMARK report r.h5 -o page
  warpmark: page: a report's name must end with .html or .md
  [1]
  $ $WARPMARK report r.h5 -o absent/x.html
  warpmark: *absent/x.html*: No such file or directory* (glob)
  [1]
  $ cp r.html old.html; (ulimit -f 8; $WARPMARK report r.h5 -o old.html 2>log); cmp r.html old.html; ls *.tmp 2>/dev/null
  [2]
  $ ls x.* 2>/dev/null; ls temporary

Without gnuplot the page has tables and claims, and says what is missing.

  $ PATH=/nonexistent $WARPMARK report r.h5 -o bare.html
  warpmark: r.h5: figure byn: gnuplot is not installed; install the Debian package gnuplot-nox
  warpmark: r.h5: figure all: gnuplot is not installed; install the Debian package gnuplot-nox
  bare.html
  [1]
  $ grep -c '<table' bare.html | grep -c '[1-9]'; grep -o 'gnuplot is not installed[^<]*' bare.html | sort -u
  1
  gnuplot is not installed; install the Debian package gnuplot-nox
