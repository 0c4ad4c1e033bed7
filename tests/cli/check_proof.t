The independent checker of proofs, python/check_proof.py, reads what certify writes. It needs h5py (Debian:
python3-h5py).

  $ python=${WARPMARK_PYTHON:-python3}; $python -c 'import h5py' 2>/dev/null || { echo h5py is missing; exit 80; }
  $ export PYTHONPATH="$ROOT/python:$ROOT/tests/support" PYTHONDONTWRITEBYTECODE=1; check="$python $ROOT/python/check_proof.py"

A DTMC and a CTMC of each format, questions of every kind, and their exact values in fractions.

  $ cat >chains.py <<end
  > from fractions import Fraction as F
  > from exact_values import after_steps, at_time, fixpoint, long_run
  > dtmc = [{0: F(1, 4), 1: F(1, 2), 2: F(1, 8), 3: F(1, 8)}, {0: F(1, 2), 1: F(1, 4), 3: F(1, 4)}, {2: F(1)},
  >         {0: F(3, 8), 2: F(5, 8)}, {1: F(1, 2), 5: F(1, 2)}, {4: F(7, 8), 5: F(1, 8)}]
  > ctmc = [{1: F(3), 2: F(1)}, {0: F(1, 2), 3: F(3, 2)}, {0: F(8)}, {4: F(1, 4), 1: F(1, 4)}, {0: F(5), 5: F(3)}, {0: F(2)}]
  > reward, goal, bad = [F(2), F(1), F(0), F(1, 2), F(3), F(5)], {2}, {3}
  > def write(name, kind, rows):
  >     lines = [f"{i} {j} {float(p)!r}" for i, row in enumerate(rows) for j, p in sorted(row.items())]
  >     open(name + ".tra", "w").write(f"# Transitions ({kind})\n6 {len(lines)}\n" + "\n".join(lines) + "\n")
  >     open(name + ".lab", "w").write('0="init" 1="deadlock" 2="goal" 3="bad"\n0: 0\n2: 2\n3: 3\n')
  >     open(name + ".srew", "w").write("6 5\n" + "".join(f"{i} {float(r)}\n" for i, r in enumerate(reward) if r))
  > write("d", "DTMC", dtmc)
  > write("c", "CTMC", ctmc)
  > share = [F(int(i in goal)) for i in range(6)]
  > split = [*dtmc[:3], {0: F(1, 4), 4: F(3, 4)}, {4: F(1, 2), 5: F(1, 2)}, dtmc[5]]
  > write("s", "DTMC", split)
  > def say(chain, keys, low, high=None):
  >     print(chain, keys, low, low if high is None else high)
  > for name, rows in (("d", dtmc), ("c", ctmc)):
  >     say(name, "goal=goal", fixpoint(rows, goal, set(), None)[0])
  >     say(name, "goal=goal,avoid=bad", fixpoint(rows, goal, bad, None)[0])
  >     say(name, "reward=R,goal=goal", fixpoint(rows, goal, set(), reward)[0])
  >     say(name, "steady=goal", long_run(rows, 0, share))
  > say("c", "reward=R", long_run(ctmc, 0, reward))
  > say("s", "steady=goal", long_run(split, 0, share))
  > say("s", "reward=R", long_run(split, 0, reward))
  > say("d", "goal=goal,steps=9", after_steps(dtmc, goal, share, 9)[0])
  > say("d", "goal=goal,avoid=bad,steps=9", after_steps(dtmc, goal | bad, share, 9)[0])
  > say("d", "reward=R,steps=4", after_steps(dtmc, set(), reward, 4)[0])
  > for keys, still, start in ("goal=goal,time=0.75", goal, share), ("reward=R,time=0.5", set(), reward):
  >     low, high = at_time(ctmc, still, start, F(keys.rpartition("=")[2]))
  >     say("c", keys, low[0], high[0])
  > end
  $ $python chains.py >questions; wc -l <questions
  16

