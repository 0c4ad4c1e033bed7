#!/usr/bin/env -S python3 -B
"""Engine of any command line: `command NAME.json` (docs/engines.md, "Command lines")."""
import difflib, glob, json, os, re, shutil, subprocess, sys

from warpmark_engine import Runs, last_line, serve, value_alone


PATTERNS = "value", "iterations", "seconds", "limit", "version_pattern"
NAMES = ("kind source form criterion epsilon max_iterations place threads precision folder answer "
         "model type states property labels rewards transition_rewards states_file jani "
         "options").split()


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
    """Raises ValueError if samples could not be run or their output could not be read."""
    if not isinstance(description, dict):
        raise ValueError("a description is an object of JSON: {\"command\": …}")
    for key in "needs", "options":
        if not isinstance(description.get(key, []), list):
            raise ValueError(f'"{key}" must be a list')
    if not all(isinstance(o, dict) and isinstance(o.get("arguments", {}), dict)
               and o.get("name") for o in description.get("options", [])):
        raise ValueError('"options" must be objects with a "name", and their "arguments" objects')
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
    options = description.get("options", [])
    known = NAMES + [option.get("name") for option in options]
    arguments = [words for option in options for words in option.get("arguments", {}).values()]
    for name in re.findall(r"\{(\w+)\}", " ".join(flat(command + arguments))):
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
    """Returns the model's file with another ending, or "" if it does not exist."""
    path = os.path.splitext(model)[0] + ending
    return path if os.path.exists(path) else ""


def option_words(description, problem):
    for option in description.get("options", []):
        value = problem["options"][option["name"]]
        yield from option.get("arguments", {}).get(str(value), [])


def expand(words, known, options):
    """Yields words with {name} filled in. Leaves out a list if one of its names is empty."""
    for word in words:
        if isinstance(word, list):
            names = [n for w in word for n in re.findall(r"\{(\w+)\}", w)]
            if all(known.get(n) not in ("", None) for n in names):
                yield from expand(word, known, options)
        elif word == "{options}":
            yield from expand(options, known, [])
        else:
            yield re.sub(r"\{(\w+)\}", lambda m: str(known[m.group(1)]), word)


def label_states(stem, name):
    """Returns the states with a label, from the .lab file."""
    with open(f"{stem}.lab", encoding="utf-8") as file:
        lines = [line for line in file if not line.startswith("#")]
    number = {text: n for n, text in re.findall(r'(\d+)="([^"]*)"', lines[0])}[name]
    pairs = (line.split(":") for line in lines[1:])
    return {int(state) for state, numbers in pairs if number in numbers.split()}


def number_lines(path):
    """Returns the lines of a file of rewards behind the first as words, and its first comment."""
    with open(path, encoding="utf-8") as file:
        lines = file.readlines()
    return [line.split() for line in lines if not line.startswith("#")][1:], lines[0]


def all_rewards(stem, name, rows):
    """Returns the rewards of this name by state, with those of its transitions. They are in the
    .srew file that has this name, or in the only one, and in the .trew file beside it."""
    files = glob.glob(glob.escape(stem) + "*.srew")
    for path in files:
        lines, title = number_lines(path)
        if len(files) > 1 and f'Reward structure "{name}"' not in title:
            continue
        rewards = {int(state): float(value) for state, value in lines}
        beside_it = path[:-len("srew")] + "trew"
        for i, j, value in number_lines(beside_it)[0] if os.path.exists(beside_it) else []:
            rate = sum(rate for to, rate in rows[int(i)] if to == int(j))
            rewards[int(i)] = rewards.get(int(i), 0) + rate * float(value)
        return rewards
    return {}


def jani_question(text):
    """Translates `P=?[F "goal"]`, `P=?[!"pass" U "goal"]` or `R{"name"}=?[F "goal"]` to JANI.
    Returns the property, the labels for its variables goal and passing (with True if the variable
    is true where the label holds, False if where it does not), and the reward's name."""
    label = r'(!?)"([^"]+)"'
    found = re.fullmatch(rf'(?:P|R\{{"([^"]*)"\}})=\?\[(?:F|{label} U) {label}\]', text)
    if not found:
        raise ValueError(f"it takes P=?[F], P=?[U], R=?[F], of one initial state, and not {text}")
    reward, no_pass, passing, no_goal, goal = found.groups()
    asked = {"goal": (goal, not no_goal)}
    if passing:
        asked["passing"] = (passing, not no_pass)
        path = {"op": "U", "left": "passing", "right": "goal"}
    else:
        path = {"op": "F", "exp": "goal"}
    values = {"op": "Pmin", "exp": path} if reward is None else {
        "op": "Emin", "exp": "reward", "accumulate": ["steps"], "reach": "goal"}
    return {"name": "asked", "expression": {
        "op": "filter", "fun": "max", "values": values, "states": {"op": "initial"}}}, asked, reward


