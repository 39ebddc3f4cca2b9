/* The scrollback: blocks of records that come and go whole. A record lies in one block;
 * offsets of a block's records stand at its end, growing towards the records. */
#include "screen/rewrap.h"

#include "base/alloc.h"
#include "base/limits.h"
#include <string.h>

enum {
    /* The first block of a scrollback is small: most terminals are short-lived. */
    FIRST_BLOCK_BYTES = 4096,
    BLOCK_BYTES = 65536 - 64,
    FIRST_BLOCKS = 8,
};

struct block {
    uint64_t first; /* place of its first record */
    uint64_t ids;   /* ids of rows count from here */
    uint32_t count, used, size;
    uint8_t bytes[]; /* `size` */
};

void
history_init(struct history *h, const qtty_allocator *a, const struct intern *clusters,
             uint32_t view_max)
{
    *h = (struct history){ .allocator = a, .clusters = clusters, .view_max = view_max };
    packer_init(&h->packer, a);
    history_fit(h, 0);
}

void
history_fit(struct history *h, uint32_t screen_rows)
{
    h->rows_max = h->view_max + HISTORY_SPARE + screen_rows;
    h->bytes_max = (uint64_t)h->rows_max * SCROLLBACK_ROW_BYTES;
    if (h->bytes_max < SCROLLBACK_BYTES_MIN)
        h->bytes_max = SCROLLBACK_BYTES_MIN;
}

void
history_finish(struct history *h)
{
    for (uint32_t i = 0; i < h->block_count; i++)
        mem_free(h->allocator, h->blocks[i]);
    mem_free(h->allocator, h->spare);
    mem_free(h->allocator, h->blocks);
    packer_finish(&h->packer);
    history_init(h, h->allocator, h->clusters, h->view_max);
}

/* --- Blocks ------------------------------------------------------------------------- */

static uint16_t *
offset_of(const struct block *b, uint32_t index)
{
    return (uint16_t *)(void *)((uintptr_t)b->bytes + b->size) - 1 - index;
}

static size_t
room_in(const struct block *b)
{
    return b->size - b->used - b->count * sizeof(uint16_t);
}

static struct block *
newest(const struct history *h)
{
    return h->block_count == 0 ? NULL : h->blocks[h->block_count - 1];
}

/* The block of a place that is kept. Most looks are at the newest rows. */
static struct block *
block_of(const struct history *h, uint64_t place)
{
    uint32_t low = 0, high = h->block_count - 1;
    if (place >= h->blocks[high]->first)
        return h->blocks[high];
    while (low < high) {
        uint32_t middle = low + (high - low + 1) / 2;
        if (h->blocks[middle]->first <= place)
            low = middle;
        else
            high = middle - 1;
    }
    return h->blocks[low];
}

static uint8_t *
bytes_at(const struct history *h, uint64_t place)
{
    struct block *b = block_of(h, place);
    return b->bytes + *offset_of(b, (uint32_t)(place - b->first));
}

static void
retire(struct history *h, struct block *b)
{
    h->bytes -= b->size;
    if (h->spare != NULL && h->spare->size >= b->size) {
        mem_free(h->allocator, b);
        return;
    }
    mem_free(h->allocator, h->spare);
    h->spare = b;
}

static void
retire_first(struct history *h)
{
    retire(h, h->blocks[0]);
    h->block_count--;
    memmove(h->blocks, h->blocks + 1, h->block_count * sizeof *h->blocks);
}

static bool
list_has_room(struct history *h)
{
    if (h->block_count < h->blocks_capacity)
        return true;
    uint32_t capacity = h->blocks_capacity == 0 ? FIRST_BLOCKS : 2 * h->blocks_capacity;
    struct block **blocks =
        mem_resize(h->allocator, h->blocks, capacity, sizeof *h->blocks);
    if (blocks == NULL)
        return false;
    h->blocks = blocks;
    h->blocks_capacity = capacity;
    return true;
}

static struct block *
take_spare(struct history *h, uint32_t size)
{
    struct block *b = h->spare;
    if (b == NULL || b->size < size)
        return NULL;
    h->spare = NULL;
    return b;
}

static uint32_t
block_size(const struct history *h, size_t record)
{
    uint32_t usual = h->block_count == 0 ? FIRST_BLOCK_BYTES : BLOCK_BYTES;
    uint32_t least = (uint32_t)(record + RECORD_SLACK + 2 * sizeof(uint16_t)) & ~1u;
    return least > usual ? least : usual;
}

