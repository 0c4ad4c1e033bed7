Answers with a proof: solve, run, require, and what has no proof. herman 5 has value 3.2.

  $ jacobi=jacobi/msr/f64/seq; PROOF='"(status|note|proof|estimated_error|doubtful|error_bound|value_low|value_high|proof_note|prove)":'
  $ $WARPMARK solve herman:n=5 --variant $jacobi | grep 'how sure'
  how sure     value: proven to within 1.4e-06 of it; exact: 3.20000000* ± *e-1* (glob)
  $ $WARPMARK solve herman:n=5 --variant $jacobi --json | grep -E "$PROOF"
    "status": "ok",
    "note": "",
    "proof": "certified",
    "estimated_error": null,
    "doubtful": false,
    "error_bound": 1.36*e-06, (glob)
    "value_low": 3.19999999*, (glob)
    "value_high": 3.20000000*, (glob)
    "proof_note": "*", (glob)
      "prove": *, (glob)

An error that is required, and reached or not; no proof at all.

  $ $WARPMARK solve herman:n=5 --variant $jacobi --require 1e-5 | grep status
  status       ok
  $ $WARPMARK solve herman:n=5 --variant $jacobi --require 1e-7 | grep -v -e seconds -e load
  status       inaccurate: the proven error is 1.4e-06, more than require = 1e-07. Use a smaller epsilon
  iterations   31
  value        filter(max, R=?[F "stable"], "init") = 3.19999564144871
  how sure     value: proven to within 1.4e-06 of it; exact: 3.20000000* ± *e-1* (glob)
  answer       32 numbers are off by at most 1.4e-06 of the largest
  change       *e-07 (glob)
  residual     *e-0* (glob)
  next         repeat with --epsilon 1e-08
  $ $WARPMARK solve herman:n=5 --variant jacobi/msr/f32/seq --require 1e-9 | sed -n '1p;/^next/p'
  status       inaccurate: the proven error is *e-0*, more than require = 1e-09. Use a smaller epsilon, or precision f64 (glob)
  next         repeat with --epsilon 1e-08 and precision f64
  $ $WARPMARK solve herman:n=5 --variant $jacobi --require 1e-7 >out
  [2]
  $ $WARPMARK solve herman:n=5 --variant $jacobi --require 1e-7 --epsilon 1e-9 >out
  $ $WARPMARK solve herman:n=5 --variant $jacobi --prove 0 --json | grep -E "$PROOF"
    "status": "ok",
    "note": "",
    "proof": "checked",
    "estimated_error": *e-0*, (glob)
    "doubtful": false,
    "error_bound": null,
    "value_low": null,
    "value_high": null,
    "proof_note": "",
      "prove": null,
  $ $WARPMARK solve herman:n=5 --variant $jacobi --prove 0 | grep 'how sure'
  how sure     checked: one more step changes it by less than 1e-05; off by about * (an estimate) (glob)
  $ $WARPMARK solve herman:n=5 --variant $jacobi --prove 0 --require 1e-6
  warpmark: --require 1e-06 needs a proof: leave --prove 0 out
  [1]
  $ $WARPMARK solve herman:n=5 --variant $jacobi --require 0
  warpmark: --require 0: must be above 0
  [1]
  $ $WARPMARK solve herman:n=5 --variant $jacobi --prove -1
  warpmark: --prove -1: must be above 0, or 0 for no proof
  [1]

