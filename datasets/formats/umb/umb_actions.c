/* Reads the names of an MDP's choices. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "datasets/formats/umb/umb_rows.h"
#include "datasets/text/action_names.h"

static const char values[] = "actions/choices/values.bin",
                  mapping[] = "actions/choices/string-mapping.bin",
                  strings[] = "actions/choices/strings.bin";

/* State of the reader. */
struct actions_reader {
    const struct umb_files *files;
    uint64_t count;  /* number of actions */
    uint32_t *index; /* for each action: the index of its name, or NO_ACTION */
    struct action_names names;
};

/* Adds the name of action k, which is the text between two places of the strings. */
static enum status add_name(struct actions_reader *reader, uint64_t k, const char *text,
                            uint64_t length)
{
    enum status status = OK;
    char *name = NULL;
    reader->index[k] = NO_ACTION;
    if (!length) return OK;
    TRY(allocate_zeroed(length + 1, 1, "an action", &name));
    memcpy(name, text, length);
    if (strlen(name) != length || !umb_is_name(name))
        TRY(umb_fail(reader->files, ERROR_INPUT, strings,
                     "the name of action %" PRIu64 " has characters that cannot be printed", k));
    TRY(action_names_index(&reader->names, name, &reader->index[k]));
out:
    free(name);
    return status;
}

static enum status read_names(struct actions_reader *reader, const struct umb_file *places,
                              const struct umb_file *texts)
{
    enum status status = OK;
    uint64_t *start = NULL;
    char *text = NULL;
    TRY(umb_check_size(reader->files, places, "#choice-actions", reader->count + 1, sizeof *start));
    TRY(allocate(reader->count + 1, sizeof *start, "actions", &start));
    TRY(umb_take(reader->files, places, start));
    TRY(allocate(texts->size, 1, "actions", &text));
    TRY(umb_take(reader->files, texts, text));
    TRY(allocate(reader->count, sizeof *reader->index, "actions", &reader->index));
    for (uint64_t k = 0; k < reader->count; k++) {
        if (start[k] > start[k + 1] || start[k + 1] > texts->size)
            TRY(umb_fail(reader->files, ERROR_DAMAGED, mapping,
                         "number %" PRIu64 " is less than the one before, or out of range", k + 1));
        TRY(add_name(reader, k, text + start[k], start[k + 1] - start[k]));
    }
out:
    free(start);
    free(text);
    return status;
}

/* of: the action of each choice of the file. */
static enum status name_rows(struct actions_reader *reader, const uint32_t *of, uint64_t choices,
                             const struct umb_rows *rows, struct chain *chain)
{
    struct actions *actions = &reader->names.actions;
    for (uint64_t k = 0; k < choices; k++)
        if (of[k] >= reader->count)
            return umb_fail(reader->files, ERROR_DAMAGED, values, "number %" PRIu64 " is no action",
                            k);
    MUST(allocate(chain->transitions.rows, sizeof *actions->of, "actions", &actions->of));
    for (uint32_t i = 0; i < chain_states(chain); i++)
        for (uint32_t r = chain_row(chain, i); r < chain_row(chain, i + 1); r++) {
            const uint64_t choice = umb_choice(chain, rows, i, r);
            actions->of[r] = choice == UINT64_MAX ? NO_ACTION : reader->index[of[choice]];
        }
    reader->names.named = chain->transitions.rows;
    return action_names_finish(&reader->names, chain->transitions.rows, &chain->actions);
}

enum status umb_actions_read(const struct umb_files *files, const struct umb_index *index,
                             const struct umb_rows *rows, struct chain *chain)
{
    enum status status = OK;
    struct actions_reader reader = {.files = files, .count = index->actions};
    uint32_t *of = NULL;
    const struct umb_file *file = umb_find(files, values), *places = umb_find(files, mapping),
                          *texts = umb_find(files, strings);
    if (index->type != CHAIN_MDP || !index->actions || !places || !texts) return OK;
    TRY(read_names(&reader, places, texts));
    TRY(allocate_zeroed(index->choices, sizeof *of, "actions", &of));
    if (file) TRY(umb_check_size(files, file, "#choices", index->choices, sizeof *of));
    if (file) TRY(umb_take(files, file, of));
    TRY(name_rows(&reader, of, index->choices, rows, chain));
out:
    action_names_free(&reader.names);
    free(reader.index);
    free(of);
    return status;
}
