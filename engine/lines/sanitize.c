/* Actions to lines. Only text, CR, LF and TAB matter; all else of a stream goes. */
#include "lines/sanitize.h"

void
sanitizer_init(struct sanitizer *s, const qtty_allocator *allocator, struct store *store)
{
    const struct parser_config config = { .allocator = allocator, .text_only = true };
    *s = (struct sanitizer){ .store = store };
    parser_init(&s->parser, &config);
}

void
sanitizer_finish(struct sanitizer *s)
{
    parser_finish(&s->parser);
}

/* The CR was a line end of its own. */
static qtty_status
release_cr(struct sanitizer *s)
{
    s->cr_held = false;
    return store_end_line(s->store);
}

static qtty_status
control(struct sanitizer *s, const struct action *a)
{
    static const uint8_t tab[] = { '\t' };
    switch (a->final) {
    case '\n':
        return store_end_line(s->store);
    case '\r':
        s->cr_held = true;
        s->cr_offset = a->offset;
        return QTTY_OK;
    case '\t':
        return store_append(s->store, (qtty_span){ tab, sizeof(tab) });
    default:
        return QTTY_OK;
    }
}

static qtty_status
take(struct sanitizer *s, const struct action *a)
{
    if (a->kind == ACTION_PRINT)
        return store_append(s->store, a->text);
    return a->kind == ACTION_CONTROL ? control(s, a) : QTTY_OK;
}

/* An action after a CR. CRLF are neighbours in the stream: with anything between them, be
 * it a sequence that shows nothing, they are two line ends. */
static qtty_status
take_after_cr(struct sanitizer *s, const struct action *a)
{
    const bool crlf =
        a->kind == ACTION_CONTROL && a->final == '\n' && a->offset == s->cr_offset + 1;
    const qtty_status st = release_cr(s);
    return crlf ? st : first_failure(st, take(s, a));
}

static qtty_status
take_next(struct sanitizer *s, const struct action *a)
{
    return s->cr_held ? take_after_cr(s, a) : take(s, a);
}

qtty_status
sanitizer_feed(struct sanitizer *s, qtty_span bytes)
{
    qtty_status worst = QTTY_OK;
    struct action a;
    while (parser_next(&s->parser, &bytes, &a))
        worst = first_failure(worst, take_next(s, &a));
    /* The next byte did come, but it only began something. */
    if (s->cr_held && s->parser.offset > s->cr_offset + 1)
        worst = first_failure(worst, release_cr(s));
    return worst;
}

qtty_status
sanitizer_end(struct sanitizer *s)
{
    qtty_status worst = QTTY_OK;
    struct action a;
    while (parser_end(&s->parser, &a))
        worst = first_failure(worst, take_next(s, &a));
    s->cut_short = s->store->open && !s->cr_held;
    if (s->cr_held || s->store->open)
        worst = first_failure(worst, release_cr(s));
    return worst;
}
