Rows in closed form: layout generated, and sources without a matrix.

  $ solve() { $WARPMARK solve "$@" | sed -n '1,3p'; }
  $ solve tandem:c=31 --variant jacobi/generated/f64/seq --prove 0
  status       ok
  iterations   555
  value        R=?[S] = 31.8150038852909
  $ solve tandem:c=31,matrix=none --variant jacobi/generated/f64/seq
  status       ok
  iterations   555
  value        R=?[S] = 31.8150038852909
  $ solve herman:n=7,matrix=none --variant 'bicgstab[precondition=jacobi]/generated/f64/seq' | sed -n 1p
  status       ok

Answers are proven all the same, and agree with the proof of the stored matrix, about
31.815003885151282. How well depends on the answer alone.

  $ $WARPMARK solve tandem:c=31,matrix=none --variant jacobi/generated/f64/seq | grep '^how sure'
  how sure     value: proven to within 7.9e-11 of it; exact: 31.81500388529 ± 2.6e-09
  $ proven() { $WARPMARK solve "$@" --json | awk -F'[:,] *' '/"(value_low|value_high)"/ {print $2}'; }
  $ known() {
  >   proven "$@" | awk -v x=$value 'NR == 1 {low = $1} NR == 2 {high = $1}
  >     END {print (low <= x && x <= high && high - low < 2e-5 * x ? "known" : low " " high)}'
  > }
  $ for place in seq omp; do
  >   for variant in 'bicgstab[precondition=jacobi]' jacobi; do
  >     value=31.815003885151282 known tandem:c=31,matrix=none --variant $variant/generated/f64/$place
  >   done
  >   value=255.828096980419 known tandem:c=255,matrix=none --variant 'bicgstab[precondition=jacobi]/generated/f64/'$place
  > done
  known
  known
  known
  known
  known
  known
  $ value=6.857142857142857 known herman:n=7,matrix=none --variant jacobi/generated/f64/seq
  known
  $ $WARPMARK solve tandem:c=31,matrix=none --variant 'bicgstab[precondition=jacobi]/generated/f64/seq' --epsilon 1e-3 --require 1e-6 | sed -n 1p
  status       inaccurate: the proven error is * more than require = 1e-06. Use a smaller epsilon* (glob)
  $ $WARPMARK solve tandem:c=31,matrix=none --variant jacobi/generated/f64/seq --epsilon 1e-12 --require 1e-9 | sed -n 1p
  status       ok

What no memory holds opens at once.

  $ $WARPMARK info tandem:c=50000,matrix=none
  source                 tandem:c=50000,matrix=none
  kind                   steady
  n                      5,000,150,001  states, or rows of the matrix
  transitions            17,500,149,999  stored entries, diagonal included
  rows                   5,000,150,001  of the system to solve
  nnz                    17,500,149,999  off-diagonal non-zeros that a sweep reads
  matrix                 none is stored: layout generated makes the rows
  classes                1  closed classes
  period                 1  of the embedded jump chain
  $ $WARPMARK info tandem:c=50000,matrix=none --variant jacobi/generated/f64/cuda --json | grep -E '"(rows|nnz|row_max|bytes)"'
    "rows": 5000150001,
    "nnz": 17500149999,
    "row_max": null,
    "bytes": 288,
  $ $WARPMARK solve tandem:c=50000,matrix=none --variant jacobi/generated/f64/omp | sed -n 1p
  status       unsupported: layout generated on the host has 32-bit row numbers, and n = 5000150001: use place cuda

What needs the rows says so.

  $ none=tandem:c=31,matrix=none
  $ $WARPMARK solve $none --variant jacobi/msr/f64/omp | sed -n 1p
  status       unsupported: layout msr needs the rows of the matrix, and with matrix=none none are stored: use layout generated
  $ $WARPMARK solve $none --variant auto/auto/f64/omp | sed -n 1p
  status       unsupported: method auto needs the rows of the matrix, and with matrix=none none are stored: leave out matrix=none
  $ $WARPMARK certify $none
  warpmark: certify needs the rows of the matrix, and with matrix=none none are stored: leave out matrix=none
  [1]
  $ $WARPMARK advise $none
  warpmark: advise needs the rows of the matrix, and with matrix=none none are stored: leave out matrix=none
  [1]
  $ $WARPMARK export $none out --format prism
  warpmark: tandem: with matrix=none no chain is made: leave out matrix=none
  [1]
  $ $WARPMARK export $none out --format matrix_market --system
  warpmark: export needs the rows of the matrix, and with matrix=none none are stored: leave out matrix=none
  [1]
  $ $WARPMARK spy $none -o a.svg
  warpmark: tandem: with matrix=none no chain is made: leave out matrix=none
  [1]

