Every registry, as text and as JSON; then the machine. A member that is added changes nothing here: only members that are
named below are looked at.

  $ cd "$ROOT"
  $ check_json() { if command -v python3 >/dev/null; then python3 -m json.tool >/dev/null; else grep -q '^]'; fi; }
  $ for what in methods layouts orders places variants generators formats experiments; do
  >   $WARPMARK list $what >/dev/null && $WARPMARK list $what --json | check_json || echo $what failed
  > done

Methods, layouts, places, formats, generators

  $ $WARPMARK list methods | grep -E '^(jacobi|bicgstab|null) '
  jacobi               Jacobi
  bicgstab             BiCGStab, parallel reductions
  null                 nothing: tests the harness
  $ $WARPMARK list methods --json | head -n 6
  [
    {
      "name": "jacobi",
      "title": "Jacobi",
      "source": "PRISM's sparse engine; SPIN 2009, section 4"
    },
  $ $WARPMARK list layouts | grep '^msr '
  msr                  modified sparse rows, one thread for each row
  $ $WARPMARK list orders | grep -E '^(native|bfs|colour|bisection|components) '
  native               as the problem numbers its rows
  bfs                  breadth-first from the initial states
  colour               colour by colour: rows of one share no entry
  bisection            half by half: parts read little of each other (METIS)
  components           each row behind those that it needs, by strong components
  $ $WARPMARK list places | grep -E '^(seq|omp|cuda2?|cuda4) ' | cut -c 1-28
  seq                  one cor
  omp                  all cor
  cuda                 one GPU
  cuda2                2 GPUs:
  cuda4                4 GPUs:
  $ $WARPMARK list places --json | head -n 7
  [
    {
      "name": "seq",
      "title": "one core",
      "supported": true,
      "reason": ""
    },
  $ $WARPMARK list formats | grep -E '^(prism|storm|drn|jpf|matrix_market) ' | cut -d ' ' -f 1 | sort
  drn
  jpf
  matrix_market
  prism
  storm
  $ $WARPMARK list formats --json | grep -B 1 -A 5 '"name": "prism"'
    {
      "name": "prism",
      "title": "PRISM's explicit files, with .lab, .sta, .srew and .trew beside them",
      "ending": ".tra",
      "reads": true,
      "writes": true
    },
  $ $WARPMARK list generators | grep -A 3 '^random_dd'
  random_dd            random diagonally dominant matrices
      n            rows (must be given)
      density      share of non-zeros (default 0.1)
      seed         another seed, another system (default 1)
  $ $WARPMARK list generators --json | grep -A 8 '"identity"'
      "name": "identity",
      "title": "the identity matrix, solved from the start",
      "source": "this project: tests the harness",
      "parameters": [
        {
          "name": "n",
          "title": "rows",
          "default": "1"
        }

The names in one listing are those of the other.

  $ for what in methods layouts orders places generators formats; do
  >   $WARPMARK list $what | grep -v '^ ' | cut -d ' ' -f 1 >$OLDPWD/names
  >   $WARPMARK list $what --json | sed -n 's/^    "name": "\(.*\)",$/\1/p' | cmp - $OLDPWD/names
  > done

Other lists take patterns, too.

  $ $WARPMARK list generators 'k*' --names | grep -xE 'kanban|knacl'
  kanban
  knacl
  $ $WARPMARK list layouts '{msr,wl}'
  msr                  modified sparse rows, one thread for each row
  wl                   full-warp segments: rows interleaved, one thread for each row
  $ $WARPMARK list generators kanbn --json
  warpmark: list: none of the generators is named 'kanbn'. Run `warpmark list generators`
  [1]
  $ $WARPMARK list generators --usable
  warpmark: list: --usable is for variants, places and engines
  [1]

Variants: every method in every layout, order and precision of its kind and at every place: an overview by axis, which
says once why some cannot run; parts that a pattern lacks stand for all.

  $ $WARPMARK list variants '{gauss_seidel,null}/{msr,msr+bfs,cusparse,cusparse_sell}/f64/{seq,omp}' | sed '/^Names/,$d'
  8 of 16 variants can be used here.
  
  methods     gauss_seidel null
  layouts     msr
  orders      native bfs
  precisions  f64
  places      seq omp
  
  8 cannot:
  
  8           layout {cusparse,cusparse_sell} does not exist at place {seq,omp}: cuSPARSE
              runs on NVIDIA GPUs only
  
  $ $WARPMARK list variants '{map,tarjan}/csr/u32/{seq,omp}' | grep -A 9 tarjan | head -9
  methods     tarjan
  layouts     csr
  orders      native
  precisions  u32
  places      seq
  
  1 cannot:
  
  1           method tarjan cannot run at place omp: a depth-first search takes one core,
  $ $WARPMARK list variants | wc -l | awk '{ print $1 < 60 }'
  1
  $ $WARPMARK list variants '{map,tarjan}/csr/u32/{seq,omp}' --names
  map/csr/u32/seq
  map/csr/u32/omp
  tarjan/csr/u32/seq
  tarjan/csr/u32/omp
  $ $WARPMARK list variants '{map,tarjan}/csr/u32/{seq,omp}' --names --usable
  map/csr/u32/seq
  map/csr/u32/omp
  tarjan/csr/u32/seq
  $ $WARPMARK list variants '{map,tarjan}/csr/u32/{seq,omp}' --json --usable | grep -c supported
  3
  $ $WARPMARK list variants jacobi/msr+bfs --names --usable | grep -v cuda
  jacobi/msr+bfs/f32/seq
  jacobi/msr+bfs/f32/omp
  jacobi/msr+bfs/f64/seq
  jacobi/msr+bfs/f64/omp
  $ $WARPMARK list variants jakobi --json
  warpmark: variant 'jakobi/*+*/*/*': unknown method 'jakobi', did you mean 'jacobi'?
  [1]
  $ search='search:|edges of a product'
  $ count() { $WARPMARK list $1 | grep -v '^ ' | grep -v 'an engine stores' | grep -vcE "$search"; }
  $ searching() { $WARPMARK list $1 | grep -v '^ ' | grep -cE "$search"; }
  $ places=$($WARPMARK list places | grep -c .)
  $ systems=$(($(count methods) * $(count layouts) * $(count orders) * 2 * $places))
  $ searches=$(($(searching methods) * $(searching layouts) * $places))
  $ test $($WARPMARK list variants --names | grep -c .) = $((systems + searches)) || echo $systems $searches
  $ $WARPMARK list variants --json | head -n 11
  [
    {
      "name": "jacobi/msr/f32/seq",
      "method": "jacobi",
      "layout": "msr",
      "order": "native",
      "precision": "f32",
      "place": "seq",
      "supported": true,
      "reason": ""
    },
  $ $WARPMARK list variants --json | grep -A 1 '"supported": false' | grep '"reason": ""'
  [1]

Experiments: those of ./experiments, or beside the program, or of the installed one.

  $ $WARPMARK list experiments | grep -E '^(crossover|quickstart) '
  crossover            Jacobi against BiCGStab on random matrices
  quickstart           Jacobi and BiCGStab on random matrices and a polling system
  $ $WARPMARK list experiments --json | grep -A 3 '"graphite12-table1"' | grep -v title
      "name": "graphite12-table1",
      "paper": "GRAPHITE 2012, table 1",
      "path": "experiments/graphite12-table1.lua"
  $ test $($WARPMARK list experiments --json | grep -c '"paper": "[A-Z]') = $(grep -lE '^ +paper = "[A-Z]' experiments/*.lua | wc -l)
  $ cd "$OLDPWD" && mkdir -p to/bin to/share/warpmark/datasets/data && cp $WARPMARK to/bin/
  $ cp -R "$ROOT/experiments" to/share/warpmark/ && cp -R "$ROOT/datasets/data/papers" to/share/warpmark/datasets/data/
  $ to/bin/warpmark list experiments --json | grep '"path": .*/share/warpmark/experiments/quickstart.lua"'
      "path": "/*/to/bin/../share/warpmark/experiments/quickstart.lua" (glob)
  $ rm -r to/share && to/bin/warpmark list experiments
  warpmark: no folder 'experiments' here or beside the program
  [1]
  $ to/bin/warpmark run quickstart
  warpmark: no folder 'experiments' here or beside the program
  [1]
  $ mkdir experiments && to/bin/warpmark list experiments
  $ echo 'return {' >experiments/broken.lua && to/bin/warpmark list experiments
  warpmark: experiments/broken.lua:2: unexpected symbol near <eof>
  [1]

Options: docs/lua.md has the same table. Its lists of members may lack those that were added here: what no list in braces on
the page has is left out of the program's lists. An option of a member's own needs a line on the page.

  $ $WARPMARK list options --json | head -6
  [
    {
      "name": "vote",
      "title": "how a CUDA sweep says that it has not converged. block: at most one store for each block; store: one for each thread (the papers); host: one thread of the host compares each tested iterate with the one before (what SPIN 2009 improved on; needs loop=host)",
      "values": "block|store|host",
      "variants": "{jacobi,jor,*}/*/*/{cuda,cuda2,cuda4}" (glob)
  $ cat >rows.awk <<'END'
  > /^[^ ]/ { name = $1; sub(/^[^ ]+ +/, ""); split($0, part, ", for "); gsub(/\|/, "`, `", part[1]) }
  > /^ / { sub(/^ +/, ""); printf "| `%s` | `%s` | `%s` | %s |\n", name, part[1], part[2], $0 }
  > END
  $ $WARPMARK list options | awk -f rows.awk >program
  $ sed -n '/^<!-- options -->/,/^<!-- end of options -->/p' "$ROOT/docs/lua.md" | grep '^| `' >page
  $ cat >listed.awk <<'END'
  > function next_list() {
  >     if (!match(rest, /[{][^}]*[}]/)) return 0
  >     before = substr(rest, 1, RSTART - 1)
  >     n = split(substr(rest, RSTART + 1, RLENGTH - 2), name, ",")
  >     list = substr(rest, RSTART, RLENGTH)
  >     rest = substr(rest, RSTART + RLENGTH)
  >     return 1
  > }
  > { rest = $0 }
  > NR == FNR { while (next_list()) for (k = 1; k <= n; k++) listed[name[k]]; next }
  > {
  >     line = ""
  >     while (next_list()) {
  >         left = ""; count = 0
  >         for (k = 1; k <= n; k++) if (name[k] in listed) left = left (count++ ? "," : "") name[k]
  >         line = line before (count > 1 ? "{" left "}" : count ? left : list)
  >     }
  >     print line rest
  > }
  > END
  $ awk -f listed.awk page program | diff page -

The machine and the build

  $ $WARPMARK doctor | grep -oE "^(cpu|cores|memory|kernel|key|commit|compiler|flags) " | tr -d "\n"; echo .
  key cpu cores memory kernel commit compiler flags .
  $ PATH=/nowhere "$WARPMARK" doctor | grep -c '^note     gnuplot  .*not installed'
  1

The README counts the layouts of matrices: all but those of graphs and engines, and `auto`, which chooses one.

  $ tr '\n' ' ' <"$ROOT/README.md" | grep -c "and $($WARPMARK list layouts | grep -Evc '^(csr|sparse|auto) ') matrix \[layouts\]"
  1
