What new users type wrong, and what they are told: commands, variants and sources. `w` is warpmark.

Set-up

  $ w() { "$WARPMARK" "$@"; }
  $ v='--variant jacobi/msr/f64/seq' t=tandem:c=7
  $ printf '3 4\n0 1 0.5\n0 2 0.5\n1 1 1\n2 2 1\n' >die.tra
  $ printf '0="init" 1="deadlock" 2="done" 3="lost"\n0: 0\n2: 2\n1: 3\n' >die.lab

Commands, as in other tools

  $ w -v
  warpmark: unknown command '-v', did you mean 'version'?
  [1]
  $ w --verbose
  warpmark: unknown option '--verbose': options follow a command, such as warpmark run crossover --quick
  [1]
  $ w --quick run crossover
  warpmark: unknown option '--quick': options follow a command, such as warpmark run crossover --quick
  [1]
  $ w Solve $t
  warpmark: unknown command 'Solve', did you mean 'solve'?
  [1]
  $ w bench $t
  warpmark: unknown command 'bench', did you mean 'run'?
  [1]
  $ w check $t
  warpmark: unknown command 'check', did you mean 'solve'?
  [1]
  $ w quick
  warpmark: unknown command 'quick': `warpmark help` lists all. An experiment of this name is measured by: warpmark run quick
  [1]
  $ w q.lua
  warpmark: unknown command 'q.lua': a command comes first: warpmark run q.lua
  [1]
  $ w results.h5
  warpmark: unknown command 'results.h5': a command comes first: warpmark show results.h5
  [1]
  $ w $t
  warpmark: unknown command 'tandem:c=7': a command comes first: warpmark solve tandem:c=7
  [1]
  $ w help sovle
  warpmark: unknown command 'sovle', did you mean 'solve'?
  [1]
  $ w list variant
  warpmark: list: unknown 'variant', did you mean 'variants'?
  [1]
  $ w list solvers
  warpmark: list: unknown 'solvers', did you mean 'methods'?
  [1]
  $ w list models
  warpmark: list: unknown 'models', did you mean 'generators'?
  [1]
  $ w list gpus
  warpmark: list: unknown 'gpus', did you mean 'places'?
  [1]
  $ w list variants --csv
  warpmark: unknown option '--csv' (known: --usable, --names, --json)
  [1]
  $ w doctor --mend
  warpmark: unknown option '--mend' (known: --json, --strict, --fix)
  [1]
  $ w version --json
  warpmark: unknown option '--json': this command takes none
  [1]

