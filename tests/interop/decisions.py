#!/usr/bin/env python3
"""tests/interop/decisions.py BUILD EXAMPLES [QVBS] [--only PATTERN]: decision processes of our
generators against those that PRISM builds from its own files. EXAMPLES: prism-examples of PRISM's
distribution; QVBS: a checkout of github.com/ahartmanns/qcomp.

States must have the same numbers; each must have the same choices with the same probabilities and
rewards, in any order. PRISM: `prism` on the path or in $PRISM_HOME/bin. Exit: 0 all are the same,
or PRISM is not there; 1 some differ."""

import argparse
import collections
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

# Source, PRISM's file, and its constants. Rewards have the same names; one without a name is ours.
EXAMPLES = [
    *((f"consensus:n={n},k={k}", f"mdps/consensus/coin{n}.nm", f"K={k}")
      for n, k in ((2, 2), (2, 8), (4, 2))),
    *((f"csma:n={n},k={k}", f"mdps/csma/csma{n}_{k}.nm", "") for n, k in ((2, 2), (2, 4), (3, 2))),
    ("wlan", "mdps/wlan/wlan0.nm", "TRANS_TIME_MAX=10"),
    ("wlan:backoff=1,trans=20", "mdps/wlan/wlan1.nm", "TRANS_TIME_MAX=20"),
    ("wlan:backoff=2", "mdps/wlan/wlan2.nm", "TRANS_TIME_MAX=10"),
    *((f"zeroconf:n={n},k={k},err=3,reset={r}", "mdps/zeroconf/zeroconf.nm",
       f"N={n},K={k},err=3,reset={r}") for n, k, r in ((20, 2, "true"), (1000, 4, "true"),
                                                       (20, 1, "false"))),
    *((f"israeli_jalfon:n={n}", f"mdps/self-stabilisation/israeli-jalfon/ij{n}.nm", "k=2")
      for n in (3, 4, 7)),
    *((f"leader_async:n={n}", f"mdps/leader_async/leader{n}.nm", "") for n in (3, 4)),
    ("rabin:n=3", "mdps/rabin/rabin3.nm", ""),
    ("two_dice:choices=mdp", "simple/dice/two_dice.nm", ""),
    *((f"firewire:delay={d},choices=mdp", "mdps/firewire/impl/firewire.nm", f"delay={d},fast=0.5")
      for d in (2, 3)),
    ("firewire:choices=mdp,fast=0.4,deadline=150", "mdps/firewire/impl/deadline.nm",
     "delay=3,fast=0.4,deadline=150"),
    *((f"firewire_abst:delay={d},fast=0.3", "mdps/firewire/abst/firewire.nm", f"delay={d},fast=0.3")
      for d in (3, 36)),
]
QVBS = [
    ("wlan:col=2", "wlan/wlan.0.prism", "COL=2"),
    ("wlan:deadline=40", "wlan_dl/wlan_dl.0.prism", "deadline=40"),
    ("firewire_abst:deadline=200", "firewire_dl/firewire_dl.prism", "delay=3,deadline=200"),
    ("zeroconf:n=1000,k=1,deadline=10", "zeroconf_dl/zeroconf_dl.prism",
     "N=1000,K=1,reset=true,deadline=10"),
]


def numbers(path):
    """The lines of a file of PRISM's, without comments and the line of counts."""
    lines = [line.split() for line in path.read_text().splitlines() if line[:1] != "#"]
    return lines[0], lines[1:]


def read(folder):
    """Counts, and for each state its choices: pairs of target and probability, and rewards."""
    counts, lines = numbers(folder / "model.tra")
    choices = collections.defaultdict(dict)
    for state, choice, target, value, *_ in lines:
        choices[int(state), int(choice)][int(target)] = float(value)
    names, pays = [], collections.defaultdict(dict)
    for path in sorted(folder.glob("model*.srew")):
        head = re.search(r'Reward structure "(.*)"', path.read_text().split("\n", 1)[0])
        names.append(head[1] if head else "")
        own = {int(i): float(r) for i, r in numbers(path)[1]}
        for at in choices:
            pays[at][names[-1]] = own.get(at[0], 0.0)
        moves = path.with_suffix(".trew")
        for i, c, j, r in numbers(moves)[1] if moves.exists() else ():
            at = int(i), int(c)
            pays[at][names[-1]] += choices[at][int(j)] * float(r)
    return counts, choices, names, pays


def by_state(choices, pays, names):
    """For each state its choices in an order that does not depend on theirs."""
    states = collections.defaultdict(list)
    for (state, choice), row in choices.items():
        targets = tuple((j, round(row[j], 13)) for j in sorted(row))
        rewards = tuple(round(pays[state, choice][name], 9) for name in names)
        states[state].append((targets, rewards))
    return {state: sorted(found) for state, found in states.items()}


def difference(ours, theirs):
    """What differs, or ""."""
    if ours[0] != theirs[0]:
        return f"states, choices, transitions: {ours[0]}, PRISM's {theirs[0]}"
    shared = [name for name in ours[2] if name in theirs[2]]
    if theirs[2] == [""] and len(ours[2]) == 1:
        theirs[2][0] = ours[2][0]
        for each in theirs[3].values():
            each[ours[2][0]] = each.pop("")
        shared = ours[2]
    elif set(theirs[2]) - set(ours[2]):
        return f"rewards: {ours[2]}, PRISM's {theirs[2]}"
    mine, other = (by_state(choices, pays, shared) for _, choices, _, pays in (ours, theirs))
    for state in mine:
        if mine[state] != other.get(state):
            return f"state {state}: {mine[state]}, PRISM's {other.get(state)}"
    return ""


def compare(program, prism, source, path, constants, scratch):
    ours, theirs = scratch / "ours", scratch / "theirs"
    theirs.mkdir()
    done = subprocess.run([program, "export", source, str(ours), "--format", "prism"],
                          capture_output=True, text=True)
    if done.returncode:
        return done.stderr.strip()
    done = subprocess.run(
        [prism, str(path), *(["-const", constants] if constants else []), "-sparse",
         "-exportmodelprecision", "17", "-exportmodel", str(theirs / "model.tra,srew,trew")],
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, cwd=scratch)
    if not (theirs / "model.tra").exists():
        return "PRISM: " + (re.findall(r"Error: .*", done.stdout) or ["no model was written"])[0]
    return difference(read(ours), read(theirs))


def main():
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("build", type=pathlib.Path)
    words.add_argument("examples", type=pathlib.Path)
    words.add_argument("qvbs", type=pathlib.Path, nargs="?")
    words.add_argument("--only", default="", metavar="PATTERN")
    given = words.parse_args()
    home = os.environ.get("PRISM_HOME")
    prism = shutil.which(os.path.join(home, "bin", "prism") if home else "prism")
    if not prism:
        print("skipped: prism is not on the path or in $PRISM_HOME/bin")
        return 0
    cases = [(source, given.examples / path, constants) for source, path, constants in EXAMPLES]
    if given.qvbs:
        cases += [(source, given.qvbs / "benchmarks/mdp" / path, constants)
                  for source, path, constants in QVBS]
    bad = 0
    for source, path, constants in cases:
        if given.only not in source:
            continue
        with tempfile.TemporaryDirectory() as scratch:
            found = compare(str((given.build / "warpmark").resolve()), prism, source,
                            path.resolve(), constants, pathlib.Path(scratch))
        print(f"{source}: {found or 'the same'}", flush=True)
        bad += bool(found)
    return 1 if bad else 0


sys.exit(main())
