Product graphs, their properties and their files.

  $ $WARPMARK info phils:n=3
  source                 phils:n=3
  kind                   graph
  n                      49  vertices
  transitions            120  edges
  accepting              23  vertices among them
  deadlocks              9  vertices without successors
  stored_n               23  vertices where the property can be broken for ever
  stored_transitions     31  edges between those
  $ $WARPMARK info leader:n=3 --json
  {
    "source": "leader:n=3",
    "kind": "graph",
    "property": "F elected",
    "n": 4966,
    "transitions": 8859,
    "accepting": 4966,
    "deadlocks": 522,
    "stored_n": 4966,
    "stored_transitions": 8859
  }
  $ $WARPMARK list generators | grep -A 9 '^peterson'
  peterson             Peterson's mutual exclusion (graph)
      n            processes (must be given)
      error        1: a stage lets equals pass; 2: the wrong variable is looked at (default 0)
      reset        1: counters are set back after use, as in the paper's model (default 0)
      property     its number, none (the model alone), or an automaton that accepts what breaks it, FILE.hoa (may be left out)
      merge        1: parallel edges are one (default 0)
      stored       1: only the vertices that the paper stores, in components of the property with accepting states (default 0)
      property=4   G F one_in_cs
      property=3   G F cs0
      property=2   G (wait0 -> F cs0)

Methods for linear systems are not for them.

  $ $WARPMARK solve phils:n=3 --variant jacobi/msr/f64/seq
  status       unsupported: method jacobi solves linear systems, and this problem is a product: see `warpmark list methods`
  seconds      generate * (glob)
  next         see what works here: `warpmark list variants --usable`, or try: --variant map/csr/u32/omp
  [2]
  $ $WARPMARK info phils:n=3 --variant jacobi/msr/f64/seq
  warpmark: method jacobi solves linear systems, and this problem is a product: see `warpmark list methods`
  [1]

  $ $WARPMARK info phils:n=3 --variant map/csr/u32/seq | grep -e deadlocks -e bytes
  deadlocks              9  vertices without successors
  bytes                  * in layout csr (glob)

Files.

  $ $WARPMARK export phils:n=3 there --format aut
  there: 49 vertices, 120 edges
  $ head -n 2 there/model.aut
  des (0, 120, 49)
  (0, "i", 1)
  $ $WARPMARK info there/model.aut | grep -e accepting -e transitions
  transitions            120  edges
  accepting              23  vertices among them
  $ $WARPMARK export there/model.aut there --format cache
  there: 49 vertices, 120 edges
  $ $WARPMARK info there/model.h5 | grep -e accepting -e transitions
  transitions            120  edges
  accepting              23  vertices among them
  $ rm there/model.acc
  $ $WARPMARK info there/model.aut
  warpmark: there/model.acc: is missing: it lists the accepting vertices of there/model.aut, one a line (an empty file: none)
  [1]
  $ $WARPMARK export phils:n=3 there --format prism
  warpmark: format prism cannot hold a product: use --format aut or --format cache
  [1]
  $ $WARPMARK export phils:n=3 there --format cache --system
  warpmark: --system: this source is a product, which has no linear system. Leave --system out
  [1]
  $ $WARPMARK export herman:n=3 there --format aut
  warpmark: format aut cannot hold a chain: add --system to export its linear system
  [1]

A property from a file.

  $ cat >p.hoa <<end
  > HOA: v1
  > States: 2
  > Start: 0
  > Acceptance: 1 Inf(0)
  > AP: 1 "eat0"
  > --BODY--
  > State: 0 [t] 0 [!0] 1
  > State: 1 {0} [!0] 1
  > --END--
  > end
  $ $WARPMARK info phils:n=3,property=./p.hoa | grep -e ' n ' -e transitions -e accepting
  transitions            144  edges
  accepting              25  vertices among them
  stored_transitions     45  edges between those
  $ sed 's/eat0/eats0/' p.hoa >q.hoa
  $ $WARPMARK info phils:n=3,property=q.hoa
  warpmark: phils: unknown proposition 'eats0', did you mean 'eat0'?
  [1]
  $ sed 's/^Acc.*/Acceptance: 2 Inf(0) \& Inf(1)/' p.hoa >q.hoa
  $ $WARPMARK info phils:n=3,property=q.hoa
  warpmark: q.hoa:4: column 13: acceptance 2 Inf(0)&Inf(1) is not Büchi acceptance, 1 Inf(0)
  [1]

