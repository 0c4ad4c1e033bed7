Files that somebody else made, or that are no files: nothing waits for them, and nothing is opened because of them.

  $ mkfifo pipe.h5 pipe.journal pipe.mtx pipe.tra pipe.lua pipe.aut pipe.hoa
  $ timeout 10 $WARPMARK show pipe.h5
  warpmark: cannot read pipe.h5: it is not a regular file
  [1]
  $ timeout 10 $WARPMARK history .
  warpmark: .: none of its 1 .h5 files can be used: cannot read ./pipe.h5: it is not a regular file
  [5]
  $ timeout 10 $WARPMARK recover pipe.journal
  warpmark: cannot read pipe.journal: it is not a regular file
  [1]
  $ timeout 10 $WARPMARK solve pipe.mtx --variant jacobi/msr/f64/seq
  warpmark: cannot read pipe.mtx: it is not a regular file
  [1]
  $ timeout 10 $WARPMARK info pipe.tra
  warpmark: cannot read pipe.tra: it is not a regular file
  [1]
  $ timeout 10 $WARPMARK spy pipe.h5 --json
  warpmark: cannot read pipe.h5: it is not a regular file
  [1]
  $ timeout 10 $WARPMARK info pipe.aut
  warpmark: cannot read pipe.aut: it is not a regular file
  [1]
  $ timeout 10 $WARPMARK info phils:n=3,property=./pipe.hoa
  warpmark: cannot read ./pipe.hoa: it is not a regular file
  [1]
  $ timeout 10 $WARPMARK run pipe.lua
  warpmark: cannot read pipe.lua: it is not a regular file
  [1]
  $ timeout 10 $WARPMARK show /dev/zero
  warpmark: cannot read /dev/zero: it is not a regular file
  [1]

A label file that is a pipe, beside a model that is none.

  $ printf '2 2\n0 1 1\n1 1 1\n' >model.tra && mkfifo model.lab
  $ timeout 10 $WARPMARK info model.tra:type=dtmc,goal=done
  warpmark: cannot read model.lab: it is not a regular file
  [1]

A symbolic link that the user names himself is followed.

  $ printf '%%%%MatrixMarket matrix coordinate real general\n1 1 1\n1 1 1\n' >one.mtx && ln -s one.mtx link.mtx
  $ $WARPMARK solve link.mtx --variant jacobi/msr/f64/seq >solved; echo $?
  0
