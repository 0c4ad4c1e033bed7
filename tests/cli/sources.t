Every command that takes a source, on every kind of source: it works, or says in one line why not.

  $ $WARPMARK export random_dd:n=12,density=0.3,seed=1 system --format cache --system >/dev/null
  $ $WARPMARK export tandem:c=3 chain --format cache >/dev/null
  $ $WARPMARK export phils:n=2 graph --format cache >/dev/null
  $ $WARPMARK export phils:n=2 aut --format aut >/dev/null
  $ $WARPMARK export tandem:c=3 drn --format drn >/dev/null
  $ $WARPMARK export tandem:c=3 prism --format prism >/dev/null
  $ $WARPMARK export random_dd:n=12,density=0.3,seed=1 mtx --format mtx --system >/dev/null
  $ kinds="random_dd:n=12,density=0.3,seed=1 tandem:c=3 phils:n=2 system/model.h5
  >   chain/model.h5 chain/model.h5:reward=customers graph/model.h5 aut/model.aut drn/model.drn drn/model.drn:reward=customers
  >   prism/model.tra:type=ctmc prism/model.tra:type=ctmc,reward=model.srew mtx/model.mtx mtx/model.mtx:rhs=model_b.mtx
  >   mtx/model_b.mtx absent/model.h5 . system"
  $ check() { # check COMMAND...: exit 0 or 2 with what it has to say, or 1 with one line
  >   $WARPMARK "$@" >out 2>err; code=$?
  >   case $code in 0|2) return;; 1) test $(grep -c '^warpmark: ' err) = 1 && return;; esac
  >   echo "$@: exit $code"; cat err
  > }
  $ for source in $kinds; do
  >   check info $source; check info $source --json; check info $source --variant jacobi/msr/f64/seq
  >   check solve $source --variant jacobi/msr/f64/seq --json; check solve $source --variant map/csr/u32/seq
  >   check solve $source --variant ndfs/csr/u32/seq --on-the-fly
  >   check spy $source --json; check spy $source --both --json
  >   for format in prism mtx drn cache aut; do
  >     rm -rf out.d; check export $source out.d --format $format
  >     rm -rf out.d; check export $source out.d --format $format --system
  >   done
  > done

What is shown of a system from a cache is what is shown of its generator.

  $ facts() { $WARPMARK spy $1 --both --json | grep -v '"source"'; }
  $ facts random_dd:n=12,density=0.3,seed=1 >1; facts system/model.h5 | cmp - 1; facts mtx/model.mtx | cmp - 1
