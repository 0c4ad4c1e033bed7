#include "analysis/history/kept_alarms.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <time.h>
#include <unistd.h>

#include "analysis/history/history_print.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/output/units.h"
#include "base/text.h"

/* FIELDS: of a line, between tabs, in the order of add_line(). GROWN: a change whose logarithm is
 * more than so many times that of the kept one is another change. */
enum { FIELDS = 10, GROWN = 2, LONGEST_LINE = 1 << 16 };

static const char first_line[] = "warpmark alarms 1\n";
static const struct file_kind kind_kept_alarms = {"a file of alarms", first_line, ""};

const char *const kept_verdict_names[] = {"confirmed", "not confirmed", "acknowledged"};

/* Reading */

static bool parse_verdict(const char *text, enum kept_verdict *out)
{
    for (int k = 0; k < NKEPT_VERDICTS; k++) {
        if (strcmp(text, kept_verdict_names[k]) != 0) continue;
        *out = (enum kept_verdict)k;
        return true;
    }
    return false;
}

/* Parses a line, which *out takes. Returns "", or what is wrong with it. */
static const char *parse_kept(char *line, struct kept_alarm *out)
{
    char *field[FIELDS], *rest = line;
    size_t count = 0;
    while (rest && count < FIELDS) field[count++] = strsep(&rest, "\t");
    if (count < FIELDS || rest) return "needs 10 fields between tabs";
    int64_t day;
    *out = (struct kept_alarm){.became = field[2],
                               .change = NAN,
                               .machine = field[5],
                               .source = field[6],
                               .variant = field[7],
                               .settings = field[8],
                               .note = field[9],
                               .text = line};
    if (!parse_verdict(field[0], &out->verdict))
        return "begins with none of confirmed, not confirmed, acknowledged";
    if (strlen(field[1]) != strlen("2026-11-28") || !history_time(field[1], &day))
        return "field 2 is no day such as 2026-11-28";
    memcpy(out->day, field[1], strlen(field[1]) + 1);
    if (!history_time(field[3], &out->since)) return "field 4 is no time of a run";
    if (strcmp(field[4], "-") != 0 && (!parse_double(field[4], &out->change) || !(out->change > 0)))
        return "field 5 is no ratio of times, and no -";
    return "";
}

/* Adds the line of this length, without its line feed. */
static enum status add_kept(const char *path, size_t number, const char *line, size_t length,
                            struct kept_alarm **out, size_t *count)
{
    enum status status = OK;
    char *copy = NULL;
    const char *why = length > LONGEST_LINE ? "is too long" : "";
    struct kept_alarm kept = {0};
    TRY(format_text(&copy, "%.*s", (int)(length > LONGEST_LINE ? LONGEST_LINE : length), line));
    for (const char *c = copy; *c; c++)
        if ((unsigned char)*c < ' ' && *c != '\t') why = "has a control character";
    if (!*why) why = parse_kept(copy, &kept);
    if (*why) TRY(fail(ERROR_INPUT, "%s: line %zu %s", path, number, why));
    TRY(reallocate(out, *count + 1, sizeof kept, "alarms"));
    (*out)[(*count)++] = kept;
    return OK;
out:
    free(copy);
    return status;
}

/* Reads all bytes of a text file; *out is new, and "" if there is no such file. */
static enum status read_text(const char *path, char **out)
{
    enum status status = OK;
    FILE *in = NULL;
    size_t room = 0;
    *out = NULL;
    if (access(path, F_OK) != 0 && errno == ENOENT) return copy_text("", out);
    TRY(file_open_stream(path, &in));
    const ssize_t length = getdelim(out, &room, '\0', in);
    if (ferror(in)) TRY(fail(ERROR_IO, "%s: %s", path, strerror(errno)));
    if (length < 0) TRY(fail(ERROR_INPUT, "%s: line 1 is not 'warpmark alarms 1'", path));
    if (strlen(*out) < (size_t)length) TRY(fail(ERROR_INPUT, "%s: it has a zero byte", path));
out:
    if (in) fclose(in);
    if (status != OK) {
        free(*out);
        *out = NULL;
    }
    return status;
}

