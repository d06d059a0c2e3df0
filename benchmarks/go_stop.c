/* Go-Stop as one fused kernel: the yardstick for the simulator's throughput.
 *     gcc -O3 -march=native -o go_stop go_stop.c
 *     ./go_stop LINEUP GAMES SEED       LINEUP: random,random | greedy,greedy | greedy,random | random,greedy
 * Rules R10-R79 of the rule sheet, every parameter at its default. The first named entrant sits in seat 0 and moves first;
 * game index = deal index. -DALWAYS_STOP: random stops at the first chance. -DSCALAR: one game at a time, the same games.
 *
 * Why it is fast: a card is one bit of a 48-bit mask (id = 4 * (month - 1) + slot), so a month is a nibble and every rule is
 * a few logical operations. LANES games run in lockstep, one per 64-bit lane of a vector, with no branch on the cards. Go and
 * Stop do not influence the cards, so a first pass plays all 20 turns, and a second one finds out where the game had ended:
 * that takes the long dependency chain of scoring out of that of playing. */
#define _POSIX_C_SOURCE 200809L
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
typedef uint64_t u64;
#define INLINE static inline __attribute__((always_inline))
#define UNROLL _Pragma("GCC unroll 40")

/* V: one 64-bit word per game. K: one truth value per game. All that differs between vector and scalar stands here. */
#if defined(__AVX512VPOPCNTDQ__) && defined(__AVX512BW__) && defined(__AVX512DQ__) && defined(__GFNI__) && !defined(SCALAR)
#include <immintrin.h>
enum { LANES = 8, ALL = 255 };
typedef u64 V __attribute__((vector_size(64)));
typedef __mmask8 K;
#define I(x) ((__m512i)(x))
INLINE V all(u64 x) { return (V)_mm512_set1_epi64((long long)x); }
INLINE V iota(void) { return (V){0, 1, 2, 3, 4, 5, 6, 7}; }
INLINE V load8(const uint8_t *p) { return (V)_mm512_cvtepu8_epi64(_mm_loadl_epi64((const __m128i *)p)); }
INLINE void store8(uint8_t *p, V a) { _mm512_mask_cvtepi64_storeu_epi8(p, ALL, I(a)); }
INLINE K meets(V a, V b) { return _mm512_test_epi64_mask(I(a), I(b)); }           /* a & b has a card */
INLINE K apart(V a, V b) { return _mm512_testn_epi64_mask(I(a), I(b)); }          /* a & b is empty */
INLINE K at_least(V a, V b) { return _mm512_cmpge_epu64_mask(I(a), I(b)); }
INLINE V sel(K k, V a, V b) { return (V)_mm512_mask_blend_epi64(k, I(b), I(a)); } /* k ? a : b */
INLINE V count(V a) { return (V)_mm512_popcnt_epi64(I(a)); }
INLINE V most(V a, V b) { return (V)_mm512_max_epu64(I(a), I(b)); }
INLINE V times32(V a, V b) { return (V)_mm512_mul_epu32(I(a), I(b)); }            /* product of the lower halves */
/* OR of each nibble, spread over the nibble: as an affine map over GF(2) right for an odd number of cards of a month */
INLINE V spread(V a) { return (V)_mm512_gf2p8affine_epi64_epi8(I(a), I(all(0x0F0F0F0FF0F0F0F0)), 0); }
INLINE V look_up(const uint8_t t[16], V i) /* t[i] for each lane, if t[0] is 0 */
{ return (V)_mm512_shuffle_epi8(_mm512_broadcast_i32x4(_mm_loadu_si128((const __m128i *)t)), I(i)); }
#else
enum { LANES = 1, ALL = 1 };
typedef u64 V;
typedef uint8_t K;
INLINE V all(u64 x) { return x; }
INLINE V iota(void) { return 0; }
INLINE V load8(const uint8_t *p) { return *p; }
INLINE void store8(uint8_t *p, V a) { *p = (uint8_t)a; }
INLINE K meets(V a, V b) { return (a & b) != 0; }
INLINE K apart(V a, V b) { return (a & b) == 0; }
INLINE K at_least(V a, V b) { return a >= b; }
INLINE V sel(K k, V a, V b) { return k ? a : b; }
INLINE V count(V a) { return (V)__builtin_popcountll(a); }
INLINE V most(V a, V b) { return a > b ? a : b; }
INLINE V times32(V a, V b) { return (a & 0xFFFFFFFF) * (b & 0xFFFFFFFF); }
INLINE V spread(V a) { a |= a >> 1, a |= a >> 2, a &= 0x111111111111; return (a << 4) - a; }
INLINE V look_up(const uint8_t t[16], V i) { return t[i]; }
#endif
INLINE V low(V a) { return a & -a; }
INLINE K no(K k) { return k ^ ALL; }
INLINE K any(V a) { return meets(a, a); }
INLINE V only(K k, V a) { return sel(k, a, all(0)); }
INLINE V add_if(K k, V a, V b) { return sel(k, a + b, a); }
INLINE u64 games_in(K k) { return (u64)__builtin_popcount(k); }

