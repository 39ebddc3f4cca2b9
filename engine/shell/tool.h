/* What a tool is made of; engine/README.md says what each file does. */
#ifndef QTTY_SHELL_TOOL_H
#define QTTY_SHELL_TOOL_H

#include "provider/failure.h"
#include <quietty/tool.h>

enum call_stage {
    CALL_QUEUED,
    CALL_STARTING, /* its turn has come, and the shell's prompt has not */
    CALL_RUNNING,  /* it is sent */
    CALL_ASKING,   /* it has completed, and its status is asked for */
    CALL_ENDING,   /* it is over, and the shell that it takes with it is not */
    CALL_DONE,     /* its answer can be taken */
};

struct call {
    struct call *next; /* that came after it */
    enum call_stage stage;
    qtty_buf command;
    uint32_t timeout_ms;
    qtty_tool_answer answer; /* its spans are made when it is taken */
    qtty_buf text;
    size_t output_from, output_len; /* in the text */
};

struct qtty_tool {
    const qtty_allocator *allocator;
    qtty_tool_config config; /* completed */
    qtty_session_config session_config;
    qtty_span *argv;     /* of the dialect, with our own; NULL: the caller's */
    qtty_env_entry *env; /* ours and the caller's */
    struct failure failure;

    struct call *calls;   /* the oldest first */
    struct call *current; /* that has its turn; NULL: none */
    struct call *taken;   /* whose texts are borrowed */
    size_t count;
    qtty_tool_call last;

    qtty_session *session; /* NULL: there is no shell */
    qtty_status failed;    /* why its start-up failed */
    bool closed;           /* no more calls are taken */
    bool stuck;            /* the shell could not be ended */
    bool clearing;         /* what was stuck is being ended once more */
    bool died;             /* the shell ended between two calls */
    bool waits;            /* the call before has not completed */
    uint32_t terminal;     /* QTTY_TERMINAL_* of what waits then */
    char word[16 + 1];     /* that an asked status is told by: random, for one time */
    uint64_t now_ns;
};

/* --- tool_text.c -------------------------------------------------------------------- */

/** What an answer says. */
struct ending {
    qtty_tool_end end;
    qtty_span output;
    bool lost;  /* the output's beginning was not kept */
    bool fresh; /* the shell before had ended by itself */
    int32_t exit_code;
    qtty_child child;
    uint32_t terminal; /* QTTY_TERMINAL_* of what waits */
    uint32_t timeout_ms;
    const char *why; /* it failed; NULL */
};

/**
 * Write the text of an answer.
 *
 * @return QTTY_E_NOMEM: a part of it is missing.
 */
qtty_status tool_text_write(struct call *c, const struct ending *e,
                            uint32_t max_characters);

/** Append a line in brackets, behind what there is. */
qtty_status tool_text_note(qtty_buf *text, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/** Append how a command went whose status was asked for, as its answer has it. */
qtty_status tool_text_add_status(struct call *c);

/** Bytes of the first `most` characters, or of fewer, up to a cluster's end. */
size_t tool_text_clip(qtty_span text, size_t most);

/** Does a command leave the shell by `exit`, as far as its text tells? */
bool tool_text_leaves(qtty_span command);

/** Is it made of blanks alone? Of blanks and comments? */
bool tool_text_is_blank(qtty_span command);
bool tool_text_is_comment(qtty_span command);

/* --- tool_send.c -------------------------------------------------------------------- */

/** Copy a command: line ends as LF, and none behind it. */
qtty_status tool_copy_command(qtty_buf *to, qtty_span command);

/** Type a command, as what waits takes it. @return As qtty_session_send. */
qtty_status tool_send(struct qtty_tool *t, const struct call *c);

/**
 * Has the shell prompted without its hook, which was taken away (`unset PROMPT_COMMAND`,
 * a function `builtin`)? Then nothing told the status.
 */
bool tool_lacks_hook(const struct qtty_tool *t, const qtty_result *r);

/** Ask the shell for the status of the command before. @return As qtty_session_send;
 * QTTY_E_IO: no random bits. */
qtty_status tool_ask_status(struct qtty_tool *t);

/** What it said to that. @return The status; -1: it said none. */
int32_t tool_told_status(const struct qtty_tool *t, qtty_span said);

/** As though the hook had marked it: a command that has no end would go on to the
 * session, and the echo of the next one would be its output. */
void tool_mark_status(struct qtty_tool *t, int32_t status);

/* --- tool_calls.c ------------------------------------------------------------------- */

/** The oldest call of a stage; NULL: there is none. */
struct call *tool_find(const struct qtty_tool *t, enum call_stage stage);

void tool_free_call(struct qtty_tool *t, struct call *c);

/** Why a blank command is refused at a prompt. */
extern const char tool_is_empty[];

/** Give the current call an answer by what its send has come to. */
void tool_settle(struct qtty_tool *t, const qtty_result *r);

/** Its status was asked for: that is how it went. */
void tool_settle_status(struct qtty_tool *t, const qtty_result *r);

/** Give the current call an answer without a result. */
void tool_fail(struct qtty_tool *t, qtty_status status, const char *why);

/** Its answer can be taken. */
void tool_finish_call(struct qtty_tool *t);

/* --- tool_loop.c -------------------------------------------------------------------- */

/** Go on with what can go on. At the end of each call that changes something. */
void tool_advance(struct qtty_tool *t);

#endif
