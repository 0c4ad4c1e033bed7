/* Opens the problem of a source. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"
#include "datasets/models/model.h"
#include "problems/product.h"
#include "problems/property.h"
#include "problems/questions/asking.h"
#include "problems/questions/question.h"
#include "problems/source.h"

static const char *const filter_names[] = {"max", "min", "avg", NULL};

/* Chains */

enum status explored_property(const struct source *source, struct property *out)
{
    struct model_property asked;
    MUST(source_property(source, &asked));
    *out = (struct property){.steady = asked.steady,
                             .goal = asked.goal,
                             .avoid = asked.avoid,
                             .steps = asked.steps,
                             .time = asked.time,
                             .at_once = asked.at_once};
    if (asked.filter)
        out->filter =
            (enum filter)(FILTER_MAX + source_word(source, "filter", asked.filter, filter_names));
    return OK;
}

/* Checks the model before anything of its size is allocated. */
static enum status check_model(const struct source *source)
{
    const struct model *model = source->generator->model;
    if (source_is_closed(source) || source_is_made(source)) return OK;
    return model->check ? model->check(source->arguments) : OK;
}

static enum status no_property(const struct source *source)
{
    const char *file = source->file;
    if (source->model)
        return fail(ERROR_INPUT,
                    "%s: no property: say prop=PROPERTY at the end, after a ':' and the constants, "
                    "such as '%s:const=N=4,prop=P=?[F \"done\"]'",
                    file, file);
    return fail(ERROR_INPUT,
                "%s: no property: say prop=PROPERTY, goal=LABEL, steady=LABEL, reward=FILE or "
                "reward=FILE,goal=LABEL after a ':', such as '%s:prop=P=?[F \"done\"]'",
                file, file);
}

static enum status check_property(const struct source *source)
{
    const char *file = source->file;
    const union source_keys *keys = &source->keys;
    if (source->question) return OK;
    if (keys->rhs) return fail(ERROR_INPUT, "%s: rhs= belongs to Matrix Market files", file);
    if (!keys->steady && !keys->goal && !keys->reward) return no_property(source);
    if (keys->steady && (keys->goal || keys->reward || keys->avoid))
        return fail(ERROR_INPUT,
                    "%s: steady= stands alone, without goal=, avoid= and reward=", file);
    if (keys->avoid && (!keys->goal || keys->reward))
        return fail(ERROR_INPUT, "%s: avoid= goes with goal= alone", file);
    bool bounded = keys->steps || keys->time;
    if (keys->steps && keys->time)
        return fail(ERROR_INPUT, "%s: steps= and time= exclude each other", file);
    if (bounded && keys->steady)
        return fail(ERROR_INPUT, "%s: steady= has no bound: drop steps= and time=", file);
    if (bounded && keys->goal && keys->reward)
        return fail(ERROR_INPUT,
                    "%s: steps= and time= go with goal= or with reward=, not with both", file);
    if (keys->filter && !keys->goal && !bounded)
        return fail(ERROR_INPUT, "%s: filter= goes with goal=, steps= or time=", file);
    return OK;
}

static enum status file_property(const struct source *source, struct property *out)
{
    const union source_keys *keys = &source->keys;
    enum status status = check_property(source);
    int filter = -1;
    if (status != OK) return status;
    if (keys->filter && (filter = source_word(source, "filter", keys->filter, filter_names)) < 0)
        return ERROR_INPUT;
    *out = (struct property){.steady = keys->steady,
                             .goal = keys->goal,
                             .avoid = keys->avoid,
                             .filter = (enum filter)(FILTER_MAX + filter)};
    if (keys->steps && !parse_count(keys->steps, &out->steps))
        return fail(ERROR_INPUT, "%s: steps=%s: needs a whole number, not negative", source->file,
                    keys->steps);
    if (keys->time && (!parse_double(keys->time, &out->time) || !(out->time >= 0)))
        return fail(ERROR_INPUT, "%s: time=%s: needs a number, not negative", source->file,
                    keys->time);
    out->at_once = (keys->steps || keys->time) && out->steps == 0 && out->time == 0;
    if (out->at_once && keys->time && strcspn(keys->time, "123456789") < strcspn(keys->time, "eE"))
        return fail(ERROR_INPUT, "%s: time=%s: is too small a number", source->file, keys->time);
    return OK;
}

/* Returns the name of the reward that the property uses, or NULL. */
static const char *asked_reward(const struct source *source)
{
    struct model_property asked;
    if (!source->generator) return source->keys.reward;
    return source_property(source, &asked) == OK ? asked.reward : NULL;
}

static const char *name_of(const struct source *source)
{
    return source->file ? source->file : source->generator->name;
}

