An alarm that was seen twice: a step between two nights is measured again, by the programs of both commits in turns. The
program of a commit takes the times that it was told. Commit SLOW is 10 % slower in jacobi; in gauss_seidel only the nights were.

  $ make="$(dirname "$WARPMARK")/tests/support/results/make_results"
  $ test -x "$make" || { echo "make check builds $make"; exit 80; }
  $ command -v git >/dev/null || { echo git is missing; exit 80; }
  $ export make COUNT="$PWD/count" HOME="$PWD" XDG_CACHE_HOME="$PWD/cache" TMPDIR="$PWD"
  $ git config --global user.name us; git config --global user.email us@example.org; git config --global init.defaultBranch main
  $ cat >one.lua <<'end'
  > return require "warpmark".experiment { name = "one", problems = { "dice" }, variants = { "null/msr/f64/seq" } }
  > end
  $ $WARPMARK run one.lua -o one.h5 2>/dev/null; KEY=$($WARPMARK table one.h5 machine --format csv | sed -n 's/^machine,key,//p' | tr -d '"'); export KEY
  $ mkdir tree; cd tree; git init -q; cat >program <<'end'
  > #!/bin/sh
  > # run SCRIPT -o FILE [prove=0]...
  > here=${0%/*}; n=0; read slow code <"$here"/speed; grep -o '[a-z_]*/msr/f64/seq' "$2" | tr '\n' ' ' >>"$HOME/calls"; echo >>"$HOME/calls"
  > [ ! -e "$COUNT" ] || read n <"$COUNT"; n=$((n + 1)); echo $n >"$COUNT"
  > time() { echo "$(((10000 + $1) * (1000 + n * 7919 % 13) / 1000)).0e-7"; }
  > exec "$make" "$4" 2026-11-01T03:00:00+0000 c "$KEY" gcc p jacobi/msr/f64/seq "$(time $slow)@$code" \
  >   p gauss_seidel/msr/f64/seq "$(time 0)@$code" p jor/msr/f64/seq "$(time 0)@same"
  > end
  $ chmod +x program; echo 0 a >speed; git add .; git commit -qm fast; echo 1000 b >speed; git commit -qam slow; cd ..
  $ FAST=$(git -C tree rev-parse --short=12 main~1) SLOW=$(git -C tree rev-parse --short=12 main)
  $ nights() { # FOLDER [LAST]
  >   mkdir -p $1; for k in $(seq 1 ${2:-24}); do
  >     n=$((k * k * 7 % 13)); commit=$FAST; code=a; slow=1000; [ $k -le 20 ] || { commit=$SLOW; code=b; slow=1100; }
  >     [ -e $1/$k.h5 ] || "$make" $1/$k.h5 "2026-11-$(printf %02d $k)T03:00:00+0000" $commit "$KEY" "gcc $((k > 20))" \
  >       p jacobi/msr/f64/seq $((slow + n)).0e-6@$code p gauss_seidel/msr/f64/seq $((slow + n)).0e-6@$code p jor/msr/f64/seq $((1000 + n)).0e-6@same
  >   done
  > }
  $ nights nights; $WARPMARK history nights | grep -e alarm -e worse | sed 's/  */ /g'
  alarm p gauss_seidel/msr/f64/seq slower * % 2026-11-21 (21.h5) * built with compiler (glob)
  alarm p jacobi/msr/f64/seq slower * % 2026-11-21 (21.h5) * built with compiler (glob)
  2 new changes for the worse

Without programs it stays an alarm, and is said to be unconfirmed

  $ confirm() { $WARPMARK history nights --programs kept --program program "$@"; }
  $ confirm 2>log >out; echo $?; grep since out | grep jacobi; cat log
  3
  p jacobi/msr/f64/seq, slower since 2026-11-21 (21.h5): unconfirmed: no program of commit * is kept in kept (glob)
  history: 2 alarms between * and * (glob)
  $ ls nights/alarms.txt
  ls: * (glob)
  [2]

Programs that are missing are built from a repository. The step of jacobi is confirmed, the other one is the machine's.

  $ cp -r nights copy; build="--repository tree --build"
  $ confirm $build 'test -f program' >out 2>log; echo $?; grep -c 'history: build' log; grep '^p.*since' out; tail -n 1 out
  3
  2
  p jacobi/msr/f64/seq, slower since 2026-11-21 (21.h5): confirmed 20*: +* % [+*, +*] in * rounds (glob)
  p gauss_seidel/msr/f64/seq, slower since 2026-11-21 (21.h5): not confirmed 20*: * rounds (glob)
  1 new change for the worse
  $ sed -n '7,8p' out | sed 's/  */ /g'
  alarm p jacobi/msr/f64/seq slower * % 2026-11-21 (21.h5) * built with compiler (glob)
  not confirmed p gauss_seidel/msr/f64/seq slower * % 2026-11-21 (21.h5) * built with compiler (glob)
  $ sort -u calls # nothing but the alarms, each until it is clear
  jacobi/msr/f64/seq  (glob)
  jacobi/msr/f64/seq gauss_seidel/msr/f64/seq  (glob)

Neither is measured again, whatever nights come. Without the first one the exit code is 0.

  $ rm calls; nights nights 25; confirm 2>&1 | grep -c '^p.*since'; ls calls
  2
  ls: * (glob)
  [2]
  $ $WARPMARK history nights --variants 'gauss*' | tail -n 1
  no new change for the worse
  $ $WARPMARK history nights --json | grep -e '"kept' -e '"note' | sed 's/[-+][0-9].*rounds/R/' | sort | uniq -c | sed 's/  */ /g'
   1 "kept": "confirmed",
   1 "kept": "not confirmed",
   2 "kept_day": "20*", (glob)
   2 "note": "R",
  $ $WARPMARK history nights --html cases.html >/dev/null; grep -o '<td[^>]*>[a-z ]*</td><td class="number">+' cases.html | sed 's/<[^>]*>//g'
  alarm+
  not confirmed+

With the kept programs nothing is built. Where the time is short, nothing is decided.

  $ rm tree/.git/HEAD; nights copy 25; $WARPMARK history copy --programs kept/* --program program 2>&1 | grep -c 'no program'
  2
  $ $WARPMARK history copy --programs kept --program program --time 1us 2>&1 | grep -e jacobi.*since -e worse
  p jacobi/msr/f64/seq, slower since 2026-11-21 (21.h5): unconfirmed: 0 rounds ended in time, but a verdict needs 6. Raise --time
  2 new changes for the worse
  $ $WARPMARK history copy --programs kept --program program 2>log | grep -c '^p.*confirmed 20'; grep build log
  2
  [1]

Acknowledged alarms are listed, with day and note, and give no exit 3

  $ rm copy/alarms.txt; $WARPMARK history ack copy
  warpmark: 2 alarms are open: name one with --case, or give --all
  [1]
  $ $WARPMARK history ack copy --case 'p jacobi*' --note "$(printf 'new\tcompiler,\nsee 7')"
  acknowledged: p jacobi/msr/f64/seq, slower since 2026-11-21
  $ $WARPMARK history copy | grep -e '^p' -e worse
  p jacobi/msr/f64/seq, slower since 2026-11-21 (21.h5): acknowledged 20*: new compiler, see 7 (glob)
  1 new change for the worse
  $ $WARPMARK history copy | grep -c '^acknowledged.*built with compiler'
  1
  $ echo '# kept by us' >>copy/alarms.txt; $WARPMARK history ack copy --all; $WARPMARK history ack copy --all; $WARPMARK history copy | tail -n 1
  acknowledged: p gauss_seidel/msr/f64/seq, slower since 2026-11-21
  no alarm is open
  no new change for the worse
  $ cut -f 1,3-5,7-8,10 copy/alarms.txt | tr '\t' '|'
  warpmark alarms 1
  acknowledged|slower|2026-11-21T03:00:00+0000|1.*|p|jacobi/msr/f64/seq|new compiler, see 7 (glob)
  # kept by us
  acknowledged|slower|2026-11-21T03:00:00+0000|1.*|p|gauss_seidel/msr/f64/seq| (glob)
  $ command -v gnuplot >/dev/null || { echo gnuplot is missing; exit 80; }
  $ $WARPMARK history copy -o copy.html >/dev/null; grep -e '<li>' copy.html | grep -o 'also changed.*' | sed 's/<[^>]*>//g'
  also changed: built with compiler; acknowledged 20*. (glob)
  also changed: built with compiler; acknowledged 20*: new compiler, see 7. (glob)

A later change of the same case is an alarm

  $ for k in 25 26 27 28 29 30; do
  >   "$make" copy/$k.h5 "2026-11-${k}T03:00:00+0000" $SLOW "$KEY" gcc p jacobi/msr/f64/seq $((1300 + k * k * 7 % 13)).0e-6@c
  > done; $WARPMARK history copy | grep -e ^alarm -e worse | sed 's/  */ /g'
  alarm p jacobi/msr/f64/seq slower +1*.* % 2026-11-25 (25.h5) * (glob)
  1 new change for the worse

Another machine, and runs without a commit, cannot tell. The text of a file names no path.

  $ for dir in other odd; do mkdir $dir; for k in $(seq 1 24); do
  >   commit=$([ $dir = other ] && { [ $k -le 20 ] && echo $FAST || echo $SLOW; } || echo ../../$k); key="a; b"
  >   "$make" $dir/$k.h5 "2026-11-$(printf %02d $k)T03:00:00+0000" $commit "$key" gcc p jacobi/msr/f64/seq $((1000 + k / 21 * 100 + k * k * 7 % 13)).0e-6
  > done; $WARPMARK history $dir --programs kept --program program 2>/dev/null | grep ^p; done
  p jacobi/msr/f64/seq, slower since * unconfirmed: --programs: the files were measured on 'a; b', and this machine is '*'. Run it there (glob)
  p jacobi/msr/f64/seq, slower since * unconfirmed: the runs around it name no commits (glob)

A damaged file is named with its line, and left as it is

  $ printf 'warpmark alarms 1\nacknowledged\t2026-11-28\n' >odd/alarms.txt; $WARPMARK history odd; $WARPMARK history ack odd --all
  warpmark: odd/alarms.txt: line 2 needs 10 fields between tabs
  warpmark: odd/alarms.txt: line 2 needs 10 fields between tabs
  [1]
  $ echo mine >odd/alarms.txt; $WARPMARK history ack odd --all; cat odd/alarms.txt
  warpmark: odd/alarms.txt: line 1 is not 'warpmark alarms 1'
  mine
  $ rm odd/alarms.txt; mkfifo odd/alarms.txt; $WARPMARK history odd
  warpmark: cannot read odd/alarms.txt: it is not a regular file
  [1]

What cannot be

  $ $WARPMARK history ack copy --case 'q *'
  warpmark: --case 'q *': no open alarm is of such a case
  [1]
  $ $WARPMARK history copy --note text
  warpmark: --case, --all and --note need `history ack DIR`
  [1]
  $ $WARPMARK history ack copy --all --json
  warpmark: history ack: takes no -o, --html, --json or --programs
  [1]
  $ $WARPMARK history copy --time 1s
  warpmark: --repository and --time need --programs DIR
  [1]
  $ $WARPMARK history copy --programs kept --time never
  warpmark: --time never: needs a time such as 90s or 10m
  [1]
  $ $WARPMARK history copy nights
  warpmark: history: 'nights' is one word too many; see `warpmark help history`
  [1]
