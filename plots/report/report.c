#include "plots/report/report.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "analysis/compare/replayed.h"
#include "analysis/tables/table.h"
#include "base/folder.h"
#include "base/memory.h"
#include "base/output/printing.h"
#include "base/process/gnuplot.h"
#include "base/process/interrupt.h"
#include "base/text.h"
#include "plots/figures/picture.h"
#include "plots/figures/plot.h"
#include "plots/report/explore.h"
#include "store/facts.h"
#include "store/with_inside.h"

/* Reading */

static const char *name_in(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

/* Maps the whole file; the caller unmaps it by its size, which is above 0. */
static enum status map_file(const char *path, const void **out, size_t *size)
{
    int fd;
    uint64_t found;
    enum status status = file_open(path, O_RDONLY, &fd, &found);
    if (status != OK) return status;
    void *bytes = mmap(NULL, found, PROT_READ, MAP_PRIVATE, fd, 0);
    if (bytes == MAP_FAILED) status = fail(ERROR_IO, "cannot read %s: %s", path, strerror(errno));
    close(fd);
    *out = bytes;
    *size = found;
    return status;
}

static enum status hash_file(const char *path, char out[SHA256_TEXT])
{
    const void *bytes;
    size_t size;
    MUST(map_file(path, &bytes, &size));
    sha256_text(bytes, size, out);
    munmap((void *)bytes, size);
    return OK;
}

/* Returns whether a status ends the work on a claim, a table or a figure at once: success or an
 * interrupt. Any other error only loses this one item. */
static bool ends_all(enum status status)
{
    return status == OK || status == ERROR_INTERRUPTED;
}

static enum status or_trouble(enum status status, const char *what, const char *id,
                              struct report_part *part)
{
    char *text;
    if (ends_all(status)) return status;
    status = format_text(&text, "%s%s%s: %s", what, *id ? " " : "", id, fail_message());
    if (status != OK) return status;
    status = reallocate(&part->troubles, part->ntroubles + 1, sizeof *part->troubles, "a report");
    if (status == OK) part->troubles[part->ntroubles++] = text;
    else free(text);
    return status;
}

static enum status make_table(struct report_part *part, const char *what, const char *id)
{
    /* Reasons why this machine or this program cannot run a case. Failed cases stay in the
     * table. */
    const char *const cannot[] = {case_status_words[CASE_NO_DEVICE], "GPU not available",
                                  case_status_words[CASE_UNSUPPORTED], NULL};
    struct grid grid = {0};
    enum status status = table_grid(&part->results, id, &grid);
    if (status == OK) status = grid_drop_rows(&grid, cannot);
    if (status == OK) status = grid_drop_empty(&grid);
    if (status == OK) part->tables[part->ntables++] = grid;
    else grid_free(&grid);
    return or_trouble(status, what, id, part);
}

static enum status make_tables(struct report_part *part)
{
    const struct results *r = &part->results;
    MUST(allocate_zeroed(r->ntables + 3, sizeof *part->tables, "tables", &part->tables));
    part->unjudged = results_unjudged(r);
    if (part->unjudged) MUST(or_trouble(fail_unjudged(r), "claims, tables and figures", "", part));
    for (size_t k = 0; k < r->nclaims && !part->unjudged; k++)
        if (r->claims[k].verdict == VERDICT_NOT_JUDGED)
            MUST(or_trouble(fail(ERROR_INPUT, "%s", r->claims[k].numbers), "claim", r->claims[k].id,
                            part));
    if (r->nclaims && !part->unjudged) MUST(make_table(part, "table", "claims"));
    for (size_t k = 0; k < r->ntables; k++)
        if (!part->unjudged || !table_is_judged(&r->tables[k]))
            MUST(make_table(part, "table", r->tables[k].id));
    if (r->ncrossovers) MUST(make_table(part, "table", "crossovers"));
    for (size_t p = 0; p < r->nproblems; p++)
        if (problem_needs(&r->problems[p])) return make_table(part, "table", "inside");
    return OK;
}

static void clear_figure(struct report_figure *figure)
{
    free(figure->title);
    free(figure->svg);
    free(figure->file);
    free(figure->why);
    *figure = (struct report_figure){0};
}

/* Adds a figure, and takes over its content. */
static enum status add_figure(struct report_part *part, struct report_figure *figure)
{
    MUST(reallocate(&part->figures, part->nfigures + 1, sizeof *figure, "figures"));
    part->figures[part->nfigures++] = *figure;
    *figure = (struct report_figure){0};
    return OK;
}

static const char *title_of(const struct figure *figure)
{
    return figure->title && *figure->title ? figure->title : figure->id;
}

/* Shows the reason instead of a figure that could not be drawn. */
static enum status or_reason(enum status status, const struct figure *figure,
                             struct report_part *part)
{
    struct report_figure out = {0};
    if (ends_all(status)) return status;
    status = OK;
    TRY(format_text(&out.why, "figure %s: %s", figure->id, fail_message()));
    TRY(add_figure(part, &out));
out:
    clear_figure(&out);
    return status;
}

/* Reads the picture in folder/STEM.svg. */
static enum status take_picture(const char *folder, const struct plot_name *name,
                                const struct figure *figure, struct report_part *part)
{
    const char *what = name->problem ? name->problem->label : NULL, *stem = name->stem;
    enum status status = OK;
    char *path = NULL;
    struct report_figure out = {0};
    size_t size;
    TRY(format_text(&out.title, "%s%s%s", title_of(figure), what ? ": " : "", what ? what : ""));
    TRY(format_text(&path, "%s/%s.svg", folder, stem));
    TRY(picture_read(path, SPY_SVG, &out.svg, &size));
    TRY(format_text(&out.file, "%s%s.svg", part->anchor, stem + strlen(part->results.name)));
    TRY(add_figure(part, &out));
out:
    clear_figure(&out);
    free(path);
    return status;
}

static enum status draw_figure(const char *folder, const struct figure *figure,
                               struct report_part *part)
{
    enum status status = OK;
    struct plot_names names = {0};
    TRY(gnuplot_check());
    TRY(plot_for_page(&part->results, folder, figure->id));
    TRY(plot_names(&part->results, figure, &names));
    for (size_t k = 0; k < names.count; k++)
        TRY(take_picture(folder, &names.name[k], figure, part));
out:
    plot_names_free(&names);
    return status;
}

static enum status draw_figures(struct report_part *part)
{
    enum status status = OK;
    struct folder folder = {0};
    const struct results *r = &part->results;
    TRY(folder_create("report", &folder));
    for (size_t k = 0; k < r->nfigures && !interrupted(); k++)
        if (!part->unjudged || !figure_is_judged(&r->figures[k]))
            TRY(or_reason(draw_figure(folder.path, &r->figures[k], part), &r->figures[k], part));
out:
    if (interrupted())
        status =
            fail(ERROR_INTERRUPTED, "interrupted: no report is written"); /* gnuplot was
                                                                             interrupted, too */
    folder_remove(&folder);
    return status;
}

/* Returns whether an earlier part, or the page itself, has the anchor. */
static bool has_anchor(const struct report *report, const struct report_part *end,
                       const char *anchor)
{
    static const char *const own[] = {"contents", "fastest", EXPLORE_ANCHOR, "learned",
                                      "machines", "summary", GLOSSARY_ANCHOR};
    for (size_t k = 0; k < sizeof own / sizeof *own; k++)
        if (!strcmp(own[k], anchor)) return true;
    for (const struct report_part *k = report->parts; k < end; k++)
        if (!strcmp(k->anchor, anchor)) return true;
    return false;
}

/* Makes an anchor for a part from the name of its experiment, which may be any text. It gets a
 * number if an earlier part has the same. */
static enum status name_part(const struct report *report, struct report_part *part)
{
    enum status status = copy_text(part->results.name, &part->anchor);
    if (status == OK) plot_file_name(part->anchor);
    for (size_t number = 2; status == OK && has_anchor(report, part, part->anchor); number++) {
        free(part->anchor);
        status = format_text(&part->anchor, "%s-%zu", part->results.name, number);
        if (status == OK) plot_file_name(part->anchor);
    }
    return status;
}

static enum status read_part(const char *path, report_judge *judge, struct report_part *part)
{
    MUST(results_read(path, &part->results));
    if (judge) MUST(judge(path, &part->results));
    MUST(hash_file(path, part->sha256));
    return copy_text(name_in(path), &part->file);
}

enum status report_read(size_t count, const char *const *paths, report_judge *judge,
                        struct report *out)
{
    enum status status = OK;
    *out = (struct report){0};
    TRY(allocate_zeroed(count, sizeof *out->parts, "a report", &out->parts));
    for (size_t k = 0; k < count; k++) {
        struct report_part *part = &out->parts[out->nparts++];
        part->number = out->nparts;
        TRY(read_part(paths[k], judge, part));
        TRY(name_part(out, part));
    }
    TRY(glossary_read(&out->glossary));
    for (size_t k = 0; k < count; k++) {
        TRY(make_tables(&out->parts[k]));
        TRY(draw_figures(&out->parts[k]));
    }
out:
    if (status != OK) report_free(out);
    return status;
}

static void clear_part(struct report_part *part)
{
    for (size_t i = 0; i < part->nfigures; i++) clear_figure(&part->figures[i]);
    for (size_t i = 0; i < part->ntables; i++) grid_free(&part->tables[i]);
    for (size_t i = 0; i < part->ntroubles; i++) free(part->troubles[i]);
    free(part->figures);
    free(part->tables);
    free(part->troubles);
    free(part->file);
    free(part->anchor);
    results_free(&part->results);
    if (part->stored) clear_part(part->stored);
    free(part->stored);
    free(part->replayed);
    grid_free(&part->differing);
}

/* Returns whether the machine or the program has no GPU, or fewer than a case needs. */
static bool lacks_gpu(const struct results *r)
{
    if (!strcmp(fact_value(r->machine, r->nmachine, "gpus"), NO_GPU)) return true;
    if (!strcmp(fact_value(r->build, r->nbuild, "cuda"), "none")) return true;
    for (size_t k = 0; k < r->nruns; k++)
        if (r->runs[k].status == CASE_NO_DEVICE) return true;
    return false;
}

/* Marks titles as stored, so that no table is taken for a result of this machine. */
static enum status mark_titles(struct report_part *stored)
{
    for (size_t k = 0; k < stored->ntables; k++) {
        char *title;
        MUST(format_text(&title, "Stored: %s", stored->tables[k].title));
        free(stored->tables[k].title);
        stored->tables[k].title = title;
    }
    return OK;
}

/* Judges which numbers of stored results the part reproduces. */
static enum status replay_stored(const struct results *then, struct report_part *part)
{
    enum status status = OK;
    struct matching cases = {0};
    struct replayed replayed = {0};
    char **why = NULL, *counts = NULL;
    TRY(match_cases(then, then, NULL, &cases));
    TRY(allocate_zeroed(cases.count, sizeof *why, "cases", &why));
    TRY(replay_judge(&(struct replay_sides){.then = then,
                                            .now = &part->results,
                                            .cases = &cases,
                                            .why = why,
                                            .margin = REPLAY_MARGIN},
                     &replayed));
    TRY(replayed_counts(&replayed, &counts));
    TRY(replayed_fill(&replayed, false, &part->differing));
    grid_title(&part->differing, "Stored numbers that are not reproduced here", "");
out:
    if (status == OK || status == ERROR_INPUT) /* other settings, or no case is in both */
        status = format_text(&part->replayed,
                             "Stored results from %s, commit %s, and these: %s (margin %.3g %%).",
                             fact_value(then->machine, then->nmachine, "key"), then->git_commit,
                             counts ? counts : fail_message(), 100 * REPLAY_MARGIN);
    replayed_free(&replayed);
    matching_free(&cases);
    free(why);
    free(counts);
    return status;
}

enum status report_add_stored(struct report *report, size_t k, const char *path,
                              report_judge *judge)
{
    struct report_part *part = &report->parts[k], *stored;
    const bool shown = lacks_gpu(&part->results);
    MUST(allocate_zeroed(1, sizeof *stored, "stored results", &stored));
    enum status status = read_part(path, shown ? judge : NULL, stored);
    if (status == OK && shown) status = make_tables(stored);
    if (status == OK && shown) status = mark_titles(stored);
    if (status == OK && shown) {
        part->stored = stored;
        return OK;
    }
    if (status == OK && strcmp(stored->sha256, part->sha256) != 0)
        status = replay_stored(&stored->results, part);
    clear_part(stored);
    free(stored);
    return or_trouble(status, "stored results", "", part);
}

void report_free(struct report *report)
{
    for (size_t k = 0; k < report->nparts; k++) clear_part(&report->parts[k]);
    glossary_free(&report->glossary);
    free(report->parts);
    *report = (struct report){0};
}

size_t report_troubles(const struct report *report, FILE *out)
{
    size_t count = 0;
    for (size_t k = 0; k < report->nparts; k++) {
        const struct report_part *part = &report->parts[k];
        for (size_t i = 0; i < part->ntroubles; i++)
            fprintf(out, "warpmark: %s: %s\n", part->file, part->troubles[i]);
        count += part->ntroubles;
        for (size_t i = 0; part->stored && i < part->stored->ntroubles; i++, count++)
            fprintf(out, "warpmark: %s: %s\n", part->stored->file, part->stored->troubles[i]);
        for (size_t i = 0; i < part->nfigures; i++) {
            if (!part->figures[i].why) continue;
            fprintf(out, "warpmark: %s: %s\n", part->file, part->figures[i].why);
            count++;
        }
    }
    return count;
}

/* Writing */

static const char *const endings[] = {[PAGE_HTML] = ".html", [PAGE_MD] = ".md", NULL};

enum status report_format(const char *path, enum page_format *out)
{
    int format = PAGE_HTML;
    enum status status = find_ending(path, "report", endings, &format);
    *out = (enum page_format)format;
    return status;
}

static enum status write_figure(const char *folder, const struct report_figure *figure,
                                bool replaces)
{
    char *path;
    enum status status = format_text(&path, "%s/%s", folder, figure->file);
    if (status != OK) return status;
    status = file_store(path, replaces ? &kind_pictures[SPY_SVG] : NULL, figure->svg,
                        strlen(figure->svg));
    free(path);
    return status;
}

static enum status write_figures(const struct report *report, const char *folder, bool replaces)
{
    for (size_t k = 0; k < report->nparts; k++)
        for (size_t i = 0; i < report->parts[k].nfigures; i++) {
            if (!report->parts[k].figures[i].svg) continue;
            MUST(folder_make(folder));
            MUST(write_figure(folder, &report->parts[k].figures[i], replaces));
        }
    return OK;
}

/* Arguments of report_print. */
struct printed {
    struct report *report;
    enum page_format format;
    const char *folder;
};

static enum status print_whole_report(const void *what, FILE *out)
{
    const struct printed *p = what;
    return report_print(p->report, p->format, p->folder, out);
}

enum status report_write(struct report *report, const char *path, const struct file_kind *replaced)
{
    enum status status = OK;
    struct printed printed = {.report = report};
    char *folder = NULL;
    TRY(report_format(path, &printed.format));
    TRY(format_text(&folder, "%.*s", (int)(strlen(path) - strlen(endings[printed.format])), path));
    if (printed.format == PAGE_MD) TRY(write_figures(report, folder, replaced != NULL));
    printed.folder = name_in(folder);
    TRY(print_to_file(path, replaced, print_whole_report, &printed));
out:
    free(folder);
    return status;
}
