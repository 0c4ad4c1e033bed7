/* warpmark completion: lists words that may follow on a command line, for the completions of
 * shells. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/tables/table.h"
#include "base/memory.h"
#include "base/text.h"
#include "datasets/format.h"
#include "generators/generator.h"
#include "harness/case/variant.h"
#include "harness/help.h"
#include "harness/run/bundled.h"
#include "store/results.h"

/* harness/completion */
extern const char text_warpmark_bash[], text_warpmark_zsh[], text_warpmark_fish[];

/* Word to complete. before: the start of the word that is put in front of each candidate. */
struct word {
    const char *text, *before;
};

/* Prints "CANDIDATE  what it is" if the candidate fits the word. */
static void offer(const struct word *word, const char *name, const char *more, const char *what)
{
    char *candidate = NULL;
    if (format_text(&candidate, "%s%s%s", word->before, name, more) == OK &&
        !strncmp(candidate, word->text, strlen(word->text)))
        printf("%s%s%s\n", candidate, *what ? "  " : "", what);
    free(candidate);
}

static void offer_commands(const struct word *word)
{
    for (const struct command *const *c = commands; *c; c++)
        offer(word, (*c)->name, "", (*c)->summary);
}

static void offer_formats(const struct word *word)
{
    for (int k = 0; k < format_count; k++)
        if (formats[k]->write_chain || formats[k]->write_system || formats[k]->write_product)
            offer(word, formats[k]->name, "", formats[k]->title);
}

static void offer_experiments(const struct word *word)
{
    char *folder = NULL, **names = NULL;
    size_t count = 0;
    if (experiments_folder(&folder) == OK && experiment_names(folder, &names, &count) == OK)
        for (size_t k = 0; k < count; k++) offer(word, names[k], "", "");
    for (size_t k = 0; k < count; k++) free(names[k]);
    free(names);
    free(folder);
}

/* Offers the next part of each variant that begins with the word: "jacobi/", then "jacobi/msr/". */
static enum status offer_variants(const struct word *word)
{
    enum status status = OK;
    struct variant *variants = NULL;
    size_t count = 0;
    char *pattern = NULL, *name = NULL, *last = NULL;
    int parts = 1;
    for (const char *c = word->text; *c; c++) parts += *c == '/';
    TRY(format_text(&pattern, "%s*", word->text + strlen(word->before)));
    for (int k = parts; k < 4; k++) TRY(append_text(&pattern, "/*"));
    TRY(variants_expand(1, &pattern, &variants, &count));
    for (size_t k = 0; k < count; k++) {
        free(name);
        TRY(variant_name(&variants[k], &name));
        char *end = name;
        for (int part = 0; part < parts && end; part++) end = strchr(end + (part > 0), '/');
        if (end) end[1] = '\0';
        if (last && !strcmp(name, last)) continue;
        offer(word, name, "", parts == 1 ? variants[k].method->title : "");
        free(last);
        TRY(copy_text(name, &last));
    }
out:
    free(pattern);
    free(variants);
    free(name);
    free(last);
    return status;
}

/* Returns whether the arguments in text include "name=". */
static bool has_argument(const char *text, const char *name)
{
    for (const size_t length = strlen(name); text; text = strchr(text, ',')) {
        text += *text == ',' || *text == ':';
        if (!strncmp(text, name, length) && text[length] == '=') return true;
    }
    return false;
}

static enum status offer_arguments(const struct word *word, const struct generator *generator)
{
    enum status status = OK;
    char *before = NULL;
    const char *arguments = strchr(word->text, ':'), *part = arguments;
    for (const char *c = part; *c; c++)
        if (*c == ',') part = c;
    TRY(format_text(&before, "%.*s", (int)(part + 1 - word->text), word->text));
    const struct word rest = {word->text, before};
    for (int k = 0; k < MAX_ARGUMENTS; k++) {
        const struct parameter *p = generator_parameter(generator, k);
        const size_t length = p ? strlen(p->name) : 0;
        if (!p) continue;
        if (!strncmp(part + 1, p->name, length) && part[1 + length] == '=') {
            char *value = NULL;
            TRY(format_text(&value, "=%s", p->fallback ? p->fallback : ""));
            if (p->fallback && *p->fallback) offer(&rest, p->name, value, p->title);
            free(value);
        } else if (!has_argument(arguments, p->name)) {
            offer(&rest, p->name, "=", p->title);
        }
    }
out:
    free(before);
    return status;
}

