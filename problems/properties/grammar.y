/* PRISM's language of properties for chains. Precedences are PRISM's: an operator of paths stands
 * outside all others, so that F a & b is F (a & b). */
%code requires {
#include "problems/properties/formula_read.h"
#include "problems/properties/formula_reader.h"
}

%define api.prefix {property_}
%define api.pure full
%define api.value.type {union formula_value}
%define api.location.type {struct formula_span}
%define parse.error custom
%define parse.lac full
%locations
%param {struct formula_reader *reader}
/* After the bound in F<=a -b, the '-' belongs to the bound. */
%expect 5

%code {
/* The text of a tree needs less than 10 places for each node on its longest branch. */
#define YYINITDEPTH 200
#define YYMAXDEPTH (10 * FORMULA_HIGHEST)
#define YYLLOC_DEFAULT(out, rhs, n)                                    \
    do {                                                               \
        (out).begin = (n) ? YYRHSLOC(rhs, 1).begin : YYRHSLOC(rhs, 0).end; \
        (out).end = YYRHSLOC(rhs, n).end;                              \
    } while (0)
/* Ends the parser if making a node failed. */
#define MAKE(failed)         \
    do {                     \
        if (failed) YYABORT; \
    } while (0)
#define NODE(out, kind, span, ...)                                                              \
    MAKE(formula_node(reader, kind, span,                                                       \
                      sizeof(struct formula_tree[]){__VA_ARGS__} / sizeof(struct formula_tree), \
                      (struct formula_tree[]){__VA_ARGS__}, out))

#define NO_REWARD ((struct formula_rewarded){0})

static int property_lex(union formula_value *value, struct formula_span *span,
                       struct formula_reader *reader)
{
    return formula_scan(reader, span);
}

static void property_error(const struct formula_span *span, struct formula_reader *reader,
                          const char *message)
{
    if (reader->status == OK)
        reader->status = formula_fail(reader, *span, "too many operators and brackets inside one "
                                      "another; write a simpler formula");
}
}

%token END 0 "the end"
%token NAME "name" NUMBER "number" LABEL "label" FUNCTION "function" WRONG "wrong"
%token TRUE "true" FALSE "false" FILTER "filter" MULTI "multi" FUNC "func" MIN "min" MAX "max" BOTH "maxmin"
%token P "P" S "S" R "R" T "T" E "E" A "A" X "X" F "F" G "G" U "U" W "W" C "C" I "I"
%token HOA "HOA" TEXT "text" ARROW "<-" CDISCOUNT "Cdiscount"
%token AT_MOST "<=" AT_LEAST ">=" UNEQUAL "!=" IMPLIES "=>" IFF "<=>"

%type <tree> path unary choice implies iff or and not equality relation sum product power
%type <tree> minus primary question content
%type <states> states
%type <asked> asked
%type <bounds> time bound
%type <name> named
%type <arguments> arguments propositions
%type <rewarded> reward each_one
%type <kind> binary_operator unary_operator equals relates
%type <relation> limit_relation
%type <extremes> extremes
%type <best> extreme

%destructor { formula_free($$.tree); } <tree>
%destructor { formula_free($$.limit.tree); } <asked>
%destructor { formula_free($$.tree.tree); } <states>
%destructor { path_bound_free(&$$.bound); } <bounds>
%destructor { free($$); } <name>
%destructor { formula_arguments_free($$); } <arguments>
%destructor { free($$.name); formula_free($$.amount.tree); } <rewarded>

%%

property: choice { reader->out = $1.tree; };

/* Paths */

path:
  unary
| unary binary_operator time unary {
    MAKE(formula_path(reader, $2, @$, $3, 2, (struct formula_tree[]){$1, $4}, &$$));
  }
| HOA ':' '{' file propositions '}' { MAKE(formula_automaton(reader, @4, @$, $5, &$$)); };
file: TEXT | LABEL;
propositions:
  %empty { $$ = NULL; }
| propositions ',' LABEL ARROW choice {
    MAKE(formula_proposition(reader, $1, @3, @$, $5, &$$));
  };
unary:
  choice
| unary_operator time unary { MAKE(formula_path(reader, $1, @$, $2, 1, &$3, &$$)); };

binary_operator:
  U { $$ = FORMULA_UNTIL; }
| W { $$ = FORMULA_WEAK_UNTIL; }
| R { $$ = FORMULA_RELEASE; };
unary_operator:
  X { $$ = FORMULA_NEXT; }
