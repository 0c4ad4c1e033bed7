/* Packed data is unpacked to the same bytes, or refused: random texts, damage at every place,
 * bombs, and the choice of the file in an archive. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/packed/unpacked.h"
#include "base/progress_hook.h"
#include "tests/support/cmocka.h"
#include "tests/support/made/packing.h"
#include "tests/support/scratch.h"
#include "tests/support/seed.h"

enum { CASES = 300, LARGEST = 300000, MOST_PIECES = 4 };

/* Makes a text that packs well: digits in few different lines. */
static size_t random_text(unsigned char *text, size_t most)
{
    size_t size = draw(4) ? draw(200) : draw(most);
    for (size_t k = 0; k < size; k++)
        text[k] = draw(20) ? (k > 16 ? text[k - 16] : '0') : (unsigned char)draw(256);
    return size;
}

/* Packs a text. Several gzip or xz streams, one after the other, are one file. */
static struct packed pack(const unsigned char *text, size_t size, int kind)
{
    struct packed out = {0};
    size_t pieces = kind ? 1 + draw(MOST_PIECES) : 1, at = 0;
    for (size_t k = 0; k < pieces; k++) {
        size_t length = k + 1 < pieces ? draw(size - at + 1) : size - at;
        struct packed piece = kind == 1 ? pack_gzip(text + at, length) : pack_xz(text + at, length);
        if (kind) pack_append(&out, piece.bytes, piece.size);
        else pack_append(&out, text, size);
        free(piece.bytes);
        at += length;
    }
    return out;
}

/* Reads to the end in pieces of random lengths; got has room for LARGEST bytes. */
static enum status unpack(const char *name, const char *ending, unsigned char *got, size_t *size)
{
    struct unpacked in;
    size_t length = 1;
    enum status status = unpacked_open(scratch_path(name), ending, &in);
    *size = 0;
    while (status == OK && length) {
        size_t wanted = 1 + (draw(3) ? draw(LARGEST) : draw(20));
        if (wanted > LARGEST - *size) wanted = LARGEST - *size;
        if (!wanted) break;
        status = unpacked_read(&in, got + *size, wanted, &length);
        if (status == OK) *size += length;
    }
    if (status == OK) assert_true(in.given == *size && in.given <= in.most);
    if (status == OK) assert_true(unpacked_taken(&in) <= in.size);
    unpacked_close(&in);
    return status;
}

static void comes_out(void **state)
{
    static unsigned char text[LARGEST], got[LARGEST];
    size_t size;
    (void)state;
    for (int k = 0; k < CASES; k++) {
        size_t length = random_text(text, sizeof text - 1);
        int kind = (int)draw(3);
        struct packed file = pack(text, length, kind);
        scratch_write_bytes("file", file.bytes, file.size);
        if (unpack("file", NULL, got, &size) != OK) fail_msg("%s", fail_message());
        assert_int_equal(size, length);
        assert_memory_equal(got, text, length);
        free(file.bytes);
    }
}

/* If a file is cut off anywhere, or has one changed byte, it is refused or gives the same bytes.
 * Only the first bytes of zlib and xz make it a packed file. */
static void damage(void **state)
{
    static unsigned char text[LARGEST], got[LARGEST];
    size_t size;
    (void)state;
    for (int kind = 1; kind <= 2; kind++) {
        unsigned refusals = 0;
        size_t length = 40 + random_text(text, 100) % 100;
        struct packed file = kind == 1 ? pack_gzip(text, length) : pack_xz(text, length);
        for (size_t cut = 6; cut < file.size; cut++) {
            scratch_write_bytes("file", file.bytes, cut);
            assert_int_equal(unpack("file", NULL, got, &size), ERROR_DAMAGED);
            assert_non_null(strstr(fail_message(), "cannot unpack it"));
        }
        for (size_t at = 6; at < file.size; at++) {
            file.bytes[at] ^= (unsigned char)(1u << draw(8));
            scratch_write_bytes("file", file.bytes, file.size);
            enum status status = unpack("file", NULL, got, &size);
            refusals += status != OK;
            if (status == OK) {
                assert_int_equal(size, length);
                assert_memory_equal(got, text, length);
            }
            free(file.bytes);
            file = kind == 1 ? pack_gzip(text, length) : pack_xz(text, length);
        }
        assert_true(refusals > file.size / 2);
        free(file.bytes);
    }
}

