What became slower over the runs of a folder. The files are made: 24 nights of which the last four are 10 % slower in one
case, 30 % faster from the twelfth on in another, and crash once at the end in a third.

  $ make="$(dirname "$WARPMARK")/tests/support/results/make_results"
  $ test -x "$make" || { echo "make check builds $make"; exit 80; }
  $ mkdir runs && for k in $(seq 1 24); do
  >   n=$((k * k * 7 % 13)); slow=$((k > 20 ? 1100 : 1000)); fast=$((k > 11 ? 700 : 1000))
  >   last=1.0$n; [ "$k" -lt 24 ] || last=crashed
  >   "$make" runs/$k.h5 "2026-11-$(printf %02d "$k")T03:00:00+0000" "c$((k / 4))" 'box; 2 cores' "gcc $((k > 11 ? 13 : 12))" \
  >     tandem jacobi/msr/f64/seq "$((slow + n)).0e-6" tandem jacobi/msr/f64/omp "$((fast + n)).0e-6" herman power/msr/f64/seq $last
  > done

  $ $WARPMARK history runs
  runs: 24 runs from 2026-11-01 to 2026-11-24, 3 series on 1 machine
  
  box; 2 cores
  
  new    problem  variant             became        by  since                    p  commit   also changed
  -----  -------  ------------------  -------  -------  ------------------  ------  -------  -------------------
  alarm  herman   power/msr/f64/seq   crashed           2026-11-24 (24.h5)          c5 → c6
  alarm  tandem   jacobi/msr/f64/seq  slower   * %  2026-11-21 (21.h5) * c5* (glob)
         tandem   jacobi/msr/f64/omp  faster   -29.* %  2026-11-12 (12.h5)  0.0009  c2 → c3  built with compiler (glob)
  
  23 runs: too few to find a change of 3 % (about 55 needed) in 1 of 3 series
  2 new changes for the worse
  [3]

The command that names the commit, once for alarms of the same commits. It needs commits, not sources with changes.

  $ mkdir steps && for k in $(seq 1 24); do
  >   slow=$(((k > 20 ? 1100 : 1000) + k * k * 7 % 13));
  >   "$make" steps/$k.h5 "2026-11-$(printf %02d "$k")T03:00:00+0000" "c$(((k + 3) / 4))" 'box; 2 cores' gcc \
  >     "it's" jacobi/msr/f64/seq "$slow.0e-6" tandem power/msr/f64/seq "$slow.0e-6"
  > done
  $ $WARPMARK history steps | tail -n 2
  which commit: warpmark bisect --good c5 --bad c6 --case 'it'\''s jacobi/msr/f64/seq'
  2 new changes for the worse
  $ command -v gnuplot >/dev/null || { echo gnuplot is missing; exit 80; }
  $ $WARPMARK history steps -o steps.html >/dev/null; sed -n 's|^<pre tabindex="0"><code>||p' steps.html | grep bisect
  warpmark bisect --good c5 --bad c6 --case &#39;it&#39;\&#39;&#39;s jacobi/msr/f64/seq&#39;</code></pre>
  $ "$make" steps/21.h5 2026-11-21T03:00:00+0000 c6+dirty 'box; 2 cores' gcc "it's" jacobi/msr/f64/seq 1101.0e-6 tandem power/msr/f64/seq 1103.0e-6
  $ $WARPMARK history steps | grep -c -e which -e '2 new'
  1

An old change stays an alarm until the case is as fast as before. What is below the margin is none.

  $ $WARPMARK history runs --newest 1 --variants '*/seq' --problems tandem --format md
  runs: 24 runs from 2026-11-01 to 2026-11-24, 1 series on 1 machine
  
  **box; 2 cores**
  
  | new | problem | variant | became | by | since | p | commit | also changed |
  | --- | --- | --- | --- | ---: | --- | ---: | --- | --- |
  | alarm | tandem | jacobi/msr/f64/seq | slower | * % | 2026-11-21 (21.h5) | * | c5 |  | (glob)
  
  1 new change for the worse
  [3]
  $ $WARPMARK history runs --margin 20% --problems tandem | tail -n 1
  no new change for the worse
  $ $WARPMARK history runs --since 2026-11-21 | head -n 1
  runs: 4 runs from 2026-11-21 to 2026-11-24, 3 series on 1 machine

