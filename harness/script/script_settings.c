#include "harness/script/script_settings.h"

static const char *const criterion_names[] = {
    [RELATIVE] = "relative", [ABSOLUTE] = "absolute", NULL};

#define WHOLE(field, from, to) PART(WHOLE, settings, field, .least = (from), .most = (to))

SHAPE(solve, settings, PART(POSITIVE, settings, epsilon), WHOLE(max_iterations, 1, INT64_MAX),
      PART(NAME, settings, criterion, .names = criterion_names), PART(MAYBE, settings, require),
      PART(REAL, settings, prove), PART(MAYBE, settings, prove_time));

SHAPE(measure, settings, WHOLE(warmup, 0, INT64_MAX), WHOLE(min_samples, 1, INT64_MAX),
      WHOLE(max_samples, 1, INT64_MAX), PART(POSITIVE, settings, max_ci),
      PART(POSITIVE, settings, max_time), WHOLE(iterations, 0, INT64_MAX),
      PART(POSITIVE, settings, timeout), WHOLE(memory, 0, INT64_MAX), WHOLE(interleave, 1, 1000),
      WHOLE(processes, 1, 1000), PART(MAYBE, settings, width), WHOLE(seed, 0, INT64_MAX),
      WHOLE(copy_samples, 0, INT64_MAX), WHOLE(throttle_retries, 0, INT64_MAX),
      PART(TRUTH, settings, count_iterations), PART(TRUTH, settings, counters),
      PART(NAME, settings, cache, .names = cache_mode_names),
      PART(NAME, settings, throttle, .names = throttle_rule_names));

/* Both tables, solve and measure, fill one struct. */
SHAPE(both, settings, {.type = PART_STRUCT, .key = "solve", .shape = &solve},
      {.type = PART_STRUCT, .key = "measure", .shape = &measure});

void settings_push(lua_State *L, const struct settings *settings)
{
    lua_newtable(L);
    shape_push(L, &solve, settings);
    shape_push(L, &measure, settings);
}

enum status settings_take(lua_State *L, struct settings *out)
{
    return shape_take(L, &both, out);
}
