/* JANI models: their properties in PRISM's notation, the names in formulas, and labels for them. */
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "problems/properties/jani.h"
#include "tests/support/cmocka.h"

/* %s: the type, and the properties. Rewards: `here` in locations, `jump` on edges, `leap` on
 * destinations, `both`. */
static const char model[] =
    "\xef\xbb\xbf{\"jani-version\":1,\"type\":\"%s\",\"constants\":[{\"name\":\"N\",\"type\":"
    "\"int\"},"
    "{\"name\":\"r\",\"type\":\"real\",\"value\":{\"op\":\"/\",\"left\":0.1,\"right\":-3}},"
    "{\"name\":\"odd\",\"type\":\"real\",\"value\":{\"op\":\"sin\",\"exp\":1}}],"
    "\"variables\":[{\"name\":\"x\",\"type\":{\"kind\":\"bounded\",\"base\":\"int\"}},"
    "{\"name\":\"b\",\"type\":\"bool\"},{\"name\":\"F\",\"type\":\"int\"},"
    "{\"name\":\"x.y\",\"type\":\"int\"},"
    "{\"name\":\"done\",\"type\":\"bool\",\"transient\":true},"
    "{\"name\":\"both\",\"type\":\"real\",\"transient\":true},"
    "{\"name\":\"leap\",\"type\":\"real\",\"transient\":true},"
    "{\"name\":\"mixed\",\"type\":\"real\",\"transient\":true},"
    "{\"name\":\"jump\",\"type\":\"real\",\"transient\":true},"
    "{\"name\":\"here\",\"type\":\"real\",\"transient\":true}],"
    "\"automata\":[{\"name\":\"a\",\"variables\":[{\"name\":\"own\",\"type\":\"int\"}],"
    "\"locations\":[{\"name\":\"l\",\"transient-values\":[{\"ref\":\"here\",\"value\":1},"
    "{\"ref\":\"both\",\"value\":1}]}],"
    "\"edges\":[{\"location\":\"l\",\"assignments\":[{\"ref\":\"jump\",\"value\":1}],"
    "\"destinations\":[{\"location\":\"l\",\"assignments\":[{\"ref\":\"both\",\"value\":1},"
    "{\"ref\":\"leap\",\"value\":1},{\"ref\":\"mixed\",\"value\":1}]},{\"location\":\"l\","
    "\"assignments\":[{\"ref\":\"both\",\"value\":1},{\"ref\":\"leap\",\"value\":1}]}]}]}],"
    "\"properties\":[%s]}";

#define X3 "{'op':'=','left':'x','right':3}"
#define FILTER(fun, values, states) \
    "{'op':'filter','fun':'" fun "','values':" values ",'states':" states "}"
#define ASK(values) FILTER("values", values, "{'op':'initial'}")
#define PAID(exp, what, bounds) "{'exp':" exp ",'accumulate':[" what "],'bounds':{" bounds "}}"
#define UNTIL(bounds) "{'op':'U','left':true,'right':'done'" bounds "}"
#define P_OF(path) "{'op':'Pmax','exp':" path "}"
#define E_OF(exp, more) "{'op':'Emin','exp':" exp more "}"

/* *out (new) = the model, with " for each '. */
static char *text_of(const char *type, const char *expression)
{
    char *property, *out;
    assert_ok(format_text(&property, "{\"name\":\"asked\",\"expression\":%s}", expression));
    for (char *c = property; *c; c++)
        if (*c == '\'') *c = '"';
    assert_ok(format_text(&out, model, type, property));
    free(property);
    return out;
}

struct said {
    const char *type, *expression, *text; /* or the problem */
};

static void assert_said(const struct said *wanted, bool problem)
{
    struct property_file file;
    char *text = text_of(wanted->type, wanted->expression);
    assert_ok(jani_definitions("m.jani", text, &file));
    const struct definition *d = next_property(&file, NULL);
    assert_non_null(d);
    assert_string_equal(d->name, "asked");
    assert_int_equal(d->formula == NULL, problem);
    assert_string_equal(problem ? d->problem : d->text, wanted->text);
    assert_null(next_property(&file, d));
    property_file_free(&file);
    free(text);
}

