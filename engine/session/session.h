/* What a session is made of; engine/README.md says what each file does.
 *
 * Facts go to readiness/, which judges; nothing here decides that a program is ready. */
#ifndef QTTY_SESSION_SESSION_H
#define QTTY_SESSION_SESSION_H

#include "charset/converter.h"
#include "lines/place.h"
#include "provider/failure.h"
#include "sandbox/sandbox.h"
#include "session/config.h"
#include "session/record.h"
#include "session/replies.h"
#include "shell/startup.h"
#include <quietty/session.h>

enum send_stage {
    SEND_NONE,
    SEND_QUEUED,  /* nothing is written; what was printed before is being read */
    SEND_WRITING, /* some of it may be written */
    SEND_JUDGING, /* the write is complete */
};

/** What a send was asked as. */
enum send_kind {
    SEND_TEXT,
    SEND_KEYS,  /* names, space between */
    SEND_MOUSE, /* qtty_mouse, one after another */
    SEND_FOCUS, /* a byte: 1 got, 0 lost */
};

/** A send, or the start-up, which is one without a text. */
struct send {
    enum send_stage stage;
    bool startup;
    bool settled;   /* its result is out; it only keeps its place until the write ended */
    bool cancelled; /* an interrupt is to be delivered once the write has ended */
    uint32_t turns; /* for which it was queued */
    bool unfinished;   /* the text lacks its line end */
    uint64_t retry_ns; /* of an interrupt that met nobody in the foreground */
    enum send_kind kind;
    qtty_send_form form;
    bool submit;
    bool is_checked; /* no line of the text is too long for a canonical terminal */
    qtty_buf given;  /* as it was asked for */
    qtty_buf text;   /* what is written */
    qtty_buf typed;  /* the same in UTF-8, where the terminal's charset is another */
    size_t written;  /* bytes of the text */
    /* For shells that mark where a line can be typed: */
    size_t lines;  /* of the text that end, and whose echo was not seen */
    bool unechoed; /* the terminal holds lines back, and does not show them */
    uint64_t replies;
    uint64_t dropped; /* lines that were dropped when it began */
};

/** What a piece of output ends behind. */
enum piece_end {
    PIECE_ACCEPTED, /* the shell's line editor has a line, and leaves */
    PIECE_EDITS,    /* it begins */
    PIECE_MARK,     /* a mark of ours */
    PIECE_ENDS,
};

/** Where the marks of the shell stand in the text. */
struct marks {
    size_t matched[PIECE_ENDS]; /* bytes of each that the output ended with */
    bool running;               /* a command's output began, and has not ended */
    bool began;                 /* one began since the boundary */
    bool finished;              /* one ended since the boundary */
    bool seen;                  /* there was a mark, ever */
    bool edits;                 /* the line editor is on: bracketed paste is */
    bool has_edited;            /* it was, ever */
    bool edited;                /* it came on since the latest command began */
    bool has_line;              /* it left with a line that no mark followed yet */
    bool awaits_feed;           /* it left before it went to the next line */
    bool ran_before;            /* one was running at the boundary */
    bool prompt_is_old;         /* output came since the prompt was looked for */
    bool prompt_shown;          /* it was there, with something behind it or not */
    bool unseen;                /* it was not at the boundary: its output is elsewhere */
    struct place start;         /* of the running command's output */
    struct place prompt;        /* of the latest marker */
    uint64_t prompt_row;        /* its row, counted from the first ever, and column */
    uint32_t prompt_col;
    struct place boundary;
    struct place rest; /* of the latest mark P; where a command can go on */
    struct place line; /* behind the accepted line; where one can be typed */
    /* For shells that mark where a line can be typed: */
    bool prompted;         /* one can be, since the last prompt, and none was */
    size_t ahead;          /* lines that were typed before their prompts came */
    bool awaits_line;      /* none was accepted since `line` */
    bool continued;        /* that prompt is for the rest of a command */
    bool edits_on;         /* a builtin asked by the line editor, or the last boundary was
                          without a line: no line was sent, and no command began since */
    bool expects_echo;     /* what comes next is the echo of a line of the send */
    size_t echo_at;        /* bytes of the text whose echo was seen */
    bool at_line_end;      /* CRs were fed last, which may be those before a line feed */
    struct place echo_end; /* before them: the echo ends there */
};

