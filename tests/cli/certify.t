The proven value of a problem, as a text, as JSON, and as a file that anybody can check.

  $ $WARPMARK certify tandem:c=31 -o t.h5
  proof        certified
  value        R=?[S] = 31.8150038* (glob)
  proven       from 31.81500*: to within * of it (glob)
  answer       probabilities of states are off by at most *, all of a closed class together (glob)
  meaning      for the numbers as stored
  trusted      the check (docs/proofs.md), the reading of the source, searches of its graph, and this machine's arithmetic; no solver
  seconds      *s, the proof *s (glob)
  file         t.h5: `warpmark verify t.h5` checks it
  $ $WARPMARK verify t.h5
  source       tandem:c=31
  verdict      all that the file claims is proven
  value        R=?[S] = 31.8150038* (glob)
  proven       from 31.81500*: to within * of it (glob)
  answer       probabilities of states are off by at most *, all of a closed class together (glob)
  meaning      for the numbers as stored
  trusted      the check (docs/proofs.md), the reading of the source, searches of its graph, and this machine's arithmetic; no solver
  seconds      the check *s (glob)
  $ $WARPMARK certify tandem:c=31 -o t.h5
  warpmark: t.h5 exists: choose another name with -o, or give --force to replace it
  [1]
  $ $WARPMARK certify tandem:c=7 --epsilon 1e-12 --model -o t.h5 --force --json
  {
    "source": "tandem:c=7",
    "property": "R=?[S]",
    "kind": "steady",
    "n": 120,
    "value": 7.7465621*, (glob)
    "value_low": 7.7465621*, (glob)
    "value_high": 7.7465621*, (glob)
    "error_bound": *e-*, (glob)
    "proof": "certified",
    "note": "for every model whose numbers become the stored ones in at most 2 roundings, rewards in 10",
    "method": "residual and hitting times",
    "meaning": "model",
    "seconds": *, (glob)
    "file": "t.h5"
  }
  $ $WARPMARK verify t.h5 | sed -n '2p;/^meaning/p'
  verdict      all that the file claims is proven
  meaning      for every model whose numbers become the stored ones in at most 2 roundings, rewards in 10


Rates are proven as they are written, not as quotients: 1/2 by symmetry, however little leaves.

  $ printf '0="init" 1="deadlock" 2="goal"\n0: 0\n2: 2\n' >b.lab
  $ half() { $WARPMARK certify "$@" --json | tr -d ',"' | awk '$1 ~ /^(value_|proof)/ { at[$1] = $2 } END { print at["proof:"], at["value_low:"] <= 0.5 && 0.5 <= at["value_high:"] }'; }
  $ for rate in 1e-6 1e-14; do printf "4 6\n0 1 1\n0 2 $rate\n0 3 $rate\n1 0 1\n2 2 1\n3 3 1\n" >b.tra; half b.tra:type=ctmc,goal=goal; done
  certified 1
  certified 1

