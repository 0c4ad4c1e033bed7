Proofs are kept in the user's cache, unless WARPMARK_PROOFS is empty or names another folder.

  $ unset WARPMARK_PROOFS; export XDG_CACHE_HOME=$PWD/cache OMP_WAIT_POLICY=passive; P=cache/warpmark/proofs
  $ note() { $WARPMARK certify tandem:c=255 --json "$@" | grep -o '"note": .*'; }
  $ note; ls $P | sed 's/^[0-9a-f]\{64\}/SHA/'; cp -a $P first
  "note": "for the matrix as stored",
  SHA-stored-1e-09.h5
  $ note; note --epsilon 1e-6; WARPMARK_PROOFS=first note
  "note": "for the matrix as stored; its vectors come from the cache of proofs",
  "note": "for the matrix as stored; its vectors come from the cache of proofs",
  "note": "for the matrix as stored; its vectors come from WARPMARK_PROOFS",

A proof that takes next to no time is not kept, nor one with bounded steps: its check makes them again.

  $ $WARPMARK certify herman:n=5 >out; $WARPMARK certify brp:n=64,max=5,property=4 >out; ls $P | wc -l
  1

Two at once, of which one may find what the other has made; then one that is killed.

  $ rm $P/*; note >one & note >two; wait; sed 's/; its.*/",/' one two; ls -A $P | wc -l
  "note": "for the matrix as stored",
  "note": "for the matrix as stored",
  1
  $ rm $P/*; for s in 0.2 0.4 0.8; do timeout -s KILL $s $WARPMARK certify tandem:c=255 >out 2>&1; done; true
  $ note | sed 's/; its.*/",/'; ls $P/*-stored-1e-09.h5 | wc -l
  "note": "for the matrix as stored",
  1

A file that was changed, cut off or is another's proof is refused, and a new one takes its place.

  $ file=$(ls $P/*); anew() { note | cut -c 1-88; note; }
  $ truncate -s 4000 $file; anew
  "note": "for the matrix as stored; the cache of proofs: a proof was not used: /* (glob)
  "note": "for the matrix as stored; its vectors come from the cache of proofs",
  $ $WARPMARK certify tandem:c=7 -o other.h5 >out; cp other.h5 $file; anew
  "note": "for the matrix as stored; the cache of proofs: a proof was not used: it is abou
  "note": "for the matrix as stored; its vectors come from the cache of proofs",

The folder stays below 2 GiB: what was not used for longest leaves it.

  $ for k in 1 2 3; do truncate -s 1G $P/old$k; touch -d 2020-01-0$k $P/old$k; done; rm $file; note; ls $P | grep old
  "note": "for the matrix as stored",
  old3

A run says what its proofs cost, apart from what it measured, and how many it found.

  $ cat >r.lua <<end
  > local wm = require "warpmark"
  > return wm.experiment { name = "r", problems = { "tandem:c=255", "herman:n=5" },
  >     variants = { "jacobi/msr/f64/seq" }, measure = { max_samples = 1, iterations = 2, count_iterations = false } }
  > end
  $ rm $P/*; for k in 1 2; do $WARPMARK run r.lua -o r$k.h5 2>&1 | tail -n 1 | grep -o '[0-9]* proofs.*'; done
  2 proofs (0 found, *s) * %, writing * s (glob)
  2 proofs (1 found, *s) * %, writing * s (glob)
  $ $WARPMARK run r.lua -o none.h5 --prove 0 2>&1 | tail -n 1 | grep -c proof
  0
  [1]

A folder that cannot be made costs the kept proof only. No home, or an empty variable: nothing is kept.

  $ XDG_CACHE_HOME=$PWD/other.h5 note
  "note": "for the matrix as stored; the cache of proofs: nothing was stored: cannot create the folder *", (glob)
  $ rm -r cache; WARPMARK_PROOFS= note; ls cache
  "note": "for the matrix as stored",
  ls: cannot access 'cache': No such file or directory
  [2]
