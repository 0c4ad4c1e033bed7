/* Files of properties, and the definitions of models in PRISM's language. */
#include <stdlib.h>
#include <string.h>

#include "problems/properties/bind.h"
#include "problems/properties/formula_read.h"
#include "tests/support/cmocka.h"
#include "tests/support/scratch.h"

struct wanted {
    enum definition_kind kind;
    const char *name, *type, *text;
    size_t line;
};

static void assert_text(const char *got, const char *wanted)
{
    assert_int_equal(got != NULL, wanted != NULL);
    if (wanted) assert_string_equal(got, wanted);
}

static void assert_definition(const struct definition *got, const struct wanted *wanted)
{
    assert_int_equal(got->kind, wanted->kind);
    assert_text(got->name, wanted->name);
    assert_text(got->type, wanted->type);
    assert_text(got->text, wanted->text);
    assert_int_equal(got->line, wanted->line);
    assert_int_equal(got->formula != NULL, wanted->text != NULL);
}

/* Reads text, whose definitions are `wanted`; each formula is that of its text. */
static void assert_reads(const char *text, bool model, const struct wanted *wanted, size_t count)
{
    struct property_file file;
    assert_ok(property_text_read("a.props", text, model, &file));
    assert_int_equal(file.count, count);
    for (size_t k = 0; k < count; k++) {
        const struct definition *d = &file.definitions[k];
        struct formula *alone;
        char *of_file, *of_text;
        assert_definition(d, &wanted[k]);
        if (!d->text) continue;
        assert_ok(formula_read(d->text, &alone));
        assert_ok(formula_text(alone, &of_text));
        assert_ok(formula_text(d->formula, &of_file));
        assert_string_equal(of_file, of_text);
        assert_int_equal(d->formula->column, alone->column);
        formula_free(alone);
        free(of_text), free(of_file);
    }
    property_file_free(&file);
}

static void definitions_of_files(void **state)
{
    static const char text[] = "// const int no = 1;\n"
                               "const double T = 5; const N;const bool b=true ;\n"
                               "const rate r = 2*T; // P=?[X a]\n"
                               "\n"
                               "label \"big\" = x > 1 // ;\n"
                               "  | y;\n"
                               "formula f = x+1;\n"
                               "\"one\": P=?[F \"big\"];;\n"
                               "\"big\" => P>0.5[F b];\n"
                               " \"two\"\n"
                               "  : R=?[C<=T] // comment";
    static const struct wanted wanted[] = {
        {DEFINES_CONSTANT, "T", "double", "5", 2},
        {DEFINES_CONSTANT, "N", "int", NULL, 2},
        {DEFINES_CONSTANT, "b", "bool", "true", 2},
        {DEFINES_CONSTANT, "r", "double", "2*T", 3},
        {DEFINES_LABEL, "big", NULL, "x > 1        | y", 5},
        {DEFINES_FORMULA, "f", NULL, "x+1", 7},
        {DEFINES_PROPERTY, "one", NULL, "P=?[F \"big\"]", 8},
        {DEFINES_PROPERTY, NULL, NULL, "\"big\" => P>0.5[F b]", 9},
        {DEFINES_PROPERTY, "two", NULL, "R=?[C<=T]", 10}};
    assert_reads(text, false, wanted, sizeof wanted / sizeof *wanted);
}

/* Where properties have no ';', lines end them unless something is open. */
static void properties_by_lines(void **state)
{
    static const char text[] = "P=?[F a]\n"
                               "P=?[\n F a\n\n]\n"
                               "S<=0.5[x=7] &\n"
                               "S>=0.4[x=7]\n"
                               "\n"
                               "&\r\n"
                               "// in between\n"
                               "S>0[x=8]\n"
                               "\n\n"
                               "!a\n"
                               "a\n"
                               "!= b\n"
                               "filter(max,\nP=?[X a])\n"
                               "\"n\":\n\nx\n"
                               "const int k = 1;\n"
                               "R\n{\"r\"}\n=?\n[S]";
    static const struct wanted wanted[] = {
        {DEFINES_PROPERTY, NULL, NULL, "P=?[F a]", 1},
        {DEFINES_PROPERTY, NULL, NULL, "P=?[  F a  ]", 2},
        {DEFINES_PROPERTY, NULL, NULL, "S<=0.5[x=7] & S>=0.4[x=7]  &                S>0[x=8]", 6},
        {DEFINES_PROPERTY, NULL, NULL, "!a", 14},
        {DEFINES_PROPERTY, NULL, NULL, "a != b", 15},
        {DEFINES_PROPERTY, NULL, NULL, "filter(max, P=?[X a])", 17},
        {DEFINES_PROPERTY, "n", NULL, "x", 19},
        {DEFINES_CONSTANT, "k", "int", "1", 22},
        {DEFINES_PROPERTY, NULL, NULL, "R {\"r\"} =? [S]", 23}};
    assert_reads(text, false, wanted, sizeof wanted / sizeof *wanted);
}

