tools/new-layout and tools/new-method in a copy of what they need. Here a compiler only checks
what they write; tests/long/adding.t builds it.

  $ command -v python3 >/dev/null || { echo 'skipped: python3 is missing'; exit 80; }
  $ mkdir -p solvers/layouts solvers/methods && cp -R "$ROOT"/tools "$ROOT"/engines . && cp "$ROOT"/solvers/*.def solvers/
  $ cp -R "$ROOT"/solvers/search solvers/ && cp "$ROOT"/solvers/methods/*.c solvers/methods/
  $ files() { find engines solvers tools -type f | sort; }; files >before
  $ changes() { diff "$ROOT"/solvers/$1.def solvers/$1.def | sed -n 's/^> /added: /p; s/^< /removed: /p'; }

A layout: a folder, and its line behind those that store rows.

  $ tools/new-layout tried_rows
  solvers/layouts/tried_rows/tried_rows.h
  solvers/layouts/tried_rows/build.c
  solvers/layouts/tried_rows/cpu.c
  solvers/layouts.def: LAYOUT(tried_rows, 1, 0)
  
  build it    make
  use it      build/warpmark solve tandem:c=31 --variant jacobi/tried_rows/f64/seq
  test it     make build/tests/solvers/test_variants build/tests/solvers/test_sweeps
              build/tests/solvers/test_variants '*/tried_rows/f*/{seq,omp}'
              build/tests/solvers/test_sweeps 'jacobi/tried_rows/f*/{seq,omp}'
  change it   tried_rows.h: the arrays; build.c: how they are filled; cpu.c: how a row is summed up
  test all    make check
  read        docs/adding.md, "A layout"; solvers/layout.h; solvers/cpu/sweeps.h
  $ changes layouts
  added: LAYOUT(tried_rows, 1, 0)
  $ grep -A 1 tried_rows solvers/layouts.def | tail -n 1
  CHOICE(auto, msr)
  $ cat solvers/layouts/tried_rows/build.c
  #include "solvers/layouts/tried_rows/tried_rows.h"
  
  #include "base/team.h"
  #include "solvers/solve.h"
  
  /* Fills the arrays on the host. a->off has the entries beside the diagonal (base/sparse/csr.h). */
  static enum status build(const struct matrix *a, struct stored *out)
  {
      const struct csr *off = &a->off;
      uint64_t *row;
      uint32_t *col;
      MUST(stored_array(out, TRIED_ROWS_ROW, (size_t)off->rows + 1, sizeof *row, &row));
      MUST(stored_array(out, TRIED_ROWS_COL, off->nnz, sizeof *col, &col));
      MUST(stored_reals(out, TRIED_ROWS_VAL, off->nnz, off->val));
      MUST(stored_reciprocals(out, TRIED_ROWS_INVERSE, off->rows, a->diag));
  #pragma omp parallel for if (team_once(off->rows))
      for (size_t i = 0; i <= off->rows; i++) row[i] = off->row[i];
  #pragma omp parallel for if (team_once(off->nnz))
      for (uint64_t k = 0; k < off->nnz; k++) col[k] = off->col[k];
      return OK;
  }
  
  /* CUDA: write cuda.cu as solvers/layouts/msr/cuda.cu is written, make the line in
   * solvers/layouts.def LAYOUT(tried_rows, 1, 1), and remove .absence. */
  const struct layout layout_tried_rows = {
      .name = "tried_rows",
      .title = "rows one after another, to begin with",
      .array_names = {"row starts", "columns", "values", "reciprocal diagonal"},
      .absence = "it has no cuda.cu yet",
      .sums = 1,
      .build = build,
  };
  $ grep -hi tried solvers/layouts/tried_rows/tried_rows.h solvers/layouts/tried_rows/cpu.c
  /* Layout tried_rows: say here what it stores, and the bytes of an entry and of a row.
      TRIED_ROWS_ROW,    /* uint64_t row[n + 1]: the first entry of each row */
      TRIED_ROWS_COL,    /* uint32_t col[nnz] */
      TRIED_ROWS_VAL,    /* real val[nnz]; no entry is on the diagonal */
      TRIED_ROWS_INVERSE /* real inverse[n] = 1 / A_ii */
  #include "solvers/layouts/tried_rows/tried_rows.h"
      return (struct rows){.row = a->array[TRIED_ROWS_ROW].data,
                           .col = a->array[TRIED_ROWS_COL].data,
                           .val = a->array[TRIED_ROWS_VAL].data,
                           .inverse = a->array[TRIED_ROWS_INVERSE].data};
  EXPORT_SWEEPS(mat_ops_tried_rows)

