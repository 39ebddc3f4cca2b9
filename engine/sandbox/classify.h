/* Whose failure it was: the sandbox's own, or that of a program that it denied
 * something. */
#ifndef QTTY_SANDBOX_CLASSIFY_H
#define QTTY_SANDBOX_CLASSIFY_H

#include <quietty/base.h>

typedef enum sandbox_outcome {
    SANDBOX_UNINVOLVED, /* nothing points to it */
    SANDBOX_FAILED,     /* it could not be made, or not start the program */
    SANDBOX_DENIED,     /* likely: the program failed, and says what a denial says */
} sandbox_outcome;

/**
 * Tell how a sandboxed program ended during its start-up. A pure function.
 *
 * @param code    Its exit code; 0: it did well, or there is none.
 * @param output  All that was printed.
 * @param reason  Set to the line that tells, borrowed from `output`; else empty.
 */
sandbox_outcome sandbox_classify(int32_t code, qtty_span output, qtty_span *reason);

#endif
