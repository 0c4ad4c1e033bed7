/* UMB files made by hand, for tests: an index and members, put together here and not by the writer
 * that is tested. */
#pragma once

#include "tests/support/made/packing.h"

enum { UMB_MEMBERS = 24, UMB_TEXT = 4000 };

struct umb_case {
    char index[UMB_TEXT];
    size_t count;
    struct umb_member {
        char name[80];
        struct packed bytes;
    } member[UMB_MEMBERS];
};

void umb_case_add(struct umb_case *umb, const char *name, const void *bytes, size_t size);
void umb_case_free(struct umb_case *umb);

/* A DTMC of 3 states: 0 goes to 1 and 2, 1 to 0, 2 is a deadlock; label goal, reward r. */
void umb_case_small(struct umb_case *umb);

/* The archive, new; index_last: where the index stands. */
struct packed umb_case_tar(const struct umb_case *umb, int index_last);
