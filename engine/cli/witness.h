/* What `run` records: what was printed, and when. It judges no readiness, so there are no
 * verdicts in it. */
#ifndef QTTY_CLI_WITNESS_H
#define QTTY_CLI_WITNESS_H

#include "cli/tape.h"
#include "cli/view.h"

struct witness {
    struct tape tape;
    struct recorder recorder;
};

/** Make the file, with the head of a recording, if there is a path.
 * @return false: told why. Close it either way. */
bool witness_open(struct witness *w, const char *path, const struct view_options *view,
                  uint64_t now_ns);

void witness_output(struct witness *w, qtty_span bytes, uint64_t now_ns);
void witness_resize(struct witness *w, uint32_t rows, uint32_t cols, uint64_t now_ns);
void witness_end(struct witness *w, const qtty_child *child, uint64_t now_ns);
void witness_close(struct witness *w);

#endif
