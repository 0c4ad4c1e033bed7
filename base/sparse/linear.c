#include "base/sparse/linear.h"

#include <stdlib.h>

void linear_free(struct linear *linear)
{
    matrix_free(&linear->a);
    free(linear->b);
    free(linear->x0);
    free(linear->answer);
    free(linear->weight);
    *linear = (struct linear){0};
}
