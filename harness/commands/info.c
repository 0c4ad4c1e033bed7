/* warpmark info: prints facts about a problem, and the size of a layout for it. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/output/json.h"
#include "base/output/printed.h"
#include "base/output/units.h"
#include "harness/case/build_layout.h"
#include "harness/cli.h"
#include "harness/process/progress.h"
#include "problems/model_facts.h"
#include "problems/notation.h"
#include "problems/source.h"
#include "solvers/layouts/dictionary.h"
#include "store/results.h"

struct row_facts {
    uint64_t shortest, longest, distinct;
};

/* Number of distinct off-diagonal values. */
static enum status count_distinct(const struct csr *off, uint64_t *out)
{
    const struct numbers values = {.precision = F64, .count = off->nnz, .value = off->val};
    struct dictionary distinct;
    MUST(dictionary_create(&values, UINT32_MAX - 1, &distinct));
    *out = distinct.count;
    dictionary_free(&distinct);
    return OK;
}

static enum status look_at_rows(const struct csr *off, struct row_facts *out)
{
    *out = (struct row_facts){.shortest = off->rows ? UINT64_MAX : 0};
    for (uint32_t i = 0; i < off->rows; i++) {
        uint64_t length = off->row[i + 1] - off->row[i];
        if (length < out->shortest) out->shortest = length;
        if (length > out->longest) out->longest = length;
    }
    return count_distinct(off, &out->distinct);
}

/* Line about a graph, in text and JSON alike. */
struct graph_line {
    const char *name, *what;
    uint64_t count;
};

enum { GRAPH_LINES = 6 };

static void look_at_graph(const struct problem *problem, struct graph_line out[GRAPH_LINES])
{
    const struct product *product = &problem->product;
    const struct product_facts *facts = &problem->facts;
    const struct graph_line lines[GRAPH_LINES] = {
        {"n", "vertices", product->n},
        {"transitions", "edges", product->m},
        {"accepting", "vertices among them", product_count_accepting(product)},
        {"deadlocks", "vertices without successors", product_count_deadlocks(product)},
        {"stored_n", "vertices where the property can be broken for ever",
         facts->whole ? facts->stored_n : MISSING},
        {"stored_transitions", "edges between those",
         facts->whole ? facts->stored_transitions : MISSING},
    };
    memcpy(out, lines, sizeof lines);
}

static void json_graph(struct json *json, const struct problem *problem)
{
    struct graph_line lines[GRAPH_LINES];
    look_at_graph(problem, lines);
    for (int k = 0; k < GRAPH_LINES; k++) json_count(json, lines[k].name, lines[k].count);
}

static void json_system(struct json *json, const struct problem *problem,
                        const struct row_facts *rows)
{
    json_count(json, "n", problem->states);
    if (problem->choices) json_count(json, "choices", problem->choices);
    json_count(json, "transitions", problem->transitions);
    json_count(json, "rows", matrix_rows(&problem->system.a));
    json_count(json, "nnz", matrix_entries(&problem->system.a));
    json_count(json, "distinct_values", rows->distinct);
    json_count(json, "row_min", rows->shortest);
    json_count(json, "row_max", rows->longest);
    json_count(json, "classes", problem->classes);
    json_count(json, "period", problem->kind == KIND_STEADY ? problem->period : MISSING);
    json_number(json, "jacobi_limit", problem->kind == KIND_STEADY ? problem->jacobi_limit : NAN);
    json_bool(json, "solved", problem->solved);
}

static void json_layout(struct json *json, const struct stored *stored)
{
    json_text(json, "layout", stored->layout->name);
    json_text(json, "note", stored->note);
    json_count(json, "bytes", stored_bytes(stored));
    json_open_object(json, "arrays");
    for (int k = 0; k < MAX_ARRAYS && stored->layout->array_names[k]; k++) {
        size_t bytes = stored_array_bytes(stored, k);
        json_count(json, stored->layout->array_names[k], bytes == BYTES_UNKNOWN ? MISSING : bytes);
    }
    if (stored->nparts) json_count(json, "halos", stored_halo_bytes(stored));
    if (stored->schedule.start) json_count(json, "schedule", schedule_bytes(&stored->schedule));
    json_close_object(json);
}

/* Prints the property, and the same property in terms of the labels in the files that `export`
 * writes. */
static enum status json_property(struct json *json, const char *text)
{
    struct source source;
    char *property = NULL, *by_labels = NULL;
    MUST(source_parse(text, &source));
    enum status status = property_text(text, &property);
    if (status == OK && property && source_is_chain(&source) && !source_is_product(&source))
        status = property_by_labels(&source, &by_labels);
    if (property) json_text(json, "property", property);
    if (by_labels) json_text(json, "property_by_labels", by_labels);
    free(property);
    free(by_labels);
    source_free(&source);
    return status;
}

