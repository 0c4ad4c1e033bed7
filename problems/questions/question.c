/* The problem of a source's question: one reduction where one is enough, and otherwise a value that
 * proofs of inner questions tell. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "problems/questions/asking.h"
#include "problems/questions/question.h"

/* What is asked: for which states, and what is done with their numbers. */
struct outermost {
    const struct formula *what; /* without the filter */
    uint8_t *selected;
    uint32_t count; /* of selected states */
    const char *operator;
};

/* Returns the filter that is meant where there is none: PRISM's. */
static const char *usual_operator(const struct asking *asking, const struct formula *formula,
                                  uint32_t count)
{
    if (formula_is_truth(asking, formula)) return "forall";
    return count == 1 ? "state" : "range";
}

static enum status select_initial(struct asking *asking, struct outermost *out)
{
    const uint32_t n = chain_states(asking->chain);
    MUST(allocate(n, 1, "states", &out->selected));
    memcpy(out->selected, chain_label(asking->chain, "init")->holds, n);
    return OK;
}

static enum status find_outermost(struct asking *asking, const struct formula *root,
                                  struct outermost *out)
{
    static const struct formula all = {.kind = FORMULA_TRUE};
    const bool filter = root->kind == FORMULA_FILTER;
    *out = (struct outermost){.what = filter ? root->child[0] : root};
    if (filter) MUST(check_filtered(asking, root));
    if (filter)
        MUST(states_where(asking, root->nchildren > 1 ? root->child[1] : &all, &out->selected));
    else MUST(select_initial(asking, out));
    for (uint32_t i = 0; i < chain_states(asking->chain); i++) out->count += out->selected[i] != 0;
    if (!out->count) return asked_wrong(asking, root, "the filter selects no state of this model");
    out->operator= filter ? root->text : usual_operator(asking, root, out->count);
    if (!strcmp(out->operator, "first")) {
        uint32_t first = 0;
        while (!out->selected[first]) first++;
        memset(out->selected, 0, chain_states(asking->chain));
        out->selected[first] = 1;
        out->count = 1;
    }
    return OK;
}

static bool is_long_run(const struct formula *formula)
{
    return formula->kind == FORMULA_STEADY ||
           (formula->kind == FORMULA_REWARD && formula->child[0]->kind == FORMULA_LONG_RUN);
}

/* Returns whether one reduction is enough. */
static bool is_elementary(const struct asking *asking, const struct outermost *outermost)
{
    const struct formula *what = outermost->what;
    const enum filter filter = filter_of_operator(outermost->operator);
    if (what->kind != FORMULA_PROBABILITY && what->kind != FORMULA_STEADY &&
        what->kind != FORMULA_REWARD)
        return false;
    if (outermost->count == 1) return strncmp(outermost->operator, "print", 5) != 0;
    /* unknowns of an MDP may stand for several states */
    if (asking->chain->type == CHAIN_MDP && filter != FILTER_MAX && filter != FILTER_MIN)
        return false;
    return (!is_long_run(what) || asking->chain->type == CHAIN_MDP) && filter != FILTER_NONE;
}

static enum relation relation_of(enum formula_relation relation)
{
    static const enum relation relations[] = {[ASKED] = NO_RELATION,
                                              [BELOW_LIMIT] = IS_BELOW,
                                              [AT_MOST_LIMIT] = IS_AT_MOST,
                                              [ABOVE_LIMIT] = IS_ABOVE,
                                              [AT_LEAST_LIMIT] = IS_AT_LEAST};
    return relations[relation];
}

static enum status reduce_elementary(struct asking *asking, const struct outermost *outermost,
                                     struct elementary *elementary, struct problem *out)
{
    const struct formula *what = outermost->what;
    const uint32_t n = chain_states(asking->chain);
    const enum filter filter =
        outermost->count == 1 ? FILTER_NONE : filter_of_operator(outermost->operator);
    MUST(elementary_reduce(elementary, outermost->selected, n, filter, out));
    struct asked_value *asked = &out->asked;
    asked->relation = relation_of(what->relation);
    asked->truth = formula_is_truth(asking, asking->source->question);
    if (!asked->relation) return OK;
    return limit_number(asking, what, &asked->limit_low, &asked->limit_high);
}

/* One row, whose answer is the value. */
static enum status make_known(double value, struct problem *out)
{
    struct linear *s = &out->system;
    out->kind = KIND_FIXPOINT;
    out->range = RANGE_ANY;
    out->solved = true;
    out->step = 1;
    MUST(csr_allocate(1, 0, &s->a.off));
    MUST(allocate_zeroed(1, sizeof *s->a.diag, "a value", &s->a.diag));
    MUST(allocate_zeroed(1, sizeof *s->b, "a value", &s->b));
    MUST(allocate_zeroed(1, sizeof *s->x0, "a value", &s->x0));
    MUST(allocate_zeroed(1, 1, "a value", &out->fixpoint.initial));
    MUST(allocate_zeroed(1, 1, "a value", &out->fixpoint.infinite));
    s->a.diag[0] = 1;
    out->fixpoint.initial[0] = 1;
    out->fixpoint.infinite[0] = isinf(value);
    s->b[0] = s->x0[0] = isfinite(value) ? value : 0;
    return OK;
}