/* A block behind the newest, with room for a record. @return NULL: no memory. */
static struct block *
add_block(struct history *h, size_t record)
{
    uint32_t size = block_size(h, record);
    struct block *b = list_has_room(h) ? take_spare(h, size) : NULL;
    if (b == NULL && h->block_count < h->blocks_capacity) {
        b = mem_resize(h->allocator, NULL, 1, sizeof *b + size);
        if (b != NULL)
            b->size = size;
    }
    if (b == NULL)
        return NULL;
    b->first = h->end;
    b->ids = 0;
    b->count = b->used = 0;
    h->bytes += b->size;
    h->blocks[h->block_count++] = b;
    return b;
}

/* --- Records ------------------------------------------------------------------------ */

static uint8_t
flags_at(const struct history *h, uint64_t place)
{
    return *record_flags(bytes_at(h, place));
}

bool
history_record(const struct history *h, uint64_t place, struct record *out)
{
    if (place < h->first || place >= h->end)
        return false;
    *out = record_open(bytes_at(h, place));
    return true;
}

/* In a record 0 is "none", and 1 the first id of the block. */
uint64_t
history_id(const struct history *h, uint64_t place)
{
    struct record r;
    if (!history_record(h, place, &r) || r.id == 0)
        return 0;
    return block_of(h, place)->ids + r.id;
}

/* @return false: too far from the others of the block. */
static bool
pack_id(struct block *b, uint64_t id, uint32_t *packed)
{
    if (b->count == 0)
        b->ids = id > UINT32_MAX / 2 ? id - UINT32_MAX / 2 : 0;
    *packed = id == 0 ? 0 : (uint32_t)(id - b->ids);
    return id == 0 || (id > b->ids && id - b->ids <= UINT32_MAX);
}

bool
history_in_view(const struct history *h, uint64_t place)
{
    return place >= h->first && place >= h->view && place < h->end
           && (flags_at(h, place) & RECORD_IN_VIEW) != 0;
}

static inline void
leave_view(struct history *h, uint64_t place)
{
    h->in_view--;
    if (place >= h->straight)
        h->in_straight--;
    else
        history_forget(h, place);
}

static inline void
drop_first(struct history *h)
{
    h->chain.known = false;
    if (h->first >= h->view && history_in_view(h, h->first))
        leave_view(h, h->first);
    else if (h->hidden != 0 && (flags_at(h, h->first) & RECORD_IN_VIEW) == 0)
        h->hidden--;
    h->first++;
    if (h->first == h->blocks[0]->first + h->blocks[0]->count)
        retire_first(h);
}

/* What cannot be kept takes what is before it along: places have no holes. */
static bool
lose(struct history *h)
{
    while (h->first < h->end)
        drop_first(h);
    while (h->block_count != 0)
        retire_first(h);
    h->first = ++h->end;
    h->view = h->view < h->first ? h->first : h->view;
    h->open_columns = 0;
    h->newest_wraps = false;
    return false;
}

/* The block for a record, which may be the newest. Without memory for a new one the
 * oldest rows give theirs. */
static struct block *
room_for(struct history *h, size_t bytes, uint64_t id, uint32_t *packed_id)
{
    struct block *b = newest(h);
    if (b != NULL && room_in(b) >= bytes + RECORD_SLACK + sizeof(uint16_t)
        && b->used <= UINT16_MAX && pack_id(b, id, packed_id))
        return b;
    b = add_block(h, bytes);
    while (b == NULL && h->first < h->end) {
        uint32_t blocks = h->block_count;
        while (h->block_count == blocks && h->first < h->end)
            drop_first(h);
        b = add_block(h, bytes);
    }
    if (b != NULL)
        (void)pack_id(b, id, packed_id);
    return b;
}

static inline void
bound(struct history *h)
{
    while (h->end - h->first >= h->rows_max)
        drop_first(h);
    while (h->bytes > h->bytes_max && h->block_count > 1)
        drop_first(h);
}

/* The oldest record in view leaves it. */
static inline void
narrow_view(struct history *h)
{
    if (h->view < h->first)
        h->view = h->first;
    while (h->hidden != 0 && !history_in_view(h, h->view))
        h->view++;
    leave_view(h, h->view);
    h->view++;
    h->chain.known = false;
}

/* How many columns the newest chain has now, up to what matters. */
static uint32_t
open_columns(const struct history *h)
{
    uint32_t columns = 0;
    for (uint64_t place = h->end; place > h->first && columns < HISTORY_CHAIN_MAX;
         place--) {
        struct record r = record_open(bytes_at(h, place - 1));
        if (place < h->end && (r.flags & RECORD_SOFT_WRAPPED) == 0)
            break;
        columns += r.columns;
        if ((r.flags & RECORD_HEAD) != 0)
            break;
    }
    return columns;
}

