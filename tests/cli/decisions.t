Decision processes: what is answered, and what is refused.

  $ M="$ROOT/datasets/data/prism/machine/model.tra:type=mdp"
  $ R="$M,reward=model.srew"
  $ $WARPMARK info "$M" | tail -n +2
  type                   mdp
  states                 4  
  choices                9  
  transitions            13  
  actions                run, wait, repair, replace, sell
  variables              (state)
  labels                 "init"  in 1 states
                         "deadlock"  in 0 states
                         "broken"  in 1 states
                         "sold"  in 1 states
  $ $WARPMARK certify "$R,prop=Rmin=?[F \"sold\"]" | grep -E '^(proof|value|proven)'
  proof        certified
  value        Rmin=?[F "sold"] = 17.666666666666668
  proven       from 17.66666666666659 to 17.666666666666746: to within 4.5e-15 of it

`vi` is PRISM's value iteration, with its stopping rule; layouts give the same iterates.

  $ for layout in msr cmsr auto; do
  >     $WARPMARK solve "$R,prop=Rmin=?[F \"sold\"]" --variant vi/$layout/f64/seq | grep -E 'iter|^value'
  > done
  iterations   113
  value        Rmin=?[F "sold"] = 17.6665189764838
  iterations   113
  value        Rmin=?[F "sold"] = 17.6665189764838
  iterations   113
  value        Rmin=?[F "sold"] = 17.6665189764838

Hints name methods for decision processes, not those for chains.

  $ hint() {
  >     $WARPMARK solve "$R,prop=Rmin=?[F \"sold\"]" "$@" | grep ^next
  > }
  $ hint --variant jacobi/msr/f64/seq
  next         see what works here: `warpmark list variants --usable`, or try: --variant vi/msr/f64/omp
  $ hint --variant vi/msr/f64/seq --max-iterations 3
  next         allow more, if it comes closer slowly: --max-iterations 30, or try another method: --variant pi/msr/f64/seq
  $ $WARPMARK solve consensus:n=2,k=2,matrix=none --variant vi/generated/f64/seq --max-iterations 3 | grep ^next
  next         allow more, if it comes closer slowly: --max-iterations 30

What does not fit is said in one line.

  $ ask() {
  >     $WARPMARK "$@" 2>&1 | grep -vE '^(seconds|next)' | sed "s|$ROOT|ROOT|"
  > }
  $ ask solve "$R,prop=Rmin=?[F \"sold\"]" --variant jacobi/msr/f64/seq
  status       unsupported: the problem is a decision process: use method vi
  $ ask solve "$R,prop=Rmin=?[F \"sold\"]" --variant vi/sdia/f64/seq
  status       unsupported: layout sdia stores a row for each unknown, and in a decision process unknowns have several: use layout auto, msr or cmsr
  $ ask solve tandem:c=3 --variant vi/msr/f64/seq
  status       unsupported: the problem has no choices: use method jacobi
  $ ask solve "$R,prop=Rmax=?[C<=3]" --variant vi/msr/f64/seq
  status       unsupported: no method takes the steps of a decision process yet: `warpmark certify` tells and proves this value
  $ $WARPMARK solve "$R,prop=Rmin=?[F \"sold\"]" --variant pi/msr/f64/omp | grep '^next'
  next         compare ways to solve it: write a script (docs/lua.md), `warpmark run SCRIPT.lua`