static void properties(void **state)
{
    static const struct said cases[] = {
        {"dtmc", ASK(P_OF(UNTIL(""))), "P=?[F \"done\"]"},
        {"dtmc",
         ASK("{'op':'Pmin','exp':{'op':'U','left':{'op':'\u00ac','exp':'done'},'right':" X3 "}}"),
         "P=?[!\"done\" U x=3]"},
        {"dtmc", ASK(P_OF(UNTIL(",'step-bounds':{'upper':'N'}"))), "P=?[F<=N \"done\"]"},
        {"dtmc", ASK(P_OF(UNTIL(",'step-bounds':{'upper':4,'upper-exclusive':true}"))),
         "P=?[F<4 \"done\"]"},
        {"dtmc", ASK(P_OF(UNTIL(",'step-bounds':{'lower':2}"))), "P=?[F>=2 \"done\"]"},
        {"ctmc", ASK(P_OF(UNTIL(",'time-bounds':{'lower':2,'lower-exclusive':true}"))),
         "P=?[F>2 \"done\"]"},
        {"ctmc", ASK(P_OF(UNTIL(",'time-bounds':{'lower':'r','upper':2.5}"))),
         "P=?[F[r,2.5] \"done\"]"},
        {"dtmc",
         ASK(P_OF(UNTIL(",'step-bounds':{'lower':2,'lower-exclusive':true,'upper':9,"
                        "'upper-exclusive':true}"))),
         "P=?[F[2+1,9-1] \"done\"]"},
        {"dtmc",
         ASK(P_OF("{'op':'\u2227','left':{'op':'G','exp':'b'},'right':{'op':'F','exp':{'op':"
                  "'W','left':'b','right':'own'}}}")),
         "P=?[(G b) & (F (b W own))]"},
        {"dtmc", ASK("{'op':'\u2265','left':" P_OF(UNTIL("")) ",'right':1}"), "P>=1[F \"done\"]"},
        {"dtmc", ASK("{'op':'<','left':0.25,'right':" P_OF(UNTIL("")) "}"), "P>0.25[F \"done\"]"},
        {"dtmc", ASK("{'op':'\u2264','left':'N','right':" P_OF(UNTIL("")) "}"), "P>=N[F \"done\"]"},
        {"dtmc", ASK("{'op':'<','left':" P_OF(UNTIL("")) ",'right':" P_OF(UNTIL("")) "}"),
         "P=?[F \"done\"]<P=?[F \"done\"]"},
        {"dtmc",
         ASK("{'op':'*','left':{'op':'+','left':0.0,'right':0.1},'right':{'op':'-','left':"
             "-0.0,'right':0.30000000000000004}}"),
         "(0+0.1)*(-0-0.30000000000000004)"},
        {"dtmc", ASK("{'op':'-','left':1,'right':" P_OF(UNTIL("")) "}"), "1-P=?[F \"done\"]"},
        {"dtmc", ASK("{'op':'\u2203','exp':{'op':'F','exp':" X3 "}}"), "E[F x=3]"},
        {"dtmc",
         ASK("{'op':'\u2200','exp':{'op':'G','exp':{'op':'\u2260','left':'x','right':-1}}}"),
         "A[G x!=-1]"},
        {"dtmc", ASK(P_OF(UNTIL(",'reward-bounds':[" PAID("'jump'", "'steps'", "'upper':4") "]"))),
         "P=?[F{\"jump\"}<=4 \"done\"]"},
        {"dtmc",
         ASK(P_OF(UNTIL(",'reward-bounds':[" PAID("'leap'", "'steps'",
                                                  "'lower':2,'lower-exclusive':true") "]"))),
         "P=?[F{\"leap\"}>2 \"done\"]"},
        {"dtmc",
         ASK(P_OF(
             UNTIL(",'reward-bounds':[" PAID("'jump'", "'steps'", "'lower':2,'upper':'x'") "]"))),
         "P=?[F{\"jump\"}[2,x] \"done\"]"},
        {"ctmc", ASK("{'op':'Smin','exp':'done'}"), "S=?[\"done\"]"},
        {"ctmc", ASK("{'op':'Smin','exp':" X3 "}"), "S=?[x=3]"},
        {"ctmc", ASK("{'op':'Smax','exp':'b'}"), "S=?[b]"},
        {"ctmc", ASK("{'op':'Smax','exp':{'op':'ite','if':'b','then':'b','else':" X3 "}}"),
         "S=?[b ? b : x=3]"},
        {"ctmc", ASK("{'op':'Smax','exp':{'op':'ite','if':'b','then':'x','else':1}}"),
         "R{(b ? x : 1)}=?[S]"},
        {"dtmc", ASK(P_OF("{'op':'W','left':true,'right':'b'}")), "P=?[true W b]"},
        {"ctmc", ASK("{'op':'Smax','exp':'both'}"), "R{\"both\"}=?[S]"},
        {"ctmc", ASK("{'op':'Smax','exp':{'op':'*','left':'x','right':2}}"), "R{(x*2)}=?[S]"},
        {"ctmc", ASK(E_OF("'here'", ",'accumulate':['time'],'reach':" X3)), "R{\"here\"}=?[F x=3]"},
        {"ctmc", ASK(E_OF("'jump'", ",'accumulate':['steps'],'time-instant':2")),
         "R{\"jump\"}=?[C<=2]"},
        {"ctmc", ASK(E_OF("'both'", ",'accumulate':['steps','time']")), "R{\"both\"}=?[C]"},
        {"ctmc", ASK(E_OF("'here'", ",'time-instant':2")), "R{\"here\"}=?[I=2]"},
        {"dtmc", ASK(E_OF("'here'", ",'accumulate':['exit'],'step-instant':2")),
         "R{\"here\"}=?[C<=2]"},
        {"dtmc", ASK(E_OF("1", ",'accumulate':['steps'],'reach':'done'")), "R{(1)}=?[F \"done\"]"},
        {"dtmc", ASK(E_OF("'x'", ",'accumulate':['exit'],'reach':'done'")), "R{(x)}=?[F \"done\"]"},
        {"ctmc", ASK(E_OF("'x'", ",'accumulate':['time'],'reach':'done'")), "R{(x)}=?[F \"done\"]"},
        {"ctmc",
         ASK("{'op':'>','left':" E_OF("1", ",'accumulate':['time'],'reach':'b'") ",'right':"
                                                                                 "1e-9}"),
         "R{(1)}>1e-09[F b]"},
        {"dtmc", FILTER("max", P_OF(UNTIL("")), "{'op':'initial'}"),
         "filter(max, P=?[F \"done\"], \"init\")"},
        {"dtmc", FILTER("values", P_OF(UNTIL("")), X3), "filter(range, P=?[F \"done\"], x=3)"},
        {"dtmc", FILTER("\u2200", "'done'", "true"), "filter(forall, \"done\", true)"},
        {"dtmc", FILTER("count", "{'op':'deadlock'}", "true"), "filter(count, \"deadlock\", true)"},
        {"dtmc",
         FILTER("sum",
                "{'op':'ite','if':'b','then':{'op':'pow','left':'x','right':2},'else':{'op':"
                "'floor','exp':{'op':'%','left':'x','right':2}}}",
                "true"),
         "filter(sum, b ? pow(x, 2) : floor(mod(x, 2)), true)"},
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) assert_said(&cases[k], false);
}

