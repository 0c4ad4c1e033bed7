"""PRISM's regression suite as questions: properties, the definitions that they need, and the values
that stand in comments above them, `// RESULT (N=3): 1/6`."""

import re
from fractions import Fraction
from typing import NamedTuple

TYPES = {"dtmc": "dtmc", "probabilistic": "dtmc", "ctmc": "ctmc", "stochastic": "ctmc",
         "mdp": "mdp", "nondeterministic": "mdp"}
CONSTANT = r"\bconst\s+(?:(?:int|double|bool|rate|prob)\s+)?(\w+)\s*"
KINDS = ("S=?, R=?[S]", "P=?[F], P=?[U]", "P=?[F<=t], P=?[U<=t]", "R=?[F]", "R=?[I=t]", "R=?[C<=t]",
         "R=?[C]", "P=?[G], with bounds too", "P=?[F<t], F=t, F[a,b], F>t, U too",
         "R=? of other LTL", "P=? of other LTL", "P=?[R], P=?[W]", "P=?[X], P=?[state]",
         "properties inside properties", "P>=p, R<r, S>p", "filter(...), {states}",
         "E[...], A[...]", "sums, names, conditions of properties")


class Question(NamedTuple):
    properties: object  # the path of the file
    model: object       # the path of the model
    number: int         # of the property in its file, from 1
    name: str           # of the property, or ""
    text: str
    constants: dict     # name to text
    result: str         # the annotation
    needs: bool         # the property needs what its file defines
    every: str          # the text, and those of the properties that it names
    exact: bool         # PRISM is asked in its exact mode


def uncommented(text):
    return re.sub(r"//.*", "", text)


def model_of(properties):
    """die.pm.more.props is about die.pm."""
    parts = properties.name.split(".")
    names = (".".join(parts[:k]) for k in range(len(parts) - 1, 0, -1))
    return next((properties.with_name(n) for n in names if properties.with_name(n).is_file()), None)


def type_of(model):
    """dtmc, ctmc, mdp, or "": another kind of model."""
    found = re.search(r"^\s*([a-z]+)\b", uncommented(model.read_text(errors="replace")), re.M)
    return TYPES.get(found[1], "") if found else ""


def split_properties(text):
    """The definitions in a properties file; each property as (name, text, annotations), the last
    as [(constants, value)]."""
    definitions, properties, results, asked = [], [], [], ""

    def end():
        nonlocal results, asked
        found = re.search(r"(?:^|;)\s*((?:const|label|formula)\b[^;]*)", asked)
        if found:
            definitions.append(found[1].strip() + ";")
            asked = asked[:found.start()]
        asked = asked.strip().rstrip(";").strip()
        if asked:
            name = re.match(r'"(\w+)"\s*:\s*', asked)
            properties.append((name[1] if name else "", asked[name.end() if name else 0:], results))
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


def has_argument(path, word):
    path = path.with_name(path.name + ".args")
    return path.is_file() and re.search(rf"-{word}\b", path.read_text()) is not None


def number(text, constants):
    """What an annotation or a constant says, and whether exactly: 5/6 = 0.833333, ~0.62, p/2. A
    fraction; None for infinity; True or False."""
    said = re.split(r"=|;|//|\s\(", text)[0].strip().lstrip("~").replace("^", "**")
    if said in ("Infinity", "true", "false"):
        return {"Infinity": None, "true": True, "false": False}[said], True
    exact = re.sub(r"(?<![\w.])\d+(\.\d*)?([eE][-+]?\d+)?", r"Fraction('\g<0>')", said)
    if re.search(r"\.\s*[^\W\d]|__", said):  # numbers, constants and operators only
        raise ValueError(text)
    try:
        value = Fraction(eval(exact, {"__builtins__": {}, "Fraction": Fraction}, constants))
    except Exception:
        raise ValueError(text) from None
    return value, not re.search(r"\d\.|\de|~", text.split("=")[0])


def numbers_of(constants):
    """The values of constants that are numbers."""
    values = {}
    for name, text in constants.items():
        try:
            values[name] = number(text, values)[0]
        except ValueError:
            pass
    return values


def kind_of_path(path, reward):
    """The kind of P=?[path] or R=?[path]."""
    flat = re.sub(r'"\w+"|(?<=[A-Z])\s+(?=[<>=])', "", path)
    words = re.findall(r"\b[XGFURWCSI]\b", flat)
    if reward:
        names = {"I": "R=?[I=t]", "S": "S=?, R=?[S]", "F": "R=?[F]",
                 "C": "R=?[C<=t]" if "<" in path else "R=?[C]"}
        return names.get(path[0] if len(words) == 1 else "", "R=? of other LTL")
    if len(words) != 1 or words[0] == "X":
        return "P=? of other LTL" if len(words) > 1 else "P=?[X], P=?[state]"
    if words[0] in "GRW":
        return {"G": "P=?[G], with bounds too"}.get(words[0], "P=?[R], P=?[W]")
    bound = re.search(r"\b[FU]\s*(<=|[<>=])", flat)
    if bound and bound[1] != "<=":
        return "P=?[F<t], F=t, F[a,b], F>t, U too"
    return "P=?[F<=t], P=?[U<=t]" if bound else "P=?[F], P=?[U]"


def kind_of(asked):
    """One of KINDS."""
    if asked.startswith("filter"):
        return "filter(...), {states}"
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
        return "filter(...), {states}"
    if relation[0] != "=":
        return "P>=p, R<r, S>p"
    return "S=?, R=?[S]" if kind == "S" else kind_of_path(path, kind == "R")


def questions_of(properties, model):
    definitions, all_properties = split_properties(properties.read_text(errors="replace"))
    given = arguments_of(model) | arguments_of(properties)
    for place, (name, text, results) in enumerate(all_properties):
        for constants, result in results:
            pairs = re.findall(r"(\w+)=([^,\s]+)", constants)
            named = [other for n, other, _ in all_properties if n and f'"{n}"' in text]
            yield Question(properties, model, place + 1, name, text, given | dict(pairs), result,
                           bool(definitions or named or name), " ".join([text, *named]),
                           has_argument(properties, "exact"))


def read_suite(suite, pattern="", types=("dtmc", "ctmc")):
    """The questions on models of these types in each properties file with any."""
    for path in sorted(p for p in suite.rglob("*") if p.suffix in (".props", ".pctl", ".csl")):
        model = model_of(path)
        if pattern not in str(path) or not model or type_of(model) not in types:
            continue
        if "idtmcs" in path.parts or "imdps" in path.parts:
            continue  # probabilities are intervals
        if has_argument(path, "fair"):
            continue  # of schedulers, the fair ones alone
        found = list(questions_of(path, model))
        if found:
            yield found
