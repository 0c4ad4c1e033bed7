#!/usr/bin/env python3
"""tests/interop/prism_suite.py BUILD SUITE [--by prism,storm,files] [--types dtmc,ctmc,mdp]
[--only PATTERN] [--jobs N] [--seconds S] [--json FILE] [--keep DIR]: PRISM's own regression suite
(the folder prism-tests of its repository), asked through Warpmark. PATTERN: only properties files
whose path holds it.

Each question on a model of these types (by default DTMCs and CTMCs) is asked as a user would, with
the properties file as it is, in three ways: `prism` and `storm` name what builds the model; `files`
takes what PRISM exported (.tra, .lab, .sta, .srew, .trew). What is not installed (docs/formats.md)
is left out.

right: the annotated value is in the proven interval, or the truth is the annotated one; also, the
suite says that PRISM refuses the question, and so do we. A value with a decimal point, or one that
is rounded, may be off by 1e-5 of itself, which is how PRISM's own test compares. A fraction may be
off by 1e-12 if the numbers in a file were rounded. WRONG: another value or truth. unclear: the
interval is too wide, or holds the threshold. error: no answer in time, or no message of one line.
unjudged: an answer where neither the suite nor PRISM has one; and by files, where PRISM compares
numbers that it rounded for its files, which it does not do in its exact mode.

Exit: 0 no answer is wrong, and nothing ends with an error; 1 otherwise."""

import argparse
import collections
import json
import multiprocessing.pool
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import threading
from fractions import Fraction

import suite_questions
from suite_questions import CONSTANT, KINDS, uncommented

TOLERANCE, ROUNDING = Fraction(1, 10**5), Fraction(1, 10**12)
WAYS = ("prism", "storm", "files")
VERDICTS = ("right", "WRONG", "unclear", "refused", "error", "unjudged")
NOWHERE, ANOTHER = "/nowhere", "rounded_to_another"
HOME = os.environ.get("PRISM_HOME")
PRISM = shutil.which(os.path.join(HOME, "bin", "prism") if HOME else "prism")


def limited(words, seconds, folder, **more):
    """Runs a program, and ends it and its children in time."""
    return subprocess.run(["timeout", str(seconds), *words], cwd=folder, capture_output=True,
                          text=True, **more)


def free_constants(text, constants):
    """Words of the constants that text leaves open."""
    names = re.findall(CONSTANT + ";", uncommented(text))
    return [f"{name}={value}" for name, value in constants.items() if name in names]


def is_another(exact, rounded):
    """Whether two exported files differ in more than the rounding of numbers."""
    def apart(a, b):
        try:
            a, b = Fraction(a), Fraction(b)
        except (ValueError, ZeroDivisionError):
            return a != b
        return abs(a - b) > ROUNDING * abs(a)

    words, others = exact.split(), rounded.split()
    return len(words) != len(others) or any(map(apart, words, others))