Sweeps may be enough for policy iteration, and are its start if they are not. A method that stalls on a chain gives way.

  $ for source in csma:n=2,k=2 consensus:n=2,k=4,property=3 "$R,prop=Rmin=?[F \"sold\"]"; do
  >     ask solve "$source" --variant auto/msr/f64/seq | grep '^status'; ask solve "$source" --variant 'pi[first_sweeps=1]/msr/f64/seq' | grep '^status'
  > done
  status       ok: auto: pi[first_sweeps=100]/msr/f64/seq, for decision processes; no policy: sweeps were enough
  status       ok: 3 policies, by bicgstab
  status       ok: auto: pi[first_sweeps=100]/msr/f64/seq, for decision processes; 5 policies, by bicgstab
  status       ok: 5 policies, by bicgstab
  status       ok: auto: pi[first_sweeps=100]/msr/f64/seq, for decision processes; no policy: sweeps were enough
  status       ok: 2 policies, by bicgstab
  $ $WARPMARK solve consensus:n=2,k=16,property=3 --variant 'pi[first_sweeps=1000]/msr/f64/seq' | awk '/^iterations/ { print $2 < 1000 }'
  1
  $ ask solve consensus:n=4,k=4,property=3 --variant 'pi[inner=multilevel]/msr/f64/seq' | sed -nE '/^(status|how)/p' | sed 's/;.*//'
  status       ok: 5 policies, by multilevel, which stalled at policy 4: then by bicgstab
  how sure     value: proven to within *e-10 of it (glob)
  $ ask advise "$R,prop=Rmin=?[F \"sold\"]" | cut -c1-8
  warpmark
  $ ask export "$R,prop=Rmin=?[F \"sold\"]" out --format mtx --system | grep -o 'is a decision process.*'
  is a decision process, whose rows are choices and no linear system: leave out --system
  $ for question in 'P=?[F "sold"]' 'S=?["sold"]' 'R=?[S]' 'Smax>0.5["sold"]' 'Pmax=?[F<=1.5 "sold"]' 'Rmin=?[G "sold"]' 'Pmax>=0.5[F "sold"]' 'R=?[F "sold"]'; do
  >     ask certify "$R,prop=$question"
  > done | sed 's/.*prop=//'
  P=?[F "sold"]: column 1: this is an MDP: say over which schedulers, Pmin=? or Pmax=?
  S=?["sold"]: column 1: this is an MDP: say over which schedulers, Smin=? or Smax=?
  R=?[S]: column 1: this is an MDP: say over which schedulers, Rmin=? or Rmax=?
  Smax>0.5["sold"]: column 1: a comparison is about all schedulers: leave out min and max, or compare a value, such as (Pmax=?[...])>=0.5
  Pmax=?[F<=1.5 "sold"]: column 11: an MDP counts steps, so this bound must be a whole number
  Rmin=?[G "sold"]: column 8: a reward until a formula needs one that good paths show after finitely many steps; G, W and R never do, nor do F and U behind a '!': ask R=?[F ...] or R=?[C<=k]
  Pmax>=0.5[F "sold"]: column 1: a comparison is about all schedulers: leave out min and max, or compare a value, such as (Pmax=?[...])>=0.5
  R=?[F "sold"]: column 1: this is an MDP: say over which schedulers, Rmin=? or Rmax=?

A comparison inside is about all schedulers, too.

  $ ask certify "$M,prop=Pmax=?[F P>=0.5[F \"sold\"]]" | grep '^value'
  value        Pmax=?[F P>=0.5[F "sold"]] = 1

Paths of several operators, total rewards, and paths that exist.

  $ for question in 'Pmax=?[F G "sold"]' 'Pmin=?[(F "sold") | (G F "broken")]' 'Rmax=?[C]' 'Rmin=?[C]' 'Rmin=?[(F "broken") & (F "sold")]' 'E[G F "broken"]' 'A[F "sold"]'; do
  >     ask certify "$R,prop=$question"
  > done | grep '^value'
  value        Pmax=?[F G "sold"] = 1
  value        Pmin=?[(F "sold") | (G F "broken")] = 0
  value        Rmax=?[C] = infinite
  value        Rmin=?[C] = 0
  value        Rmin=?[(F "broken") & (F "sold")] = 17.666666666666668
  value        E[G F "broken"]: true
  value        A[F "sold"]: false

