#include "base/team.h"

bool team_always;