class Suite:
    """How to ask. A question's answer of PRISM is kept, as several ways need it."""

    def __init__(self, asked, folder, scratch):
        self.program = str(pathlib.Path(asked.build).resolve() / "warpmark")
        self.seconds, self.folder = asked.seconds, folder
        self.said, self.lock = {}, threading.Lock()
        self.environment = {way: dict(os.environ, WARPMARK_MODELS=f"{folder}/models",
                                      WARPMARK_PROOFS=f"{scratch}/proofs") for way in WAYS}
        for way in "storm", "files":
            self.environment[way]["PRISM_HOME"] = NOWHERE
        for way in "prism", "files":
            self.environment[way]["WARPMARK_PYTHON"] = NOWHERE

    def export(self, question):
        """The folder with the files that PRISM makes of the model, and a properties file that says
        what the model and its properties define. In its exact mode it does not round before it
        compares numbers; but .tra files hold no fractions."""
        model = question.model.read_text(errors="replace")
        constants = free_constants(model, question.constants)
        folder = self.folder / re.sub(r"\W", "_", f"{question.properties}{constants}")
        if not folder.exists():
            folder.mkdir()
            definitions = re.findall(r"\b(?:const|formula)\b[^;]*;", uncommented(model))
            asked = question.properties.read_text(errors="replace")
            (folder / "m.props").write_text("\n".join(definitions) + "\n" + asked)
            words = [PRISM, str(question.model), "-exportmodel", "m.tra,lab,sta,srew,trew",
                     "-exportmodelprecision", "17", "-cuddepsilon", "0"]
            words += ["-const", ",".join(constants)] if constants else []
            seconds = max(60, self.seconds)
            limited([*words, "-exact"], seconds, folder) if question.exact else None
            exact = {path: path.read_text() for path in folder.glob("m*.*")}
            if "/" in exact.get(folder / "m.tra", "/"):
                limited(words, seconds, folder)
                if question.exact and any(is_another(text, path.read_text())
                                          for path, text in exact.items()):
                    (folder / ANOTHER).touch()
        return folder

    def reward_of(self, question, folder):
        """The file with the rewards that a question needs, of the first of several."""
        found = re.search(r'\bR\s*(?:\{\s*"?(\w+)"?\s*\})?\s*(?:=\s*\?|[<>])[^\[]*\[',
                          question.every)
        files = sorted(folder.glob("m*.srew"), key=lambda path: (len(path.name), path.name))
        if not found or not files:
            return []
        name = found[1] or "1"
        if name.isdigit():
            return [f"reward={files[min(int(name), len(files)) - 1].name}"]
        named = [path.name for path in files
                 if f'"{name}"' in path.read_text().split("\n", 1)[0]]
        return [f"reward={named[0]}"] if named else []

    def source(self, question, way):
        """The folder where a question is asked, and its source."""
        folder, model, properties = question.model.parent, question.model.name, ""
        if question.needs:
            properties = os.path.relpath(question.properties, folder)
        text, keys = question.model.read_text(errors="replace"), []
        if way == "files":
            folder, model, properties = self.export(question), "m.tra", "m.props"
            keys = [f"type={suite_questions.type_of(question.model)}"]
            keys += self.reward_of(question, folder)
        open_in = text + (question.properties.read_text(errors="replace") if properties else "")
        constants = free_constants(open_in, question.constants)
        keys += ["const=" + ",const=".join(constants)] if constants else []
        keys += [f"props={properties}"] if properties else []
        return folder, f"{model}:" + ",".join([*keys, f"prop={question.name or question.text}"])

    def prism_says(self, question):
        """PRISM's own answer as text, or "" if it has none."""
        key = (question.properties, question.number, tuple(question.constants.items()))
        with self.lock:
            if PRISM and key not in self.said:
                text = question.model.read_text(errors="replace")
                text += question.properties.read_text(errors="replace")
                constants = free_constants(text, question.constants)
                words = [PRISM, str(question.model), str(question.properties), "-prop",
                         str(question.number), "-epsilon", "1e-8", "-gaussseidel"]
                words += ["-const", ",".join(constants)] if constants else []
                done = limited(words, max(60, self.seconds), self.folder).stdout
                found = re.findall(r"^Result: (\S+)", done, re.M)
                self.said[key] = found[0].rstrip(",") if found else ""
        return self.said.get(key, "")

    def ask(self, question, way):
        """What became of a question, as an entry of the file that --json names."""
        folder, source = self.source(question, way)
        entry = {"way": way, "file": str(question.properties), "property": question.text,
                 "constants": question.constants, "annotated": question.result,
                 "kind": suite_questions.kind_of(question.text), "folder": str(folder),
                 "source": source}
        if (folder / ANOTHER).exists():
            why = "not asked: PRISM rounds numbers before it compares them: its files differ"
            return entry | {"verdict": "unjudged", "why": why, "said": None}
        words = [self.program, "certify", source, "--json", "--time", f"{self.seconds / 2:g}s"]
        done = limited(words, self.seconds, folder, env=self.environment[way])
        said = json.loads(done.stdout) if done.stdout.startswith("{") else None
        verdict, why = self.judge(question, done.returncode, said, done.stderr.strip())
        return entry | {"verdict": verdict, "why": why, "said": said}

    def judge(self, question, code, said, message):
        """A verdict, and why."""
        result = question.result
        if result.startswith("?") or "unsupported" in result:
            result = self.prism_says(question)
        elif result.startswith("Error"):
            result = (re.findall(r"would be ([\d/.]+)", result) or [""])[0]
        if not said and result == "NaN":  # PRISM's answer where limits cannot be met
            return judged("no scheduler meets the limits" in message, message)
        if not said:
            known = question.result.startswith("Error") or not result
            return judge_refusal(question, code, message, known, self.seconds)
        if code not in (0, 2):
            return "error", f"exit code {code} with an answer"
        if "curve" in said:
            return judge_curve(said["curve"], result)
        try:
            right, exact = suite_questions.number(result, suite_questions.numbers_of(
                question.constants))
        except ValueError:
            return "unjudged", f"annotated '{question.result}', here {said['value']}"
        if isinstance(right, bool):
            if said.get("holds", "") is None:
                return "unclear", f"from {said['value_low']} to {said['value_high']}"
            truth = said.get("holds", "no truth")
            return judged(truth is right, f"{truth} for {result}")
        return judge_number(said, right, exact, result)


def judged(good, why):
    return ("right", "") if good else ("WRONG", why)


def judge_refusal(question, code, message, known, seconds):
    if code == 124:
        return "error", f"no answer in {seconds} s"
    if code != 1 or not message or "\n" in message:
        return "error", f"exit code {code}: {message[-300:]}"
    if known:
        return "right", "refused, by PRISM too"
    return "refused", message.removeprefix("warpmark: ").replace(question.text, "...")


