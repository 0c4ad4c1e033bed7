/* Numbers of parts that a matrix can have. EACH_PART_COUNT(X, ...) expands to X(2, ...) to
 * X(MOST_PARTS, ...). */
#pragma once

enum { MOST_PARTS = 16 };

#define EACH_PART_COUNT(X, ...)                                             \
    X(2, __VA_ARGS__) X(3, __VA_ARGS__) X(4, __VA_ARGS__) X(5, __VA_ARGS__) \
    X(6, __VA_ARGS__) X(7, __VA_ARGS__) X(8, __VA_ARGS__) X(9, __VA_ARGS__) \
    X(10, __VA_ARGS__) X(11, __VA_ARGS__) X(12, __VA_ARGS__)                \
    X(13, __VA_ARGS__) X(14, __VA_ARGS__) X(15, __VA_ARGS__) X(16, __VA_ARGS__)
