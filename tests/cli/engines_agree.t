Every engine that is installed solves every problem with Warpmark's value, but for those that it is
known not to solve. Plain Gauss-Seidel of `example` goes round in a circle on tandem, and Jacobi of
`prism` on classes of two states. On the long run of
polling 4 BiCGStab of `petsc` breaks down on some processors, and not on others.

  $ command -v python3 >/dev/null || { echo python3 is missing; exit 80; }
  $ printf '%s\n' '6 9' '0 1 1' '0 3 3' '1 2 2' '2 1 1' '3 4 1' '4 3 3' '4 5 1' '5 3 2' '5 4 1' >two.tra
  $ printf '%s\n' '0="init" 1="deadlock" 2="up"' '0: 0' '1: 2' '4: 2' >two.lab
  $ cat >sources <<end
  > linear random_dd:n=40,density=0.2
  > until tandem:c=3,property=2
  > until polling:n=4
  > until brp:n=16,max=2
  > reward dice:property=3
  > reward embedded:max=2,property=5
  > long-run polling:n=5,property=2
  > long-run tandem:c=3
  > two-classes two.tra:type=ctmc,steady=up
  > steps herman:n=5,property=4,steps=3
  > time cluster:n=2,property=6,time=0.5
  > reward-at-time tandem:c=3,property=3,time=0.5
  > end
  $ cat >compare.py <<'end'
  > import json, subprocess, sys
  > program = sys.argv[1]
  > def run(*words):
  >     return json.loads(subprocess.run([program, *words, "--json"], capture_output=True, text=True).stdout or "{}")
  > bounded, systems = {"steps", "time", "reward-at-time"}, {"example", "scipy", "ginkgo", "petsc", "direct"}
  > def expected(engine, kind, source):
  >     if kind in (bounded if engine in systems else {"linear"}): return "unsupported"
  >     circles = {("example", "tandem:c=3"), ("prism", "two.tra:type=ctmc,steady=up")}
  >     return "not_converged" if (engine, source) in circles else "ok"
  > engines = [e["name"] for e in run("list", "engines") if e["name"] not in ("command", "mcsta") and e["supported"]]
  > solved = {}
  > for line in open("sources"):
  >     kind, source = line.split()
  >     own = run("solve", source, "--variant", "auto/auto/f64/seq", "--epsilon", "1e-9")["value"]
  >     for engine in engines:
  >         wanted = expected(engine, kind, source)
  >         few = ["--max-iterations", "20000"] if wanted == "not_converged" else []
  >         its = run("solve", source, "--variant", f"{engine}/sparse/f64/seq", "--epsilon", "1e-9", *few)
  >         status = its.get("status")
  >         if status != wanted:
  >             print(f"{engine} on {source}: {status}, not {wanted}: {its.get('note')}")
  >         elif status == "ok" and kind != "linear" and abs(its["value"] - own) > 1e-6 * max(1, abs(own)):
  >             print(f"{engine} on {source}: {its['value']}, not {own}")
  >         elif status == "ok":
  >             solved.setdefault(engine, []).append(kind)
  > for engine in engines:
  >     print("noise:", engine, *solved.get(engine, ["nothing"]))
  > print("example:", *solved.get("example", []))
  > end
  $ python3 compare.py $WARPMARK
  example: linear until until until reward reward long-run two-classes
