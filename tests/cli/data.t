Results for other programs, as docs/results.md shows it.

  $ cat >d.lua <<end
  > local wm = require "warpmark"
  > return wm.experiment {
  >     name = "d",
  >     problems = { wm.grid { "herman", n = { 3 } }, "tandem:c=3" },
  >     variants = { "jacobi/msr/f64/seq", "null[fault=abort]/msr/f64/seq" },
  >     measure = { throttle_retries = 0, max_samples = 3, min_samples = 3, max_time = "1h", processes = 2 },
  >     tables = { { id = "own", build = function(results)
  >         return { columns = { { title = "N" }, { title = "speed", unit = "B/s" }, { title = "end" } },
  >                  rows = { { 122, 1e9, { mark = "no_device" } }, { 230, math.huge, "-" } } }
  >     end } },
  > }
  > end
  $ $WARPMARK run d.lua -o results.h5 2>/dev/null
  [2]
  $ PATH="$(dirname "$WARPMARK"):$PATH"
  $ warpmark table results.h5 cases --format csv >cases.csv
  $ warpmark table results.h5 samples --format csv >samples.csv

The axis n is herman's alone; the rows of a system have a column of their own. Reasons and statuses
are the machine's words.

  $ head -n 1 cases.csv | tr , '\n' | grep -nE '^(n|problem|status|note|measured_n|process)$'
  1:n
  2:problem
  19:status
  20:note
  93:measured_n
  94:process
  $ cut -d, -f 1-3,17-19,93,94 cases.csv | tail -n +2
  3,herman:n=3,herman:n=3,seq,hot,ok,8,0
  3,herman:n=3,herman:n=3,seq,hot,ok,8,1
  3,herman:n=3,herman:n=3,seq,hot,crashed,8,0
  3,herman:n=3,herman:n=3,seq,hot,crashed,8,1
  ,tandem:c=3,tandem:c=3,seq,hot,ok,28,0
  ,tandem:c=3,tandem:c=3,seq,hot,ok,28,1
  ,tandem:c=3,tandem:c=3,seq,hot,crashed,28,0
  ,tandem:c=3,tandem:c=3,seq,hot,crashed,28,1

Python reads what its csv module should, and JSON has the same. Without python3 there is nothing to
compare.

  $ sed -n '/^<!-- python -->/,/^```$/p' "$ROOT/docs/results.md" | sed '/^[`<]/d' >times.py
  $ cat >expected <<end
  > herman:n=3 jacobi/msr/f64/seq 6 TIME s
  > tandem:c=3 jacobi/msr/f64/seq 6 TIME s
  > end
  $ ! command -v python3 >/dev/null || python3 times.py | sed 's/[0-9.e-]* s$/TIME s/' | diff - expected
  $ warpmark table results.h5 samples --format json >samples.json
  $ cat >same.py <<end
  > import csv, json
  > rows = list(csv.DictReader(open("samples.csv", newline="")))
  > objects = json.load(open("samples.json"))
  > assert len(rows) == len(objects) == 12
  > for row, object in zip(rows, objects):
  >     assert row.keys() == object.keys()
  >     for key, text in row.items():
  >         value = object[key]
  >         assert (text == "") == (value is None), key
  >         assert value is None or isinstance(value, str) and value == text or float(text) == value, key
  > end
  $ ! command -v python3 >/dev/null || python3 same.py
  $ warpmark table results.h5 cases --format json >cases.json
  $ ! command -v jq >/dev/null || [ "$(jq -r '.[] | select(.n == 3 and .process == 1) | .status' cases.json)" = "ok
  > crashed" ]

Words for people, names for programs; numbers are numbers.

  $ warpmark table results.h5 own --format json
  [
    {"N": 122, "speed_B_per_s": 1000000000, "end": null, "end_mark": "no_device"},
    {"N": 230, "speed_B_per_s": "inf", "end": "-", "end_mark": null}
  ]
  $ warpmark table results.h5 own
  own
  
  N        speed  end
  ---  ---------  ------
  122  1.00 GB/s  no GPU
  230        inf  -

show in one object

  $ warpmark show results.h5 --json >show.json
  $ grep -E '"(name|paper|quick|cases|processes|samples|ok|crashed)":' show.json | head -n 8
    "name": "d",
    "paper": null,
    "quick": false,
      "cases": 4,
      "processes": 8,
      "samples": 12,
      "ok": 4,
      "crashed": 4,
  $ ! command -v python3 >/dev/null || python3 -m json.tool show.json >/dev/null
