/* warpmark export: writes a chain, the linear system of a property, or a graph to files. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/process/interrupt.h"
#include "base/text.h"
#include "harness/case/fingerprint.h"
#include "harness/cli.h"
#include "harness/machine/machine.h"
#include "harness/process/progress.h"
#include "harness/ranks/write.h"
#include "problems/problem.h"
#include "problems/source.h"

/* Finds a format that can be written, by its name or by its ending without the dot. */
static enum status find_written(const char *name, const struct format **out)
{
    const char *known[64] = {0};
    char hint[256];
    size_t count = 0;
    for (int k = 0; k < format_count; k++) {
        const struct format *format = formats[k];
        if (!format->write_chain && !format->write_system && !format->write_product) continue;
        *out = format;
        if (!strcmp(format->name, name) || !strcmp(format->ending + 1, name)) return OK;
        known[count++] = format->name;
    }
    return fail(ERROR_INPUT, "--format %s: unknown format%s", name,
                suggest_name(name, known, hint, sizeof hint));
}

/* Checks before the work that no file would be replaced; export never replaces one. */
static enum status check_folder(const char *folder, const struct format *format)
{
    struct stat there;
    char *path;
    enum status status = format_text(&path, "%s/model%s", folder, format->ending);
    if (status != OK) return status;
    if (stat(path, &there) == 0)
        status = fail(ERROR_INPUT, "%s exists: export into another folder, or remove it", path);
    free(path);
    return status;
}

static enum status make_export_folder(const char *folder)
{
    struct stat there;
    if (mkdir(folder, 0777) == 0) return OK;
    if (errno == EEXIST && stat(folder, &there) == 0 && S_ISDIR(there.st_mode)) return OK;
    return fail(ERROR_IO, "%s: %s", folder, errno == EEXIST ? "is not a folder" : strerror(errno));
}

static enum status export_chain(const struct source *source, const struct format *format,
                                const char *folder)
{
    enum status status = OK;
    struct chain chain = {0};
    TRY(source_chain(source, ALL_REWARDS, &chain));
    TRY(make_export_folder(folder));
    TRY(format->write_chain(&chain, folder));
    printf("%s: %u states, ", folder, chain_states(&chain));
    if (chain.group) printf("%u choices, ", chain.transitions.rows);
    printf("%llu transitions, %zu labels, %zu rewards\n", (unsigned long long)chain.transitions.nnz,
           chain.nlabels, chain.nrewards);
out:
    chain_free(&chain);
    return status;
}

/* Exports a system or a product. */
static enum status export_problem(const char *text, const struct format *format, const char *folder)
{
    enum status status = OK;
    struct problem problem = {0};
    const struct csr *off = &problem.system.a.off;
    TRY(problem_open(text, &problem));
    if (problem.kind == KIND_OPTIMUM)
        TRY(fail(ERROR_UNSUPPORTED,
                 "%s is a decision process, whose rows are choices and no linear system: leave out "
                 "--system",
                 text));
    if (problem.kind != KIND_PRODUCT) TRY(problem_needs_matrix(&problem, "export"));
    if (!problem.system.weight) TRY(problem_weights(&problem, &problem.system.weight));
    TRY(make_export_folder(folder));
    if (problem.kind == KIND_PRODUCT) {
        TRY(format->write_product(&problem.product, folder));
        printf("%s: %u vertices, %llu edges\n", folder, problem.product.n,
               (unsigned long long)problem.product.m);
    } else {
        TRY(format->write_system(&problem.system, folder));
        printf("%s: %u rows, %llu off-diagonal non-zeros\n", folder, off->rows,
               (unsigned long long)off->nnz);
    }
out:
    problem_free(&problem);
    return status;
}

/* Returns whether the source is exported as its chain. Generators of systems that also have a chain
 * are, if the format holds no system. */
static bool leaves_as_chain(const struct source *source, const struct format *format, bool system)
{
    if (system || source_is_product(source)) return false;
    return source_is_chain(source) ||
           (source->generator && source->generator->chain && !format->write_system);
}

/* Returns OK if the format can hold the source, or the linear system that is made of it. */
static enum status check_format(const struct source *source, const struct format *format,
                                bool system)
{
    bool graph = source_is_product(source), chain = leaves_as_chain(source, format, system);
    if (graph && system)
        return fail(
            ERROR_INPUT,
            "--system: this source is a product, which has no linear system. Leave --system out");
    if (graph && !format->write_product)
        return fail(ERROR_INPUT,
                    "format %s cannot hold a product: use --format aut or --format cache",
                    format->name);
    if (graph) return OK;
    if (chain && !format->write_chain)
        return fail(ERROR_INPUT,
                    "format %s cannot hold a chain: add --system to export its linear system",
                    format->name);
    if (!chain && !format->write_system)
        return fail(ERROR_INPUT, "format %s cannot hold a linear system: use --format mtx",
                    format->name);
    return OK;
}

