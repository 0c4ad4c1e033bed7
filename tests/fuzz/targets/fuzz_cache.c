/* Feeds the readers of caches. The first byte picks what the rest is: a file as it is; or, since
 * hardly any change of a file gets past its checksums, the arrays of a chain, a system or a graph,
 * which are written first (the writer takes anything). Any input must end in a clean refusal or in
 * what base/sparse/chain.h, csr.h, linear.h and product.h promise. */
#include <math.h>

#include "base/memory.h"
#include "datasets/formats/cache/cache.h"
#include "tests/fuzz/fuzz.h"
#include "tests/support/chain_sound.h"

enum { MOST_ROWS = 6, MOST_ENTRIES = 12, MODES = 5, OF_MDP = 255 };

static void fuzz_begin(void) {}

static double take_value(struct fuzz_choices *in)
{
    static const double values[] = {1,     0.5,    0.25,     0.75,      2,   0,        -1,
                                    1e308, 5e-324, INFINITY, -INFINITY, NAN, 0.9999999};
    return values[choose_byte(in) % (sizeof values / sizeof *values)];
}

static double *take_vector(struct fuzz_choices *in, uint32_t n)
{
    double *x = malloc(n * sizeof *x);
    for (uint32_t i = 0; x && i < n; i++) x[i] = take_value(in);
    require(x != NULL);
    return x;
}

static void take_csr(struct fuzz_choices *in, struct csr *out)
{
    uint32_t n = 1 + choose_byte(in) % MOST_ROWS;
    uint64_t nnz = choose_byte(in) % (MOST_ENTRIES + 1);
    require_ok(csr_allocate(n, nnz, out));
    for (uint32_t i = 0; i <= n; i++) {
        uint8_t start = choose_byte(in);
        out->row[i] = start == 255 ? UINT64_MAX : start;
    }
    for (uint64_t k = 0; k < nnz; k++) {
        uint8_t column = choose_byte(in);
        out->col[k] = column == 255 ? UINT32_MAX : column;
    }
    for (uint64_t k = 0; k < nnz; k++) out->val[k] = take_value(in);
}

static void take_name(struct fuzz_choices *in, const char *usual, char name[16])
{
    uint8_t choice = choose_byte(in);
    name[0] = (char)choice;
    name[1] = '\0';
    if (choice < 128) memcpy(name, usual, strlen(usual) + 1);
}

/* Groups and actions of an MDP, or of what is called one. */
static void take_choices(struct fuzz_choices *in, struct chain *chain)
{
    const uint32_t n = 1 + choose_byte(in) % MOST_ROWS, rows = chain->transitions.rows;
    struct actions *actions = &chain->actions;
    char name[16];
    require_ok(allocate(n + 1, sizeof *chain->group, "choices", &chain->group));
    chain->ngroups = n < rows ? n : rows; /* the writer needs the rewards of each state's row */
    for (uint32_t i = 0; i <= chain->ngroups; i++) chain->group[i] = choose_byte(in) % (rows + 1);
    if (choose_byte(in) % 2) return;
    require_ok(allocate(rows, sizeof *actions->of, "actions", &actions->of));
    for (uint32_t r = 0; r < rows; r++)
        actions->of[r] = choose_byte(in) % 8 ? choose_byte(in) % 3 : NO_ACTION;
    require_ok(allocate(2, sizeof *actions->name, "actions", &actions->name));
    for (; actions->count < 2; actions->count++) {
        take_name(in, actions->count ? "go" : "stay", name);
        require_ok(copy_text(name, &actions->name[actions->count]));
    }
}

static enum status write_chain(struct fuzz_choices *in, enum chain_type type)
{
    static const char *const usual[] = {"init", "deadlock", "x"};
    struct chain chain = {.type = type};
    char name[16];
    uint8_t *holds;
    double *rate;
    take_csr(in, &chain.transitions);
    if (type == CHAIN_MDP) take_choices(in, &chain);
    for (int k = 0; k < 3; k++) {
        take_name(in, usual[k], name);
        require(chain_add_label(&chain, name, &holds) == OK);
        for (uint32_t i = 0; i < chain_states(&chain); i++) holds[i] = choose_byte(in);
    }
    take_name(in, "r", name);
    require(chain_add_reward(&chain, name, &rate) == OK);
    for (uint32_t r = 0; r < chain.transitions.rows; r++) rate[r] = take_value(in);
    enum status status = cache_write_chain(&chain, MEMORY_PATH("input.h5"));
    chain_free(&chain);
    return status;
}

