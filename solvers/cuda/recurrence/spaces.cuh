/* Where a kernel of the recurrence keeps the two vectors that rows read from each other, Y and Z,
 * and how its threads meet and add up. A space is a part of the kernel's work for one thread:
 *
 *   block    up to BLOCK_ROWS rows in one block: Y and Z in shared memory
 *   cluster  in a cluster of blocks of BLOCK_ROWS rows: each has its rows' entries of Y and Z in
 *            shared memory, and reads the others' there
 *   grid     in as many blocks as the card holds, one a multiprocessor: Y and Z in device memory,
 *            which is in L2, as is what the blocks add up
 *
 * A block has `each` neighbouring rows, whole parts of sums.cuh, in groups of 32: warp w has groups
 * w * EACH and on. A space has
 *
 *   EACH, HELD, PADDED            rows of a thread, and how register_rows.cuh keeps them
 *   row(k)                        number of the thread's row k, n where there is none
 *   locate(j), nowhere()          for register_rows.cuh
 *   entry<V>(at)                  an entry of vector V, as located
 *   own<V>(k), write<V>(k, value) the entry of the thread's row k; the rows of others see it behind
 *                                 the next meeting
 *   wait(), vote(fails)           meetings of all threads; vote returns whether one of them fails
 *   total(value, then)            a meeting that adds up value[.][k] of all rows; thread 0 of each
 *                                 block calls then(totals), and all threads see what it wrote
 *   reports()                     true for one thread of all
 *
 * All threads call wait, vote and total, in the same order. What is added up in one meeting is read
 * before the next one, and the one behind it has other memory (`turn`). */
#pragma once

#include "solvers/cuda/cluster.cuh"
#include "solvers/cuda/grid.cuh"
#include "solvers/cuda/recurrence/sums.cuh"
#include "solvers/cuda/resident.cuh"

enum { Y, Z, VECTORS };
enum { MOST_VALUES = 2, BLOCK_PARTS = BLOCK_ROWS / PART_ROWS };

/* Values of the groups of a block: [k][group % 8][group / 8], so that lanes that take parts read
 * neighbouring words. */
template <unsigned PARTS>
struct group_values {
    double at[MOST_VALUES][PART_GROUPS][PARTS];

    /* Joins this warp's rows, and keeps the values of its groups. */
    template <int SUMS, int LARGEST, unsigned EACH>
    __device__ void keep(const double (&value)[SUMS + LARGEST][EACH])
    {
        typedef totalling<SUMS, LARGEST> how;
        const unsigned group = threadIdx.x / 32 * EACH;
#pragma unroll
        for (unsigned r = 0; r < EACH; r++) {
            double of_group[how::COUNT];
#pragma unroll
            for (int k = 0; k < how::COUNT; k++) of_group[k] = value[k][r];
            how::join_lanes(of_group);
            if (threadIdx.x % 32 == 0)
#pragma unroll
                for (int k = 0; k < how::COUNT; k++)
                    at[k][(group + r) % PART_GROUPS][(group + r) / PART_GROUPS] = of_group[k];
        }
    }

    /* Returns value k of a part. */
    template <int SUMS, int LARGEST>
    __device__ double part(int k, unsigned part) const
    {
        double value = at[k][0][part];
#pragma unroll
        for (unsigned g = 1; g < PART_GROUPS; g++)
            value = totalling<SUMS, LARGEST>::join(k, value, at[k][g][part]);
        return value;
    }
};

/* The thread's rows, for spaces whose vectors are in shared memory. */
struct rows_in_block {
    uint32_t n, first, end; /* rows of all; the block's first row, and the one behind its last */
    uint32_t mine;          /* where the thread's rows begin in its block */

    __device__ rows_in_block(uint32_t all, uint32_t each, unsigned rows_of_thread)
        : n(all), first(blockIdx.x * each), end(min(first + each, all)),
          mine(threadIdx.x / 32 * 32 * rows_of_thread + threadIdx.x % 32)
    {
    }

    __device__ uint32_t row(unsigned k) const
    {
        const uint32_t i = first + mine + 32 * k;
        return i < end ? i : n;
    }
};

template <class real>
struct block_memory {
    real vector[VECTORS][BLOCK_ROWS + 1]; /* the last entry stays 0 */
    group_values<BLOCK_PARTS> groups;
};

template <class real>
struct block_space : rows_in_block {
    enum { EACH = STAY_EACH, HELD = 4, PADDED = true };
    block_memory<real> &memory;

    __device__ block_space(block_memory<real> &own, uint32_t all)
        : rows_in_block(all, BLOCK_ROWS, EACH), memory(own)
    {
        double *groups = &memory.groups.at[0][0][0];
        for (unsigned k = threadIdx.x; k < sizeof memory.groups / sizeof *groups; k += blockDim.x)
            groups[k] = 0;
        if (threadIdx.x < VECTORS) memory.vector[threadIdx.x][BLOCK_ROWS] = 0;
        __syncthreads();
    }

    __device__ uint32_t locate(uint32_t j) const
    {
        return j * (uint32_t)sizeof(real);
    }

    __device__ uint32_t nowhere() const
    {
        return locate(BLOCK_ROWS);
    }

