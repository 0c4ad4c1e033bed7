/* warpmark list variants: prints an overview by axis, names, or JSON objects. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/output/boxes.h"
#include "base/output/units.h"
#include "harness/case/variant.h"
#include "harness/commands/list.h"

enum { MARGIN = 12, WIDTH = 90 };

/* Axes of boxes, which describe a variant completely. The last axis is joined first. */
enum axis { METHOD, PLACE, PRECISION, ORDER, LAYOUT, NAXES };
_Static_assert((int)NAXES == (int)BOX_AXES, "");
static const char *const axis_names[NAXES] = {"methods", "places", "precisions", "orders",
                                              "layouts"};
static const enum axis axes_shown[NAXES] = {METHOD, LAYOUT, ORDER, PRECISION, PLACE};

/* Numbered texts, each once. */
struct words {
    size_t count;
    char **word;
};

static enum status number_of(struct words *words, const char *text, size_t *out)
{
    for (*out = 0; *out < words->count; (*out)++)
        if (!strcmp(words->word[*out], text)) return OK;
    MUST(reallocate(&words->word, words->count + 1, sizeof *words->word, "names"));
    MUST(copy_text(text, &words->word[words->count]));
    words->count++;
    return OK;
}

static void words_free(struct words *words)
{
    for (size_t k = 0; k < words->count; k++) free(words->word[k]);
    free(words->word);
}

/* Variants as points, and the number of the reason why each cannot be used. Reasons leave out the
 * names of the variant's own method, layout and place, so that one reason serves many variants.
 * Reason 0: the variant can be used. */
struct survey {
    struct words values[NAXES], reasons;
    size_t count, usable, *why;
    struct box *point, *boxes; /* boxes: room for as many */
};

/* Character that stands in a reason for the name on an axis. */
static char marker(int axis)
{
    return (char)(axis + 1);
}

/* Replaces in text the word behind `kind` by a marker, if it is name. */
static void mark(char *text, const char *kind, const char *name, enum axis axis)
{
    const size_t before = strlen(kind), length = strlen(name);
    for (char *at = text; (at = strstr(at, kind)); at++) {
        char *word = at + before;
        if (strncmp(word, name, length) || !strchr(",: ", word[length])) continue;
        *word = marker(axis);
        memmove(word + 1, word + length, strlen(word + length) + 1);
    }
}

static enum status reason_of(const struct variant *variant, struct words *reasons, size_t *out)
{
    char text[640] = "";
    if (variant_check(variant) != OK) snprintf(text, sizeof text, "%s", fail_message());
    const bool of_place = *text && variant->place->probe() != OK;
    if (of_place) snprintf(text, sizeof text, "%c: %s", marker(PLACE), fail_message());
    mark(text, "method ", variant->method->name, METHOD);
    mark(text, "layout ", variant->layout->name, LAYOUT);
    mark(text, "place ", variant->place->name, PLACE);
    return number_of(reasons, text, out);
}

static enum status survey_add(struct survey *survey, const struct variant *variant,
                              const char *name)
{
    struct box *point = &survey->point[survey->count];
    char method[256];
    snprintf(method, sizeof method, "%.*s", (int)strcspn(name, "/"), name);
    const char *const texts[NAXES] = {[METHOD] = method,
                                      [LAYOUT] = variant->layout->name,
                                      [ORDER] = row_order_names[variant->order],
                                      [PRECISION] = precision_names[variant->precision],
                                      [PLACE] = variant->place->name};
    *point = (struct box){.points = 1};
    for (int axis = 0; axis < NAXES; axis++) {
        size_t value;
        MUST(number_of(&survey->values[axis], texts[axis], &value));
        if (value >= BOX_VALUES)
            return fail(ERROR_INPUT, "list: more than %d methods with options: use --names",
                        BOX_VALUES);
        point->values[axis] = UINT64_C(1) << value;
    }
    MUST(reason_of(variant, &survey->reasons, &survey->why[survey->count]));
    survey->usable += survey->why[survey->count] == 0;
    survey->count++;
    return OK;
}

