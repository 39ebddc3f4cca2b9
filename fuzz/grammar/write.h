/* What the files of the generator share: writing a piece. */
#ifndef QTTY_GRAMMAR_WRITE_H
#define QTTY_GRAMMAR_WRITE_H

#include "grammar/grammar.h"

#define GRAMMAR_COUNT_OF(array) (sizeof(array) / sizeof((array)[0]))

void write_bytes(struct grammar *g, const void *bytes, size_t len);
void write_text(struct grammar *g, const char *text);
void write_byte(struct grammar *g, uint8_t byte);
void write_number(struct grammar *g, uint64_t number);

/** One scalar as UTF-8, surrogates and what is beyond 10FFFF too. */
void write_scalar(struct grammar *g, uint32_t scalar);

/** A text with numbers in the places of its '#': at most `count` of them. */
void write_filled(struct grammar *g, const char *text, const uint32_t *numbers);

/** One of these strings. */
void write_one_of(struct grammar *g, const char *const *list, size_t count);

/* --- Text (text.c) ------------------------------------------------------------------ */

void write_words(struct grammar *g);     /* ASCII */
void write_line(struct grammar *g);      /* words, CR LF */
void write_letters(struct grammar *g);   /* alphabets beyond ASCII, one column */
void write_wide(struct grammar *g);      /* CJK, full width, Hangul */
void write_combining(struct grammar *g); /* bases with marks, some with many */
void write_emoji(struct grammar *g);     /* pictures, flags, keycaps, ZWJ, skin tones */
void write_joining(struct grammar *g);   /* jamo, Indic, Arabic, formats of no width */
void write_drawing(struct grammar *g);   /* boxes, blocks, braille, private use */
void write_ill_formed(struct grammar *g);

/* --- Sequences (sequence.c, string.c) ----------------------------------------------- */

/** How much of what is written is wrong on purpose, of 1000. */
uint32_t write_mischief(const struct grammar *g);

void write_control(struct grammar *g);  /* C0 */
void write_sequence(struct grammar *g); /* any row of the table */
void write_query(struct grammar *g);    /* a query's sample, or near it */
void write_string(struct grammar *g);   /* any row that is a string */
void write_mode(struct grammar *g);     /* one or a few, set or reset */
void write_sgr(struct grammar *g);
void write_over_limit(struct grammar *g);

/** Parameters of SGR without introducer and final. */
void write_sgr_parameters(struct grammar *g);

/** Numbers of one to three modes. */
void write_mode_numbers(struct grammar *g, bool dec);

/** The payload of a kind (see ranges.def), then what ends the string. */
void write_payload(struct grammar *g, char kind);
void write_string_end(struct grammar *g);

/* --- Scenes (scene.c, screen.c) ----------------------------------------------------- */

void write_nest(struct grammar *g);       /* modes about more pieces */
void write_alternate(struct grammar *g);  /* to the alternate screen and back */
void write_sync(struct grammar *g);       /* a synchronized update */
void write_prompt(struct grammar *g);     /* a shell's, with its marks */
void write_progress(struct grammar *g);   /* a bar, drawn over and over */
void write_list(struct grammar *g);       /* a directory in colours and links */
void write_redraw(struct grammar *g);     /* every row of a full-screen program */
void write_log(struct grammar *g);        /* lines that scroll between margins */
void write_table(struct grammar *g);      /* tab stops, columns */
void write_banner(struct grammar *g);     /* double rows, line drawing */
void write_rectangles(struct grammar *g); /* DECFRA, DECCRA and their kin */
void write_editing(struct grammar *g);    /* inserting and deleting about the cursor */

/** One more piece of the profile, inside another. */
void write_inner(struct grammar *g);

#endif
