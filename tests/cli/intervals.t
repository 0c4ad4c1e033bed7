Models with intervals of probabilities: what solves them, and what refuses them. docs/questions.md has their questions.

  $ cat >robot.tra <<'END'
  > # Transitions (IMDP)
  > 3 4 8
  > 0 0 0 [0.1,0.3]
  > 0 0 1 [0.2,0.6]
  > 0 0 2 [0.2,0.5]
  > 0 1 1 0.1
  > 0 1 2 0.2
  > 0 1 0 0.7
  > 1 0 1 [1,1]
  > 2 0 2 [1,1]
  > END
  $ printf '0="init" 1="deadlock" 2="home"\n0: 0\n1: 2\n' >robot.lab
  $ ask() {
  >     $WARPMARK "$@" 2>&1 | grep -vE '^(seconds|next|trusted|load|change|residual|answer)'
  > }
  $ home='prop=Pmaxmin=?[F "home"]'

Layouts and places give the same iterates. A row that allows no sum of 1 is widened.

  $ for variant in msr/f64/seq msr/f64/omp cmsr/f64/omp pattern/f64/seq; do
  >     $WARPMARK solve "robot.tra:$home" --variant vi/$variant | grep -E '^(iter|value)'
  > done | sort | uniq -c | sed 's/^ *//'
  4 iterations   35
  4 value        Pmaxmin=?[F "home"] = 0.333332766393794
  $ ask solve "robot.tra:type=imdp,$home" --variant auto/auto/f64/seq | head -1
  status       ok: auto: msr, as unknowns have several rows
  $ ask certify "robot.tra:$home"
  proof        certified
  value        Pmaxmin=?[F "home"] = 0.33333333333333315
  proven       from 0.33333333333333237 to 0.3333333333333339: to within 2.4e-15 of it
  meaning      for all probabilities between the bounds as stored
  note         1 row was widened by 4.5e-16 or less, as nothing between the bounds sums to 1

What does not take intervals says so.

  $ for variant in vi/msr/f32/seq pi/msr/f64/seq ii/msr/f64/omp mpi/msr/f64/seq jacobi/msr/f64/seq; do
  >     ask solve "robot.tra:$home" --variant $variant | grep ^status
  > done
  status       unsupported: the probabilities are intervals, which vi cannot take at place seq in f32: use vi/msr/f64/seq or vi/msr/f64/omp
  status       unsupported: the probabilities are intervals, which method pi does not take: use method vi
  status       unsupported: the probabilities are intervals, which method ii does not take: use method vi
  status       unsupported: the probabilities are intervals, which method mpi does not take: use method vi
  status       unsupported: the probabilities are intervals, which method jacobi does not take: use method vi
  $ ask certify "robot.tra:$home" -o robot.h5
  warpmark: robot.tra:prop=Pmaxmin=?[F "home"]: the probabilities are intervals, and files of proofs have none: leave out -o
  $ ask certify "robot.tra:$home" --scheduler robot.txt
  proof        certified
  value        Pmaxmin=?[F "home"] = 0.33333333333333315
  proven       from 0.33333333333333237 to 0.3333333333333339: to within 2.4e-15 of it
  meaning      for all probabilities between the bounds as stored
  note         1 row was widened by 4.5e-16 or less, as nothing between the bounds sums to 1
  scheduler    none: the probabilities are intervals: its own value would not be proven
  $ ask info robot.tra
  warpmark: robot.tra: the probabilities are intervals: only `solve`, `certify` and `run` take such a model, with prop= and without scheduler= (docs/questions.md)
  $ ask export robot.tra out --format prism
  warpmark: robot.tra: the probabilities are intervals: only `solve`, `certify` and `run` take such a model, with prop= and without scheduler= (docs/questions.md)
  $ ask export "robot.tra:$home" out --format mtx --system
  warpmark: robot.tra:prop=Pmaxmin=?[F "home"] is a decision process, whose rows are choices and no linear system: leave out --system
  $ ls
  robot.lab
  robot.tra

