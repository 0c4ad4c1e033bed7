#include "solvers/panel_order.h"

/* A bank's score for the next lane: the entries that it has left, less USED for every lane that reads it already. */
enum { MOST_BANKS = 32, USED = PANEL_LONGEST, NONE_LEFT = -2 * MOST_BANKS * USED };

/* What is left of a segment, by bank. */
struct hand {
    uint32_t runs, left;
    int32_t score[MOST_BANKS]; /* entries left, or NONE_LEFT */
    uint16_t *next[MOST_BANKS];
    uint16_t *order;
};

/* sorted: room for its entries. */
static struct hand hand_of(struct panel_segment s, uint32_t banks, const uint16_t *place, uint16_t *sorted,
                           uint16_t *order)
{
    struct hand hand = {.runs = panel_runs(s.length), .left = s.length, .order = order};
    uint16_t *end = sorted;
    for (uint32_t e = 0; e < s.length; e++) hand.score[place[e] % banks]++;
    for (uint32_t k = 0; k < banks; k++) {
        hand.next[k] = end;
        end += hand.score[k];
    }
    for (uint32_t e = 0; e < s.length; e++) *hand.next[place[e] % banks]++ = (uint16_t)e;
    for (uint32_t k = 0; k < banks; k++) {
        hand.next[k] -= hand.score[k];
        if (hand.score[k] == 0) hand.score[k] = NONE_LEFT;
    }
    return hand;
}

/* Gives the next lane an entry. load: -USED for every lane that reads a bank. */
static void deal(struct hand *hand, uint32_t banks, int32_t load[MOST_BANKS])
{
    int32_t best = INT32_MIN;
    for (uint32_t k = 0; k < banks; k++) {
        int32_t score = (hand->score[k] + load[k]) * MOST_BANKS + (int32_t)k;
        best = score > best ? score : best;
    }
    uint32_t bank = (uint32_t)best % MOST_BANKS;
    *hand->order++ = *hand->next[bank]++;
    hand->left--;
    load[bank] -= USED;
    if (--hand->score[bank] == 0) hand->score[bank] = NONE_LEFT;
}

/* What the lanes of the segments read at a time: the same of the runs from number `first` on. */
static void deal_read(struct hand *hand, uint32_t segments, uint32_t lanes, uint32_t first, uint32_t banks)
{
    for (uint32_t from = 0; from < segments * lanes; from += banks) {
        int32_t load[MOST_BANKS] = {0};
        for (uint32_t lane = from; lane < from + banks && lane < segments * lanes; lane++) {
            struct hand *own = &hand[lane / lanes];
            if (first + lane % lanes < own->runs && own->left > 0) deal(own, banks, load);
        }
    }
}

void panel_order(enum precision precision, const struct panel_segment *segment, uint32_t segments,
                 const uint16_t *place, uint16_t *order)
{
    struct hand hand[PANEL_WARP];
    uint16_t sorted[PANEL_LONGEST];
    uint32_t banks = panel_banks(precision), lanes = segment->lanes, at = 0, longest = panel_runs(segment->length);
    for (uint32_t s = 0; s < segments; at += segment[s++].length)
        hand[s] = hand_of(segment[s], banks, place + at, sorted + at, order + at);
    for (uint32_t first = 0; first < longest; first += lanes)
        for (uint32_t j = 0; j < PANEL_RUN; j++) deal_read(hand, segments, lanes, first, banks);
}
