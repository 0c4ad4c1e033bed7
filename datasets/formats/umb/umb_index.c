#include "datasets/formats/umb/umb_index.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"
#include "datasets/formats/umb/umb_values.h"

enum { LARGEST_INDEX = 1 << 22 };

static const char index_name[] = "index.json";

/* State of the reader of the index. */
struct umb_index_reader {
    const struct umb_files *files;
    struct umb_index *out;
};

static enum status umb_field_wrong(const struct umb_index_reader *reader, const char *field,
                                   const char *what)
{
    return umb_fail(reader->files, ERROR_INPUT, index_name, "\"%s\": %s", field, what);
}

/* Texts */

bool umb_is_name(const char *text)
{
    if (!text || !*text) return false;
    for (size_t length; *text; text += length)
        if (character_at(text, &length, NULL) != CHARACTER_PLAIN) return false;
    return true;
}

static bool is_json_word(const json_t *value, const char *word)
{
    return json_is_string(value) && !strcmp(json_string_value(value), word);
}

/* Counts and types */

static enum status umb_read_count(const struct umb_index_reader *reader, const json_t *object,
                                  const char *field, uint64_t least, uint64_t *out)
{
    const json_t *value = json_object_get(object, field);
    if (!json_is_integer(value) || json_integer_value(value) < (json_int_t)least)
        return umb_field_wrong(reader, field, "it is missing, or not such a count");
    *out = (uint64_t)json_integer_value(value);
    return OK;
}

/* A type is an object {"type": NAME, "size": BITS}, where the size may be missing. */
static enum status umb_check_number_type(const struct umb_index_reader *reader, const char *field,
                                         const json_t *type, const char *wanted, json_int_t bits)
{
    char text[160];
    const json_t *name = json_object_get(type, "type"), *size = json_object_get(type, "size");
    const char *found = json_is_string(name) ? json_string_value(name) : "";
    if (!*found) return umb_field_wrong(reader, field, "its type is missing");
    if (!umb_is_name(found)) found = "of an unknown name";
    if (strcmp(found, wanted)) {
        snprintf(text, sizeof text, "its type is %.40s; only %s can be read", found, wanted);
        return umb_field_wrong(reader, field, text);
    }
    if (!size || (json_is_integer(size) && json_integer_value(size) == bits)) return OK;
    return umb_field_wrong(reader, field, "the size of its type is not the usual one");
}

static enum status check_double(const struct umb_index_reader *reader, const json_t *object,
                                const char *field)
{
    return umb_check_number_type(reader, field, json_object_get(object, field), "double", 64);
}

/* The transition system */

static enum status read_kind(const struct umb_index_reader *reader, const json_t *system)
{
    uint64_t players = 0;
    const json_t *time = json_object_get(system, "time");
    MUST(umb_read_count(reader, system, "#players", 0, &players));
    if (is_json_word(time, "urgent-stochastic"))
        return umb_field_wrong(reader, "time",
                               "this is a Markov automaton; only a DTMC, CTMC or MDP can be read");
    if (!is_json_word(time, "discrete") && !is_json_word(time, "stochastic"))
        return umb_field_wrong(reader, "time", "it is neither \"discrete\" nor \"stochastic\"");
    reader->out->type = is_json_word(time, "discrete") ? CHAIN_DTMC : CHAIN_CTMC;
    if (players > 1)
        return umb_field_wrong(reader, "#players",
                               "this is a game; only a DTMC, CTMC or MDP can be read");
    if (players && reader->out->type == CHAIN_CTMC)
        return umb_field_wrong(reader, "#players",
                               "this is a CTMDP; only a DTMC, CTMC or MDP can be read");
    if (players) reader->out->type = CHAIN_MDP;
    return OK;
}

static enum status umb_read_system(const struct umb_index_reader *reader, const json_t *root)
{
    struct umb_index *out = reader->out;
    const json_t *system = json_object_get(root, "transition-system");
    if (!json_is_object(system))
        return umb_field_wrong(reader, "transition-system", "it is missing");
    MUST(read_kind(reader, system));
    MUST(umb_read_count(reader, system, "#states", 1, &out->states));
    MUST(umb_read_count(reader, system, "#choices", 0, &out->choices));
    MUST(umb_read_count(reader, system, "#branches", 0, &out->branches));
    if (json_object_get(system, "#choice-actions"))
        MUST(umb_read_count(reader, system, "#choice-actions", 0, &out->actions));
    if (out->states >= UINT32_MAX)
        return umb_field_wrong(reader, "#states", "there are 2^32 states or more, too many");
    MUST(check_double(reader, system, "branch-probability-type"));
    return out->type == CHAIN_CTMC ? check_double(reader, system, "exit-rate-type") : OK;
}

/* Annotations */

