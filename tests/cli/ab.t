Two commits for a pull request. The program of a commit takes the times that it was told; HEAD is 5 % slower in jacobi. Each
measurement is up to 1.2 % off.

  $ make="$(dirname "$WARPMARK")/tests/support/results/make_results"
  $ test -x "$make" || { echo "make check builds $make"; exit 80; }
  $ command -v git >/dev/null || { echo git is missing; exit 80; }
  $ export make COUNT="$PWD/count" HOME="$PWD" XDG_CACHE_HOME="$PWD/kept" XDG_STATE_HOME="$PWD/state" TMPDIR="$PWD"
  $ git config --global user.name us; git config --global user.email us@example.org; git config --global init.defaultBranch main
  $ cat >one.lua <<'end'
  > return require "warpmark".experiment { name = "one", problems = { "dice" }, variants = { "null/msr/f64/seq" } }
  > end
  $ $WARPMARK run one.lua -o one.h5 2>/dev/null; KEY=$($WARPMARK table one.h5 machine --format csv | sed -n 's/^machine,key,//p' | tr -d '"'); export KEY
  $ mkdir tree; cd tree; git init -q; cat >program <<'end'
  > #!/bin/sh
  > # run SCRIPT -o FILE [prove=0]...
  > here=${0%/*}; n=0; read slow code other <"$here"/speed; echo "$@" | sed 's|[^ ]*/||g' >>"$HOME/calls"
  > [ ! -e "$COUNT" ] || read n <"$COUNT"; n=$((n + 1)); echo $n >"$COUNT"
  > [ "$code" != sick ] || { echo 'no such option' >&2; exit 1; }
  > time() { echo "$(((10000 + $1) * (1000 + n * 7919 % 13) / 1000)).0e-7"; }
  > exec "$make" "$4" 2026-11-01T03:00:00+0000 c "$KEY" gcc p jacobi/msr/f64/seq "$(time $slow)@$code#50" p jor/msr/f64/seq "$(time 0)@$code" \
  >   p power/msr/f64/seq "$(time 0)@same" p power/msr/f64/cuda no_device p $other/msr/f64/seq "$(time 0)@new"
  > end
  $ chmod +x program; mkdir experiments; echo return >experiments/nightly.lua; git add .
  $ commit() { echo "$2 $3 $4" >speed; git add .; git commit -q --allow-empty -m "$1"; }
  $ commit base 0 a gauss_seidel; commit slow 500 b bicgstab; commit equal 500 b bicgstab; commit sick 0 sick x; git rm -q program; commit broken 0 c x
  $ git status --porcelain | wc -l; find .git -type f | sort | xargs sha256sum >../before; cd ..
  0
  $ ab() { $WARPMARK ab --repository tree --build 'test -f program' --program program "$@"; }

  $ ab main~4 main~3 >table.md 2>log
  [3]
  $ sed 's/[0-9a-f]\{12\}/HASH/g' table.md
  **main\~3 (HASH) against main\~4 (HASH); margin 1 %; noise floor of the machine unknown, run \`warpmark selfcheck\`**
  
  | problem | variant | base | new | change \[95 %\] | verdict | note |
  | --- | --- | ---: | ---: | ---: | --- | --- |
  | p | jacobi/msr/f64/seq | 1.* ms | 1.* ms | +* % * | slower | *live, * rounds | (glob)
  | p | gauss_seidel/msr/f64/seq | - | - | - | missing |  |
  | p | bicgstab/msr/f64/seq | - | - | - | new |  |
  | p | jor/msr/f64/seq | * | * | * | same | live, * rounds | (glob)
  
  missing: p gauss_seidel/msr/f64/seq  
  new: p bicgstab/msr/f64/seq  
  6 cases: 1 slower, 2 same, 1 untimed, 1 missing, 1 new; 1 cannot run on this machine, not shown; geometric mean * over 2*; 1 with unchanged code, not measured in turns   (glob)
  The noise of the rounds makes at most 1 of 100 such tables call a case, or all together, faster or slower: all rows and all looks count (Holm). Times of seq in turns are those on the core, without waits for it.
  $ sed 's/[0-9a-f]\{12\}/HASH/g' log | head -n 5
  ab: build HASH
  ab: build HASH
  ab: run */experiments/nightly.lua by main~4 (HASH) (glob)
  ab: run */experiments/nightly.lua by main~3 (HASH) (glob)
  live: round 1 of at most 40, 2 cases
  $ head -n 3 calls
  run nightly.lua -o once.h5 --quick
  run nightly.lua -o once.h5 --quick
  run live.lua -o live.h5* (glob)

Neither the repository nor its checkout has changed. Programs are kept: the next time nothing is built.

  $ (cd tree; find .git -type f | sort | xargs sha256sum | cmp - ../before && git status --porcelain | wc -l)
  0
  $ ab main~4 main~3 --fail-on slow:10% --json >table.json 2>log
  $ grep -c build log; grep -e whole_table -e '"verdict"' table.json | sort | uniq -c | sed 's/  */ /g'
  0
   1 "verdict": "missing",
   1 "verdict": "new",
   2 "verdict": "same",
   1 "verdict": "slower",
   1 "verdict": "untimed",
   1 "whole_table": true,
  $ ab main~4 main~3 --fail-on missing >/dev/null 2>&1
  [3]
  $ for k in 1 2 3 4 5 6 7 8 9; do echo $k >tree/n; (cd tree; git add n; git commit -qm $k); done; cp tree/.git/HEAD .
  $ (cd tree; git checkout -qb many main~12; for k in 1 2 3 4 5 6 7 8 9; do commit "many $k" 0 $k bicgstab; done)
  $ for k in 1 2 3 4 5 6 7 8; do ab many~$k many --rounds 6 --where variant=nothing >/dev/null 2>&1; done; ls kept/warpmark/programs/*/trees | grep -c built
  8

The same code is not measured, unless that is asked for. An experiment by its file, with settings for it.

  $ rm calls; ab many~9 many~9 one.lua max_time=1s 2>/dev/null | sed -n '6,$p'; cat calls
  5 cases: 4 same, 1 untimed; 1 cannot run on this machine, not shown; 4 with unchanged code, not measured in turns  
  The noise of * (glob)
  run one.lua -o once.h5 max_time=1s
  run one.lua -o once.h5 max_time=1s
  $ ab main~12 main~11 --measure-all --quick one.lua --where variant=jor\* 2>/dev/null | grep -c '| live, '
  1

Where time is short, nothing is judged

  $ ab main~13 main~12 --time 1us 2>&1 | grep -e Raise -e jacobi
  live: 0 rounds ended in time, but a verdict needs 6: nothing was judged. Raise --time
  | p | jacobi/msr/f64/seq | * | * | - | unclear | not measured in turns | (glob)

What cannot be

  $ ab main~13 nothing
  warpmark: nothing: no commit of tree: * (glob)
  [1]
  $ ab main~13 main 2>&1 | tail -n 1
  warpmark: main (*) does not build: its process ended with exit code 1; see */build-*.log (glob)
  $ ab main~13 main~10 2>&1 | tail -n 1
  warpmark: main~10 (*): it measured nothing: its process ended with exit code 1; the last line it printed: no such option (glob)
  $ $WARPMARK ab main HEAD --repository nowhere
  warpmark: main: no commit of nowhere: * (glob)
  [1]
  $ ab main~13 main~12 nothing 2>&1 | tail -n 1
  warpmark: main~12 has no experiments/nothing.lua
  $ ab main~13 main~12 --rounds 5
  warpmark: --rounds 5: needs 6 to 1000; fewer cannot show a difference
  [1]
  $ ab main~13 main~12 --time soon
  warpmark: --time soon: needs a time such as 90s or 10m
  [1]
  $ $WARPMARK ab main
  warpmark: ab: HEAD is missing; usage: warpmark ab BASE HEAD [EXPERIMENT] [key=value]... [options]; see `warpmark help ab`
  [1]
  $ $WARPMARK help ab | grep -c -e --measure-all -e 'Exit code 3'
  3
  $ $WARPMARK completion words -- ab main HEAD quicks
  quickstart
  ::files
