#!/usr/bin/env python3
"""Engine `example`: Gauss-Seidel in plain Python, to show the protocol (docs/engines.md)."""
import array, json, sys, time

HELLO = {"protocol": 1, "title": "Gauss-Seidel in plain Python", "version": "1",
         "solves": ["linear", "fixpoint", "steady"], "takes": ["system"],
         "options": [{"name": "omega", "default": 1, "above": 0, "below": 2,
                      "help": "relaxation"}]}


def read(path, kind):
    with open(path, "rb") as file:
        return array.array(kind, file.read())


def open_problem(m):
    m["A"] = read(m["row_starts"], "Q"), read(m["columns"], "I"), read(m["values"], "d")
    m["rhs"], m["start"] = read(m["b"], "d"), read(m["x0"], "d")
    return m


def solve(m):
    starts, columns, values = m["A"]
    omega, b, relative = m["options"]["omega"], m["rhs"], m["criterion"] == "relative"
    m["x"] = x = array.array("d", m["start"])
    for sweep in range(1, m["max_iterations"] + 1):
        change = 0
        for i in range(m["rows"]):
            rest, diagonal = b[i], 0
            for k in range(starts[i], starts[i + 1]):
                if columns[k] == i:
                    diagonal = values[k]
                else:
                    rest -= values[k] * x[columns[k]]
            new = x[i] + omega * (rest / diagonal - x[i])
            change = max(change, abs(new - x[i]) / (abs(new) if relative and new else 1))
            x[i] = new
        if change < m["epsilon"]:
            return {"outcome": "converged", "iterations": sweep}
    return {"outcome": "limit", "iterations": m["max_iterations"]}


for line in sys.stdin:
    message, reply = json.loads(line), {}
    if message["message"] == "hello":
        reply = HELLO
    elif message["message"] == "open":
        problem = open_problem(message)
    elif message["message"] == "solve":
        begin = time.perf_counter()
        reply = solve(problem)
        reply["seconds"] = time.perf_counter() - begin
    elif message["message"] == "answer":
        with open(problem["answer"], "wb") as file:
            problem["x"].tofile(file)
    elif message["message"] == "close":
        break
    print(json.dumps(reply), flush=True)
