#include "harness/store/experiment.h"

#include <stdlib.h>
#include <string.h>

#include "harness/store/spec_copy.h"

const struct settings default_settings = {
    .criterion = RELATIVE,
    .epsilon = 1e-6,
    .max_iterations = 1000000,
    .warmup = 1,
    .min_samples = 12,
    .max_samples = 100,
    .max_ci = 0.02,
    .max_time = 5,
    .count_iterations = true,
    .timeout = 300,
    .seed = 1,
    .interleave = 8,
    .processes = 1,
    .throttle = THROTTLE_HEAT,
    .throttle_retries = 10,
};

const char *const cache_mode_names[] = {[CACHE_HOT] = "hot", [CACHE_COLD] = "cold", NULL};
const char *const throttle_rule_names[] = {
    [THROTTLE_NEVER] = "never", [THROTTLE_HEAT] = "heat", [THROTTLE_ANY] = "any", NULL};

static void texts_free(char **texts, size_t count)
{
    for (size_t i = 0; texts && i < count; i++) free(texts[i]);
    free(texts);
}

static void problems_free(struct experiment_problem *problems, size_t count)
{
    for (size_t i = 0; problems && i < count; i++) {
        free(problems[i].source);
        free(problems[i].label);
        axes_free(problems[i].axes, problems[i].naxes);
        texts_free(problems[i].variants, problems[i].nvariants);
        texts_free(problems[i].counted, problems[i].ncounted);
    }
    free(problems);
}

void experiment_free(struct experiment *experiment)
{
    free(experiment->name);
    free(experiment->title);
    free(experiment->paper);
    free(experiment->path);
    free(experiment->script);
    free(experiment->options);
    free(experiment->skip_axis);
    problems_free(experiment->problems, experiment->nproblems);
    texts_free(experiment->variants, experiment->nvariants);
    texts_free(experiment->whole, experiment->nwhole);
    figures_free(experiment->figures, experiment->nfigures);
    tables_free(experiment->tables, experiment->ntables);
    claims_free(experiment->claims, experiment->nclaims);
    bundle_free(experiment->bundle, experiment->nbundle);
    crossovers_free(experiment->crossovers, experiment->ncrossovers);
    texts_free(experiment->expected, experiment->nexpected);
    memset(experiment, 0, sizeof *experiment);
}
