#include "problems/product.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "datasets/formats/hoa/hoa.h"
#include "generators/explore_product.h"

/* Makes the automaton of a model's property. */
static enum status take_property(const struct kripke_property *property, struct automaton *out)
{
    uint32_t n = 0;
    struct guard formula;
    const struct kripke_edge *edges = property->edges;
    for (int k = 0; k < PROPERTY_NAMES && property->names[k]; k++)
        MUST(automaton_name(out, property->names[k], strlen(property->names[k])));
    for (int k = 0; edges[k].formula; k++) {
        const char *text = edges[k].formula;
        MUST(guard_parse(&out->formulas, &text, out->nnames, NULL, &formula));
        MUST(automaton_edge(out, (uint32_t)edges[k].from, (uint32_t)edges[k].to, &formula));
        if ((uint32_t)edges[k].from >= n) n = (uint32_t)edges[k].from + 1;
    }
    MUST(automaton_size(out, n));
    for (uint32_t q = 0; q < n; q++) out->accepting[q] = property->accepting >> q & 1;
    return automaton_finish(out);
}

static enum status unknown_property(const struct generator *generator, const char *asked)
{
    char known[128] = "";
    size_t used = 0;
    for (const struct kripke_property *p = generator->kripke->properties; p->title; p++)
        used += (size_t)snprintf(known + used, sizeof known - used, "%d, ", p->number);
    return fail(ERROR_INPUT, "%s: property=%s: unknown property (known: %snone, FILE.hoa)",
                generator->name, asked, known);
}

/* Finds the automaton for property=; the first property if it is left out. */
static enum status asked_property(const struct generator *generator, const char *asked,
                                  struct automaton *out)
{
    const struct kripke_property *property = generator->kripke->properties;
    uint64_t number = 0;
    if (!*asked) return take_property(property, out);
    if (strpbrk(asked, "./")) return hoa_read(asked, out);
    if (!parse_count(asked, &number)) return unknown_property(generator, asked);
    for (; property->title; property++)
        if ((uint64_t)property->number == number) return take_property(property, out);
    return unknown_property(generator, asked);
}

static void count_facts(struct problem *out, const uint64_t *stored)
{
    out->facts.whole = true;
    product_count_part(&out->product, stored, &out->facts.stored_n, &out->facts.stored_transitions);
}

/* The product that an observer sees. With stored=1 or merge=1 it differs from the one that
 * grows. */
struct view {
    const struct growth *growth;
    bool merge, stored;
};

static enum status view_part(const struct product *part, const uint64_t *stored, void *context,
                             bool *enough)
{
    enum status status = OK;
    const struct view *view = context;
    struct product seen = {0};
    uint64_t n, m;
    if (!view->merge && !view->stored)
        return view->growth->watch(part, view->growth->context, enough);
    product_count_part(part, stored, &n, &m);
    if (view->stored && n == 0) return OK;
    TRY(product_copy(part, &seen));
    if (view->merge) product_merge(&seen);
    if (view->stored) TRY(product_restrict(&seen, stored));
    TRY(view->growth->watch(&seen, view->growth->context, enough));
out:
    product_free(&seen);
    return status;
}

/* automaton: NULL for the model alone. */
static enum status product_build(const struct source *source, const struct automaton *automaton,
                                 const struct growth *growth, struct problem *out)
{
    enum status status = OK;
    const struct generator *generator = source->generator;
    const union argument *a = source->arguments;
    uint64_t *stored = NULL;
    struct view view = {growth, a[MERGE].count, a[STORED].count};
    const struct observer observer = {view_part, &view};
    TRY(explore_product(generator->name, generator->kripke, a, automaton, growth ? &observer : NULL,
                        &out->product, &stored));
    if (a[MERGE].count) product_merge(&out->product);
    count_facts(out, stored);
    if (a[STORED].count && out->facts.stored_n == 0)
        TRY(fail(
            ERROR_INPUT,
            "%s: stored=1: no vertex is left: no state of the property's automaton is accepting",
            generator->name));
    if (a[STORED].count) TRY(product_restrict(&out->product, stored));
out:
    free(stored);
    return status;
}

static enum status open_model(const struct source *source, const struct growth *growth,
                              struct problem *out)
{
    enum status status = OK;
    const struct generator *generator = source->generator;
    const struct kripke *kripke = generator->kripke;
    const char *asked = source->arguments[PROPERTY].text;
    const struct model_label *match[MAX_PROPOSITIONS];
    struct automaton automaton = {0};
    bool alone = !strcmp(asked, "none");
    if (!alone) TRY(asked_property(generator, asked, &automaton));
    TRY(match_propositions(generator->name, kripke, &automaton, match));
    if (!out && kripke->check) TRY(kripke->check(source->arguments));
    if (out) TRY(product_build(source, alone ? NULL : &automaton, growth, out));
out:
    automaton_free(&automaton);
    return status;
}

static enum status open_file(const struct source *source, struct problem *out)
{
    const union source_keys *keys = &source->keys;
    if (keys->type || keys->goal || keys->avoid || keys->steady || keys->reward || keys->filter ||
        keys->steps || keys->time || keys->rhs)
        return fail(ERROR_INPUT, "%s: a product takes no keys", source->file);
    return out ? source->format->read_product(source->file, &out->product) : OK;
}

enum status open_product(const struct source *source, const struct growth *growth,
                         struct problem *out)
{
    if (out) out->kind = KIND_PRODUCT;
    enum status status =
        source->generator ? open_model(source, growth, out) : open_file(source, out);
    if (status != OK || !out) return status;
    out->states = out->product.n;
    out->transitions = out->product.m;
    return OK;
}