Options of a solve

  $ w solve
  warpmark: solve: SOURCE is missing; usage: warpmark solve SOURCE --variant VARIANT [options]; see `warpmark help solve`
  [1]
  $ w solve $t
  warpmark: --variant is missing, the way to solve it: warpmark solve tandem:c=7 --variant jacobi/msr/f64/omp
  [1]
  $ w solve phils:n=3
  warpmark: --variant is missing, the way to solve it: warpmark solve phils:n=3 --variant map/csr/u32/omp
  [1]
  $ w solve $t,matrix=none
  warpmark: --variant is missing, the way to solve it: warpmark solve tandem:c=7,matrix=none --variant jacobi/generated/f64/omp
  [1]
  $ w solve random_dd:n=9,matrix=none
  warpmark: --variant is missing, the way to solve it: warpmark solve random_dd:n=9,matrix=none --variant jacobi/msr/f64/ranks4
  [1]
  $ w solve $t jacobi/msr/f64/seq
  warpmark: solve: 'jacobi/msr/f64/seq' is one word too many: one variant at a time: --variant jacobi/msr/f64/seq; usage: warpmark solve SOURCE --variant VARIANT [options]; see `warpmark help solve`
  [1]
  $ w solve $t --variants jacobi/msr/f64/seq
  warpmark: unknown option '--variants', did you mean '--variant'?
  [1]
  $ w solve $t -variant jacobi/msr/f64/seq
  warpmark: unknown option '-variant', did you mean '--variant'?
  [1]
  $ w solve $t --method jacobi
  warpmark: unknown option '--method', did you mean '--variant'?
  [1]
  $ w solve $t --gpu
  warpmark: unknown option '--gpu', did you mean '--variant'?
  [1]
  $ w solve $t --variant
  warpmark: --variant needs a value, such as jacobi/msr/f64/omp
  [1]
  $ w solve $t --variant --json
  warpmark: --variant needs a value, such as jacobi/msr/f64/omp
  [1]
  $ w solve $t --variant=
  warpmark: --variant '': needs a value that is not empty, such as jacobi/msr/f64/omp
  [1]
  $ w solve $t $v --epsilon=1e-6x
  warpmark: --epsilon 1e-6x: needs a number, such as 1e-9
  [1]
  $ w solve $t $v --epsilon = 1e-6
  warpmark: --epsilon: no blanks around '=': --epsilon=1e-6
  [1]
  $ w solve $t $v --eps 1e-6
  warpmark: unknown option '--eps', did you mean '--epsilon'?
  [1]
  $ w solve $t $v --precision 1e-6
  warpmark: unknown option '--precision', did you mean '--epsilon'?
  [1]
  $ w solve $t $v --maxiters=100
  warpmark: unknown option '--maxiters=100', did you mean '--max-iterations'?
  [1]
  $ w solve $t $v --max_iterations 100
  warpmark: unknown option '--max_iterations', did you mean '--max-iterations'?
  [1]
  $ w solve $t $v --max-iterations 1k
  warpmark: --max-iterations 1k: needs a whole number, not negative, such as 50000
  [1]
  $ w solve $t $v --threads 4
  warpmark: unknown option '--threads': place omp uses all cores; fewer: OMP_NUM_THREADS=2 warpmark solve ...
  [1]
  $ w solve $t $v --absolute
  warpmark: unknown option '--absolute', did you mean '--criterion'?
  [1]
  $ w solve $t -v jacobi/msr/f64/seq
  warpmark: unknown option '-v', did you mean '--variant'?
  [1]
  $ w solve $t $v -m 5
  warpmark: unknown option '-m', did you mean '--max-iterations'?
  [1]
  $ w solve $t $v --json=yes
  warpmark: --json takes no value
  [1]
  $ w solve --json $t
  warpmark: --variant is missing, the way to solve it: warpmark solve tandem:c=7 --variant jacobi/msr/f64/omp
  [1]

