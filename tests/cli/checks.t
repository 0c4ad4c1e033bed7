What make check says of the sources themselves, shown on a small tree; nothing is wrong with it yet.

  $ command -v git >/dev/null || { echo git is missing; exit 80; }
  $ mkdir -p analysis base certify datasets docs generators harness plots problems prove solvers/cpu store tests/checks
  $ cp "$ROOT"/tests/checks/* tests/checks
  $ cat >docs/design.md <<end
  > # Design
  > 
  > See [the folders](#folders), [here](design.md#folders) and [a page](http://example.org).
  > 
  > ## Folders
  > end
  $ cat >tests/includes.list <<end
  > # Which folder may include which.
  > 
  > base:
  > solvers: base
  > solvers/*: base
  >     solvers
  > end
  $ touch base/a.h solvers/b.h; echo '#include "base/a.h"' | tee solvers/b.c >solvers/cpu/c.c
  $ echo '#include "solvers/b.h"' >>solvers/cpu/c.c; echo 'int é;' >"base/-a b.c"; touch -- "-v.c"
  $ tests/checks/includes && tests/checks/texts

An include that the list does not have, and one too many in the list; a cycle.

  $ echo '#include "solvers/b.h"' >base/a.c; tests/checks/includes
  base/a.c:1: base must not include solvers (tests/includes.list)
  tsort: -: input contains a loop:
  tsort: base
  tsort: solvers
  [1]
  $ sed -i 's/^base:$/& solvers/' tests/includes.list; tests/checks/includes
  tsort: -: input contains a loop:
  tsort: base
  tsort: solvers
  [1]
  $ sed -i 's/^base: solvers$/base:/' tests/includes.list; rm base/a.c; echo >solvers/b.c; tests/checks/includes
  tests/includes.list: solvers: base is in the list, but nothing includes it
  [1]
  $ echo >harness/main.c; tests/checks/includes
  harness: this folder is not in tests/includes.list
  tests/includes.list: solvers: base is in the list, but nothing includes it
  [1]

A folder with more than 30 source files; those of members, which its list names, do not count.

  $ mkdir many && cd many && mkdir -p analysis base/parts certify datasets generators harness plots problems prove solvers store tests/checks
  $ cp "$ROOT"/tests/checks/includes tests/checks; echo base/parts: >tests/includes.list
  $ for k in $(seq 31); do echo >base/parts/part_$k.c; done; tests/checks/includes
  base/parts: 31 source files, at most 30
  [1]
  $ echo 'PART(part_7)' >base/parts.def; tests/checks/includes; cd ..; rm -r many

The marks of a conflict, a line that is too long and links that lead nowhere, each with its place; also in files with odd
names, and in a clone.

  $ for mark in '<<<<<<< HEAD' ======= '>>>>>>> main'; do echo "$mark" >>docs/design.md; done
  $ tests/checks/texts
  ./docs/design.md:6:<<<<<<< HEAD
  ./docs/design.md:7:=======
  ./docs/design.md:8:>>>>>>> main
  marks of a merge conflict
  [1]
  $ sed -i '6,$d' docs/design.md; printf '%0101d\n' 0 | tee "base/-a b.c" >-v.c; printf '%0100d é\n' 0 >tests/run
  $ tests/checks/texts | sort
  ./-v.c:1: 101 columns
  ./base/-a b.c:1: 101 columns
  ./tests/run:1: 102 columns
  lines of code have at most 100 columns
  $ git init -q . && git add -A && tests/checks/texts | sort
  ./-v.c:1: 101 columns
  ./base/-a b.c:1: 101 columns
  ./tests/run:1: 102 columns
  lines of code have at most 100 columns
  $ git rm -q --cached -- -v.c 'base/-a b.c' tests/run
  $ echo '[one](none.md), [two](#nowhere), [three](../base/a.h#top)' >>docs/design.md; tests/checks/texts
  ./docs/design.md: none.md: no such file
  ./docs/design.md: #nowhere: no such heading
  ./docs/design.md: ../base/a.h#top: no such heading
  links that lead nowhere
  [1]

The version in three places, the fields of a citation, and the libraries of the Debian package.

  $ mkdir release && cd release && mkdir -p tests/checks packaging
  $ cp "$ROOT"/tests/checks/release tests/checks; cp -R "$ROOT"/packaging .
  $ cp "$ROOT"/Makefile "$ROOT"/setup "$ROOT"/CHANGELOG.md "$ROOT"/CITATION.cff .
  $ tests/checks/release
  $ sed -i 's/^VERSION := .*/VERSION := 0.9.0/' Makefile; sed -i '/^title/d; s/^version: .*/version: 0.8/' CITATION.cff
  $ sed -i '/ nettle-dev/d; /^Description/d' packaging/debian/control; tests/checks/release
  CITATION.cff: '0.8 *', CHANGELOG.md: '*' (glob)
  Makefile: '0.9.0', CHANGELOG.md: '*' (glob)
  CITATION.cff: no title
  packaging/debian/control: no Description
  packaging/debian/control: Build-Depends lacks nettle-dev
  [1]
  $ sed -i 's/^VERSION := .*/VERSION := 9.0.0-dev/; s/^## Unreleased//' Makefile CHANGELOG.md; tests/checks/release | head -n 2
  CITATION.cff: '0.8 *', CHANGELOG.md: '*' (glob)
  CHANGELOG.md: no '## Unreleased'
