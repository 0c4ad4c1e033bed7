What a problem is.

  $ check_json() { if command -v python3 >/dev/null; then python3 -m json.tool >/dev/null; else grep -q '^}'; fi; }
  $ FIELDS='"(source|kind|n|transitions|rows|nnz|distinct_values|row_min|row_max|classes|solved)":'
  $ cat >two.mtx <<end
  > %%MatrixMarket matrix coordinate real general
  > 2 2 4
  > 1 1 4
  > 1 2 1
  > 2 1 2
  > 2 2 4
  > end
  $ $WARPMARK info two.mtx
  source                 two.mtx
  kind                   linear
  n                      2  states, or rows of the matrix
  transitions            4  stored entries, diagonal included
  rows                   2  of the system to solve
  nnz                    2  off-diagonal non-zeros that a sweep reads
  distinct_values        2  among them
  row length             1 to 1 non-zeros
  $ $WARPMARK info two.mtx --json | check_json
  $ $WARPMARK info two.mtx --json | grep -E "$FIELDS"
    "source": "two.mtx",
    "kind": "linear",
    "n": 2,
    "transitions": 4,
    "rows": 2,
    "nnz": 2,
    "distinct_values": 2,
    "row_min": 1,
    "row_max": 1,
    "classes": 0,
    "solved": false
  $ $WARPMARK info two.mtx --variant jacobi/msr/f64/seq | tail -n 5
  bytes                  52 B in layout msr
    row starts           12 B
    columns              8 B
    values               16 B
    reciprocal diagonal  16 B
  $ $WARPMARK info two.mtx --variant gauss_seidel/msr+bfs/f64/omp | tail -n 1
    schedule             17 B  in steps: 1
  $ $WARPMARK info two.mtx --variant gauss_seidel/msr/f64/cuda | tail -n 1
    schedule             12 B  in steps: 2
  $ $WARPMARK info two.mtx --json --variant jacobi/msr/f32/omp | sed -n '/bytes/,/}/p'
    "bytes": 36,
    "arrays": {
      "row starts": 12,
      "columns": 8,
      "values": 8,
      "reciprocal diagonal": 8
    }
  $ $WARPMARK info random_dd:n=1000,density=0.01 --json | grep -E '"(n|nnz|transitions|kind)"'
    "kind": "linear",
    "n": 1000,
    "transitions": 10990,
    "nnz": 9990,
  $ $WARPMARK info random_dd:n=1000,density=0.01,diagonal=counted --json | grep -E '"(n|nnz|transitions)"'
    "n": 1000,
    "transitions": 10000,
    "nnz": 9000,

What the layouts take: two.mtx fills one segment of 32 rows, one line, or of 16 rows; compact words have one bit for the
two values.

  $ for layout in cmsr wl hwl cwl chwl; do
  >   $WARPMARK info two.mtx --variant jacobi/$layout/f64/cuda | sed -n '/^bytes/,$p'
  > done
  bytes                  48 B in layout cmsr
    row starts           12 B
    words                8 B
    diagonal indices     4 B
    value dictionary     16 B
    diagonal dictionary  8 B
  bytes                  408 B in layout wl
    segment starts       8 B
    columns              128 B
    values               256 B
    reciprocal diagonal  16 B
    unknowns of rows     0 B
  bytes                  408 B in layout hwl
    segment starts       8 B
    columns              128 B
    values               256 B
    reciprocal diagonal  16 B
    unknowns of rows     0 B
  bytes                  164 B in layout cwl
    segment starts       8 B
    words                128 B
    diagonal indices     4 B
    value dictionary     16 B
    diagonal dictionary  8 B
    unknowns of rows     0 B
  bytes                  164 B in layout chwl
    segment starts       8 B
    words                128 B
    diagonal indices     4 B
    value dictionary     16 B
    diagonal dictionary  8 B
    unknowns of rows     0 B

A chain: its states, and the rows that the property leaves.

  $ POLLING=$ROOT/datasets/data/prism/polling-7/model.tra
  $ $WARPMARK info "$POLLING:type=ctmc,goal=s1a1,avoid=s2a1" --json | grep -E "$FIELDS" | sed 1d
    "kind": "fixpoint",
    "n": 1344,
    "transitions": 5824,
    "rows": 1344,
    "nnz": 2960,
    "distinct_values": 41,
    "row_min": 0,
    "row_max": 8,
    "classes": 1,
    "solved": false
  $ $WARPMARK info "$POLLING:type=ctmc,steady=s1a1" --json | grep -E '"(kind|n|rows|nnz|classes)"'
    "kind": "steady",
    "n": 1344,
    "rows": 1344,
    "nnz": 5824,
    "classes": 1,