/* Adds to the error of a system that cannot be made that its chain can be exported, if it has
 * one. */
static enum status point_to_chain(const struct source *source, enum status status)
{
    char why[512];
    if (status != ERROR_INPUT || !source->generator || !source->generator->chain) return status;
    snprintf(why, sizeof why, "%s", fail_message());
    return fail(status, "%s. Its chain can be written: --format drn", why);
}

static enum status export_source(const char *text, const struct format *format, bool system,
                                 const char *folder)
{
    enum status status = OK;
    struct source source = {0};
    TRY(source_parse(text, &source));
    TRY(check_format(&source, format, system));
    TRY(check_folder(folder, format));
    bool chain = leaves_as_chain(&source, format, system);
    status = chain ? export_chain(&source, format, folder)
                   : point_to_chain(&source, export_problem(text, format, folder));
out:
    source_free(&source);
    return status;
}

static const char *format_name;
static bool system_alone;
static uint64_t ranks = 1;

/* By ranks */

static enum status write_by_ranks(const char *source, const char *folder)
{
    enum status status = OK;
    struct fingerprint identity;
    struct written_system written = {0};
    TRY(fingerprint_of_program(&identity));
    const struct write_order order = {.source = source,
                                      .folder = folder,
                                      .program = format_origin.program,
                                      .identity = identity.text,
                                      .ranks = (int)ranks,
                                      .stop = &interrupt_solve};
    progress_clock_start(source);
    status = ranks_write(&order, &written);
    progress_clock_stop();
    if (status == ERROR_INTERRUPTED) fail(status, "interrupted");
    TRY(status);
    printf("%s: %u rows, %llu off-diagonal non-zeros\n", folder, written.rows,
           (unsigned long long)written.entries);
out:
    return status;
}

/* Exports with ranks. If that fails, removes the folder if it was made here. */
static enum status export_by_ranks(const char *text, const struct format *format,
                                   const char *folder)
{
    enum status status = OK;
    struct source source = {0};
    struct stat there;
    TRY(source_parse(text, &source));
    TRY(write_system_check(&source));
    TRY(check_folder(folder, format));
    const bool made = stat(folder, &there) != 0;
    TRY(make_export_folder(folder));
    status = write_by_ranks(text, folder);
    if (status != OK && made) rmdir(folder);
out:
    source_free(&source);
    return status;
}

static enum status check_ranks(const struct format *format)
{
    if (ranks < 1 || ranks > MOST_PARTS)
        return fail(ERROR_INPUT, "--ranks %llu: needs a number from 1 to %d",
                    (unsigned long long)ranks, MOST_PARTS);
    if (ranks > 1 && (!system_alone || format != format_named("cache")))
        return fail(ERROR_INPUT,
                    "--ranks: only a linear system in a cache is written by ranks: add --system "
                    "--format cache, or leave out --ranks");
    return OK;
}

static const struct cli_option options[] = {
    {"--format", CLI_TEXT, &format_name, NULL, "FORMAT", "prism",
     "write files of this format; `warpmark list formats` shows them all"},
    {"--ranks", CLI_COUNT, &ranks, NULL, "N", "4",
     "with --system --format cache: N processes under MPI, 1 to 16, explore a model together, and "
     "none has all of it. 1: this process alone"},
    {"--system", CLI_FLAG, &system_alone, NULL, NULL, NULL,
     "write the linear system that the property asks for, and not the chain"},
    {0}};

static int run_export(int argc, char **argv)
{
    const struct format *format = NULL;
    enum status status = OK;
    char program[64];
    if (!format_name) TRY(fail(ERROR_INPUT, "--format must be given, such as --format prism"));
    TRY(find_written(format_name, &format));
    snprintf(program, sizeof program, "warpmark %s", build_commit());
    format_origin = (struct origin){.source = argv[0], .program = program, .fresh = true};
    interrupt_install();
    TRY(check_ranks(format));
    if (ranks > 1) {
        status = export_by_ranks(argv[0], format, argv[1]);
    } else {
        progress_watch(argv[0]);
        status = export_source(argv[0], format, system_alone, argv[1]);
        progress_unwatch();
    }
out:
    return status == OK ? EXIT_FINE : complain(status);
}

const struct command command_export = {
    .name = "export",
    .group = "Problems and solves",
    .words = "SOURCE DIR --format FORMAT",
    .least = 2,
    .most = 2,
    .summary = "write a chain, or the linear system of its property, as files",
    .about =
        "The files are called model.*, and rhs.* for b. DIR is made where it is missing; files "
        "that exist are not replaced.",
    .examples =
        "export tandem:c=31 out --format prism # out/*.tra, .lab, .srew\n"
        "export herman:n=9 out --format mtx --system # A and b as Matrix Market files\n"
        "export kanban:t=8 out --system --format cache --ranks 4 # no process has all rows\n",
    .options = options,
    .run = run_export,
};
