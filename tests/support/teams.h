/* For tests of what teams of threads compute: here all work is worth a team (base/team.h), however
 * small. */
#pragma once

#include "base/team.h"

__attribute__((constructor)) static void start_teams_always(void)
{
    team_always = true;
}
