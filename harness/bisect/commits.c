#include "harness/bisect/commits.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/memory.h"
#include "harness/live/checkout.h"

static enum status add_commit(char *line, struct bisection *out)
{
    char *subject = strchr(line, ' ');
    line[strcspn(line, "\n")] = '\0';
    if (subject) *subject++ = '\0';
    MUST(reallocate(&out->commits, out->ncommits + 1, sizeof *out->commits, "commits"));
    struct bisect_commit *c = &out->commits[out->ncommits++];
    *c = (struct bisect_commit){0};
    MUST(copy_text(line, &c->hash));
    MUST(copy_text(subject ? subject : "", &c->subject));
    return copy_text("", &c->why);
}

static enum status read_commits(const char *path, struct bisection *out)
{
    enum status status = OK;
    FILE *in = NULL;
    char *line = NULL;
    size_t room = 0;
    TRY(file_open_stream(path, &in));
    while (status == OK && getline(&line, &room, in) > 0) status = add_commit(line, out);
out:
    if (in) fclose(in);
    free(line);
    return status;
}

enum status list_commits(const struct rounds *rounds, const char *good, const char *bad)
{
    enum status status = OK;
    struct bisection *out = rounds->out;
    const char *repository = rounds->checkout.repository;
    char *range = NULL, *list = NULL, how[400];
    const char *const follows[] = {"git",           "-C", repository, "merge-base",
                                   "--is-ancestor", good, bad,        NULL};
    TRY(format_text(&range, "%s..%s", good, bad));
    TRY(format_text(&list, "%s/commits", out->state));
    TRY(checkout_git(follows, NULL, how, sizeof how));
    if (*how || !strcmp(good, bad))
        TRY(fail(ERROR_INPUT, "--bad %s does not follow --good %s", rounds->request->bad,
                 rounds->request->good));
    const char *const first[] = {
        "git", "-C", repository, "log", "--no-show-signature", "--no-walk", "--format=%H %s",
        good,  NULL};
    TRY(checkout_git(first, list, how, sizeof how));
    if (!*how) TRY(read_commits(list, out));
    const char *const rest[] = {"git",
                                "-C",
                                repository,
                                "log",
                                "--no-show-signature",
                                "--reverse",
                                "--first-parent",
                                "--format=%H %s",
                                range,
                                NULL};
    if (!*how) TRY(checkout_git(rest, list, how, sizeof how));
    if (*how) TRY(fail(ERROR_INPUT, "the commits of %s: %s", repository, how));
    status = read_commits(list, out);
out:
    if (list) unlink(list);
    free(list);
    free(range);
    return status;
}
