/* The larger models of the papers: their sizes, and PRISM's iteration counts. One test a row. */
#include <math.h>

#include "tests/support/known/known_models.h"
#include "tests/support/teams.h"

static const struct known_size sizes[] = {
    {"herman:n=17", 131072, 129140164, 0},     {"cluster:n=320", 3704340, 18083872, 0},
    {"cluster:n=410", 6074580, 29664352, 0},   {"cluster:n=446", 7185972, 35094880, 0},
    {"cluster:n=464", 7776660, 37981216, 0},   {"cluster:n=500", 9028020, 44096032, 0},
    {"cluster:n=572", 11810676, 57694240, 0},  {"tandem:c=2047", 8386560, 29337603, 0},
    {"tandem:c=3070", 18859011, 65983509, 0},  {"tandem:c=3588", 25758253, 90126971, 0},
    {"tandem:c=4095", 33550336, 117395459, 0}, {"kanban:t=5", 2546432, 24460016, 0},
    {"fms:n=8", 4459455, 38533968, 0},         {"polling:n=18", 7077888, 69599232, 0},
};

static const struct known_size decisions[] = {
    {"consensus:n=6,k=2", 1258240, 6236736, 5008128},
    {"csma:n=3,k=4", 1460287, 2396727, 1471059},
    {"csma:n=4,k=2", 761962, 1327068, 825504},
    {"firewire:deadline=600,choices=mdp", 1093658, 1504347, 1483807},
    {"firewire:delay=36,deadline=200,choices=mdp", 6719773, 15306501, 15195971},
    {"firewire_abst:delay=36,deadline=800", 530965, 954670, 804154},
    {"wlan:backoff=4", 345000, 762252, 440206},
    {"wlan:backoff=5", 1295218, 2929960, 1646074},
    {"wlan:backoff=6", 5007548, 11475748, 6350470},
    {"wlan:backoff=2,deadline=80", 1148419, 2337156, 1498262},
    {"zeroconf:n=1000,k=4,reset=false", 307768, 712132, 569227},
    {"zeroconf:k=8,reset=false", 1870338, 4245554, 3443961},
    {"zeroconf:n=1000,k=1,reset=false,deadline=50", 411031, 937536, 733578},
    /* 20 more than in a log of Storm, which makes the stable states absorbing */
    {"israeli_jalfon:n=20", 1048575, 18350080, 10485760},
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
           RUN_ROWS("sizes of decision processes", sizes_are_prisms, decisions) +
           RUN_ROWS("iteration counts", counts_on_all_cores, counts);
}
