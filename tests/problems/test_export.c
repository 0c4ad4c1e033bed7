/* Every format reads back what it writes, to the bit: random chains, and a small instance of every
 * model, through every format of the registry that can do both. */
#include <dirent.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/progress_hook.h"
#include "problems/problem.h"
#include "problems/source.h"
#include "tests/support/csr_sound.h"
#include "tests/support/listed.h"
#include "tests/support/made/packing.h"
#include "tests/support/made/random_chain.h"
#include "tests/support/scratch.h"
#include "tests/support/seed.h"

enum { CHAINS = 100, LARGEST = 12 };

static const char *packing = ""; /* ending of the names of files to read */

static const char *written_file(const struct format *format)
{
    static char name[64];
    snprintf(name, sizeof name, "model%s%s", format->ending, packing);
    return scratch_path(name);
}

/* Packs every file with gzip or xz, in the place of itself. */
static void pack_files(void)
{
    DIR *folder = opendir(scratch_folder);
    for (const struct dirent *entry; (entry = readdir(folder));) {
        static unsigned char bytes[1 << 20];
        char name[300];
        size_t length = strlen(entry->d_name);
        if (*entry->d_name == '.' || !strcmp(entry->d_name + length - 3, packing)) continue;
        FILE *file = fopen(scratch_path(entry->d_name), "rb");
        size_t size = fread(bytes, 1, sizeof bytes, file);
        fclose(file);
        assert_true(size < sizeof bytes);
        struct packed packed =
            strcmp(packing, ".gz") ? pack_xz(bytes, size) : pack_gzip(bytes, size);
        snprintf(name, sizeof name, "%s%s", entry->d_name, packing);
        scratch_write_bytes(name, packed.bytes, packed.size);
        unlink(scratch_path(entry->d_name));
        free(packed.bytes);
    }
    closedir(folder);
}

/* PRISM's and Storm's rewards stand in files that are named one by one. */
static void read_rewards_of(const struct format *format, size_t count, struct chain *chain)
{
    const char *ending = strcmp(format->name, "storm") ? "srew" : "state.rew";
    for (size_t k = 0; format->read_reward && k < count; k++) {
        char name[64], number[24] = "";
        if (count > 1) snprintf(number, sizeof number, "%zu", k + 1);
        snprintf(name, sizeof name, "model%s.%s", number, ending);
        if (format->read_reward(written_file(format), name, chain) != OK)
            fail_msg("%s", fail_message());
    }
}

/* A reward's name may be that of its file. */
static void check_chain(const struct chain *wrote, struct chain *got)
{
    for (size_t k = 0; k < got->nrewards; k++) {
        if (!strstr(got->rewards[k].name, "rew")) continue;
        free(got->rewards[k].name);
        if (copy_text(wrote->rewards[k].name, &got->rewards[k].name) != OK) abort();
    }
    assert_same_chain(wrote, got);
}

/* Storm's format has no place for names of choices. */
static void drop_actions(const struct format *format, struct chain *chain)
{
    if (strcmp(format->name, "storm")) return;
    free(chain->actions.of);
    chain->actions.of = NULL;
}

/* Makes a chain, with names that are words where the format has no others, and says so. */
static struct chain made_for(const struct format *format, struct chain (*make)(uint32_t most))
{
    struct chain chain = make(LARGEST);
    drop_actions(format, &chain);
    scratch_clear();
    if (format->write_chain(&chain, scratch_folder) == ERROR_INPUT) {
        assert_non_null(strstr(fail_message(), "label 'two words'"));
        for (size_t k = 0; k < chain.nlabels; k++)
            for (char *c = chain.labels[k].name; *c; c++)
                if (*c == ' ') *c = '_';
    }
    scratch_clear();
    return chain;
}

static struct chain chain_for(const struct format *format)
{
    return made_for(format, random_chain);
}

