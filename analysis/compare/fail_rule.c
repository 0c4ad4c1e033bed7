#include "analysis/compare/fail_rule.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"

static bool add_rule(const char *word, struct fail_rule *out)
{
    if (!strcmp(word, "status")) return out->any_status = true;
    if (!strcmp(word, "unclear")) return out->unclear = true;
    if (!strcmp(word, "missing")) return out->missing = true;
    return !strncmp(word, "slow:", 5) && parse_share(word + 5, &out->slow) &&
           (out->slow < 1 || strchr(word, '%'));
}

/* Refuses a word that is no rule, and names the nearest one. */
static enum status refuse_rule(const char *text, const char *word)
{
    static const char *const known[] = {"slow", "status", "unclear", "missing", NULL};
    const char *share = strchr(word, ':');
    char name[32];
    snprintf(name, sizeof name, "%.*s", (int)strcspn(word, ":"), word);
    const char *meant = meant_name(name, known);
    bool slow = meant && !strcmp(meant, "slow"), bad_share = slow && share && !strcmp(name, meant);
    if (meant && !bad_share)
        return fail(ERROR_INPUT, "--fail-on %s: '%s' is no rule, did you mean '%s%s'?", text, word,
                    meant,
                    !slow               ? ""
                    : share && share[1] ? share
                                        : ":3%");
    return fail(ERROR_INPUT,
                "--fail-on %s: needs slow:SHARE, status, unclear, missing, or several, such as "
                "slow:3%%,status",
                text);
}

enum status fail_rule_parse(const char *text, struct fail_rule *out)
{
    *out = (struct fail_rule){.slow = INFINITY};
    for (const char *at = text;; at++) {
        char word[32];
        size_t length = strcspn(at, ",");
        snprintf(word, sizeof word, "%.*s", (int)length, at);
        if (length >= sizeof word || !add_rule(word, out)) return refuse_rule(text, word);
        at += length;
        if (!*at) return OK;
    }
}

bool compared_unable(const struct compared_case *c)
{
    for (int side = 0; side < NSIDES; side++)
        if (c->matched.side[side].count && c->status[side] != CASE_UNSUPPORTED &&
            c->status[side] != CASE_NO_DEVICE)
            return false;
    return true;
}

bool compared_failed(const struct compared_case *c, const struct fail_rule *rule)
{
    bool excused = c->same_code && !case_status_of_answer(c->status[FRESH]);
    switch (c->judgement) {
    case JUDGED_SLOWER: return (isnan(c->work) ? c->ratio.ratio : c->work) > 1 + rule->slow;
    case JUDGED_UNCLEAR: return rule->unclear && !c->same_code;
    case JUDGED_MISSING: return rule->missing && !compared_unable(c);
    case JUDGED_CONTRADICTION: return true;
    case JUDGED_CHANGED: return c->status[BASE] == CASE_OK && (rule->any_status || !excused);
    default: return false;
    }
}

bool comparison_failed(const struct comparison *comparison, const struct fail_rule *rule)
{
    for (size_t k = 0; k < comparison->count; k++)
        if (compared_failed(&comparison->cases[k], rule)) return true;
    return comparison->together == JUDGED_SLOWER && comparison->mean.ratio > 1 + rule->slow;
}
