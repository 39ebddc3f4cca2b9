/* What is told of a request: the output alone, an object a line, or a text for who wants
 * to see what a program that drives sessions is told. */
#ifndef QTTY_CLI_ANSWER_H
#define QTTY_CLI_ANSWER_H

#include <quietty/session.h>

enum answer_form {
    ANSWER_OUTPUT,
    ANSWER_JSON,
    ANSWER_VERBOSE,
};

/** Append the result of a send. @return QTTY_E_NOMEM. */
qtty_status answer_result(enum answer_form form, const qtty_result *r, qtty_buf *out);

/** Append the screen as it is. @return QTTY_E_NOMEM. */
qtty_status answer_screen(enum answer_form form, const qtty_emulator *e, qtty_buf *out);

/** Say that a line was not sent: append it to what is printed in JSON, else as a message
 * on standard error. @return QTTY_E_NOMEM. */
qtty_status answer_refusal(enum answer_form form, uint64_t line, const char *why,
                           qtty_buf *out);

/** Append what was asked, and that the session is ready for it: ANSWER_VERBOSE only. */
qtty_status answer_request(enum answer_form form, qtty_span line, qtty_buf *out);
qtty_status answer_start(enum answer_form form, qtty_span motd, uint64_t elapsed_ns,
                         qtty_buf *out);

#endif
