/* Searches for an accepting cycle: methods with TASK_CYCLE, on a product of a system with a Büchi
 * automaton.
 *
 * They use the axes of solver.h and the life cycle of solve.h, with these differences: the layout
 * stores a product (stored_build_product), "rows" are vertices, vectors hold 32-bit words
 * (precision U32), and solve_reset gets no start vector. A run that ends CONVERGED has a verdict,
 * search_of(solve)->found, and method->witness names a vertex on the cycle. If a step votes
 * TEST_FOUND, place->loop ends with BREAKDOWN.
 *
 * Only accepting vertices that the initial vertex reaches count: stored_build_product leaves the
 * others out of the accepting set. If the product has no initial vertex (NO_VERTEX), all count. */
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
    bool found;     /* there is an accepting cycle; valid if the outcome is CONVERGED */
};

/* Words of struct search. WORD_CLASSES and WORD_TAIL are used on cuda only. */
enum search_word {
    WORD_WITNESS, /* smallest vertex on a cycle that a step found; NO_VERTEX: none */
    WORD_CLASSES, /* true after the first round of map, when vertices have classes */
    WORD_TAIL,    /* number of entries of owcty's queue */
    NSEARCH_WORDS
};

/* Method map. A vertex has two words. The word in x and work[MAP_NEXT] is the rank of its maximal
 * accepting successor, 0 if it has none, with bit MAP_MARK if it is itself an accepting vertex that
 * still counts. The word in work[MAP_CLASS] is the rank of the round before: vertices with
 * different ones cannot share a cycle. (`orientation=pred`: predecessor instead of successor; the
 * layout then stores the edges in the reverse direction.) */
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

/* Operations of method map. All except start are enqueued like steps. */
struct map_ops {
    /* x: a mark at every accepting vertex; classes: all 0; words as before a search. Votes if there
     * is a mark. */
    enum status (*start)(struct solve *solve);
    /* Every vertex takes the largest of its value and of the offers of its successors of the same
     * class: their values, and the ranks of those that are marked. Votes if a value became larger,
     * and TEST_FOUND if a vertex was offered itself. to = from: in place. */
    enum status (*sweep)(struct solve *solve, const uint32_t *from, uint32_t *to);
    /* Ends a round: class := value, value := 0; a mark is removed if its value is below the rank of
     * its vertex. Votes if a mark stays. to = from is allowed. */
    enum status (*unmark)(struct solve *solve, const uint32_t *from, uint32_t *to);
};

/* Method owcty. x: state of a vertex (in the set or not); work[OWCTY_DEGREE]: number of its
 * predecessors in the set; work[OWCTY_QUEUE]: room for all vertices. */
enum { OWCTY_DEGREE, OWCTY_QUEUE, OWCTY_NWORK };
enum { OWCTY_OUT, OWCTY_IN, OWCTY_REACHED };

/* Operations of method owcty. reach and eliminate wait for the place, and end early if
 * search_stopped(). */
struct owcty_ops {
    /* The set := all vertices */
    enum status (*start)(struct solve *solve);
    /* The set := the vertices that its accepting vertices reach within it, these included; degrees
     * are those within the new set. *size = number of its vertices. */
    enum status (*reach)(struct solve *solve, uint32_t *size);
    /* Removes vertices without predecessors from the set until there are none; *size: number of
     * vertices, before and after. */
    enum status (*eliminate)(struct solve *solve, uint32_t *size);
};

/* mat_ops.search */
struct search_ops {
    const struct map_ops *map;
    const struct owcty_ops *owcty;
    bool walked; /* the place is one core, and a method may read its memory edge by edge */
};

/* As stored_build (solve.h), for a product. Errors: ERROR_HOST_MEMORY. */
enum status stored_build_product(const struct method *method, const struct layout *layout,
                                 const struct solver_options *options,
                                 const struct product *product, struct stored *out);

/* Returns whether the solve must stop, and then sets its outcome to STOPPED. For searches that do
 * not use place->loop. */
bool search_stopped(struct solve *solve);

/* method->prepare and dismiss of every search. */
enum status search_prepare(struct solve *solve, const struct solve_settings *settings);
void search_dismiss(struct solve *solve);

/* search_reset_words sets the words to their state before a search; search_word reads one. */
enum status search_reset_words(struct solve *solve);
enum status search_word(const struct solve *solve, enum search_word which, uint32_t *out);

/* The answer of a search. */
struct search_answer {
    bool cycle;
    uint32_t witness; /* an accepting vertex on the cycle; NO_VERTEX if none was found, which is
                         an error if cycle is true */
};

/* Writes the answer after a run that ended CONVERGED. May compute on the host. All bytes of *out
 * are set, so that answers can be compared as bytes. */
enum status search_answer(const struct solve *solve, const struct method *method,
                          const struct product *product, struct search_answer *out);

/* method->witness for methods that leave the vertex in WORD_WITNESS. */
enum status search_witness(const struct solve *solve, const struct product *product, uint32_t *out);
