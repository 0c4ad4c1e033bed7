#!/usr/bin/env -S python3 -B
"""Engine `scipy`: the sparse solvers of SciPy, as most users of Python call them."""
import importlib.metadata, importlib.util, inspect, time

from warpmark_engine import other_python, serve

HELLO = {"protocol": 1, "title": "Sparse solvers of SciPy; timed: factorisation or preconditioner, "
                                 "and iterations",
         "source": "SciPy (Debian: python3-scipy)",
         "solves": ["linear", "fixpoint", "steady"], "takes": ["system"],
         "options": [{"name": "method", "values": ["spsolve", "bicgstab", "gmres", "jor"],
                      "help": "function of scipy.sparse.linalg; spsolve is SuperLU; jor: sweeps "
                              "in numpy by the product of SciPy"},
                     {"name": "omega", "default": 0.9, "above": 0, "below": 2, "help": "of jor"},
                     {"name": "precondition", "values": ["ilu", "jacobi", "none"],
                      "help": "of bicgstab and gmres; ilu is spilu"},
                     {"name": "restart", "type": "whole", "default": 20, "above": 0,
                      "below": 1001, "help": "of gmres"},
                     {"name": "drop_tol", "default": 1e-4, "above": 0, "below": 1,
                      "help": "of spilu"},
                     {"name": "fill_factor", "default": 10, "above": 0, "below": 1000,
                      "help": "of spilu"}]}
if importlib.util.find_spec("scipy"):
    HELLO["version"] = importlib.metadata.version("scipy")
else:
    HELLO["missing"] = other_python() or ("SciPy is not installed: apt-get install python3-scipy, "
                                          "or pip install scipy")


def preconditioner(A, options):
    if options["precondition"] == "ilu":
        lu = linalg.spilu(A.tocsc(), options["drop_tol"], options["fill_factor"])
        return linalg.LinearOperator(A.shape, lu.solve)
    if options["precondition"] == "jacobi":
        return sparse.diags(1 / A.diagonal())
    return None


class Scipy:
    def hello(self, _):
        return HELLO

    def open(self, m):
        global linalg, numpy, sparse, warnings
        import numpy, warnings
        from scipy import sparse
        from scipy.sparse import linalg
        from warpmark_system import System
        self.m, self.options, self.s = m, m["options"], System(m)
        jor = m["options"]["method"] == "jor"
        starts, columns, values = self.s.original if jor else self.s.pinned
        self.A = sparse.csr_matrix((values, columns, starts), (self.s.n, self.s.n))
        return {}

    def warm_up(self, _):
        return {}

    def iterate(self, aim, most, x):
        options, count = self.options, 0

        def seen(_):
            nonlocal count
            count += 1

        more = {"M": self.M, "atol": aim, "callback": seen, "maxiter": most}
        if options["method"] == "gmres":
            more.update(restart=options["restart"], callback_type="pr_norm",
                        maxiter=-(-most // options["restart"]))
        function = getattr(linalg, options["method"])
        # Older versions call it tol.
        more["rtol" if "rtol" in inspect.signature(function).parameters else "tol"] = 0
        x, info = function(self.A, self.s.rhs, x, **more)
        outcome = "converged" if info == 0 else "limit" if info > 0 else "failed"
        return x, {"outcome": outcome, "iterations": count, "note": f"info = {info}"}

    def sweep(self):
        """JOR: x + omega (b - A x) / diagonal, without a pinned row."""
        s, most = self.s, self.m["max_iterations"]
        self.x, scale = s.x0.copy(), self.options["omega"] / s.diagonal
        sizes = s.sizes(s.x0) if s.of.any() else 1
        for count in range(most + 1):
            left = s.b - self.A @ self.x
            if numpy.linalg.norm(left / sizes) <= s.aim:
                return {"outcome": "converged", "iterations": count}
            self.x += scale * left
        return {"outcome": "limit", "iterations": most}

    def outcome(self):
        if self.options["method"] == "jor":
            return self.sweep()
        if self.options["method"] == "spsolve":
            with warnings.catch_warnings():
                warnings.simplefilter("error", linalg.MatrixRankWarning)
                self.x = linalg.spsolve(self.A, self.s.rhs)
            return {"outcome": "converged"}
        self.M = preconditioner(self.A, self.options)
        self.x, reply = self.s.solve(self.iterate)
        return reply

    def solve(self, _):
        begin = time.perf_counter()
        try:
            reply = self.outcome()
        except (RuntimeError, MemoryError, Warning) as error:
            reply = {"outcome": "failed", "note": str(error).split("\n")[0]}
        return {**reply, "seconds": time.perf_counter() - begin}

    def answer(self, _):
        self.x.tofile(self.m["answer"])
        return {}


serve(Scipy(), (ImportError, ValueError))
