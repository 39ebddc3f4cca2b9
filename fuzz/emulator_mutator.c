/* libFuzzer's mutator of the emulator harness: most changes are those of the grammar,
 * upon what comes after the settings; the others, and those of the settings, are
 * libFuzzer's own. */
#include "grammar/grammar.h"

enum { SETTINGS = 4 };

size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t max);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max, unsigned seed);

size_t
LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max, unsigned seed)
{
    if (size < SETTINGS || max <= SETTINGS || seed % 4 == 0)
        return LLVMFuzzerMutate(data, size, max);
    return SETTINGS
           + grammar_mutate(data + SETTINGS, size - SETTINGS, max - SETTINGS, seed);
}
