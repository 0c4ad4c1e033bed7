/* Names of variants: parsing, spelling, patterns, and invalid names. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "harness/case/variant.h"
#include "tests/support/cmocka.h"

static void assert_name(const struct variant *variant, const char *expected)
{
    char *name;
    assert_int_equal(variant_name(variant, &name), OK);
    assert_string_equal(name, expected);
    free(name);
}

/* Parses text and expects it to be spelled as expected. */
static void assert_spelling(const char *text, const char *expected)
{
    struct variant variant;
    if (variant_parse(text, &variant) != OK) fail_msg("%s: %s", text, fail_message());
    assert_name(&variant, expected);
}

/* A variant by its axes reads back from its name, which is spelled as documented. */
static void check_round_trip(const struct variant *variant, const char *options)
{
    struct variant back;
    char spelling[256];
    snprintf(spelling, sizeof spelling, "%s%s/%s%s%s/%s/%s", variant->method->name, options,
             variant->layout->name, variant->order ? "+" : "",
             variant->order ? row_order_names[variant->order] : "",
             precision_names[variant->precision], variant->place->name);
    assert_name(variant, spelling);
    assert_int_equal(variant_parse(spelling, &back), OK);
    assert_ptr_equal(back.method, variant->method);
    assert_ptr_equal(back.layout, variant->layout);
    assert_ptr_equal(back.place, variant->place);
    assert_int_equal(back.order, variant->order);
    assert_int_equal(back.precision, variant->precision);
    assert_true(variant_same(&back, variant));
    assert_memory_equal(&back.options, &variant->options, sizeof back.options);
}

static void check_options(const struct variant *plain)
{
    check_round_trip(plain, "");
    for (struct option_entry entry = {0}; option_next(&entry);) {
        const struct option *option = entry.option;
        if (!option_applies(&entry, plain->method, plain->layout, plain->place)) continue;
        struct variant variant = *plain;
        char text[128];
        for (int v = 1; option->words && option->words[v]; v++) {
            option_set(&entry, v, &variant.options);
            snprintf(text, sizeof text, "[%s=%s]", option->name, option->words[v]);
            check_round_trip(&variant, text);
        }
        if (option->words) continue;
        for (int eighths = 1; option_get(&entry, &variant.options) <= option->above || eighths == 1;
             eighths++)
            option_set(&entry, option->above + eighths * (option->below - option->above) / 8,
                       &variant.options);
        snprintf(text, sizeof text, "[%s=%.15g]", option->name,
                 option_get(&entry, &variant.options));
        check_round_trip(&variant, text);
    }
}

static void test_round_trip(void **state)
{
    for (int m = 0; m < method_count; m++)
        for (int l = 0; l < layout_count; l++)
            for (int precision = 0; precision < NPRECISIONS; precision++)
                for (int p = 0;
                     p < place_count && variant_is_valid(methods[m], layouts[l], precision); p++)
                    for (int order = 0; order < (layouts[l]->store ? 1 : NORDERS); order++)
                        check_options(
                            &(struct variant){.method = methods[m],
                                              .layout = layouts[l],
                                              .order = (enum row_order)order,
                                              .precision = (enum precision)precision,
                                              .place = places[p],
                                              .options = default_options(methods[m], layouts[l])});
}