Questions that are refused name what can be asked.

  $ for question in 'Pmax=?[F "home"]' 'P=?[F "home"]' 'Pmaxmin=?[F<=3 "home"]' 'Pmaxmin=?[G "home"]' 'Pmaxmin=?[X "home"]' 'Pmaxmin=?[F G "home"]' 'P>=0.5[F "home"]' 'filter(max, Pmaxmin=?[F "home"])' 'R{(1)}maxmin=?[C<=3]' 'R{(1)}maxmin=?[S]' 'Smax=?["home"]' 'Pmaxmin=?[F P>0.5[F "home"]]' 'Pmaxmin=?[F "home"]+1' 'E[F "home"]' 'multi(Pmax=?[F "home"])' 'R{(Pmaxmin=?[F "home"])}maxmin=?[F "home"]'; do
  >     ask certify "robot.tra:prop=$question"
  > done
  warpmark: robot.tra: prop=Pmax=?[F "home"]: column 1: this is an MDP with intervals: say Pminmin=?, Pminmax=?, Pmaxmin=? or Pmaxmax=?, first over which schedulers, then over which probabilities
  warpmark: robot.tra: prop=P=?[F "home"]: column 1: this is an MDP with intervals: say Pminmin=?, Pminmax=?, Pmaxmin=? or Pmaxmax=?, first over which schedulers, then over which probabilities
  warpmark: robot.tra: prop=Pmaxmin=?[F<=3 "home"]: column 1: of a model with intervals only P of F and U and R of F can be asked, with =?, without a bound, a filter or a question inside
  warpmark: robot.tra: prop=Pmaxmin=?[G "home"]: column 1: of a model with intervals only P of F and U and R of F can be asked, with =?, without a bound, a filter or a question inside
  warpmark: robot.tra: prop=Pmaxmin=?[X "home"]: column 1: of a model with intervals only P of F and U and R of F can be asked, with =?, without a bound, a filter or a question inside
  warpmark: robot.tra: prop=Pmaxmin=?[F G "home"]: column 1: of a model with intervals only P of F and U and R of F can be asked, with =?, without a bound, a filter or a question inside
  warpmark: robot.tra: prop=P>=0.5[F "home"]: column 1: of a model with intervals only P of F and U and R of F can be asked, with =?, without a bound, a filter or a question inside
  warpmark: robot.tra: prop=filter(max, Pmaxmin=?[F "home"]): column 1: of a model with intervals only P of F and U and R of F can be asked, with =?, without a bound, a filter or a question inside
  warpmark: robot.tra: prop=R{(1)}maxmin=?[C<=3]: column 1: of a model with intervals only P of F and U and R of F can be asked, with =?, without a bound, a filter or a question inside
  warpmark: robot.tra: prop=R{(1)}maxmin=?[S]: column 1: of a model with intervals only P of F and U and R of F can be asked, with =?, without a bound, a filter or a question inside
  warpmark: robot.tra: prop=Smax=?["home"]: column 1: of a model with intervals only P of F and U and R of F can be asked, with =?, without a bound, a filter or a question inside
  warpmark: robot.tra: prop=Pmaxmin=?[F P>0.5[F "home"]]: column 1: of a model with intervals only P of F and U and R of F can be asked, with =?, without a bound, a filter or a question inside
  warpmark: robot.tra: prop=Pmaxmin=?[F "home"]+1: column 1: of a model with intervals only P of F and U and R of F can be asked, with =?, without a bound, a filter or a question inside
  warpmark: robot.tra: prop=E[F "home"]: column 1: of a model with intervals only P of F and U and R of F can be asked, with =?, without a bound, a filter or a question inside
  warpmark: robot.tra: prop=multi(Pmax=?[F "home"]): column 1: of a model with intervals only P of F and U and R of F can be asked, with =?, without a bound, a filter or a question inside
  warpmark: robot.tra: prop=R{(Pmaxmin=?[F "home"])}maxmin=?[F "home"]: column 4: a reward is a number in each state, without questions
  $ ask certify robot.tra:goal=home
  warpmark: robot.tra: the probabilities are intervals: say what is asked, such as prop=Pmaxmin=?[F "goal"]
  $ ask certify "robot.tra:type=mdp,$home"
  warpmark: robot.tra: type=mdp: the file has intervals: say type=imdp, or type=idtmc without choices, or leave type= out
  $ sed '/\[/d; 1s/IMDP/MDP/; 2s/.*/3 1 3/; s/0 1/0 0/' robot.tra >plain.tra; cp robot.lab plain.lab
  $ ask certify "plain.tra:$home"
  warpmark: plain.tra: prop=Pmaxmin=?[F "home"]: column 1: the second min or max is about intervals, and the probabilities of this model are numbers: write Pmin=? or Pmax=?
  $ ask certify "plain.tra:type=imdp,$home"
  warpmark: plain.tra: type=imdp: the file has no intervals

Chains have one word, about nature.

  $ printf '3 5\n0 0 [0.1,0.6]\n0 1 [0.25,0.75]\n0 2 [0.125,0.25]\n1 1 1\n2 2 1\n' >chain.tra; printf '0="init" 1="done" 2="lost"\n0: 0\n1: 1\n2: 2\n' >chain.lab
  $ for question in 'Pmin=?[F "done"]' 'Pmax=?[F "done"]' 'R{(1)}min=?[F "done"|"lost"]' 'R{(1)}max=?[F "done"|"lost"]' 'R{(1)}max=?[F "done"]' 'P=?[F "done"]'; do
  >     ask certify "chain.tra:type=idtmc,prop=$question" | grep -v ^proof
  > done
  value        Pmin=?[F "done"] = 0.5
  proven       from 0.49999999999999883 to 0.5000000000000012: to within 2.4e-15 of it
  meaning      for all probabilities between the bounds as stored
  value        Pmax=?[F "done"] = 0.8571428571428571
  proven       from 0.8571428571428551 to 0.8571428571428591: to within 2.4e-15 of it
  meaning      for all probabilities between the bounds as stored
  value        R{(1)}min=?[F "done"|"lost"] = 1.1111111111111112
  proven       from 1.1111111111111085 to 1.1111111111111138: to within 2.4e-15 of it
  meaning      for all probabilities between the bounds as stored
  value        R{(1)}max=?[F "done"|"lost"] = 2.5
  proven       from 2.4999999999999942 to 2.5000000000000058: to within 2.4e-15 of it
  meaning      for all probabilities between the bounds as stored
  value        R{(1)}max=?[F "done"] = infinite
  proven       it is infinite
  meaning      for all probabilities between the bounds as stored
  note         the value is infinite: the goal may be missed
  warpmark: chain.tra: prop=P=?[F "done"]: column 1: probabilities are intervals: say over which of them, Pmin=? or Pmax=?
  $ ask certify "chain.tra:type=imdp,prop=Pmin=?[F \"done\"]" | head -2
  warpmark: chain.tra:1: two numbers: this is a DTMC or CTMC (states, transitions), and an MDP has three (states, choices, transitions)
