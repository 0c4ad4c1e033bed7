#!/usr/bin/env python3
"""tests/interop/prism_suite.py BUILD SUITE [PATTERN]: PRISM's own regression suite (the folder
prism-tests of its repository), asked through Warpmark. PATTERN: only properties files whose path
holds it.

The suite annotates each property with its value, `// RESULT: 1/6`. Questions on DTMCs and CTMCs are
asked as a user would: what the properties file defines (labels, formulas, constants) stands behind
a copy of the model, and a constant as a bound is written as its number. An answer is right where
the annotated number is in the proven interval; if that has a decimal point or is rounded there,
it may be off by 1e-5 of it, which is how PRISM's own test compares.

Models are built by PRISM or Storm, where they are installed, and kept in $WARPMARK_MODELS.
Exit: 0 no answer is wrong; 1 one is, or a refusal is not one line."""

import collections
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
from fractions import Fraction

TOLERANCE = Fraction(1, 10**5)
SECONDS = "60"  # a question
ENDINGS = (".prism", ".pm", ".sm", ".nm")
CHAINS = ("dtmc", "probabilistic", "ctmc", "stochastic")
CONSTANT = r"\bconst\s+(?:(?:int|double|bool|rate|prob)\s+)?(\w+)\s*"
# Why there is no answer, by the message: the first that fits.
REASONS = [(r"expected (.*), (?:found|and the text)", r"expected \1"),
           (r"(no formula for the label|is compared|no '|no label|no reward)", r"\1"),
           (r"(built what cannot be read|cannot build it|does not take the formula)", r"\1")]


# Reading the suite


def uncommented(text):
    return re.sub(r"//.*", "", text)


def model_of(props):
    """die.pm.more.props is about die.pm."""
    parts = props.name.split(".")
    names = (".".join(parts[:k]) for k in range(len(parts) - 1, 0, -1))
    return next((props.with_name(n) for n in names if props.with_name(n).is_file()), None)


def is_chain(model):
    found = re.search(r"^\s*([a-z]+)\b", uncommented(model.read_text(errors="replace")), re.M)
    return bool(found) and found[1] in CHAINS


def split_properties(text):
    """The definitions in a properties file; each property with its annotations [(constants, value)]
    where it has any."""
    definitions, properties, results, asked = [], [], [], ""

    def end():
        nonlocal results, asked
        found = re.search(r"(?:^|;)\s*((?:const|label|formula)\b[^;]*)", asked)
        if found:
            definitions.append(found[1].strip() + ";")
            asked = asked[:found.start()]
        asked = asked.strip().rstrip(";").strip()
        if asked and results:
            properties.append((re.sub(r'^"\w+"\s*:\s*', "", asked), results))
        if asked:
            results = []
        asked = ""

    for line in text.split("\n"):
        note = re.match(r"\s*//+\s*RESULT\s*(?:\(([^)]*=[^)]*)\))?\s*:?\s*(.*)", line)
        line = uncommented(line).strip()
        closed = all(asked.count(a) == asked.count(b) for a, b in ("()", "[]", "{}"))
        if note or (not line and closed):
            end()
        if note:
            results.append((note[1] or "", note[2].strip()))
        asked += " " + line
        if line.endswith(";"):
            end()
    end()
    return definitions, properties


def arguments_of(path):
    """The constants in PRISM's arguments beside a file: of a range the first value, and 0.5 where
    all values are meant."""
    path, found = path.with_name(path.name + ".args"), {}
    text = path.read_text() if path.is_file() else ""
    for items in re.findall(r"-const (\S+)", text) + re.findall(r"-param (\S+)", text):
        for item in items.split(","):
            name, _, value = item.partition("=")
            found.setdefault(name, value.split(":")[0] or "0.5")
    return found


def number(text, constants):
    """What an annotation or a constant says, and whether exactly: 5/6 = 0.833333, ~0.62, p/2."""
    said = re.split(r"=|;|//|\s\(", text)[0].strip().lstrip("~").replace("^", "**")
    if said == "Infinity":
        return None, True
    exact = re.sub(r"(?<![\w.])\d+(\.\d*)?([eE][-+]?\d+)?", r"Fraction('\g<0>')", said)
    if re.search(r"\.\s*[^\W\d]|__", said):  # numbers, constants and operators only
        raise ValueError(text)
    try:
        value = Fraction(eval(exact, {"__builtins__": {}, "Fraction": Fraction}, constants))
    except Exception:
        raise ValueError(text) from None
    return value, not re.search(r"\d\.|\de|~", text.split("=")[0])


# Asking


def kind_of(asked):
    """What a question is, for the table."""
    if asked.startswith("filter"):
        return "filter(...)"
    if re.search(r"\b[EA]\s*\[", asked):
        return "E[...], A[...]"
    flat = re.sub(r"\[([^\[\],]*,[^\[\]]*)\]", r"<\1>", asked)  # U[1,3]
    found = re.fullmatch(r"([PSR])\s*(?:\{[^}]*\}\s*)*(?:min|max)?\s*(=\s*\?|[<>][^\[]*)\s*"
                         r"\[\s*([^\[\]]*?)\s*\]", flat, re.S)
    if not found:
        many = re.match(r"[^PSR]|[^\[]*\[[^\[\]]*\]\s*\S", flat)
        return "sums, names, conditions of properties" if many else "properties inside properties"
    kind, relation, path = found.groups()
    if "{" in path:
        return "with {states} at the end"
    if relation[0] != "=":
        return "P>=p, R<r, S>p"
    if kind == "S":
        return "S=?[...]"
    words = re.findall(r"\b[XGFURWCSI]\b", re.sub(r'"\w+"', "", path))
    if kind == "R":
        names = {"C": "R=?[C], R=?[C<=t]", "I": "R=?[I=t]", "S": "R=?[S]", "F": "R=?[F]"}
        return names.get(path[0] if len(words) == 1 else "", "R=? of other LTL")
    if len(words) != 1:
        return "P=? of other LTL"
    bound = re.search(r"\b[FGURWX]\s*(<=|[<>=])", path)
    if words[0] not in "FU":
        return "P=?[G], P=?[X], P=?[W], P=?[R]"
    if bound and bound[1] != "<=":
        return "P=?[F<t], P=?[F=t], P=?[F[a,b]], U too"
    return "P=?[F<=t], P=?[U<=t]" if bound else "P=?[F], P=?[U]"


