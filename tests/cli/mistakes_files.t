What new users get wrong in scripts, results files and outputs, and what they are told.

Set-up

  $ w() { "$WARPMARK" "$@"; }
  $ script() { printf '%s\n' 'local wm = require "warpmark"' "$@" >x.lua; w run x.lua -o x.h5; }
  $ PROBLEMS='problems = { "tandem:c=3" },' VARIANTS='variants = { "jacobi/msr/f64/seq" },' ONCE='measure = { min_samples = 1, max_samples = 1 },'
  $ printf '%s\n' 'local wm = require "warpmark"' 'return wm.experiment {' "name = 'q', $PROBLEMS $VARIANTS $ONCE" 'figures = { { id = "fig1", x = "n", y = "solve" } },' 'tables = { { id = "sizes", rows = "n" } } }' >q.lua
  $ w run q.lua -o q.h5 --keep-journal 2>/dev/null

Words behind run, as for hyperfine, nvbench and BenchExec

  $ w run
  warpmark: run: EXPERIMENT is missing; usage: warpmark run EXPERIMENT [key=value]... [options]; see `warpmark help run`
  [1]
  $ w run q
  warpmark: q: no bundled experiment of that name, did you mean 'q.lua'?
  [1]
  $ w run qq.lua
  warpmark: cannot read qq.lua: No such file or directory, did you mean 'q.lua'?
  [1]
  $ w run crossover.lua
  warpmark: cannot read crossover.lua: No such file or directory, did you mean the bundled experiment 'crossover'?
  [1]
  $ w run crosover
  warpmark: crosover: no such script and no bundled experiment of that name, did you mean 'crossover'?
  [1]
  $ w run spin09
  warpmark: spin09: no such script and no bundled experiment of that name: it is a paper: warpmark reproduce spin09
  [1]
  $ w run tandem:c=15
  warpmark: tandem:c=15 is a source, not an experiment: warpmark solve tandem:c=15, or name it in a script
  [1]
  $ w run q.h5
  warpmark: q.h5 is a results file, not a script: warpmark show q.h5
  [1]
  $ w run nothing
  warpmark: nothing: no such script and no bundled experiment of that name (see `warpmark list experiments`)
  [1]
  $ w run q.lua r.lua
  warpmark: q.lua: 'r.lua' on the command line: key=value is expected, and one script at a time
  [1]
  $ w run q.lua quick
  warpmark: q.lua: 'quick' on the command line: key=value is expected, did you mean '--quick'?
  [1]
  $ w run q.lua --runs 10
  warpmark: unknown option '--runs': settings of an experiment have no dashes: runs=10 (see docs/lua.md)
  [1]
  $ w run q.lua -r 10
  warpmark: unknown option '-r' (known: -o, --quick, --dry-run, --variants, --require, --prove, --strict, --quiet-machine, --pin, --resume, --retry-failed, --checkpoint, --repeat, --keep-journal, --force)
  [1]
  $ w run q.lua --warmup=3
  warpmark: unknown option '--warmup=3': settings of an experiment have no dashes: warmup=3 (see docs/lua.md)
  [1]
  $ w run q.lua --timeout 60
  warpmark: unknown option '--timeout': settings of an experiment have no dashes: timeout=60 (see docs/lua.md)
  [1]
  $ w run q.lua --export-json out.json
  warpmark: unknown option '--export-json': results go to a .h5 file (-o FILE.h5); then warpmark table FILE.h5 samples --format csv
  [1]
  $ w run q.lua --verbose
  warpmark: unknown option '--verbose' (known: -o, --quick, --dry-run, --variants, --require, --prove, --strict, --quiet-machine, --pin, --resume, --retry-failed, --checkpoint, --repeat, --keep-journal, --force)
  [1]
  $ w run q.lua --variant 'jacobi/*'
  warpmark: unknown option '--variant', did you mean '--variants'?
  [1]
  $ w run q.lua --variants 'power/*/*/*' -o new.h5
  warpmark: --variants power/*/*/*: matches none of the script's 1 variants, such as jacobi/msr/f64/seq
  [1]
  $ w run q.lua --quick=1
  warpmark: --quick takes no value
  [1]
  $ w run q.lua runs=10
  warpmark: q.lua:2: runs=10 on the command line: unknown option 'runs', did you mean 'min_samples'?
  [1]
  $ w run q.lua minsamples=3
  warpmark: q.lua:2: minsamples=3 on the command line: unknown option 'minsamples', did you mean 'min_samples'?
  [1]
  $ w run q.lua min-samples=3
  warpmark: q.lua: 'min-samples=3' on the command line: key=value is expected, did you mean 'min_samples=3'?
  [1]
  $ w run q.lua min_samples = 3
  warpmark: q.lua: 'min_samples' on the command line: key=value is expected, without blanks
  [1]
  $ w run q.lua min_samples=3 min_samples=4
  warpmark: q.lua: 'min_samples' is given twice on the command line
  [1]
  $ w run q.lua max_time=0
  warpmark: q.lua:2: max_time=0 on the command line: a time above zero such as "10s", "5m" or 10 (seconds) is expected, not 0
  [1]
  $ w run q.lua max_ci=2
  warpmark: q.lua:2: max_ci=2 on the command line: a share such as "2%" or 0.02 is expected, not 2
  [1]
  $ w run q.lua epsilon=1e-6x
  warpmark: q.lua:2: epsilon=1e-6x on the command line: a number above zero is expected, not '1e-6x'
  [1]
  $ w run q.lua timeout=60sec
  warpmark: q.lua:2: timeout=60sec on the command line: a time above zero such as "10s", "5m" or 10 (seconds) is expected, not '60sec'
  [1]
  $ w run q.lua memory=8G
  warpmark: q.lua:2: memory=8G on the command line: a size such as "8GB", "512MiB" or 8000000000 (bytes) is expected, not '8G'
  [1]
  $ w run q.lua criterion=rel
  warpmark: q.lua:2: criterion=rel on the command line: unknown value 'rel', did you mean 'relative'?
  [1]
  $ w run q.lua size=5
  warpmark: q.lua:2: size=5 on the command line: unknown option 'size' (known: cache, copy_samples, count_iterations, counters, criterion, epsilon, interleave, iterations, max_ci, max_iterations, max_samples, max_time, memory, min_samples, processes, prove, prove_time, require, seed, skip_dominated, throttle, throttle_retries, timeout, warmup, width); the script has no wm.options of its own
  [1]
  $ w run q.lua --resume -o absent.h5
  warpmark: --resume: neither absent.h5.journal nor absent.h5 exists. Leave --resume out
  [1]

