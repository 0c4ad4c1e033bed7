/* Starts the processes of a place of ranks: this program again, which becomes harness/member. */
#pragma once

#include "harness/engines/engine_process.h"
#include "solvers/place.h"

/* Words of the command line of a rank behind the program's name, in this order. */
enum member_word {
    MEMBER_MARK,     /* "--rank" */
    MEMBER_KIND,     /* "cores", "cards" */
    MEMBER_COUNT,    /* number of ranks */
    MEMBER_LIBRARY,  /* library of MPI (solvers/ranks/find.h) */
    MEMBER_IDENTITY, /* identity of the program that starts them */
    NMEMBER_WORDS
};

#define MEMBER_MARK_WORD "--rank"

struct launch {
    const struct place *place; /* of ranks */
    bool on_cards;             /* each rank has a GPU */
    const char *identity;
    /* Folders of this host for files that mpiexec and MPI leave when they are killed. The second is
     * in memory; NULL: there is none. */
    const char *files, *shared;
};

/* Starts the ranks. Errors: those of ranks_find, and of engine_start. */
enum status ranks_launch(const struct launch *launch, struct engine_process *out);
