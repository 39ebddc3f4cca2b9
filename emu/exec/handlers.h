/* The handlers that sequences.def names, by family. Each gets an action whose form is the
 * one of its row. */
#ifndef QTTY_EXEC_HANDLERS_H
#define QTTY_EXEC_HANDLERS_H

#include "exec/terminal.h"

/* state_ops.c */
void bel(struct terminal *t, const struct action *a);
void shift(struct terminal *t, const struct action *a);
void scs(struct terminal *t, const struct action *a);
void decsc(struct terminal *t, const struct action *a);
void decrc(struct terminal *t, const struct action *a);
void deckpam(struct terminal *t, const struct action *a);
void hts(struct terminal *t, const struct action *a);
void tbc(struct terminal *t, const struct action *a);
void decst8c(struct terminal *t, const struct action *a);
void decscusr(struct terminal *t, const struct action *a);
void decsca(struct terminal *t, const struct action *a);
void spa(struct terminal *t, const struct action *a);
void decsace(struct terminal *t, const struct action *a);
void decscl(struct terminal *t, const struct action *a);
void s8c1t(struct terminal *t, const struct action *a);
void decstbm(struct terminal *t, const struct action *a);
void decslrm(struct terminal *t, const struct action *a);
void memory_lock(struct terminal *t, const struct action *a);
void page_begins(struct terminal *t, const struct action *a);
void decaln(struct terminal *t, const struct action *a);
void decstr(struct terminal *t, const struct action *a);
void ris(struct terminal *t, const struct action *a);
void sgr(struct terminal *t, const struct action *a);

/* mode_ops.c */
void sm(struct terminal *t, const struct action *a);
void decrqm(struct terminal *t, const struct action *a);
void xtsave(struct terminal *t, const struct action *a);

/**
 * XTRESTORE of one mode, as the DECSET or DECRST that it is.
 *
 * @param one  Room for the parameter of `out`.
 * @return false: it changes nothing.
 */
bool xtrestore(const struct terminal *t, uint32_t number, struct action *out,
               struct params *one);

/* vt52.c */
void vt52_enter(struct terminal *t);
void vt52_leave(struct terminal *t, const struct action *a);
void vt52_identify(struct terminal *t, const struct action *a);

/** A VT52's sequence as the ANSI one of the same effect. @return false: there is none. */
bool vt52_as_ansi(const struct action *a, struct action *out);

/* osc.c */
void osc_title(struct terminal *t, const struct action *a);
void osc_cwd(struct terminal *t, const struct action *a);
void osc_link(struct terminal *t, const struct action *a);
void osc_notify(struct terminal *t, const struct action *a);
void osc_notify_urxvt(struct terminal *t, const struct action *a);
void osc_notify_kitty(struct terminal *t, const struct action *a);
void osc_pointer(struct terminal *t, const struct action *a);
void osc_clipboard(struct terminal *t, const struct action *a);

/* marks.c */
void osc_prompt(struct terminal *t, const struct action *a);
void osc_prompt_code(struct terminal *t, const struct action *a);
void osc_iterm2(struct terminal *t, const struct action *a);

/* image.c */
void sixel(struct terminal *t, const struct action *a);
void regis(struct terminal *t, const struct action *a);
void kitty_graphics(struct terminal *t, const struct action *a);

/* color.c */
void osc_palette(struct terminal *t, const struct action *a);
void osc_palette_reset(struct terminal *t, const struct action *a);
void osc_special(struct terminal *t, const struct action *a);
void osc_special_reset(struct terminal *t, const struct action *a);
void osc_dynamic(struct terminal *t, const struct action *a);
void osc_dynamic_reset(struct terminal *t, const struct action *a);

/* color_stack.c */
void color_stack(struct terminal *t, const struct action *a);
void color_stack_report(struct terminal *t, const struct action *a);

/* window.c */
void title_push(struct terminal *t, const struct action *a);
void title_pop(struct terminal *t, const struct action *a);
void title_mode(struct terminal *t, const struct action *a);
void title_report(struct terminal *t, const struct action *a);
void window_report(struct terminal *t, const struct action *a);
void window_resize(struct terminal *t, const struct action *a);
void window_move(struct terminal *t, const struct action *a);
void decslpp(struct terminal *t, const struct action *a);
void decsnls(struct terminal *t, const struct action *a);
void decscpp(struct terminal *t, const struct action *a);

/** Output wants this size: it gets it where that is allowed, within the ceilings. */
void window_want(struct terminal *t, uint32_t rows, uint32_t cols);

/* keyboard.c */
void xtmodkeys(struct terminal *t, const struct action *a);
void xtmodkeys_off(struct terminal *t, const struct action *a);
void xtqmodkeys(struct terminal *t, const struct action *a);
void xtfmtkeys(struct terminal *t, const struct action *a);
void xtqfmtkeys(struct terminal *t, const struct action *a);
void kitty_keys(struct terminal *t, const struct action *a);
void kitty_keys_set(struct terminal *t, const struct action *a);
void kitty_keys_push(struct terminal *t, const struct action *a);
void kitty_keys_pop(struct terminal *t, const struct action *a);

/* report.c */
void enq(struct terminal *t, const struct action *a);
void da1(struct terminal *t, const struct action *a);
void da2(struct terminal *t, const struct action *a);
void da3(struct terminal *t, const struct action *a);
void decreqtparm(struct terminal *t, const struct action *a);
void dsr(struct terminal *t, const struct action *a);
void cpr(struct terminal *t, const struct action *a);
void decxcpr(struct terminal *t, const struct action *a);
void dsr_fixed(struct terminal *t, const struct action *a);
void dsr_scheme(struct terminal *t, const struct action *a);
void deccksr(struct terminal *t, const struct action *a);
void xtversion(struct terminal *t, const struct action *a);
void xtsmgraphics(struct terminal *t, const struct action *a);
void decrqcra(struct terminal *t, const struct action *a);
void decrqpsr(struct terminal *t, const struct action *a);
void decrqtsr(struct terminal *t, const struct action *a);
void decrqupss(struct terminal *t, const struct action *a);
void decrqde(struct terminal *t, const struct action *a);

/* dcs.c */
void decrqss(struct terminal *t, const struct action *a);
void xtgettcap(struct terminal *t, const struct action *a);

#endif