enum status source_asked_chain(const struct source *source, struct chain *out)
{
    MUST(source_chain(source, REWARD_OF_PROPERTY, out));
    if (out->type != CHAIN_MDP) return OK;
    chain_free(out);
    return fail(ERROR_INPUT, "%s: this is an MDP, and this is for chains only", name_of(source));
}

/* An MDP has no keys but prop=, because they do not say over which schedulers. */
static enum status check_asked(const struct source *source, const struct chain *chain)
{
    if (chain->type != CHAIN_MDP || source->question) return OK;
    if (chain->upper)
        return fail(ERROR_INPUT,
                    "%s: the probabilities are intervals: say what is asked, such as "
                    "prop=Pmaxmin=?[F \"goal\"]",
                    name_of(source));
    return fail(ERROR_INPUT,
                "%s: this is an MDP: say what is asked, such as prop=Pmax=?[F \"goal\"]",
                name_of(source));
}

static enum status reduce_chain(const struct source *source, struct property *property,
                                struct problem *out)
{
    enum status status = OK;
    struct chain chain = {0};
    const char *reward = asked_reward(source),
               *origin = source->generator ? source->generator->name : source->file;
    TRY(source_chain(source, REWARD_OF_PROPERTY, &chain));
    TRY(check_asked(source, &chain));
    if (reward && !source->question)
        property->reward = property_reward(chain_reward(&chain, reward), property);
    out->states = chain_states(&chain);
    out->transitions = chain.transitions.nnz;
    const double start = seconds_now();
    out->choices = chain.group ? chain.transitions.rows : 0;
    status = source->question       ? reduce_question(source, &chain, out)
             : is_bounded(property) ? reduce_bounded(&chain, property, out)
             : property->goal       ? reduce_fixpoint(&chain, property, out)
                                    : reduce_steady(&chain, property, out);
    if (status == ERROR_INPUT) fail(status, "%s: %s", origin, fail_message());
    if (status == OK && out->kind != KIND_BOUNDED && !source->question)
        status = add_closed(source, out);
    out->reducing = seconds_now() - start - out->asked.seconds;
out:
    chain_free(&chain);
    return status;
}

/* out = NULL, here and below: only checks whether it could be opened. */
static enum status open_chain(const struct source *source, struct problem *out)
{
    struct property property;
    enum status status =
        source->generator ? explored_property(source, &property) : file_property(source, &property);
    if (status == OK && source->generator) status = check_model(source);
    if (source->unsolved && property.filter == FILTER_NONE) property.filter = FILTER_MAX;
    const bool unstored = source_is_closed(source) || source_is_made(source);
    if (status == OK && source->question && !source->numbered && unstored)
        return fail(ERROR_UNSUPPORTED,
                    "%s: with matrix=none no chain is made: leave it out to ask prop=",
                    source->generator->name);
    if (status == OK && source_is_closed(source)) return open_closed(source, &property, out);
    if (status == OK && source_is_made(source)) return open_made(source, out);
    if (status == OK && source->model) status = source_check_model(source);
    if (status == OK && !out && source->model) return model_check(source->file, source->constants);
    return status == OK && out ? reduce_chain(source, &property, out) : status;
}

/* Matrices */

static enum status check_diagonal(const char *file, const struct matrix *a)
{
    for (uint32_t i = 0; i < a->off.rows; i++)
        if (a->diag[i] == 0)
            return fail(ERROR_INPUT,
                        "%s: row %u: the diagonal is zero, so no method here can solve the system",
                        file, i + 1);
    return OK;
}

/* b = A 1 in these rows. b: of the whole. */
static enum status add_up(const char *file, const struct matrix *rows, double *b)
{
    const struct csr *off = &rows->off;
    for (uint32_t i = 0; i < off->rows; i++) {
        const uint64_t at = row_owner(rows, i);
        double sum = rows->diag[i];
        for (uint64_t k = off->row[i]; k < off->row[i + 1]; k++) sum += off->val[k];
        if (!isfinite(sum))
            return fail(ERROR_INPUT,
                        "%s: row %llu: its entries add up to infinity: give a right-hand side with "
                        "rhs=FILE",
                        file, (unsigned long long)at + 1);
        b[at] = sum;
    }
    return OK;
}

/* Sets the right-hand side for which the answer is 1 everywhere. */
static enum status rhs_of_ones(const char *file, struct problem *problem)
{
    enum status status = OK;
    struct linear *system = &problem->system;
    struct row_pieces pieces;
    const uint32_t n = matrix_unknowns(&system->a);
    MUST(allocate(n, sizeof *system->b, "b", &system->b));
    MUST(allocate(n, sizeof *system->answer, "the answer", &system->answer));
    for (uint32_t i = 0; i < n; i++) system->answer[i] = 1;
    MUST(row_pieces_open(problem, &pieces));
    while (pieces.end < n) {
        TRY(row_pieces_next(&pieces));
        TRY(add_up(file, &pieces.rows, system->b));
    }
out:
    row_pieces_close(&pieces);
    return status;
}

