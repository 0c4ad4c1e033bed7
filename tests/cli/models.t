A model in PRISM's language is a source where PRISM is installed (docs/formats.md). This one is not PRISM, and goes wrong as the
model says.

  $ $WARPMARK export brp:n=16,max=2 built --format umb >/dev/null; mkdir -p prism/bin; cp built/model.umb prism/good.umb
  $ cat >prism/bin/prism <<'END'
  > #!/bin/sh
  > [ "$1" = -version ] && { echo 'PRISM version 9.9'; exit; }
  > here=${0%/bin/prism}; for word; do to=$word; done
  > echo "$@" >>"$here/words"; pwd >"$here/where"
  > case $(cat "$1") in
  > *fat*) setsid sh -c 'sleep NAP; :' & python3 -c 'import time; x = b"1" * 400000000; time.sleep(NAP)';;
  > *daemon*) cp "$here/good.umb" "$to"; setsid sh -c 'sleep NAP; :' >/dev/null 2>&1 & ;;
  > *stays*) setsid sh -c 'sleep NAP; :' & sleep NAP;;
  > *hang*) echo 'thinking'; sleep NAP & sleep NAP;;
  > *quit*) echo; printf 'Error: no \033[31mluck\n\n'; exit 3;;
  > *talks*) echo 'Error: no luck'; echo bye; exit 3;;
  > *slowly*) printf E; sleep 0.2; echo 'rror: no luck'; exit 3;;
  > *wordy*) echo 'Error: no luck'; printf %01000d 7; exit 3;;
  > *strange*) head -c 100 /dev/zero | tr '\0' '\377'; exit 3;;
  > *die*) kill -9 $$;;
  > *garbage*) echo garbage >"$to";;
  > *nothing*) echo 'I wrote nothing';;
  > *flood*) yes 'and so on' | head -c 10000000; cp "$here/good.umb" "$to";;
  > *link*) ln -s /etc/passwd "$to";;
  > *) cp "$here/good.umb" "$to";;
  > esac
  > END
  $ nap=$((1000000 + $$)); sed -i "s/NAP/$nap/g" prism/bin/prism; chmod +x prism/bin/prism; export PRISM_HOME=$PWD/prism WARPMARK_PYTHON=/nowhere/python WARPMARK_MODELS=$PWD/kept/models TMPDIR=$PWD
  $ for name in fat daemon stays good hang quit die talks slowly wordy strange garbage nothing flood link; do echo "dtmc // $name s \"error\"" >$name.pm; done
  $ solve() { $WARPMARK solve "$1" --variant jacobi/msr/f64/seq | grep -E '^(status|value)'; }

The chain is kept under what it depends on: the model, its constants, the formulas of the property.

  $ solve 'good.pm:const=N=4,p=0.5,prop=P=?[F "error"]'
  status       ok
  value        P=?[F "error"] = * (glob)
  $ cat prism/words; ls kept/models | wc -l
  model.pm -const N=4,p=0.5 -cuddepsilon 0 -exportmodel built.umb
  1
  $ solve 'good.pm:const=N=4,p=0.5,goal=error'; cat prism/words
  status       ok
  value        P=?[F "error"] = * (glob)
  model.pm -const N=4,p=0.5 -cuddepsilon 0 -exportmodel built.umb
  $ solve 'good.pm:const=N=4,p=0.25,goal=error'; cat prism/words; ls kept/models | wc -l
  status       ok
  value        P=?[F "error"] = * (glob)
  model.pm -const N=4,p=0.5 -cuddepsilon 0 -exportmodel built.umb
  model.pm -const N=4,p=0.25 -cuddepsilon 0 -exportmodel built.umb
  2
  $ sed -i s/9.9/9.10/ prism/bin/prism; solve 'good.pm:const=N=4,p=0.25,goal=error' >/dev/null; wc -l <prism/words
  3
  $ WARPMARK_MODELS= solve good.pm:goal=error >/dev/null; wc -l <prism/words; ls kept/models | wc -l
  4
  3
  $ WARPMARK_MODELS=good.pm/x solve good.pm:goal=error
  warpmark: cannot create the folder good.pm: *. Set WARPMARK_MODELS to a folder for built models, or to nothing (glob)
  [1]

