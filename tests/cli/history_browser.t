The page of all cases in a browser, where Chromium is there. The files are made: 24 nights, a step, a case that crashes at
the end, and names that are markup.

  $ make="$(dirname "$WARPMARK")/tests/support/results/make_results"
  $ test -x "$make" || { echo "make check builds $make"; exit 80; }
  $ mkdir 'the runs' && for k in $(seq 1 24); do
  >   slow=$((k > 20 ? 1100 : 1000)) last=1.$k; [ "$k" -lt 24 ] || last=crashed
  >   "$make" "the runs/n#$k.h5" "2026-11-$(printf %02d "$k")T03:00:00+0000" "c$(((k + 3) / 4))" 'box; 2 cores' gcc \
  >     tandem jacobi/msr/f64/seq "$((slow + k * k * 7 % 13)).0e-6" tandem jacobi/msr/f64/omp "$((1000 + k % 3)).0e-6" \
  >     herman power/msr/f64/seq $last '</script><b>x' '<i>v' 1.0$k
  > done
  $ mkdir pages; $WARPMARK history 'the runs' --html pages/cases.html | tail -n 1
  2 new changes for the worse
  $ grep -c '<tr data-series' pages/cases.html; grep -cE 'https?:|<b>x|src=' pages/cases.html
  4
  0
  [1]
  $ grep -o '"folder": *"[^"]*"' pages/cases.html
  "folder": "../the runs"
  $ $WARPMARK history 'the runs' --html pages/cases.html 2>&1 | tail -n 1
  warpmark: pages/cases.html exists: * (glob)

What the browser makes of it: curves, filters, sorting, a row that opens with its changes and links to their two files.

  $ command -v chromium >/dev/null || { echo chromium is missing; exit 80; }
  $ cp pages/cases.html pages/probe.html; cat >>pages/probe.html <<'end'
  > <script>
  > const shownRows = () => rows.filter(r => !r.hidden).map(r => r.cells[0].textContent + " " + r.cells[1].textContent).join();
  > const set = (input, value) => { input.value = value; input.dispatchEvent(new Event("input")); return shownRows(); };
  > const choose = (name, ...values) => {
  >     const menu = filters.menus.find(each => each.facet.name === name);
  >     menu.choose(values); menu.dispatchEvent(new Event("change")); return shownRows();
  > };
  > drawSparks([...document.querySelectorAll(".spark canvas")]);
  > const ink = c => c.getContext("2d").getImageData(0, 0, c.width, c.height).data.filter((v, k) => k % 4 === 3 && v).length > 50;
  > const out = [[...document.querySelectorAll(".spark canvas")].every(ink)];
  > out.push(set(filters.words, "TANDEM omp"), set(filters.words, ""), choose("change", "alarm"), choose("change", "unchanged"));
  > out.push(choose("change"), choose("status", "failed"), choose("status"), choose("method", "jacobi"), choose("method"));
  > const row = rows.find(r => r.textContent.includes("jacobi/msr/f64/seq"));
  > row.querySelector("button").click();
  > const detail = row.nextElementSibling;
  > out.push(detail.querySelector("li").textContent, [...detail.querySelectorAll("li a")].map(a => a.getAttribute("href")).join(" "));
  > out.push(ink(detail.querySelector("canvas")), detail.querySelector("p").textContent);
  > detail.querySelector("canvas").dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowLeft" }));
  > out.push(detail.querySelector("p").textContent);
  > const head = table.tHead.rows[0].cells[5];
  > head.click(); out.push(body.rows.length, [...body.rows].map(r => r.cells[5].textContent).join(" "));
  > out.push([...body.rows].map(r => r.cells[4].textContent).join(", "));
  > out.push(document.documentElement.scrollWidth > document.documentElement.clientWidth, rows[2].textContent.includes("<b>"));
  > const inSight = [2, 3].every(k => rows[0].cells[k].getBoundingClientRect().right <= document.documentElement.clientWidth);
  > out.push(inSight, [...document.querySelectorAll("th")].every(th => th.scope));
  > document.body.textContent = "found\n" + out.join("\n") + "\n";
  > </script>
  > end
  $ look() { # look WIDTH FLAG ...
  >   width=$1; shift
  >   timeout 100 chromium --headless --no-sandbox --disable-gpu --user-data-dir=$PWD/profile --window-size=$width,900 \
  >       "$@" --dump-dom file://$PWD/pages/probe.html 2>/dev/null | sed -n '/found/,$p'
  > }
  $ look 1280
  <body>found
  true
  tandem jacobi/msr/f64/omp
  herman power/msr/f64/seq,tandem jacobi/msr/f64/seq,&lt;/script&gt;&lt;b&gt;x &lt;i&gt;v,tandem jacobi/msr/f64/omp
  herman power/msr/f64/seq,tandem jacobi/msr/f64/seq
  &lt;/script&gt;&lt;b&gt;x &lt;i&gt;v,tandem jacobi/msr/f64/omp
  herman power/msr/f64/seq,tandem jacobi/msr/f64/seq,&lt;/script&gt;&lt;b&gt;x &lt;i&gt;v,tandem jacobi/msr/f64/omp
  herman power/msr/f64/seq
  herman power/msr/f64/seq,tandem jacobi/msr/f64/seq,&lt;/script&gt;&lt;b&gt;x &lt;i&gt;v,tandem jacobi/msr/f64/omp
  tandem jacobi/msr/f64/seq,tandem jacobi/msr/f64/omp
  herman power/msr/f64/seq,tandem jacobi/msr/f64/seq,&lt;/script&gt;&lt;b&gt;x &lt;i&gt;v,tandem jacobi/msr/f64/omp
  slower by 10 % since 2026-11-21, commit c5 → c6: n#20.h5 → n#21.h5which commit: warpmark bisect --good c5 --bad c6 --case 'tandem jacobi/msr/f64/seq'
  ../the%20runs/n%2320.h5 ../the%20runs/n%2321.h5
  true
  2026-11-24 03:00: 1.102 ms, commit c6, n#24.h5
  2026-11-23 03:00: 1.111 ms, commit c6, n#23.h5
  4
  1.00 ms 1.10 ms 1.02 s 1.23 s
  1.00 ms, 1.00 ms to 1.11 ms, 1.01 s to 1.09 s, 1.10 s to 1.90 s
  false
  true
  true
  true
  
  </body></html>
  $ look 390 | sed -n '20,22p'
  false
  true
  true
  $ look 3840 --blink-settings=preferredColorScheme=0 | sed -n '2p;20,22p'
  true
  false
  true
  true
