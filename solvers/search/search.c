#include "solvers/search/search.h"

#include <string.h>

#include "solvers/solve.h"

enum status stored_build_product(const struct method *method, const struct layout *layout,
                                 const struct solver_options *options,
                                 const struct product *product, struct stored *out)
{
    *out = (struct stored){.layout = layout,
                           .precision = U32,
                           .options = *options,
                           .transposed = method->transposes && method->transposes(options),
                           .n = product->n,
                           .columns = product->n,
                           .nnz = product->m};
    enum status status = layout->store(product, out);
    if (status != OK) stored_free(out);
    return status;
}

enum status search_prepare(struct solve *solve, const struct solve_settings *settings)
{
    (void)settings;
    return solve->place->allocate(NSEARCH_WORDS * sizeof(uint32_t),
                                  (void **)&search_of(solve)->word);
}

void search_dismiss(struct solve *solve)
{
    if (search_of(solve)->word) solve->place->release(search_of(solve)->word);
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
    return solve->place->put(search_of(solve)->word, before, sizeof before);
}

enum status search_word(const struct solve *solve, enum search_word which, uint32_t *out)
{
    return solve->place->get(out, search_of(solve)->word + which, 1, sizeof *out);
}

enum status search_answer(const struct solve *solve, const struct method *method,
                          const struct product *product, struct search_answer *out)
{
    memset(out, 0, sizeof *out);
    out->cycle = search_of(solve)->found;
    out->witness = NO_VERTEX;
    return out->cycle ? method->witness(solve, product, &out->witness) : OK;
}

enum status search_witness(const struct solve *solve, const struct product *product, uint32_t *out)
{
    (void)product;
    return search_word(solve, WORD_WITNESS, out);
}