A script: two accuracies, of which one is not enough; it has no time, and no ratio.

  $ cat >p.lua <<end
  > local wm = require "warpmark"
  > return wm.experiment {
  >     name = "p",
  >     problems = { "herman:n=5" },
  >     variants = { "jacobi{,[epsilon=1e-10]}/msr/f64/seq" },
  >     solve = { require = 1e-7 },
  >     measure = { throttle_retries = 0, max_samples = 2, min_samples = 2, max_time = "1h" },
  >     tables = { { id = "t", rows = "status", columns = "proof", value = "solve" } },
  > }
  > end
  $ $WARPMARK run p.lua -o p.h5
  [1/2] herman:n=5  jacobi/msr/f64/seq: inaccurate: the proven error is 1.4e-06, more than require = 1e-07. Use a smaller epsilon
  [2/2] herman:n=5  jacobi[epsilon=1e-10]/msr/f64/seq: *s, 2 samples*, * iterations* (glob)
  p.h5: 2 cases (1 ok, 1 inaccurate), 1 answer: 1 certified (largest proven error *), in * (glob)
  [2]
  $ $WARPMARK table p.h5 statuses --format csv
  status,cases
  ok,1
  inaccurate,1
  $ $WARPMARK table p.h5 samples --format csv | grep -c herman
  2
  $ $WARPMARK verify p.h5
  p.h5: 2 runs, 0 of them unfinished, 2 samples; no journal
  $ sed 's/^}/    expect = { "inaccurate" },&/' p.lua >e.lua; $WARPMARK run e.lua -o e.h5 2>/dev/null

The command line outdoes the script.

  $ $WARPMARK run p.lua -o q.h5 --require 1e-3 2>&1 | tail -n 1
  q.h5: 2 cases (2 ok), 2 answers: 2 certified (largest proven error 1.4e-06), in * (glob)
  $ $WARPMARK run p.lua -o n.h5 --prove 0 require=none 2>&1 | tail -n 1
  n.h5: 2 cases (2 ok), 2 answers checked, in * (glob)
  $ $WARPMARK run p.lua -o m.h5 --prove 0
  warpmark: p.lua:2: solve: require = 1e-7 needs a proof, and prove = 0 makes none
  [1]
  $ $WARPMARK run p.lua -o m.h5 --require 1e-3 require=1e-4
  warpmark: p.lua: 'require' is given twice on the command line
  [1]
  $ $WARPMARK run p.lua -o m.h5 --require tight
  warpmark: p.lua:2: require=tight on the command line: an error above zero such as 1e-6, or "none" is expected, not 'tight'
  [1]

Another requirement is another experiment: it is not resumed, nor compared as if nothing were.

  $ $WARPMARK run p.lua -o p.h5 --resume --require 1e-3
  warpmark: --resume: the settings differ from those of p.h5. Give the same command, or write to another file
  [1]
  $ $WARPMARK run p.lua -o p.h5 --resume 2>&1 | head -n 1
  p.h5: 2 of 2 cases are kept
  $ $WARPMARK compare p.h5 q.h5 | grep -o 'inaccurate -> ok.*' | sed 's/  */ /g'
  inaccurate -> ok another require: 1e-07, then 0.001
  $ $WARPMARK compare q.h5 p.h5 | grep -o 'ok -> inaccurate.*' | sed 's/  */ /g'
  ok -> inaccurate another require: 0.001, then 1e-07; the proven error is 1.4e-06, more than require = 1e-07. Use a smaller epsilon

Blocks of iterations have no answer, so nothing is proven; with a requirement they are inaccurate.

  $ sed 's/max_samples/iterations = 5, count_iterations = false, &/; s/solve = .*/solve = {},/' p.lua >b.lua
  $ $WARPMARK run b.lua -o b.h5 2>&1 | tail -n 1
  b.h5: 2 cases (2 ok)* unchecked, in * (glob)
  $ $WARPMARK run b.lua -o c.h5 --require 1e-3 2>&1 | head -n 1
  [1/2] herman:n=5  jacobi/msr/f64/seq: inaccurate: no error is proven, and require = 0.001: no answer was checked

