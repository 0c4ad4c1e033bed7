#include "engines/engine.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "engines/system.h"

int engine_output;

double engine_clock(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static json_t *hello(void)
{
    char *text = strdup(engine_hello);
    for (char *at = text; at && (at = strchr(at, '\'')); at++) *at = '"';
    json_t *reply = text ? json_loads(text, 0, NULL) : NULL;
    if (engine_version()) {
        json_object_del(reply, "missing");
        json_object_set_new(reply, "version", json_string(engine_version()));
    }
    free(text);
    return reply;
}

static json_t *error(const char *text)
{
    return text ? json_pack("{ss}", "error", text) : json_object();
}

static json_t *reply_to_open(const json_t *message)
{
    static struct system system;
    if (!engine_version()) return error("its library is not installed");
    const char *wrong = system_read(message, &system);
    return error(wrong ? wrong : engine_open(message, &system));
}

static json_t *reply_to_solve(void)
{
    struct result result = {.outcome = "failed", .iterations = -1};
    engine_solve(&result);
    json_t *reply = json_pack("{sssfss}", "outcome", result.outcome, "seconds", result.seconds,
                              "note", result.note);
    if (result.iterations >= 0)
        json_object_set_new(reply, "iterations", json_integer(result.iterations));
    return reply;
}

static json_t *reply_to_answer(const char *path, json_int_t rows)
{
    FILE *file = fopen(path, "wb");
    if (!file) return error("cannot write the answer");
    const bool written =
        fwrite(engine_answer(), sizeof(double), (size_t)rows, file) == (size_t)rows;
    return error(fclose(file) == 0 && written ? NULL : "cannot write the answer");
}

/* Answers a message; returns false if it was the last one. */
static bool serve(const json_t *message, FILE *out)
{
    static char *path;
    static json_int_t rows;
    const char *word = "", *to = NULL;
    json_t *reply = NULL;
    json_unpack((json_t *)(uintptr_t)message, "{ss s?s s?I}", "message", &word, "answer", &to,
                "rows", &rows);
    if (!strcmp(word, "close")) return false;
    if (!strcmp(word, "open") && to) {
        free(path);
        path = strdup(to);
    }
    if (!strcmp(word, "hello")) reply = hello();
    else if (!strcmp(word, "open")) reply = reply_to_open(message);
    else if (!strcmp(word, "solve") && path) reply = reply_to_solve();
    else if (!strcmp(word, "answer") && path) reply = reply_to_answer(path, rows);
    else reply = error("I do not know this message");
    json_dumpf(reply, out, JSON_COMPACT);
    fputc('\n', out);
    fflush(out);
    json_decref(reply);
    return true;
}

/* The first argument, if given, is a file with the first message. */
int main(int argc, char **argv)
{
    engine_output = dup(STDOUT_FILENO);
    FILE *out = fdopen(engine_output, "w");
    dup2(STDERR_FILENO, STDOUT_FILENO);
    json_t *message = argc > 1 ? json_load_file(argv[1], 0, NULL) : NULL;
    if (!message) message = json_loadf(stdin, JSON_DISABLE_EOF_CHECK, NULL);
    while (out && message && serve(message, out)) {
        json_decref(message);
        message = json_loadf(stdin, JSON_DISABLE_EOF_CHECK, NULL);
    }
    engine_close();
    json_decref(message);
    return 0;
}