Probabilities are divided by the sum of their row, whatever is asked. Nine ninths leave nothing.

  $ printf '3 4\n0 1 0.5\n0 2 0.4999995\n1 1 1\n2 2 1\n' >mono.tra; printf '0="init" 1="goal"\n0: 0\n1: 1\n' >mono.lab
  $ for bound in "" ,steps=2 ,steps=1000; do $WARPMARK certify mono.tra:type=dtmc,goal=goal$bound | grep -E '^(proof|value|note)'; done
  proof        certified
  value        P=?[F "goal"] = 0.50000025000012* (glob)
  note         1 row was divided by its sum, 1-5e-07
  proof        certified
  value        P=?[F<=2 "goal"] = 0.50000025000012* (glob)
  note         1 row was divided by its sum, 1-5e-07
  proof        certified
  value        P=?[F<=1000 "goal"] = 0.50000025000012* (glob)
  note         1 row was divided by its sum, 1-5e-07
  $ { echo 10 18; for j in 1 2 3 4 5 6 7 8 9; do echo 0 $j 0.1111111111111111; echo $j $j 1; done; } >neg.tra
  $ printf '10 1\n0 1e6\n' >neg.srew; printf '0="init"\n0: 0\n' >neg.lab
  $ $WARPMARK certify neg.tra:type=dtmc,reward=neg.srew,steps=1 | sed -n 1,3p
  proof        certified
  value        R{"neg.srew"}=?[I=1] = 0
  proven       it is exactly that
  $ $WARPMARK solve neg.tra:type=dtmc,reward=neg.srew,steps=1 --variant bounded/msr/f64/seq | grep status
  status       ok
  $ printf '4 6\n0 1 0.9999999\n1 0 0.999999\n1 2 1e-6\n1 3 1e-9\n2 2 1\n3 3 1\n' >mono.tra
  $ $WARPMARK certify mono.tra:type=dtmc,goal=goal
  warpmark: mono.tra: state 0: its probabilities sum to 1-1e-07, and what is missing or too much is not small beside 1e-06, the most that leaves its cycle of states in a step: correct them, or write them with more digits
  [1]

Certain values, several initial states, systems without a value, and graphs.

  $ printf '3 4\n0 1 0.5\n0 2 0.5\n1 1 1\n2 2 1\n' >m.tra; printf '3 1\n0 1\n' >m.srew
  $ printf '0="init" 1="deadlock" 2="goal"\n0: 0\n1: 2\n' >m.lab
  $ said() { $WARPMARK certify "$@" >out; echo $?; grep -E '^(proof|value|proven|answer)' out; }
  $ said m.tra:type=dtmc,goal=init
  0
  proof        certified
  value        P=?[F "init"] = 1
  proven       it is exactly that
  answer       every number is exact
  $ said m.tra:type=dtmc,goal=goal,reward=m.srew
  0
  proof        certified
  value        R{"m.srew"}=?[F "goal"] = infinite
  proven       it is infinite
  answer       every number is exact
  $ said m.tra:type=dtmc,steady=init
  0
  proof        certified
  value        S=?["init"] = 0
  proven       it is exactly that
  $ printf '4 5\n0 1 1\n1 2 2\n2 1 3\n0 3 0.5\n3 3 1\n' >z.tra; printf '0="init" 1="never"\n0: 0 1\n' >z.lab
  $ said z.tra:type=ctmc,steady=never | head -n 4
  0
  proof        certified
  value        S=?["never"] = 0
  proven       it is exactly that
  $ printf '3 0\n' >none.srew
  $ for q in goal=goal,avoid=init,steps=4 goal=init,steps=0 goal=deadlock,steps=9 reward=none.srew,steps=3 'reward=none.srew,goal=!init'; do said m.tra:type=dtmc,$q -o zero.h5 --force | sed -n '1p;/^proof/p;/^proven/p'; $WARPMARK verify zero.h5 --trust | sed -n 2p; done
  0
  proof        certified
  proven       it is exactly that
  verdict      all that the file claims is proven
  0
  proof        certified
  proven       it is exactly that
  verdict      all that the file claims is proven
  0
  proof        certified
  proven       it is exactly that
  verdict      all that the file claims is proven
  0
  proof        certified
  proven       it is exactly that
  verdict      all that the file claims is proven
  0
  proof        certified
  proven       it is exactly that
  verdict      all that the file claims is proven
  $ printf '4 7\n0 1 0.3\n0 2 0.7\n1 0 0.6\n1 3 0.4\n2 0 0.1\n2 3 0.9\n3 2 1\n' >even.tra; printf '4 2\n0 0.1\n3 0.7\n' >even.srew
  $ for k in 3 4 1001; do said even.tra:type=dtmc,reward=even.srew,steps=$k | grep -E '^[0-9]|^value'; done
  0
  value        R{"even.srew"}=?[I=3] = 0
  0
  value        R{"even.srew"}=?[I=4] = 0.6175
  0
  value        R{"even.srew"}=?[I=1001] = 0
  $ said m.tra:type=ctmc,goal=deadlock,time=2.5 | grep ^proven
  proven       it is exactly that
  $ $WARPMARK solve z.tra:type=ctmc,steady=never --variant jor/msr/f64/seq | grep status
  status       ok
  $ said m.tra:type=dtmc,steady=goal
  0
  proof        certified
  value        S=?["goal"] = 0.5
  proven       * (glob)
  $ said herman:n=5 -o h.h5; $WARPMARK verify h.h5 | sed -n 2p
  0
  proof        certified
  value        filter(max, R=?[F "stable"], "init") = 3.* (glob)
  proven       from 3.*: to within * of it (glob)
  answer       32 numbers are off by at most * of the largest (glob)
  verdict      all that the file claims is proven
  $ said random_dd:n=50
  0
  proof        certified
  answer       50 numbers are off by at most * of the largest (glob)
  $ $WARPMARK certify leader:n=3
  warpmark: leader:n=3 is a graph, which has no value to prove. `warpmark solve SOURCE --variant map/csr/u32/omp` searches it and checks the cycle that it finds
  [1]