/* The row goes on the newest chain, or begins one. @return its record's flags. */
static uint8_t
join_chain(struct history *h, const struct row *row, bool in_view)
{
    uint32_t columns = h->newest_wraps ? h->open_columns : 0;
    bool head = !h->rewraps || columns >= HISTORY_CHAIN_MAX;
    h->open_columns = (head ? 0 : columns) + row->cells;
    h->newest_wraps = row->soft_wrapped;
    return (uint8_t)((row->soft_wrapped ? RECORD_SOFT_WRAPPED : 0)
                     | (in_view ? RECORD_IN_VIEW : 0) | (head ? RECORD_HEAD : 0));
}

static void
append(struct history *h, struct block *b, const struct row *row, struct record *head,
       size_t bytes)
{
    uint8_t *to = b->bytes + b->used;
    if (row->is_text)
        record_write_text(to, row, head);
    else
        record_write(to, &h->packer, head);
    *offset_of(b, b->count++) = (uint16_t)b->used;
    b->used += (uint32_t)bytes;
    h->end++;
}

/* @return false: no memory, and what was packed is an empty row. */
static bool
pack(struct history *h, const struct row *row)
{
    qtty_span printed = printed_text(h->printed, row);
    if (printed.len != 0)
        return packer_take_printed(&h->packer, row, printed);
    return packer_take(&h->packer, row, h->clusters);
}

bool
history_push(struct history *h, const struct row *row, bool in_view)
{
    bool kept = row->is_text || pack(h, row);
    struct record head = { .columns = kept ? row->cells : 0, .line = row->line };
    size_t bytes =
        row->is_text ? record_text_bytes(row, &head.flags) : record_bytes(&h->packer);
    bound(h);
    head.flags |= join_chain(h, row, in_view);
    struct block *b = room_for(h, bytes, row->id, &head.id);
    if (b == NULL)
        return lose(h);
    append(h, b, row, &head, bytes);
    h->chain.known = false;
    h->hidden += !in_view;
    h->in_view += in_view;
    h->in_straight += in_view;
    if (h->in_view > h->view_max)
        narrow_view(h);
    return kept;
}

void
history_set_wrapped(struct history *h, bool wrapped)
{
    if (h->end == h->first)
        return;
    uint8_t *flags = record_flags(bytes_at(h, h->end - 1));
    *flags =
        (uint8_t)((*flags & ~RECORD_SOFT_WRAPPED) | (wrapped ? RECORD_SOFT_WRAPPED : 0));
    h->newest_wraps = wrapped;
}

/* --- Taking back -------------------------------------------------------------------- */

uint32_t
history_pullable(const struct history *h, uint32_t most)
{
    uint32_t n = 0;
    while (n < most && n < h->end - h->first && history_in_view(h, h->end - 1 - n))
        n++;
    return n;
}

static void
drop_last(struct history *h)
{
    struct block *b = newest(h);
    leave_view(h, h->end - 1);
    h->end--;
    b->used = *offset_of(b, --b->count);
    if (b->count != 0)
        return;
    retire(h, b);
    h->block_count--;
}

void
history_pull(struct history *h, uint32_t count)
{
    if (count == 0)
        return;
    h->chain.known = false;
    h->row.end = 0;
    for (uint32_t i = 0; i < count; i++)
        drop_last(h);
    h->straight = h->straight < h->end ? h->straight : h->end;
    h->open_columns = open_columns(h);
    h->newest_wraps =
        h->end > h->first && (flags_at(h, h->end - 1) & RECORD_SOFT_WRAPPED) != 0;

    h->low[h->pulls % HISTORY_PULLS] = h->end;
    h->pulls++;
    for (size_t i = 0; i < HISTORY_PULLS; i++)
        h->low[i] = h->low[i] < h->end ? h->low[i] : h->end;
}

uint64_t
history_low(const struct history *h, uint64_t pulls)
{
    if (pulls >= h->pulls)
        return h->end;
    return h->pulls - pulls > HISTORY_PULLS ? 0 : h->low[pulls % HISTORY_PULLS];
}

void
history_end_view(struct history *h)
{
    h->view = h->end;
    h->in_view = h->in_straight = 0;
    h->old_rows_known = false;
    h->chain.known = false;
}

void
history_mark(const struct history *h, struct intern *styles, struct intern *links)
{
    for (uint32_t i = 0; i < h->block_count; i++) {
        const struct block *b = h->blocks[i];
        for (uint32_t k = 0; k < b->count; k++) {
            struct record r = record_open(b->bytes + *offset_of(b, k));
            record_mark(&r, styles, links);
        }
    }
}