Averages in the long run, of each state, and of comparisons inside.

  $ for question in 'Rmax=?[S]' 'Rmin=?[S]' 'Smax=?["broken"]' 'Smin=?["broken"]' 'S<0.1["sold"]' 'filter(min, Rmax=?[S])' 'filter(sum, Rmax=?[S])' 'Pmax=?[F S<0.5["broken"]]'; do
  >     ask certify "$R,prop=$question"
  > done | grep -E '^(value|proof)'
  proof        certified
  value        Rmax=?[S] = 2.558139534883722
  proof        certified
  value        Rmin=?[S] = 0
  proof        certified
  value        Smax=?["broken"] = 1
  proof        certified
  value        Smin=?["broken"] = 0
  proof        certified
  value        S<0.1["sold"]: false
  proof        certified
  value        filter(min, Rmax=?[S]) = 0
  proof        certified
  value        filter(sum, Rmax=?[S]) = 7.674418604651166
  proof        certified
  value        Pmax=?[F S<0.5["broken"]] = 1

Discounted rewards, and a scheduler, whose chain has the same value.

  $ for question in 'Rmax=?[Cdiscount=0.9]' 'Rmin=?[Cdiscount=0.9]' 'R<=10[Cdiscount=1/2]' 'filter(sum, Rmax=?[Cdiscount=0.9])' 'Rmax=?[Cdiscount=1]' 'Rmax=?[Cdiscount=-0.5]'; do
  >     ask certify "$R,prop=$question" --scheduler d.txt --force
  > done | grep -E '^(proof|value|scheduler|warpmark)|column' | sed 's/^warpmark.*prop=//'
  proof        certified
  value        Rmax=?[Cdiscount=0.9] = 21.391699359900894
  scheduler    d.txt: its value is from 21.3916993599007* to 21.3916993599009* (glob)
  proof        certified
  value        Rmin=?[Cdiscount=0.9] = 0
  scheduler    d.txt: its value is from 0 to 0
  proof        certified
  value        R<=10[Cdiscount=1/2]: true
  scheduler    d.txt: with it, this is true
  proof        certified
  value        filter(sum, Rmax=?[Cdiscount=0.9]) = 94.6933718769358
  scheduler    none: a question inside is about all schedulers, not about one
  Rmax=?[Cdiscount=1]: column 18: a discount is at least 0 and below 1
  Rmax=?[Cdiscount=-0.5]: column 18: a discount is at least 0 and below 1
  $ ask certify "$R,prop=Rmax=?[S]" --scheduler best.txt | grep '^scheduler'; grep -v '^#' best.txt
  scheduler    best.txt: its value is from 2.5581395348837* to 2.5581395348837* (glob)
  0 0 run
  1 0 run
  2 0 replace
  3 0
  $ ask solve "$R,prop=Rmax=?[S]" --variant vi/msr/f64/seq | grep -E '^(status|value|how)'
  status       ok
  value        Rmax=?[S] = 2.55813953488372
  how sure     value: proven to within 1.2e-14 of it; exact: 2.558139534883722 ± 3e-14

Generators of decision processes name their published questions; `choices=` makes chains of them.

  $ $WARPMARK info consensus | sed -n '3,5p'
  n                      272  states, or rows of the matrix
  choices                400  of all states together
  transitions            492  stored entries, diagonal included
  $ for source in consensus:property=2 consensus:choices=mdp,property=5 consensus:choices=uniform,property=3 'consensus:n=2,k=2,choices=mdp,prop=Pmax=?[F<=9 "agree"]' firewire:choices=mdp,property=2 firewire:property=2; do
  >     ask certify "$source" | sed -n 's/^value *//p' | sed 's/\(\.[0-9]\{6\}\)[0-9]*/\1/'
  > done
  Pmax=?[F "finished"&!"agree"] = 0.108333
  P>=1[F "finished"]: true
  R{"steps"}max=?[F "finished"] = 58.377459
  Pmax=?[F<=9 "agree"] = 1
  R{"time"}min=?[F "done"] = 138.250000
  R{"time_sending"}=?[F "done"] = 3.450137
  $ ask certify consensus:property=6; ask certify consensus:steps=3; ask info consensus:choices=both
  warpmark: consensus: property=6: it has properties 1 to 5 (see `warpmark list generators`)
  warpmark: consensus: property=1 has no bound in steps
  warpmark: consensus: choices=both: unknown value (known: uniform, union, mdp)
  $ ask export consensus out --format cache --system --ranks 2
  warpmark: consensus: ranks do not know the questions of decision processes: leave out --ranks
  $ ask solve wlan --variant vi/cmsr/f64/seq | grep "^value"
  value        R{"cost"}max=?[F "both_sent"] = 28000.6968284408