def judge_curve(curve, result):
    """Both are points in the same order, or on a line between neighbours of the other."""
    right = [tuple(map(float, p)) for p in re.findall(r"\(([^(),]+),([^(),]+)\)", result)]

    def near(point, a, b):
        size = max(map(abs, (*a, *b, 1)))
        across = (b[0] - a[0]) * (point[1] - a[1]) - (b[1] - a[1]) * (point[0] - a[0])
        inside = all(min(a[k], b[k]) - 1e-5 * size <= point[k] <= max(a[k], b[k]) + 1e-5 * size
                     for k in (0, 1))
        length = max(abs(b[0] - a[0]), abs(b[1] - a[1]))
        return inside and abs(across) <= 1e-5 * size * max(length, 1e-5)

    def lies_on(points, line):
        line = sorted(line)
        pairs = list(zip(line, line[1:] or line))
        return all(any(near(p, a, b) for a, b in pairs) for p in points)

    why = f"{curve} for {result}"
    return judged(bool(right) and lies_on(right, curve) and lies_on(curve, right), why)


def judge_number(said, right, exact, result):
    """right: None means infinite."""
    low, high = said["value_low"], said["value_high"]
    why = f"[{low!r}, {high!r}] for {result}"
    if "holds" in said:
        return "WRONG", f"a truth for {result}"
    if low is None or high is None:
        return "unclear", "nothing is proven: " + said.get("note", "")
    if right is None or "inf" in (low, high):
        return judged(right is None and low == "inf", why)
    if isinstance(low, str) or isinstance(high, str):
        return "WRONG", why
    if high - low > TOLERANCE * (abs(right) or 1):
        return "unclear", f"too wide: {why}"
    for margin, note in (0, ""), (ROUNDING if exact else TOLERANCE, "beside, as it is rounded"):
        if Fraction(low) - margin * abs(right) <= right <= Fraction(high) + margin * abs(right):
            return "right", note if exact else ""
    return "WRONG", why


# What is printed


def print_table(entries, way):
    table = {kind: collections.Counter() for kind in KINDS}
    for entry in entries:
        table[entry["kind"]][entry["verdict"]] += 1
    print(f"by {way}:\n\n| question | asked |", " | ".join(VERDICTS).lower(), "|")
    print("|---" * (len(VERDICTS) + 2) + "|")
    table["all"] = sum(table.values(), collections.Counter())
    for kind, counts in table.items():
        if counts or kind == "all":
            print(f"| {kind} |", counts.total(), "|",
                  " | ".join(str(counts[v]) for v in VERDICTS), "|")
    print()


def print_groups(entries, way):
    """Those that are not right, by reason: how many, and a command."""
    groups = collections.defaultdict(list)
    for entry in entries:
        if entry["verdict"] != "right" or entry["why"]:
            why = re.sub(r"'[^']*'", "'...'", re.sub(r"\d[\d.e+-]*", "N", entry["why"]))
            groups[entry["verdict"], why].append(entry)
    for (verdict, _), of in sorted(groups.items(), key=lambda g: (
            VERDICTS.index(g[0][0]) or 9, -len(g[1]))):
        first, kinds = of[0], collections.Counter(entry["kind"] for entry in of)
        print(f"{way}: {len(of)} {verdict}: {first['why']}")
        print(f"    {first['property']} for {first['annotated']}; {kinds.most_common(1)[0][0]}")
        print(f"    cd {first['folder']} && warpmark certify {shlex.quote(first['source'])}")
    print()


def ways_here(asked):
    """Those of the asked ways that can be taken, with a line for each other."""
    python = shutil.which(os.environ.get("WARPMARK_PYTHON") or "python3")
    words = [python, "-c", "import stormpy"]
    storm = bool(python) and subprocess.run(words, capture_output=True).returncode == 0
    there = {"prism": PRISM, "files": PRISM, "storm": storm}
    for way in asked:
        if not there[way]:
            print(f"skipped: {way}: {'stormpy' if way == 'storm' else 'prism'} is not installed")
    return [way for way in asked if there[way]]


def main():
    words = argparse.ArgumentParser(description=__doc__,
                                    formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("build")
    words.add_argument("suite", type=pathlib.Path)
    words.add_argument("--by", default=",".join(WAYS))
    words.add_argument("--types", default="dtmc,ctmc")
    words.add_argument("--only", default="", metavar="PATTERN")
    words.add_argument("--jobs", type=int, default=os.cpu_count())
    words.add_argument("--seconds", type=float, default=20, help="for each question")
    words.add_argument("--json", metavar="FILE", help="write all answers into this file")
    words.add_argument("--keep", metavar="DIR", help="leave models and exported files there")
    asked = words.parse_args()
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    ways, entries = ways_here(asked.by.split(",")), []
    files = list(suite_questions.read_suite(asked.suite.resolve(), asked.only,
                                            asked.types.split(",")))
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(asked.keep or scratch).resolve()
        folder.mkdir(parents=True, exist_ok=True)
        suite = Suite(asked, folder, scratch)
        for way in ways:
            with multiprocessing.pool.ThreadPool(asked.jobs) as pool:
                found, each = [], lambda of: [suite.ask(question, way) for question in of]
                for of in pool.imap(each, files):
                    found += of
                    if asked.json:
                        text = json.dumps(entries + found, indent=1)
                        pathlib.Path(asked.json).write_text(text)
            entries += found
            print_table(found, way)
            print_groups(found, way)
    bad = [entry for entry in entries if entry["verdict"] in ("WRONG", "error")]
    sys.exit(1 if bad else 0)


if __name__ == "__main__":
    main()
