#!/usr/bin/env python3
"""Engine of any command line: `command NAME.json` (docs/engines.md, "Command lines")."""
import ctypes, difflib, json, os, re, shutil, subprocess, sys, time

LARGEST = 1 << 22  # bytes of output that are looked at: the last ones


PATTERNS = "value", "iterations", "seconds", "limit", "version_pattern"
NAMES = ("kind source form criterion epsilon max_iterations place threads precision folder answer "
         "model type states property labels rewards states_file options").split()


def read_description(path):
    try:
        with open(path, encoding="utf-8") as file:
            return json.load(file)
    except ValueError as error:
        raise ValueError(f"{os.path.basename(path)} is no JSON: {error}") from None


def flat(words):
    for word in words:
        yield from flat(word) if isinstance(word, list) else [word]


def check(description):
    """Raises ValueError where a sample could not be run, or its output not be read."""
    command = description.get("command")
    if not isinstance(command, list) or not all(isinstance(w, str) for w in flat(command)):
        raise ValueError('"command" must be a list of words, and of lists of words')
    if "value" not in description:
        raise ValueError('"value" is missing')
    for key in PATTERNS:
        try:
            re.compile(description.get(key, ""))
        except (re.error, TypeError) as error:
            raise ValueError(f'"{key}" is no regular expression: {error}') from None
    known = NAMES + [option.get("name") for option in description.get("options", [])]
    for name in re.findall(r"\{(\w+)\}", " ".join(flat(command))):
        if name not in known:
            near = difflib.get_close_matches(name, filter(None, known), 1)
            hint = f", did you mean {{{near[0]}}}?" if near else ""
            raise ValueError(f'"command" has the unknown name {{{name}}}{hint}')


def missing(description):
    absent = [name for name in description.get("needs", []) if not shutil.which(name)]
    hint = description.get("install", "")
    return f"{absent[0]} is not installed{': ' if hint else ''}{hint}" if absent else ""


def version(description):
    if "version" not in description or missing(description):
        return ""
    asked = subprocess.run(description["version"], stdin=subprocess.DEVNULL, text=True, timeout=20,
                           stdout=subprocess.PIPE, stderr=subprocess.STDOUT, errors="replace")
    found = re.search(description.get("version_pattern", r"(\d+(\.\w+)+)"), asked.stdout)
    return found.group(1) if found else ""


def hello(description):
    options = [{key: o[key] for key in o if key != "arguments"}
               for o in description.get("options", [])]
    keep = {key: description[key] for key in ("title", "source", "solves", "takes", "places")
            if key in description}
    return {"protocol": 1, "version": version(description), "missing": missing(description),
            "takes": ["prism"], **keep, "options": options}


def beside(model, ending):
    """The file of the model with another ending, if it is there."""
    path = os.path.splitext(model)[0] + ending
    return path if os.path.exists(path) else ""


def option_words(description, problem):
    for option in description.get("options", []):
        value = problem["options"][option["name"]]
        yield from option.get("arguments", {}).get(str(value), [])


def expand(words, known, options):
    """Words with {name} filled in. A list inside is left out where one of its names is empty."""
    for word in words:
        if isinstance(word, list):
            names = [n for w in word for n in re.findall(r"\{(\w+)\}", w)]
            if all(known.get(n) not in ("", None) for n in names):
                yield from expand(word, known, options)
        elif word == "{options}":
            yield from options
        else:
            yield re.sub(r"\{(\w+)\}", lambda m: str(known[m.group(1)]), word)


def command_line(description, problem):
    model = problem.get("model", "")
    known = {**problem, **problem["options"], "labels": beside(model, ".lab"),
             "rewards": beside(model, ".srew"), "states_file": beside(model, ".sta")}
    return list(expand(description["command"], known, list(option_words(description, problem))))


LIBC = ctypes.CDLL(None)


def die_with_us():
    LIBC.prctl(1, 9)  # PR_SET_PDEATHSIG, SIGKILL


def run(words, folder):
    """Output (its end), how it ended, and what it used."""
    begin = time.perf_counter()
    process = subprocess.Popen(words, cwd=folder, stdin=subprocess.DEVNULL, preexec_fn=die_with_us,
                               stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    output = b""
    while piece := os.read(process.stdout.fileno(), 1 << 16):
        output = (output + piece)[-LARGEST:]
    _, state, use = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(state)
    return (output.decode(errors="replace"), process.returncode, time.perf_counter() - begin, use)


def number(description, key, output):
    """What the last match of a pattern has in its first group; None: there is no match."""
    found = re.findall(description[key], output, re.M) if key in description else []
    if not found:
        return None
    text = found[-1][0] if isinstance(found[-1], tuple) else found[-1]
    try:
        return float(text.replace(",", ""))
    except ValueError:
        return None


def last_line(output):
    lines = [line.strip() for line in output.splitlines() if line.strip()]
    return "".join(c if c.isprintable() else " " for c in lines[-1])[:150] if lines else "no output"


class Engine:
    used, peak, value = 0, 0, None

    def __init__(self, path):
        self.path = path

    def hello(self, _):
        self.description = read_description(self.path)
        check(self.description)
        return hello(self.description)

    def open(self, message):
        self.problem, self.words = message, command_line(self.description, message)
        return {}

    def warm_up(self, _):
        return {}

    def solve(self, _):
        output, code, seconds, use = run(self.words, self.problem["folder"])
        self.used += use.ru_utime + use.ru_stime
        self.peak = max(self.peak, use.ru_maxrss * 1024)
        self.value = number(self.description, "value", output)
        own, count = (number(self.description, key, output) for key in ("seconds", "iterations"))
        limit = "limit" in self.description and re.search(self.description["limit"], output, re.M)
        reply = {"outcome": "limit" if limit else "failed" if self.value is None else "converged",
                 "seconds": seconds if own is None else own, "cpu": self.used, "memory": self.peak}
        if count is not None and count >= 0:
            reply["iterations"] = int(count)
        if self.value is None:
            what = f"exit code {code}" if code else '"value" matches no number in its output'
            reply["note"] = f"{what}: {last_line(output)}"
        return reply

    def answer(self, _):
        return {"answer": "value", "value": self.value if abs(self.value) < float("inf")
                else str(self.value)}


def main():
    engine = Engine(sys.argv[1])
    for line in sys.stdin:
        message = json.loads(line)
        if message["message"] == "close":
            break
        try:
            act = getattr(engine, message["message"], None)
            reply = act(message) if act else {"error": "unknown message"}
        except ValueError as error:
            reply = {"error": str(error)}
        except (KeyError, OSError, subprocess.SubprocessError) as error:
            reply = {"error": f"{type(error).__name__}: {error}"}
        print(json.dumps(reply), flush=True)


if __name__ == "__main__":
    main()
