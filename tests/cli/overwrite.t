No command replaces a file without --force, and with it none but one of the same kind that warpmark wrote.

  $ command -v gnuplot >/dev/null || { echo gnuplot is missing; exit 80; }
  $ cat >o.lua <<end
  > local wm = require "warpmark"
  > return wm.experiment { name = "o", problems = { "identity:n=3" }, variants = { "null/msr/f64/seq" },
  >     measure = { throttle_retries = 0, min_samples = 2, max_samples = 2 },
  >     figures = { { id = "f", kind = "bars", x = "problem", y = "solve", by = "variant" } } }
  > end
  $ $WARPMARK run o.lua -o a.h5 2>/dev/null; $WARPMARK run o.lua -o k.h5 --keep-journal 2>/dev/null; rm k.h5
  $ mkdir nights; cp a.h5 nights; $WARPMARK run o.lua -o nights/b.h5 2>/dev/null

Every command that writes: an output that is new is written; the same again is refused, and replaced with --force; a
text, another program's file of the kind, a folder, a device and a link to nothing are refused whatever is said; of a
link to such a file the target is replaced, and the link stays.

  $ cat >outputs <<end
  > x.h5 run o.lua
  > y.h5 recover k.h5.journal
  > z.h5 merge a.h5 a.h5
  > x.png spy identity:n=3
  > x.pdf spy identity:n=3
  > x.html report a.h5
  > x.md report a.h5
  > x.txt compare a.h5 a.h5
  > x.json compare a.h5 a.h5 --format json
  > x.xml compare a.h5 a.h5 --format junit
  > o-f.png plot a.h5
  > o-f.dat plot a.h5
  > o-f.gp plot a.h5
  > history.dat history nights
  > identity-n-3-null-msr-f64-seq.png history nights
  > end
  $ refused() { # refused WHAT COMMAND...: exit 1, and one line
  >   what=$1; shift
  >   $WARPMARK "$@" >out 2>err; code=$?
  >   test $code = 1 && test $(wc -l <err) = 1 && grep -q '^warpmark: ' err || { echo "$what: $*: exit $code"; cat err; }
  > }
  $ fine() { $WARPMARK "$@" >out 2>err || { echo "$*: exit $?"; cat err; }; }
  $ outcome() { # outcome NAME COMMAND...
  >   name=$1; shift
  >   mkdir d; case $1 in plot|history) to=d;; *) to=d/$name;; esac; file=d/$name
  >   fine "$@" -o $to; test -s $file || echo no $file; cp $file good
  >   refused exists "$@" -o $to; cmp $file good
  >   fine "$@" -o $to --force
  >   echo precious >$file; refused text "$@" -o $to --force; grep -q precious $file || echo $file is lost
  >   cp good precious; head -c 4 good >$file; echo precious >>$file; refused other "$@" -o $to --force; grep -q precious $file || echo $file is lost
  >   : >$file; refused empty "$@" -o $to; fine "$@" -o $to --force
  >   cp good target; ln -sf ../target $file; refused link "$@" -o $to; fine "$@" -o $to --force; test -L $file && ! cmp -s target /dev/null || echo $file is no link
  >   echo precious >target; refused link "$@" -o $to --force; grep -q precious target || echo target is lost
  >   rm target; refused dangling "$@" -o $to --force; test -L $file || echo $file is lost; test ! -e target || echo target is made
  >   rm $file; mkdir $file; refused folder "$@" -o $to --force; rmdir $file
  >   ln -s /dev/full $file; refused device "$@" -o $to --force
  >   case $1 in plot|history) ;; *) refused nowhere "$@" -o d/nowhere/$name; refused empty "$@" -o '';; esac
  >   ls -A d | grep tmp; rm -rf d
  > }
  $ while read -r name command; do outcome $name $command </dev/null; done <outputs

Nothing of a file of another name is touched: a temporary one has no name, or one of its own.

  $ for f in a.h5.tmp b.h5.tmp; do echo precious >$f; done
  $ $WARPMARK run o.lua -o b.h5 2>/dev/null; cat a.h5.tmp b.h5.tmp
  precious
  precious

A file that appears while a run goes on is not replaced, and nothing is lost.

  $ sed 's/= 2/= 100/g; s/"null/"null[cost=0.01]/' o.lua >slow.lua
  $ $WARPMARK run slow.lua -o race.h5 2>log & pid=$!
  $ tries=0; until test -s race.h5.journal || [ $((tries += 1)) = 600 ]; do sleep 0.05; done; echo precious >race.h5; wait $pid
  [1]
  $ tail -n 1 log; cat race.h5
  warpmark: cannot write race.h5: it exists; what was measured is in race.h5.journal: continue with --resume
  precious
  $ $WARPMARK run slow.lua -o race.h5 --resume
  warpmark: cannot write race.h5: it exists and is not a results file. Choose another name
  [1]
  $ cp a.h5 race.h5; $WARPMARK run slow.lua -o race.h5 --resume
  warpmark: --resume: race.h5 is from another run than race.h5.journal. Keep both: warpmark recover race.h5.journal -o OTHER.h5
  [1]
  $ cmp a.h5 race.h5; $WARPMARK recover race.h5.journal -o saved.h5
  saved.h5: 1 runs, 0 of them unfinished, 100 samples

Folders that cannot be written to, and full disks.

  $ mkdir shut; chmod 555 shut; test -w shut || for command in 'run o.lua -o shut/x.h5' 'report a.h5 -o shut/x.html' 'spy identity:n=3 -o shut/x.png' \
  >   'plot a.h5 -o shut' 'history nights -o shut' 'compare a.h5 a.h5 -o shut/x' 'merge a.h5 a.h5 -o shut/x.h5' 'recover k.h5.journal -o shut/x.h5' \
  >   'export identity:n=3 shut --format mtx'; do refused shut $command; done
  $ for command in 'report a.h5 -o x.html' 'spy identity:n=3 -o x.png' 'merge a.h5 a.h5 -o x.h5' 'recover k.h5.journal -o x.h5' \
  >   'compare a.h5 a.h5 -o x.txt'; do (ulimit -f 0; $WARPMARK $command 2>&1 >/dev/null | wc -l | grep -v '^1$'); ls x.* 2>/dev/null; done; true
