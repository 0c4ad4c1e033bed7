Counters: solves of their own, after the samples. Every kernel counts the time and the page faults of the threads; what this one does
not count is missing, with its reason.

  $ cat >c.lua <<end
  > local wm = require "warpmark"
  > return wm.experiment { name = "c", problems = { "tandem:c=31" }, variants = { "jacobi/msr/f64/seq", "null[fault=abort]/msr/f64/seq" },
  >     solve = { prove = false }, measure = { throttle_retries = 0, max_samples = 4, min_samples = 4, max_time = "1h" } }
  > end
  $ $WARPMARK run c.lua counters=true -o c.h5 2>text
  [2]
  $ grep -o 'counted: 1 of 2 cases' text
  counted: 1 of 2 cases
  $ $WARPMARK table c.h5 counters --format csv >csv; head -n 1 csv | grep -oE '^problem,variant,of,task_clock_s,page_faults|solves,not_counted,process$'
  problem,variant,of,task_clock_s,page_faults
  solves,not_counted,process
  $ grep -c . csv
  2
  $ sed -n 2p csv | cut -d , -f 1-3
  tandem:c=31,jacobi/msr/f64/seq,solve
  $ $WARPMARK run c.lua counters=true iterations=5 count_iterations=false -o block.h5 2>/dev/null
  [2]
  $ $WARPMARK table block.h5 counters --format csv | grep -cE '^tandem:c=31,jacobi/msr/f64/seq,iteration,[0-9.e-]+,'
  1
  $ each=$($WARPMARK table block.h5 counters --format csv | sed -n 2p | cut -d , -f 4)
  $ $WARPMARK compare block.h5 block.h5 --format json | grep -A 2 task_clock | grep -c " $each"
  2
  $ $WARPMARK table c.h5 cases --format csv | cut -d , -f 1-2 | grep -c tandem
  2
  $ $WARPMARK show c.h5 | grep -c '^counted   1 of 2 cases'
  1

Either the processor counts, or the file says why not; never both.

  $ $WARPMARK table c.h5 counters --format json >json
  $ known=$(grep -c '"instructions":' json); why=$(grep -c '"not_counted": ".*instructions.*: [a-z]' json); echo $((known + why))
  1
  $ grep -o '"solves": 3' json
  "solves": 3

Nothing is counted unless it was asked for.

  $ $WARPMARK run c.lua -o not.h5 2>text
  [2]
  $ grep -c counted text
  0
  [1]
  $ $WARPMARK table not.h5 counters --format csv | grep -c .
  1

What changed is told beside the verdict: bytes, instructions and the like, but no faults that other programs may have caused.

  $ make() { "$(dirname "$WARPMARK")/tests/support/results/make_results" "$1.h5" 2026-01-01T00:00:00Z abc M gcc "p q" jacobi/msr/f64/seq "$2" r jacobi/msr/f64/cuda "$3"; }
  $ make old '1@a%dram_read:1000,dram_written:500,instructions:8e6,page_faults:40,context_switches:1000,cycles:7' '1@a%gpu_dram_read:3e9,gpu_dram_written:1e9,gpu_instructions:100,gpu_l2_hits:0.8,instructions:5'
  $ make new '1.12@b%dram_read:1465,dram_written:500,instructions:8.1e6,page_faults:90,context_switches:1400,cycles:7.3' '1.5@b%gpu_dram_read:5e9,gpu_dram_written:1e9,gpu_instructions:90,gpu_l2_hits:0.6,instructions:9'
  $ $WARPMARK compare old.h5 new.h5 | grep jacobi | sed 's/  */ /g'
  p q jacobi/msr/f64/seq 1.00 s 1.12 s +12.00 % unclear too few samples (5, 5); 31 % more bytes of memory
  r jacobi/msr/f64/cuda 1.00 s 1.50 s +50.00 % unclear too few samples (5, 5); 50 % more bytes of GPU memory, 10 % fewer GPU instructions, L2 hits 80 % -> 60 %
  $ $WARPMARK compare old.h5 new.h5 --format json | grep -A 3 dram_read | head -n 4
          "dram_read": {
            "base": 1000,
            "new": 1465
          },
  $ make none 1.12@b '1.5@b%CUPTI'
  $ $WARPMARK compare old.h5 none.h5 | grep -c 'more\|fewer'
  0
  [1]
  $ $WARPMARK show none.h5 | grep ^counted
  counted   1 of 2 cases; not counted are CUPTI
