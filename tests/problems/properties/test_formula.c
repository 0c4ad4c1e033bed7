/* Properties as trees: what text becomes which tree, and back. */
#include "problems/properties/formula_read.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "tests/support/cmocka.h"
#include "tests/support/properties/formula_dump.h"

static struct formula *must_read(const char *text)
{
    struct formula *out;
    if (formula_read(text, &out) != OK) fail_msg("%s: %s", text, fail_message());
    return out;
}

/* Texts and their trees. */
static const struct {
    const char *text, *tree;
} texts[] = {
    /* questions */
    {"P=?[F \"done\"]", "(P=? (F \"done\"))"},
    {" P = ? [ F \"done\" ] ", "(P=? (F \"done\"))"},
    {"Pmin=?[F \"done\"]", "(P=? (F \"done\"))"},
    {"R{\"cost\"}max=?[F x]", "(R cost=? (F x))"},
    {"Rmax=?[C]", "(R =? (C))"},
    {"P>=p[F x]", "(P>=p (F x))"},
    {"P<0.5[F x]", "(P<0.5 (F x))"},
    {"P<=1-0.5[F x]", "(P<=(- 1 0.5) (F x))"},
    {"P>(a?b:c)[x]", "(P>(?: a b c) x)"},
    {"R{\"x\"}<=K[F y]", "(R x<=K (F y))"},
    {"R{2}=?[I=T*2]", "(R 2=? (I (* T 2)))"},
    {"R{(x+1)}=?[F y]", "(R =? (F y) (+ x 1))"},
    {"T=?[F y]", "(R =? (F y) 1)"},
    {"Tmax = ?[F y & T=2]", "(R =? (F (& y (= T 2))) 1)"},
    {"R{ (a ? 1 : 0) }<2[S]", "(R <2 (long) (?: a 1 0))"},
    {"R=?[C<=5]", "(R =? (C 5))"},
    {"R=?[S]", "(R =? (long))"},
    {"R=?[S>0.5[x]]", "(R =? (S>0.5 x))"},
    {"R=?[S {\"init\"}]", "(filter state (R =? (long)) \"init\")"},
    {"R=?[X (F \"a\")]", "(R =? (X (F \"a\")))"},
    {"S=?[s=1]", "(S=? (= s 1))"},
    {"E[G a]", "(E (G a))"},
    {"A[a U b]", "(A (U a b))"},
    {"P=?[\"init\"&!\"deadlock\"]", "(P=? (& \"init\" (! \"deadlock\")))"},
    /* paths bind least, and take one operator of two */
    {"P=?[F a & b]", "(P=? (F (& a b)))"},
    {"P=?[!a U b | c]", "(P=? (U (! a) (| b c)))"},
    {"P=?[G F a]", "(P=? (G (F a)))"},
    {"P=?[F a U G b]", "(P=? (U (F a) (G b)))"},
    {"P=?[a W b]", "(P=? (W a b))"},
    {"P=?[a R b]", "(P=? (R a b))"},
    {"P=?[a R R=?[F b]>1]", "(P=? (R a (> (R =? (F b)) 1)))"},
    {"P=?[(F a) & (G !b)]", "(P=? (& (F a) (G (! b))))"},
    {"P=?[F (\"a\" & (X \"b\"))]", "(P=? (F (& \"a\" (X \"b\"))))"},
    {"P=?[F P>0.5[X a]]", "(P=? (F (P>0.5 (X a))))"},
    {"P=?[F a ? b : c]", "(P=? (F (?: a b c)))"},
    /* automata */
    {"P=?[HOA: {\"a.hoa\"}]", "(P=? (HOA a.hoa))"},
    {"P=?[ HOA:{\"d/a.hoa\",\"p\"<-x<-1, \"q\" <- \"b\"&!c} {s=1} ]",
     "(filter state (P=? (HOA d/a.hoa (<- p (< x (- 1))) (<- q (& \"b\" (! c))))) (= s 1))"},
    {"P>0.5[!(HOA: {\"a\", \"p\" <- P>0.5[F x]})]",
     "(P>0.5 (! (HOA a (<- p (P>0.5 (F x))))))"},
    {"HOA<-1 & \"a\"<-1", "(& (< HOA (- 1)) (< \"a\" (- 1)))"},
    {"P=?[HOA: {\"a\", \"p\" <- \"b\" < -1 ? HOA : c}]",
     "(P=? (HOA a (<- p (?: (< \"b\" (- 1)) HOA c))))"},
    /* bounds */
    {"P=?[F<=5 a]", "(P=? (F[,5] a))"},
    {"P=?[F<5 a]", "(P=? (F[,5[ a))"},
    {"P=?[F>=5 a]", "(P=? (F[5,] a))"},
    {"P=?[F>5 a]", "(P=? (F]5,] a))"},
    {"P=?[F=5 a]", "(P=? (F[5,5] a))"},
    {"P=?[F[2,T+1] a]", "(P=? (F[2,(+ T 1)] a))"},
    {"P=?[a U[2,5] b]", "(P=? (U[2,5] a b))"},
    {"P=?[F<=T (a)]", "(P=? (F[,T] a))"},
    {"P=?[F{\"cost\"}<=5 a]", "(P=? (F{cost}[,5] a))"},
    {"P=?[a R {2} >T b {a=1}]", "(filter state (P=? (R{2}]T,] a b)) (= a 1))"},
    {"P=?[a U^{rew{\"cost\"}[2,T+1]} b]", "(P=? (U{cost}[2,(+ T 1)] a b))"},
    {"P=?[G ^ { rew {1}=2 } -a<1]", "(P=? (G{1}[2,2] (< (- a) 1)))"},
    {"P=?[F<=T a=1]", "(P=? (F[,T] (= a 1)))"},
    {"P=?[F<= -1 a]", "(P=? (F[,(- 1)] a))"},
    {"P=?[F<=(1+log) (a)]", "(P=? (F[,(+ 1 log)] a))"},
    {"P=?[F=(log) (a=1)]", "(P=? (F[log,log] (= a 1)))"},
    {"P=?[F<=max(T,5) (a)]", "(P=? (F[,(call max T 5)] a))"},
    {"P=?[G<=L*(N+1) !a]", "(P=? (G[,(* L (+ N 1))] (! a)))"},
    {"P=?[F<=T R>0[C]]", "(P=? (F[,T] (R >0 (C))))"},
    /* expressions */
    {"!a=b", "(! (= a b))"},
    {"a|b&c", "(| a (& b c))"},
    {"a|b|c", "(| (| a b) c)"},
    {"a=>b=>c", "(=> a (=> b c))"},
    {"a=>b<=>c", "(=> a (<=> b c))"},
    {"a<=>b|c<=>d", "(<=> (<=> a (| b c)) d)"},
    {"a?b:c?d:e", "(?: a b (?: c d e))"},
    {"a=b!=c", "(!= (= a b) c)"},
    {"a+1<b*2=c", "(= (< (+ a 1) (* b 2)) c)"},
    {"1-2-3", "(- (- 1 2) 3)"},
    {"8/4/2*x", "(* (/ (/ 8 4) 2) x)"},
    {"-2*3", "(* (- 2) 3)"},
    {"--x", "(- (- x))"},
    {"2^3^-x", "(call pow 2 (call pow 3 (- x)))"},
    {"-a^2", "(call pow (- a) 2)"},
    {".5+1e-3+007", "(+ (+ .5 1e-3) 007)"},
    {"func(min,a,b)+floor(x)", "(+ (call min a b) (call floor x))"},
    {"min(1,2,3)>log(x,2)", "(> (call min 1 2 3) (call log x 2))"},
    {"mod+log*round", "(+ mod (* log round))"},
    {"P=?[F a]/P=?[F b]", "(/ (P=? (F a)) (P=? (F b)))"},
    {"P=?[F a]>=0.5", "(>= (P=? (F a)) 0.5)"},
    {"\"one\"*2", "(* \"one\" 2)"},
    {"true&false", "(& TRUE FALSE)"},
    {"a \t\n&\r\nb", "(& a b)"},
    /* filters */
    {"filter(min,P=?[F a],b)", "(filter min (P=? (F a)) b)"},
    {"filter(+,x)", "(filter sum x)"},
    {"filter(&,x,true)", "(filter forall x TRUE)"},
    {"filter(|,x,true)", "(filter exists x TRUE)"},
    {"filter(argmax,x)", "(filter argmax x)"},
    {"0+filter(sum,filter(count,true,a),b)", "(+ 0 (filter sum (filter count TRUE a) b))"},
    {"P=?[F a {b}]", "(filter state (P=? (F a)) b)"},
    {"P=?[F a {b}{min}]", "(filter min (P=? (F a)) b)"},
    {"P=?[F a {b}{max}]", "(filter max (P=? (F a)) b)"},
    {"P=?[F a {b}{max}{min}]", "(filter range (P=? (F a)) b)"},
    {"P>0.5[F a {b}]", "(filter forall (P>0.5 (F a)) b)"},
    {"R=?[I=2 {x=1}]", "(filter state (R =? (I 2)) (= x 1))"},
};

