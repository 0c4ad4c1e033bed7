#include "store/experiment.h"

#include <float.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "store/columns.h"

const struct settings default_settings = DEFAULT_SETTINGS;

bool epsilon_is_in_reach(enum criterion criterion, double epsilon)
{
    return criterion == ABSOLUTE || epsilon >= DBL_EPSILON / 2;
}

const char *const cache_mode_names[] = {[CACHE_HOT] = "hot", [CACHE_COLD] = "cold", NULL};
const char *const throttle_rule_names[] = {
    [THROTTLE_NEVER] = "never", [THROTTLE_HEAT] = "heat", [THROTTLE_ANY] = "any", NULL};

const char *const verdict_names[] = {[VERDICT_NOT_JUDGED] = "not judged",
                                     [VERDICT_HOLDS] = "holds",
                                     [VERDICT_DOES_NOT_HOLD] = "does not hold",
                                     [VERDICT_NOT_TESTED] = "not tested here"};

void axes_free(struct axis_value *axes, size_t count)
{
    for (size_t k = 0; axes && k < count; k++) {
        free(axes[k].name);
        free(axes[k].text);
    }
    free(axes);
}

enum status axes_copy(size_t count, const struct axis_value *from, struct axis_value **out)
{
    enum status status = OK;
    TRY(allocate_zeroed(count, sizeof **out, "axes", out));
    for (size_t k = 0; k < count; k++) {
        (*out)[k].number = from[k].number;
        TRY(copy_text(from[k].name, &(*out)[k].name));
        if (from[k].text) TRY(copy_text(from[k].text, &(*out)[k].text));
    }
    return OK;
out:
    axes_free(*out, count);
    *out = NULL;
    return status;
}

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
        free(problems[i].needs);
        free(problems[i].inside);
        axes_free(problems[i].axes, problems[i].naxes);
        texts_free(problems[i].variants, problems[i].nvariants);
        texts_free(problems[i].counted, problems[i].ncounted);
    }
    free(problems);
}

static void crossovers_free(struct crossover *crossovers, size_t count)
{
    for (size_t k = 0; crossovers && k < count; k++) {
        free(crossovers[k].id);
        free(crossovers[k].axis);
        free(crossovers[k].a);
        free(crossovers[k].b);
        free(crossovers[k].source);
        free(crossovers[k].study);
        free(crossovers[k].over);
    }
    free(crossovers);
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
    rows_free(GROUP_FIGURES, experiment->figures, experiment->nfigures);
    rows_free(GROUP_TABLES, experiment->tables, experiment->ntables);
    rows_free(GROUP_CLAIMS, experiment->claims, experiment->nclaims);
    rows_free(GROUP_BUNDLE, experiment->bundle, experiment->nbundle);
    crossovers_free(experiment->crossovers, experiment->ncrossovers);
    texts_free(experiment->expected, experiment->nexpected);
    memset(experiment, 0, sizeof *experiment);
}
