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
  $ $WARPMARK run r.lua -o r.h5 2>/dev/null; $WARPMARK report r.h5 --script r.lua
  r.html

What the browser makes of it: ids that are there twice, links that lead nowhere, whether something is wider than the page,
and the figures, each with whether it has a size, and as many shapes and texts as it should at least.

  $ cp r.html probe.html; cat >>probe.html <<'end'
  > <script>
  > drawNow();
  > const all = [...document.querySelectorAll("[id]")].map(e => e.id), page = document.documentElement;
  > const links = [...document.querySelectorAll("a[href]")].map(a => a.getAttribute("href").slice(1));
  > const drawn = [...document.querySelectorAll("figure svg:not(.legend svg)")].map(svg => {
  >     const box = svg.getBoundingClientRect(), shapes = svg.querySelectorAll("path, image, rect").length;
  >     return box.width > 200 && box.height > 100 && shapes > 5 && svg.querySelectorAll("text").length > 5;
  > });
  > document.body.textContent = ["found", all.length - new Set(all).size, links.filter(l => !all.includes(l) && !l.startsWith("pair=")).length,
  >     page.scrollWidth > page.clientWidth, drawn].join(" ");
  > </script>
  > end
  $ look() { # look PAGE WIDTH FLAG ...
  >   page=$1; width=$2; shift 2
  >   timeout 100 chromium --headless --no-sandbox --disable-gpu --user-data-dir=$PWD/profile --window-size=$width,900 \
  >       "$@" --dump-dom file://$PWD/$page 2>/dev/null | grep -o '<body>found [^<]*'
  > }
  $ look probe.html 390
  <body>found 0 0 false true,true,true,true,true,true,true,true
  $ look probe.html 1280
  <body>found 0 0 false true,true,true,true,true,true,true,true

No column is empty, clicks on a head sort upwards, downwards and back, print cuts wide tables into parts of the paper's width
and puts them together again, and in dark mode the ground is dark and so are the figures.

  $ cp r.html probe2.html; cat >>probe2.html <<'end'
  > <script>
  > const tables = [...document.querySelectorAll(".wide table")];
  > const empty = tables.flatMap(t => [...t.tHead.lastElementChild.cells].filter((_, k) =>
  >     k && t.tBodies[0].rows.length && [...t.tBodies[0].rows].every(r => ["", "-"].includes(r.cells[k].textContent))));
  > const races = tables.find(t => t.tHead.textContent.includes("its time"));
  > const column = [...races.tHead.lastElementChild.cells].findIndex(c => c.textContent === "its time");
  > const head = races.tHead.lastElementChild.cells[column];
  > const shown = () => [...races.tBodies[0].rows].map(r => r.cells[column].textContent);
  > const up = l => l.every((t, k) => !k || valueOf(l[k - 1]) <= valueOf(t));
  > const before = shown().join();
  > head.click(); const first = shown(); head.click(); const second = shown(); head.click();
  > const sorted = [up(first), up(second.reverse()), shown().join() === before, valueOf("1.5 ms [1, 2]"), valueOf("-")];
  > dispatchEvent(new Event("beforeprint"));
  > const parts = [...document.querySelectorAll(".part")], em = t => t.offsetWidth / parseFloat(getComputedStyle(t).fontSize);
  > const printed = [parts.length > 2, parts.every(p => em(p) < 75 || p.rows[0].cells.length === 2)];
  > dispatchEvent(new Event("afterprint"));
  > printed.push(document.querySelectorAll(".part").length, tables.some(t => t.hidden));
  > const dark = [getComputedStyle(document.body).backgroundColor, getComputedStyle(document.querySelector("figure:not(.panel) svg")).filter];
  > document.body.textContent = ["found", empty.length, sorted, printed, dark.join(" ")].join(" ");
  > </script>
  > end
  $ look probe2.html 1280
  <body>found 0 true,true,true,0.0015,NaN true,true,0,false rgb(255, 255, 255) none
  $ look probe2.html 1280 --blink-settings=preferredColorScheme=0
  <body>found 0 true,true,true,0.0015,NaN true,true,0,false rgb(22, 24, 26) invert(0.93) hue-rotate(180deg)