    template <int V>
    __device__ real entry(uint32_t at) const
    {
        return *(const real *)((const char *)memory.vector[V] + at);
    }

    template <int V>
    __device__ real own(unsigned k) const
    {
        return memory.vector[V][mine + 32 * k];
    }

    template <int V>
    __device__ void write(unsigned k, real value)
    {
        memory.vector[V][mine + 32 * k] = value;
    }

    __device__ void wait()
    {
        __syncthreads();
    }

    __device__ bool vote(bool fails)
    {
        return __syncthreads_or(fails);
    }

    template <int SUMS, int LARGEST, class Then>
    __device__ void total(const double (&value)[SUMS + LARGEST][EACH], const Then &then)
    {
        typedef totalling<SUMS, LARGEST> how;
        memory.groups.template keep<SUMS, LARGEST>(value);
        __syncthreads();
        if (threadIdx.x < 32) {
            double all[how::COUNT];
#pragma unroll
            for (int k = 0; k < how::COUNT; k++)
                all[k] = threadIdx.x < BLOCK_PARTS
                             ? 0 + memory.groups.template part<SUMS, LARGEST>(k, threadIdx.x)
                             : 0;
            how::join_lanes(all);
            if (threadIdx.x == 0) then(all);
        }
        __syncthreads();
    }

    __device__ bool reports() const
    {
        return threadIdx.x == 0;
    }
};

enum {
    CLUSTER_BUNDLES = (CLUSTER_MOST * BLOCK_PARTS + 31) / 32,
    CLUSTER_PARTS = CLUSTER_BUNDLES * 32
};

template <class real>
struct cluster_memory {
    enum { STRIDE = BLOCK_ROWS + 1 };
    real vector[VECTORS][STRIDE]; /* the last entry stays 0 */
    group_values<BLOCK_PARTS> groups;
    double part[2][MOST_VALUES][CLUSTER_PARTS]; /* of all blocks, in turn */
    int votes[2][CLUSTER_MOST];                  /* of all blocks, in turn */
};

template <class real>
struct cluster_space : rows_in_block {
    enum { EACH = STAY_EACH, HELD = 4, PADDED = true };
    cluster_memory<real> &memory;
    uint32_t each;
    unsigned turn;

    __device__ cluster_space(cluster_memory<real> &own, uint32_t all, uint32_t rows_of_block)
        : rows_in_block(all, rows_of_block, EACH), memory(own), each(rows_of_block), turn(0)
    {
        double *part = &memory.part[0][0][0];
        for (unsigned k = threadIdx.x; k < sizeof memory.part / sizeof *part; k += blockDim.x)
            part[k] = 0;
        if (threadIdx.x < VECTORS) memory.vector[threadIdx.x][BLOCK_ROWS] = 0;
        cluster_wait(); /* no block may write to another that is not there yet, or clears */
    }

    __device__ uint32_t locate(uint32_t j) const
    {
        return cluster_address(&memory.vector[0][j % each], j / each);
    }

    __device__ uint32_t nowhere() const
    {
        return cluster_address(&memory.vector[0][BLOCK_ROWS], blockIdx.x);
    }

    template <int V>
    __device__ real entry(uint32_t at) const
    {
        real value;
        cluster_read<V * cluster_memory<real>::STRIDE *(int)sizeof(real)>(at, &value);
        return value;
    }

    template <int V>
    __device__ real own(unsigned k) const
    {
        return memory.vector[V][mine + 32 * k];
    }

    template <int V>
    __device__ void write(unsigned k, real value)
    {
        memory.vector[V][mine + 32 * k] = value;
    }

    __device__ void wait()
    {
        cluster_wait();
    }

    __device__ bool vote(bool fails)
    {
        const bool mine = __syncthreads_or(fails);
        const unsigned lane = threadIdx.x % 32;
        turn ^= 1;
        if (threadIdx.x < gridDim.x)
            *cluster_shared(&memory.votes[turn][blockIdx.x], threadIdx.x) = mine;
        cluster_wait();
        return __any_sync(~0u, lane < gridDim.x && memory.votes[turn][lane]);
    }

    /* Lanes 0 .. COUNT * BLOCK_PARTS - 1 of the first warp make the values of the block's parts;
     * then each lane brings them to one block, half of them each. */
    template <class How, int SUMS, int LARGEST>
    __device__ void send_parts()
    {
        const unsigned lane = threadIdx.x, parts = each / PART_ROWS, count = How::COUNT * parts,
                       to = lane % CLUSTER_MOST;
        double value = 0;
        if (lane < count)
            value = memory.groups.template part<SUMS, LARGEST>(lane / parts, lane % parts);
        for (unsigned from = 0; from < count; from += 2) {
            const unsigned at = from + lane / CLUSTER_MOST;
            const double sent = __shfl_sync(~0u, value, at);
            if (at < count && to < gridDim.x)
                *cluster_shared(&memory.part[turn][at / parts][blockIdx.x * parts + at % parts],
                                to) = sent;
        }
    }

