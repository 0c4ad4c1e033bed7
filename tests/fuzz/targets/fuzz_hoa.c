/* Feeds bytes to the reader of HOA files. Any input must end in a clean refusal or in a sound
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

static void fuzz_one(const uint8_t *bytes, size_t size)
{
    struct automaton automaton;
    memory_file_put("in.hoa", bytes, size);
    if (hoa_read(MEMORY_PATH("in.hoa"), &automaton) == OK) {
        check(&automaton);
    } else {
        require_clean_message();
        require(!automaton.edge);
    }
    automaton_free(&automaton);
}
