Inputs that cannot be: one line that says what and where, and exit code 1.

  $ solve() { $WARPMARK solve "$1" --variant jacobi/msr/f64/seq; }

Generators

  $ solve random_d:n=5
  warpmark: unknown generator 'random_d', did you mean 'random_dd'? (a file needs a '/' or '.' in its name)
  [1]
  $ solve frobnicate
  warpmark: unknown generator 'frobnicate': see `warpmark list generators` (a file needs a '/' or '.' in its name)
  [1]
  $ solve ''
  warpmark: the source is empty
  [1]
  $ solve random_dd
  warpmark: random_dd: parameter 'n' (rows) must be given: random_dd:n=...
  [1]
  $ solve random_dd:n
  warpmark: random_dd: parameter 'n' has no value: write n=VALUE
  [1]
  $ solve random_dd:n=0
  warpmark: random_dd: n=0: must be at least 1 and at most 4294967294
  [1]
  $ solve random_dd:n=-5
  warpmark: random_dd: n=-5: needs a whole number, not negative
  [1]
  $ solve random_dd:n=5.5
  warpmark: random_dd: n=5.5: needs a whole number, not negative
  [1]
  $ solve random_dd:n=99999999999
  warpmark: random_dd: n=99999999999: must be at least 1 and at most 4294967294
  [1]
  $ solve random_dd:n=5,n=6
  warpmark: random_dd: parameter 'n' is given twice
  [1]
  $ solve random_dd:n=5,densty=0.1
  warpmark: random_dd: unknown parameter 'densty', did you mean 'density'?
  [1]
  $ solve random_dd:n=5,density=0
  warpmark: random_dd: density=0: must be above 0 and at most 1
  [1]
  $ solve random_dd:n=5,density=1.01
  warpmark: random_dd: density=1.01: must be above 0 and at most 1
  [1]
  $ solve random_dd:n=5,density=nan
  warpmark: random_dd: density=nan: needs a number
  [1]
  $ solve random_dd:n=5,dominance=1
  warpmark: random_dd: dominance=1: must be above 1 and at most 1000000
  [1]
  $ solve random_dd:n=5,diagonal=count
  warpmark: random_dd: diagonal=count: unknown value, did you mean 'counted'?
  [1]
  $ solve random_dd:n=4000000000,density=1
  warpmark: random_dd: n=4000000000,density=1 with its * non-zeros would take * GB of memory; this machine has * GB (glob)
  [1]

Models that no machine holds are refused before they are begun

  $ solve tandem:c=0
  warpmark: tandem: c=0: must be at least 1 and at most 1000000
  [1]
  $ solve tandem:c=1000000
  warpmark: tandem: a chain of 2e+12 states and 7e+12 transitions would take 1.32e+05 GB of memory; this machine has * GB (glob)
  [1]
  $ solve herman:n=16
  warpmark: herman: n=16: must be odd, such as 15 or 17
  [1]
  $ solve herman:n=31
  warpmark: herman: a chain of 2.15e+09 states and 6.18e+14 transitions would take 7.41e+06 GB of memory; this machine has * GB (glob)
  [1]

Files

  $ solve absent.mtx
  warpmark: absent.mtx: No such file or directory
  [1]
  $ mkdir folder.mtx && solve folder.mtx
  warpmark: folder.mtx: is a folder, not a file
  [1]
  $ echo 1 >model.txt && solve ./model.txt
  warpmark: ./model.txt: unknown kind of file (known endings: .tra .pexp .mtx .drn .umb .h5 .aut). Rename it, or say its format: ./model.txt:format=prism
  [1]
  $ echo hello >junk.mtx && solve junk.mtx
  warpmark: junk.mtx:1: not a Matrix Market file: it must begin with %%MatrixMarket matrix ...
  [1]
  $ : >empty.mtx && solve empty.mtx
  warpmark: empty.mtx:1: not a Matrix Market file: it must begin with %%MatrixMarket matrix ...
  [1]

