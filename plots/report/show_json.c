#include <stdlib.h>
#include <string.h>

#include "analysis/compare/noise_told.h"
#include "analysis/tables/table.h"
#include "base/output/json.h"
#include "plots/report/show.h"
#include "store/facts.h"
#include "store/marks.h"

static void put_facts(struct json *json, const char *key, const struct fact *facts, size_t count)
{
    json_open_object(json, key);
    for (size_t k = 0; k < count; k++) json_text(json, facts[k].name, facts[k].value);
    json_close_object(json);
}

static void put_run(struct json *json, const struct results *r)
{
    json_text(json, "name", r->name);
    json_text(json, "title", r->title);
    json_text(json, "paper", r->paper && *r->paper ? r->paper : NULL);
    json_text(json, "started", r->started);
    json_text(json, "ended", r->ended);
    json_bool(json, "interrupted", r->interrupted);
    json_bool(json, "quick", r->quick);
    json_text(json, "command", r->command);
    json_text(json, "script", r->path);
    json_text(json, "commit", r->git_commit);
    json_number(json, "seconds", r->wall);
    json_number(json, "overhead_seconds", r->overhead);
    json_text(json, "machine", fact_value(r->machine, r->nmachine, "key"));
    put_facts(json, "machine_facts", r->machine, r->nmachine);
    put_facts(json, "build", r->build, r->nbuild);
}

static void put_counts(struct json *json, const struct results *r)
{
    uint64_t statuses[NCASE_STATUSES] = {0}, extrapolated = 0;
    struct answers answers = answers_none();
    answers_count(r, &answers);
    for (size_t k = 0; k < r->nruns; k++) {
        statuses[r->runs[k].status]++;
        extrapolated += r->runs[k].extrapolated;
    }
    json_open_object(json, "counts");
    json_count(json, "problems", r->nproblems);
    json_count(json, "variants", r->nvariants);
    json_count(json, "cases", results_case_count(r));
    json_count(json, "processes", r->nruns);
    json_count(json, "samples", r->nsamples);
    json_count(json, "extrapolated", extrapolated);
    for (int k = PROOF_UNCHECKED; k < NPROOFS; k++)
        json_count(json, proof_names[k], answers.proof[k]);
    json_count(json, "doubtful", answers.doubtful);
    json_close_object(json);
    json_number(json, "largest_error_bound", answers.largest_bound);
    json_number(json, "largest_proven_error", answers.largest_error);
    json_number(json, "require", r->settings.require);
    json_number(json, "width", r->settings.width);
    json_open_object(json, "statuses");
    for (int k = 0; k < NCASE_STATUSES; k++) json_count(json, case_status_names[k], statuses[k]);
    json_close_object(json);
}

/* Writes the sentences; each line is one. */
static void put_noise(struct json *json, char *sentences)
{
    json_open_array(json, "noise");
    for (char *line; (line = strsep(&sentences, "\n"));)
        if (*line) json_text(json, NULL, line);
    json_close_array(json);
}

static void put_tables(struct json *json, const struct table_entry *table)
{
    json_open_array(json, "tables");
    for (; table->name; table++) {
        json_open_object(json, NULL);
        json_text(json, "name", table->name);
        json_text(json, "kind", table->kind);
        json_text(json, "holds", table->holds);
        json_close_object(json);
    }
    json_close_array(json);
}

static void json_figures(struct json *json, const struct results *r)
{
    json_open_array(json, "figures");
    for (size_t k = 0; k < r->nfigures; k++) {
        json_open_object(json, NULL);
        json_text(json, "id", r->figures[k].id);
        json_text(json, "kind", r->figures[k].kind);
        json_text(json, "title", r->figures[k].title);
        json_close_object(json);
    }
    json_close_array(json);
}

static void put_claims(struct json *json, const struct results *r)
{
    json_open_array(json, "claims");
    for (size_t k = 0; k < r->nclaims; k++) {
        json_open_object(json, NULL);
        json_text(json, "id", r->claims[k].id);
        json_text(json, "text", r->claims[k].text);
        json_text(json, "verdict", verdict_names[r->claims[k].verdict]);
        json_close_object(json);
    }
    json_close_array(json);
}

static void put_crossovers(struct json *json, const struct results *r)
{
    json_open_array(json, "crossovers");
    for (size_t k = 0; k < r->ncrossovers; k++) {
        const struct result_crossover *c = &r->crossovers[k];
        json_open_object(json, NULL);
        json_text(json, "id", c->id);
        json_text(json, "axis", c->axis);
        json_text(json, "a", c->a);
        json_text(json, "b", c->b);
        json_text(json, "state", crossing_state_names[c->state]);
        json_number(json, "at", c->at);
        json_number(json, "low", c->low);
        json_number(json, "high", c->high);
        json_text(json, "study", c->study);
        json_text(json, "over", *c->over ? c->over : NULL);
        json_number(json, "over_value", c->over_value);
        json_number(json, "seed", c->seed);
        json_close_object(json);
    }
    json_close_array(json);
}

enum status show_results_json(const struct results *results, FILE *out)
{
    enum status status = OK;
    struct json json = {.out = out};
    struct table_entry *tables = NULL;
    char *noise = NULL;
    TRY(table_entries(results, &tables));
    TRY(noise_sentences(results, &noise));
    json_open_object(&json, NULL);
    put_run(&json, results);
    put_counts(&json, results);
    put_noise(&json, noise);
    put_tables(&json, tables);
    json_figures(&json, results);
    put_claims(&json, results);
    put_crossovers(&json, results);
    json_close_object(&json);
out:
    free(noise);
    free(tables);
    return status;
}