Probabilities of few digits: each row is divided by its sum, also for bounds in steps.

  $ printf '3 4 7\n0 0 0 0.3333333\n0 0 1 0.3333333\n0 0 2 0.3333333\n0 1 0 0.9\n0 1 1 0.1\n1 0 1 1\n2 0 0 1\n' >few.tra
  $ printf '0="init" 1="deadlock" 2="b"\n0: 0\n1: 2\n' >few.lab
  $ ask certify 'few.tra:prop=Pmax=?[F<=2 "b"]' | grep -E '^(proof|value|note)'
  proof        certified
  value        Pmax=?[F<=2 "b"] = 0.44444444444444* (glob)
  note         1 row was divided by its sum, 1-1e-07

A million steps are proven as far as plain doubles go, although that is not as far as was asked.

  $ $WARPMARK certify "$R,prop=Rmax=?[C<=1000000]" | grep -E '^(proof|proven)'
  proof        not as asked: proven to 2.*e-09 of the value, and 1e-09 was asked (*) (glob)
  proven       from 2558135.38* to 2558135.39*: to within 2.*e-09 of it (glob)

Proofs are kept, and checked again. Those of steps are kept where a folder is named.

  $ for k in 1 2; do WARPMARK_PROOFS=$PWD/kept $WARPMARK certify 'few.tra:prop=Pmin=?[F "b"]' | grep -c '^note.*vectors come from'; done
  0
  1
  $ WARPMARK_PROOFS=$PWD/kept $WARPMARK certify 'few.tra:prop=Pmax=?[F<=2 "b"]' >/dev/null; ls kept | wc -l
  2

Several objectives of one scheduler.

  $ for question in 'multi(P>=0.5[F "broken"], P>=0.5[G !"broken"])' 'multi(P>=0.6[F "broken"], P>=0.5[G !"broken"])' 'multi(Rmin=?[C], P>=0.5[F "sold"], P<=0.7[F "broken"])' 'multi(Rmax=?[C<=3], P<=0.02[F "broken"])' 'multi(Rmin=?[C])'; do
  >     ask certify "$R,prop=$question" | sed -nE 's/^value +//p' | sed -E 's/(\.[0-9]{7})[0-9]*/\1/'
  > done
  multi(P>=0.5[F "broken"], P>=0.5[G !"broken"]): true
  multi(P>=0.6[F "broken"], P>=0.5[G !"broken"]): false
  multi(Rmin=?[C], P>=0.5[F "sold"], P<=0.7[F "broken"]) = 8.8333333
  multi(Rmax=?[C<=3], P<=0.02[F "broken"]) = 4.1533333
  multi(Rmin=?[C]) = 0
  $ for question in 'multi(Rmax=?[C], P>=0.5[F "broken"])' 'multi(P>0.5[F "broken"], P>=0.5[F "sold"])' 'multi(Rmax=?[I=3], P>=0.5[F "sold"])' 'multi(Pmax=?[F "broken"], P>=0.6[F "broken"], P>=0.5[G !"broken"])' 'multi(P=?[F "sold"], P>=1[F "broken"])'; do
  >     ask certify "$R,prop=$question"
  > done | sed 's/.*prop=//'
  multi(Rmax=?[C], P>=0.5[F "broken"]): column 1: a reward of several objectives that is to be large must be finite for all schedulers, and one of these is not
  multi(P>0.5[F "broken"], P>=0.5[F "sold"]): column 7: a limit of several objectives is >= or <=
  multi(Rmax=?[I=3], P>=0.5[F "sold"]): column 14: a reward of several objectives is C or C<=k
  multi(Pmax=?[F "broken"], P>=0.6[F "broken"], P>=0.5[G !"broken"]): column 1: no scheduler meets the limits, so there is no value
  multi(P=?[F "sold"], P>=1[F "broken"]): column 7: say whether this is to be large or small: min=? or max=?

