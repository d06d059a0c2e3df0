/* Go-Stop as one fused kernel: the yardstick for the simulator's throughput.
 *
 *     gcc -O3 -march=native -o fused_go_stop fused_go_stop.c
 *     ./fused_go_stop LINEUP GAMES SEED       LINEUP: random,random | greedy,greedy | greedy,random | random,greedy
 *
 * Rules R10-R79 of the rule sheet, every parameter at its default. The first named entrant sits in seat 0 and moves
 * first; game index = deal index. -DALWAYS_STOP: random stops at the first chance. -DSCALAR: one game at a time.
 *
 * Why it is fast: a card is one bit of a 48-bit mask (id = 4 * (month - 1) + slot), so a month is a nibble and every
 * rule is a few logical operations. There is no branch on the cards: LANES games run in lockstep, one per 64-bit lane of
 * a vector. A game that has ended is played on, but its capture piles, Go counts and turns are frozen. */
#define _POSIX_C_SOURCE 200809L
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef uint64_t u64;
#define INLINE static inline __attribute__((always_inline))

/* V: one 64-bit word per game. K: one truth value per game. All that differs between vector and scalar stands here. */
#if defined(__AVX512VPOPCNTDQ__) && defined(__AVX512DQ__) && defined(__GFNI__) && !defined(SCALAR)
#include <immintrin.h>
enum { LANES = 8, ALL = 255 };
typedef u64 V __attribute__((vector_size(64)));
typedef __mmask8 K;
#define I(x) ((__m512i)(x))
INLINE V all(u64 x) { return (V)_mm512_set1_epi64((long long)x); }
INLINE V iota(void) { return (V){0, 1, 2, 3, 4, 5, 6, 7}; }
INLINE V load8(const uint8_t *p) { return (V)_mm512_cvtepu8_epi64(_mm_loadl_epi64((const __m128i *)p)); }
INLINE K meets(V a, V b) { return _mm512_test_epi64_mask(I(a), I(b)); }        /* a & b has a card */
INLINE K apart(V a, V b) { return _mm512_testn_epi64_mask(I(a), I(b)); }       /* a & b is empty */
INLINE K at_least(V a, V b) { return _mm512_cmpge_epu64_mask(I(a), I(b)); }
INLINE V sel(K k, V a, V b) { return (V)_mm512_mask_blend_epi64(k, I(b), I(a)); } /* k ? a : b */
INLINE V only(K k, V a) { return (V)_mm512_maskz_mov_epi64(k, I(a)); }         /* k ? a : 0 */
INLINE V count(V a) { return (V)_mm512_popcnt_epi64(I(a)); }
INLINE V most(V a, V b) { return (V)_mm512_max_epu64(I(a), I(b)); }
/* OR of each nibble, spread over the nibble. As an affine map over GF(2) it needs an odd number of cards per month. */
INLINE V spread(V a) { return (V)_mm512_gf2p8affine_epi64_epi8(I(a), I(all(0x0F0F0F0FF0F0F0F0u)), 0); }
#else
enum { LANES = 1, ALL = 1 };
typedef u64 V;
typedef uint8_t K;
INLINE V all(u64 x) { return x; }
INLINE V iota(void) { return 0; }
INLINE V load8(const uint8_t *p) { return *p; }
INLINE K meets(V a, V b) { return (a & b) != 0; }
INLINE K apart(V a, V b) { return (a & b) == 0; }
INLINE K at_least(V a, V b) { return a >= b; }
INLINE V sel(K k, V a, V b) { return k ? a : b; }
INLINE V only(K k, V a) { return k ? a : 0; }
INLINE V count(V a) { return (V)__builtin_popcountll(a); }
INLINE V most(V a, V b) { return a > b ? a : b; }
INLINE V spread(V a) { a |= a >> 1; a |= a >> 2; a &= 0x111111111111; return (a << 4) - a; }
#endif
INLINE V low(V a) { return a & -a; }
INLINE K negate(K k) { return k ^ ALL; }
INLINE unsigned games_in(K k) { return (unsigned)__builtin_popcount(k); }

