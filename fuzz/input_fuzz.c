/* Harness of the input encoders: what output made of a terminal, then keys, mouse events
 * and a paste; forms that are ours, and nothing else, out.
 *
 * An input is four bytes of settings (script.h), output up to the first FF, and events: a
 * chunk of eight bytes is read as a key and as a mouse event, all of them as a paste. */
#include "input_fuzz.h"
#include "law.h"
#include "meter.h"
#include "reference.h"
#include "script.h"
#include <stdlib.h>
#include <string.h>

enum { CHUNK = 8 };

struct scene {
    qtty_emulator *emulator;
    bool latin1;
    qtty_span events;
};

static void
open_scene(struct scene *scene, qtty_span input)
{
    qtty_emulator_config config;
    qtty_span output = script_settings(input, &config);
    const uint8_t *end = output.len > 0 ? memchr(output.data, 0xFF, output.len) : NULL;
    scene->latin1 = config.encoding == QTTY_ENCODING_LATIN1;
    scene->events = (qtty_span){ NULL, 0 };
    if (end != NULL) {
        size_t len = (size_t)(end - output.data);
        scene->events = (qtty_span){ end + 1, output.len - len - 1 };
        output.len = len;
    }
    if (qtty_emulator_create(&scene->emulator, &config) != QTTY_OK)
        abort();
    (void)qtty_emulator_feed(scene->emulator, output);
}

/* The next eight bytes; @return false: there are not as many. */
static bool
next_chunk(qtty_span *events, const uint8_t **chunk)
{
    if (events->len < CHUNK)
        return false;
    *chunk = events->data;
    events->data += CHUNK;
    events->len -= CHUNK;
    return true;
}

static qtty_key
key_of(const uint8_t *chunk)
{
    uint32_t scalar = chunk[0] + 0x80u * (chunk[1] % 64u);
    uint32_t named = QTTY_KEY_BEFORE + 1 + (chunk[0] & 0x7Fu);
    return (qtty_key){ .key = chunk[0] < 0x80 ? scalar : named,
                       .modifiers = chunk[2],
                       .event = (qtty_key_event)(chunk[3] % 5),
                       .shifted = chunk[4] % 2 != 0 ? chunk[4] : 0,
                       .base = chunk[5] % 2 != 0 ? chunk[5] : 0,
                       .text = { chunk + 6, chunk[3] % 3u } };
}

static qtty_mouse
mouse_of(const uint8_t *chunk)
{
    return (qtty_mouse){ .event = (qtty_mouse_event)(chunk[0] % 5),
                         .button = chunk[1] % 13u,
                         .modifiers = chunk[2],
                         .row = chunk[3] % 17u,
                         .col = chunk[4] % 49u,
                         .x = chunk[5],
                         .y = chunk[6] };
}

/* --- Forms -------------------------------------------------------------------------- */

static bool
is_text_of(const struct scene *scene, qtty_span bytes)
{
    if (!scene->latin1)
        return is_text(bytes);
    for (size_t i = 0; i < bytes.len; i++) {
        if (is_control(bytes.data[i]))
            return false;
    }
    return true;
}

/* A character of any kind, as Ctrl and the eighth bit make them; Enter's CR LF. */
static bool
is_one(const struct scene *scene, qtty_span bytes)
{
    if (bytes.len == 2 && memcmp(bytes.data, "\r\n", 2) == 0)
        return true;
    if (scene->latin1 || bytes.len == 1)
        return bytes.len == 1;
    if (bytes.len > 0 && bytes.data[bytes.len - 1] == '\n')
        bytes.len--;
    return bytes.len == 2 && bytes.data[0] == 0xC2;
}

/* CSI and SS3 with numbers, one marker at most, and a final of a key's. */
static bool
is_sequence(qtty_span bytes)
{
    if (bytes.len < 3 || bytes.data[0] != 0x1B
        || (bytes.data[1] != '[' && bytes.data[1] != 'O'))
        return false;
    size_t i = 2 + (bytes.data[2] == '>');
    while (i < bytes.len && strchr("0123456789;:", bytes.data[i]) != NULL
           && bytes.data[i] != 0)
        i++;
    return i + 1 == bytes.len
           && ((bytes.data[i] >= '@' && bytes.data[i] <= 'Z') || bytes.data[i] == 'u'
               || bytes.data[i] == '~' || (bytes.data[i] >= 'j' && bytes.data[i] <= 'y'));
}

static bool
is_key(const struct scene *scene, qtty_span bytes)
{
    qtty_span rest = bytes;
    if (is_sequence(bytes) || is_one(scene, bytes) || is_text_of(scene, bytes))
        return true;
    if (bytes.data[0] != 0x1B)
        return false;
    rest.data++;
    rest.len--;
    return is_sequence(rest) || is_one(scene, rest) || is_text_of(scene, rest);
}

static size_t
skip_number(qtty_span bytes, size_t at, uint32_t most)
{
    uint32_t number = 0;
    size_t i = at;
    for (; i < bytes.len && bytes.data[i] >= '0' && bytes.data[i] <= '9'; i++)
        number = number * 10 + (bytes.data[i] - '0');
    return i > at && number <= most ? i : 0;
}

/* Numbers with ';' between them and this final at the end, none over `most`. */
static bool
is_numbers(qtty_span bytes, size_t at, const char *finals, uint32_t most)
{
    for (int i = 0; i < 3; i++) {
        at = skip_number(bytes, at, most);
        if (at == 0 || at >= bytes.len)
            return false;
        if (i < 2 && bytes.data[at++] != ';')
            return false;
    }
    return at + 1 == bytes.len && strchr(finals, bytes.data[at]) != NULL;
}