Where to write

  $ w run q.lua -o q.h5
  warpmark: q.h5 exists: choose another name with -o, or give --force to replace it
  [1]
  $ w run q.lua -o x.csv
  warpmark: cannot write x.csv: results are HDF5, so end the name with .h5. Tables, pages and figures are made from it: warpmark table, report, plot
  [1]
  $ w run q.lua -o
  warpmark: -o needs a value, such as results/mine.h5
  [1]
  $ mkdir empty; w run q.lua -o empty
  warpmark: cannot write empty: it exists and is a folder, not a regular file
  [1]
  $ w run q.lua -o absent/x.h5
  warpmark: cannot write absent/x.h5: No such file or directory (there is no folder absent/)
  [1]
  $ w run q.lua -o /proc/x.h5
  warpmark: cannot write /proc/x.h5: No such file or directory
  [1]
  $ w plot q.h5 fig1 -o fig.png
  warpmark: -o fig.png: names the folder that gets the pictures, or a .pdf, .tex or .tikz. Leave out .png
  [1]
  $ w plot q.h5 -o q.lua
  warpmark: cannot create the folder q.lua: File exists
  [1]
  $ w plot q.h5 -o absent/figures
  warpmark: cannot create the folder absent/figures: No such file or directory
  [1]
  $ w report q.h5 -o q.pdf
  warpmark: q.pdf: unknown kind of report '.pdf' (known: .html, .md)
  [1]
  $ w report q.h5 -o absent/q.html
  warpmark: cannot write absent/q.html: No such file or directory (there is no folder absent/)
  [1]