What cannot be proven as asked; nothing is written where nothing is proven.

  $ printf '%%%%MatrixMarket matrix coordinate real general\n2 2 4\n1 1 1\n1 2 1\n2 1 1\n2 2 1\n' >s.mtx
  $ $WARPMARK certify s.mtx --time 10ms -o s.h5 >out; echo $?; grep -c '^proof        none: ' out; test -e s.h5
  2
  1
  [1]
  $ grep ^file out
  file         none is written: nothing is proven
  $ $WARPMARK certify tandem:c=255 --time 1ms | sed -n '1p;/^next/p'
  proof        no* (glob)
  next         give the proof more time: --time 0.01s
  $ $WARPMARK certify tandem:c=7 --epsilon 1e-30 | sed -n 1p
  proof        not as asked: proven to *e-* of the value, and 1e-30 was asked (for the matrix as stored*) (glob)
  $ $WARPMARK certify tandem:c=7,property=3,time=1 --model -o b.h5 >out; echo $?; grep -E '^(proof|meaning)' out
  2
  proof        not as asked: it can be proven for the numbers as stored alone, not for the model (for the matrix as stored)
  meaning      for the numbers as stored
  $ $WARPMARK verify b.h5 | sed -n '2p;/^meaning/p'
  verdict      all that the file claims is proven
  meaning      for the numbers as stored
  $ $WARPMARK certify tandem:c=7 --epsilon 0
  warpmark: --epsilon 0: must be above 0
  [1]
  $ for p in omp cuda2 moon; do $WARPMARK certify tandem:c=7 --place $p 2>&1 | head -n 1; done
  proof        certified
  warpmark: --place cuda2: a proof is made at one of seq, omp and cuda
  warpmark: --place moon: a proof is made at one of seq, omp and cuda
  $ $WARPMARK certify tandem:c=7 --time soon
  warpmark: --time soon: needs a time above 0, such as 60s or 5m
  [1]

A proof may be a stranger's: its source is opened if a generator makes it, else with --trust only. It is about one
system.

  $ $WARPMARK certify m.tra:type=dtmc,goal=goal -o g.h5 | tail -n 1; $WARPMARK verify g.h5
  file         g.h5: `warpmark verify g.h5 --trust` checks it
  warpmark: g.h5: its source m.tra:type=dtmc,goal=goal is a file: if you trust the proof's author, add --trust
  [1]
  $ $WARPMARK verify g.h5 --trust | sed -n 2,4p
  verdict      all that the file claims is proven
  value        P=?[F "goal"] = 0.5
  proven       from 0.4999999* to 0.5000000*: to within *e-16 of it (glob)
  $ printf '3 4\n0 1 0.25\n0 2 0.75\n1 1 1\n2 2 1\n' >m.tra; $WARPMARK verify g.h5 --trust
  source       m.tra:type=dtmc,goal=goal
  verdict      its source is another system: the SHA-256 differs
  [2]
  $ $WARPMARK show g.h5
  warpmark: g.h5 is not a results file: it is a proof, which `warpmark verify` checks
  [5]
  $ $WARPMARK info g.h5
  warpmark: g.h5 is a proof, not a chain or a system: check it with warpmark verify
  [1]
  $ head -c 2000 t.h5 >cut.h5; $WARPMARK verify cut.h5 2>&1 | grep -c 'is cut off'
  1

