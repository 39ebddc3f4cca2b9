/* Counting rows by the bytes, never too few. What a byte means is known roughly: text
 * within a string counts as text, and whatever has an introducer before it as a
 * sequence; a real one is never missed, since its introducer stands for itself. */
#include "lines/slice.h"

#include <stdbool.h>
#include <string.h>

enum { SLICE_BYTES = 4096 };

/* Final bytes of the usual control sequences that move no row off the screen: ECMA-48's
 * ICH, CUU to CHA, CUP, EL, DCH, ECH, HPA, HPR, VPA, VPR, HVP, SGR. */
static const char harmless[] = "@ABCDEFGHKPX`adefm";

/* May the byte end a sequence that moves a screen of rows: ED, SU, DL, REP, RIS, a mode,
 * a size? */
static bool
ends_screenful(struct slicer *s, uint8_t byte)
{
    const bool final = byte < 0x7F && byte >= (s->state == SLICE_CONTROL ? 0x40 : 0x30);
    if (byte == 0x1B) {
        s->state = SLICE_ESCAPE;
    } else if (byte == 0x9B || (s->state == SLICE_ESCAPE && byte == '[')) {
        s->state = SLICE_CONTROL;
    } else if (s->state != SLICE_TEXT && final) {
        const bool control = s->state == SLICE_CONTROL;
        s->state = SLICE_TEXT;
        return control ? strchr(harmless, byte) == NULL : byte == 'c';
    }
    return false;
}

/* LF, VT, FF, IND, NEL move a row. So may the text after HT or a sequence, which can put
 * the cursor at the right margin. */
static bool
moves_row(uint8_t byte)
{
    return (byte >= 0x09 && byte <= 0x0C) || byte == 0x1B || byte == 0x84 || byte == 0x85
           || byte == 0x9B;
}

/* A byte is at most two columns, and a row of double width has half of them. The first
 * row may be full when the slice begins. */
size_t
slice_front(struct slicer *s, qtty_span bytes, uint32_t cols)
{
    const uint32_t row_bytes = cols >= 4 ? cols / 4 : 1;
    uint32_t moved = 1, text = 0;
    size_t len = 0;
    while (len < bytes.len && len < SLICE_BYTES && moved + 2 <= SLICE_ROWS) {
        const uint8_t byte = bytes.data[len++];
        moved += moves_row(byte);
        if (++text == row_bytes) {
            text = 0;
            moved++;
        }
        if (ends_screenful(s, byte))
            break;
    }
    return len;
}
