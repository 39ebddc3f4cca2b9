/* The profiles as tables. A pager would wait for a person, so would an editor and a
 * question of a package manager; to who reads text colours and progress are noise. */
#include "provider/profile.h"

/* What starts an editor is run by a shell (git, crontab, less), or split at its blanks by
 * the program itself, quotes or not (sensible-editor, systemctl). Either way a shell
 * finds a variable that is not set, says so in the words that follow, and fails (POSIX,
 * XCU 2.6.2). A name that is not there would not do: several programs then try vi. The
 * letters `vi` and `macs` are to be in it nowhere: zsh and ksh take them for a wish. */
#define NO_EDITOR                                                                        \
    "sh -c ${no_editor_in_this_session?write-the-file-by-a-command-or-give-the-text-"    \
    "by-an-option}"

static const struct profile_entry plain[] = {
    { "PAGER", "cat" },
    { "GIT_PAGER", "cat" },
    { NULL, NULL },
};

static const struct profile_entry quiet[] = {
    /* Pagers: PAGER, and what programs ask for before it. */
    { "PAGER", "cat" },
    { "GIT_PAGER", "cat" },
    { "MANPAGER", "cat" },
    { "SYSTEMD_PAGER", "cat" },
    { "GH_PAGER", "cat" },
    { "BAT_PAGER", "cat" },
    { "DELTA_PAGER", "cat" },
    { "PSQL_PAGER", "cat" },
    { "PERLDOC_PAGER", "cat" },
    { "AWS_PAGER", "" },

    /* Editors. */
    { "EDITOR", NO_EDITOR },
    { "VISUAL", NO_EDITOR },
    { "GIT_EDITOR", NO_EDITOR },
    { "GIT_SEQUENCE_EDITOR", NO_EDITOR },
    { "SUDO_EDITOR", NO_EDITOR },
    { "SYSTEMD_EDITOR", NO_EDITOR },
    { "FCEDIT", NO_EDITOR },
    { "SVN_EDITOR", NO_EDITOR },
    { "HGEDITOR", NO_EDITOR },
    { "KUBE_EDITOR", NO_EDITOR },

    /* Questions. */
    { "DEBIAN_FRONTEND", "noninteractive" },
    { "APT_LISTCHANGES_FRONTEND", "none" },
    { "NEEDRESTART_MODE", "l" },
    { "GIT_TERMINAL_PROMPT", "0" },
    { "PIP_NO_INPUT", "1" },

    /* Colours, and what would turn them on all the same. */
    { "NO_COLOR", "1" },
    { "CLICOLOR", "0" },
    { "CLICOLOR_FORCE", NULL },
    { "FORCE_COLOR", NULL },
    { "GCC_COLORS", "" },
    { "CARGO_TERM_COLOR", "never" },
    { "npm_config_color", "false" },

    /* Progress, and news of the program itself. */
    { "PIP_PROGRESS_BAR", "off" },
    { "PIP_DISABLE_PIP_VERSION_CHECK", "1" },
    { "CARGO_TERM_PROGRESS_WHEN", "never" },
    { "BUILDKIT_PROGRESS", "plain" },
    { "npm_config_progress", "false" },
    { "npm_config_update_notifier", "false" },
    { NULL, NULL },
};

/* What programs show a person on a terminal: the engine has 24-bit colours. */
static const struct profile_entry full[] = {
    { "COLORTERM", "truecolor" },
    { NULL, NULL },
};

#define COUNT_OF(array) (sizeof(array) / sizeof(array)[0])

_Static_assert(COUNT_OF(quiet) <= PROFILE_ENTRIES_MAX, "room for the largest profile");

static const struct {
    const char *name;
    const struct profile_entry *entries;
} profiles[] = {
    [QTTY_PROFILE_PLAIN] = { "plain", plain },
    [QTTY_PROFILE_QUIET] = { "quiet", quiet },
    [QTTY_PROFILE_FULL] = { "full", full },
};

const struct profile_entry *
profile_entries(qtty_profile profile)
{
    return (size_t)profile < COUNT_OF(profiles) ? profiles[profile].entries : NULL;
}

const char *
qtty_profile_name(size_t index)
{
    return index < COUNT_OF(profiles) ? profiles[index].name : NULL;
}
