/* Feeds bytes to the reader of HOA files. Any input must end in a clean refusal or in a sound automaton, whose guards
 * can be asked. */
#include <stdint.h>

#include "datasets/hoa.h"
#include "tests/scratch.h"

int LLVMFuzzerInitialize(int *count, char ***arguments);
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

static void require(int holds)
{
    if (!holds) abort();
}

static void clean_up(void)
{
    scratch_remove(NULL);
}

int LLVMFuzzerInitialize(int *count, char ***arguments)
{
    (void)count;
    (void)arguments;
    return scratch_create(NULL) || atexit(clean_up);
}

static void check(const struct automaton *a)
{
    uint8_t *components;
    require(a->n > 0 && a->initial < a->n && a->row[0] == 0 && a->row[a->n] == a->nedges);
    for (uint32_t q = 0; q < a->n; q++) {
        require(a->row[q] <= a->row[q + 1] && a->accepting[q] <= 1);
        for (uint64_t e = a->row[q]; e < a->row[q + 1]; e++) {
            require(a->edge[e].from == q && a->edge[e].to < a->n);
            guard_holds(&a->guards, &a->edge[e].guard, 0x5555555555555555);
        }
    }
    require(automaton_accepting_components(a, &components) == OK);
    free(components);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    struct automaton automaton;
    scratch_write_bytes("in.hoa", bytes, size);
    if (hoa_read(scratch_path("in.hoa"), &automaton) == OK) check(&automaton);
    else require(*fail_message() && !strpbrk(fail_message(), "\n\r\t\033") && !automaton.edge);
    automaton_free(&automaton);
    return 0;
}
