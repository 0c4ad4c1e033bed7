Chains and systems as files.

  $ $WARPMARK export tandem:c=3 there --format prism
  there: 28 states, 71 transitions, 5 labels, 1 rewards
  $ ls there
  model.lab
  model.srew
  model.tra
  $ head -n 4 there/model.tra
  # Transitions (CTMC)
  28 71
  0 4 12
  1 0 4
  $ cat there/model.lab | head -n 4
  # Labels
  0="init" 1="deadlock" 2="first_full" 3="second_full" 4="any_full"
  0: 0
  3: 3 4
  $ head -n 4 there/model.srew
  # Reward structure "customers"
  # State rewards
  28 27
  1 1

What was written is a source, with the same answer.

  $ value() { $WARPMARK solve "$1" --variant jacobi/msr/f64/seq | sed 's|^value .*= |value |' | grep -e iterations -e ^value; }
  $ value tandem:c=3
  iterations   219
  value * (glob)
  $ value tandem:c=3 >1; value there/model.tra:reward=model.srew >2; cmp 1 2 && echo equal
  equal

Rewards of transitions stay apart: they count for an expectation, and not at a moment.

  $ $WARPMARK export two_dice coins --format prism && ls coins && sed -n '2,4p' coins/model.trew
  coins: 169 states, 400 transitions, 4 labels, 1 rewards
  model.lab
  model.srew
  model.tra
  model.trew
  # Transition rewards
  169 364
  0 1 1
  $ for f in drn umb cache storm; do mkdir coins/$f; $WARPMARK export coins/model.tra:type=dtmc,reward=model.srew coins/$f --format $f >/dev/null; done
  $ for source in coins/model.tra:reward=model.srew coins/drn/model.drn:reward=model.srew coins/umb/model.umb:reward=model.srew coins/cache/model.h5:reward=model.srew coins/storm/model.tra:reward=model.state.rew; do
  > $WARPMARK certify $source,goal=done | grep '^value'; $WARPMARK solve $source,steps=3 --variant bounded/msr/f64/seq | grep '^value'; done | sed 's/.*?//'
  [F "done"] = 7.33333333* (glob)
  [I=3] = 0
  [F "done"] = 7.33333333* (glob)
  [I=3] = 0
  [F "done"] = 7.33333333* (glob)
  [I=3] = 0
  [F "done"] = 7.33333333* (glob)
  [I=3] = 0
  [F "done"] = 7.33333333* (glob)
  [I=3] = 0

DRN holds labels and rewards in the same file.

  $ $WARPMARK export tandem:c=1 there --format drn
  there: 6 states, 9 transitions, 5 labels, 1 rewards
  $ sed -n '1,3p;13,15p' there/model.drn | tr '\t' ' '
  // Exported by warpmark
  // Labels: "init" "deadlock" "first_full" "second_full" "any_full"
  @type: CTMC
  state 0 !4 [0] init
   action 0 [0]
    2 : 4
  $ value tandem:c=3 >1; $WARPMARK export tandem:c=3 three --format drn >/dev/null; value three/model.drn:reward=customers >2
  $ cmp 1 2 && echo equal
  equal

A generator of systems leaves as a chain where the format holds no system.

  $ $WARPMARK export quicksort:length=5 sorted --format prism && head -n 2 sorted/model.tra
  sorted: 29 states, 51 transitions, 3 labels, 0 rewards
  # Transitions (DTMC)
  29 51
  $ $WARPMARK export quicksort:length=5 sorted --format mtx
  warpmark: quicksort: every state reaches the goal with probability 0 or 1: nothing is left to solve. Its chain can be written: --format drn
  [1]
  $ for source in biased_die:n=667 markov:n=50 quicksort:length=5; do
  >   $WARPMARK export $source chain_$source --format umb | cut -d' ' -f2-
  >   $WARPMARK solve chain_$source/model.umb:goal=goal --variant jacobi/msr/f64/seq --epsilon 1e-9 | grep -E '^value' | cut -c1-35
  > done
  979 states, 1953 transitions, 3 labels, 0 rewards
  value        P=?[F "goal"] = 0.2999
  52 states, 521 transitions, 3 labels, 0 rewards
  value        P=?[F "goal"] = 0.4896
  29 states, 51 transitions, 3 labels, 0 rewards
  value        P=?[F "goal"] = 1
  $ $WARPMARK export random_dd:n=5 none --format prism
  warpmark: format prism cannot hold a linear system: use --format mtx
  [1]

Matrix Market holds the matrix of a chain, or the system that is solved.

  $ $WARPMARK export herman:n=3 there --format mtx
  there: 8 states, 28 transitions, 4 labels, 1 rewards
  $ head -n 3 there/model.mtx
  %%MatrixMarket matrix coordinate real general
  8 8 28
  1 1 0.125
  $ $WARPMARK export herman:n=3 system --format mtx --system
  system: 8 rows, * off-diagonal non-zeros (glob)
  $ cat system/rhs.mtx | head -n 3
  %%MatrixMarket matrix array real general
  8 1
  * (glob)
  $ $WARPMARK export random_dd:n=5 'with blank' --format matrix_market && ls 'with blank'
  with blank: 5 rows, * off-diagonal non-zeros (glob)
  model.mtx
  rhs.mtx

A cache holds either, with everything that a property may ask for, and says what it is.

  $ $WARPMARK export tandem:c=3 cached --format cache; ls cached
  cached: 28 states, 71 transitions, 5 labels, 1 rewards
  model.h5
  $ value cached/model.h5:reward=customers >3; cmp 1 3 && echo equal
  equal
  $ $WARPMARK export cached/model.h5 again --format cache >log; cp cached/model.h5 .; $WARPMARK export herman:n=3 csys --format h5 --system
  csys: 8 rows, * off-diagonal non-zeros (glob)
  $ value csys/model.h5 | head -n 1; value herman:n=3 | head -n 1
  iterations   * (glob)
  iterations   * (glob)
  $ value model.h5
  warpmark: model.h5: no property: * (glob)
  [1]
  $ value model.h5:reward=customer
  warpmark: model.h5: reward=customer: unknown reward, did you mean 'customers'?
  [1]
  $ value csys/model.h5:goal=init
  warpmark: csys/model.h5: a linear system takes no keys but matrix=none
  [1]
  $ $WARPMARK show model.h5
  warpmark: model.h5 is not a results file: it is a cache, which is a source to solve
  [5]
  $ head -c 5000 model.h5 >cut.h5; $WARPMARK solve cut.h5:reward=customers --variant null/msr/f64/seq
  warpmark: cut.h5 is a damaged cache: the file: * (glob)
  [5]

What cannot be

  $ $WARPMARK export tandem:c=3
  warpmark: export: DIR is missing; usage: warpmark export SOURCE DIR --format FORMAT [options]; see `warpmark help export`
  [1]
  $ $WARPMARK export tandem:c=3 there
  warpmark: --format must be given, such as --format prism
  [1]
  $ $WARPMARK export tandem:c=3 there --format prims
  warpmark: --format prims: unknown format, did you mean 'prism'?
  [1]
  $ $WARPMARK export tandem:c=0 new --format prism
  warpmark: tandem: c=0: must be at least 1 and at most * (glob)
  [1]
  $ test -e new
  [1]
  $ $WARPMARK export random_dd:n=5 there --format prism
  warpmark: format prism cannot hold a linear system: use --format mtx
  [1]
  $ $WARPMARK export tandem:c=3 there/model.tra --format prism
  warpmark: there/model.tra: is not a folder
  [1]
  $ $WARPMARK export tandem:c=3 no/such/folder --format prism
  warpmark: no/such/folder: No such file or directory
  [1]
  $ rm -f there/model.tra; mkdir there/model.tra; $WARPMARK export tandem:c=3 there --format prism
  warpmark: there/model.tra exists: export into another folder, or remove it
  [1]
  $ mkdir lab; ln -s absent lab/model.lab; $WARPMARK export tandem:c=3 lab --format prism
  warpmark: cannot write lab/model.lab: it is a symbolic link to nothing; remove it first
  [1]