static void definitions_of_models(void **state)
{
    static const char text[] = "dtmc \"?\" [const_] // const int no;\n"
                               "const int N = 3; const double p;\n"
                               "formula g = s=1 & t;\n"
                               "global w : [0..1] init 0;\n"
                               "module const_m\n"
                               "  label : [0..N] init 0; // endmodule\n"
                               "  [] s=0 -> p : (s'=1) + 1-p : (s'=2);\n"
                               "endmodule\n"
                               "module b = const_m [ s=t ] endmodule\n"
                               "rewards \"label\"\n  [a] true : 1;\nendrewards\n"
                               "init const=1 endinit\n"
                               "label \"goal\" = g & w=0;\n"
                               "system a || b endsystem\n"
                               "observables s, t endobservables\n"
                               "observable \"formula\" = s;\n"
                               "formula h = N+1;";
    static const struct wanted wanted[] = {{DEFINES_CONSTANT, "N", "int", "3", 2},
                                           {DEFINES_CONSTANT, "p", "double", NULL, 2},
                                           {DEFINES_FORMULA, "g", NULL, "s=1 & t", 3},
                                           {DEFINES_LABEL, "goal", NULL, "g & w=0", 14},
                                           {DEFINES_FORMULA, "h", NULL, "N+1", 18}};
    assert_reads(text, true, wanted, sizeof wanted / sizeof *wanted);
    assert_reads("", true, NULL, 0);
    assert_reads(" \n;\n // nothing", false, NULL, 0);
    assert_reads("module m label \"a\" = x;", true, NULL, 0);
}

static void mistakes_in_files(void **state)
{
    static const char *const cases[][2] = {
        {" P=?[F b\n & ];\nLRA=?[F a];",
         "a.props:2: column 4: expected a formula, found ']': something is missing "
         "behind the operator"},
        {"// x\n   P=?[F<=\"a\" b];",
         "a.props:2: column 11: a bound is a number; it may hold constants, but no labels"},
        {"const k=1;\n\nconst int k;", "a.props:3: the name k is already defined in line 1"},
        {"formula k=1;\nconst a;const k=2;", "a.props:2: the name k is already defined in line 1"},
        {"\"b\": P=?[F b];\nconst b;\n\"b\": b;",
         "a.props:3: the name \"b\" is already defined in line 1"},
        {"\"a\": P=?[F b];\nlabel \"a\" = b;",
         "a.props:2: the name \"a\" is already defined in line 1"},
        {"const int = 5;", "a.props:1: column 11: expected a name of letters, digits and '_', "
                           "found '= 5;'"},
        {"const int N 5;", "a.props:1: column 13: expected '=' or ';', found '5'"},
        {"const int N = ;", "a.props:1: column 15: expected a value, and the text ends"},
        {"const int N = 5", "a.props:1: column 16: expected ';', and the line ends"},
        {"\n\nlabel done = x;",
         "a.props:3: column 7: expected a name in double quotes, found 'done'"},
        {"label \"done = x;", "a.props:1: column 13: expected '\"', found '= x;'"},
        {"label \"done\" x;", "a.props:1: column 14: expected '=', found 'x'"},
        {"formula 5 = x;",
         "a.props:1: column 9: expected a name of letters, digits and '_', found '5'"},
        {"\"a\":;", "a.props:1: column 5: expected a property such as P=?[F \"done\"], and the "
                    "text ends"},
    };
    struct property_file file;
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        assert_int_equal(property_text_read("a.props", cases[k][0], false, &file), ERROR_INPUT);
        assert_string_equal(fail_message(), cases[k][1]);
        assert_null(file.definitions);
        assert_int_equal(file.count, 0);
    }
}

