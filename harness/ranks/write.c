#include "harness/ranks/write.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/folder.h"
#include "base/memory.h"
#include "base/output/json.h"
#include "base/text.h"
#include "datasets/format.h"
#include "harness/ranks/launch.h"
#include "harness/ranks/talk.h"
#include "solvers/registry.h"

/* The file */

/* Checks that the file's name can be sent to the ranks in JSON. */
static enum status check_name(const char *path)
{
    size_t length;
    for (const char *at = path; *at; at += length) {
        const enum character character = character_at(at, &length, NULL);
        if (character == CHARACTER_INVALID || character == CHARACTER_CONTROL)
            return fail(ERROR_INPUT,
                        "%s: ranks take names of folders in UTF-8, without control characters: "
                        "name another folder",
                        path);
    }
    return OK;
}

/* Makes the file before the ranks are started: *path (new) = its absolute path. */
static enum status prepare_file(const char *folder, char **path)
{
    char *real = realpath(folder, NULL);
    if (!real) return fail(ERROR_IO, "%s: %s", folder, strerror(errno));
    if (check_name(real) != OK) {
        free(real);
        return ERROR_INPUT;
    }
    enum status status = format_text(path, "%s/model%s", real, format_named("cache")->ending);
    free(real);
    return status == OK ? file_probe(*path, NULL, false) : status;
}

/* Talking */

static enum status say_order(struct talk *talk, const struct write_order *order, const char *path)
{
    char *text = NULL;
    size_t size = 0;
    struct json json = {.out = open_memstream(&text, &size), .one_line = true};
    if (!json.out) return fail(ERROR_HOST_MEMORY, "no memory for a message");
    json_open_object(&json, NULL);
    json_text(&json, "message", "write");
    json_text(&json, "source", order->source);
    json_text(&json, "path", path);
    json_text(&json, "program", order->program);
    json_close_object(&json);
    fclose(json.out);
    const enum status status = talk_say(talk, text, size);
    free(text);
    return status;
}

static enum status hear_answer(struct talk *talk, const struct write_order *order,
                               struct written_system *out)
{
    struct message *message;
    uint64_t rows = 0;
    MUST(talk_hear(talk, INFINITY, order->stop, &message));
    enum status status = message_count(message, "rows", 0, &rows);
    if (status == OK) status = message_count(message, "entries", 0, &out->entries);
    out->rows = (uint32_t)rows;
    message_free(message);
    return status;
}

enum status ranks_write(const struct write_order *order, struct written_system *out)
{
    enum status status = OK;
    char name[16], *path = NULL;
    struct talk talk = {.place = NULL};
    struct folder files = {0}, shared = {0};
    snprintf(name, sizeof name, "ranks%d", order->ranks);
    talk.place = find_place(name);
    TRY(prepare_file(order->folder, &path));
    TRY(folder_create("ranks", &files));
    if (folder_create_in("/dev/shm", "ranks", &shared) == ERROR_HOST_MEMORY) TRY(ERROR_HOST_MEMORY);
    const struct launch launch = {.place = talk.place,
                                  .identity = order->identity,
                                  .files = files.path,
                                  .shared = shared.path};
    TRY(ranks_launch(&launch, &talk.process));
    TRY(say_order(&talk, order, path));
    TRY(hear_answer(&talk, order, out));
out:
    talk_end(&talk, status == ERROR_INTERRUPTED);
    folder_remove(&files);
    folder_remove(&shared);
    free(path);
    return status;
}