static void test_spelling(void **state)
{
    assert_spelling("jacobi/msr/f64/seq", "jacobi/msr/f64/seq");
    assert_spelling("jacobi[vote=store]/msr/f32/cuda", "jacobi[vote=store]/msr/f32/cuda");
    assert_spelling("jacobi[vote=block]/msr/f32/cuda", "jacobi/msr/f32/cuda"); /* the default */
    assert_spelling("jacobi[]/msr/f32/omp", "jacobi/msr/f32/omp");
    assert_spelling("jacobi[check=1]/msr/f32/omp", "jacobi/msr/f32/omp");
    assert_spelling("jor[omega=0.5,check=1e3]/msr/f32/omp",
                    "jor[check=1000,omega=0.5]/msr/f32/omp");
    assert_spelling("jor[omega=0.5,epsilon=1e-3]/msr/f32/omp",
                    "jor[epsilon=0.001,omega=0.5]/msr/f32/omp");
    assert_spelling("jacobi[check=20,loop=graph]/msr/f64/cuda",
                    "jacobi[loop=graph,check=20]/msr/f64/cuda");
    assert_spelling("bicgstab[loop=graph]/msr/f64/cuda", "bicgstab[loop=graph]/msr/f64/cuda");
    assert_spelling("jacobi[loop=graph]/msr/f64/cuda3", "jacobi[loop=graph]/msr/f64/cuda3");
    assert_spelling("jacobi[halves=shared,vote=store]/hwl/f64/cuda",
                    "jacobi[vote=store,halves=shared]/hwl/f64/cuda");
    assert_spelling("bicgstab[halves=shuffle]/chwl/f64/cuda", "bicgstab/chwl/f64/cuda");
    assert_spelling("null/msr/f64/omp", "null/msr/f64/omp");
    assert_spelling("jacobi[temporal_block=3,check=6]/pattern/f64/cuda",
                    "jacobi[check=6,temporal_block=3]/pattern/f64/cuda");
    assert_spelling("jacobi[sweeps=3]/pattern/f64/cuda", /* the old name */
                    "jacobi[temporal_block=3]/pattern/f64/cuda");
    assert_spelling("jacobi[temporal_block=1,check=3]/pattern/f64/cuda",
                    "jacobi[check=3]/pattern/f64/cuda");
    assert_spelling("map[sweeps=inplace,orientation=pred]/csr/u32/omp",
                    "map[orientation=pred,sweeps=inplace]/csr/u32/omp");
    assert_spelling("map[ordering=inverse,loop=graph]/csr/u32/cuda",
                    "map[loop=graph]/csr/u32/cuda");
    assert_spelling("jor[omega=0.5]/msr+bfs/f32/seq", "jor[omega=0.5]/msr+bfs/f32/seq");
    assert_spelling("jacobi/msr+native/f64/seq", "jacobi/msr/f64/seq"); /* the default */
}

static struct solver_options options_of(const char *text)
{
    struct variant variant;
    if (variant_parse(text, &variant) != OK) fail_msg("%s", fail_message());
    return variant.options;
}

/* The first option of the layout's own. */
static int first_own(const char *text)
{
    const struct solver_options options = options_of(text);
    return *(const int *)layout_options(&options);
}

/* Words that are numbers mean those numbers. */
static void test_words_of_numbers(void **state)
{
    char text[64];
    assert_int_equal(first_own("jacobi/sscan/f64/cuda"), 0);
    assert_int_equal(options_of("jacobi/pattern/f64/cuda").temporal_block, 1);
    assert_int_equal(options_of("jacobi[temporal_block=4]/pattern/f64/cuda").temporal_block, 4);
    assert_int_equal(first_own("jacobi[elements=cub]/sscan/f64/cuda"), 0);
    assert_int_equal(first_own("jacobi/cusparse/f64/cuda"), 1);
    assert_int_equal(first_own("jacobi/cusparse_sell/f64/cuda"), 32);
    for (int number = 1; number <= 128; number *= 2) {
        snprintf(text, sizeof text, "jacobi[elements=%d]/sscan/f64/cuda", number);
        if (number <= 8) assert_int_equal(first_own(text), number);
        snprintf(text, sizeof text, "jacobi[algorithm=%d]/cusparse/f64/cuda", number);
        if (number <= 2) assert_int_equal(first_own(text), number);
        snprintf(text, sizeof text, "jacobi[slice=%d]/cusparse_sell/f64/cuda", number);
        if (number >= 8) assert_int_equal(first_own(text), number);
    }
}

/* Expands patterns (which end with NULL) and expects these names, in this order, separated by
 * blanks. */