static enum status write_system(struct fuzz_choices *in)
{
    struct linear system = {0};
    take_csr(in, &system.a.off);
    system.a.diag = take_vector(in, system.a.off.rows);
    system.x0 = take_vector(in, system.a.off.rows);
    system.b = take_vector(in, system.a.off.rows);
    enum status status = cache_write_system(&system, MEMORY_PATH("input.h5"));
    linear_free(&system);
    return status;
}

static enum status write_product(struct fuzz_choices *in)
{
    struct csr rows;
    take_csr(in, &rows);
    uint64_t accepting = choose_byte(in);
    uint8_t initial = choose_byte(in);
    const struct product product = {.n = rows.rows,
                                    .m = rows.nnz,
                                    .row = rows.row,
                                    .col = rows.col,
                                    .accepting = &accepting,
                                    .initial = initial == 255 ? NO_VERTEX : initial};
    enum status status = cache_write_product(&product, MEMORY_PATH("input.h5"));
    csr_free(&rows);
    return status;
}

static void check_chain(const struct chain *chain)
{
    require(chain_sound(chain, 1.1e-6));
    for (size_t k = 0; k < chain->nlabels; k++)
        for (uint32_t i = 0; i < chain_states(chain); i++) require(chain->labels[k].holds[i] <= 1);
}

static void check_system(const struct linear *s)
{
    require(csr_sound(&s->a.off));
    for (uint32_t i = 0; i < s->a.off.rows; i++) {
        require(csr_find(&s->a.off, i, i) == UINT64_MAX && isfinite(s->a.diag[i]) &&
                s->a.diag[i] != 0);
        require(isfinite(s->x0[i]) && (!s->b || isfinite(s->b[i])) &&
                (!s->answer || isfinite(s->answer[i])));
    }
}

static void check_product(const struct product *p)
{
    require(p->n > 0 && p->row[0] == 0 && p->row[p->n] == p->m &&
            (p->initial < p->n || p->initial == NO_VERTEX));
    for (uint32_t v = 0; v < p->n; v++) require(p->row[v] <= p->row[v + 1]);
    for (uint64_t e = 0; e < p->m; e++) require(p->col[e] < p->n);
    require(product_count_accepting(p) <= p->n);
}

/* One line, and of a kind that a file can cause. */
static void check_refusal(enum status status)
{
    require_clean_message();
    require(status == ERROR_DAMAGED || status == ERROR_INPUT);
}

/* Reads the rows that the outline leaves in the file. */
static void read_all_rows(const char *path, struct linear *system)
{
    struct csr *off = &system->a.off;
    const bool room =
        allocate(off->nnz, sizeof *off->col, "columns", &off->col) == OK &&
        allocate(off->nnz, sizeof *off->val, "values", &off->val) == OK &&
        allocate(off->rows, sizeof *system->a.diag, "a diagonal", &system->a.diag) == OK;
    const enum status status = room ? cache_read_rows(path, system) : ERROR_HOST_MEMORY;
    if (status == OK) check_system(system);
    else check_refusal(status);
}

static void fuzz_one(const uint8_t *bytes, size_t size)
{
    if (!size) return;
    struct fuzz_choices in = {bytes + 1, bytes + size};
    struct chain chain;
    struct linear system;
    struct product product;
    enum status status = OK;
    enum contents holds;
    switch (bytes[0] == OF_MDP ? OF_MDP : bytes[0] % MODES) {
    case OF_MDP: status = write_chain(&in, CHAIN_MDP); break;
    case 0: memory_file_put("input.h5", bytes + 1, size - 1); break;
    case 1: status = write_chain(&in, CHAIN_DTMC); break;
    case 2: status = write_chain(&in, CHAIN_CTMC); break;
    case 3: status = write_system(&in); break;
    default: status = write_product(&in);
    }
    if (status != OK) {
        check_refusal(status);
        return;
    }
    const char *path = MEMORY_PATH("input.h5");
    if ((status = cache_holds(path, &holds)) != OK) check_refusal(status);
    if ((status = cache_read_chain(path, CHAIN_UNKNOWN, &chain)) != OK) check_refusal(status);
    else check_chain(&chain);
    chain_free(&chain);
    if ((status = cache_read_system(path, &system)) != OK) check_refusal(status);
    else check_system(&system);
    linear_free(&system);
    if ((status = cache_read_outline(path, &system)) != OK) check_refusal(status);
    else read_all_rows(path, &system);
    linear_free(&system);
    if ((status = cache_read_product(path, &product)) != OK) check_refusal(status);
    else check_product(&product);
    product_free(&product);
}
