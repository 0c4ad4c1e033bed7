Two results files, side by side. The second solves twelve digits where the first stops almost at once, so that it is slower
by more than any busy machine makes it. Each case has six processes: how long the times of one depend on each other does not
matter.

  $ export XDG_STATE_HOME="$PWD/state"
  $ cat >c.lua <<end
  > local wm = require "warpmark"
  > local o = wm.options { epsilon = 0.9, c = 15 }
  > return wm.experiment {
  >     name = "c",
  >     problems = { "tandem:c=" .. o.c },
  >     variants = { "jacobi/msr/f64/{seq,cuda}", "jor/msr/f64/seq" },
  >     solve = { epsilon = o.epsilon },
  >     measure = { max_time = "1h", processes = 6, max_samples = 20 },
  > }
  > end
  $ $WARPMARK run c.lua -o base.h5 2>/dev/null
  $ $WARPMARK run c.lua epsilon=1e-12 -o new.h5 2>/dev/null
  $ $WARPMARK compare base.h5 new.h5
  warpmark: cannot compare files with different solve settings (epsilon): measure both with the same, or use --force
  [1]
  $ $WARPMARK compare base.h5 new.h5 --force | sed -e 's/  */ /g' -e '/^--/d'
  new.h5 against base.h5; margin 1 %; noise floor of the machine unknown, run `warpmark selfcheck`* (glob)
  
  problem variant base new change [95 %] verdict note
  * jacobi/msr/f64/seq * slower * -> * iterations* (glob)
  * jor/msr/f64/seq * slower * -> * iterations* (glob)
  
  3 cases: 2 slower, 1 untimed; 1 cannot run on this machine, not shown; geometric mean * over 2* (glob)
  $ $WARPMARK compare new.h5 base.h5 --force --where place=seq --format md | grep -c '| faster |'
  2

What fails

  $ $WARPMARK compare base.h5 new.h5 --force --fail-on slow:3% -o out.txt
  [3]
  $ tail -n 1 out.txt
  3 cases: 2 slower, 1 untimed; *; geometric mean * over 2* (glob)
  $ $WARPMARK compare base.h5 new.h5 --force --fail-on slow:100000% >/dev/null
  $ $WARPMARK compare new.h5 base.h5 --force --fail-on slow:3% >/dev/null
  $ $WARPMARK compare base.h5 new.h5 --force --fail-on slow:3% --format junit -o out.xml
  [3]
  $ ! command -v xmllint >/dev/null || xmllint --noout out.xml
  $ grep -c '<failure message="slower">' out.xml
  2
  $ sed -n 2p out.xml
  <testsuite name="new.h5" tests="2" failures="2" errors="0" skipped="0">
  $ tail -n 3 out.xml
    <system-out>1 case cannot run on this machine</system-out>
  </testsuite>
  <!-- warpmark compare -->
  $ $WARPMARK compare base.h5 new.h5 --force --format json | grep '"verdict"'
        "verdict": "slower",
        "verdict": "untimed",
        "verdict": "slower",