static void trees_of_texts(void **state)
{
    for (size_t k = 0; k < sizeof texts / sizeof *texts; k++) {
        struct formula *f = must_read(texts[k].text);
        char *tree = formula_dumped(f);
        if (strcmp(tree, texts[k].tree)) fail_msg("%s: %s", texts[k].text, tree);
        free(tree);
        formula_free(f);
    }
}

/* text, a tree's text, must be read as the tree that `tree` shows. */
static void assert_reads_as(const char *text, const char *tree)
{
    struct formula *again = must_read(text);
    char *shown = formula_dumped(again);
    if (strcmp(shown, tree)) fail_msg("%s: %s, but was %s", text, shown, tree);
    free(shown);
    formula_free(again);
}

static void texts_of_trees(void **state)
{
    for (size_t k = 0; k < sizeof texts / sizeof *texts; k++) {
        struct formula *f = must_read(texts[k].text), *copy;
        char *text, *of_copy;
        assert_int_equal(formula_text(f, &text), OK);
        assert_int_equal(formula_copy(f, &copy), OK);
        formula_free(f);
        assert_int_equal(formula_text(copy, &of_copy), OK);
        assert_string_equal(text, of_copy);
        assert_reads_as(text, texts[k].tree);
        formula_free(copy);
        free(text);
        free(of_copy);
    }
}