Matrix Market

  $ matrix() { # matrix FILE SIZES ENTRY...
  >   file=$1; shift; { echo '%%MatrixMarket matrix coordinate real general'; printf '%s\n' "$@"; } >$file
  > }
  $ matrix few.mtx '2 2 3' '1 1 1' '2 2 1' && solve few.mtx
  warpmark: few.mtx:2: 3 entries are announced, but the file ends after 2
  [1]
  $ matrix many.mtx '2 2 1' '1 1 1' '2 2 1' && solve many.mtx
  warpmark: many.mtx:4: more entries than the 1 that line 2 announces
  [1]
  $ matrix wide.mtx '2 3 2' '1 1 1' '2 2 1' && solve wide.mtx
  warpmark: wide.mtx:2: 2 x 3: the matrix must be square
  [1]
  $ matrix range.mtx '2 2 2' '1 1 1' '3 2 1' && solve range.mtx
  warpmark: range.mtx:4: expected the row (1 to 2), found '3'
  [1]
  $ matrix zero.mtx '2 2 2' '1 1 1' '0 2 1' && solve zero.mtx
  warpmark: zero.mtx:4: expected the row (1 to 2), found '0'
  [1]
  $ matrix nan.mtx '2 2 2' '1 1 nan' '2 2 1' && solve nan.mtx
  warpmark: nan.mtx:3: expected the value (a finite number), found 'nan'
  [1]
  $ matrix word.mtx '2 2 2' '1 1 one' '2 2 1' && solve word.mtx
  warpmark: word.mtx:3: expected the value (a finite number), found 'one'
  [1]
  $ matrix huge.mtx '2 2 99999999999999' '1 1 1' '2 2 1' && solve huge.mtx
  warpmark: huge.mtx:2: 99999999999999 entries are announced, but the file ends after 2
  [1]
  $ matrix hole.mtx '2 2 2' '1 1 1' '2 1 1' && solve hole.mtx
  warpmark: hole.mtx: row 2: the diagonal is zero, so no method here can solve the system
  [1]
  $ matrix good.mtx '2 2 2' '1 1 1' '2 2 1' && solve good.mtx:goal=x
  warpmark: good.mtx: a matrix takes no keys but rhs=FILE and matrix=none
  [1]
  $ solve good.mtx:rhs=absent.mtx
  warpmark: cannot read absent.mtx: No such file or directory
  [1]
  $ solve good.mtx:rsh=b.mtx
  warpmark: good.mtx: unknown key 'rsh', did you mean 'rhs'?
  [1]
  $ solve good.mtx:rhs
  warpmark: good.mtx: 'rhs' is not of the form key=value
  [1]
  $ printf '%%%%MatrixMarket matrix array real general\n3 1\n1\n2\n3\n' >long.mtx && solve good.mtx:rhs=long.mtx
  warpmark: long.mtx:2: expected the number of rows (2 to 2), found '3'
  [1]

