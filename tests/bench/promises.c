/* The emulator is held against libtsm in the same run, since figures of two machines
 * cannot be compared: a ratio must be reached, and a larger one is wanted. What has no
 * peer is held to a figure. */
#include "promises.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

static const struct promise {
    const char *corpus;
    double must, want; /* times libtsm */
} promises[] = {
    { "a", 22, 33.4 },  { "b", 2.5, 3.25 }, { "b2", 5.4, 7.8 },
    { "c", 8.7, 11.5 }, { "d", 2.8, 3.7 },  { "e", 5.3, 6.9 },
    { "f", 29, 46 },    { "g", 12, 19 },    { "h", 5.6, 13.7 },
};

static const struct {
    const char *corpus;
    double must, want; /* MB/s */
} stream_promises[] = { { "a", 2000, 5000 }, { "b", 500, 500 }, { "h", 800, 800 } };

static const double chunk_cost_max = 10; /* percent */

static double
speed_of(const struct results *r, const char *corpus, const char *subject, size_t chunk)
{
    return results_find(r, "speed", corpus, subject, chunk);
}

static const char *
mark(bool kept)
{
    return kept ? " " : "!";
}

static void
print_ratio(double value, double peer)
{
    if (peer > 0)
        printf(" %9.1f", value / peer);
    else
        printf(" %9s", "-");
}

static void
print_promise(const struct results *r, const struct promise *p)
{
    double value = speed_of(r, p->corpus, "emulator", CHUNK_BYTES);
    double small = speed_of(r, p->corpus, "emulator", SMALL_CHUNK_BYTES);
    double tsm = speed_of(r, p->corpus, "libtsm", CHUNK_BYTES);
    if (value < 0)
        return;
    double cost = 100 * (value / small - 1);
    printf("%-3s %7.0f", p->corpus, value);
    print_ratio(value, tsm);
    printf(" %6.1f%s %5.0f %%", p->must, mark(tsm < 0 || value >= p->must * tsm),
           tsm > 0 ? 100 * value / tsm / p->want : 0);
    print_ratio(value, speed_of(r, p->corpus, "libvterm", CHUNK_BYTES));
    print_ratio(value, speed_of(r, p->corpus, "xterm", CHUNK_BYTES));
    printf(" %8.0f %%%s\n", cost, mark(cost <= chunk_cost_max));
}

double
promised_speed(const struct results *r, const char *corpus)
{
    double tsm = speed_of(r, corpus, "libtsm", CHUNK_BYTES);
    for (size_t i = 0; i < sizeof(promises) / sizeof(promises[0]); i++)
        if (tsm > 0 && strcmp(promises[i].corpus, corpus) == 0)
            return promises[i].must * tsm;
    return 0;
}

void
print_promises(const struct results *r)
{
    printf(
        "\nThe emulator by libtsm (! short of what must be), of what is wanted, by the "
        "others;\nwhat chunks of 4 KiB cost (! over %.0f %%)\n",
        chunk_cost_max);
    printf("       MB/s    libtsm   must   want   libvterm  xterm.js    4 KiB\n");
    for (size_t i = 0; i < sizeof(promises) / sizeof(promises[0]); i++)
        print_promise(r, &promises[i]);
    printf("\n");
    for (size_t i = 0; i < sizeof(stream_promises) / sizeof(stream_promises[0]); i++) {
        double value = speed_of(r, stream_promises[i].corpus, "stream", CHUNK_BYTES);
        if (value > 0)
            printf("stream on %s %6.0f MB/s, must be %.0f%s wanted %.0f\n",
                   stream_promises[i].corpus, value, stream_promises[i].must,
                   mark(value >= stream_promises[i].must), stream_promises[i].want);
    }
}
