#include "harness/help.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/output/units.h"
#include "harness/machine/machine.h"

enum { WIDTH = 79, TERM = 22 };

/* Words that stand for a value in usage lines, with their explanation; a help page explains those
 * that it uses. */
static const struct shape {
    const char *name, *text;
} shapes[] = {
    {"SOURCE", "names a problem: a generator with parameters, such as tandem:c=255 (`warpmark list "
               "generators` shows all); a model file with a property, such as "
               "model.tra:type=ctmc,steady=full; or a matrix, such as m.mtx."},
    {"VARIANT", "names a way to solve a problem: method[options]/layout/precision/place, such as "
                "jacobi/msr/f64/seq. `warpmark list variants` shows all."},
    {"PATTERN", "matches names: * stands for any text, ? for one character, {a,b} for a or b. "
                "Write it in quotes, so that the shell leaves it alone."},
    {"EXPERIMENT", "is a Lua file, or the name of a bundled experiment. `warpmark list "
                   "experiments` shows all."},
    {"FILE.h5", "is a results file, as `warpmark run` writes it."},
    {"PROOF.h5", "is a proof, as `warpmark certify -o` writes it."},
    {"SHARE", "is a share, such as 3% or 0.03."},
    {"TIME", "is a time with a unit, such as 500ms, 30s, 5m or 2h; --since takes a date."},
};
enum { NSHAPES = sizeof shapes / sizeof *shapes };

static const struct remark {
    const char *name, *text;
} exits[] = {
#define EXIT_CODE(enumerator, code, meaning) {#code, meaning},
#include "harness/exit_codes.def"
#undef EXIT_CODE
};

static const struct remark environment[] = {
    {"OMP_NUM_THREADS", "threads of place omp; default: all cores that the process may use"},
    {"CUDA_VISIBLE_DEVICES", "GPUs that the program may use"},
    {"TMPDIR", "folder of temporary files; default: /tmp"},
    {"PRISM_HOME", "folder of PRISM, whose bin/prism builds models; default: prism on the path"},
    {"WARPMARK_PYTHON", "a Python that has stormpy or SciPy; default: python3"},
    {"WARPMARK_MODELS",
     "folder of the chains that PRISM or Storm has built (docs/formats.md); empty: none is kept; "
     "default: warpmark/models in $XDG_CACHE_HOME or ~/.cache"},
    {"WARPMARK_MODEL_TIME", "time that PRISM or Storm may take to build a model; default: 1h"},
    {"WARPMARK_PROOFS",
     "folder of proofs (docs/formats.md): what is proven is kept in it, and used again after a "
     "check; empty: none is kept; default: warpmark/proofs in $XDG_CACHE_HOME or ~/.cache"},
    {"XDG_STATE_HOME",
     "the noise of this machine, as `warpmark selfcheck` measured it, is kept in "
     "its folder warpmark; default: ~/.local/state"},
};

/* One writer for both formats */

static enum help_format writing;

/* Prints text for a manual page: hyphens that can be copied, and no line that the formatter takes
 * for a request. */
static void put_man(const char *text)
{
    if (*text == '.' || *text == '\'') fputs("\\&", stdout);
    for (; *text; text++) {
        if (*text == '\\') fputs("\\e", stdout);
        else if (*text == '-') fputs("\\-", stdout);
        else putchar(*text);
    }
}

/* Returns the length of the word up to the next blank; "[--epsilon E]" counts as one word. */
static int word_length(const char *text)
{
    size_t length = *text == '[' ? strcspn(text, "]") : 0;
    return (int)(length + strcspn(text + length, " "));
}

/* Prints the words of text from the given column on, folded before WIDTH; further lines begin at
 * indent. */
static void fold(const char *text, int column, int indent)
{
    for (bool first = true; *text; first = false) {
        int length = word_length(text);
        bool breaks = !first && column + 1 + length > WIDTH;
        if (breaks) printf("\n%*s", indent, "");
        else if (!first) putchar(' ');
        column = breaks ? indent : column + !first;
        column += printf("%.*s", length, text);
        text += length;
        text += strspn(text, " ");
    }
    putchar('\n');
}

static void heading(const char *text)
{
    if (writing == HELP_TEXT) {
        printf("\n%s\n", text);
        return;
    }
    fputs(".SH \"", stdout);
    for (; *text; text++) putchar(toupper((unsigned char)*text));
    puts("\"");
}