A folder of proofs, which later commands use after checking them. A file in it that is damaged is not used.

  $ export WARPMARK_PROOFS=proofs
  $ note() { $WARPMARK certify tandem:c=7 --json "$@" | grep -o '"note": .*'; }
  $ note; ls proofs | sed 's/^[0-9a-f]\{64\}/SHA/'
  "note": "for the matrix as stored",
  SHA-stored-1e-09.h5
  $ note; note --epsilon 1e-6; ls proofs | wc -l
  "note": "for the matrix as stored; its vectors come from WARPMARK_PROOFS",
  "note": "for the matrix as stored; its vectors come from WARPMARK_PROOFS",
  1
  $ note --model; note --epsilon 1e-12; ls proofs | wc -l
  "note": "for every model whose numbers become the stored ones in at most 2 roundings, rewards in 10",
  "note": "for the matrix as stored",
  3
  $ rm proofs/*-1e-12.h5; echo >proofs/$(cd proofs; ls *stored-1e-09.h5); note
  "note": "for the matrix as stored; WARPMARK_PROOFS: a proof was not used: *", (glob)
  $ $WARPMARK certify tandem:c=7 | grep ^note
  note         WARPMARK_PROOFS: a proof was not used: * (glob)

Rates that are too small to step by prove nothing, and nothing is written. A label that holds in all states is sure.

  $ printf '3 3\n0 1 1e-310\n0 2 3e-310\n1 1 1\n' >tiny.tra; printf '0="init" 1="goal"\n0: 0\n1: 1\n' >tiny.lab
  $ $WARPMARK certify tiny.tra:type=ctmc,goal=goal,time=1 -o tiny.h5 | grep -E '^(proof|file)'; ls tiny.h5 2>/dev/null
  proof        none: nothing is proven (for the matrix as stored; wider than wanted, as double precision limits it)
  file         none is written: nothing is proven
  [2]
  $ printf '5 7\n0 1 0.1\n0 2 0.3\n0 3 0.6\n1 1 1\n2 2 1\n3 4 1\n4 3 1\n' >all.tra
  $ printf '0="init" 1="all" 2="most"\n0: 0 1\n1: 1 2\n2: 1 2\n3: 1 2\n4: 1\n' >all.lab
  $ for q in all '!all' most; do $WARPMARK certify all.tra:type=dtmc,steady=$q | grep ^proven; done
  proven       it is exactly that
  proven       it is exactly that
  proven       from 0.69999999999999* to 0.70000000000000*: to within *e-15 of it (glob)

Transition rewards count with divided probabilities, wherever they are written: 2 + (3 + 5) / 2 and a little less.

  $ printf '3 4\n0 1 0.5\n0 2 0.4999995\n1 1 1\n2 1 1\n' >l.tra; printf '0="init" 1="goal"\n0: 0\n1: 1\n' >l.lab
  $ printf '3 1\n0 2\n' >l.srew; printf '3 2\n0 1 3\n0 2 5\n' >l.trew; $WARPMARK certify l.tra:type=dtmc,reward=l.srew,goal=goal | grep ^value
  value        R{"l.srew"}=?[F "goal"] = 5.9999994999997* (glob)
  $ for f in prism storm drn umb cache; do $WARPMARK export l.tra:type=dtmc,reward=l.srew l-$f --format $f >/dev/null; done
  $ for s in prism/model.tra:type=dtmc,reward=model.srew storm/model.tra:reward=model.state.rew drn/model.drn:reward=l.srew umb/model.umb:reward=l.srew cache/model.h5:reward=l.srew; do
  >     $WARPMARK certify l-$s,goal=goal | sed -n 's/^value.*= //p'; done | uniq -c
        5 5.9999994999997* (glob)

A cache keeps how often numbers were rounded: a quotient three times, and so its proof of the model is no narrower.

  $ printf '@type: CTMC\n@parameters\n\n@reward_models\n\n@nr_states\n3\n@nr_choices\n3\n@model\n' >q.drn
  $ printf 'state 0 init\n\t1 : 1/3\n\t2 : 5/7\nstate 1 goal\n\t1 : 1\nstate 2\n\t2 : 1\n' >>q.drn
  $ $WARPMARK export q.drn q --format cache >/dev/null; export WARPMARK_PROOFS=
  $ for q in q.drn q/model.h5; do $WARPMARK certify $q:goal=goal --model | grep ^proven; done | uniq -c
        2 proven       from 0.31818181818181* to 0.31818181818181*: to within *e-16 of it (glob)

What a proof of the model means says how often its numbers were rounded, and so does its note.

  $ sed 's|1/3|0.25|; s|5/7|0.5|' q.drn >once.drn
  $ for q in q.drn once.drn; do $WARPMARK certify $q:goal=goal --model | grep ^meaning; $WARPMARK certify $q:goal=goal --model --json | grep '"note"'; done
  meaning      for every model whose numbers become the stored ones in at most 3 roundings
    "note": "for every model whose numbers become the stored ones in at most 3 roundings",
  meaning      for every model whose numbers become the stored ones in 1 rounding
    "note": "for every model whose numbers become the stored ones in 1 rounding",

Rates of UMB are products of two numbers, which is three roundings, unless the file has the rates themselves.

  $ printf '3 4\n0 1 0.3\n0 2 0.9\n1 0 3\n2 2 1\n' >u.tra; $WARPMARK export u.tra:type=ctmc u --format umb >/dev/null; tar -tf u/model.umb | grep rate
  state-to-exit-rate.bin
  branch-to-rate.bin
  $ tar -xf u/model.umb -C u && rm u/model.umb u/branch-to-rate.bin && (cd u && tar -cf ../products.umb index.json $(ls | grep -v index.json)); $WARPMARK export u.tra:type=ctmc u --format umb >/dev/null
  $ for u in u/model.umb products.umb; do $WARPMARK certify $u:goal=deadlock --model | grep ^meaning; done
  meaning      for every model whose numbers become the stored ones in 1 rounding
  meaning      for every model whose numbers become the stored ones in at most 3 roundings

Runs and solves use the same folder.

  $ cat >r.lua <<end
  > local wm = require "warpmark"
  > return wm.experiment { name = "r", problems = { "tandem:c=15" }, measure = { max_samples = 1 },
  >     variants = { "jacobi/msr/f64/seq", "jor/msr/f32/seq" } }
  > end
  $ export WARPMARK_PROOFS=more
  $ $WARPMARK run r.lua -o r1.h5 2>/dev/null; $WARPMARK run r.lua -o r2.h5 2>/dev/null; ls more | wc -l
  1
  $ for k in 1 2; do $WARPMARK table r$k.h5 cases --format csv | grep -o 'for the matrix as stored[^,]*'; done
  for the matrix as stored
  for the matrix as stored
  for the matrix as stored; its vectors come from WARPMARK_PROOFS
  for the matrix as stored; its vectors come from WARPMARK_PROOFS
  $ $WARPMARK solve tandem:c=15 --variant jacobi/msr/f64/seq --json | grep -o 'its vectors come from.*'
  its vectors come from WARPMARK_PROOFS",
  $ WARPMARK_PROOFS= $WARPMARK certify tandem:c=15 --json | grep -c WARPMARK_PROOFS
  0
  [1]
