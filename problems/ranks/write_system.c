#include "problems/ranks/write_system.h"

#include <stdlib.h>

#include "base/memory.h"
#include "datasets/formats/cache/cache_parts.h"
#include "problems/ranks/mail.h"
#include "problems/ranks/own_system.h"
#include "problems/source.h"

enum status write_system_check(const struct source *source)
{
    struct model_property asked;
    const struct generator *generator = source->generator;
    if (!generator || !generator->model)
        return fail(ERROR_INPUT,
                    "%s: ranks share only the work of a model that a generator of chains explores, "
                    "such as kanban: leave out --ranks",
                    generator ? generator->name : source->file);
    if (source_is_closed(source) || source_is_made(source))
        return fail(ERROR_INPUT,
                    "%s: with matrix=none no matrix is made: leave out matrix=none, or --ranks",
                    generator->name);
    if (model_has_questions(generator->model, source->arguments))
        return fail(ERROR_INPUT,
                    "%s: ranks do not know the questions of decision processes: leave out --ranks",
                    generator->name);
    return source_property(source, &asked);
}

/* Writing */

struct writing {
    const char *path;
    struct own_system *system;
    struct written_system all;
    uint64_t next;         /* the number of this rank's next entry */
    struct array_parts to; /* on rank 0 */
};

static bool writes(void)
{
    return ranks_self()->rank == 0;
}

/* Begins the file, with a part for each rank. */
static enum status begin_system_file(struct writing *w)
{
    const struct share *share = w->system->share;
    uint64_t entries[MOST_PARTS], first[MOST_PARTS + 1] = {0};
    const int size = ranks_self()->size;
    static double given;
    ranks_link_here()->gather(&w->system->entries, sizeof *entries, entries);
    for (int k = 0; k < size; k++) first[k + 1] = first[k] + entries[k];
    w->next = first[ranks_self()->rank];
    w->all = (struct written_system){share->n, first[size]};
    const struct linear outline = {.a.off = {.rows = share->n, .nnz = first[size]},
                                   .b = w->system->has_b ? &given : NULL,
                                   .weight = w->system->has_weight ? &given : NULL};
    enum status status = OK;
    if (writes()) status = cache_begin_system(w->path, &outline, size, &w->to);
    MUST(ranks_agree(status));
    for (int k = 1; k < size && writes(); k++)
        cache_divide_system(&w->to, k, share->first[k], first[k]);
    return OK;
}

enum { ARRAYS = 7 };

/* Lists the arrays of some rows that are sent to or received from a rank; returns their number. */
static int pieces_of(const struct linear *rows, int rank, struct link_piece *out)
{
    const struct csr *off = &rows->a.off;
    const uint64_t n = off->rows;
    int count = 0;
    out[count++] = (struct link_piece){rank, off->row, (n + 1) * sizeof *off->row};
    out[count++] = (struct link_piece){rank, off->col, off->nnz * sizeof *off->col};
    out[count++] = (struct link_piece){rank, off->val, off->nnz * sizeof *off->val};
    out[count++] = (struct link_piece){rank, rows->a.diag, n * sizeof *rows->a.diag};
    out[count++] = (struct link_piece){rank, rows->x0, n * sizeof *rows->x0};
    if (rows->b) out[count++] = (struct link_piece){rank, rows->b, n * sizeof *rows->b};
    if (rows->weight)
        out[count++] = (struct link_piece){rank, rows->weight, n * sizeof *rows->weight};
    return count;
}

struct size_of_rows {
    uint64_t n, nnz;
};

static enum status make_room_for_rows(const struct size_of_rows *size,
                                      const struct own_system *system, struct linear *out)
{
    MUST(matrix_allocate((uint32_t)size->n, size->nnz, &out->a));
    MUST(allocate(size->n, sizeof *out->x0, "rows", &out->x0));
    if (system->has_b) MUST(allocate(size->n, sizeof *out->b, "rows", &out->b));
    if (system->has_weight) MUST(allocate(size->n, sizeof *out->weight, "rows", &out->weight));
    return OK;
}

