Structure plots, where gnuplot is there to draw them.

  $ command -v gnuplot >/dev/null || { echo gnuplot is missing; exit 80; }
  $ printf '%%%%MatrixMarket matrix coordinate real general\n3 3 5\n1 1 4\n1 3 0\n2 2 4\n3 1 1\n3 3 4\n' >three.mtx
  $ mkdir temporary; export TMPDIR=$PWD/temporary
  $ $WARPMARK spy tandem:c=31 --both -o x.png && head -c 8 x.png | od -An -c
  x.png
   211   P   N   G  \r  \n 032  \n
  $ $WARPMARK spy three.mtx -o x.svg --json | grep nnz && grep -o '</svg>' x.svg
    "nnz": 4,
  </svg>
  $ $WARPMARK spy herman:n=5 --order bfs -o x.PDF && head -c 5 x.PDF && echo
  x.PDF
  %PDF-
  $ for text in three.mtx '3 rows, 4 non-zeros, native order; one dot is one entry' row column; do
  >   grep -qF ">$text<" x.svg || echo "$text is not in the picture"
  > done
  $ $WARPMARK spy tandem:c=31 --both -o y.svg
  y.svg
  $ for text in 'tandem:c=31' '2,016 states, 6,819 non-zeros; one dot = 4 × 4 entries' 'native order' \
  >     'breadth-first order' 'from state' 'to state' 'share of a dot that is filled' 0.1; do
  >   grep -qF ">$text<" y.svg || echo "$text is not in the picture"
  > done

A full disk leaves the older picture, and nothing else.

  $ cp x.svg old.svg
  $ (ulimit -f 4; $WARPMARK spy three.mtx -o x.svg --force 2>log)
  [1]
  $ cat log; rm log
  warpmark: cannot write *.spy.*/0.bin: File too large (glob)
  $ cmp x.svg old.svg && ls . temporary
  .:
  old.svg
  temporary
  three.mtx
  x.PDF
  x.png
  x.svg
  y.svg
  
  temporary:
