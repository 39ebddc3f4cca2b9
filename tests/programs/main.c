/* qtty_programs: records programs, replays what they printed, compares.
 *
 *   record SCRIPT ROWSxCOLS FILE   run a program as the script says, write the recording
 *   screens RECORDING              print what the native engine shows at each mark
 *   check RECORDING…               compare that with the file of screens beside each
 *   peer PANE RECORDING…           compare it with a pane of tmux
 *   live PANE SCRIPT…              record afresh, in two sizes, and compare with tmux
 *
 * Exit: 0 alike, 1 not, 2 bad usage, 77 nothing could be compared. */
#include "differences.h"
#include "drive.h"
#include "vt/memory.h"
#include "vt/notation.h"
#include "peer.h"
#include "recording.h"
#include "text.h"

#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { OK = 0, DIFFERENT = 1, USAGE = 2, SKIPPED = 77 };

/* --- Ours --------------------------------------------------------------------------- */

static qtty_emulator *
emulator_of(const struct recording *r)
{
    qtty_emulator_config config = QTTY_EMULATOR_CONFIG_INIT;
    qtty_emulator *e;
    config.engine = "native";
    config.rows = r->rows;
    config.cols = r->cols;
    if (qtty_emulator_create(&e, &config) != QTTY_OK)
        die("%s: no emulator", r->name);
    return e;
}

static void
feed(qtty_emulator *e, qtty_span piece)
{
    if (qtty_emulator_feed(e, piece) != QTTY_OK)
        die("out of memory");
    qtty_emulator_take_replies(e, qtty_emulator_replies(e).len);
}

static qtty_buf
screens_of(const struct recording *r)
{
    qtty_emulator *e = emulator_of(r);
    qtty_buf out;
    qtty_buf_init(&out, NULL, 0);
    for (size_t i = 0; i < r->count; i++) {
        struct shot shot;
        feed(e, recording_piece(r, i));
        append_string(&out, "mark ");
        print_quoted(
            (qtty_span){ (const uint8_t *)r->marks[i].name, strlen(r->marks[i].name) },
            &out);
        append_string(&out, "\n");
        shot_take(&shot, e);
        shot_print(&shot, &out);
        shot_finish(&shot);
    }
    qtty_emulator_destroy(e);
    return out;
}

/* --- Screens that were reviewed ----------------------------------------------------- */

/* The first line that differs, with its number. */
static void
tell_line(const char *name, const char *now, const char *kept)
{
    unsigned line = 1;
    const char *now_line = now, *kept_line = kept;
    for (; *now != '\0' && *now == *kept; now++, kept++) {
        if (*now == '\n') {
            line++;
            now_line = now + 1;
            kept_line = kept + 1;
        }
    }
    printf("not ok - %s: line %u of the screens\n  now:  %.*s\n  kept: %.*s\n", name,
           line, (int)strcspn(now_line, "\n"), now_line, (int)strcspn(kept_line, "\n"),
           kept_line);
}

static bool
check(const char *path)
{
    struct recording r;
    char kept_path[512];
    recording_read(&r, path);
    int stem = (int)(strrchr(path, '.') - path);
    (void)snprintf(kept_path, sizeof kept_path, "%.*s.screens", stem, path);
    qtty_buf kept = file_bytes(kept_path), now = screens_of(&r);
    append(&now, "", 1);
    bool same = strcmp((const char *)now.data, (const char *)kept.data) == 0;
    if (same)
        printf("ok - %s: %zu screens\n", r.name, r.count);
    else
        tell_line(r.name, (const char *)now.data, (const char *)kept.data);
    qtty_buf_finish(&now);
    qtty_buf_finish(&kept);
    recording_finish(&r);
    return same;
}

static int
command_check(char **paths)
{
    int code = OK;
    for (; *paths != NULL; paths++)
        code = check(*paths) ? code : DIFFERENT;
    return code;
}

static int
command_screens(char **paths)
{
    struct recording r;
    recording_read(&r, paths[0]);
    qtty_buf screens = screens_of(&r);
    (void)fwrite(screens.data, 1, screens.len, stdout);
    qtty_buf_finish(&screens);
    recording_finish(&r);
    return OK;
}

/* --- tmux --------------------------------------------------------------------------- */

/* A pane for each mark, fed all that was printed up to it. */
static void
look_at_peer(struct shot *out, const struct recording *r, size_t mark, const char *pane)
{
    char *folder = folder_make();
    struct peer *peer = peer_start(pane, folder, r->rows, r->cols);
    peer_feed(peer, (qtty_span){ r->output.data, r->marks[mark].offset });
    peer_take(out, peer);
    peer_end(peer);
    folder_remove(folder);
}

