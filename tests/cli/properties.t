Lists of properties, and questions by name or number (docs/questions.md).

  $ printf '%s\n' '3 4' '0 1 0.5' '0 2 0.5' '1 1 1' '2 2 1' >walk.tra; printf '%s\n' '0="init" 1="deadlock" 2="left"' '0: 0' '1: 2' >walk.lab
  $ cat >walk.props <<'END'
  > const int k = 1;
  > "time": LRA=? [F "left"];
  > "soon": P=?[F<=k "left"];
  > P=?[G !"left"]
  > "open": P=?[F ("left"]
  > "twice": 2*"soon" + "time"
  > END

One that cannot be read leaves the others. Numbers stand for names.

  $ $WARPMARK list properties walk.props
  time                 LRA=? [F "left"]
                       walk.props:2: column 13: expected a number, found '?': write a long-run probability as S=?["done"], a long-run reward as R=?[S]
  soon                 P=?[F<=k "left"]
  3                    P=?[G !"left"]
  open                 P=?[F ("left"]
                       walk.props:5: column 22: expected an operator or ')', found ']': the closing ')' is missing
  twice                2*"soon" + "time"
  $ $WARPMARK list properties walk.props --names | tr '\n' ' '
  time soon 3 open twice  (no end of line)
  $ $WARPMARK list properties walk.props --json | grep -c '"problem"'
  2
  $ $WARPMARK list properties walk.props --json | sed -n '/"soon"/,/}/p'
      "name": "soon",
      "title": "P=?[F<=k \"left\"]",
      "number": 2,
      "line": 3
    },
  $ ask() { $WARPMARK certify walk.tra:type=dtmc,props=walk.props,prop=$1 2>&1 | sed -n 's/^value  *//p; /^warpmark/p'; }
  $ ask soon; ask 2; ask 3; ask time; ask 1; ask twice; ask 6
  P=?[F<=k "left"] = 0.5
  P=?[F<=k "left"] = 0.5
  P=?[G !"left"] = 0.5
  warpmark: walk.tra: prop=time: walk.props:2: column 13: expected a number, found '?': write a long-run probability as S=?["done"], a long-run reward as R=?[S]
  warpmark: walk.tra: prop=1: walk.props:2: column 13: expected a number, found '?': write a long-run probability as S=?["done"], a long-run reward as R=?[S]
  warpmark: walk.tra: prop=2*"soon" + "time": column 12: the property "time" cannot be read: walk.props:2: column 13: expected a number, found '?': write a long-run probability as S=?["done"], a long-run reward as R=?[S]
  warpmark: walk.tra: prop=6: there are only properties 1 to 5

A JANI model has its own.

  $ cat >two.jani <<'END'
  > {"jani-version": 1, "name": "two", "type": "ctmc", "constants": [{"name": "T", "type": "real"}], "system": {},
  >  "variables": [{"name": "on", "type": "bool", "transient": true}, {"name": "x", "type": "int"}], "automata": [],
  >  "properties": [
  >   {"name": "off", "expression": {"op": "filter", "fun": "max", "states": {"op": "initial"}, "values":
  >    {"op": "Pmax", "exp": {"op": "U", "left": {"op": "=", "left": "x", "right": 1}, "right": "on", "time-bounds": {"upper": "T"}}}}},
  >   {"name": "steps", "expression": {"op": "Pmin", "exp": {"op": "F", "exp": "on", "step-bounds": {"upper": 4}}}}]}
  > END
  $ $WARPMARK list properties two.jani
  off                  filter(max, P=?[x=1 U<=T "on"], "init")
  steps                
                       steps of a CTMC are not counted
  $ $WARPMARK list properties two.jani:const=T=4 --names
  off
  steps
  $ for p in steps of; do $WARPMARK solve two.jani:const=T=4,prop=$p --variant jacobi/msr/f64/omp; done
  warpmark: two.jani: prop=steps: steps of a CTMC are not counted
  warpmark: two.jani: prop=of: no property has this name, did you mean 'off'?
  [1]
  $ sed 's/ctmc/mdp/' two.jani >mdp.jani; $WARPMARK list properties mdp.jani; echo '[1]' >none.jani; $WARPMARK list properties none.jani
  off                  
                       steps are counted, and there is no time
  steps                Pmin=?[F<=4 "on"]
  warpmark: none.jani:1: this is no model in JANI
  [1]
