/* Options of Jacobi over-relaxation. */
#ifndef WARPMARK_SOLVERS_METHODS_JOR_H
#define WARPMARK_SOLVERS_METHODS_JOR_H

struct jor_options {
    double omega;
};

#endif
