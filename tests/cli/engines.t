Engines are programs of their own that solve (docs/engines.md). One in Python comes with this program.

  $ $WARPMARK list engines example
  example              Gauss-Seidel in plain Python, version 1
      omega=1, above 0, below 2: relaxation
  $ $WARPMARK doctor | grep 'engine  *example'
  ok       engine       example 1
  $ $WARPMARK solve herman:n=5 --variant 'example[omega=1.1]/sparse/f64/seq' --json | grep -E '"(status|proof|variant|iterations)"'
    "variant": "example[omega=1.1]/sparse/f64/seq",
    "status": "ok",
    "proof": "certified",
    "iterations": * (glob)

An engine of one's own, from docs/engines.md: ten lines of shell. It knows how to solve x = b.

  $ mkdir mine; cat >mine/copy <<'END'
  > #!/bin/sh
  > while read -r line; do case $line in
  > *'"message": "hello"'*) echo '{"protocol": 1, "title": "copies b", "solves": ["linear"]}';;
  > *'"message": "open"'*) b=${line#*'"b": "'}; b=${b%%\"*}; to=${line#*'"answer": "'}; to=${to%%\"*}; echo '{}';;
  > *'"message": "solve"'*) echo '{"outcome": "converged"}';;
  > *'"message": "answer"'*) cp "$b" "$to"; echo '{}';;
  > *'"message": "close"'*) exit;;
  > *) echo '{"error": "what?"}';;
  > esac; done
  > END
  $ chmod +x mine/copy; cat >mine.lua <<'END'
  > local wm = require "warpmark"
  > return wm.experiment {
  >     name = "mine", problems = { "identity:n=10" },
  >     variants = { "copy/sparse/f64/seq", "jacobi/msr/f64/seq" },
  >     measure = { max_samples = 5, timeout = "20s" },
  > }
  > END
  $ WARPMARK_ENGINES=$PWD/mine $WARPMARK run mine.lua -o mine.h5 2>&1 | grep 1/2
  [1/2] identity:n=10  copy/sparse/f64/seq: *s*, 5 samples (glob)
  $ $WARPMARK table mine.h5 samples --format csv | grep -c 'copy,sparse,native,f64,seq,hot,ok,,certified,0'
  5

What is no engine is no method.

  $ $WARPMARK solve herman:n=5 --variant copy/sparse/f64/seq
  warpmark: variant 'copy/sparse/f64/seq': unknown method 'copy'* (glob)
  [1]
  $ $WARPMARK solve herman:n=5 --variant example/msr/f64/seq
  warpmark: variant 'example/msr/f64/seq': engines go with layout sparse and a precision of numbers, and no other method does, did you mean 'example/sparse/f64/seq'?
  [1]