/* Prints paragraphs; each is a line of text. */
static enum status paragraphs(const char *text)
{
    enum status status = OK;
    char *copy = NULL;
    TRY(copy_text(text, &copy));
    for (char *rest = copy, *line; (line = strsep(&rest, "\n"));) {
        puts(writing == HELP_TEXT ? "" : ".PP");
        if (writing == HELP_TEXT) fold(line, 0, 0);
        else put_man(line), putchar('\n');
    }
out:
    free(copy);
    return status;
}

static void item(const char *term, const char *text)
{
    if (writing == HELP_MAN) {
        fputs(".TP\n\\fB", stdout);
        put_man(term);
        fputs("\\fR\n", stdout);
        put_man(text);
        putchar('\n');
        return;
    }
    if (strlen(term) > TERM - 4) printf("  %s\n%*s", term, TERM, "");
    else printf("  %-*s", TERM - 2, term);
    fold(text, TERM, TERM);
}

/* Prints examples "command # what"; puts warpmark in front of the command. */
static enum status examples(const char *lines)
{
    enum status status = OK;
    char *copy = NULL;
    TRY(copy_text(lines, &copy));
    heading("Examples");
    if (writing == HELP_MAN) puts(".nf");
    for (char *rest = copy, *line; (line = strsep(&rest, "\n")) && *line;) {
        fputs("  warpmark ", stdout);
        if (writing == HELP_TEXT) fputs(line, stdout);
        else put_man(line);
        putchar('\n');
    }
    if (writing == HELP_MAN) puts(".fi");
out:
    free(copy);
    return status;
}

/* Options */

enum status option_shape(const struct cli_option *option, char **out)
{
    MUST(copy_text(option->value ? option->value : "", out));
    if (option->value || option->type != CLI_WORD) return OK;
    for (int k = 0; option->words[k]; k++)
        MUST(append_text(out, "%s%s", k ? "|" : "", option->words[k]));
    return OK;
}

/* Returns the separator between the name of an option and its value. */
static const char *before_shape(const struct cli_option *option, const char *shape)
{
    return *shape && option->type != CLI_OPTIONAL ? " " : "";
}

enum status word_shape(const struct command *command, int k, char **out)
{
    enum status status = OK;
    char *copy = NULL, *found = NULL;
    TRY(copy_text(command->words, &copy));
    for (char *rest = copy, *one; k >= 0 && (one = strsep(&rest, " "));) {
        if (*one == '-') {
            strsep(&rest, " ");
            continue;
        }
        if (k == 0 || strstr(one, "...")) found = one;
        k--;
    }
    *out = NULL;
    if (found) TRY(copy_text(found, out));
out:
    free(copy);
    return status;
}

/* Returns the default value of an option, read from its target; "" if it has none. */
static struct human default_of(const struct cli_option *option)
{
    const struct human none = {""};
    switch (option->type) {
    case CLI_TEXT: {
        const char *text = *(const char **)option->target;
        return text ? human_text("%s", text) : none;
    }
    case CLI_COUNT: {
        uint64_t count = *(uint64_t *)option->target;
        return count == MISSING ? none : human_text("%llu", (unsigned long long)count);
    }
    case CLI_REAL: {
        double value = *(double *)option->target;
        return isnan(value) ? none : human_text("%g", value);
    }
    case CLI_WORD:
        for (int k = 0; option->words[k]; k++)
            if (k == *(int *)option->target) return human_text("%s", option->words[k]);
        return none;
    default: return none;
    }
}

static enum status print_option(const struct cli_option *option)
{
    enum status status = OK;
    char *shape = NULL, *term = NULL, *text = NULL;
    struct human usual = default_of(option);
    TRY(option_shape(option, &shape));
    TRY(format_text(&term, "%s%s%s", option->name, before_shape(option, shape), shape));
    TRY(format_text(&text, "%s.", option->help));
    if (*usual.text)
        TRY(append_text(&text, " Default: %s%s", usual.text,
                        strcmp(usual.text, ".") ? "." : " (this folder)."));
    if (option->example)
        TRY(append_text(&text, " Example: %s%s%s", option->name,
                        option->type == CLI_OPTIONAL ? "=" : " ", option->example));
    item(term, text);
out:
    free(shape);
    free(term);
    free(text);
    return status;
}

/* Returns whether shape stands in text as a word of its own. */
static bool has_shape(const char *text, const char *shape)
{
    const size_t length = strlen(shape);
    for (const char *at = text; (at = strstr(at, shape)); at += length) {
        bool begins = at == text || !(isalnum((unsigned char)at[-1]) || at[-1] == '_');
        if (begins && !isalnum((unsigned char)at[length]) && at[length] != '_') return true;
    }
    return false;
}

