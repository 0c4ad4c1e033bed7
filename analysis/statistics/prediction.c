#include "analysis/statistics/prediction.h"

#include <math.h>

/* Probability of a value between -t and t. */
static double student_within(size_t freedom, double t)
{
    const double angle = atan(t / sqrt((double)freedom)), cosine = cos(angle), sine = sin(angle);
    const size_t odd = freedom % 2;
    double term = odd ? cosine : 1, sum = 0;
    for (size_t k = odd; k + 2 <= freedom; k += 2) {
        sum += term;
        term *= cosine * cosine * (double)(k + 1) / (double)(k + 2);
    }
    return odd ? 2 / M_PI * (angle + sine * sum) : sine * sum;
}

double student_beyond(size_t freedom, double t)
{
    return fmax(0, 1 - student_within(freedom, t));
}

double student_quantile(size_t freedom)
{
    double low = 0, high = 16;
    for (int k = 0; k < 100; k++) {
        const double middle = (low + high) / 2;
        if (student_within(freedom, middle) < 0.95) low = middle;
        else high = middle;
    }
    return high;
}

double prediction_reach(size_t count, double deviation)
{
    return student_quantile(count - 1) * deviation * sqrt(1 + 1 / (double)count);
}