Cases that vanished or came have their names, and fail where that is asked for; those that this machine cannot run do not
count.

  $ make="$(dirname "$WARPMARK")/tests/support/results/make_results"
  $ test -x "$make" || { echo "make check builds $make"; exit 80; }
  $ file() { f=$1; shift; "$make" $f 2026-11-01T03:00:00+0000 c1 'box; 2 cores' gcc "$@"; }
  $ file before.h5 p jacobi/msr/f64/seq 1e-3@a p jor/msr/f64/seq 1e-3@a p jor/msr/f64/cuda no_device p jor/wl/f64/seq unsupported
  $ file after.h5 p jacobi/msr/f64/seq 1e-3@a p jacobi/wl/f64/seq 1e-3@a p jor/msr/f64/cuda no_device p jacobi/wl/f64/cuda no_device
  $ $WARPMARK compare before.h5 after.h5 --fail-on slow:3%,missing | sed -e 's/  */ /g' -e '1,4d'
  p jacobi/msr/f64/seq 1.00 ms 1.00 ms +0.00 % unclear too few samples (5, 5); code unchanged
  p jor/msr/f64/seq - - - missing
  p jacobi/wl/f64/seq - - - new
  
  missing: p jor/msr/f64/seq
  new: p jacobi/wl/f64/seq
  6 cases: 1 unclear, 1 untimed, 2 missing, 2 new; 3 cannot run on this machine, not shown; * (glob)
  $ for o in slow:3% missing status,missing; do $WARPMARK compare before.h5 after.h5 --fail-on $o >/dev/null; echo $?; done
  0
  3
  3
  $ $WARPMARK compare after.h5 after.h5 --fail-on missing >/dev/null
  $ file small.h5 p jacobi/msr/f64/seq 1e-3@a p jor/msr/f64/seq 1e-3@a
  $ $WARPMARK compare before.h5 small.h5 --fail-on missing >/dev/null
  $ $WARPMARK compare before.h5 after.h5 --fail-on missing --format junit | sed -n '2p;6,$p'
  <testsuite name="after.h5" tests="3" failures="1" errors="0" skipped="2">
    <testcase classname="p" name="jor/msr/f64/seq">
      <failure message="missing">-</failure>
    </testcase>
    <testcase classname="p" name="jacobi/wl/f64/seq">
      <skipped message="new"/>
    </testcase>
    <system-out>3 cases cannot run on this machine</system-out>
  </testsuite>
  <!-- warpmark compare -->
  $ $WARPMARK compare before.h5 after.h5 --format json | grep -c -e cannot_run..3 -e 'verdict": "missing'
  2

The same program twice: whatever the times do, code that did not change is no regression.

  $ $WARPMARK compare base.h5 base.h5 | grep -c 'code unchanged$'
  2
  $ $WARPMARK compare base.h5 base.h5 --format json | grep '"code_unchanged": 2'
    "code_unchanged": 2,

A case that was out of time on a busy machine, though its code did not change, is shown and is no regression. Other code
that is out of time is one, and so is an answer that became wrong.

  $ night() { "$make" "$1" 2026-11-01T03:00:00+0000 c1 'box; 2 cores' gcc p jacobi/msr/f64/seq "$2" q jacobi/msr/f64/seq 1e-3@a1; }
  $ night ok.h5 1e-3@a1; night busy.h5 timeout@a1; night other.h5 timeout@b2; night wrong.h5 wrong@a1
  $ $WARPMARK compare ok.h5 busy.h5 --fail-on slow:3% | grep -- '->' | sed 's/  */ /g'
  p jacobi/msr/f64/seq - - - ok -> timeout code unchanged: look at the machine
  $ $WARPMARK compare ok.h5 busy.h5 --fail-on slow:3% >/dev/null
  $ for o in slow:3%,status status,slow:3% status; do $WARPMARK compare ok.h5 busy.h5 --fail-on $o >/dev/null; echo $?; done
  3
  3
  3
  $ $WARPMARK compare ok.h5 other.h5 --fail-on slow:3% >/dev/null
  [3]
  $ $WARPMARK compare ok.h5 wrong.h5 --fail-on slow:3% | grep -- '->' | sed 's/  */ /g'
  p jacobi/msr/f64/seq - - - ok -> wrong answer code unchanged: look at the problem and its check
  $ $WARPMARK compare ok.h5 wrong.h5 --fail-on slow:3% >/dev/null
  [3]
  $ $WARPMARK compare ok.h5 busy.h5 --format junit | sed -n 2,5p
  <testsuite name="busy.h5" tests="2" failures="0" errors="0" skipped="1">
    <testcase classname="p" name="jacobi/msr/f64/seq">
      <system-out>ok -&gt; timeout: -; code unchanged: look at the machine</system-out>
    </testcase>
  $ $WARPMARK compare ok.h5 busy.h5 --fail-on status --format junit | sed -n '2p;4p'
  <testsuite name="busy.h5" tests="2" failures="1" errors="0" skipped="1">
      <failure message="ok -&gt; timeout">-; code unchanged: look at the machine</failure>
  $ $WARPMARK compare ok.h5 busy.h5 --format json | grep -c '"failed": false'
  2

One process says nothing of another: no interval, and no verdict.

  $ sed 's/processes = 6/processes = 1/' c.lua >one.lua
  $ $WARPMARK run one.lua -o one.h5 2>/dev/null; $WARPMARK run one.lua epsilon=1e-12 -o two.h5 2>/dev/null
  $ $WARPMARK compare one.h5 two.h5 --force >out.txt
  $ grep -c ' % *unclear .*one process says nothing of another: measure with processes = 3$' out.txt
  2
  $ tail -n 1 out.txt
  3 cases: 2 unclear, 1 untimed; 1 cannot run on this machine, not shown; geometric mean +* % over 2* (glob)

