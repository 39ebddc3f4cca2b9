/* An emulator that depends on where its input is cut, for the self-test of the runner: it
 * loses a `!` that is fed alone, and a `?` at the front of a longer piece. The build
 * renames the runner's calls of qtty_emulator_feed to this function. */
#undef qtty_emulator_feed
#include <quietty/emulator.h>

qtty_status lossy_feed(qtty_emulator *e, qtty_span bytes);

qtty_status
lossy_feed(qtty_emulator *e, qtty_span bytes)
{
    bool lost = bytes.len == 1 ? bytes.data[0] == '!' : bytes.data[0] == '?';
    if (lost) {
        bytes.data++;
        bytes.len--;
    }
    return qtty_emulator_feed(e, bytes);
}
