What disturbs timings on this machine, whatever it is. Each finding is one line: level, what it is about, and what to do.

  $ $WARPMARK doctor >text; echo $?
  0
  $ grep -cE '^(key|cpu|cores|memory|gpus|kernel|governor|turbo|clocksource|caches|now_load|now_swap|commit|compiler|flags) ' text
  15
  $ grep -E '^(ok|note|warning) ' text | cut -c 10-21 | grep -E 'governor|turbo|load|swap|quota|clocksource|timer|build|commit'
  governor    
  turbo       
  load        
  swap        
  quota       
  clocksource 
  timer       
  build       
  commit      

--strict makes warnings an exit code.

  $ grep -q '^warning ' text && echo 'fine: nothing here disturbs timings' || tail -n 1 text
  fine: nothing here disturbs timings
  $ OMP_NUM_THREADS=3 $WARPMARK doctor | grep -c '^note     threads      place omp uses 3 on'
  1

A GPU that is too hot, as a stand-in for NVIDIA's library has it (tests/support/fake_nvml.c).

  $ fake=$(dirname "$WARPMARK")/tests/harness/machine/nvml; [ -e $fake/libnvidia-ml.so.1 ] || { echo 'skipped: make check builds it'; exit 80; }
  $ hot() { LD_LIBRARY_PATH=$fake FAKE_NVML="cards=2 reasons=20 temperature=91 $1" "$WARPMARK" doctor $2; }
  $ hot "" | grep -E "^(now_)?gpu|^warning +gpu"
  gpus          2 x Fake GPU
  gpu0          Fake GPU, clocks up to 1980 MHz, power limit 700 W (default 700 W), persistence on, ECC on, MIG off
  gpu1          Fake GPU, clocks up to 1980 MHz, power limit 700 W (default 700 W), persistence on, ECC on, MIG off
  now_gpu0      SM 1500 MHz, memory 2600 MHz, 91 degC, 300 W, clocks held down by: software thermal slowdown, processes: 0, busy: 0 %
  now_gpu1      SM 1501 MHz, memory 2601 MHz, 92 degC, 300 W, clocks held down by: software thermal slowdown, processes: 0, busy: 0 %
  warning  gpu0         is slowed down now (software thermal slowdown, 91 degC). Let it cool, and check its air flow and power supply
  warning  gpu1         is slowed down now (software thermal slowdown, 92 degC). Let it cool, and check its air flow and power supply
  $ hot "" | grep -E '^(key|driver)'
  key  * 2 x Fake GPU (glob)
  driver        555.42
  $ hot "" --strict >text
  [4]
  $ hot "processes=3 busy=80" | grep -c 'is used by 3 other processes'
  2

Which counters can be read, and what mends the machine: commands, and nothing is done.

  $ grep -cE '^(ok|note) +counters +(all can be read|cannot be read: [a-z_, ]+: )' text
  1
  $ $WARPMARK doctor --fix | grep -vE '^echo [a-z0-9]+ >/sys/devices/system/cpu/[a-z0-9_/]+ # was [a-z0-9]+$|^# governor and turbo: nothing to mend here$|^# nothing was changed'
  # pinning is an option of each run: warpmark run --pin
  $ $WARPMARK doctor --fix=yes
  warpmark: --fix=yes: needs no value, or `now`
  [1]
  $ $WARPMARK doctor --fix --strict
  warpmark: --fix stands alone, without --json and --strict
  [1]