Chains

  $ printf '0="init" 1="deadlock" 2="done" 3="lost"\n0: 0\n2: 2\n1: 3\n' >d.lab
  $ chain() { # chain FILE SIZES ENTRY...
  >   file=$1; shift; printf '%s\n' "$@" >$file
  > }
  $ chain d.tra '3 4' '0 1 0.5' '0 2 0.5' '1 1 1' '2 2 1' && solve d.tra:type=dtmc,goal=done >/dev/null
  $ solve d.tra:type=dtmc,goal=don
  warpmark: d.tra: unknown label 'don', did you mean 'done'?
  [1]
  $ solve d.tra:type=dtmc,goal=nowhere
  warpmark: d.tra: unknown label 'nowhere' (known: init, deadlock, done, lost)
  [1]
  $ solve d.tra:type=dtmc
  warpmark: d.tra: no property: say prop=PROPERTY, goal=LABEL, steady=LABEL, reward=FILE or reward=FILE,goal=LABEL after a ':', such as 'd.tra:prop=P=?[F "done"]'
  [1]
  $ solve d.tra:type=dtcm,goal=done
  warpmark: d.tra: type=dtcm: unknown value, did you mean 'dtmc'?
  [1]
  $ solve d.tra:type=dtmc,gaol=done
  warpmark: d.tra: unknown key 'gaol', did you mean 'goal'?
  [1]
  $ solve d.tra:type=dtmc,goal=done,goal=lost
  warpmark: d.tra: key 'goal' is given twice
  [1]
  $ solve d.tra:type=dtmc,steady=done,goal=lost
  warpmark: d.tra: steady= stands alone, without goal=, avoid= and reward=
  [1]
  $ solve d.tra:type=dtmc,goal=done,avoid=loss
  warpmark: d.tra: unknown label 'loss', did you mean 'lost'?
  [1]
  $ solve d.tra:type=dtmc,goal=done,filter=middle
  warpmark: d.tra: filter=middle: unknown value (known: max, min, avg)
  [1]
  $ solve d.tra:type=dtmc,goal=done,reward=absent.srew
  warpmark: cannot read absent.srew: No such file or directory
  [1]
  $ chain e.tra '3 4' '0 1 0.5' '0 2 0.4' '1 1 1' '2 2 1' && cp d.lab e.lab && solve e.tra:type=dtmc,goal=done
  warpmark: e.tra:3: the probabilities of state 0 sum to 0.9, not to 1 within 9e-07 (1e-06 of the probability of leaving it, 0.9): correct them, or write them with more digits
  [1]
  $ chain e.tra '3 4' '0 1 -0.5' '0 2 1.5' '1 1 1' '2 2 1' && solve e.tra:type=dtmc,goal=done
  warpmark: e.tra:2: expected the probability (a finite number, not negative), found '-0.5'
  [1]
  $ chain e.tra '3 4' '0 1 nan' '0 2 0.5' '1 1 1' '2 2 1' && solve e.tra:type=dtmc,goal=done
  warpmark: e.tra:2: expected the probability (a finite number, not negative), found 'nan'
  [1]
  $ chain e.tra '3 4' '0 1 0.5' '0 3 0.5' '1 1 1' '2 2 1' && solve e.tra:type=dtmc,goal=done
  warpmark: e.tra:3: expected the target state (0 to 2), found '3'
  [1]
  $ chain e.tra '3 4' '0 1 0.5' '0 2 0.5' '1 1 1' && solve e.tra:type=dtmc,goal=done
  warpmark: e.tra:1: 4 transitions are announced, but the file ends after 3
  [1]
  $ chain e.tra '3 3' '0 1 0.5' '0 2 0.5' '1 1 1' '2 2 1' && solve e.tra:type=dtmc,goal=done
  warpmark: e.tra:5: more transitions than the 3 that line 1 announces
  [1]
  $ chain e.tra '0 0' && solve e.tra:type=dtmc,goal=done
  warpmark: e.tra:1: expected the number of states (1 to 4294967295), found '0'
  [1]
  $ rm e.lab && chain e.tra '3 4' '0 1 0.5' '0 2 0.5' '1 1 1' '2 2 1' && solve e.tra:type=dtmc,goal=done
  warpmark: e.tra: unknown label 'done' (known: init, deadlock). A .tra file has its labels in the .lab file beside it
  [1]

Storm's explicit files

  $ chain s.tra dtmc '0 1 0.5' '0 2 0.5' '1 1 1' '2 2 1' && chain s.lab '#DECLARATION' 'init done' '#END' '0 init' '2 done'
  $ chain s.state.rew '0 1' && solve s.tra:goal=done | grep ^value
  value        P=?[F "done"] = 0.5
  $ solve s.tra:goal=dome
  warpmark: s.tra: unknown label 'dome', did you mean 'done'?
  [1]
  $ solve s.tra:type=ctmc,goal=done
  warpmark: s.tra:1: the file says type=dtmc, not type=ctmc: drop type= or change it
  [1]
  $ solve s.tra:goal=done,reward=s.srew
  warpmark: s.srew: rewards are named by their .state.rew or .trans.rew file
  [1]
  $ chain s.lab '#DECLARATION' 'init done' '#END' '0 init' '2 dome' && solve s.tra:goal=done
  warpmark: s.lab:5: label 'dome' is not declared, did you mean 'done'?
  [1]
  $ chain t.tra dtmc '1 1 1' '0 1 1' && solve t.tra:goal=done
  warpmark: t.tra:3: state 0 comes after state 1: states must ascend
  [1]
  $ chain t.tra mdp '0 0 1 1' && solve t.tra:goal=done
  warpmark: t.tra: this is an MDP: say what is asked, such as prop=Pmax=?[F "goal"]
  [1]
  $ solve s.tra:format=strom,goal=done
  warpmark: s.tra: format=strom: unknown format, did you mean 'storm'?
  [1]

