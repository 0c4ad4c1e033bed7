#include "harness/machine/usage.h"

#include <math.h>
#include <sys/resource.h>

static double seconds_of(const struct timeval *time)
{
    return (double)time->tv_sec + 1e-6 * (double)time->tv_usec;
}

void usage_read(struct usage *out)
{
    struct rusage now;
    *out = (struct usage){.cpu = NAN};
    if (getrusage(RUSAGE_SELF, &now)) return;
    *out = (struct usage){.cpu = seconds_of(&now.ru_utime) + seconds_of(&now.ru_stime),
                          .voluntary = (uint64_t)now.ru_nvcsw,
                          .involuntary = (uint64_t)now.ru_nivcsw,
                          .minor = (uint64_t)now.ru_minflt,
                          .major = (uint64_t)now.ru_majflt};
}

void usage_since(const struct usage *before, struct result_sample *sample)
{
    struct usage now;
    usage_read(&now);
    if (isnan(now.cpu) || isnan(before->cpu)) return;
    sample->cpu = fmax(0, now.cpu - before->cpu);
    sample->voluntary = now.voluntary - before->voluntary;
    sample->involuntary = now.involuntary - before->involuntary;
    sample->minor_faults = now.minor - before->minor;
    sample->major_faults = now.major - before->major;
}
