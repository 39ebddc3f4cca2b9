/* The arguments of bubblewrap, for each mode, as root and as an ordinary user. */
#include "unit/check.h"

#include "sandbox/bwrap.h"
#include <quietty/buf.h>
#include <string.h>

static struct sandbox_policy
policy_of(qtty_sandbox mode, const char *workspace)
{
    struct sandbox_policy policy = { .mode = mode };
    strcpy(policy.workspace, workspace);
    strcpy(policy.cwd, "/src/a");
    return policy;
}

static void
has_words(const struct sandbox_policy *policy, bool privileged, const char *expected)
{
    qtty_span words[BWRAP_WORDS_MAX];
    qtty_buf text;
    size_t count = bwrap_words(words, "/usr/bin/bwrap", policy, policy->cwd, privileged);
    qtty_buf_init(&text, NULL, 0);
    assert_true(count <= BWRAP_WORDS_MAX);
    for (size_t i = 0; i < count; i++) {
        assert_int_equal(qtty_buf_append(&text, words[i].data, words[i].len), QTTY_OK);
        assert_int_equal(qtty_buf_append(&text, i + 1 < count ? " " : "", 1), QTTY_OK);
    }
    assert_string_equal((const char *)text.data, expected);
    qtty_buf_finish(&text);
}

#define CAPABILITIES                                                                     \
    " --cap-drop ALL --cap-add CAP_CHOWN --cap-add CAP_DAC_OVERRIDE --cap-add "          \
    "CAP_FOWNER --cap-add CAP_FSETID --cap-add CAP_KILL --cap-add CAP_SETGID --cap-add " \
    "CAP_SETUID --cap-add CAP_NET_BIND_SERVICE"

static void
the_root_is_read_only(void **state)
{
    const struct sandbox_policy policy = policy_of(QTTY_SANDBOX_READ_ONLY, "/src");
    (void)state;
    has_words(&policy, false,
              "/usr/bin/bwrap --unshare-pid --die-with-parent --ro-bind / / --dev /dev "
              "--proc /proc --remount-ro /dev --chdir /src/a --");
    assert_null(bwrap_hides(&policy));
}

static void
the_workspace_and_a_tmp_of_its_own_are_writable(void **state)
{
    struct sandbox_policy policy = policy_of(QTTY_SANDBOX_WORKSPACE_WRITE, "/src");
    (void)state;
    has_words(&policy, false,
              "/usr/bin/bwrap --unshare-pid --die-with-parent --ro-bind / / --dev /dev "
              "--proc /proc --tmpfs /tmp --bind /src /src --remount-ro /dev --chdir "
              "/src/a --");
    assert_string_equal(bwrap_hides(&policy), "/tmp");
    policy = policy_of(QTTY_SANDBOX_WORKSPACE_WRITE, "/tmp");
    assert_null(bwrap_hides(&policy));
}

static void
root_keeps_no_right_that_leads_out(void **state)
{
    struct sandbox_policy policy = policy_of(QTTY_SANDBOX_READ_ONLY, "/src");
    (void)state;
    has_words(&policy, true,
              "/usr/bin/bwrap --unshare-pid --die-with-parent" CAPABILITIES
              " --ro-bind / / --dev /dev --proc /proc --remount-ro /proc --remount-ro "
              "/dev --chdir /src/a --");
    policy.mode = QTTY_SANDBOX_WORKSPACE_WRITE;
    has_words(&policy, true,
              "/usr/bin/bwrap --unshare-pid --die-with-parent" CAPABILITIES
              " --ro-bind / / --dev /dev --proc /proc --perms 1777 --tmpfs /tmp --bind "
              "/src /src --remount-ro /proc --remount-ro /dev --chdir /src/a --");
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_root_is_read_only),
        cmocka_unit_test(the_workspace_and_a_tmp_of_its_own_are_writable),
        cmocka_unit_test(root_keeps_no_right_that_leads_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
