/* Sums over several GPUs: each GPU writes the sums of its part, and every GPU adds up all of them.
 */
#include "solvers/cuda/cards/each.cuh"

static __global__ void add_sums(const double (*sum)[NDOTS], int cards, int width, double *out)
{
    for (int w = 0; w < width; w++) {
        double total = sum[0][w];
        for (int k = 1; k < cards; k++) total += sum[k][w];
        out[w] = total;
    }
}

/* Each reduction uses the memory of the last but one: all cards have read that, because they have
 * passed a barrier since. */
double (*cards_next_sums(void))[NDOTS]
{
    static int turn;
    turn = !turn;
    return cards_shared()->sum[turn];
}

enum status cards_add(int cards, const double (*sum)[NDOTS], int width, double *out)
{
    enum status status = cards_barrier(cards);
    if (status != OK) return status;
    return on_cards(cards, [=](int k) {
        add_sums<<<1, 1, 0, device_stream()>>>(sum, cards, width, (double *)cards_at(out, k));
        return device_launched("add_sums");
    });
}
