/* Feeds bytes to both readers of HOA files. Any input must end in a clean refusal or in a sound
 * automaton, whose guards can be asked. */
#include "datasets/formats/hoa/hoa.h"
#include "tests/fuzz/fuzz.h"

static void fuzz_begin(void) {}

static void check(const struct automaton *a)
{
    uint8_t *components;
    require(a->n > 0 && a->initial < a->n && a->row[0] == 0 && a->row[a->n] == a->nedges);
    for (uint32_t q = 0; q < a->n; q++) {
        require(a->row[q] <= a->row[q + 1] && a->accepting[q] <= 1);
        for (uint64_t e = a->row[q]; e < a->row[q + 1]; e++) {
            require(a->edge[e].from == q && a->edge[e].to < a->n);
            guard_holds(&a->formulas, &a->edge[e].formula, 0x5555555555555555);
        }
    }
    require(automaton_accepting_components(a, &components) == OK);
    free(components);
}

/* Edges have only sets that are announced, and the acceptance can be asked. */
static void check_sets(const struct automaton *a)
{
    require(a->nsets <= AUTOMATON_MOST_SETS);
    for (uint64_t e = 0; e < a->nedges; e++) require(a->edge[e].marks >> a->nsets == 0);
    guard_holds(&a->formulas, &a->acceptance, 0x5555555555555555);
}

/* What is read as a Büchi automaton is read as a general one, too, with the same edges. */
static void fuzz_one(const uint8_t *bytes, size_t size)
{
    struct automaton automaton, general;
    memory_file_put("in.hoa", bytes, size);
    const bool simple = hoa_read(MEMORY_PATH("in.hoa"), &automaton) == OK;
    if (simple) {
        check(&automaton);
    } else {
        require_clean_message();
        require(!automaton.edge);
    }
    if (hoa_read_general(MEMORY_PATH("in.hoa"), &general) == OK) {
        check(&general);
        check_sets(&general);
        require(!simple || general.nedges == automaton.nedges);
    } else {
        require_clean_message();
        require(!simple && !general.edge);
    }
    automaton_free(&automaton);
    automaton_free(&general);
}
