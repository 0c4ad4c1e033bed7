"""Chains and MDPs of files, for check_proof.py: explicit files of PRISM and Storm (.tra, labels and
rewards beside it), DRN and UMB, packed with gzip or not. docs/formats.md has the formats.

A number of a file is an interval (low, high) of fractions. It is the double that is nearest to the
number, or with `model` all numbers that round to this double. A sum of several lines, and a product
of UMB's numbers, are rounded to a double, too, but with `model` they are exact. The sum
of the rewards of a state and of its transitions is exact."""

import array
import gzip
import io
import json
import math
import os
import re
import tarfile
from fractions import Fraction

ZERO, ONE = (Fraction(0),) * 2, (Fraction(1),) * 2


class NotProven(Exception):
    pass


# Numbers


def number(text, model):
    """Returns the interval of the numbers that a number of a file stands for."""
    if "/" in text:
        over, under = (number(part, model) for part in text.split("/"))
        if model:
            return over[0] / under[1], over[1] / under[0]
        return (Fraction(float(over[0] / under[0])),) * 2
    double = float(text)
    if not 0 <= double < math.inf:
        raise ValueError(f"{text} is negative or not finite")
    if double == 0 and model and re.match("[0.]*[1-9]", text):
        raise NotProven(f"{text} rounds to 0, so it may stand for 0, and for positive numbers")
    half = Fraction(math.ulp(double)) / 2 if model and double else 0
    return Fraction(double) - half, Fraction(double) + half


def rounded(a):  # an interval stays as it is
    return (Fraction(float(a[0])),) * 2 if a[0] == a[1] else a


def add(a, b):
    return a[0] + b[0], a[1] + b[1]


def times(a, b):
    return a[0] * b[0], a[1] * b[1]  # neither is negative


def total(terms):
    """Returns the least and the largest sum of number * factor over the terms."""
    low = high = Fraction(0)
    for a, factor in terms:
        low += a[factor < 0] * factor
        high += a[factor > 0] * factor
    return low, high


# Chains and their files


class Chain:
    """row[r]: {j: rate or probability}, all positive. A state of a chain has one row; of an MDP it
    has one for each choice, from first[i] to first[i + 1]. label[name]: a set of states.
    reward[name]: two lists: rewards of states, and of a row's transitions in a unit of time or a
    step."""

    def __init__(self, kind, n, choices=None):
        self.kind, self.n, self.label, self.reward = kind.lower(), n, {}, {}
        self.first = [0]
        for i in range(n):
            self.first.append(self.first[-1] + max(1, choices[i] if choices else 1))
        self.owner = [i for i in range(n) for _ in self.rows(i)]
        self.row = [{} for _ in self.owner]
        if self.kind not in ("dtmc", "ctmc", "mdp"):
            raise ValueError(f"a model of type {kind}")
        if self.kind != "mdp" and len(self.row) > n:
            raise ValueError(f"a state of a {kind} has several choices")

    def rows(self, i):
        return range(self.first[i], self.first[i + 1])

    def put(self, i, c, j, value):  # lines for an equal pair of states add up
        if not 0 <= min(i, j) <= max(i, j) < self.n or not 0 <= c < len(self.rows(i)):
            raise ValueError(f"a transition from {i} to {j}, of {self.n} states")
        if value[1] > 0:
            row = self.row[self.rows(i)[c]]
            row[j] = rounded(add(row.get(j, ZERO), value))

    def divisors(self):
        """Returns the divisor of each row of probabilities."""
        sums = [total((rate, 1) for rate in row.values()) if row else ONE for row in self.row]
        return [low if self.kind != "ctmc" and low == high else Fraction(1) for low, high in sums]

    def leaving(self, r):
        return [(j, rate) for j, rate in self.row[r].items() if j != self.owner[r]]

    def finish(self):
        dead = {i for r, i in enumerate(self.owner) if not self.row[r]}
        self.label["deadlock"] = self.label.get("deadlock", set()) | dead
        self.label.setdefault("init", {0})
        for i in dead:
            if len(self.rows(i)) > 1:
                raise ValueError(f"a choice of state {i} has no transition")
            self.row[self.first[i]][i] = ONE
        for r, by in enumerate(self.divisors()):
            low, high = total((rate, 1) for rate in self.row[r].values())
            if self.kind != "ctmc" and not (low < 1 + 1e-5 and high > 1 - 1e-5):
                raise ValueError(f"the probabilities of state {self.owner[r]} sum to {float(low)}")
            self.row[r] = {j: (low / by, high / by) for j, (low, high) in self.row[r].items()}
        self.before = [[] for _ in range(self.n)]
        for r, i in enumerate(self.owner):
            for j in self.row[r]:
                self.before[j].append(i)
        return self

    def holding(self, name):
        states = self.label[name.lstrip("!")]
        return set(range(self.n)) - states if name[0] == "!" else states


