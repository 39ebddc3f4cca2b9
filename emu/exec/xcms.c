/* X11's colour spaces, for the screen that Xlib assumes: its default's matrices and
 * intensities ("Xlib - C Language X Interface", chapter 6; libX11's LRGB.c).
 *
 * Differs from the CIE's own definitions where Xcms does, since xterm's users see Xcms:
 * in CIELab a* and b* are hundredths of the usual ones, and L* near black is a hundred
 * times too light; in CIELuv u* and v* are hundredths too. */
#include "exec/xcms.h"

/* --- The screen --------------------------------------------------------------------- */

struct vector {
    double at[3];
};

static const double xyz_to_rgb[3][3] = {
    { 3.48340481253539000, -1.52176374927285200, -0.55923133354049780 },
    { -1.07152751306193600, 1.96593795204372400, 0.03673691339553462 },
    { 0.06351179790497788, -0.20020501000496480, 0.81070942031648220 },
};

/* White: all three primaries. Y is 1. */
static const double white_x = 0.9496644, white_z = 1.4060403;
static const double white_u = 0.18835273895939375, white_v = 0.4462562381601712;

/* The direction of TekHVC's hue 0, "best red" (u' 0.7127, v' 0.4931), from white. */
static const double red_cos = 0.9960331538283349, red_sin = 0.0889828999009395;

struct gun {
    uint8_t dark;              /* the largest value that gives no light */
    uint8_t first;             /* of the table */
    const uint32_t *intensity; /* millionths, at first, first + 5, … 255 */
};

static const uint32_t red[] = {
    936,    1481,   2329,   3529,   5127,   7169,   9699,   12759,  16392,  20637,
    25533,  31119,  37431,  44504,  52373,  61069,  70624,  81070,  92433,  104744,
    118026, 132307, 147610, 163958, 181371, 199871, 219475, 240202, 262069, 285089,
    309278, 334647, 361208, 388971, 417945, 448138, 479555, 512202, 546082, 581199,
    617552, 655144, 693971, 734031, 775322, 817837, 861571, 906515, 952662, 1000000,
};
static const uint32_t green[] = {
    832,    1998,   3612,   5736,   8428,   11745,  15740,  20463,   25960,  32275,
    39449,  47519,  56520,  66484,  77439,  89409,  102418, 116485,  131625, 147853,
    165176, 183604, 203140, 223783, 245533, 268384, 292327, 317351,  343441, 370580,
    398747, 427919, 458068, 489165, 521176, 554067, 587797, 622324,  657604, 693588,
    730225, 767459, 805235, 843491, 882164, 921187, 960490, 1000000,
};
static const uint32_t blue[] = {
    1341,   2080,   3188,   4729,   6766,   9357,   12559,  16424,  21004,   26344,
    32489,  39481,  47357,  56154,  65903,  76634,  88373,  101145, 114968,  129862,
    145841, 162915, 181095, 200386, 220791, 242309, 264937, 288670, 313499,  339410,
    366390, 394421, 423481, 453547, 484592, 516587, 549498, 583291, 617925,  653361,
    689553, 726454, 764013, 802178, 840891, 880093, 919723, 959715, 1000000,
};

static const struct gun guns[3] = {
    { 0x09, 0x0A, red },
    { 0x13, 0x14, green },
    { 0x0E, 0x0F, blue },
};

/* Device value of an intensity from 0 to 1: between two of the table on the line through
 * them, in 16 bits, then the nearest byte. */
static uint32_t
device_value(const struct gun *gun, double intensity)
{
    double wanted = intensity * 1e6, below = 0;
    uint32_t low = gun->dark, high = gun->first;
    const uint32_t *above = gun->intensity;
    if (wanted <= 0)
        return 0;
    for (; high < 255 && *above < wanted; above++, high += 5) {
        below = *above;
        low = high;
    }
    double ratio = (wanted - below) / (*above - below);
    uint32_t value = low * 257 + (uint32_t)((high - low) * 257 * ratio);
    return (value + 128) / 257;
}

/* How far Xcms lets an intensity leave 0 to 1 before the colour cannot be shown. */
static const double slack = 0.001;

static bool
can_show(const struct vector *rgb, double beyond)
{
    for (int i = 0; i < 3; i++) {
        if (!(rgb->at[i] >= -beyond && rgb->at[i] <= 1 + beyond))
            return false;
    }
    return true;
}

static uint32_t
to_bytes(const struct vector *rgb)
{
    uint32_t bytes = 0;
    for (int i = 0; i < 3; i++) {
        double intensity = rgb->at[i] > 1 ? 1 : rgb->at[i];
        bytes = bytes << 8 | device_value(&guns[i], intensity);
    }
    return bytes;
}

static struct vector
to_intensities(const struct vector *xyz)
{
    struct vector rgb = { { 0 } };
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++)
            rgb.at[i] += xyz_to_rgb[i][j] * xyz->at[j];
    }
    return rgb;
}

/* --- u', v' and Y ------------------------------------------------------------------- */

