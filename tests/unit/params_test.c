/* Parameters, ECMA-48 5.4: what is missing, what is too much, and that a slice may end
 * anywhere. */
#include "unit/check.h"
#include "vt/params.h"
#include <stdio.h>

struct reading {
    struct params params;
    uint32_t flags;
    size_t used; /* bytes of the text */
};

/* Read `text` in slices of `slice` bytes, up to the first byte that is not of params. */
static struct reading
read_in_slices(const char *text, size_t slice)
{
    struct reading r = { .used = 0 };
    const uint8_t *at = (const uint8_t *)text, *end = at + strlen(text);

    memset(&r.params, 0xA5, sizeof(r.params)); /* what is stale must not show */
    params_reset(&r.params);
    while (at < end) {
        const uint8_t *stop = (size_t)(end - at) < slice ? end : at + slice;
        const uint8_t *next = params_read(&r.params, &r.flags, at, stop);
        at = next;
        if (next < stop)
            break;
    }
    r.used = (size_t)(at - (const uint8_t *)text);
    return r;
}

static struct reading
read_whole(const char *text)
{
    return read_in_slices(text, strlen(text) + 1);
}

static void
values_missing_ones_and_sub_parameters(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        uint32_t count;
        uint16_t value[4];
        uint32_t missing, sub;
    } cases[] = {
        { "", 0, { 0 }, 0, 0 },
        { "m", 0, { 0 }, 0, 0 },
        { "0", 1, { 0 }, 0, 0 },
        { "7m", 1, { 7 }, 0, 0 },
        { "0012", 1, { 12 }, 0, 0 },
        { ";", 2, { 0, 0 }, 3, 0 },
        { "1;", 2, { 1, 0 }, 2, 0 },
        { ";5H", 2, { 0, 5 }, 1, 0 },
        { "1;23;456", 3, { 1, 23, 456 }, 0, 0 },
        { "4:3", 2, { 4, 3 }, 0, 2 },
        { "4:", 2, { 4, 0 }, 2, 2 },
        { ":3", 2, { 0, 3 }, 1, 2 },
        { "1;4:3;9", 4, { 1, 4, 3, 9 }, 0, 4 },
        { "38:2::7", 4, { 38, 2, 0, 7 }, 4, 14 },
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        const struct reading r = read_whole(cases[i].text);
        assert_int_equal(r.params.count, cases[i].count);
        assert_int_equal(r.params.missing, cases[i].missing);
        assert_int_equal(r.params.sub, cases[i].sub);
        for (uint32_t k = 0; k < r.params.count; k++)
            assert_int_equal(r.params.value[k], cases[i].value[k]);
        assert_int_equal(r.flags, 0);
    }
}

static void
reading_stops_at_the_first_other_byte(void **state)
{
    (void)state;
    assert_int_equal(read_whole("12;3m4").used, 4);
    assert_int_equal(read_whole("1/2").used, 1);
    assert_int_equal(read_whole("1<2").used, 1);
    assert_int_equal(read_whole("1;2").used, 3);
}

static void
values_saturate_at_the_ceiling(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        uint16_t value;
        uint32_t flags;
    } cases[] = {
        { "65534", 65534, 0 },
        { "65535", 65535, 0 },
        { "65536", 65535, ACTION_OVER_VALUE },
        { "65530999", 65535, ACTION_OVER_VALUE },
        { "4294967296", 65535, ACTION_OVER_VALUE }, /* 2^32 */
        { "4294967297", 65535, ACTION_OVER_VALUE },
        { "18446744073709551617", 65535, ACTION_OVER_VALUE }, /* 2^64 + 1 */
        { "00000000000000000065535", 65535, 0 },
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        const struct reading r = read_whole(cases[i].text);
        assert_int_equal(r.params.value[0], cases[i].value);
        assert_int_equal(r.flags, cases[i].flags);
    }
}

/* "1;2;…;N" and `rest`. */
static const char *
list_of(uint32_t count, const char *rest)
{
    static char text[512];
    size_t len = 0;

    for (uint32_t i = 1; i <= count; i++)
        len += (size_t)snprintf(text + len, sizeof(text) - len, i > 1 ? ";%u" : "%u", i);
    snprintf(text + len, sizeof(text) - len, "%s", rest);
    return text;
}

