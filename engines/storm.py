#!/usr/bin/env -S python3 -B
"""Engine `storm`: the model checker Storm, through stormpy (docs/engines.md)."""
import array, os, re, tempfile, time

from warpmark_engine import other_python, reason, serve, value_alone

NATIVE = ["jacobi", "gauss_seidel", "sor", "power", "walkerchae"]
SOUND = ["ii", "ovi", "svi"]
GMM = ["gmres", "bicgstab", "qmr"]
EIGEN = ["sparselu", "gmres", "bicgstab", "dgmres"]
OPTIMAL = ["vi", "pi"]  # of MDPs alone; default and SOUND are of both
METHODS = (["default"] + NATIVE + SOUND + GMM + ["eigen_" + name for name in EIGEN]
           + ["elimination"] + OPTIMAL)
LONG_RUNS = {"default": "", "gain_bias": "gb", "distribution": "distr", "iteration": "vi"}
HELLO = {
    "protocol": 1, "title": "Storm's sparse engine", "source": "https://www.stormchecker.org",
    "solves": ["fixpoint", "steady", "bounded", "optimum"], "takes": ["drn"],
    "options": [
        {"name": "method", "values": METHODS,
         "help": "ii, ovi, svi: as with --sound; gmres, bicgstab, qmr: gmm++; eigen_...: Eigen; "
                 "of MDPs only vi, pi, ii, ovi, svi and default"},
        {"name": "precondition", "values": ["ilu", "diagonal", "none"],
         "help": "of the methods of gmm++ and Eigen"},
        {"name": "split", "values": ["no", "yes"],
         "help": "solve one strongly connected component after another"},
        {"name": "long_run", "values": list(LONG_RUNS), "help": "how long runs are computed"},
        {"name": "omega", "default": 0.9, "above": 0, "below": 1, "help": "of sor"}]}


try:
    import stormpy
    import stormpy.developer
    missing = ""
except ImportError:
    stormpy = None
    missing = other_python() or "stormpy 2.0 or newer is not installed: pip install stormpy"


def hello(_):
    return {**HELLO, "missing": missing, "version": stormpy.__version__ if stormpy else ""}


def solver_of(options):
    """Returns Storm's name of the solver, the part of its settings, and its name of the method."""
    method = options["method"]
    if method in NATIVE + SOUND:
        return "native", method.replace("_", "")
    if method in GMM:
        return "gmm++", method
    if method.startswith("eigen_"):
        return "eigen", method[len("eigen_"):]
    return method, ""


def settings_of_choices(m):
    """Returns Storm's command line for an MDP."""
    method, split = m["options"]["method"], m["options"]["split"] == "yes"
    if method not in ["default"] + OPTIMAL + SOUND:
        raise ValueError(f"method {method} is for chains. Of an MDP use default, "
                         + ", ".join(OPTIMAL + SOUND))
    words = ["--minmax:precision", repr(m["epsilon"]), "--minmax:maxiter", str(m["max_iterations"])]
    words += ["--minmax:absolute"] if m["criterion"] == "absolute" else []
    words += ["--minmax:method", "topological"] if split else []
    if method != "default":
        words += ["--topological:minmax" if split else "--minmax:method", method]
    return words + (["--sound"] if method in SOUND else [])


def settings(m):
    """Returns Storm's command line for a problem."""
    if m["kind"] == "optimum":
        return settings_of_choices(m)
    if m["options"]["method"] in OPTIMAL:
        raise ValueError(f"method {m['options']['method']} is for MDPs")
    options, epsilon, limit = m["options"], repr(m["epsilon"]), str(m["max_iterations"])
    solver, method = solver_of(options)
    words = ["--lra:precision", epsilon, "--timebounded:precision", epsilon]
    for part in "native", "gmm++", "eigen":
        words += [f"--{part}:precision", epsilon, f"--{part}:maxiter", limit]
    for part in ["native", "lra", "timebounded"] if m["criterion"] == "absolute" else []:
        words += [f"--{part}:absolute"]
    if options["split"] == "yes" and solver not in ("default", "elimination"):
        words += ["--eqsolver", "topological", "--topological:eqsolver", solver]
    elif solver != "default":
        words += ["--eqsolver", solver]
    if method:
        words += [f"--{solver}:method", method]
    if solver in ("gmm++", "eigen"):
        words += [f"--{solver}:precond", options["precondition"]]
    if options["method"] == "sor":
        words += ["--native:soromega", repr(options["omega"])]
    if options["method"] in SOUND:
        words += ["--sound"]
    if LONG_RUNS[options["long_run"]]:
        words += ["--lra:detmethod", LONG_RUNS[options["long_run"]]]
    return words


class Storm:
    def hello(self, message):
        return hello(message)

    def open(self, m):
        if missing:
            return {"error": missing}
        developer = stormpy.developer
        developer.set_from_exploded_string(settings(m))
        self.problem, self.environment = m, developer.EnvironmentBuilder.build_environment()
        self.model = stormpy.build_model_from_drn(m["model"])
        if self.model.nr_states < m["states"]:
            return {"error": "Storm reads fewer states than the model has"}
        self.filter = re.match(r'filter\((\w+),(.*),\s*"init"\s*\)$', m["property"].strip())
        asked = self.filter.group(2) if self.filter else m["property"]
        self.property = stormpy.parse_properties(asked)[0]
        # Storm's log goes into a file during a solve, because it has the number of iterations.
        developer.set_log_level(developer.LogLevel.INFO)
        self.log = tempfile.TemporaryFile("w+", dir=m["folder"], errors="replace")
        return {}

    def warm_up(self, _):
        return {}

    def solve(self, _):
        self.log.seek(0)
        self.log.truncate()
        os.dup2(self.log.fileno(), 1)
        begin = time.perf_counter()
        try:
            self.result = stormpy.model_checking(
                self.model, self.property, only_initial_states=False, environment=self.environment)
        except Exception as error:  # Storm's exceptions have types of their own
            return {"outcome": "unsupported", "note": reason(error)}
        finally:
            seconds = time.perf_counter() - begin
            os.dup2(2, 1)
        self.log.seek(0)
        return {**self.told(self.log.read()), "seconds": seconds}

    @staticmethod
    def told(text):
        counts = re.findall(r"converged? after (\d+) iteration", text)
        gave_up = "did not converge" in text
        return {"outcome": "limit" if gave_up else "converged",
                **({"iterations": sum(map(int, counts))} if counts else {})}

    def answer(self, _):
        values = array.array("d", self.result.get_value_vector())[:self.problem["states"]]
        if self.problem["kind"] != "steady":
            with open(self.problem["answer"], "wb") as file:
                values.tofile(file)
            return {}
        first = [values[state] for state in self.model.initial_states]
        how = {"max": max, "min": min}.get(self.filter.group(1) if self.filter else "")
        value = how(first) if how else sum(first) / len(first)
        return value_alone(value)


serve(Storm())