def found(path):
    return next((p for p in (path, path + ".gz") if os.path.isfile(p)), None)


def bytes_of(path):
    with open(found(path) or path, "rb") as file:
        data = file.read()
    return gzip.decompress(data) if data[:2] == b"\x1f\x8b" else data


def text_of(path):
    return bytes_of(path).decode()


def lines_of(path, counted):
    """Returns lines as lists of words. counted: the first line ends with the number of the others,
    and is left out."""
    lines = text_of(path).splitlines()
    lines = [line.split() for line in lines if line.strip() and line[0] != "#"]
    if counted and int(lines[0][-1]) != len(lines) - 1:
        raise ValueError(f"{path}: it has {len(lines) - 1} lines, not {lines[0][-1]}")
    return lines[1:] if counted else lines


def read_explicit(path, keys, model):
    """Reads explicit files of PRISM and Storm: .tra, with labels and rewards beside it."""
    stem, folder = re.sub(r"\.tra(\.gz)?$", "", path), os.path.dirname(path)
    said = re.search(r"# Transitions \((\w+)\)", text_of(path))
    first, *lines = lines_of(path, False)
    storm = first[0].isalpha()
    mdp = first[0] == "mdp" if storm else len(first) == 3
    if len(first) not in ((1,) if storm else (2, 3)) or any(
        len(l) < 3 + mdp or l[0] == "-1" or ":" in l[1] for l in lines
    ):
        raise ValueError(f"{path} is neither PRISM's nor Storm's explicit file of a chain or MDP")
    if not storm:
        lines = lines_of(path, True)
    lines = [line if mdp else [line[0], "0", *line[1:]] for line in lines]  # state, choice, ...
    n = 1 + max(int(line[k]) for line in lines for k in (0, 2)) if storm else int(first[0])
    choices = [0] * n
    for line in lines:
        choices[int(line[0])] = max(choices[int(line[0])], int(line[1]) + 1)
    kind = "mdp" if mdp else first[0] if storm else said[1] if said else keys["type"]
    chain = Chain(kind, n, choices)
    for i, c, j, value, *_ in lines:
        chain.put(int(i), int(c), int(j), number(value, model))
    labels = found(stem + ".lab") or found(os.path.join(folder, "model.lab"))
    text = text_of(labels) if labels else ""
    text = text if storm else re.sub("(?m)^#.*\n", "", text)
    head, _, body = text.partition("#END" if storm else "\n")
    names = (
        {name: name for name in head.split()[1:]}
        if storm
        else dict(re.findall(r'(\d+)="([^"]*)"', head))
    )
    chain.label = {name: set() for name in names.values()}
    for state, *held in map(str.split, filter(str.strip, body.splitlines())):
        for name in held:
            chain.label[names[name]].add(int(state.rstrip(":")))
    if "reward" in keys:
        main = os.path.join(folder, keys["reward"])
        ends = (".state.rew", ".trans.rew") if storm else (".srew", ".trew")
        states, moves = (re.sub(r"(\.state|\.trans)?\.\w+$", "", main) + end for end in ends)
        if main not in (states, moves):
            raise ValueError(f"{main} does not end with {ends}")
        earned, moving = chain.reward[keys["reward"]] = [ZERO] * n, [ZERO] * len(chain.row)
        divisors = chain.divisors()
        for i, value in lines_of(states, not storm) if found(states) or main == states else []:
            earned[int(i)] = number(value, model)
        for i, *c, j, value in lines_of(moves, not storm) if found(moves) or main == moves else []:
            r = chain.rows(int(i))[int(c[0]) if c else 0]
            part = times(chain.row[r][int(j)], number(value, model))
            moving[r] = add(moving[r], [end / divisors[r] for end in part])
    return chain.finish()