static void assert_expansion(char *const *patterns, const char *expected)
{
    struct variant *variants;
    size_t count = 0, length = 0, npatterns = 0;
    char names[1024] = "";
    while (patterns[npatterns]) npatterns++;
    if (variants_expand(npatterns, patterns, &variants, &count) != OK)
        fail_msg("%s: %s", *patterns, fail_message());
    for (size_t k = 0; k < count; k++) {
        char *name;
        assert_int_equal(variant_name(&variants[k], &name), OK);
        length +=
            (size_t)snprintf(names + length, sizeof names - length, "%s%s", k ? " " : "", name);
        assert_true(length < sizeof names);
        free(name);
    }
    free(variants);
    assert_string_equal(names, expected);
}

#define EXPANDS(expected, ...) assert_expansion((char *[]){__VA_ARGS__, NULL}, expected)

static void test_patterns(void **state)
{
    EXPANDS("jacobi/msr/f64/seq", "jacobi/msr/f64/seq");
    EXPANDS("bicgstab/msr/f64/omp bicgstab/msr/f64/seq jacobi/msr/f64/omp jacobi/msr/f64/seq",
            "{bicgstab,jacobi}/msr/f64/{omp,seq}");
    EXPANDS("jacobi/msr/f32/seq jacobi/msr/f64/seq", "jacobi/msr/*/seq");
    EXPANDS("jacobi/msr/f64/seq", "jac*/m?r/f?4/s?q");
    EXPANDS("jacobi/msr/f64/cuda jacobi[vote=store]/msr/f64/cuda",
            "jacobi[vote={block,store}]/msr/f64/cuda");
    EXPANDS("jacobi/msr/f64/seq jacobi/msr+bfs/f64/seq jacobi/msr+colour/f64/seq "
            "jacobi/msr+bisection/f64/seq jacobi/msr+components/f64/seq",
            "jacobi/ms*+*/f64/seq");
    EXPANDS("jacobi/msr/f64/seq jacobi/msr+bfs/f64/seq", "jacobi/msr{,+bfs}/f64/seq");
    EXPANDS("jacobi/msr+bfs/f64/seq", "jacobi/m*+b?s/f64/seq");
    EXPANDS("jacobi/msr/f64/seq", "jacobi/msr*/f64/seq");
    EXPANDS("jacobi[vote=store]/msr/f32/cuda jacobi[vote=store]/msr/f64/cuda",
            "jacobi[vote=store]/msr/*/cuda");
}

static void test_duplicates(void **state)
{
    EXPANDS("jacobi/msr/f64/seq", "jacobi/msr/f64/{seq,seq}");
    EXPANDS("jacobi/msr/f64/seq jacobi/msr+bfs/f64/seq jacobi/msr+colour/f64/seq "
            "jacobi/msr+bisection/f64/seq jacobi/msr+components/f64/seq",
            "jacobi/msr{,+native,+bfs,+*}/f64/seq");
    EXPANDS("jacobi/msr/f64/omp jacobi/msr/f64/seq", "jacobi/msr/f64/omp",
            "jacobi/msr/f64/{seq,omp}");
    EXPANDS("jacobi/msr/f64/cuda", "jacobi/msr/f64/cuda", "jacobi[vote=block]/msr/f64/cuda");
}

/* Everything, once each, in the order of the registries, but for methods and layouts that are only
 * meant by name. */
static void test_everything(void **state)
{
    struct variant *variants;
    char pattern[] = "*/*/*/*", *const patterns[] = {pattern};
    size_t count, k = 0;
    assert_int_equal(variants_expand(1, patterns, &variants, &count), OK);
    for (int m = 0; m < method_count; m++)
        for (int l = 0; l < layout_count && !methods[m]->only_by_name; l++)
            for (int precision = 0; precision < NPRECISIONS; precision++)
                for (int p = 0; p < place_count && !layouts[l]->makes_rows &&
                                variant_is_valid(methods[m], layouts[l], precision);
                     p++, k++) {
                    assert_true(k < count);
                    assert_ptr_equal(variants[k].method, methods[m]);
                    assert_ptr_equal(variants[k].layout, layouts[l]);
                    assert_int_equal(variants[k].precision, precision);
                    assert_ptr_equal(variants[k].place, places[p]);
                    assert_int_equal(variants[k].order, ORDER_NATIVE);
                }
    assert_int_equal(k, count);
    free(variants);
}