static void what_cannot_be_said(void **state)
{
    static const struct said cases[] = {
        {"ctmc", ASK(P_OF(UNTIL(",'step-bounds':{'upper':4}"))), "steps of a CTMC are not counted"},
        {"dtmc", ASK(P_OF(UNTIL(",'time-bounds':{'upper':4}"))),
         "steps are counted, and there is no time"},
        {"dtmc", ASK(E_OF("'here'", ",'accumulate':['exit'],'time-instant':2")),
         "steps are counted, and there is no time"},
        {"ctmc", ASK(E_OF("'here'", ",'step-instant':2")), "steps of a CTMC are not counted"},
        {"ctmc", ASK(P_OF(UNTIL(",'time-bounds':{'lower':1,'upper':4,'upper-exclusive':true}"))),
         "an interval of times without one of its ends cannot be said"},
        {"dtmc", ASK(P_OF(UNTIL(",'reward-bounds':[]"))),
         "several bounds of one path are not computed here"},
        {"dtmc",
         ASK(P_OF(UNTIL(",'step-bounds':{'upper':1},'reward-bounds':[" PAID("'jump'", "'steps'",
                                                                            "'upper':4") "]"))),
         "several bounds of one path are not computed here"},
        {"dtmc", ASK(P_OF(UNTIL(",'reward-bounds':[" PAID("1", "'steps'", "'upper':4") "]"))),
         "a bound of a reward that is no variable is not computed here"},
        {"dtmc", ASK(P_OF(UNTIL(",'reward-bounds':[" PAID("'jump'", "'exit'", "'upper':4") "]"))),
         "the reward jump has values on edges, which it leaves out"},
        {"dtmc", ASK(P_OF(UNTIL(",'reward-bounds':[" PAID("'mixed'", "'steps'", "'upper':4") "]"))),
         "the reward mixed differs between destinations of an edge, and a bound counts what all of "
         "them pay"},
        {"dtmc",
         ASK(P_OF(UNTIL(",'reward-bounds':[" PAID(
             "'jump'", "'steps'", "'lower':1,'upper':4,'upper-exclusive':true") "]"))),
         "an interval of rewards without one of its ends cannot be said"},
        {"dtmc", ASK(E_OF("'here'", ",'reward-instants':[]")),
         "bounds of rewards are not computed here"},
        {"dtmc", ASK(E_OF("'here'", ",'reach':'b','step-instant':2")),
         "a reward ends at a state or at a time"},
        {"ctmc", ASK(E_OF("'jump'", ",'accumulate':['time'],'reach':'b'")),
         "the reward jump has values on edges, which it leaves out"},
        {"ctmc", ASK(E_OF("'leap'", ",'accumulate':['time'],'reach':'b'")),
         "the reward leap has values on edges, which it leaves out"},
        {"ctmc", ASK(E_OF("'both'", ",'accumulate':['steps'],'reach':'b'")),
         "the reward both has values in locations, which it leaves out"},
        {"dtmc", ASK(E_OF("'here'", ",'accumulate':['steps','time'],'reach':'b'")),
         "the reward here has values in locations, which it leaves out"},
        {"ctmc", ASK(E_OF("'here'", ",'accumulate':['exit','time'],'reach':'b'")),
         "rewards at the exit of a CTMC's state cannot be said"},
        {"ctmc", ASK(E_OF("1", ",'accumulate':['steps'],'reach':'b'")),
         "rewards of a CTMC's steps need a variable"},
        {"dtmc", ASK(E_OF("1", ",'accumulate':['steps','exit'],'reach':'b'")),
         "its reward must count steps or exits of states, not both"},
        {"dtmc", ASK(E_OF("1", ",'accumulate':['time'],'reach':'b'")),
         "its reward must count steps or exits of states, not time"},
        {"dtmc", ASK(E_OF(X3, ",'accumulate':['steps'],'reach':'b'")),
         "rewards of steps that depend on the state need a variable"},
        {"dtmc", FILTER("argmax", P_OF(UNTIL("")), "true"),
         "the filter 'argmax' gives states, and no value"},
        {"dtmc", FILTER("values", "'done'", X3),
         "the truth in several states is no value: ask for ∀ or ∃"},
        {"dtmc", ASK(P_OF("{'op':'F','exp':{'op':'sgn','exp':'x'}}")),
         "properties with 'sgn' are not read"},
        {"dtmc", ASK("{'op':'<','left':{'op':''},'right':1}"),
         "properties with 'an unknown member' are not read"},
        {"dtmc", ASK(P_OF("{'F':1}")), "properties with 'an unknown member' are not read"},
        {"dtmc", ASK(P_OF("{'op':'F','exp':null}")), "a part of it is missing"},
        {"dtmc", ASK(P_OF("{'op':'F'}")), "a part of it is missing"},
        {"dtmc", ASK(P_OF("{'op':'F','exp':'F'}")),
         "the name 'F' means something else in a property"},
        {"dtmc", ASK(P_OF("{'op':'F','exp':'x.y'}")),
         "the name 'x.y' has other signs than letters, digits and '_'"},
        {"dtmc", "{'op':'F','exp':'done'}",
         "F may not stand here; paths stand inside P=?[...], R=?[...], E[...] and "
         "A[...]"},
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) assert_said(&cases[k], true);
}