All cases: filters by words and menus, columns that are chosen, details, and four figures with their data. Keys do what the
pointer does.

  $ cp r.html probe3.html; cat >>probe3.html <<'end'
  > <script>
  > const out = [], say = (...values) => out.push(values.join(" | "));
  > const count = () => document.querySelector(".shown").textContent;
  > const shownRows = () => [...caseTable.tBodies[0].rows].filter(row => !row.hidden && row.className !== "detail");
  > const choose = (name, ...values) => {
  >     const menu = filters.menus.find(each => each.facet.name === name);
  >     menu.choose(values); menu.dispatchEvent(new Event("change"));
  >     return count() + " " + menu.querySelector("summary").textContent;
  > };
  > const search = text => { filters.words.value = text; filters.words.dispatchEvent(new Event("input")); return count(); };
  > const key = (node, name) => node.dispatchEvent(new KeyboardEvent("keydown", { key: name, bubbles: true, cancelable: true }));
  > {
  >     say(count(), filters.menus.map(each => each.facet.name));
  >     say(choose("method", "jacobi", "jor"), choose("precision", "f32"), shownRows().map(row => row.cells[1].textContent));
  >     say(choose("method"), choose("precision"), search("JACOBI n=20"), search("nothing such"), search(""));
  >     const columns = [...document.querySelectorAll(".menu")].find(each => each.textContent.includes("columns"));
  >     const box = name => columns.querySelector(`input[value="${name}"]`);
  >     box("+bytes").click(); box("iterations").click();
  >     say([...caseTable.tHead.rows[0].cells].filter(cell => !cell.hidden).map(cell => cell.textContent));
  >     const bytes = shownRows().map(row => valueOf(row.cells[row.cells.length - 1].textContent));
  >     const head = caseTable.tHead.rows[0].lastElementChild;
  >     key(head, "Enter");
  >     const sorted = shownRows().map(row => valueOf(row.lastElementChild.textContent));
  >     say(bytes.every(v => v > 0), bytes.toSorted((a, b) => a - b).join() === sorted.join(), head.getAttribute("aria-sort"));
  >     box("+bytes").click(); box("iterations").click();
  >     say([...caseTable.tHead.rows[0].cells].filter(cell => !cell.hidden).length);
  >     const button = shownRows()[0].querySelector("button");
  >     button.click();
  >     const detail = shownRows()[0].nextElementSibling;
  >     say(button.getAttribute("aria-expanded"), detail.querySelectorAll("svg.chart").length, /3 samples/.test(detail.textContent));
  >     button.click();
  >     say(button.getAttribute("aria-expanded"), shownRows()[0].nextElementSibling.className);
  >     button.focus(); button.dispatchEvent(new Event("focus"));
  >     say(tip.hidden, tip.getAttribute("role"), /3 samples/.test(tip.textContent));
  >     across.select.value = "jacobi/msr/f64/seq"; upwards.select.value = "jacobi/msr/f32/seq"; drawNow();
  >     say(charts.map(chart => chart.points().length), charts[0].querySelector("figcaption").textContent.slice(0, 23));
  >     const pair = (p, q, name) => ({ a: { problem: name, median: p }, b: { problem: name, median: q } });
  >     const three = [pair(1, 2, "x"), pair(1, 30490, "y"), pair(5, 1, "z")];
  >     say(tellMost(three, "v", each => each.b.median / each.a.median), tellMost(three.slice(0, 2), "w", each => each.a.median / each.b.median), tellMost([], "w"));
  >     const svg = charts[0].querySelector("svg");
  >     key(svg, "ArrowRight"); key(svg, "ArrowRight");
  >     say(svg.querySelectorAll(".ring").length, tip.hidden, tip.textContent.includes("jacobi/msr/f32/seq"));
  >     key(svg, "Enter");
  >     say(document.activeElement.closest("tr").cells[1].textContent, document.activeElement.getAttribute("aria-expanded"));
  >     for (const data of document.querySelectorAll(".charts .data, .cases > .data")) {
  >         data.open = true; data.fill();
  >         say(data.querySelector("a").download, data.querySelector("pre").textContent.split("\n").slice(0, -1).length);
  >     }
  >     say(document.querySelector(".charts .data pre").textContent.split("\n")[0]);
  >     choose("method", "jor"); drawNow();
  >     say(charts.map(chart => chart.points().length), document.querySelectorAll(".charts .data")[1].querySelector("pre").textContent.split("\n").length);
  >     say(csvOf([["a,b", "=1+1", "-x", -1, null, 'q"'], [" @x", "a\nb", 0, "ok", "+1", ""]]).replace(/\n/g, "/"));
  >     say(csvOf([["\uff1d1"]]).trim().length, Object.values(partsOf("a[b=1,c=[x/y]]/wl+bfs/f64/cuda2")), Object.values(partsOf("a")));
  >     const link = document.querySelector("a[href^='#pair']"), links = document.querySelectorAll("a[href^='#pair']").length;
  >     const linked = [link.closest("tr").cells[1].textContent, link.textContent];
  >     location.hash = link.hash; dispatchEvent(new Event("hashchange"));
  >     say(links, linked.join() === [across.select.value, upwards.select.value].join(), count(), document.activeElement === across.select);
  >     location.hash = "#pair=none&jor"; dispatchEvent(new Event("hashchange")); say(across.select.value === linked[0]);
  >     document.body.textContent = "found\n" + out.join("\n") + "\n";
  > }
  > </script>
  > end
  $ lines() { # the same, with all lines
  >   page=$1; width=$2; shift 2
  >   timeout 100 chromium --headless --no-sandbox --disable-gpu --user-data-dir=$PWD/profile --window-size=$width,900 \
  >       "$@" --dump-dom file://$PWD/$page 2>/dev/null | sed -n '/<body>found/,$p' | sed '$d'
  > }
  $ lines probe3.html 1280
  <body>found
  12 of 12 cases | method,precision,status
  8 of 12 cases method: 2 | 4 of 12 cases precision: f32 | jacobi/msr/f32/seq,jor/msr/f32/seq,jacobi/msr/f32/seq,jor/msr/f32/seq
  6 of 12 cases method | 12 of 12 cases precision | 2 of 12 cases | 0 of 12 cases | 12 of 12 cases
  problem,variant,status,time,proven error,size of the layout
  true | true | ascending
  6
  true | 1 | true
  false | 
  false | status | true
  2,11,11,33 | 2 problems have both. j
   v gains most on y: 30,500 times as fast. |  | 
  1 | false | true
  jacobi/msr/f64/seq | true
  cases.csv | 13
  two-variants-on-all-problems.csv | 3
  cases-solved-within-a-time.csv | 12
  time-against-proven-error.csv | 12
  samples-of-cases.csv | 34
  experiment,problem,a,b,a_s,b_s,b_over_a,a_status,b_status
  2,4,4,12 | 6
  "a,b",'=1+1,'-x,-1,,"q"""/' @x,"a/b",0,ok,'+1,/
  3 | a,wl+bfs,f64,cuda2 | a,,,
  4 | true | 12 of 12 cases | true
  true
  