Variants

  $ w solve $t --variant jacobi
  warpmark: variant 'jacobi': needs four parts, method/layout/precision/place, did you mean 'jacobi/msr/f64/seq'?
  [1]
  $ w solve $t --variant jacobi/omp
  warpmark: variant 'jacobi/omp': needs four parts, method/layout/precision/place, did you mean 'jacobi/msr/f64/omp'?
  [1]
  $ w solve $t --variant msr/jacobi/f64/seq
  warpmark: variant 'msr/jacobi/f64/seq': unknown method 'msr', did you mean 'jacobi/msr/f64/seq'?
  [1]
  $ w solve $t --variant jacobi/msr/seq/f64
  warpmark: variant 'jacobi/msr/seq/f64': unknown precision 'seq', did you mean 'jacobi/msr/f64/seq'?
  [1]
  $ w solve $t --variant jacobi/msr/f64/gpu
  warpmark: variant 'jacobi/msr/f64/gpu': unknown place 'gpu', did you mean 'cuda'?
  [1]
  $ w solve $t --variant jacobi/msr/f64/cpu
  warpmark: variant 'jacobi/msr/f64/cpu': unknown place 'cpu', did you mean 'seq'?
  [1]
  $ w solve $t --variant jacobi/msr/f64/parallel
  warpmark: variant 'jacobi/msr/f64/parallel': unknown place 'parallel', did you mean 'omp'?
  [1]
  $ w solve $t --variant jacobi/msr/double/seq
  warpmark: variant 'jacobi/msr/double/seq': unknown precision 'double', did you mean 'f64'?
  [1]
  $ w solve $t --variant jacobi/csr/f64/seq
  warpmark: variant 'jacobi/csr/f64/seq': these parts do not go together: searches need layout csr, precision u32 and the native row order; other methods take neither csr nor u32, did you mean 'jacobi/msr/f64/seq'?
  [1]
  $ w solve $t --variant jacobi/coo/f64/seq
  warpmark: variant 'jacobi/coo/f64/seq': unknown layout 'coo', did you mean 'msr'?
  [1]
  $ w solve $t --variant gs/msr/f64/seq
  warpmark: variant 'gs/msr/f64/seq': unknown method 'gs', did you mean 'gauss_seidel'?
  [1]
  $ w solve $t --variant Gauss-Seidel/msr/f64/seq
  warpmark: variant 'Gauss-Seidel/msr/f64/seq': unknown method 'Gauss-Seidel', did you mean 'gauss_seidel'?
  [1]
  $ w solve $t --variant JACOBI/MSR/F64/SEQ
  warpmark: variant 'JACOBI/MSR/F64/SEQ': unknown method 'JACOBI', did you mean 'jacobi/msr/f64/seq'?
  [1]
  $ w solve $t --variant value_iteration/msr/f64/seq
  warpmark: variant 'value_iteration/msr/f64/seq': unknown method 'value_iteration', did you mean 'power'?
  [1]
  $ w solve $t --variant gmres/double/gpu
  warpmark: variant 'gmres/double/gpu': needs four parts, method/layout/precision/place, did you mean 'gmres/msr/f64/cuda'?
  [1]
  $ w solve $t --variant jacobi / msr / f64 / seq
  warpmark: solve: '/' is one word too many: a variant has no blanks; usage: warpmark solve SOURCE --variant VARIANT [options]; see `warpmark help solve`
  [1]
  $ w solve $t --variant 'jacobi/msr/f64/seq[check=10]'
  warpmark: variant 'jacobi/msr/f64/seq[check=10]': the options' '[' has no ']' before the '/', did you mean 'jacobi[check=10]/msr/f64/seq'?
  [1]
  $ w solve $t --variant 'jacobi(check=10)/msr/f64/seq'
  warpmark: variant 'jacobi(check=10)/msr/f64/seq': unknown method 'jacobi(check=10)', did you mean 'jacobi[check=10]/msr/f64/seq'?
  [1]
  $ w solve $t --variant 'jacobi check=10/msr/f64/seq'
  warpmark: variant 'jacobi check=10/msr/f64/seq': unknown method 'jacobi check=10', did you mean 'jacobi[check=10]/msr/f64/seq'?
  [1]
  $ w solve $t --variant 'jacobi[check = 10]/msr/f64/seq'
  warpmark: variant 'jacobi[check = 10]/msr/f64/seq': unknown option 'check ', did you mean 'jacobi[check=10]/msr/f64/seq'?
  [1]
  $ w solve $t --variant 'jacobi[check=10;denormals=keep]/msr/f64/seq'
  warpmark: variant 'jacobi[check=10;denormals=keep]/msr/f64/seq': check=10;denormals=keep: needs a whole number above 0 and below 1001, did you mean 'jacobi[check=10,denormals=keep]/msr/f64/seq'?
  [1]
  $ w solve $t --variant 'jacobi[omega=0.9]/msr/f64/seq'
  warpmark: variant 'jacobi[omega=0.9]/msr/f64/seq': option 'omega' does not apply to method jacobi in layout msr at place seq: omega is for jor/*/*/*; omega is for * (glob)
  [1]
  $ w solve $t --variant 'jacobi/msr/f64/*'
  warpmark: variant 'jacobi/msr/f64/*': needs one variant, not a name pattern: see `warpmark list variants 'jacobi/msr/f64/*'`
  [1]
  $ w solve $t --variant jacobi/msr/f64/seq jacobi/msr/f64/omp # what a shell makes of {seq,omp}
  warpmark: solve: 'jacobi/msr/f64/omp' is one word too many: one variant at a time: --variant jacobi/msr/f64/omp; usage: warpmark solve SOURCE --variant VARIANT [options]; see `warpmark help solve`
  [1]
  $ w solve $t --variant jacobi-msr-f64-seq
  warpmark: variant 'jacobi-msr-f64-seq': needs four parts, method/layout/precision/place, did you mean 'jacobi/msr/f64/seq'?
  [1]
  $ w solve $t --variant jacobi/msr/f64/seq+bfs
  warpmark: variant 'jacobi/msr/f64/seq+bfs': unknown place 'seq+bfs', did you mean 'jacobi/msr+bfs/f64/seq'?
  [1]
  $ : >libmetis.so.5; (LD_LIBRARY_PATH=$PWD:$LD_LIBRARY_PATH; export LD_LIBRARY_PATH; w solve $t --variant jacobi/msr+bisection/f64/seq --prove 0) | sed -n 1p # none that can be loaded
  status       no_device: order bisection is METIS's, which cannot be loaded: */libmetis.so.5: file too short. Install METIS 5 (Debian package libmetis5) or set LD_LIBRARY_PATH to its folder (glob)
  $ (LD_LIBRARY_PATH=$PWD:$LD_LIBRARY_PATH; export LD_LIBRARY_PATH; w spy $t --order bisection --json); rm libmetis.so.5
  warpmark: order bisection is METIS's, which cannot be loaded: */libmetis.so.5: file too short. Install METIS 5 (Debian package libmetis5) or set LD_LIBRARY_PATH to its folder (glob)
  $ w solve $t --variant map/csr/f64/seq
  warpmark: variant 'map/csr/f64/seq': these parts do not go together: searches need layout csr, precision u32 and the native row order; other methods take neither csr nor u32, did you mean 'map/csr/u32/seq'?
  [1]

