/* xoshiro256**, as its authors describe it. */
#include "grammar/dice.h"

static uint64_t
splitmix(uint64_t *x)
{
    *x += 0x9E3779B97F4A7C15u;
    uint64_t z = *x;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
    z = (z ^ z >> 27) * 0x94D049BB133111EBu;
    return z ^ z >> 31;
}

void
dice_seed(struct dice *d, uint64_t seed)
{
    for (int i = 0; i < 4; i++)
        d->state[i] = splitmix(&seed);
}

static uint64_t
rotated(uint64_t x, int by)
{
    return x << by | x >> (64 - by);
}

uint64_t
dice_next(struct dice *d)
{
    uint64_t *s = d->state;
    uint64_t result = rotated(s[1] * 5, 7) * 9;
    uint64_t shifted = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= shifted;
    s[3] = rotated(s[3], 45);
    return result;
}

uint32_t
dice_roll(struct dice *d, uint32_t sides)
{
    return (uint32_t)((dice_next(d) >> 32) * sides >> 32);
}

uint32_t
dice_between(struct dice *d, uint32_t low, uint32_t high)
{
    return low + dice_roll(d, high - low + 1);
}

bool
dice_chance(struct dice *d, uint32_t of_1000)
{
    return dice_roll(d, 1000) < of_1000;
}
