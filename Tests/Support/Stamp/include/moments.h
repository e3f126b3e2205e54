// When flash and click are due, on CLOCK_MONOTONIC in nanoseconds: one moment in every 2 s, each a little later than the whole 2 s, in
// 16 even steps over 33.3 ms. A stream of 30 pictures a second shows a flash up to a picture late, and at whole 2 s always by the
// same span; like this, the median of some offsets tells less than a picture.
#pragma once
#include <stdint.h>

static const int64_t MOMENT_INTERVAL = 2000000000, MOMENT_STEP = 1000000000 / 480;

static inline int64_t moment_at(int64_t number) { return number * MOMENT_INTERVAL + number * 7 % 16 * MOMENT_STEP; }

// The first one after `time`.
static inline int64_t moment_after(int64_t time)
{
    int64_t number = time / MOMENT_INTERVAL;
    return moment_at(number) > time ? moment_at(number) : moment_at(number + 1);
}

// The last one not after `time`.
static inline int64_t moment_before(int64_t time)
{
    int64_t number = time / MOMENT_INTERVAL;
    return moment_at(number) > time ? moment_at(number - 1) : moment_at(number);
}