Generated models

  $ w solve tandem $v
  warpmark: tandem: parameter 'c' (capacity of each queue) must be given: tandem:c=...
  [1]
  $ w solve tandem:4095 $v
  warpmark: tandem: '4095' is not of the form parameter=value, did you mean 'tandem:c=4095'?
  [1]
  $ w solve tandem:c= $v
  warpmark: tandem: c=: needs a whole number, not negative
  [1]
  $ w solve tandem:c $v
  warpmark: tandem: parameter 'c' has no value: write c=VALUE
  [1]
  $ w solve 'tandem(c=255)' $v
  warpmark: unknown generator 'tandem(c=255)', did you mean 'tandem:c=255'?
  [1]
  $ w solve tandem c=255 $v
  warpmark: solve: 'c=255' is one word too many: a source is one word, such as tandem:c=255; usage: warpmark solve SOURCE --variant VARIANT [options]; see `warpmark help solve`
  [1]
  $ w solve tandem:c=15 tandem:c=31 $v
  warpmark: solve: 'tandem:c=31' is one word too many: one source at a time; usage: warpmark solve SOURCE --variant VARIANT [options]; see `warpmark help solve`
  [1]
  $ w solve tandem:c=99999999 $v
  warpmark: tandem: c=99999999: must be at least 1 and at most 1000000
  [1]
  $ w solve tandem:c=-3 $v
  warpmark: tandem: c=-3: needs a whole number, not negative
  [1]
  $ w solve tandem:c=ten $v
  warpmark: tandem: c=ten: needs a whole number, not negative
  [1]
  $ w solve tandem:n=10 $v
  warpmark: tandem: unknown parameter 'n', did you mean 'c'?
  [1]
  $ w solve tandem:c=10:property=2 $v
  warpmark: tandem: c=10:property=2: needs a whole number, not negative, did you mean 'tandem:c=10,property=2'?
  [1]
  $ w solve tandem:c=10,property=9 $v
  warpmark: tandem: property=9: it has properties 1 to 4 (see `warpmark list generators`)
  [1]
  $ w solve 'tandem: c = 10; property = 1' $v
  warpmark: tandem: unknown parameter ' c ', did you mean 'tandem:c=10,property=1'?
  [1]
  $ w solve Tandem:c=10 $v
  warpmark: unknown generator 'Tandem', did you mean 'tandem:c=10'?
  [1]
  $ w solve tandom:c=10 $v
  warpmark: unknown generator 'tandom', did you mean 'tandem'? (a file needs a '/' or '.' in its name)
  [1]
  $ w solve 'tandem:c={15,31}' $v
  warpmark: tandem: c={15,31}: a source has one value for each parameter. For several, write a script with wm.grid (docs/lua.md)
  [1]
  $ w solve herman:n=4 $v
  warpmark: herman: n=4: must be odd, such as 3 or 5
  [1]
  $ w solve random_dd:n=1000,density=1% $v
  warpmark: random_dd: density=1%: needs a number
  [1]

