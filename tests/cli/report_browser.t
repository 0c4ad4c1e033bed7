Reports in a browser, where Chromium is there: every figure has a size, and nothing is wider than the page.

  $ command -v gnuplot >/dev/null || { echo gnuplot is missing; exit 80; }
  $ command -v chromium >/dev/null || { echo chromium is missing; exit 80; }
  $ cat >r.lua <<end
  > local wm = require "warpmark"
  > return wm.experiment {
  >     name = "r",
  >     problems = wm.grid { "random_dd", n = { 10, 20 } },
  >     variants = { "{jacobi,jor,power,bicgstab}/msr/{f32,f64}/seq" },
  >     measure = { max_samples = 3, min_samples = 3, max_time = "1h" },
  >     figures = { { id = "byn", x = "n", y = "solve" }, { id = "all", kind = "bars", x = "problem", y = "iterations" },
  >                 { id = "structure", kind = "structure" } },
  >     tables = { { id = "wide", rows = "n", columns = "variant" } },
  > }
  > end
  $ $WARPMARK run r.lua -o r.h5 2>/dev/null; $WARPMARK report r.h5
  r.html

What the browser makes of it: ids that are there twice, links that lead nowhere, whether something is wider than the page,
and the figures, each with whether it has a size, and as many shapes and texts as it should at least.

  $ cp r.html probe.html; cat >>probe.html <<'end'
  > <script>
  > const all = [...document.querySelectorAll("[id]")].map(e => e.id), page = document.documentElement;
  > const links = [...document.querySelectorAll("a")].map(a => a.getAttribute("href").slice(1));
  > const drawn = [...document.querySelectorAll("figure svg")].map(svg => {
  >     const box = svg.getBoundingClientRect(), shapes = svg.querySelectorAll("path, image, rect").length;
  >     return box.width > 200 && box.height > 100 && shapes > 5 && svg.querySelectorAll("text").length > 5;
  > });
  > document.body.textContent = ["found", all.length - new Set(all).size, links.filter(l => !all.includes(l)).length,
  >     page.scrollWidth > page.clientWidth, drawn].join(" ");
  > </script>
  > end
  $ look() { # look WIDTH
  >   timeout 100 chromium --headless --no-sandbox --disable-gpu --user-data-dir=$PWD/profile --window-size=$1,900 \
  >       --dump-dom file://$PWD/probe.html 2>/dev/null | grep -o 'found [^<]*'
  > }
  $ look 390
  found 0 0 false true,true,true,true
  $ look 1280
  found 0 0 false true,true,true,true
