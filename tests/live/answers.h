/* What `quietty shell --json` answers, taken apart. */
#ifndef QTTY_LIVE_ANSWERS_H
#define QTTY_LIVE_ANSWERS_H

#include "live/program.h"

#include <jansson.h>

/** The objects that were printed, a line each, as an array. */
static inline json_t *
objects_of(const struct program *p)
{
    json_t *all = json_array();
    const char *at = (const char *)p->out.data;
    for (const char *end; (end = strchr(at, '\n')) != NULL; at = end + 1) {
        json_t *one = json_loadb(at, (size_t)(end - at), 0, NULL);
        assert_non_null(one);
        json_array_append_new(all, one);
    }
    assert_string_equal(at, "");
    return all;
}

/** Run `quietty` with these lines: without a word on standard error, and with this exit
 * code. */
static inline json_t *
answers(const char *lines, const char *const *arguments, int code)
{
    struct program p = quietty(lines, arguments);
    assert_string_equal((const char *)p.err.data, "");
    assert_true(WIFEXITED(p.status));
    assert_int_equal(WEXITSTATUS(p.status), code);
    json_t *all = objects_of(&p);
    program_free(&p);
    return all;
}

/** A member of an answer, which must have it. */
static inline const json_t *
member(const json_t *all, size_t index, const char *name)
{
    const json_t *value = json_object_get(json_array_get(all, index), name);
    assert_non_null(value);
    return value;
}

static inline const char *
text(const json_t *all, size_t index, const char *name)
{
    const char *value = json_string_value(member(all, index, name));
    assert_non_null(value);
    return value;
}

/** The exit code; -1 for null. */
static inline int
exit_code(const json_t *all, size_t index)
{
    const json_t *value = member(all, index, "exit_code");
    assert_true(json_is_integer(value) || json_is_null(value));
    return json_is_null(value) ? -1 : (int)json_integer_value(value);
}

static inline const char *
evidence(const json_t *all, size_t index, const char *name)
{
    return json_string_value(json_object_get(member(all, index, "evidence"), name));
}

/** Is a name among those of "seen" or "terminal"? */
static inline bool
has(const json_t *all, size_t index, const char *list, const char *name)
{
    const json_t *names = json_object_get(member(all, index, "evidence"), list);
    assert_true(json_is_array(names));
    for (size_t i = 0; i < json_array_size(names); i++)
        if (strcmp(json_string_value(json_array_get(names, i)), name) == 0)
            return true;
    return false;
}

/** Expect output, exit code (-1: null), and that the program is proven to wait. */
static inline void
expect_ready(const json_t *all, size_t index, const char *output, int code)
{
    assert_string_equal(text(all, index, "output"), output);
    assert_int_equal(exit_code(all, index), code);
    assert_string_equal(text(all, index, "wait_reason"), "stdin_read");
    assert_string_equal(evidence(all, index, "level"), "proven");
    assert_string_equal(
        json_string_value(json_object_get(member(all, index, "session_status"), "state")),
        "running");
    assert_true(json_is_false(member(all, index, "truncated")));
}

#endif
