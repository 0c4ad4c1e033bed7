Schedulers of MDPs: written with a proof of their own value, and read back as chains.

  $ export WARPMARK_PROOFS=; dir="$ROOT/datasets/data/prism/machine"; cp "$dir"/model.* .; M=model.tra:type=mdp,reward=model.srew
  $ certify() { $WARPMARK certify "$@" | grep -E '^(proof|value|proven|scheduler)'; }
  $ certify "$M,prop=Rmin=?[F \"sold\"]" --scheduler best.txt
  proof        certified
  value        Rmin=?[F "sold"] = 17.666666666666668
  proven       from 17.666666666666* to 17.66666666666*: to within * of it (glob)
  scheduler    best.txt: its value is from 17.666666666666* to 17.66666666666* (glob)
  $ cat best.txt
  # scheduler: state, choice, action
  0 0 run
  1 0 run
  2 1 sell
  3 0

With it the MDP is a chain, for all questions and methods.

  $ certify "model.tra:scheduler=best.txt,reward=model.srew,prop=R=?[F \"sold\"]"
  proof        certified
  value        R=?[F "sold"] = 17.6666666666666* (glob)
  proven       from 17.666666666666* to 17.66666666666*: to within * of it (glob)
  $ $WARPMARK solve "$M,scheduler=best.txt,prop=Rmin=?[F \"sold\"]" --variant gauss_seidel/msr/f64/seq | grep -E '^(status|value)'
  status       ok
  value        Rmin=?[F "sold"] = 17.66666* (glob)
  $ certify "$M,scheduler=best.txt,prop=S=?[\"sold\"]" | grep value
  value        S=?["sold"] = 1
  $ $WARPMARK info model.tra:scheduler=best.txt | grep -E '^(type|states|transitions|actions)'
  type                   dtmc
  states                 4  
  transitions            7  

The largest numbers lead in circles here: both choices of state 1 are worth 1/2, and one goes back to state 0.

  $ printf '4 5 6\n0 0 1 1\n1 0 0 1\n1 1 2 0.5\n1 1 3 0.5\n2 0 2 1\n3 0 3 1\n' >ring.tra
  $ printf '0="init" 1="deadlock" 2="b" 3="end"\n0: 0\n2: 2 3\n3: 3\n' >ring.lab; printf '4 2\n0 1\n1 2\n' >ring.srew
  $ certify 'ring.tra:prop=Pmax=?[F "b"]' --scheduler ring.txt
  proof        certified
  value        Pmax=?[F "b"] = 0.5
  proven       from 0.49999999999999* to 0.50000000000000*: to within * of it (glob)
  scheduler    ring.txt: its value is from 0.* to 0.5* (glob)
  $ sed -n 3p ring.txt
  1 1
  $ certify 'ring.tra:prop=Pmin=?[G !"b"]' --scheduler ring.txt --force | grep scheduler
  scheduler    ring.txt: its value is from 0.* to 0.5* (glob)
  $ certify 'ring.tra:prop=P<0.6[F "b"]' --scheduler ring.txt --force | grep scheduler
  scheduler    ring.txt: with it, this is true

An infinite reward is kept up: this one goes in the circle.

  $ certify 'ring.tra:prop=Rmax=?[F "end"]' --scheduler ring.txt --force | grep scheduler; sed -n 3p ring.txt
  scheduler    ring.txt: its value is infinite
  1 0
  $ certify 'ring.tra:prop=Rmin=?[F "end"]' --scheduler ring.txt --force | grep scheduler; sed -n 3p ring.txt
  scheduler    ring.txt: its value is from 2.99999* to 3.00000* (glob)
  1 1

