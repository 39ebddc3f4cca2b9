/* Lines of standard input, read without blocking and bounded: a line that is longer than
 * INTAKE_LINE_MAX is passed over, and said to be. */
#ifndef QTTY_CLI_INTAKE_H
#define QTTY_CLI_INTAKE_H

#include <quietty/buf.h>
#include <stdbool.h>

enum { INTAKE_LINE_MAX = 1048576 };

struct intake {
    bool open;      /* standard input may have more */
    qtty_buf text;  /* what was read */
    size_t at;      /* of it, what was taken already */
    size_t seen;    /* behind that, bytes that hold no line end */
    bool skipping;  /* inside a line that is too long */
    uint64_t lines; /* taken, passed over ones too */
};

void intake_init(struct intake *in);
void intake_finish(struct intake *in);

/** Would it read standard input now? */
bool intake_wants_more(const struct intake *in);

/** Read from standard input, which has something. @return errno of a failure, or 0. */
int intake_read(struct intake *in);

enum intake_line {
    INTAKE_NONE, /* not a whole one yet; none ever, if it is not open */
    INTAKE_LINE,
    INTAKE_TOO_LONG,
};

/** Take the next line, without its LF or CR LF; the last one may have no end. `line` is
 * borrowed until the next read. */
enum intake_line intake_next(struct intake *in, qtty_span *line);

#endif
