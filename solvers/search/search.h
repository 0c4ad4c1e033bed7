/* Searches for an accepting cycle: methods with TASK_CYCLE, on a product of a system with a Büchi
 * automaton.
 *
 * They live on the axes of solver.h, and through the same life cycle (solve.h), with these
 * differences: the layout stores a product (stored_build_product), "rows" are vertices, vectors
 * hold 32-bit words (precision U32), and solve_reset gets no start vector. A run that ends
 * CONVERGED has a verdict, search_of(solve)->found, and method->witness names a vertex on the
 * cycle. BREAKDOWN is how place->loop ends when a step votes TEST_FOUND.
 *
 * Only accepting vertices that the initial one reaches count: stored_build_product leaves the
 * others out of the accepting set. Where the product has no initial vertex (NO_VERTEX), all count.
 */
#pragma once

#include "base/automata/product.h"
#include "solvers/solver.h"

enum orientation { ORIENTATION_SUCC, ORIENTATION_PRED };
enum ordering { ORDERING_INVERSE, ORDERING_FORWARD };
enum sweeping { SWEEPS_JACOBI, SWEEPS_INPLACE };

/* Options of method map. */
struct map_options {
    enum orientation orientation;
    enum ordering ordering;
    enum sweeping sweeps;
};

/* solve->own of every search. */
struct search {
    uint32_t *word; /* NSEARCH_WORDS numbers in place memory */
    uint64_t outer; /* rounds of map, of one or more iterations each */
    bool found;     /* an accepting cycle; valid where the outcome is CONVERGED */
};

/* Words of struct search. The latter ones are for cuda. */
enum search_word {
    WORD_WITNESS, /* the least vertex on a cycle that a step came across; NO_VERTEX: none */
    WORD_CLASSES, /* whether a round of map has ended, so that vertices have classes */
    WORD_TAIL,    /* entries of owcty's queue */
    NSEARCH_WORDS
};

/* MAP. A vertex has two words: in x and work[MAP_NEXT] the rank of its maximal accepting successor,
 * 0 where it has none, with bit MAP_MARK where it is itself an accepting vertex that still counts;
 * in work[MAP_CLASS] the rank of the round before, for vertices with different ones cannot share a
 * cycle. (`orientation=pred`: predecessor; the layout then stores the edges turned round.) */
enum { MAP_NEXT, MAP_CLASS, MAP_NWORK };
#define MAP_MARK 0x80000000u
#define MAP_RANK 0x7fffffffu

/* Ranks from 1 to n, so that 0 can mean none: rank(v) = base + sign * v, modulo 2^32. */
struct map_order {
    uint32_t base, sign;
};

static inline struct map_order map_order(const struct solve *solve)
{
    const struct map_options *own = (const struct map_options *)method_options(&solve->options);
    if (own->ordering == ORDERING_FORWARD) return (struct map_order){1, 1};
    return (struct map_order){(uint32_t)solve->n, UINT32_MAX};
}

static inline struct search *search_of(const struct solve *solve)
{
    return (struct search *)solve->own;
}

/* For the table of a method. */
#define SEARCH_STATE \
    .own_bytes = sizeof(struct search), .prepare = search_prepare, .dismiss = search_dismiss

/* All but start are enqueued like steps. */
struct map_ops {
    /* x: a mark at every accepting vertex; classes: all 0; words as before a search. Votes where
     * there is a mark. */
    enum status (*start)(struct solve *solve);
    /* Every vertex takes the largest of its value and those that its successors of the same class
     * offer: their values, and the ranks of those that are marked. Votes where one became larger,
     * and TEST_FOUND where a vertex was offered itself. to = from: in place. */
    enum status (*sweep)(struct solve *solve, const uint32_t *from, uint32_t *to);
    /* Ends a round: class := value, value := 0, and marks whose value is below their own rank
     * vanish. Votes where one stays. to = from is allowed. */
    enum status (*unmark)(struct solve *solve, const uint32_t *from, uint32_t *to);
};

/* OWCTY. x says whether a vertex is in the set; work[OWCTY_DEGREE] counts its predecessors there;
 * work[OWCTY_QUEUE] is room for all vertices. */
enum { OWCTY_DEGREE, OWCTY_QUEUE, OWCTY_NWORK };
enum { OWCTY_OUT, OWCTY_IN, OWCTY_REACHED };

/* The latter two wait for the place, and end early where search_stopped(). */
struct owcty_ops {
    /* The set := all vertices */
    enum status (*start)(struct solve *solve);
    /* The set := what its accepting vertices reach within it, themselves included; degrees are
     * those within the new set. *size = its vertices. */
    enum status (*reach)(struct solve *solve, uint32_t *size);
    /* Takes vertices without predecessors out of the set until there are none; *size, its vertices
     * before, becomes those after. */
    enum status (*eliminate)(struct solve *solve, uint32_t *size);
};

/* mat_ops.search */
struct search_ops {
    const struct map_ops *map;
    const struct owcty_ops *owcty;
    bool walked; /* one core, whose memory a method may read edge by edge */
};

/* As stored_build (solve.h), for a product. Errors: ERROR_HOST_MEMORY. */
enum status stored_build_product(const struct method *method, const struct layout *layout,
                                 const struct solver_options *options,
                                 const struct product *product, struct stored *out);

/* Whether the solve is to stop; its outcome is STOPPED then. For searches that do not go through
 * place->loop. */
bool search_stopped(struct solve *solve);

/* method->prepare and dismiss of every search. */
enum status search_prepare(struct solve *solve, const struct solve_settings *settings);
void search_dismiss(struct solve *solve);

/* Its words as they are before a search, and as they are now. */
enum status search_reset_words(struct solve *solve);
enum status search_word(const struct solve *solve, enum search_word which, uint32_t *out);

/* What a search came to. */
struct search_answer {
    bool cycle;
    uint32_t witness; /* an accepting vertex on it; NO_VERTEX where none was found, which is wrong
                         where cycle */
};

/* After a run that ended CONVERGED. May compute on the host. out is set to the last bit, to be
 * compared. */
enum status search_answer(const struct solve *solve, const struct method *method,
                          const struct product *product, struct search_answer *out);

/* method->witness of those that leave the vertex in WORD_WITNESS. */
enum status search_witness(const struct solve *solve, const struct product *product, uint32_t *out);
