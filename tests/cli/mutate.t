tests/mutate on a small tree: a function that is tested, and one that is not. Comments, texts and directives stay, and
so does what only frees something or makes an array larger.

  $ for need in python3 git make gcc; do command -v $need >/dev/null || { echo $need is missing; exit 80; }; done
  $ unset MAKEFLAGS MFLAGS MAKELEVEL; mkdir -p tests/certify certify; cp "$ROOT"/tests/mutate tests; git init -q .
  $ cat >Makefile <<'end'
  > build/libwarpmark.a: build/certify/a.o
  > 	ar rcs $@ $^
  > build/%.o: %.c build/flags
  > 	@mkdir -p $(@D)
  > 	gcc -I. -MMD -MP -O0 -c -o $@ $<
  > build/flags:
  > 	mkdir -p build && touch $@
  > build/tests/%: tests/%.c build/libwarpmark.a
  > 	@mkdir -p $(@D)
  > 	gcc -I. -o $@ $< build/libwarpmark.a
  > end
  $ cat >certify/a.c <<'end'
  > #include <stdlib.h>
  > #define NINE (8 + 1)
  > int sum(int a, int b); /* a + b */
  > const char *big(int a); // a > 9
  > int sum(int a, int b)
  > {
  >     return a + b;
  > }
  > const char *big(int a)
  > {
  >     char kept[6] = "";
  >     if (a < NINE) a = 7;
  >     free(NULL);
  >     return a < NINE ? "a < 9" : "";
  > }
  > end
  $ cat >tests/certify/test_a.c <<'end'
  > int sum(int a, int b);
  > int main(void)
  > {
  >     return sum(2, 3) != 5;
  > }
  > end
  $ git add .; tests/mutate --files certify/a.c --count 99 --seed 3 >said 2>errors; sort said
  1 killed (10.0 %), 9 survived, 0 did not build, 0 left out; * s each (glob)
  seed 3: 10 of 10 mutants
  survived: certify/a.c:11:15: '6' -> '0' in char kept[6] = "";
  survived: certify/a.c:12:11: '<' -> '<=' in if (a < NINE) a = 7;
  survived: certify/a.c:12:11: '<' -> '>' in if (a < NINE) a = 7;
  survived: certify/a.c:12:23: '7' -> '0' in if (a < NINE) a = 7;
  survived: certify/a.c:12:23: '7' -> '8' in if (a < NINE) a = 7;
  survived: certify/a.c:12:5: 'if (a < NINE) a = 7;' -> ';' in if (a < NINE) a = 7;
  survived: certify/a.c:12:8: '(a < NINE)' -> '(!(a < NINE))' in if (a < NINE) a = 7;
  survived: certify/a.c:14:14: '<' -> '<=' in return a < NINE ? "a < 9" : "";
  survived: certify/a.c:14:14: '<' -> '>' in return a < NINE ? "a < 9" : "";
  $ tests/mutate --files certify/a.c --count 2 --seed 3 2>&1 | head -n 1; git status --short | grep -v '^A'
  seed 3: 2 of 10 mutants
  ?? build/
  ?? errors
  ?? said
