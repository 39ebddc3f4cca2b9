/* The stream projection a second time: the rules of the engine's README, read byte by
 * byte with no thought of speed, pieces or memory. */
#ifndef QTTY_FUZZ_STREAM_MODEL_H
#define QTTY_FUZZ_STREAM_MODEL_H

#include <quietty/buf.h>

/** Append what a whole stream says: its lines, each followed by LF. */
void stream_model(qtty_span input, qtty_buf *out);

#endif
