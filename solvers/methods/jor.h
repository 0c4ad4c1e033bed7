/* Options of Jacobi over-relaxation. */
#pragma once

struct jor_options {
    double omega;
};
