A campaign on a Slurm of four nodes of two GPUs, all of them this machine: 1,000 cases. `tests/long/slurm` starts
and stops it; nothing here where Slurm is not installed.

  $ export SLURM_CONF=$PWD/slurm/slurm.conf; slurm() { word=$1; shift; $ROOT/tests/long/slurm $word "$HERE/slurm" "$@"; }
  $ HERE=$PWD; slurm start 4 || exit 80; trap 'slurm stop' EXIT
  $ cat >b.lua <<end
  > local wm = require "warpmark"
  > return wm.experiment {
  >     name = "b",
  >     problems = wm.grid { "random_dd", n = 60, density = 0.1, seed = wm.seeds(125) },
  >     variants = { "{jacobi,jor,power,bicgstab}/msr/{f32,f64}/seq" },
  >     measure = { max_samples = 200, min_samples = 200, max_time = "1s", interleave = 4 },
  >     solve = { prove = 0 },
  >     expect = { "unsupported", "wrong" },
  > }
  > end
  $ after() { for i in $(seq 1200); do [ $(ls $1/done | wc -l) -ge $2 ] && return; sleep 0.1; done; echo too late; }
  $ end_by_themselves() { for i in $(seq 100); do squeue -h -t R | grep -q . || return; sleep 0.1; done; }
  $ until_done() { after $1 250; end_by_themselves; scancel -u $(id -un); while squeue -h | grep -q .; do sleep 0.2; done; }
  $ owners() { ls $1/done | awk -F. '{ owners += $2; lost += $3 } END { print (owners > 0) " " (lost > 0) }'; }

Two nodes die with all that runs there: nothing is lost, and nothing is there twice.

  $ $WARPMARK submit b.lua --to slurm --tasks 4 -o killed --lease 3s --sbatch 'time=10:00 comment=it'\''s'
  killed: 250 portions
  job *: 4 tasks. Look at it with: warpmark status */killed (glob)
  $ after killed 40; slurm kill n2; slurm kill n3; until_done killed
  $ $WARPMARK collect killed | head -n 1; owners killed
  b: 1000 of 1000 cases
  1 1
  $ $WARPMARK verify killed/b.h5
  killed/b.h5: 1000 runs, 0 of them unfinished, * samples; no journal (glob)
  $ $WARPMARK table killed/b.h5 cases --format csv >cases.csv; wc -l <cases.csv; sort cases.csv | uniq -d
  1001

Preempted, and requeued by hand: tasks get SIGTERM, give back what they have, and come again.

  $ $WARPMARK submit b.lua --to slurm --tasks 2 -o stopped --lease 60s 2>/dev/null; job=$(cat stopped/jobs)
  $ after stopped 20; sbatch --parsable -p high --nodes=1 --exclusive --output=/dev/null --wrap 'sleep 2' >/dev/null
  $ after stopped 60; scontrol requeue ${job}_1; until_done stopped
  $ $WARPMARK collect stopped | head -n 1; owners stopped; cat stopped/tasks/*/end | sort | uniq -c | sed 's/ *[0-9]* //'
  b: 1000 of 1000 cases
  1 0
  ended
  stopped

Tasks that ask for a GPU share nodes: four run on two nodes, and each sees a GPU of its own. No node
has three.

  $ $WARPMARK submit b.lua --to slurm --tasks 4 --gpus-per-task 1 -o gpus --lease 3s 2>/dev/null; after gpus 20
  $ for process in /proc/[0-9]*; do
  >   tr '\0' '\n' <$process/environ | grep -x -e "SLURM_CONF=$SLURM_CONF" -e 'SLURMD_NODENAME=.*' -e 'CUDA_VISIBLE_DEVICES=.*' | sort | tr '\n' ' '; echo
  > done 2>/dev/null | sed -n 's/^CUDA_VISIBLE_DEVICES=\(.*\) SLURMD_NODENAME=\(.*\) SLURM_CONF=.*/\2: GPU \1/p' | sort -u
  n1: GPU 0
  n1: GPU 1
  n4: GPU 0
  n4: GPU 1
  $ until_done gpus; $WARPMARK collect gpus | head -n 1; ls gpus/tasks | wc -l; owners gpus
  b: 1000 of 1000 cases
  4
  0 0
  $ sed 's|--cpu-bind=none .*|--cpu-bind=none timeout 60 srun --ntasks=1 --cpus-per-task=1 --gres=none echo a step below the step|' gpus/job.sh >step.sh
  $ sbatch --wait --parsable --nodes=1 --ntasks=1 --gpus-per-task=1 --output=step.log step.sh >/dev/null; tail -n 1 step.log
  a step below the step
  $ $WARPMARK submit b.lua --to slurm --gpus-per-task 3 -o many
  many: 250 portions
  warpmark: sbatch refused: sbatch: error: Batch job submission failed: Requested node configuration is not available
  [4]

A task whose files may grow no more gives back what it has and says why; others go on. What it
had measured counts.

  $ $WARPMARK submit b.lua --to slurm --tasks 1 -o full --lease 3s 2>/dev/null
  $ (ulimit -f 400; $WARPMARK work full 2>&1 | tail -n 1)
  warpmark: */1-b.journal: File too large* (glob)
  $ until_done full; $WARPMARK collect full | head -n 2; ls full/open full/taken full/lost
  b: 1000 of 1000 cases
    full/b.h5: 1000 cases by 2 tasks: * (glob)
  full/lost:
  
  full/open:
  
  full/taken:

A folder of tasks on a disk without room: nothing of it is counted as done.

  $ $WARPMARK submit b.lua --to slurm --tasks 1 -o disk --lease 3s 2>/dev/null
  $ unshare -m sh -c "mount -t tmpfs -o size=16k none disk/tasks && $WARPMARK work disk" 2>&1 | tail -n 1
  warpmark: *No space left on device* (glob)
  $ until_done disk; $WARPMARK collect disk | head -n 1
  b: 1000 of 1000 cases

Two submits at once make one job.

  $ $WARPMARK submit b.lua --to slurm -o twice 2>one & $WARPMARK submit b.lua --to slurm -o twice 2>two & wait; cat one two | grep -c exists; wc -l <twice/jobs
  1
  1
  $ until_done twice; $WARPMARK submit b.lua --to slurm -o refused --sbatch partition=none
  refused: 250 portions
  warpmark: sbatch refused: sbatch: error: invalid partition specified: none
  [4]
  $ slurm stop