static void constants(void **state)
{
    struct property_file file;
    char *text = text_of("dtmc", "true");
    assert_ok(jani_definitions("m.jani", text, &file));
    static const char *const wanted[][3] = {
        {"N", "int", NULL}, {"r", "double", "0.1/-3"}, {"odd", "double", NULL}};
    assert_int_equal(file.count, 4);
    for (size_t k = 0; k < 3; k++) {
        const struct definition *d = &file.definitions[k];
        assert_int_equal(d->kind, DEFINES_CONSTANT);
        assert_string_equal(d->name, wanted[k][0]);
        assert_string_equal(d->type, wanted[k][1]);
        assert_int_equal(d->formula != NULL, wanted[k][2] != NULL);
        if (wanted[k][2]) assert_string_equal(d->text, wanted[k][2]);
    }
    property_file_free(&file);
    free(text);
}

static void no_models(void **state)
{
    static const char *const cases[][2] = {
        {"[]", "m.jani:1: this is no model in JANI"},
        {"{", "m.jani:1: this is no model in JANI"},
        {"{\n\"a\":1,\n\"a\":2}", "m.jani:3: this is no model in JANI: duplicate object key near "
                                  "'\"a\"'"},
        {"{\n\"a\":", "m.jani:2: this is no model in JANI: unexpected token near end of file"}};
    struct property_file file;
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        assert_int_equal(jani_definitions("m.jani", cases[k][0], &file), ERROR_INPUT);
        assert_string_equal(fail_message(), cases[k][1]);
        assert_null(file.definitions);
    }
    assert_ok(jani_definitions("m.jani", "{}", &file));
    assert_int_equal(file.count, 0);
    property_file_free(&file);
}

