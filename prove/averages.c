#include "prove/averages.h"

#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "base/team.h"
#include "certify/nearest.h"

enum { ROWS_OF_BLOCK = 4096 };

static double reward_of(const struct problem *problem, uint64_t i)
{
    const double *weight = problem->steady.weight;
    return weight ? weight[i] : closed_reward(&problem->system.a.closed, i);
}

static struct answer_sums sums_of_block(const struct problem *problem, const double *x,
                                        uint32_t class, uint64_t from, uint64_t to)
{
    const uint32_t *class_of = problem->steady.class_of;
    TO_NEAREST;
    struct answer_sums sums = {.most = -INFINITY, .least = INFINITY};
    for (uint64_t i = from; i < to; i++) {
        if (class_of && class_of[i] != class) continue;
        const double reward = reward_of(problem, i);
        add_double(&sums.mass, x[i]);
        add_product(&sums.sum, reward, x[i]);
        sums.most = fmax(sums.most, reward);
        sums.least = fmin(sums.least, reward);
    }
    return sums;
}

/* Sums up block by block, so the sums do not depend on the number of threads. */
static enum status sums_of_class(const struct problem *problem, const double *x, uint32_t class,
                                 struct answer_sums *out)
{
    const uint64_t n = problem_unknowns(problem), blocks = (n + ROWS_OF_BLOCK - 1) / ROWS_OF_BLOCK;
    TO_NEAREST;
    struct answer_sums *part;
    *out = (struct answer_sums){.most = -INFINITY, .least = INFINITY};
    out->count = n;
    MUST(allocate(blocks, sizeof *part, "sums of a proof", &part));
#pragma omp parallel for schedule(static) if (team_once(n))
    for (uint64_t b = 0; b < blocks; b++) {
        const uint64_t from = b * ROWS_OF_BLOCK, left = n - from;
        part[b] = sums_of_block(problem, x, class, from,
                                from + (left < ROWS_OF_BLOCK ? left : ROWS_OF_BLOCK));
    }
    for (uint64_t b = 0; b < blocks; b++) {
        add_double_sum(&out->mass, &part[b].mass);
        add_double_sum(&out->sum, &part[b].sum);
        out->most = fmax(out->most, part[b].most);
        out->least = fmin(out->least, part[b].least);
    }
    free(part);
    return OK;
}

static enum status average_of_class(const struct problem *problem, const double *x, uint32_t class,
                                    double distance, struct interval *out)
{
    struct answer_sums of;
    MUST(sums_of_class(problem, x, class, &of));
    *out = certify_average_of_answer(&of, distance, problem->proof.reading.constant);
    return OK;
}

enum status averages_of_answer(const struct problem *problem, const double *x,
                               const double *distance, struct interval *average)
{
    for (uint32_t c = 0; c < problem->steady.nclasses; c++) {
        average[c] = (struct interval){0, 0};
        if (problem->steady.probability[c] > 0)
            MUST(average_of_class(problem, x, c, distance[c], &average[c]));
    }
    return OK;
}

double widest_interval(uint32_t count, const struct interval *average)
{
    double widest = 0;
    for (uint32_t c = 0; c < count; c++) {
        const struct interval *g = &average[c];
        const double size = fmax(fabs(g->low), fabs(g->high));
        if (g->low != g->high) widest = fmax(widest, 0.5 * (g->high - g->low) / size);
    }
    return widest;
}
