#include "tests/support/made/umb_case.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

void umb_case_add(struct umb_case *umb, const char *name, const void *bytes, size_t size)
{
    struct umb_member *member = &umb->member[umb->count++];
    if (umb->count > UMB_MEMBERS || strlen(name) >= sizeof member->name) abort();
    memset(member, 0, sizeof *member);
    strcpy(member->name, name);
    pack_append(&member->bytes, bytes, size);
}

void umb_case_free(struct umb_case *umb)
{
    for (size_t k = 0; k < umb->count; k++) free(umb->member[k].bytes.bytes);
    umb->count = 0;
}

void umb_case_small(struct umb_case *umb)
{
    static const char index[] =
        "{\"format-version\": 1, \"format-revision\": 0, \"transition-system\": {\"time\": "
        "\"discrete\", \"#players\": 0, \"#states\": 3, \"#initial-states\": 1, \"#choices\": 3, "
        "\"#choice-actions\": 0, \"#branches\": 3, \"#branch-actions\": 0, \"#observations\": 0, "
        "\"branch-probability-type\": {\"type\": \"double\"}}, \"annotations\": {\"aps\": {\"g\": "
        "{\"alias\": \"goal\", \"applies-to\": [\"states\"], \"type\": {\"type\": \"bool\"}}}, "
        "\"rewards\": {\"r\": {\"applies-to\": [\"states\"], \"type\": {\"type\": \"double\", "
        "\"size\": 64}}}}}";
    static const uint64_t starts[] = {0, 2, 3, 3}, targets[] = {1, 2, 0}, initial[] = {1},
                          goal[] = {4};
    static const double probabilities[] = {0.25, 0.75, 1}, reward[] = {1, 0, 2.5};
    memset(umb, 0, sizeof *umb);
    strcpy(umb->index, index);
    umb_case_add(umb, "choice-to-branches.bin", starts, sizeof starts);
    umb_case_add(umb, "branch-to-target.bin", targets, sizeof targets);
    umb_case_add(umb, "branch-to-probability.bin", probabilities, sizeof probabilities);
    umb_case_add(umb, "state-is-initial.bin", initial, sizeof initial);
    umb_case_add(umb, "annotations/aps/g/states/values.bin", goal, sizeof goal);
    umb_case_add(umb, "annotations/rewards/r/states/values.bin", reward, sizeof reward);
}

struct packed umb_case_tar(const struct umb_case *umb, int index_last)
{
    struct packed tar = {0};
    if (!index_last) pack_tar(&tar, "index.json", umb->index, strlen(umb->index));
    for (size_t k = 0; k < umb->count; k++)
        pack_tar(&tar, umb->member[k].name, umb->member[k].bytes.bytes, umb->member[k].bytes.size);
    if (index_last) pack_tar(&tar, "index.json", umb->index, strlen(umb->index));
    pack_tar_end(&tar);
    return tar;
}