enum status complete_matrix(const struct source *source, struct problem *problem)
{
    struct linear *system = &problem->system;
    char *rhs = NULL;
    MUST(check_diagonal(source->file, &system->a));
    if (source_is_made(source)) {
        free(system->a.diag);
        system->a.diag = NULL;
    }
    MUST(allocate_zeroed(matrix_unknowns(&system->a), sizeof *system->x0, "x0", &system->x0));
    if (!source->keys.rhs) return rhs_of_ones(source->file, problem);
    enum status status = format_beside(source->file, source->keys.rhs, &rhs);
    if (status == OK)
        status = source->format->read_vector(rhs, matrix_unknowns(&system->a), &system->b);
    free(rhs);
    return status;
}

/* Reads a file that has the matrix with its right-hand side and other vectors. */
static enum status read_stored_system(const struct source *source, struct problem *out)
{
    MUST(source->format->read_system(source->file, &out->system));
    out->states = problem_unknowns(out);
    out->transitions = out->system.a.off.nnz + out->states;
    return OK;
}

static enum status check_keys(const struct source *source)
{
    const union source_keys *keys = &source->keys;
    const bool given = keys->type || keys->goal || keys->avoid || keys->steady || keys->reward ||
                       keys->filter || keys->steps || keys->time;
    if (source->format->read_system && (given || keys->rhs))
        return fail(ERROR_INPUT, "%s: a linear system takes no keys but matrix=none", source->file);
    if (given)
        return fail(ERROR_INPUT, "%s: a matrix takes no keys but rhs=FILE and matrix=none",
                    source->file);
    return OK;
}

static enum status open_matrix(const struct source *source, struct problem *out)
{
    enum status status = OK;
    struct csr a = {0};
    MUST(check_keys(source));
    if (!out) return OK;
    if (source_is_made(source)) return open_made(source, out);
    out->kind = KIND_LINEAR;
    if (source->format->read_system) return read_stored_system(source, out);
    TRY(source->format->read_matrix(source->file, &a));
    out->states = a.rows;
    out->transitions = a.nnz;
    TRY(csr_split_rows(&a, NULL, &out->system.a));
    TRY(complete_matrix(source, out));
out:
    csr_free(&a);
    return status;
}

/* Both */

static enum status open_parsed(const struct source *source, struct problem *out)
{
    if (source_is_chain(source)) return open_chain(source, out);
    if (source_is_product(source)) return open_product(source, NULL, out);
    if (!source->generator) return open_matrix(source, out);
    if (source_is_made(source)) return open_made(source, out);
    if (!out) return OK;
    out->kind = KIND_LINEAR;
    return source->generator->make(source->arguments, &out->system);
}

static enum status open_source(const char *text, bool unsolved, struct problem *out)
{
    struct source source;
    enum status status = source_parse(text, &source);
    source.unsolved = unsolved;
    source.takes_intervals = true;
    if (status == OK) status = open_parsed(&source, out);
    source_free(&source);
    return status;
}

enum status problem_check(const char *source)
{
    return open_source(source, false, NULL);
}

static enum status open_growing(const char *text, const struct growth *growth, struct problem *out)
{
    enum status status = OK;
    struct source source;
    TRY(source_parse(text, &source));
    if (!source.generator || !source_is_product(&source))
        TRY(fail(ERROR_UNSUPPORTED,
                 "%s: a search on the fly needs a generator of products, such as leader:n=3",
                 text));
    TRY(open_product(&source, growth, out));
    if (out) TRY(copy_text(text, &out->source));
out:
    source_free(&source);
    return status;
}

enum status problem_check_growing(const char *source)
{
    return open_growing(source, NULL, NULL);
}

enum status problem_open_growing(const char *source, const struct growth *growth,
                                 struct problem *out)
{
    *out = (struct problem){0};
    enum status status = open_growing(source, growth, out);
    if (status != OK) problem_free(out);
    return status;
}

static enum status open_new(const char *source, bool unsolved, struct problem *out)
{
    *out = (struct problem){0};
    enum status status = copy_text(source, &out->source);
    if (status == OK) status = open_source(source, unsolved, out);
    if (status != OK) {
        problem_free(out);
        return status;
    }
    if (out->states) return OK;
    out->states =
        problem_unknowns(out); /* a generator's system is what it is: nothing was reduced */
    out->transitions = out->system.a.off.nnz + out->states;
    return OK;
}

enum status problem_open(const char *source, struct problem *out)
{
    return open_new(source, false, out);
}

enum status problem_look(const char *source, struct problem *out)
{
    return open_new(source, true, out);
}
