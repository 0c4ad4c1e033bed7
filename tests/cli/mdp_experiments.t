The experiments about decision processes, on small models, without engines.

  $ export PATH=/usr/bin:/bin PRISM_HOME=nowhere
  $ $WARPMARK run mdp --quick consensus=2,4 csma=2 wlan=0 zeroconf=20 firewire=3 israeli_jalfon=5 leader_async=3 rabin=3 max_time=5ms \
  >     --variants '{vi,pi}/msr/f64/seq' timeout=60s -o m.h5 >log 2>&1; grep -o 'm.h5: [^,]*' log
  m.h5: 18 cases (18 ok)
  $ $WARPMARK table m.h5 off | awk '/^consensus/ { print $3, $4, $5, $6 < 1e-6 }'
  = 2 5.8e-05 1
  = 4 0.0002 1

A time to a proven answer counts where the proven error is small enough; sweeps are timed in blocks, and have bytes.

  $ $WARPMARK run mdp-records --quick models=consensus,zeroconf consensus=2 zeroconf=20 places=seq,omp sweeps=1e-6 timeout=60s max_samples=1 -o r.h5 >log 2>&1
  $ grep -o 'r.h5: [^,]*' log; $WARPMARK table r.h5 proofs --format csv | cut -d, -f1-3 | tail -n 15
  r.h5: 50 cases (50 ok)
  zeroconf 20/4,one core,vi
  zeroconf 20/4,one core,vi_gs
  zeroconf 20/4,one core,topological
  zeroconf 20/4,one core,ii
  zeroconf 20/4,one core,ovi
  zeroconf 20/4,one core,svi
  zeroconf 20/4,one core,mpi
  zeroconf 20/4,one core,pi
  zeroconf 20/4,one core,auto
  zeroconf 20/4,all cores,vi
  zeroconf 20/4,all cores,ii
  zeroconf 20/4,all cores,ovi
  zeroconf 20/4,all cores,svi
  zeroconf 20/4,all cores,pi
  zeroconf 20/4,all cores,auto
  $ $WARPMARK table r.h5 proofs --format csv | grep -o "^consensus.*proven to.*"; $WARPMARK table r.h5 traffic | grep /seq
  consensus 2/2,one core,vi,,,,,,,,,proven to 5.8e-05
  consensus 2/2,one core,vi_gs,,,,,,,,,proven to 2.9e-05
  consensus 2/2,one core,topological,,,,,,,,,proven to 9.9e-06
  consensus 2/2,one core,mpi,,,,,,,,,proven to 1.8e-05
  consensus 2/2,all cores,vi,,,,,,,,,proven to 5.8e-05
  vi/msr/f64/seq             24.6 kB        75.7 kB
  vi/cmsr/f64/seq            18.3 kB        59.8 kB
  vi/delta16/f64/seq         23.6 kB        73.6 kB
  vi/balanced/f64/seq        23.6 kB        73.6 kB
  vi/panels/f64/seq          37.9 kB         153 kB
  $ for t in sweep share; do $WARPMARK table r.h5 $t | grep -cE '^vi.* [0-9]'; done
  10
  10

How large it can be: a line for each case, from the model to its proof.

  $ $WARPMARK run mdp-scale --quick two=2,4 timeout=60s -o s.h5 >log 2>&1; grep -o 's.h5: [^,]*' log
  s.h5: 12 cases (12 ok)
  $ $WARPMARK table s.h5 costs | grep '/seq ' | awk '{ print $1, $2, $3, $4, $5 }'; $WARPMARK table s.h5 speedup | grep -c /omp
  consensus 2/2 auto/auto/f64/seq 272 484
  consensus 2/2 pi/msr/f64/seq 272 484
  consensus 2/2 pi[inner=multilevel]/msr/f64/seq 272 484
  consensus 2/4 auto/auto/f64/seq 528 964
  consensus 2/4 pi/msr/f64/seq 528 964
  consensus 2/4 pi[inner=multilevel]/msr/f64/seq 528 964
  6
