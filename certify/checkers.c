#include "certify/checker.h"

static enum status host_open(struct check *check)
{
    return OK;
}

static void host_close(struct check *check) {}

static enum status host_weights(struct check *check, const double *v, double *drift, bool *proves)
{
    const struct check_subject *s = &check->subject;
    *proves = certify_weights(s->a, &s->reading, v, drift);
    return OK;
}

static enum status host_answer(struct check *check, const double *answer, struct bound *bound)
{
    const struct check_subject *s = &check->subject;
    *bound = certify_answer(s->a, &s->reading, s->b, s->drift, answer);
    return OK;
}

static enum status host_times(struct check *check, const double *v, struct times *times)
{
    const struct check_subject *s = &check->subject;
    return certify_times(s->a, &s->reading, &s->classes, v, times);
}

static enum status host_long_run(struct check *check, const double *answer, double *distance)
{
    const struct check_subject *s = &check->subject;
    return certify_long_run(s->a, &s->reading, &s->classes, s->v, s->times, answer, distance);
}

static enum status host_average(struct check *check, const double *reward, const double *w,
                                double *low, double *high)
{
    const struct check_subject *s = &check->subject;
    return certify_average(s->a, &s->reading, &s->classes, reward, w, low, high);
}

static enum status host_closed_choices(struct check *check, double *drift, bool *proves)
{
    *proves = certify_closed_choices(&check->subject.a->closed, drift);
    return OK;
}

static enum status host_closed_distance(struct check *check, double drift, const double *answer,
                                        struct bound *bound)
{
    *bound = certify_closed_distance(&check->subject.a->closed, drift, answer);
    return OK;
}

static const struct checker checker_host = {
    .name = "host",
    .open = host_open,
    .close = host_close,
    .weights = host_weights,
    .answer = host_answer,
    .times = host_times,
    .long_run = host_long_run,
    .average = host_average,
    .closed_choices = host_closed_choices,
    .closed_distance = host_closed_distance,
};

#ifdef HAVE_CUDA
extern const struct checker checker_cuda;
#define ALSO_CUDA &checker_cuda,
#else
#define ALSO_CUDA
#endif

const struct checker *const checkers[] = {&checker_host, ALSO_CUDA};
const int checker_count = sizeof checkers / sizeof *checkers;

enum status check_open(const struct checker *by, const struct check_subject *subject,
                       struct check *out)
{
    *out = (struct check){.by = by, .subject = *subject};
    const enum status status = by->open(out);
    if (status != OK) check_close(out);
    return status;
}

void check_close(struct check *check)
{
    if (check->by) check->by->close(check);
    *check = (struct check){0};
}
