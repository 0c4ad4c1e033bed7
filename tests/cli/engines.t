Engines are programs of their own that solve (docs/engines.md). One in Python comes with this program.

  $ command -v python3 >/dev/null || { echo 'skipped: python3 is missing'; exit 80; }
  $ $WARPMARK list engines example
  example              Gauss-Seidel in plain Python, version 1
      omega=1, above 0, below 2: relaxation
  $ $WARPMARK doctor | grep 'engine  *example'
  ok       engine       example 1
  $ $WARPMARK solve herman:n=5 --variant 'example[omega=1.1]/sparse/f64/seq' --json | grep -E '"(status|proof|variant|iterations)"'
    "variant": "example[omega=1.1]/sparse/f64/seq",
    "status": "ok",
    "proof": "certified",
    "iterations": * (glob)

An engine of one's own, from docs/engines.md: ten lines of shell. It knows how to solve x = b.

  $ mkdir mine; cat >mine/copy <<'END'
  > #!/bin/sh
  > while read -r line; do case $line in
  > *'"message": "hello"'*) echo '{"protocol": 1, "title": "copies b", "solves": ["linear"]}';;
  > *'"message": "open"'*) b=${line#*'"b": "'}; b=${b%%\"*}; to=${line#*'"answer": "'}; to=${to%%\"*}; echo '{}';;
  > *'"message": "solve"'*) echo '{"outcome": "converged"}';;
  > *'"message": "answer"'*) cp "$b" "$to"; echo '{}';;
  > *'"message": "close"'*) exit;;
  > *) echo '{"error": "what?"}';;
  > esac; done
  > END
  $ chmod +x mine/copy; cat >mine.lua <<'END'
  > local wm = require "warpmark"
  > return wm.experiment {
  >     name = "mine", problems = { "identity:n=10" },
  >     variants = { "copy/sparse/f64/seq", "jacobi/msr/f64/seq" },
  >     measure = { max_samples = 5, timeout = "20s" },
  > }
  > END
  $ WARPMARK_ENGINES=$PWD/mine $WARPMARK run mine.lua -o mine.h5 2>&1 | grep 1/2
  [1/2] identity:n=10  copy/sparse/f64/seq: *s*, 5 samples (glob)
  $ $WARPMARK table mine.h5 samples --format csv | grep -c 'copy,sparse,native,f64,seq,hot,ok,,certified,0'
  5

A description makes any command line an engine: what it prints has the value. This one is right for dice only.

  $ mkdir -p bin; cat >bin/solver <<'END'
  > #!/bin/sh
  > [ "$1" = --version ] && { echo 'Solver 1.2.3 for tests'; exit; }
  > echo "$*" >"$TMPDIR/words"; test -s "$3" || exit 3
  > echo 'Iterations: 36'; echo 'Time: 0.125 s'; echo 'Result: 0.16666650772094727 (Jacobi)'
  > END
  $ chmod +x bin/solver; cat >mine/words.json <<'END'
  > {"title": "a command", "needs": ["solver"], "install": "write it", "version": ["solver", "--version"],
  >  "takes": ["prism"], "solves": ["fixpoint"],
  >  "options": [{"name": "method", "values": ["plain", "fast"], "arguments": {"fast": ["-f"]}, "help": "how"}],
  >  "command": ["solver", "-{type}", "-m", "{model}", ["-r", "{rewards}"], "{options}", "{epsilon}", "{property}"],
  >  "value": "^Result: (\\S+)", "iterations": "Iterations: (\\d+)", "seconds": "Time: ([0-9.]+)"}
  > END
  $ export WARPMARK_ENGINES=$PWD/mine TMPDIR=$PWD; $WARPMARK list engines words
  words                not here: solver is not installed: write it
  $ $WARPMARK solve dice --variant words/sparse/f64/seq | head -n 1
  status       unsupported: engine words: solver is not installed: write it
  $ PATH=$PWD/bin:$PATH; $WARPMARK list engines words
  words                a command, version 1.2.3
      method=plain|fast: how
  $ $WARPMARK solve dice --variant 'words[method=fast]/sparse/f64/seq' --json | grep -E '"(status|proof|iterations|value|error_bound|solve_engine)"'
    "status": "ok",
    "proof": "certified",
    "iterations": 36,
    "value": 0.16666650772094727,
    "error_bound": 9.5367431*e-07, (glob)
      "solve_engine": 0.125,
  $ cat words
  -dtmc -m */model.tra -f 1e-06 P=?[F "six"] (glob)
  $ $WARPMARK solve brp:n=16,max=2 --variant words/sparse/f64/seq | head -n 1
  status       wrong: the value is 0.16666650772094727, and the exact one lies within [0.000423*, 0.000423*]: it is off by 393 of it (glob)
  $ printf '#!/bin/sh\necho no luck; exit 7\n' >bin/solver; $WARPMARK solve dice --variant words/sparse/f64/seq | head -n 1
  status       not_converged: engine words: it failed; exit code 7: no luck
  $ ls -d warpmark.* 2>/dev/null
  [2]