Keys and files that are nearly right.

  $ printf 'label "x" = d>4\n"a": P=?[F "x"];\n' >open.props; printf 'a: P=?[F "done"]\n' >bare.props
  $ printf 'dtmc\nmodule m\nendmodule\n' >model.props; printf '"a": P=?[F "done"];\n' >one.props; echo '# one' >note.props
  $ for rest in die.tra:cnst=k=3,prop=1 die.tra:constants=k=3,prop=1 die.tra:props=one.props,prop=a,const=k=3 \
  >     die.tra:prop=one.props 'die.tra:prop=1-"dome"' 'die.tra:prop="done"=1' 'die.tra:Prop=P=?[F "done"]' die.tra:prop \
  >     die.tra:props= 'prop=P=?[F "done"]' consensus:n=2,k=2,type=mdp die.tra:props=open.props die.tra:props=bare.props \
  >     die.tra:props=model.props die.tra:props=note.props; do "$WARPMARK" certify "$rest"; done
  warpmark: die.tra: unknown key 'cnst', did you mean 'const'?
  warpmark: die.tra: unknown key 'constants': say const=NAME=VALUE
  warpmark: die.tra: prop=a,const=k=3: column 2: expected an operator or the end of the text, found ',': prop= takes the rest of a source; write other keys before it
  warpmark: die.tra: prop=one.props: this is a file: write props=one.props
  warpmark: die.tra: prop=1-"dome": column 3: unknown label 'dome', did you mean 'done'?
  warpmark: die.tra: prop="done"=1: column 1: a label is true or false, and a number is needed: write "done" alone
  warpmark: die.tra: unknown key 'Prop': say prop=PROPERTY at the end, such as prop=P=?[F "done"], did you mean 'die.tra:prop=P=?[F "done"]'?
  warpmark: die.tra: 'prop' is not of the form key=value: say prop=PROPERTY at the end, such as prop=P=?[F "done"]
  warpmark: die.tra: 'props=' is not of the form key=value: a file is missing: say props=FILE
  warpmark: 'prop=P=?[F "done"]' is a property: say it behind a model: 'model.tra:prop=P=?[F "done"]'
  warpmark: consensus: unknown parameter 'type': only models in files take it: leave it out
  warpmark: open.props:2: column 1: expected an operator or ';', found '"a"': a ';' is missing before it
  warpmark: bare.props:1: column 2: expected an operator or ';', found ':': the name of a property stands in double quotes: "name": P=?[...]
  warpmark: model.props: this is a model, and no file of properties
  warpmark: note.props:1: column 1: expected a property such as P=?[F "done"], found '#': comments begin with //
  [1]
  $ w certify die.tra:prop=P=?[F done]
  warpmark: certify: 'done]' is one word too many: put the source in single quotes; usage: warpmark certify SOURCE [options]; see `warpmark help certify`
  [1]

