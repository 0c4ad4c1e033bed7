#include "engines/engine.h"

const char engine_hello[] =
    "{'protocol': 1, 'title': 'Krylov methods and preconditioners of PETSc, on one MPI rank a "
    "thread; timed: preconditioner and iterations', 'source': 'PETSc (Debian: libpetsc-real-dev)', "
    "'missing': 'PETSc was not there when Warpmark was built: apt-get install libpetsc-real-dev; "
    "make', 'solves': ['linear', 'fixpoint', 'steady'], 'takes': ['system'], "
    "'places': ['seq', 'omp'], 'options': ["
    "{'name': 'method', 'values': ['bcgs', 'gmres', 'richardson'], 'help': 'PETSc calls it KSP; "
    "bcgs is BiCGStab'}, "
    "{'name': 'precondition', 'values': ['ilu', 'jacobi', 'sor', 'boomeramg', 'gamg', 'none'], "
    "'help': 'PETSc calls it PC; on several ranks, ilu and sor are those of a block of rows'}, "
    "{'name': 'levels', 'type': 'whole', 'default': 0, 'above': -1, 'below': 21, 'help': "
    "'of ilu'}, "
    "{'name': 'restart', 'type': 'whole', 'default': 30, 'above': 0, 'below': 1001, 'help': "
    "'of gmres'}, "
    "{'name': 'omega', 'default': 1, 'above': 0, 'below': 2, 'help': "
    "'relaxation of sor, else scale of richardson'}]}";