What a reader of the screen needs: headings in order, a scope for each head, names for figures, fields and buttons, and text
that differs from its ground by 4.5 to 1 or more, by day and by night.

  $ cp r.html probe4.html; cat >>probe4.html <<'end'
  > <script>
  > const named = e => e.getAttribute("aria-label") || e.closest("label") || e.textContent.trim();
  > const part = v => (v /= 255) <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4;
  > const light = text => { const [r, g, b] = text.match(/[\d.]+/g).map(Number); return 0.2126 * part(r) + 0.7152 * part(g) + 0.0722 * part(b); };
  > const groundOf = e => { while (e && getComputedStyle(e).backgroundColor.startsWith("rgba(0, 0, 0, 0")) e = e.parentElement; return getComputedStyle(e || document.body).backgroundColor; };
  > const contrast = e => { const [a, b] = [light(getComputedStyle(e).color), light(groundOf(e))].sort((p, q) => q - p); return (a + 0.05) / (b + 0.05); };
  > drawNow();
  > {
  >     const all = name => [...document.querySelectorAll(name)], wrong = [];
  >     all(".data").forEach(e => { e.open = true; e.fill(); });
  >     let level = 0;
  >     for (const h of all("h1, h2, h3, h4")) { if (+h.tagName[1] > level + 1) wrong.push("level " + h.textContent); level = +h.tagName[1]; }
  >     if (all("h1").length !== 1 || all("main").length !== 1) wrong.push("h1, main");
  >     all("th").filter(e => !e.scope).forEach(e => wrong.push("scope " + e.textContent));
  >     all("svg, img, canvas").filter(e => !e.ariaLabel && e.ariaHidden !== "true").forEach(e => wrong.push("figure " + e.outerHTML.slice(0, 60)));
  >     all("input, select, button, summary, a, [tabindex]").filter(e => !named(e)).forEach(e => wrong.push("name " + e.outerHTML.slice(0, 60)));
  >     all("thead th").filter(e => !e.textContent).forEach(e => wrong.push("empty head"));
  >     all("dl > dd:first-child").forEach(e => wrong.push("dd without dt"));
  >     all("pre").filter(e => e.tabIndex).forEach(e => wrong.push("pre that cannot be reached"));
  >     all("[aria-label]").filter(e => ["DIV", "PRE"].includes(e.tagName) && !e.getAttribute("role")).forEach(e => wrong.push("role " + e.className));
  >     all(".data a, .data summary").filter(e => e.getBoundingClientRect().height < 24).forEach(e => wrong.push("low " + e.textContent));
  >     const texts = all("p, li, td, th, h1, h2, h3, summary, label, output, a, button, figcaption, code");
  >     texts.filter(e => contrast(e) < 4.5).forEach(e => wrong.push("contrast " + e.className + e.textContent.slice(0, 40)));
  >     if (!document.querySelector("output, [role=status], [aria-live]")) wrong.push("live");
  >     document.body.textContent = "found " + texts.length + " texts\n" + wrong.slice(0, 9).join("\n") + "\n";
  > }
  > </script>
  > end
  $ lines probe4.html 1280 | sed 's/ [0-9]* texts//'
  <body>found
  
  
  $ lines probe4.html 1280 --blink-settings=preferredColorScheme=0 | sed 's/ [0-9]* texts//'
  <body>found
  
  