/* What a question becomes: its text, and the parts for the builder. */
static void assert_bound(const char *question, const char *wanted, const char *parts)
{
    struct formula *formula;
    struct taken_labels labels = {0};
    char *text = text_of("dtmc", "true"), *got, *taken = NULL;
    assert_ok(formula_read(question, &formula));
    const enum status status = jani_bind(text, &formula);
    if (status == OK) {
        assert_ok(formula_take_labels(&formula, NULL, &labels));
        assert_ok(formula_text(formula, &got));
        for (size_t k = 0; k < labels.count; k++)
            assert_ok(append_text(&taken, "%s%s", k ? "; " : "", labels.labels[k].text));
        assert_string_equal(got, wanted);
        assert_string_equal(taken ? taken : "", parts);
        free(got);
    } else {
        assert_string_equal(fail_message(), wanted);
    }
    taken_labels_free(&labels);
    formula_free(formula);
    free(taken);
    free(text);
}

static void names(void **state)
{
    assert_bound("P=?[done U own=2 & x<3]", "P=?[\"done\" U \"warpmark_1\"]", "own=2 & x<3");
    assert_bound("P=?[F done=b]", "P=?[F (\"done\" <=> \"warpmark_1\")]", "b");
    assert_bound("P=?[F b!=done]", "P=?[F (\"warpmark_1\" <=> \"done\")]", "!b");
    assert_bound("R{(x+1)}=?[F done]", "R{(warpmark_1)}=?[F \"done\"]", "x+1");
    assert_bound("R{(2*3)}=?[F done]", "R{(2*3)}=?[F \"done\"]", "");
    assert_bound("P=?[F here>2]", "column 7: 'here' is a reward: ask for R{\"here\"}=?[...]", "");
    assert_bound("P=?[F her>2]",
                 "column 7: 'her' is neither a constant nor a variable of the model", "");
}

