/* The larger models of the papers: their sizes, and PRISM's iteration counts. One test a row. */
#include <math.h>

#include "tests/support/known/known_models.h"
#include "tests/support/teams.h"

static const struct known_size sizes[] = {
    {"herman:n=17", 131072, 129140164},     {"cluster:n=320", 3704340, 18083872},
    {"cluster:n=410", 6074580, 29664352},   {"cluster:n=446", 7185972, 35094880},
    {"cluster:n=464", 7776660, 37981216},   {"cluster:n=500", 9028020, 44096032},
    {"cluster:n=572", 11810676, 57694240},  {"tandem:c=2047", 8386560, 29337603},
    {"tandem:c=3070", 18859011, 65983509},  {"tandem:c=3588", 25758253, 90126971},
    {"tandem:c=4095", 33550336, 117395459}, {"kanban:t=5", 2546432, 24460016},
    {"fms:n=8", 4459455, 38533968},         {"polling:n=18", 7077888, 69599232},
};

static const struct known_count counts[] = {
    {"herman:n=15", "jacobi", 245, 33.332616661835},
    {"herman:n=17", "jacobi", 308, 42.351768846019},
    {"cluster:n=122", "jacobi", 1077, 0.997995759944},
    {"cluster:n=230", "jacobi", 2724, 0.997142518742},
    {"cluster:n=23", "jacobi", 0, NAN},
    {"tandem:c=255", "jacobi", 4212, 255.828096980419},
    {"tandem:c=511", "jacobi", 8498, 511.828992357414},
    {"tandem:c=1023", "jacobi", 16326, 1023.829438141391},
    {"kanban:t=5", "jor", 663, 4.583011208472},
    {"fms:n=7", "jacobi", 1258, 0.102068918862},
    {"fms:n=7", "jor", 1385, NAN},
    {"polling:n=17", "jacobi", 4732, 0.538999720847},
};

static void counts_on_all_cores(void **state)
{
    check_count(*state, "omp");
}

int main(void)
{
    return RUN_ROWS("sizes", sizes_are_prisms, sizes) +
           RUN_ROWS("iteration counts", counts_on_all_cores, counts);
}