Choices of a decision process can be in closed form, too. Published values are 49/128 and 75.

  $ none=consensus:n=2,k=2,matrix=none
  $ value=0.3828125 known $none --variant vi/generated/f64/seq --epsilon 1e-10
  known
  $ value=75 known $none,property=3 --variant vi/generated/f64/omp --epsilon 1e-10
  known
  $ for rows in '' ,matrix=none; do
  >   $WARPMARK solve consensus:n=2,k=2,property=3$rows --variant vi/$([ $rows ] && echo generated || echo msr)/f64/seq --prove 0 | grep ^iterations
  > done
  iterations   587
  iterations   587
  $ $WARPMARK info consensus:n=8,k=2,matrix=none
  source                 consensus:n=8,k=2,matrix=none
  kind                   optimum
  n                      61,018,112  states, or rows of the matrix
  choices                323,981,312  of all states together
  transitions            403,856,384  stored entries, diagonal included
  rows                   78,941,952  of the system to solve
  nnz                    403,854,336  off-diagonal non-zeros that a sweep reads
  matrix                 none is stored: layout generated makes the rows
  $ $WARPMARK solve $none
  warpmark: --variant is missing, the way to solve it: warpmark solve consensus:n=2,k=2,matrix=none --variant vi/generated/f64/omp
  [1]
  $ $WARPMARK info $none,choices=uniform
  warpmark: consensus: matrix=none: the rows of this chain have no closed form. Leave out matrix=none, or use choices=mdp
  [1]
  $ $WARPMARK info $none,property=5
  warpmark: consensus: matrix=none: the rows of property=5 have no closed form. Leave out matrix=none, or use property=1
  [1]
  $ $WARPMARK solve $none --variant ovi/generated/f64/omp | sed -n 1p
  status       unsupported: method ovi needs the rows of the matrix, and with matrix=none none are stored: leave out matrix=none
  $ $WARPMARK solve $none --variant vi/generated/f64/omp --scheduler best.txt | grep ^scheduler
  scheduler    none: a scheduler needs the rows of the matrix, and with matrix=none none are stored: leave out matrix=none
  $ $WARPMARK certify $none
  warpmark: certify needs the rows of the matrix, and with matrix=none none are stored: leave out matrix=none
  [1]
  $ $WARPMARK solve consensus:n=2 --variant vi/generated/f64/omp | sed -n 1p
  status       unsupported: layout generated makes rows of decision processes only where none are stored: add matrix=none to the source, if it has such a parameter, or use layout auto

So it is where ranks alone make the rows.

  $ none=random_dd:n=31,matrix=none
  $ $WARPMARK solve $none --variant jacobi/generated/f64/seq | sed -n 1p
  status       unsupported: with matrix=none only ranks make these rows: use a place of ranks (ranks2 to ranks16), or leave out matrix=none
  $ $WARPMARK certify $none
  warpmark: certify needs the rows of the matrix, and with matrix=none none are stored: leave out matrix=none
  [1]
  $ $WARPMARK advise $none
  warpmark: advise needs the rows of the matrix, and with matrix=none none are stored: leave out matrix=none
  [1]
  $ $WARPMARK export $none out --format matrix_market
  warpmark: export needs the rows of the matrix, and with matrix=none none are stored: leave out matrix=none
  [1]
  $ $WARPMARK spy $none -o a.svg
  warpmark: random_dd: with matrix=none no matrix is made: leave out matrix=none
  [1]

Other rows have no closed form.

  $ $WARPMARK solve cluster:n=2 --variant jor/generated/f64/seq --prove 0 | sed -n 1p
  status       unsupported: layout generated makes rows from a closed form, and these have none: those of tandem (property=1) and herman (property=1 and 2) have one, in their own row order
  $ $WARPMARK info tandem:c=3,property=2,matrix=none
  warpmark: tandem: matrix=none: the rows of property=2 have no closed form. Leave out matrix=none, or use property=1
  [1]
  $ $WARPMARK info dice:matrix=none
  warpmark: dice: unknown parameter 'matrix'* (glob)
  [1]
  $ $WARPMARK list variants 'jacobi/*/f64/seq' --names | grep -c generated
  0
  [1]
  $ $WARPMARK list variants 'jacobi/generated/f64/seq' --names
  jacobi/generated/f64/seq

A run has both.

  $ cat >both.lua <<'EOF'
  > local wm = require "warpmark"
  > return wm.experiment {
  >   name = "both", title = "with and without a matrix",
  >   problems = { "tandem:c=7", "tandem:c=7,matrix=none" },
  >   variants = { "jacobi/{msr,generated}/f64/seq" },
  > }
  > EOF
  $ $WARPMARK run both.lua -o both.h5 max_samples=1 min_samples=1 >/dev/null 2>&1
  $ $WARPMARK table both.h5 cases | awk '/^tandem/ {print $1, $2, $3}'
  tandem:c=7 jacobi/msr/f64/seq ok
  tandem:c=7 jacobi/generated/f64/seq ok
  tandem:c=7,matrix=none jacobi/msr/f64/seq not
  tandem:c=7,matrix=none jacobi/generated/f64/seq ok
  $ $WARPMARK show both.h5 | grep answers:
  3 answers: 3 certified (largest proven error *) (glob)