static size_t
compare(const struct recording *r, const char *pane)
{
    qtty_emulator *e = emulator_of(r);
    size_t unknown = 0;
    for (size_t i = 0; i < r->count; i++) {
        struct shot ours, peers;
        feed(e, recording_piece(r, i));
        shot_take(&ours, e);
        look_at_peer(&peers, r, i, pane);
        unknown += differences(r->name, r->marks[i].name, &ours, &peers);
        shot_finish(&ours);
        shot_finish(&peers);
    }
    qtty_emulator_destroy(e);
    return unknown;
}

static bool
compare_one(const struct recording *r, const char *pane, bool kept)
{
    size_t unknown = compare(r, pane);
    if (kept)
        unknown += differences_missed(r->name);
    if (unknown == 0)
        printf("ok - %s: %zu screens as in %s\n", r->name, r->count, peer_version());
    return unknown == 0;
}

static int
command_peer(char **words)
{
    int code = OK;
    if (peer_version() == NULL) {
        printf("skipped: no tmux\n");
        return SKIPPED;
    }
    for (char **path = words + 1; *path != NULL; path++) {
        struct recording r;
        recording_read(&r, *path);
        code = compare_one(&r, words[0], true) ? code : DIFFERENT;
        recording_finish(&r);
    }
    return code;
}

/* --- Programs ----------------------------------------------------------------------- */

/* The name of a script and a size: "vim-24x80". */
static void
name_recording(struct recording *r, const char *script)
{
    char name[256];
    const char *base = strrchr(script, '/');
    base = base != NULL ? base + 1 : script;
    (void)snprintf(name, sizeof name, "%.*s-%ux%u", (int)strcspn(base, "."), base,
                   (unsigned)r->rows, (unsigned)r->cols);
    free(r->name);
    r->name = copy_of((qtty_span){ (const uint8_t *)name, strlen(name) });
}

static bool
record(struct recording *r, const char *script, uint32_t rows, uint32_t cols)
{
    char *folder = folder_make();
    char *missing = drive_script(r, script, folder, rows, cols);
    folder_remove(folder);
    name_recording(r, script);
    if (missing != NULL)
        printf("skipped: %s: no %s\n", r->name, missing);
    bool made = missing == NULL;
    free(missing);
    return made;
}

static int
command_record(char **words)
{
    struct recording r;
    unsigned rows, cols;
    if (sscanf(words[1], "%ux%u", &rows, &cols) != 2)
        return USAGE;
    bool made = record(&r, words[0], rows, cols);
    if (made)
        recording_write(&r, words[2]);
    recording_finish(&r);
    return made ? OK : SKIPPED;
}

static int
live(const char *pane, const char *script, uint32_t rows, uint32_t cols)
{
    struct recording r;
    int code = SKIPPED;
    if (record(&r, script, rows, cols))
        code = compare_one(&r, pane, false) ? OK : DIFFERENT;
    recording_finish(&r);
    return code;
}

static int
command_live(char **words)
{
    int worst = SKIPPED;
    if (peer_version() == NULL) {
        printf("skipped: no tmux\n");
        return SKIPPED;
    }
    for (char **script = words + 1; *script != NULL; script++) {
        int small = live(words[0], *script, 24, 80);
        int large = small == SKIPPED ? SKIPPED : live(words[0], *script, 30, 100);
        if (worst == SKIPPED)
            worst = small;
        if (small == DIFFERENT || large == DIFFERENT)
            worst = DIFFERENT;
    }
    return worst;
}

int
main(int argc, char **argv)
{
    static const struct {
        const char *name;
        int words;
        int (*run)(char **words);
    } commands[] = {
        { "record", 3, command_record }, { "screens", 1, command_screens },
        { "check", 1, command_check },   { "peer", 2, command_peer },
        { "live", 2, command_live },
    };
    setvbuf(stdout, NULL, _IOLBF, 0);
    if (setlocale(LC_CTYPE, "C.UTF-8") == NULL)
        die("no locale C.UTF-8");
    for (size_t i = 0; i < sizeof commands / sizeof commands[0] && argc > 1; i++) {
        if (strcmp(argv[1], commands[i].name) == 0 && argc - 2 >= commands[i].words)
            return commands[i].run(argv + 2);
    }
    fputs("usage: qtty_programs record|screens|check|peer|live ARGUMENT…\n", stderr);
    return USAGE;
}