Both readers take each proof, and the exact value lies in what is claimed and in what is proven.

  $ cat >look.py <<end
  > import contextlib, io, os, subprocess, sys
  > from fractions import Fraction
  > import check_proof
  > def run(*words): return subprocess.run([os.environ["WARPMARK"], *words], capture_output=True).returncode
  > def look(source, least, most, meaning):
  >     if run("certify", source, "-o", "x.h5", "--force", *meaning): return "not certified"
  >     if run("verify", "x.h5", "--trust"): return "verify refuses it"
  >     (low, high, error), said = check_proof.check(source, "x.h5")
  >     if not (said["value_low"] <= most and least <= said["value_high"]): return "the claim misses the value"
  >     if not (low <= most and least <= high): return "what is proven misses the value"
  >     if not (said["value_low"] <= low and high <= said["value_high"]): return "the intervals differ"
  >     if not error <= said["error_bound"]: return "the errors differ"
  >     return ""
  > count = 0
  > for chain, keys, low, high in map(str.split, open("questions")):
  >     keys = keys.replace("=R", f"={chain}.srew")
  >     for meaning in [[]] if "steps=" in keys or "time=" in keys else ([], ["--model"]):
  >         for path in f"{chain}.tra", f"{chain}/model.drn", f"{chain}/model.umb":
  >             wrong = look(f"{path}:{keys}", Fraction(low), Fraction(high), meaning)
  >             if wrong: print(path, keys, *meaning, wrong)
  >             count += 1
  > print(count, "proofs")
  > end
  $ for c in d c s; do for form in drn umb; do $WARPMARK export $c.tra:reward=$c.srew $c --format $form >/dev/null; done; done
  $ $python look.py
  81 proofs

What it says; a property of PRISM, a packed model.

  $ $WARPMARK certify d.tra:goal=goal,avoid=bad -o g.h5 >/dev/null; $check d.tra:goal=goal,avoid=bad g.h5
  proven   the value is from 0.29* to 0.30* (glob)
  claimed  from 0.29* to 0.30* (glob)
  answer   off by at most * - claimed * (glob)
  verdict  all that the proof claims is proven; meaning: stored
  $ gzip -k d.tra; mv d.tra.gz e.tra.gz; cp d.lab e.lab; $check 'e.tra:prop=P=?[ !"bad" U "goal" ]' g.h5 | tail -n 1
  verdict  all that the proof claims is proven; meaning: stored
  $ $WARPMARK certify c.tra:goal=goal --model -o m.h5 >/dev/null; $check c.tra:goal=goal m.h5 | tail -n 1
  verdict  all that the proof claims is proven; meaning: model

Transition rewards count with probabilities that were divided by their sum. State 0 earns 2 + (3 + 5) / 2, and
0.5 + 0.4999995 are divided. A bound of 0. Steps that change nothing.

  $ printf '3 4\n0 1 0.5\n0 2 0.4999995\n1 1 1\n2 1 1\n' >l.tra; printf '0="init" 1="deadlock" 2="goal"\n0: 0\n1: 2\n' >l.lab
  $ printf '3 2\n0 2\n2 1\n' >l.srew; printf '3 2\n0 1 3\n0 2 5\n' >l.trew
  $ cat >lossy.py <<end
  > from fractions import Fraction as F
  > import check_proof, look
  > a, b = F(1, 2), F(0.4999995)
  > exact = 2 + (3 * a + 5 * b + b) / (a + b)
  > for keys, value in ("reward=l.srew,goal=goal", exact), ("reward=l.srew,steps=0", F(2)), ("goal=goal,steps=0", F(0)):
  >     print(keys, look.look("l.tra:type=dtmc," + keys, value, value, []) or "right")
  > print(look.look("r.tra:type=dtmc,reward=r.srew,steps=6", F(3.29), F(3.29), []) or "right")
  > end
  $ printf '3 3\n0 1 1\n1 2 1\n2 0 1\n' >r.tra; printf '0="init"\n0: 0\n' >r.lab; printf '3 3\n0 3.29\n1 0.854\n2 79.9\n' >r.srew
  $ $python lossy.py | grep -v proofs
  reward=l.srew,goal=goal right
  reward=l.srew,steps=0 right
  goal=goal,steps=0 right
  right