The matrix of turns.mtx has no weights: nothing is proven, whatever time that takes.

  $ printf '%%%%MatrixMarket matrix coordinate real general\n2 2 4\n1 1 1\n1 2 1\n2 1 -1\n2 2 1\n' >turns.mtx
  $ sed 's/herman:n=5/turns.mtx/; s/jacobi.*seq/bicgstab\/msr\/f64\/seq/; s/solve = .*/solve = { prove_time = "50ms" },/' p.lua >w.lua
  $ $WARPMARK run w.lua -o w.h5 2>&1 | tail -n 1
  w.h5: 1 cases (1 ok), 1 answer checked, in * (glob)
  $ $WARPMARK run w.lua -o v.h5 --require 1 2>&1 | head -n 1
  [1/1] turns.mtx  bicgstab/msr/f64/seq: inaccurate: no error is proven, and require = 1: no weights v with <A> v > 0 were found: the matrix is singular or nearly so, or too far from diagonally dominant

The value and the numbers that it is computed from have a bound each; a value has its own under it.

  $ $WARPMARK solve tandem:c=31 --variant $jacobi | sed -n '/^value/,/^change/p'
  value        R=?[S] = 31.8150038852909
  how sure     value: proven to within *e-10 of it; exact: 31.81500388* ± *e-0* (glob)
  answer       probabilities of states are off by at most *e-10, all of a closed class together (glob)
  change       * (glob)
  $ $WARPMARK solve haddad_monmege:n=18 --variant $jacobi >out; sed -n '/^value/,/^answer/p' out
  value        P=?[F x=0] = 0.358887556453475
  how sure     value: proven to within 0.29 of it; exact: 0.5000000000* ± *e-1* (glob)
  answer       37 numbers are off by at most 0.15 of the largest
  $ $WARPMARK solve haddad_monmege:n=18 --variant $jacobi --json | grep -E '"(error_bound|value_bound)":'
    "error_bound": 0.1411124*, (glob)
    "value_bound": 0.2822248*, (glob)
  $ $WARPMARK solve haddad_monmege:n=18 --variant $jacobi --require 0.2 | sed -n 1p
  status       inaccurate: the proven error is 0.29, more than require = 0.2. Use a smaller epsilon

A value that is proven to be off by half of it or more is inaccurate, whatever the check of one step says.

  $ $WARPMARK solve haddad_monmege:n=20 --variant $jacobi >out; echo $?; sed -n 1p out
  2
  status       inaccurate: the exact value lies within [0.4999999*, 0.5000000*], and 0.19433* is off by 0.611 of it at least. Use a smaller epsilon (glob)

A bound that is true of every answer proves nothing. The 1,000 states that lead to the first one leave
too many for elimination.

  $ gmres='gmres/msr/f64/seq'; $WARPMARK export haddad_monmege:n=52,p=0.6 stiff --format prism >/dev/null
  $ awk 'NR == 2 { n = $1; $1 += 1000; $2 += 1000 } 1; END { for (i = n; i < n + 1000; i++) print i, 52, 1 }' \
  > stiff/model.tra >stiff.tra; cp stiff/model.lab stiff.lab; stiff=stiff.tra:type=dtmc,goal=left_end
  $ $WARPMARK solve $stiff --variant $gmres --prove 0.5 | sed -n '1p;/^how sure/p'
  status       ok: doubtful: what is proven of the answer says nothing. Use a smaller epsilon
  how sure     checked: one more step changes it by less than 1e-05; off by about * (an estimate). No proof: the bound says nothing: the error is at most * (glob)
  $ $WARPMARK solve $stiff --variant $gmres --prove 0.5 --json | grep -E '"(proof|doubtful|error_bound|value_bound|value_low|value_high)":'
    "proof": "checked",
    "doubtful": true,
    "error_bound": null,
    "value_bound": null,
    "value_low": null,
    "value_high": null,
  $ $WARPMARK certify $stiff --epsilon 0.9 | sed -n '1p'
  proof        not as asked: the interval has every probability (for the matrix as stored; wider than wanted, as double precision limits it)
  $ $WARPMARK certify haddad_monmege:n=52 --epsilon 2
  warpmark: --epsilon 2: must be below 1, for that is the whole value
  [1]

