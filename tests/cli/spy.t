Structure plots, and the facts behind them.

  $ printf '%%%%MatrixMarket matrix coordinate real general\n3 3 5\n1 1 4\n1 3 0\n2 2 4\n3 1 1\n3 3 4\n' >three.mtx

Facts need no gnuplot. An entry 0 is none.

  $ $WARPMARK spy three.mtx --json
  {
    "source": "three.mtx",
    "n": 3,
    "nnz": 4,
    "raster": 3,
    "dot": 1,
    "orders": [
      {
        "order": "native",
        "bandwidth": 2,
        "within_1": 0.75,
        "within_32": 1,
        "within_1024": 1,
        "dots": 4
      }
    ]
  }
  $ $WARPMARK spy tandem:c=31 --both --json | grep -E '"(n|nnz|raster|dot|order|bandwidth)":'
    "n": 2016,
    "nnz": 6819,
    "raster": 504,
    "dot": 4,
        "order": "native",
        "bandwidth": 95,
        "order": "bfs",
        "bandwidth": 63,
  $ $WARPMARK spy tandem:c=31 --order bfs --json | grep -E '"(order|bandwidth)":'
        "order": "bfs",
        "bandwidth": 63,

A chain from a file needs no property, and one that is given changes nothing.

  $ CHAIN=$ROOT/datasets/data/prism/tandem-c31/model.tra
  $ $WARPMARK spy "$CHAIN:type=ctmc" --json | grep -E '"(n|nnz)":'
    "n": 2016,
    "nnz": 6819,
  $ $WARPMARK spy "$CHAIN:type=ctmc,reward=model.srew" --json | grep '"nnz":'
    "nnz": 6819,

What it cannot take.

  $ $WARPMARK spy
  warpmark: spy: SOURCE is missing; usage: warpmark spy SOURCE -o FILE.png|svg|pdf [options]; see `warpmark help spy`
  [1]
  $ $WARPMARK spy three.mtx
  warpmark: say where the picture goes, such as -o spy.png, or --json
  [1]
  $ $WARPMARK spy three.mtx --order bsf --json
  warpmark: --order bsf: unknown value, did you mean 'bfs'?
  [1]
  $ $WARPMARK spy three.mtx --both --order bfs --json
  warpmark: --both shows two orders: leave --order out
  [1]
  $ $WARPMARK spy three.mtx -o x.pgn
  warpmark: x.pgn: unknown kind of picture '.pgn', did you mean '.png'?
  [1]
  $ $WARPMARK spy three.mtx -o x
  warpmark: x: a picture's name must end with .png, .svg or .pdf
  [1]
  $ $WARPMARK spy three.mtx -o no/x.png
  warpmark: cannot write no/x.png: No such file or directory (there is no folder no/)
  [1]
  $ $WARPMARK spy three.mtx:goal=x --json
  warpmark: three.mtx: a matrix takes no keys but rhs=FILE and matrix=none
  [1]
  $ $WARPMARK spy tandm:c=3 --json
  warpmark: unknown generator 'tandm', did you mean 'tandem'? (a file needs a '/' or '.' in its name)
  [1]
  $ PATH=$PWD $WARPMARK spy three.mtx -o x.png
  warpmark: gnuplot is not installed; install the Debian package gnuplot-nox
  [4]

Stopped by the user. Bit 14 of SigCgt is SIGTERM.

  $ wait_for() { # wait_for PATTERN FILE: until FILE has such a line, at most a minute
  >   tries=0; until grep -qsE "$1" $2 || [ $((tries += 1)) = 1200 ]; do sleep 0.05; done
  > }
  $ $WARPMARK spy tandem:c=4095 --both --json >out 2>log & pid=$!
  $ wait_for 'SigCgt:.*[4-7c-f][0-9a-f]{3}$' /proc/$pid/status; kill -TERM $pid; wait $pid
  [130]
  $ cat out; tail -n 1 log
  warpmark: interrupted