def numbers_of(text, constants):
    """The values of a model's constants that are numbers."""
    values = {}
    for name, value in [*re.findall(CONSTANT + r"=\s*([^;]+);", text), *constants.items()]:
        try:
            values[name] = number(value, values)[0]
        except ValueError:
            pass
    return values


def ask(program, folder, model, definitions, asked, constants):
    """Exit code, the object printed, the message."""
    copy = folder / (model.name if model.suffix in ENDINGS else model.name + ".prism")
    text = model.read_text(errors="replace") + "\n"
    for line in definitions:  # but for constants without a value that nobody asks for
        name = re.fullmatch(CONSTANT + ";", line)
        others = " ".join([asked, *(d for d in definitions if d != line)])
        text += line + "\n" if not name or re.search(rf"\b{name[1]}\b", others) else ""
    copy.write_text(text)
    values = numbers_of(uncommented(text), constants)
    asked = re.sub(r"(\b[FUCI]\s*(?:<=|=)\s*)\(?([A-Za-z_]\w*)\b\)?",
                   lambda m: m[1] + str(float(values[m[2]])).removesuffix(".0")
                   if m[2] in values else m[0], asked)
    free = re.findall(CONSTANT + ";", uncommented(text))
    keys = [f"const={name}={value}" for name, value in constants.items() if name in free]
    source = f"{copy.name}:" + ",".join([*keys, f"prop={asked}"])
    done = subprocess.run(["timeout", SECONDS, program, "certify", source, "--json"], cwd=folder,
                          capture_output=True, text=True)
    said = json.loads(done.stdout) if done.stdout.startswith("{") else None
    return done.returncode, said, done.stderr.strip()


def judge(code, said, message, result, values):
    """What became of a question: right, WRONG, refused or other, and why."""
    if code == 124:
        return "other", f"no answer in {SECONDS} s"
    if code == 1 and not said:
        why = next((re.search(text, message).expand(name) for text, name in REASONS
                    if re.search(text, message)), "")
        return ("WRONG", f"unclear: {message}") if "\n" in message or not why else ("refused", why)
    if code not in (0, 2) or not said:
        return "WRONG", f"exit code {code}: {message[-200:]}"
    try:
        right, exact = number(result, values)
    except ValueError:
        return "other", f"annotated '{result}', and there is a value"
    low, high = said["value_low"], said["value_high"]
    if right is None or "inf" in (low, high):
        return "right" if right is None and low == "inf" else "WRONG", f"{low} for {result}"
    if low is None or high is None or high - low > TOLERANCE * abs(high):
        return "other", "not proven: " + said["note"]
    margin = 0 if exact else TOLERANCE * abs(right)
    good = Fraction(low) - margin <= right <= Fraction(high) + margin
    return "right" if good else "WRONG", f"[{low!r}, {high!r}] for {result}"


def questions(suite, pattern):
    """(name, model, definitions, property, constants, annotated value)"""
    for props in sorted(p for p in suite.rglob("*") if p.suffix in (".props", ".pctl", ".csl")):
        name = str(props.relative_to(suite))
        model = model_of(props)
        if pattern not in name or not model or not is_chain(model) or "idtmcs" in props.parts:
            continue  # idtmcs: probabilities are intervals
        definitions, properties = split_properties(props.read_text(errors="replace"))
        given = arguments_of(model) | arguments_of(props)
        for asked, results in properties:
            for constants, result in results:
                pairs = re.findall(r"(\w+)=([^,\s]+)", constants)
                yield name, model, definitions, asked, given | dict(pairs), result


def main():
    if len(sys.argv) not in (3, 4):
        sys.exit(__doc__)
    program = str(pathlib.Path(sys.argv[1]).resolve() / "warpmark")
    table, reasons = collections.defaultdict(collections.Counter), collections.Counter()
    with tempfile.TemporaryDirectory() as folder:
        os.environ.setdefault("WARPMARK_MODELS", folder + "/models")
        for name, model, definitions, asked, constants, result in questions(
                pathlib.Path(sys.argv[2]), (sys.argv + [""])[3]):
            answer = ask(program, pathlib.Path(folder), model, definitions, asked, constants)
            what, why = judge(*answer, result, numbers_of("", constants))
            table[kind_of(asked)][what] += 1
            if what in ("refused", "other"):
                reasons[what, why] += 1
            if what in ("WRONG", "other"):
                print(f"{what}: {name}: {asked}: {why}", flush=True)
    columns = ("right", "WRONG", "refused", "other")
    total = sum(table.values(), collections.Counter())
    rows = sorted(table.items(), key=lambda row: (-row[1]["right"], row[0])) + [("all", total)]
    print("| question | asked | right | wrong | refused | other |\n|---|---|---|---|---|---|")
    for kind, counts in rows:
        print(f"| {kind} |", counts.total(), "|", " | ".join(str(counts[c]) for c in columns), "|")
    for (what, why), count in reasons.most_common():
        print(f"{count:5} {what}: {why}")
    sys.exit(1 if total["WRONG"] else 0)


if __name__ == "__main__":
    main()