JPF's state spaces, also where a search constraint names the file

  $ chain j.tra '9 5' '-1 0 1.0' '0 1 0.5' '1 1 1.0' '0 2 0.25' '2 3 1.0'
  $ printf '0="init" 1="end" \n-1: 0\n1: 1\n' >j.lab && for goal in end sink frontier; do solve j.tra:goal=$goal; done | grep ^value
  value        P=?[F "end"] = 0.5
  value        P=?[F "sink"] = 0.25
  value        P=?[F "frontier"] = 0.25
  $ cp j.tra 'App_depth limit reached: 3.tra' && cp j.lab 'App_depth limit reached: 3.lab'
  $ solve 'App_depth limit reached: 3.tra:goal=end,avoid=sink' | grep ^value
  value        P=?[!"sink" U "end"] = 0.5
  $ solve 'App_depth limit reached: 3.tra:goal=ned'
  warpmark: App_depth limit reached: 3.tra: unknown label 'ned', did you mean 'end'?
  [1]
  $ solve j.tra:type=ctmc,goal=end
  warpmark: j.tra: JPF writes DTMCs: drop type=ctmc
  [1]
  $ solve j.tra:reward=cost,goal=end
  warpmark: j.tra: reward=cost: unknown reward
  [1]
  $ solve d.tra:format=jpf,goal=end
  warpmark: d.tra: unknown label 'end' (known: init, deadlock, done, lost, sink, frontier)
  [1]
  $ chain k.tra '9 3' '-1 0 1.0' '0 1 0.6' '0 2 0.6' && solve k.tra:goal=frontier
  warpmark: k.tra:4: the probabilities of state 0 sum to 1.2, not to 1 within 1.2e-06 (1e-06 of the probability of leaving it, 1.2): correct them, or write them with more digits
  [1]
  $ chain k.tra '9 2' '-1 0 1.0' '-2 1 1.0' && solve k.tra:goal=frontier
  warpmark: k.tra:3: expected the source state (-1 to 4294967291), found '-2'
  [1]
  $ chain k.tra '9 3' '-1 0 1.0' '0 1 1.0' && solve k.tra:goal=frontier
  warpmark: k.tra:1: 3 transitions are announced, but the file ends after 2
  [1]
  $ chain k.tra '9 1' '-1 0 0,5' && solve k.tra:goal=frontier
  warpmark: k.tra:2: expected the probability (a finite number, not negative), found '0,5'
  [1]
  $ cp j.tra l.tra && printf '0="end" \n8: 0\n' >l.lab && solve l.tra:goal=end
  warpmark: l.lab:2: expected the state (-1 to 7) and ':', found '8:'
  [1]

DRN

  $ drn() { # drn FILE TYPE LINE...: two states
  >   file=$1; type=$2; shift 2; printf '%s\n' "@type: $type" @reward_models 'cost time' @nr_states 2 @model "$@" >$file
  > }
  $ drn d.drn CTMC 'state 0 [1, 0] init' 'action 0 [1, 0]' '1 : 1/2' 'state 1 [4, 1] done' '0 : 2'
  $ solve d.drn:reward=cost,goal=done | grep ^value
  value        R{"cost"}=?[F "done"] = 3
  $ solve d.drn:reward=tim
  warpmark: d.drn: reward=tim: unknown reward, did you mean 'time'?
  [1]
  $ solve d.drn:type=dtmc,reward=time
  warpmark: d.drn:1: the file says type=ctmc, not type=dtmc: drop type= or change it
  [1]
  $ drn e.drn MDP 'state 0 init' && solve e.drn:reward=time
  warpmark: e.drn:7: the file ends after 1 of 2 states
  [1]
  $ drn e.drn DTMC 'state 0 init' 'action a' '0 : 1' 'action b' '1 : 1' 'state 1' && solve e.drn:goal=init
  warpmark: e.drn:10: a second action in state 0: this is an MDP, not a DTMC or CTMC
  [1]
  $ drn e.drn DTMC 'state 0 init' '0 : [0.2, 0.4]' && solve e.drn:goal=init
  warpmark: e.drn:8: the upper bounds of the probabilities of state 0 sum to 0.4, which is below 1: no probabilities between the bounds sum to 1
  [1]
  $ drn e.drn DTMC 'state 1 init' && solve e.drn:goal=init
  warpmark: e.drn:7: expected the next state (0 to 0), found '1'
  [1]
  $ drn e.drn CTMC 'state 0 !2 init' '1 : 1' 'state 1' && solve e.drn:goal=init
  warpmark: e.drn:8: the rates of state 0 sum to 1, but its exit rate is 2
  [1]
  $ { echo '// Exported by prism'; cat d.drn; } >p.drn && solve p.drn:reward=cost
  warpmark: p.drn: reward=cost: unknown reward (known: time); PRISM's DRN files get the rewards of a CTMC's transitions wrong: use its .tra with .srew
  [1]

info says the same.

  $ $WARPMARK info random_dd:n=0
  warpmark: random_dd: n=0: must be at least 1 and at most 4294967294
  [1]
  $ $WARPMARK info range.mtx
  warpmark: range.mtx:4: expected the row (1 to 2), found '3'
  [1]
