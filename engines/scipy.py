#!/usr/bin/env python3
"""Engine `scipy`: the sparse solvers of SciPy, as most users of Python call them."""
import importlib.metadata, importlib.util, inspect, json, os, sys, time

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
    HELLO["missing"] = "SciPy is not installed: apt-get install python3-scipy, or pip install scipy"


class System:
    """A x = b, and the same with one row of each class of a long run pinned."""

    def __init__(self, m):
        self.m, n = m, m["rows"]
        read = lambda key, kind: numpy.fromfile(m[key], kind)
        self.b, self.x0 = read("b", "f8"), read("x0", "f8")
        # 32 bits where they are enough: SuperLU takes nothing else.
        starts = read("row_starts", "u8").astype("i4" if m["entries"] < 2 ** 31 else "i8")
        self.A = sparse.csr_matrix((read("values", "f8"), read("columns", "i4"), starts), (n, n))
        self.diagonal = self.A.diagonal()
        self.steady = m["kind"] == "steady"
        self.of = read("class_of", "u4") if "class_of" in m else numpy.zeros(n, "i4")
        self.aim = m["epsilon"] * (m["scale"] if m["criterion"] == "relative" else 1)
        self.pinned, self.rhs, self.start = self.A, self.b, self.x0
        if self.steady:
            self.pin()

    def masses(self, x):
        return numpy.bincount(self.of, weights=x)

    def pin(self):
        """Pins the heaviest row of each class after some sweeps of JOR, at about its value."""
        x = self.x0
        for _ in range(20):
            x = x - 0.9 * (self.A @ x) / self.diagonal
        x = x * (self.masses(self.x0) / self.masses(x))[self.of]
        order = numpy.lexsort((x, self.of))
        pins = order[numpy.append(numpy.diff(self.of[order]) != 0, True)]
        if not (x[pins] > 0).all():
            raise ValueError("no state of a class has a positive value after some sweeps")
        self.start = numpy.zeros_like(x)
        self.start[pins] = x[pins]
        self.rhs = self.start * self.diagonal
        self.pinned = self.A.copy()
        row = numpy.repeat(numpy.arange(len(x)), numpy.diff(self.A.indptr))
        self.pinned.data[numpy.isin(row, pins) & (row != self.A.indices)] = 0
        self.pinned.eliminate_zeros()

    def residual(self, x):
        """The largest |b - A x|, where classes have the mass that they have in x0."""
        if self.steady:
            x = x * (self.masses(self.x0) / self.masses(x))[self.of]
        return abs(self.b - self.A @ x).max()


def preconditioner(s, options):
    if options["precondition"] == "ilu":
        lu = linalg.spilu(s.pinned.tocsc(), options["drop_tol"], options["fill_factor"])
        return linalg.LinearOperator(s.A.shape, lu.solve)
    if options["precondition"] == "jacobi":
        return sparse.diags(1 / s.pinned.diagonal())
    return None


def iterate(s, options):
    """Until the residual of the system as it was is small, too."""
    count, aim, most, x = 0, s.aim, s.m["max_iterations"], s.start
    M = preconditioner(s, options)

    def seen(_):
        nonlocal count
        count += 1

    for _ in range(5):
        more = {"M": M, "atol": aim, "callback": seen, "maxiter": most}
        if options["method"] == "gmres":
            more.update(restart=options["restart"], callback_type="pr_norm",
                        maxiter=-(-most // options["restart"]))
        function = getattr(linalg, options["method"])
        # Older ones call it tol.
        more["rtol" if "rtol" in inspect.signature(function).parameters else "tol"] = 0
        x, info = function(s.pinned, s.rhs, x, **more)
        left = s.residual(x)
        if info or not s.steady or left <= s.aim:
            break
        aim *= 0.5 * s.aim / left
    outcome = "converged" if info == 0 else "limit" if info > 0 else "failed"
    return x, {"outcome": outcome, "iterations": count, "note": f"info = {info}"}


def sweep(s, options):
    """JOR: x + omega (b - A x) / diagonal, without a pinned row."""
    x, scale, most = s.x0.copy(), options["omega"] / s.diagonal, s.m["max_iterations"]
    for count in range(most + 1):
        left = s.b - s.A @ x
        if numpy.linalg.norm(left) <= s.aim:
            return x, {"outcome": "converged", "iterations": count}
        x += scale * left
    return x, {"outcome": "limit", "iterations": most}


def solve(s):
    options = s.m["options"]
    try:
        if options["method"] == "spsolve":
            with warnings.catch_warnings():
                warnings.simplefilter("error", linalg.MatrixRankWarning)
                s.x = linalg.spsolve(s.pinned, s.rhs)
            return {"outcome": "converged"}
        s.x, reply = (sweep if options["method"] == "jor" else iterate)(s, options)
        return reply
    except (RuntimeError, MemoryError, Warning) as error:
        return {"outcome": "failed", "note": str(error).split("\n")[0]}


out = os.fdopen(os.dup(1), "w")
os.dup2(2, 1)
for line in sys.stdin:
    message, reply = json.loads(line), {}
    if message["message"] == "hello":
        reply = HELLO
    elif message["message"] == "open":
        try:
            import numpy, warnings
            from scipy import sparse
            from scipy.sparse import linalg
            system = System(message)
        except (ImportError, ValueError) as error:
            reply = {"error": str(error)}
    elif message["message"] == "solve":
        begin = time.perf_counter()
        reply = solve(system)
        reply["seconds"] = time.perf_counter() - begin
    elif message["message"] == "answer":
        system.x.tofile(system.m["answer"])
    elif message["message"] == "close":
        break
    print(json.dumps(reply), file=out, flush=True)
