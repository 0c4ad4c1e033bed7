/* Names of models, and constants behind them. What builds models is in tests/cli/models.t. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "datasets/models/model.h"
#include "datasets/models/model_cache.h"
#include "tests/support/cmocka.h"

static void constants(void **state)
{
    static const char *const good[] = {"N=4", "p=0.5", "_x1=-1e-3", "q=1/3", "b=true", "c=false"},
                             *const bad[] = {"",      "N",      "N=",      "=4",      "4=4",
                                             "N=1:3", "N=x",    "N=4 5",   "N=4;",    "N=nan",
                                             "N=inf", "N=0x10", "N=1/2/3", "a-b=4",   "N=$(x)",
                                             "N=--4", "N=4,",   "N=True",  "N=4\n",   "N= 4",
                                             "N=1/",  "N=+-1",  "N=.",     "N=true ", "a b=4",
                                             "N=5",   "b=true"};
    char *all = NULL;
    (void)state;
    for (size_t k = 0; k < sizeof good / sizeof *good; k++)
        if (model_add_constant("x.pm", good[k], &all) != OK) fail_msg("%s", fail_message());
    for (size_t k = 0; k < sizeof bad / sizeof *bad; k++)
        if (model_add_constant("x.pm", bad[k], &all) != ERROR_INPUT) fail_msg("taken: %s", bad[k]);
    assert_string_equal(all, "N=4,p=0.5,_x1=-1e-3,q=1/3,b=true,c=false");
    free(all);
}

static void names(void **state)
{
    static const char *const models[] = {"a.pm",    "a.b.sm", "x/y.nm",
                                         "m.prism", "m.jani", "m.sm.gz"},
                             *const others[] = {".pm",   "pm",       "a.pms",
                                                "a.tra", "a.pm.zip", "a.JANI"};
    (void)state;
    for (size_t k = 0; k < sizeof models / sizeof *models; k++) assert_true(model_is(models[k]));
    for (size_t k = 0; k < sizeof others / sizeof *others; k++) assert_false(model_is(others[k]));
}

/* Each case: $WARPMARK_MODELS, $XDG_CACHE_HOME and $HOME (NULL: not set), and where the chain is
 * kept. */
static void places_of_kept_chains(void **state)
{
    static const char *const variables[] = {"WARPMARK_MODELS", "XDG_CACHE_HOME", "HOME"};
    static const struct {
        const char *values[3], *file;
    } cases[] = {{{"own", "/cache", "/home/me"}, "own/x.h5"},
                 {{"", "/cache", "/home/me"}, NULL},
                 {{NULL, "/cache", "/home/me"}, "/cache/warpmark/models/x.h5"},
                 {{NULL, "cache", "/home/me"}, "/home/me/.cache/warpmark/models/x.h5"},
                 {{NULL, NULL, "/home/me"}, "/home/me/.cache/warpmark/models/x.h5"},
                 {{NULL, NULL, "me"}, NULL},
                 {{NULL, NULL, NULL}, NULL}};
    (void)state;
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        char *file;
        for (int v = 0; v < 3; v++)
            if (cases[k].values[v]) setenv(variables[v], cases[k].values[v], 1);
            else unsetenv(variables[v]);
        assert_ok(model_cache_file("x", &file));
        if (cases[k].file) assert_string_equal(file, cases[k].file);
        else assert_null(file);
        free(file);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(constants), cmocka_unit_test(names),
                                       cmocka_unit_test(places_of_kept_chains)};
    return cmocka_run_group_tests_name("models", tests, NULL, NULL);
}
