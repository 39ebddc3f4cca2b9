/* Random numbers that are the same on every platform: xoshiro256** (Blackman, Vigna),
 * seeded by splitmix64. Integers alone; never two draws in one expression, whose order
 * the language leaves open. */
#ifndef QTTY_GRAMMAR_DICE_H
#define QTTY_GRAMMAR_DICE_H

#include <stdbool.h>
#include <stdint.h>

struct dice {
    uint64_t state[4];
};

void dice_seed(struct dice *d, uint64_t seed);

/** The next 64 bits. */
uint64_t dice_next(struct dice *d);

/** 0..sides-1; `sides` is not 0. */
uint32_t dice_roll(struct dice *d, uint32_t sides);

/** low..high. */
uint32_t dice_between(struct dice *d, uint32_t low, uint32_t high);

/** True in so many of 1000 throws. */
bool dice_chance(struct dice *d, uint32_t of_1000);

#endif