A name may hold blanks and colons, behind its first '/' or '.'.

  $ mkdir 'a folder: mine' && cp two.mtx 'a folder: mine/a b:c.mtx'
  $ $WARPMARK info './a folder: mine/a b:c.mtx' | head -n 3
  source                 ./a folder: mine/a b:c.mtx
  kind                   linear
  n                      2  states, or rows of the matrix
  $ printf '%%%%MatrixMarket matrix array real general\n2 1\n5\n6\n' >'a folder: mine/r h:s.mtx'
  $ $WARPMARK solve './a folder: mine/a b:c.mtx:rhs=r h:s.mtx' --variant jacobi/msr/f64/seq | head -n 1
  status       ok
  $ $WARPMARK info 'a folder: mine/a b:c.mtx' | head -n 1
  source                 a folder: mine/a b:c.mtx
  $ : >identity && $WARPMARK info identity:n=2 | head -n 1
  source                 identity:n=2
  $ $WARPMARK info 'a folder: yours/a b:c.mtx'
  warpmark: unknown generator 'a folder': see `warpmark list generators` (a file needs a '/' or '.' in its name)
  [1]

Scratch is counted where a place has it: none on the CPU.

  $ $WARPMARK info two.mtx --variant jacobi/sscan/f64/seq | tail -n 8
  bytes                  56 B in layout sscan
    row starts           12 B
    columns              8 B
    values               16 B
    reciprocal diagonal  16 B
    head flags           4 B
    products (scratch)   0 B
    scan (scratch)       0 B
  $ $WARPMARK info two.mtx --variant 'jacobi[elements=4]/sscan/f64/cuda' | grep -E 'bytes|scratch'
  bytes                  72 B in layout sscan
    products (scratch)   16 B
    scan (scratch)       0 B

A chain whose rows repeat, and one whose diagonals do; what does not fit is in a remainder.

  $ $WARPMARK info tandem:c=15 --variant jacobi/pattern/f64/seq | tail -n 13
  bytes                  1.35 kB in layout pattern
    row codes            496 B
    pattern starts       88 B
    offsets              200 B
    values               400 B
    pattern reciprocals  168 B
    remainder marks      0 B
    remainder row starts 0 B
    remainder columns    0 B
    remainder values     0 B
    remainder diagonal   0 B
    tiles (scratch)      0 B
    unknowns of rows     0 B
  $ $WARPMARK info tandem:c=15 --variant jacobi/sdia/f32/seq | tail -n 13
  bytes                  1.70 kB in layout sdia
    slices               252 B
    codes                852 B
    bits                 0 B
    offsets              32 B
    values               32 B
    wide starts          0 B
    diagonal indices     496 B
    reciprocal diagonal  36 B
    remainder marks      0 B
    remainder row starts 0 B
    remainder columns    0 B
    remainder values     0 B
  $ $WARPMARK info random_dd:n=300,density=0.9 --variant jacobi/pattern/f64/seq | grep -E 'bytes|codes|remainder'
  bytes                  973 kB in layout pattern
    row codes            300 B
    remainder marks      80 B
    remainder row starts 1.19 kB
    remainder columns    320 kB
    remainder values     640 kB
    remainder diagonal   2.38 kB
  $ $WARPMARK info tandem:c=31 --variant 'jacobi[temporal_block=2]/pattern/f64/cuda' | grep -E 'note|scratch'
    tiles (scratch)      1.14 kB
  $ $WARPMARK info tandem:c=31 --variant 'jacobi[temporal_block=3]/pattern/f64/cuda' | grep -E 'note|scratch'
  note                   temporal_block=3: one sweep at a time, because no tile holds what 21 patterns of 50 entries reach
    tiles (scratch)      0 B
  $ $WARPMARK info random_dd:n=300,density=0.9 --variant 'jacobi[sweeps=4]/pattern/f64/cuda' | grep -E 'note|scratch'
  note                   temporal_block=4: one sweep at a time, because some rows have no pattern
    tiles (scratch)      0 B
  $ $WARPMARK info random_dd:n=300,density=0.9 --variant jacobi/sdia/f64/seq | grep -E 'bytes|codes|remainder'
  bytes                  972 kB in layout sdia
    codes                12 B
    remainder marks      80 B
    remainder row starts 1.20 kB
    remainder columns    323 kB
    remainder values     646 kB

Layout auto says what it chose, and why.

  $ $WARPMARK info tandem:c=31 --variant jacobi/auto/f64/seq | grep -E '^(note|bytes) '
  note                   auto: pattern, as 93.8 % of the rows stand in runs of equal ones
  bytes                  2.87 kB in layout pattern
  $ $WARPMARK info random_dd:n=300,density=0.9 --variant jacobi/auto/f64/seq | tail -n 8
  note                   auto: delta16, as rows share little, and have 269 entries
  bytes                  811 kB in layout delta16
    row starts           1.20 kB
    words                161 kB
    first columns        0 B
    word starts          0 B
    values               646 kB
    reciprocal diagonal  2.40 kB
  $ $WARPMARK info herman:n=9 --variant jacobi/auto/f64/seq | grep -E '^(note|bytes) '
  note                   auto: balanced, as 100 % of the entries are in rows of one value, and a row has 38.4
  bytes                  51.6 kB in layout balanced

