/* Matrices and vectors as Matrix Market files. */
#include "datasets/formats/matrix_market/matrix_market.h"
#include "datasets/text/printer.h"

static void print_entry(struct printer *to, uint32_t i, uint32_t j, double value)
{
    print(to, "%lu %lu %g\n", i + UINT64_C(1), j + UINT64_C(1), value);
}

/* Writes an n x n matrix row by row; diagonal (or NULL): the diagonal entries, which come before
 * the entries to their right. */
static enum status write_matrix(const struct csr *a, const double *diagonal, const char *folder,
                                const char *name)
{
    struct printer to;
    uint64_t entries = a->nnz + (diagonal ? a->rows : 0);
    MUST(printer_create(folder, name, entries, &to));
    print(&to, "%%%%MatrixMarket matrix coordinate real general\n%u %u %lu\n", a->rows, a->rows,
          entries);
    for (uint32_t i = 0; i < a->rows && to.status == OK; i++) {
        uint64_t k = a->row[i];
        for (; k < a->row[i + 1] && (!diagonal || a->col[k] < i); k++)
            print_entry(&to, i, a->col[k], a->val[k]);
        if (diagonal) print_entry(&to, i, i, diagonal[i]);
        for (; k < a->row[i + 1]; k++) print_entry(&to, i, a->col[k], a->val[k]);
    }
    return printer_finish(&to);
}

static enum status write_vector(uint32_t n, const double *b, const char *folder)
{
    struct printer to;
    MUST(printer_create(folder, "rhs.mtx", n, &to));
    print(&to, "%%%%MatrixMarket matrix array real general\n%u 1\n", n);
    for (uint32_t i = 0; i < n; i++) print(&to, "%g\n", b ? b[i] : 0);
    return printer_finish(&to);
}

enum status matrix_market_write_chain(const struct chain *chain, const char *folder)
{
    if (chain->group)
        return fail(ERROR_INPUT,
                    "Matrix Market cannot hold the choices of an MDP: use another format");
    return write_matrix(&chain->transitions, NULL, folder, "model.mtx");
}

enum status matrix_market_write_system(const struct linear *system, const char *folder)
{
    enum status status = write_matrix(&system->a.off, system->a.diag, folder, "model.mtx");
    return status == OK ? write_vector(system->a.off.rows, system->b, folder) : status;
}