/* The model that gets the part of a question, with ' for each ". */
static void assert_added(const char *text, const char *question, const char *wanted)
{
    struct formula *formula;
    struct taken_labels labels = {0};
    char *out, *with = strdup(text);
    for (char *c = with; *c; c++)
        if (*c == '\'') *c = '"';
    assert_ok(formula_read(question, &formula));
    assert_ok(formula_take_labels(&formula, NULL, &labels));
    const enum status status = jani_for_builder("m.jani", with, &labels, &out);
    if (status == OK) {
        json_t *valid = json_loads(out, 0, NULL);
        assert_non_null(valid);
        json_decref(valid);
        for (char *c = out; *c; c++)
            if (*c == '"') *c = '\'';
    }
    assert_string_equal(status == OK ? out : fail_message(), wanted);
    free(out);
    free(with);
    taken_labels_free(&labels);
    formula_free(formula);
}

#define VARIABLE "{'name':'warpmark_1','type':'bool','transient':true,'initial-value':false}"
#define VALUE(of) "{'ref':'warpmark_1','value':" of "}"

static void labels_added(void **state)
{
    assert_added(
        "{ 'variables' : [ {'name': 'x', 'initial-value': 0.10} ], 'automata': [{'name': "
        "'a', 'locations': [{'name':'l'}, {'transient-values':[ ], 'name':'m'}, "
        "{'name':'}\\\\', 'transient-values': [{'ref':'t','value':1}]}], 'edges':[]}, "
        "{'locations':[{'name':'n'}]}]}",
        "P=?[F x>3]",
        "{ 'variables' : [" VARIABLE ", {'name': 'x', 'initial-value': 0.10} ], "
        "'automata': [{'name': 'a', 'locations': [{'transient-values':[" VALUE(
            "{'op':'<','left':3,'right':'x'}") "],'name':'l'}, "
                                               "{'transient-values':[" VALUE(
                                                   "{'op':'<','"
                                                   "left':3,'"
                                                   "right':'x'}") " ], 'name':'m'}, "
                                                                  "{'name':'}\\\\', "
                                                                  "'transient-values': [" VALUE(
                                                                      "{'op':'<','left':3,'right':'"
                                                                      "x'}") ",{'ref':'t',"
                                                                             "'value':1}]}], "
                                                                             "'edges':[]}, "
                                                                             "{'locations':[{'name'"
                                                                             ":'n'}]}]}");
    assert_added("{'automata':[{'locations':[{}]}],'variables':[]}", "P=?[F x]",
                 "{'automata':[{'locations':[{'transient-values':[" VALUE(
                     "'x'") "]}]}],'variables':[" VARIABLE "]}");
    assert_added("{'automata':[{'locations':[{}]}]}", "P=?[F x]",
                 "{'variables':[" VARIABLE
                 "],'automata':[{'locations':[{'transient-values':[" VALUE("'x'") "]}]}]}");
    assert_added("{'properties':[{'name':'[]'}, {}] ,'automata':[]}", "P=?[F \"done\"]",
                 "{'properties':[] ,'automata':[]}");
    assert_added("{'automata':[{'locations':[{}]}],'properties':[1],'variables':[]}", "P=?[F x]",
                 "{'automata':[{'locations':[{'transient-values':[" VALUE(
                     "'x'") "]}]}],'properties':[],'variables':[" VARIABLE "]}");
    assert_added("{'automata':[{'locations':[{}]}],'variables':3}", "P=?[F x]",
                 "the model has no array of variables where it should be");
    assert_added("{'automata':[{'locations':[[]]}]}", "P=?[F x]",
                 "the model has no array of transient-values where it should be");
    assert_added("{'automata':[{'locations':[{'transient-values':{}}]}]}", "P=?[F x]",
                 "the model has no array of transient-values where it should be");
    assert_added("{'automata':{'a':[]}}", "P=?[F x]", "the model has no automata");
    assert_added("{'name':'\\'automata\\':', 'automata':[]}", "P=?[F x]",
                 "the model has no automata");
}