/* Prints JSON. stored: NULL if no layout was asked for. */
static enum status info_print_json(const struct problem *problem, const struct row_facts *rows,
                                   const struct stored *stored)
{
    struct json json = {.out = stdout};
    json_open_object(&json, NULL);
    json_text(&json, "source", problem->source);
    json_text(&json, "kind", problem_kind_names[problem->kind]);
    enum status status = json_property(&json, problem->source);
    if (problem->kind == KIND_PRODUCT) json_graph(&json, problem);
    else json_system(&json, problem, rows);
    if (stored) json_layout(&json, stored);
    json_close_object(&json);
    return status;
}

static void print_count(const char *name, uint64_t count, const char *what)
{
    printf("%-22s %s  %s\n", name, human_count(count).text, what);
}

static void print_graph(const struct problem *problem)
{
    struct graph_line lines[GRAPH_LINES];
    look_at_graph(problem, lines);
    for (int k = 0; k < GRAPH_LINES; k++)
        if (lines[k].count != MISSING) print_count(lines[k].name, lines[k].count, lines[k].what);
}

static void print_system(const struct problem *problem, const struct row_facts *rows)
{
    print_count("n", problem->states, "states, or rows of the matrix");
    if (problem->choices) print_count("choices", problem->choices, "of all states together");
    print_count("transitions", problem->transitions, "stored entries, diagonal included");
    print_count("rows", matrix_rows(&problem->system.a), "of the system to solve");
    print_count("nnz", matrix_entries(&problem->system.a),
                "off-diagonal non-zeros that a sweep reads");
    if (rows->distinct == MISSING) {
        printf("%-22s none is stored: %s\n", "matrix",
               matrix_is_made(&problem->system.a) ? "each rank of a place of ranks makes its rows"
                                                  : "layout generated makes the rows");
    } else {
        print_count("distinct_values", rows->distinct, "among them");
        printf("%-22s %s to %s non-zeros\n", "row length", human_count(rows->shortest).text,
               human_count(rows->longest).text);
    }
    if (problem->classes) print_count("classes", problem->classes, "closed classes");
    if (problem->period) print_count("period", problem->period, "of the embedded jump chain");
    if (problem->period > 1)
        printf("%-22s %.6g  relative change that Jacobi tends to\n", "jacobi_limit",
               problem->jacobi_limit);
}

static void print_layout(const struct stored *stored)
{
    if (*stored->note) printf("%-22s %s\n", "note", stored->note);
    printf("%-22s %s in layout %s\n", "bytes", human_bytes(stored_bytes(stored)).text,
           stored->layout->name);
    for (int k = 0; k < MAX_ARRAYS && stored->layout->array_names[k]; k++) {
        size_t bytes = stored_array_bytes(stored, k);
        printf("  %-20s %s\n", stored->layout->array_names[k],
               bytes == BYTES_UNKNOWN ? "known only where it runs" : human_bytes(bytes).text);
    }
    if (stored->nparts)
        printf("  %-20s %s  in parts: %d\n", "halos", human_bytes(stored_halo_bytes(stored)).text,
               stored->nparts);
    if (stored->schedule.start)
        printf("  %-20s %s  in steps: %u\n", "schedule",
               human_bytes(schedule_bytes(&stored->schedule)).text, stored->schedule.nsteps);
}

static void info_print_text(const struct problem *problem, const struct row_facts *rows,
                            const struct stored *stored)
{
    printf("%-22s %s\n%-22s %s%s\n", "source", problem->source, "kind",
           problem_kind_names[problem->kind], problem->solved ? ", nothing left to iterate" : "");
    if (problem->kind == KIND_PRODUCT) print_graph(problem);
    else print_system(problem, rows);
    if (stored) print_layout(stored);
}

/* Builds the layout. It is uploaded to its place if only that tells the sizes of scratch arrays. At
 * a place of ranks, this is the sum over all of them, without halos. */
static enum status measure_layout(const struct problem *problem, const struct variant *variant,
                                  struct built_layout *out)
{
    enum status status = build_layout(problem, variant, out);
    if (status != OK || (stored_sized(&out->stored) && !variant->place->on_host) ||
        variant_check(variant) != OK)
        return status;
    return stored_upload(variant->place->ranks ? variant->place->member : variant->place,
                         &out->stored);
}

static bool as_json;
static const char *variant_text;
static const struct cli_option options[] = {
    {"--variant", CLI_TEXT, &variant_text, NULL, "VARIANT", "jacobi/wl/f64/cuda",
     "show also how many bytes the matrix takes in the layout of this variant"},
    {"--json", CLI_FLAG, &as_json, NULL, NULL, NULL, "print JSON"},
    {0}};

/* Models without a question */

static uint32_t count_set(const uint8_t *holds, uint32_t n)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < n; i++) count += holds[i] != 0;
    return count;
}

