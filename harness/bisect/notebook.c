#include "harness/bisect/notebook.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/memory.h"

static enum status notebook_keep_line(struct notebook *notebook, const char *line)
{
    MUST(reserve(&notebook->line, &notebook->room, notebook->count + 1, sizeof *notebook->line,
                 "a notebook"));
    MUST(copy_text(line, &notebook->line[notebook->count]));
    notebook->count++;
    return OK;
}

/* Reads the lines; *whole: bytes of those that are complete. */
static enum status notebook_read_lines(struct notebook *notebook, FILE *in, off_t *whole)
{
    enum status status = OK;
    char *line = NULL;
    size_t room = 0;
    *whole = 0;
    for (ssize_t length; (length = getline(&line, &room, in)) > 0 && line[length - 1] == '\n';) {
        *whole += length;
        line[length - 1] = '\0';
        TRY(notebook_keep_line(notebook, line));
    }
out:
    free(line);
    return status;
}

enum status notebook_open(const char *path, struct notebook *out)
{
    enum status status = OK;
    off_t whole = 0;
    *out = (struct notebook){.fd = open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0666)};
    FILE *in = out->fd < 0 ? NULL : fopen(path, "re");
    if (!in) TRY(fail(ERROR_IO, "%s: %s", path, strerror(errno)));
    TRY(notebook_read_lines(out, in, &whole));
    if (ftruncate(out->fd, whole) != 0) TRY(fail(ERROR_IO, "%s: %s", path, strerror(errno)));
out:
    if (in) fclose(in);
    if (status != OK) notebook_close(out);
    return status;
}

void notebook_close(struct notebook *notebook)
{
    if (notebook->fd > 0) close(notebook->fd);
    for (size_t k = 0; k < notebook->count; k++) free(notebook->line[k]);
    free(notebook->line);
    *notebook = (struct notebook){0};
}

const char *notebook_find(const struct notebook *notebook, const char *start)
{
    const size_t length = strlen(start);
    for (size_t k = notebook->count; k-- > 0;)
        if (!strncmp(notebook->line[k], start, length)) return notebook->line[k] + length;
    return NULL;
}

enum status notebook_add(struct notebook *notebook, const char *line)
{
    enum status status = OK;
    char *text = NULL;
    TRY(format_text(&text, "%s\n", line));
    if (!write_all(notebook->fd, text, strlen(text)) || fsync(notebook->fd) != 0)
        TRY(fail(ERROR_IO, "the notebook of the search: %s", strerror(errno)));
    status = notebook_keep_line(notebook, line);
out:
    free(text);
    return status;
}