static void test_only_by_name(void **state)
{
    EXPANDS("null/msr/f64/seq", "null/msr/f64/seq");
    EXPANDS("null/msr/f64/seq jacobi/msr/f64/seq", "{null,jacobi}/msr/f64/seq");
    struct variant *variants;
    size_t count;
    char pattern[] = "nul*/msr/f64/seq", *const patterns[] = {pattern};
    assert_int_equal(variants_expand(1, patterns, &variants, &count), ERROR_INPUT);
}

/* message: how the message goes on behind "variant 'TEXT': ". */
struct mistake {
    char *text;
    const char *message;
};

#define FOUR_PARTS "needs four parts, method/layout/precision/place, "

static void check_message(const struct mistake *mistake)
{
    char start[256];
    snprintf(start, sizeof start, "variant '%s': ", mistake->text);
    if (strncmp(fail_message(), start, strlen(start)) ||
        strncmp(fail_message() + strlen(start), mistake->message, strlen(mistake->message)))
        fail_msg("wanted %s%s, got %s", start, mistake->message, fail_message());
}

/* The whole variant where more than one part is wrong. */
static void test_meant(void **state)
{
    static const char *const cases[][2] = {
        {"jacobi", "jacobi/msr/f64/seq"},
        {"jacobi/omp", "jacobi/msr/f64/omp"},
        {"GPU/jor", "jor/msr/f64/cuda"},
        {"msr/jacobi/f64/seq", "jacobi/msr/f64/seq"},
        {"seq/f32/wl/jacobi", "jacobi/wl/f32/seq"},
        {"gs/double/gpu", "gauss_seidel/msr/f64/cuda"},
        {"jacobi-msr-f64-seq", "jacobi/msr/f64/seq"},
        {"jacobi, msr, f64, seq", "jacobi/msr/f64/seq"},
        {"JACOBI/MSR/F64/SEQ", "jacobi/msr/f64/seq"},
        {"jacobi/csr/f64/omp", "jacobi/msr/f64/omp"},
        {"map/msr/f64/omp", "map/csr/u32/omp"},
        {"map", "map/csr/u32/seq"},
        {"jacobi+bfs/wl/f64/seq", "jacobi/wl+bfs/f64/seq"},
        {"jacobi/msr/f64/seq+bfs", "jacobi/msr+bfs/f64/seq"},
        {"jacobi/msr/f64/seq[check=10]", "jacobi[check=10]/msr/f64/seq"},
        {"jacobi(check=10;denormals=keep)/msr/f64/seq",
         "jacobi[check=10,denormals=keep]/msr/f64/seq"},
        {"jacobi[check = 10]/msr/f64/seq", "jacobi[check=10]/msr/f64/seq"},
        {"jacobi check=10/msr/f64/seq", "jacobi[check=10]/msr/f64/seq"},
        {"jacobi[check=10/msr/f64/seq", "jacobi[check=10]/msr/f64/seq"},
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        struct variant variant;
        char wanted[128];
        snprintf(wanted, sizeof wanted, ", did you mean '%s'?", cases[k][1]);
        assert_int_equal(variant_parse(cases[k][0], &variant), ERROR_INPUT);
        const char *end = fail_message() + strlen(fail_message()) - strlen(wanted);
        if (end < fail_message() || strcmp(end, wanted))
            fail_msg("%s: %s", cases[k][0], fail_message());
        assert_int_equal(variant_parse(cases[k][1], &variant), OK);
    }
}