Parts of a page of several experiments are folded, but not on paper, nor where a link leads into them.

  $ cp r.h5 s.h5; $WARPMARK report r.h5 s.h5 -o two.html >log 2>&1; cp two.html probe5.html; cat >>probe5.html <<'end'
  > <script>
  > const open = () => folds.map(fold => fold.open).join(), seen = [open()];
  > dispatchEvent(new Event("beforeprint")); seen.push(open());
  > dispatchEvent(new Event("afterprint")); seen.push(open());
  > location.hash = folds[1].querySelector("[id]").id; dispatchEvent(new Event("hashchange")); seen.push(open());
  > document.body.textContent = "found " + seen.join(" ") + " " + document.querySelectorAll(".stay").length;
  > </script>
  > end
  $ look probe5.html 1280
  <body>found false,false true,true false,false false,true 1

Without scripts the page has its tables.

  $ sed -n '/<h2 id="cases"/,/<h2/p' r.html | grep -c '<tr><th scope="row"'; grep -c '^@media (scripting: enabled)' r.html
  12
  1

On paper: A4, upright, and no page wider than it.

  $ command -v pdfinfo >/dev/null || { echo pdfinfo is missing; exit 80; }
  $ timeout 100 chromium --headless --no-sandbox --disable-gpu --user-data-dir=$PWD/profile --print-to-pdf=r.pdf file://$PWD/r.html 2>/dev/null
  $ pdfinfo -l 99 r.pdf | sed -n 's/^Page .*size: *\([0-9]*\)[0-9.]* x \([0-9]*\).*/\1 x \2/p' | sort -u
  594 x 841
