Models that PRISM and Storm build, where they are installed (docs/formats.md). Which of them are, the engines know.

  $ $WARPMARK list engines prism --usable >/dev/null 2>&1 && prism=yes; $WARPMARK list engines storm --usable >/dev/null 2>&1 && storm=yes
  $ test "$prism$storm" || { echo 'skipped: neither PRISM nor stormpy is installed'; exit 80; }
  $ cat >die.pm <<'END'
  > dtmc
  > const double p;
  > const bool fair;
  > module die
  >     s : [0..7] init 0;
  >     d : [0..6] init 0;
  >     [] s=0 -> (fair?0.5:p) : (s'=1) + 1-(fair?0.5:p) : (s'=2);
  >     [] s=1 -> p : (s'=3) + 1-p : (s'=4);
  >     [] s=2 -> p : (s'=5) + 1-p : (s'=6);
  >     [] s=3 -> p : (s'=1) + 1-p : (s'=7) & (d'=1);
  >     [] s=4 -> p : (s'=7) & (d'=2) + 1-p : (s'=7) & (d'=3);
  >     [] s=5 -> p : (s'=7) & (d'=4) + 1-p : (s'=7) & (d'=5);
  >     [] s=6 -> p : (s'=2) + 1-p : (s'=7) & (d'=6);
  >     [] s=7 -> (s'=7);
  > endmodule
  > label "done" = s=7;
  > rewards "throws" [] s<7 : 1; endrewards
  > END
  $ printf '%s\n' ctmc 'const int N;' 'module queue' 'n : [0..N] init 0;' '[] n<N -> 2 : (n'"'"'=n+1); [] n>0 -> 3 : (n'"'"'=n-1);' endmodule 'rewards n>0 : n; endrewards' >queue.sm
  $ sed 's/^dtmc/mdp/' die.pm >mdp.nm
  $ export WARPMARK_MODELS=$PWD/kept
  $ ask() { $WARPMARK certify "$1" 2>&1 | sed -n 's/^value .* = \(.\{6\}\).*/\1/p; s/^warpmark: \([^:]*:\) [PS][a-zA-Z]* \([a-z]* [a-z]*\).*/\1 \2/p'; }
  $ all() {
  >     ask 'die.pm:const=p=0.5,fair=true,prop=P=? [ F s=7 & d=2 ]'
  >     ask 'die.pm:const=p=0.25,fair=true,prop=P=?[ !(s=4) U<=9 d>3 ]'
  >     ask 'die.pm:const=p=0.5,fair=false,prop=R{"throws"}=?[F "done"]'
  >     ask 'queue.sm:const=N=3,prop=S=?[n=N]'
  >     ask 'queue.sm:const=N=3,prop=R=?[S]'
  >     ask 'queue.sm:const=N=3,prop=P=?[F<=1 n=N]'
  >     ask 'queue.sm:const=N=3,prop=R=?[I=0.5]'
  >     ask 'mdp.nm:const=p=0.5,fair=true,prop=Pmax=?[F d=2]'
  >     ask 'die.pm:const=p=0.5,prop=P=?[F "done"]'
  > }
  $ cat >expected <<'END'
  > 0.1666
  > 0.4993
  > 3.6666
  > 0.1230
  > 1.0153
  > 0.1507
  > 0.5833
  > 0.1666
  > die.pm: cannot build
  > END
  $ test -z "$prism" || WARPMARK_PYTHON=/nowhere/python all | diff expected -
  $ test -z "$storm" || PRISM_HOME=/nowhere all | diff expected -

An MDP keeps its order of choices, equal ones and actions, with either builder.

  $ printf '%s\n' mdp 'module m' 's : [0..1] init 0;' "[] s=0 -> (s'=1);" "[] s=0 -> (s'=1);" "[a] s=1 -> 1/3:true + 2/3:(s'=0);" endmodule 'rewards "r" s=0 : 2; [a] true : 3; endrewards' >equal.nm
  $ mdp() { $WARPMARK export equal.nm $1 --format drn >/dev/null 2>&1 && sed '1,/@model/d' $1/model.drn; }
  $ cat >expected <<'END'
  > state 0 [2] init
  > 	action __NOLABEL__ [0]
  > 		1 : 1
  > 	action __NOLABEL__ [0]
  > 		1 : 1
  > state 1 [0]
  > 	action a [3]
  > 		0 : 0.6666666666666666
  > 		1 : 0.3333333333333333
  > END
  $ sed -i 's/\\t/\t/g' expected
  $ test -z "$prism" || WARPMARK_PYTHON=/nowhere/python mdp by_prism | diff expected -
  $ test -z "$storm" || PRISM_HOME=/nowhere mdp by_storm | diff expected -

PRISM and Storm read the MDPs that we write, with all choices.

  $ set -- by_*; for form in prism umb drn storm; do $WARPMARK export $1/model.drn out_$form --format $form >/dev/null; done
  $ back() { ${PRISM_HOME:+$PRISM_HOME/bin/}prism -importmodel $1 -exportmodel back.tra >/dev/null; sed '/^#/d' back.tra | diff out_prism/written -; }
  $ sed '/^#/d' out_prism/model.tra >out_prism/written
  $ count() { ${WARPMARK_PYTHON:-python3} -c "import stormpy; model = stormpy.build_model_from_$1; print(model.nr_states, model.nr_choices, model.nr_transitions)" 2>&1 | grep -v WARN; }
  $ test -z "$prism" || { back out_prism/model.tra,lab,srew,trew; back out_umb/model.umb; }
  $ test -z "$storm" || { count "drn('out_drn/model.drn')"; count "umb('out_umb/model.umb')"; count "explicit('out_storm/model.tra', 'out_storm/model.lab')"; } | grep -vx '2 3 4' || true

No digit is lost on the way: a third is the double next to it. A formula that holds nowhere is no mistake.

  $ printf '%s\n' dtmc 'module m' 's : [0..2] init 0;' "[] s=0 -> 1/3:(s'=1) + 2/3:(s'=2);" '[] s>0 -> true;' endmodule >third.prism
  $ printf '%s\n' ctmc 'module m' 's : [0..2] init 0;' "[] s=0 -> 1/3:(s'=1) + 1/7:(s'=2);" "[] s>0 -> 0.1:(s'=0);" endmodule >rates.sm
  $ digits() {
  >     $WARPMARK certify 'third.prism:prop=P=?[F s=1]' 2>/dev/null | sed -n 's/^proven *//p'
  >     $WARPMARK certify 'third.prism:prop=P=?[F s=5]' 2>/dev/null | sed -n 's/^value .* = //p'
  >     $WARPMARK export rates.sm rates --format drn >/dev/null 2>&1 && grep -E '^\s*[0-9]+ :' rates/model.drn
  > }
  $ printf '%s\n' 'from 0.33333333333333326 to 0.3333333333333334: to within 2.5e-16 of it' 0 '		1 : 0.3333333333333333' '		2 : 0.14285714285714285' '		0 : 0.1' '		0 : 0.1' >expected
  $ test -z "$storm" || PRISM_HOME=/nowhere digits | diff expected -
  $ rm -rf rates; test -z "$prism" || WARPMARK_PYTHON=/nowhere/python digits | diff expected -

Rates that are close to each other, or to 0, are not one rate. Those of a CTMC were rounded once, where no sum makes them.

  $ printf '%s\n' ctmc 'module m' 's : [0..3] init 0;' "[] s=0 -> 0.1:(s'=1) + 0.1000000000000003:(s'=2) + 3e-16:(s'=3);" "[] s>0 -> 1/3:(s'=0);" endmodule >close.sm
  $ close() { $WARPMARK certify 'close.sm:prop=S=?[s=3]' --model 2>/dev/null | sed -n 's/^value .* = \(.\{6\}\).*\(e-.*\)/\1\2/p; /^meaning/p'; }
  $ printf '%s\n' 5.6249e-16 'meaning      for every model whose numbers become the stored ones in 1 rounding' >expected
  $ test -z "$prism" || WARPMARK_PYTHON=/nowhere/python close | diff expected -

Labels in formulas.

  $ mixed() { for q in '"done" & d=2' '!"done" & s=4' '("done" & d<3) | s=6'; do $WARPMARK certify "die.pm:const=p=0.5,fair=true,prop=P=?[F $q]" 2>/dev/null | sed -n 's/^value .* = \(.\{5\}\).*/\1/p'; done; }
  $ printf '%s\n' 0.166 0.333 0.583 >expected
  $ test -z "$prism" || WARPMARK_PYTHON=/nowhere/python mixed | diff expected -
  $ test -z "$storm" || PRISM_HOME=/nowhere mixed | diff expected -

What is kept of a model is what was built.

  $ export WARPMARK_MODELS=$PWD/fresh; $WARPMARK info die.pm:const=p=0.5,fair=true >built && $WARPMARK info die.pm:const=p=0.5,fair=true | diff built -

Variables of a UMB file.

  $ echo '0.16' >expected; test -z "$prism" || { "${PRISM_HOME:+$PRISM_HOME/bin/}prism" die.pm -const p=0.5,fair=true -exportmodel built.umb >/dev/null
  >     $WARPMARK certify 'built.umb:prop=P=?[F s=7 & d=2]' | sed -n 's/^value .* = \(....\).*/\1/p'; } | diff expected -

JANI: labels are transient variables. Its own properties have names and numbers.

  $ cat >walk.jani <<'END'
  > {"jani-version": 1, "name": "walk", "metadata": {"description": "x<0.12345678901234567890"}, "type": "dtmc", "constants": [{"name": "N", "type": "int"}],
  >  "properties": [
  >   {"name": "five", "expression": {"op": "filter", "fun": "values", "states": {"op": "initial"}, "values": {"op": "Pmin", "exp":
  >    {"op": "U", "left": true, "right": "top", "step-bounds": {"upper": 5}}}}},
  >   {"name": "three", "expression": {"op": "filter", "fun": "∀", "states": {"op": "≤", "left": "x", "right": 2}, "values": {"op": "≥", "left":
  >    {"op": "Pmax", "exp": {"op": "F", "exp": {"op": "=", "left": "x", "right": 3}}}, "right": 1}}},
  >   {"name": "odd", "expression": {"op": "Pmin", "exp": {"op": "F", "exp": "top", "reward-bounds": [{"exp": 1, "bounds": {"upper": 5}}]}}},
  >   {"name": "steps", "expression": {"op": "Emin", "exp": 1, "accumulate": ["steps"], "reach": {"op": "=", "left": "x", "right": "N"}}}],
  >  "variables": [{"name": "x", "type": {"kind": "bounded", "base": "int", "lower-bound": 0, "upper-bound": "N"}, "initial-value": 0},
  >   {"name": "top", "type": "bool", "transient": true, "initial-value": false}],
  >  "automata": [{"name": "a", "initial-locations": ["l"],
  >   "locations": [{"name": "l", "transient-values": [{"ref": "top", "value": {"op": "=", "left": "x", "right": "N"}}]}],
  >   "edges": [
  >    {"location": "l", "guard": {"exp": {"op": "<", "left": "x", "right": "N"}}, "destinations": [
  >     {"location": "l", "probability": {"exp": 0.5}, "assignments": [{"ref": "x", "value": {"op": "+", "left": "x", "right": 1}}]},
  >     {"location": "l", "probability": {"exp": 0.5}, "assignments": [{"ref": "x", "value": 0}]}]},
  >    {"location": "l", "guard": {"exp": {"op": "=", "left": "x", "right": "N"}}, "destinations": [
  >     {"location": "l", "probability": {"exp": 1}, "assignments": []}]}]}],
  >  "system": {"elements": [{"automaton": "a"}]}}
  > END
  $ sed '/"+"/s/0\.5/{"op": "\/", "left": 1, "right": 3}/; s/0\.5/{"op": "\/", "left": 2, "right": 3}/' walk.jani >third.jani
  $ echo 0.3333333333333333 >expected
  $ test -z "$storm" || $WARPMARK certify 'third.jani:const=N=1,prop=P=?[F<=1 "top"]' | sed -n 's/^value .* = //p' | diff expected -
  $ walk() { $WARPMARK certify "walk.jani:const=N=3,prop=$1" 2>&1 | sed -n 's/^value .* = \([0-9.]*\).*/\1/p; s/^value .*: //p; s/^warpmark: walk.jani: //p' | cut -c 1-80; }
  $ cat >expected <<'END'
  > 0.25
  > 0.5
  > 0.125
  > 4
  > 6
  > prop=P=?[F y=N]: column 7: 'y' is neither a constant nor a variable of the model
  > 0.25
  > true
  > prop=odd: a bound of a reward that is no variable is not computed here
  > prop=thre: no property has this name, did you mean 'three'?
  > 0.25
  > END
  $ test -z "$storm" || { for q in 'P=?[F<=5 "top"]' 'P=?[X x=1]' 'P=?[!(x=1 & "top") U<=N x>=3]' 'filter(count, top | x<4)' 'filter(sum, x)' 'P=?[F y=N]' \
  >     five three odd thre 1; do walk "$q"; done; } | diff expected -
  $ echo 14.00 >expected; test -z "$storm" || { $WARPMARK certify walk.jani:const=N=3,prop=steps | sed -n 's/^value .* = //p' | awk '{printf "%.2f\n", $1}'; } | diff expected -
