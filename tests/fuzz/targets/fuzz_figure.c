/* Feeds figures: the input makes results with texts of a stranger, and a figure of them, which is
 * written down for gnuplot. All that came from the file stands in quotes of gnuplot's, so that what
 * is left does not depend on it: only words of ours, numbers and marks. */
#include "plots/figures/figure_data.h"
#include "plots/figures/gnuplot_write.h"
#include "tests/fuzz/made_up.h"

static void fuzz_begin(void) {}

/* The line that begins there is one of ours: its first word is one that we write. */
static void check_line(const char *line)
{
    static const char *const ours[] = {"set ", "unset ",  "plot ",   "do for",    "if (", "} else",
                                       "}",    "bold = ", "data = ", "data skip", "#",    "array",
                                       "at ",  "left",    "Left ",   "fontscale", "\n"};
    line += strspn(line, " ");
    for (size_t k = 0; k < sizeof ours / sizeof *ours; k++)
        if (!strncmp(line, ours[k], strlen(ours[k]))) return;
    require(0);
}

static void check_script(const struct figure_data *data)
{
    struct printed p;
    printed_open(&p);
    require_ok(gnuplot_write_script(data, "stem", false, p.out));
    require_ok(gnuplot_write_paper(data, "stem", &(struct paper){PICTURE_TEX, 200, 8, ""}, p.out));
    require_harmless(printed_end(&p), "");
    drop_quoted(p.text);
    const char *body = strstr(p.text, "\ndata = ");
    require(body != NULL);
    for (const char *line = body + 1; line && *line; line = strchr(line, '\n') + 1)
        check_line(line);
    for (const char *s = body; *s; s++)
        require(!strchr("`$@!|", *s) || strchr("($-", s[-1]) || *s == '$');
    free(p.text);
}

/* Every line has as many columns as the first. */
static void check_data(const struct figure_data *data)
{
    struct printed p;
    size_t tabs = 0, first = 0;
    printed_open(&p);
    gnuplot_write_data(data, p.out);
    const char *s = printed_end(&p);
    require_harmless(s, "\t");
    for (; *s; s++) {
        tabs += *s == '\t';
        if (*s != '\n') continue;
        if (!first) first = tabs;
        require(tabs == first);
        tabs = 0;
    }
    free(p.text);
}

static void fuzz_one(const uint8_t *bytes, size_t size)
{
    struct fuzz_choices in = {bytes, bytes + size};
    struct results r;
    struct figure_data data;
    made_up_results(&in, &r);
    made_up_figure(&in, &r);
    if (figure_data_make(&r, &r.figures[0], &data) == OK) {
        check_script(&data);
        check_data(&data);
    } else {
        require_clean_message();
    }
    figure_data_free(&data);
    results_free(&r);
}