What is doubtful by an estimate alone wins no race and decides no claim; with a proof, it has no time.

  $ cat >race.lua <<end
  > local wm = require "warpmark"
  > return wm.experiment {
  >     name = "race",
  >     problems = { "brp:n=64,max=5" },
  >     variants = { "{bicgstab[precondition=ilu0],jacobi,gauss_seidel_backward}/msr/f64/seq" },
  >     solve = { epsilon = 1e-7 },
  >     measure = { throttle_retries = 0, max_samples = 3, min_samples = 3, max_time = "1h" },
  >     claims = { { id = "krylov", text = "BiCGStab is faster", test = function(results)
  >         local a, b = results.case { method = "bicgstab" }, results.case { method = "jacobi" }
  >         return results.faster(a, b), a.solve and "timed" or "no time"
  >     end } },
  > }
  > end
  $ $WARPMARK run race.lua -o race.h5 --prove 0 2>/dev/null
  $ $WARPMARK table race.h5 cases --format csv | grep -c ',ok,"*doubtful: the estimated error of the answer is 0.65, more than 1e-06.'
  1
  $ $WARPMARK table race.h5 claims --format csv | cut -d , -f 1,3,5
  id,verdict,numbers
  krylov,not tested here,no time
  $ $WARPMARK report race.h5 -o race.md >/dev/null 2>&1; sed -n '/^| problem | fastest/,/^$/p' race.md | grep -c bicgstab
  0
  [1]
  $ grep -o 'Doubtful answers: 1, such as bicgstab.*' race.md
  Doubtful answers: 1, such as bicgstab* (estimated error 0.65). Do not rely on their times. (glob)
  $ $WARPMARK run race.lua -o proven.h5 2>&1 | sed -n 1p
  [1/3] brp:n=64,max=5  bicgstab[precondition=ilu0]/msr/f64/seq: inaccurate: the exact value lies within [4.48205879099*e-08, 4.48205879099*e-08], and 1.03097*e-09 is off by 0.977 of it at least. Use a smaller epsilon (glob)

An epsilon that doubles cannot hold is said once, at the start.

  $ $WARPMARK solve herman:n=5 --variant $jacobi --epsilon 1e-30
  warpmark: --epsilon 1e-30: a double holds 16 digits, so no change of it is that small, relative to it. Use 1e-15 or more, or --criterion absolute
  [1]
  $ $WARPMARK solve herman:n=5 --variant 'jacobi[epsilon=1e-30]/msr/f64/seq' 2>&1 | cut -c 1-60
  warpmark: epsilon=1e-30: a double holds 16 digits, so no cha
  $ $WARPMARK solve herman:n=5 --variant $jacobi --epsilon 1e-30 --criterion absolute | grep -c '^next.*1e-32'
  0
  [1]
  $ sed 's/epsilon = 1e-7/epsilon = 1e-18/' race.lua >tiny.lua; $WARPMARK run tiny.lua -o tiny.h5 --prove 0 max_iterations=10 2>&1 | grep warning:
  warning: epsilon = 1e-18: a double holds 16 digits, so no change of it is that small, relative to it. Use 1e-15 or more

A bound in time is checked in the way in which it was proven, so its own error is not refused.

  $ printf '6 16\n0 3 62.6\n0 1 0.008\n1 0 58.2\n1 3 0.657\n2 4 0.92\n2 2 8.72\n2 0 8.06\n2 3 0.22\n3 4 28.2\n3 2 0.086\n4 5 0.88\n4 3 1.15\n5 4 8.24\n5 1 0.914\n5 2 92.5\n5 0 8.72\n' >until.tra
  $ printf '0="init" 1="deadlock" 2="goal" 3="bad"\n0: 0\n1: 0\n1: 2\n5: 2\n5: 3\n' >until.lab
  $ $WARPMARK certify until.tra:type=ctmc,goal=goal,avoid=bad,time=0.045300523674053676,filter=min -o until.h5 >/dev/null; $WARPMARK verify until.h5 --trust | grep verdict
  verdict      all that the file claims is proven
