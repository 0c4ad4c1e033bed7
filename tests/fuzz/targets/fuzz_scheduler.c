/* Feeds bytes to the reader of schedulers. The process has a choice in state 0, two in state 1 and
 * three in state 2. Any input must end in a clean refusal, or in choices that the states have,
 * which are the same after being written and read again, and with which the process is a chain. */
#include "datasets/schedulers/scheduler.h"
#include "tests/fuzz/fuzz.h"
#include "tests/support/chain_sound.h"

enum { STATES = 3, ROWS = 6 };

static struct chain made(void)
{
    static const uint32_t group[STATES + 1] = {0, 1, 3, ROWS}, col[ROWS] = {1, 0, 2, 0, 1, 2},
                                         action[ROWS] = {NO_ACTION, 0, 1, 1, 0, NO_ACTION};
    struct chain chain = {.type = CHAIN_MDP, .ngroups = STATES, .actions.count = 2};
    uint8_t *init, *deadlock;
    require_ok(csr_allocate(ROWS, ROWS, &chain.transitions));
    for (uint32_t r = 0; r < ROWS; r++) {
        chain.transitions.row[r] = r, chain.transitions.col[r] = col[r];
        chain.transitions.val[r] = 1;
    }
    chain.transitions.row[ROWS] = ROWS;
    chain.group = malloc(sizeof group), chain.actions.of = malloc(sizeof action);
    chain.actions.name = malloc(2 * sizeof *chain.actions.name);
    require(chain.group && chain.actions.of && chain.actions.name);
    memcpy(chain.group, group, sizeof group), memcpy(chain.actions.of, action, sizeof action);
    for (int k = 0; k < 2; k++) require(chain.actions.name[k] = strdup(k ? "go on" : "stay"));
    require_ok(chain_add_label(&chain, "init", &init));
    require_ok(chain_add_label(&chain, "deadlock", &deadlock));
    init[0] = 1;
    return chain;
}

static void fuzz_begin(void) {}

static void fuzz_one(const uint8_t *bytes, size_t size)
{
    struct chain chain = made();
    uint32_t *choice, *again;
    memory_files_clear();
    memory_file_put("in.txt", bytes, size);
    if (scheduler_read(MEMORY_PATH("in.txt"), &chain, &choice) != OK) {
        require_clean_message();
        require(!choice);
        chain_free(&chain);
        return;
    }
    for (uint32_t i = 0; i < STATES; i++)
        require(choice[i] < chain_row(&chain, i + 1) - chain_row(&chain, i));
    require_ok(scheduler_write(&chain, choice, MEMORY_PATH("out.txt"), false));
    require_ok(scheduler_read(MEMORY_PATH("out.txt"), &chain, &again));
    require(!memcmp(choice, again, STATES * sizeof *choice));
    chain_induce(&chain, choice);
    require(chain.type == CHAIN_DTMC && chain_states(&chain) == STATES);
    require(chain_sound(&chain, 1e-12));
    free(choice);
    free(again);
    chain_free(&chain);
}
