"""Questions on JANI models by labels, where the properties of a model are not asked by name."""

import json


class Model:
    """A JANI file. What its properties need as labels and rewards is added as variables."""

    def __init__(self, path, constants):
        self.json = json.loads(path.read_text(encoding="utf-8-sig"))
        self.constants = {c["name"]: c["value"] for c in self.json["constants"] if "value" in c}
        self.open = {c["name"] for c in self.json["constants"]} - set(self.constants)
        self.constants.update(constants)
        self.kind = {v["name"]: v["type"] for v in self.json["variables"] if v.get("transient")}
        places = [a["locations"][0] for a in self.json["automata"] if len(a["locations"]) == 1]
        self.defined = {t["ref"]: t["value"] for place in places
                        for t in place.get("transient-values", [])}
        self.asked = {p["name"]: p["expression"] for p in self.json["properties"]}

    def number(self, of):
        if isinstance(of, dict) and of["op"] == "*":
            return self.number(of["left"]) * self.number(of["right"])
        return self.number(self.constants[of]) if isinstance(of, str) else of

    def without_labels(self, of):
        """Variables that are added must not be defined by others that are like them."""
        if isinstance(of, dict):
            return {key: self.without_labels(part) for key, part in of.items()}
        if isinstance(of, str) and of in self.kind and of not in self.defined:
            raise ValueError(f"what {of} is depends on the place")
        return self.defined.get(of, of) if isinstance(of, str) else of

    def variable(self, of, kind):
        if isinstance(of, str) and of in self.kind:
            return of
        name, first = f"asked_{len(self.kind)}", False if kind == "bool" else 0
        value, self.kind[name] = self.without_labels(of), kind
        self.json["variables"].append(
            {"name": name, "type": kind, "transient": True, "initial-value": first})
        for location in self.json["automata"][0]["locations"]:
            location.setdefault("transient-values", []).append({"ref": name, "value": value})
        return name

    def label(self, of):
        if isinstance(of, dict) and of["op"] == "¬":
            return ("!" + self.label(of["exp"])).replace("!!", "")
        return "deadlock" if of == {"op": "deadlock"} else self.variable(of, "bool")

    def path(self, exp, unit):
        limits = exp.get("time-bounds", exp.get("step-bounds"))
        if "reward-bounds" in exp or limits and set(limits) - {"upper", "upper-exclusive"}:
            raise ValueError("bounds of rewards, or not from 0 on")
        left, right = (exp["left"], exp["right"]) if exp["op"] == "U" else (True, exp["exp"])
        keys = f"goal={self.label(right)}"
        if left is not True:
            keys += f",avoid=!{self.label(left)}".replace("!!", "")
        return keys + (f",{unit}={self.number(limits['upper'])}" if limits else "")

    def question(self, name):
        """The keys of a source."""
        asked, how = self.asked[name]["values"], self.asked[name]["fun"]
        if asked["op"] == "≥" and asked["right"] == 1:  # true: the probability is 1
            asked = asked["left"]
        exp, kind = asked["exp"], asked["op"][0]
        unit = "time" if self.json["type"] == "ctmc" else "steps"
        pick = f",filter={how}" if how in ("max", "min", "avg") else ""
        if kind == "P":
            return self.path(exp, unit) + pick
        if kind == "S" and (isinstance(exp, dict) or self.kind.get(exp) == "bool"):
            return f"steady={self.label(exp)}"
        reward = f"reward={self.variable(exp, 'real')}"
        if kind == "S":
            return reward
        if "reach" in asked:
            return f"{reward},goal={self.label(asked['reach'])}{pick}"
        if asked.get("accumulate"):
            raise ValueError("rewards up to a time")
        return f"{reward},{unit}={self.number(asked['time-instant'])}{pick}"
