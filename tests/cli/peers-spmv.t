Experiment peers-spmv: one sweep, from what lies between two solves. Engines that are here are in
the table. The first solve makes one sweep and the second hundreds, and the times are medians of nine: so on a busy machine,
too, enough lies between them.

  $ PATH=/usr/bin:/bin PRISM_HOME=nowhere $WARPMARK run peers-spmv --quick tandem=31 cluster=4 kanban=1 fms=1 polling=3 \
  >     coarse=0.5 fine=1e-10 max_samples=9 max_time=1s -o s.h5 2>log
  $ tail -n 1 log
  claims: * (glob)
  $ $WARPMARK table s.h5 sweeps | grep '^tandem.* msr ' | sed 's/  */ /g'
  tandem 31 msr * 1 * (glob)
  $ $WARPMARK table s.h5 sweeps | grep '^not measured: prism'
  not measured: prism: * (glob)
