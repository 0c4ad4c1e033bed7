/* How a layout deals its rows to threads: a row each, or several in turn to as many `resident`
 * threads of an SM as it says. 1536 of a Hopper SM's 2048: that leaves each the 40 registers that
 * keep the loads of a row in flight. */
#pragma once

template <class L, class = void>
struct rows_per_thread {
    enum { in_turn = false, resident = 1536 };
};

template <class L>
struct rows_per_thread<L, decltype((void)L::resident)> {
    enum { in_turn = true, resident = L::resident };
};
