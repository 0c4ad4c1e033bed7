The recipes of docs/nightly.md, in a tree whose `make` makes a stand-in: it writes down how it is called,
and exits as the file `RUN`, `HISTORY` or `COMPARE` says.

  $ command -v git >/dev/null || { echo git is missing; exit 80; }
  $ export HOME="$PWD" GIT_AUTHOR_NAME=us GIT_AUTHOR_EMAIL=us@example.org GIT_COMMITTER_NAME=us GIT_COMMITTER_EMAIL=us@example.org
  $ export CALLS="$PWD/calls" CODES="$PWD"; unset MAKEFLAGS MFLAGS MAKELEVEL
  $ mkdir -p origin/docs && cp -R $ROOT/docs/recipes origin/docs/ && cat >origin/program <<'end'
  > #!/bin/sh
  > echo "$*" | sed 's/20[0-9-]*.h5/DAY.h5/' >>$CALLS
  > case $1 in
  > run) echo measured >$4; [ ! -e $CODES/RUN ] || { echo "a case went wrong" >&2; exit $(cat $CODES/RUN); } ;;
  > history) echo "one alarm"; exit $(cat $CODES/HISTORY 2>/dev/null || echo 0) ;;
  > compare) echo verdicts >compare.xml; exit $(cat $CODES/COMPARE 2>/dev/null || echo 0) ;;
  > esac
  > end
  $ printf 'all:\n\tmkdir -p build && install program build/warpmark\n' >origin/Makefile
  $ git init -q -b main origin && git -C origin add . && git -C origin commit -qm one && git clone -q origin warpmark
  $ broken() { printf 'all:\n\t@echo solver.c:1: error; exit 1\n' >Makefile; }

Every night, by cron and by systemd: silent, loud after an alarm, and where a run or a build fails.

  $ night() { sh -c "$(sed -n 's/^17 3 [* ]*//p' warpmark/docs/recipes/crontab)"; }
  $ night; cat calls
  run nightly -o nightly/DAY.h5
  history nightly --programs nightly/programs --repository . -o nightly/history.html --force
  $ echo 2 >RUN; night
  $ echo 3 >HISTORY; night
  one alarm
  [3]
  $ for code in 1 4; do echo $code >RUN; night; echo $?; done
  a case went wrong
  1
  a case went wrong
  4
  $ rm RUN HISTORY; cd origin && cp Makefile ../good && broken && git commit -qam broken && cd ..; rm calls; night; cat calls
  solver.c:1: error
  make: *** [Makefile:2: all] Error 1
  warpmark-nightly: the build failed
  cat: calls: No such file or directory
  [1]
  $ cd origin && cp ../good Makefile && git commit -qam mended && cd ..; night; wc -l <calls
  2
  $ rm -rf origin/.git/refs; night 2>/dev/null
  warpmark-nightly: git pull failed
  [1]
  $ sed -n 's|^ExecStart=%h/||p' warpmark/docs/recipes/warpmark-nightly.service | xargs test -x; echo $?
  0
  $ ! command -v systemd-analyze >/dev/null || (cd warpmark/docs/recipes; ! systemd-analyze verify --man=no ./*.timer 2>&1 | grep -e Unknown -e lvalue -e Failed.to.parse)

A change: the lines of both files for CI. The first run has nothing to compare with.

  $ cd warpmark; runs() { sed -n "s/^ *- run: //p" docs/recipes/github.yml | sed "s/\${{.*}}/$1/"; }
  $ gitlab() { sed -n '/^  script:/,/^  artifacts:/s/^    - //p' docs/recipes/gitlab.yml; }
  $ rm ../calls; sh -ec "$(runs keep)"; cat ../calls; ls ../warpmark-base
  warpmark-change: */warpmark-base has no base.h5 yet, so nothing was compared (glob)
  run nightly -o new.h5
  base.h5
  warpmark
  $ rm ../calls; sh -ec "$(runs '')"; sed "s|$HOME|HOME|g" ../calls; ls *.h5 *.xml
  run nightly -o new.h5
  compare HOME/warpmark-base/base.h5 new.h5 --live HOME/warpmark-base/warpmark --fail-on slow:3%,status,unclear,missing --format junit -o compare.xml
  compare.xml
  new.h5
  $ echo 3 >../COMPARE; echo old >../warpmark-base/base.h5; KEEP=keep sh -ec "$(gitlab)"; echo $?; cat ../warpmark-base/base.h5
  3
  old
  $ rm ../COMPARE; KEEP=keep sh -ec "$(gitlab)"; cat ../warpmark-base/base.h5
  measured
  $ for code in 1 4; do echo $code >../RUN; touch new.h5.journal; KEEP=keep sh -ec "$(gitlab)"; echo $?; ls *.journal; done
  a case went wrong
  1
  ls: cannot access '*.journal': No such file or directory
  a case went wrong
  4
  ls: cannot access '*.journal': No such file or directory
  [2]
  $ cat ../warpmark-base/base.h5
  measured
  $ rm ../RUN; broken; sh -ec "$(runs keep)" 2>&1 | tail -n 1; sh -ec "$(runs keep)" >/dev/null 2>&1; echo $?; ls *.h5
  warpmark-change: the build failed
  1
  ls: cannot access '*.h5': No such file or directory
  [2]