Scripts

  $ script 'return wm.experiment { name = "x", problems = { "tandem:c=3" } variants = {} }'
  warpmark: x.lua:2: '}' expected near 'variants': is a comma missing in front of it?
  [1]
  $ script 'return wm.experiment { name = "x",'
  warpmark: x.lua:3: unexpected symbol near <eof>
  [1]
  $ script 'local t = wm.gird { "tandem", c = { 7 } }'
  warpmark: x.lua:2: the warpmark module has no 'gird', did you mean 'grid'?
  [1]
  $ script 'foo.bar()'
  warpmark: x.lua:2: attempt to index a nil value (global 'foo')
  [1]
  $ script 'return wm.experiment { name = "x", problem = { "tandem:c=3" } }'
  warpmark: x.lua:2: wm.experiment: unknown key 'problem', did you mean 'problems'?
  [1]
  $ script 'return wm.experiment {' 'name = "x",' 'problems = "tandem:c=3",' "$VARIANTS }"
  warpmark: x.lua:2: problems: a list, { 'tandem:c=3' }, is expected, not 'tandem:c=3'
  [1]
  $ script 'return wm.experiment { name = "x", problems = {},' "$VARIANTS }"
  warpmark: x.lua:2: problems: the list is empty
  [1]
  $ script 'return wm.experiment { name = "my experiment",' "$PROBLEMS $VARIANTS }"
  warpmark: x.lua:2: name: 'my experiment' becomes a file name: use letters, digits, '_', '-' and '.'
  [1]
  $ script 'return wm.experiment { name = "x",' "$PROBLEMS" 'variants = { "jacobi/msr/f64/seq",' '  "jacoby/msr/f64/seq" } }'
  warpmark: x.lua:5: variants[2]: variant 'jacoby/msr/f64/seq': unknown method 'jacoby', did you mean 'jacobi'?
  [1]
  $ script 'return wm.experiment { name = "x",' "$PROBLEMS" 'variants = { "jacobi/f64" } }'
  warpmark: x.lua:4: variants[1]: variant 'jacobi/f64': needs four parts, method/layout/precision/place, did you mean 'jacobi/msr/f64/seq'?
  [1]
  $ script 'return wm.experiment { name = "x",' "$VARIANTS" 'problems = { "tandem:c=3",' '  "tandem:c=0" } }'
  warpmark: x.lua:5: tandem: c=0: must be at least 1 and at most 1000000
  [1]
  $ script 'return wm.experiment { name = "x",' "$VARIANTS" 'problems = wm.grid { "tandem", n = { 7 } } }'
  warpmark: x.lua:4: tandem: unknown parameter 'n', did you mean 'c'?
  [1]
  $ script 'return wm.experiment { name = "x",' "$VARIANTS" 'problems = { "absent.tra:type=dtmc,goal=done" } }'
  warpmark: x.lua:4: absent.tra: No such file or directory
  [1]
  $ script 'return wm.experiment { name = "x",' "$VARIANTS" 'problems = { { "tandem:c=3", size = 3 } } }'
  warpmark: x.lua:2: problems[1]: a problem with 'size' names its source: { source = 'tandem:c=3', size = ... }
  [1]
  $ script 'return wm.experiment { name = "x",' "$PROBLEMS $VARIANTS" 'measure = { samples = 10 } }'
  warpmark: x.lua:2: measure: unknown key 'samples', did you mean 'min_samples'?
  [1]
  $ script 'return wm.experiment { name = "x",' "$PROBLEMS $VARIANTS" 'measure = { max_time = "10 sec" } }'
  warpmark: x.lua:2: measure.max_time: a time above zero such as "10s", "5m" or 10 (seconds) is expected, not '10 sec'
  [1]
  $ script 'return wm.experiment { name = "x",' "$PROBLEMS $VARIANTS" 'figures = { { id = "f", x = "c", y = "solve" } } }'
  warpmark: x.lua:2: figures[1].x: unknown field 'c', and no problem has an axis of that name: wm.grid makes axes of lists
  [1]
  $ script 'return wm.experiment { name = "x",' "$PROBLEMS $VARIANTS" 'figures = { { id = "f", x = "n", y = "runtime" } } }'
  warpmark: x.lua:2: figures[1].y: unknown field 'runtime', did you mean 'solve'?
  [1]
  $ script 'return { name = "x" }'
  warpmark: x.lua:2: a script ends with `return wm.experiment{...}`, but this one returned a table
  [1]
  $ script 'wm.experiment { name = "x",' "$PROBLEMS $VARIANTS }"
  warpmark: x.lua:3: a script ends with `return wm.experiment{...}`, but this one returned nothing
  [1]
  $ script 'local o = wm.options { n = 5 }' 'print(o.m)'
  warpmark: x.lua:3: unknown option 'm', did you mean 'n'?
  [1]
  $ script 'require "modul"'
  warpmark: x.lua:2: module 'modul' not found: cannot read modul.lua: No such file or directory
  [1]
  $ script 'for i = 1, table.getn({}) do end'
  warpmark: x.lua:2: attempt to call a nil value (field 'getn'): write #list
  [1]
  $ script 'for c in { 7, 15 } do end'
  warpmark: x.lua:2: attempt to call a table value (for iterator 'for iterator'): write for _, value in ipairs(list) do
  [1]
  $ script 'if x != 1 then end'
  warpmark: x.lua:2: 'then' expected near '!': not equal is written ~=
  [1]
  $ script 'os.execute("ls")'
  warpmark: x.lua:2: attempt to call a nil value (field 'execute'): a script starts no programs
  [1]
  $ script 'local function f() return 1 + f() end' 'f()'
  warpmark: x.lua:2: stack overflow
  [1]
  $ script 'wm.grid { "random_dd", n = wm.linspace(1, 1e6, 100000), seed = wm.seeds(1000) }'
  warpmark: x.lua:2: wm.grid: more than 1000000 problems
  [1]
  $ echo 'return wm.experiment {}' >x.lua; w run x.lua
  warpmark: x.lua:1: attempt to index a nil value (global 'wm'): begin the script with local wm = require "warpmark"
  [1]
  $ echo 'local wm = require "warpmrk"' >x.lua; w run x.lua
  warpmark: x.lua:1: module 'warpmrk' not found, did you mean 'warpmark'?
  [1]