/* Answers it by proofs of the questions in it. */
static enum status reduce_inside(struct asking *asking, const struct formula *root,
                                 const struct outermost *outermost, struct problem *out)
{
    enum status status = OK;
    struct formula init = {.kind = FORMULA_LABEL, .text = (char *)(uintptr_t) "init"},
                   filter = {.kind = FORMULA_FILTER, .nchildren = 2};
    struct formula *children[2] = {(struct formula *)(uintptr_t)root, &init};
    struct filtered value;
    filter.text = (char *)(uintptr_t)outermost->operator;
    filter.child = children;
    TRY(filter_value(asking, root->kind == FORMULA_FILTER ? root : &filter, &value));
    struct asked_value *asked = &out->asked;
    asked->known = true;
    asked->truth = formula_is_truth(asking, root);
    asked->range = value.range;
    asked->range_off = value.off;
    asked->low = value.low, asked->high = value.high;
    TRY(make_known(value.low == value.high ? value.low : 0.5 * (value.low + value.high), out));
out:
    return status;
}

static enum status reduce_curve(struct asking *asking, const struct formula *root,
                                struct problem *out)
{
    struct asked_value *asked = &out->asked;
    MUST(multi_curve(asking, root, &asked->curve));
    asked->known = asked->range = true;
    asked->low = asked->curve.at[0][0];
    asked->high = asked->curve.at[asked->curve.count - 1][0];
    asked->range_off = asked->curve.off;
    return make_known(asked->low, out);
}

/* A name of the user's that hides a variable would change what is asked. */
static enum status check_hidden(const struct source *source, const struct chain *chain)
{
    const struct property_file *file = &source->properties;
    for (const char *at = source->constants; at && *at; at += strcspn(at, ","), at += *at == ',') {
        const size_t length = strcspn(at, "=");
        if (chain_variable(chain, at, length) != SIZE_MAX)
            return fail(ERROR_INPUT,
                        "const=%.*s: the states have a variable '%.*s': give the constant another "
                        "name",
                        (int)strcspn(at, ","), at, (int)length, at);
    }
    for (size_t k = 0; k < file->count; k++) {
        const struct definition *d = &file->definitions[k];
        if ((d->kind == DEFINES_CONSTANT || d->kind == DEFINES_FORMULA) &&
            chain_variable(chain, d->name, strlen(d->name)) != SIZE_MAX)
            return fail(ERROR_INPUT,
                        "%s:%zu: the states have a variable '%s': give the %s another name",
                        source->keys.props, d->line, d->name,
                        d->kind == DEFINES_CONSTANT ? "constant" : "formula");
    }
    return OK;
}

enum status reduce_question(const struct source *source, struct chain *chain, struct problem *out)
{
    enum status status = OK;
    const struct formula *root = source->question;
    struct asking asking = {.source = source, .chain = chain};
    struct outermost outermost = {0};
    struct elementary elementary = {0};
    MUST(check_hidden(source, chain));
    MUST(check_intervals_asked(&asking, root));
    if (asks_curve(root)) return reduce_curve(&asking, root, out);
    TRY(find_outermost(&asking, root, &outermost));
    bool inside = !is_elementary(&asking, &outermost);
    if (!inside)
        TRY(elementary_make(&asking, outermost.what, true, outermost.selected, &elementary));
    if (elementary.known) inside = true;
    TRY(inside ? reduce_inside(&asking, root, &outermost, out)
               : reduce_elementary(&asking, &outermost, &elementary, out));
    out->asked.inner = asking.inside.count + asking.unnamed;
    out->asked.seconds = asking.seconds;
out:
    elementary_free(&elementary);
    inside_free(&asking.inside);
    free(outermost.selected);
    return status;
}

/* Lists what reduce_question would prove. Where the number of selected states decides that, the
 * filter's word does here: one for `first` and `state`. */
static enum status list_question(struct asking *asking, const struct formula *root)
{
    const bool filter = root->kind == FORMULA_FILTER;
    struct outermost outermost = {.what = filter ? root->child[0] : root,
                                  .operator= filter ? root->text : "state" };
    const bool one = !strcmp(outermost.operator, "state") || !strcmp(outermost.operator, "first");
    outermost.count = one ? 1 : 2;
    if (filter && root->nchildren > 1) MUST(list_inside(asking, root->child[1]));
    return is_elementary(asking, &outermost) ? list_parts(asking, outermost.what)
                                             : list_inside(asking, outermost.what);
}

static enum status put_sources(const char *text, size_t before, const struct inside *inside,
                               char **out)
{
    MUST(copy_text("", out));
    for (size_t k = 0; k < inside->count; k++) {
        MUST(before ? append_text(out, "%.*s", (int)before, text) : append_text(out, "%s,", text));
        MUST(append_text(out, "prop=%s\n", inside->text[k]));
    }
    return OK;
}

enum status questions_inside(const char *text, char **out)
{
    struct source source;
    struct chain any = {.transitions = {.rows = 1}};
    struct asking asking = {.source = &source, .chain = &any};
    *out = NULL;
    enum status status = source_parse(text, &source);
    if (status == OK && source.question) {
        any.type = source_chain_type(&source);
        if (any.type == CHAIN_UNKNOWN) any.type = CHAIN_CTMC; /* which has bounds of all kinds */
        status = list_question(&asking, source.question);
    }
    if (status == OK) status = put_sources(text, source.before_asked, &asking.inside, out);
    inside_free(&asking.inside);
    source_free(&source);
    return status;
}
