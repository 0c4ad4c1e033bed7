/* Work that the host waits for, on all cards at once. */
#include <stdlib.h>

#include "base/memory.h"
#include "solvers/cuda/cards/levels.h"

/* Result of a thread for its card. */
struct word {
    enum status status;
    bool yes;
    char *message;
};

enum status cards_at_once(int cards, enum status (*f)(void *context, int c, bool *yes),
                          void *context, bool *all)
{
    struct word word[MAX_CARDS] = {{0}};
    *all = true;
#pragma omp parallel for num_threads(cards) schedule(static, 1)
    for (int c = 0; c < cards; c++) {
        word[c].status = device_select(c);
        if (word[c].status == OK) word[c].status = f(context, c, &word[c].yes);
        if (word[c].status != OK && copy_text(fail_message(), &word[c].message) != OK)
            word[c].message = NULL;
        device_home();
    }
    enum status status = OK;
    for (int c = 0; c < cards; c++) {
        *all &= word[c].yes;
        if (word[c].status != OK && status == OK)
            status = fail(word[c].status, "%s",
                          word[c].message ? word[c].message : "there is no memory to say what");
        free(word[c].message);
    }
    return status;
}