/* Brackets stand where they are needed, or where a reader would guess wrong. */
static void brackets(void **state)
{
    static const char *const cases[][2] = {
        {"P=?[F a | b]", "P=?[F (a | b)]"},
        {"P=?[G (F (\"a\"))]", "P=?[G F \"a\"]"},
        {"P=?[(a) U b&c]", "P=?[a U (b & c)]"},
        {"P=?[F<=T (x=1)]", "P=?[F<=T x=1]"},
        {"P=?[F<=T (-x=1)]", "P=?[F<=T (-x=1)]"},
        {"P=?[F<=T (-x+1)*2>y]", "P=?[F<=T ((-x+1)*2>y)]"},
        {"P=?[F -x*2>y]", "P=?[F (-x*2>y)]"},
        {"P=?[F[3,3] a]", "P=?[F=3 a]"},
        {"P=?[F<=T (!(a))]", "P=?[F<=T !a]"},
        {"a|(b&c)", "a | b & c"},
        {"(a|b)&c", "(a | b) & c"},
        {"!(a=b)", "!(a=b)"},
        {"!!a&b", "!!a & b"},
        {"(a=>b)=>c", "(a => b) => c"},
        {"a=>(b=>c)", "a => b => c"},
        {"(a-b)-(c-d)+1>=0", "a-b-(c-d)+1>=0"},
        {"a?b:(c?d:e)", "a ? b : c ? d : e"},
        {"R{2}=?[C<=(T+1)]", "R{2}=?[C<=T+1]"},
        {"P=?[F a {b}{min}]", "filter(min, P=?[F a], b)"},
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        struct formula *f = must_read(cases[k][0]);
        char *text;
        assert_ok(formula_text(f, &text));
        assert_string_equal(text, cases[k][1]);
        free(text);
        formula_free(f);
    }
}