static void test_mistakes(void **state)
{
    static const struct mistake mistakes[] = {
        {"", FOUR_PARTS},
        {"jacobi", FOUR_PARTS},
        {"jacobi/msr/f64", FOUR_PARTS},
        {"jacobi/msr/f64/seq/", FOUR_PARTS},
        {"jacobi/msr/f64/seq/seq/seq", FOUR_PARTS},
        {"jacobi/msr[vote=store]/f64/seq", FOUR_PARTS},
        {"jacob/msr/f64/seq", "unknown method 'jacob', did you mean 'jacobi'?"},
        {"Jacobi/msr/f64/seq", "unknown method 'Jacobi', did you mean 'jacobi'?"},
        {"/msr/f64/seq", "unknown method ''"},
        {"jacobi/mrs/f64/seq", "unknown layout 'mrs', did you mean 'msr'?"},
        {"jacobi/msr+bsf/f64/seq", "unknown order 'bsf', did you mean 'bfs'?"},
        {"jacobi/msr+/f64/seq", "unknown order '' (known: native, bfs, colour, "
                                "bisection, components)"},
        {"jacobi/msr+bfs+bfs/f64/seq", "unknown order 'bfs+bfs'"},
        {"jacobi/+bfs/f64/seq", "unknown layout ''"},
        {"jacobi+bfs/msr/f64/seq", "unknown method 'jacobi+bfs'"},
        {"jacobi/msr/f16/seq", "unknown precision 'f16', did you mean 'f"},
        {"jacobi/msr/f64/gpu", "unknown place 'gpu', did you mean 'cuda'?"},
        {"jacobi/msr/f64/seq ", "unknown place 'seq ', did you mean 'seq'?"},
        {"jacobi[vote=store/msr/f64/cuda", "the options' '[' has no ']' before the '/'"},
        {"jacobi[vote=store]x/msr/f64/cuda", "the options' '[' has no ']' before the '/'"},
        {"jacobi[votes=store]/msr/f64/cuda", "unknown option 'votes', did you mean 'vote'?"},
        {"jacobi[vote=stores]/msr/f64/cuda", "vote=stores: unknown value, did you mean 'store'?"},
        {"jacobi[vote]/msr/f64/cuda", "vote=: unknown value (known: block, store, host)"},
        {"jacobi[vote=store,vote=store]/msr/f64/cuda", "option 'vote' is given twice"},
        {"jacobi[vote=store]/msr/f64/seq",
         "option 'vote' does not apply to method jacobi in layout msr at place seq"},
        {"jacobi[loop=graph]/msr/f64/omp",
         "option 'loop' does not apply to method jacobi in layout msr at place omp"},
        {"jacobi/msr/f64/cuda17", "unknown place 'cuda17'"},
        {"jacobi[exchange=staged]/msr/f64/cuda",
         "option 'exchange' does not apply to method jacobi in layout msr at place cuda"},
        {"jacobi[exchange=stage]/msr/f64/cuda4",
         "exchange=stage: unknown value, did you mean 'staged'?"},
        {"bicgstab_paper[loop=graph]/msr/f64/cuda",
         "option 'loop' does not apply to method bicgstab_paper in layout msr at place cuda"},
        {"bicgstab[check=2]/msr/f64/seq",
         "option 'check' does not apply to method bicgstab in layout msr at place seq"},
        {"null[check=2]/msr/f64/seq",
         "option 'check' does not apply to method null in layout msr at place seq"},
        {"jacobi[check=0]/msr/f64/seq", "check=0: needs a whole number above 0 and below 1001"},
        {"jacobi[check=1001]/msr/f64/seq",
         "check=1001: needs a whole number above 0 and below 1001"},
        {"jacobi[check=2.5]/msr/f64/seq", "check=2.5: needs a whole number above 0 and below 1001"},
        {"jacobi[check=-1]/msr/f64/seq", "check=-1: needs a whole number above 0 and below 1001"},
        {"jacobi[check=nan]/msr/f64/seq", "check=nan: needs a whole number above 0 and below 1001"},
        {"bicgstab[vote=store]/msr/f64/cuda",
         "option 'vote' does not apply to method bicgstab in layout msr at place cuda"},
        {"jacobi[elements=2]/msr/f64/cuda",
         "option 'elements' does not apply to method jacobi in layout msr at place"},
        {"jacobi[elements=2]/sscan/f64/seq",
         "option 'elements' does not apply to method jacobi in layout sscan at"},
        {"jacobi[elements=3]/sscan/f64/cuda", "elements=3: unknown value (known: cub, 1, 2, 4, 8)"},
        {"jacobi[slice=32]/cusparse/f64/cuda",
         "option 'slice' does not apply to method jacobi in layout cusparse at"},
        {"jacobi[halves=shared]/hwl/f64/seq",
         "option 'halves' does not apply to method jacobi in layout hwl at place seq"},
        {"jacobi[halves=shared]/wl/f64/cuda",
         "option 'halves' does not apply to method jacobi in layout wl at place cuda: "
         "halves=shuffle|shared is for */{hwl,chwl}/*/{cuda,cuda2,cuda4}"},
        {"jacobi[omega=1]/wl/f64/cuda",
         "option 'omega' does not apply to method jacobi in layout wl "
         "at place cuda: omega is for jor/*/*/*"},
        {"map/msr/u32/seq",
         "these parts do not go together: searches need layout csr, precision u32 and"},
        {"map/csr/f64/seq", "these parts do not go together"},
        {"map/csr+bfs/u32/seq", "these parts do not go together"},
        {"jacobi/csr/f64/seq", "these parts do not go together"},
        {"jacobi/msr/u32/seq", "these parts do not go together"},
        {"map[orientation=up]/csr/u32/seq", "orientation=up: unknown value (known: succ, pred)"},
        {"map[check=2]/csr/u32/seq",
         "option 'check' does not apply to method map in layout csr at place seq"},
        {"owcty[ordering=forward]/csr/u32/seq",
         "option 'ordering' does not apply to method owcty in layout csr at"},
        {"jacobi[sweeps=2]/msr/f64/cuda",
         "option 'sweeps' does not apply to method jacobi in layout msr at place cuda: "
         "sweeps=jacobi|inplace is for map/*/*/*; temporal_block=1|2|3|4 is for "},
        {"jacobi[temporal_block=2]/cmsr/f64/seq",
         "option 'temporal_block' does not apply to method jacobi in layout cmsr at place seq: "
         "temporal_block=1|2|3|4 is for "},
        {"jor[temporal_block=5]/msr/f64/omp",
         "temporal_block=5: unknown value (known: 1, 2, 3, 4, 6, 8, 12, 16)"},
        {"jacobi[temporal_block=2]/pattern/f64/cuda2",
         "option 'temporal_block' does not apply to method jacobi in layout pattern at"},
        {"jor[temporal_block=2]/pattern/f64/cuda",
         "option 'temporal_block' does not apply to method jor in layout pattern at place"},
        {"jacobi[temporal_block=5]/pattern/f64/cuda",
         "temporal_block=5: unknown value (known: 1, 2, 3, 4)"},
        {"jacobi[sweeps=inplace]/pattern/f64/cuda",
         "temporal_block=inplace: unknown value (known: 1, 2, 3, 4)"},
        {"map[sweeps=2]/csr/u32/cuda", "sweeps=2: unknown value (known: jacobi, inplace)"},
        {"jacobi[temporal_block=2,temporal_block=3]/pattern/f64/cuda",
         "option 'temporal_block' is given twice"},
        {"jacobi[temporal_block=2,sweeps=3]/pattern/f64/cuda", "option 'sweeps' is given twice"},
        {"jacobi[temporal_block=2,check=3]/pattern/f64/cuda",
         "check=3: with temporal_block=2 it must be a multiple of 2"},
        {"jacobi[check=10,temporal_block=4]/pattern/f64/cuda",
         "check=10: with temporal_block=4 it must be a multiple of 4"},
        {"jacobi[halves=shard]/hwl/f64/cuda",
         "halves=shard: unknown value, did you mean 'shared'?"},
    };
    for (size_t k = 0; k < sizeof mistakes / sizeof *mistakes; k++) {
        struct variant one, *many;
        size_t count;
        assert_int_equal(variant_parse(mistakes[k].text, &one), ERROR_INPUT);
        check_message(&mistakes[k]);
        assert_int_equal(variants_expand(1, (char *const *)&mistakes[k].text, &many, &count),
                         ERROR_INPUT);
        check_message(&mistakes[k]);
        assert_null(many);
        assert_int_equal(count, 0);
    }
}