/* Section 5 of the rule sheet. */
#define C(id) (1ull << (id))
#define BRIGHT (C(0) | C(8) | C(28) | C(40) | C(44))
#define ANIMAL (C(4) | C(12) | C(16) | C(20) | C(24) | C(29) | C(32) | C(36) | C(45))
#define GODORI (C(4) | C(12) | C(29))
#define RED (C(1) | C(5) | C(9))
#define PLAIN (C(13) | C(17) | C(25))
#define BLUE (C(21) | C(33) | C(37))
#define RIBBON (RED | PLAIN | BLUE | C(46))
#define DOUBLE (C(43) | C(47))
#define CUP C(32)
#define DECK (C(48) - 1)
#define SINGLE (DECK & ~(BRIGHT | ANIMAL | RIBBON | DOUBLE))
#define ONES 0x111111111111ull
#define MONTHS(list) ((list) * 15)      /* list: lowest bits of nibbles */

enum { RANDOM, GREEDY };
enum { STOP, FOUR_IN_HAND, THREE_PPUK, NAGARI };
typedef struct { int16_t payoff; uint8_t total[2], turns, reason, go[2]; } Row; /* stored by one vector store */
typedef struct { u64 hand[2][LANES], field[LANES]; uint8_t stock[20][8]; } Deal;

/* Random numbers: xoshiro256++, seeded by SplitMix64 from (seed, deal index, stream). Streams: 0 deal, 1 + seat. */
#define GOLDEN 0x9E3779B97F4A7C15ull
#define ROTL(x, k) (((x) << (k)) | ((x) >> (64 - (k))))
#define MIX(z) (z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ull, z = (z ^ (z >> 27)) * 0x94D049BB133111EBull, z ^= z >> 31)
#define SEED(s, start) do { for (int j_ = 0; j_ < 4; j_++) { s[j_] = (start) + GOLDEN * (u64)(j_ + 1); MIX(s[j_]); } } while (0)
#define NEXT(out, s) do { out = ROTL(s[0] + s[3], 23) + s[0]; __typeof__(s[0] + 0) t_ = s[1] << 17; s[2] ^= s[0]; \
    s[3] ^= s[1]; s[1] ^= s[2]; s[0] ^= s[3]; s[2] ^= t_; s[3] = ROTL(s[3], 45); } while (0)

INLINE int has_quad(u64 x) { return (x & x >> 1 & x >> 2 & x >> 3 & ONES) != 0; }

/* R10-R16: shuffle until playable. Fisher-Yates from the top of the array; it stops when ten cards are left, because
 * they are the second hand in whatever order. Eight bounded draws come from one random word by repeated multiplication
 * (Lemire's method on the product of the bounds: exact, a rejection once in about ten million words). */
INLINE void deal_one(Deal *d, int lane, u64 seed_hash, u64 index)
{
    u64 s[4], start = seed_hash + (3 * index + 1) * GOLDEN;
    MIX(start);
    SEED(s, start);
    u64 field, hand[2];
    do {
        static const u64 sorted[6] = {0x0706050403020100, 0x0F0E0D0C0B0A0908, 0x1716151413121110,
                                      0x1F1E1D1C1B1A1918, 0x2726252423222120, 0x2F2E2D2C2B2A2928};
        union { u64 word[6]; uint8_t card[48]; } a;
        memcpy(&a, sorted, sizeof a);
        field = hand[0] = hand[1] = 0;
#pragma GCC unroll 8
        for (int n = 48; n > 10; n -= 8) {
            int k = n - 10 < 8 ? n - 10 : 8, j[8];
            u64 r, product;
            do {
                NEXT(r, s);
                product = 1;
#pragma GCC unroll 8
                for (int i = 0; i < k; i++) {
                    __uint128_t x = (__uint128_t)r * (u64)(n - i);
                    j[i] = (int)(x >> 64), r = (u64)x, product *= (u64)(n - i);
                }
            } while (__builtin_expect(r < product && r < -product % product, 0));
#pragma GCC unroll 8
            for (int i = 0; i < k; i++) {
                int c = a.card[j[i]];
                a.card[j[i]] = a.card[n - 1 - i];
                if (n - i > 28) d->stock[48 - n + i][lane] = (uint8_t)c;
                else if (n - i > 20) field |= C(c);
                else hand[0] |= C(c);
            }
        }
#pragma GCC unroll 10
        for (int i = 0; i < 10; i++) hand[1] |= C(a.card[i]);
    } while (__builtin_expect(has_quad(field) || (has_quad(hand[0]) && has_quad(hand[1])), 0)); /* R13, R15 */
    d->hand[0][lane] = hand[0], d->hand[1][lane] = hand[1], d->field[lane] = field;
}

