How well this machine measures. Where others keep it busy it may be too noisy; then nothing is stored, and that is said.
runs alone: beside others the machine is too noisy, and nothing is stored

  $ export XDG_STATE_HOME="$PWD/state"
  $ $WARPMARK selfcheck --time 1s -o self.h5 >out 2>err; code=$?
  $ noisy() { [ $code = 4 ] && grep -q '^warpmark: too noisy: ' err && [ ! -e self.h5 ] && [ ! -e state ]; }
  $ noisy || { [ $code = 0 ] && [ "$(sed -n 's/^noise floor .* %$/yes/p' out)" = yes ]; } || cat out err
  $ noisy || [ "$(sed -n 's/^kept in  *//p' out)" = "$(echo "$PWD"/state/warpmark/*)" ] || cat out
  $ noisy || [ "$($WARPMARK table self.h5 machine | grep -c noise_floor)" = 1 ] || echo not in the results
  $ noisy || $WARPMARK doctor | grep -q '^noise_floor' || echo not known to later runs

  $ $WARPMARK selfcheck --time never
  warpmark: --time never: needs a time such as 60s or 5m
  [1]
  $ $WARPMARK selfcheck --time 0
  warpmark: --time 0: needs a time such as 60s or 5m
  [1]
  $ $WARPMARK selfcheck now
  warpmark: selfcheck: 'now' is one word too many; usage: warpmark selfcheck [options]; see `warpmark help selfcheck`
  [1]
  $ $WARPMARK selfcheck -o nowhere/self.h5 2>&1 | grep -c '^warpmark: '
  1