A value that the transitions alone decide is not the engine's: it is not asked.

  $ rm words; printf '2 2\n0 0 1\n1 1 1\n' >still.tra; printf '0="init"\n0: 0\n' >still.lab
  $ WARPMARK_ENGINES=$PWD/mine PATH=$PWD/bin:$PATH $WARPMARK solve still.tra:type=dtmc,goal=init --variant words/sparse/f64/seq | grep -E '^(status|value|how sure)'
  status       unsupported: the transitions alone decide the value, so there is nothing to ask engine words: use a method of warpmark, such as jacobi
  $ test -e words
  [1]
  $ unset WARPMARK_ENGINES TMPDIR

A description is checked before it runs, and what an engine says of itself, too.

  $ engine() { $WARPMARK solve dice --variant "$1/sparse/f64/seq" 2>&1 | grep -E '^(warpmark|status|next)'; }
  $ describe() { echo "$1" >mine/odd.json; WARPMARK_ENGINES=$PWD/mine engine odd; rm mine/odd.json; }
  $ describe '{"commands": ["echo"], "value": "x"}'
  warpmark: engine odd: "command" must be a list of words, and of lists of words
  $ describe '{"command": ["echo"]}'
  warpmark: engine odd: "value" is missing
  $ describe '{"command": ["echo", ["{label}"]], "value": "x"}'
  warpmark: engine odd: "command" has the unknown name {label}, did you mean {labels}?
  $ describe '{"command": ["echo"], "value": "x", "limit": "("}'
  warpmark: engine odd: "limit" is no regular expression: missing ), unterminated subpattern at position 0
  $ describe '{"command": ["echo"]'
  warpmark: engine odd: odd.json is no JSON: * (glob)
  $ describe '{"command": ["echo", "Result: 1"], "value": "^Resullt: (.*)"}' | head -n 1
  status       not_converged: engine odd: it failed; "value" matches no number in its output: Result: 1
  $ describe '{"command": ["echo", "{model} 0.5"], "value": "model.tra (.*)"}'
  status       wrong: the value is 0.5, and * (glob)
  next         the engine stops too early, or errs; what it can do else: warpmark list engines odd
  $ says() { printf '#!/bin/sh\nread -r line; echo '"'%s'"'\n' "$1" >mine/odd; chmod +x mine/odd; WARPMARK_ENGINES=$PWD/mine engine odd; }
  $ says '{"protocol": 1, "solves": ["linear", "fixpoints", "a kind of tomorrow"]}'
  warpmark: engine odd: "solves" has the unknown word 'fixpoints', did you mean 'fixpoint'?
  $ says '{"protocol": 1, "takes": ["systems"]}'
  warpmark: engine odd: "takes" has the unknown word 'systems', did you mean 'system'?
  $ says '{"protocol": 1, "places": ["abacus"]}'
  warpmark: engine odd: "places" has the unknown word 'abacus' (known: seq, omp, *) (glob)
  $ says '{"protocol": 1, "options": [{"name": "epsilon", "default": 1}]}'
  warpmark: engine odd: it declares the option 'epsilon', which every variant has

So is the file of an engine.

  $ chmod -x mine/odd; WARPMARK_ENGINES=$PWD/mine engine odd
  warpmark: */mine/odd is not executable: chmod +x (glob)
  $ WARPMARK_ENGINES=$PWD/mine $WARPMARK doctor | grep -c 'odd is not executable'
  1
  $ chmod +x mine/odd; mv mine/odd mine/odd.py; WARPMARK_ENGINES=$PWD/mine engine odd.py
  warpmark: */mine/odd.py: the name of an engine has letters, digits, '_' and '-' only: rename it (glob)
  $ printf '#!/no/python -u\n' >mine/odd; chmod +x mine/odd; rm mine/odd.py; WARPMARK_ENGINES=$PWD/mine engine odd
  status       unsupported: engine odd: cannot start #!/no/python, the first line of *: No such file or directory (glob)
  next         see what works here: `warpmark list variants --usable`, or try: --variant * (glob)
  $ echo odd >mine/odd; WARPMARK_ENGINES=$PWD/mine engine odd
  warpmark: engine odd: it ended too early, with exit code 126; its last line of errors: cannot start *: no program; a script begins with #! (glob)
  $ rm mine/odd