All commands that take a source take it, packed or not.

  $ $WARPMARK info good.pm:goal=error | sed -n '1,3p'
  source                 good.pm:goal=error
  kind                   fixpoint
  n                      677  states, or rows of the matrix
  $ gzip -k good.pm; $WARPMARK export good.pm.gz:const=N=4 out --format drn
  out: 677 states, * (glob)
  $ cat >mine.lua <<'END'
  > local wm = require "warpmark"
  > return wm.experiment { name = "mine", problems = { 'good.pm:const=N=4,prop=P=?[F "error"]' },
  >     variants = { "jacobi/msr/f64/seq" }, measure = { max_samples = 5 } }
  > END
  $ $WARPMARK run mine.lua -o mine.h5 2>&1 | grep 1/1
  [1/1] good.pm:const=N=4,prop=P=?[F "error"]  jacobi/msr/f64/seq: *s, 5 samples*, 119 iterations (glob)

A formula becomes a label of the model. One that the builder's file leaves out holds in no state.

  $ rm prism/words; sed -i 's/^case/cp "$1" "$here\/model"; case/' prism/bin/prism
  $ solve 'good.pm:prop=P=?[!(s=1) U s=7 | s>8]'
  status       ok: nothing is left to iterate: the transitions alone decide every state
  value        P=?[!(s=1) U s=7 | s>8] = 0
  $ cat prism/words prism/model
  model.pm -cuddepsilon 0 -exportmodel built.umb
  dtmc // good s "error"
  
  label "warpmark_1" = !(s=1);
  label "warpmark_2" = s=7 | s>8;

States that every chain names need no word in the model. A bound without a point is a time of a CTMC, too.

  $ solve 'good.pm:prop=P=?[F "init"]' | tail -n 1; solve 'good.pm:prop=P=?[F "deadlock"]' | tail -n 1
  value        P=?[F "init"] = 1
  value        P=?[F "deadlock"] = 1
  $ $WARPMARK export tandem:c=3 queue --format umb >/dev/null; cp queue/model.umb prism/queue.umb; echo 'ctmc // queue "any_full"' >queue.pm
  $ sed -i 's|^\*hang|*queue*) cp "$here/queue.umb" "$to";;\n&|' prism/bin/prism
  $ $WARPMARK solve 'queue.pm:prop=P=?[F<=5 "any_full"]' --variant uniformisation/msr/f64/seq | grep status
  status       ok