/* The sizes of script.h in pixels are at most 384. */
static bool
is_report(qtty_span bytes)
{
    if (bytes.len == 0)
        return true;
    if (bytes.len < 3 || bytes.data[0] != 0x1B)
        return false;
    if (bytes.len == 3) /* the wheel as a cursor key */
        return is_sequence(bytes) && (bytes.data[2] == 'A' || bytes.data[2] == 'B');
    if (bytes.data[1] == '[' && bytes.data[2] == 'M')
        return bytes.len >= 6 && bytes.len <= 9;
    return bytes.data[1] == '['
           && (bytes.data[2] == '<' ? is_numbers(bytes, 3, "Mm", 384)
                                    : is_numbers(bytes, 2, "M", 384));
}

/* --- The laws ----------------------------------------------------------------------- */

static bool
keys_have_form(const void *subject_, qtty_span input)
{
    const struct input_subject *subject = subject_;
    const uint8_t *chunk;
    struct scene scene;
    bool good = true;
    open_scene(&scene, input);
    while (good && next_chunk(&scene.events, &chunk)) {
        qtty_buf out;
        qtty_buf_init(&out, NULL, 0);
        qtty_key key = key_of(chunk);
        qtty_status st = subject->key(scene.emulator, &key, &out);
        good = st == QTTY_OK ? is_key(&scene, qtty_buf_span(&out)) : out.len == 0;
        qtty_buf_finish(&out);
    }
    qtty_emulator_destroy(scene.emulator);
    return good;
}

static bool
reports_have_form(const void *subject_, qtty_span input)
{
    const struct input_subject *subject = subject_;
    const uint8_t *chunk;
    struct scene scene;
    bool good = true;
    open_scene(&scene, input);
    while (good && next_chunk(&scene.events, &chunk)) {
        qtty_buf out;
        qtty_buf_init(&out, NULL, 0);
        qtty_mouse mouse = mouse_of(chunk);
        qtty_status st = subject->mouse(scene.emulator, &mouse, &out);
        good = st == QTTY_OK ? is_report(qtty_buf_span(&out)) : out.len == 0;
        qtty_buf_finish(&out);
    }
    qtty_emulator_destroy(scene.emulator);
    return good;
}

/* What stands between the brackets, or all of it. */
static bool
is_pasted(const struct scene *scene, qtty_span bytes, bool bracketed)
{
    uint8_t kept[] = { '\t', '\r', bracketed ? '\n' : '\t' };
    while (bytes.len > 0) {
        size_t len = 0;
        while (len < bytes.len && memchr(kept, bytes.data[len], sizeof(kept)) == NULL)
            len++;
        if (len > 0 && !is_text_of(scene, (qtty_span){ bytes.data, len }))
            return false;
        len += len < bytes.len;
        bytes.data += len;
        bytes.len -= len;
    }
    return true;
}

static bool
pastes_stay_inside(const void *subject_, qtty_span input)
{
    const struct input_subject *subject = subject_;
    struct scene scene;
    qtty_buf out;
    open_scene(&scene, input);
    qtty_buf_init(&out, NULL, 0);
    bool bracketed = qtty_emulator_mode(scene.emulator, true, 2004) == QTTY_MODE_SET;
    bool good = subject->paste(scene.emulator, scene.events, &out) == QTTY_OK;
    qtty_span inside = qtty_buf_span(&out);
    if (bracketed) {
        good = good && out.len >= 12 && memcmp(out.data, "\x1b[200~", 6) == 0
               && memcmp(out.data + out.len - 6, "\x1b[201~", 6) == 0;
        inside = good ? (qtty_span){ out.data + 6, out.len - 12 } : inside;
    }
    good = good && is_pasted(&scene, inside, bracketed);
    qtty_buf_finish(&out);
    qtty_emulator_destroy(scene.emulator);
    return good;
}

/* Into a buffer that is too small, or that gets no memory: nothing. */
static bool
all_or_nothing(const void *subject_, qtty_span input)
{
    const struct input_subject *subject = subject_;
    struct meter meter;
    struct scene scene;
    qtty_buf out;
    open_scene(&scene, input);
    meter_init(&meter, 0);
    meter.fail_at = hash_bytes(input) % 2;
    qtty_buf_init(&out, &meter.allocator, 1 + hash_bytes(input) % 40);
    const uint8_t *chunk = scene.events.data;
    bool good =
        subject->paste(scene.emulator, scene.events, &out) == QTTY_OK || out.len == 0;
    out.len = 0;
    if (scene.events.len >= CHUNK) {
        qtty_key key = key_of(chunk);
        good =
            good && (subject->key(scene.emulator, &key, &out) == QTTY_OK || out.len == 0);
    }
    qtty_buf_finish(&out);
    qtty_emulator_destroy(scene.emulator);
    return good && meter.now == 0;
}

/* --- The harness -------------------------------------------------------------------- */

static const struct law laws[] = {
    { "keys", "a key is text, a control, or a sequence of numbers", keys_have_form },
    { "mouse", "a report is of a known form, and inside the screen", reports_have_form },
    { "paste", "a paste has no control but HT, LF, CR, and ends where it ends",
      pastes_stay_inside },
    { "whole", "what does not fit is not sent in part", all_or_nothing },
};

static const struct input_subject product = { qtty_emulator_key, qtty_emulator_mouse,
                                              qtty_emulator_paste };

const struct harness harness = { "input", &product, laws, COUNT_OF(laws) };