enum { MARK_BYTES_MAX = 64 };

/** What may be a mark, where the emulator would show it. */
struct held_mark {
    uint8_t bytes[MARK_BYTES_MAX + 1];
    size_t len;
};

/** Whether the output shows a line that was sent, each time that this was asked while a
 * piece of output is fed. */
struct echoes {
    bool recorded;    /* they are not found out, but stand in a recording */
    qtty_buf answers; /* 0 or 1 */
    size_t asked;
};

/** When to look at the foreground. */
struct cadence {
    size_t pace;      /* index of the pause before the next look */
    uint64_t next_ns; /* QTTY_NEVER: no look is wanted */
    uint64_t last_ns;
};

struct qtty_session {
    const qtty_allocator *allocator;
    struct settings settings;
    struct failure failure;
    struct sandbox *sandbox; /* NULL: nothing is confined */
    struct startup startup;
    size_t bootstrapped; /* lines that were typed to set the shell up */

    qtty_provider *provider;
    bool owns_provider;
    qtty_terminal *terminal;
    qtty_emulator *emulator;
    struct converter *converter; /* NULL: the terminal speaks UTF-8 */
    qtty_lines *lines;
    qtty_reader *reader; /* its mark is the boundary of the latest write */

    qtty_session_state state;
    qtty_status failed; /* why it failed; QTTY_OK */
    bool lost;          /* the transport failed: the child's status is unknown */
    bool drained;       /* the last read found nothing */
    bool ended_read;    /* all that the ended child printed was read */
    uint32_t tail;      /* turns of reading since the child ended, or all did */
    bool closed_read;   /* all that was printed until the close is read */
    bool starved;       /* memory was lacking: text is lost */
    uint64_t now_ns;

    struct replies replies;
    bool holds_replies; /* the asker reads whole lines now */
    struct send send;
    struct echoes echoes;
    struct marks marks;
    struct held_mark held_mark;
    struct cadence cadence;
    int64_t shell_group; /* learned at the first prompt; 0: not yet */
    qtty_facts facts;
    qtty_policy policy;

    bool has_result;
    qtty_result result;
    qtty_buf delta, motd;
    qtty_buf output;    /* of commands that ended; behind it, in a result, the rest */
    size_t output_done; /* bytes of those */
    bool output_cut;
    size_t line; /* bytes of a line that a canonical reader has not been given yet */
    uint64_t deadline_ns;
    struct recorder *recorder; /* NULL: nothing is recorded */
};

/* --- output.c ----------------------------------------------------------------------- */

/** Take up what the program printed, as UTF-8. */
void session_feed(qtty_session *s, qtty_span text);

/** Read what the program printed, as much as a turn may, and take it up. */
void session_read(qtty_session *s);

/** There is no more to read: a cut character is ill-formed. */
void session_end_output(qtty_session *s);

/* --- marks.c ------------------------------------------------------------------------ */

/** Bytes to feed before marks are taken: up to and with the end of one. */
size_t marks_piece(qtty_session *s, qtty_span bytes);

/** What stands in an OSC 133 behind its letter. @return whether it was a mark of ours. */
bool marks_read(qtty_session *s, char letter, qtty_span rest);

/** Take the emulator's events; marks alone matter. */
void marks_take(qtty_session *s);

/** Learn from the terminal's modes when the line editor has a line. */
void marks_follow_editor(qtty_session *s);

/** A line feed was fed: it may end the line that was typed. */
void marks_line_fed(qtty_session *s);

/** At a boundary: what was printed before it is not this send's. */
void marks_cross_boundary(qtty_session *s);

