/* Wrong parsers, a bug a subject, each a thin wrapper of the product's. */
#include "parser_fuzz.h"
#include "law.h"
#include <stdlib.h>

struct wrapper {
    void *parser;
    bool text_only;
    const uint8_t
        *expected; /* where the next call's input starts, if it is the same piece */
    struct params params; /* of the last action, with the bug in it */
    qtty_buf kept;
};

static void *
open_wrapper(const struct parser_config *config)
{
    struct wrapper *w = calloc(1, sizeof(*w));
    if (w == NULL)
        abort();
    w->parser = product_parser.open(config);
    w->text_only = config->text_only;
    qtty_buf_init(&w->kept, config->allocator, 0);
    return w;
}

static void
close_wrapper(void *self)
{
    struct wrapper *w = self;
    product_parser.close(w->parser);
    qtty_buf_finish(&w->kept);
    free(w);
}

static bool
end_wrapped(void *self, struct action *out)
{
    struct wrapper *w = self;
    return product_parser.end(w->parser, out);
}

static bool
next_wrapped(void *self, qtty_span *input, struct action *out)
{
    struct wrapper *w = self;
    return product_parser.next(w->parser, input, out);
}

static bool
forgets_at_each_piece(void *self, qtty_span *input, struct action *out)
{
    struct wrapper *w = self;
    if (input->data != w->expected)
        parser_reset(w->parser);
    bool found = next_wrapped(w, input, out);
    w->expected = input->data;
    return found;
}

static bool
counts_st_as_one_byte(void *self, qtty_span *input, struct action *out)
{
    bool found = next_wrapped(self, input, out);
    uint32_t ends_otherwise = ACTION_BELL | ACTION_CANCELLED;
    if (found && out->kind == ACTION_OSC && (out->flags & ends_otherwise) == 0)
        out->length--;
    return found;
}

static bool
prints_del(void *self, qtty_span *input, struct action *out)
{
    bool found = next_wrapped(self, input, out);
    if (found && out->kind == ACTION_INERT && out->text.len == 1)
        out->kind = ACTION_PRINT;
    return found;
}

static bool
counts_dropped_params(void *self, qtty_span *input, struct action *out)
{
    struct wrapper *w = self;
    bool found = next_wrapped(w, input, out);
    if (found && out->kind == ACTION_CSI && (out->flags & ACTION_OVER_PARAMS) != 0) {
        w->params = *out->params;
        w->params.count++;
        out->params = &w->params;
    }
    return found;
}

static bool
keeps_all_input(void *self, qtty_span *input, struct action *out)
{
    struct wrapper *w = self;
    if (input->len > 0)
        (void)qtty_buf_append(&w->kept, input->data, input->len);
    return next_wrapped(w, input, out);
}

static bool
loses_what_it_cannot_keep(void *self, qtty_span *input, struct action *out)
{
    bool found = next_wrapped(self, input, out);
    if (found && (out->flags & ACTION_OVER_STRING) != 0)
        found = next_wrapped(self, input, out);
    return found;
}

static bool
forgets_tabs_in_text_only(void *self, qtty_span *input, struct action *out)
{
    struct wrapper *w = self;
    bool found = next_wrapped(w, input, out);
    if (found && w->text_only && out->kind == ACTION_CONTROL && out->final == '\t')
        found = next_wrapped(w, input, out);
    return found;
}

#define WRONG(next)                                                                      \
    {                                                                                    \
        open_wrapper, next, end_wrapped, close_wrapper                                   \
    }
static const struct parser_subject forgetful = WRONG(forgets_at_each_piece);
static const struct parser_subject one_byte_st = WRONG(counts_st_as_one_byte);
static const struct parser_subject del_is_text = WRONG(prints_del);
static const struct parser_subject miscounting = WRONG(counts_dropped_params);
static const struct parser_subject hoarder = WRONG(keeps_all_input);
static const struct parser_subject loser = WRONG(loses_what_it_cannot_keep);
static const struct parser_subject tabless = WRONG(forgets_tabs_in_text_only);
#undef WRONG

const struct seeded_bug seeded_bugs[] = {
    { "splits", "the end of a piece ends a sequence", &forgetful },
    { "tiles", "ST counts as one byte", &one_byte_st },
    { "text", "DEL is text", &del_is_text },
    { "limits", "a dropped parameter is counted", &miscounting },
    { "bounded", "all input is kept", &hoarder },
    { "want", "a string that cannot be kept is not reported", &loser },
    { "text-only", "TAB is lost in text-only mode", &tabless },
};
const size_t seeded_bug_count = COUNT_OF(seeded_bugs);