typedef struct { V total, line, animals, units; } Score;
INLINE Score score(V c) /* R50-R60 */
{
    Score s;
    /* R50, R51: points by number of brights, one nibble each; the upper half of the table is "with the December rain" */
    s.line = (all(0x00F4200000043000) >> ((count(c & BRIGHT) << 2) + (c >> 39 & 32))) & 15;
    V animals = count(c & ANIMAL), units = count(c & (SINGLE | DOUBLE)) + count(c & DOUBLE), lacks = ~c;
    /* R59: as junk the cup wins two points from nine other units on, one with eight; as an animal it is worth a point
     * if it is the fifth or a later one */
    K junk = meets(c, all(CUP)) & at_least(units + only(negate(at_least(animals, all(5))), all(1)), all(9));
    s.animals = animals - only(junk, all(1));
    s.units = units + only(junk, all(2));
    s.total = s.line + most(s.animals, all(4)) + most(count(c & RIBBON), all(4)) + most(s.units, all(9)) - 17 /* R52, R54, R57 */
        + only(apart(lacks, all(GODORI)), all(5))                                                         /* R53 */
        + only(apart(lacks, all(RED)), all(3)) + only(apart(lacks, all(PLAIN)), all(3)) + only(apart(lacks, all(BLUE)), all(3));
    return s;
}

typedef struct {
    V hand[2], caught[2], field;    /* field: loose cards and piles; three cards of a month are always a pile (S3) */
    V pair, pile, own[2];           /* months with two loose cards, months with a pile (R16, R27), a seat's Ppuk months */
    V second;                       /* of each pair of the deal, the card greedy does not want */
    V ppuks[2], need[2], go[2];     /* need: lowest total that gives a decision (R70) */
    V rng[2][4], turns;
    K live, stopped[2], third[2];
    u64 decisions;
} Game;

/* One junk card moves, the cheapest, lowest id (R36; the cup is no junk here: R37). Returns where it was a single. */
INLINE K steal(Game *g, int p, K who)
{
    V from = g->caught[1 - p], single = from & SINGLE;
    K is_single = meets(single, single);
    V x = only(who, low(sel(is_single, single, from & DOUBLE)));
    g->caught[1 - p] ^= x, g->caught[p] |= x;
    return is_single;
}

INLINE V best(V cards, V plane) { return sel(meets(cards, plane), cards & plane, cards); }

