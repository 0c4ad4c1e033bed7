"""Parts that the engines in Python share: the loop of messages (docs/engines.md), and functions to
run programs. An import of this module redirects standard output to standard error, because
libraries print to it."""
import ctypes, glob, json, os, select, signal, subprocess, sys, time

out = os.fdopen(os.dup(1), "w")
os.dup2(2, 1)
LIBC = ctypes.CDLL(None)


def one_line(text, most=300):
    return "".join(c if c.isprintable() else " " for c in " ".join(text.split()))[:most]


def reason(error):
    """Returns the text of an exception for a reply, without its type if it is a ValueError."""
    kind = "" if type(error) is ValueError else type(error).__name__ + ": "
    return one_line(f"{kind}{error}")


def serve(engine, refusals=Exception):
    """Answers each message with the engine's method of that name. An exception of the given types
    is a refusal, with its text as the reason; any other exception ends the engine."""
    for line in sys.stdin:
        message = json.loads(line)
        if message["message"] == "close":
            break
        act = getattr(engine, message["message"], None)
        try:
            reply = act(message) if act else {"error": "unknown message"}
        except refusals as error:
            reply = {"error": reason(error)}
        print(json.dumps(reply), file=out, flush=True)


def value_alone(value):
    """Returns the reply of an engine that computes only the value."""
    return {"answer": "value", "value": value if abs(value) < float("inf") else str(value)}


def other_python():
    """Starts this engine again in $WARPMARK_PYTHON. Returns "" if that is not set or was done
    before, and the reason if it fails."""
    other = os.environ.get("WARPMARK_PYTHON")
    if not other or os.environ.get("WARPMARK_PYTHON_TRIED") == other:
        return ""
    os.environ["WARPMARK_PYTHON_TRIED"] = other
    os.dup2(out.fileno(), 1)
    try:
        os.execvp(other, [other, "-B"] + sys.argv)
    except OSError as error:
        os.dup2(2, 1)
        return f"WARPMARK_PYTHON={other}: {error.strerror}"


def last_line(output):
    lines = [line for line in output.splitlines() if line.strip()]
    return one_line(lines[-1], 150) if lines else "no output"


def children():
    found = []
    for path in glob.glob("/proc/self/task/*/children"):
        with open(path, encoding="ascii") as file:
            found += map(int, file.read().split())
    return found


class Runs:
    """Runs programs, one after another. `use`: CPU time and memory of all of them, for a reply."""
    LARGEST = 1 << 22  # bytes of output that are kept: the last ones
    PIPE = 1 << 20  # bytes that can still be there when a program has ended

    def __init__(self):
        LIBC.prctl(36, 1)  # what a program leaves behind becomes a child of this process
        self.use = {"cpu": 0, "memory": 0}

    def run(self, words, folder):
        """Runs a program to its end and kills the processes that it leaves behind. Returns its
        output, exit code and seconds. ValueError: a signal killed it."""
        begin = time.perf_counter()
        process = subprocess.Popen(words, cwd=folder, stdin=subprocess.DEVNULL,
                                   preexec_fn=lambda: LIBC.prctl(1, 9),  # SIGKILL if we die
                                   stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        with process.stdout:
            output = self.read(process)
        process.returncode = code = os.waitstatus_to_exitcode(self.reap(process.pid))
        seconds = time.perf_counter() - begin
        for left in iter(children, []):
            for pid in left:
                os.kill(pid, signal.SIGKILL)
                self.reap(pid)
        if code < 0:
            raise ValueError(f"{os.path.basename(words[0])} was killed by "
                             f"{signal.Signals(-code).name}: {last_line(output)}")
        return output, code, seconds

    def read(self, process):
        """Reads the output until the program ends, even if its children still have the pipe."""
        output, pipe, end = bytearray(), process.stdout.fileno(), os.pidfd_open(process.pid)
        left, ended = self.PIPE, False
        while left > 0:
            ready = select.select([pipe, end], [], [], 0 if ended else None)[0]
            ended = end in ready
            piece = os.read(pipe, 1 << 16) if pipe in ready else b""
            if not piece and (ended or pipe in ready):
                break
            output += piece
            if len(output) > 2 * self.LARGEST:
                del output[:-self.LARGEST]
            left -= len(piece) if ended else 0
        os.close(end)
        return output[-self.LARGEST:].decode(errors="replace")

    def reap(self, pid):
        _, state, used = os.wait4(pid, 0)
        self.use = {"cpu": self.use["cpu"] + used.ru_utime + used.ru_stime,
                    "memory": max(self.use["memory"], used.ru_maxrss * 1024)}
        return state