On CUDA it chooses among other layouts, by other rules.

  $ for s in tandem:c=31 cluster:n=10 herman:n=9 herman:n=11 polling:n=6; do
  > $WARPMARK info $s --variant jacobi/auto/f64/cuda | grep '^note '; done
  note                   auto: pattern, as 93.8 % of the rows stand in runs of equal ones
  note                   auto: sdia, as 32 rows share 16.3 pairs of offset and value, and a row has 4.68
  note                   auto: panels, as rows have 38.4 entries, and 39.8 in a panel
  note                   auto: panels, as one row has 2047 of the 177102 entries
  note                   auto: cmsr, as rows share little, and have 1.94 entries, the longest of 32 rows 4
Columns beyond 16 bits are distances; values can be stored in single precision.

  $ $WARPMARK info random_dd:n=70000,density=0.0001 --variant 'jacobi[storage=f32]/delta16/f64/seq' | tail -n 7
  bytes                  4.34 MB in layout delta16
    row starts           280 kB
    words                980 kB
    first columns        280 kB
    word starts          280 kB
    values               1.96 MB
    reciprocal diagonal  560 kB

What only a library can size is known where it runs.

  $ $WARPMARK info two.mtx --variant jacobi/cusparse/f64/seq | tail -n 7
  bytes                  68 B in layout cusparse
    row starts           12 B
    columns              8 B
    values               16 B
    reciprocal diagonal  16 B
    sums (scratch)       16 B
    buffer (scratch)     known only where it runs
  $ $WARPMARK info two.mtx --variant jacobi/cusparse/f64/seq --json | grep buffer
      "buffer (scratch)": null
  $ $WARPMARK info two.mtx --variant 'jacobi[slice=8]/cusparse_sell/f32/cuda' | grep -E '^  (slice|columns|values|sums)'
    slice starts         8 B
    columns              32 B
    values               32 B
    sums (scratch)       8 B

--variant must name one variant, but need not name one that can run here.

  $ $WARPMARK info two.mtx --variant jacobi/msr/f64/cuda | grep bytes
  bytes                  52 B in layout msr
  $ $WARPMARK info two.mtx --variant 'jacobi/*/f64/seq'
  warpmark: variant 'jacobi/*/f64/seq': needs one variant, not a name pattern: see `warpmark list variants 'jacobi/*/f64/seq'`
  [1]

At several GPUs each array counts over all parts, and with them what the parts read of each other.

  $ $WARPMARK info two.mtx --variant jacobi/msr/f64/cuda2 | tail -n 6
  bytes                  72 B in layout msr
    row starts           16 B
    columns              8 B
    values               16 B
    reciprocal diagonal  16 B
    halos                16 B  in parts: 2
  $ $WARPMARK info two.mtx --variant jacobi/msr/f64/cuda4 --json | grep halos
      "halos": 16
  $ $WARPMARK info two.mtx --variant jacobi/cusparse/f64/cuda2
  warpmark: layout cusparse cannot be divided into parts, as place cuda2 needs it
  [1]

Nothing is solved, so several initial states need no filter.

  $ $WARPMARK export herman:n=5 ring --format drn >/dev/null
  $ $WARPMARK info ring/model.drn:reward=steps,goal=stable | head -n 3
  source                 ring/model.drn:reward=steps,goal=stable
  kind                   fixpoint
  n                      32  states, or rows of the matrix
  $ $WARPMARK solve ring/model.drn:reward=steps,goal=stable --variant jacobi/msr/f64/seq
  warpmark: ring/model.drn: 32 states are initial: say filter=max, filter=min or filter=avg
  [1]

What the source asks, and the same of the files that `export` writes.

  $ CHAIN=$ROOT/datasets/data/prism/tandem-c31/model.tra
  $ $WARPMARK info tandem:c=3,property=2 --json | grep '"property'
    "property": "P=?[sm<c U sc=c]",
    "property_by_labels": "P=?[!\"second_full\" U \"first_full\"]",
  $ $WARPMARK info "$CHAIN:type=ctmc,reward=model.srew" --json | grep property
    "property": "R{\"model.srew\"}=?[S]",
    "property_by_labels": "R=?[S]",
  $ $WARPMARK info phils:n=3 --json | grep property
    "property": "G F someone_eats",
  $ $WARPMARK info markov:n=40 --json | grep -c property
  0
  [1]
