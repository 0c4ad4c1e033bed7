The rules by which the experiments on the papers of GPU-PRISM judge speedups, on numbers made up.

  $ mkdir e; cp -R "$ROOT/experiments/papers" e; cp -R "$ROOT/datasets" .
  $ cat >e/r.lua <<'EOF'
  > local wm = require "warpmark"
  > local spin09 = require "papers.spin09"
  > local function points(...)
  >     local list = {}
  >     for k, value in ipairs { ... } do list[k] = { 100 * k, value, 0.995 * value, 1.005 * value } end
  >     return list
  > end
  > local wide = { { 100, 5, 1, 9 } }
  > local function shape(peak, ...)
  >     local list = points(...)
  >     return function() return spin09.rises_then_falls(list, peak) end
  > end
  > local function above(list, bound) return function() return spin09.above(list, bound), "above " .. bound end end
  > local claims = {}
  > for k, test in ipairs {
  >     shape(nil, 3, 9, 8), shape(200, 3, 9, 8), shape(300, 3, 9, 8), shape(nil, 3, 9, 4), shape(nil, 3, 5, 9),
  >     shape(nil, 9, 5, 3), shape(nil, 3, 9, 8.9), shape(nil, 3, 8.95, 9), shape(nil, 3, 8.9, 9, 6),
  >     above(points(4, 5), 3), above(points(4, 2), 3), above(points(3.05), 3), above(points(2.95), 3), above(wide, 3),
  > } do claims[k] = { id = "R" .. k, text = "r", test = test } end
  > return wm.experiment {
  >     name = "r", problems = spin09.problems("tandem", { 3, 7 }), variants = { spin09.prism, spin09.counter },
  >     measure = { warmup = 0, max_samples = 3, iterations = 20, count_iterations = false, whole = { spin09.counter } },
  >     claims = claims,
  >     tables = { { id = "t", build = function(results)
  >         local rows = {}
  >         for k, size in ipairs { 3, 7, 9 } do
  >             local case = spin09.case(results, "tandem", size, spin09.prism)
  >             local time, mark = spin09.time(results, case)
  >             local whole = spin09.case(results, "tandem", size, spin09.counter)
  >             local speedup, why = spin09.speedup(results, case, whole)
  >             rows[k] = { size, spin09.iterations(results, "tandem", size), mark, why, spin09.memory(case) }
  >             if time and math.abs(time / case.per_iteration - rows[k][2]) > 1e-6 then error("not iterations x time") end
  >             if speedup and math.abs(speedup * whole.per_iteration / case.per_iteration - 1) > 1e-6 then
  >                 error("not a ratio of times")
  >             end
  >         end
  >         return { columns = { { title = "c" }, { title = "iterations" }, { title = "time" }, { title = "speedup" },
  >                              { title = "bytes" } }, rows = rows }
  >     end } },
  > }
  > EOF
  $ $WARPMARK run e/r.lua -o r.h5 2>/dev/null
  $ $WARPMARK table r.h5 claims --format csv | cut -d , -f 1,3,5-
  id,verdict,numbers
  R1,holds,"speedups 3.0 at 100, 9.0 at 200, 8.0 at 300; highest at 200"
  R2,holds,"speedups 3.0 at 100, 9.0 at 200, 8.0 at 300; highest at 200"
  R3,does not hold,"speedups 3.0 at 100, 9.0 at 200, 8.0 at 300; highest at 200"
  R4,does not hold,"speedups 3.0 at 100, 9.0 at 200, 4.0 at 300; highest at 200"
  R5,does not hold,"speedups 3.0 at 100, 5.0 at 200, 9.0 at 300; highest at 300"
  R6,does not hold,"speedups 9.0 at 100, 5.0 at 200, 3.0 at 300; highest at 100"
  R7,not tested here,"speedups 3.0 at 100, 9.0 at 200, 8.9 at 300; highest at 200, within noise of an end"
  R8,not tested here,"speedups 3.0 at 100, 8.9 at 200, 9.0 at 300; highest at 300, but within noise of 200"
  R9,holds,"speedups 3.0 at 100, 8.9 at 200, 9.0 at 300, 6.0 at 400; highest at 300"
  R10,holds,above 3
  R11,does not hold,above 3
  R12,not tested here,above 3
  R13,not tested here,above 3
  R14,not tested here,above 3
  $ $WARPMARK table r.h5 t
  t
  
  c  iterations  time     speedup  bytes
  -  ----------  -------  -------  -----
  3  219 * *†* *†* 1016 (glob)
  7  207         *†       *†       4208
  9  -           not run  not run  -