static void write_and_read(const struct format *format, const struct chain *chain)
{
    struct chain got;
    struct csr matrix;
    scratch_clear();
    if (format->write_chain(chain, scratch_folder) != OK) fail_msg("%s", fail_message());
    if (*packing) pack_files();
    if (format->read_chain) {
        if (format->read_chain(written_file(format), CHAIN_UNKNOWN, &got) != OK)
            fail_msg("%s", fail_message());
        read_rewards_of(format, chain->nrewards, &got);
        check_chain(chain, &got);
        chain_free(&got);
    } else {
        if (format->read_matrix(written_file(format), &matrix) != OK)
            fail_msg("%s", fail_message());
        assert_same_matrix(&chain->transitions, &matrix);
        csr_free(&matrix);
    }
}

static void random_chains(void **state)
{
    const struct format *format = *state;
    for (int k = 0; k < CHAINS; k++) {
        struct chain chain = chain_for(format);
        write_and_read(format, &chain);
        chain_free(&chain);
    }
}

static void random_mdps(void **state)
{
    const struct format *format = *state;
    for (int k = 0; k < CHAINS; k++) {
        struct chain mdp = made_for(format, random_mdp);
        write_and_read(format, &mdp);
        chain_free(&mdp);
    }
}

static void packed_chains(void **state)
{
    static const char *const packings[] = {".gz", ".xz"};
    for (int k = 0; k < CHAINS / 4; k++) {
        struct chain chain = chain_for(*state);
        packing = packings[k % 2];
        write_and_read(*state, &chain);
        chain_free(&chain);
    }
    packing = "";
}

/* The smallest instance: parameters without a default at their least value. */
static void small_source(const struct generator *generator, char source[256])
{
    int at = snprintf(source, 256, "%s:", generator->name);
    for (const struct parameter *p = generator->parameters; p->name; p++)
        if (!p->fallback) at += snprintf(source + at, 256 - (size_t)at, "%s=%g,", p->name, p->min);
}

static void every_model(void **state)
{
    const struct format *format = *state;
    int count = 0;
    for (int k = 0; k < generator_count; k++) {
        char text[256];
        struct source source;
        struct chain chain;
        if (!generators[k]->model) continue;
        small_source(generators[k], text);
        if (source_parse(text, &source) != OK) fail_msg("%s", fail_message());
        if (source_chain(&source, ALL_REWARDS, &chain) != OK) fail_msg("%s", fail_message());
        drop_actions(format, &chain);
        if (chain.type != CHAIN_MDP || format->read_chain) { /* matrices have no choices */
            write_and_read(format, &chain);
            count++;
        }
        chain_free(&chain);
        source_free(&source);
    }
    assert_true(count >= 10);
}

static void systems_in_matrix_market(void **state)
{
    static const char *const sources[] = {"random_dd:n=40,density=0.2", "herman:n=5", "tandem:c=3"};
    for (size_t k = 0; k < sizeof sources / sizeof *sources; k++) {
        struct problem wrote, got;
        char source[1100];
        scratch_clear();
        if (problem_open(sources[k], &wrote) != OK) fail_msg("%s", fail_message());
        if (format_named("matrix_market")->write_system(&wrote.system, scratch_folder) != OK)
            fail_msg("%s", fail_message());
        snprintf(source, sizeof source, "%s:rhs=rhs.mtx", scratch_path("model.mtx"));
        if (problem_open(source, &got) != OK) fail_msg("%s", fail_message());
        const struct linear *a = &wrote.system, *b = &got.system;
        assert_same_matrix(&a->a.off, &b->a.off);
        assert_memory_equal(a->a.diag, b->a.diag, a->a.off.rows * sizeof *a->a.diag);
        for (uint32_t i = 0; i < a->a.off.rows; i++) assert_true((a->b ? a->b[i] : 0) == b->b[i]);
        problem_free(&wrote);
        problem_free(&got);
    }
}