/* The cards: section 5 of the rule sheet. */
#define C(id) (1ull << (id))
#define BRIGHT (C(0) | C(8) | C(28) | C(40) | C(44))
#define ANIMAL (C(4) | C(12) | C(16) | C(20) | C(24) | C(29) | C(32) | C(36) | C(45))
#define RED (C(1) | C(5) | C(9))
#define PLAIN (C(13) | C(17) | C(25))
#define BLUE (C(21) | C(33) | C(37))
#define RIBBON (RED | PLAIN | BLUE | C(46))
#define DOUBLE (C(43) | C(47))
#define DECK (C(48) - 1)
#define JUNK (DECK & ~(BRIGHT | ANIMAL | RIBBON))
#define ONES 0x111111111111ull
#define QUADS(x) ((x) & (x) >> 1 & (x) >> 2 & (x) >> 3 & ONES)
/* Constants of the inner loops as variables, so that gcc takes them from memory: literals it would rebuild in general
 * registers dozens of times a turn. value: bit planes of the cards' values (greedy); month: the same of the value of a whole
 * month, which is 11 but for 16 (months 1, 3), 17 (8), 15 (11) and 22 (12). */
struct { u64 bright, animal, ribbon, junk, twice, single, cup, godori, red, plain, blue, deck, low32, value[4], month[5],
    one, two, three, four, five, eight, nine, twelve; } m = {BRIGHT, ANIMAL, RIBBON, JUNK, DOUBLE, JUNK & ~DOUBLE, C(32),
    C(4) | C(12) | C(29), RED, PLAIN, BLUE, DECK, 0xFFFFFFFF, {ANIMAL | JUNK, BRIGHT | DOUBLE, ANIMAL | RIBBON, BRIGHT},
    {0x0FFFFFFFF0F0, 0xFFFF0FFFF0F0, 0xFF0000000000, 0x0FFF0FFFF0F0, 0xF000F0000F0F}, 1, 2, 3, 4, 5, 8, 9, 12};

enum { RANDOM, GREEDY };
enum { STOP, FOUR_IN_HAND, THREE_PPUK, NAGARI };
enum { BLOCK = 32, GROUPS = BLOCK / LANES, CHUNK = 65536 };
typedef uint8_t B __attribute__((vector_size(BLOCK)));
typedef union { B row; uint8_t lane[BLOCK]; } Bytes;
typedef struct { int16_t payoff; uint8_t total[2], turns, reason, go[2]; } Row; /* eight bytes: one lane of a vector */
static union { V v[CHUNK / LANES]; Row row[CHUNK]; } rows;
typedef struct {
    V hand[2], caught[2], field; /* field: loose cards and piles; three cards of a month are always a pile (S3) */
    V pair, pile, own[2];        /* months with two loose cards, months with a pile (R16, R27), a seat's Ppuk months */
    V second, rng[2][4];         /* second: of each pair of the deal, the card greedy does not want */
} Game;
typedef struct { V caught[2]; K choice, flip_choice, third, go; } Turn; /* what the second pass needs to know of a turn */
typedef struct { V total, line, animals, units; } Score;

/* Random numbers: xoshiro256++, seeded by SplitMix64 from (seed, deal index, stream). Streams: 0 deal, 1 + seat. */
#define GOLDEN 0x9E3779B97F4A7C15ull
#define ROTL(x, k) (((x) << (k)) | ((x) >> (64 - (k))))
#define MIX(z) (z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ull, z = (z ^ (z >> 27)) * 0x94D049BB133111EBull, z ^= z >> 31)
INLINE V next(V s[4])
{
    V out = ROTL(s[0] + s[3], 23) + s[0], t = s[1] << 17;
    s[2] ^= s[0], s[3] ^= s[1], s[1] ^= s[2], s[0] ^= s[3], s[2] ^= t, s[3] = ROTL(s[3], 45);
    return out;
}
INLINE void seed_stream(V s[4], u64 seed_hash, u64 index, u64 stream)
{
    V z = seed_hash + (3 * (index + iota()) + stream + 1) * GOLDEN;
    MIX(z);
    for (int j = 0; j < 4; j++) s[j] = z += GOLDEN, MIX(s[j]);
}

/* R10-R16: deals BLOCK games at once, and again those that are not playable. This is the shuffle of Fisher and Yates in its
 * first form: draw i takes the pick[i]-th of the 48 - i cards still there. Draws 0-19 are the stock, 20-27 the field, 28-37
 * hand 0; what is left is hand 1 and needs no order. */
INLINE void deal(Game *g, Bytes *stock, u64 seed_hash, u64 index)
{
    V s[GROUPS][4];
    Bytes pick[39], fresh;
    K todo[GROUPS], fair[GROUPS], again = ALL;
    for (int q = 0; q < GROUPS; q++) seed_stream(s[q], seed_hash, index + (u64)(q * LANES), 0), todo[q] = ALL;
    while (again) {
        for (int q = 0; q < GROUPS; q++) {
            V x, word = fair[q] = ALL, word = all(0);
        }
    }
}