Files, and properties of PRISM

  $ w solve die.tra $v
  warpmark: die.tra: no property: say prop=PROPERTY, goal=LABEL, steady=LABEL, reward=FILE or reward=FILE,goal=LABEL after a ':', such as 'die.tra:prop=P=?[F "done"]'
  [1]
  $ w solve die.tra done $v
  warpmark: solve: 'done' is one word too many; usage: warpmark solve SOURCE --variant VARIANT [options]; see `warpmark help solve`
  [1]
  $ w solve die.tra 'P=? [F "done"]' $v
  warpmark: solve: 'P=? [F "done"]' is one word too many: a property stands behind the model: 'model.tra:prop=P=?[F "done"]'; usage: warpmark solve SOURCE --variant VARIANT [options]; see `warpmark help solve`
  [1]
  $ w solve 'P=? [F "done"]' $v
  warpmark: 'P=? [F "done"]' is a property: say it behind a model: 'model.tra:prop=P=? [F "done"]'
  [1]
  $ w solve 'die.tra:type=dtmc,P=? [F "done"]' $v
  warpmark: die.tra: unknown key 'P', did you mean 'die.tra:type=dtmc,prop=P=? [F "done"]'?
  [1]
  $ w solve 'die.tra:type=dtmc,P=? [!"lost" U<=9 "done"]' $v
  warpmark: die.tra: unknown key 'P', did you mean 'die.tra:type=dtmc,prop=P=? [!"lost" U<=9 "done"]'?
  [1]
  $ w solve die.tra:goal=done,steps=2 $v
  warpmark: die.tra: the file does not say whether it is a DTMC or a CTMC, and a bound is steps in the one, time in the other: say type=dtmc or type=ctmc, or write '# Transitions (DTMC)' into its first line
  [1]
  $ w solve die.tra:dtmc,goal=done $v
  warpmark: die.tra: 'dtmc' is not of the form key=value, did you mean 'die.tra:type=dtmc,goal=done'?
  [1]
  $ w solve die.tra:type=DTMC,goal=done $v
  warpmark: die.tra: type=DTMC: unknown value, did you mean 'die.tra:type=dtmc,goal=done'?
  [1]
  $ w solve die.tra:type=mdp,goal=done $v
  warpmark: die.tra:1: two numbers: this is a DTMC or CTMC (states, transitions), and an MDP has three (states, choices, transitions)
  [1]
  $ w solve die.tra:type=dtmc:goal=done $v
  warpmark: die.tra: type=dtmc:goal=done: unknown value, did you mean 'die.tra:type=dtmc,goal=done'?
  [1]
  $ w solve die.tra,type=dtmc,goal=done $v
  warpmark: die.tra,type=dtmc,goal=done: No such file or directory, did you mean 'die.tra:type=dtmc,goal=done'?
  [1]
  $ w solve die.tra:type=dtmc,goal=don $v
  warpmark: die.tra: unknown label 'don', did you mean 'done'?
  [1]
  $ w solve 'die.tra:type=dtmc,goal="done"' $v
  warpmark: die.tra: unknown label '"done"', did you mean 'done'?
  [1]
  $ w solve die.tra:type=dtmc,until=done $v
  warpmark: die.tra: unknown key 'until', did you mean 'goal'?
  [1]
  $ w solve die.tra:type=dtmc,labels=die.lab,goal=done $v
  warpmark: die.tra: unknown key 'labels': labels are read from the file beside it that ends with .lab
  [1]
  $ w solve die.tra:type=dtmc,reward=cost $v
  warpmark: cost: rewards are named by their .srew file; a .trew file is found beside it
  [1]
  $ w solve die.tra:type=dtmc,goal=done,time=5 $v
  warpmark: die.tra: time= is for CTMCs; a DTMC takes steps=K
  [1]
  $ w solve dei.tra:type=dtmc,goal=done $v
  warpmark: dei.tra: No such file or directory, did you mean 'die.tra'?
  [1]
  $ w solve models/die.tra:type=dtmc,goal=done $v
  warpmark: models/die.tra: No such file or directory (there is no folder models/)
  [1]
  $ w solve die $v
  warpmark: unknown generator 'die', did you mean the file 'die.tra'?
  [1]
  $ w solve die.lab $v
  warpmark: die.lab: this is a file of labels. Name the file of the transitions, such as die.tra
  [1]
  $ mkdir sub; w solve sub $v
  warpmark: sub: is a folder, not a file
  [1]
  $ mkdir alone; cp die.tra alone; (cd alone; w solve die.tra:type=dtmc,goal=done $v)
  warpmark: die.tra: unknown label 'done' (known: init, deadlock). A .tra file has its labels in the .lab file beside it
  [1]
  $ : >empty.tra; w solve empty.tra:type=dtmc,goal=done $v
  warpmark: empty.tra:1: the file ends before the numbers of states and transitions
  [1]
  $ printf '3 4\n0 1 0.5\0\n' >binary.tra; w solve binary.tra:type=dtmc,goal=done $v
  warpmark: binary.tra:2: a NUL byte: this is not a text file
  [1]
  $ touch die.prism die.sm die.pm die.props die.h5.gz die.xyz; echo 'dtmc label "done" = s=7;' >die.nm; echo "{}" >die.jani
  $ w solve die.prism $v
  warpmark: die.prism: no property: say prop=PROPERTY at the end, after a ':' and the constants, such as 'die.prism:const=N=4,prop=P=?[F "done"]'
  [1]
  $ w solve die.sm:const=3 $v
  warpmark: die.sm: const=3: needs a name and its value, such as const=N=4
  [1]
  $ w solve die.sm:const=N=1:9,goal=done $v
  warpmark: die.sm: const=N=1:9: the value must be one number, true or false
  [1]
  $ w solve die.sm:goal=done,const=N=4,K=2,goal=done $v
  warpmark: die.sm: key 'goal' is given twice
  [1]
  $ w solve 'die.sm:prop=P=?[H "done"]' $v
  warpmark: die.sm: prop=P=?[H "done"]: column 7: expected an operator, ']' or '{', found '"done"': operators of paths are X, F, G, U, W and R
  [1]
  $ w solve 'die.sm:prop=P>=1 F "done"' $v
  warpmark: die.sm: prop=P>=1 F "done": column 6: expected an operator or '[', found 'F': what is asked stands in square brackets: P>=0.5[F "done"]
  [1]
  $ export PRISM_HOME=/nowhere WARPMARK_PYTHON=/nowhere/python
  $ w solve die.nm:const=N=4,K=2.5,goal=done $v
  warpmark: die.nm: this is a model that PRISM (prism on the path, or in $PRISM_HOME/bin) or Storm (stormpy for python3, or for $WARPMARK_PYTHON) builds, and none is installed here. Build it where one is: prism die.nm -const N=4,K=2.5 -cuddepsilon 0 -exportmodel die.umb
  [4]
  $ w solve die.jani:goal=done $v
  warpmark: die.jani: this is a model that Storm (stormpy for python3, or for $WARPMARK_PYTHON) builds, and none is installed here. Build it where one is: storm --jani die.jani --buildfull --exportbuild die.umb
  [4]
  $ unset PRISM_HOME WARPMARK_PYTHON
  $ : >die.umb; w solve die.umb:goal=done $v
  warpmark: die.umb: cannot unpack it: Unrecognized archive format
  [5]
  $ w solve die.h5.gz $v
  warpmark: die.h5.gz: this is packed. Run: gunzip -k die.h5.gz
  [1]
  $ printf '\037\213\010' >cut.tra.gz; w solve cut.tra.gz:type=dtmc,goal=done $v
  warpmark: cut.tra.gz: cannot unpack it: it is cut off
  [5]
  $ w solve die.props $v
  warpmark: die.props: this is a list of properties. Name the model with one of them: model.tra:type=dtmc,goal=LABEL
  [1]
  $ w solve die.xyz $v
  warpmark: die.xyz: unknown kind of file (known endings: .tra .pexp .mtx .drn .umb .h5 .aut). Rename it, or say its format: die.xyz:format=prism
  [1]
  $ printf '@type: MDP\n@nr_states\n1\n@model\nstate 0 init\n' >mdp.drn; w solve mdp.drn:goal=done $v
  warpmark: mdp.drn: this is an MDP: say what is asked, such as prop=Pmax=?[F "goal"]
  [1]
  $ printf '2 2 3\n0 0 1 1\n0 1 0 0.5\n1 0 1 1\n' >mdp.tra; w solve mdp.tra:type=dtmc,goal=done $v
  warpmark: mdp.tra:1: a third number: this is an MDP (states, choices, transitions), not a DTMC: say type=mdp, or leave type= out
  [1]
  $ w solve https://example.org/die.tra $v
  warpmark: https://example.org/die.tra: is a URL. Download the file, and name it here
  [1]
  $ w export $t
  warpmark: export: DIR is missing; usage: warpmark export SOURCE DIR --format FORMAT [options]; see `warpmark help export`
  [1]
  $ w export $t out
  warpmark: --format must be given, such as --format prism
  [1]
  $ w export $t out --format tikz
  warpmark: --format tikz: unknown format (known: storm, prism, matrix_market, drn, umb, cache, aut)
  [1]
  $ w export $t out/a/b --format prism
  warpmark: out/a/b: No such file or directory
  [1]
  $ w export $t die.tra --format prism
  warpmark: die.tra: is not a folder
  [1]
  $ w info $t --verbose
  warpmark: unknown option '--verbose' (known: --variant, --json)
  [1]
  $ w spy $t -o x.jpg
  warpmark: x.jpg: unknown kind of picture '.jpg' (known: .png, .svg, .pdf)
  [1]
  $ w spy $t -o absent/x.png
  warpmark: cannot write absent/x.png: No such file or directory (there is no folder absent/)
  [1]

What cannot be read (root reads everything)

  $ chmod 000 die.lab; [ -r die.lab ] && echo 'warpmark: cannot read die.lab: Permission denied' || w solve die.tra:type=dtmc,goal=done $v 2>&1 | cat
  warpmark: cannot read die.lab: Permission denied
