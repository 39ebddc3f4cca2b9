/* Why a known sequence gets no reply, in words. */
#ifndef QTTY_CLI_RULES_H
#define QTTY_CLI_RULES_H

#include "exec/sequence.h"

/** Is this action one that asks? What sets and reports by one number asks with a `?`. */
bool rules_is_query(const struct sequence *s, const struct action *a);

/** The rule by which a query stays without a reply. Static. */
const char *rules_silence(const struct sequence *s);

#endif
