/* The help of the commands is complete, and agrees with the options that they parse. */
#include <stdlib.h>
#include <string.h>
#include <wordexp.h>

#include "base/memory.h"
#include "harness/help.h"
#include "tests/support/cmocka.h"

static void test_each_option_explains_itself(void **state)
{
    for (const struct command *const *c = commands; *c; c++)
        for (const struct cli_option *o = (*c)->options; o && o->name; o++) {
            if (!o->help || (o->type != CLI_FLAG) != (o->example != NULL) ||
                (o->type == CLI_WORD) != (o->words != NULL) ||
                ((o->type == CLI_FLAG || o->type == CLI_WORD) && o->value))
                fail_msg("%s %s: no help, example or shape", (*c)->name, o->name);
        }
}

/* As a shell splits it, with no file to match. */
static void check_parses(const struct command *command, char *line)
{
    wordexp_t words;
    char *hash = strstr(line, " #");
    if (hash) *hash = '\0';
    line[strcspn(line, "&<>|")] = '\0';
    assert_int_equal(wordexp(line, &words, WRDE_NOCMD), 0);
    int count = (int)words.we_wordc - 1;
    if (strcmp(words.we_wordv[0], command->name))
        fail_msg("%s: an example of another command: %s", command->name, line);
    if (cli_parse(command, &count, words.we_wordv + 1) != OK)
        fail_msg("%s: example %s: %s", command->name, line, fail_message());
    wordfree(&words);
}

/* Those of commands, and of each option. */
static void test_examples_parse(void **state)
{
    for (const struct command *const *c = commands; *c; c++) {
        char *examples = NULL;
        assert_int_equal(copy_text((*c)->examples, &examples), OK);
        for (char *rest = examples, *line; (line = strsep(&rest, "\n")) && *line;)
            check_parses(*c, line);
        free(examples);
        struct command any = **c;
        any.least = 0;
        for (const struct cli_option *o = any.options; o && o->name; o++) {
            char *line = NULL;
            assert_int_equal(
                format_text(&line, "%s %s%s%s", any.name, o->name,
                            o->type == CLI_OPTIONAL ? "=" : " ", o->example ? o->example : ""),
                OK);
            check_parses(&any, line);
            free(line);
        }
    }
}

/* Usage lines have required options without brackets and the others in brackets: each option once.
 */
static void test_usage_names_each_option_once(void **state)
{
    for (const struct command *const *c = commands; *c; c++) {
        char *usage = NULL;
        assert_int_equal(usage_text(*c, &usage), OK);
        for (const struct cli_option *o = (*c)->options; o && o->name; o++) {
            int count = 0;
            for (const char *at = usage; (at = strstr(at, o->name)); at += strlen(o->name))
                count += strchr(" ][", at[strlen(o->name)]) && strchr(" [", at[-1]);
            if (count != 1) fail_msg("%s: %s stands %d times", usage, o->name, count);
        }
        free(usage);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_each_option_explains_itself),
        cmocka_unit_test(test_examples_parse),
        cmocka_unit_test(test_usage_names_each_option_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