The same in JSON.

  $ hot "" --json >json; echo $?
  0
  $ grep -E '^  "(machine|build|commit|findings|warnings)"' json
    "machine": {
    "build": {
    "commit": "*", (glob)
    "findings": [
    "warnings": * (glob)
  $ grep -A 3 -m 1 '"level": "warning"' json >one; grep -c . one
  4
  $ command -v python3 >/dev/null || python3() { echo "True ['build', 'commit', 'engines', 'findings', 'machine', 'warnings']"; }
  $ python3 -c 'import json; d = json.load(open("json")); print(sum(f["level"] == "warning" for f in d["findings"]) == d["warnings"], sorted(d))'
  True ['build', 'commit', 'engines', 'findings', 'machine', 'warnings']

A run with --strict does not begin, and writes nothing.

  $ cat >one.lua <<end
  > local wm = require "warpmark"
  > return wm.experiment { name = "one", problems = { "identity:n=4" }, variants = { "null/msr/f64/seq" } }
  > end
  $ LD_LIBRARY_PATH=$fake FAKE_NVML="reasons=80" $WARPMARK run one.lua -o one.h5 --strict
  warpmark: --strict: nothing was measured, because times on this machine may be wrong (*gpu0). Run `warpmark doctor` (glob)
  [4]
  $ ls one.h5 2>/dev/null
  [2]
  $ LD_LIBRARY_PATH=$fake FAKE_NVML="reasons=80" $WARPMARK run one.lua -o one.h5 2>text; tail -n 1 text
  one.h5: 1 cases (1 ok), 1 answer: 1 certified (largest proven error *), in * s; * (glob)

Nor does one with --quiet-machine where other programs run. A machine with a load of 0.00 is quiet.

  $ $WARPMARK run one.lua -o loud.h5 --quiet-machine=0.001 2>text; code=$?
  $ said='^warpmark: --quiet-machine: nothing was measured, because the load is [0-9.]* on [0-9]* cores*, more than 0.001[.] End'
  $ case $code in 0) grep -q '^0[.]00 ' /proc/loadavg && echo refused ;; 4) [ ! -e loud.h5 ] && grep -q "$said" text && echo refused ;; esac
  refused
  $ $WARPMARK run one.lua -o quiet.h5 --quiet-machine=1e6 2>text; tail -n 1 text
  quiet.h5: 1 cases (1 ok), 1 answer: 1 certified (largest proven error *), in * s; * (glob)
  $ $WARPMARK run one.lua -o quiet.h5 --quiet-machine=0
  warpmark: --quiet-machine=0: needs a load above 0, such as 0.5, or no value for 0.1 for each core
  [1]
  $ $WARPMARK run one.lua -o quiet.h5 --quiet-machine --quiet-machine=2
  warpmark: --quiet-machine is given twice
  [1]
  $ $WARPMARK help run | grep -o -e '.--quiet-machine.*LOAD[]]]*'
  [--quiet-machine[=LOAD]]
   --quiet-machine[=LOAD]

A run that is bound to CPUs says so in its log and in its file.

  $ cat >team.lua <<end
  > local wm = require "warpmark"
  > return wm.experiment { name = "team", problems = { "tandem:c=31" }, variants = { "jacobi/msr/f64/{seq,omp}" },
  >     measure = { max_samples = 2 } }
  > end
  $ unset OMP_NUM_THREADS; $WARPMARK run team.lua -o pin.h5 --pin=1 2>text; head -n 1 text
  pinned to * (1 CPU of 1 core) (glob)
  $ $WARPMARK table pin.h5 machine | grep -E '^machine +(pinned|cores)' | tr -s ' '
  machine cores 1
  machine pinned * (1 CPU of 1 core) (glob)
  $ $WARPMARK table pin.h5 statuses | grep ok | tr -s ' '
  ok 2
  $ $WARPMARK run team.lua -o pinned.h5 --pin=100000; ls pinned.h5 2>/dev/null
  warpmark: --pin=100000: this process may use * CPU*, of * core*. Ask for * at most (glob)
  [2]
  $ $WARPMARK run team.lua -o pinned.h5 --pin=none
  warpmark: --pin=none: needs a number of CPUs from 1, such as 4, or no value for one for each core
  [1]
  $ OMP_NUM_THREADS=3 $WARPMARK run team.lua -o pinned.h5 --pin=1
  warpmark: --pin=1 with OMP_NUM_THREADS=3: threads would share CPUs. Unset OMP_NUM_THREADS
  [1]

A library that cannot start is no obstacle.

  $ LD_LIBRARY_PATH=$fake FAKE_NVML="init=9" $WARPMARK doctor | grep -E '^gpus'
  gpus          no GPU

  $ $WARPMARK doctor --strikt
  warpmark: unknown option '--strikt', did you mean '--strict'?
  [1]
  $ $WARPMARK doctor here
  warpmark: doctor: 'here' is one word too many; usage: warpmark doctor [options]; see `warpmark help doctor`
  [1]
  $ $WARPMARK doctor --json >/dev/full
  warpmark: cannot write to standard output
  [1]
