/* Method multilevel on several cards. Each card has a part of the rows of a divided level. This
 * part is a level of its own at place cuda (solvers/multilevel/levels.h): its rows are numbered
 * from 0 on, and after them come its ghosts, the rows of other cards that its entries read. An
 * aggregate has rows of one card only. The first level that is small enough is gathered on card 0,
 * which also has all later levels. */
#pragma once

#include "solvers/cuda/cards.h"
#include "solvers/multilevel/hierarchy.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The ghosts of a card: rows of card 0, then those of card 1, ..., each ascending. */
struct ghosts {
    uint32_t *index;               /* device memory: for each ghost, its row number on its own
                                      card */
    double *leaving;               /* device memory: for each ghost, the sum of its column on
                                      this card */
    uint32_t first[MAX_CARDS + 1]; /* first ghost of each card */
};

struct level_parts {
    int cards;
    const struct hierarchy *part; /* hierarchy of each card; its level[k] is the card's part */
    int k;
    struct ghosts ghosts[MAX_CARDS];
    uint64_t first[MAX_CARDS + 1];       /* the first row of each card, as the whole counts */
    uint64_t first_entry[MAX_CARDS + 1]; /* and its first entry */
    double *sums[MAX_CARDS];             /* level 0: WINDOW_SUMS each, device memory */
    struct level *small; /* level 0, if it has at most LEVEL_COARSEST rows: all of it on card 0,
                            which eliminates it; else NULL */
};

/* hierarchy->divided */
struct divided {
    struct hierarchy part[MAX_CARDS];
    struct level_parts level[LEVELS_MOST];
    double *room[MAX_CARDS]; /* memory of level 0 for next (weights in cycles), sums and ghost
                                indices */
    struct hierarchy small;  /* level[0] is level_parts.small */
    double *small_room;      /* its x, next and b */
    size_t scratch_bytes;    /* bytes of the hierarchy's scratch */
};

/* Returns the part of a level on card c, with the x and next that the level has now. */
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

/* at_once.c: calls f(context, c, &yes) for each card, which is selected, in one thread per card.
 * *all: every card returned yes. An error is that of the first card that has one. */
enum status cards_at_once(int cards, enum status (*f)(void *context, int c, bool *yes),
                          void *context, bool *all);

/* divide.c */
enum status cards_divide(struct hierarchy *h, const struct matrix *a, const struct stored *stored,
                         double *b);
void cards_unite(struct hierarchy *h);
/* extend.c */
enum status cards_extend(struct hierarchy *h, int k);

/* outside.cu, enqueued: finds `outside` of the rows of all parts, first from their own ghosts, then
 * from what other cards found for them. cards_outside: its address on the card of a part, in memory
 * that is not needed between cycles. */
enum status cards_find_outside(const struct level *level);
static inline float *cards_outside(const struct level *part)
{
    return (float *)part->next;
}

/* levels.cu, enqueued: brings the aggregates of ghosts, with their numbers on their own cards;
 * makes the pattern of a gathered level from its parts. */
enum status cards_bring_aggregates(const struct level *level);
enum status cards_gather_pattern(const struct level *level);

#ifdef __cplusplus
}
#endif