/** Append what was printed since the last mark, or the boundary, to the output. */
void marks_finish_output(qtty_session *s);

/* --- vt52.c ------------------------------------------------------------------------- */

/** Bytes to feed before what may be a mark; all if there is none, or it comes first. */
size_t vt52_piece(qtty_span bytes);

/**
 * In VT52 mode, take a mark, or what may become one, off the front.
 *
 * @param text  What turned out to be none, to be fed first; borrowed until the next call.
 * @return bytes that are not to be fed.
 */
size_t vt52_hold(qtty_session *s, qtty_span bytes, qtty_span *text);

/* --- prompt.c ----------------------------------------------------------------------- */

/** The marker is here: what follows it is the prompt. */
void prompt_begins(qtty_session *s);

/** Tell the facts whether the prompt stands. */
void prompt_check(qtty_session *s);

/* --- echo.c ------------------------------------------------------------------------- */

/** Before a boundary: what the text is that will be echoed. */
void echo_measure_text(qtty_session *s);

/** At a boundary, behind the marks: is a line being typed at the prompt? */
void echo_cross_boundary(qtty_session *s);

/** Our mark: a prompt ends here. @param continued  It asks for the rest of a command. */
void echo_prompt_ended(qtty_session *s, bool continued);

/** Bytes to feed before the place is noted where the echo may end: all, or up to its line
 * end. That is a piece of its own. */
size_t echo_piece(qtty_session *s, qtty_span bytes);

/** The verdict is that the shell's prompt stands: a line can be typed. */
void echo_prompt_stands(qtty_session *s);

/** A line feed was fed while the echo was expected. */
void echo_line_fed(qtty_session *s);

/** A read's output was fed: the answers found in it are recorded. */
void echo_output_fed(qtty_session *s);

/** Does a prompt for the rest of a command stand at the cursor? */
bool echo_asks_on(const qtty_session *s);

/** A builtin of the shell asks for a line, by the line editor. */
void echo_builtin_asks(qtty_session *s);

/** Do the marks of a multiplexed shell say that its line editor has the terminal? */
bool echo_edits(const qtty_session *s);

/* --- bootstrap.c -------------------------------------------------------------------- */

/** Is there a line left to be typed? */
bool bootstrap_is_due(const qtty_session *s);

/** Is this a wait that tells nothing of a shell that is being set up? */
bool bootstrap_wants_prompt(const qtty_session *s, const qtty_verdict *v);

/** Type the next line. */
void bootstrap_type(qtty_session *s);

/* --- outbox.c ----------------------------------------------------------------------- */

/** Write what can be written: replies, then the text of the send. */
void outbox_write(qtty_session *s);

/** Are there replies that go out before anything else? */
bool outbox_owes_replies(const qtty_session *s);

/** Is there something that waits for room? */
bool outbox_waits(const qtty_session *s);

/** A command has ended: drop what it asked and was not answered. */
void outbox_drop_finished(qtty_session *s);

/** The program waits, or is given up: drop what a reader of lines was not answered. */
void outbox_drop_held(qtty_session *s);

/* --- look.c ------------------------------------------------------------------------- */

/** The shell's own process group. */
int64_t session_own_group(const qtty_session *s);

/** Tell the facts that something happened now. */
void session_observe(qtty_session *s, qtty_observation seen);

/** Look soon, and then at the pauses of the cadence. */
void cadence_restart(qtty_session *s);
/** Of a shell that starts: look after a while. */
void cadence_begin(qtty_session *s);
void cadence_stop(qtty_session *s);

/** Look, twice if the first shows a wait, if it is time and all output was read. */
void session_look(qtty_session *s);

/** Look at what holds just before a boundary. */
qtty_observation session_look_before(qtty_session *s);

/** A write or signal begins, or was delivered: let the facts forget. */
void session_cross_boundary(qtty_session *s, const qtty_observation *before);

/* --- send.c ------------------------------------------------------------------------- */

/** Begin the send that is every session's first. */
void send_start_up(qtty_session *s);

