Results of other benchmark programs. The files of hyperfine and Google Benchmark are theirs.

  $ here="$ROOT/tests/support/foreign"; pick() { grep -o "\"\($1\)\": [^,}]*" | paste -sd ' '; }
  $ warpmark import "$here/hyperfine.json" -o h.h5; warpmark import "$here/google_benchmark.json" -o g.h5
  h.h5: 3 benchmarks of hyperfine, 3 runs, 1 of them failed, 24 samples
  g.h5: 2 benchmarks of google_benchmark, 2 runs, 1 of them failed, 6 samples
  $ for f in h g; do warpmark verify $f.h5; warpmark table $f.h5 cases --format json | pick 'problem\|n\|status\|note\|machine'; done
  h.h5: 3 runs, 0 of them unfinished, 24 samples; no journal
  "n": 1 "problem": "sleep 0.01" "status": "ok" "note": null "machine": "unknown" "n": 1 "problem": "false" "status": "crashed" "note": "the command failed "machine": "unknown" "n": 2 "problem": "sleep 0.02" "status": "ok" "note": null "machine": "unknown"
  g.h5: 2 runs, 0 of them unfinished, 6 samples; no journal
  "problem": "sum/1000" "n": null "status": "ok" "note": null "machine": "runner; 2 CPUs of 2445 MHz" "problem": "bad" "n": null "status": "crashed" "note": "no data" "machine": "runner; 2 CPUs of 2445 MHz"
  $ warpmark table g.h5 samples --format json | pick iterations_in_sample | wc -w
  12
  $ warpmark import "$here"/criterion/*/sample.json -o t.h5; warpmark table t.h5 cases --format json | pick 'problem\|status'
  t.h5: 2 benchmarks of criterion, 2 runs, 0 of them failed, 20 samples
  "problem": "fold/xor/100" "status": "ok" "problem": "fold/xor/1000" "status": "ok"

Criterion: `sample.json` with `benchmark.json` beside it, or the lines of cargo-criterion.

  $ mkdir new; echo '{"sampling_mode":"Linear","iters":[5.0,10.0,15.0],"times":[500.0,1000.0,1500.0]}' >new/sample.json
  $ echo '{"group_id":"fold","function_id":"xor","value_str":"100","full_id":"fold/xor/100"}' >new/benchmark.json
  $ warpmark import new/sample.json -o c.h5;
  c.h5: 1 benchmark of criterion, 1 run, 0 of them failed, 3 samples
  $ warpmark table c.h5 samples --format json | pick 'whole_solve_s\|iterations_in_sample'
  "whole_solve_s": 1.0000000000000002e-07 "iterations_in_sample": 5 "whole_solve_s": 1.0000000000000002e-07 "iterations_in_sample": 10 "whole_solve_s": 1.0000000000000001e-07 "iterations_in_sample": 15
  $ printf '%s\n' '{"reason":"benchmark-complete","id":"norm","iteration_count":[30,60],"measured_values":[3000.0,6060.0],"unit":"ns"}' '{"reason":"group-complete","group_name":"g"}' >lines.json
  $ warpmark import lines.json -o l.h5; warpmark table l.h5 samples --format json | pick whole_solve_s
  l.h5: 1 benchmark of criterion, 1 run, 0 of them failed, 2 samples
  "whole_solve_s": 1.0000000000000001e-07 "whole_solve_s": 1.01e-07

nvbench: the mean of all samples is one block; `--jsonbin` has every sample.

  $ cat >nv.json <<'end'
  > {"devices": [{"id": 0, "name": "NVIDIA H200"}], "benchmarks": [{"name": "copy", "states": [
  >  {"name": "n=2^10", "device": 0, "axis_values": [{"name": "n", "type": "int64", "value": "1024"}, {"name": "T{ct}", "type": "string", "value": "I32"}],
  >   "summaries": [{"tag": "nv/cold/sample_size", "data": [{"name": "value", "type": "int64", "value": "4"}]},
  >                 {"tag": "nv/cold/time/gpu/mean", "data": [{"name": "value", "type": "float64", "value": "0.5"}]}], "is_skipped": false},
  >  {"name": "n=2^11", "device": 1, "axis_values": [{"name": "n", "type": "int64", "value": "2048"}],
  >   "summaries": [{"tag": "nv/json/bin:nv/cold/sample_times", "data": [{"name": "filename", "type": "string", "value": "out/nv.json-bin/3.bin"}, {"name": "size", "type": "int64", "value": "2"}]}], "is_skipped": false},
  >  {"name": "n=2^12", "device": 0, "axis_values": [{"name": "n", "type": "int64", "value": "4096"}], "summaries": null, "is_skipped": true, "skip_reason": "too large"}]}]}
  > end
  $ warpmark import nv.json -o nv.h5
  warpmark: cannot read nv.json-bin/3.bin: No such file or directory (there is no folder nv.json-bin/)
  [1]
  $ mkdir nv.json-bin && printf '\0\0\200\76\0\0\0\77' >nv.json-bin/3.bin; warpmark import nv.json -o nv.h5
  nv.h5: 3 benchmarks of nvbench, 3 runs, 0 of them failed, 1 skipped, 3 samples
  $ warpmark table nv.h5 cases --format json | pick 'n\|T__ct_\|variant\|status\|solve_s\|note'; warpmark table nv.h5 samples --format json | pick 'host_s\|device_s'
  "n": 1024 "variant": "nvbench/external/none/gpu0" "status": "ok" "note": null "solve_s": 0.5 "n": 2048 "variant": "nvbench/external/none/gpu1" "status": "ok" "note": null "solve_s": 0.375 "n": 4096 "variant": "nvbench/external/none/gpu0" "status": "skipped" "note": "too large" "solve_s": null
  "host_s": 2 "device_s": 2 "host_s": 0.25 "device_s": 0.25 "host_s": 0.5 "device_s": 0.5

Several files are several processes; compare and history judge.

  $ for k in 1 2 3; do sed "s/1000.0/100$k.0/" new/sample.json >new/$k.json; sed "s/500.0/900.0/g; s/1000.0/180$k.0/; s/1500.0/2700.0/" new/sample.json >new/slow$k.json; done
  $ warpmark import new/[123].json -o base.h5 --commit a1; warpmark import new/slow?.json -o new.h5 --commit b2
  base.h5: 1 benchmark of criterion, 3 runs, 0 of them failed, 9 samples
  new.h5: 1 benchmark of criterion, 3 runs, 0 of them failed, 9 samples
  $ warpmark compare base.h5 new.h5 | sed -n '/^fold/p'
  fold/xor/100  criterion/external/none/host  100 ns†  180 ns†  +80.00 % [+56.74, +106.71]  slower
  $ warpmark import new/slow?.json -o other.h5 --machine other; warpmark compare base.h5 other.h5 2>&1 | head -n 1
  other.h5: 1 benchmark of criterion, 3 runs, 0 of them failed, 9 samples
  warpmark: cannot compare files of different machines, 'unknown' and 'other': measure both on one machine, or use --force
  $ mkdir nights; for k in 1 2 3; do warpmark import new/$k.json -o nights/$k.h5 --started 2026-03-0${k}T01:00:00+0000 --commit c$k >/dev/null; done; warpmark history nights | head -n 1
  nights: 3 runs from 2026-03-01 to 2026-03-03, 1 series on 1 machine

Runs of two commits in the same second are two runs; a copy is one.

  $ mkdir same; for k in 1 2; do warpmark import new/$k.json -o same/$k.h5 --started 2026-03-01T01:00:00+0000 --commit c$k >/dev/null; done; cp same/1.h5 same/copy.h5; warpmark history same | head -n 1
  warpmark: same/copy.h5: left out: it is a copy of 1.h5
  same: 2 runs from 2026-03-01 to 2026-03-01, 1 series on 1 machine

What is wrong has a file, a line and a column.

  $ bad() { printf "$1" >bad.json; warpmark import bad.json -o bad.h5; }
  $ bad '{"results": [\n  {"command": "x", "times": [1, -2]}]}'; bad '{"results": [{"command": "x",\n "times": {}}]}'; bad '{"results": [\n\n {"times": [1]}]}'
  warpmark: bad.json:2:33: an entry: a number of at least 0 is expected
  warpmark: bad.json:2:11: 'times' is not a list
  warpmark: bad.json:3:2: 'command' is missing here
  [1]
  $ bad '{"results": []}'; bad '{"results": [{]'; bad '[1]'; bad ''; bad '{"a": 1, "a": 2}'; bad '{"results": [{"command": "x", "times": []}]}'
  warpmark: bad.json:1:1: there is no benchmark in it
  warpmark: bad.json:1:16: no JSON: string or '}' expected near ']'
  warpmark: bad.json:1:1: JSON, but of none of these programs: hyperfine, google_benchmark, criterion, nvbench
  warpmark: bad.json:1:1: no JSON: '[' or '{' expected near end of file
  warpmark: bad.json:1:13: no JSON: duplicate object key near '"a"'
  warpmark: bad.json:1:40: 'times' is empty
  [1]
  $ bad '{"context": {}, "benchmarks": [{"name": "x", "iterations": 3, "real_time": 1,\n "cpu_time": 1, "time_unit": "h"}]}'
  warpmark: bad.json:2:30: 'time_unit' is not ns, us, ms or s
  [1]
  $ bad '{"context": {}, "benchmarks": [{"name": "x", "iterations": 1.5, "real_time": 1, "cpu_time": 1, "time_unit": "ns"}]}'
  warpmark: bad.json:1:60: a whole number from 1 to 2^53 is expected
  [1]
  $ bad '{"iters": [1], "times": [1, 2]}'; bad '{"reason": "benchmark-complete", "id": "x", "unit": "cycles"}\n{"reason": "y"}'
  warpmark: bad.json: benchmark.json must lie beside it: it has the name
  warpmark: bad.json:1:1: its unit is 'cycles', not ns: only times can be read
  [1]
  $ bad '{"devices": null, "benchmarks": [{"name": "x",\n "states": [{"axis_values": null, "summaries": []}]}]}'
  warpmark: bad.json:2:13: the summary 'nv/cold/time/gpu/mean' is missing here
  [1]
  $ warpmark import "$here/aggregates.json" -o bad.h5; warpmark import none.json -o bad.h5; warpmark import nv.json; warpmark import nv.json -o nv.h5; warpmark import nv.json -o bad.h5 --started yesterday
  warpmark: */tests/support/foreign/aggregates.json:38:17: there are no repetitions here, only aggregates or nothing: leave --benchmark_report_aggregates_only out (glob)
  warpmark: cannot read none.json: No such file or directory
  warpmark: say where the results go: -o OUT.h5
  warpmark: nv.h5 exists: choose another name with -o, or give --force to replace it
  warpmark: --started yesterday: a time is expected, such as 2026-03-04T05:06:07+0000
  [1]
  $ ls bad.h5
  ls: cannot access 'bad.h5': No such file or directory
  [2]

Our times in the formats of other programs.

  $ warpmark table c.h5 bencher; warpmark table c.h5 github; warpmark table nv.h5 otava | sed 's/^20[^,]*/TIME/'
  {
    "fold/xor/100 criterion/external/none/host": {
      "latency": {
        "value": 100.00000000000003
      }
    }
  }
  [
    {
      "name": "fold/xor/100 criterion/external/none/host",
      "unit": "s",
      "value": 1.0000000000000002e-07
    }
  ]
  time,commit,machine,copy [n=1024 T{ct}=I32] nvbench/external/none/gpu0,copy [n=2048] nvbench/external/none/gpu1,copy [n=4096] nvbench/external/none/gpu0
  TIME,unknown,NVIDIA H200,0.5,0.375,
  $ warpmark table h.h5 github | pick range
  "range": "0.000780464 to 0.551696" "range": "0.00722378 to 0.144547"
  $ warpmark table c.h5 bencher --format json | head -n 1; warpmark table c.h5 otava --format md
  {
  warpmark: otava has a format of its own, csv: leave --format out, or name `cases`
  [1]
