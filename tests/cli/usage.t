What the program says of itself, and of command lines that it cannot take.

  $ $WARPMARK help >help
  $ sed -n '1p;/^  solve  /p;$p' help
  Warpmark measures solvers of probabilistic and LTL model checking.
    solve               solve one problem once and check the answer
  `warpmark help COMMAND` explains a command, its options and their defaults.
  $ awk '/^Exit status/ {on = 1} /^$/ {on = 0} on && /^  [0-9]/ {print $1}' help | xargs
  0 1 2 3 4 5 130
  $ $WARPMARK help --man | sed -n '/^.SH "EXIT STATUS"/,/^.SH "ENV/p' | grep -c '^.fB[0-9]*.fR$'
  7
  $ $WARPMARK --help | cmp - help
  $ $WARPMARK -h | cmp - help
  $ $WARPMARK help solve >solve
  $ sed -n '/^usage/,/^$/p;/--epsilon E  /,+1p;/^Examples/,+1p' solve
  usage: warpmark solve SOURCE --variant VARIANT [--epsilon E]
         [--criterion relative|absolute] [--max-iterations N] [--require E]
         [--prove E] [--scheduler FILE] [--on-the-fly] [--force] [--json]
  
    --epsilon E         stop when no value changes by more than E in one
                        iteration. Default: 1e-06. Example: --epsilon 1e-9
  Examples
    warpmark solve tandem:c=255 --variant jacobi/msr/f64/omp
  $ $WARPMARK solve --help | cmp - solve
  $ $WARPMARK solve tandem:c=3 -h | cmp - solve
  $ $WARPMARK help sovle
  warpmark: unknown command 'sovle', did you mean 'solve'?
  [1]

Every command has a page of help that fits a terminal, but for its examples, and a manual page.

  $ commands=$($WARPMARK completion words -- '' | sed 's/ .*//')
  $ echo $commands
  solve certify advise info * version (glob)
  $ for c in $commands; do
  >   $WARPMARK help $c | awk '/^Examples/ {exit} / $/ || length($0) > 79 && /[^ ] [^ ]/'
  >   $WARPMARK help $c --man | awk -v c=$c '
  >     NR == 1 && index($0, ".TH \"WARPMARK-" toupper(c) "\" 1 ") != 1
  >     /^\./ && !/^\.(TH|nh|ad l|SH|SS|TP|PP|nf|fi|BR)/'
  > done
  $ $WARPMARK help --man | head -n 1
  .TH "WARPMARK" 1 "" "warpmark * "Warpmark" (glob)
  $ ! command -v mandoc >mandoc || for c in '' $commands; do
  >   $WARPMARK help $c --man | mandoc -T lint -W error
  > done
  $ $WARPMARK version
  warpmark  * (glob)
  commit    * (glob)
  compiler  * (glob)
  flags     * (glob)
  cuda      * (glob)
  $ test "$($WARPMARK --version | head -n 1)" = "warpmark  $(sed -n 's/^VERSION := //p' "$ROOT/Makefile")"
  $ $WARPMARK version please
  warpmark: version: 'please' is one word too many; usage: warpmark version; see `warpmark help version`
  [1]

Commands and words

  $ $WARPMARK
  warpmark: no command given. Run `warpmark help`
  [1]
  $ $WARPMARK sovle
  warpmark: unknown command 'sovle', did you mean 'solve'?
  [1]
  $ $WARPMARK frobnicate
  warpmark: unknown command 'frobnicate': `warpmark help` lists all. An experiment of this name is measured by: warpmark run frobnicate
  [1]
  $ $WARPMARK info
  warpmark: info: SOURCE is missing; usage: warpmark info SOURCE [options]; see `warpmark help info`
  [1]
  $ $WARPMARK info a b
  warpmark: info: 'b' is one word too many; usage: warpmark info SOURCE [options]; see `warpmark help info`
  [1]
  $ $WARPMARK show
  warpmark: show: FILE.h5 is missing; usage: warpmark show FILE.h5 [options]; see `warpmark help show`
  [1]
  $ $WARPMARK table
  warpmark: table: FILE.h5 is missing; usage: warpmark table FILE.h5 [NAME] [options]; see `warpmark help table`
  [1]
  $ $WARPMARK plot a b c
  warpmark: plot: 'c' is one word too many; usage: warpmark plot FILE.h5 [FIGURE] [options]; see `warpmark help plot`
  [1]
  $ $WARPMARK run
  warpmark: run: EXPERIMENT is missing; usage: warpmark run EXPERIMENT [key=value]... [options]; see `warpmark help run`
  [1]
  $ $WARPMARK doctor now
  warpmark: doctor: 'now' is one word too many; usage: warpmark doctor [options]; see `warpmark help doctor`
  [1]
  $ $WARPMARK list
  warpmark: list: a word is missing; usage: warpmark list methods|layouts|orders|places|variants|options|generators|formats|experiments|engines [PATTERN] | properties SOURCE [options]; see `warpmark help list`
  [1]
  $ $WARPMARK list metods
  warpmark: list: unknown 'metods', did you mean 'methods'?
  [1]
  $ $WARPMARK list everything
  warpmark: list: unknown 'everything' (known: methods, layouts, orders, places, variants, options, generators, formats, experiments, engines, properties)
  [1]
  $ $WARPMARK list methods layouts places
  warpmark: list: 'places' is one word too many; usage: warpmark list methods|layouts|orders|places|variants|options|generators|formats|experiments|engines [PATTERN] | properties SOURCE [options]; see `warpmark help list`
  [1]

