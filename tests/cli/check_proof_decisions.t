python/check_proof.py reads what certify writes about decision processes. It needs h5py (Debian: python3-h5py).

  $ python=${WARPMARK_PYTHON:-python3}; $python -c 'import h5py' 2>/dev/null || { echo h5py is missing; exit 80; }
  $ export PYTHONPATH="$ROOT/python:$ROOT/tests/support" PYTHONDONTWRITEBYTECODE=1; check="$python $ROOT/python/check_proof.py"

Random MDPs with end components and choices that cost nothing. Exact values are the best of all schedulers, each
a chain that is solved in fractions. Both readers take each proof, and the value lies in what each of them proves.

  $ cat >look.py <<end
  > import itertools, math, os, random, subprocess, sys
  > from fractions import Fraction as F
  > import check_proof, exact_values, h5py
  > draw, count, wide = random.Random(int(sys.argv[1])), 0, 0
  > def run(*words): return subprocess.run([os.environ["WARPMARK"], *words], capture_output=True).returncode
  > def row(n):
  >     to = draw.sample(range(n), draw.choice((1, 1, 2, 3)))
  >     cuts = sorted(F(draw.randint(1, 15), 16) for _ in to[1:])
  >     return {j: p for j, p in zip(to, (b - a for a, b in zip([0, *cuts], [*cuts, 1]))) if p}
  > def write(mdp, pays):
  >     lines = [f"{i} {c} {j} {float(p)}" for i, of in enumerate(mdp) for c, r in enumerate(of) for j, p in r.items()]
  >     open("m.tra", "w").write(f"{len(mdp)} {sum(map(len, mdp))} {len(lines)}\n" + "\n".join(lines) + "\n")
  >     open("m.lab", "w").write('0="init" 1="deadlock" 2="goal" 3="bad"\n0: 0\n1: 2\n2: 3\n')
  >     open("m.srew", "w").write(f"{len(mdp)} 0\n")
  >     paid = [f"{i} {c} {j} {pays[i][c]}" for i, of in enumerate(mdp) for c, r in enumerate(of) for j in r if pays[i][c]]
  >     open("m.trew", "w").write(f"{len(mdp)} {sum(map(len, mdp))} {len(paid)}\n" + "\n".join(paid) + "\n")
  > def best(mdp, pays, ask):
  >     values, bad, pick = [], {2} if "U" in ask else set(), max if "max" in ask else min
  >     for choice in itertools.product(*(range(len(of)) for of in mdp)) if "S" in ask else ():
  >         rows = [of[c] for of, c in zip(mdp, choice)]
  >         earned = [F(of[c]) for of, c in zip(pays, choice)] if "R" in ask else [F(int(i == 1)) for i in range(len(mdp))]
  >         values.append(exact_values.long_run(rows, 0, earned))
  >     if "S" in ask: return pick(values)
  >     if "Cd" in ask:
  >         for choice in itertools.product(*(range(len(of)) for of in mdp)):
  >             rows = [{j: F(3, 4) * p for j, p in of[c].items()} for of, c in zip(mdp, choice)]
  >             matrix = [[F(int(i == j)) - row.get(j, 0) for j in range(len(mdp))] for i, row in enumerate(rows)]
  >             values.append(exact_values.solve(matrix, [F(of[c]) for of, c in zip(pays, choice)])[0])
  >         return pick(values)
  >     if "<=" in ask:
  >         x = [F(int(i == 1)) for i in range(len(mdp))]
  >         for _ in range(4):
  >             x = [x[i] if i in {1} | bad else pick(sum(p * x[j] for j, p in r.items()) for r in mdp[i]) for i in range(len(mdp))]
  >         return x[0]
  >     for choice in itertools.product(*(range(len(of)) for of in mdp)):
  >         rows = [of[c] for of, c in zip(mdp, choice)]
  >         earned = [F(of[c]) for of, c in zip(pays, choice)] if "R" in ask else None
  >         x = exact_values.fixpoint(rows, {1}, bad, earned)[0]
  >         values.append(math.inf if x is None else x)
  >     return pick(values)
  > def forge(source, value):
  >     """Any vectors: what they prove is true, or they prove nothing."""
  >     chain, keys = check_proof.open_source(source, False)
  >     with h5py.File("x.h5") as file:
  >         proof = {k: [x if x == math.inf else F(x) for x in file[k][:].tolist()] for k in file}
  >     for _ in range(60):
  >         p = {k: list(of) for k, of in proof.items()}
  >         for k in p:
  >             all_of_it, new = draw.random() < 0.2, draw.choice((0, 1, 2, math.inf))
  >             for i in range(chain.n):
  >                 x, how = p[k][i], draw.random()
  >                 odd = (x + 1, x - 1, x * F(3, 2), math.inf, 0, -1, x + F(1, 10)) if x < math.inf else (0, 1, F(7))
  >                 p[k][i] = new if all_of_it else draw.randint(0, 3) if k in ("rank", "level") and how < 0.2 else draw.choice(odd) if how < 0.2 else x
  >         prove = check_proof.averages if "level" in p else check_proof.decisions
  >         try: low, high, _ = prove(chain, keys, p, False)
  >         except check_proof.NotProven: continue
  >         if not low <= value <= high: print(source, "is forged:", low, value, high)
  > asks = [f'{what}{pick}=?[{path}]' for pick in ("min", "max") for what, path in
  >         (("S", '"goal"'), ("R", "S"), ("R", "Cdiscount=0.75"), ("P", 'F "goal"'), ("P", '!"bad" U "goal"'), ("R", 'F "goal"'), ("P", 'F<=4 "goal"'))]
  > for k in range(int(sys.argv[2])):
  >     n = draw.randint(3, 5)
  >     mdp = [[row(n) for _ in range(draw.randint(1, 2))] for _ in range(n)]
  >     pays = [[draw.choice((0, 0, 1, 3)) for _ in of] for of in mdp]
  >     write(mdp, pays)
  >     for form in "drn", "umb", "storm":
  >         subprocess.run(["rm", "-rf", form]); run("export", "m.tra:reward=m.srew", form, "--format", form)
  >     for ask in asks:
  >         value = best(mdp, pays, ask)
  >         source = draw.choice(("m.tra:reward=m.srew,", "drn/model.drn:", "umb/model.umb:",
  >                               "storm/model.tra:reward=model.state.rew,")) + "prop=" + ask
  >         made = run("certify", source, "-o", "x.h5", "--force")
  >         if made not in (0, 2): print(source, "fails"); continue
  >         wide += made == 2
  >         if run("verify", "x.h5", "--trust"): print(source, "verify refuses it")
  >         (low, high, error), said = check_proof.check(source, "x.h5")
  >         wrong = [name for name, holds in (
  >             ("claim", said["value_low"] <= value <= said["value_high"]), ("value", low <= value <= high),
  >             ("interval", said["value_low"] <= low and high <= said["value_high"]),
  >             ("error", error <= said["error_bound"])) if not holds]
  >         if wrong: print(k, source, value, *wrong)
  >         if "<=" not in ask: forge(source, value)
  >         count += 1
  > print(count, "proofs,", "few" if 10 * wide <= count else wide, "wider than asked")
  > end
  $ $python look.py $$ 12
  168 proofs, few wider than asked