A step that went away again is told, and no alarm.

  $ mkdir back && for k in $(seq 1 30); do
  >   slow=$(((k > 10 && k < 21 ? 1100 : 1000) + k * k * 7 % 13))
  >   "$make" back/$k.h5 "2026-11-$(printf %02d "$k")T03:00:00+0000" c1 'box; 2 cores' gcc tandem jacobi/msr/f64/seq "$slow.0e-6"
  > done
  $ $WARPMARK history back | sed -n '5,10p' | sed 's/  *$//'
  new                    problem  variant             became      by  since                   p  commit  also changed
  ---------------------  -------  ------------------  ------  ------  ------------------  -----  ------  ------------
                         tandem   jacobi/msr/f64/seq  faster  -8.9 %  2026-11-21 (21.h5)  0.001  c1
  back since 2026-11-21  tandem   jacobi/msr/f64/seq  slower  +9.8 %  2026-11-11 (11.h5)  0.001  c1
  
  no new change for the worse
  $ $WARPMARK history back --json | grep -e '"back":' | sed 's/^ *//'
  "back": null,
  "back": 20,

A case that is out of time though its code did not change is a finding and no alarm.

  $ mkdir busy && for k in $(seq 1 12); do
  >   last=0.00$((1000 + k))@a1; [ "$k" -lt 12 ] || last=timeout@a1
  >   "$make" busy/$k.h5 "2026-11-$(printf %02d "$k")T03:00:00+0000" c1 'box; 2 cores' gcc tandem jacobi/msr/f64/seq $last
  > done
  $ $WARPMARK history busy | sed -n '5,9p' | sed 's/  *$//'
  new           problem  variant             became   by  since               p  commit  also changed
  ------------  -------  ------------------  -------  --  ------------------  -  ------  ------------
  not the code  tandem   jacobi/msr/f64/seq  timeout      2026-11-12 (12.h5)     c1
  
  no new change for the worse

What too few nights cannot show

  $ mkdir few && for k in $(seq 1 6); do
  >   "$make" few/$k.h5 "2026-11-0${k}T03:00:00+0000" c1 'box; 2 cores' gcc tandem jacobi/msr/f64/seq 0.00100$k
  > done
  $ $WARPMARK history few --variants '*/seq'
  few: 6 runs from 2026-11-01 to 2026-11-06, 1 series on 1 machine
  
  6 runs: too few to find a change of 3 % (about 10 needed) in 1 of 1 series
  no new change for the worse
  $ $WARPMARK history few --margin 10% | grep few; $WARPMARK history few --json | grep -E 'needed|too_few' | sed 's/^ *//'
  few: 6 runs from 2026-11-01 to 2026-11-06, 1 series on 1 machine
  6 runs: too few to find a change of 15 % (about 10 needed) in 1 of 1 series
  "runs_needed": 10*, (glob)
  "too_few": true,

Cases that came or vanished within the newest runs have their names; those that could not run do not count, nor do the
files of another experiment or machine.

  $ mkdir moved && for k in 1 2 3 4 5 6; do
  >   case $k in 5 | 6) set -- dice power/msr/f64/seq 1e-3;; *) set -- herman power/msr/f64/seq 1e-3 herman power/msr/f64/cuda no_device;; esac
  >   "$make" moved/$k.h5 "2026-11-0${k}T03:00:00+0000" c1 'box; 2 cores' gcc tandem jacobi/msr/f64/seq 1e-3 "$@"
  > done; "$make" moved/7.h5 2026-11-07T03:00:00+0000 c1 'other; 2 cores' gcc fms jacobi/msr/f64/seq 1e-3
  $ $WARPMARK history moved --format md | grep since
  vanished since 2026-11-05 (5.h5): herman power/msr/f64/seq
  new since 2026-11-05 (5.h5): dice power/msr/f64/seq
  $ $WARPMARK history moved --newest 1 | grep since
  [1]
  $ $WARPMARK history moved --json | grep -e '"came"' -e vanished | sed 's/^ *//' | sort | uniq -c | sed 's/^ *//'
  1 "came": 4,
  4 "came": null,
  1 "vanished": 4,
  4 "vanished": null,
  $ $WARPMARK history moved -o moved.html >/dev/null; grep -c '^<p>vanished since 2026-11-05 (5.h5): herman' moved.html
  1