static void formulas_in_jani(void **state)
{
    static const char *const cases[][2] = {
        {"x => y", "{'op':'∨','left':{'op':'¬','exp':'x'},'right':'y'}"},
        {"x <=> !y", "{'op':'=','left':'x','right':{'op':'¬','exp':'y'}}"},
        {"(x & y) | z", "{'op':'∨','left':{'op':'∧','left':'x','right':'y'},'right':'z'}"},
        {"x>=007", "{'op':'≤','left':7,'right':'x'}"},
        {"x<=.5", "{'op':'≤','left':'x','right':0.5}"},
        {"x!=-y+1",
         "{'op':'≠','left':'x','right':{'op':'+','left':{'op':'-','left':0,'right':'y'},'right':"
         "1}}"},
        {"x=(y ? 1 : z*2/3)",
         "{'op':'=','left':'x','right':{'op':'ite','if':'y','then':1,'else':{'op':'/','left':{'op'"
         ":'*','left':'z','right':2},'right':3}}}"},
        {"x=min(y, z, 0)",
         "{'op':'=','left':'x','right':{'op':'min','left':'y','right':{'op':'min','left':'z',"
         "'right':0}}}"},
        {"x=max(y)", "{'op':'=','left':'x','right':'y'}"},
        {"x=mod(y, 2)", "{'op':'=','left':'x','right':{'op':'%','left':'y','right':2}}"},
        {"x=pow(y, 2)", "{'op':'=','left':'x','right':{'op':'pow','left':'y','right':2}}"},
        {"x=ceil(y)", "{'op':'=','left':'x','right':{'op':'ceil','exp':'y'}}"},
        {"x=round(y)",
         "{'op':'=','left':'x','right':{'op':'floor','exp':{'op':'+','right':0.5,'left':'y'}}}"},
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        char *question, *wanted;
        assert_ok(format_text(&question, "P=?[F (%s)]", cases[k][0]));
        assert_ok(format_text(&wanted,
                              "{'variables':[" VARIABLE "],'automata':[{'locations':[{"
                              "'transient-values':[" VALUE("%s") "]}]}]}",
                              cases[k][1]));
        assert_added("{'automata':[{'locations':[{}]}]}", question, wanted);
        free(question);
        free(wanted);
    }
}

static void little_memory(void **state)
{
    struct property_file file;
    char *text = text_of("dtmc", ASK(P_OF(UNTIL(",'step-bounds':{'upper':'N'}"))));
    assert_memory_refused(40, jani_definitions("m.jani", text, &file));
    property_file_free(&file);
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(properties),
                                       cmocka_unit_test(what_cannot_be_said),
                                       cmocka_unit_test(constants),
                                       cmocka_unit_test(no_models),
                                       cmocka_unit_test(names),
                                       cmocka_unit_test(labels_added),
                                       cmocka_unit_test(formulas_in_jani),
                                       cmocka_unit_test(little_memory)};
    return cmocka_run_group_tests_name("jani", tests, NULL, NULL);
}