| F { $$ = FORMULA_FINALLY; }
| G { $$ = FORMULA_GLOBALLY; };

time:
  %empty { $$ = (struct formula_bounds){0}; }
| bound
| named bound {
    MAKE(formula_reward_bounds(reader, (struct formula_span){0}, $1, $2, &$$));
  }
| '^' '{' NAME named bound '}' { MAKE(formula_reward_bounds(reader, @3, $4, $5, &$$)); };
bound:
  "<=" sum { $$ = (struct formula_bounds){{.upper = $2.tree}, $2.height}; }
| '<' sum { $$ = (struct formula_bounds){{.upper = $2.tree, .upper_strict = true}, $2.height}; }
| ">=" sum { $$ = (struct formula_bounds){{.lower = $2.tree}, $2.height}; }
| '>' sum { $$ = (struct formula_bounds){{.lower = $2.tree, .lower_strict = true}, $2.height}; }
| '=' sum { MAKE(formula_equal_bounds(reader, $2, &$$)); }
| '[' sum ',' sum ']' {
    $$ = (struct formula_bounds){{.lower = $2.tree, .upper = $4.tree},
                                 $2.height > $4.height ? $2.height : $4.height};
  };

/* Expressions, from the operators that bind least */

choice:
  implies
| implies '?' implies ':' choice { NODE(&$$, FORMULA_CHOICE, @$, $1, $3, $5); };
implies: iff | iff "=>" implies { NODE(&$$, FORMULA_IMPLIES, @$, $1, $3); };
iff: or | iff "<=>" or { NODE(&$$, FORMULA_IFF, @$, $1, $3); };
or: and | or '|' and { NODE(&$$, FORMULA_OR, @$, $1, $3); };
and: not | and '&' not { NODE(&$$, FORMULA_AND, @$, $1, $3); };
not: equality | '!' not { NODE(&$$, FORMULA_NOT, @$, $2); };
equality: relation | equality equals relation { NODE(&$$, $2, @$, $1, $3); };
relation: sum | sum relates sum { NODE(&$$, $2, @$, $1, $3); };
sum:
  product
| sum '+' product { NODE(&$$, FORMULA_PLUS, @$, $1, $3); }
| sum '-' product { NODE(&$$, FORMULA_MINUS, @$, $1, $3); };
product:
  power
| product '*' power { NODE(&$$, FORMULA_TIMES, @$, $1, $3); }
| product '/' power { NODE(&$$, FORMULA_DIVIDE, @$, $1, $3); };
power:
  minus
| minus '^' power { MAKE(formula_power(reader, @$, $1, $3, &$$)); }
minus: primary | '-' minus { NODE(&$$, FORMULA_MINUS, @$, $2); };

equals: '=' { $$ = FORMULA_EQUAL; } | "!=" { $$ = FORMULA_UNEQUAL; };
relates:
  '<' { $$ = FORMULA_LESS; }
| "<=" { $$ = FORMULA_AT_MOST; }
| '>' { $$ = FORMULA_GREATER; }
| ">=" { $$ = FORMULA_AT_LEAST; };

primary:
  NUMBER { MAKE(formula_leaf(reader, FORMULA_NUMBER, @$, &$$)); }
| TRUE { MAKE(formula_leaf(reader, FORMULA_TRUE, @$, &$$)); }
| FALSE { MAKE(formula_leaf(reader, FORMULA_FALSE, @$, &$$)); }
| NAME { MAKE(formula_leaf(reader, FORMULA_NAME, @$, &$$)); }
| LABEL { MAKE(formula_leaf(reader, FORMULA_LABEL, @$, &$$)); }
| '(' path ')' { $$ = $2; }
| FUNCTION '(' arguments ')' { MAKE(formula_call(reader, @1, @$, $3, &$$)); }
| FUNC '(' old_function ',' arguments ')' { MAKE(formula_call(reader, @3, @$, $5, &$$)); }
| FILTER '(' filter_operator ',' path ')' {
    MAKE(formula_filter(reader, @3, @$, $5, (struct formula_tree){0}, &$$));
  }
| FILTER '(' filter_operator ',' path ',' path ')' {
    MAKE(formula_filter(reader, @3, @$, $5, $7, &$$));
  }
| MULTI '(' arguments ')' { MAKE(formula_multi(reader, @$, $3, &$$)); }
| question;

old_function: NAME | MIN | MAX;
filter_operator: NAME | MIN | MAX | '+' | '&' | '|';
arguments:
  path { MAKE(formula_argument(reader, NULL, $1, &$$)); }
