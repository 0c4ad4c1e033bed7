#!/usr/bin/env -S python3 -B
"""Engine `ginkgo`: Krylov methods of Ginkgo, through pyGinkgo."""
import importlib.metadata, json, time

from warpmark_engine import one_line, other_python, serve

try:
    import numpy
    import pyGinkgo
    import pyGinkgo.pyGinkgoBindings as ginkgo
    missing = ""
except ImportError as error:
    missing = other_python() or (
        "pyGinkgo is not installed: pip install --pre pyginkgo (PyPI has one core; the releases of "
        f"pyGinkgo, CUDA): {one_line(str(error), 100)}")

METHODS = {"bicgstab": "Bicgstab", "gmres": "Gmres", "idr": "Idr", "cgs": "Cgs", "richardson": "Ir"}
HELLO = {"protocol": 1, "title": "Krylov methods of Ginkgo; timed: preconditioner and iterations",
         "source": "https://ginkgo-project.github.io", "solves": ["linear", "fixpoint", "steady"],
         "takes": ["system"], "precisions": ["f64", "f32"], "missing": missing,
         "options": [{"name": "method", "values": list(METHODS),
                      "help": "Ginkgo calls richardson Ir"},
                     {"name": "precondition", "values": ["ilu", "parilu", "jacobi", "none"],
                      "help": "parilu: computed by sweeps, in parallel"},
                     {"name": "block", "type": "whole", "default": 1, "above": 0, "below": 33,
                      "help": "largest block of jacobi"},
                     {"name": "restart", "type": "whole", "default": 100, "above": 0,
                      "below": 1001, "help": "of gmres"},
                     {"name": "omega", "default": 1, "above": 0, "below": 2,
                      "help": "of richardson"}]}


def executor(place):
    if place == "seq":
        return ginkgo.ReferenceExecutor()
    return ginkgo.OmpExecutor() if place == "omp" else ginkgo.CudaExecutor()


def works(place):
    """Returns whether this build of Ginkgo can run at this place on this machine."""
    try:
        ginkgo.matrix.dense_double(executor(place), (1, 1)).fill(0.0)
        return True
    except Exception:  # Ginkgo's exceptions have their own types
        return False


def preconditioner(options):
    name = options["precondition"]
    if name == "jacobi":
        return {"type": "preconditioner::Jacobi", "max_block_size": options["block"]}
    factors = {"ilu": "Ilu", "parilu": "ParIlu"}.get(name)
    return factors and {"type": "preconditioner::Ilu",
                        "factorization": {"type": "factorization::" + factors}}


def configuration(options, aim, most):
    method = options["method"]
    solver = {"type": "solver::" + METHODS[method],
              "criteria": [{"type": "Iteration", "max_iters": most},
                           {"type": "ResidualNorm", "baseline": "absolute",
                            "reduction_factor": aim}]}
    if preconditioner(options):
        solver["solver" if method == "richardson" else "preconditioner"] = preconditioner(options)
    if method == "gmres":
        solver["krylov_dim"] = options["restart"]
    if method == "richardson":
        solver["relaxation_factor"] = float(options["omega"])
    return json.dumps(solver)


class Ginkgo:
    def hello(self, _):
        if missing:
            return HELLO
        return {**HELLO, "version": importlib.metadata.version("pyginkgo"),
                "places": ["seq"] + [place for place in ("omp", "cuda") if works(place)]}

    def open(self, m):
        if missing:
            return {"error": missing}
        from warpmark_system import System
        self.m, self.s, self.executor = m, System(m), executor(m["place"])
        self.name, self.real = ("double", "f8") if m["precision"] == "f64" else ("float", "f4")
        starts, columns, values = self.s.pinned
        wide = "int64" if starts.dtype == numpy.int64 else "int32"
        kind = getattr(ginkgo.matrix, f"Csr_{self.name}_{wide}")
        self.A = kind(self.executor, (self.s.n, self.s.n), values.astype(self.real),
                      columns.astype(starts.dtype), starts)
        self.b = self.vector(self.s.rhs)
        return {}

    def vector(self, x):
        kind = getattr(ginkgo.matrix, "dense_" + self.name)
        return kind(self.executor, x.astype(self.real).reshape(-1, 1))

    def warm_up(self, _):
        return {}

    def iterate(self, aim, most, x):
        x = self.vector(x)
        log = getattr(ginkgo.solver, "config_solve_" + self.name)(
            self.executor, self.A, self.b, x, configuration(self.m["options"], aim, most))
        self.executor.synchronize()
        x = numpy.array(x).ravel().astype("f8")
        outcome = ("diverged" if not numpy.isfinite(x).all() else
                   "converged" if log.has_converged() else "limit")
        return x, {"outcome": outcome, "iterations": log.get_num_iterations()}

    def solve(self, _):
        begin = time.perf_counter()
        try:
            self.x, reply = self.s.solve(self.iterate)
        except RuntimeError as error:
            reply = {"outcome": "failed", "note": one_line(str(error), 150)}
        return {**reply, "seconds": time.perf_counter() - begin}

    def answer(self, _):
        self.x.tofile(self.m["answer"])
        return {}


serve(Ginkgo())
