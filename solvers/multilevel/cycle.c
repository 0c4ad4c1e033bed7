#include "solvers/multilevel/cycle.h"

#include "solvers/loop.h"

/* Numbers of sweeps: at the start, before the aggregates of level 0 are made; on the way down; on
 * the way up; on a coarsest level that is too large to eliminate. */
enum { FIRST = 8, BEFORE = 1, BEHIND = 2, INSTEAD = 8 };

static void count_work(struct cycle *c, const struct level *level)
{
    c->entries += (double)level->nnz + level->n;
}

static enum status smooth_fine(struct cycle *c, struct test *test)
{
    struct solve *s = c->solve;
    return s->mat->jacobi(s->a, &s->b, s->x, s->work[0], CYCLE_OMEGA, test);
}

static void swap_level(struct cycle *c, int k)
{
    struct level *level = &c->levels.level[k];
    double *const x = level->x;
    if (k == 0 && c->solve) swap_iterates(c->solve);
    level->x = level->next;
    level->next = x;
}

static enum status cycle_smooth(struct cycle *c, int k, enum smoother smoother, struct test *test)
{
    const struct level_ops *ops = c->levels.ops;
    struct level *level = &c->levels.level[k];
    count_work(c, level);
    if (smoother == SMOOTH_GAUSS_SEIDEL) {
        count_work(c, level);
        MUST(ops->gauss_seidel(level));
    } else if (k == 0 && c->solve) {
        MUST(smooth_fine(c, test));
    } else {
        MUST(ops->smooth(level, CYCLE_OMEGA));
    }
    swap_level(c, k);
    return OK;
}

static enum status smooth_often(struct cycle *c, int k, int times)
{
    enum status status = OK;
    for (int t = 0; t < times && status == OK; t++) status = cycle_smooth(c, k, c->smoother, NULL);
    return status;
}

static int sweeps_behind(const struct cycle *c, int k)
{
    return k > 0 && c->often ? BEHIND - 1 : BEHIND;
}

static int visits(const struct cycle *c, int k)
{
    const bool often = k == 2 || (k == 1 && c->often);
    return often && c->levels.level[k].n > LEVEL_COARSEST ? 2 : 1;
}

/* Makes the last sweeps of a level. */
static enum status smooth_behind(struct cycle *c, int k)
{
    MUST(smooth_often(c, k, sweeps_behind(c, k) - 1));
    return k > 0 ? cycle_smooth(c, k, c->smoother, NULL)
                 : cycle_smooth(c, 0, SMOOTH_JACOBI, c->test);
}

static enum status cycle_visit(struct cycle *c, int k);

/* The next level is there, and is solved for the shares of this one. */
static enum status correct(struct cycle *c, int k)
{
    const struct level *fine = &c->levels.level[k], *coarse = fine + 1;
    MUST(c->levels.ops->weigh(fine, coarse));
    MUST(c->levels.ops->product(fine, coarse));
    count_work(c, fine);
    for (int t = visits(c, k + 1); t > 0; t--) MUST(cycle_visit(c, k + 1));
    return c->levels.ops->prolong(fine, coarse);
}

static enum status cycle_visit(struct cycle *c, int k)
{
    struct hierarchy *h = &c->levels;
    const struct level *level = &h->level[k];
    if (level->n <= LEVEL_COARSEST) {
        MUST(h->ops->eliminate(level, h->dense));
        return k > 0 ? OK : smooth_behind(c, k);
    }
    if (!c->setting_up && k > 1 && h->ops->tail && level->n <= h->ops->tail_rows &&
        !level->divided)
        return h->ops->tail(level, h->count - k, CYCLE_OMEGA, h->dense);
    const bool extend = c->setting_up && c->ready <= k;
    MUST(smooth_often(c, k, extend && k == 0 ? FIRST : BEFORE));
    if (extend) {
        MUST(hierarchy_extend(h, k));
        c->ready = k + 1;
    }
    if (k + 1 < h->count) MUST(correct(c, k));
    else MUST(smooth_often(c, k, INSTEAD));
    return smooth_behind(c, k);
}

bool cycle_sets_up(const struct cycle *c, uint64_t made)
{
    return made < SET_UP_CYCLES ||
           (made < SET_UP_MOST && c->setting_up && hierarchy_is_poor(&c->levels));
}

enum status cycle_make(struct cycle *c)
{
    c->ready = c->levels.count > 1 ? 1 : 0;
    if (c->solve) {
        c->levels.level[0].x = c->solve->x;
        c->levels.level[0].next = c->solve->work[0];
    }
    return cycle_visit(c, 0);
}