Rates of a CTMC come from a second file, where the builder left one: those of the first are products, rounded three times.

  $ printf '3 3\n0 1 0.1\n0 2 0.2\n1 0 3\n' >two.tra; $WARPMARK export two.tra:type=ctmc two --format umb >/dev/null; cp two/model.umb prism/two.umb
  $ sed -i 's|^\*hang|*two*) cp "$here/two.umb" "$to"; test ! -e "$here/two.tra" \|\| cp "$here/two.tra" rates.tra;;\n&|' prism/bin/prism; echo 'ctmc // two' >two.sm
  $ rates() { rm -rf two-built; WARPMARK_MODELS= $WARPMARK export two.sm two-built --format drn >/dev/null && grep -E '^\s*[0-9]+ :' two-built/model.drn | paste -sd ' ' | tr -d '\t'; }
  $ meaning() { WARPMARK_MODELS= $WARPMARK certify two.sm:goal=deadlock --model | grep ^meaning; }
  $ rm prism/words; rates; meaning; head -n 1 prism/words
  1 : 0.1 2 : 0.2 0 : 3 2 : 1
  meaning      for every model whose numbers become the stored ones in at most 3 roundings
  model.sm -cuddepsilon 0 -exportmodelprecision 17 -exportmodel rates.tra -exportmodel built.umb
  $ printf '# Transitions (CTMC)\n3 4\n0 1 0.10000000000000002\n0 2 0.20000000000000001\n1 0 3\n2 2 1\n' >prism/two.tra; rates; meaning
  1 : 0.10000000000000002 2 : 0.2 0 : 3 2 : 1
  meaning      for every model whose numbers become the stored ones in 1 rounding
  $ sed -i 's/ 3$/ 3.1/' prism/two.tra; rates
  warpmark: two.sm: PRISM built what cannot be read: its .tra file has other rates than the chain
  [1]
  $ printf '3 4\n0 1 0.1\n0 2 0.2\n1 2 3\n2 2 1\n' >prism/two.tra; rates
  warpmark: two.sm: PRISM built what cannot be read: its .tra file has other rates than the chain
  [1]
  $ printf '3 4\n0 1 0.11\n0 2 0.2\n1 0 3\n2 2 1\n' >prism/two.tra; rates
  warpmark: two.sm: PRISM built what cannot be read: its .tra file has other rates than the chain
  [1]
  $ printf '3 3\n0 1 0.1\n0 2 0.2\n1 0 1e-320\n' >little.tra; $WARPMARK export little.tra:type=ctmc little --format umb >/dev/null; cp little/model.umb prism/two.umb
  $ printf '3 4\n0 1 0.1\n0 2 0.2\n1 0 1e-320\n2 2 1\n' >prism/two.tra; rates >/dev/null && echo read
  read
  $ echo garbage >prism/two.tra; rates; echo 'dtmc // good "error"' >plain.pm; solve plain.pm:goal=error; tail -n 1 prism/words
  warpmark: two.sm: PRISM built what cannot be read: 1: expected the number of states (1 to 4294967295), found 'garbage'
  status       ok
  value        P=?[F "error"] = 0.000423333300281035
  model.pm -cuddepsilon 0 -exportmodel built.umb
  $ sed -i 's|cp "$here/two.tra" rates.tra|& \&\& echo garbage >rates.lab|' prism/bin/prism; printf '3 4\n0 1 0.1\n0 2 0.2\n1 0 3\n2 2 1\n' >prism/two.tra; rates
  warpmark: two.sm: PRISM built what cannot be read: /*/rates.lab:1: expected * (glob)
  [1]

R=? without a name is of a model with one reward.

  $ solve 'queue.pm:prop=R=?[S]' | head -n 1; $WARPMARK export polling:n=2 polling --format umb >/dev/null; cp polling/model.umb prism/queue.umb
  status       ok
  $ WARPMARK_MODELS= solve 'queue.pm:prop=R=?[S]'
  status       ok
  value        R=?[S] = 0.102393140042324

All of the property is read, and said what is wrong with it before the builder starts. Text is text: nothing of it reaches a shell.

  $ rm prism/words
  $ solve 'good.pm:prop=P=?[F s=7]*2'
  status       ok: nothing is left to iterate: the proofs of the questions inside it tell the value
  value        P=?[F s=7]*2 = 0
  $ solve 'good.pm:prop=P=?[!(s=1) U<=5 $(touch bad) & s=7]'
  warpmark: good.pm: prop=P=?[!(s=1) U<=5 $(touch bad) & s=7]: column 17: expected a formula, found '$'
  [1]
  $ solve 'good.pm:prop=P=?[F s=7 & other=1]'
  warpmark: good.pm: prop=P=?[F s=7 & other=1]: column 13: the model has no 'other'
  [1]
  $ solve 'good.pm:prop=P=?[!"eror" U "error"]'
  warpmark: good.pm: prop=P=?[!"eror" U "error"]: column 6: the model has no label 'eror'
  [1]
  $ solve 'good.pm:prop=R{"cost"}=?[F s=7]'
  warpmark: good.pm: prop=R{"cost"}=?[F s=7]: column 1: the model has no reward 'cost' (known: first_sent); R=?[...] asks about the first one
  [1]
  $ solve good.pm:steady=full
  warpmark: good.pm: the model has no label 'full'
  [1]
  $ echo 'rewards "error" true : 1; endrewards' | cat good.pm - >reward.pm; solve 'reward.pm:prop=R{"error"}=?[F s=7 & "error"]'
  warpmark: reward.pm: prop=R{"error"}=?[F s=7 & "error"]: column 1: the model has no reward 'error' (known: first_sent); R=?[...] asks about the first one
  [1]
  $ printf 'dtmc\n// s\nconst double p = (1/3 = 0.33333333333333333333 ? 1 : 0);\n' >compared.pm; solve 'compared.pm:prop=P=?[F s=7]'
  warpmark: compared.pm: line 3: the number 0.33333333333333333333 is compared, and has too many digits for that: what builds the model rounds it first. Write it as a quotient, or with 15 digits
  [1]
  $ printf '// good\npomdp\n' >pomdp.pm; solve 'pomdp.pm:prop=P=?[F s=7]'
  warpmark: pomdp.pm: this is a POMDP. Only DTMCs, CTMCs and MDPs are read here
  [1]
  $ printf '// a dtmc\nconst int ma = 1; // dtmc\nmodule m s : [0..7]; endmodule label "dtmc" = s=7; pta\n' >plain.pm; solve 'plain.pm:prop=P=?[F s=7]'
  warpmark: plain.pm: this is a PTA. Only DTMCs, CTMCs and MDPs are read here
  [1]
  $ echo '{"jani-version": 1, "name": "x", "type": "ma"}' >x.jani; solve x.jani:goal=a
  warpmark: x.jani: this is an MA. Only DTMCs, CTMCs and MDPs are read here
  [1]
  $ echo '{"jani-version": 1, "name": "x", "type": "dtmc"}' >dtmc.jani; solve dtmc.jani:goal=a
  warpmark: dtmc.jani: this is a model that Storm (stormpy for python3, or for $WARPMARK_PYTHON) builds, and none is installed here. Build it where one is: storm --jani dtmc.jani --buildfull --exportbuild dtmc.umb
  [1]
  $ solve 'good.pm:prop=P=?[F s=0.33333333333333333333]'
  warpmark: good.pm: prop=P=?[F s=0.33333333333333333333]: the number 0.33333333333333333333 is compared, and has too many digits for that: what builds the model rounds it first. Write it as a quotient, or with 15 digits
  [1]
  $ cat prism/words
  model.pm -cuddepsilon 0 -exportmodel built.umb
  model.pm -cuddepsilon 0 -exportmodel built.umb

PRISM merges equal choices of an MDP in UMB, so its text is read. What looks like a chain is built again.

  $ printf '# Transitions (MDP)\n2 3 3\n0 0 0 1 stay\n0 1 1 1 go\n1 0 1 1\n\n# Labels\n0="init" 1="up"\n0: 0\n1: 1\n' >prism/mdp.pexp
  $ $WARPMARK export prism/mdp.pexp mdp --format umb; cp mdp/model.umb prism/mdp.umb
  mdp: 2 states, 3 choices, 3 transitions, 3 labels, 0 rewards
  $ sed -i 's|^\*hang|*choices*) cp "$here/mdp.${to##*.}" "$to";;\n&|' prism/bin/prism
  $ echo 'mdp // choices "up"' >choices.nm; echo '// dtmc choices s' >plain.pm; : >prism/words
  $ $WARPMARK info choices.nm; $WARPMARK info plain.pm:type=mdp | grep choices
  source                 choices.nm
  type                   mdp
  states                 2  
  choices                3  
  transitions            3  
  actions                stay, go
  labels                 "init"  in 1 states
                         "up"  in 1 states
                         "deadlock"  in 0 states
  choices                3  
  $ cat prism/words
  model.nm -cuddepsilon 0 -exportmodelprecision 17 -exportmodel built.pexp
  model.pm -cuddepsilon 0 -exportmodel built.umb
  model.pm -cuddepsilon 0 -exportmodelprecision 17 -exportmodel built.pexp

Intervals are text, too, wherever the first of them stands.

  $ for updates in "[0.1,0.3]:(s'=1) + 1:(s'=2)" "0.5:(s'=1) +  [0.4,0.6]:(s'=2)" "0.5:(s'=1) + 0.5:(s'=2)"; do
  >     : >prism/words; echo "dtmc // choices x:[0..2] -> $updates" >some.pm; $WARPMARK info some.pm >/dev/null; head -n 1 prism/words
  > done
  model.pm -cuddepsilon 0 -exportmodelprecision 17 -exportmodel built.pexp
  model.pm -cuddepsilon 0 -exportmodelprecision 17 -exportmodel built.pexp
  model.pm -cuddepsilon 0 -exportmodel built.umb

A question about an MDP says over which schedulers, and its type may be given.

  $ solve 'plain.pm:prop=P=?[F s=7]'
  warpmark: plain.pm: prop=P=?[F s=7]: column 1: this is an MDP: say over which schedulers, Pmin=? or Pmax=?
  [1]
  $ for question in 'Pmin=?[F "up"]' 'Pmax=?[F "up"]'; do $WARPMARK certify "choices.nm:prop=$question" | grep value; done
  value        Pmin=?[F "up"] = 0
  value        Pmax=?[F "up"] = 1
  $ $WARPMARK info choices.nm:type=dtmc
  warpmark: choices.nm: type=dtmc: the model says mdp
  [1]
  $ for source in 'prop=P=?[F "up"]' goal=up goal=up,steps=3 steady=up; do
  >     $WARPMARK info "choices.nm:$source"; $WARPMARK certify "choices.nm:$source"; $WARPMARK advise "choices.nm:$source"
  >     $WARPMARK export "choices.nm:$source" system --format mtx --system
  > done 2>&1 | sort | uniq -c | sed 's/^ *//'
  4 warpmark: choices.nm: prop=P=?[F "up"]: column 1: this is an MDP: say over which schedulers, Pmin=? or Pmax=?
  12 warpmark: choices.nm: this is an MDP: say what is asked, such as prop=Pmax=?[F "goal"]
  $ $WARPMARK spy choices.nm -o x.svg
  warpmark: choices.nm: this is an MDP, and this is for chains only
  [1]
  $ $WARPMARK export choices.nm matrix --format mtx
  warpmark: Matrix Market cannot hold the choices of an MDP: use another format
  [1]

