/* For tests of the results of teams of threads: all work is worth a team here (base/team.h),
 * however small. */
#pragma once

#include "base/team.h"

__attribute__((constructor)) static void start_teams_always(void)
{
    team_always = true;
}