/* Makes the boxes of the variants with a reason, on the axes that it names; returns their
 * number. */
static size_t boxes_of(struct survey *survey, size_t reason)
{
    size_t count = 0;
    for (size_t k = 0; k < survey->count; k++) {
        if (survey->why[k] != reason) continue;
        struct box *box = &survey->boxes[count++];
        *box = survey->point[k];
        for (int axis = 0; reason && axis < NAXES; axis++)
            if (!strchr(survey->reasons.word[reason], marker(axis))) box->values[axis] = 0;
    }
    return boxes_join(count, survey->boxes);
}

/* Appends the values that a box has on an axis; in braces if they are several and `braced`. */
static enum status append_values(const struct survey *survey, enum axis axis, uint64_t values,
                                 bool braced, char **out)
{
    const bool several = braced && (values & (values - 1));
    const char *between = braced ? "," : " ", *before = several ? "{" : "";
    for (size_t k = 0; k < survey->values[axis].count; k++) {
        if (!(values >> k & 1)) continue;
        MUST(append_text(out, "%s%s", before, survey->values[axis].word[k]));
        before = between;
    }
    return several ? append_text(out, "}") : OK;
}

/* Prints words behind a head, on as many lines as they need. */
static void print_wrapped(const char *head, const char *text)
{
    int column = printf("%-*s", MARGIN - 1, head);
    for (size_t length; *text; text += length + strspn(text + length, " ")) {
        length = strcspn(text, " ");
        if (column >= MARGIN && column + (int)length >= WIDTH)
            column = printf("\n%*s", MARGIN - 1, "") - 1;
        column += printf(" %.*s", (int)length, text);
    }
    printf("\n");
}

/* Prints the values of each axis in a block of variants that can be used. */
static enum status print_block(const struct survey *survey, const struct box *box)
{
    printf("\n");
    for (int k = 0; k < NAXES; k++) {
        char *text = NULL;
        const enum axis axis = axes_shown[k];
        enum status status = append_values(survey, axis, box->values[axis], false, &text);
        if (status == OK) print_wrapped(axis_names[axis], text);
        free(text);
        if (status != OK) return status;
    }
    return OK;
}

/* Prints how many variants cannot be used for the reason, and the names that it applies to. */
static enum status print_reason(const struct survey *survey, size_t reason, const struct box *box)
{
    enum status status = OK;
    char *text = NULL;
    for (const char *from = survey->reasons.word[reason]; *from; from++) {
        const int axis = *from - marker(0);
        if (axis < 0 || axis >= NAXES) TRY(append_text(&text, "%c", *from));
        else TRY(append_values(survey, (enum axis)axis, box->values[axis], true, &text));
    }
    print_wrapped(human_count(box->points).text, text);
out:
    free(text);
    return status;
}

static enum status print_survey(struct survey *survey, bool usable)
{
    const size_t blocks = boxes_of(survey, 0);
    printf("%s of %s variants can be used here.\n", human_count(survey->usable).text,
           human_count(survey->count).text);
    for (size_t k = 0; k < blocks; k++) MUST(print_block(survey, &survey->boxes[k]));
    if (!usable && survey->usable < survey->count)
        printf("\n%s cannot:\n\n", human_count(survey->count - survey->usable).text);
    for (size_t reason = 1; !usable && reason < survey->reasons.count; reason++) {
        const size_t count = boxes_of(survey, reason);
        for (size_t k = 0; k < count; k++) MUST(print_reason(survey, reason, &survey->boxes[k]));
    }
    return OK;
}