/* One property that cannot be read leaves the others. */
static void some_properties(void **state)
{
    static const char text[] = "const int k = 2;\n"
                               "\"a\": LRA=? [ F<=k x ];\n"
                               "\"b\": P=?[F<=k x];\n"
                               "P=?[F\n & x];P=?[X x]\n"
                               "\"c\": P=?[F (x]\n"
                               "label \"d\" = y;";
    static const struct {
        const char *name, *text, *problem; /* begins so */
    } wanted[] = {
        {"a", "LRA=? [ F<=k x ]", "a.props:2: column 10: expected a number, found '?'"},
        {"b", "P=?[F<=k x]", NULL},
        {NULL, "P=?[F  & x]", "a.props:5: column 2: expected a formula, found '&'"},
        {NULL, "P=?[X x]", NULL},
        {"c", "P=?[F (x]", "a.props:6: column 14: expected an operator or ')', found ']'"}};
    struct property_file file;
    const struct definition *d = NULL;
    assert_ok(property_text_read("a.props", text, false, &file));
    for (size_t k = 0; k < sizeof wanted / sizeof *wanted; k++) {
        assert_non_null(d = next_property(&file, d));
        assert_text(d->name, wanted[k].name);
        assert_string_equal(d->text, wanted[k].text);
        assert_int_equal(d->formula == NULL, wanted[k].problem != NULL);
        assert_int_equal(d->problem != NULL, wanted[k].problem != NULL);
        if (d->problem)
            assert_memory_equal(d->problem, wanted[k].problem, strlen(wanted[k].problem));
    }
    assert_null(next_property(&file, d));
    assert_ok(pick_property(&file, "c", &d));
    assert_ptr_equal(d, &file.definitions[5]);
    assert_ok(pick_property(&file, "3", &d));
    assert_ptr_equal(d, &file.definitions[3]);
    assert_ok(pick_property(&file, "k", &d));
    assert_null(d);
    assert_int_equal(pick_property(&file, "0", &d), ERROR_INPUT);
    assert_int_equal(pick_property(&file, "6", &d), ERROR_INPUT);
    assert_string_equal(fail_message(), "there are only properties 1 to 5");
    assert_null(d);
    assert_int_equal(file.count, 7);
    assert_int_equal(file.definitions[6].kind, DEFINES_LABEL);
    property_file_free(&file);
}

/* What the builder is asked for: "number FORMULA" or "truth FORMULA". */
static void parts_for_builders(void **state)
{
    static const char model[] = "dtmc // n : bool\nmodule m b:bool; ab : bool; s : [0..3];\n"
                                "other : boolean; last\n:\nbool init true; endmodule";
    static const char *const rows[][2] = {{"b", "truth b"},
                                          {"last", "truth last"},
                                          {"s", "number s"},
                                          {"n", "number n"},
                                          {"a", "number a"},
                                          {"other", "number other"},
                                          {"filter(print, b)", "truth b"},
                                          {"filter(sum, s)", "number s"},
                                          {"filter(sum, s>0?pow(2,s):0)", "number s>0?pow(2,s):0"},
                                          {"s>0?1:s", "number s>0?1:s"},
                                          {"s>0?b:ab", "truth s>0?b:ab"},
                                          {"P=?[F b]", "truth b"}};
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        struct formula *formula, *wanted;
        struct taken_labels taken = {0};
        const bool number = rows[k][1][0] == 'n';
        char *text;
        assert_ok(formula_read(rows[k][0], &formula));
        assert_ok(formula_take_labels(&formula, model, &taken));
        assert_ok(formula_read(strchr(rows[k][1], ' ') + 1, &wanted));
        assert_ok(formula_text(wanted, &text));
        assert_int_equal(taken.count, 1);
        assert_string_equal(taken.labels[0].text, text);
        assert_int_equal(taken.labels[0].number, number);
        free(text);
        formula_free(wanted);
        formula_free(formula);
        taken_labels_free(&taken);
    }
}

static void files(void **state)
{
    struct property_file file;
    scratch_write("a.props", "\"x\": P=?[X a]\n");
    assert_ok(property_file_read(scratch_path("a.props"), &file));
    assert_int_equal(file.count, 1);
    assert_string_equal(file.definitions[0].name, "x");
    property_file_free(&file);
    assert_int_equal(property_file_read("/absent.props", &file), ERROR_IO);
    assert_int_equal(file.count, 0);
}

static void little_memory(void **state)
{
    struct property_file file;
    assert_memory_refused(
        15, property_text_read("a", "const int N=5;label \"a\"=x;\"p\":P=?[F a];P?", false, &file));
    property_file_free(&file);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(definitions_of_files),
                                       cmocka_unit_test(properties_by_lines),
                                       cmocka_unit_test(definitions_of_models),
                                       cmocka_unit_test(mistakes_in_files),
                                       cmocka_unit_test(some_properties),
                                       cmocka_unit_test(parts_for_builders),
                                       cmocka_unit_test(files),
                                       cmocka_unit_test(little_memory)};
    return cmocka_run_group_tests_name("property_file", tests, scratch_create, scratch_remove);
}