/* The first names of actions. */
static void print_actions(const struct actions *actions)
{
    enum { SHOWN = 8 };
    for (size_t k = 0; k < actions->count && k < SHOWN; k++)
        k ? printf(", %s", actions->name[k]) : printf("%-22s %s", "actions", actions->name[k]);
    if (actions->count > SHOWN) printf(", ... (%zu)", actions->count);
    if (actions->count) printf("\n");
}

static void print_model(const char *source, const struct chain *chain)
{
    const uint32_t n = chain_states(chain);
    printf("%-22s %s\n%-22s %s\n", "source", source, "type", chain_type_word(chain->type));
    print_count("states", n, "");
    if (chain->group) print_count("choices", chain->transitions.rows, "");
    print_count("transitions", chain->transitions.nnz, "");
    print_actions(&chain->actions);
    if (chain->variables) printf("%-22s %s\n", "variables", chain->variables);
    for (size_t k = 0; k < chain->nlabels; k++)
        printf("%-22s \"%s\"  in %s states\n", k ? "" : "labels", chain->labels[k].name,
               human_count(count_set(chain->labels[k].holds, n)).text);
    for (size_t k = 0; k < chain->nrewards; k++)
        printf("%-22s \"%s\"%s\n", k ? "" : "rewards", chain->rewards[k].name,
               chain->rewards[k].state ? "  of states and transitions" : "");
    if (!chain->group)
        printf("%-22s ask a question: %s%cprop=P=?[F \"%s\"]\n", "next", source,
               strchr(source, ':') ? ',' : ':',
               chain->nlabels > 2 ? chain->labels[chain->nlabels - 1].name : "deadlock");
}

static void print_model_json(const char *source, const struct chain *chain)
{
    struct json json = {.out = stdout};
    json_open_object(&json, NULL);
    json_text(&json, "source", source);
    json_text(&json, "type", chain_type_word(chain->type));
    json_count(&json, "states", chain_states(chain));
    if (chain->group) json_count(&json, "choices", chain->transitions.rows);
    json_count(&json, "transitions", chain->transitions.nnz);
    if (chain->group) {
        json_open_array(&json, "actions");
        for (size_t k = 0; k < chain->actions.count; k++)
            json_text(&json, NULL, chain->actions.name[k]);
        json_close_array(&json);
    }
    json_text(&json, "variables", chain->variables);
    json_open_object(&json, "labels");
    for (size_t k = 0; k < chain->nlabels; k++)
        json_count(&json, chain->labels[k].name,
                   count_set(chain->labels[k].holds, chain_states(chain)));
    json_close_object(&json);
    json_open_array(&json, "rewards");
    for (size_t k = 0; k < chain->nrewards; k++) json_text(&json, NULL, chain->rewards[k].name);
    json_close_array(&json);
    json_close_object(&json);
}

/* Shows a model that is asked nothing. *done: it was one. */
static enum status show_model(const char *source, bool *done)
{
    struct chain chain;
    bool asks;
    *done = false;
    MUST(model_open(source, &asks, &chain));
    if (asks) return OK;
    *done = true;
    if (variant_text) {
        chain_free(&chain);
        return fail(ERROR_INPUT, "info: --variant needs a question behind %s: prop=...", source);
    }
    if (!as_json) printed_fold();
    if (as_json) print_model_json(source, &chain);
    else print_model(source, &chain);
    chain_free(&chain);
    return OK;
}

static int run_info(int argc, char **argv)
{
    bool done;
    enum status status = OK;
    struct variant variant;
    struct problem problem = {0};
    struct built_layout built = {0};
    struct row_facts rows = {.distinct = MISSING, .shortest = MISSING, .longest = MISSING};
    if (variant_text) TRY(variant_parse(variant_text, &variant));
    TRY(show_model(argv[0], &done));
    if (done) return EXIT_FINE;
    progress_watch(argv[0]);
    status = problem_look(argv[0], &problem);
    progress_unwatch();
    TRY(status);
    if (matrix_is_stored(&problem.system.a)) TRY(look_at_rows(&problem.system.a.off, &rows));
    if (variant_text) TRY(measure_layout(&problem, &variant, &built));
    if (!as_json) printed_fold();
    if (as_json) TRY(info_print_json(&problem, &rows, variant_text ? &built.stored : NULL));
    else info_print_text(&problem, &rows, variant_text ? &built.stored : NULL);
out:
    built_layout_free(&built);
    problem_free(&problem);
    return status == OK ? EXIT_FINE : complain(status);
}

const struct command command_info = {
    .name = "info",
    .group = "Problems and solves",
    .words = "SOURCE",
    .least = 1,
    .most = 1,
    .summary = "show the size and structure of a problem",
    .examples = "info tandem:c=255\n"
                "info model.tra:type=dtmc,goal=done --variant jacobi/msr/f64/seq --json\n",
    .options = options,
    .run = run_info,
};
