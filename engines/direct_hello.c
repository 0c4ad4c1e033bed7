#include "engines/engine.h"

const char engine_hello[] =
    "{'protocol': 1, 'title': 'UMFPACK and KLU of SuiteSparse; timed: ordering, factorisation and "
    "triangular solves', 'source': 'SuiteSparse (Debian: libsuitesparse-dev)', 'missing': "
    "'SuiteSparse was not there when Warpmark was built: apt-get install libsuitesparse-dev; "
    "make', "
    "'solves': ['linear', 'fixpoint', 'steady'], 'takes': ['system'], 'options': ["
    "{'name': 'method', 'values': ['umfpack', 'klu'], 'help': 'which library factorises'}, "
    "{'name': 'refine', 'type': 'whole', 'default': 2, 'above': -1, 'below': 11, "
    "'help': 'most steps of iterative refinement'}]}";
