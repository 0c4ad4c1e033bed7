#include "datasets/models/model.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/folder.h"
#include "base/memory.h"
#include "base/packed/unpacked.h"
#include "base/sha256.h"
#include "base/text.h"
#include "datasets/format.h"
#include "datasets/models/exact_rates.h"
#include "datasets/models/exporter.h"
#include "datasets/models/model_cache.h"

enum { LARGEST_MODEL = 1 << 26 };

/* default time limit, s; the variable WARPMARK_MODEL_TIME changes it */
static const double usual_seconds = 3600;

bool model_is(const char *path)
{
    return exporter_reads_any(path);
}

bool model_is_jani(const char *path)
{
    const size_t stem = packed_stem(path), length = strlen(".jani");
    return stem > length && !strncmp(path + stem - length, ".jani", length);
}

/* Returns whether text is one value and not a range: 4, 0.5, 1e-3, 1/3, true. */
static bool is_value(const char *text)
{
    double number;
    char first[64];
    const size_t length = strcspn(text, "/");
    if (!strcmp(text, "true") || !strcmp(text, "false")) return true;
    if (length >= sizeof first || !isdigit((unsigned char)text[text[0] == '-'])) return false;
    snprintf(first, sizeof first, "%.*s", (int)length, text);
    return parse_double(first, &number) &&
           (!text[length] || parse_double(text + length + 1, &number));
}

/* Returns whether a value of the name at `text` stands in the constants. */
static bool has_constant(const char *constants, const char *text, size_t length)
{
    for (const char *at = constants; at && *at; at += strcspn(at, ","), at += *at == ',')
        if (!strncmp(at, text, length + 1)) return true;
    return false;
}

enum status model_add_constant(const char *path, const char *text, char **constants)
{
    const size_t name = strcspn(text, "=");
    size_t good = 0;
    while (isalnum((unsigned char)text[good]) || text[good] == '_') good++;
    if (!name || good != name || isdigit((unsigned char)*text) || !text[name])
        return fail(ERROR_INPUT, "%s: const=%s: needs a name and its value, such as const=N=4",
                    path, text);
    if (!is_value(text + name + 1))
        return fail(ERROR_INPUT, "%s: const=%s: the value must be one number, true or false", path,
                    text);
    if (has_constant(*constants, text, name))
        return fail(ERROR_INPUT, "%s: const=%s: the constant '%.*s' is given twice: const=%s", path,
                    text, (int)name, text, *constants);
    return append_text(constants, "%s%s", *constants ? "," : "", text);
}

enum status model_check(const char *path, const char *constants)
{
    const struct exporter *exporter;
    const char *version;
    return exporter_choose(path, constants ? constants : "", &exporter, &version);
}

/* Building */

struct model {
    const char *path, *constants;
    const struct exporter *exporter;
    const char *version;
    char *text; /* the file, unpacked, ending with NUL */
    size_t size;
};

enum status model_text(const char *path, char **out, size_t *size)
{
    return unpacked_text(path, "a model", LARGEST_MODEL, out, size);
}

/* Version of the reader of built files. A change of it makes all kept chains invalid. */
static const char reading[] = "4";

/* Name of the file in which PRISM writes the rates of a CTMC; NULL: its text does not mention
 * one. */
static const char *rates_file(const struct model *model)
{
    return strstr(model->text, "ctmc") || strstr(model->text, "stochastic") ? "rates.tra" : NULL;
}

/* Returns whether an interval stands before an update, as in `-> [0.1,0.3]:(s'=1)` or behind a plus
 * sign. Elsewhere brackets begin a line or follow a colon. */
static bool has_intervals(const char *text)
{
    for (const char *at = strpbrk(text, ">+"); at; at = strpbrk(at + 1, ">+"))
        if (at[1 + strspn(at + 1, " \t\r\n")] == '[') return true;
    return false;
}

/* Returns the format in which the model is built first. A word that only a comment has may
 * make a chain look like an MDP, and that format can hold it, too; intervals it alone can. */
static const char *form_of(const struct model *model)
{
    static const char *const chains[] = {"dtmc", "ctmc", "probabilistic", "stochastic"};
    const char *text = model->text;
    bool mdp = true;
    for (size_t k = 0; k < sizeof chains / sizeof *chains; k++)
        mdp = mdp && !strstr(text, chains[k]);
    mdp = mdp || strstr(text, "mdp") || strstr(text, "nondeterministic") || has_intervals(text);
    return mdp && model->exporter->form_of_mdp ? model->exporter->form_of_mdp
                                               : model->exporter->form;
}

static void model_hash_text(struct sha256_ctx *all, const char *text)
{
    sha256_add(all, text, strlen(text) + 1);
}

/* Hashes everything that the chain depends on: the builder, its command, the model, and the version
 * of our reader. */