Results files

  $ w show
  warpmark: show: FILE.h5 is missing; usage: warpmark show FILE.h5 [options]; see `warpmark help show`
  [1]
  $ w show qq.h5
  warpmark: cannot read qq.h5: No such file or directory, did you mean 'q.h5'?
  [1]
  $ w show q.h5.journal
  warpmark: q.h5.journal is the journal of a run: warpmark recover q.h5.journal
  [1]
  $ w show q.lua
  warpmark: q.lua is not a results file: it is not HDF5
  [1]
  $ w show q.h5 q.h5
  warpmark: show: 'q.h5' is one word too many; usage: warpmark show FILE.h5 [options]; see `warpmark help show`
  [1]
  $ : >none.h5; w show none.h5
  warpmark: none.h5 is not a results file: it is empty
  [1]
  $ head -c 3000 q.h5 >cut.h5; cp q.h5.journal cut.h5.journal; w show cut.h5
  warpmark: cut.h5 is a damaged results file: the file: it is cut off: 3000 of its * bytes are there. Make it again from its journal: warpmark recover cut.h5 -o NEW.h5 (glob)
  [5]
  $ w export tandem:c=3 cached --format cache >/dev/null; w show cached/model.h5
  warpmark: cached/model.h5 is not a results file: it is a cache, which is a source to solve
  [5]
  $ w table q.h5 size
  warpmark: no table 'size' in these results, did you mean 'sizes'?
  [1]
  $ w table q.h5 medians
  warpmark: no table 'medians' in these results (known: sizes, cases, samples, counters, problems, inside, variants, machine, statuses, crossovers, predictions, transfer, macros, bencher, github, otava, fig1)
  [1]
  $ w table sizes q.h5
  warpmark: table: the file comes first: warpmark table q.h5 sizes
  [1]
  $ w table q.h5 sizes csv
  warpmark: table: 'csv' is one word too many: write --format csv; usage: warpmark table FILE.h5 [NAME] [options]; see `warpmark help table`
  [1]
  $ w table q.h5 sizes --format CSV
  warpmark: --format CSV: unknown value, did you mean 'csv'?
  [1]
  $ w table q.h5 sizes -o sizes.csv
  warpmark: unknown option '-o': this command prints. Write warpmark table ... > FILE
  [1]
  $ w plot q.h5 fig2
  warpmark: no figure 'fig2', did you mean 'fig1'?
  [1]
  $ w plot q.h5 fig1.png
  warpmark: no figure 'fig1.png', did you mean 'fig1'?
  [1]
  $ w compare q.h5
  warpmark: compare: NEW.h5 is missing; usage: warpmark compare BASE.h5 NEW.h5 [options]; see `warpmark help compare`
  [1]
  $ w compare q.h5 absent.h5
  warpmark: cannot read absent.h5: No such file or directory
  [1]
  $ w compare q.h5 q.h5 --margin 5
  warpmark: --margin 5: needs a share such as 1% or 0.01
  [1]
  $ w compare q.h5 q.h5 --threshold 3%
  warpmark: unknown option '--threshold', did you mean '--margin'?
  [1]
  $ w compare q.h5 q.h5 --fail-on 3%
  warpmark: --fail-on 3%: needs slow:SHARE, status, unclear, missing, or several, such as slow:3%,status
  [1]
  $ w compare q.h5 q.h5 --where method
  warpmark: 'method' in a filter is not of the form field=pattern
  [1]
  $ w history
  warpmark: history: a word is missing; usage: warpmark history DIR|ack DIR [options]; see `warpmark help history`
  [1]
  $ w history empty
  warpmark: empty: this folder has no results files (*.h5)
  [1]
  $ w history q.h5
  warpmark: q.h5: Not a directory: name the folder of several results files
  [1]
  $ w history . --since yesterday
  warpmark: --since yesterday: needs a day such as 2026-11-20, or a time such as 2026-11-20T03:00
  [1]
  $ w merge q.h5 -o m.h5
  warpmark: merge: B.h5... is missing; usage: warpmark merge A.h5 B.h5... -o OUT.h5 [options]; see `warpmark help merge`
  [1]
  $ w merge q.h5 q.h5
  warpmark: merge: say where to write with -o FILE.h5
  [1]
  $ w recover absent.h5
  warpmark: cannot read absent.h5.journal: No such file or directory
  [1]
  $ w verify q.h5.journal
  warpmark: q.h5.journal is the journal of a run: warpmark recover q.h5.journal
  [1]
  $ w reproduce spin9
  warpmark: spin9: no paper and no experiment of one, did you mean 'spin09'?
  [1]
  $ w reproduce all
  warpmark: all: no paper and no experiment of one (known: fimu09, graphite12, meals13, spin09, sttt11)
  [1]

The environment

  $ OMP_NUM_THREADS=9999999 w list places
  warpmark: OMP_NUM_THREADS=9999999: at most 1024 threads can be used; this machine has * core*: OMP_NUM_THREADS=* (glob)
  [1]
  $ OMP_NUM_THREADS=abc w list places 2>&1 | tail -n 1
  warpmark: OMP_NUM_THREADS=abc: needs a number of threads from 1 to 1024, such as OMP_NUM_THREADS=* (glob)
  $ CUDA_VISIBLE_DEVICES=abc w list places | head -n 2
  seq                  one core
  omp                  all cores, OpenMP