static void places_of_nodes(void **state)
{
    struct formula *f = must_read("  P=?[ F \"ab\" & x>1 ]");
    const struct formula *and = f->child[0]->child[0];
    assert_int_equal(f->column, 3);
    assert_int_equal(f->length, 19);
    assert_int_equal(and->column, 10);
    assert_int_equal(and->length, 10);
    assert_int_equal(and->child[1]->column, 17);
    assert_int_equal(and->child[1]->length, 3);
    formula_free(f);
}

static void predicates(void **state)
{
    static const struct {
        const char *text;
        bool question, asks, path_inside;
    } cases[] = {{"x+1", false, false, false},       {"P=?[F a]", true, true, true},
                 {"1-P=?[G a]", false, true, false}, {"filter(max, x)", true, true, false},
                 {"E[a W b]", true, true, true},     {"R=?[C]", true, true, false},
                 {"S=?[a]", true, true, false},      {"P=?[X a]", true, true, true}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        struct formula *f = must_read(cases[k].text);
        assert_int_equal(formula_is_question(f), cases[k].question);
        assert_int_equal(formula_asks(f), cases[k].asks);
        assert_false(formula_is_path(f));
        assert_int_equal(f->nchildren && formula_is_path(f->child[0]), cases[k].path_inside);
        formula_free(f);
    }
}

/* Returns a text: `part` count times, `middle`, and `end` count times. */
static char *nested(const char *part, const char *middle, const char *end, size_t count)
{
    char *out, *at;
    assert_ok(
        allocate((strlen(part) + strlen(end)) * count + strlen(middle) + 1, 1, "a text", &out));
    at = out;
    for (size_t k = 0; k < count; k++) at = stpcpy(at, part);
    at = stpcpy(at, middle);
    for (size_t k = 0; k < count; k++) at = stpcpy(at, end);
    return out;
}

/* What is too deep for functions that call themselves is refused. */
static void deep_formulas(void **state)
{
    static const char *const parts[][3] = {
        {"(", "x", ")"},  {"!", "x", ""},     {"-", "x", ""},           {"P>0[X ", "x", "]"},
        {"x=>", "x", ""}, {"min(", "x", ")"}, {"x?x:", "x", ""},        {"filter(min,", "x", ")"},
        {"x&", "x", ""},  {"2^", "2", ""},    {"E[X X F<=2 ", "x", "]"}};
    static const size_t counts[] = {200, 100000};
    for (size_t k = 0; k < sizeof parts / sizeof *parts; k++)
        for (size_t j = 0; j < 2; j++) {
            char *text = nested(parts[k][0], parts[k][1], parts[k][2], counts[j]);
            struct formula *f;
            const enum status status = formula_read(text, &f);
            if (status != (j ? ERROR_INPUT : OK)) fail_msg("%s %zu", parts[k][0], counts[j]);
            if (j) assert_non_null(strstr(fail_message(), "write a simpler formula"));
            assert_int_equal(f == NULL, j);
            formula_free(f);
            free(text);
        }
}