static void test_wrong_patterns(void **state)
{
    static const struct mistake mistakes[] = {
        {"jacobi/msr/x*/seq", "unknown precision 'x*'"},
        {"jacobi/*+x*/f64/seq", "unknown order 'x*'"},
        {"jacobi[vote=store]/msr/f64/*",
         "option 'vote' does not apply to method jacobi in layout msr at place "},
    };
    for (size_t k = 0; k < sizeof mistakes / sizeof *mistakes; k++) {
        struct variant one, *many;
        size_t count;
        assert_int_equal(variants_expand(1, (char *const *)&mistakes[k].text, &many, &count),
                         ERROR_INPUT);
        check_message(&mistakes[k]);
        assert_int_equal(variant_parse(mistakes[k].text, &one), ERROR_INPUT);
        assert_non_null(strstr(fail_message(), "needs one variant, not a name pattern"));
    }
}

static void test_open_brace(void **state)
{
    char *pattern = "jacobi/msr/f64/{seq";
    struct variant *many;
    size_t count;
    assert_int_equal(variants_expand(1, &pattern, &many, &count), ERROR_INPUT);
    assert_string_equal(fail_message(), "pattern 'jacobi/msr/f64/{seq': '{' without '}'");
    assert_null(many);
    assert_int_equal(count, 0);
}