static void
as_many_as_fit_are_kept_and_the_rest_dropped(void **state)
{
    (void)state;
    struct reading r = read_whole(list_of(PARAMS_MAX, ""));
    assert_int_equal(r.params.count, PARAMS_MAX);
    assert_int_equal(r.params.value[PARAMS_MAX - 1], PARAMS_MAX);
    assert_int_equal(r.flags, 0);

    static const char *const rests[] = { ";", ";99", ":99", ";99;98:97;", ";99999999" };
    for (size_t i = 0; i < COUNT_OF(rests); i++) {
        const char *text = list_of(PARAMS_MAX, rests[i]);
        r = read_whole(text);
        assert_int_equal(r.params.count, PARAMS_MAX);
        assert_int_equal(r.params.value[PARAMS_MAX - 1], PARAMS_MAX);
        assert_int_equal(r.params.missing, 0);
        assert_int_equal(r.params.sub, 0);
        assert_int_equal(r.flags, ACTION_OVER_PARAMS);
        assert_int_equal(r.used, strlen(text));
    }
}

static void
a_slice_may_end_anywhere(void **state)
{
    (void)state;
    static const char *const texts[] = { "1;23;456m", "38:2::97:175:239m", ";;7;", ":",
                                         "65536;1",   "12345678901;5",     "1;2 q" };
    for (size_t i = 0; i <= COUNT_OF(texts); i++) {
        const char *text = i < COUNT_OF(texts) ? texts[i] : list_of(40, ":7;m");
        const struct reading whole = read_whole(text);
        for (size_t slice = 1; slice < strlen(text); slice++) {
            const struct reading r = read_in_slices(text, slice);
            assert_int_equal(r.used, whole.used);
            assert_int_equal(r.flags, whole.flags);
            assert_int_equal(r.params.count, whole.params.count);
            assert_int_equal(r.params.missing, whole.params.missing);
            assert_int_equal(r.params.sub, whole.params.sub);
            assert_memory_equal(r.params.value, whole.params.value,
                                whole.params.count * sizeof(uint16_t));
        }
    }
}

/* The same, without the flags, where the form is the usual one. */
static void
the_usual_form_is_read_as_all_are(void **state)
{
    (void)state;
    static const char *const usual[] = { "m",    "7m",      "12H",         "123m",
                                         ";m",   "1;m",     ";5H",         "1;23;456m",
                                         "000@", "38;5;7m", "1;2;3;4;5;6m" };
    static const char *const other[] = { "1234m", "4:3m", "1:m", "65536m" };
    for (size_t i = 0; i < COUNT_OF(usual); i++) {
        char text[PARAMS_USUAL_BYTES] = "";
        struct reading r = read_whole(usual[i]);
        struct params p;
        memset(&p, 0xA5, sizeof p);
        memcpy(text, usual[i], strlen(usual[i]));
        const uint8_t *behind = params_read_usual(&p, (const uint8_t *)text);
        assert_ptr_equal(behind, (const uint8_t *)text + r.used);
        assert_int_equal(p.count, r.params.count);
        assert_int_equal(p.missing, r.params.missing);
        assert_int_equal(p.sub, 0);
        for (uint32_t k = 0; k == 0 || k < p.count; k++)
            assert_int_equal(p.value[k], r.params.value[k]);
    }
    for (size_t i = 0; i < COUNT_OF(other); i++) {
        char text[PARAMS_USUAL_BYTES] = "";
        struct params p;
        memcpy(text, other[i], strlen(other[i]));
        const uint8_t *behind = params_read_usual(&p, (const uint8_t *)text);
        assert_true(behind == NULL || *behind < 0x40);
    }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_usual_form_is_read_as_all_are),
        cmocka_unit_test(values_missing_ones_and_sub_parameters),
        cmocka_unit_test(reading_stops_at_the_first_other_byte),
        cmocka_unit_test(values_saturate_at_the_ceiling),
        cmocka_unit_test(as_many_as_fit_are_kept_and_the_rest_dropped),
        cmocka_unit_test(a_slice_may_end_anywhere),
    };
    return cmocka_run_group_tests_name("params", tests, NULL, NULL);
}
