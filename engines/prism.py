#!/usr/bin/env -S python3 -B
"""Engine `prism`: the command line of the model checker PRISM (docs/engines.md).

A sample is a whole run of PRISM, with the start of Java. `seconds` is the time of model checking
that PRISM prints, in steps of a millisecond."""
import array, os, re, shutil, subprocess

from warpmark_engine import Runs, one_line, serve, value_alone

ENGINES = ["sparse", "explicit", "hybrid", "mtbdd"]
METHODS = {"jacobi": "-jacobi", "gauss_seidel": "-gaussseidel",
           "gauss_seidel_backward": "-bgaussseidel", "jor": "-jor", "sor": "-sor",
           "sor_backward": "-bsor", "power": "-power", "ii": "-intervaliter"}
OPTIMAL = {"vi": "-valiter", "gs": "-gs", "pi": "-politer", "mpi": "-modpoliter"}  # of MDPs alone
HELLO = {
    "protocol": 1, "title": "PRISM", "source": "https://www.prismmodelchecker.org",
    "solves": ["fixpoint", "steady", "bounded", "optimum"], "takes": ["prism"],
    "options": [
        {"name": "engine", "values": ENGINES, "help": "PRISM's engine"},
        {"name": "method", "values": list(METHODS) + list(OPTIMAL),
         "help": "how it iterates; of MDPs vi, gs, pi, mpi, ii, and jacobi, which is vi there"},
        {"name": "omega", "default": 0.9, "above": 0, "below": 2, "help": "of jor and sor"}]}


def program():
    """Returns the path of prism in $PRISM_HOME/bin or on the path; None: it is not there."""
    home = os.environ.get("PRISM_HOME")
    return shutil.which(os.path.join(home, "bin", "prism") if home else "prism")


def missing():
    if program():
        java = shutil.which(os.environ.get("PRISM_JAVA", "java"))
        return "" if java else "java is not installed, and PRISM needs it"
    return "prism is not installed (on the path, or in $PRISM_HOME/bin): see prismmodelchecker.org"


def version():
    """Reads PRISM's version from its change log, because asking the program takes a second."""
    path = os.path.join(os.path.dirname(os.path.realpath(program())), "..", "..", "CHANGELOG.txt")
    try:
        with open(path, encoding="utf-8", errors="replace") as file:
            found = re.search(r"Version (\d+(\.\w+)+)", file.read(4096))
    except OSError:
        return ""
    return found.group(1) if found else ""


def method_flag(m):
    """Returns PRISM's option for the method."""
    method, mdp = m["options"]["method"], m["kind"] == "optimum"
    if mdp and method == "jacobi":
        return OPTIMAL["vi"]
    if mdp and method not in OPTIMAL and method != "ii":
        raise ValueError(f"method {method} is for chains. Of an MDP use "
                         + ", ".join(OPTIMAL) + ", ii or jacobi")
    if not mdp and method in OPTIMAL:
        raise ValueError(f"method {method} is for MDPs")
    return OPTIMAL.get(method) or METHODS[method]


def command(m):
    """Returns the words that run PRISM, and the file of its vector; None if it prints a value."""
    stem, options = os.path.splitext(m["model"])[0], m["options"]
    parts = [end for end in ("tra", "lab", "srew", "trew") if os.path.exists(f"{stem}.{end}")]
    words = [program(), "-importmodel", f"{stem}.{','.join(parts)}", "-" + m["type"],
             "-" + options["engine"], method_flag(m), "-" + m["criterion"],
             "-epsilon", repr(m["epsilon"]), "-maxiters", str(min(m["max_iterations"], 2**31 - 1)),
             "-noprobchecks"]
    if options["method"] in ("jor", "sor", "sor_backward"):
        words += ["-omega", repr(options["omega"])]
    inner = re.match(r'filter\((\w+),(.*),\s*"init"\s*\)$', m["property"].strip())
    # With several initial states, the vectors of PRISM's sparse and hybrid engines have no values.
    if m["kind"] == "steady" or inner and options["engine"] in ("sparse", "hybrid"):
        return words + ["-pf", m["property"]], None
    vector = os.path.join(m["folder"], "vector.txt")
    return words + ["-pf", inner.group(2) if inner else m["property"],
                    "-exportvector", vector], vector


def iterations(output):
    """Returns the number of iterations of the numerical part, if PRISM prints it."""
    counts = 0, False
    for line in output.splitlines():
        found = re.search(r"(?:: | took )(\d+) iterations", line)
        if found and not re.match(r"\s*(Reachability|Prob[01]|Predecessor|SCC)", line):
            counts = counts[0] + int(found.group(1)), True
    return {"iterations": counts[0]} if counts[1] else {}


def note(output):
    """Returns PRISM's error message."""
    said = [l.strip() for l in output.splitlines() if re.match(r"\s*(Error|.*Exception)", l)]
    last = said or [l.strip() for l in output.splitlines() if l.strip()] or ["no output"]
    return one_line(last[-1], 200)


class Prism:
    def __init__(self):
        self.runs = Runs()

    def hello(self, _):
        absent = missing()
        return {**HELLO, "missing": absent, "version": "" if absent else version()}

    def open(self, m):
        if missing():
            return {"error": missing()}
        self.problem = m
        self.words, self.vector = command(m)
        return {}

    def warm_up(self, _):
        return {}

    def solve(self, _):
        if self.vector and os.path.exists(self.vector):
            os.remove(self.vector)
        output, _, _ = self.runs.run(self.words, self.problem["folder"])
        return {**self.told(output), **self.runs.use}

    def told(self, output):
        self.value = re.search(r"^Result: (\S+)", output, re.M)
        seconds = re.search(r"^Time for model checking: ([0-9.]+)", output, re.M)
        reply = iterations(output)
        if seconds:
            reply["seconds"] = float(seconds.group(1))
        if self.value:
            return {"outcome": "converged", **reply}
        gave_up = re.search(r"did not converge|[Nn]o convergence", output)
        return {"outcome": "limit" if gave_up else "failed", "note": note(output), **reply}

    def answer(self, _):
        if not self.vector:
            return value_alone(float(self.value.group(1).rstrip(",")))
        with open(self.vector) as source, open(self.problem["answer"], "wb") as file:
            array.array("d", map(float, source.read().split())).tofile(file)
        return {}


serve(Prism(), (KeyError, ValueError, OSError, subprocess.SubprocessError))
