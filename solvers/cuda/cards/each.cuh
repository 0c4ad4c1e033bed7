/* Helpers for operations over several GPUs: on rows, vectors and sums. */
#pragma once

#include <math.h>

extern "C" {
#include "solvers/cuda/cards.h"
}

/* Calls f(k) for each card k, with card k selected. */
template <class F>
static enum status on_cards(int cards, F f)
{
    enum status status = cards_join(cards);
    cards_act();
    for (int k = 0; k < cards && status == OK; k++) {
        status = device_select(k);
        if (status == OK) status = f(k);
    }
    device_home();
    return status;
}

/* Returns the test with the flag of card k, for its votes. */
static inline struct test test_at(const struct test *test, int k)
{
    struct test out = {};
    if (!test) return out;
    out = *test;
    out.flag = (int *)cards_at(test->flag, k);
    return out;
}
