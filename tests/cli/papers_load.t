A time of which half or more was spent waiting for a core gives no ratio, but the reason.

  $ mkdir -p datasets/data here && ln -s "$ROOT/datasets/data/papers" datasets/data/ && cp -R "$ROOT/experiments/papers" here && cd here
  $ cat >load.lua <<'EOF'
  > local wm = require "warpmark"
  > local spin09, paper = require "papers.spin09", require "papers.paper"
  > local function case(waited) return { status = "ok", waited = waited, samples = 12, proof = "certified" } end
  > local results = { ratio = function() return 0.75, 0.7, 0.8 end }
  > local function said(a, b)
  >     local ratio, why = spin09.speedup(results, case(a), case(b))
  >     return tostring(ratio) .. (ratio and "" or " (" .. why .. ")")
  > end
  > return wm.experiment {
  >     name = "load", problems = { "tandem:c=3" }, variants = { "jacobi/msr/f64/seq" }, measure = { max_samples = 1 },
  >     claims = { { id = "a", text = "a", test = function()
  >         return true, said(0.1, nil) .. "; " .. said(0.49, 0.3) .. "; " .. said(0.1, 0.85) .. "; " .. said(0.5, 0.1)
  >             .. "; " .. tostring(paper.ratio(results, case(0.9), case(0), "solve"))
  >     end } },
  > }
  > EOF
  $ $WARPMARK run load.lua -o load.h5 2>/dev/null; $WARPMARK table load.h5 claims | tail -n 1
  a   a      holds               0.75; 0.75; nil (other programs: waited 85 %); nil (other programs: waited 50 %); nil
