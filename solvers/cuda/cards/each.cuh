/* What operations over several GPUs share: of rows, of vectors, and of sums. */
#pragma once

#include <math.h>

extern "C" {
#include "solvers/cuda/cards.h"
}

/* f(k) with card k selected, for each. */
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

/* A test whose votes card k casts. */
static inline struct test test_at(const struct test *test, int k)
{
    struct test out = {};
    if (!test) return out;
    out = *test;
    out.flag = (int *)cards_at(test->flag, k);
    return out;
}