/* One turn of seat p. `left`: cards in the mover's hand. */
INLINE void turn(Game *g, const int p, const int strategy, int left, V flipped)
{
    const int last = left == 1; /* A5: each player's own last card */
    V hand = g->hand[p], field = g->field, card, take2, flip2, word = all(0);
    g->turns += only(g->live, all(1));

    /* R20, R23: one action per hand card, and a second one where two loose cards of its month lie in the field */
    K choice = left > 1 ? g->live : g->live & meets(hand, g->pair);
    g->decisions += games_in(choice);
    if (strategy == RANDOM) {
        /* One word for all the decisions of a turn, which use different bits of it: the upper half draws the action,
         * bit 0 the card taken by the flipped card, bit 1 Go. */
        V actions = (u64)left + count(hand & g->pair), x;
        NEXT(word, g->rng[p]);
        x = (word >> 32) * actions;
        K again = negate(at_least(x & 0xFFFFFFFF, actions)); /* Lemire: hardly ever */
        while (__builtin_expect(again && (again = negate(at_least(x & 0xFFFFFFFF, (all(1) << 32) % actions))), 0)) {
            V s[4] = {g->rng[p][0], g->rng[p][1], g->rng[p][2], g->rng[p][3]}, w;
            NEXT(w, s);
            for (int j = 0; j < 4; j++) g->rng[p][j] = sel(again, s[j], g->rng[p][j]);
            word = sel(again, w, word);
            x = (word >> 32) * actions;
        }
        x >>= 32;
        K extra = at_least(x, all((u64)left));
        take2 = only(extra, all(DECK));
        card = sel(extra, hand & g->pair, hand);
        x -= only(extra, all((u64)left));
        for (int i = 1; i < left; i++) card = sel(at_least(x, all((u64)i)), card & (card - 1), card); /* k-th card */
        card = low(card);
        flip2 = -(word & 1);
    } else {
        /* Section 6: value = own card + cards taken, or minus the own card where nothing matches. Values as bit planes:
         * bit i of a card's value is its bit in plane i, so all cards are added at once (taken: spread over the month). */
        const u64 o0 = ANIMAL | DOUBLE | SINGLE, o1 = BRIGHT | DOUBLE, o2 = ANIMAL | RIBBON, o3 = BRIGHT;
        V taken = field & ~(g->second & g->pair), matched = spread(taken), lone = ~matched, pile = g->pile;
        V t0 = spread(taken & o0), t1 = spread(taken & o1), t2 = spread(taken & o2), t3 = spread(taken & o3);
        V c0 = t0 & o0, c1 = (t1 & o1) | (c0 & (t1 | o1)), c2 = (t2 & o2) | (c1 & (t2 | o2));
        /* A pile: the value of the whole month, 11 but for 16 (months 1, 3), 17 (8), 15 (11) and 22 (12) */
        V s4 = pile & MONTHS(0x100010000101), s3 = (pile & MONTHS(0x011101111010)) | (~pile & (t3 ^ o3 ^ c2));
        V s2 = (pile & MONTHS(0x110000000000)) | (~pile & (t2 ^ o2 ^ c1));
        V s1 = (pile & MONTHS(0x111101111010)) | (~pile & (t1 ^ o1 ^ c0));
        V s0 = (pile & MONTHS(0x011111111010)) | (~pile & (t0 ^ o0));
        card = best(hand, matched);                            /* any capture beats none; */
        card = best(card, s4);
        card = best(card, (matched & s3) | (lone & ~o3));      /* without one the cheapest card goes */
        card = best(card, (matched & s2) | (lone & ~o2));
        card = best(card, (matched & s1) | (lone & ~o1));
        card = low(best(card, (matched & s0) | (lone & ~o0)));
        take2 = flip2 = all(0);
    }
    g->hand[p] = hand ^ card;

    /* R21-R24: the hand card. A pile is taken whole, of a pair one card. */
    V month = spread(card);
    V taken = field & month & ~(g->pair & (g->second ^ take2));
    V caught = only(meets(taken, taken), card | taken);
    V after = (field | card) & ~caught;

    /* R25: the stock card, in the field as it is now. A pair broken by the hand card is none any more. */
    V stock = all(1) << flipped, stock_month = all(15) << (flipped & 60), pair = g->pair & ~month;
    g->decisions += games_in(g->live & meets(stock, pair));
    V taken_by_stock = after & stock_month & ~(pair & (g->second ^ flip2));
    K catches = meets(taken_by_stock, taken_by_stock), same = meets(stock, month);
    V caught_by_stock = only(catches, stock | taken_by_stock);
    after = (after | stock) & ~caught_by_stock;

    /* R27: the stock card found its month gone to the hand card's pair: all three lie in the field again, as a pile */
    K ppuk = same & meets(caught, caught) & negate(catches);
    V back = only(ppuk, caught), back_month = only(ppuk, month);
    V gain = (caught ^ back) | caught_by_stock;
    g->field = after | back;

    /* R28-R32: Chok and Ttadak are the stock card catching in the month of the hand card; Sseul (A6): the turn took the
     * only two cards of the field (of one month it would be a Ttadak). Own last card: no bonus. R33, R34: piles. */
    K bonus = (same & catches) | (apart(field, ~gain) & at_least(all(2), count(field)) & at_least(count(field), all(2)));
    bonus = last ? 0 : bonus;
    K by_hand = g->live & (meets(card, g->pile) | bonus), by_stock = g->live & meets(stock, g->pile); /* pile, bonus: S5 */
    g->caught[p] |= only(g->live, gain);
    if (by_hand | by_stock) {
        K single = steal(g, p, by_hand);
        steal(g, p, by_hand & single & meets(card, g->own[p])); /* R35, A10: a double was two units */
        if (by_stock) {
            single = steal(g, p, by_stock);
            steal(g, p, by_stock & single & meets(stock, g->own[p]));
        }
    }
    g->pair = pair & ~stock_month;
    g->pile |= back_month;
    g->own[p] |= back_month;
    g->ppuks[p] += only(ppuk, all(1));

    K third = g->live & at_least(g->ppuks[p], all(3)); /* R38 */
    g->third[p] |= third;
    g->live &= negate(third);

    /* R70, R79: on the last turn only Stop exists */
    V total = score(g->caught[p]).total;
    K asked = g->live & at_least(total, g->need[p]), go = 0;
    if (!last) g->decisions += games_in(asked);
#ifndef ALWAYS_STOP
    if (strategy == RANDOM && !last) {
        go = asked & meets(word, all(2));
        g->go[p] += only(go, all(1));
        g->need[p] = sel(go, total + 1, g->need[p]); /* R03, A11 */
    }
#endif
    g->stopped[p] |= asked & negate(go);
    g->live &= negate(asked) | go;
}

