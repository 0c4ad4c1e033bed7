/* The values of all methods on a GPU against proofs, on every system that generators make, at two
 * sizes. Skipped without a GPU. */
#include "harness/case/variant.h"
#include "tests/support/cmocka.h"
#include "tests/support/known/proven_values.h"

static const struct place *find_card(void)
{
    int p = 0;
    while (p < place_count && places[p]->cards != 1) p++;
    return p < place_count ? places[p] : NULL;
}

static void test_on_card(void **state)
{
    const struct place *card = find_card();
    if (!card || card->probe() != OK) skip();
    check_values_on_card(card, SIZE_SMALL);
    check_values_on_card(card, SIZE_LARGER);
    check_all_answered(10);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_on_card)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
