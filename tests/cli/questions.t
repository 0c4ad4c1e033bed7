The tables of docs/questions.md: each question is asked of the files that stand on the page, and gives the answer beside it.

  $ awk '/^```/ {inside = !inside; file = ""; next}
  >      inside && !file {file = substr($2, 1, length($2) - 1)}
  >      inside {print >file}' "$ROOT/docs/questions.md"; ls
  again.hoa
  die.lab
  die.srew
  die.sta
  die.tra
  machine.lab
  machine.srew
  machine.tra
  machine.trew
  robot.lab
  robot.srew
  robot.tra
  switch.lab
  switch.srew
  switch.tra

Rows: model, question, answer or message. A cell with two questions has one answer.

  $ sed 's/\\|/\a/g' "$ROOT/docs/questions.md" | awk -F '|' '
  >     /^\| (ask|refused)/ {model = $2 ~ /machine/ ? "machine.tra" : $2 ~ /robot/ ? "robot.tra" : $2 ~ /switch/ ? "switch.tra" : $2 ~ /die/ ? "die.tra" : ""; kind = $2 ~ /ask/ ? "ask" : "refused"
  >                          if (kind == "refused") model = "die.tra"; next}
  >     !/^\|/ {kind = ""}
  >     /^\| (of )?`/ && kind {
  >         cell = $2; of = model; gsub(/\a/, "|", cell); answer = $3; sub(/^ +/, "", answer); sub(/ +$/, "", answer)
  >         if (sub(/^ of `switch.tra`: /, "", cell)) of = "switch.tra"
  >         if (sub(/^ of `die.tra`: /, "", cell)) of = "die.tra"
  >         while (match(cell, /`[^`]*`/)) {
  >             print kind "\t" of "\t" substr(cell, RSTART + 1, RLENGTH - 2) "\t" answer
  >             cell = substr(cell, RSTART + RLENGTH)
  >         }
  >     }' >asked
  $ test $(grep -c ^ask asked) -gt 70 && test $(grep -c ^refused asked) -gt 17 || wc -l asked
  $ tab=$(printf '\t'); while IFS=$tab read -r kind model question answer; do
  >     $WARPMARK certify "$model:prop=$question" >out 2>&1; code=$?
  >     if [ $kind = refused ]; then
  >         test $code = 1 && grep -qF "$answer" out || { echo "$question: $answer"; cat out; }
  >         continue
  >     fi
  >     got=$(sed -n 's/^value  *//p' out); got=${got#"$question"}; got=${got#: }; got=${got# = }
  >     echo "$got$tab$answer" | awk -F '\t' '
  >         function number(text,  part) {return split(text, part, "/") == 2 ? part[1] / part[2] : text + 0}
  >         {near = $1 ~ /^[0-9.e-]+$/ && $2 ~ /^[0-9.\/]+$/ && ($1 - number($2)) ^ 2 <= 1e-24 * (1 + number($2) ^ 2)
  >          exit !($1 == $2 || near)}' || { echo "$question: '$got', not $answer"; cat out; }
  > done <asked

In the long run nothing changes: most of some 61,000 steps need not be taken.

  $ $WARPMARK solve 'switch.tra:prop=R=?[I=10000]' --variant uniformisation/msr/f64/seq | grep -E '^(iterations|value)'
  iterations   128
  value        R=?[I=10000] = 2.5

Generators know the variables of their states by the names of PRISM's models.

  $ for question in 'F<=5 left_n=0' 'F<=5 (left_n=0 & !line_n)' 'left_n=1 | line_n'; do
  >     $WARPMARK certify "cluster:n=1,prop=P=?[$question]" | sed -n 2p; done
  value        P=?[F<=5 left_n=0] = 0.00995016625083* (glob)
  value        P=?[F<=5 (left_n=0 & !line_n)] = 5.2117895983* (glob)
  value        P=?[left_n=1 | line_n] = 1
  $ $WARPMARK certify 'dice:prop=R{(7-s)}=?[F s=7&d>0]' | sed -n 2p
  value        R{(7-s)}=?[F s=7&d>0] = 17.6666666666* (glob)
  $ $WARPMARK certify 'dice:prop=filter(max,P=?[F d=6],s=2)' | sed -n 2p
  value        filter(max,P=?[F d=6],s=2) = 0.3333333333* (glob)
  $ $WARPMARK certify 'dice:prop=P=?[F e=6]'
  warpmark: dice: prop=P=?[F e=6]: column 7: the states have no variable 'e', only (s,d)
  [1]

Storm writes them as comments into DRN files.

  $ printf '@type: DTMC\n@nr_states\n3\n@model\nstate 0 init\n//[s=0\t& !up]\naction 0\n1 : 0.25\n2 : 0.75\nstate 1\n//[s=-2\t& ]\naction 0\n1 : 1\nstate 2\n//[s=3\t& !up]\naction 0\n2 : 1\n' >values.drn
  $ $WARPMARK info values.drn | grep variables
  variables              (s,up)
  $ $WARPMARK certify 'values.drn:prop=P=?[F (s<0 & up)]' | sed -n 2p
  value        P=?[F (s<0 & up)] = 0.25
  $ sed -i 's/s=3/s=3.5/' values.drn; $WARPMARK certify 'values.drn:prop=P=?[F s<0]'
  warpmark: values.drn: prop=P=?[F s<0]: column 7: 's' is no label in double quotes, and the values of variables are not known here
  [1]

Questions inside a question are problems of their own, each once; the time with them stands beside.

  $ cat >inside.lua <<'END'
  > local wm = require "warpmark"
  > local function count(list) return #list end
  > return wm.experiment {
  >   name = "inside",
  >   problems = {
  >     { source = 'switch.tra:type=ctmc,prop=P=?["on" U[0.5,1] !"on"]', label = "window", t = 1 },
  >     { source = 'switch.tra:type=ctmc,prop=P=?["on" U[1,1.5] !"on"]', label = "later", t = 2 },
  >     { source = 'die.tra:prop=P=?[F "six"]/P=?[F "low"]', label = "ratio", t = 3 },
  >     { source = 'die.tra:prop=P=?[F P>=0.5[X d=6]]', label = "nested", t = 4 },
  >     { source = 'die.tra:prop=1-filter(max, S=?["six"])', label = "runs", t = 5 },
  >   },
  >   variants = { "{gauss_seidel,uniformisation}/msr/f64/seq" },
  >   measure = { max_samples = 12, max_time = "20ms" },
  >   tables = { { id = "t", rows = "t", value = "status" },
  >              { id = "all", rows = "t", value = "status", where = "inside=*" } },
  >   claims = { { id = "seen", text = "problems inside stand apart", test = function(r)
  >     return true, table.concat({ count(r.problems {}), count(r.problems { inside = "*" }),
  >                                 count(r.cases { inside = "window" }) }, ", ") end },
  >     { id = "sum", text = "the sum is that of its parts", test = function(r)
  >       local v = "uniformisation/*"
  >       local a, b = r.case { problem = "window", variant = v }, r.case { problem = "window.inside1", variant = v }
  >       return math.abs(a.solve_with_inside - a.solve - b.solve) <= 1e-12 * a.solve_with_inside, "sum" end } },
  > }
  > END
  $ $WARPMARK run inside.lua -o inside.h5 2>/dev/null; $WARPMARK verify inside.h5 >/dev/null
  $ echo $($WARPMARK table inside.h5 problems --format csv | cut -d, -f1)
  problem window later ratio nested runs window.inside1 ratio.inside1 ratio.inside2 nested.inside1 runs.inside1
  $ $WARPMARK table inside.h5 inside --format csv | awk -F, 'NR > 1 && $3 == "ok" {print $1, $2, ($5 > 0), ($6 > 0)}'
  window uniformisation/msr/f64/seq 1 1
  later uniformisation/msr/f64/seq 1 1
  ratio gauss_seidel/msr/f64/seq 1 1
  ratio uniformisation/msr/f64/seq 0 1
  nested gauss_seidel/msr/f64/seq 0 1
  runs gauss_seidel/msr/f64/seq 0 1
  runs uniformisation/msr/f64/seq 0 1
  $ $WARPMARK table inside.h5 inside --format csv | grep ',ok,' | cut -d, -f1,7-
  window,window.inside1,,0
  later,window.inside1,,0
  ratio,"ratio.inside1, ratio.inside2",,0
  ratio,"ratio.inside1, ratio.inside2",ratio.inside1: not supported,0
  nested,nested.inside1,nested.inside1: not supported,0
  runs,runs.inside1,"7 questions inside were proven, and 1 is a problem of its own",0
  runs,runs.inside1,"7 questions inside were proven, and 1 is a problem of its own",0
  $ $WARPMARK table inside.h5 t --format csv | grep -c '^,'; $WARPMARK table inside.h5 all --format csv | grep -c '^,'
  0
  2
  $ $WARPMARK table inside.h5 claims --format csv | cut -d, -f1,3-
  id,verdict,magnitude,numbers
  seen,holds,,"5, 10, 2"
  sum,holds,,sum
  $ $WARPMARK compare inside.h5 inside.h5 --force --format json | grep -c '"note": .*with the questions inside .* -> '
  3
  $ $WARPMARK report inside.h5 -o inside.md --force; grep -c 'ratio.inside1: not supported' inside.md
  inside.md
  1
  $ $WARPMARK run inside.lua -o inside.h5 --resume 2>&1 | grep -c 'are kept'
  1

`solve` says that it did not solve them.

  $ $WARPMARK solve 'die.tra:prop=P=?[F P>=0.5[X d=6]]' --variant gauss_seidel/msr/f64/seq | grep inside
  inside       questions proven first: 1, in * of generate; this variant did not solve them, `warpmark run` does (glob)
  $ $WARPMARK solve 'die.tra:prop=P=?[F P>=0.5[X d=6]]' --variant gauss_seidel/msr/f64/seq --json | grep -cE '"(reduce|prove_inside)": [0-9.e-]+'
  2
Names that nothing has, with those that may be meant.

  $ printf 'const int k;\n"six": P=?[F d=6];\n"low": P=?[F<=k "low"];\nlabel "high" = d>3;\n' >die.props; printf 'P=?[F d=6];\nP=?[F d=5];\n' >unnamed.props; echo 'const int k=3;' >constants.props
  $ for asked in 'P=?[F<=s d=6]' 'P>=d[F d=6]' 'P=?[F<=inf d=6]' 'P=?[F[0,inf] d=6]' 'P=?[F<=1e99 d=6]' 'R=?[c<=3]' 'R=?[Cumul<=3]' \
  >     'P=?[True U d=6]' 'R=?[LRA]' 's=d=0' 'R=?[G d=6]'; do $WARPMARK certify "die.tra:prop=$asked"; done
  warpmark: die.tra: prop=P=?[F<=s d=6]: column 8: 's' is a variable, and bounds and limits are numbers and constants
  warpmark: die.tra: prop=P>=d[F d=6]: column 4: 'd' is a variable, and bounds and limits are numbers and constants
  warpmark: die.tra: prop=P=?[F<=inf d=6]: column 8: 'inf' is no number: leave the bound out, or write F>=0
  warpmark: die.tra: prop=P=?[F[0,inf] d=6]: column 9: 'inf' is no number: leave the bound out, or write F>=0
  warpmark: die.tra: prop=P=?[F<=1e99 d=6]: column 1: 1e+99 steps are too many: fewer than 2^63 can be taken
  warpmark: die.tra: prop=R=?[c<=3]: column 5: the states have no variable 'c', only (s,d): a reward of k steps is R=?[C<=k]
  warpmark: die.tra: prop=R=?[Cumul<=3]: column 5: the states have no variable 'Cumul', only (s,d): a reward of k steps is R=?[C<=k]
  warpmark: die.tra: prop=P=?[True U d=6]: column 5: the states have no variable 'True', only (s,d), did you mean 'true'?
  warpmark: die.tra: prop=R=?[LRA]: column 5: the states have no variable 'LRA', only (s,d): a reward in the long run is R=?[S]
  warpmark: die.tra: prop=s=d=0: column 1: this is true or false, and a number is needed: compare two values at a time: a=b & b=c
  warpmark: die.tra: prop=R=?[G d=6]: column 5: a reward until a formula needs one that good paths show after finitely many steps; G, W and R never do, nor do F and U behind a '!': ask R=?[F ...] or R=?[C<=k]
  [1]
  $ printf 'formula f = z>2;\nlabel "l" = yz>2;\n"a": P=?[F f];\n' >names.props
  $ for asked in 'P=?[F f]' a 'P=?[F "l"]' 'P=?[F z=1]' 'P=?[X yz=1]'; do $WARPMARK certify "die.tra:props=names.props,prop=$asked"; done
  warpmark: die.tra: prop=P=?[F f]: column 7: the states have no variable 'z', only (s,d); it stands in the definition of 'f' (names.props:1)
  warpmark: die.tra: prop=P=?[F f]: column 7: the states have no variable 'z', only (s,d); it stands in the definition of 'f' (names.props:1)
  warpmark: die.tra: prop=P=?[F "l"]: column 7: the states have no variable 'yz', only (s,d); it stands in the definition of 'l' (names.props:2)
  warpmark: die.tra: prop=P=?[F z=1]: column 7: the states have no variable 'z', only (s,d)
  warpmark: die.tra: prop=P=?[X yz=1]: column 7: the states have no variable 'yz', only (s,d)
  [1]
  $ for rest in prop=P=?[F\ D=6] prop=P=?[F\ six] prop=P=?[F\ '"s"'=7] props=die.props props=unnamed.props props=constants.props \
  >     props=none.props props=P=?[F\ d=6] props=die.props,prop=siks props=die.props,prop=7 props=die.props,prop=low \
  >     props=die.props,prop=P=?[F\ '"hihg"'] 'prop=R{"srew"}=?[C]' 'prop=R{2}=?[C]' property=P=?[F\ d=6] prop:P=?[F\ d=6]; do
  >     $WARPMARK certify "die.tra:$rest"; done
  warpmark: die.tra: prop=P=?[F D=6]: column 7: the states have no variable 'D', only (s,d), did you mean 'd'?
  warpmark: die.tra: prop=P=?[F six]: column 7: the states have no variable 'six', only (s,d): write a label in double quotes, "six"
  warpmark: die.tra: prop=P=?[F "s"=7]: column 7: there is no label 's': write the variable without quotes
  warpmark: die.tra: die.props has 2 properties: say at the end which one, such as prop=six. `warpmark list properties die.tra:props=die.props` shows them
  warpmark: die.tra: unnamed.props has 2 properties: say at the end which one, such as prop=1. `warpmark list properties die.tra:props=unnamed.props` shows them
  warpmark: die.tra: constants.props has no property: say prop=PROPERTY at the end
  warpmark: die.tra: props=none.props: there is no such file, neither beside the model nor here
  warpmark: die.tra: props=P=?[F d=6]: there is no such file, neither beside the model nor here; a property stands behind prop=
  warpmark: die.tra: prop=siks: column 1: no property and no variable has this name, did you mean 'six'?
  warpmark: die.tra: prop=7: there are only properties 1 to 2
  warpmark: die.tra: prop=P=?[F<=k "low"]: column 8: the constant k has no value: add const=k=VALUE
  warpmark: die.tra: prop=P=?[F "hihg"]: column 7: unknown label 'hihg', did you mean 'high'?
  warpmark: die.tra: prop=R{"srew"}=?[C]: column 1: the model has no reward 'srew': its reward has no name, write R=?[...]
  warpmark: die.tra: prop=R{2}=?[C]: column 1: the model has no reward '2': its reward has no name, write R=?[...]
  warpmark: die.tra: unknown key 'property': say prop=PROPERTY at the end, such as prop=P=?[F "done"]
  warpmark: die.tra: unknown key 'prop:P': say prop=PROPERTY at the end, such as prop=P=?[F "done"]
  [1]
  $ $WARPMARK certify 'switch.tra:prop=P=?[F on]'
  warpmark: switch.tra: prop=P=?[F on]: column 7: 'on' is no label in double quotes, and the values of variables are not known here (a .sta file beside the .tra file has them): write a label in double quotes, "on"
  [1]
  $ $WARPMARK certify 'dice:property=P=?[F d=6]'
  warpmark: dice: property= takes a number of `warpmark list generators`; a property in PRISM's language stands behind prop=
  [1]

Operators of filters that are not for what is filtered.

  $ for filter in 'forall, P=?[F d=6]' 'count, d+1' 'sum, "six"' 'max, P>0.5[F "six"]' 'range, s=1' 'print, P=?[F "six"], s>0'; do
  >     $WARPMARK certify "die.tra:prop=filter($filter)"; done 2>&1 | grep -v '^meaning\|^trusted\|^seconds\|^answer\|^inside'
  warpmark: die.tra: prop=filter(forall, P=?[F d=6]): column 16: filter(forall, ...) is for what is true or false, and this is a number: compare it, such as P>0.5[...]
  warpmark: die.tra: prop=filter(count, d+1): column 15: filter(count, ...) is for what is true or false, and this is a number: compare it, such as P>0.5[...]
  warpmark: die.tra: prop=filter(sum, "six"): column 13: filter(sum, ...) is for numbers, and this is true or false: write forall, exists or count
  warpmark: die.tra: prop=filter(max, P>0.5[F "six"]): column 13: filter(max, ...) is for numbers, and this is true or false: write forall, exists or count
  warpmark: die.tra: prop=filter(range, s=1): column 15: filter(range, ...) is for numbers, and this is true or false: write forall, exists or count
  proof        certified
  value        filter(print, P=?[F "six"], s>0) = 0
  proven       it is exactly that

Files of automata that are wrong, or not deterministic. One in a file of properties is found beside the model.

  $ sed 's/Fin(0)/Fin(2)/' again.hoa >sets.hoa; sed 's/!0 & 1/!0/' again.hoa >two.hoa; sed '/^State/,$d' again.hoa >cut.hoa; sed 's/HOA: v1/HOA: v2/' again.hoa >old.hoa
  $ for file in sets two cut old none; do $WARPMARK certify "die.tra:prop=P=?[HOA: {\"$file.hoa\", \"p\" <- s=1, \"q\" <- s=2}]"; done
  warpmark: die.tra: prop=P=?[HOA: {"sets.hoa", "p" <- s=1, "q" <- s=2}]: column 5: sets.hoa:7: column 19: expected an acceptance set (0 to 1), found '2)'
  warpmark: die.tra: prop=P=?[HOA: {"two.hoa", "p" <- s=1, "q" <- s=2}]: column 5: the automaton is not deterministic: two edges from its state 0 are for the same state of the model. `ltl2tgba -G -D` makes deterministic ones
  warpmark: die.tra: prop=P=?[HOA: {"cut.hoa", "p" <- s=1, "q" <- s=2}]: column 5: cut.hoa:3: column 1: expected a header such as States:, or --BODY--, found the end of the file
  warpmark: die.tra: prop=P=?[HOA: {"old.hoa", "p" <- s=1, "q" <- s=2}]: column 5: old.hoa:2: column 6: expected version v1, found 'v2'
  warpmark: die.tra: prop=P=?[HOA: {"none.hoa", "p" <- s=1, "q" <- s=2}]: column 5: cannot read none.hoa: No such file or directory
  [1]
  $ $WARPMARK certify 'die.tra:prop=P=?[HOA: {"again.hoa", "p" <- s=1, "r" <- s=2}]'
  warpmark: die.tra: prop=P=?[HOA: {"again.hoa", "p" <- s=1, "r" <- s=2}]: column 22: again.hoa has no proposition 'r'
  [1]
  $ mkdir beside; mv again.hoa die.tra die.sta die.lab beside; echo '"again": P=?[HOA: {"again.hoa", "p" <- d>3, "q" <- d=5}];' >beside/a.props
  $ $WARPMARK certify beside/die.tra:props=a.props,prop=again | sed -n 2p
  value        P=?[HOA: {"again.hoa", "p" <- d>3, "q" <- d=5}] = 0.333333333333* (glob)
  $ $WARPMARK certify 'dice:prop=P=?[HOA: {"beside/again.hoa", "p" <- d>3, "q" <- d=5}]' | sed -n 2p
  value        P=?[HOA: {"beside/again.hoa", "p" <- d>3, "q" <- d=5}] = 0.333333333333* (glob)
  $ printf '# Transitions (CTMC)\n3 4\n0 1 2\n0 2 6\n1 1 3\n2 2 1\n' >rates.tra; printf '0="init" 1="deadlock" 2="p" 3="q"\n0: 0\n1: 2\n2: 2 3\n' >rates.lab
  $ $WARPMARK certify 'rates.tra:prop=P=?[HOA: {"beside/again.hoa"}]' | sed -n 2p
  value        P=?[HOA: {"beside/again.hoa"}] = 0.25

A file that does not say its type: its numbers may. Bounds need the type.

  $ cp beside/die.* .; sed '/^#/d' die.tra >plain.tra; cp die.sta plain.sta; sed 1d rates.tra >fast.tra; sed 's/0.5/0.4/' plain.tra >wrong.tra
  $ for question in 'F s=1' '(F s=1) & (X d=0)' 'F<=5 s=1' '(F=2 s=1) & (G d<6)' 'F P>0.5[F[1,2] s=3]'; do $WARPMARK certify "plain.tra:prop=P=?[$question]" 2>&1 | grep -e value -e warpmark; done
  value        P=?[F s=1] = 0.5
  value        P=?[(F s=1) & (X d=0)] = 0.5
  warpmark: plain.tra: the file does not say whether it is a DTMC or a CTMC, and a bound is steps in the one, time in the other: say type=dtmc or type=ctmc, or write '# Transitions (DTMC)' into its first line
  warpmark: plain.tra: the file does not say whether it is a DTMC or a CTMC, and a bound is steps in the one, time in the other: say type=dtmc or type=ctmc, or write '# Transitions (DTMC)' into its first line
  warpmark: plain.tra: the file does not say whether it is a DTMC or a CTMC, and a bound is steps in the one, time in the other: say type=dtmc or type=ctmc, or write '# Transitions (DTMC)' into its first line
  $ $WARPMARK certify 'plain.tra:type=dtmc,prop=P=?[F<=5 s=1]' | sed -n 2p
  value        P=?[F<=5 s=1] = 0.5
  $ $WARPMARK info fast.tra | grep type; $WARPMARK certify 'fast.tra:prop=P=?[F<=0.1 !"init"]' 2>&1 | grep -e value -e warpmark
  type                   ctmc
  value        P=?[F<=0.1 !"init"] = 0.55067103588* (glob)
  $ $WARPMARK certify 'wrong.tra:prop=P=?[F s=1]'
  warpmark: wrong.tra:3: nothing says whether this is a DTMC or a CTMC, and the numbers of a state do not sum to 1: give type=ctmc if they are rates, type=dtmc if not
  [1]