/* Reads the lines, and their bytes into *bytes (new; "" if there is no file). */
static enum status read_kept(const char *path, struct kept_alarm **out, size_t *count, char **bytes)
{
    enum status status = OK;
    size_t number = 1;
    *out = NULL;
    *count = 0;
    MUST(read_text(path, bytes));
    if (**bytes && strncmp(*bytes, first_line, strlen(first_line)) != 0)
        TRY(fail(ERROR_INPUT, "%s: line 1 is not 'warpmark alarms 1'", path));
    for (const char *line = *bytes + strcspn(*bytes, "\n"); *line; line += strcspn(line, "\n")) {
        line++;
        number++;
        if (*line && *line != '#' && *line != '\n')
            TRY(add_kept(path, number, line, strcspn(line, "\n"), out, count));
    }
out:
    if (status != OK) {
        kept_alarms_free(*out, *count);
        free(*bytes);
        *out = NULL;
        *bytes = NULL;
        *count = 0;
    }
    return status;
}

enum status kept_alarms_read(const char *path, struct kept_alarm **out, size_t *count)
{
    char *bytes;
    MUST(read_kept(path, out, count, &bytes));
    free(bytes);
    return OK;
}

void kept_alarms_free(struct kept_alarm *kept, size_t count)
{
    for (size_t k = 0; k < count; k++) free(kept[k].text);
    free(kept);
}

/* Findings */

static struct human series_settings(const struct series *series)
{
    return human_text("%s %s %llu", series->criterion == RELATIVE ? "relative" : "absolute",
                      exact_number(series->epsilon).text,
                      (unsigned long long)series->max_iterations);
}

/* The run since which a finding is there. */
static const struct history_run *begin_of(const struct history *history,
                                          const struct finding *finding)
{
    return &history->runs[finding->kind == FOUND_DRIFT ? finding->before : finding->after];
}

/* Returns whether a field is this text, whose control characters the file has as spaces. */
static bool same_field(const char *field, const char *text)
{
    for (; *field && *text; field++, text++)
        if (*field != ((unsigned char)*text < ' ' ? ' ' : *text)) return false;
    return *field == *text;
}

/* Number of runs of a series after the earlier of two times, up to the later one. */
static size_t runs_between(const struct history *history, const struct series *series, int64_t a,
                           int64_t b)
{
    size_t count = 0;
    for (size_t k = 0; k < series->npoints; k++) {
        const int64_t time = history->runs[series->points[k].run].time;
        count += time > (a < b ? a : b) && time <= (a < b ? b : a);
    }
    return count;
}

/* Returns whether a line of the file speaks of this finding: the same case became the same, at
 * about the same run, and not by much more. */
static bool speaks_of(const struct history *history, const struct kept_alarm *kept,
                      const struct finding *finding)
{
    const struct series *series = &history->series[finding->series];
    const size_t most = finding->kind == FOUND_FAILURE ? 0 : HISTORY_DOUBT;
    return same_field(kept->source, series->source) && same_field(kept->variant, series->variant) &&
           same_field(kept->machine, series->machine) &&
           same_field(kept->settings, series_settings(series).text) &&
           !strcmp(kept->became, finding_word(history, finding)) &&
           isnan(kept->change) == isnan(finding->change) &&
           !(fabs(log(finding->change)) > GROWN * fabs(log(kept->change))) &&
           runs_between(history, series, kept->since, begin_of(history, finding)->time) <= most;
}

/* Moves the alarms to the front; the order is kept otherwise. */
static enum status alarms_first(struct history *history)
{
    struct finding *sorted;
    size_t next = 0;
    MUST(allocate(history->nfindings, sizeof *sorted, "findings", &sorted));
    for (int alarms = 1; alarms >= 0; alarms--)
        for (size_t k = 0; k < history->nfindings; k++)
            if (history->findings[k].alarm == alarms) sorted[next++] = history->findings[k];
    free(history->findings);
    history->findings = sorted;
    return OK;
}

static enum status kept_alarms_path(const struct history *history, char **out)
{
    return format_text(out, "%s/" KEPT_ALARMS_NAME, history->folder);
}

