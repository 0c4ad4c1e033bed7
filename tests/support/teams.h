/* For tests of what teams of threads compute: here all work is worth a team (base/team.h), however
 * small. */
#ifndef WARPMARK_TESTS_SUPPORT_TEAMS_H
#define WARPMARK_TESTS_SUPPORT_TEAMS_H

#include "base/team.h"

__attribute__((constructor)) static void start_teams_always(void)
{
    team_always = true;
}

#endif