/* CIE 15: x = 9u' / (6u' - 16v' + 12), y = 4v' / (6u' - 16v' + 12); X = xY / y. */
static struct vector
xyz_of_uv(double u, double v, double y)
{
    double divisor = 6 * u - 16 * v + 12;
    if (divisor == 0)
        return xyz_of_uv(white_u, white_v, y);
    if (v == 0)
        return (struct vector){ { 9 * u / divisor, y, 1 - 9 * u / divisor } };
    return (struct vector){ { 9 * u / (4 * v) * y, y,
                              (divisor - 9 * u - 4 * v) / (4 * v) * y } };
}

/* On the edge of what the screen can show, one intensity is 0. Xcms finds there the gun's
 * dark value, or 0, as its rounding falls; here it is always the first, as in esctest. */
static const double faintest = 1e-9;

/* A colour that the screen cannot show keeps hue and value and loses chroma: it moves
 * towards white, in u' and v' on a straight line, as far as it must (XcmsTekHVCClipC). */
static bool
clip(const struct vector *xyz, struct vector *rgb)
{
    double y = xyz->at[1];
    double divisor = xyz->at[0] + 15 * y + 3 * xyz->at[2];
    if (!(y >= 0 && y <= 1))
        return false;
    double u = divisor == 0 ? white_u : 4 * xyz->at[0] / divisor;
    double v = divisor == 0 ? white_v : 9 * y / divisor;
    double shown = 0, hidden = 1;
    for (int i = 0; i < 50; i++) {
        double part = (shown + hidden) / 2;
        struct vector nearer =
            xyz_of_uv(white_u + part * (u - white_u), white_v + part * (v - white_v), y);
        struct vector intensities = to_intensities(&nearer);
        *(can_show(&intensities, 0) ? &shown : &hidden) = part;
    }
    struct vector at =
        xyz_of_uv(white_u + shown * (u - white_u), white_v + shown * (v - white_v), y);
    *rgb = to_intensities(&at);
    for (int i = 0; y > 0 && i < 3; i++)
        rgb->at[i] = rgb->at[i] < faintest ? faintest : rgb->at[i];
    return can_show(rgb, slack);
}

/* --- The spaces --------------------------------------------------------------------- */

static double
cube(double x)
{
    return x * x * x;
}

/* Y of L*, which is TekHVC's V as well (CIE 15, 8.2.1). */
static double
luminance(double lightness)
{
    if (lightness < 7.99953624)
        return lightness / 903.29;
    return cube((lightness + 16) / 116);
}

static bool
within(double value, double most)
{
    return value >= 0 && value <= most;
}

static bool
from_xyz(const double in[3], struct vector *xyz)
{
    *xyz = (struct vector){ { in[0], in[1], in[2] } };
    return true;
}

static bool
from_uvy(const double in[3], struct vector *xyz)
{
    *xyz = xyz_of_uv(in[0], in[1], in[2]);
    return within(in[2], 1);
}

/* CIE 15: X = xY / y, Z = (1 - x - y)Y / y; Xcms divides by 0.001 where y is 0. */
static bool
from_xyy(const double in[3], struct vector *xyz)
{
    double scale = in[2] / (in[1] == 0 ? 0.001 : in[1]);
    *xyz = (struct vector){ { in[0] * scale, in[2], (1 - in[0] - in[1]) * scale } };
    return within(in[0], 1) && within(in[1], 1) && within(in[2], 1);
}

/* Xcms's constants, not CIE 15's 500 and 200, 903.3, 7.787: see the head of this file. */
static bool
from_lab(const double in[3], struct vector *xyz)
{
    double f = (in[0] + 16) / 116;
    if (cube(f) < 0.008856) {
        double y = in[0] / 9.03292;
        *xyz = (struct vector){ { white_x * (in[1] / 3893.5 + y), y,
                                  white_z * (y - in[2] / 1557.4) } };
    } else {
        *xyz = (struct vector){ { white_x * cube(f + in[1] / 5), cube(f),
                                  white_z * cube(f - in[2] / 2) } };
    }
    return within(in[0], 100);
}

static bool
from_luv(const double in[3], struct vector *xyz)
{
    double scale = 13 * in[0] / 100;
    double u = in[0] == 0 ? 0 : in[1] / scale, v = in[0] == 0 ? 0 : in[2] / scale;
    *xyz = xyz_of_uv(white_u + u, white_v + v, luminance(in[0]));
    return within(in[0], 100);
}

/* Cosine and sine of an angle from 0 to 360 degrees, by their series: libc's own would be
 * the one need of the mathematical library. */
static void
direction(double degrees, double *cosine, double *sine)
{
    double x = (degrees - 180) * 3.14159265358979323846 / 180;
    double term = 1;
    *cosine = *sine = 0;
    for (int n = 0; n < 40; n++) {
        *(n % 2 == 0 ? cosine : sine) -= n % 4 < 2 ? term : -term;
        term *= x / (n + 1);
    }
}