static int count_files(void)
{
    int count = 0;
    DIR *folder = opendir(scratch_folder);
    for (const struct dirent *entry; (entry = readdir(folder));) count += entry->d_name[0] != '.';
    closedir(folder);
    return count;
}

/* If any allocation fails, there is one message, and no incomplete file. */
static void allocations_may_fail(void **state)
{
    const struct format *format = *state;
    struct chain chain = chain_for(format);
    scratch_clear();
    enum status status = ERROR_HOST_MEMORY;
    long k = 0;
    for (; status != OK; k++) {
        status = refused_after(k, format->write_chain(&chain, scratch_folder));
        DIR *folder = opendir(scratch_folder);
        for (const struct dirent *entry; (entry = readdir(folder));)
            assert_null(strstr(entry->d_name, ".tmp"));
        closedir(folder);
    }
    assert_true(k > 2);
    chain_free(&chain);
}

/* A file that may not grow stands for a full disk. */
static void disk_may_be_full(void **state)
{
    const struct format *format = *state;
    struct chain chain = chain_for(format);
    struct rlimit unlimited, limited;
    scratch_clear();
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &unlimited), 0);
    limited = unlimited;
    limited.rlim_cur = 8;
    signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &limited), 0);
    enum status status = format->write_chain(&chain, scratch_folder);
    setrlimit(RLIMIT_FSIZE, &unlimited);
    assert_int_equal(status, ERROR_IO);
    assert_true(*fail_message());
    assert_int_equal(count_files(), 0);
    chain_free(&chain);
}

static void missing_folder(void **state)
{
    const struct format *format = *state;
    struct chain chain = chain_for(format);
    assert_int_equal(format->write_chain(&chain, scratch_path("none")), ERROR_IO);
    assert_non_null(strstr(fail_message(), "none/model"));
    chain_free(&chain);
}

static void no_choices_in_matrices(void **state)
{
    struct chain mdp = random_mdp(LARGEST);
    scratch_clear();
    assert_int_equal(format_named("matrix_market")->write_chain(&mdp, scratch_folder), ERROR_INPUT);
    assert_non_null(strstr(fail_message(), "choices of an MDP"));
    assert_int_equal(count_files(), 0);
    chain_free(&mdp);
}

static void quotes_in_names(void **state)
{
    struct chain chain = random_chain(LARGEST);
    uint8_t *holds;
    scratch_clear();
    assert_int_equal(chain_add_label(&chain, "a \"b\"", &holds), OK);
    assert_int_equal(format_named("prism")->write_chain(&chain, scratch_folder), ERROR_INPUT);
    assert_non_null(strstr(fail_message(), "a \"b\""));
    assert_int_equal(count_files(), 0);
    chain_free(&chain);
}

int main(void)
{
    static const struct {
        const char *name;
        CMUnitTestFunction test;
    } of_format[] = {{"random chains", random_chains},
                     {"every model", every_model},
                     {"failing allocations", allocations_may_fail},
                     {"full disk", disk_may_be_full},
                     {"missing folder", missing_folder}};
    seed_begin();
    list_test(systems_in_matrix_market, NULL, "systems in Matrix Market");
    list_test(quotes_in_names, NULL, "quotes in names");
    list_test(no_choices_in_matrices, NULL, "no choices in matrices");
    for (int k = 0; k < format_count; k++) {
        for (size_t t = 0; formats[k]->write_chain && t < sizeof of_format / sizeof *of_format; t++)
            list_test(of_format[t].test, formats[k], "%s: %s", formats[k]->name, of_format[t].name);
        if (formats[k]->write_chain && formats[k]->read_chain)
            list_test(random_mdps, formats[k], "%s: random MDPs", formats[k]->name);
        if (formats[k]->write_chain && !formats[k]->as_it_lies)
            list_test(packed_chains, formats[k], "%s: packed chains", formats[k]->name);
    }
    return run_listed("export", scratch_create, scratch_remove);
}
