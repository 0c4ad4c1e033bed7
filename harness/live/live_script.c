#include "harness/live/live_compare.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

/* Prints a text in quotes that Lua reads back as the same text. */
static void put_lua_text(FILE *out, const char *before, const char *text)
{
    fprintf(out, "%s\"", before);
    for (; *text; text++) {
        if (*text == '"' || *text == '\\') putc('\\', out);
        if ((unsigned char)*text < ' ') fprintf(out, "\\%03u", (unsigned)*text);
        else putc(*text, out);
    }
    putc('"', out);
}

static void put_count(FILE *out, const char *name, uint64_t count)
{
    fprintf(out, "        %s = %llu,\n", name, (unsigned long long)count);
}

/* Returns whether the source is a relative file name. Such names begin where the files were
 * measured, not in the folder of this script (docs/lua.md, Problems). */
static bool is_relative_file(const char *source)
{
    size_t length = strcspn(source, ":");
    return *source != '/' && (memchr(source, '/', length) || memchr(source, '.', length));
}

static void put_problem(FILE *out, const char *folder, const struct result_problem *problem)
{
    fputs("    problems = { { source = ", out);
    if (is_relative_file(problem->source)) {
        put_lua_text(out, "", folder);
        fputs(" .. \"/\" .. ", out);
    }
    put_lua_text(out, "", problem->source);
    put_lua_text(out, ", label = ", problem->label);
    fputs(" } },\n", out);
}

static void put_measure(FILE *out, const struct settings *s, uint64_t seed)
{
    fputs("    measure = {\n", out);
    put_count(out, "warmup", s->warmup);
    put_count(out, "min_samples", s->min_samples);
    put_count(out, "max_samples", s->max_samples);
    fprintf(out, "        max_ci = %.17g,\n        max_time = %.17g,\n", s->max_ci, s->max_time);
    fprintf(out, "        timeout = %.17g,\n", s->timeout);
    put_count(out, "memory", s->memory);
    put_count(out, "interleave", s->interleave);
    put_count(out, "seed", seed);
    fprintf(out, "        cache = \"%s\",\n        throttle = \"%s\",\n",
            cache_mode_names[s->cache], throttle_rule_names[s->throttle]);
    put_count(out, "throttle_retries", s->throttle_retries);
    fputs("    },\n", out);
}

enum status live_script(const char *path, const char *folder, const struct settings *settings,
                        uint64_t seed, const struct result_problem *problem, size_t count,
                        const char *const *variants)
{
    FILE *out = fopen(path, "w");
    if (!out) return fail(ERROR_IO, "cannot write %s: %s", path, strerror(errno));
    fputs("local wm = require \"warpmark\"\nreturn wm.experiment {\n    name = \"live\",\n", out);
    put_problem(out, folder, problem);
    fputs("    variants = {\n", out);
    for (size_t k = 0; k < count; k++) {
        put_lua_text(out, "        ", variants[k]);
        fputs(",\n", out);
    }
    fprintf(out,
            "    },\n    solve = { epsilon = %.17g, criterion = \"%s\", max_iterations = %llu },\n",
            settings->epsilon, settings->criterion == RELATIVE ? "relative" : "absolute",
            (unsigned long long)settings->max_iterations);
    put_measure(out, settings, seed);
    fputs("}\n", out);
    bool bad = ferror(out);
    if (fclose(out) != 0 || bad)
        return fail(ERROR_IO, "cannot write %s: %s", path, strerror(errno));
    return OK;
}
