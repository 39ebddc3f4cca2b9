/* quietty replay: recordings of sessions, judged once more. */
#define _POSIX_C_SOURCE 200809L

#include "cli/command.h"
#include "cli/message.h"
#include "cli/options.h"
#include <errno.h>
#include <quietty/recording.h>
#include <stdio.h>
#include <string.h>

static const char summary[] =
    "Replay recordings of sessions (quietty shell --record FILE): feed the output to\n"
    "a fresh terminal, the observations to the judge of readiness, at the times that\n"
    "were recorded, and compare each verdict, each output and each delta with what\n"
    "stands in the recording. Differences are printed, with their lines; - is\n"
    "standard input. Exits with 0 if there are none, with 1 else.\n";

static const char examples[] =
    "  echo 'sleep 1; echo hi' | quietty shell --record session.rec\n"
    "  quietty replay session.rec\n";

static qtty_status
feed(qtty_replay *replay, FILE *file)
{
    uint8_t bytes[16384];
    size_t got;
    qtty_status st = QTTY_OK;
    while (st == QTTY_OK && (got = fread(bytes, 1, sizeof bytes, file)) > 0)
        st = qtty_replay_feed(replay, (qtty_span){ bytes, got });
    return st == QTTY_OK && !ferror(file) ? qtty_replay_end(replay) : st;
}

static int
tell(const qtty_replay *replay, const char *name)
{
    qtty_replay_counts counts;
    qtty_span text = qtty_replay_differences(replay);
    qtty_replay_count(replay, &counts);
    if (text.len != 0)
        (void)fwrite(text.data, 1, text.len, stdout);
    printf("%s: lines: %llu, verdicts: %llu, differences: %llu\n", name,
           (unsigned long long)counts.lines, (unsigned long long)counts.verdicts,
           (unsigned long long)counts.differences);
    return counts.differences == 0 ? 0 : EXIT_FAILED;
}

static int
replay_from(FILE *file, const char *name)
{
    qtty_replay *replay;
    if (qtty_replay_create(&replay, NULL) != QTTY_OK)
        return fail(EXIT_FAILED, "%s", qtty_status_text(QTTY_E_NOMEM));
    int code;
    errno = 0;
    qtty_status st = feed(replay, file);
    if (ferror(file))
        code = fail(EXIT_FAILED, "%s: %s", name, strerror(errno));
    else if (st != QTTY_OK)
        code = fail(EXIT_FAILED, "%s: %s", name, qtty_replay_error(replay));
    else
        code = tell(replay, name);
    qtty_replay_destroy(replay);
    return code;
}

static int
replay_file(const char *name)
{
    if (strcmp(name, "-") == 0)
        return replay_from(stdin, name);
    FILE *file = fopen(name, "rb");
    if (file == NULL)
        return fail(EXIT_FAILED, "%s: %s", name, strerror(errno));
    int code = replay_from(file, name);
    fclose(file);
    return code;
}

int
command_replay(int argc, char **argv)
{
    const struct usage usage = {
        .command = "replay",
        .operands = "FILE…",
        .summary = summary,
        .examples = examples,
    };
    int code = options_read(&usage, &argc, argv);
    if (code != OPTIONS_GO_ON)
        return code;
    if (argc == 0)
        return fail(EXIT_USAGE, "replay: needs a file; - is standard input");
    code = 0;
    for (int i = 0; i < argc; i++)
        if (replay_file(argv[i]) != 0)
            code = EXIT_FAILED;
    return code;
}