/* The second min or max is about nature, and the text keeps both. */
static void two_words(void **state)
{
    static const struct {
        const char *text, *again;
        enum formula_best best, nature;
    } questions[] = {
        {"Pminmax=?[F a]", "Pminmax=?[F a]", BEST_SMALLEST, BEST_LARGEST},
        {"Pmaxmin=?[a U b]", "Pmaxmin=?[a U b]", BEST_LARGEST, BEST_SMALLEST},
        {"Rmaxmax=?[F a]", "Rmaxmax=?[F a]", BEST_LARGEST, BEST_LARGEST},
        {"R{\"x\"}minmin=?[F a]", "R{\"x\"}minmin=?[F a]", BEST_SMALLEST, BEST_SMALLEST},
        {"R{(2)}maxmin = ?[F maxmin=1]", "R{(2)}maxmin=?[F maxmin=1]", BEST_LARGEST,
         BEST_SMALLEST},
        {"Pmax=?[F a]", "Pmax=?[F a]", BEST_LARGEST, BEST_UNSAID}};
    (void)state;
    for (size_t k = 0; k < sizeof questions / sizeof *questions; k++) {
        struct formula *formula = must_read(questions[k].text);
        char *text;
        assert_ok(formula_text(formula, &text));
        assert_string_equal(text, questions[k].again);
        assert_int_equal(formula->best, questions[k].best);
        assert_int_equal(formula->nature, questions[k].nature);
        formula_free(formula);
        free(text);
    }
}

/* The highest tree of each kind can be written, and read again. */
static void highest_formulas(void **state)
{
    static const char *const parts[][3] = {{"x?x:", "x", ""},     {"2^", "2", ""},
                                           {"x=>", "x", ""},      {"a&", "a", ""},
                                           {"x?(", "x", "):x"},   {"filter(min,x,", "x", ")"},
                                           {"R{1}>0[", "x", "]"}, {"R>0[X x {", "x", "}]"},
                                           {"min(1,", "x", ")"},  {"E[F<=2 ", "x", "]"},
                                           {"!", "x", ""}};
    for (size_t k = 0; k < sizeof parts / sizeof *parts; k++) {
        size_t taken = 200, refused = 1001;
        struct formula *last = NULL, *f;
        while (refused - taken > 1) {
            const size_t count = (taken + refused) / 2;
            char *text = nested(parts[k][0], parts[k][1], parts[k][2], count);
            const bool is_taken = formula_read(text, &f) == OK;
            free(text);
            *(is_taken ? &taken : &refused) = count;
            if (!is_taken) continue;
            formula_free(last);
            last = f;
        }
        char *text, *tree = formula_dumped(last);
        assert_ok(formula_text(last, &text));
        assert_reads_as(text, tree);
        formula_free(last);
        free(text), free(tree);
    }
}

/* Whatever allocation fails, reading and copying end with that error, and lose no memory. */
static void little_memory(void **state)
{
    for (size_t k = 0; k < sizeof texts / sizeof *texts; k++) {
        enum status status = ERROR_HOST_MEMORY;
        for (long most = 0; status != OK; most++) {
            struct formula *f, *copy = NULL;
            char *text = NULL;
            memory_fail_after(most);
            status = formula_read(texts[k].text, &f);
            if (status == OK) status = formula_copy(f, &copy);
            if (status == OK) status = formula_text(copy, &text);
            memory_fail_after(-1);
            assert_true(status == OK || status == ERROR_HOST_MEMORY);
            assert_int_equal(text != NULL, status == OK);
            if (status == OK) assert_reads_as(text, texts[k].tree);
            formula_free(f);
            formula_free(copy);
            free(text);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(trees_of_texts), cmocka_unit_test(two_words),
        cmocka_unit_test(texts_of_trees),
        cmocka_unit_test(brackets),         cmocka_unit_test(places_of_nodes),
        cmocka_unit_test(predicates),       cmocka_unit_test(deep_formulas),
        cmocka_unit_test(highest_formulas), cmocka_unit_test(little_memory)};
    return cmocka_run_group_tests_name("formula", tests, NULL, NULL);
}
