#include "solvers/layouts/panels/panel_order.h"

/* Score of a bank for the next lane: its remaining entries, minus USED for every lane that reads it
 * already. */
enum { MOST_BANKS = 32, USED = PANEL_LONGEST, NONE_LEFT = -2 * MOST_BANKS * USED };

/* The remaining entries of a segment, by bank. */
struct hand {
    uint32_t banks, left;
    int32_t score[MOST_BANKS]; /* entries left, or NONE_LEFT */
    uint16_t *next[MOST_BANKS];
    uint16_t *order;
};

/* Sorts the entries of a segment by bank. sorted: room for them. */
static struct hand hand_of(uint32_t banks, uint32_t length, const uint16_t *place, uint16_t *sorted,
                           uint16_t *order)
{
    struct hand hand = {.banks = banks, .left = length, .order = order};
    uint16_t *end = sorted;
    for (uint32_t e = 0; e < length; e++) hand.score[place[e] % banks]++;
    for (uint32_t k = 0; k < banks; k++) {
        hand.next[k] = end;
        end += hand.score[k];
    }
    for (uint32_t e = 0; e < length; e++) *hand.next[place[e] % banks]++ = (uint16_t)e;
    for (uint32_t k = 0; k < banks; k++) {
        hand.next[k] -= hand.score[k];
        if (hand.score[k] == 0) hand.score[k] = NONE_LEFT;
    }
    return hand;
}

/* Gives the next lane an entry. load: -USED for every lane that reads a bank already. */
static void deal(struct hand *hand, int32_t load[MOST_BANKS])
{
    int32_t best = INT32_MIN;
    for (uint32_t k = 0; k < hand->banks; k++) {
        int32_t score = (hand->score[k] + load[k]) * MOST_BANKS + (int32_t)k;
        best = score > best ? score : best;
    }
    uint32_t bank = (uint32_t)best % MOST_BANKS;
    *hand->order++ = *hand->next[bank]++;
    hand->left--;
    load[bank] -= USED;
    if (--hand->score[bank] == 0) hand->score[bank] = NONE_LEFT;
}

/* Deals the entries that the lanes read at the same time: one for each of so many runs. */
static void deal_read(struct hand *hand, uint32_t runs)
{
    for (uint32_t from = 0; from < runs; from += hand->banks) {
        int32_t load[MOST_BANKS] = {0};
        for (uint32_t l = from; l < runs && l < from + hand->banks && hand->left > 0; l++)
            deal(hand, load);
    }
}

void panel_order(enum precision precision, struct panel_segment segment, const uint16_t *place,
                 uint16_t *order)
{
    uint16_t sorted[PANEL_LONGEST];
    struct hand hand = hand_of(panel_banks(precision), segment.length, place, sorted, order);
    uint32_t runs = panel_runs(segment.length);
    for (uint32_t first = 0; first < runs; first += segment.lanes)
        for (uint32_t j = 0; j < PANEL_RUN; j++)
            deal_read(&hand, panel_block(runs, segment.lanes, first));
}