A method: a file, and its line before the first search.

  $ tools/new-method tried_sweep
  solvers/methods/tried_sweep.c
  solvers/methods.def: METHOD(tried_sweep)
  
  build it    make
  use it      build/warpmark solve tandem:c=31 --variant tried_sweep/msr/f64/seq
  test it     make build/tests/solvers/test_variants
              build/tests/solvers/test_variants 'tried_sweep/*/f*/{seq,omp}'
  change it   sweep(): one iteration; method_tried_sweep: what the harness must know of it
  test all    make check
  read        docs/adding.md, "A method"; solvers/method.h; solvers/operations.h
  $ changes methods
  added: METHOD(tried_sweep)
  $ grep -A 1 tried_sweep solvers/methods.def | tail -n 1
  METHOD(map)
  $ grep tried solvers/methods/tried_sweep.c
  /* Method tried_sweep: say here what it computes, and whose it is. It begins as
  const struct method method_tried_sweep = {
      .name = "tried_sweep",

No other file is there, none has a place left to fill in, and C compilers have nothing to say. No line is too long, however
long the name.

  $ files | grep -vxFf before
  solvers/layouts/tried_rows/build.c
  solvers/layouts/tried_rows/cpu.c
  solvers/layouts/tried_rows/tried_rows.h
  solvers/methods/tried_sweep.c
  $ for file in $(find tools -type f); do cmp $file "$ROOT"/$file; done
  $ grep -rni '@name' solvers
  [1]
  $ find tools/templates -type f | xargs sed -E 's/@name@/a23456789012345678901234/Ig' | awk 'length > 100'
  $ check() { ! command -v cc >/dev/null || cc -std=c11 -D_DEFAULT_SOURCE -fsyntax-only -Wall -Wextra -Wno-unused-parameter -Wshadow -Wno-unknown-pragmas -I. -I"$ROOT" "$@"; }
  $ for bits in 32 64; do check -DPREC=$bits -DPLACE=seq solvers/layouts/tried_rows/cpu.c; done
  $ check solvers/layouts/tried_rows/build.c && check solvers/methods/tried_sweep.c

Names that cannot be: nothing is written.

  $ cp solvers/layouts.def solvers/methods.def .; files >before
  $ for name in Ell 2rows ../rows a234567890123456789012345; do tools/new-layout "$name"; done
  tools/new-layout: 'Ell': use at most 24 small letters, digits and single '_', such as gauss_seidel; nothing was written
  tools/new-layout: '2rows': use at most 24 small letters, digits and single '_', such as gauss_seidel; nothing was written
  tools/new-layout: '../rows': use at most 24 small letters, digits and single '_', such as gauss_seidel; nothing was written
  tools/new-layout: 'a234567890123456789012345': use at most 24 small letters, digits and single '_', such as gauss_seidel; nothing was written
  [1]
  $ for name in double csr tried_rows; do tools/new-layout $name; done
  tools/new-layout: 'double': this is a word of C or C++; nothing was written
  tools/new-layout: 'csr': solvers/layouts.def has this name already; nothing was written
  tools/new-layout: 'tried_rows': solvers/layouts.def has this name already; nothing was written
  [1]
  $ for name in tarjan krylov depth_first petsc; do tools/new-method $name; done
  tools/new-method: 'tarjan': solvers/methods.def has this name already; nothing was written
  tools/new-method: 'krylov': solvers/methods/krylov.c is there already; nothing was written
  tools/new-method: 'depth_first': solvers/search/depth_first.c is there already; nothing was written
  tools/new-method: 'petsc': engines/petsc.c is there already; nothing was written
  [1]
  $ tools/new-method; tools/new-layout one two; tools/new
  usage: tools/new-method NAME
  usage: tools/new-layout NAME
  usage: tools/new-layout|new-method NAME
  [1]

What cannot be written to its end leaves nothing either.

  $ mkdir solvers/layouts.def.new && tools/new-layout tried_again; rmdir solvers/layouts.def.new
  tools/new-layout: /*/solvers/layouts.def.new: File exists; nothing was written (glob)
  $ rm tools/templates/method.c && tools/new-method tried_again
  tools/new-method: /*/tools/templates/method.c: No such file or directory; nothing was written (glob)
  [1]
  $ cp "$ROOT"/tools/templates/method.c tools/templates; files | diff before -; ls -d solvers/layouts/*
  solvers/layouts/tried_rows
  $ cmp layouts.def solvers/layouts.def && cmp methods.def solvers/methods.def
