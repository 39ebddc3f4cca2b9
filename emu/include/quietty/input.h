/* What a person at the terminal does: keys, mouse, pastes, focus; and the bytes that the
 * child program then reads, by the modes that it set.
 *
 * Nothing here writes to the child: each call appends to a buffer of the caller, all or
 * nothing. No bytes that the child chose are in it: its modes pick a form, no more.
 * Sources: xterm's "Control Sequences" (CTL) and its terminfo entry, DEC STD 070, and
 * kitty's "Comprehensive keyboard handling in terminals". */
#ifndef QUIETTY_INPUT_H
#define QUIETTY_INPUT_H

#include <quietty/emulator.h>

#ifdef __cplusplus
extern "C" {
#endif

/* --- Keys --------------------------------------------------------------------------- */

/** Bits of qtty_key.modifiers and qtty_mouse.modifiers, of kitty's values. */
enum {
    QTTY_MOD_SHIFT = 1u << 0,
    QTTY_MOD_ALT = 1u << 1,
    QTTY_MOD_CTRL = 1u << 2,
    QTTY_MOD_SUPER = 1u << 3,
    QTTY_MOD_HYPER = 1u << 4,
    QTTY_MOD_META = 1u << 5,
    QTTY_MOD_CAPS_LOCK = 1u << 6,
    QTTY_MOD_NUM_LOCK = 1u << 7,
};

/** Every key without a character: constant, name for qtty_key_parse, and number and final
 * of its CSI form in the kitty protocol. */
#define QTTY_KEY_MAP(X)                                                                  \
    X(ESCAPE, "escape", 27, 'u')                                                         \
    X(ENTER, "enter", 13, 'u')                                                           \
    X(TAB, "tab", 9, 'u')                                                                \
    X(BACKSPACE, "backspace", 127, 'u')                                                  \
    X(INSERT, "insert", 2, '~')                                                          \
    X(DELETE, "delete", 3, '~')                                                          \
    X(LEFT, "left", 1, 'D')                                                              \
    X(RIGHT, "right", 1, 'C')                                                            \
    X(UP, "up", 1, 'A')                                                                  \
    X(DOWN, "down", 1, 'B')                                                              \
    X(PAGE_UP, "page-up", 5, '~')                                                        \
    X(PAGE_DOWN, "page-down", 6, '~')                                                    \
    X(HOME, "home", 1, 'H')                                                              \
    X(END, "end", 1, 'F')                                                                \
    X(CAPS_LOCK, "caps-lock", 57358, 'u')                                                \
    X(SCROLL_LOCK, "scroll-lock", 57359, 'u')                                            \
    X(NUM_LOCK, "num-lock", 57360, 'u')                                                  \
    X(PRINT_SCREEN, "print-screen", 57361, 'u')                                          \
    X(PAUSE, "pause", 57362, 'u')                                                        \
    X(MENU, "menu", 57363, 'u')                                                          \
    X(F1, "f1", 1, 'P')                                                                  \
    X(F2, "f2", 1, 'Q')                                                                  \
    X(F3, "f3", 13, '~')                                                                 \
    X(F4, "f4", 1, 'S')                                                                  \
    X(F5, "f5", 15, '~')                                                                 \
    X(F6, "f6", 17, '~')                                                                 \
    X(F7, "f7", 18, '~')                                                                 \
    X(F8, "f8", 19, '~')                                                                 \
    X(F9, "f9", 20, '~')                                                                 \
    X(F10, "f10", 21, '~')                                                               \
    X(F11, "f11", 23, '~')                                                               \
    X(F12, "f12", 24, '~')                                                               \
    X(F13, "f13", 57376, 'u')                                                            \
    X(F14, "f14", 57377, 'u')                                                            \
    X(F15, "f15", 57378, 'u')                                                            \
    X(F16, "f16", 57379, 'u')                                                            \
    X(F17, "f17", 57380, 'u')                                                            \
    X(F18, "f18", 57381, 'u')                                                            \
    X(F19, "f19", 57382, 'u')                                                            \
    X(F20, "f20", 57383, 'u')                                                            \
    X(F21, "f21", 57384, 'u')                                                            \
    X(F22, "f22", 57385, 'u')                                                            \
    X(F23, "f23", 57386, 'u')                                                            \
    X(F24, "f24", 57387, 'u')                                                            \
    X(F25, "f25", 57388, 'u')                                                            \
    X(F26, "f26", 57389, 'u')                                                            \
    X(F27, "f27", 57390, 'u')                                                            \
    X(F28, "f28", 57391, 'u')                                                            \
    X(F29, "f29", 57392, 'u')                                                            \
    X(F30, "f30", 57393, 'u')                                                            \
    X(F31, "f31", 57394, 'u')                                                            \
    X(F32, "f32", 57395, 'u')                                                            \
    X(F33, "f33", 57396, 'u')                                                            \
    X(F34, "f34", 57397, 'u')                                                            \
    X(F35, "f35", 57398, 'u')                                                            \
    X(KP_0, "kp-0", 57399, 'u')                                                          \
    X(KP_1, "kp-1", 57400, 'u')                                                          \
    X(KP_2, "kp-2", 57401, 'u')                                                          \
    X(KP_3, "kp-3", 57402, 'u')                                                          \
    X(KP_4, "kp-4", 57403, 'u')                                                          \
    X(KP_5, "kp-5", 57404, 'u')                                                          \
    X(KP_6, "kp-6", 57405, 'u')                                                          \
    X(KP_7, "kp-7", 57406, 'u')                                                          \
    X(KP_8, "kp-8", 57407, 'u')                                                          \
    X(KP_9, "kp-9", 57408, 'u')                                                          \
    X(KP_DECIMAL, "kp-decimal", 57409, 'u')                                              \
    X(KP_DIVIDE, "kp-divide", 57410, 'u')                                                \
    X(KP_MULTIPLY, "kp-multiply", 57411, 'u')                                            \
    X(KP_SUBTRACT, "kp-subtract", 57412, 'u')                                            \
    X(KP_ADD, "kp-add", 57413, 'u')                                                      \
    X(KP_ENTER, "kp-enter", 57414, 'u')                                                  \
    X(KP_EQUAL, "kp-equal", 57415, 'u')                                                  \
    X(KP_SEPARATOR, "kp-separator", 57416, 'u')                                          \
    X(KP_LEFT, "kp-left", 57417, 'u')                                                    \
    X(KP_RIGHT, "kp-right", 57418, 'u')                                                  \
    X(KP_UP, "kp-up", 57419, 'u')                                                        \
    X(KP_DOWN, "kp-down", 57420, 'u')                                                    \
    X(KP_PAGE_UP, "kp-page-up", 57421, 'u')                                              \
    X(KP_PAGE_DOWN, "kp-page-down", 57422, 'u')                                          \
    X(KP_HOME, "kp-home", 57423, 'u')                                                    \
    X(KP_END, "kp-end", 57424, 'u')                                                      \
    X(KP_INSERT, "kp-insert", 57425, 'u')                                                \
    X(KP_DELETE, "kp-delete", 57426, 'u')                                                \
    X(KP_BEGIN, "kp-begin", 1, 'E')                                                      \
    X(MEDIA_PLAY, "media-play", 57428, 'u')                                              \
    X(MEDIA_PAUSE, "media-pause", 57429, 'u')                                            \
    X(MEDIA_PLAY_PAUSE, "media-play-pause", 57430, 'u')                                  \
    X(MEDIA_REVERSE, "media-reverse", 57431, 'u')                                        \
    X(MEDIA_STOP, "media-stop", 57432, 'u')                                              \
    X(MEDIA_FAST_FORWARD, "media-fast-forward", 57433, 'u')                              \
    X(MEDIA_REWIND, "media-rewind", 57434, 'u')                                          \
    X(MEDIA_TRACK_NEXT, "media-track-next", 57435, 'u')                                  \
    X(MEDIA_TRACK_PREVIOUS, "media-track-previous", 57436, 'u')                          \
    X(MEDIA_RECORD, "media-record", 57437, 'u')                                          \
    X(LOWER_VOLUME, "lower-volume", 57438, 'u')                                          \
    X(RAISE_VOLUME, "raise-volume", 57439, 'u')                                          \
    X(MUTE_VOLUME, "mute-volume", 57440, 'u')                                            \
    X(LEFT_SHIFT, "left-shift", 57441, 'u')                                              \
    X(LEFT_CONTROL, "left-control", 57442, 'u')                                          \
    X(LEFT_ALT, "left-alt", 57443, 'u')                                                  \
    X(LEFT_SUPER, "left-super", 57444, 'u')                                              \
    X(LEFT_HYPER, "left-hyper", 57445, 'u')                                              \
    X(LEFT_META, "left-meta", 57446, 'u')                                                \
    X(RIGHT_SHIFT, "right-shift", 57447, 'u')                                            \
    X(RIGHT_CONTROL, "right-control", 57448, 'u')                                        \
    X(RIGHT_ALT, "right-alt", 57449, 'u')                                                \
    X(RIGHT_SUPER, "right-super", 57450, 'u')                                            \
    X(RIGHT_HYPER, "right-hyper", 57451, 'u')                                            \
    X(RIGHT_META, "right-meta", 57452, 'u')                                              \
    X(ISO_LEVEL3_SHIFT, "iso-level3-shift", 57453, 'u')                                  \
    X(ISO_LEVEL5_SHIFT, "iso-level5-shift", 57454, 'u')

/** Keys without a character stand behind the last scalar of Unicode. */
enum {
    QTTY_KEY_BEFORE = 0x10FFFF,
#define QTTY_KEY_ENUM(NAME, name, number, final) QTTY_KEY_##NAME,
    QTTY_KEY_MAP(QTTY_KEY_ENUM)
#undef QTTY_KEY_ENUM
        QTTY_KEY_AFTER,
};

/** What a key did, of kitty's values. */
typedef enum qtty_key_event {
    QTTY_KEY_PRESS = 1,
    QTTY_KEY_REPEAT = 2,
    QTTY_KEY_RELEASE = 3,
} qtty_key_event;

#define QTTY_KEY_TEXT_BYTES_MAX 64

/** A key of the keyboard. Zero is: not given, and derived where that can be. */
typedef struct qtty_key {
    /* The key's scalar without Shift ('a', '1', U+0441; 'A' is 'a' with Shift), or
     * QTTY_KEY_*, or 0: text alone, as an input method makes it. */
    uint32_t key;
    uint32_t modifiers; /* QTTY_MOD_* held or locked, the key's own included */
    uint32_t shifted;   /* its scalar with Shift; 0: the upper case of a to z, and of the
                         * other ASCII keys the US keyboard's; else the scalar itself */
    uint32_t base;      /* scalar of the same place on a US keyboard, as 'c' of U+0441;
                         * 0: no other than `key` */
    qtty_key_event event; /* 0: press */
    /* What the key inserts: UTF-8, at most 64 bytes, borrowed during the call. Empty:
     * derived, unless Ctrl, Alt, Super, Hyper or Meta is held. A text of controls counts
     * as empty. */
    qtty_span text;
} qtty_key;

/**
 * Append what the child reads for a key.
 *
 * Flags of the kitty protocol decide, if some are set that change keys; else
 * modifyOtherKeys and what else XTMODKEYS set; else the legacy form of xterm by DECCKM,
 * DECNKM, DECBKM, LNM and the modes 1034, 1035, 1036, 1039. Nothing is appended for a key
 * that has no form then: a release, a modifier, a media key; for all keys while KAM locks
 * the keyboard; for a repetition while DECARM is off.
 *
 * @return QTTY_E_INVAL: no such key, modifier or event, or neither key nor text;
 *         QTTY_E_RANGE: text over 64 bytes; QTTY_E_ENCODING: text is no UTF-8;
 *         QTTY_E_LIMIT, QTTY_E_NOMEM from `out`.
 */
QTTY_API qtty_status qtty_emulator_key(const qtty_emulator *e, const qtty_key *key,
                                       qtty_buf *out);

/**
 * Read a key's name: modifiers and a key, joined by '-' or '+'. `ctrl-c`, `alt-x`, `f5`,
 * `shift-tab`, `ctrl-shift-left`, `page-up`, `kp-enter`, `super-+`, `A`.
 *
 * Modifiers are shift, ctrl, control, alt, option, super, cmd, hyper, meta. The key is
 * one scalar, or a name of qtty_key_name or a usual other one (esc, return, del, pgup,
 * space, …), names in either case. An upper case ASCII letter is the letter with Shift.
 *
 * @param name  NUL-terminated UTF-8.
 * @param out   The key pressed, text derived; zeroed on failure.
 * @return QTTY_E_NOT_FOUND: no key has this name.
 */
QTTY_API qtty_status qtty_key_parse(const char *name, qtty_key *out);

/** @return Name of the key QTTY_KEY_* with this index, from 0; NULL past the last.
 * Static. */
QTTY_API const char *qtty_key_name(size_t index);

/* --- Mouse -------------------------------------------------------------------------- */

typedef enum qtty_mouse_event {
    QTTY_MOUSE_PRESS = 1,
    QTTY_MOUSE_RELEASE = 2,
    QTTY_MOUSE_MOTION = 3,
} qtty_mouse_event;

/** Buttons as X numbers them; 8 to 11 are what a mouse has more. */
enum {
    QTTY_BUTTON_NONE = 0,
    QTTY_BUTTON_LEFT = 1,
    QTTY_BUTTON_MIDDLE = 2,
    QTTY_BUTTON_RIGHT = 3,
    QTTY_BUTTON_WHEEL_UP = 4,
    QTTY_BUTTON_WHEEL_DOWN = 5,
    QTTY_BUTTON_WHEEL_LEFT = 6,
    QTTY_BUTTON_WHEEL_RIGHT = 7,
    QTTY_BUTTON_LAST = 11,
};

typedef struct qtty_mouse {
    qtty_mouse_event event;
    uint32_t button;    /* QTTY_BUTTON_*; of a motion the one held, or none */
    uint32_t modifiers; /* QTTY_MOD_SHIFT, _ALT, _META, _CTRL count */
    uint32_t row, col;  /* cell, from 0 */
    uint32_t x, y;      /* pixel, from 0, from the left and top of the screen */
} qtty_mouse;

/**
 * Append the report of a mouse event, if the child asked for it: by mode 9 presses of
 * buttons 1 to 3, by 1000 presses and releases, by 1002 motion with a button too, by 1003
 * all motion. Motion is reported when the cell changed (with 1016: the pixel), a turn of
 * the wheel has no release. The form is that of mode 1005, 1006, 1015 or 1016, or the
 * default one, which ends at column and row 223; the form of 1005 ends at 2015: beyond
 * there is no report. Highlight tracking (1001) is not supported.
 *
 * Where the mouse is not reported, a turn of the wheel on the alternate screen is a
 * cursor key, up or down, while mode 1007 is on: one key for each event.
 *
 * @return QTTY_E_INVAL: no such event, button or modifier; QTTY_E_RANGE: outside the
 *         screen; QTTY_E_LIMIT, QTTY_E_NOMEM from `out`.
 */
QTTY_API qtty_status qtty_emulator_mouse(qtty_emulator *e, const qtty_mouse *mouse,
                                         qtty_buf *out);

/* --- Paste, focus ------------------------------------------------------------------- */

/**
 * Append pasted text, in brackets (CSI 200 ~, CSI 201 ~) while mode 2004 is on.
 *
 * In brackets or not: controls are left out, C0, C1 and DEL, but for HT, LF and CR, so
 * that no text can end the bracket, and none can be read as keys. Ill-formed bytes become
 * U+FFFD. Without brackets a line ends with the CR of the Enter key, LF and CR LF too.
 *
 * @param text  UTF-8, borrowed during the call.
 * @return QTTY_E_LIMIT, QTTY_E_NOMEM from `out`.
 */
QTTY_API qtty_status qtty_emulator_paste(const qtty_emulator *e, qtty_span text,
                                         qtty_buf *out);

/** Append CSI I or CSI O: the terminal got or lost the focus, while mode 1004 is on.
 * @return QTTY_E_LIMIT, QTTY_E_NOMEM from `out`. */
QTTY_API qtty_status qtty_emulator_focus(const qtty_emulator *e, bool focused,
                                         qtty_buf *out);

#ifdef __cplusplus
}
#endif

#endif