/* Zeros, many streams of them, and once inside an archive. */
static void bombs(void **state)
{
    enum { PIECE = 1 << 24, PIECES = 12 };
    static unsigned char block[1 << 16];
    unsigned char *zeros = calloc(PIECE, 1);
    (void)state;
    for (int kind = 1; kind <= 3; kind++) {
        struct packed one = kind == 2 ? pack_xz(zeros, PIECE) : pack_gzip(zeros, PIECE), file = {0},
                      tar = {0};
        struct unpacked in;
        size_t got = 1;
        if (kind == 3) {
            struct packed head;
            pack_tar(&tar, "a.mtx", zeros, 0);
            memcpy(tar.bytes + 124, "77777777777", 11);
            memset(tar.bytes + 148, ' ', 8);
            unsigned sum = 0;
            for (size_t k = 0; k < tar.size; k++) sum += tar.bytes[k];
            snprintf((char *)tar.bytes + 148, 8, "%06o", sum);
            head = pack_gzip(tar.bytes, tar.size);
            pack_append(&file, head.bytes, head.size);
            free(head.bytes);
        }
        for (int k = 0; k < PIECES; k++) pack_append(&file, one.bytes, one.size);
        scratch_write_bytes("file", file.bytes, file.size);
        enum status status = unpacked_open(scratch_path("file"), ".mtx", &in);
        while (status == OK && got) status = unpacked_read(&in, block, sizeof block, &got);
        if (status != ERROR_INPUT) fail_msg("%d: %s", kind, fail_message());
        assert_non_null(strstr(fail_message(), "unpacks to more than 1000 times its size"));
        unpacked_close(&in);
        free(one.bytes);
        free(file.bytes);
        free(tar.bytes);
    }
    free(zeros);
}

static void members(void **state)
{
    static const struct {
        const char *names[4], *ending, *answer; /* the first byte of the member, or a message */
    } cases[] = {
        {{"x.mtx"}, ".mtx", "a"},
        {{"x/README", "x/x.mtx"}, ".mtx", "b"},
        {{"x/x_b.mtx", "x/x.mtx", "x/y.mtx"}, ".mtx", "b"},
        {{"x/x.mtx", "x/x_b.mtx"}, ".mtx", "a"},
        {{"a/x/x_b.mtx", "./a/x/x.mtx"}, ".mtx", "b"},
        {{"x/._x.mtx", "x/x.mtx"}, ".mtx", "b"},
        {{"._x.mtx", "b.mtx"}, ".mtx", "b"},
        {{".mtx", "b.mtx"}, ".mtx", "b"},
        {{"x/a.mtx", "x/b.mtx"}, ".mtx", "this archive holds 2 files *.mtx"},
        {{"x/a.txt"}, ".mtx", "this archive holds no file *.mtx"},
        {{"x.tra"}, NULL, "this is a tar archive"},
    };
    static unsigned char got[LARGEST];
    size_t size;
    (void)state;
    for (size_t k = 0; k < 3 * sizeof cases / sizeof *cases; k++) {
        struct packed tar = {0}, file;
        const char *answer = cases[k / 3].answer;
        for (int m = 0; m < 4 && cases[k / 3].names[m]; m++)
            pack_tar(&tar, cases[k / 3].names[m], &"abcd"[m], 1);
        pack_tar_end(&tar);
        file = k % 3 == 0   ? (struct packed){0}
               : k % 3 == 1 ? pack_gzip(tar.bytes, tar.size)
                            : pack_xz(tar.bytes, tar.size);
        if (k % 3) scratch_write_bytes("file", file.bytes, file.size);
        else scratch_write_bytes("file", tar.bytes, tar.size);
        enum status status = unpack("file", cases[k / 3].ending, got, &size);
        if (strlen(answer) == 1) {
            if (status != OK) fail_msg("%zu: %s", k / 3, fail_message());
            assert_true(size == 1 && got[0] == (unsigned char)*answer);
        } else {
            assert_int_equal(status, ERROR_INPUT);
            assert_non_null(strstr(fail_message(), answer));
        }
        free(tar.bytes);
        free(file.bytes);
    }
}

