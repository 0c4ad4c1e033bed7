#include "solvers/search/search.h"

#include <string.h>

#include "solvers/solve.h"

enum status stored_build_product(const struct layout *layout, const struct solver_options *options,
                                 const struct product *product, struct stored *out)
{
    *out = (struct stored){.layout = layout,
                           .precision = U32,
                           .options = options ? *options : default_options(),
                           .n = product->n,
                           .columns = product->n,
                           .nnz = product->m};
    enum status status = layout->store(product, out);
    if (status != OK) stored_free(out);
    return status;
}

bool search_stopped(struct solve *solve)
{
    if (!solve->stop || !*solve->stop) return false;
    solve->outcome = STOPPED;
    return true;
}

enum status search_reset_words(struct solve *solve)
{
    static const uint32_t before[NSEARCH_WORDS] = {[WORD_WITNESS] = NO_VERTEX};
    return solve->place->put(solve->word, before, sizeof before);
}

enum status search_word(const struct solve *solve, enum search_word which, uint32_t *out)
{
    return solve->place->get(out, solve->word + which, 1, sizeof *out);
}

enum status search_answer(const struct solve *solve, const struct method *method,
                          const struct product *product, struct search_answer *out)
{
    memset(out, 0, sizeof *out);
    out->cycle = solve->found;
    out->witness = NO_VERTEX;
    return solve->found ? method->witness(solve, product, &out->witness) : OK;
}

enum status search_witness(const struct solve *solve, const struct product *product, uint32_t *out)
{
    (void)product;
    return search_word(solve, WORD_WITNESS, out);
}