enum status kept_alarms_apply(struct history *history)
{
    enum status status = OK;
    char *path = NULL;
    struct kept_alarm *kept = NULL;
    size_t count = 0;
    TRY(kept_alarms_path(history, &path));
    TRY(kept_alarms_read(path, &kept, &count));
    for (size_t j = 0; j < history->nfindings; j++) {
        struct finding *f = &history->findings[j];
        const bool judged = f->alarm || f->kept;
        f->kept = NULL;
        for (size_t k = 0; judged && k < count; k++)
            if (speaks_of(history, &kept[k], f)) f->kept = &kept[k];
        f->alarm = judged && (!f->kept || f->kept->verdict == KEPT_CONFIRMED);
    }
    kept_alarms_free(history->kept, history->nkept);
    history->kept = kept;
    history->nkept = count;
    status = alarms_first(history);
out:
    free(path);
    return status;
}

/* Writing */

/* Appends a text and a tab or line feed; control characters become spaces. */
static enum status append_field(const char *text, char end, char **out)
{
    const size_t start = *out ? strlen(*out) : 0;
    MUST(append_text(out, "%s", text));
    for (char *c = *out + start; *c; c++)
        if ((unsigned char)*c < ' ') *c = ' ';
    return append_text(out, "%c", end);
}

static enum status add_line(const struct history *history, const struct kept_note *note,
                            const char *day, char **out)
{
    const struct finding *finding = &history->findings[note->finding];
    const struct series *series = &history->series[finding->series];
    const struct human ratio =
        isnan(finding->change) ? human_text("-") : exact_number(finding->change);
    const char *const fields[FIELDS] = {kept_verdict_names[note->verdict],
                                        day,
                                        finding_word(history, finding),
                                        begin_of(history, finding)->started,
                                        ratio.text,
                                        series->machine,
                                        series->source,
                                        series->variant,
                                        series_settings(series).text,
                                        note->note};
    const size_t before = strlen(*out);
    for (int k = 0; k < FIELDS; k++)
        MUST(append_field(fields[k], k + 1 < FIELDS ? '\t' : '\n', out));
    if (strlen(*out) - before > LONGEST_LINE)
        return fail(ERROR_INPUT, "--note: is too long for a line of %d bytes", LONGEST_LINE);
    return OK;
}

/* Opens and locks the folder, so that one process at a time replaces the file. */
static enum status lock_history(const struct history *history, int *out)
{
    *out = open(history->folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (*out >= 0 && flock(*out, LOCK_EX) == 0) return OK;
    return fail(ERROR_IO, "%s: %s", history->folder, strerror(errno));
}

enum status kept_alarms_add(const struct history *history, size_t count,
                            const struct kept_note *notes)
{
    enum status status = OK;
    char *path = NULL, *bytes = NULL, day[16];
    struct kept_alarm *kept = NULL;
    size_t nkept = 0;
    int lock = -1;
    const time_t now = time(NULL);
    struct tm local;
    strftime(day, sizeof day, "%Y-%m-%d", localtime_r(&now, &local));
    TRY(kept_alarms_path(history, &path));
    TRY(lock_history(history, &lock));
    TRY(read_kept(path, &kept, &nkept, &bytes));
    if (!*bytes) TRY(append_text(&bytes, "%s", first_line));
    else if (bytes[strlen(bytes) - 1] != '\n') TRY(append_text(&bytes, "\n"));
    for (size_t k = 0; k < count; k++) TRY(add_line(history, &notes[k], day, &bytes));
    status = file_store(path, &kind_kept_alarms, bytes, strlen(bytes));
out:
    if (lock >= 0) close(lock);
    kept_alarms_free(kept, nkept);
    free(bytes);
    free(path);
    return status;
}

/* Printing */

enum status kept_text(const struct finding *finding, char **out)
{
    const struct kept_alarm *kept = finding->kept;
    if (kept)
        return format_text(out, "%s %s%s%s", kept_verdict_names[kept->verdict], kept->day,
                           *kept->note ? ": " : "", kept->note);
    if (finding->unconfirmed) return format_text(out, "unconfirmed: %s", finding->unconfirmed);
    return copy_text("", out);
}

enum status kept_lines(const struct history *history, char **out)
{
    MUST(copy_text("", out));
    for (size_t k = 0; k < history->nfindings; k++) {
        const struct finding *f = &history->findings[k];
        const struct series *series = &history->series[f->series];
        char *text;
        MUST(kept_text(f, &text));
        enum status status =
            *text ? append_text(out, "%s %s, %s since %s (%s): %s\n", series->problem,
                                series->variant, finding_word(history, f),
                                history_moment(history, f->after).text,
                                history->runs[f->after].file, text)
                  : OK;
        free(text);
        MUST(status);
    }
    return OK;
}