enum status usage_text(const struct command *command, char **out)
{
    char *shape = NULL;
    enum status status = OK;
    TRY(format_text(out, "warpmark %s%s%s", command->name, *command->words ? " " : "",
                    command->words));
    for (const struct cli_option *o = command->options; o && o->name; o++) {
        if (has_shape(command->words, o->name)) continue;
        free(shape);
        TRY(option_shape(o, &shape));
        TRY(append_text(out, " [%s%s%s]", o->name, before_shape(o, shape), shape));
    }
out:
    free(shape);
    return status;
}

/* Pages */

static enum status print_usage(const struct command *command)
{
    char *usage = NULL;
    MUST(usage_text(command, &usage));
    if (writing == HELP_TEXT) {
        printf("usage: ");
        fold(usage, 7, 7);
    } else {
        put_man(usage);
        putchar('\n');
    }
    free(usage);
    return OK;
}

static enum status print_shapes(const struct command *command)
{
    enum status status = OK;
    char *usage = NULL;
    bool any = false;
    TRY(usage_text(command, &usage));
    for (int k = 0; k < NSHAPES; k++) {
        if (!has_shape(usage, shapes[k].name)) continue;
        if (!any) heading("Words");
        any = true;
        item(shapes[k].name, shapes[k].text);
    }
out:
    free(usage);
    return status;
}

static void man_head(const char *title, const char *summary)
{
    printf(".TH \"");
    for (const char *c = title; *c; c++) putchar(toupper((unsigned char)*c));
    printf("\" 1 \"\" \"warpmark %s\" \"Warpmark\"\n.nh\n.ad l\n.SH NAME\n", build_commit());
    put_man(title);
    fputs(" \\- ", stdout);
    put_man(summary);
    puts("\n.SH SYNOPSIS");
}

static enum status print_command(const struct command *command)
{
    char title[64];
    snprintf(title, sizeof title, "warpmark-%s", command->name);
    if (writing == HELP_MAN) man_head(title, command->summary);
    else {
        fold(command->summary, printf("warpmark %s: ", command->name), 0);
        putchar('\n');
    }
    MUST(print_usage(command));
    if (command->about && writing == HELP_MAN) heading("Description");
    if (command->about) MUST(paragraphs(command->about));
    if (command->options) heading("Options");
    for (const struct cli_option *o = command->options; o && o->name; o++) MUST(print_option(o));
    MUST(print_shapes(command));
    MUST(examples(command->examples));
    if (writing == HELP_TEXT) return OK;
    heading("See also");
    puts(".BR warpmark (1)");
    return OK;
}

static const char summary[] = "measures solvers of probabilistic and LTL model checking";

static void print_commands(void)
{
    for (const struct command *const *c = commands; *c; c++) {
        if (c == commands || strcmp((*c)->group, (*(c - 1))->group)) {
            if (writing == HELP_TEXT) printf("\n%s\n", (*c)->group);
            else printf(".SS %s\n", (*c)->group);
        }
        item((*c)->name, (*c)->summary);
    }
}

static enum status print_program(void)
{
    if (writing == HELP_MAN) man_head("warpmark", summary);
    else printf("Warpmark %s.\n\nusage: ", summary);
    puts("warpmark COMMAND [WORDS] [OPTIONS]");
    if (writing == HELP_MAN) heading("Commands");
    print_commands();
    heading("Words");
    for (int k = 0; k < 2; k++) item(shapes[k].name, shapes[k].text);
    heading("Exit status");
    for (size_t k = 0; k < sizeof exits / sizeof *exits; k++) item(exits[k].name, exits[k].text);
    if (writing == HELP_MAN) {
        heading("Environment");
        for (size_t k = 0; k < sizeof environment / sizeof *environment; k++)
            item(environment[k].name, environment[k].text);
    }
    MUST(paragraphs(
        "A file that exists is replaced only with --force, and only if Warpmark wrote it and it is "
        "of the same kind. Data goes to standard output, progress to standard error."));
    MUST(examples("doctor # is this machine good for timings?\n"
                  "solve tandem:c=255 --variant jacobi/msr/f64/omp\n"
                  "run quickstart -o results/quickstart.h5\n"
                  "report results/quickstart.h5\n"));
    if (writing == HELP_TEXT)
        puts("\n`warpmark help COMMAND` explains a command, its options and their defaults.");
    return OK;
}

enum status help_print(const struct command *command, enum help_format format)
{
    writing = format;
    return command ? print_command(command) : print_program();
}
