/* Typical mistakes in properties, and what a user reads about them. */
#include <string.h>

#include "problems/properties/formula_read.h"
#include "tests/support/cmocka.h"

static const struct {
    const char *text, *message;
} mistakes[] = {
    {"P=? F \"done\"",
     "column 5: expected '[', found 'F': what is asked stands in square brackets: P=?[F \"done\"]"},
    {"P=?[F done",
     "column 11: expected an operator, ']' or '{', and the text ends: the closing ']' is missing"},
    {"P=?(F \"done\")",
     "column 4: expected '[', found '(': what is asked stands in square brackets: P=?[F \"done\"]"},
    {"P[F \"a\"]", "column 2: expected '=?' or a limit such as >=0.5, found '[': write =? to ask "
                   "for the value: P=?[...]"},
    {"P==?[F \"a\"]", "column 2: expected '=?' or a limit such as >=0.5, found '==': write =? to "
                      "ask for the value: P=?[...]"},
    {"P=0.5[F \"a\"]", "column 3: expected '?', found '0.5': a limit is written with <, <=, > or "
                       ">=, and =? asks for the value"},
    {"P>0,5[F \"a\"]", "column 4: expected an operator or '[', found ',': write decimals with a "
                       "point (0.5), and intervals in square brackets (F[0,5])"},
    {"P>50%[F \"a\"]", "column 5: expected an operator or '[', found '%': write 0.5 for 50 %, and "
                       "mod(a, b) for a remainder"},
    {"P=?[F s==7]", "column 8: expected an operator, ']' or '{', found '==': write = for 'equal'"},
    {"P=?[F s=7 && d=2]",
     "column 11: expected an operator, ']' or '{', found '&&': write & for 'and'"},
    {"P=?[F s=7 || d=2]",
     "column 11: expected an operator, ']' or '{', found '||': write | for 'or'"},
    {"P=?[F s<>7]", "column 8: expected an operator, ']' or '{', found '<>': write F for "
                    "'finally', or != for 'not equal'"},
    {"P=?[<>\"a\"]",
     "column 5: expected a formula, found '<>': write F for 'finally', or != for 'not equal'"},
    {"P=?[[]\"a\"]", "column 5: expected a formula, found '[': write G for 'globally'"},
    {"P=?[\"a\" -> F \"b\"]",
     "column 9: expected an operator, ']' or '{', found '->': write => for 'implies'"},
    {"Pr=?[F \"a\"]", "column 4: expected a number, found '?': questions begin with P, S or R: "
                      "P=?[...] asks for a probability"},
    {"p=?[F \"a\"]",
     "column 3: expected a number, found '?': questions begin with a capital letter: P=?[...]"},
    {"P=?[f \"a\"]", "column 7: expected an operator, ']' or '{', found '\"a\"': 'finally' is the "
                     "capital letter F"},
    {"P=?[\"a\" u \"b\"]",
     "column 9: expected an operator, ']' or '{', found 'u': 'until' is the capital letter U"},
    {"P=?[\"a\" until \"b\"]",
     "column 9: expected an operator, ']' or '{', found 'until': write U for 'until'"},
    {"P=?[eventually \"a\"]",
     "column 16: expected an operator, ']' or '{', found '\"a\"': write F for 'finally'"},
    {"P=?[F 'a']",
     "column 7: expected a formula, found ''': names of labels stand in double quotes: \"done\""},
    {"P=?[F \"a]", "column 7: expected a formula, found '\"a]': the closing '\"' is missing"},
    {"P=?[F “a”]",
     "column 7: expected a formula, found '“': write straight double quotes: \"done\""},
    {"P=?[F \"s=7\"]", "column 7: expected a formula, found '\"s=7\"': names in double quotes have "
                       "letters, digits and '_'; other formulas stand without quotes"},
    {"P=?[F a b]",
     "column 9: expected an operator, ']' or '{', found 'b': join two conditions with & or |"},
    {"P=?[! F \"a\"]",
     "column 7: expected a formula, found 'F': a path behind '!' stands in brackets: !(F \"a\")"},
    {"P=?[\"a\" & F \"b\"]", "column 11: expected a formula, found 'F': a path inside a formula "
                             "stands in brackets: (F \"a\") & (G \"b\")"},
    {"P=?[\"a\" U \"b\" U \"c\"]", "column 15: expected an operator, ']' or '{', found 'U': a path "
                                   "inside a path stands in brackets: \"a\" U (\"b\" U \"c\")"},
    {"P=?[F \"a\" F \"b\"]", "column 11: expected an operator, ']' or '{', found 'F': a path "
                             "inside a formula stands in brackets: (F \"a\") & (G \"b\")"},
    {"P=?[GF \"a\"]", "column 8: expected an operator, ']' or '{', found '\"a\"': write G F with a "
                      "blank between them"},
    {"A G \"a\"", "column 3: expected '[', found 'G': E and A take a path in square brackets: E[F "
                  "\"done\"]; expected rewards are R=?[...]"},
    {"AG \"a\"",
     "column 4: expected an operator or the end of the text, found '\"a\"': write A[G ...]"},
    {"F \"done\"", "column 1: expected a property such as P=?[F \"done\"], found 'F': a path "
                   "stands inside a question: P=?[F \"done\"]"},
    {"P=?[F<= \"a\"]",
     "column 12: expected a formula, found ']': write a bound before the label: F<=5 \"a\""},
    {"P=?[F5 \"a\"]",
     "column 8: expected an operator, ']' or '{', found '\"a\"': write a bound as F<=5"},
    {"P=?[F<=5s \"a\"]", "column 8: expected a number, found '5s': no letter may follow a number"},
    {"P=?[F[5] \"a\"]", "column 8: expected an operator or ',', found ']': an interval has two "
                        "ends: F[0,5]; a single bound is F<=5"},
    {"P=?[F[0..5] \"a\"]",
     "column 8: expected an operator or ',', found '..': write a bound as [2,5]"},
    {"P=?[F(0,5) \"a\"]", "column 8: expected an operator or ')', found ',': write decimals with a "
                          "point (0.5), and intervals in square brackets (F[0,5])"},
    {"R(\"x\")=?[F \"a\"]", "column 2: expected '=?', a limit such as >=0.5 or '{', found '(': the "
                            "name of a reward is written R{\"name\"}=?[...]"},
    {"R{x}=?[F \"a\"]", "column 3: expected a name in double quotes, a number or '(', found 'x': "
                        "the name of a reward stands in double quotes: R{\"name\"}"},
    {"R\"x\"=?[F \"a\"]", "column 2: expected '=?', a limit such as >=0.5 or '{', found '\"x\"': "
                          "the name of a reward is written R{\"name\"}=?[...]"},
    {"R=?[I 5]", "column 7: expected '=', found '5': write a time as I=5"},
    {"R=?[C 5]", "column 7: expected ']' or '{', found '5': write a time as C<=5"},
    {"R=?[I<=5]", "column 6: expected '=', found '<=': write a time as I=5"},
    {"filter(mn, P=?[F \"a\"], true)",
     "column 8: 'mn' is no operator of a filter, did you mean 'min'?"},
    {"filter(P=?[F \"a\"])", "column 8: expected an operator of filters such as min, found 'P': a "
                             "filter is written filter(max, P=?[...], states)"},
    {"sqrt(x)", "column 5: expected an operator or the end of the text, found '(': functions are "
                "min, max, floor, ceil, round, pow, mod and log"},
    {"mod(5)", "column 1: mod takes 2 arguments, not 1"},
    {"func(foo, 3)", "column 6: 'foo' is no function, did you mean 'floor'?"},
    {"P=?[F \"a\"];", "column 11: expected an operator or the end of the text, found ';': a single "
                      "property ends without ';'"},
    {"\"x\": P=?[F \"a\"]", "column 4: expected an operator or the end of the text, found ':': "
                            "names of properties stand in files of properties only"},
    {"P=?[]", "column 5: expected a formula, found ']': write what is asked: P=?[F \"done\"], "
              "S=?[\"done\"], R=?[F \"done\"]"},
    {"", "column 1: expected a property such as P=?[F \"done\"], and the text ends"},
    {"P=?", "column 4: expected '[', and the text ends: what is asked stands in square brackets: "
            "P=?[F \"done\"]"},
    {"P", "column 2: expected '=?' or a limit such as >=0.5, and the text ends: write =? to ask "
          "for the value: P=?[...]"},
    {"P>=0.5", "column 7: expected an operator or '[', and the text ends: what is asked stands in "
               "square brackets: P>=0.5[F \"done\"]"},
    {"P>=[F \"a\"]",
     "column 4: expected a number, found '[': write the limit before the bracket: P>=0.5[...]"},
    {"P=?[F \"a\"]]", "column 11: expected an operator or the end of the text, found ']': no "
                      "bracket is open that it closes"},
    {"P=?[F (\"a\" & \"b\"]",
     "column 17: expected an operator or ')', found ']': the closing ')' is missing"},
    {"P=?[F 1 < x < 3]", "column 13: expected an operator, ']' or '{', found '<': compare two "
                         "values at a time: 1<x & x<3"},
    {"P=?[F x ≥ 3]", "column 9: expected an operator, ']' or '{', found '≥': write >="},
    {"P=?[F x = 1e999]", "column 11: expected a number, found '1e999': the number is too large"},
    {"P=?[F x = 12abc]",
     "column 11: expected a number, found '12abc': no letter may follow a number"},
    {"P=?[F \"a\" and \"b\"]",
     "column 11: expected an operator, ']' or '{', found 'and': write & for 'and'"},
    {"P=?[F not \"a\"]",
     "column 11: expected an operator, ']' or '{', found '\"a\"': write ! for 'not'"},
    {"t=?[F \"a\"]", "column 3: expected a number, found '?': questions begin with a capital "
                     "letter: T=?[F \"done\"]"},
    {"LRA=?[\"a\"]", "column 5: expected a number, found '?': write a long-run probability as "
                     "S=?[\"done\"], a long-run reward as R=?[S]"},
    {"S=?[F \"a\"]",
     "column 5: F may not stand here; paths stand inside P=?[...], R=?[...], E[...] and A[...]"},
    {"P=?[F<=P=?[F \"b\"] \"a\"]",
     "column 8: a bound is a number; it may hold constants, but no questions"},
    {"P>=\"x\"[F \"a\"]", "column 4: a limit is a number; it may hold constants, but no labels"},
    {"Pminmiddle=?[F \"a\"]", "column 12: expected a number, found '?': did you mean Pmin=?[...]?"},
    {"P=?[F \"a\" {\"b\"}{sum}]", "column 17: expected min or max, found 'sum': write filter(sum, "
                                  "P=?[...], states) for other operators"},
    {"E=?[F \"a\"]", "column 2: expected '[', found '=': E and A take a path in square brackets: "
                     "E[F \"done\"]; expected rewards are R=?[...]"},
    {"x' = 5", "column 2: expected an operator or the end of the text, found ''': write x without "
               "': only updates of a model have x'"},
    {"P=?[F x:=5]", "column 8: expected an operator, ']' or '{', found ':=': write = for 'equal'"},
    {"P=?[F x mod 2 = 0]",
     "column 9: expected an operator, ']' or '{', found 'mod': write the remainder as mod(a, b)"},
    {"P=?[F x % 2 = 0]", "column 9: expected an operator, ']' or '{', found '%': write 0.5 for 50 "
                         "%, and mod(a, b) for a remainder"},
    {"R{(P=?[F x])}=?[C]", "column 4: a reward is a number in each state, without questions"},
    {"R{(F x)}=?[C]", "column 4: expected a formula, found 'F': a path inside a "
                      "formula stands in brackets: (F \"a\") & (G \"b\")"},
    {"R{\"a\"}{2}=?[F \"b\"]", "column 7: expected '=?' or a limit such as >=0.5, found '{'"},
    {"P = ? F",
     "column 7: expected '[', found 'F': what is asked stands in square brackets: P=?[F \"done\"]"},
    {"P=?[G \"a\" & F \"b\"]", "column 13: expected a formula, found 'F': a path inside a formula "
                               "stands in brackets: (F \"a\") & (G \"b\")"},
    {"P=?[F<=5, \"a\"]", "column 9: expected a formula, found ',': join conditions with & or |; no "
                         "',' stands behind a bound"},
    {"P=?[F \"a\", steps=5]", "column 10: expected an operator, ']' or '{', found ',': join "
                              "conditions with & or |; no ',' stands behind a bound"},
    {"P?=[F \"a\"]", "column 2: expected '=?' or a limit such as >=0.5, found '?': write =? to ask "
                     "for the value: P=?[...]"},
    {"R{\"x\"}[F \"a\"]", "column 7: expected '=?' or a limit such as >=0.5, found '[': write =? "
                          "to ask for the value: R{\"name\"}=?[...]"},
    {"P=?[F 7a = 1]", "column 7: expected a formula, found '7a': no letter may follow a number"},
    {"P=?[F \"a b\"]", "column 7: expected a formula, found '\"a b\"': names in double quotes have "
                       "letters, digits and '_'; other formulas stand without quotes"},
    {"P=?[F \"7a\"]",
     "column 7: expected a formula, found '\"7a\"': a name begins with a letter or '_'"},
    {"P=?[F s=7, d=2]", "column 10: expected an operator, ']' or '{', found ',': join conditions "
                        "with & or |; no ',' stands behind a bound"},
    {"P=?[F \"a\"],steps=5", "column 11: expected an operator or the end of the text, found ',': "
                             "prop= takes the rest of a source; write other keys before it"},
    {"multi(P=?[F a], b)", "column 17: an objective of multi is P or R: multi(Pmax=?[...], "
                           "R<=5[C])"},
    {"P=?[F exp(x) > 2]", "column 10: expected an operator, ']' or '{', found '(': functions are "
                          "min, max, floor, ceil, round, pow, mod and log"},
    {"R{\"x}=?[F \"a\"]",
     "column 3: expected a name in double quotes, a number or '(', found '\"x}=?[F "
     "\"': the closing '\"' is missing"},
    {"R{\"x\"=?[F \"a\"]", "column 6: expected '}', found '=': the closing '}' is missing"},
    {"P=?[F \"a\" & ]",
     "column 13: expected a formula, found ']': something is missing behind the operator"},
    {"P=?[F x >]",
     "column 10: expected a number, found ']': something is missing behind the operator"},
    {"P=?[F (x=1]",
     "column 11: expected an operator or ')', found ']': the closing ')' is missing"},
    {"filter(max P=?[F \"a\"])",
     "column 12: expected ',', found 'P': a filter is written filter(max, P=?[...], states)"},
    {"P=?[F \"a\" \"b\"]",
     "column 11: expected an operator, ']' or '{', found '\"b\"': join two conditions with & or |"},
    {"P=?[\"a\" & \"b\" U]",
     "column 16: expected a formula, found ']': write the states behind it: \"a\" U \"b\""},
    {"R=?[C<5]", "column 6: expected ']' or '{', found '<': write a time as C<=5"},
    {"R=?[F<=5]",
     "column 9: expected a formula, found ']': write the states behind the bound: F<=5 \"done\""},
    {"P=?[F<=5 \"a\"",
     "column 13: expected an operator, ']' or '{', and the text ends: the closing ']' is missing"},
    {"P=?[F \"a\"] & ",
     "column 14: expected a formula, and the text ends: something is missing behind the operator"},
    {"P=?[X]", "column 6: expected a formula, found ']': write the states behind it: F \"done\""},
    {"1 +",
     "column 4: expected a number, and the text ends: something is missing behind the operator"},
    {"<<1>>P=?[F \"a\"]", "column 1: expected a property such as P=?[F \"done\"], found '<': games "
                          "cannot be asked about: write Pmin=? or Pmax=?"},
    {"Pmax>=[F \"a\"]",
     "column 7: expected a number, found '[': write the limit before the bracket: P>=0.5[...]"},
    {"P=?[F \"a\" | | \"b\"]",
     "column 13: expected a formula, found '|': something is missing behind the operator"},
    {"S=?[]", "column 5: expected a formula, found ']': write what is asked: P=?[F \"done\"], "
              "S=?[\"done\"], R=?[F \"done\"]"},
    {"\"a\" U \"b\"", "column 5: expected an operator or the end of the text, found 'U': a path "
                      "stands inside a question: P=?[\"a\" U \"b\"]"},
    {"G \"a\" & \"b\"", "column 1: expected a property such as P=?[F \"done\"], found 'G': a path "
                        "stands inside a question: P=?[F \"done\"]"},
    {"P=? F \"done\"]",
     "column 5: expected '[', found 'F': what is asked stands in square brackets: P=?[F \"done\"]"},
    {"P=?[\"a\"U\"b\"",
     "column 12: expected an operator, ']' or '{', and the text ends: the closing ']' is missing"},
    {"a ? b",
     "column 6: expected an operator or ':', and the text ends: a choice is written a ? b : c"},
    {"P =? [ ! ]",
     "column 10: expected a formula, found ']': something is missing behind the operator"},
    {"P=?[∃F a]", "column 5: expected a formula, found '∃': write E[F \"done\"]"},
    {"P=?[F{<=5} a]", "column 7: expected a name in double quotes or a number, found '<=': write a "
                      "bound as F<=5, or of a reward as F{\"cost\"}<=5"},
    {"P=?[F{cost}<=5 a]", "column 7: expected a name in double quotes or a number, found 'cost': "
                          "the name of a reward stands in double quotes: F{\"name\"}<=5"},
    {"P=?[F{\"cost\"} a]", "column 15: expected a bound such as <=5 or '[', found 'a'"},
    {"P=?[a => F b]", "column 10: expected a formula, found 'F': a path inside a formula stands in "
                      "brackets: (F \"a\") & (G \"b\")"},
    {"P=?[F \"a\" & (b | c]",
     "column 19: expected an operator or ')', found ']': the closing ')' is missing"},
    {"X a", "column 1: expected a property such as P=?[F \"done\"], found 'X': a path stands "
            "inside a question: P=?[F \"done\"]"},
    {"a F b", "column 3: expected an operator or the end of the text, found 'F': a path stands "
              "inside a question: P=?[F \"done\"]"},
    {"P=?[F max]",
     "column 7: expected a formula, found 'max': min and max are functions: max(a, b)"},
    {"P=?[F \"\"]", "column 7: expected a formula, found '\"\"': names in double quotes have "
                    "letters, digits and '_'; other formulas stand without quotes"},
    {"P=?[F \xff\xfe]", "column 7: expected a formula, found '?'"},
    {"P=?[F \x01]", "column 7: expected a formula, found '?'"},
    {"P=?[F S=?[G \"a\"]]",
     "column 11: G may not stand here; paths stand inside P=?[...], R=?[...], E[...] and A[...]"},
    {"P=?[F (F \"a\")=1]",
     "column 8: F may not stand here; paths stand inside P=?[...], R=?[...], E[...] and A[...]"},
    {"filter(min, X \"a\", true)",
     "column 13: X may not stand here; paths stand inside P=?[...], R=?[...], E[...] and A[...]"},
    {"filter(min, P=?[X \"a\"], X \"a\")",
     "column 25: X may not stand here; paths stand inside P=?[...], R=?[...], E[...] and A[...]"},
    {"P=?[X a {X b}]",
     "column 10: X may not stand here; paths stand inside P=?[...], R=?[...], E[...] and A[...]"},
    {"P>(X a)[X a]",
     "column 4: a limit is a number; it may hold constants, but no operators of paths"},
    {"S<\"a\"[a]", "column 3: a limit is a number; it may hold constants, but no labels"},
    {"R=?[I=\"a\"]", "column 7: a time is a number; it may hold constants, but no labels"},
    {"P=?[F[P=?[a],2] a]",
     "column 7: a bound is a number; it may hold constants, but no questions"},
    {"P=?[a U[1,1+\"b\"] b]",
     "column 13: a bound is a number; it may hold constants, but no labels"},
    {"P=?[F floor(1,2)]", "column 7: floor takes 1 argument, not 2"},
    {"2^(X a)",
     "column 4: X may not stand here; paths stand inside P=?[...], R=?[...], E[...] and A[...]"},
    {"P=?[F 1 < x <= 3]", "column 13: expected an operator, ']' or '{', found '<=': compare two "
                          "values at a time: 1<x & x<3"},
    {"P=?[F 1 < x > 3]", "column 13: expected an operator, ']' or '{', found '>': compare two "
                         "values at a time: 1<x & x<3"},
    {"P=?[F 1 < x >= 3]", "column 13: expected an operator, ']' or '{', found '>=': compare two "
                          "values at a time: 1<x & x<3"},
    {"Smaxmin=?[F \"a\"]", "column 9: expected a number, found '?': did you mean Smax=?[...]?"},
    {"Probability=?[F \"a\"]", "column 13: expected a number, found '?': questions begin with P, S "
                               "or R: P=?[...] asks for a probability"},
    {"LRA =  ?[\"a\"]", "column 8: expected a number, found '?': write a long-run probability as "
                        "S=?[\"done\"], a long-run reward as R=?[S]"},
    {"P  =  0.5[F a]", "column 7: expected '?', found '0.5': a limit is written with <, <=, > or "
                       ">=, and =? asks for the value"},
    {"F<=5 a", "column 1: expected a property such as P=?[F \"done\"], found 'F': a path stands "
               "inside a question: P=?[F \"done\"]"},
    {"P=?[H \"done\"]", "column 7: expected an operator, ']' or '{', found '\"done\"': operators "
                        "of paths are X, F, G, U, W and R"},
    {"P=?[\"a\" V \"b\"]",
     "column 9: expected an operator, ']' or '{', found 'V': join two conditions with & or |"},
    {"P>=1 F \"done\"", "column 6: expected an operator or '[', found 'F': what is asked stands in "
                        "square brackets: P>=0.5[F \"done\"]"},
    {"P=?[F<=[2,5] \"a\"]",
     "column 8: expected a number, found '[': write a bound as F<=5 or F[2,5]"},
    {"P=?[F<=5]",
     "column 9: expected a formula, found ']': write the states behind the bound: F<=5 \"done\""},
    {"P=?[F[0,5]]",
     "column 11: expected a formula, found ']': write the states behind the bound: F<=5 \"done\""},
    {"P=?[a U<=5]",
     "column 11: expected a formula, found ']': write the states behind the bound: F<=5 \"done\""},
    {"P=?[F \"a\"] {b}", "column 12: expected an operator or the end of the text, found '{': "
                         "states stand inside the brackets: P=?[F \"done\" {s=2}]"},
    {"P=?[F a {b]",
     "column 11: expected an operator or '}', found ']': the closing '}' is missing"},
    {"R=?[S \"a\"]", "column 7: expected '=?', a limit such as >=0.5, ']' or '{', found '\"a\"': a "
                     "long-run probability is S=?[\"done\"], a long-run reward R=?[S]"},
    {"filter()", "column 8: expected an operator of filters such as min, found ')': a filter is "
                 "written filter(max, P=?[...], states)"},
    {"filter(max)",
     "column 11: expected ',', found ')': a filter is written filter(max, P=?[...], states)"},
    {"filter max(P=?[F \"a\"])",
     "column 8: expected '(', found 'max': a filter is written filter(max, P=?[...], states)"},
    {"filter(max, P=?[F \"a\"], b, c)", "column 26: expected an operator or ')', found ',': a "
                                        "filter is written filter(max, P=?[...], states)"},
    {"filter(max, P=?[F \"a\"] b)", "column 24: expected an operator, ')' or ',', found 'b': a "
                                    "filter is written filter(max, P=?[...], states)"},
    {"filter(max, P=?[F \"a\"]",
     "column 23: expected an operator, ')' or ',', and the text ends: the closing ')' is missing"},
    {"min(1, 2",
     "column 9: expected an operator, ')' or ',', and the text ends: the closing ')' is missing"},
    {"P=?[G]", "column 6: expected a formula, found ']': write the states behind it: F \"done\""},
    {"P=?[F \"a\"])", "column 11: expected an operator or the end of the text, found ')': no "
                      "bracket is open that it closes"},
    {"a ? b :",
     "column 8: expected a formula, and the text ends: something is missing behind the operator"},
    {"R{\"x\"}>=[F a]",
     "column 9: expected a number, found '[': write the limit before the bracket: P>=0.5[...]"},
    {"P=?[∀F a]", "column 5: expected a formula, found '∀': write A[F \"done\"]"},
    {"P=?[a W b W c]", "column 11: expected an operator, ']' or '{', found 'W': a path inside a "
                       "path stands in brackets: \"a\" U (\"b\" U \"c\")"},
    {"R=?[F<=5", "column 9: expected a formula, and the text ends: write the states behind the "
                 "bound: F<=5 \"done\""},
    {"P=?[(F a]", "column 9: expected an operator or ')', found ']': the closing ')' is missing"},
    {"P=?[F",
     "column 6: expected a formula, and the text ends: write the states behind it: F \"done\""},
    {"P=?[F U b]", "column 7: expected a formula, found 'U': a path inside a path stands in "
                   "brackets: \"a\" U (\"b\" U \"c\")"},
    {"P=?[HOA:{gf.hoa}]", "column 10: expected the name of a file in double quotes, found 'gf': an "
                          "automaton is written HOA: {\"file.hoa\", \"a\" <- formula}"},
    {"P=?[HOA:{\"gf.hoa\" \"done\" <- d}]",
     "column 19: expected '}' or ',', found '\"done\"': an automaton is written HOA: "
     "{\"file.hoa\", \"a\" <- formula}"},
    {"P=?[HOA:{\"gf.hoa\", \"done\" = d}]", "column 27: expected '<-', found '=': an automaton is "
                                            "written HOA: {\"file.hoa\", \"a\" <- formula}"},
    {"P=?[HOA:{\"gf.hoa\", done <- d}]",
     "column 20: expected a name in double quotes, found 'done': an automaton is written HOA: "
     "{\"file.hoa\", \"a\" <- formula}"},
    {"P=?[HOA: \"gf.hoa\"]", "column 8: expected an operator, ']' or '{', found ':': an automaton "
                             "is written HOA: {\"file.hoa\", \"a\" <- formula}"},
    {"P=?[HOA:{\"gf.hoa\", \"a\" <- d==6}]",
     "column 28: expected an operator, '}' or ',', found '==': write = for 'equal'"},
    {"P=?[HOA:{\"gf.hoa\", \"a\" <- F d}]",
     "column 27: expected a formula, found 'F': a path inside a formula stands in brackets: (F "
     "\"a\") & (G \"b\")"},
    {"P=?[HOA:{\"gf.hoa\", \"a\" <- (F d)}]",
     "column 28: F may not stand here; paths stand inside P=?[...], R=?[...], E[...] and A[...]"},
    {"P=?[F (HOA:{\"gf.hoa\"})]",
     "column 8: an automaton stands alone in P=?[...]: P=?[HOA: {\"file.hoa\"}]"},
    {"E[HOA:{\"gf.hoa\"}]",
     "column 3: an automaton stands alone in P=?[...]: P=?[HOA: {\"file.hoa\"}]"},
    {"P=?[HOA:{\"gf.hoa\"]", "column 18: expected '}' or ',', found ']': an automaton is written "
                             "HOA: {\"file.hoa\", \"a\" <- formula}"},
    {"P=?[F[1,] \"six\"]",
     "column 9: expected a number, found ']': without an upper bound write F>=1"},
    {"P=?[F[,5] \"six\"]", "column 7: expected a number, found ',': an interval has two ends: "
                           "F[0,5]; a single bound is F<=5"},
    {"P=?[F=<5 \"six\"]", "column 7: expected a number, found '<': write <= for 'at most'"},
    {"P=?[F s=<7]", "column 9: expected a number, found '<': write <= for 'at most'"},
    {"P=?[F s=>7]", "column 10: => is 'implies', and a number stands behind it: 'at least' is >="},
    {"P=?[F<=5 steps \"six\"]", "column 16: expected an operator, ']' or '{', found '\"six\"': "
                                "bounds have no units: write F<=5"},
    {"P=?[X 2 \"six\"]", "column 9: expected an operator, ']' or '{', found '\"six\"': write X X "
                         "\"done\" for two steps"},
    {"R=?[C<=2 \"done\"]", "column 10: expected an operator, ']' or '{', found '\"done\"': C<=k "
                           "and I=k take no states: R=?[C<=5]"},
    {"P=?[F six\"]",
     "column 10: expected an operator, ']' or '{', found '\"]': the opening '\"' is missing"},
    {"P=?[F P=0.5[X \"a\"]]", "column 9: expected '?', found '0.5': a limit is written with <, <=, "
                              "> or >=, and =? asks for the value"},
    {"P=?[F 5 \"a\"]",
     "column 9: expected an operator, ']' or '{', found '\"a\"': write a bound as F<=5"},
    {"P=?[F S=7]", "column 9: expected '?', found '7': P, S and R are operators, and no variables: "
                   "write variables as the model has them"},
    {"P=?[F 1<s<3]", "column 10: expected an operator, ']' or '{', found '<': compare two values "
                     "at a time: 1<x & x<3"},
    {"P=?[F s in 1..3]",
     "column 9: expected an operator, ']' or '{', found 'in': write 's in 1..3' as s>=1 & s<=3"},
    {"P=?[F \"six\" given \"low\"]",
     "column 13: expected an operator, ']' or '{', found 'given': conditional probabilities cannot "
     "be asked: divide two questions"},
    {"\"six\" given \"low\"",
     "column 7: expected an operator or the end of the text, found 'given': conditional "
     "probabilities cannot be asked: divide two questions"},
    {"0.1<P=?[F \"six\"]<0.2", "column 17: expected an operator or the end of the text, found '<': "
                               "a question is compared behind its letter: P>0.1[...] & P<0.2[...]"},
    {"PMAX=?[F \"six\"]", "column 6: expected a number, found '?': did you mean Pmax=?[...]?"},
    {"Pmix=?[F \"six\"]", "column 6: expected a number, found '?': did you mean Pmax=?[...]?"},
    {"Pmaximum=?[F \"six\"]", "column 10: expected a number, found '?': did you mean Pmax=?[...]?"},
    {"pmax=?[F \"six\"]", "column 6: expected a number, found '?': did you mean Pmax=?[...]?"},
    {"smax=?[\"on\"]", "column 6: expected a number, found '?': did you mean Smax=?[...]?"},
    {"P=max?[F \"six\"]", "column 3: expected '?', found 'max': write Pmax=?[...]"},
    {"P=?max[F \"six\"]", "column 4: expected '[', found 'max': write Pmax=?[...]"},
    {"max P=?[F \"six\"]", "column 1: expected a property such as P=?[F \"done\"], found 'max': "
                           "write Pmax=?[...] or Pmin=?[...]"},
    {"P=?[F P[X s=1]]", "column 8: expected '=?' or a limit such as >=0.5, found '[': inside a "
                        "formula a question is compared: P>=0.5[...]"},
    {"R[\"steps\"]=?[F \"six\"]", "column 2: expected '=?', a limit such as >=0.5 or '{', found "
                                  "'[': the name of a reward is written R{\"name\"}"},
    {"R{\"die.srew\"}=?[F \"six\"]",
     "column 3: expected a name in double quotes, a number or '(', found '\"die.srew\"': names in "
     "double quotes have letters, digits and '_'; other formulas stand without quotes"},
    {"P=?[!F \"six\"]",
     "column 6: expected a formula, found 'F': a path behind '!' stands in brackets: !(F \"a\")"},
    {"P=?[! F \"six\" & \"low\"]",
     "column 7: expected a formula, found 'F': a path behind '!' stands in brackets: !(F \"a\")"},
    {"P=?[(G F \"six\")) & (F \"low\")]",
     "column 16: expected an operator, ']' or '{', found ')': no bracket is open that it closes"},
    {"P=?[U \"six\"]",
     "column 5: expected a formula, found 'U': the states before it are missing: \"a\" U \"b\""},
    {"EX[s=1]", "column 3: expected an operator or the end of the text, found '[': write E[X ...]"},
    {"filters(max, P=?[F \"six\"])", "column 8: expected an operator or the end of the text, found "
                                     "'(': did you mean filter(max, P=?[...], states)?"},
    {"Filter(max, P=?[F \"six\"])", "column 7: expected an operator or the end of the text, found "
                                    "'(': did you mean filter(max, P=?[...], states)?"},
    {"mutli(Pmax=?[F \"six\"])", "column 6: expected an operator or the end of the text, found "
                                 "'(': did you mean multi(Pmax=?[...], R<=5[C])?"},
    {"filter(mean, P=?[F \"six\"])",
     "column 8: 'mean' is no operator of a filter, did you mean 'avg'?"},
    {"multi()", "column 7: expected a formula, found ')': name the objectives: multi(Pmax=?[F "
                "\"a\"], R<=5[C])"},
    {"multi(Pmax=?[F \"on\"]; Pmax=?[F \"off\"])",
     "column 21: expected an operator, ')' or ',', found ';': write ',' between them"},
    {"P=?[HOA {\"again.hoa\", \"a\" <- \"six\"}]",
     "column 10: expected a formula, found '\"again.hoa\"': an automaton is written with a colon, "
     "HOA: {\"file.hoa\"}"},
};

static void messages_of_mistakes(void **state)
{
    int differ = 0;
    for (size_t k = 0; k < sizeof mistakes / sizeof *mistakes; k++) {
        struct formula *f;
        if (formula_read(mistakes[k].text, &f) != ERROR_INPUT) fail_msg("%s", mistakes[k].text);
        assert_null(f);
        if (!strcmp(fail_message(), mistakes[k].message)) continue;
        print_error("%s\n  %s\n", mistakes[k].text, fail_message());
        differ++;
    }
    assert_int_equal(differ, 0);
}

/* A word that is much too long is cut in the message. */
static void long_words(void **state)
{
    char text[300] = "P=?[F a ";
    struct formula *f;
    memset(text + 8, 'b', 200);
    assert_int_equal(formula_read(text, &f), ERROR_INPUT);
    assert_string_equal(fail_message(),
                        "column 9: expected an operator, ']' or '{', found "
                        "'bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb': join two conditions with & "
                        "or |");
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(messages_of_mistakes),
                                       cmocka_unit_test(long_words)};
    return cmocka_run_group_tests_name("mistakes", tests, NULL, NULL);
}