/* Plays LANES games and writes their rows; returns the number of decisions. */
INLINE u64 play(const Deal *d, V *rows, const int strategy0, const int strategy1, u64 seed_hash, u64 index, u64 games)
{
    Game g = {.live = at_least(all(games), iota() + 1)};
    for (int p = 0; p < 2; p++) {
        memcpy(&g.hand[p], d->hand[p], sizeof(V));
        V start = seed_hash + (3 * (index + iota()) + (u64)(2 + p)) * GOLDEN;
        MIX(start);
        SEED(g.rng[p], start);
        g.caught[p] = g.own[p] = g.ppuks[p] = g.go[p] = all(0), g.need[p] = all(7);
    }
    memcpy(&g.field, d->field, sizeof(V));
    g.turns = all(0);
    V n = g.field - (g.field >> 1 & 0x555555555555);
    n = (n & 0x333333333333) + (n >> 2 & 0x333333333333); /* cards per month, 0 to 3 */
    V two = n >> 1 & ~n & ONES, three = n >> 1 & n & ONES;
    g.pair = (two << 4) - two, g.pile = (three << 4) - three;
    /* Of two cards the lower id is worth more or the same, except November's double junk (3) above its singles (1) */
    V in_pair = g.field & g.pair;
    g.second = in_pair & (in_pair - two);
    g.second ^= only(meets(g.second, all(C(43))) & meets(in_pair, all(C(41) | C(42))), in_pair & MONTHS(C(40)));

    K four[2];
    for (int p = 0; p < 2; p++) { /* R14 */
        V h = g.hand[p], quad = h & h >> 1 & h >> 2 & h >> 3 & ONES;
        four[p] = meets(quad, quad);
    }
    g.live &= negate(four[0] | four[1]);
    for (int round = 0; round < 10 && g.live; round++) {
        turn(&g, 0, strategy0, 10 - round, load8(d->stock[2 * round]));
        turn(&g, 1, strategy1, 10 - round, load8(d->stock[2 * round + 1]));
    }

    /* R71-R78 */
    Score s0 = score(g.caught[0]), s1 = score(g.caught[1]);
    K won0 = g.stopped[0] | g.third[0] | four[0], nagari = g.live;
    K stop = g.stopped[0] | g.stopped[1], five = four[0] | four[1] | g.third[0] | g.third[1];
#define WINNER(a, b) sel(won0, a, b)
    V loser = WINNER(g.caught[1], g.caught[0]), go = WINNER(g.go[0], g.go[1]), loser_units = WINNER(s1.units, s0.units);
    loser_units = count(loser & (SINGLE | DOUBLE)) + count(loser & DOUBLE) + (loser >> 31 & 2);           /* R78 */
    V doublings = most(go, all(2)) - 2;                                                                    /* R73 */
    V line = WINNER(s0.line, s1.line);
    doublings += only(meets(line, line) & apart(loser, all(BRIGHT)), all(1));                              /* R74 */
    doublings += only(at_least(WINNER(s0.animals, s1.animals), all(7)), all(1));                           /* R75 */
    doublings += only(at_least(WINNER(s0.units, s1.units), all(10)) & at_least(all(4), loser_units), all(1)); /* R76 */
    V points = WINNER(s0.total, s1.total) + only(at_least(all(2), go), go);                                /* R72 */
    V pay = only(stop, points << doublings) + only(five, all(5));                                          /* R77 */
    pay = sel(won0, pay, -pay) & 0xFFFF;
    V reason = only(four[0] | four[1], all(FOUR_IN_HAND)) + only(g.third[0] | g.third[1], all(THREE_PPUK)) + only(nagari, all(NAGARI));
    *rows = pay | s0.total << 16 | s1.total << 24 | g.turns << 32 | reason << 40 | g.go[0] << 48 | g.go[1] << 56;
    return g.decisions;
}

