What each way to solve a problem should take.

  $ check_json() { if command -v python3 >/dev/null; then python3 -m json.tool >/dev/null; else grep -q '^}'; fi; }
  $ $WARPMARK advise tandem:c=15 --place seq >said
  $ sed 's/ .*//' said | sort -u | grep -E '^(source|auto|variant|gauss|multi|no)' | sed 's/gauss.*/gauss/; s/multi.*/multi/' | sort -u
  auto
  gauss
  multi
  no
  source
  variant
  $ $WARPMARK advise tandem:c=15 --json | check_json
  $ $WARPMARK advise tandem:c=15 --place seq --json | grep -cE '"(variant|iterations|set_up_sweeps|iteration_sweeps|seconds|supported|reason)":' | awk '$1 > 60 { print "many" }'
  many

Method auto takes what it says, and the name of a result stays.

  $ $WARPMARK solve tandem:c=15 --variant auto/auto/f64/seq --json | grep '"variant"'
    "variant": "auto/auto/f64/seq",
  $ $WARPMARK solve tandem:c=15 --variant auto/auto/f64/seq | sed -n 's/^status *\(ok: auto\): .*, as .* iterations should take .*/\1/p'
  ok: auto

What has no forecast.

  $ $WARPMARK advise herman:n=5,property=4,steps=10 --place seq
  source       herman:n=5,property=4,steps=10
  auto takes   bounded/auto/f64/seq
  $ $WARPMARK advise leader:n=2
  warpmark: leader:n=2 is a graph, and forecasts are for linear systems. `warpmark solve SOURCE --variant map/csr/u32/omp` searches it
  [1]
  $ $WARPMARK advise identity --place gpu
  warpmark: --place gpu: unknown place: see `warpmark list places`
  [1]
  $ $WARPMARK advise identity --device cuda
  warpmark: unknown option '--device', did you mean '--place'?
  [1]
  $ $WARPMARK advise identity --epsilon 2
  warpmark: --epsilon 2: must be above 0 and below 1
  [1]