Staying costs nothing here, and goes on for ever: whoever must get to the goal pays 3 in state 1.

  $ mkdir small; cd small; printf '3 5 5\n0 0 1 1\n0 1 2 1\n1 0 0 1\n1 1 2 1\n2 0 2 1\n' >zero.tra; printf '0="init" 1="deadlock" 2="goal"\n0: 0\n2: 2\n' >zero.lab
  $ printf '3 0\n' >zero.srew; printf '3 5 2\n0 1 2 5\n1 1 2 3\n' >zero.trew
  $ for method in vi vi_gs topological pi mpi ii ovi svi; do
  >     $WARPMARK solve 'zero.tra:type=mdp,reward=zero.srew,prop=Rmin=?[F "goal"]' --variant $method/msr/f64/seq --scheduler zero.txt --force | sed -nE 's/^value +//p'; sed -n '2,3p' zero.txt | tr '\n' ';'; echo
  > done | sort | uniq -c
        8 0 0;1 1;
        8 Rmin=?[F "goal"] = 3

The first choice counts, too (choice 0 of state 0), and of several that are safe it is the first (1, not 2).

  $ printf '4 6 7\n0 0 3 0.5\n0 0 1 0.5\n0 1 1 1\n0 2 2 1\n1 0 1 1\n2 0 2 1\n3 0 3 1\n' >safe.tra; printf '0="init" 1="deadlock" 2="goal"\n0: 0\n3: 2\n' >safe.lab
  $ for best in max min; do certify "safe.tra:prop=P$best=?[F \"goal\"]" --scheduler safe.txt --force | grep scheduler; sed -n 2p safe.txt; done
  scheduler    safe.txt: its value is from 0.49999* to 0.50000* (glob)
  0 0
  scheduler    safe.txt: its value is from 0 to 0
  0 1

Negative rewards are refused (Storm's answer to such a question was once 0).

  $ printf '3 1\n0 -10\n' >less.srew; $WARPMARK certify 'zero.tra:type=mdp,reward=less.srew,prop=Rmin=?[F "goal"]'; cd ..
  warpmark: less.srew:2: expected the reward (a finite number, not negative), found '-10'

JSON, and after a solve.

  $ $WARPMARK certify 'ring.tra:prop=Rmin=?[F "end"]' --scheduler ring.txt --force --json | sed -n '/"scheduler"/,$p'
    "scheduler": {
      "file": "ring.txt",
      "note": null,
      "value": *, (glob)
      "value_low": 2.99999*, (glob)
      "value_high": 3.00000* (glob)
    }
  }
  $ $WARPMARK solve 'ring.tra:prop=Pmax=?[F "b"]' --variant vi/msr/f64/seq --scheduler ring.txt --force | grep -E '^(status|scheduler)'
  status       ok
  scheduler    ring.txt: its value is from 0.* to 0.5* (glob)
  $ $WARPMARK solve 'ring.tra:prop=Pmax=?[F "b"]' --variant vi/msr/f64/seq --scheduler ring.txt --force --json | sed -n '/"scheduler"/,/}/p' | grep -c value
  3

There is none where one choice for each state is not enough, or not known to be good.

  $ none() { $WARPMARK certify "$1" --scheduler none.txt | sed -n 's/^scheduler *//p'; [ ! -e none.txt ]; }
  $ none 'ring.tra:prop=Rmax=?[C<=2]'
  none: the best choice depends on the steps that are left, so a scheduler of one choice for each state has another value
  $ none 'ring.tra:prop=Pmax=?[F P>=0.5[F "b"]]'
  none: a question inside is about all schedulers, not about one
  $ none 'ring.tra:prop=Pmax=?[F "b"]+1'
  none: a question inside is about all schedulers, not about one
  $ none tandem:c=3
  none: only one question about an MDP has a best scheduler
  $ $WARPMARK certify tandem:c=3 --scheduler none.txt >/dev/null
  [2]
  $ $WARPMARK certify tandem:c=3 --scheduler none.txt --json | sed -n '/"scheduler"/,/}/p'
    "scheduler": {
      "file": null,
      "note": "only one question about an MDP has a best scheduler",
      "value": null,
      "value_low": null,
      "value_high": null
    }

