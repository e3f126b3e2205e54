#pragma once
// The loops over samples that run for every source in every quantum. Built optimised in debug builds too.
// None allocates, waits or keeps anything but what it is handed. Stereo is interleaved; counts are sample frames.
#include <stdbool.h>
#include <stddef.h>

typedef struct {
    float peak;
    // Sums of squares.
    float left, right;
    // Every sample was a finite number.
    bool is_finite;
} csamples_level;

csamples_level csamples_measure(const float *stereo, size_t count);

// Per sample frame, the louder channel's magnitude, and that of the curve halfway between the fourth and the fifth sample frame
// of the last eight. Seven sample frames must lie before `stereo`.
void csamples_peaks(const float *stereo, size_t count, float *peaks);

// Writes `count` stereo sample frames read at position `at`, `at + step` and so on of two channels, by a table of `taps` coefficients (a
// multiple of 8) in each of `phases` + 1 rows. The tap that belongs to a whole position is the first one read there.
void csamples_interpolate(
    const float *left, const float *right, double at, double step, size_t count, const float *table, int taps, int phases, float *stereo);

// The weighting of ITU-R BS.1770 at 48 kHz: a shelf and a high-pass, for two channels.
typedef struct {
    double shelf[2][2], high_pass[2][2];
} csamples_weighting;

// Sum of squares of both channels after the weighting.
double csamples_weigh(csamples_weighting *weighting, const float *stereo, size_t count);