The Modest Toolset reads JANI. This modest is a stand-in: it looks at what it is given.

  $ $WARPMARK list engines mcsta | grep -cE 'not here: modest is not installed|mcsta of the Modest Toolset'
  1
  $ cat >bin/modest <<'END'
  > #!/usr/bin/env python3
  > import json, sys
  > if sys.argv[2] == "-?":
  >     sys.exit(print("The Modest Toolset (www.modestchecker.net), version v3.1.309-gc50."))
  > model = json.load(open(sys.argv[2]))
  > chain = model["automata"][0]
  > with open("words", "w") as file:
  >     print(*sys.argv[3:], file=file)
  >     print(model["type"], len(chain["locations"]), *chain["initial-locations"], len(chain["edges"]), file=file)
  >     print(json.dumps(model["properties"][0]["expression"]["values"]), file=file)
  >     print(*[[l["name"], l["transient-values"]] for l in chain["locations"] if l["transient-values"]], file=file)
  >     print(*[e for e in chain["edges"] if e["location"] == "s0"], file=file)
  > print("Explored 13 states.\n+ Property asked\n  Probability: 0.16666666666666666\n  Bounds:      [0.16, 1]")
  > print("  Time:        0.5 s\n\n  + Value iteration\n    Iterations:  26\n    Time:        0.25 s")
  > END
  $ chmod +x bin/modest; sed -i "s|\"words\"|\"$PWD/words\"|" bin/modest; export PATH=$PWD/bin:$PATH; $WARPMARK list engines mcsta
  mcsta                mcsta of the Modest Toolset, version 3.1.309
      method=value_iteration|interval_iteration|optimistic: how it iterates; the last two are sound
  $ $WARPMARK solve dice --variant 'mcsta[method=optimistic]/sparse/f64/seq' --json | grep -E '"(status|proof|iterations|value|solve_engine)"'
    "status": "ok",
    "proof": "certified",
    "iterations": 26,
    "value": 0.16666666666666666,
      "solve_engine": 0.5,
  $ cat words
  -S Memory -D --epsilon 1e-06 --alg OptimisticValueIteration --width 1e-06 --relative-width
  dtmc 13 s0 13
  {"op": "Pmin", "exp": {"op": "F", "exp": "goal"}}
  ['s12', [{'ref': 'goal', 'value': True}]]
  {'location': 's0', 'destinations': [{'probability': {'exp': 0.5}, 'location': 's1', 'assignments': []}, {'probability': {'exp': 0.5}, 'location': 's2', 'assignments': []}]}
  $ $WARPMARK solve embedded:property=5 --variant mcsta/sparse/f64/seq | head -n 1; sed -n '2,3p' words
  status       wrong: the value is 0.16666666666666666, and the exact one lies within [*]: it is off by * of it (glob)
  ctmc 3478 s3474 14639
  {"op": "Emin", "exp": "reward", "accumulate": ["steps"], "reach": "goal"}
  $ $WARPMARK solve herman:n=3 --variant mcsta/sparse/f64/seq | head -n 1
  status       unsupported: engine mcsta: it takes P=?[F], P=?[U], R=?[F], of one initial state, and not filter(max, *, "init") (glob)

The limit of memory counts the engine, and who kills the program ends the engine, and what that has started.

  $ cat >mine/bad <<'END'
  > #!/bin/sh
  > hello='{"protocol": 1, "solves": ["linear"], "options": [{"name": "fault", "values": ["hog", "hang"], "help": "what it does"}]}'
  > while read -r line; do case $line in
  > *'"message": "hello"'*) echo "$hello";;
  > *'"message": "solve"'*) case $fault in hog) python3 -c 'x = bytearray(b"x" * 1000000000); import time; time.sleep(60)';; *) sleep NAP;; esac;;
  > *'"fault": "hog"'*) fault=hog; echo '{}';;
  > *) echo '{}';;
  > esac; done
  > END
  $ nap=$((1000000 + $$)); sed -i "s/NAP/$nap/" mine/bad; chmod +x mine/bad; export WARPMARK_ENGINES=$PWD/mine
  $ sed 's/"copy.*seq" }/"bad[fault={hog,hang}]\/sparse\/f64\/seq" }/; s/20s/20s", memory = "300MB/' mine.lua >bad.lua
  $ $WARPMARK run bad.lua -o bad.h5 --variants 'bad/*' 2>&1 | grep 1/1
  [1/1] identity:n=10  bad/sparse/f64/seq: oom_host: killed: it took * of memory; the limit (memory) is 300 MB (glob)
  $ $WARPMARK run bad.lua -o bad2.h5 --variants '*hang*' timeout=1h 2>/dev/null & pid=$!
  $ sleeping() { grep -slzxE "($nap)" /proc/[0-9]*/cmdline | wc -l; }
  $ tries=0; until [ $(sleeping) = 1 ] || [ $((tries += 1)) = 600 ]; do sleep 0.05; done; sleeping
  1
  $ kill -9 $pid; { wait $pid; } 2>/dev/null
  [137]
  $ tries=0; until [ $(sleeping) = 0 ] || [ $((tries += 1)) = 200 ]; do sleep 0.05; done; sleeping
  0
  $ unset WARPMARK_ENGINES

What is no engine is no method.

  $ $WARPMARK solve herman:n=5 --variant copy/sparse/f64/seq
  warpmark: variant 'copy/sparse/f64/seq': unknown method 'copy'* (glob)
  [1]
  $ $WARPMARK solve herman:n=5 --variant example/msr/f64/seq
  warpmark: variant 'example/msr/f64/seq': engines go with layout sparse and a precision of numbers, and no other method does, did you mean 'example/sparse/f64/seq'?
  [1]
