/* Images: one event each, with what stands at their front. The data were dropped by the
 * parser, past its ceiling, or are dropped here; an image that is cut off never comes
 * here. */
#include "exec/image.h"

#include "base/text.h"
#include "exec/handlers.h"

static void
report(struct terminal *t, qtty_image_protocol protocol, int32_t width, int32_t height)
{
    terminal_image(t, protocol, width < 0 ? 0 : (uint32_t)width,
                   height < 0 ? 0 : (uint32_t)height);
}

/* DCS … q. Raster attributes at the front declare the size: " Pan ; Pad ; Ph ; Pv (DEC
 * STD 070, Sixel Graphics Extension). */
void
sixel(struct terminal *t, const struct action *a)
{
    int32_t values[4] = { -1, -1, -1, -1 };
    qtty_span rest = a->text;
    if (text_begins(a->text, "\"", &rest)) {
        for (int i = 0; i < 4; i++) {
            values[i] = text_number(rest, &rest);
            if (rest.len == 0 || rest.data[0] != ';')
                break;
            rest = text_from(rest, 1);
        }
    }
    report(t, QTTY_IMAGE_SIXEL, values[2], values[3]);
}

/* DCS … p. A drawing has no size of its own. */
void
regis(struct terminal *t, const struct action *a)
{
    (void)a;
    report(t, QTTY_IMAGE_REGIS, 0, 0);
}

/* One key=value of kitty's control data. */
struct kitty_control {
    char action; /* a=; t where it is missing */
    bool more;   /* only m= and q= so far: a further chunk of an image */
    int32_t width, height;
};

static void
read_key(struct kitty_control *c, qtty_span pair)
{
    qtty_span value = text_from(pair, 2);
    if (pair.len < 3 || pair.data[1] != '=')
        return;
    switch (pair.data[0]) {
    case 'm':
    case 'q':
        return;
    case 'a':
        c->action = (char)value.data[0];
        break;
    case 's':
        c->width = text_number(value, NULL);
        break;
    case 'v':
        c->height = text_number(value, NULL);
        break;
    }
    c->more = false;
}

/* APC G control ; payload. Transmitted (t), transmitted and shown (T), or put (p): an
 * image. Queries, deletions and frames are none; nor is a further chunk, which has m=
 * and q= alone. */
void
kitty_graphics(struct terminal *t, const struct action *a)
{
    struct kitty_control c = { .action = 't', .more = true };
    qtty_span rest = text_from(a->text, 1);
    qtty_span control = text_field(&rest, ';');
    while (control.len != 0)
        read_key(&c, text_field(&control, ','));
    bool is_image = c.action == 't' || c.action == 'T' || c.action == 'p';
    if (is_image && !c.more)
        report(t, QTTY_IMAGE_KITTY, c.width, c.height);
}

/* Of "N", "Npx", "N%" and "auto" the second alone is in pixels. */
static int32_t
pixels(qtty_span value)
{
    qtty_span unit;
    int32_t number = text_number(value, &unit);
    return text_is(unit, "px") ? number : 0;
}

/* key=value with ';' between them, up to the ':' before the data. Without inline=1 it
 * is a file to download. */
void
image_iterm2(struct terminal *t, qtty_span text)
{
    qtty_span arguments = text_field(&text, ':'), value;
    int32_t width = 0, height = 0;
    bool shown = false;
    while (arguments.len != 0) {
        qtty_span pair = text_field(&arguments, ';');
        if (text_begins(pair, "width=", &value))
            width = pixels(value);
        else if (text_begins(pair, "height=", &value))
            height = pixels(value);
        else if (text_begins(pair, "inline=", &value))
            shown = text_is(value, "1");
    }
    if (shown)
        report(t, QTTY_IMAGE_ITERM2, width, height);
}
