/* Checkers: the functions of certify/check.h for one system, on the host or on a GPU that keeps the
 * system in its memory. Each proves the same theorems with its own sums and trusts no data that a
 * solver left there. */
#pragma once

#include "certify/check.h"

/* All are borrowed until check_close. The vectors are read when first needed, and must not change
 * from then on. */
struct check_subject {
    const struct matrix *a;
    struct reading reading;
    const double *b, *drift; /* of certify_answer */
    struct classes classes;  /* of long runs */
    const double *v;         /* of certify_long_run */
    const struct times *times;
};

/* A checker with its subject. Set `by` and `subject`, and it opens when first needed. */
struct check {
    const struct checker *by;
    struct check_subject subject;
    void *held; /* the checker's own */
};

/* The functions of certify/check.h with the same names. They may also return the errors of
 * check_open; then nothing is known, and the caller can ask another checker. */
struct checker {
    const char *name;
    enum status (*open)(struct check *check); /* where it is not yet; of check_open */
    void (*close)(struct check *check);
    enum status (*weights)(struct check *check, const double *v, double *drift, bool *proves);
    enum status (*answer)(struct check *check, const double *answer, struct bound *bound);
    enum status (*times)(struct check *check, const double *v, struct times *times);
    enum status (*long_run)(struct check *check, const double *answer, double *distance);
    enum status (*average)(struct check *check, const double *reward, const double *w, double *low,
                           double *high);
    /* where the subject's rows are choices in closed form */
    enum status (*closed_choices)(struct check *check, double *drift, bool *proves);
    enum status (*closed_distance)(struct check *check, double drift, const double *answer,
                                   struct bound *bound);
    /* *out = the subject's rows, or those of its transpose, in the memory of this checker's device,
     * until check_close. They must only be read. NULL: the rows are on the host alone */
    enum status (*rows)(struct check *check, bool transposed, struct matrix *out);
};

/* The first is the host's, which has nothing to open. */
extern const struct checker *const checkers[];
extern const int checker_count;

/* Errors: ERROR_ENVIRONMENT where there is no such device; ERROR_DEVICE_MEMORY where the system
 * would take more than half of its free memory; ERROR_DEVICE; ERROR_UNSUPPORTED, of a passage over
 * the transpose that is too large; ERROR_HOST_MEMORY. check_close accepts a zeroed check, one that
 * was not opened, and one that failed. */
enum status check_open(const struct checker *by, const struct check_subject *subject,
                       struct check *out);
void check_close(struct check *check);
