/* Writes tables.gen.c from ICU's copy of the Unicode character database:
 * `gen_tables FILE`. A program of the build, not of the library: an embedder compiles the
 * file that is committed, and needs no ICU for it. Here is decided how wide a code point
 * is. UAX #11 says which ones are wide, and nothing of those that take no column; for
 * these the practice of wcwidth decides, that of glibc where it and others differ. */

/* ICU's headers would else find our unicode/utf8.h by the name of theirs. */
#define U_NO_DEFAULT_INCLUDE_UTF_HEADERS 1
#include "unicode/tables.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unicode/uchar.h>
#include <unicode/uversion.h>

struct stages {
    uint16_t leaves[UNICODE_END]; /* after share_blocks(): leaf_count shared ones */
    uint16_t branches[UNICODE_END >> LEAF_BITS];
    uint16_t roots[ROOT_COUNT];
    size_t leaf_count, branch_count;
};

/* --- one code point -------------------------------------------------------------- */

/* ICU's values that Unicode 15.0 gives to no code point are 0, which is refused. */
static const uint8_t class_of_gcb[U_GCB_COUNT] = {
    [U_GCB_OTHER] = GCB_OTHER,
    [U_GCB_CONTROL] = GCB_CONTROL,
    [U_GCB_CR] = GCB_CR,
    [U_GCB_LF] = GCB_LF,
    [U_GCB_EXTEND] = GCB_EXTEND,
    [U_GCB_ZWJ] = GCB_ZWJ,
    [U_GCB_SPACING_MARK] = GCB_SPACING_MARK,
    [U_GCB_PREPEND] = GCB_PREPEND,
    [U_GCB_REGIONAL_INDICATOR] = GCB_REGIONAL_INDICATOR,
    [U_GCB_L] = GCB_L,
    [U_GCB_V] = GCB_V,
    [U_GCB_T] = GCB_T,
    [U_GCB_LV] = GCB_LV,
    [U_GCB_LVT] = GCB_LVT,
};

/* GCB_START: ICU says what the layout cannot hold. */
static enum grapheme_class
grapheme_class_of(UChar32 c)
{
    int32_t gcb = u_getIntPropertyValue(c, UCHAR_GRAPHEME_CLUSTER_BREAK);
    if (gcb < 0 || gcb >= U_GCB_COUNT)
        return GCB_START;
    if (!u_hasBinaryProperty(c, UCHAR_EXTENDED_PICTOGRAPHIC))
        return (enum grapheme_class)class_of_gcb[gcb];
    return gcb == U_GCB_OTHER ? GCB_EXTENDED_PICTOGRAPHIC : GCB_START;
}

/* A syllable block takes the columns of its leading consonant: vowels and final
 * consonants are drawn into it (U+1160..11FF, D7B0..D7C6, D7CB..D7FB). */
static bool
is_jamo_inside(UChar32 c)
{
    int32_t type = u_getIntPropertyValue(c, UCHAR_HANGUL_SYLLABLE_TYPE);
    return type == U_HST_VOWEL_JAMO || type == U_HST_TRAILING_JAMO;
}

/* ZWJ, ZWNJ, ZWSP, bidirectional controls and tags are Cf, variation selectors Mn. Two
 * kinds of Cf are visible: U+00AD, which a terminal shows as a hyphen, and the signs that
 * enclose the digits after them (U+0600..0605, 06DD, 070F, 0890, 0891, 08E2, 110BD,
 * 110CD). */
static bool
takes_no_column(UChar32 c)
{
    switch (u_charType(c)) {
    case U_CONTROL_CHAR:
    case U_NON_SPACING_MARK:
    case U_ENCLOSING_MARK:
        return true;
    case U_FORMAT_CHAR:
        return c != 0xAD && !u_hasBinaryProperty(c, UCHAR_PREPENDED_CONCATENATION_MARK);
    default:
        return is_jamo_inside(c);
    }
}

/* Emoji presentation is Wide already. A Regional_Indicator is Neutral, so a flag takes
 * two columns as two scalars. */
static enum width_class
width_class_of(UChar32 c)
{
    if (takes_no_column(c))
        return WIDTH_0;
    switch (u_getIntPropertyValue(c, UCHAR_EAST_ASIAN_WIDTH)) {
    case U_EA_WIDE:
    case U_EA_FULLWIDTH:
        return WIDTH_2;
    case U_EA_AMBIGUOUS:
        return WIDTH_AMBIGUOUS;
    default:
        return WIDTH_1;
    }
}

