/* Texts of any bytes in a figure: gnuplot draws exactly their characters. */
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/process/gnuplot.h"
#include "base/text.h"
#include "plots/figures/picture.h"
#include "tests/support/cmocka.h"
#include "tests/support/scratch.h"
#include "tests/support/seed.h"

enum { ROUNDS = 30, LABELS = 60, LONGEST = 40 };

typedef void put(const char *text, FILE *out);

/* Half of the bytes are any, half are ones that gnuplot, printf or XML give a meaning. */
static void draw_label(char out[LONGEST + 1])
{
    static const char meant[] = "&#x]]>%%%%sdg5.*$'\"\\`{}^_@&~<>#;!| ";
    size_t length = draw(LONGEST);
    for (size_t i = 0; i < length; i++) {
        do out[i] = (char)(draw(2) ? (int)draw(256) : meant[draw(sizeof meant - 1)]);
        while (out[i] == '\0' || out[i] == '\n');
    }
    out[length] = '\0';
}

/* Writes the expected text in the form of XML. */
static void put_expected(const char *text, FILE *out)
{
    while (*text) {
        size_t length;
        const char *shown = shown_character(&text, &length);
        if (*shown == '&') fputs("&amp;", out);
        else if (*shown == '<') fputs("&lt;", out);
        else fwrite(shown, 1, length, out);
    }
}

/* As put_expected, with the form that XML has for the end of CDATA. */
static void put_expected_whole(const char *text, FILE *out)
{
    char *escaped, *at;
    size_t size;
    FILE *first = open_memstream(&escaped, &size);
    assert_non_null(first);
    put_expected(text, first);
    fclose(first);
    char *from = escaped;
    for (; (at = strstr(from, "]]>")); from = at + 3)
        fprintf(out, "%.*s]]&gt;", (int)(at - from), from);
    fputs(from, out);
    free(escaped);
}

/* One text between marks that say which. */
static void put_marked(put *write, const char *mark, int k, const char *label, FILE *out)
{
    char text[LONGEST + 40];
    snprintf(text, sizeof text, "%s%d(%.*s)%d", mark, k, LONGEST, label, k);
    write(text, out);
}

static void write_script(char label[LABELS][LONGEST + 1])
{
    FILE *out = fopen(scratch_path("a.gp"), "w");
    assert_non_null(out);
    fputs("set terminal svg noenhanced size 600, 6000\nset output 'a.svg'\n", out);
    for (int k = 0; k < LABELS; k++) {
        fputs("set label ", out);
        put_marked(gnuplot_text, "label", k, label[k], out);
        fputs(" at 0, 0\n", out);
    }
    fprintf(out, "plot [0:%d] ", LABELS - 1);
    for (int k = 0; k < LABELS; k++) {
        fprintf(out, "%sx title ", k ? ", " : "");
        put_marked(gnuplot_text, "title", k, label[k], out);
    }
    fputs("\n", out);
    assert_int_equal(fclose(out), 0);
}

static char *read_picture_text(void)
{
    char *text;
    size_t size;
    if (picture_read(scratch_path("a.svg"), SPY_SVG, &text, &size) != OK)
        fail_msg("%s", fail_message());
    return text;
}

/* Checks that another program accepts the picture as XML. */
static void check_xml(const char *svg)
{
    if (system("command -v xmllint >/dev/null")) return;
    FILE *lint = popen("xmllint --noout - >/dev/null 2>&1", "w");
    assert_non_null(lint);
    fputs(svg, lint);
    assert_int_equal(pclose(lint), 0);
}

static void check_drawn(const char *svg, const char *mark, int k, const char *label)
{
    char *wanted;
    size_t size;
    FILE *out = open_memstream(&wanted, &size);
    assert_non_null(out);
    put_marked(put_expected_whole, mark, k, label, out);
    fclose(out);
    if (!strstr(svg, wanted)) fail_msg("not drawn: %s", wanted);
    free(wanted);
}

static void any_text_is_drawn_as_it_is(void **state)
{
    static const char *const marks[] = {"label", "title"};
    static char label[LABELS][LONGEST + 1];
    if (system("gnuplot --version >/dev/null 2>&1")) skip();
    for (int round = 0; round < ROUNDS; round++) {
        for (int k = 0; k < LABELS; k++) draw_label(label[k]);
        write_script(label);
        if (gnuplot_run(scratch_folder, "a.gp") != OK) fail_msg("%s", fail_message());
        char *svg = read_picture_text();
        check_xml(svg);
        for (int m = 0; m < 2; m++)
            for (int k = 0; k < LABELS; k++) check_drawn(svg, marks[m], k, label[k]);
        free(svg);
    }
}

int main(void)
{
    seed_begin();
    const struct CMUnitTest tests[] = {cmocka_unit_test(any_text_is_drawn_as_it_is)};
    return cmocka_run_group_tests_name("gnuplot", tests, scratch_create, scratch_remove);
}