static void model_hash(const struct model *model, char out[SHA256_TEXT])
{
    struct sha256_ctx all;
    const char *words[EXPORTER_WORDS];
    const char *ending = exporter_ending(model->exporter, model->path);
    model->exporter->build(ending, model->constants, form_of(model), rates_file(model), words);
    sha256_init(&all);
    model_hash_text(&all, model->exporter->title);
    model_hash_text(&all, model->version);
    model_hash_text(&all, reading);
    for (int k = 1; words[k]; k++)
        model_hash_text(&all, words[k]); /* word 0 is the program's path */
    sha256_add(&all, model->text, model->size);
    sha256_end(&all, out);
}

/* Shortens the message by the name of a temporary file that does not exist any more. */
static enum status model_unreadable(const struct model *model, enum status status, const char *file)
{
    char why[512];
    const char *message = fail_message();
    if (status != ERROR_INPUT && status != ERROR_DAMAGED && status != ERROR_IO) return status;
    const size_t length = strlen(file);
    snprintf(why, sizeof why, "%s", message + (strncmp(message, file, length) ? 0 : length + 1));
    return fail(ERROR_INPUT, "%s: %s built what cannot be read:%s%s", model->path,
                model->exporter->title, *why == ' ' ? "" : " ", why);
}

static enum status time_limit(double *out)
{
    const char *text = getenv("WARPMARK_MODEL_TIME");
    *out = usual_seconds;
    if (!text || !*text || (parse_seconds(text, out) && *out > 0)) return OK;
    return fail(ERROR_INPUT, "WARPMARK_MODEL_TIME=%s: needs a time, such as 10m", text);
}

/* target: name in the folder; built: its path. */
static enum status run_exporter(const struct model *model, const char *folder, const char *target,
                                const char *built)
{
    struct program_end end;
    const char *words[EXPORTER_WORDS];
    char *name = NULL, *file = NULL, what[64];
    double seconds;
    enum status status = OK;
    TRY(time_limit(&seconds));
    TRY(format_text(&name, "model%s", exporter_ending(model->exporter, model->path)));
    TRY(format_text(&file, "%s/%s", folder, name));
    TRY(file_store(file, NULL, model->text, model->size));
    model->exporter->build(name, model->constants, target, rates_file(model), words);
    snprintf(what, sizeof what, "%s builds the model", model->exporter->title);
    TRY(exporter_run(words, folder, what, seconds, &end));
    const char *said = end.code && *end.error ? end.error : end.said;
    if (end.code || access(built, F_OK))
        status = fail(ERROR_INPUT, "%s: %s cannot build it (%s)%s%s", model->path,
                      model->exporter->title, end.code ? end.brief : "it wrote nothing",
                      *said ? ": " : "", said);
out:
    free(name);
    free(file);
    return status;
}

static enum status build_as(const struct model *model, const struct format *form, struct chain *out)
{
    enum status status = OK;
    struct folder folder = {0};
    char *file = NULL, *rates = NULL, target[32];
    snprintf(target, sizeof target, "built%s", form->ending);
    TRY(folder_create("model", &folder));
    TRY(format_text(&file, "%s/%s", folder.path, target));
    if (rates_file(model)) TRY(format_text(&rates, "%s/%s", folder.path, rates_file(model)));
    TRY(run_exporter(model, folder.path, target, file));
    TRY(model_unreadable(model, form->read_chain(file, CHAIN_UNKNOWN, out), file));
    if (rates && out->type == CHAIN_CTMC && !access(rates, F_OK))
        TRY(model_unreadable(model, exact_rates_take(rates, out), rates));
out:
    folder_remove(&folder);
    free(file);
    free(rates);
    return status;
}

static enum status model_build(const struct model *model, struct chain *out)
{
    const char *form = form_of(model), *of_mdp = model->exporter->form_of_mdp;
    MUST(build_as(model, format_named(form), out));
    if (out->type != CHAIN_MDP || !of_mdp || !strcmp(form, of_mdp)) return OK;
    chain_free(out);
    return build_as(model, format_named(of_mdp), out);
}

enum status model_chain(const char *path, const char *constants, const char *text,
                        struct chain *out)
{
    enum status status = OK;
    struct model model = {.path = path, .constants = constants ? constants : ""};
    char name[SHA256_TEXT];
    char *kept = NULL;
    bool found = false;
    *out = (struct chain){0};
    TRY(exporter_choose(path, model.constants, &model.exporter, &model.version));
    if (text) TRY(copy_text(text, &model.text));
    else TRY(model_text(path, &model.text, &model.size));
    if (text) model.size = strlen(text);
    model_hash(&model, name);
    TRY(model_cache_file(name, &kept));
    if (kept) TRY(model_cache_read(kept, name, out, &found));
    if (!found) TRY(model_build(&model, out));
    if (!found && kept && !out->upper) TRY(model_cache_keep(out, name, kept));
out:
    if (status != OK) chain_free(out);
    free(model.text);
    free(kept);
    return status;
}