/* --- stages ---------------------------------------------------------------------- */

static bool
read_entries(uint16_t *entries)
{
    for (UChar32 c = 0; c < UNICODE_END; c++) {
        enum grapheme_class class = grapheme_class_of(c);
        if (class == GCB_START) {
            fprintf(stderr, "gen_tables: U+%04X: a break class without a place\n",
                    (unsigned)c);
            return false;
        }
        entries[c] = (uint16_t)((unsigned)class << WIDTH_BITS | width_class_of(c));
    }
    return true;
}

/* Keep each distinct block of 2^bits values once, in front, and note in `numbers` which
 * one stood where. Returns how many are left. */
static size_t
share_blocks(uint16_t *values, size_t count, size_t bits, uint16_t *numbers)
{
    size_t block = (size_t)1 << bits;
    size_t bytes = block * sizeof *values;
    size_t kept = 0;
    for (size_t i = 0; i < count / block; i++) {
        const uint16_t *here = values + i * block;
        size_t k = 0;
        while (k < kept && memcmp(values + k * block, here, bytes) != 0)
            k++;
        if (k == kept)
            memmove(values + kept++ * block, here, bytes);
        numbers[i] = (uint16_t)k;
    }
    return kept;
}

static bool
build(struct stages *s)
{
    if (!read_entries(s->leaves))
        return false;
    s->leaf_count = share_blocks(s->leaves, UNICODE_END, LEAF_BITS, s->branches);
    s->branch_count =
        share_blocks(s->branches, UNICODE_END >> LEAF_BITS, BRANCH_BITS, s->roots);
    if (s->branch_count > UINT8_MAX) {
        fprintf(stderr, "gen_tables: %zu branches do not fit a byte\n", s->branch_count);
        return false;
    }
    return true;
}

/* --- text ------------------------------------------------------------------------ */

/* Twice the version. */
static const char head[] =
    "/* Unicode %s, as ICU gives it: Grapheme_Cluster_Break, Extended_Pictographic,\n"
    " * and columns. Written by gen_tables.c; do not edit.\n"
    " *\n"
    " * Made from data of the Unicode Character Database, copyright 1991-2022\n"
    " * Unicode, Inc., under the Unicode License V3: its text is in THIRD-PARTY.md\n"
    " * and at https://www.unicode.org/license.txt.\n"
    " * SPDX-License-Identifier: Unicode-3.0 */\n"
    "/* clang-format off */\n"
    "#include \"unicode/tables.h\"\n\n"
    "const char unicode_version[] = \"%s\";\n";

static void
write_head(FILE *out)
{
    UVersionInfo unicode;
    char text[U_MAX_VERSION_STRING_LENGTH];
    u_getUnicodeVersion(unicode);
    u_versionToString(unicode, text);
    fprintf(out, head, text, text);
}

static void
write_array(FILE *out, const char *declaration, const uint16_t *values, size_t count)
{
    fprintf(out, "\n%s = {", declaration);
    for (size_t i = 0; i < count; i++)
        fprintf(out, "%s%u,", i % 20 == 0 ? "\n" : "", (unsigned)values[i]);
    fputs("\n};\n", out);
}

static bool
write_file(const struct stages *s, const char *path)
{
    FILE *out = fopen(path, "w");
    if (out == NULL) {
        perror(path);
        return false;
    }
    write_head(out);
    write_array(out, "const uint8_t unicode_roots[ROOT_COUNT]", s->roots, ROOT_COUNT);
    write_array(out, "const uint16_t unicode_branches[]", s->branches,
                s->branch_count << BRANCH_BITS);
    write_array(out, "const uint8_t unicode_leaves[]", s->leaves,
                s->leaf_count << LEAF_BITS);

    bool written = !ferror(out);
    if (fclose(out) != 0 || !written) {
        fprintf(stderr, "gen_tables: %s: not written whole\n", path);
        return false;
    }
    return true;
}

int
main(int argc, char **argv)
{
    if (argc != 2) {
        fputs("usage: gen_tables FILE\n", stderr);
        return 2;
    }
    struct stages *s = calloc(1, sizeof *s);
    bool done = s != NULL && build(s) && write_file(s, argv[1]);
    free(s);
    return done ? EXIT_SUCCESS : EXIT_FAILURE;
}