static void test_check(void **state)
{
    struct variant variant;
    assert_int_equal(variant_parse("jacobi/msr/f64/seq", &variant), OK);
    assert_int_equal(variant_check(&variant), OK);
    const struct layout elsewhere = {.name = "elsewhere"};
    variant.layout = &elsewhere;
    assert_int_equal(variant_check(&variant), ERROR_UNSUPPORTED);
    assert_string_equal(fail_message(), "layout elsewhere does not exist at place seq");
    for (int p = 0; p < place_count; p++) {
        assert_int_equal(variant_parse("jacobi/msr/f64/seq", &variant), OK);
        variant.place = places[p];
        enum status usable = places[p]->probe();
        if (usable == OK && places[p]->permits) usable = places[p]->permits(&variant.options);
        assert_int_equal(variant_check(&variant), usable);
    }
}

static void test_no_memory(void **state)
{
    char first[] = "{bicgstab,jacobi}/msr/f64/{omp,seq}",
         second[] = "jacobi[vote=store]/msr/*/cuda";
    char *const patterns[] = {first, second};
    enum status status = ERROR_HOST_MEMORY;
    long k;
    for (k = 0; status != OK; k++) {
        struct variant *variants;
        size_t count;
        status = refused_after(k, variants_expand(2, patterns, &variants, &count));
        assert_int_equal(count, status == OK ? 6 : 0);
        if (status != OK) assert_int_equal(status, ERROR_HOST_MEMORY);
        if (status != OK) assert_null(variants);
        free(variants);
    }
    assert_true(k > 10);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_round_trip),       cmocka_unit_test(test_spelling),
        cmocka_unit_test(test_words_of_numbers), cmocka_unit_test(test_patterns),
        cmocka_unit_test(test_duplicates),       cmocka_unit_test(test_everything),
        cmocka_unit_test(test_only_by_name),     cmocka_unit_test(test_meant),
        cmocka_unit_test(test_mistakes),         cmocka_unit_test(test_wrong_patterns),
        cmocka_unit_test(test_open_brace),       cmocka_unit_test(test_check),
        cmocka_unit_test(test_no_memory),
    };
    return cmocka_run_group_tests_name("variant", tests, NULL, NULL);
}
