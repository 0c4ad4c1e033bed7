/* The entries of two vectors for one row, side by side. If x has pairs, rows() of a layout adds up
 * pairs in place of numbers. One load brings both numbers. */
#pragma once

template <class real>
struct alignas(2 * sizeof(real)) number_pair {
    real low, high;
};

template <class real>
__device__ inline number_pair<real> operator*(real a, const number_pair<real> &b)
{
    return {a * b.low, a * b.high};
}

template <class real>
__device__ inline number_pair<real> &operator+=(number_pair<real> &a, const number_pair<real> &b)
{
    a.low += b.low;
    a.high += b.high;
    return a;
}

/* The number type of a number or a pair. */
template <class V>
struct number_of {
    typedef V type;
};

template <class real>
struct number_of<number_pair<real>> {
    typedef real type;
};

/* Returns the value of the thread that is `lanes` further up in the warp. */
template <class real>
__device__ inline real shuffle_down(real value, unsigned lanes)
{
    return __shfl_down_sync(~0u, value, lanes);
}

template <class real>
__device__ inline number_pair<real> shuffle_down(const number_pair<real> &value, unsigned lanes)
{
    return {__shfl_down_sync(~0u, value.low, lanes), __shfl_down_sync(~0u, value.high, lanes)};
}
