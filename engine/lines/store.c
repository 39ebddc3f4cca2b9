/* The ring of bytes behind the lines. Positions only grow; the ring holds the newest
 * ones. A line that alone is longer than the bound may grow past it by SLACK_BYTES before
 * its front is cut, so that the search for a cluster boundary is paid once in a while. */
#include "lines/store.h"

#include "base/alloc.h"
#include "unicode/utf8.h"

enum {
    CAPACITY_AT_FIRST = 4096,
    SLACK_BYTES = 65536,
    CERTAIN_WITHIN = 1024, /* bytes; how far back a certain boundary is looked for */
};

/* In a record of `starts`: the front of the line was dropped. */
#define CUT (UINT64_C(1) << 63)

void
store_init(struct store *s, const qtty_allocator *allocator, uint32_t lines_max,
           uint64_t bytes_max)
{
    *s = (struct store){ .allocator = allocator,
                         .lines_max = lines_max,
                         .bytes_max = bytes_max };
    ring_init(&s->starts, allocator, sizeof(uint64_t));
    qtty_buf_init(&s->seam, allocator, (size_t)bytes_max + SLACK_BYTES);
}

void
store_finish(struct store *s)
{
    ring_finish(&s->starts);
    qtty_buf_finish(&s->seam);
    mem_free(s->allocator, s->bytes);
    store_init(s, s->allocator, s->lines_max, s->bytes_max);
}

/* --- Positions ---------------------------------------------------------------------- */

uint64_t
store_start(const struct store *s, uint64_t ordinal)
{
    if (ordinal == s->starts.end)
        return s->open ? s->open_start : s->tail;
    const uint64_t *start = ring_at(&s->starts, ordinal);
    return *start & ~CUT;
}

static uint64_t
end_of(const struct store *s, uint64_t ordinal)
{
    return ordinal == s->starts.end ? s->tail : store_start(s, ordinal + 1);
}

/* Position of the oldest byte that is kept. */
static uint64_t
head(const struct store *s)
{
    return store_start(s, s->starts.first);
}

static uint64_t
live(const struct store *s)
{
    return s->tail - head(s);
}

/* Where a position lies in the ring; positions of kept bytes, and the tail. */
static size_t
place(const struct store *s, uint64_t position)
{
    size_t at = (size_t)(position - s->lap);
    return at < s->capacity ? at : at - s->capacity;
}

/* The tail or the bounds have moved: say anew where text goes, and how much of it. While
 * there are final lines, none may go before its time; else the open line has its
 * slack. */
static void
find_room(struct store *s)
{
    if (s->capacity == 0)
        return;
    if (head(s) - s->lap >= s->capacity)
        s->lap += s->capacity;

    const bool alone = s->starts.first == s->starts.end;
    const uint64_t kept = live(s);
    const uint64_t bound = (uint64_t)s->bytes_max + (alone ? SLACK_BYTES : 0);
    const size_t at = place(s, s->tail);
    uint64_t room = s->capacity - at;
    if (room > s->capacity - kept)
        room = s->capacity - kept;
    if (room > bound - kept)
        room = bound - kept;
    s->at = s->bytes + at;
    s->room = (size_t)room;
}

static void
forget_clusters(struct store *s, uint64_t from)
{
    s->scanned = from;
    s->clusters = (struct grapheme_state){ 0 };
}

/* The text from a position on is given up. */
static void
step_back(struct store *s, uint64_t position)
{
    const uint64_t joined = position > s->seam_start ? position - s->seam_start : 0;
    if (joined < s->seam.len)
        s->seam.len = (size_t)joined;
    if (s->scanned > position)
        forget_clusters(s, 0);
    s->tail = position;
    find_room(s);
}

void
store_clear(struct store *s)
{
    s->starts.first = s->starts.end = 0;
    s->lap = 0;
    s->open = false;
    s->lost = 0;
    step_back(s, 0);
}

/* --- The front of a line that is too long ------------------------------------------- */

static uint8_t
byte_at(const struct store *s, uint64_t position)
{
    return s->bytes[place(s, position)];
}

/* The scalar that begins at a position. */
static uint32_t
scalar_at(const struct store *s, uint64_t position, uint32_t *length)
{
    const uint8_t lead = byte_at(s, position);
    uint8_t bytes[4] = { lead };
    *length = lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
    for (uint32_t i = 1; i < *length; i++)
        bytes[i] = byte_at(s, position + i);
    return utf8_scalar(bytes, *length);
}

/* No rule of UAX #29 joins two characters of ASCII but CR LF, and lines have neither:
 * before the second of such a pair there is a boundary, whatever came earlier. Begin to
 * read at the last pair before `goal`, if there is one near. */