static enum status offer_sources(const struct word *word)
{
    for (int k = 0; k < generator_count; k++) {
        const size_t length = strlen(generators[k]->name);
        if (!strncmp(word->text, generators[k]->name, length) && word->text[length] == ':')
            return offer_arguments(word, generators[k]);
        offer(word, generators[k]->name, ":", generators[k]->title);
    }
    puts("::files");
    return OK;
}

/* Returns whether no character of the name has a meaning to a shell. */
static bool is_plain_in_shell(const char *name)
{
    for (; *name; name++)
        if (!isalnum((unsigned char)*name) && !strchr("_.-", *name)) return false;
    return true;
}

/* Offers the tables, or the figures, of a results file; nothing if it cannot be read. */
static void offer_parts(const struct word *word, const char *path, bool figures)
{
    struct results results = {0};
    struct table_entry *table = NULL;
    if (results_read(path, &results) != OK || table_entries(&results, &table) != OK) goto out;
    for (size_t k = 0; !figures && table[k].name; k++)
        if (is_plain_in_shell(table[k].name)) offer(word, table[k].name, "", "");
    for (size_t k = 0; figures && k < results.nfigures; k++)
        if (is_plain_in_shell(results.figures[k].id)) offer(word, results.figures[k].id, "", "");
out:
    free(table);
    results_free(&results);
}

/* Offers the words of "a|b|c", a shape without brackets */
static enum status offer_each(const struct word *word, const char *shape)
{
    enum status status = OK;
    char *copy = NULL;
    TRY(copy_text(shape, &copy));
    for (char *rest = copy, *one; (one = strsep(&rest, "|"));) offer(word, one, "", "");
out:
    free(copy);
    return status;
}

/* Offers words of a shape, as a usage line has it. */
static enum status offer_shape(const struct word *word, const char *shape)
{
    if (strstr(shape, "SOURCE")) return offer_sources(word);
    if (strstr(shape, "VARIANT")) return offer_variants(word);
    if (strstr(shape, "EXPERIMENT")) offer_experiments(word);
    if (strstr(shape, "EXPERIMENT") || strstr(shape, ".h5") || strstr(shape, "FILE"))
        puts("::files");
    else if (strstr(shape, "DIR")) puts("::folders");
    else if (strstr(shape, "COMMAND")) offer_commands(word);
    else if (strstr(shape, "FORMAT")) offer_formats(word);
    else if (strchr(shape, '|')) return offer_each(word, shape);
    return OK;
}

/* Offers the entries of a list, as patterns. */
static enum status offer_listed(const struct word *word, const char *list)
{
    if (!strcmp(list, "variants")) return offer_variants(word);
    if (!strcmp(list, "experiments")) offer_experiments(word);
    for (int k = 0; !strcmp(list, "generators") && k < generator_count; k++)
        offer(word, generators[k]->name, "", generators[k]->title);
    for (int k = 0; !strcmp(list, "methods") && k < method_count; k++)
        offer(word, methods[k]->name, "", methods[k]->title);
    for (int k = 0; !strcmp(list, "layouts") && k < layout_count; k++)
        offer(word, layouts[k]->name, "", layouts[k]->title);
    for (int k = 0; !strcmp(list, "places") && k < place_count; k++)
        offer(word, places[k]->name, "", places[k]->title);
    return OK;
}

static enum status offer_value(const struct word *word, const struct cli_option *option)
{
    char *shape = NULL;
    if (!strcmp(option->name, "--variants")) return offer_variants(word);
    enum status status = option_shape(option, &shape);
    if (status == OK) status = offer_shape(word, shape);
    free(shape);
    return status;
}

