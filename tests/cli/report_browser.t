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
  >     tables = { { id = "wide", rows = "n", columns = "variant" }, { id = "wider", build = function()
  >         local columns, row = {}, {}
  >         for k = 1, 24 do
  >             columns[k] = { title = "column " .. k, unit = "count", group = k > 1 and "group " .. k // 8 or nil }
  >             row[k] = k > 1 and k < 24 and k or nil
  >         end
  >         return { columns = columns, rows = { row } }
  >     end } },
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
  $ look() { # look PAGE WIDTH FLAG ...
  >   page=$1; width=$2; shift 2
  >   timeout 100 chromium --headless --no-sandbox --disable-gpu --user-data-dir=$PWD/profile --window-size=$width,900 \
  >       "$@" --dump-dom file://$PWD/$page 2>/dev/null | grep -o '<body>found [^<]*'
  > }
  $ look probe.html 390
  <body>found 0 0 false true,true,true,true
  $ look probe.html 1280
  <body>found 0 0 false true,true,true,true

No column is empty, clicks on a head sort upwards, downwards and back, print cuts wide tables into parts of the paper's width
and puts them together again, and in dark mode the ground is dark and so are the figures.

  $ cp r.html probe2.html; cat >>probe2.html <<'end'
  > <script>
  > const tables = [...document.querySelectorAll(".wide table")];
  > const empty = tables.flatMap(t => [...t.tHead.lastElementChild.cells].filter((_, k) =>
  >     k && t.tBodies[0].rows.length && [...t.tBodies[0].rows].every(r => ["", "-"].includes(r.cells[k].textContent))));
  > const cases = tables.find(t => t.tHead.textContent.includes("its time"));
  > const column = [...cases.tHead.lastElementChild.cells].findIndex(c => c.textContent === "its time");
  > const head = cases.tHead.lastElementChild.cells[column];
  > const shown = () => [...cases.tBodies[0].rows].map(r => r.cells[column].textContent);
  > const up = l => l.every((t, k) => !k || valueOf(l[k - 1]) <= valueOf(t));
  > const before = shown().join();
  > head.click(); const first = shown(); head.click(); const second = shown(); head.click();
  > const sorted = [up(first), up(second.reverse()), shown().join() === before, valueOf("1.5 ms [1, 2]"), valueOf("-")];
  > dispatchEvent(new Event("beforeprint"));
  > const parts = [...document.querySelectorAll(".part")], em = t => t.offsetWidth / parseFloat(getComputedStyle(t).fontSize);
  > const printed = [parts.length > 2, parts.every(p => em(p) < 75 || p.rows[0].cells.length === 2)];
  > dispatchEvent(new Event("afterprint"));
  > printed.push(document.querySelectorAll(".part").length, tables.some(t => t.hidden));
  > const dark = [getComputedStyle(document.body).backgroundColor, getComputedStyle(document.querySelector("svg")).filter];
  > document.body.textContent = ["found", empty.length, sorted, printed, dark.join(" ")].join(" ");
  > </script>
  > end
  $ look probe2.html 1280
  <body>found 0 true,true,true,0.0015,NaN true,true,0,false rgb(255, 255, 255) none
  $ look probe2.html 1280 --blink-settings=preferredColorScheme=0
  <body>found 0 true,true,true,0.0015,NaN true,true,0,false rgb(22, 24, 26) invert(0.93) hue-rotate(180deg)

On paper: A4, upright, and no page wider than it.

  $ command -v pdfinfo >/dev/null || { echo pdfinfo is missing; exit 80; }
  $ timeout 100 chromium --headless --no-sandbox --disable-gpu --user-data-dir=$PWD/profile --print-to-pdf=r.pdf file://$PWD/r.html 2>/dev/null
  $ pdfinfo -l 99 r.pdf | sed -n 's/^Page .*size: *\([0-9]*\)[0-9.]* x \([0-9]*\).*/\1 x \2/p' | sort -u
  594 x 841