static enum status overview(size_t count, const struct variant *variants, bool usable)
{
    enum status status = OK;
    struct survey survey = {0};
    char *name = NULL;
    size_t none;
    TRY(allocate(count, sizeof *survey.why, "reasons", &survey.why));
    TRY(allocate(count, sizeof *survey.point, "variants", &survey.point));
    TRY(allocate(count, sizeof *survey.boxes, "variants", &survey.boxes));
    TRY(number_of(&survey.reasons, "", &none));
    for (size_t k = 0; k < count; k++) {
        TRY(variant_name(&variants[k], &name));
        TRY(survey_add(&survey, &variants[k], name));
        free(name);
        name = NULL;
    }
    TRY(print_survey(&survey, usable));
    printf(
        "\nNames, such as jacobi/msr+bfs/f64/omp, are METHOD/LAYOUT[+ORDER]/PRECISION/PLACE. For a "
        "list of\nthem run: warpmark list variants [PATTERN] [--usable] --names\n");
out:
    free(name);
    for (int axis = 0; axis < NAXES; axis++) words_free(&survey.values[axis]);
    words_free(&survey.reasons);
    free(survey.why);
    free(survey.point);
    free(survey.boxes);
    return status;
}

/* Prints a JSON object, or a name. */
static enum status print_variant(const struct listing *listing, const struct variant *variant)
{
    struct json *json = listing->json;
    char *name;
    const bool can = variant_check(variant) == OK;
    const struct human reason = human_text("%s", can ? "" : fail_message());
    if (listing->usable && !can) return OK;
    MUST(variant_name(variant, &name));
    if (json) {
        open_item(json, name, NULL);
        json_text(json, "method", variant->method->name);
        json_text(json, "layout", variant->layout->name);
        json_text(json, "order", row_order_names[variant->order]);
        json_text(json, "precision", precision_names[variant->precision]);
        json_text(json, "place", variant->place->name);
        json_bool(json, "supported", can);
        json_text(json, "reason", reason.text);
        json_close_object(json);
    } else {
        printf("%s\n", name);
    }
    free(name);
    return OK;
}

/* Rest that a pattern with too few parts needs at its end, so that the missing parts match
 * anything. */
static const char *rest_of(const char *pattern)
{
    static const char *const rests[] = {"/*+*/*/*", "/*/*", "/*", ""};
    int slashes = 0;
    for (; slashes < 3 && (pattern = strchr(pattern, '/')); pattern++) slashes++;
    return rests[slashes];
}

/* Makes the pattern for any variant, and patterns for those that must be given by name. */
static enum status all_patterns(char **patterns, size_t *count)
{
    for (int l = -1; l < layout_count; l++) {
        if (l >= 0 && !layouts[l]->makes_rows) continue;
        for (int m = -1; m < method_count; m++) {
            if (m >= 0 && (!methods[m]->only_by_name || (l >= 0 && methods[m]->engine))) continue;
            MUST(format_text(&patterns[(*count)++], "%s/%s+*/*/*", m < 0 ? "*" : methods[m]->name,
                             l < 0 ? "*" : layouts[l]->name));
        }
    }
    return OK;
}

/* Finds the variants of a pattern; NULL: all, also those that only match by name. */
static enum status find_variants(const char *pattern, struct variant **out, size_t *count)
{
    enum status status = OK;
    size_t npatterns = 0;
    char **patterns = NULL;
    TRY(allocate_zeroed((size_t)(method_count + 1) * (size_t)(layout_count + 1), sizeof *patterns,
                        "patterns", &patterns));
    if (pattern) TRY(format_text(&patterns[npatterns++], "%s%s", pattern, rest_of(pattern)));
    else TRY(all_patterns(patterns, &npatterns));
    TRY(variants_expand(npatterns, patterns, out, count));
out:
    for (size_t k = 0; patterns && k < npatterns; k++) free(patterns[k]);
    free(patterns);
    return status;
}

enum status list_variants(struct listing *listing)
{
    enum status status = OK;
    struct variant *variants = NULL;
    size_t count = 0;
    TRY(find_variants(listing->pattern, &variants, &count));
    listing->count = count;
    if (!listing->json && !listing->names) status = overview(count, variants, listing->usable);
    else
        for (size_t k = 0; k < count && status == OK; k++)
            status = print_variant(listing, &variants[k]);
out:
    free(variants);
    return status;
}
