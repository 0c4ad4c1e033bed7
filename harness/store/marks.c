#include "harness/store/marks.h"

#include <stdio.h>
#include <string.h>

#include "harness/store/facts.h"

const char *const mark_names[NMARKS] = {[MARK_EXTRAPOLATED] = "extrapolated",
                                        [MARK_DOUBTFUL] = "doubtful",
                                        [MARK_UNCHECKED] = "unchecked"};

static const char *const signs[NMARKS] = {
    [MARK_EXTRAPOLATED] = "*", [MARK_DOUBTFUL] = "?", [MARK_UNCHECKED] = "†"};

static const char *const meanings[NMARKS] = {[MARK_EXTRAPOLATED] =
                                                 "iterations x time per iteration",
                                             [MARK_DOUBTFUL] = "estimated error above 10 epsilon",
                                             [MARK_UNCHECKED] = "no answer was checked"};

static void append(struct human *to, const char *text)
{
    strncat(to->text, text, sizeof to->text - strlen(to->text) - 1);
}

struct human marks_shown(unsigned marks)
{
    struct human out = {""};
    for (int k = 0; k < NMARKS; k++)
        if (marks & MARK_BIT(k)) append(&out, signs[k]);
    return out;
}

unsigned marks_read(const char *text)
{
    unsigned marks = 0;
    while (*text) {
        int k = 0;
        while (k < NMARKS && strncmp(text, signs[k], strlen(signs[k])) != 0) k++;
        if (k == NMARKS) return 0;
        marks |= MARK_BIT(k);
        text += strlen(signs[k]);
    }
    return marks;
}

struct human marks_explained(unsigned marks)
{
    struct human out = {""};
    for (int k = 0; k < NMARKS; k++) {
        if (!(marks & MARK_BIT(k))) continue;
        const char *parts[] = {*out.text ? "; " : "", signs[k], " ",
                               mark_names[k],         ": ",     meanings[k]};
        for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) append(&out, parts[i]);
    }
    return out;
}

unsigned marks_of_answer(const struct result_run *run)
{
    if (run->status != CASE_OK) return 0;
    return (run->doubtful ? MARK_BIT(MARK_DOUBTFUL) : 0) |
           (run->proof == PROOF_UNCHECKED ? MARK_BIT(MARK_UNCHECKED) : 0);
}

struct human marks_summary(const struct results *results)
{
    struct human out = {""};
    char doubt[48] = "";
    size_t count[NPROOFS] = {0}, doubtful = 0;
    for (size_t k = 0; k < results->nruns; k++) {
        count[results->runs[k].proof]++;
        doubtful += results->runs[k].doubtful;
    }
    if (count[PROOF_CHECKED] + count[PROOF_UNCHECKED] == 0) return out;
    if (doubtful) snprintf(doubt, sizeof doubt, ", %zu of them doubtful", doubtful);
    int used = snprintf(out.text, sizeof out.text, "%zu answer%s checked%s", count[PROOF_CHECKED],
                        count[PROOF_CHECKED] == 1 ? "" : "s", doubt);
    if (count[PROOF_UNCHECKED])
        snprintf(out.text + used, sizeof out.text - (size_t)used, "; %zu unchecked",
                 count[PROOF_UNCHECKED]);
    return out;
}

struct human status_said(const struct results *results, enum case_status status)
{
    if (results && status == CASE_TIMEOUT && results->settings.timeout > 0)
        return human_text("timeout after %s",
                          human_tick(UNIT_SECONDS, results->settings.timeout).text);
    const char *gpus = results ? fact_value(results->machine, results->nmachine, "gpus") : "";
    if (status == CASE_NO_DEVICE && *gpus && strcmp(gpus, case_status_words[status]))
        return human_text("%s", "GPU not available");
    return human_text("%s", case_status_words[status]);
}

const char *status_words(const char *name)
{
    for (int k = 0; k < NCASE_STATUSES; k++)
        if (!strcmp(name, case_status_names[k])) return case_status_words[k];
    return name;
}
