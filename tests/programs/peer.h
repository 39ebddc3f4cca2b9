/* Another terminal that is fed the same bytes: a pane of tmux on a server of our own. */
#ifndef PROGRAMS_PEER_H
#define PROGRAMS_PEER_H

#include "shot.h"
#include <quietty/base.h>

struct peer;

/** NULL: there is no tmux. */
const char *peer_version(void);

/**
 * Start a server with one pane of this size.
 *
 * @param pane    The program that writes in the pane what it is sent.
 * @param folder  For the sockets.
 */
struct peer *peer_start(const char *pane, const char *folder, uint32_t rows,
                        uint32_t cols);

/** Write these bytes in the pane; they have been read by tmux on return. */
void peer_feed(struct peer *p, qtty_span bytes);

/** What the pane shows now, to be given to shot_finish; it is of no more use then, since
 * looking at all of it takes writing in it. */
void peer_take(struct shot *out, struct peer *p);

/** End the server. */
void peer_end(struct peer *p);

#endif
