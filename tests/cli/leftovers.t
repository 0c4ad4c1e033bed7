Temporary folders go with the program that made them, whatever ends it.

  $ cat >l.lua <<end
  > local wm = require "warpmark"
  > return wm.experiment { name = "l", problems = { "identity:n=3" }, variants = { "null/msr/f64/seq" },
  >     measure = { min_samples = 2, max_samples = 2 },
  >     figures = { { id = "f", kind = "bars", x = "problem", y = "solve", by = "variant" } } }
  > end
  $ $WARPMARK run l.lua -o l.h5 2>/dev/null; mkdir bin t nights; cp l.h5 nights; export TMPDIR=$PWD/t
  $ printf '#!/bin/sh\necho $$ >>%s/pids\nexec %s %s\n' "$PWD" "$(command -v sleep)" '${NAP:-30}' >bin/gnuplot; chmod +x bin/gnuplot
  $ begin() { # begin COMMAND...: until gnuplot runs
  >   rm -f pids; PATH=$PWD/bin:$PATH $WARPMARK "$@" >out 2>log & pid=$!
  >   tries=0; until test -s pids || [ $((tries += 1)) = 600 ]; do sleep 0.05; done
  > }
  $ gone() { # gone PID: it ends within a minute
  >   tries=0; while grep -qs 'State:.*[RSD]' /proc/$1/status && [ $((tries += 1)) -lt 1200 ]; do sleep 0.05; done
  >   ! grep -qs 'State:.*[RSD]' /proc/$1/status || echo $1 is left
  > }

Asked to stop: nothing is left, and no part of a picture.

  $ for command in 'report l.h5 -o r.html' 'plot l.h5 -o p' 'spy identity:n=3 -o s.png' 'history nights -o h'; do
  >   NAP=1 begin $command; kill -TERM $pid; wait $pid; echo "${command%% *}: $?, $(ls t | wc -l) left"
  > done
  report: 130, 0 left
  plot: 130, 0 left
  spy: 130, 0 left
  history: 130, 0 left
  $ ls r.html s.png p/*.png h/*.png 2>/dev/null
  [2]

Killed: gnuplot ends, too, and the next program takes what is left away, but nothing of one that is at work.

  $ for command in 'report l.h5 -o r.html' 'plot l.h5 -o k' 'spy identity:n=3 -o s.png' 'history nights -o j'; do
  >   begin $command; kill -KILL $pid; { wait $pid; } 2>/dev/null; gone $(cat pids)
  > done
  $ begin report l.h5 -o at-work.html; worker=$pid; drawer=$(cat pids); touch -d '10 minutes ago' t/*; mkdir t/warpmark.mine; ls t | wc -l
  8
  $ NAP=0 PATH=$PWD/bin:$PATH $WARPMARK spy identity:n=3 -o s.png 2>/dev/null; ls t | sed 's/[.][^.]*$//' | sort
  warpmark
  warpmark.plot
  warpmark.report
  $ rmdir t/warpmark.mine; kill -KILL $worker; { wait $worker; } 2>/dev/null; gone $drawer