Forged proofs are refused by both: numbers, ranks and claims that were changed, another question, another model.

  $ printf '4 5 7\n0 0 1 1\n1 0 0 1\n1 1 2 0.5\n1 1 3 0.25\n1 1 1 0.25\n2 0 2 1\n3 0 3 1\n' >ring.tra
  $ printf '0="init" 1="deadlock" 2="b" 3="end"\n0: 0\n2: 2 3\n3: 3\n' >ring.lab; printf '4 2\n0 1\n1 2\n' >ring.srew
  $ cat >forge.py <<end
  > import sys, zlib, h5py, numpy
  > path, what = sys.argv[1:]
  > with h5py.File(path, "a") as file:
  >     def change(name, edit):
  >         vector = file[name][:]
  >         edit(vector)
  >         file[name][:] = vector
  >         file[name].attrs.modify("crc32", numpy.uint32(zlib.crc32(vector.tobytes())))
  >     def claim(low, high):
  >         for name, x in (("value", high), ("value_low", low), ("value_high", high)): file.attrs.modify(name, x)
  >     low, high = file.attrs["value_low"], file.attrs["value_high"]
  >     if what == "one": change("low", lambda x: x.__setitem__(slice(0, 2), 1)), change("high", lambda x: x.__setitem__(slice(0, 2), 1)), claim(1, 1)
  >     if what == "low": change("low", lambda x: x.__setitem__(0, high * 1.01)), claim(high, high)
  >     if what == "infinite": change("low", lambda x: x.__setitem__(slice(0, 2), numpy.inf)), claim(numpy.inf, numpy.inf)
  >     if what == "high": change("high", lambda x: x.__setitem__(0, low * 0.99)), claim(low, low)
  >     if what == "bias": change("w", lambda x: x.__setitem__(0, x[0] + 0.5))
  >     if what == "level": change("level", lambda x: x.__setitem__(slice(0, 2), 1 - x[:2]))
  >     if what == "rank": change("rank", lambda x: x.__setitem__(slice(0, 2), 1))
  >     if what == "claim": claim(high, high)
  >     if what == "error": file.attrs.modify("error_bound", file.attrs["error_bound"] / 4)
  > end
  $ model=ring; forged() { # QUESTION CHANGES...
  >     source="$model.tra:reward=$model.srew,prop=$1"; shift; $WARPMARK certify "$source" -o f.h5 --force >/dev/null
  >     $WARPMARK verify f.h5 --trust >/dev/null; first=$?; $check "$source" f.h5 >said; echo "as it was: $first, $?"
  >     for what; do cp f.h5 forged.h5; $python forge.py forged.h5 $what
  >         $WARPMARK verify forged.h5 --trust >/dev/null; first=$?; $check "$source" forged.h5 >said
  >         echo "$what: $first, $?"; done; }
  $ forged 'Pmax=?[F "b"]' one low high rank claim error
  as it was: 0, 0
  one: 2, 2
  low: 2, 2
  high: 2, 2
  rank: 2, 2
  claim: 2, 2
  error: 2, 2
  $ forged 'Rmin=?[F "end"]' low infinite high rank claim
  as it was: 0, 0
  low: 2, 2
  infinite: 2, 2
  high: 2, 2
  rank: 2, 2
  claim: 2, 2
  $ forged 'Rmax=?[F "end"]' rank
  as it was: 0, 0
  rank: 0, 0