Two values are a curve, of which the corners are told.

  $ ask certify "$R,prop=multi(Rmin=?[C], Pmax=?[F \"sold\"])" | sed -nE 's/(\.[0-9]{6})[0-9]*/\1/; s/ than [0-9.e-]+$/ than SMALL/; /^(value|proven)/p'
  value        multi(Rmin=?[C], Pmax=?[F "sold"]) = (0, 0) (17.666666, 1)
  proven       no scheduler is beyond the lines between these points by more than SMALL
  $ ask certify "$R,prop=multi(Rmin=?[C], Pmax=?[F \"sold\"], P>=0.5[F \"broken\"])" | sed 's/.*column/column/'
  column 1: a curve of best values has two objectives, without limits, and no other question around it: give all objectives but one a limit

Without a choice all schedulers are the same.

  $ printf '2 2 3\n0 0 0 0.5\n0 0 1 0.5\n1 0 1 1\n' >one.tra; printf '0="init" 1="deadlock" 2="goal"\n0: 0\n1: 2\n' >one.lab
  $ ask certify 'one.tra:type=mdp,prop=P=?[F<=2 "goal"]' | grep '^value'
  value        P=?[F<=2 "goal"] = 0.75

In one end component a scheduler may satisfy the one or the other for ever; limits on the very edge are
decided in exact fractions.

  $ printf '2 4 4\n0 0 0 1\n0 1 1 1\n1 0 1 1\n1 1 0 1\n' >two.tra; printf '0="init" 1="deadlock" 2="a" 3="b"\n0: 0 2\n1: 3\n' >two.lab
  $ for question in 'multi(Pmax=?[F G "a"], Pmax=?[F G "b"])' 'multi(P>=0.4[F G "a"], P>=0.6[F G "b"])' 'multi(P>=0.4[F G "a"], P>=0.61[F G "b"])' 'multi(P>=1[G F "a"], P>=1[G F "b"])' 'multi(Pmax=?[F G "a"], P>=0.7[G F "b"])'; do
  >     ask certify "two.tra:type=mdp,prop=$question" | sed -nE 's/^value +//p' | sed -E 's/(\.[0-9]{7})[0-9]*/\1/'
  > done
  multi(Pmax=?[F G "a"], Pmax=?[F G "b"]) = (0, 1) (1, 0)
  multi(P>=0.4[F G "a"], P>=0.6[F G "b"]): true
  multi(P>=0.4[F G "a"], P>=0.61[F G "b"]): false
  multi(P>=1[G F "a"], P>=1[G F "b"]): true
  multi(Pmax=?[F G "a"], P>=0.7[G F "b"]) = 0.3000000

What is trusted is said: a search found the ends that satisfy a path, and none is behind a plain goal.

  $ for question in 'Pmax=?[F G "sold"]' 'Rmin=?[C]' 'Rmin=?[F "sold"]'; do
  >     ask certify "$R,prop=$question" | grep -o 'no search of its graph\|searches of its graph'
  > done
  searches of its graph
  searches of its graph
  no search of its graph