Forged proofs are refused by both: a vector that was changed, a claim that was narrowed, another property, another
model.

  $ cat >forge.py <<end
  > import sys, zlib, h5py, numpy
  > path, what = sys.argv[1:]
  > with h5py.File(path, "a") as file:
  >     if what in "xvw":
  >         vector = file[what][:]
  >         k = int(numpy.argmax(abs(vector)))
  >         vector[k] *= 0.5 if what == "x" else -1 if what == "v" else 3
  >         file[what][:] = vector
  >         file[what].attrs.modify("crc32", numpy.uint32(zlib.crc32(vector.tobytes())))
  >     elif what == "error":
  >         file.attrs.modify("error_bound", file.attrs["error_bound"] / 4)
  >     else:
  >         low, high = file.attrs["value_low"], file.attrs["value_high"]
  >         if what == "above": file.attrs.modify("value", high + 1e-3)
  >         if what == "above": file.attrs.modify("value_high", high + 2e-3)
  >         file.attrs.modify("value_low", high + (1e-3 if what == "above" else 0))
  >         if what == "narrow": file.attrs.modify("value", high)
  > end
  $ forged() { # SOURCE VECTORS...
  >     source=$1; shift; $WARPMARK certify $source -o f.h5 --force >/dev/null
  >     for what; do cp f.h5 forged.h5; $python forge.py forged.h5 $what
  >         $WARPMARK verify forged.h5 --trust >/dev/null; first=$?; $check $source forged.h5 >said
  >         echo "$what: $first, $? $(sed -n 's/^verdict *//p' said)"; done; }
  $ forged d.tra:goal=goal,avoid=bad x v above error
  x: 2, 2 not proven: the claim is narrower than what follows from its vectors
  v: 2, 2 not proven: the weights v prove nothing
  above: 2, 2 not proven: the claim is narrower than what follows from its vectors
  error: 2, 2 not proven: the claim is narrower than what follows from its vectors
  $ forged c.tra:reward=c.srew x v above narrow
  x: 2, 2 not proven: the claim is narrower than what follows from its vectors
  v: 2, 2 not proven: v is no time to a state
  above: 2, 2 not proven: the claim is narrower than what follows from its vectors
  narrow: 2, 2 not proven: the claim is narrower than what follows from its vectors
  $ forged c.tra:goal=goal,time=0.75 above narrow
  above: 2, 2 not proven: the claim is narrower than what follows from its vectors
  narrow: 2, 2 not proven: the claim is narrower than what follows from its vectors
  $ $check d.tra:steady=goal g.h5
  verdict  not proven: the proof is about something else
  [2]
  $ sed 's/^0 0 0.25/0 0 0.125/; s/^0 1 0.5/0 1 0.625/' d.tra >o.tra; cp d.lab o.lab; $check o.tra:goal=goal,avoid=bad g.h5 | tail -n 1
  verdict  not proven: the claim is narrower than what follows from its vectors

A number that underflows says nothing of the model.

  $ printf '2 3\n0 0 1\n0 1 1e-400\n1 1 1\n' >u.tra; printf '0="init" 1="deadlock" 2="goal"\n0: 0\n1: 2\n' >u.lab
  $ cat >meaning.py <<end
  > import h5py
  > with h5py.File("g.h5", "a") as file: file.attrs.modify("meaning", b"model")
  > end
  $ $python meaning.py; $check u.tra:type=dtmc,goal=goal g.h5
  verdict  not proven: 1e-400 rounds to 0, so it may stand for 0, and for positive numbers
  [2]

What cannot be read.

  $ $check d.tra:goal=none g.h5
  check_proof: KeyError: 'none'
  [1]
  $ $check d.tra:goal=goal,colour=red g.h5
  check_proof: ValueError: the question 'goal=goal,colour=red' cannot be read
  [1]
  $ $check d.tra:prop=P=?[F[1,2]goal] g.h5
  check_proof: ValueError: the question 'P=?[F[1,2]goal]' cannot be read
  [1]
  $ $check d.lab:goal=goal g.h5
  check_proof: ValueError: d.lab: only .tra, .drn and .umb can be read
  [1]
  $ $check d.tra:goal=goal,steady=goal g.h5
  check_proof: ValueError: the question 'goal=goal,steady=goal' cannot be read
  [1]
  $ $check d.tra:type=ctmc,goal=goal g.h5
  check_proof: ValueError: d.tra says that it is a dtmc
  [1]
  $ sed '$d' d.tra >cut.tra; $check cut.tra:goal=goal g.h5
  check_proof: ValueError: cut.tra: it has 13 lines, not 14
  [1]
  $ head -n 20 d/model.drn >cut.drn; $check cut.drn:goal=goal g.h5
  check_proof: ValueError: cut.drn: some of its 6 states are missing
  [1]
  $ $check nowhere.tra:goal=goal g.h5
  check_proof: FileNotFoundError: [Errno 2] No such file or directory: 'nowhere.tra'
  [1]
  $ $check
  check_proof: ValueError: say: check_proof.py MODEL:KEYS PROOF
  [1]
