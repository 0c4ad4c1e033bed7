/* Method multilevel on several cards. Each has a part of the rows of a level that is divided, as a
 * level of its own at place cuda (solvers/multilevel/levels.h): its rows are numbered from 0 on,
 * and behind them stand its ghosts, the rows of other cards that its entries read. Aggregates have
 * rows of one card. The first level that is small enough is gathered on card 0, which has the ones
 * that follow. */
#pragma once

#include "solvers/cuda/cards.h"
#include "solvers/multilevel/hierarchy.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The ghosts of a card: rows of card 0, then those of card 1, ..., each ascending. */
struct ghosts {
    uint32_t *index;               /* device memory: which row of its card each is */
    double *leaving;               /* the same: the sum of its column on this card */
    uint32_t first[MAX_CARDS + 1]; /* the first of each card */
};

struct level_parts {
    int cards;
    const struct hierarchy *part; /* of each card; its level[k] is the card's part */
    int k;
    struct ghosts ghosts[MAX_CARDS];
    uint64_t first[MAX_CARDS + 1];       /* the first row of each card, as the whole counts */
    uint64_t first_entry[MAX_CARDS + 1]; /* and its first entry */
    double *sums[MAX_CARDS];             /* level 0: WINDOW_SUMS each, device memory */
    struct level *small; /* level 0, where it has LEVEL_COARSEST rows at most: all of it on card 0,
                            which eliminates it; else NULL */
};

/* hierarchy->divided */
struct divided {
    struct hierarchy part[MAX_CARDS];
    struct level_parts level[LEVELS_MOST];
    double *room[MAX_CARDS]; /* of level 0: next, where cycles keep weights, sums, and index */
    struct hierarchy small;  /* level[0] is level_parts.small */
    double *small_room;      /* its x, next and b */
    size_t scratch_bytes;    /* of the hierarchy's scratch */
};

/* The part of card c of a level: with the x and next that the level has now. */
static inline struct level cards_part(const struct level *level, int c)
{
    const struct level_parts *parts = level->parts;
    struct level part = parts->part[c].level[parts->k];
    double *const x = part.x;
    if (parts->k == 0) {
        part.x = (double *)cards_at(level->x, c) + parts->first[c];
    } else if (level->divided && level->x != parts->part[0].level[parts->k].x) {
        part.x = part.next;
        part.next = x;
    }
    return part;
}

/* at_once.c: f(context, c, &yes) for each card, which is selected, by a thread each; *all: whether
 * each said yes. An error is that of the first card that has one. */
enum status cards_at_once(int cards, enum status (*f)(void *context, int c, bool *yes),
                          void *context, bool *all);

/* divide.c */
enum status cards_divide(struct hierarchy *h, const struct matrix *a, const struct stored *stored,
                         double *b);
void cards_unite(struct hierarchy *h);
/* extend.c */
enum status cards_extend(struct hierarchy *h, int k);

/* outside.cu, enqueued: outside of the rows of all parts, then what their ghosts find for others;
 * and where that is on the card of a part, in what it does not need between cycles. */
enum status cards_find_outside(const struct level *level);
static inline float *cards_outside(const struct level *part)
{
    return (float *)part->next;
}

/* levels.cu, enqueued: the aggregates of ghosts, as their cards number them; and the pattern of a
 * gathered level from its parts. */
enum status cards_bring_aggregates(const struct level *level);
enum status cards_gather_pattern(const struct level *level);

#ifdef __cplusplus
}
#endif