/* An archive that ends in the middle of its member. */
static void cut_archives(void **state)
{
    static unsigned char got[LARGEST], text[2000];
    size_t size;
    struct packed tar = {0};
    (void)state;
    pack_tar(&tar, "x.mtx", text, sizeof text);
    for (size_t cut = 513; cut < 512 + sizeof text; cut += 1 + draw(300)) {
        scratch_write_bytes("file", tar.bytes, cut);
        assert_int_equal(unpack("file", ".mtx", got, &size), ERROR_DAMAGED);
    }
    free(tar.bytes);
}

/* A file is read up to its checksums and to its end, also an archive: it is not cut off there, and
 * nothing follows. */
static void ends(void **state)
{
    static const char *const tails[] = {"x", "more bytes that are not packed", "\x1f\x8b\x08"};
    static unsigned char got[LARGEST], text[2000];
    size_t size;
    (void)state;
    for (int kind = 0; kind < 5; kind++) {
        struct packed tar = {0}, file = {0};
        const bool archive = kind < 3;
        random_text(text, sizeof text);
        pack_tar(&tar, "x.mtx", text, sizeof text);
        pack_tar_end(&tar);
        const struct packed whole = {.bytes = archive ? tar.bytes : text,
                                     .size = archive ? tar.size : sizeof text};
        if (!kind) pack_append(&file, tar.bytes, tar.size);
        else file = (kind % 2 ? pack_gzip : pack_xz)(whole.bytes, whole.size);
        scratch_write_bytes("file", file.bytes, file.size);
        assert_int_equal(unpack("file", ".mtx", got, &size), OK);
        assert_int_equal(size, sizeof text);
        for (size_t k = 1; k <= 8 && kind; k++) {
            scratch_write_bytes("file", file.bytes, file.size - k);
            assert_int_equal(unpack("file", ".mtx", got, &size), ERROR_DAMAGED);
        }
        file.bytes[file.size - 6] ^= (unsigned char)!!kind;
        scratch_write_bytes("file", file.bytes, file.size);
        assert_int_equal(unpack("file", ".mtx", got, &size), kind ? ERROR_DAMAGED : OK);
        file.bytes[file.size - 6] ^= (unsigned char)!!kind;
        for (size_t k = 0; k < sizeof tails / sizeof *tails; k++) {
            struct packed longer = {0};
            pack_append(&longer, file.bytes, file.size);
            pack_append(&longer, tails[k], strlen(tails[k]));
            scratch_write_bytes("file", longer.bytes, longer.size);
            if (unpack("file", ".mtx", got, &size) != ERROR_DAMAGED) fail_msg("%d %zu", kind, k);
            free(longer.bytes);
        }
        free(tar.bytes);
        free(file.bytes);
    }
}

static void names(void **state)
{
    char *path;
    (void)state;
    assert_int_equal(packed_stem("a.tra.gz"), 5);
    assert_int_equal(packed_stem("a.tra.xz"), 5);
    assert_int_equal(packed_stem("a.tra"), 5);
    assert_int_equal(packed_stem(".gz"), 3);
    scratch_clear();
    scratch_write("b.lab.xz", "");
    assert_int_equal(packed_find(scratch_path("b.lab"), &path), OK);
    assert_string_equal(path, scratch_path("b.lab.xz"));
    free(path);
    scratch_write("b.lab.gz", "");
    assert_int_equal(packed_find(scratch_path("b.lab"), &path), OK);
    assert_string_equal(path, scratch_path("b.lab.gz"));
    free(path);
    assert_int_equal(packed_find(scratch_path("c.lab"), &path), OK);
    assert_null(path);
}

static volatile sig_atomic_t stop;

static void interrupted(void **state)
{
    static unsigned char text[5000], got[LARGEST];
    size_t size;
    (void)state;
    struct packed file = pack_xz(text, sizeof text);
    scratch_write_bytes("file", file.bytes, file.size);
    stop = 1;
    progress_hook_set(NULL, &stop);
    assert_int_equal(unpack("file", NULL, got, &size), ERROR_INTERRUPTED);
    progress_hook_set(NULL, NULL);
    free(file.bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(comes_out), cmocka_unit_test(damage),       cmocka_unit_test(bombs),
        cmocka_unit_test(members),   cmocka_unit_test(cut_archives), cmocka_unit_test(ends),
        cmocka_unit_test(names),     cmocka_unit_test(interrupted)};
    seed_begin();
    return cmocka_run_group_tests(tests, scratch_create, scratch_remove);
}