def read_rows(path):
    """Returns the rows of a .tra file, each as [(column, value)]."""
    with open(path, encoding="utf-8") as file:
        lines = (line.split() for line in file if not line.startswith("#"))
        rows = [[] for _ in range(int(next(lines)[0]))]
        for i, j, value in lines:
            rows[int(i)].append((int(j), float(value)))
    return rows


def jani_edges(i, row, ctmc, reward):
    """Returns the edges of a state: one with probabilities, or one for each rate. Each jump earns a
    reward; in continuous time, it is that of the mean time before the jump."""
    total = sum(value for _, value in row) if ctmc else 1
    earned = [{"ref": "reward", "value": reward / total}] if reward else []
    ends = [(value, {"location": f"s{j}", "assignments": earned}) for j, value in row]
    if ctmc:
        return [{"location": f"s{i}", "rate": {"exp": rate}, "destinations": [end]}
                for rate, end in ends]
    return [{"location": f"s{i}", "destinations": [
        {"probability": {"exp": value}, **end} for value, end in ends]}]


def write_jani(problem):
    """Writes the chain and its property to one file with a location for each state."""
    stem = os.path.splitext(problem["model"])[0]
    path = os.path.join(problem["folder"], "asked.jani")
    question, asked, reward = jani_question(problem["property"])
    rows, ctmc = read_rows(problem["model"]), problem["type"] == "ctmc"
    sets = {name: (label_states(stem, label), holds) for name, (label, holds) in asked.items()}
    rewards = all_rewards(stem, reward, rows) if reward is not None else {}
    locations = [{"name": f"s{i}", "transient-values": [
        {"ref": name, "value": True} for name, (states, holds) in sets.items()
        if (i in states) == holds]} for i in range(len(rows))]
    automaton = {"name": "chain", "locations": locations,
                 "initial-locations": [f"s{i}" for i in sorted(label_states(stem, "init"))],
                 "edges": [edge for i, row in enumerate(rows)
                           for edge in jani_edges(i, row, ctmc, rewards.get(i, 0))]}
    types = [(name, "bool", False) for name in sets]
    types += [("reward", "real", 0)] if reward is not None else []
    variables = [{"name": name, "type": kind, "initial-value": value, "transient": True}
                 for name, kind, value in types]
    with open(path, "w", encoding="utf-8") as file:
        json.dump({"jani-version": 1, "name": "chain", "type": problem["type"],
                   "variables": variables, "properties": [question], "automata": [automaton],
                   "system": {"elements": [{"automaton": "chain"}]}}, file)
    return path


def command_line(description, problem):
    model = problem.get("model", "")
    jani = "{jani}" in description["command"]
    known = {**problem, **problem["options"], "labels": beside(model, ".lab"),
             "rewards": beside(model, ".srew"),
             "transition_rewards": beside(model, ".trew"), "states_file": beside(model, ".sta"),
             "jani": write_jani(problem) if jani else ""}
    return list(expand(description["command"], known, list(option_words(description, problem))))


def number(description, key, output):
    """Returns the number in the first group of a pattern's last match; None: there is none."""
    found = re.findall(description[key], output, re.M) if key in description else []
    if not found:
        return None
    text = found[-1][0] if isinstance(found[-1], tuple) else found[-1]
    try:
        return float(text.replace(",", ""))
    except ValueError:
        return None


def is_amount(value):
    return value is not None and 0 <= value < 2 ** 53


class Engine:
    def __init__(self, path):
        self.path, self.runs, self.value = path, Runs(), None

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
        output, code, seconds = self.runs.run(self.words, self.problem["folder"])
        self.value = number(self.description, "value", output)
        own, count = (number(self.description, key, output) for key in ("seconds", "iterations"))
        limit = "limit" in self.description and re.search(self.description["limit"], output, re.M)
        failed = code or self.value is None
        reply = {"outcome": "limit" if limit else "failed" if failed else "converged",
                 "seconds": own if is_amount(own) else seconds, **self.runs.use}
        if is_amount(count):
            reply["iterations"] = int(count)
        if failed:
            what = f"exit code {code}" if code else '"value" matches no number in its output'
            reply["note"] = f"{what}: {last_line(output)}"
        return reply

    def answer(self, _):
        return value_alone(self.value)


serve(Engine(sys.argv[1]), (KeyError, ValueError, OSError, subprocess.SubprocessError))
