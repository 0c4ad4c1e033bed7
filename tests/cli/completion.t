What shells complete. The program itself says what the last word may become.

  $ words() { $WARPMARK completion words -- "$@"; }
  $ words so
  solve  solve one problem once and check the answer
  $ words solve her
  herman:  self-stabilising token ring
  ::files
  $ words solve tandem:
  tandem:c=  capacity of each queue
  tandem:property=  which of its properties, the paper's being the first
  tandem:steps=  bound of a property in steps
  tandem:time=  bound of a property in time
  tandem:matrix=  none: no row is stored, and layout generated makes them
  $ words solve fms:n=2,pr
  fms:n=2,property=  * (glob)
  $ words solve random_dd:n=100,dens
  random_dd:n=100,density=  * (glob)
  $ words solve random_dd:n=100,density=0.1, | grep -c ',density=.*,density='
  0
  [1]
  $ words solve random_dd:n=100,seed=
  random_dd:n=100,seed=1* (glob)
  $ words solve herman:n=3 --var
  --variant  solve in this way; `warpmark list variants` shows all ways
  $ words solve herman:n=3 --variant jac
  jacobi/  Jacobi
  $ words solve herman:n=3 --variant jacobi/ms
  jacobi/msr/
  $ words solve herman:n=3 --variant jacobi/msr/
  jacobi/msr/f32/
  jacobi/msr/f64/
  $ words solve herman:n=3 --variant=jacobi/msr/f64/o
  --variant=jacobi/msr/f64/omp
  $ words solve --criterion ''
  relative
  absolute
  $ words table a.h5 x --format=m
  --format=md
  $ words table --format csv "$ROOT/results/baselines/h200/spin09-figure1.h5" s
  samples
  statuses
  speedup
  $ words plot "$ROOT/results/baselines/h200/spin09-figure1.h5" ''
  times
  speedup
  $ words table none.h5 s
  $ words run crossover-
  crossover-search
  ::files
  $ words plot ''
  ::files
  $ words history ''
  ::folders
  $ words export tandem:c=3 d --format pri
  prism  * (glob)
  $ words help recov
  recover  make a results file from the journal of a run that was stopped
  $ words list gen
  generators
  $ words list generators tan
  tandem  * (glob)
  $ words list variants jacobi/msr/f64/o
  jacobi/msr/f64/omp
  $ words history nights --problems tan
  $ words run x.lua --variants jacobi/msr/f64/o
  jacobi/msr/f64/omp
  $ words frobnicate ''
  $ words version ''
  $ $WARPMARK completion bsh
  warpmark: completion: unknown 'bsh', did you mean 'bash'?
  [1]

In bash, what Tab leaves on the line: without the colon's part, which bash puts there itself.

  $ mkdir bin folder && ln -s "$WARPMARK" bin/warpmark && touch folder/m.tra tandem.h5
  $ PATH="$PWD/bin:$PATH"
  $ warpmark completion bash >warpmark.bash
  $ cat >tab.bash <<'END'
  > . ./warpmark.bash
  > compopt() { echo "compopt $*"; }
  > COMP_LINE=$1 COMP_POINT=${#1}
  > COMP_WORDBREAKS=$' \t\n"\'><=;|&(:'
  > _warpmark
  > printf '%s\n' "${COMPREPLY[@]}"
  > END
  $ tab() { bash tab.bash "$1"; }
  $ tab 'warpmark sel'
  selfcheck
  $ tab 'warpmark solve tandem:c'
  compopt -o nospace
  c=
  $ tab 'warpmark solve herman:n=3 --variant gauss_seidel/msr/f'
  gauss_seidel/msr/f32/
  gauss_seidel/msr/f64/
  $ tab 'warpmark show tand'
  tandem.h5
  $ tab 'warpmark solve tan'
  tandem:
  tandem.h5
  $ tab 'warpmark solve folder/'
  folder/m.tra
  $ tab 'warpmark table a.h5 x --format=m'
  md

In zsh and fish, where they are installed.

  $ warpmark completion zsh >warpmark.zsh
  $ cat >tab.zsh <<'END'
  > compdef() { : }
  > . ./warpmark.zsh
  > compadd() { while [[ $1 != -a ]]; do shift; done; print -l ${(P)2} }
  > _files() { print files $* }
  > words=(warpmark "${(@s: :)1}") CURRENT=${#words}
  > _warpmark
  > END
  $ same() { [ "$1" = "$2" ] || echo "$1"; }
  $ ! command -v zsh >none || same "$(zsh -f tab.zsh 'solve tandem:c')" tandem:c=
  $ ! command -v zsh >none || same "$(zsh -f tab.zsh 'show t' | tail -n 1)" files
  $ warpmark completion fish >warpmark.fish
  $ fish_tab() { fish --no-config -c 'source warpmark.fish; complete -C $argv' "$1" | cut -f 1; }
  $ ! command -v fish >none || same "$(fish_tab 'warpmark solve tandem:c')" tandem:c=
  $ ! command -v fish >none || same "$(fish_tab 'warpmark show tande')" tandem.h5
