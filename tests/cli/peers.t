Experiment peers: engines beside Warpmark's methods, with those that are here. The others are named.

  $ PATH=/usr/bin:/bin PRISM_HOME=nowhere $WARPMARK run peers --quick herman=5 polling=3 brp=4 embedded=1 monmege=4 tandem=3 cluster=2 kanban=1 fms=1 epsilon=1e-4,1e-8 timeout=2s -o p.h5 2>log
  $ tail -n 1 log
  claims: * (glob)
  $ $WARPMARK table p.h5 times | grep -E '^(problem|herman)' | cut -c 22-34 | grep -vE 'petsc|direct|scipy|storm|example' | sed 's/ *$//'
  method
  jacobi
  gauss_seidel_
  bicgstab[prec
  multilevel
  ovi
  auto
  $ $WARPMARK table p.h5 times | grep '^not measured: prism'
  not measured: prism: engine prism: * (glob)
  $ $WARPMARK table p.h5 faults | grep -E '^(problem|what|less|error)' | cut -c 1-60 | sed 's/  */ /g'
  problem method * (glob)
  what: the worst of the method's cases there; epsilon, error 
  less than asked: the proven error is above 10 epsilon; stopp
  error: proven, at most; of a wrong value, how far it is off
  $ $WARPMARK table p.h5 claims --format csv | grep -E '^own-true' | cut -d , -f 1,3
  own-true,holds