/* TekHVC: polar, around white, with the chroma scaled by the value (TekColor). */
static bool
from_hvc(const double in[3], struct vector *xyz)
{
    double cosine, sine;
    double hue = in[0] - 360 * (double)(int32_t)(in[0] / 360);
    direction(hue < 0 ? hue + 360 : hue, &cosine, &sine);
    bool is_gray = in[1] <= 0 || in[1] == 100;
    double radius = is_gray ? 0 : in[2] / (in[1] * 7.50725);
    double u = radius * (cosine * red_cos - sine * red_sin);
    double v = radius * (sine * red_cos + cosine * red_sin);
    *xyz = xyz_of_uv(white_u + u, white_v + v, luminance(in[1]));
    return within(in[1], 100) && in[2] >= 0;
}

/* --- Text --------------------------------------------------------------------------- */

static double
power_of_ten(double value, int32_t exponent)
{
    for (; exponent > 0; exponent--)
        value *= 10;
    for (; exponent < 0; exponent++)
        value /= 10;
    return value;
}

static bool
is_digit(const qtty_span *rest)
{
    return rest->len != 0 && rest->data[0] >= '0' && rest->data[0] <= '9';
}

static bool
skip(qtty_span *rest, char byte)
{
    if (rest->len == 0 || rest->data[0] != (uint8_t)byte)
        return false;
    rest->data++;
    rest->len--;
    return true;
}

/* Digits in front; *scale grows with each that counts: past 15 of them none can be told
 * apart. @return false: there is none. */
static bool
read_digits(qtty_span *rest, double *value, int32_t *scale)
{
    bool any = false;
    for (; is_digit(rest); any = true, rest->data++, rest->len--) {
        if (*value >= 1e15)
            continue;
        *value = *value * 10 + (rest->data[0] - '0');
        ++*scale;
    }
    return any;
}

/* @return true: minus. */
static bool
read_sign(qtty_span *rest)
{
    if (skip(rest, '-'))
        return true;
    skip(rest, '+');
    return false;
}

/* "e" and a number of at most two digits. */
static bool
read_exponent(qtty_span *rest, int32_t *exponent)
{
    double value = 0;
    int32_t digits = 0;
    *exponent = 0;
    if (!skip(rest, 'e') && !skip(rest, 'E'))
        return true;
    bool minus = read_sign(rest);
    if (!read_digits(rest, &value, &digits) || value > 99)
        return false;
    *exponent = minus ? -(int32_t)value : (int32_t)value;
    return true;
}

/* A decimal number as XParseColor's syntax has it, of less than a million. */
static bool
read_number(qtty_span *rest, double *number)
{
    double value = 0;
    int32_t whole = 0, fraction = 0, exponent;
    bool minus = read_sign(rest);
    bool any = read_digits(rest, &value, &whole);
    if (skip(rest, '.'))
        any |= read_digits(rest, &value, &fraction);
    if (!any || !read_exponent(rest, &exponent))
        return false;
    value = power_of_ten(value, exponent - fraction);
    *number = minus ? -value : value;
    return value < 1e6;
}

static bool
read_numbers(qtty_span rest, double out[3])
{
    for (int i = 0; i < 3; i++) {
        if (!read_number(&rest, &out[i]) || (i < 2 && !skip(&rest, '/')))
            return false;
    }
    return rest.len == 0;
}

/* Is this the prefix, in either case, with its colon? */
static bool
begins(qtty_span text, const char *prefix)
{
    size_t i = 0;
    for (; prefix[i] != '\0'; i++) {
        if (i == text.len || (text.data[i] | 0x20) != (prefix[i] | 0x20))
            return false;
    }
    return i < text.len && text.data[i] == ':';
}

/* rgbi: is of the device. */
static bool
parse_intensities(const double in[3], uint32_t *rgb)
{
    if (!within(in[0], 1) || !within(in[1], 1) || !within(in[2], 1))
        return false;
    *rgb = to_bytes(&(struct vector){ { in[0], in[1], in[2] } });
    return true;
}

bool
xcms_parse(qtty_span text, uint32_t *rgb)
{
    static const struct {
        const char prefix[8];
        bool (*to_xyz)(const double in[3], struct vector *xyz); /* NULL: rgbi */
    } spaces[] = {
        { "rgbi", NULL },       { "CIEXYZ", from_xyz }, { "CIEuvY", from_uvy },
        { "CIExyY", from_xyy }, { "CIELab", from_lab }, { "CIELuv", from_luv },
        { "TekHVC", from_hvc },
    };
    for (size_t i = 0; i < sizeof spaces / sizeof spaces[0]; i++) {
        size_t skipped = spaces[i].to_xyz == NULL ? 5 : 7;
        double in[3];
        struct vector xyz, intensities;
        if (!begins(text, spaces[i].prefix))
            continue;
        if (!read_numbers((qtty_span){ text.data + skipped, text.len - skipped }, in))
            return false;
        if (spaces[i].to_xyz == NULL)
            return parse_intensities(in, rgb);
        if (!spaces[i].to_xyz(in, &xyz))
            return false;
        intensities = to_intensities(&xyz);
        if (!can_show(&intensities, slack) && !clip(&xyz, &intensities))
            return false;
        *rgb = to_bytes(&intensities);
        return true;
    }
    return false;
}
