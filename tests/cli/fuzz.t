What `tests/fuzz/cli` says of programs that go wrong, each in a way of its own, and of one that does not.

  $ command -v python3 >/dev/null || { echo python3 is missing; exit 80; }
  $ mkdir samples && echo data >samples/a.h5
  $ try() {
  >   printf '#!/bin/sh\n%s\n' "$1" >fault && chmod +x fault
  >   "$ROOT/tests/fuzz/cli" --program ./fault --samples samples --seed 7 --count 1 --jobs 1 --limit ${limit:-20} --memory 100 --keep kept >said
  >   code=$?; sed 's/: warpmark .*//; 1q' said; return $code
  > }
  $ try 'echo "a.h5 is damaged" >&2; exit 5'
  seed 7: 1 commands on 1 samples (1 spy); 0 findings
  $ try 'kill -SEGV $$'
  seed 7: it was killed by SIGSEGV
  [1]
  $ cat kept/7/command
  # it was killed by SIGSEGV
  */fault spy a.h5 (glob)
  $ try 'echo "==1==ERROR: AddressSanitizer: heap-buffer-overflow" >&2; exit 1'
  seed 7: ERROR: AddressSanitizer: heap-buffer-overflow
  [1]
  $ try 'echo "x.c:1:2: runtime error: signed integer overflow" >&2'
  seed 7: x.c:1:2: runtime error: signed integer overflow
  [1]
  $ try 'exit 42'
  seed 7: exit code 42
  [1]
  $ limit=0.3 try 'while :; do :; done'
  seed 7: it hung
  [1]
  $ try 'python3 -c "x = bytearray(200 << 20)"'
  seed 7: it took too much memory
  [1]
  $ try 'printf "a\nb\nc\nd\n" >&2; exit 1'
  seed 7: an error of 4 lines
  [1]
  $ try 'printf "\033[31m\n"'
  seed 7: a control character on the output: 0x1b
  [1]
  $ try 'printf "\377\n"'
  seed 7: a wrong byte of UTF-8 on the output: 0xff
  [1]
  $ try 'touch x'
  seed 7: a file that it was not asked to write: x
  [1]
  $ try 'echo >>a.h5'
  seed 7: a file that it was not asked to write: a.h5
  [1]
  $ try 'mkdir "$TMPDIR/left"'
  seed 7: a file that it was not asked to write: tmp/left
  [1]