Options

  $ $WARPMARK solve identity --varian null/msr/f64/seq
  warpmark: unknown option '--varian', did you mean '--variant'?
  [1]
  $ $WARPMARK solve identity --variant
  warpmark: --variant needs a value, such as jacobi/msr/f64/omp
  [1]
  $ $WARPMARK solve identity --json=yes --variant null/msr/f64/seq
  warpmark: --json takes no value
  [1]
  $ $WARPMARK solve identity
  warpmark: --variant is missing, the way to solve it: warpmark solve identity --variant jacobi/msr/f64/omp
  [1]
  $ $WARPMARK solve identity --variant null/msr/f64/seq --epsilon small
  warpmark: --epsilon small: needs a number, such as 1e-9
  [1]
  $ $WARPMARK solve identity --variant null/msr/f64/seq --epsilon 0
  warpmark: --epsilon 0: must be above 0
  [1]
  $ $WARPMARK solve identity --variant null/msr/f64/seq --epsilon -1e-6
  warpmark: --epsilon -1e-06: must be above 0
  [1]
  $ $WARPMARK solve identity --variant null/msr/f64/seq --epsilon nan
  warpmark: --epsilon nan: needs a number, such as 1e-9
  [1]
  $ $WARPMARK solve identity --variant null/msr/f64/seq --criterion relativ
  warpmark: --criterion relativ: unknown value, did you mean 'relative'?
  [1]
  $ $WARPMARK solve identity --variant null/msr/f64/seq --max-iterations 0
  warpmark: --max-iterations 0: must be at least 1
  [1]
  $ $WARPMARK solve identity --variant null/msr/f64/seq --max-iterations 1.5
  warpmark: --max-iterations 1.5: needs a whole number, not negative, such as 50000
  [1]
  $ $WARPMARK solve identity --variant null/msr/f64/seq --max-iterations -1
  warpmark: --max-iterations -1: needs a whole number, not negative, such as 50000
  [1]
  $ $WARPMARK solve identity --variant null/msr/f64/seq --variant=jacobi/msr/f64/seq
  warpmark: --variant is given twice
  [1]
  $ $WARPMARK solve --variant=null/msr/f64/seq --max-iterations=1e6 --criterion=absolute --epsilon=1e-3 identity | head -n 1
  status       ok
  $ $WARPMARK table a.h5 cases --format html
  warpmark: --format html: unknown value (known: text, md, csv, tex, json)
  [1]
  $ $WARPMARK list methods --json -q
  warpmark: unknown option '-q' (known: --usable, --names, --json)
  [1]

Every word counts, however many there are.

  $ $WARPMARK solve identity 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32 33 34
  warpmark: solve: '2' is one word too many; usage: warpmark solve SOURCE --variant VARIANT [options]; see `warpmark help solve`
  [1]
  $ $WARPMARK doctor --jsn
  warpmark: unknown option '--jsn', did you mean '--json'?
  [1]