/* Rank 0 receives some rows from each rank. */
static enum status collect_rows(const struct writing *w, const struct linear *mine,
                                struct linear from[MOST_PARTS])
{
    struct link_piece sent[ARRAYS], received[MOST_PARTS * ARRAYS];
    struct size_of_rows own = {mine->a.off.rows, mine->a.off.nnz}, size[MOST_PARTS];
    enum status status = OK;
    int count = 0;
    ranks_link_here()->gather(&own, sizeof own, size);
    for (int k = 0; k < ranks_self()->size && writes() && status == OK; k++)
        status = make_room_for_rows(&size[k], w->system, &from[k]);
    MUST(ranks_agree(status));
    for (int k = 0; k < ranks_self()->size && writes(); k++)
        count += pieces_of(&from[k], k, received + count);
    ranks_link_here()->exchange(pieces_of(mine, 0, sent), sent, count, received);
    return OK;
}

/* Makes row[] count from the start of the whole matrix. */
static void move_rows(struct writing *w, struct linear *rows)
{
    struct csr *off = &rows->a.off;
    for (uint32_t i = 0; i <= off->rows; i++) off->row[i] += w->next;
    w->next = off->row[off->rows];
}

static enum status put_received_rows(struct writing *w, const struct linear from[MOST_PARTS])
{
    for (int k = 0; k < ranks_self()->size && writes(); k++)
        if (from[k].a.off.rows) MUST(cache_put_rows(&w->to, k, &from[k]));
    return OK;
}

/* Writes own rows from *first on, as many as are in a piece. */
static enum status write_some(struct writing *w, uint32_t *first)
{
    enum status status = OK;
    struct linear mine = {0}, from[MOST_PARTS] = {0};
    TRY(own_system_rows(w->system, *first, first, &mine));
    move_rows(w, &mine);
    TRY(collect_rows(w, &mine, from));
    TRY(ranks_agree(put_received_rows(w, from)));
out:
    linear_free(&mine);
    for (int k = 0; k < MOST_PARTS; k++) linear_free(&from[k]);
    return status;
}

static enum status write_all_rows(const char *path, struct own_system *system,
                                  struct written_system *out)
{
    enum status status = OK;
    struct writing w = {.path = path, .system = system};
    uint32_t first = 0;
    TRY(begin_system_file(&w));
    do TRY(write_some(&w, &first));
    while (ranks_link_here()->any(first < system->share->count));
    TRY(ranks_agree(writes() ? array_parts_commit(&w.to) : OK));
    *out = w.all;
out:
    array_parts_abandon(&w.to);
    return status;
}

/* All of it */

/* The model and the property to write. */
struct question {
    struct source source;
    struct property property;
    const char *reward;
    struct model_reward only[2]; /* that reward, and the end mark */
    struct stepper stepper;
};

static enum status open_question(const char *text, struct question *out)
{
    struct model_property asked;
    struct source *source = &out->source;
    *out = (struct question){0};
    MUST(source_parse(text, source));
    MUST(write_system_check(source));
    MUST(source_property(source, &asked));
    MUST(explored_property(source, &out->property));
    const struct generator *generator = source->generator;
    out->reward = asked.reward;
    if (asked.reward) out->only[0] = *find_reward(generator->model, asked.reward);
    return stepper_create(generator->name, generator->model, source->arguments, out->only,
                          &out->stepper);
}

enum status write_system(const char *source, const char *path, struct written_system *out)
{
    enum status status = OK;
    static struct question question;
    struct share share = {0};
    struct own_system system = {0};
    TRY(ranks_agree(open_question(source, &question)));
    TRY(share_find(&question.stepper, &share));
    TRY(own_system_make(&share, &question.property, question.reward, &system));
    TRY(write_all_rows(path, &system, out));
out:
    own_system_free(&system);
    share_free(&share);
    source_free(&question.source);
    return status;
}