As JSON

  $ $WARPMARK history runs --json >h.json
  [3]
  $ if command -v python3 >/dev/null; then python3 -m json.tool h.json >/dev/null; fi
  $ grep -c '"median"' h.json
  72
  $ sed -n '/"findings"/,$p' h.json | sed -n '1,27p'
    "findings": [
      {
        "series": 0,
        "became": "crashed",
        "worse": true,
        "new": true,
        "same_code": false,
        "reference_ratio": null,
        "by_machine": false,
        "alarm": true,
        "kept": null,
        "kept_day": null,
        "note": null,
        "unconfirmed": null,
        "ratio": null,
        "p": null,
        "p_adjusted": null,
        "false_a_year": null,
        "back": null,
        "before": 22,
        "after": 23,
        "commit_before": "c5",
        "commit_after": "c6",
        "file": "24.h5",
        "differences": []
      },
      {

Figures

  $ command -v gnuplot >/dev/null || exit 80
  $ $WARPMARK history runs -o figures --newest 1 --variants '*/omp' | tail -n 1
  no new change for the worse
  $ ls figures
  history.dat
  history.gp
  tandem-jacobi-msr-f64-omp.png
  tandem-jacobi-msr-f64-omp.svg

A page: what is new, figures of what changed, the noise of the newest run, the runs.

  $ $WARPMARK history runs -o h.html | tail -n 1
  2 new changes for the worse
  $ ls h.html* && grep -o '<h1>.*' h.html && sed -n '/id="learned"/,/id="contents"/p' h.html | sed 's/<[^>]*>//g' | grep .
  h.html
  <h1>History of runs: 2 new changes for the worse</h1>
  What changed
  New changes for the worse: 2.
  herman, power/msr/f64/seq: crashed since 2026-11-24 (24.h5), commit c5 → c6.
  tandem, jacobi/msr/f64/seq: slower by 10.* % since 2026-11-21 (21.h5), commit c5. (glob)
  Older changes: 1.
  23 runs: too few to find a change of 3 % (about 55 needed) in 1 of 3 series.
  Noise in the newest run, 24.h5: none was seen.
  Contents
  $ grep -c '<svg' h.html; grep -c '<tr><th scope="row">2026-' h.html; grep -o '<figcaption>.*<' h.html
  3
  24
  <figcaption>Figure 1: herman, power/msr/f64/seq<
  <figcaption>Figure 2: tandem, jacobi/msr/f64/seq<
  <figcaption>Figure 3: tandem, jacobi/msr/f64/omp<
  $ $WARPMARK history runs --newest 13 -o h.html --force | tail -n 1; grep -o '<li>.*also.*' h.html
  2 new changes for the worse
  <li>tandem, jacobi/msr/f64/omp: faster by 29.* % since 2026-11-12 (12.h5), commit c2 → c3; also changed: built with compiler.</li> (glob)
  $ cp h.html old.html; $WARPMARK history runs --problems tandem --margin 50% -o h.html 2>&1 | tail -n 1; cmp h.html old.html
  warpmark: h.html exists: * (glob)
  $ $WARPMARK history runs --problems tandem --margin 50% -o h.html --force | tail -n 1; grep -c '<svg' h.html; grep -o '<p>Nothing.*' h.html
  no new change for the worse
  0
  <p>Nothing became slower, faster or failed.</p>
  $ PATH=/nowhere "$WARPMARK" history runs -o none
  warpmark: gnuplot is not installed; install the Debian package gnuplot-nox
  [4]

A step of 16 % can be seen though some whiskers are three times as long as the times: the axis leaves them out, and says
so. It begins with the first run and ends with the last one.

  $ mkdir noisy && for k in $(seq 1 24); do
  >   spread=0.02; [ $((k % 5)) != 2 ] || spread=3
  >   time="$(((k > 12 ? 1160 : 1000) + k * k * 7 % 13)).0e-6~$spread" # three processes of five samples
  >   "$make" noisy/$k.h5 "2026-10-$(printf %02d "$k")T03:00:00+0000" "c$((k / 13))" 'box; 2 cores' gcc \
  >     tandem jacobi/msr/f64/seq "$time" tandem jacobi/msr/f64/seq "$time" tandem jacobi/msr/f64/seq "$time"
  > done
  $ $WARPMARK history noisy -o step | grep -c slower
  1
  $ sed -n 's/^set yrange .\(.*\):\(.*\)]$/\1 \2/p' step/history.gp | awk '{ print ($2 - $1 < 3 * 0.00016 ? "steep" : $0) }'
  steep
  $ sed '1,/^set output/d' step/history.gp | grep kind # PNG and SVG differ in what stands before that
  [1]
  $ sed -n 's/^set xtics (\(.[^ ]*\) .*, \(.[^ ]*\) [0-9]*)$/\1 \2/p' step/history.gp
  '2026-10-01' '2026-10-24'
  $ grep -oE '>(c0 → c1|.*95 % interval.*|.*longer than shown.*)<' step/*.svg
  >Points: median of a run. Whiskers: 95 % interval of the median.<
  >Triangle: the whisker is longer than shown (5).<
  >c0 → c1<

Of runs on one day the time is told. Long names of commits stand in a line each, beside the upright line.

  $ mkdir day && for k in $(seq 10 33); do
  >   dirty=; [ "$k" -lt 29 ] || dirty=+dirty
  >   "$make" day/$k.h5 "2026-11-23T03:$k:00+0000" 81dea128a7a6$dirty 'box; 2 cores' gcc \
  >     tandem jacobi/msr/f64/seq "$(((k > 28 ? 1300 : 1000) + k * k * 7 % 13)).0e-6"
  > done
  $ $WARPMARK history day -o day.html | grep slower; grep -o 'since 2026.*(.*), commit' day.html
  alarm  tandem   jacobi/msr/f64/seq  slower  * 2026-11-23 03:29 (29.h5) * (glob)
  since 2026-11-23 03:29 (29.h5), commit
  $ $WARPMARK history day -o day | tail -n 1; grep -o "dea.*right" day/history.gp
  1 new change for the worse
  dea128a7a6 →'."\n".'81dea128a7a6+dirty' at graph 0.*, graph 0.97 right (glob)

Files that cannot be used are named, and the others are used.

  $ mkdir odd && cp runs/?.h5 odd && echo no >odd/text.h5 && cp runs/3.h5 odd/copy.h5 && head -c 3000 runs/4.h5 >odd/4.h5
  $ $WARPMARK history odd
  warpmark: odd/4.h5 is a damaged results file: the file: it is cut off: * (glob)
  warpmark: odd/copy.h5: left out: it is a copy of 3.h5
  warpmark: odd/text.h5 is not a results file: it is not HDF5
  odd: 8 runs from 2026-11-01 to 2026-11-09, 3 series on 1 machine
  
  8 runs: too few to find a change of 3 % (about 10 to 15 needed) in 3 of 3 series
  no new change for the worse
  [5]
  $ $WARPMARK history odd --skip-damaged 2>/dev/null | tail -n 1
  no new change for the worse
  $ rm odd/?.h5 odd/copy.h5 && $WARPMARK history odd
  warpmark: odd: none of its 1 .h5 files can be used: odd/text.h5 is not a results file: it is not HDF5
  [5]

What cannot be

  $ $WARPMARK history
  warpmark: history: a word is missing; usage: warpmark history DIR|ack DIR [options]; see `warpmark help history`
  [1]
  $ $WARPMARK history absent
  warpmark: absent: No such file or directory
  [1]
  $ mkdir empty && $WARPMARK history empty
  warpmark: empty: this folder has no results files (*.h5)
  [1]
  $ $WARPMARK history runs --margin little
  warpmark: --margin little: needs a share such as 1% or 0.01
  [1]
  $ $WARPMARK history runs --since yesterday
  warpmark: --since yesterday: needs a day such as 2026-11-20, or a time such as 2026-11-20T03:00
  [1]
  $ $WARPMARK history runs --since 2027-01-01
  warpmark: runs: no run began at or after --since
  [1]
  $ $WARPMARK history runs --newest 0
  warpmark: --newest 0: must be at least 1
  [1]
  $ $WARPMARK history runs --variants '*/cuda'
  warpmark: runs: no case matches --variants */cuda
  [1]
  $ $WARPMARK history runs --formt md
  warpmark: unknown option '--formt', did you mean '--format'?
  [1]
