/* Barrier of several GPUs without the host: each writes the number of its turn into the memory of
 * every other GPU, and waits for theirs in its own memory. A word has the votes beside the turn. */
#include "solvers/cuda/convergence.cuh"

extern "C" {
#include "solvers/cuda/cards.h"
}

enum { LOOK = 4096 /* number of tries between two readings of the clock */ };
enum { WARP = 32, VOTE_BITS = 8, VOTED_STOP = 1 << (VOTE_BITS - 1) };
static const unsigned long long PATIENCE_NS = 60ull * 1000 * 1000 * 1000;
static_assert((int)MAX_CARDS <= (int)WARP, "a lane for each card");

/* Words of a meeting. Each card has one for each number of cards that meet, because cards that met
 * with fewer cards must not be ahead of the others. Words of one turn are in one half, those of the
 * next turn in the other: a card that is a turn ahead must not overwrite a word that another card
 * still reads. */
struct meeting {
    unsigned long long turn;
    unsigned long long from[2][MAX_CARDS];
};

struct meeting_words {
    struct meeting *at[MAX_CARDS];
    int *waited; /* pinned host memory */
};

static struct {
    int opened;
    struct meeting_words words;
} meetings;

static __device__ unsigned long long gpu_now()
{
    unsigned long long ns;
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(ns));
    return ns;
}

static __device__ void meeting_tell(unsigned long long *word, unsigned long long value)
{
    asm volatile("st.release.sys.global.u64 [%0], %1;" ::"l"(word), "l"(value) : "memory");
}

static __device__ unsigned long long meeting_hear(const unsigned long long *word)
{
    unsigned long long value;
    asm volatile("ld.acquire.sys.global.u64 %0, [%1];" : "=l"(value) : "l"(word) : "memory");
    return value;
}

/* Returns the votes of a card: its own votes, and VOTED_STOP if it must stop. */
static __device__ int own_votes(const struct card_vote &vote)
{
    if (!vote.total) return 0;
    return *(const volatile int *)vote.mine | (vote.stop && *vote.stop ? VOTED_STOP : 0);
}

/* Returns whether this card, or another one, has waited too long. */
static __device__ bool gives_up(int *waited, unsigned long long began, int k, int other)
{
    volatile int *word = waited;
    if (*word) return true;
    if (gpu_now() - began < PATIENCE_NS) return false;
    *word = 1 + k * MAX_CARDS + other;
    return true;
}

/* One warp; lane j is for card j. Returns at once if the last votes ended the solve, because then
 * no card comes. */
static __global__ void meet_kernel(struct meeting_words words, int cards, int k,
                                   struct card_vote vote, const int *guard)
{
    if (halted(guard)) return;
    const int lane = threadIdx.x;
    struct meeting *own = &words.at[k][cards];
    const unsigned long long turn = own->turn + 1, half = turn % 2;
    const int mine = own_votes(vote);
    int votes = 0;
    __threadfence_system();
    __syncwarp();
    if (lane < cards) {
        meeting_tell(&words.at[lane][cards].from[half][k], turn << VOTE_BITS | mine);
        unsigned long long heard, began = gpu_now();
        for (unsigned tries = 1; (heard = meeting_hear(&own->from[half][lane])) >> VOTE_BITS < turn;
             tries++)
            if (tries % LOOK == 0 && gives_up(words.waited, began, k, lane)) {
                heard = VOTED_STOP;
                break;
            }
        votes = (int)(heard & ((1 << VOTE_BITS) - 1));
    }
    for (int step = WARP / 2; step; step /= 2) votes |= __shfl_xor_sync(~0u, votes, step);
    if (lane) return;
    own->turn = turn;
    if (!vote.total) return;
    const bool over = (vote.before && halted(vote.before)) || votes & VOTED_STOP;
    *vote.total = over ? 0 : votes;
}

static enum status open_meetings(int cards)
{
    const size_t bytes = (MAX_CARDS + 1) * sizeof(struct meeting);
    int **waited = &meetings.words.waited;
    if (!*waited) {
        MUST(device_status(cudaHostAlloc((void **)waited, sizeof **waited, cudaHostAllocPortable),
                           "allocating pinned memory"));
        **waited = 0;
    }
    for (; meetings.opened < cards; meetings.opened++) {
        struct meeting **at = &meetings.words.at[meetings.opened];
        MUST(device_select(meetings.opened));
        MUST(device_status(cudaMalloc((void **)at, bytes), "allocating"));
        MUST(device_status(cudaMemset(*at, 0, bytes), "clearing"));
    }
    return OK;
}

static struct card_vote vote_at(const struct card_vote *vote, int k)
{
    if (!vote) return {};
    return {(const int *)cards_at(vote->mine, k), (const int *)cards_at(vote->before, k),
            (int *)cards_at(vote->total, k), vote->stop};
}

enum status cards_meet(int cards, const struct card_vote *vote)
{
    enum status status = OK;
    if (meetings.opened < cards) status = open_meetings(cards);
    for (int k = 0; k < cards && status == OK; k++) {
        status = device_select(k);
        if (status != OK) break;
        meet_kernel<<<1, WARP, 0, device_stream()>>>(meetings.words, cards, k, vote_at(vote, k),
                                                     device_guard());
        status = device_launched("meet");
    }
    device_home();
    return status;
}

enum status cards_waited(void)
{
    const int word = meetings.words.waited ? *(volatile int *)meetings.words.waited : 0;
    if (!word) return OK;
    *meetings.words.waited = 0;
    return fail(ERROR_DEVICE, "GPU %d has waited %d s for GPU %d, which did not come",
                (word - 1) / MAX_CARDS, (int)(PATIENCE_NS / 1000000000), (word - 1) % MAX_CARDS);
}
