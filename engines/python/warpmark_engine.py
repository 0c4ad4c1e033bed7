"""What the engines in Python share: the loop of messages (docs/engines.md), and programs that they
run. Whoever imports this has its standard output moved away: what libraries print there goes to
standard error."""
import ctypes, json, os, subprocess, sys, time

out = os.fdopen(os.dup(1), "w")
os.dup2(2, 1)
LIBC = ctypes.CDLL(None)


def one_line(text, most=300):
    return "".join(c if c.isprintable() else " " for c in " ".join(text.split()))[:most]


def reason(error):
    """An exception as a reply has it; the text of a ValueError is one already."""
    kind = "" if type(error) is ValueError else type(error).__name__ + ": "
    return one_line(f"{kind}{error}")


def serve(engine, refusals=Exception):
    """Answers each message by the engine's method of that name. An exception of the given types is
    a refusal, with its text as the reason; another ends the engine."""
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
    """The answer of an engine that knows the value only."""
    return {"answer": "value", "value": value if abs(value) < float("inf") else str(value)}


def other_python():
    """Starts this engine again in $WARPMARK_PYTHON. Returns where that was done or cannot be, with
    the reason, if there is one."""
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


class Runs:
    """Runs of programs, one after another. `use`: what all of them have used, for a reply."""
    LARGEST = 1 << 22  # bytes of output that are kept: the last ones

    def __init__(self):
        self.use = {"cpu": 0, "memory": 0}

    def run(self, words, folder):
        """Output, exit code, seconds."""
        begin = time.perf_counter()
        process = subprocess.Popen(words, cwd=folder, stdin=subprocess.DEVNULL,
                                   preexec_fn=lambda: LIBC.prctl(1, 9),  # SIGKILL if we die
                                   stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        output = b""
        while piece := os.read(process.stdout.fileno(), 1 << 16):
            output = (output + piece)[-self.LARGEST:]
        _, state, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(state)
        self.use = {"cpu": self.use["cpu"] + used.ru_utime + used.ru_stime,
                    "memory": max(self.use["memory"], used.ru_maxrss * 1024)}
        return output.decode(errors="replace"), process.returncode, time.perf_counter() - begin