/** Go on with a send: the boundary, the write, the interrupt. @return why it was
 * refused. */
qtty_status send_advance(qtty_session *s);

/** Cross the boundary, and begin to write the text. */
void send_begin_write(qtty_session *s);
/** Forget bytes that may have been a password. */
void send_wipe(qtty_buf *text);

/** It cannot go on: the live send gets this result, and the place is free. */
void send_give_up(qtty_session *s, qtty_status why);

/** The text is written. */
void send_was_written(qtty_session *s);

/** The place of the send is free again. */
void send_release(qtty_session *s);

/** Does an interrupt wait to be delivered? */
bool send_awaits_interrupt(const qtty_session *s);

/* --- compose.c ---------------------------------------------------------------------- */

/** Make the text of what was given, by the modes as they are. @return QTTY_E_LIMIT,
 * QTTY_E_NOMEM; QTTY_E_UNSUPPORTED: nothing would be written; QTTY_E_INVAL, QTTY_E_RANGE:
 * a mouse event breaks its rule. */
qtty_status compose(qtty_session *s);

bool compose_is_well_formed(qtty_span text);

/** @return QTTY_E_NOT_FOUND, QTTY_E_INVAL: these are no names of keys. */
qtty_status compose_check_keys(qtty_session *s, qtty_span names);

/** Would a canonical terminal cut a line of the text? Of the rest of it, that is not
 * written yet? @return QTTY_E_LINE_TOO_LONG. */
qtty_status compose_check_lines(qtty_session *s);
qtty_status compose_check_rest(qtty_session *s);

/* --- settle.c ----------------------------------------------------------------------- */

/** Judge the live send, and settle it if that is the verdict. @return when to judge
 * again. */
uint64_t session_judge(qtty_session *s);

/** Is there a send, or a start-up, without a result? */
bool send_is_live(const qtty_session *s);

/** Give the live send a result without a verdict. */
void settle_with_failure(qtty_session *s, qtty_status why, qtty_wait_reason reason);

/* --- end.c -------------------------------------------------------------------------- */

/** The close failed just now: keep the terminal's reason, before it fails at something
 * else. */
void session_note_stuck(qtty_session *s);

/** Nothing more comes: finish the last line. */
void session_end_lines(qtty_session *s);

/** Follow the terminal to its end. */
void session_follow_end(qtty_session *s);

/** The session cannot go on: keep the first reason, fail the send, clean up. */
void session_fail(qtty_session *s, qtty_status why, const char *what);

/** The start-up did not come to its end. The reason is in `failure`. */
void session_fail_start_up(qtty_session *s, qtty_status why);

/** Give up a start-up that has not come to its end: close it. This is why it failed then,
 * whatever had failed before, which is told, too. */
void session_give_up_start_up(qtty_session *s, qtty_status why, const char *what,
                              uint64_t now_ns);

/** Is it closed, or failed for good? */
bool session_is_over(const qtty_session *s);

/** Is it over, and nothing of it left? */
bool session_is_gone(const qtty_session *s);

/** Has the top-level program ended? */
bool session_child_ended(const qtty_session *s);

/** Has it, or is all of the session being ended? Then nothing more is written of a text,
 * and only the end settles a send, or the end of its time. */
bool session_is_ending(const qtty_session *s);

/* --- session.c ---------------------------------------------------------------------- */

/**
 * Make a session and spawn its program, without a start-up.
 *
 * @param nonce  Of the session that is replayed: no start-up file is made; NULL: draw
 * one.
 */
qtty_status session_build(qtty_session **out, qtty_provider *provider,
                          const qtty_session_config *config, const char *nonce,
                          uint64_t now_ns, qtty_buf *error);

/* --- step.c ------------------------------------------------------------------------- */

/** Time as the caller has it; never runs back. */
void session_set_clock(qtty_session *s, uint64_t now_ns);

/** Judge, settle what is settled then, and find out when the next step is due. At the end
 * of each call that changes something. */
void session_conclude(qtty_session *s);

#endif