Labels in a formula are sets of the states that are built: the builder decides the rest alone.

  $ printf 'dtmc // mixed\n// label "error" = s=1;\nlabel "error" = s=7 // s\n  | s=8;\n' >mixed.pm
  $ sed -i 's|^\*hang|*mixed*) cp "$1" "$here/model"; cp "$here/good.umb" "$to";;\n&|' prism/bin/prism
  $ $WARPMARK info 'mixed.pm:prop=P=?[!"error" & s=1 U "error"]' >/dev/null; tail -n 1 prism/model
  label "warpmark_1" = s=1;

What the builder says of a formula is said of the user's text.

  $ echo 'dtmc // badline s' >badline.pm; sed -i 's|^\*hang|*badline*) echo "Error: Type error (model.pm, line 3, column 31)."; exit 1;;\n&|' prism/bin/prism
  $ solve 'badline.pm:prop=P=?[F s=7 & s]'
  warpmark: badline.pm: prop=P=?[F s=7 & s]: column 7: the model's builder does not take the formula 's=7 & s': it must be true or false in each state
  [1]
  $ sed -i 's/(model.pm, line 3, column 31)/at 3:31/' prism/bin/prism; solve 'badline.pm:prop=P=?[F s=7 & s]' 2>&1 | cut -c 1-52
  warpmark: badline.pm: prop=P=?[F s=7 & s]: column 7:
  $ solve 'quit.pm:prop=P=?[F s=7 & s]'
  warpmark: quit.pm: PRISM cannot build it (exit code 3): Error: no  [31mluck
  [1]
  $ solve 'good.pm:const=N=$(touch bad),goal=error'
  warpmark: good.pm: const=N=$(touch bad): the value must be one number, true or false
  [1]
  $ solve 'good.pm:const=N=4 -javamaxmem 1k,goal=error'
  warpmark: good.pm: const=N=4 -javamaxmem 1k: the value must be one number, true or false
  [1]
  $ solve 'good.pm:prop=P=?[F s=7; endmodule]'
  warpmark: good.pm: prop=P=?[F s=7; endmodule]: column 10: expected an operator, ']' or '{', found ';': a single property ends without ';'
  [1]
  $ cp good.pm './-x $(touch bad).pm'; solve './-x $(touch bad).pm:goal=error' | head -n 1; ls bad
  status       ok
  ls: cannot access 'bad': No such file or directory
  [2]

What goes wrong is one line, and leaves nothing behind.

  $ solve quit.pm:goal=error
  warpmark: quit.pm: PRISM cannot build it (exit code 3): Error: no  [31mluck
  [1]
  $ solve talks.pm:goal=error
  warpmark: talks.pm: PRISM cannot build it (exit code 3): Error: no luck
  [1]
  $ solve slowly.pm:goal=error
  warpmark: slowly.pm: PRISM cannot build it (exit code 3): Error: no luck
  [1]
  $ solve wordy.pm:goal=error
  warpmark: wordy.pm: PRISM cannot build it (exit code 3): Error: no luck
  [1]
  $ solve strange.pm:goal=error 2>&1 | sed 's/.*3): //' | tr -d '\n' | wc -c
  297
  $ solve die.pm:goal=error
  warpmark: die.pm: PRISM cannot build it (signal 9)
  [1]
  $ solve garbage.pm:goal=error
  warpmark: garbage.pm: PRISM built what cannot be read: cannot unpack it: Unrecognized archive format
  [1]
  $ solve nothing.pm:goal=error
  warpmark: nothing.pm: PRISM cannot build it (it wrote nothing): I wrote nothing
  [1]
  $ solve link.pm:goal=error
  warpmark: link.pm: PRISM built what cannot be read: * (glob)
  [1]
  $ solve flood.pm:goal=error | head -n 1
  status       ok
  $ WARPMARK_MODEL_TIME=1s solve hang.pm:goal=error
  warpmark: hang.pm: PRISM cannot build it (no end within 1 s): thinking
  [1]
  $ WARPMARK_MODEL_TIME=soon solve hang.pm:goal=error
  warpmark: WARPMARK_MODEL_TIME=soon: needs a time, such as 10m
  [1]
  $ $WARPMARK solve hang.pm:goal=error --variant jacobi/msr/f64/seq >hang.log 2>&1 & pid=$!
  $ sleeping() { grep -slzxE "($nap)" /proc/[0-9]*/cmdline | wc -l; }
  $ tries=0; until [ $(sleeping) = 2 ] || [ $((tries += 1)) = 600 ]; do sleep 0.05; done; kill $pid; wait $pid; echo $?
  130
  $ grep -v 'error: PRISM builds the model$' hang.log
  warpmark: interrupted
  $ tries=0; until [ $(sleeping) = 0 ] || [ $((tries += 1)) = 200 ]; do sleep 0.05; done; sleeping
  0
  $ ls -d warpmark.* 2>/dev/null
  [2]

Nor does a daemon stay that a builder starts, whatever ends the command.

  $ solve daemon.pm:goal=error | head -n 1; sleeping
  status       ok
  0
  $ WARPMARK_MODEL_TIME=1s solve stays.pm:goal=error; sleeping
  warpmark: stays.pm: PRISM cannot build it (no end within 1 s)* (glob)
  0
  $ sed 's/good.pm:const=N=4/stays.pm:const=N=4/' mine.lua >stays.lua; $WARPMARK run stays.lua -o stays.h5 >/dev/null 2>&1 & pid=$!
  $ tries=0; until [ $(sleeping) = 2 ] || [ $((tries += 1)) = 600 ]; do sleep 0.05; done; kill $pid; wait $pid; echo $?; sleeping
  130
  0
  $ sed 's/good.pm:const=N=4/fat.pm:const=N=4/; s/5 }/5, memory = "200MB" }/' mine.lua >fat.lua; $WARPMARK run fat.lua -o fat.h5 2>&1 | grep -c 'more memory'; sleeping
  1
  0

  $ gone() { tries=0; until [ $(sleeping) = 2 ] || [ $((tries += 1)) = 600 ]; do sleep 0.05; done; kill -KILL $pid; wait $pid 2>/dev/null; tries=0; until [ $(sleeping) = 0 ] || [ $((tries += 1)) = 200 ]; do sleep 0.05; done; sleeping; }
  $ $WARPMARK certify stays.pm:goal=error >/dev/null 2>&1 & pid=$!; gone
  0
  $ $WARPMARK run stays.lua -o killed.h5 >/dev/null 2>&1 & pid=$!; gone
  0

A kept chain is believed only where it is as it was written, for this model: others are made anew.

  $ count() { wc -l <prism/words; }; ask() { solve good.pm:const=N=77,goal=error | head -n 1; }; ls kept/models >names
  $ ask; file=kept/models/$(ls kept/models | grep -vxFf names); cp "$file" first.h5; before=$(count); ask; echo $(($(count) - before))
  status       ok
  status       ok
  0
  $ anew() { ask; cmp -s first.h5 "$file" && echo $(($(count) - before)); }
  $ truncate -s 3000 "$file"; anew
  status       ok
  1
  $ cp "kept/models/$(head -n 1 names)" "$file"; anew
  status       ok
  2
  $ $WARPMARK export brp:n=16,max=2 foreign --format cache >/dev/null; cp foreign/model.h5 "$file"; anew
  status       ok
  3
  $ echo garbage >"$file"; $WARPMARK export good.pm:const=N=77 again --format drn >/dev/null; ask; echo $(($(count) - before))
  status       ok
  4

A stormpy that would lose digits builds nothing.

  $ mkdir -p old/stormpy old/stormpy-1.8.0.dist-info; touch old/stormpy/__init__.py old/stormpy/io.py
  $ printf 'Metadata-Version: 2.1\nName: stormpy\nVersion: 1.8.0\n' >old/stormpy-1.8.0.dist-info/METADATA
  $ export PYTHONPATH=$PWD/old; PRISM_HOME=/nowhere WARPMARK_PYTHON=python3 solve good.pm:const=N=5,goal=error
  warpmark: good.pm: Storm cannot build it (exit code 1): stormpy 2.0 or newer is needed, which loses no digits
  [1]

A PRISM that is killed before it says its version may be installed: Storm does not build the model in its place.

  $ mkdir -p killed/bin && printf '#!/bin/sh\nkill -9 $$\n' >killed/bin/prism && chmod +x killed/bin/prism; printf '#!/bin/sh\necho stormpy 2.0.0\n' >killed/python; chmod +x killed/python
  $ PRISM_HOME=$PWD/killed WARPMARK_PYTHON=$PWD/killed/python $WARPMARK info 'good.pm:prop=P=?[F "error"]'
  warpmark: PRISM did not say its version: signal 9. Repeat this when the machine is less busy
  [4]
