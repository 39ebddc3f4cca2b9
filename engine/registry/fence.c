/* The fence between modes: what an owner's sessions may do to files does not change while
 * any of them is there, whatever became of the backend that they came from. */
#include "registry/registry.h"

#include "sandbox/policy.h"
#include <stdio.h>

qtty_sandbox
fence_mode(const qtty_session_config *config)
{
    return config->sandbox == QTTY_SANDBOX_DEFAULT ? QTTY_SANDBOX_DANGER_FULL_ACCESS
                                                   : config->sandbox;
}

/* Those that fit; how many do not is said. */
struct roll {
    char text[320];
    size_t len, more;
};

static void
call(struct roll *roll, const struct entry *e)
{
    char one[QTTY_LABEL_BYTES_MAX + 32];
    int len = snprintf(one, sizeof one, e->name[0] != '\0' ? "%s%llu \"%s\"" : "%s%llu",
                       roll->len != 0 ? ", " : "", (unsigned long long)e->id, e->name);
    if (roll->more == 0 && (size_t)len < sizeof roll->text - roll->len) {
        memcpy(roll->text + roll->len, one, (size_t)len + 1);
        roll->len += (size_t)len;
    } else {
        roll->more++;
    }
}

static qtty_status
refuse(qtty_registry *r, qtty_sandbox wanted, qtty_sandbox present,
       const struct roll *roll)
{
    char more[40] = "";
    if (roll->more != 0)
        snprintf(more, sizeof more, " and %zu more", roll->more);
    return registry_fail(
        r, QTTY_E_INVAL,
        "sandbox: %s: the owner's sessions have %s; to be closed first: %s%s",
        sandbox_mode_name(wanted), sandbox_mode_name(present), roll->text, more);
}

qtty_status
fence_check(const qtty_owner *o, qtty_sandbox mode)
{
    const qtty_registry *r = o->registry;
    struct roll roll = { .len = 0 };
    qtty_sandbox present = mode;
    if (sandbox_mode_name(mode) == NULL)
        return QTTY_OK;
    for (size_t i = 0; i < r->count; i++) {
        const struct entry *e = r->entries[i];
        if (e->owner != o || !e->active || e->mode == mode)
            continue;
        present = e->mode;
        call(&roll, e);
    }
    return present == mode ? QTTY_OK : refuse(o->registry, mode, present, &roll);
}