In turn.tra, states 0 and 1 are an end component with an average of 1.5, which may be left for state 2 and 1.

  $ printf '3 4 5\n0 0 1 1\n1 0 0 1\n1 1 0 0.5\n1 1 2 0.5\n2 0 2 1\n' >turn.tra
  $ printf '0="init" 1="deadlock" 2="b"\n0: 0\n2: 2\n' >turn.lab; printf '3 3\n0 1\n1 2\n2 1\n' >turn.srew
  $ model=turn; forged 'Rmax=?[S]' low high bias level claim
  as it was: 0, 0
  low: 2, 2
  high: 2, 2
  bias: 2, 2
  level: 2, 2
  claim: 2, 2
  $ forged 'Rmin=?[S]' low high rank claim
  as it was: 0, 0
  low: 2, 2
  high: 2, 2
  rank: 2, 2
  claim: 2, 2
  $ forged 'Smax=?["b"]' low rank
  as it was: 0, 0
  low: 2, 2
  rank: 2, 2

Sums of off.tra are off by up to 1e-7: its probabilities are divided by them.

  $ printf '3 5 9\n0 0 1 0.3333334\n0 0 0 0.3333334\n0 0 2 0.3333334\n0 1 1 1\n1 0 0 0.1\n1 0 1 0.90000004\n1 1 1 1\n2 0 2 0.7\n2 0 0 0.3000001\n' >off.tra
  $ cp turn.lab off.lab; cp turn.srew off.srew
  $ for ask in 'Rmax=?[S]' 'Rmin=?[S]' 'Rmax=?[Cdiscount=0.9]' 'Rmin=?[Cdiscount=0.9]'; do
  >     $WARPMARK certify "off.tra:reward=off.srew,prop=$ask" --epsilon 1e-4 -o off.h5 --force >/dev/null; echo "$ask: $?"
  >     $check "off.tra:reward=off.srew,prop=$ask" off.h5 | tail -n 1; done
  Rmax=?[S]: 0
  verdict  all that the proof claims is proven; meaning: stored
  Rmin=?[S]: 0
  verdict  all that the proof claims is proven; meaning: stored
  Rmax=?[Cdiscount=0.9]: 0
  verdict  all that the proof claims is proven; meaning: stored
  Rmin=?[Cdiscount=0.9]: 0
  verdict  all that the proof claims is proven; meaning: stored

  $ $WARPMARK certify 'ring.tra:prop=Pmax=?[F "b"]' -o b.h5 >/dev/null
  $ $check 'ring.tra:prop=Pmin=?[F "b"]' b.h5 | tail -n 1
  verdict  not proven: the claim is narrower than what follows from its vectors
  $ $check 'ring.tra:prop=Pmax=?[F<=3 "b"]' b.h5
  verdict  not proven: the proof is about something else
  [2]
  $ sed 's/2 0.5$/2 0.25/; s/3 0.25/3 0.5/' ring.tra >other.tra; cp ring.lab other.lab; $check 'other.tra:prop=Pmax=?[F "b"]' b.h5 | tail -n 1
  verdict  not proven: the claim is narrower than what follows from its vectors

What cannot be read.

  $ $check 'ring.tra:prop=P=?[F "b"]' b.h5
  check_proof: ValueError: of an MDP, the question has to say min or max
  [1]
  $ sed 's/^1 1 2/1 2 2/' ring.tra >hole.tra; cp ring.lab hole.lab; sed '/^1 1/d; s/^4 5 7/4 5 5/' hole.tra >gap.tra; cp ring.lab gap.lab; $check 'gap.tra:prop=Pmax=?[F "b"]' b.h5
  check_proof: ValueError: a choice of state 1 has no transition
  [1]
