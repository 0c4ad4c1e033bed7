/* warpmark bibtex: prints how to cite the program, and the papers that experiments repeat. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"
#include "harness/cli.h"
#include "harness/machine/machine.h"
#include "store/results.h"

extern const char text_papers_bib[]; /* datasets/data/papers/papers.bib */

/* One paper: its line "% SPIN 2009", and its entry from "@inproceedings{spin09," up to an empty
 * line. Texts are new. */
struct paper {
    char *name, *key, *entry;
};

enum { MOST_PAPERS = 20 };

struct papers {
    size_t count;
    struct paper paper[MOST_PAPERS];
};

static enum status add_paper(const char *from, const char *end, struct papers *out)
{
    const char *entry = memchr(from, '\n', (size_t)(end - from));
    const char *key = entry ? memchr(entry, '{', (size_t)(end - entry)) : NULL;
    if (!key) return OK;
    struct paper *paper = &out->paper[out->count++];
    *paper = (struct paper){0};
    MUST(format_text(&paper->name, "%.*s", (int)(entry - from - 2), from + 2));
    MUST(format_text(&paper->key, "%.*s", (int)strcspn(key + 1, ","), key + 1));
    return format_text(&paper->entry, "%.*s", (int)(end - entry - 1), entry + 1);
}

static enum status read_papers(struct papers *out)
{
    enum status status = OK;
    for (const char *from = text_papers_bib, *end; *from && status == OK; from = end) {
        from += strspn(from, "\n");
        end = strstr(from, "\n\n");
        if (!end) end = from + strlen(from);
        if (out->count < MOST_PAPERS) status = add_paper(from, end, out);
    }
    return status;
}

static void free_papers(struct papers *papers)
{
    for (size_t k = 0; k < papers->count; k++) {
        free(papers->paper[k].name);
        free(papers->paper[k].key);
        free(papers->paper[k].entry);
    }
}

static bool begins_with(const char *text, const char *start)
{
    const size_t length = strlen(start);
    return !strncmp(text, start, length) && strchr("-,", text[length]);
}

/* Finds a paper by "spin09", "spin09-table1" or "SPIN 2009, table 1"; NULL if it is none of
 * these. */
static const struct paper *find_paper(const struct papers *papers, const char *word)
{
    for (size_t k = 0; k < papers->count; k++)
        if (begins_with(word, papers->paper[k].key) || begins_with(word, papers->paper[k].name))
            return &papers->paper[k];
    return NULL;
}

static enum status unknown_paper(const struct papers *papers, const char *word)
{
    const char *names[MOST_PAPERS + 1] = {0};
    char hint[256];
    for (size_t k = 0; k < papers->count; k++) names[k] = papers->paper[k].key;
    return fail(ERROR_INPUT, "bibtex: '%s' is no results file and no paper%s", word,
                suggest_name(word, names, hint, sizeof hint));
}

/* Entries that the words ask for. */
struct wanted {
    bool paper[MOST_PAPERS];
    char *commit; /* commit that measured the files; "" if there are several; NULL: no file */
};

static enum status want_file(const struct papers *papers, const char *path, struct wanted *out)
{
    struct results results = {0};
    enum status status = OK;
    TRY(results_read(path, &results));
    const struct paper *paper = find_paper(papers, results.paper);
    if (paper) out->paper[paper - papers->paper] = true;
    else if (*results.paper)
        fprintf(stderr, "warpmark: %s repeats '%s', which has no entry here\n", path,
                results.paper);
    if (!out->commit) TRY(copy_text(results.git_commit, &out->commit));
    else if (strcmp(out->commit, results.git_commit)) *out->commit = '\0';
out:
    results_free(&results);
    return status;
}

static enum status want(const struct papers *papers, const char *word, struct wanted *out)
{
    const struct paper *paper = find_paper(papers, word);
    const size_t length = strlen(word);
    if (strchr(word, '/') || (length > 3 && !strcmp(word + length - 3, ".h5")))
        return want_file(papers, word, out);
    if (!paper) return unknown_paper(papers, word);
    out->paper[paper - papers->paper] = true;
    return OK;
}

/* Prints the entry of the program, as in CITATION.cff. A file may have any text as its commit. Only
 * the version of this program is known. */
static void put_program(const char *commit)
{
    static const char plain[] = "0123456789abcdefghijklmnopqrstuvwxyz+";
    const bool known = *commit && !commit[strspn(commit, plain)] && strcmp(commit, "unknown");
    puts("@software{warpmark,\n"
         "  author  = {{The Warpmark authors}},\n"
         "  title   = {Warpmark},");
    if (!strcmp(commit, build_commit())) printf("  version = {%s},\n", build_version());
    printf("  note    = {MIT license%s%s},\n", known ? "; commit " : "", known ? commit : "");
    puts("  year    = {2026}\n}");
}

static int run_bibtex(int argc, char **argv)
{
    enum status status = OK;
    struct papers papers = {0};
    struct wanted wanted = {0};
    TRY(read_papers(&papers));
    for (int k = 0; k < argc; k++) TRY(want(&papers, argv[k], &wanted));
    put_program(wanted.commit ? wanted.commit : build_commit());
    for (size_t k = 0; k < papers.count; k++)
        if (wanted.paper[k]) printf("\n%s\n", papers.paper[k].entry);
out:
    free(wanted.commit);
    free_papers(&papers);
    return status == OK ? EXIT_FINE : complain(status);
}

const struct command command_bibtex = {
    .name = "bibtex",
    .group = "Read results",
    .words = "[FILE.h5|PAPER]...",
    .least = 0,
    .most = CLI_ANY,
    .summary = "print BibTeX entries of Warpmark and of the papers that results repeat",
    .about = "The entry of Warpmark names the commit that measured the results; without a results "
             "file it names the commit of this program.",
    .examples = "bibtex >warpmark.bib\n"
                "bibtex results/spin09-table1.h5 # and the paper that it repeats\n"
                "bibtex spin09 sttt11 # papers by name\n",
    .options = NULL,
    .run = run_bibtex,
};