def read_drn(path, keys, model):
    head, _, body = text_of(path).partition("@model\n")
    section = dict(re.findall(r"@(\w+):?[ \n](.*)", head))
    if section.get("parameters") or "@placeholders" in head or "by prism" in head:
        raise ValueError(f"{path}: parametric models, and files of PRISM, cannot be read")
    choices = [part.count("\n\taction") for part in re.split("(?m)^state", "\n" + body)[1:]]
    if len(choices) != int(section["nr_states"]):
        raise ValueError(f"{path}: some of its {section['nr_states']} states are missing")
    chain, lists = Chain(section["type"], len(choices), choices), {}
    declared = re.search("^// Labels:(.*)", head, re.M)
    chain.label = {name: set() for name in re.findall('"(.*?)"', declared[1] if declared else "")}
    for line in filter(str.strip, body.splitlines()):
        word, _, rest = line.strip().partition(" ")
        if word in ("state", "action"):
            name, exit_rate, values, labels = re.match(
                r"(\S+)(?: (!\S+))?(?: \[(.*?)\])?(.*)", rest
            ).groups()
            if word == "state":
                i, c = int(name), -1
            else:
                c += 1
            at = i if word == "state" else chain.rows(i)[c]
            lists[at, word] = [number(v.strip(), model) for v in (values or "0").split(",")]
            for quoted, bare in re.findall(r'"(.*?)"|(\S+)', labels):
                chain.label.setdefault(quoted or bare, set()).add(i)
        elif word != "//":
            j, value = line.split(":")
            chain.put(i, max(c, 0), int(j), number(value.strip(), model))
    for k, name in enumerate(section.get("reward_models", "").split()):
        own, action = (
            [(lists.get((i, word), []) + [ZERO] * (k + 1))[k] for i in range(size)]
            for word, size in (("state", chain.n), ("action", len(chain.row)))
        )
        rate = [
            total((r, 1) for r in row.values()) if row and chain.kind == "ctmc" else ONE
            for row in chain.row
        ]
        chain.reward[name] = own, [times(r, a) for r, a in zip(rate, action)]
    if "The last state is not part of the model" in head:  # it has the labels of no state
        chain.n -= 1
        chain.row.pop()
        chain.label = {name: states - {chain.n} for name, states in chain.label.items()}
    return chain.finish()


def read_umb(path, keys, model):
    with tarfile.open(fileobj=io.BytesIO(bytes_of(path))) as tar:
        member = {m.name: tar.extractfile(m).read() for m in tar if m.isfile()}

    def values(name, code, default=None):
        return array.array(code, member[name]) if default is None or name in member else default

    def numbers(name):
        return [number(str(x), model) for x in values(name, "d")]

    def bits(name):
        return {i for i in range(n) if member[name][i // 8] >> i % 8 & 1}

    index = json.loads(member["index.json"])
    system, notes = index["transition-system"], index.get("annotations", {})
    n, ctmc, mdp = system["#states"], system["time"] == "stochastic", system["#players"] == 1
    if system["#players"] > 1 or system["branch-probability-type"]["type"] != "double":
        raise ValueError(f"{path}: only chains and MDPs with doubles can be read")
    target, choice = values("branch-to-target.bin", "Q"), range(n + 1)
    choice = values("state-to-choices.bin", "Q", choice)
    chain = Chain("ctmc" if ctmc else "mdp" if mdp else "dtmc", n,
                  [choice[i + 1] - choice[i] for i in range(n)])
    first = values("choice-to-branches.bin", "Q", range(len(target) + 1))
    branches = [  # of each choice of each state
        [range(first[c], first[c + 1]) for c in range(choice[i], choice[i + 1])] for i in range(n)
    ]
    leave = numbers("state-to-exit-rate.bin") if ctmc else [ONE] * n
    part = numbers("branch-to-probability.bin")
    rate = (
        numbers("branch-to-rate.bin")
        if "branch-to-rate.bin" in member
        else [rounded(times(part[k], leave[i])) for i in range(n) for c in branches[i] for k in c]
    )
    for i in range(n):
        for c, ks in enumerate(branches[i]):
            for k in ks:
                chain.put(i, c, target[k], rate[k])
    chain.label = {
        note.get("alias", key): bits(f"annotations/aps/{key}/states/values.bin")
        for key, note in notes.get("aps", {}).items()
    }
    chain.label["init"] = bits("state-is-initial.bin")
    divisors = chain.divisors()
    for key, note in notes.get("rewards", {}).items():
        of = {
            what: numbers(f"annotations/rewards/{key}/{what}/values.bin")
            for what in note["applies-to"]
        }
        moving = [ZERO] * len(chain.row)
        for r, i in enumerate(chain.owner):
            c = r - chain.first[i]
            if c == len(branches[i]):  # a deadlock
                continue
            if "choices" in of:
                moving[r] = times(leave[i], of["choices"][choice[i] + c])
            for k in branches[i][c] if "branches" in of else ():
                part = times(rate[k], of["branches"][k])
                moving[r] = add(moving[r], [end / divisors[r] for end in part])
        chain.reward[note.get("alias", key)] = of.get("states", [ZERO] * n), moving
    return chain.finish()


def read_chain(path, keys, model):
    """Reads a chain or an MDP. keys: its type, if the file does not say it, and the reward."""
    ending = re.sub(r"\.gz$", "", path).rpartition(".")[2]
    readers = {"tra": read_explicit, "drn": read_drn, "umb": read_umb}
    if ending not in readers:
        raise ValueError(f"{path}: only .tra, .drn and .umb can be read")
    chain = readers[ending](path, keys, model)
    if keys.get("type", chain.kind) != chain.kind:
        raise ValueError(f"{path} says that it is a {chain.kind}")
    return chain