    template <int SUMS, int LARGEST, class Then>
    __device__ void total(const double (&value)[SUMS + LARGEST][EACH], const Then &then)
    {
        typedef totalling<SUMS, LARGEST> how;
        memory.groups.template keep<SUMS, LARGEST>(value);
        __syncthreads();
        turn ^= 1;
        if (threadIdx.x < 32) send_parts<how, SUMS, LARGEST>();
        cluster_wait();
        if (threadIdx.x < 32) {
            double all[how::COUNT], bundle[how::COUNT];
#pragma unroll
            for (unsigned b = 0; b < CLUSTER_BUNDLES; b++) {
#pragma unroll
                for (int k = 0; k < how::COUNT; k++)
                    bundle[k] = 0 + memory.part[turn][k][32 * b + threadIdx.x];
                how::join_lanes(bundle);
#pragma unroll
                for (int k = 0; k < how::COUNT; k++)
                    all[k] = b == 0 ? bundle[k] : how::join(k, all[k], bundle[k]);
            }
            if (threadIdx.x == 0) then(all);
        }
        __syncthreads();
    }

    __device__ bool reports() const
    {
        return blockIdx.x == 0 && threadIdx.x == 0;
    }
};

/* A block of the grid has at most GRID_EACH rows a thread; so many that DEVICE_PARTS are enough. */
enum {
    GRID_EACH = 3,
    GRID_PARTS = GRID_EACH * GRID_THREADS / PART_ROWS,
    GRID_BLOCKS = DEVICE_PARTS / GRID_PARTS
};
static_assert((int)DEVICE_WIDTH == 2 * (int)MOST_VALUES,
              "device_sums holds the parts of two turns");

struct grid_memory {
    group_values<GRID_PARTS> groups;
    double bundle[MOST_VALUES][BUNDLES];
};

/* Rows are held as in grid_sweeps, whose threads have one each. */
template <class real, unsigned ROWS>
struct grid_space : rows_in_block {
    enum { EACH = ROWS, HELD = ROWS == 1 ? 8 : 4, PADDED = false };
    grid_memory &memory;
    real *vector[VECTORS];
    grid_word *word;
    double *sums; /* of device_sums: [turn][k][part] */
    uint32_t each;
    unsigned meeting, turn;

    __device__ grid_space(grid_memory &own, uint32_t all, uint32_t rows_of_block, real *y, real *z,
                          grid_word *its_word, double *its_sums)
        : rows_in_block(all, rows_of_block, EACH), memory(own), vector{y, z}, word(its_word),
          sums(its_sums), each(rows_of_block), meeting(0), turn(0)
    {
    }

    __device__ uint32_t locate(uint32_t j) const
    {
        return j;
    }

    __device__ uint32_t nowhere() const
    {
        return 0;
    }

    template <int V>
    __device__ real entry(uint32_t at) const
    {
        return vector[V][at];
    }

    template <int V>
    __device__ real own(unsigned k) const
    {
        const uint32_t i = row(k);
        return i < n ? vector[V][i] : 0;
    }

    template <int V>
    __device__ void write(unsigned k, real value)
    {
        const uint32_t i = row(k);
        if (i < n) vector[V][i] = value;
    }

    __device__ void wait()
    {
        vote(false);
    }

    __device__ bool vote(bool fails)
    {
        return grid_vote(word, meeting++, fails);
    }

    __device__ double *part(unsigned k, unsigned p) const
    {
        return &sums[(turn * MOST_VALUES + k) * DEVICE_PARTS + p];
    }

    template <int SUMS, int LARGEST, class Then>
    __device__ void total(const double (&value)[SUMS + LARGEST][EACH], const Then &then)
    {
        typedef totalling<SUMS, LARGEST> how;
        const unsigned me = threadIdx.x, parts = each / PART_ROWS, all_parts = gridDim.x * parts;
        memory.groups.template keep<SUMS, LARGEST>(value);
        __syncthreads();
        turn ^= 1;
        if (me < how::COUNT * parts)
            *part(me / parts, blockIdx.x * parts + me % parts) =
                memory.groups.template part<SUMS, LARGEST>(me / parts, me % parts);
        wait();
        if (me < 32 * BUNDLES) { /* a block has at least as many threads */
            double all[how::COUNT];
#pragma unroll
            for (int k = 0; k < how::COUNT; k++) {
                all[k] = 0;
                for (unsigned p = me; p < all_parts; p += 32 * BUNDLES)
                    all[k] = how::join(k, all[k], __ldcg(part(k, p)));
            }
            how::join_lanes(all);
            if (me % 32 == 0)
#pragma unroll
                for (int k = 0; k < how::COUNT; k++) memory.bundle[k][me / 32] = all[k];
        }
        __syncthreads();
        if (me == 0) {
            double all[how::COUNT];
#pragma unroll
            for (int k = 0; k < how::COUNT; k++) {
                all[k] = memory.bundle[k][0];
#pragma unroll
                for (unsigned b = 1; b < BUNDLES; b++)
                    all[k] = how::join(k, all[k], memory.bundle[k][b]);
            }
            then(all);
        }
        __syncthreads();
    }

    __device__ bool reports() const
    {
        return blockIdx.x == 0 && threadIdx.x == 0;
    }
};
