#include "problems/structure.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "problems/model_facts.h"
#include "problems/problem.h"
#include "problems/product.h"
#include "problems/source.h"

static enum status chain_structure(const struct source *source, struct structure *out)
{
    enum status status = OK;
    struct chain chain = {0};
    TRY(source_asked_chain(source, &chain));
    uint32_t n = chain_states(&chain);
    out->chain = true;
    TRY(allocate(n, 1, "initial states", &out->start));
    memcpy(out->start, chain_label(&chain, "init")->holds, n);
    out->a = chain.transitions;
    chain.transitions = (struct csr){0};
out:
    chain_free(&chain);
    return status;
}

/* Reverts csr_split: joins diagonal and off-diagonal entries. */
static enum status join_diagonal(const struct matrix *from, struct csr *out)
{
    const struct csr *off = &from->off;
    uint64_t kept = 0;
    MUST(csr_allocate(off->rows, off->nnz + off->rows, out));
    for (uint32_t i = 0; i < off->rows; i++) {
        uint64_t k = off->row[i];
        for (; k < off->row[i + 1] && off->col[k] < i; k++) {
            out->col[kept] = off->col[k];
            out->val[kept++] = off->val[k];
        }
        out->col[kept] = i;
        out->val[kept++] = from->diag[i];
        for (; k < off->row[i + 1]; k++) {
            out->col[kept] = off->col[k];
            out->val[kept++] = off->val[k];
        }
        out->row[i + 1] = kept;
    }
    return OK;
}

/* Sorts the rows by two transpositions and merges parallel edges. */
static enum status product_structure(struct product *product, struct structure *out)
{
    enum status status = OK;
    struct product turned = {0}, sorted = {0};
    TRY(product_transpose(product, &turned));
    TRY(product_transpose(&turned, &sorted));
    product_merge(&sorted);
    out->chain = true;
    TRY(allocate_zeroed(sorted.n, 1, "initial states", &out->start));
    if (sorted.initial == NO_VERTEX) memset(out->start, 1, sorted.n);
    else out->start[sorted.initial] = 1;
    out->a = (struct csr){.rows = sorted.n, .nnz = sorted.m, .row = sorted.row, .col = sorted.col};
    sorted.row = NULL;
    sorted.col = NULL;
out:
    product_free(&turned);
    product_free(&sorted);
    return status;
}

static enum status product_to_structure(const struct source *source, struct structure *out)
{
    struct problem problem = {0};
    enum status status = open_product(source, NULL, &problem);
    if (status == OK) status = product_structure(&problem.product, out);
    problem_free(&problem);
    return status;
}

/* The matrix of a generator, or of a file that has the system with its right-hand side. */
static enum status system_structure(const struct source *source, struct structure *out)
{
    struct linear system = {0};
    enum status status = source->generator ? source->generator->make(source->arguments, &system)
                                           : source->format->read_system(source->file, &system);
    if (status == OK) status = join_diagonal(&system.a, &out->a);
    linear_free(&system);
    return status;
}

static enum status open_parsed(const struct source *source, struct structure *out)
{
    if (source_is_chain(source)) return chain_structure(source, out);
    if (source_is_product(source)) return product_to_structure(source, out);
    if (source_is_made(source))
        return fail(ERROR_UNSUPPORTED,
                    "%s: with matrix=none no matrix is made: leave out matrix=none",
                    source->generator ? source->generator->name : source->file);
    if (source->generator || source->format->read_system) return system_structure(source, out);
    enum status status = source->format->read_matrix(source->file, &out->a);
    if (status == OK) csr_drop_zeros(&out->a);
    return status;
}

static bool asks_nothing(const struct source *source)
{
    const union source_keys *keys = &source->keys;
    return source->file && source_is_chain(source) && !keys->goal && !keys->avoid &&
           !keys->steady && !keys->reward && !keys->filter && !keys->rhs && !source->question;
}

enum status structure_open(const char *text, struct structure *out)
{
    enum status status = OK;
    struct source source = {0};
    *out = (struct structure){0};
    TRY(source_parse(text, &source));
    if (!asks_nothing(&source)) TRY(problem_check(text));
    TRY(open_parsed(&source, out));
out:
    if (status != OK) structure_free(out);
    source_free(&source);
    return status;
}

enum status model_open(const char *text, bool *asks, struct chain *out)
{
    struct source source = {0};
    enum status status = OK;
    *out = (struct chain){0};
    *asks = true;
    TRY(source_parse(text, &source));
    *asks = !asks_nothing(&source);
    if (!*asks) TRY(source_chain(&source, ALL_REWARDS, out));
out:
    source_free(&source);
    return status;
}

void structure_free(struct structure *structure)
{
    csr_free(&structure->a);
    free(structure->start);
    *structure = (struct structure){0};
}
