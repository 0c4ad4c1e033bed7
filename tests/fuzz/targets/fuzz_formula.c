/* Feeds texts to the readers of properties, of files of properties, of models' definitions and of
 * JANI models: raw bytes, or texts of a grammar. Any text must end in a clean refusal or in trees
 * whose text is read as the same tree, and models for the builder are JSON. */
#include <jansson.h>

#include "problems/properties/jani.h"
#include "tests/fuzz/jani_grammar.h"

/* P: a property, S: a file of properties, M: a model. */
static const struct grammar property_grammar = {{
    ['B' - 'A'] = RULE("", "<=$N ", "<$N ", ">=$N ", ">$N ", "=$N ", "[$N,$N] ",
                       "{\"r\"}<=$N ", "^{rew{1}>$N} ", "$@"),
    ['C' - 'A'] = RULE("$F", "S", "C", "C<=$N", "I=$N", "$F {$T}", "$F {$T}{min}{max}", "$@"),
    ['D' - 'A'] = RULE("const int N;", "const $I x = $N;", "label \"a\" = $T;", "formula f = $N;",
                       "\"a\": $P;", "$P\n", "$P\n\n", "// $@\n", "$P;", "$@"),
    ['F' - 'A'] = RULE("F \"a\"", "F$B($F)", "G$B$F", "X $F", "($F) U$B($F)", "$T W $T", "$T R $T",
                       "!($F)", "($F) & ($F)", "$T", "$@"),
    ['I' - 'A'] = RULE("", "int", "double", "bool", "rate"),
    ['M' - 'A'] = RULE("dtmc $D$D", "module m $D endmodule $D", "rewards $D endrewards $D",
                       "init $T endinit $D", "global x : [0..$N] init $N; $D", "$D $M", "$@"),
    ['N' - 'A'] =
        RULE("1", "T", "0.5", "-$N", "$N+$N", "$N*$N", "$N/$N", "$N^$N", "min($N,$N)", "log ($N)",
             "log", "func(mod,$N,$N)", "($N)", "$T?$N:$N", "1e$N", "$P", "$@"),
    ['P' - 'A'] =
        RULE("P=?[$F]", "P>=$N[$F]", "S=?[$T]", "R{\"r\"}=?[$C]", "R{1}<$N[$C]", "R{($N)}=?[$C]",
             "R=?[$C]", "Rmax=?[$C]", "E[$F]", "A[$F]", "P=?[HOA: {\"f.hoa\", \"a\" <- $T}]",
             "P>$N[!(HOA: {\"a\"} )]", "filter($O,$P,$T)", "filter($O,$P)", "$P+$P", "$T", "$@"),
    ['O' - 'A'] = RULE("min", "avg", "+", "&", "|", "printall", "$@"),
    ['S' - 'A'] = RULE("$P", "$D$S", "$D\n$S", "$D $S"),
    ['T' - 'A'] = RULE("\"a\"", "true", "x=1", "$N<$N", "$N!=$N", "!$T", "$T&$T", "$T|$T", "$T=>$T",
                       "$T<=>$T", "($T)", "P>$N[$F]", "$T?$T:$T", "$@"),
}};

static void fuzz_begin(void)
{
    json_object_seed(1); /* otherwise jansson opens /dev/urandom */
}

static void check_tree(const struct formula *tree)
{
    char *text, *again;
    struct formula *read, *copy;
    require_ok(formula_text(tree, &text));
    require_ok(formula_read(text, &read));
    require_ok(formula_copy(read, &copy));
    require_ok(formula_text(copy, &again));
    require(!strcmp(text, again) && formula_asks(tree) == formula_asks(copy));
    formula_free(read);
    formula_free(copy);
    free(text), free(again);
}

static void check_property(const char *text)
{
    struct formula *tree;
    if (formula_read(text, &tree) == OK) {
        check_tree(tree);
    } else {
        require_clean_message();
        require(!tree);
    }
    formula_free(tree);
}

static void check_definition(const struct definition *d, bool model)
{
    require(d->line > 0 && (d->kind != DEFINES_PROPERTY || !model));
    require(d->name || d->kind == DEFINES_PROPERTY);
    require((d->type != NULL) == (d->kind == DEFINES_CONSTANT));
    require((d->text != NULL) == (d->formula != NULL || d->problem));
    if (d->formula) check_tree(d->formula);
}

static void check_file(const char *text, bool model)
{
    struct property_file file;
    if (property_text_read("in.props", text, model, &file) != OK) require_clean_message();
    for (size_t k = 0; k < file.count; k++) check_definition(&file.definitions[k], model);
    property_file_free(&file);
}

/* Asks a property of the model. */
static void ask_builder(const char *text, const struct formula *property)
{
    struct formula *question;
    struct taken_labels labels = {0};
    char *built;
    require_ok(formula_copy(property, &question));
    if (jani_bind(text, &question) == OK) {
        require_ok(formula_take_labels(&question, NULL, &labels));
        if (jani_for_builder("in.jani", text, &labels, &built) == OK) {
            json_t *read = json_loads(strchr(built, '{'), 0, NULL);
            require(read && json_array_size(json_object_get(read, "properties")) == 0);
            json_decref(read);
        } else {
            require_clean_message();
        }
        free(built);
    } else {
        require_clean_message();
    }
    taken_labels_free(&labels);
    formula_free(question);
}

static void check_model(const char *text)
{
    struct property_file file;
    if (jani_definitions("in.jani", text, &file) != OK) require_clean_message();
    for (size_t k = 0; k < file.count; k++) {
        const struct definition *d = &file.definitions[k];
        require(d->name && (d->formula || d->problem || d->kind == DEFINES_CONSTANT));
        if (d->formula) check_tree(d->formula);
        if (d->formula && d->kind == DEFINES_PROPERTY) ask_builder(text, d->formula);
    }
    property_file_free(&file);
}

static void fuzz_one(const uint8_t *bytes, size_t size)
{
    struct fuzz_choices in = {bytes, bytes + size};
    const unsigned what = choose(&in, 8);
    static const char rules[] = "PSMM";
    char raw[GRAMMAR_LONGEST + 1];
    const char *text = raw;
    if (what < 4) {
        text = grammar_text(what < 3 ? &property_grammar : &jani_grammar, rules[what], &in);
    } else {
        size_t length = (size_t)(in.end - in.next);
        if (length > GRAMMAR_LONGEST) length = GRAMMAR_LONGEST;
        memcpy(raw, in.next, length);
        raw[length] = '\0';
    }
    switch (what % 4) {
    case 0: check_property(text); break;
    case 3: check_model(text); break;
    default: check_file(text, what % 4 == 2);
    }
}