What both files prove of a value cannot both be true. That is a failure, whatever the times say.

  $ night 3.h5 1e-3@a1=2.9999999:3.0000001:1e-7; night pi.h5 1e-3@a1=3.1415926:3.1415927:1e-7
  $ $WARPMARK compare 3.h5 pi.h5 --fail-on slow:3% >out.txt
  [3]
  $ sed -n 's/  */ /g; /^p /p; $p' out.txt
  p jacobi/msr/f64/seq - - - contradiction proven values 3 ± 1.1e-07 and 3.14159265 ± 5.1e-08 contradict each other: a proof is wrong, or the problem is another one now
  2 cases: 1 unclear, 1 contradiction; * (glob)
  $ night touches.h5 1e-3@a1=3.0000001:3.1:1e-7
  $ for f in ok 3 touches; do $WARPMARK compare 3.h5 $f.h5 | grep -c contradict; done
  0
  0
  0
  [1]
  $ $WARPMARK compare 3.h5 pi.h5 --format json | grep contradiction
      "contradiction": 1,
        "verdict": "contradiction",
  $ $WARPMARK compare 3.h5 pi.h5 --fail-on slow:3% --format junit | grep -c '<failure message="contradiction">-; proven values '
  1

An answer that is not as close as it has to be is an answer that failed.

  $ night far.h5 inaccurate@a1=2.9:3.1:0.04
  $ $WARPMARK compare 3.h5 far.h5 --fail-on slow:3% | grep -- '->' | sed 's/  */ /g'
  p jacobi/msr/f64/seq - - - ok -> inaccurate code unchanged: look at the problem and its check
  $ $WARPMARK compare 3.h5 far.h5 --fail-on slow:3% >/dev/null
  [3]

Two nights on a machine that was busy in the second one. jor needs more iterations, or just took longer, or an iteration
became as much cheaper.

  $ busy() { "$make" "$1" 2026-11-01T03:00:00+0000 c1 'box; 2 cores' gcc p jacobi/msr/f64/seq "$2" p jacobi/msr/f64/seq "$2" \
  >     p jor/msr/f64/seq "$3" p jor/msr/f64/seq "$3"; }
  $ busy 15.h5 1e-3@a#60^1e-3 1e-3@j#66^1e-3; busy 16.h5 1.7e-3@a#60^3e-3 1.754e-3@k#116^3e-3
  $ busy long.h5 1.7e-3@a#60^3e-3 1.754e-3@k#66^3e-3; busy cheap.h5 1.7e-3@a#60^3e-3 1e-3@k#116^3e-3
  $ $WARPMARK compare 15.h5 16.h5 --fail-on slow:3% >out.txt
  [3]
  $ sed -n 's/  */ /g; /^p /p' out.txt
  p jacobi/msr/f64/seq 1.00 ms 1.70 ms +70.00 %* unclear code unchanged (glob)
  p jor/msr/f64/seq 1.00 ms 1.75 ms +75.40 %* slower 66 -> 116 iterations; 75.8 % more work on any machine (glob)
  $ $WARPMARK compare 15.h5 16.h5 --format json | grep iterations_ratio
        "iterations_ratio": null,
        "iterations_ratio": 1.75757575757575* (glob)
  $ for f in 16 long cheap; do for o in slow:3% slow:75.5% slow:76% unclear slow:3%,unclear; do
  >     $WARPMARK compare 15.h5 $f.h5 --fail-on $o >/dev/null; echo $f $o $?; done; done
  16 slow:3% 3
  16 slow:75.5% 3
  16 slow:76% 0
  16 unclear 0
  16 slow:3%,unclear 3
  long slow:3% 0
  long slow:75.5% 0
  long slow:76% 0
  long unclear 3
  long slow:3%,unclear 3
  cheap slow:3% 0
  cheap slow:75.5% 0
  cheap slow:76% 0
  cheap unclear 3
  cheap slow:3%,unclear 3
  $ $WARPMARK compare 15.h5 16.h5 --fail-on slow:3% --format junit | grep -E '<(testsuite|skipped|failure)'
  <testsuite name="16.h5" tests="2" failures="1" errors="0" skipped="1">
      <skipped message="unclear: * %*; code unchanged"/> (glob)
      <failure message="slower">+75.40 %*; 66 -&gt; 116 iterations; 75.8 % more work on any machine</failure> (glob)
  $ $WARPMARK compare 15.h5 long.h5 --fail-on slow:3% --format junit | grep -E '<(testsuite|skipped|failure)'
  <testsuite name="long.h5" tests="2" failures="0" errors="0" skipped="2">
      <skipped message="unclear: * %*; code unchanged"/> (glob)
      <skipped message="unclear: * %*; *cannot judge: the reference solve differs by 200 %; use --live"/> (glob)
  $ $WARPMARK compare 15.h5 long.h5 --fail-on unclear --format junit | grep -E '<(testsuite|failure)'
  <testsuite name="long.h5" tests="2" failures="1" errors="0" skipped="1">
      <failure message="unclear">* (glob)
  $ $WARPMARK help compare | tr '\n' ' ' | grep -o 'A case is unclear .* report them[.]'
  A case is unclear where its times cannot decide* --live OLD_PROGRAM,* --fail-on unclear report them. (glob)