What is refused.

  $ ask() { $WARPMARK "$@" 2>&1 | grep -E '^(warpmark|value)'; }
  $ ask certify 'ring.tra:prop=Pmax=?[F "b"]' --scheduler ring.lab --force
  warpmark: cannot write ring.lab: it exists and is not a scheduler. Choose another name
  $ ask certify 'ring.tra:prop=Pmax=?[F "b"]' --scheduler a,b
  warpmark: --scheduler a,b: a source cannot name this file: leave commas out of its name
  $ ask solve 'ring.tra:prop=Pmax=?[F "b"]' --variant vi/msr/f64/seq --scheduler x.txt --prove 0
  warpmark: --scheduler x.txt: it comes from the proof: leave --prove 0 out
  $ try() { printf "$1" >try.txt; ask certify 'model.tra:type=mdp,scheduler=try.txt,prop=Pmax=?[F "sold"]'; }
  $ try '0 0\n1 0\n2 1\n'; try '# PRISM: -exportstrat try.txt:type=indices\n0=0\n1=0\n2=1\n'
  value        Pmax=?[F "sold"] = 1
  value        Pmax=?[F "sold"] = 1
  $ try '0 0\n1 0\n'; try '0 0 run\n1 0 wait\n2 1\n'; try '0 2\n'; try '0 0\n0 1\n'; try '4 0\n'; try '0\n'; try '(0)=run\n'; try '0 0\n3 0 run\n'
  warpmark: try.txt: state 2 has 3 choices, and no line
  warpmark: try.txt:2: choice 0 of state 1 has the action run, not 'wait'
  warpmark: try.txt:1: expected a choice of state 0 (0 to 1), found '2'
  warpmark: try.txt:2: state 0 has a second line
  warpmark: try.txt:1: expected the state (0 to 3), found '4'
  warpmark: try.txt:1: expected a choice of state 0 (0 to 1), found the end of the line
  warpmark: try.txt:1: expected the state (0 to 3) and '=', found '(0)=run'
  warpmark: try.txt:2: choice 0 of state 3 has no action, not 'run'
  $ ask certify 'model.tra:type=mdp,scheduler=none.txt,prop=Pmax=?[F "sold"]'
  warpmark: model.tra: scheduler=none.txt: there is no such file
  $ ask certify 'model.tra:type=mdp,schedule=best.txt,prop=Pmax=?[F "sold"]'
  warpmark: model.tra: unknown key 'schedule', did you mean 'scheduler'?
  $ ask certify tandem:c=3,scheduler=best.txt
  warpmark: tandem: scheduler=best.txt: a chain has no choices: leave it out
  $ printf '%%%%MatrixMarket matrix coordinate real general\n1 1 1\n1 1 1\n' >a.mtx; ask certify a.mtx:scheduler=best.txt
  warpmark: a.mtx:scheduler=best.txt: only an MDP has choices: leave out scheduler=
  $ mkdir models; cp model.* best.txt models; cd models; mv best.txt mine.txt; cd ..; ask certify 'models/model.tra:type=mdp,scheduler=mine.txt,prop=Pmax=?[F "sold"]'
  value        Pmax=?[F "sold"] = 1

Choices of generators have names: here, whether to order. Each format but Storm's keeps them.

  $ $WARPMARK certify inventory:capacity=1,demand=1,order=0,lost=100 --scheduler order.txt >/dev/null; cat order.txt
  # scheduler: state, choice, action
  0 1 order1
  1 0
  2 0 order0
  $ for file in prism/model.tra drn/model.drn umb/model.umb; do
  >     $WARPMARK export inventory:capacity=1,demand=1 "${file%/*}" --format "${file%/*}" >/dev/null; $WARPMARK info "$file" | grep '^actions'
  > done
  actions                order0, order1
  actions                order0, order1
  actions                order0, order1
  $ sed -n 3,6p prism/model.tra
  0 0 0 0.95 order0
  0 0 1 0.05 order0
  0 1 0 0.475 order1
  0 1 1 0.05 order1