| arguments ',' path { MAKE(formula_argument(reader, $1, $3, &$$)); };

/* Questions */

question:
  P asked '[' path states ']' {
    MAKE(formula_question(reader, FORMULA_PROBABILITY, @$, NO_REWARD, $2, $4, $5, &$$));
  }
| S asked '[' path states ']' {
    MAKE(formula_question(reader, FORMULA_STEADY, @$, NO_REWARD, $2, $4, $5, &$$));
  }
| R reward asked '[' content states ']' {
    MAKE(formula_question(reader, FORMULA_REWARD, @$, $2, $3, $5, $6, &$$));
  }
| each_one asked '[' path states ']' {
    MAKE(formula_question(reader, FORMULA_REWARD, @$, $1, $2, $4, $5, &$$));
  }
| E '[' path ']' { NODE(&$$, FORMULA_EXISTS, @$, $3); }
| A '[' path ']' { NODE(&$$, FORMULA_FORALL, @$, $3); };

/* Chains have no decisions: there Pmin and Pmax ask the same as P. */
asked:
  extreme '=' '?' { $$ = (struct formula_asked){.best = $1}; }
| BOTH '=' '?' {
    const char *word = reader->text + @1.begin;
    $$ = (struct formula_asked){.best = best_of_word(word), .nature = best_of_word(word + 3)};
  }
| limit_relation sum { $$ = (struct formula_asked){.relation = $1, .limit = $2}; };
extreme:
  %empty { $$ = BEST_UNSAID; }
| MIN { $$ = BEST_SMALLEST; }
| MAX { $$ = BEST_LARGEST; };
limit_relation:
  '<' { $$ = BELOW_LIMIT; }
| "<=" { $$ = AT_MOST_LIMIT; }
| '>' { $$ = ABOVE_LIMIT; }
| ">=" { $$ = AT_LEAST_LIMIT; };

each_one: T { MAKE(formula_time(reader, @$, &$$)); };

named:
  '{' LABEL '}' {
    MAKE(formula_words(reader, (struct formula_span){@2.begin + 1, @2.end - 1}, &$$));
  }
| '{' NUMBER '}' { MAKE(formula_words(reader, @2, &$$)); };
reward:
  %empty { $$ = NO_REWARD; }
| named { $$ = (struct formula_rewarded){.name = $1}; }
| '{' '(' choice ')' '}' { $$ = (struct formula_rewarded){NULL, $3}; };

content:
  path
| S { MAKE(formula_leaf(reader, FORMULA_LONG_RUN, @$, &$$)); }
| C { MAKE(formula_leaf(reader, FORMULA_CUMULATIVE, @$, &$$)); }
| C "<=" sum { NODE(&$$, FORMULA_CUMULATIVE, @$, $3); }
| CDISCOUNT '=' sum {
    NODE(&$$, FORMULA_CUMULATIVE, @$, $3);
    $$.tree->discounted = true;
  }
| I '=' sum { NODE(&$$, FORMULA_INSTANT, @$, $3); };

states:
  %empty { $$ = (struct formula_states){0}; }
| '{' path '}' extremes { $$ = (struct formula_states){$2, $4}; };
extremes:
  %empty { $$ = 0; }
| extremes '{' MIN '}' { $$ = $1 | 1; }
| extremes '{' MAX '}' { $$ = $1 | 2; };

%%

static int yyreport_syntax_error(const yypcontext_t *context, struct formula_reader *reader)
{
    enum { MOST = YYNTOKENS };
    yysymbol_kind_t expected[MOST];
    const char *names[MOST];
    const int count = yypcontext_expected_tokens(context, expected, MOST);
    for (int k = 0; k < count; k++) names[k] = yysymbol_name(expected[k]);
    if (reader->status == OK)
        reader->status = formula_unexpected(reader, *yypcontext_location(context), names,
                                            (size_t)(count > 0 ? count : 0));
    return 0;
}

enum status formula_read_at(const struct formula_place *place, const char *text,
                            const char *wanted, struct formula **out)
{
    struct formula_reader reader = {.text = text, .place = place, .wanted = wanted};
    *out = NULL;
    if (property_parse(&reader) == 0) reader.status = formula_check(&reader, reader.out);
    if (reader.status != OK) formula_free(reader.out);
    else *out = reader.out;
    return reader.status;
}

enum status formula_read(const char *text, struct formula **out)
{
    return formula_read_at(NULL, text, NULL, out);
}
