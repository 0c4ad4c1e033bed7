#include "harness/util/sha256.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "tests/support/scratch.h"

/* The examples of FIPS 180-4's companion document, and the empty message. */
static void test_known(void **state)
{
    (void)state;
    static const struct {
        const char *text, *hash;
    } known[] = {
        {"", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"},
        {"abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"},
        {"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
         "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"},
    };
    char hash[SHA256_TEXT];
    for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
        sha256_text(known[k].text, strlen(known[k].text), hash);
        assert_string_equal(hash, known[k].hash);
    }
}

/* Every length around the ends of blocks, against sha256sum. */
static void test_sha256sum(void **state)
{
    (void)state;
    if (system("sha256sum --version >/dev/null 2>&1")) skip();
    unsigned char bytes[200];
    char command[1200], line[100], hash[SHA256_TEXT];
    for (size_t k = 0; k < sizeof bytes; k++) bytes[k] = (unsigned char)(k * 37 + 11);
    for (size_t size = 0; size <= sizeof bytes; size += size >= 50 && size < 70     ? 1
                                                        : size >= 115 && size < 130 ? 1
                                                                                    : 13) {
        scratch_write_bytes("message", bytes, size);
        snprintf(command, sizeof command, "sha256sum <'%s'", scratch_path("message"));
        FILE *pipe = popen(command, "r");
        assert_non_null(pipe);
        assert_non_null(fgets(line, sizeof line, pipe));
        assert_int_equal(pclose(pipe), 0);
        sha256_text(bytes, size, hash);
        assert_int_equal(strlen(hash), 64);
        assert_memory_equal(hash, line, 64);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_known),
                                       cmocka_unit_test(test_sha256sum)};
    return cmocka_run_group_tests_name("sha256", tests, scratch_create, scratch_remove);
}
