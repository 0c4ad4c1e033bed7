/* Feeds lines to the reader of messages of engines. Any line must end in a clean refusal, or in an
 * engine that can be shown, named and asked for its options. */
#include <jansson.h>

#include "harness/engines/engine.h"
#include "harness/engines/message.h"
#include "tests/fuzz/fuzz.h"

static void fuzz_begin(void)
{
    json_object_seed(1); /* otherwise the library takes it from a file */
}

/* Every member that some message has, read as everything. */
static void read_members(const struct message *message)
{
    static const char *const names[] = {"outcome", "seconds", "iterations", "note",   "sample",
                                        "value",   "answer",  "options",    "places", "cpu"};
    for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
        const char *text, *list[9];
        const struct message *item;
        double number;
        uint64_t whole;
        size_t many;
        if (message_text(message, names[k], "", &text) == OK) require(text != NULL);
        message_number(message, names[k], 0, &number);
        message_count(message, names[k], 0, &whole);
        if (message_texts(message, names[k], 8, list, &many) == OK)
            require(many <= 8 && !list[many]);
        for (size_t i = 0; message_item(message, names[k], i, &item) == OK && item; i++) continue;
    }
}

static void check_engine(const struct engine *engine)
{
    const struct solver_options options = {0};
    char *text = NULL;
    size_t size = 0;
    struct json json = {.out = open_memstream(&text, &size), .one_line = true};
    require(engine->title && engine->version && engine->missing && engine->source);
    require(engine->place[0] && engine->form[0] && engine->method.engine == engine);
    for (int k = 0; engine->options[k].name; k++) {
        char values[64];
        const struct option *option = &engine->options[k];
        require(option->offset + option->size <= OPTION_BYTES);
        require(option->offset % option->size == 0);
        require(!option->words || option->words[0]);
        option_values(option, values, sizeof values);
    }
    require(json.out != NULL);
    json_open_object(&json, NULL);
    engine_write_options(engine, &options, &json);
    json_close_object(&json);
    fclose(json.out);
    free(text);
}

static void fuzz_one(const uint8_t *bytes, size_t size)
{
    struct message *message;
    struct engine engine;
    char *line = malloc(size + 1);
    if (!line) return;
    memcpy(line, bytes, size);
    line[size] = '\0';
    if (message_read(line, &message) == OK) read_members(message);
    message_free(message);
    if (engine_describe("fuzz", "/none", line, &engine) == OK) check_engine(&engine);
    engine_free(&engine);
    free(line);
}