static void
skip_to_certain_boundary(struct store *s, uint64_t goal)
{
    for (uint64_t at = goal; at > s->scanned && goal - at < CERTAIN_WITHIN; at--) {
        if ((byte_at(s, at - 1) | byte_at(s, at)) < 0x80) {
            forget_clusters(s, at);
            return;
        }
    }
}

static bool
is_too_long(const struct store *s)
{
    return s->open_headless || s->tail - s->open_start > s->bytes_max;
}

/* Only the newest line without a front needs its beginning: one is cut while it is alone,
 * and an older one that was begun again by a caller is not known any further. */
static void
note_cut(struct store *s)
{
    if (!s->open_cut || s->begun > s->open_start)
        s->begun = s->open_start;
    s->open_cut = true;
}

/* Cut the open line's front at the first boundary that leaves it within the bound. Where
 * a single cluster is longer than that nothing is left, and its rest goes when it
 * comes. */
static void
cut_front(struct store *s)
{
    const uint64_t over = s->tail - s->open_start;
    const uint64_t goal = over > s->bytes_max ? s->tail - s->bytes_max : s->open_start;
    if (s->scanned < s->open_start)
        forget_clusters(s, s->open_start);
    if (goal > s->scanned)
        skip_to_certain_boundary(s, goal);

    note_cut(s);
    s->open_headless = true;
    while (s->open_headless && s->scanned < s->tail) {
        uint32_t length;
        const uint32_t scalar = scalar_at(s, s->scanned, &length);
        if (grapheme_break_before(&s->clusters, scalar) && s->scanned >= goal) {
            s->open_headless = false;
            s->open_start = s->scanned;
        }
        s->scanned += length;
    }
    if (s->open_headless)
        s->open_start = s->tail;
    find_room(s);
}

/* --- Room --------------------------------------------------------------------------- */

/* What lay at the front of the ring, behind the bytes at its end, follows them. */
static bool
grow(struct store *s, size_t capacity)
{
    const size_t before = s->capacity, more = capacity - before;
    const uint64_t length = s->tail - s->lap;
    const size_t wrapped = length > before ? (size_t)(length - before) : 0;
    const size_t moved = wrapped < more ? wrapped : more;

    uint8_t *bytes = mem_resize(s->allocator, s->bytes, capacity, 1);
    if (bytes == NULL)
        return false;
    if (moved != 0)
        memcpy(bytes + before, bytes, moved);
    if (wrapped > moved)
        memmove(bytes, bytes + moved, wrapped - moved);
    s->bytes = bytes;
    s->capacity = capacity;
    return true;
}

/* Capacity for `needed` bytes. An eighth more each time: little of it lies idle. */
static size_t
capacity_for(const struct store *s, uint64_t needed)
{
    const uint64_t limit = (uint64_t)s->bytes_max + SLACK_BYTES;
    uint64_t capacity = s->capacity + s->capacity / 8;
    if (capacity < CAPACITY_AT_FIRST)
        capacity = CAPACITY_AT_FIRST;
    if (capacity < needed)
        capacity = needed;
    return (size_t)(capacity < limit ? capacity : limit);
}

/* Room for a piece of at most SLACK_BYTES, in up to two parts. */
static bool
make_room(struct store *s, size_t bytes)
{
    while (s->starts.first != s->starts.end && live(s) + bytes > s->bytes_max)
        s->starts.first++;
    if (live(s) + bytes > (uint64_t)s->bytes_max + SLACK_BYTES)
        cut_front(s);
    find_room(s);
    const uint64_t needed = live(s) + bytes;
    if (needed <= s->capacity)
        return true;
    return grow(s, capacity_for(s, needed));
}

/* --- Lines -------------------------------------------------------------------------- */

static void
lose(struct store *s)
{
    if (!s->open_holed)
        s->lost++;
    s->open_holed = true;
}

/* The front of a text: at most SLACK_BYTES, whole scalars. */
static size_t
piece(qtty_span text)
{
    if (text.len <= SLACK_BYTES)
        return text.len;
    size_t len = SLACK_BYTES;
    while ((text.data[len] & 0xC0) == 0x80)
        len--;
    return len;
}

static void
put(struct store *s, const uint8_t *bytes, size_t len)
{
    while (len > 0) {
        find_room(s);
        const size_t n = len < s->room ? len : s->room;
        memcpy(s->at, bytes, n);
        s->tail += n;
        bytes += n;
        len -= n;
    }
    find_room(s);
}

qtty_status
store_append_slowly(struct store *s, qtty_span text)
{
    while (text.len > 0) {
        const size_t len = piece(text);
        if (!make_room(s, len)) {
            lose(s);
            return QTTY_E_NOMEM;
        }
        put(s, text.data, len);
        text.data += len;
        text.len -= len;
    }
    return QTTY_OK;
}

