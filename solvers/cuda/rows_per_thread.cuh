/* How a layout deals its rows to threads: one row each, or, if it has `resident`, several rows in
 * turn to that many threads of an SM. The default is 1536 of the 2048 threads of a Hopper SM: then
 * each thread has the 40 registers that keep the loads of a row in flight. */
#pragma once

template <class L, class = void>
struct rows_per_thread {
    enum { in_turn = false, resident = 1536 };
};

template <class L>
struct rows_per_thread<L, decltype((void)L::resident)> {
    enum { in_turn = true, resident = L::resident };
};