Variants

  $ $WARPMARK solve identity --variant jacoby/msr/f64/seq
  warpmark: variant 'jacoby/msr/f64/seq': unknown method 'jacoby', did you mean 'jacobi'?
  [1]
  $ $WARPMARK solve identity --variant jacobi/mrs/f64/seq
  warpmark: variant 'jacobi/mrs/f64/seq': unknown layout 'mrs', did you mean 'msr'?
  [1]
  $ $WARPMARK solve identity --variant jacobi/msr+bsf/f64/seq
  warpmark: variant 'jacobi/msr+bsf/f64/seq': unknown order 'bsf', did you mean 'bfs'?
  [1]
  $ $WARPMARK solve identity --variant jacobi/msr/f46/seq
  warpmark: variant 'jacobi/msr/f46/seq': unknown precision 'f46', did you mean 'f*'? (glob)
  [1]
  $ $WARPMARK solve identity --variant jacobi/msr/f64/sequential
  warpmark: variant 'jacobi/msr/f64/sequential': unknown place 'sequential', did you mean 'seq'?
  [1]
  $ $WARPMARK solve identity --variant jacobi/msr/f64
  warpmark: variant 'jacobi/msr/f64': needs four parts, method/layout/precision/place, did you mean 'jacobi/msr/f64/seq'?
  [1]
  $ $WARPMARK solve identity --variant jacobi/msr/f64/seq/omp
  warpmark: variant 'jacobi/msr/f64/seq/omp': needs four parts, method/layout/precision/place, such as jacobi/msr/f64/seq
  [1]
  $ $WARPMARK solve identity --variant 'jacobi/*/f64/seq'
  warpmark: variant 'jacobi/*/f64/seq': needs one variant, not a name pattern: see `warpmark list variants 'jacobi/*/f64/seq'`
  [1]
  $ $WARPMARK solve identity --variant 'jacobi/msr/f64/{seq,omp}'
  warpmark: variant 'jacobi/msr/f64/{seq,omp}': needs one variant, not a name pattern: see `warpmark list variants 'jacobi/msr/f64/{seq,omp}'`
  [1]
  $ $WARPMARK solve identity --variant 'jacobi[vot=store]/msr/f64/cuda'
  warpmark: variant 'jacobi[vot=store]/msr/f64/cuda': unknown option 'vot', did you mean 'vote'?
  [1]
  $ $WARPMARK solve identity --variant 'jacobi[vote=stor]/msr/f64/cuda'
  warpmark: variant 'jacobi[vote=stor]/msr/f64/cuda': vote=stor: unknown value, did you mean 'store'?
  [1]
  $ $WARPMARK solve identity --variant 'jacobi[vote=store]/msr/f64/seq'
  warpmark: variant 'jacobi[vote=store]/msr/f64/seq': option 'vote' does not apply to method jacobi in layout msr at place seq: vote=block|store|host is for {jacobi,jor,*}/*/*/{cuda,cuda2,cuda4} (glob)
  [1]
  $ $WARPMARK solve identity --variant 'jacobi[vote=host,loop=graph]/msr/f64/cuda'
  status       unsupported: vote=host needs loop=host, because the host compares after each sweep
  seconds      generate * (glob)
  next         see what works here: `warpmark list variants --usable`, or try: --variant jacobi/msr/f64/omp
  [2]
  $ $WARPMARK solve identity --variant 'gauss_seidel[vote=host]/msr/f64/cuda'
  status       unsupported: vote=host needs a method that keeps the iterate before, and gauss_seidel does not
  seconds      generate * (glob)
  next         see what works here: `warpmark list variants --usable`, or try: --variant gauss_seidel/msr/f64/omp
  [2]
  $ $WARPMARK solve identity --variant 'jacobi[check=0]/msr/f64/seq'
  warpmark: variant 'jacobi[check=0]/msr/f64/seq': check=0: needs a whole number above 0 and below 1001
  [1]
  $ $WARPMARK solve identity --variant 'jacobi[loop=grap]/msr/f64/cuda'
  warpmark: variant 'jacobi[loop=grap]/msr/f64/cuda': loop=grap: unknown value, did you mean 'graph'?
  [1]
  $ $WARPMARK solve identity --variant 'jacobi[exchange=stage]/msr/f64/cuda2'
  warpmark: variant 'jacobi[exchange=stage]/msr/f64/cuda2': exchange=stage: unknown value, did you mean 'staged'?
  [1]
  $ $WARPMARK solve identity --variant 'jacobi[loop=graph]/msr/f64/omp'
  warpmark: variant 'jacobi[loop=graph]/msr/f64/omp': option 'loop' does not apply to method jacobi in layout msr at place omp: loop=host|graph|resident is for {jacobi,jor,*}/*/*/{cuda,cuda2,cuda4} (glob)
  [1]
  $ $WARPMARK solve identity --variant 'jacobi[vote=store/msr/f64/cuda'
  warpmark: variant 'jacobi[vote=store/msr/f64/cuda': the options' '[' has no ']' before the '/', did you mean 'jacobi[vote=store]/msr/f64/cuda'?
  [1]

What cannot be written is not lost in silence.

  $ $WARPMARK help >/dev/full
  warpmark: cannot write to standard output
  [1]
  $ $WARPMARK solve --help >/dev/full
  warpmark: cannot write to standard output
  [1]
  $ $WARPMARK list variants >/dev/full
  warpmark: cannot write to standard output
  [1]
  $ $WARPMARK solve identity --variant null/msr/f64/seq --json >/dev/full
  warpmark: cannot write to standard output
  [1]