enum { CHUNK = 65536 };
static union { V v[CHUNK / LANES]; Row row[CHUNK]; } rows;
#define LINEUP(name, s0, s1) static u64 name(u64 games, u64 seed_hash, u64 index) { u64 n = 0; Deal d; \
    for (u64 i = 0; i < games; i += LANES) { \
        for (int k = 0; k < LANES; k++) deal_one(&d, k, seed_hash, index + i + (u64)k); \
        n += play(&d, &rows.v[i / LANES], s0, s1, seed_hash, index + i, games - i); } return n; }
LINEUP(random_random, RANDOM, RANDOM)
LINEUP(greedy_greedy, GREEDY, GREEDY)
LINEUP(greedy_random, GREEDY, RANDOM)
LINEUP(random_greedy, RANDOM, GREEDY)

int main(int argc, char **argv)
{
    static const struct { const char *name; u64 (*run)(u64, u64, u64); } lineups[] = {{"random,random", random_random},
        {"greedy,greedy", greedy_greedy}, {"greedy,random", greedy_random}, {"random,greedy", random_greedy}};
    int which = 0;
    while (which < 4 && (argc != 4 || strcmp(argv[1], lineups[which].name))) which++;
    if (which == 4) return fprintf(stderr, "usage: %s LINEUP GAMES SEED\n", argv[0]), 2;
    u64 games = strtoull(argv[2], 0, 10), seed_hash = strtoull(argv[3], 0, 10) + GOLDEN;
    MIX(seed_hash);
    u64 decisions = 0, wins[2] = {0, 0}, reasons[4] = {0, 0, 0, 0}, turns = 0, paid = 0, checksum = 0;
    struct timespec t0, t1;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t0);
    for (u64 done = 0; done < games; done += CHUNK) {
        u64 n = games - done < CHUNK ? games - done : CHUNK;
        decisions += lineups[which].run(n, seed_hash, done);
        for (u64 i = 0; i < n; i++) {
            const Row *r = &rows.row[i];
            u64 word;
            memcpy(&word, r, sizeof word);
            checksum = (checksum ^ word) * GOLDEN, checksum ^= checksum >> 29;
            wins[0] += r->payoff > 0, wins[1] += r->payoff < 0, paid += (u64)abs(r->payoff);
            reasons[r->reason]++, turns += r->turns;
        }
    }
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t1);
    double seconds = (double)(t1.tv_sec - t0.tv_sec) + 1e-9 * (double)(t1.tv_nsec - t0.tv_nsec), g = (double)games;
    double decisive = (double)(wins[0] + wins[1]);
    printf("{\"lineup\": \"%s\", \"games\": %llu, \"seconds\": %.6f, \"games_per_second\": %.0f, \"decisions_per_second\": %.0f, "
           "\"decisions_per_game\": %.4f, \"first_share\": %.5f, \"nagari_share\": %.6f, \"mean_payment\": %.4f, "
           "\"mean_turns\": %.4f, \"four_in_hand_share\": %.5f, \"three_ppuk_share\": %.5f, \"checksum\": \"%016llx\"}\n",
           lineups[which].name, (unsigned long long)games, seconds, g / seconds, (double)decisions / seconds, (double)decisions / g,
           (double)wins[0] / decisive, (double)reasons[NAGARI] / g, (double)paid / decisive, (double)turns / g,
           (double)reasons[FOUR_IN_HAND] / g, (double)reasons[THREE_PPUK] / g, (unsigned long long)checksum);
    return 0;
}
