Which commit made a case slower. Twelve commits of a program that takes the times which it was told: the ninth is 3 % slower,
and the sixth does not build. Each measurement is up to 1.2 % off; its file is made once for each time.

  $ make="$(dirname "$WARPMARK")/tests/support/results/make_results"
  $ test -x "$make" || { echo "make check builds $make"; exit 80; }
  $ command -v git >/dev/null || { echo git is missing; exit 80; }
  $ export make COUNT="$PWD/count" HOME="$PWD" XDG_STATE_HOME="$PWD/kept"
  $ git config --global user.name us; git config --global user.email us@example.org; git config --global init.defaultBranch main
  $ mkdir tree; cd tree; git init -q; cat >program <<'end'
  > #!/bin/sh
  > # run SCRIPT -o FILE prove=0
  > here=${0%/*}; n=0; read slow code iterations <"$here"/speed
  > [ ! -e "$COUNT" ] || read n <"$COUNT"; n=$((n + 1)); echo $n >"$COUNT"
  > [ ! -e "$4.journal" ] || { echo "$4.journal exists"; exit 1; }
  > [ "$n" != "${KILL:-}" ] || { : >"$4.journal"; read -r _ _ _ bisect _ </proc/$PPID/stat; kill -${SIGNAL:-9} $bisect; }
  > tenths=$(((10000 + slow) * (1000 + n * 7919 % ${NOISE:-13}) / 1000))
  > same="$HOME/$tenths $code $iterations.h5"
  > [ -e "$same" ] || "$make" "$same" 2026-11-01T03:00:00+0000 c box gcc tandem jacobi/msr/f64/seq "${tenths}.0e-7@$code#$iterations"
  > exec cp "$same" "$4"
  > end
  $ chmod +x program; cp program "$HOME/program"
  $ commit() { echo "$2 ${3:-1} ${4:-50}" >speed; git add .; git commit -q --allow-empty -m "$1"; }
  $ for k in 0 1 2 3 4 5; do commit "commit $k" $((k % 3)); done
  $ rm program; commit 'commit 6' 0; cp ../program .; commit 'commit 7' 1; commit 'commit 8' 0
  $ for k in 9 10 11 12; do commit "commit $k" $((300 + k)); done
  $ git status --porcelain | wc -l; find .git -type f | sort | xargs sha256sum >../before; cd ..
  0
  $ export CASE='tandem jacobi/msr/f64/seq'
  $ search() { $WARPMARK bisect --repository tree --good main~12 --case "$CASE" --build 'test -f program' --program program "$@"; }

  $ search 2>log | sed 's/[0-9a-f]\{12\}/HASH/g'
  tandem jacobi/msr/f64/seq: 12 commits
  HASH to HASH: +3.* % [+*.* %, +*.* %], * rounds (glob)
  slower since HASH  commit 9
    +* % [+* %, +* %] against HASH, measured once more in * rounds (glob)
  $ grep -c 'does not build: its process ended with exit code 1; see .*/kept/warpmark/bisect-.*/build-.*log' log; grep -c 'bisect: build' log
  1
  6

Neither the repository nor its checkout has changed, and no worktree is left.

  $ (cd tree; find .git -type f | sort | xargs sha256sum | cmp - ../before && git status --porcelain | wc -l)
  0
  $ ls kept/warpmark/bisect-*; ls kept/warpmark/bisect-*/trees 2>&1 | grep -c 'No such file'
  build-*.log (glob)
  case.lua
  lock
  notebook
  search
  1

The same command says the same at once; another search does not go on in its folder.

  $ cp count measured; search >again 2>log2; echo $?; cmp count measured; sed -n '3s/.*  //p' again; grep -c 'bisect: build' log2
  3
  commit 9
  0
  [1]
  $ search --state "$PWD"/kept/warpmark/bisect-* --time 1s
  warpmark: --state * has another search: other commits, case, build or settings. Name another folder (glob)
  [1]

Killed at any moment, it goes on: what was measured is not measured again, and half a line does not count.

  $ all=$(cat measured); for kill in 30; do
  >   rm -rf state count; KILL=$kill search --state state >/dev/null 2>&1; printf 'round 1 half' >>state/notebook
  >   search --state state 2>/dev/null | sed -n '3s/.*  //p'; test $(cat count) -le $((all + 3)) || echo measured again
  > done
  commit 9
  $ rm -rf state count; KILL=5 SIGNAL=TERM search --state state 2>&1 | tail -n 1
  warpmark: interrupted; the same command goes on from */state (glob)
  $ flock state/lock $WARPMARK bisect --repository tree --good main~12 --case "$CASE" --build 'test -f program' --program program --state state
  warpmark: */state: another process uses this folder now (glob)
  [1]
  $ search --state state --json 2>/dev/null >found.json; echo $?
  3
  $ grep -E '"(verdict|subject|commits|error_rate|by_code)"' found.json | sed 's/  *//' | sort | uniq -c | sed 's/^ *//'
  * "by_code": false, (glob)
  1 "commits": 12,
  1 "error_rate": 0.05,
  1 "subject": "commit 0",
  1 "subject": "commit 12",
  1 "subject": "commit 8",
  1 "subject": "commit 9",
  1 "verdict": "found",
  $ if command -v python3 >/dev/null; then python3 -m json.tool found.json >/dev/null; fi

Unchanged code is not measured, unless the slowdown is elsewhere: commit 2 has other code, and 9 is slower.

  $ cd tree; git checkout -qb code main~12; for k in $(seq 1 12); do
  >   commit "code $k" $((k < 9 ? 0 : 300)) $((k < 9 ? 1 : 2)) $((k < 9 ? 50 : 60))
  > done; cd ..
  $ rm -rf state; search --state state 2>/dev/null | sed -n '3s/.*  //p;$p'; grep -c 'round 1' state/notebook
  code 9
    50 -> 60 iterations
  0
  [1]
  $ cd tree; git checkout -qb elsewhere main~12; for k in $(seq 1 12); do
  >   commit "elsewhere $k" $((k < 9 ? 0 : 300)) $((k < 2 ? 1 : 2))
  > done; cd ..
  $ rm -rf state; search --state state 2>log | sed -n '3s/.*  //p'; grep -c 'unchanged code did not tell' log
  elsewhere 9
  1

Several slower commits: one of them is named. Where the commits before it do not build, they are named, too.

  $ cd tree; git checkout -qb several main~12; for k in $(seq 1 12); do
  >   [ $k = 4 ] || [ $k = 5 ] && rm -f program || cp ../program .
  >   commit "several $k" $((k < 6 ? 0 : k < 10 ? 500 : 700))
  > done; cd ..
  $ rm -rf state; search --state state 2>/dev/null | sed 's/[0-9a-f]\{12\}/HASH/g' | sed '1,2d'
  slower since HASH  several 6
    +* % [*] against HASH, measured once more in * rounds (glob)
    This is less than from good to bad: other commits made it slower, too. Search again with --good HASH, and with --bad HASH.
    or HASH  several 4
       which was skipped: it does not build: its process ended with exit code 1; see * (glob)
    or HASH  several 5
       which was skipped: * (glob)

One that is slower than bad: a later commit made up for it.

  $ cd tree; git checkout -qb hidden main~12; for k in $(seq 1 12); do
  >   commit "hidden $k" $((k < 5 ? 0 : k < 8 ? 630 : 300))
  > done; cd ..
  $ rm -rf state; search --state state 2>/dev/null | sed 's/[0-9a-f]\{12\}/HASH/g' | sed '1,2d'
  slower since HASH  hidden 5
    +6.* % [*] against HASH, measured once more in * rounds (glob)
    This is more than from good to bad: other commits made it faster, and may hide more slow ones. Search again with --good at a commit after HASH, and with --bad HASH.
  $ search --state state --json 2>/dev/null | grep explains_ends; grep explains_ends found.json
    "explains_ends": false,
    "explains_ends": true,

Less than the margin is nothing; noise hides it; a slope has no commit.

  $ rm -rf state; search --state state --bad main --margin 5% 2>/dev/null
  tandem jacobi/msr/f64/seq: 12 commits
  not reproducible: * rounds do not show that bad is slower than good by 5 % (glob)
    * % [* %, * %] (glob)
  $ rm -rf state count; NOISE=997 search --state state --rounds 20 --bad main 2>/dev/null; echo $?
  tandem jacobi/msr/f64/seq: 12 commits
  not reproducible: 20 rounds do not show that bad is slower than good by 1 %
    * (glob)
    20 rounds were measured, and this noise needs about * (glob)
  0
  $ cd tree; git checkout -qb slope main~12; for k in $(seq 1 12); do commit "slope $k" $((k * 13)); done; cd ..
  $ rm -rf state; search --state state 2>/dev/null | sed 's/[0-9a-f]\{12\}/HASH/g' | sed -e '1,2d' -e '/ rounds /d'
  slower within * commits, behind HASH  * (glob)
    up to HASH  slope * (glob)
    No part of them is slower by 1 % for certain.

What cannot be

  $ search --bad main~12 --state bad
  warpmark: --bad main~12 does not follow --good main~12
  [1]
  $ search --bad nothing --state bad
  warpmark: nothing: no commit of tree: * (glob)
  [1]
  $ search --bad main~6 --state bad3 2>&1 | tail -n 1
  warpmark: --bad * cannot be measured: it does not build: * (glob)

Of a build that prints much and fails, the end is kept, 64 KiB, and of such builds the last 16.

  $ mkdir loud; for k in $(seq 10 39); do touch -d "2020-01-01 00:$k" loud/build-$k.log; done
  $ $WARPMARK bisect --repository tree --good main~12 --case "$CASE" --state loud --build 'yes line | head -n 100000; echo the end; false' 2>&1 | tail -n 1
  warpmark: --good * cannot be measured: it does not build: * (glob)
  $ cat loud/build-*.log | wc -c; cat loud/build-*.log | tail -n 1; ls loud | grep -c build; ls -rt loud | head -n 1
  65536
  the end
  16
  build-25.log

  $ CASE=tandem search
  warpmark: --case 'tandem': needs a source and a variant, such as 'tandem:c=63 jacobi/msr/f64/seq'
  [1]
  $ CASE='tandem power/msr/f64/seq' search --state bad2 2>&1 | tail -n 1
  warpmark: --good * cannot be measured: it measured another case than power/msr/f64/seq (glob)
  $ search --rounds 5
  warpmark: --rounds 5: needs 20 to 1600
  [1]
  $ $WARPMARK bisect --good HEAD
  warpmark: bisect: --good COMMIT and --case CASE are needed; see `warpmark help bisect`
  [1]
