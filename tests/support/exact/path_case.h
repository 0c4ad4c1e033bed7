/* Small chains with three sets of states, and path formulas over them: as written in a test, or
 * random. */
#pragma once

#include "base/sparse/chain.h"
#include "problems/properties/formula.h"

enum { PATH_STATES = 6, PATH_ATOMS = 3 };

/* Whether a state is in set a, b, c; of the chain that was drawn last. */
extern uint8_t path_holds[PATH_ATOMS][PATH_STATES];
extern const uint8_t *const path_atoms[PATH_ATOMS];

/* Trees from a pool, which path_trees_free empties; each node has its own column. */
void path_trees_free(void);
struct formula *path_leaf(enum formula_kind kind);
struct formula *path_atom(uint32_t k);
struct formula *path_number(const char *text);
struct formula *path_one(enum formula_kind kind, struct formula *a);
struct formula *path_two(enum formula_kind kind, struct formula *a, struct formula *b);

/* f with bounds; negative: none. */
struct formula *path_within(struct formula *f, long lower, long upper);

#define A_ path_atom(0)
#define B_ path_atom(1)
#define C_ path_atom(2)
#define F(a) path_one(FORMULA_FINALLY, a)
#define G(a) path_one(FORMULA_GLOBALLY, a)
#define X(a) path_one(FORMULA_NEXT, a)
#define U(a, b) path_two(FORMULA_UNTIL, a, b)
#define W(a, b) path_two(FORMULA_WEAK_UNTIL, a, b)
#define R(a, b) path_two(FORMULA_RELEASE, a, b)
#define NOT(a) path_one(FORMULA_NOT, a)
#define AND(a, b) path_two(FORMULA_AND, a, b)
#define OR(a, b) path_two(FORMULA_OR, a, b)
#define IMPLIES(a, b) path_two(FORMULA_IMPLIES, a, b)
#define IFF(a, b) path_two(FORMULA_IFF, a, b)

/* A random formula with so many operators, and bounds up to 3 if `bounds`. paths: path operators
 * may stand in it. */
struct formula *draw_path_formula(int operators, bool bounds, bool paths);
void draw_path_bound(struct formula *f);

/* A random formula of U, W, R, F, G and X inside each other, so deep. */
struct formula *draw_nested_path(int depth);

/* A chain of 2 to `most` states, whose entries are eighths (rates: small multiples of them). */
struct chain draw_path_chain(bool rates, uint32_t most);

/* 0 -> 1 (0.75) or 2; 1 -> 1 or 3 (0.5); 2 stays; 3 and 4 alternate. a holds in 1, b in 2, c in 3.
 */
struct chain known_path_chain(void);

/* Prints both, for messages. */
void print_path_case(const struct chain *chain, const struct formula *f);