On the fly: the search ends with the first part of the graph that has a cycle, or with the whole.

  $ $WARPMARK info phils:n=9 | grep -e '^n ' -e '^transitions'
  n                      34,333  vertices
  transitions            193,260  edges
  $ $WARPMARK solve phils:n=9 --variant map/csr/u32/seq --on-the-fly
  status       ok
  verdict      cycle: G F someone_eats does not hold
  outer        11
  cycle        1 edges, after 9
  on the fly   23,623 vertices, 114,654 edges, 7 searches
  iterations   98
  how sure     checked: the cycle was walked through, edge by edge
  seconds      *s (glob)
  load         * on * cores* (glob)
  next         use all cores: --variant map/csr/u32/omp
  $ $WARPMARK solve bakery:n=3,max=4,stored=1 --variant 'ndfs[on_the_fly=yes]/csr/u32/seq' --json | grep -vE '"(seconds|solve|verify|note|source)"'
  {
    "kind": "graph",
    "n": null,
    "rows": null,
    "nnz": null,
    "variant": "ndfs[on_the_fly=yes]/csr/u32/seq",
    "property": "G (wait0 -> F cs0)",
    "status": "ok",
    "proof": "checked",
    "verdict": "cycle",
    "outer": null,
    "sweeps": null,
    "iterations": 0,
    "lasso_valid": true,
    "lasso_prefix": 0,
    "lasso_cycle": 1,
    "on_the_fly": {
      "vertices": 19267,
      "edges": 46697,
      "rounds": 10
    },
      "generate": null,
      "prove": null,
      "layout": 0,
      "upload": 0,
      "solve_device": null,
      "download": 0,
    },
    "load": *, (glob)
    "cores": *, (glob)
    "waited": * (glob)
  }
  $ $WARPMARK solve leader:n=3 --variant owcty/csr/u32/omp --on-the-fly | grep -v seconds
  status       ok
  verdict      no_cycle: F elected holds
  on the fly   4,966 vertices, 8,859 edges, 7 searches
  iterations   7
  how sure     not checked: that a cycle is absent has no witness
  load         * on * cores* (glob)
  next         another search should agree: --variant map/csr/u32/omp
  $ $WARPMARK info leader:n=3 | grep '^n '
  n                      4,966  vertices
  $ rm -r there; $WARPMARK export phils:n=3 there --format aut
  there: 49 vertices, 120 edges
  $ $WARPMARK solve there/model.aut --variant map/csr/u32/seq --on-the-fly
  status       unsupported: there/model.aut: a search on the fly needs a generator of products, such as leader:n=3
  next         see what works here: `warpmark list variants --usable`, or try: --variant map/csr/u32/omp
  [2]
  $ $WARPMARK solve leader:n=3 --variant jacobi/msr/f64/seq --on-the-fly
  warpmark: --on-the-fly needs a search, such as map; method jacobi solves linear systems
  [1]
  $ $WARPMARK solve leader:m=3 --variant map/csr/u32/seq --on-the-fly
  warpmark: leader: unknown parameter 'm', did you mean 'n'?
  [1]
  $ $WARPMARK solve leader:n=3 --variant 'map[on_the_fly=maybe]/csr/u32/seq'
  warpmark: variant 'map[on_the_fly=maybe]/csr/u32/seq': on_the_fly=maybe: unknown value (known: no, yes)
  [1]
  $ cat >fly.lua <<end
  > local wm = require "warpmark"
  > return wm.experiment { name = "fly", problems = { "bakery:n=3,max=4", "herman:n=3" }, expect = { "unsupported" },
  >     variants = { "map[on_the_fly={no,yes}]/csr/u32/seq" }, measure = { min_samples = 1, max_samples = 2 },
  >     tables = { { id = "parts", rows = "variant", value = "fly_vertices", where = "problem=bakery*" } } }
  > end
  $ $WARPMARK run fly.lua -o fly.h5 2>&1 | sed 's/: .* samples[^,]*, /: /; s/ [0-9]* measured again,//' | head -n 4
  [1/4] bakery:n=3,max=4  map/csr/u32/seq: 1 iteration
  [2/4] bakery:n=3,max=4  map[on_the_fly=yes]/csr/u32/seq: 413 iterations
  [3/4] herman:n=3  map/csr/u32/seq: unsupported: method map searches for cycles, and this problem is a linear system: see `warpmark list methods`
  [4/4] herman:n=3  map[on_the_fly=yes]/csr/u32/seq: unsupported: herman:n=3: a search on the fly needs a generator of products, such as leader:n=3
  $ $WARPMARK table fly.h5 parts --format csv
  variant,variant_2,fly_vertices,low,high,used,runs,extrapolated,doubtful,unchecked,disturbed,status
  map/csr/u32/seq,map/csr/u32/seq,,,,0,1,0,0,0,0,ok
  map[on_the_fly=yes]/csr/u32/seq,map[on_the_fly=yes]/csr/u32/seq,42523,,,1,1,0,0,0,*,ok (glob)