static const struct cli_option *option_named(const struct command *command, const char *name,
                                             size_t length)
{
    for (const struct cli_option *o = command->options; o && o->name; o++)
        if (strlen(o->name) == length && !strncmp(o->name, name, length)) return o;
    return NULL;
}

/* Offers words for the last of the words behind the command's name; the count words before it are
 * complete. */
static enum status offer_word(const struct command *command, int count, char **words,
                              const char *text)
{
    enum status status = OK;
    char *shape = NULL, *before = NULL;
    const struct cli_option *open = NULL; /* option that waits for its value */
    const char *first = NULL;
    int position = 0;
    for (int k = 0; k < count; k++) {
        const struct cli_option *option = option_named(command, words[k], strlen(words[k]));
        const bool is_word = !open && *words[k] != '-';
        position += is_word;
        if (is_word && !first) first = words[k];
        const bool awaits = option && option->type != CLI_FLAG && option->type != CLI_OPTIONAL;
        open = !open && awaits ? option : NULL;
    }
    const struct word word = {text, ""};
    if (open) return offer_value(&word, open);
    if (*text != '-') {
        TRY(word_shape(command, position, &shape));
        const bool table = shape && strstr(shape, "NAME"),
                   figure = shape && strstr(shape, "FIGURE");
        if (first && (table || figure)) offer_parts(&word, first, figure);
        else if (first && shape && strstr(shape, "PATTERN")) TRY(offer_listed(&word, first));
        else if (shape) TRY(offer_shape(&word, shape));
    } else if (strchr(text, '=')) {
        const size_t length = strcspn(text, "=");
        open = option_named(command, text, length);
        TRY(format_text(&before, "%.*s=", (int)length, text));
        if (open) TRY(offer_value(&(struct word){text, before}, open));
    } else {
        for (const struct cli_option *o = command->options; o && o->name; o++)
            offer(&word, o->name, "", o->help);
        offer(&word, "--help", "", "explain this command");
    }
out:
    free(shape);
    free(before);
    return status;
}

static enum status offer_words(int count, char **words)
{
    if (count == 0) return OK;
    if (count == 1) {
        offer_commands(&(struct word){words[0], ""});
        return OK;
    }
    const struct command *command = command_find(words[0]);
    return command ? offer_word(command, count - 2, words + 1, words[count - 1]) : OK;
}

static int run_completion(int argc, char **argv)
{
    static const char *const what[] = {"bash", "zsh", "fish", "words", NULL};
    static const char *const texts[] = {text_warpmark_bash, text_warpmark_zsh, text_warpmark_fish};
    char hint[128];
    for (int k = 0; k < 3; k++) {
        if (strcmp(argv[0], what[k])) continue;
        fputs(texts[k], stdout);
        return EXIT_FINE;
    }
    if (strcmp(argv[0], "words"))
        return complain(fail(ERROR_INPUT, "completion: unknown '%s'%s", argv[0],
                             suggest_name(argv[0], what, hint, sizeof hint)));
    offer_words(argc - 1, argv + 1);
    return EXIT_FINE;
}

const struct command command_completion = {
    .name = "completion",
    .group = "Machine and help",
    .words = "bash|zsh|fish|words [-- WORD...]",
    .least = 1,
    .most = CLI_ANY,
    .summary = "print the completion of a shell",
    .about = "`make install` puts the completions where the shells find them. Without it, add the "
             "first example to ~/.bashrc; zsh and fish have lines of their own.\n"
             "`completion words -- WORD...` prints what the last word may become: a candidate a "
             "line, two spaces, and what it is.",
    .examples = "completion bash # ~/.bashrc: source <(warpmark completion bash)\n"
                "completion zsh # ~/.zshrc, behind compinit: source <(warpmark completion zsh)\n"
                "completion fish # config.fish: warpmark completion fish | source\n"
                "completion words -- solve tandem:\n",
    .run = run_completion,
};