What is wrong with the question

  $ $WARPMARK compare base.h5
  warpmark: compare: NEW.h5 is missing; usage: warpmark compare BASE.h5 NEW.h5 [options]; see `warpmark help compare`
  [1]
  $ $WARPMARK compare base.h5 base.h5 --margin much
  warpmark: --margin much: needs a share such as 1% or 0.01
  [1]
  $ $WARPMARK compare base.h5 base.h5 --fail-on 3%
  warpmark: --fail-on 3%: needs slow:SHARE, status, unclear, missing, or several, such as slow:3%,status
  [1]
  $ $WARPMARK compare base.h5 base.h5 --fail-on slow:3%,stat
  warpmark: --fail-on slow:3%,stat: 'stat' is no rule, did you mean 'status'?
  [1]
  $ $WARPMARK compare base.h5 base.h5 --fail-on slower:3%
  warpmark: --fail-on slower:3%: 'slower:3%' is no rule, did you mean 'slow:3%'?
  [1]
  $ $WARPMARK compare base.h5 base.h5 --fail-on slow
  warpmark: --fail-on slow: 'slow' is no rule, did you mean 'slow:3%'?
  [1]
  $ $WARPMARK compare base.h5 base.h5 --fail-on unclear,
  warpmark: --fail-on unclear,: needs slow:SHARE, status, unclear, missing, or several, such as slow:3%,status
  [1]
  $ $WARPMARK compare base.h5 base.h5 --format xml
  warpmark: --format xml: unknown value* (glob)
  [1]
  $ $WARPMARK run c.lua c=7 -o c7.h5 2>/dev/null
  $ $WARPMARK compare base.h5 c7.h5
  warpmark: the two files have no case in common
  [1]
  $ $WARPMARK compare base.h5 nowhere.h5
  warpmark: cannot read nowhere.h5: No such file or directory, did you mean 'other.h5'?
  [1]
  $ $WARPMARK compare base.h5 c.lua
  warpmark: c.lua is not a results file: it is not HDF5
  [1]

A noise floor that was measured here, or one for another machine

  $ key=$($WARPMARK table base.h5 machine --format csv | sed -n 's/^machine,key,//p' | tr -d '"')
  $ mkdir -p state/warpmark
  $ echo "key $key
  > noise_floor 0.04
  > false_positive_rate 0
  > timer_resolution 1e-9
  > timer_overhead 1e-8
  > measured today" >state/warpmark/$(echo "$key" | tr -cs 'A-Za-z0-9' '-' | sed 's/-$//')
  $ $WARPMARK run c.lua -o quiet.h5 2>/dev/null
  $ $WARPMARK compare base.h5 quiet.h5 | head -n 1
  quiet.h5 against base.h5; margin 1 %; noise floor of the machine 4 %* (glob)
  $ $WARPMARK compare base.h5 quiet.h5 --margin 6% | head -n 1
  quiet.h5 against base.h5; margin 6 %; noise floor of the machine 4 %* (glob)
