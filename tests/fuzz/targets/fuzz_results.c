/* Feeds the reader of results files. A small file is made once; the input is a list of edits, five
 * bytes each, and its first byte says of what: bytes of the file as they lie; or its groups,
 * columns, attributes and links, by HDF5's own calls, with checksums that are right, so that what
 * is read is not refused at once. Any must end in a clean refusal or in results whose indices hold,
 * and no other file may be opened. */
#include "tests/fuzz/made_up.h"

#include "tests/fuzz/hdf5_edits.h"

#define FILE_NAME "in.h5"

static unsigned char *base;
static size_t base_size;

static void make_base(void)
{
    struct results r;
    struct fuzz_choices none = {0};
    made_up_results(&none, &r);
    handmade_axis(&r, "n", 20, NULL), handmade_axis(&r, "shape", 0, "round");
    made_up_figure(&none, &r), made_up_table(&none, &r);
    for (struct result_run *run = r.runs; run < r.runs + r.nruns; run++)
        run->fingerprint = text_of("");
    free(r.figures[0].facet);
    r.figures[0].facet = NULL;
    for (int k = 0; k < 3; k++) handmade_run(&r, 0, 0, CASE_OK, 1, 2)->fingerprint = text_of("");
    r.script_sha256 = r.script_sha256 ? r.script_sha256 : text_of("");
    require_ok(results_write(MEMORY_PATH(FILE_NAME), &r));
    results_free(&r);
}

/* HDF5 leaks some hundred bytes where it refuses a damaged file; the program reads in a child,
 * which ends. */
const char *__lsan_default_options(void)
{
    return "detect_leaks=0";
}

static void fuzz_begin(void)
{
    size_t size;
    memory_files_alone = true;
    make_base();
    const unsigned char *bytes = memory_file_get(FILE_NAME, &size);
    base = malloc(size);
    require(base && bytes);
    memcpy(base, bytes, size);
    base_size = size;
    memory_files_alone = false;
}

/* Edits of bytes */

static void edit_bytes(struct fuzz_choices *in)
{
    unsigned char *copy = malloc(base_size);
    require(copy != NULL);
    memcpy(copy, base, base_size);
    while (in->next < in->end) {
        size_t at = (size_t)choose_byte(in) << 16 | (size_t)choose_byte(in) << 8;
        at |= choose_byte(in);
        uint8_t how = choose_byte(in), value = choose_byte(in);
        copy[at % base_size] =
            (unsigned char)(how % 4 == 0   ? value
                            : how % 4 == 1 ? copy[at % base_size] + value
                            : how % 4 == 2 ? copy[at % base_size] ^ (1U << value % 8)
                                           : 0xff);
    }
    memory_file_put(FILE_NAME, copy, base_size);
    free(copy);
}

/* The image that HDF5 makes of the file after the edits; false where it cannot. */
static bool edit_contents(struct fuzz_choices *in)
{
    hdf5_silence();
    hid_t access = H5Pcreate(H5P_FILE_ACCESS);
    H5Pset_fapl_core(access, 1 << 16, false);
    H5Pset_file_image(access, base, base_size);
    hid_t file = H5Fopen("image", H5F_ACC_RDWR, access);
    require(file >= 0);
    for (int k = 0; k < 6 && in->next < in->end; k++) {
        struct edit e;
        e.kind = choose_byte(in), e.column = choose_byte(in);
        e.a = choose_byte(in), e.b = choose_byte(in), e.c = choose_byte(in);
        apply(file, &e);
    }
    H5Fflush(file, H5F_SCOPE_GLOBAL);
    ssize_t size = H5Fget_file_image(file, NULL, 0);
    unsigned char *image = size > 0 && size < 1 << 24 ? malloc((size_t)size) : NULL;
    bool made = image && H5Fget_file_image(file, image, (size_t)size) == size;
    if (made) memory_file_put(FILE_NAME, image, (size_t)size);
    free(image);
    H5Fclose(file);
    H5Pclose(access);
    return made;
}

static void check(const struct results *r)
{
    require(r->name && r->title && r->script && r->options &&
            (unsigned)r->settings.cache < NCACHE_MODES);
    for (size_t k = 0; k < r->nruns; k++) {
        const struct result_run *run = &r->runs[k];
        require(run->problem < r->nproblems && run->variant < r->nvariants && run->note);
        require(run->status < NCASE_STATUSES && run->sample_count <= r->nsamples);
        require(run->sample_offset <= r->nsamples - run->sample_count);
    }
    for (size_t k = 0; k < r->nproblems; k++)
        for (size_t a = 0; a < r->problems[k].naxes; a++)
            require(r->problems[k].axes[a].name != NULL);
}

static void fuzz_one(const uint8_t *bytes, size_t size)
{
    struct fuzz_choices in = {bytes + 1, bytes + size};
    struct results r;
    if (size < 6) return;
    bool made = true;
    memory_files_alone = false; /* an edit may go through a link that one before has made */
    if (bytes[0] % 4 == 0) edit_bytes(&in);
    else made = edit_contents(&in);
    memory_files_alone = true;
    if (!made) return;
    enum status status = results_read(MEMORY_PATH(FILE_NAME), &r);
    if (status == OK) check(&r);
    else require_clean_message();
    require(status == OK || status == ERROR_DAMAGED || status == ERROR_INPUT);
    results_free(&r);
    require(H5Fget_obj_count(H5F_OBJ_ALL, H5F_OBJ_ALL) == 0);
}