static enum status read_entities(const struct umb_index_reader *reader, const json_t *annotation,
                                 struct umb_annotation *out)
{
    size_t k;
    const json_t *entity, *list = json_object_get(annotation, "applies-to");
    if (!json_array_size(list))
        return umb_field_wrong(reader, "applies-to", "it is missing or empty");
    json_array_foreach(list, k, entity)
    {
        if (is_json_word(entity, "states")) out->states = true;
        else if (is_json_word(entity, "choices")) out->choices = true;
        else if (is_json_word(entity, "branches")) out->branches = true;
        else
            return umb_field_wrong(reader, "applies-to",
                                   "only states, choices and branches can have labels or rewards");
    }
    return OK;
}

static enum status read_annotation(const struct umb_index_reader *reader, const char *id,
                                   const json_t *annotation, bool label,
                                   struct umb_annotations *list)
{
    const json_t *alias = json_object_get(annotation, "alias");
    const char *name = alias ? json_string_value(alias) : id;
    struct umb_annotation *item = &list->item[list->count];
    *item = (struct umb_annotation){0};
    if (!umb_is_name(id) || !umb_is_name(name))
        return umb_field_wrong(reader, label ? "aps" : "rewards",
                               "a name is empty, or has characters that cannot be printed");
    if (json_object_get(annotation, "probability-type"))
        return umb_field_wrong(reader, "probability-type",
                               "values that are distributions cannot be read");
    for (size_t k = 0; k < list->count; k++)
        if (!strcmp(list->item[k].name, name))
            return umb_field_wrong(reader, name, "it is there twice");
    MUST(umb_check_number_type(reader, id, json_object_get(annotation, "type"),
                               label ? "bool" : "double", label ? 1 : 64));
    MUST(read_entities(reader, annotation, item));
    if (label && (item->choices || item->branches))
        return umb_field_wrong(reader, id, "only states can have labels");
    MUST(copy_text(id, &item->id));
    list->count++;
    return copy_text(name, &item->name);
}

static enum status read_group(const struct umb_index_reader *reader, json_t *annotations,
                              const char *group, bool label, struct umb_annotations *list)
{
    const char *id;
    json_t *annotation, *all = json_object_get(annotations, group);
    if (!all) return OK;
    if (!json_is_object(all)) return umb_field_wrong(reader, group, "it is not an object");
    if (json_object_size(all) > UMB_MOST)
        return umb_field_wrong(reader, group, "there are too many");
    MUST(allocate(json_object_size(all), sizeof *list->item, "annotations", &list->item));
    json_object_foreach(all, id, annotation)
        MUST(read_annotation(reader, id, annotation, label, list));
    return OK;
}

static enum status read_annotations(const struct umb_index_reader *reader, const json_t *root)
{
    json_t *all = json_object_get(root, "annotations");
    MUST(read_group(reader, all, "aps", true, &reader->out->labels));
    return read_group(reader, all, "rewards", false, &reader->out->rewards);
}

/* The file */

static enum status read_root(const struct umb_index_reader *reader, const json_t *root)
{
    uint64_t version = 0;
    MUST(umb_read_count(reader, root, "format-version", 0, &version));
    if (version > UMB_VERSION)
        return umb_field_wrong(reader, "format-version",
                               "only versions 0 and 1 of the format can be read");
    MUST(umb_read_system(reader, root));
    MUST(umb_variables_read(root, reader->out));
    return read_annotations(reader, root);
}

static enum status parse(const struct umb_files *files, const char *text, size_t size, json_t **out)
{
    json_error_t error;
    *out = json_loadb(text, size, JSON_REJECT_DUPLICATES, &error);
    if (*out) return OK;
    if (json_error_code(&error) == json_error_out_of_memory)
        return fail(ERROR_HOST_MEMORY, "%s: no memory for its index", files->path);
    return umb_fail(files, ERROR_INPUT, index_name, "line %d: this is not JSON", error.line);
}

enum status umb_index_read(const struct umb_files *files, struct umb_index *out)
{
    enum status status = OK;
    json_t *root = NULL;
    char *text = NULL;
    const struct umb_file *file = umb_find(files, index_name);
    *out = (struct umb_index){0};
    if (!file)
        return fail(ERROR_INPUT, "%s: %s is missing in this archive: it is not UMB", files->path,
                    index_name);
    if (file->size > LARGEST_INDEX)
        return umb_fail(files, ERROR_INPUT, index_name, "more than %d bytes", LARGEST_INDEX);
    TRY(allocate(file->size, 1, "an index", &text));
    TRY(umb_take(files, file, text));
    TRY(parse(files, text, file->size, &root));
    TRY(read_root(&(struct umb_index_reader){.files = files, .out = out}, root));
out:
    json_decref(root);
    free(text);
    if (status != OK) umb_index_free(out);
    return status;
}

static void free_list(struct umb_annotations *list)
{
    for (size_t k = 0; k < list->count; k++) {
        free(list->item[k].id);
        free(list->item[k].name);
    }
    free(list->item);
}

void umb_index_free(struct umb_index *index)
{
    free_list(&index->labels);
    free_list(&index->rewards);
    umb_variables_free(&index->variables);
    *index = (struct umb_index){0};
}