qtty_status
store_end_line(struct store *s)
{
    store_begin(s);
    if (is_too_long(s))
        cut_front(s);
    s->open = false;
    uint64_t *start = ring_push(&s->starts);
    if (start == NULL) {
        lose(s);
        step_back(s, s->open_start);
        return QTTY_E_NOMEM;
    }
    forget_clusters(s, s->tail);
    *start = s->open_start | (s->open_cut ? CUT : 0);
    if (s->starts.end - s->starts.first == 1)
        find_room(s); /* the slack of a line that stood alone is not the next one's */
    return QTTY_OK;
}

void
store_rewind(struct store *s, uint64_t ordinal)
{
    const uint64_t start = store_start(s, ordinal);
    s->starts.end = ordinal;
    s->open = false;
    step_back(s, start);
}

void
store_resume(struct store *s, uint64_t ordinal, uint64_t position)
{
    if (ordinal < s->starts.end) {
        const uint64_t start = *(const uint64_t *)ring_at(&s->starts, ordinal);
        s->open = true;
        s->open_start = start & ~CUT;
        s->open_cut = (start & CUT) != 0;
        s->open_holed = s->open_headless = false;
        s->starts.end = ordinal;
        forget_clusters(s, s->open_start);
    }
    step_back(s, position);
}

void
store_trim(struct store *s)
{
    if (s->open && is_too_long(s))
        cut_front(s);
}

void
store_mark_cut(struct store *s)
{
    store_begin(s);
    note_cut(s);
}

static bool
is_cut(const struct store *s, uint64_t ordinal)
{
    if (ordinal == s->starts.end)
        return s->open_cut;
    return (*(const uint64_t *)ring_at(&s->starts, ordinal) & CUT) != 0;
}

uint64_t
store_length(const struct store *s, uint64_t ordinal)
{
    const uint64_t start = store_start(s, ordinal);
    const bool earlier = is_cut(s, ordinal) && s->begun < start;
    return end_of(s, ordinal) - (earlier ? s->begun : start);
}

uint64_t
store_bytes(const struct store *s, uint64_t from, uint64_t to)
{
    return store_start(s, to) - store_start(s, from);
}

uint64_t
store_fitting(const struct store *s, uint64_t lines, uint64_t bytes)
{
    const uint64_t end = s->starts.end;
    uint64_t low = s->starts.first, high = end;
    if (high - low > lines)
        low = high - lines;
    while (low < high) {
        const uint64_t middle = low + (high - low) / 2;
        if (store_bytes(s, middle, end) > bytes)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* --- Looking ------------------------------------------------------------------------ */

/* Mostly the same text is looked at again, with more behind it: what was joined already
 * stays, unless too much of it is not asked for any more. */
static qtty_status
join_at_seam(struct store *s, uint64_t start, uint64_t end, qtty_span *out)
{
    uint64_t joined = s->seam_start + s->seam.len;
    if (start < s->seam_start || start - s->seam_start > SLACK_BYTES || joined < start
        || joined > end) {
        s->seam.len = 0;
        s->seam_start = joined = start;
    }
    qtty_status st = qtty_buf_reserve(&s->seam, (size_t)(end - joined));
    while (joined < end && st == QTTY_OK) {
        const size_t at = place(s, joined), rest = (size_t)(end - joined);
        const size_t part = rest < s->capacity - at ? rest : s->capacity - at;
        st = qtty_buf_append(&s->seam, s->bytes + at, part);
        joined += part;
    }
    if (st == QTTY_OK)
        *out =
            (qtty_span){ s->seam.data + (start - s->seam_start), (size_t)(end - start) };
    return st;
}

static qtty_status
text_between(struct store *s, uint64_t start, uint64_t end, qtty_span *out)
{
    static const uint8_t nothing[1];
    const size_t len = (size_t)(end - start);
    *out = (qtty_span){ nothing, 0 };
    if (len == 0)
        return QTTY_OK;
    const size_t at = place(s, start);
    if (at + len > s->capacity)
        return join_at_seam(s, start, end, out);
    *out = (qtty_span){ s->bytes + at, len };
    return QTTY_OK;
}

qtty_status
store_line(struct store *s, uint64_t ordinal, struct store_line *out)
{
    if (ordinal == s->starts.end)
        store_trim(s);
    out->cut = is_cut(s, ordinal);
    return text_between(s, store_start(s, ordinal), end_of(s, ordinal), &out->text);
}

qtty_status
store_open_text(struct store *s, uint64_t position, qtty_span *out)
{
    return text_between(s, position, s->tail, out);
}
