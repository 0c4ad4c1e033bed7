What each way to solve a problem takes.

  $ check_json() { if command -v python3 >/dev/null; then python3 -m json.tool >/dev/null; else grep -q '^}'; fi; }
  $ $WARPMARK advise tandem:c=15 --place seq >said
  $ sed 's/ .*//' said | sort -u | grep -E '^(source|auto|the|variant|gauss|multi)' | sed 's/gauss.*/gauss/; s/multi.*/multi/' | sort -u
  auto
  gauss
  multi
  source
  the
  variant
  $ $WARPMARK advise tandem:c=15 --json | check_json
  $ $WARPMARK advise tandem:c=15 --place seq --json | grep -cE '"(variant|state|iterations|seconds|reason)":' | awk '$1 > 40 { print "many" }'
  many

The first way of the table is the one that auto takes, and the cache keeps it for method auto. The
name of a result stays.

  $ taken() { sed -n 's/^auto takes *//p' said; }
  $ sed -n '/^variant/{n;p;}' said | sed 's/ .*//' | grep -cFx "$(taken)"
  1
  $ $WARPMARK solve tandem:c=15 --variant auto/auto/f64/seq --json | grep '"variant"'
    "variant": "auto/auto/f64/seq",
  $ $WARPMARK advise tandem:c=15 --place seq >said; $WARPMARK solve tandem:c=15 --variant auto/auto/f64/seq | grep -cF "ok: auto: $(taken), as the cache of choices says (the fastest of a race, in "
  1
  $ $WARPMARK solve kanban:t=2 --variant auto/auto/f64/seq >said; for file in "$XDG_CACHE_HOME"/warpmark/choices/*; do echo damaged >"$file"; done; for k in 1 2; do $WARPMARK solve kanban:t=2 --variant auto/auto/f64/seq | sed -n 's/^status *\(ok: auto\): [^ ]*, as \(about\|the cache of choices says\).*/\1 \2/p'; done
  ok: auto about
  ok: auto the cache of choices says
  $ WARPMARK_CHOICES= $WARPMARK solve kanban:t=2 --variant auto/auto/f64/seq | sed -n 's/^status *\(ok: auto\): [^ ]*, as \(about\).*/\1 \2/p'
  ok: auto about

What is no race.

  $ $WARPMARK advise herman:n=5,property=4,steps=10 --place seq
  source       herman:n=5,property=4,steps=10
  auto takes   bounded/auto/f64/seq
  $ $WARPMARK advise leader:n=2
  warpmark: leader:n=2 is a graph, and a race is for linear systems. `warpmark solve SOURCE --variant map/csr/u32/omp` searches it
  [1]
  $ $WARPMARK advise identity --place gpu
  warpmark: --place gpu: unknown place, did you mean 'cuda'?
  [1]
  $ $WARPMARK advise identity --device cuda
  warpmark: unknown option '--device', did you mean '--place'?
  [1]
  $ $WARPMARK advise identity --epsilon 2
  warpmark: --epsilon 2: must be above 0 and below 1
  [1]
